// SPDX-License-Identifier: MIT
#include "io/mesh_words.h"

#include "test.h"

static wafti_words words_of(const char* text, waft_error* error) {
    return wafti_words_start("f", text, strlen(text), error);
}

static bool next_is(wafti_words* words, const char* text) {
    return wafti_word_is(wafti_words_next(words), text);
}

static void words_come_line_by_line(void) {
    wafti_words words = words_of("\xEF\xBB\xBF one\ttwo \r\n\r\n\nthree", NULL);
    CHECK(wafti_word_is(wafti_words_in_line(&words), "one"));
    CHECK(wafti_word_is(wafti_words_in_line(&words), "two"));
    CHECK(wafti_words_in_line(&words).length == 0);
    CHECK(wafti_words_in_line(&words).length == 0);
    CHECK(wafti_words_next_line(&words));
    CHECK(wafti_words_in_line(&words).length == 0);
    CHECK(next_is(&words, "three"));
    CHECK(words.place.line == 4);
    CHECK(wafti_words_next(&words).length == 0);
    CHECK(!wafti_words_next_line(&words));
}

static void a_backslash_joins_lines(void) {
    wafti_words words = words_of("a \\\nb\\\r\nc\\d\ne\\", NULL);
    CHECK(wafti_word_is(wafti_words_in_line(&words), "a"));
    CHECK(wafti_word_is(wafti_words_in_line(&words), "b"));
    CHECK(wafti_word_is(wafti_words_in_line(&words), "c\\d"));
    CHECK(words.place.line == 3);
    CHECK(wafti_words_in_line(&words).length == 0);
    CHECK(next_is(&words, "e\\"));
}

static void nothing_is_read_of_nothing(void) {
    wafti_words words = wafti_words_start("f", "", 0, NULL);
    CHECK(wafti_words_next(&words).length == 0);
    CHECK(!wafti_words_next_line(&words));
}

static void case_does_not_count(void) {
    wafti_words words = words_of("Facet FACETS facet", NULL);
    CHECK(next_is(&words, "facet"));
    CHECK(!next_is(&words, "facet"));
    CHECK(!next_is(&words, "facets"));
}

static void sentences_have_a_place(void) {
    waft_error error = {.sentence = ""};
    wafti_words words = words_of("1.5\n  -2e3 x\x01y \xC3\xA4 q\n", &error);
    double value = 0.0;
    CHECK(wafti_words_number(&words, wafti_words_next(&words), &value) == WAFT_OK);
    CHECK_NEAR(value, 1.5, 0.0);
    CHECK(wafti_words_number(&words, wafti_words_next(&words), &value) == WAFT_OK);
    CHECK_NEAR(value, -2000.0, 0.0);
    CHECK(wafti_words_number(&words, wafti_words_next(&words), &value) == WAFT_ERR_PARSE);
    CHECK_TEXT(error.sentence, "f:2:8: expected a number, not 'x?y'");
    (void)wafti_words_in_line(&words);
    CHECK(wafti_words_expected(&words, wafti_words_in_line(&words), "z") == WAFT_ERR_PARSE);
    CHECK_TEXT(error.sentence, "f:2:14: expected z, not 'q'");
    CHECK(wafti_words_expected(&words, wafti_words_in_line(&words), "z") == WAFT_ERR_PARSE);
    CHECK_TEXT(error.sentence, "f:2:15: expected z, but the line ends");
    CHECK(wafti_words_expected(&words, wafti_words_next(&words), "z") == WAFT_ERR_PARSE);
    CHECK_TEXT(error.sentence, "f:3:1: expected z, but the file ends");
}

static const test_case cases[] = {
    {"words_come_line_by_line", words_come_line_by_line},
    {"a_backslash_joins_lines", a_backslash_joins_lines},
    {"nothing_is_read_of_nothing", nothing_is_read_of_nothing},
    {"case_does_not_count", case_does_not_count},
    {"sentences_have_a_place", sentences_have_a_place},
};

TEST_MAIN(cases)
