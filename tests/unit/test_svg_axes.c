// SPDX-License-Identifier: MIT
#include "export/svg_axes.h"
#include "test.h"

static wafti_axis ticked(double low, double high, bool log, double target) {
    wafti_axis axis;
    wafti_axis_set_range(&axis, low, high, log);
    wafti_axis_make_ticks(&axis, target);
    return axis;
}

static void check_labels(const wafti_axis* axis, const char* want) {
    char all[512] = "";
    for (int i = 0; i < axis->tick_count; ++i) {
        const size_t used = strlen(all);
        (void)snprintf(
            all + used, sizeof(all) - used, "%s%s", i > 0 ? " " : "", axis->ticks[i].label);
    }
    CHECK_TEXT(all, want);
}

static void steps_are_one_two_five(void) {
    wafti_axis axis = ticked(0.0, 1.0, false, 8.0);
    check_labels(&axis, "0.0 0.2 0.4 0.6 0.8 1.0");
    axis = ticked(-0.3, 0.31, false, 8.0);
    check_labels(&axis, "-0.3 -0.2 -0.1 0.0 0.1 0.2 0.3");
    axis = ticked(0.0, 23.0, false, 5.0);
    check_labels(&axis, "0 5 10 15 20");
    axis = ticked(1000.001, 1000.004, false, 4.0);
    check_labels(&axis, "1000.001 1000.002 1000.003 1000.004");
    axis = ticked(0.9, 2.1, false, 1.0);
    CHECK(axis.tick_count >= 2);
}

static void common_powers(void) {
    wafti_axis axis = ticked(0.0, 2.5e6, false, 6.0);
    CHECK(axis.exponent == 6);
    check_labels(&axis, "0.0 0.5 1.0 1.5 2.0 2.5");
    char title[64];
    wafti_axis_title(&axis, "steps", title, sizeof(title));
    CHECK_TEXT(title, "steps (\u00D710\u2076)");
    axis = ticked(-4e-5, 4e-5, false, 4.0);
    CHECK(axis.exponent == -6);
    check_labels(&axis, "-40 -20 0 20 40");
    wafti_axis_title(&axis, "", title, sizeof(title));
    CHECK_TEXT(title, "\u00D710\u207B\u2076");
    axis = ticked(0.0, 5.0, false, 5.0);
    wafti_axis_title(&axis, "x", title, sizeof(title));
    CHECK_TEXT(title, "x");
}

static void decades(void) {
    wafti_axis axis = ticked(0.01, 100.0, true, 8.0);
    check_labels(&axis, "10\u207B\u00B2 10\u207B\u00B9 10\u2070 10\u00B9 10\u00B2");
    CHECK(axis.minor_count == 4 * 8);
    axis = ticked(1e-12, 1e12, true, 6.0);
    check_labels(&axis, "10\u207B\u00B9\u2070 10\u207B\u2075 10\u2070 10\u2075 10\u00B9\u2070");
    axis = ticked(1.5, 60.0, true, 6.0);
    check_labels(&axis, "2 5 10 20 50");
    axis = ticked(2.0, 3.0, true, 5.0);
    check_labels(&axis, "2.0 2.2 2.4 2.6 2.8 3.0");
}

static void pixels(void) {
    wafti_axis axis = ticked(1.0, 100.0, true, 5.0);
    axis.pixel_low = 10.0;
    axis.pixel_high = 110.0;
    CHECK_NEAR(wafti_axis_pixel(&axis, 10.0), 60.0, 1e-9);
    CHECK(isnan(wafti_axis_pixel(&axis, 0.0)));
    CHECK(isnan(wafti_axis_pixel(&axis, -1.0)));
    axis = ticked(0.0, 1.0, false, 5.0);
    axis.pixel_low = 100.0;
    axis.pixel_high = 0.0;
    CHECK_NEAR(wafti_axis_pixel(&axis, 0.25), 75.0, 1e-9);
    CHECK_NEAR(wafti_axis_pixel(&axis, 1e30), -99900.0, 1e-3);
    CHECK(isnan(wafti_axis_pixel(&axis, (double)NAN)));
}

static void hard_ranges_still_draw(void) {
    const double big = 1.7e308;
    const double ranges[][2] = {{3.0, 3.0}, {0.0, 0.0}, {-5.0, -5.0}, {(double)INFINITY, 1.0},
        {2.0, 1.0}, {-big, big}, {1e15, 1e15 + 1.0}, {0.0, 5e-324}, {1e-320, 2e-320}, {-1.0, 3.0}};
    for (int log = 0; log < 2; ++log) {
        for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); ++i) {
            const wafti_axis axis = ticked(ranges[i][0], ranges[i][1], log == 1, 6.0);
            CHECK(axis.low < axis.high);
            CHECK(isfinite(axis.high - axis.low));
            CHECK(axis.tick_count >= 2);
            for (int t = 1; t < axis.tick_count; ++t) {
                CHECK(axis.ticks[t].value > axis.ticks[t - 1].value);
            }
        }
    }
}

static const test_case cases[] = {
    {"steps_are_one_two_five", steps_are_one_two_five},
    {"common_powers", common_powers},
    {"decades", decades},
    {"pixels", pixels},
    {"hard_ranges_still_draw", hard_ranges_still_draw},
};

TEST_MAIN(cases)
