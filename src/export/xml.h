// SPDX-License-Identifier: MIT
#ifndef WAFTI_EXPORT_XML_H
#define WAFTI_EXPORT_XML_H

#include "base/text.h"

/// Text with XML's own characters escaped; what is not UTF-8 or not allowed becomes U+FFFD.
void wafti_xml_add_text(wafti_text* xml, const char* text);

#endif // WAFTI_EXPORT_XML_H
