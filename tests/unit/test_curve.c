// SPDX-License-Identifier: MIT
#include "base/curve.h"

#include "test.h"

static void values_between_keys(void) {
    const waft_key keys[] = {{1.0, 10.0, WAFT_EASE_LINEAR}, {2.0, 20.0, WAFT_EASE_STEP},
        {3.0, 40.0, WAFT_EASE_SMOOTH}, {5.0, 0.0, WAFT_EASE_LINEAR}};
    static const double cases[][2] = {{-9.0, 10.0}, {1.0, 10.0}, {1.25, 12.5}, {2.0, 20.0},
        {2.99, 20.0}, {3.0, 40.0}, {4.0, 20.0}, {3.5, 40.0 - 40.0 * 0.15625}, {5.0, 0.0},
        {1e9, 0.0}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        CHECK_NEAR(wafti_curve_at(keys, 4, cases[i][0]), cases[i][1], 1e-12);
    }
    CHECK(wafti_curve_at(keys, 1, 7.0) == 10.0);
    CHECK(wafti_curve_check(keys, 4, NULL) == WAFT_OK);
}

static void bad_keys(void) {
    waft_error error;
    CHECK(wafti_curve_check(NULL, 0, &error) == WAFT_ERR_ARGUMENT);
    const waft_key falling[] = {{1.0, 0.1, WAFT_EASE_LINEAR}, {1.0, 0.2, WAFT_EASE_LINEAR}};
    CHECK(wafti_curve_check(falling, 2, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "key 1: times must be finite and rise");
    const waft_key endless = {0.0, (double)INFINITY, WAFT_EASE_LINEAR};
    CHECK(wafti_curve_check(&endless, 1, &error) == WAFT_ERR_ARGUMENT);
    const waft_key strange = {0.0, 1.0, (waft_ease)3};
    CHECK(wafti_curve_check(&strange, 1, &error) == WAFT_ERR_ARGUMENT);
}

static const test_case cases[] = {
    {"values_between_keys", values_between_keys},
    {"bad_keys", bad_keys},
};

TEST_MAIN(cases)
