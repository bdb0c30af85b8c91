// SPDX-License-Identifier: MIT
#include "water/shoal.h"

#include "test.h"
#include "unit/water_fixture.h"

static const double frequency = WAFTI_TWO_PI / 8.0;

static waft_water_def beach(int32_t nx, int32_t nz) {
    waft_water_def def = waft_water_def_default();
    def.size = (waft_vec2){400.0f, 100.0f};
    def.cells[0] = nx;
    def.cells[1] = nz;
    def.terrain.kind = WAFT_TERRAIN_SLOPE;
    def.terrain.low = -20.0f;
    def.terrain.high = 1.0f;
    def.terrain.to = 400.0f;
    return def;
}

static water_fixture* open_train(waft_water_def def, waft_vec2 direction, float amplitude) {
    waft_train_def train = waft_train_def_default();
    train.period = 8.0f;
    train.direction = direction;
    train.amplitude = amplitude;
    def.trains = &train;
    def.train_count = 1;
    def.train_capacity = 1;
    return water_fixture_open(&def, 1);
}

static double k_of(double depth) {
    return wafti_airy_wavenumber(frequency, depth, 9.81);
}

static double group_of(double depth) {
    return wafti_airy_group_speed(frequency, k_of(depth), depth, 9.81);
}

static void energy_and_direction_follow_snell_on_a_beach(void) {
    waft_water_def def = beach(400, 50);
    def.breaking = WAFT_BREAKING_NONE;
    def.offshore_depth = 1000.0f;
    water_fixture* f = open_train(def, (waft_vec2){0.866025404f, 0.5f}, 0.5f);
    const wafti_shoal* shoal = &f->water->trains[0].shoal;
    const double k_along = k_of(1000.0) * 0.5;
    for (int32_t i = 20; i < 370; i += 35) {
        const ptrdiff_t cell = wafti_grid_index(&f->water->grid, i, 25);
        const double depth = (double)f->water->still[cell];
        const double cosine = sqrt(1.0 - k_along * k_along / (k_of(depth) * k_of(depth)));
        const double exact = sqrt(group_of(1000.0) / group_of(depth)) * sqrt(0.866025404 / cosine);
        CHECK_NEAR((double)shoal->gain[cell] / exact, 1.0, 4e-3);
        CHECK_NEAR((double)shoal->kz[cell] / k_along, 1.0, 2e-3);
        CHECK_NEAR(hypot((double)shoal->kx[cell], (double)shoal->kz[cell]), k_of(depth), 1e-6);
    }
    water_fixture_close(f);
}

static void any_direction_is_as_good_as_another(void) {
    // The same beach met head-on from four sides.
    const waft_vec2 direction[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    double gain[4];
    for (int n = 0; n < 4; ++n) {
        waft_water_def def = beach(120, 120);
        def.size = (waft_vec2){400.0f, 400.0f};
        def.terrain.direction = direction[n];
        water_fixture* f = open_train(def, direction[n], 0.5f);
        const int32_t i = n == 0 ? 90 : (n == 1 ? 29 : 60);
        const int32_t j = n == 2 ? 90 : (n == 3 ? 29 : 60);
        gain[n] = (double)f->water->trains[0].shoal.gain[wafti_grid_index(&f->water->grid, i, j)];
        water_fixture_close(f);
    }
    CHECK(gain[0] > 0.9);
    for (int n = 1; n < 4; ++n) {
        CHECK_NEAR(gain[n], gain[0], 1e-5);
    }
}

static void broken_waves_stay_broken(void) {
    // A bar at 1 m, then 10 m of water behind it.
    enum { N = 200 };
    float map[N];
    for (int i = 0; i < N; ++i) {
        map[i] = i > 80 && i < 120 ? -1.0f : -10.0f;
    }
    waft_water_def def = beach(N, 1);
    def.terrain.kind = WAFT_TERRAIN_MAP;
    def.terrain.map = map;
    def.terrain.map_size[0] = N;
    def.terrain.map_size[1] = 1;
    def.breaking = WAFT_BREAKING_MCCOWAN;
    water_fixture* f = open_train(def, (waft_vec2){1.0f, 0.0f}, 1.0f);
    const wafti_shoal* shoal = &f->water->trains[0].shoal;
    const double limit = 0.39 * 1.0 / (double)shoal->gain[100];
    CHECK_NEAR(shoal->cap[100], limit, 1e-4);
    CHECK_NEAR(shoal->cap[150], limit, 1e-4);
    CHECK(shoal->cap[50] > 3.0f);
    CHECK_NEAR(shoal->least_cap, limit, 1e-4);
    water_fixture_close(f);
}

static void land_is_still_and_the_shore_fades(void) {
    water_fixture* f = open_train(beach(400, 4), (waft_vec2){1.0f, 0.0f}, 0.5f);
    const wafti_train* train = &f->water->trains[0];
    for (int32_t i = 0; i < 400; ++i) {
        const double still = (double)f->water->still[i];
        const double gain = (double)train->shoal.gain[i];
        CHECK(still > 0.0 ? gain > 0.0 : gain == 0.0);
        // The amplitude of a slide breaker never exceeds the depth.
        const double amplitude = gain * fmin(0.5, (double)train->shoal.cap[i]);
        CHECK(amplitude <= fmax(still, 0.0) + 1e-4 || still > 0.8);
    }
    water_fixture_close(f);
}

static void rings_spread_over_a_slope(void) {
    waft_train_def train = waft_train_def_default();
    train.shape = WAFT_TRAIN_POINT;
    train.center = (waft_vec2){50.0f, 50.0f};
    train.length = 8.0f;
    train.amplitude = 0.05f;
    waft_water_def def = waft_water_def_default();
    def.size = (waft_vec2){100.0f, 100.0f};
    def.cells[0] = 200;
    def.cells[1] = 200;
    // Nearly flat, so that the answer is that of a flat bed.
    def.terrain.kind = WAFT_TERRAIN_SLOPE;
    def.terrain.low = -30.0f;
    def.terrain.high = -30.001f;
    def.terrain.to = 100.0f;
    def.trains = &train;
    def.train_count = 1;
    water_fixture* f = water_fixture_open(&def, 1);
    const wafti_shoal* shoal = &f->water->trains[0].shoal;
    const double k = f->water->trains[0].airy.wavenumber;
    for (int n = 0; n < 16; ++n) {
        const double angle = 0.2 + WAFTI_TWO_PI * n / 16.0;
        const int32_t i = (int32_t)(100.0 + 70.0 * cos(angle));
        const int32_t j = (int32_t)(100.0 + 70.0 * sin(angle));
        const ptrdiff_t cell = wafti_grid_index(&f->water->grid, i, j);
        const double rx = wafti_grid_x(&f->water->grid, i) - 50.0;
        const double rz = wafti_grid_z(&f->water->grid, j) - 50.0;
        const double r = hypot(rx, rz);
        CHECK_NEAR(shoal->gain[cell], sqrt(8.0 / r), 0.02);
        CHECK_NEAR(remainder((double)shoal->phase[cell] - k * r, WAFTI_TWO_PI), 0.0, 0.01);
        CHECK_NEAR((double)shoal->kx[cell], k * rx / r, 0.005 * k);
    }
    water_fixture_close(f);
}

static void very_long_waves_keep_their_amplitude(void) {
    // L0 / 2000 is 281 m, five times the depth.
    waft_train_def train = waft_train_def_default();
    train.period = 600.0f;
    waft_water_def def = beach(100, 1);
    def.size.x = 40000.0f;
    def.terrain.low = -50.0f;
    def.terrain.high = -25.0f;
    def.terrain.to = 40000.0f;
    def.trains = &train;
    def.train_count = 1;
    water_fixture* f = water_fixture_open(&def, 1);
    const wafti_train* made = &f->water->trains[0];
    CHECK_NEAR(made->shoal.gain[0], 1.0, 1e-6);
    CHECK_NEAR(made->shoal.kx[0], made->airy.wavenumber, 1e-6 * made->airy.wavenumber);
    // Green's law.
    const double ratio = (double)f->water->still[0] / (double)f->water->still[99];
    CHECK_NEAR(made->shoal.gain[99], pow(ratio, 0.25), 1e-3);
    water_fixture_close(f);
}

static void rings_reach_a_single_row(void) {
    waft_train_def train = waft_train_def_default();
    train.shape = WAFT_TRAIN_POINT;
    train.center = (waft_vec2){100.0f, 5.0f};
    train.length = 4.0f;
    waft_water_def def = beach(200, 1);
    def.trains = &train;
    def.train_count = 1;
    water_fixture* f = water_fixture_open(&def, 1);
    const wafti_shoal* shoal = &f->water->trains[0].shoal;
    for (int32_t i = 0; i < 200; ++i) {
        CHECK(isfinite(shoal->phase[i]) && isfinite(shoal->gain[i]) && isfinite(shoal->kx[i]));
    }
    CHECK(shoal->gain[60] > 0.0f);
    CHECK(shoal->kx[60] > 0.0f && shoal->kx[20] < 0.0f);
    CHECK(water_fixture_step(f) == WAFT_OK);
    water_fixture_close(f);
}

static void without_refraction_only_depth_counts(void) {
    waft_water_def def = beach(200, 40);
    def.refraction_amplitude = false;
    def.breaking = WAFT_BREAKING_NONE;
    water_fixture* f = open_train(def, (waft_vec2){1.0f, 1.0f}, 0.5f);
    const ptrdiff_t cell = wafti_grid_index(&f->water->grid, 150, 20);
    const double depth = (double)f->water->still[cell];
    const double reference = (double)f->water->still[0];
    CHECK_NEAR(
        f->water->trains[0].shoal.gain[cell], sqrt(group_of(reference) / group_of(depth)), 1e-5);
    water_fixture_close(f);
}

static const test_case cases[] = {
    {"energy_and_direction_follow_snell_on_a_beach", energy_and_direction_follow_snell_on_a_beach},
    {"any_direction_is_as_good_as_another", any_direction_is_as_good_as_another},
    {"broken_waves_stay_broken", broken_waves_stay_broken},
    {"land_is_still_and_the_shore_fades", land_is_still_and_the_shore_fades},
    {"rings_spread_over_a_slope", rings_spread_over_a_slope},
    {"very_long_waves_keep_their_amplitude", very_long_waves_keep_their_amplitude},
    {"rings_reach_a_single_row", rings_reach_a_single_row},
    {"without_refraction_only_depth_counts", without_refraction_only_depth_counts},
};
TEST_MAIN(cases)
