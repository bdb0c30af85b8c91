// SPDX-License-Identifier: MIT
#include "body/body_params.h"

#include <waft/body.h>

#include "test.h"

static void defaults_are_within_their_ranges(void) {
    const waft_bodies_def bodies = waft_bodies_def_default();
    const waft_body_def body = waft_body_def_default();
    const waft_wind_def wind = waft_wind_def_default();
    CHECK(wafti_rows_check(
              wafti_bodies_rows, WAFTI_BODIES_PARTS, WAFTI_OWNER_BODIES, &bodies, NULL) == WAFT_OK);
    CHECK(wafti_rows_check_item(wafti_bodies_rows, WAFTI_BODIES_PARTS, WAFTI_OWNER_BODY, &body,
              "body", NULL) == WAFT_OK);
    CHECK(wafti_rows_check_item(wafti_bodies_rows, WAFTI_BODIES_PARTS, WAFTI_OWNER_WIND, &wind,
              "wind", NULL) == WAFT_OK);
}

// What a scene says is laid over a def of its own; the rest stays.
static void what_is_given_is_laid_over_the_rest(void) {
    waft_body_def given = waft_body_def_default();
    waft_body_def onto = waft_body_def_default();
    onto.plate.lift = 2.0f;
    onto.plate.damping[0] = onto.plate.damping[1] = 0.3f;
    onto.taylor = true;
    given.gust_rate = 4.0f;
    given.start = 1.5;
    wafti_rows_lay(&wafti_bodies_rows[WAFTI_BODIES_SETTINGS], 2, WAFTI_OWNER_BODY, &given, &onto);
    CHECK_NEAR(onto.plate.lift, 2.0, 0.0);
    CHECK_NEAR(onto.plate.damping[1], 0.3, 1e-7);
    CHECK_NEAR(onto.gust_rate, 4.0, 0.0);
    CHECK_NEAR(onto.start, 1.5, 0.0);
    CHECK(onto.taylor);
}

static const test_case cases[] = {
    {"defaults_are_within_their_ranges", defaults_are_within_their_ranges},
    {"what_is_given_is_laid_over_the_rest", what_is_given_is_laid_over_the_rest},
};

TEST_MAIN(cases)
