// SPDX-License-Identifier: MIT
#include "io/place.h"
#include "test.h"

static void columns_count_characters(void) {
    const char line[] = "a\xC3\xA4\xE2\x82\xAC b";
    waft_error error;
    const wafti_place place = {"file.csv", line, 7, &error};
    CHECK(wafti_place_fail(&place, line, "bad %d", 1) == WAFT_ERR_PARSE);
    CHECK_TEXT(error.sentence, "file.csv:7:1: bad 1");
    CHECK(wafti_place_fail(&place, line + 7, "bad") == WAFT_ERR_PARSE);
    CHECK_TEXT(error.sentence, "file.csv:7:5: bad");
}

static const test_case cases[] = {{"columns_count_characters", columns_count_characters}};

TEST_MAIN(cases)
