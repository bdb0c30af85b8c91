// SPDX-License-Identifier: MIT
#include "body_fixture.h"
#include "test.h"

static const waft_turbulence_sample history[3] = {
    {0.0, 0.4, 0.01}, {1.0, 0.8, 0.02}, {8.0, 0.5, 0.03}};

static wafti_body_model falling(void) {
    wafti_body_model m = {.longest = 0.02,
        .speed = 0.1,
        .c0 = 6.0,
        .history = history,
        .history_count = 3,
        .late_chi = 0.55,
        .late_eps = 0.025,
        .fluid = {1.2, 1.5e-5}};
    return m;
}

static void check_at(const wafti_body_model* m, double age, double alpha, double energy) {
    double a;
    double e;
    wafti_body_noise_at(m, age, &a, &e);
    CHECK_NEAR(a, alpha, 1e-12 * alpha);
    CHECK_NEAR(e, energy, 1e-12 * energy);
}

static void test_history(void) {
    wafti_body_model m = falling();
    const double rate = 0.1 / 0.02;
    const double dissipation = 0.001 / 0.02;
    check_at(&m, 0.0, 5.0 * 0.4 * rate, 6.0 * 0.01 * dissipation);
    // t* = age U0 / d: halfway to the second sample, then halfway to the third.
    check_at(&m, 0.1, 5.0 * 0.6 * rate, 6.0 * 0.015 * dissipation);
    check_at(&m, 0.9, 5.0 * 0.65 * rate, 6.0 * 0.025 * dissipation);
    check_at(&m, 1.7, 5.0 * 0.55 * rate, 6.0 * 0.025 * dissipation);
    m.stationary = true;
    check_at(&m, 0.0, 4.5 * 0.4 * rate, 6.0 * 0.01 * dissipation);
}

static void test_fixed(void) {
    wafti_body_model m = falling();
    m.gust_rate = 28.0;
    m.gust_speed = 0.1;
    check_at(&m, 0.3, 28.0, 2.0 * 28.0 * 0.01);
}

static void test_taylor(void) {
    wafti_body_model m = falling();
    m.taylor = true;
    const double chi = 0.4 * 5.0;
    const double eps = 0.01 * 0.05;
    const double k = eps / chi;
    const double reynolds = sqrt(20.0 * k * k / (3.0 * eps * 1.5e-5));
    const double c0 = 6.5 * pow(1.0 + 140.0 * pow(reynolds, -4.0 / 3.0), -0.75);
    check_at(&m, 0.0, (0.5 + 0.75 * c0) * chi, c0 * eps);
}

static const test_case cases[] = {
    {"history", test_history},
    {"fixed", test_fixed},
    {"taylor", test_taylor},
};

TEST_MAIN(cases)
