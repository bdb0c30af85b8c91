// SPDX-License-Identifier: MIT
#include "smoke/noise_field.h"

#include "test.h"

static wafti_noise_field field_of(uint32_t stream, double when) {
    return (wafti_noise_field){.seed = 1, .stream = stream, .length = 0.5, .when = when};
}

static void values_fill_the_unit_range(void) {
    wafti_noise_field field = field_of(7, 0.0);
    double sum = 0.0;
    float least = 1.0f;
    float greatest = 0.0f;
    for (int n = 0; n < 1000; ++n) {
        const double point[3] = {0.5 * n, 0.25, -0.5 * n};
        const float value = wafti_noise_field_at(&field, point);
        sum += (double)value;
        least = fminf(least, value);
        greatest = fmaxf(greatest, value);
    }
    CHECK_NEAR(sum / 1000.0, 0.5, 0.03);
    CHECK(least >= 0.0f && least < 0.15f);
    CHECK(greatest <= 1.0f && greatest > 0.85f);
}

static void neighbours_are_alike_in_place_and_time(void) {
    wafti_noise_field field = field_of(7, 3.0);
    wafti_noise_field later = field_of(7, 3.001);
    float jump = 0.0f;
    float change = 0.0f;
    for (int n = 0; n < 400; ++n) {
        const double a[3] = {0.01 * n, 1.3, -0.2};
        const double b[3] = {0.01 * n + 1e-4, 1.3, -0.2};
        const float value = wafti_noise_field_at(&field, a);
        jump = fmaxf(jump, fabsf(value - wafti_noise_field_at(&field, b)));
        change = fmaxf(change, fabsf(value - wafti_noise_field_at(&later, a)));
    }
    CHECK(jump > 0.0f && jump < 1e-3f);
    CHECK(change < 1e-2f);
}

static void order_does_not_matter_but_the_stream_does(void) {
    wafti_noise_field one = field_of(7, 1.5);
    wafti_noise_field two = field_of(7, 1.5);
    wafti_noise_field other = field_of(8, 1.5);
    const double a[3] = {0.1, 0.2, 0.3};
    const double b[3] = {5.1, -3.2, 0.3};
    const float first = wafti_noise_field_at(&one, a);
    (void)wafti_noise_field_at(&two, b);
    CHECK(wafti_noise_field_at(&two, a) == first);
    CHECK(wafti_noise_field_at(&other, a) != first);
}

static const test_case cases[] = {
    {"values_fill_the_unit_range", values_fill_the_unit_range},
    {"neighbours_are_alike_in_place_and_time", neighbours_are_alike_in_place_and_time},
    {"order_does_not_matter_but_the_stream_does", order_does_not_matter_but_the_stream_does},
};

TEST_MAIN(cases)
