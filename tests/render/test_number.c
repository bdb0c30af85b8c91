// SPDX-License-Identifier: MIT
#include "render/number.h"

#include "test.h"

static void check_round(double value, double up, double down) {
    CHECK_NEAR(wafti_round_value(wafti_round_up(value)), up, 1e-12 * up);
    CHECK_NEAR(wafti_round_value(wafti_round_down(value)), down, 1e-12 * down);
}

static void rounds_to_one_two_five(void) {
    check_round(1.0, 1.0, 1.0);
    check_round(1.2, 2.0, 1.0);
    check_round(3.0, 5.0, 2.0);
    check_round(5.1, 10.0, 5.0);
    check_round(9.99, 10.0, 5.0);
    check_round(1000.0, 1000.0, 1000.0);
    check_round(0.001, 0.001, 0.001);
    check_round(0.07, 0.1, 0.05);
    check_round(4.2e-7, 5e-7, 2e-7);
    check_round(2.5e8, 5e8, 2e8);
}

static void check_decimal(long long count, int tens, const char* want) {
    char text[32];
    wafti_decimal_text(text, sizeof text, count, tens);
    CHECK_TEXT(text, want);
}

static void writes_decimals(void) {
    check_decimal(0, -2, "0");
    check_decimal(0, 2, "0");
    check_decimal(240, -2, "2.40");
    check_decimal(5, -3, "0.005");
    check_decimal(-15, -1, "-1.5");
    check_decimal(-5, -1, "-0.5");
    check_decimal(7, 2, "700");
}

static void check_length(int digit, int tens, const char* want) {
    char text[32];
    wafti_length_text(text, sizeof text, (wafti_round){digit, tens});
    CHECK_TEXT(text, want);
}

static void chooses_units(void) {
    check_length(2, 3, "2 km");
    check_length(5, 2, "500 m");
    check_length(1, 0, "1 m");
    check_length(5, -1, "50 cm");
    check_length(1, -2, "1 cm");
    check_length(5, -3, "5 mm");
    check_length(2, -4, "0.2 mm");
}

static const test_case cases[] = {
    {"rounds_to_one_two_five", rounds_to_one_two_five},
    {"writes_decimals", writes_decimals},
    {"chooses_units", chooses_units},
};

TEST_MAIN(cases)
