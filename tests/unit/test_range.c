// SPDX-License-Identifier: MIT
#include "base/range.h"

#include "test.h"

static const char* sentence_of(wafti_range range) {
    static waft_error error;
    error = (waft_error){.sentence = "accepted"};
    (void)wafti_check_range(&error, range);
    return error.sentence;
}

static void ranges_name_path_value_and_bounds(void) {
    CHECK_TEXT(sentence_of((wafti_range){"a.b", 1.0f, 0.0f, 1.0f, false}), "accepted");
    CHECK_TEXT(sentence_of((wafti_range){"a.b", 0.0f, 0.0f, 1.0f, false}), "accepted");
    CHECK_TEXT(sentence_of((wafti_range){"a.b", 0.0f, 0.0f, 1.0f, true}),
        "a.b is 0: allowed are values above 0 up to 1");
    CHECK_TEXT(sentence_of((wafti_range){"a.b", 1.5f, 0.0f, 1.0f, false}),
        "a.b is 1.5: allowed are values from 0 up to 1");
    CHECK_TEXT(sentence_of((wafti_range){"a.b", NAN, 0.0f, 1.0f, false}),
        "a.b is nan: allowed are values from 0 up to 1");
}

static void the_first_wrong_one_is_told(void) {
    waft_error error = {.sentence = ""};
    const wafti_range ranges[] = {{"a", 0.0f, 0.0f, 1.0f, false}, {"b", 2.0f, 0.0f, 1.0f, false},
        {"c", 3.0f, 0.0f, 1.0f, false}};
    CHECK(wafti_check_ranges(&error, ranges, 1) == WAFT_OK);
    CHECK(wafti_check_ranges(&error, ranges, 3) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "b is 2: allowed are values from 0 up to 1");
}

static void counts_are_whole(void) {
    waft_error error = {.sentence = ""};
    CHECK(wafti_check_count(&error, "n", 4, 4, 9) == WAFT_OK);
    CHECK(wafti_check_count(&error, "n", 10, 4, 9) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "n is 10: allowed are 4 to 9");
}

static const test_case cases[] = {
    {"ranges_name_path_value_and_bounds", ranges_name_path_value_and_bounds},
    {"the_first_wrong_one_is_told", the_first_wrong_one_is_told},
    {"counts_are_whole", counts_are_whole},
};

TEST_MAIN(cases)
