// SPDX-License-Identifier: MIT
#include "scene/words.h"

#include <waft/scene.h>

#include "test.h"

static void test_split(void) {
    wafti_words words;
    wafti_words_split(&words, "none|slide|miche");
    CHECK(words.count == 3);
    CHECK_TEXT(words.list[1], "slide");
    CHECK(wafti_words_hold("b", "a|b") && !wafti_words_hold("a|b", "a|b"));
    CHECK(wafti_words_index(&words, "miche") == 2 && wafti_words_index(&words, "mich") == -1);
    wafti_words_split(&words, "");
    CHECK(words.count == 0);
    wafti_words_split(&words, "one");
    CHECK(words.count == 1);
    for (int i = 0; i < 100; ++i) {
        wafti_words_add(&words, "more", 4);
    }
    CHECK(words.count == WAFTI_WORDS_CAPACITY);
}

static void test_filter(void) {
    wafti_words words;
    wafti_words others;
    wafti_words_split(&words, "flat|slope|beach");
    wafti_words_split(&others, "flat|map");
    wafti_words_filter(&words, &others, false);
    CHECK(words.count == 2 && wafti_words_index(&words, "flat") == -1);
    CHECK_TEXT(words.list[0], "slope");
    wafti_words_split(&others, "beach");
    wafti_words_filter(&words, &others, true);
    CHECK(words.count == 1);
    CHECK_TEXT(words.list[0], "beach");
}

static void check_join(const char* packed, size_t most, const char* want) {
    wafti_words words;
    wafti_words_split(&words, packed);
    CHECK_TEXT(wafti_words_join(&words, " or ", most).text, want);
}

static void test_join(void) {
    check_join("", 8, "");
    check_join("a", 8, "a");
    check_join("a|b", 8, "a or b");
    check_join("a|b|c", 3, "a, b or c");
    check_join("a|b|c|d", 2, "a, b and others");
    wafti_words words;
    wafti_words_init(&words);
    for (int i = 0; i < WAFTI_WORDS_CAPACITY; ++i) {
        wafti_words_add(&words, "a word that is as long as there is room for it", 46);
    }
    const wafti_phrase cut = wafti_words_join(&words, " or ", WAFTI_WORDS_CAPACITY);
    CHECK(strlen(cut.text) == sizeof(cut.text) - 1);
}

static const char* nearest(const char* word, const char* packed) {
    static wafti_words words;
    wafti_words_split(&words, packed);
    return waft_nearest_word(word, words.list, words.count);
}

static void test_nearest(void) {
    CHECK_TEXT(nearest("densty", "depth|density|level"), "density");
    CHECK_TEXT(nearest("gerstener", "normal|height|gerstner"), "gerstner");
    CHECK_TEXT(nearest("pgn", "png|obj"), "png");
    CHECK_TEXT(nearest("FPS", "duration|fps"), "fps");
    CHECK_TEXT(nearest("tmie", "time|title"), "time");
    CHECK_TEXT(nearest("at", "name|at"), "at");
    CHECK(nearest("size", "time|level") == NULL);
    CHECK(nearest("x", "a|b") == NULL);
    CHECK_TEXT(nearest("A", "b|a"), "a");
    CHECK(nearest("", "a|b") == NULL);
    CHECK(nearest("anything", "") == NULL);
    CHECK(waft_nearest_word(NULL, NULL, 0) == NULL);
    char longest[200];
    memset(longest, 'x', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    CHECK(nearest(longest, "a|b") == NULL);
}

static void test_meant(void) {
    wafti_words words;
    wafti_words_split(&words, "length|at");
    CHECK_TEXT(wafti_words_meant(&words, "wavelength"), "length");
    CHECK_TEXT(wafti_words_meant(&words, "lenght"), "length");
    CHECK(wafti_words_meant(&words, "station") == NULL);
}

static const test_case cases[] = {
    {"packed words are split", test_split},
    {"words are filtered", test_filter},
    {"words are joined to a phrase", test_join},
    {"the nearest word", test_nearest},
    {"a word inside a longer one", test_meant},
};
TEST_MAIN(cases)
