// SPDX-License-Identifier: MIT
// Heights over cell centres against waft_water_query(), which evaluates the waves themselves.
#include "hooks.h"

#include <waft/export.h>

enum { MOST_CELLS = 256 * 256 };

static float heights[MOST_CELLS];

typedef struct errors {
    double worst;      // m, of the heights
    double worst_rest; // m, of the level field, which is what rests there
} errors;

static waft_field level_of(const waft_water* water) {
    waft_field level;
    CHECK(waft_water_field(water, WAFT_WATER_LEVEL, &level) == WAFT_OK);
    return level;
}

// The farther in from the edges, the less does it matter what is assumed beyond them.
static errors compare(const waft_water* water, int32_t margin) {
    const waft_field level = level_of(water);
    const int32_t nx = level.size[0];
    const int32_t nz = level.size[2];
    CHECK(waft_water_heights(water, heights, MOST_CELLS) == WAFT_OK);
    errors e = {0.0, 0.0};
    for (int32_t k = nz == 1 ? 0 : margin; k < (nz == 1 ? 1 : nz - margin); ++k) {
        for (int32_t i = margin; i < nx - margin; ++i) {
            const waft_vec3 point = {level.origin.x + (float)i * level.spacing.x, 99.0f,
                level.origin.z + (float)k * level.spacing.z};
            waft_water_sample sample;
            CHECK(waft_water_query(water, &point, 1, &sample) == WAFT_OK);
            e.worst = fmax(e.worst, fabs((double)heights[i + k * nx] - (double)sample.level));
            e.worst_rest = fmax(
                e.worst_rest, fabs((double)waft_field_at(&level, i, 0, k) - (double)sample.level));
        }
    }
    return e;
}

static waft_world* water_of(
    const waft_train_def* trains, size_t count, int32_t nx, int32_t nz, waft_wave_mode mode) {
    const waft_world_def world_def = waft_world_def_default();
    waft_water_def def = waft_water_def_default();
    def.trains = trains;
    def.train_count = count;
    def.cells[0] = nx;
    def.cells[1] = nz;
    def.depth = 20.0f;
    def.mode = mode;
    def.breaking = WAFT_BREAKING_NONE;
    waft_world* world = make_world(&world_def, &def);
    take_steps(world, 37);
    return world;
}

static const double two_pi = 6.283185307179586;

// 10 m in 200 cells: 40 cells a wave length of 2 m.
static void a_resolved_train(void) {
    const waft_train_def train = {.direction = {1.0f, 0.4f},
        .amplitude = (float)(0.3 * 2.0 / two_pi),
        .length = 2.0f,
        .phase = 0.3f};
    waft_world* world = water_of(&train, 1, 200, 200, WAFT_WAVE_GERSTNER);
    const errors e = compare(waft_world_water(world), 4);
    CHECK(e.worst < 3e-3 * (double)train.amplitude);
    CHECK(e.worst_rest > 0.1 * (double)train.amplitude);
    waft_world_destroy(world);
}

// The sum of k A is 0.8: crests are sharp, and the map from rest to place nearly folds.
static void steep_trains(void) {
    waft_train_def trains[3];
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        const double length = 4.0 - i;
        const double steepness = i == 0 ? 0.4 : 0.2;
        trains[i] = (waft_train_def){.direction = {1.0f, 0.5f * (float)i - 0.4f},
            .amplitude = (float)(steepness * length / two_pi),
            .length = (float)length,
            .phase = (float)i};
        sum += (double)trains[i].amplitude;
    }
    waft_world* world = water_of(trains, 3, 256, 256, WAFT_WAVE_GERSTNER);
    const errors e = compare(waft_world_water(world), 16);
    CHECK(e.worst < 1e-3 * sum);
    CHECK(e.worst_rest > 0.3 * sum);
    waft_world_destroy(world);
    // One train as steep: the sharpest crest that there is.
    trains[0].amplitude *= 2.0f;
    world = water_of(trains, 1, 256, 256, WAFT_WAVE_GERSTNER);
    CHECK(compare(waft_world_water(world), 20).worst < 1e-3 * (double)trains[0].amplitude);
    waft_world_destroy(world);
}

static void one_row(void) {
    const waft_train_def train = {
        .direction = {-1.0f, 0.0f}, .amplitude = 0.1f, .length = 2.0f, .phase = 1.0f};
    waft_world* world = water_of(&train, 1, 200, 1, WAFT_WAVE_GERSTNER);
    CHECK(compare(waft_world_water(world), 4).worst < 3e-3 * (double)train.amplitude);
    waft_world_destroy(world);
    // Along z there is nothing to look for.
    const waft_train_def across = {.direction = {0.0f, 1.0f}, .amplitude = 0.1f, .length = 2.0f};
    world = water_of(&across, 1, 16, 1, WAFT_WAVE_GERSTNER);
    const waft_field level = level_of(waft_world_water(world));
    CHECK(waft_water_heights(waft_world_water(world), heights, 16) == WAFT_OK);
    for (int32_t i = 0; i < 16; ++i) {
        CHECK(heights[i] == waft_field_at(&level, i, 0, 0));
    }
    waft_world_destroy(world);
}

// Beyond the outermost centres the surface is taken to go on as it is there: heights stay within
// those of the level.
static void edges_stay_in_range(void) {
    const waft_train_def train = {.direction = {1.0f, 1.0f}, .amplitude = 0.7f, .length = 6.0f};
    waft_world* world = water_of(&train, 1, 100, 80, WAFT_WAVE_GERSTNER);
    const waft_field level = level_of(waft_world_water(world));
    float low = INFINITY;
    float high = -INFINITY;
    for (int32_t n = 0; n < 8000; ++n) {
        const float value = waft_field_at(&level, n % 100, 0, n / 100);
        low = fminf(low, value);
        high = fmaxf(high, value);
    }
    CHECK(waft_water_heights(waft_world_water(world), heights, 8000) == WAFT_OK);
    for (int32_t n = 0; n < 8000; ++n) {
        CHECK(heights[n] >= low && heights[n] <= high);
    }
    waft_world_destroy(world);
}

static void unmoved_points_keep_their_level(void) {
    const waft_wave_mode modes[] = {WAFT_WAVE_NORMAL, WAFT_WAVE_HEIGHT};
    for (int m = 0; m < 2; ++m) {
        waft_world* world = water_of(test_trains, 3, 48, 40, modes[m]);
        const waft_field level = level_of(waft_world_water(world));
        CHECK(waft_water_heights(waft_world_water(world), heights, 1920) == WAFT_OK);
        for (int32_t n = 0; n < 48 * 40; ++n) {
            CHECK(heights[n] == waft_field_at(&level, n % 48, 0, n / 48));
        }
        waft_world_destroy(world);
    }
}

// Under land the surface lies still.
static void land_keeps_its_level(void) {
    const waft_world_def world_def = waft_world_def_default();
    const waft_water_def def = shore_water_def();
    waft_world* world = make_world(&world_def, &def);
    take_steps(world, 50);
    const waft_water* water = waft_world_water(world);
    const waft_field level = level_of(water);
    waft_field bed;
    CHECK(waft_water_field(water, WAFT_WATER_BED, &bed) == WAFT_OK);
    CHECK(waft_water_heights(water, heights, MOST_CELLS) == WAFT_OK);
    int32_t dry = 0;
    int32_t changed = 0;
    for (int32_t n = 0; n < bed.size[0] * bed.size[2]; ++n) {
        const int32_t i = n % bed.size[0];
        const int32_t k = n / bed.size[0];
        const bool same = heights[n] == waft_field_at(&level, i, 0, k);
        changed += !same;
        if (waft_field_at(&bed, i, 0, k) > 0.05f) {
            ++dry;
            CHECK(same);
        }
    }
    CHECK(dry > 100);
    CHECK(changed > 1000);
    waft_world_destroy(world);
}

static void refusals(void) {
    waft_world* world = water_of(test_trains, 1, 16, 16, WAFT_WAVE_GERSTNER);
    const waft_water* water = waft_world_water(world);
    CHECK(waft_water_heights(NULL, heights, 256) == WAFT_ERR_ARGUMENT);
    CHECK(waft_water_heights(water, NULL, 256) == WAFT_ERR_ARGUMENT);
    CHECK(waft_water_heights(water, heights, 255) == WAFT_ERR_ARGUMENT);
    CHECK(waft_water_heights(water, heights, 256) == WAFT_OK);
    waft_world_destroy(world);
}

static const test_case cases[] = {
    {"a_resolved_train", a_resolved_train},
    {"steep_trains", steep_trains},
    {"one_row", one_row},
    {"edges_stay_in_range", edges_stay_in_range},
    {"unmoved_points_keep_their_level", unmoved_points_keep_their_level},
    {"land_keeps_its_level", land_keeps_its_level},
    {"refusals", refusals},
};

TEST_MAIN(cases)
