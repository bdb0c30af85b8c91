// SPDX-License-Identifier: MIT
#include "turbulence/trigger.h"

#include "test.h"

enum { COUNT = 5 };

// Eq. 13: 1 at the solid, half way down at half the reach, 0 from the reach on.
static void near_a_solid(void) {
    const float distance[COUNT] = {0.0f, 0.1f, 0.2f, 0.4f, INFINITY};
    float weight[COUNT];
    wafti_trigger_near(0.4f, COUNT, distance, weight);
    CHECK_NEAR(weight[0], 1.0, 0.0);
    CHECK_NEAR(weight[1], 1.0 - 3.0 / 16.0 + 2.0 / 64.0, 1e-6);
    CHECK_NEAR(weight[2], 0.5, 1e-6);
    CHECK_NEAR(weight[3], 0.0, 0.0);
    CHECK_NEAR(weight[4], 0.0, 0.0);
}

// Eqs. 14 and 15, sharp and soft.
static void above_a_threshold(void) {
    const float quantity[COUNT] = {0.5f, 1.0f, 1.25f, 2.0f, 9.0f};
    float weight[COUNT];
    wafti_trigger_above(1.0f, 0.0f, 4.0f, COUNT, quantity, weight);
    CHECK_NEAR(weight[0], 0.0, 0.0);
    CHECK_NEAR(weight[1], 0.0, 0.0);
    CHECK_NEAR(weight[2], 1.25 / 4.0, 1e-6);
    CHECK_NEAR(weight[3], 0.5, 1e-6);
    CHECK_NEAR(weight[4], 1.0, 0.0);
    wafti_trigger_above(1.0f, 0.5f, 4.0f, COUNT, quantity, weight);
    CHECK_NEAR(weight[2], 0.5 * 1.25 / 4.0, 1e-6);
    CHECK_NEAR(weight[3], 0.5, 1e-6);
    wafti_trigger_above(1.0f, 0.0f, 0.0f, COUNT, quantity, weight);
    CHECK_NEAR(weight[4], 0.0, 0.0);
}

static void weights_join(void) {
    const float weight[3] = {0.5f, 0.25f, 1.0f};
    float product[3] = {0.5f, 1.0f, 0.0f};
    float greater[3] = {0.5f, 1.0f, 0.0f};
    wafti_trigger_join(false, 3, weight, product);
    wafti_trigger_join(true, 3, weight, greater);
    CHECK_NEAR(product[0], 0.25, 0.0);
    CHECK_NEAR(product[1], 0.25, 0.0);
    CHECK_NEAR(product[2], 0.0, 0.0);
    CHECK_NEAR(greater[0], 0.5, 0.0);
    CHECK_NEAR(greater[1], 1.0, 0.0);
    CHECK_NEAR(greater[2], 1.0, 0.0);
}

static void a_greatest_value_fades(void) {
    CHECK_NEAR(wafti_trigger_greatest(2.0, 0.1, 0.5), 2.0 / 2.718281828459045, 1e-12);
    CHECK_NEAR(wafti_trigger_greatest(2.0, 1.9, 0.5), 1.9, 0.0);
    CHECK_NEAR(wafti_trigger_greatest(2.0, 0.0, 0.0), 2.0, 0.0);
}

static const test_case cases[] = {{"near_a_solid", near_a_solid},
    {"above_a_threshold", above_a_threshold}, {"weights_join", weights_join},
    {"a_greatest_value_fades", a_greatest_value_fades}};

TEST_MAIN(cases)
