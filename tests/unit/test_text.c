// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <fenv.h>
#include <float.h>
#include <locale.h>
#include <stdlib.h>

#include "base/hash.h"
#include "test.h"

static void check_double(double value, const char* want) {
    char buffer[32];
    const size_t length = wafti_format_double(buffer, value);
    CHECK(length == strlen(buffer));
    CHECK_TEXT(buffer, want);
}

static void check_float(float value, const char* want) {
    char buffer[32];
    CHECK(wafti_format_float(buffer, value) == strlen(want));
    CHECK_TEXT(buffer, want);
}

static void test_numbers_are_short(void) {
    check_double(0.0, "0");
    check_double(-0.0, "-0");
    check_double(0.1, "0.1");
    check_double(1e-6, "1e-06");
    check_double(-2.5, "-2.5");
    check_double(1.0 / 3.0, "0.3333333333333333");
    check_double(123456789.0, "123456789");
    check_double(DBL_MAX, "1.7976931348623157e+308");
    check_double((double)NAN, "nan");
    check_double((double)INFINITY, "inf");
    check_double(-(double)INFINITY, "-inf");
    check_float(0.1f, "0.1");
    check_float(16777216.0f, "16777216");
    check_float(3.14159274f, "3.1415927");
    check_float(NAN, "nan");
}

static uint64_t bits_of(double value) {
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static void test_numbers_read_back(void) {
    uint64_t state = 1;
    for (int i = 0; i < 5000; ++i) {
        state = wafti_hash_u64(state, (uint64_t)i);
        // The exponent tells numbers from infinities and NaN; looking at a NaN may trap.
        double value = 0.0;
        memcpy(&value, &state, sizeof(value));
        char buffer[32];
        double back = 0.0;
        if ((state >> 52 & 0x7FF) != 0x7FF) {
            const size_t length = wafti_format_double(buffer, value);
            CHECK(wafti_parse_double(buffer, length, &back));
            CHECK(bits_of(back) == bits_of(value));
        }
        const uint32_t half = (uint32_t)state;
        float single = 0.0f;
        memcpy(&single, &half, sizeof(single));
        if ((half >> 23 & 0xFF) != 0xFF) {
            CHECK(wafti_parse_double(buffer, wafti_format_float(buffer, single), &back));
            CHECK((float)back == single);
        }
    }
}

static void test_numbers_ignore_the_locale(void) {
    static const char* const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
    bool comma = false;
    for (size_t i = 0; !comma && i < 4; ++i) {
        comma = setlocale(LC_ALL, locales[i]) != NULL && localeconv()->decimal_point[0] == ',';
    }
    check_double(0.25, "0.25"); // in C too, where no other locale is installed
    check_float(1.5e10f, "1.5e+10");
    double value = 0.0;
    CHECK(wafti_parse_double("0.25", 4, &value));
    CHECK(value == 0.25);
    CHECK(!wafti_parse_double("0,25", 4, &value));
    wafti_text text;
    wafti_text_init(&text, NULL);
    wafti_text_add_fixed(&text, 3.14159, 3);
    wafti_text_add_digits(&text, -2.0 / 3.0e5, 9);
    CHECK_TEXT(text.bytes, "3.142-6.66666667e-06");
    wafti_text_free(&text);
    CHECK(setlocale(LC_ALL, "C") != NULL);
}

static bool parses(const char* text, double* out_value) {
    return wafti_parse_double(text, strlen(text), out_value);
}

static void test_parse_double(void) {
    static const struct {
        const char* text;
        double value;
    } good[] = {{"0", 0.0}, {"-1", -1.0}, {"+2.5", 2.5}, {".5", 0.5}, {"5.", 5.0}, {"1e3", 1000.0},
        {"1E-3", 0.001}, {"1e+2", 100.0}, {"00012", 12.0}, {"1e-400", 0.0}};
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); ++i) {
        double value = -7.0;
        CHECK(parses(good[i].text, &value));
        CHECK(value == good[i].value);
    }
    static const char* const bad[] = {"", " 1", "1 ", "+", "-", ".", "e5", "1e", "1e+", "0x10",
        "nan", "inf", "-inf", "1e400", "1.2.3", "1_000", "1,5", "--1", "1f"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
        double value = -7.0;
        CHECK(!parses(bad[i], &value));
        CHECK(value == -7.0);
    }
    char digits[200];
    memset(digits, '1', sizeof(digits));
    double value = 0.0;
    CHECK(!wafti_parse_double(digits, sizeof(digits), &value));
    CHECK(wafti_parse_double("123", 2, &value)); // the length rules, not a zero byte
    CHECK(value == 12.0);
}

static void test_parse_rounds_to_nearest(void) {
    double want = 0.0;
    double value = 0.0;
    CHECK(parses("0.1", &want));
    CHECK(fesetround(FE_UPWARD) == 0);
    CHECK(parses("0.1", &value));
    CHECK(fegetround() == FE_UPWARD);
    CHECK(fesetround(FE_TONEAREST) == 0);
    CHECK(value == want);
    CHECK(bits_of(want) == UINT64_C(0x3FB999999999999A));
}

static void test_parse_integers(void) {
    int64_t i = 7;
    CHECK(wafti_parse_int("-42", 3, &i));
    CHECK(i == -42);
    CHECK(wafti_parse_int("+9223372036854775807", 20, &i));
    CHECK(i == INT64_MAX);
    CHECK(!wafti_parse_int("9223372036854775808", 19, &i));
    CHECK(!wafti_parse_int("-", 1, &i));
    CHECK(!wafti_parse_int("", 0, &i));
    CHECK(!wafti_parse_int("1.0", 3, &i));
    CHECK(!wafti_parse_int("--1", 3, &i));
    CHECK(i == INT64_MAX);
    uint64_t u = 7;
    CHECK(wafti_parse_uint("18446744073709551615", 20, &u));
    CHECK(u == UINT64_MAX);
    CHECK(!wafti_parse_uint("18446744073709551616", 20, &u));
    CHECK(!wafti_parse_uint("-1", 2, &u));
    CHECK(!wafti_parse_uint("", 0, &u));
    CHECK(u == UINT64_MAX);
}

static void test_growth(void) {
    wafti_text text;
    wafti_text_init(&text, NULL);
    for (int i = 0; i < 1000; ++i) {
        wafti_text_format(&text, "%d,", i);
    }
    CHECK(!text.failed);
    CHECK(text.length == 10 * 2 + 90 * 3 + 900 * 4);
    CHECK(strncmp(text.bytes, "0,1,2,", 6) == 0);
    CHECK(strcmp(text.bytes + text.length - 8, "998,999,") == 0);
    wafti_text_clear(&text);
    CHECK_TEXT(text.bytes, "");
    wafti_text_add(&text, "a = ");
    wafti_text_add_double(&text, 0.5);
    wafti_text_add(&text, ", b = ");
    wafti_text_add_float(&text, 0.1f);
    wafti_text_add_bytes(&text, "", 0);
    CHECK_TEXT(text.bytes, "a = 0.5, b = 0.1");
    char* given = wafti_text_give(&text);
    CHECK_TEXT(given, "a = 0.5, b = 0.1");
    CHECK(text.bytes == NULL);
    waft_text_free(NULL, given);
    given = wafti_text_give(&text); // of nothing
    CHECK_TEXT(given, "");
    waft_text_free(NULL, given);
}

static void test_fixed(void) {
    static const struct {
        double value;
        int digits;
        const char* want;
    } rows[] = {{1.005, 1, "1.0"}, {-0.5, 0, "-0"}, {1234.5678, 2, "1234.57"},
        {(double)NAN, 3, "nan"}, {1e300, 0, NULL}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
        wafti_text text;
        wafti_text_init(&text, NULL);
        wafti_text_add_fixed(&text, rows[i].value, rows[i].digits);
        if (rows[i].want != NULL) {
            CHECK_TEXT(text.bytes, rows[i].want);
        } else {
            CHECK(text.length == 301);
        }
        wafti_text_free(&text);
    }
}

static void check_json(const char* string, const char* want) {
    wafti_text text;
    wafti_text_init(&text, NULL);
    wafti_text_add_json(&text, string);
    CHECK_TEXT(text.bytes, want);
    wafti_text_free(&text);
}

static void test_json(void) {
    check_json("plain", "\"plain\"");
    check_json("a\"b\\c\n", "\"a\\\"b\\\\c\\u000a\"");
    check_json(
        "\xC3\xBC \xE2\x82\xAC \xF0\x9F\x8C\x8A", "\"\xC3\xBC \xE2\x82\xAC \xF0\x9F\x8C\x8A\"");
    // Stray, overlong, surrogate, too large, cut off: each byte becomes U+FFFD.
    check_json("\xFF", "\"\xEF\xBF\xBD\"");
    check_json("\x80x", "\"\xEF\xBF\xBDx\"");
    check_json("\xC0\xAF", "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
    check_json("\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    check_json("\xF4\x90\x80\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    check_json("\xE2\x82", "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

static void* refuse(void* user, size_t size, size_t alignment) {
    (void)size;
    return --*(int*)user >= 0 ? aligned_alloc(alignment, 4096) : NULL;
}

static void give_back(void* user, void* memory, size_t size, size_t alignment) {
    (void)user;
    (void)size;
    (void)alignment;
    free(memory);
}

static void test_without_memory(void) {
    int allowed = 1;
    const waft_allocator hook = {&allowed, refuse, give_back};
    wafti_text text;
    wafti_text_init(&text, &hook);
    wafti_text_add(&text, "kept");
    CHECK(!text.failed);
    for (int i = 0; i < 100; ++i) {
        wafti_text_add(&text, "0123456789");
    }
    CHECK(text.failed);
    CHECK(strncmp(text.bytes, "kept0123456789", 14) == 0);
    CHECK(text.length < 256);
    wafti_text_format(&text, "%d", 1);
    CHECK(wafti_text_give(&text) == NULL);
    CHECK(!text.failed);
    wafti_text_add(&text, "");
    CHECK(text.failed);
    wafti_text_free(&text);
}

static void test_word_distance(void) {
    CHECK(wafti_word_distance("density", "density") == 0);
    CHECK(wafti_word_distance("densty", "density") == 1);
    CHECK(wafti_word_distance("density", "densty") == 1);
    CHECK(wafti_word_distance("dnesity", "density") == 1); // neighbours swapped
    CHECK(wafti_word_distance("length", "depth") == 3);
    CHECK(wafti_word_distance("", "abc") == 3);
    CHECK(wafti_word_distance("abc", "xyz") == 3);
    char word[60];
    memset(word, 'a', 59);
    word[59] = '\0';
    CHECK(wafti_word_distance(word, "a") == SIZE_MAX);
    CHECK(wafti_word_distance("a", word) == SIZE_MAX);
    word[48] = '\0';
    CHECK(wafti_word_distance(word, "a") == 47);
}

static void quotes_are_harmless(void) {
    char buffer[8];
    CHECK_TEXT(wafti_text_quote(buffer, sizeof(buffer), "plain", 5), "plain");
    CHECK_TEXT(wafti_text_quote(buffer, sizeof(buffer), "\x1B[2J\0\n\x7F", 7), "?[2J???");
    CHECK_TEXT(wafti_text_quote(buffer, sizeof(buffer), "longer than that", 16), "longer ");
    CHECK_TEXT(wafti_text_quote(buffer, sizeof(buffer), "abcdef\xC3\xA4", 8), "abcdef");
    CHECK_TEXT(wafti_text_quote(buffer, sizeof(buffer), "abcde\xC3\xA4g", 8), "abcde\xC3\xA4");
    CHECK_TEXT(wafti_text_quote(buffer, sizeof(buffer), "\xA4\xA4\xA4\xA4\xA4\xA4\xA4\xA4", 8), "");
    CHECK_TEXT(wafti_text_quote(buffer, sizeof(buffer), "x", 0), "");
}

static const test_case cases[] = {
    {"numbers_are_short", test_numbers_are_short},
    {"numbers_read_back", test_numbers_read_back},
    {"numbers_ignore_the_locale", test_numbers_ignore_the_locale},
    {"parse_double", test_parse_double},
    {"parse_rounds_to_nearest", test_parse_rounds_to_nearest},
    {"parse_integers", test_parse_integers},
    {"growth", test_growth},
    {"fixed", test_fixed},
    {"json", test_json},
    {"without_memory", test_without_memory},
    {"word_distance", test_word_distance},
    {"quotes_are_harmless", quotes_are_harmless},
};

TEST_MAIN(cases)
