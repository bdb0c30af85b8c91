// SPDX-License-Identifier: MIT
#include "test.h"
#include "unit/water_fixture.h"

static double stat_of(const waft_water* water, const char* name) {
    waft_stat stats[32];
    const size_t count = wafti_water_stats(water, stats, 32);
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(stats[i].name, name) == 0) {
            return stats[i].value;
        }
    }
    return NAN;
}

static water_fixture* open_pond(bool sloping) {
    waft_train_def train = waft_train_def_default();
    train.length = 2.5f;
    train.amplitude = 0.1f;
    waft_water_def def = waft_water_def_default();
    def.cells[0] = 128;
    def.cells[1] = 16;
    def.level = 3.0f;
    def.depth = 5.0f;
    def.density = 1000.0f;
    if (sloping) {
        def.terrain.kind = WAFT_TERRAIN_SLOPE;
        def.terrain.low = -2.0f;
        def.terrain.high = 8.0f;
        def.terrain.to = 10.0f;
    }
    def.trains = &train;
    def.train_count = 1;
    return water_fixture_open(&def, 1);
}

static void figures_are_those_of_linear_waves(void) {
    water_fixture* f = open_pond(false);
    CHECK(water_fixture_step(f) == WAFT_OK);
    const waft_airy airy = wafti_water_live(f->water, 0)->airy;
    // Half of rho g A^2 / 2 over 100 m2 of each kind.
    const double energy = 0.25 * 1000.0 * 9.81 * 0.01 * 100.0;
    CHECK_NEAR(stat_of(f->water, "water.kinetic_energy"), energy, 1e-4 * energy);
    CHECK_NEAR(stat_of(f->water, "water.potential_energy"), energy, 1e-4 * energy);
    CHECK_NEAR(stat_of(f->water, "water.steepness"), 0.1 * airy.wavenumber, 1e-5);
    CHECK_NEAR(
        stat_of(f->water, "water.level_max") - stat_of(f->water, "water.level_min"), 0.2, 2e-3);
    // Mean over rest points: the orbits' mean is zero, the added level remains.
    CHECK_NEAR(stat_of(f->water, "water.level_mean"), 3.0 + 0.5 * airy.wavenumber * 0.01, 1e-5);
    CHECK_NEAR(stat_of(f->water, "water.breaking_share"), 0.0, 0.0);
    CHECK_NEAR(stat_of(f->water, "water.train_count"), 1.0, 0.0);
    water_fixture_close(f);
}

static void land_does_not_count(void) {
    water_fixture* f = open_pond(true);
    CHECK(water_fixture_step(f) == WAFT_OK);
    CHECK_NEAR(f->water->wet_area, 50.0, 1.0);
    CHECK(stat_of(f->water, "water.kinetic_energy") < 0.7 * 0.25 * 1000.0 * 9.81 * 0.01 * 100.0);
    CHECK(stat_of(f->water, "water.breaking_share") > 0.0);
    CHECK(stat_of(f->water, "water.breaking_share") < 0.2);
    water_fixture_close(f);
}

static void a_short_array_is_filled_as_far_as_it_goes(void) {
    water_fixture* f = open_pond(false);
    waft_stat stats[3] = {{0}};
    const size_t count = wafti_water_stats(f->water, stats, 2);
    CHECK(count > 2);
    CHECK(stats[1].name != NULL);
    CHECK(stats[2].name == NULL);
    CHECK(wafti_water_stats(f->water, NULL, 0) == count);
    water_fixture_close(f);
}

static const test_case cases[] = {
    {"figures_are_those_of_linear_waves", figures_are_those_of_linear_waves},
    {"land_does_not_count", land_does_not_count},
    {"a_short_array_is_filled_as_far_as_it_goes", a_short_array_is_filled_as_far_as_it_goes},
};
TEST_MAIN(cases)
