// SPDX-License-Identifier: MIT
#include "set_water.h"
#include "test.h"
#include "water_fixture.h"

enum { MOST_WAVES = 8 };

static const waft_train_def sea_trains[] = {
    {.direction = {1.0f, 0.3f}, .amplitude = 0.12f, .length = 5.0f},
    {.direction = {-0.4f, 1.0f}, .amplitude = 0.05f, .period = 1.3f, .phase = 2.0f},
    {.direction = {0.2f, -1.0f}, .amplitude = 0.02f, .wavenumber = 6.0f, .phase = -9.0f},
};

static waft_water_def sea_def(void) {
    waft_water_def def = waft_water_def_default();
    def.origin = (waft_vec2){-7.0f, 3.0f};
    def.size = (waft_vec2){20.0f, 14.0f};
    def.cells[0] = 37;
    def.cells[1] = 23;
    def.level = 0.75f;
    def.trains = sea_trains;
    def.train_count = sizeof(sea_trains) / sizeof(sea_trains[0]);
    return def;
}

typedef struct point {
    double y, shift_x, shift_z;
} point;

// The surface as the header describes it.
static point sum_waves(const waft_sea_wave* waves, size_t count, double level, double x, double z) {
    point p = {level, 0.0, 0.0};
    for (size_t n = 0; n < count; ++n) {
        const waft_sea_wave* wave = &waves[n];
        const double kx = (double)wave->kx;
        const double kz = (double)wave->kz;
        const double theta = kx * x + kz * z + (double)wave->phase;
        const double back = (double)wave->reach * sin(theta) / hypot(kx, kz);
        p.y += (double)wave->amplitude * cos(theta);
        p.shift_x -= kx * back;
        p.shift_z -= kz * back;
    }
    return p;
}

static waft_field field_of(const waft_water* water, waft_water_field_kind kind) {
    waft_field field = {0};
    CHECK(waft_water_field(water, kind, &field) == WAFT_OK);
    return field;
}

// Greatest distance of the sum from the drawn fields, over the sum of amplitudes.
static double worst_error(const waft_water* water) {
    waft_sea_wave waves[MOST_WAVES];
    float level = 0.0f;
    const size_t count = waft_water_sea(water, waves, MOST_WAVES, &level);
    CHECK(count == waft_water_train_count(water));
    double amplitudes = 0.0;
    for (size_t n = 0; n < count; ++n) {
        amplitudes += (double)waves[n].amplitude;
        CHECK(fabs((double)waves[n].phase) <= 3.1415928);
    }
    const waft_field y = field_of(water, WAFT_WATER_LEVEL);
    const waft_field sx = field_of(water, WAFT_WATER_SHIFT_X);
    const waft_field sz = field_of(water, WAFT_WATER_SHIFT_Z);
    double worst = 0.0;
    for (int32_t j = 0; j < y.size[2]; ++j) {
        for (int32_t i = 0; i < y.size[0]; ++i) {
            const double x = (double)y.origin.x + i * (double)y.spacing.x;
            const double z = (double)y.origin.z + j * (double)y.spacing.z;
            const point p = sum_waves(waves, count, (double)level, x, z);
            worst = fmax(worst, fabs(p.y - (double)waft_field_at(&y, i, 0, j)));
            worst = fmax(worst, fabs(p.shift_x - (double)waft_field_at(&sx, i, 0, j)));
            worst = fmax(worst, fabs(p.shift_z - (double)waft_field_at(&sz, i, 0, j)));
        }
    }
    return worst / amplitudes;
}

static void check_over_time(const waft_water_def* def) {
    water_fixture* f = water_fixture_open(def, 1);
    if (!CHECK(f->water != NULL)) {
        (void)fprintf(stderr, "  %s\n", f->error.sentence);
    } else {
        CHECK_NEAR(worst_error(f->water), 0.0, 1e-4);
        f->steps = 123456; // half an hour on, where phases have turned often
        for (int i = 0; i < 3; ++i) {
            CHECK(water_fixture_step(f) == WAFT_OK);
            CHECK_NEAR(worst_error(f->water), 0.0, 1e-4);
        }
    }
    water_fixture_close(f);
}

static void waves_add_up_to_the_surface(void) {
    waft_water_def def = sea_def();
    check_over_time(&def);
    def.keep_level = false;
    check_over_time(&def);
    def.orbit = WAFT_ORBIT_DEEP;
    check_over_time(&def);
    def.mode = WAFT_WAVE_HEIGHT;
    check_over_time(&def);
    def.cells[1] = 1;
    check_over_time(&def);
}

// Breaking caps single trains, the clamp scales all of them: both are in what is drawn.
static void steep_seas(void) {
    waft_water_def def = sea_def();
    waft_train_def steep[3];
    memcpy(steep, sea_trains, sizeof(steep));
    steep[0].amplitude = 0.9f;
    steep[2].amplitude = 0.4f;
    def.trains = steep;
    check_over_time(&def);
    def.breaking = WAFT_BREAKING_NONE;
    check_over_time(&def);
    water_fixture* f = water_fixture_open(&def, 1);
    waft_sea_wave waves[MOST_WAVES];
    CHECK(waft_water_sea(f->water, waves, MOST_WAVES, NULL) == 3);
    CHECK(waves[0].amplitude < 0.5f * steep[0].amplitude);
    water_fixture_close(f);
}

// Amplitudes and phases may move while the world runs.
static void live_trains(void) {
    const waft_water_def def = sea_def();
    water_fixture* f = water_fixture_open(&def, 1);
    CHECK(set_water(f->water, "water.trains[0].amplitude", 0.03f) == WAFT_OK);
    CHECK(set_water(f->water, "water.trains[1].phase", 1.0f) == WAFT_OK);
    CHECK(water_fixture_step(f) == WAFT_OK);
    CHECK_NEAR(worst_error(f->water), 0.0, 1e-4);
    waft_sea_wave wave;
    CHECK(waft_water_sea(f->water, &wave, 1, NULL) == 3);
    CHECK(wave.amplitude == 0.03f);
    water_fixture_close(f);
}

static size_t waves_of(const waft_water_def* def, float* out_level) {
    water_fixture* f = water_fixture_open(def, 1);
    waft_sea_wave waves[MOST_WAVES];
    const size_t count = waft_water_sea(f->water, waves, MOST_WAVES, out_level);
    CHECK(waft_water_sea(f->water, NULL, 0, NULL) == count);
    water_fixture_close(f);
    return count;
}

static void surfaces_that_do_not_go_on(void) {
    waft_water_def def = sea_def();
    float level = 0.0f;
    CHECK(waves_of(&def, &level) == 3);
    CHECK(level > 0.75f);
    def.mode = WAFT_WAVE_NORMAL;
    CHECK(waves_of(&def, &level) == 0);
    CHECK(level == 0.75f);
    def = sea_def();
    def.terrain.kind = WAFT_TERRAIN_SLOPE;
    def.terrain.to = 20.0f;
    CHECK(waves_of(&def, &level) == 0);
    def = sea_def();
    waft_train_def trains[3];
    memcpy(trains, sea_trains, sizeof(trains));
    trains[1].shape = WAFT_TRAIN_POINT;
    def.trains = trains;
    CHECK(waves_of(&def, &level) == 0);
    CHECK(waft_water_sea(NULL, NULL, 0, &level) == 0);
}

static const test_case cases[] = {
    {"waves_add_up_to_the_surface", waves_add_up_to_the_surface},
    {"steep_seas", steep_seas},
    {"live_trains", live_trains},
    {"surfaces_that_do_not_go_on", surfaces_that_do_not_go_on},
};

TEST_MAIN(cases)
