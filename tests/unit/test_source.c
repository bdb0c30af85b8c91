// SPDX-License-Identifier: MIT
#include "scene/source.h"

#include "test.h"

static wafti_source make(const char* text) {
    return (wafti_source){.name = "s", .text = text, .size = strlen(text)};
}

static void check_place(const char* text, size_t offset, int line, int column) {
    const wafti_source source = make(text);
    const wafti_mark mark = wafti_source_place(&source, offset);
    CHECK(mark.line == line && mark.column == column && mark.length == 1);
}

static void test_places(void) {
    check_place("", 0, 1, 1);
    check_place("ab\ncd", 4, 2, 2);
    check_place("ab\r\ncd", 4, 2, 1);
    check_place("a\rb", 2, 2, 1);
    check_place("\xC3\xA4\xC3\xB6x", 4, 1, 3);
    check_place("\xE6\xBC\xA2x", 3, 1, 2);
    check_place("\xF0\x9F\x8C\x8Ax", 4, 1, 2);
    check_place("a\xC2\x85z", 3, 2, 1);
    check_place("a\xE2\x80\xA8z\xE2\x80\xA9y", 8, 3, 1);
    check_place("a\xFF\xFFz", 3, 1, 4);
    check_place("ab", 99, 1, 3);
}

static void check_line(const char* text, int line, const char* want) {
    const wafti_source source = make(text);
    size_t size = 99;
    const char* found = wafti_source_line(&source, line, &size);
    CHECK(size == strlen(want) && memcmp(found, want, size) == 0);
}

static void test_lines(void) {
    check_line("", 1, "");
    check_line("one", 1, "one");
    check_line("one\ntwo\n", 2, "two");
    check_line("one\r\ntwo\r\n", 1, "one");
    check_line("one\n\nthree", 2, "");
    check_line("one\ntwo", 3, "");
    check_line("one\n", 2, "");
    check_line("a\xC2\x85two", 2, "two");
}

static void test_characters(void) {
    CHECK(wafti_character_count("", 0) == 0);
    CHECK(wafti_character_count("h\xC3\xB6he", 5) == 4);
    CHECK(wafti_character_size("\xC3\xB6", 1) == 1);
    CHECK(wafti_character_size("\xC3x", 2) == 1);
    CHECK(wafti_character_size("\xF5\x80\x80\x80", 4) == 1);
    CHECK(wafti_character_size("\x80", 1) == 1);
}

static const test_case cases[] = {
    {"offsets become lines and columns", test_places},
    {"lines are found", test_lines},
    {"characters are counted", test_characters},
};
TEST_MAIN(cases)
