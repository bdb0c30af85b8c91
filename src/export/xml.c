// SPDX-License-Identifier: MIT
#include "export/xml.h"

#include <string.h>

static bool is_xml_character(const char* text, size_t length) {
    const unsigned char c = (unsigned char)text[0];
    if (length == 1) {
        return c >= 0x20 || c == '\t' || c == '\n';
    }
    // U+FFFE and U+FFFF.
    return length != 3 || memcmp(text, "\xEF\xBF", 2) != 0 || (unsigned char)text[2] < 0xBE;
}

void wafti_xml_add_text(wafti_text* xml, const char* text) {
    static const char characters[] = "&<>\"";
    static const char* const names[] = {"amp", "lt", "gt", "quot"};
    while (*text != '\0') {
        const size_t length = wafti_utf8_length(text);
        if (length == 0 || !is_xml_character(text, length)) {
            wafti_text_add(xml, "\xEF\xBF\xBD");
            ++text;
            continue;
        }
        const char* own = strchr(characters, *text);
        if (own != NULL) {
            wafti_text_format(xml, "&%s;", names[own - characters]);
        } else {
            wafti_text_add_bytes(xml, text, length);
        }
        text += length;
    }
}
