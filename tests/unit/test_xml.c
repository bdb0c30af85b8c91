// SPDX-License-Identifier: MIT
#include "export/xml.h"
#include "test.h"

static void text_is_escaped(void) {
    wafti_text xml;
    wafti_text_init(&xml, NULL);
    wafti_xml_add_text(&xml, "a<b>&\"\xC3\xA4\x01\xFF\xEF\xBF\xBE");
    CHECK_TEXT(xml.bytes, "a&lt;b&gt;&amp;&quot;"
                          "\xC3\xA4\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    wafti_text_free(&xml);
}

static const test_case cases[] = {
    {"text_is_escaped", text_is_escaped},
};

TEST_MAIN(cases)
