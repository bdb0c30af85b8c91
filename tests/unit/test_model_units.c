// SPDX-License-Identifier: MIT
#include "body_fixture.h"
#include "test.h"

static void test_derived(void) {
    wafti_body_model m = body_ellipsoid(1100.0, 1000.0);
    CHECK(wafti_body_model_finish(&m));
    CHECK_NEAR(m.whole[0], m.mass + m.added[0], 1e-15);
    CHECK_NEAR(m.inverse[7] * m.whole[7], 1.0, 1e-14);
    CHECK_NEAR(m.stiffest[0], m.mass + m.added[14], 1e-14);
    CHECK_NEAR(m.stiffest[1], m.whole[35], 1e-14);
    CHECK_NEAR(m.munk, sqrt((m.added[0] - m.added[14]) / m.whole[35]), 1e-9 * m.munk);
    // A neutral body follows the fluid (docs/spec/bodies.md#moving-fluid).
    wafti_body_model neutral = body_ellipsoid(1000.0, 1000.0);
    CHECK(wafti_body_model_finish(&neutral));
    for (int i = 0; i < 18; ++i) {
        CHECK_NEAR(neutral.numbers.follow[i], i < 9 && i % 4 == 0 ? 1.0 : 0.0, 1e-14);
    }
    m.added[0] = -1.0;
    CHECK(!wafti_body_model_finish(&m));
}

// What scales as length to the fifth must not vanish in float: a body of 0.1 mm.
static void test_small_bodies(void) {
    wafti_body_model m = body_sphere(5e-5, 2500.0, (wafti_fluid){998.0, 1e-6});
    m.loads = WAFT_LOADS_COMPACT;
    CHECK(wafti_body_model_finish(&m));
    static wafti_body_model_float model;
    wafti_body_model_float_make(&m, &model);
    const wafti_body_numbers_float* n = &model.numbers;
    CHECK(n->inverse[15].lane[0] > 1.0f && n->inverse[15].lane[0] < 1e3f);
    CHECK(n->projected[0].lane[0] > 1e-2f && n->projected[0].lane[0] < 10.0f);
    CHECK(n->spin_stokes.lane[0] > 1e-3f);
    CHECK_NEAR(n->length.lane[0] * n->per_length.lane[0], 1.0, 0.0);
    CHECK(n->length.lane[0] > 5e-5f && n->length.lane[0] < 2e-4f);
}

static void test_course(void) {
    static const waft_turbulence_sample uneven[3] = {
        {0.0, 0.4, 0.01}, {1.0, 0.8, 0.02}, {8.0, 0.5, 0.03}};
    static const waft_turbulence_sample even[3] = {
        {0.0, 0.4, 0.01}, {4.0, 0.8, 0.02}, {8.0, 0.5, 0.03}};
    wafti_body_model m = body_sphere(0.01, 1200.0, (wafti_fluid){998.0, 1e-6});
    m.c0 = 6.0;
    m.speed = 0.1;
    m.late_chi = 0.5;
    m.late_eps = 0.03;
    m.history_count = 3;
    static wafti_body_model_float model;
    for (int i = 0; i < 2; ++i) {
        m.history = i == 0 ? even : uneven;
        CHECK(wafti_body_model_finish(&m));
        wafti_body_model_float_make(&m, &model);
        const wafti_body_course* c = &model.course;
        CHECK(c->last == (i == 0 ? 2.0f : (float)(WAFTI_BODY_NODES - 1)));
        for (int at = 0; at <= (int)c->last; ++at) {
            double alpha;
            double energy;
            wafti_body_noise_at(
                &m, (double)((float)at / c->per_node) * (1.0 - 1e-6), &alpha, &energy);
            CHECK_NEAR(c->alpha[at], alpha, 1e-4 * alpha);
            CHECK_NEAR(c->energy[at], energy, 1e-4 * energy);
        }
        CHECK_NEAR(c->late_alpha, (0.5 + 0.75 * 6.0) * 0.5 * 0.1 / m.longest, 1e-5);
    }
}

static const test_case cases[] = {
    {"derived", test_derived},
    {"small bodies", test_small_bodies},
    {"course", test_course},
};

TEST_MAIN(cases)
