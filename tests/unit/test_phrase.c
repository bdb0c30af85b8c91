// SPDX-License-Identifier: MIT
#include "scene/phrase.h"

#include <stdio.h>

#include "test.h"

static void test_make(void) {
    CHECK_TEXT(wafti_phrase_make("%s[%zu]", "solids", (size_t)3).text, "solids[3]");
    char wide[1000];
    memset(wide, 'a', sizeof(wide) - 1);
    wide[sizeof(wide) - 1] = '\0';
    const wafti_phrase cut = wafti_phrase_make("%s", wide);
    CHECK(strlen(cut.text) == sizeof(cut.text) - 1);
}

static void test_numbers(void) {
    CHECK_TEXT(wafti_phrase_double(0.1).text, "0.1");
    CHECK_TEXT(wafti_phrase_float(0.1f).text, "0.1");
    CHECK_TEXT(wafti_phrase_double((double)0.1f).text, "0.10000000149011612");
}

static void test_quote(void) {
    CHECK_TEXT(wafti_quote("abc").text, "abc");
    CHECK_TEXT(wafti_quote("a\n\x1B[31mb\x7F").text, "a  [31mb ");
    CHECK_TEXT(wafti_quote("1234567890123456789012345678901234567890").text,
        "1234567890123456789012345678901234567890");
    CHECK_TEXT(wafti_quote("12345678901234567890123456789012345678901").text,
        "1234567890123456789012345678901234567890...");
    enum { CHARACTERS = 41, BYTES = 4 };
    char wide[CHARACTERS * BYTES + 1] = "";
    for (size_t i = 0; i < CHARACTERS; ++i) {
        (void)snprintf(wide + BYTES * i, BYTES + 1, "\xF0\x9F\x8C\x8A");
    }
    CHECK(strlen(wafti_quote(wide).text) == 40 * BYTES + 3);
}

static const test_case cases[] = {
    {"what is too long is cut", test_make},
    {"numbers are as short as they can be", test_numbers},
    {"user text is made harmless", test_quote},
};
TEST_MAIN(cases)
