// SPDX-License-Identifier: MIT
// Weakly compressible particles, src/liquid/wcsph.c.
#include "test.h"
#include "unit/cloud_fixture.h"

static liquid_fixture open_plain(waft_liquid_eos eos) {
    waft_liquid_def def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
    def.method = WAFT_LIQUID_WCSPH;
    def.sound_speed = 20.0f;
    def.eos = eos;
    def.max_particles = 1000;
    return liquid_open(&def, 0.01, 9.81f, 1);
}

static void what_is_alone_falls(void) {
    liquid_fixture f = open_plain(WAFT_LIQUID_LINEAR);
    const waft_vec3 place = {1.0f, 1.5f, 1.0f};
    const waft_vec3 velocity = {0.5f, 0.0f, 0.0f};
    CHECK(waft_liquid_add_particles(f.liquid, &place, &velocity, 1) == WAFT_OK);
    for (int n = 0; n < 20; ++n) {
        liquid_step(&f);
    }
    const waft_liquid_view view = waft_liquid_get_view(f.liquid);
    CHECK_NEAR(view.velocity[1][0], -9.81 * 0.2, 1e-4);
    CHECK_NEAR(view.position[0][0], 1.1, 1e-5);
    // Symplectic Euler falls half a sub-step ahead.
    CHECK_NEAR(view.position[1][0], 1.5 - 0.5 * 9.81 * 0.04, 0.5 * 9.81 * 0.2 * 0.003);
    CHECK(view.pressure[0] == 0.0f);
    liquid_close(&f);
}

static void pressure_follows_density(waft_liquid_eos eos) {
    liquid_fixture f = open_plain(eos);
    (void)liquid_block(&f, 0.0f, 0.0f, 0.0f, 0.8f, 0.8f, 0.8f);
    waft_liquid* liquid = f.liquid;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        liquid->now.x[1][i] *= 0.95f;
    }
    liquid->sound = 20.0;
    wafti_liquid_sort(liquid);
    CHECK(wafti_liquid_wcsph(liquid, 0.0, 0.0001) == WAFT_OK);
    int pressed = 0;
    double worst = 0.0;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        const double rh = (double)liquid->rh[i];
        const double law = eos == WAFT_LIQUID_TAIT ? (pow(rh, 7.0) - 1.0) / 7.0 : rh - 1.0;
        const double want = fmax(0.0, 400.0 * law) / (rh * rh);
        pressed += want > 1.0;
        worst = fmax(worst, fabs((double)liquid->now.k[i] - want));
    }
    CHECK(pressed > 100);
    CHECK(worst < 1e-3);
    liquid_close(&f);
}

static void both_laws(void) {
    pressure_follows_density(WAFT_LIQUID_LINEAR);
    pressure_follows_density(WAFT_LIQUID_TAIT);
}

static void tells_of_too_many_substeps(void) {
    waft_liquid_def def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
    def.method = WAFT_LIQUID_WCSPH;
    def.sound_speed = 1e5f;
    liquid_fixture f = liquid_open(&def, 0.1, 9.81f, 1);
    (void)liquid_block(&f, 0.0f, 0.0f, 0.0f, 0.5f, 0.5f, 0.5f);
    CHECK(waft_world_step(f.world) == WAFT_ERR_DIVERGED);
    CHECK(strstr(waft_world_error(f.world), "rule of sound") != NULL);
    liquid_close(&f);
}

static void neighbours_are_counted(void) {
    liquid_fixture f = open_plain(WAFT_LIQUID_LINEAR);
    const waft_vec3 places[3] = {{1.0f, 1.0f, 1.0f}, {1.15f, 1.0f, 1.0f}, {1.3f, 1.0f, 1.0f}};
    CHECK(waft_liquid_add_particles(f.liquid, places, NULL, 3) == WAFT_OK);
    liquid_step(&f);
    CHECK_NEAR(waft_liquid_get_stats(f.liquid).mean_neighbors, 4.0 / 3.0, 1e-12);
    liquid_close(&f);
}

static const test_case cases[] = {
    {"neighbours_are_counted", neighbours_are_counted},
    {"what_is_alone_falls", what_is_alone_falls},
    {"both_laws", both_laws},
    {"tells_of_too_many_substeps", tells_of_too_many_substeps},
};

TEST_MAIN(cases)
