// SPDX-License-Identifier: MIT
// The local update of k and eps: row keps-decay of docs/spec/smoke.md#verification and row
// wake-local-update of docs/spec/bodies.md#verification.
#include "grid/keps.h"
#include "test.h"

typedef void update_function(double production, double dt, double* k, double* eps);

static void run(
    update_function* update, double production, int steps, double time, double* k, double* eps) {
    for (int step = 0; step < steps; ++step) {
        update(production, time / steps, k, eps);
    }
}

static void test_decay(void) {
    const int counts[] = {1, 3, 100};
    for (int c = 0; c < 3; ++c) {
        double k = 1.0;
        double eps = 2.0;
        run(wafti_keps_update, 0.0, counts[c], 1.0, &k, &eps);
        CHECK_NEAR(k, 0.3215605, 1e-6 * 0.3215605);
        CHECK_NEAR(eps, 0.2264510, 1e-6 * 0.2264510);
        // chi0 t = 10: k = k0 (1 + 0.92 chi0 t)^(-1 / 0.92)
        k = 1.0;
        eps = 2.0;
        run(wafti_keps_update, 0.0, counts[c], 5.0, &k, &eps);
        CHECK_NEAR(k, pow(10.2, -1.0 / 0.92), 1e-7);
        CHECK_NEAR(eps, 2.0 * pow(10.2, -1.92 / 0.92), 1e-7);
    }
}

// chi stays where production balances it, at G / eps = 0.92 / 0.44.
static void test_balance(void) {
    const double production = 4.0 * 0.92 / 0.44;
    const int counts[] = {1, 7};
    for (int c = 0; c < 2; ++c) {
        double k = 1.0;
        double eps = 2.0;
        run(wafti_keps_update, production, counts[c], 1.0, &k, &eps);
        CHECK_NEAR(eps / k, 2.0, 1e-9);
        CHECK_NEAR(k, 8.862405, 1e-6 * 8.862405);
    }
}

// Any number of steps gives the same, and small steps of Euler come to it at first order.
static void test_against_euler(void) {
    double k = 0.7;
    double eps = 0.4;
    run(wafti_keps_update, 3.0, 1, 0.8, &k, &eps);
    double many_k = 0.7;
    double many_eps = 0.4;
    run(wafti_keps_update, 3.0, 50, 0.8, &many_k, &many_eps);
    CHECK_NEAR(many_k, k, 1e-12);
    CHECK_NEAR(many_eps, eps, 1e-12);
    double error[2];
    for (int n = 0; n < 2; ++n) {
        double euler_k = 0.7;
        double euler_eps = 0.4;
        run(wafti_keps_update_euler, 3.0, 400 << n, 0.8, &euler_k, &euler_eps);
        error[n] = fabs(euler_k - k);
    }
    CHECK_NEAR(error[0] / error[1], 2.0, 0.05);
}

static void test_extremes(void) {
    const double productions[] = {0.0, 1e-30, 1e-9, 1.0, 1e6, 1e12};
    for (int p = 0; p < 6; ++p) {
        double k = 1e-12;
        double eps = 1e-12;
        wafti_keps_update(productions[p], 1.0, &k, &eps);
        CHECK(isfinite(k) && k > 0.0 && isfinite(eps) && eps > 0.0);
        k = 1.5;
        eps = 3.0;
        wafti_keps_update(productions[p], 1e3, &k, &eps);
        CHECK(isfinite(k) && k > 0.0 && isfinite(eps) && eps > 0.0);
    }
    double k = 1.0;
    double eps = 50.0;
    wafti_keps_update_euler(0.0, 1.0, &k, &eps);
    CHECK(k > 0.0 && eps > 0.0);
}

static const test_case cases[] = {
    {"decay", test_decay},
    {"balance", test_balance},
    {"against_euler", test_against_euler},
    {"extremes", test_extremes},
};
TEST_MAIN(cases)
