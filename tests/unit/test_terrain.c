// SPDX-License-Identifier: MIT
#include "water/terrain.h"

#include "test.h"

enum { N = 20, ROOM = 64 * N };

static float heights[ROOM];

// A 10 m square of 20 by 20 cells at the origin, level 0.
static waft_water_def square(waft_terrain_kind kind) {
    waft_water_def def = waft_water_def_default();
    def.cells[0] = N;
    def.cells[1] = N;
    def.terrain.kind = kind;
    def.terrain.low = -2.0f;
    def.terrain.high = 1.0f;
    return def;
}

static wafti_grid fill(const waft_water_def* def) {
    const wafti_grid grid = wafti_grid_make(def->cells, (double)def->origin.x,
        (double)def->origin.y, (double)def->size.x, (double)def->size.y);
    (void)wafti_terrain_fill(def, &grid, 1, heights);
    return grid;
}

static double height_of(const wafti_grid* grid, int32_t i, int32_t j) {
    return (double)heights[wafti_grid_index(grid, i, j)];
}

static void slope_runs_along_its_direction(void) {
    waft_water_def def = square(WAFT_TERRAIN_SLOPE);
    def.terrain.from = 2.0f;
    def.terrain.to = 8.0f;
    wafti_grid grid = fill(&def);
    CHECK_NEAR(height_of(&grid, 0, 5), -2.0, 1e-6);
    CHECK_NEAR(height_of(&grid, 19, 5), 1.0, 1e-6);
    CHECK_NEAR(height_of(&grid, 10, 5), -2.0 + 3.0 * (5.25 - 2.0) / 6.0, 1e-5);
    // Along -z the lowest corner is at the far edge.
    def.terrain.direction = (waft_vec2){0.0f, -2.0f};
    grid = fill(&def);
    CHECK_NEAR(height_of(&grid, 5, 19), -2.0, 1e-6);
    CHECK_NEAR(height_of(&grid, 5, 0), 1.0, 1e-6);
}

static void one_height_is_that_of_the_field(void) {
    for (int kind = WAFT_TERRAIN_FLAT; kind < WAFT_TERRAIN_MAP; ++kind) {
        waft_water_def def = square((waft_terrain_kind)kind);
        def.level = 0.3f;
        const wafti_grid grid = wafti_grid_make(def.cells, 0.0, 0.0, 10.0, 10.0);
        const float quantum = wafti_terrain_fill(&def, &grid, 1, heights);
        for (int32_t n = 0; n < N; ++n) {
            CHECK_NEAR(wafti_terrain_height(
                           &def, 1, wafti_grid_x(&grid, n), wafti_grid_z(&grid, N - 1 - n)),
                height_of(&grid, n, N - 1 - n), 0.5 * (double)quantum);
        }
    }
}

static void beach_has_two_slopes(void) {
    waft_water_def def = square(WAFT_TERRAIN_BEACH);
    def.terrain.middle = -1.5f;
    def.terrain.from = 0.0f;
    def.terrain.bend = 6.0f;
    def.terrain.to = 10.0f;
    const wafti_grid grid = fill(&def);
    CHECK_NEAR(height_of(&grid, 5, 0), -2.0 + 0.5 * 2.75 / 6.0, 1e-5);
    CHECK_NEAR(height_of(&grid, 15, 0), -1.5 + 2.5 * 1.75 / 4.0, 1e-5);
}

static void round_shapes(void) {
    waft_water_def def = square(WAFT_TERRAIN_BOWL);
    def.terrain.center = (waft_vec2){5.25f, 5.25f};
    def.terrain.radius = 2.0f;
    wafti_grid grid = fill(&def);
    CHECK_NEAR(height_of(&grid, 10, 10), -2.0, 1e-6);
    CHECK_NEAR(height_of(&grid, 14, 10), 1.0, 1e-5);
    CHECK_NEAR(height_of(&grid, 10, 18), -2.0 + 3.0 * 4.0, 1e-4);
    def.terrain.kind = WAFT_TERRAIN_BUMP;
    grid = fill(&def);
    CHECK_NEAR(height_of(&grid, 10, 10), 1.0, 1e-6);
    CHECK_NEAR(height_of(&grid, 12, 10), -2.0 + 3.0 * 0.75, 1e-5);
    CHECK_NEAR(height_of(&grid, 18, 10), -2.0, 1e-6);
}

static void a_tiny_bowl_stays_finite(void) {
    waft_water_def def = square(WAFT_TERRAIN_BOWL);
    def.terrain.center = (waft_vec2){5.0f, 5.0f};
    def.terrain.radius = 1e-30f;
    const wafti_grid grid = fill(&def);
    CHECK_NEAR(height_of(&grid, 0, 0), 1e6, 1.0);
    def.terrain.high = -3.0f;
    (void)fill(&def);
    CHECK_NEAR(height_of(&grid, 0, 0), -1e6, 1.0);
}

static void step_and_channel(void) {
    waft_water_def def = square(WAFT_TERRAIN_STEP);
    def.terrain.bend = 5.0f;
    wafti_grid grid = fill(&def);
    CHECK_NEAR(height_of(&grid, 9, 0), -2.0, 1e-6);
    CHECK_NEAR(height_of(&grid, 10, 0), 1.0, 1e-6);
    def.terrain.kind = WAFT_TERRAIN_CHANNEL;
    def.terrain.center = (waft_vec2){0.0f, 5.0f};
    def.terrain.width = 1.0f;
    grid = fill(&def);
    CHECK_NEAR(height_of(&grid, 3, 9), -2.0, 1e-6);
    CHECK_NEAR(height_of(&grid, 3, 11), -2.0, 1e-6);
    CHECK_NEAR(height_of(&grid, 3, 12), 1.0, 1e-6);
}

static void noise_follows_the_seed_and_its_range(void) {
    const waft_water_def def = square(WAFT_TERRAIN_NOISE);
    const wafti_grid grid = fill(&def);
    double low = 9.0;
    double high = -9.0;
    for (int32_t j = 0; j < N; ++j) {
        for (int32_t i = 0; i < N; ++i) {
            low = fmin(low, height_of(&grid, i, j));
            high = fmax(high, height_of(&grid, i, j));
        }
    }
    CHECK(low >= -2.0 && low < -0.8);
    CHECK(high <= 1.0 && high > -0.2);
    const double before = height_of(&grid, 3, 3);
    (void)wafti_terrain_fill(&def, &grid, 2, heights);
    CHECK(fabs(height_of(&grid, 3, 3) - before) > 1e-4);
}

static void a_map_of_the_grid_is_taken_as_it_is(void) {
    waft_water_def def = square(WAFT_TERRAIN_MAP);
    float map[N * N];
    for (int n = 0; n < N * N; ++n) {
        map[n] = (float)(n % 17) - 9.0f;
    }
    def.terrain.map = map;
    def.terrain.map_size[0] = N;
    def.terrain.map_size[1] = N;
    wafti_grid grid = fill(&def);
    CHECK_NEAR(height_of(&grid, 4, 7), map[4 + 7 * N], 1e-6);
    // Two samples over ten metres: the first covers 0 to 5 m, its middle lies at 2.5 m.
    const float pair[2] = {-2.0f, 0.0f};
    def.terrain.map = pair;
    def.terrain.map_size[0] = 2;
    def.terrain.map_size[1] = 1;
    grid = fill(&def);
    CHECK_NEAR(height_of(&grid, 0, 0), -2.0, 1e-6);
    CHECK_NEAR(height_of(&grid, 10, 19), -2.0 + 2.0 * (5.25 - 2.5) / 5.0, 1e-5);
}

static void heights_are_relative_and_quantised(void) {
    waft_water_def def = square(WAFT_TERRAIN_SLOPE);
    def.level = 1000.0f;
    def.terrain.low = 997.0f;
    def.terrain.high = 1001.3f;
    def.terrain.to = 10.0f;
    const wafti_grid grid = wafti_grid_make(def.cells, 0.0, 0.0, 10.0, 10.0);
    const float quantum = wafti_terrain_fill(&def, &grid, 1, heights);
    // Greatest depth below 4 = 2^2: multiples of 2^(2 - 22).
    CHECK_NEAR(quantum, ldexp(1.0, -20), 0.0);
    for (int32_t i = 0; i < N; ++i) {
        const double units = height_of(&grid, i, 0) / (double)quantum;
        CHECK_NEAR(units, rint(units), 0.0);
        // Bed plus depth gives the level back without rounding.
        const float depth = 0.0f - heights[i];
        CHECK(heights[i] + depth == 0.0f);
    }
    CHECK_NEAR(height_of(&grid, 0, 0), -3.0 + 4.3 * 0.025, 1e-4);
}

static const test_case cases[] = {
    {"one_height_is_that_of_the_field", one_height_is_that_of_the_field},
    {"slope_runs_along_its_direction", slope_runs_along_its_direction},
    {"beach_has_two_slopes", beach_has_two_slopes},
    {"round_shapes", round_shapes},
    {"a_tiny_bowl_stays_finite", a_tiny_bowl_stays_finite},
    {"step_and_channel", step_and_channel},
    {"noise_follows_the_seed_and_its_range", noise_follows_the_seed_and_its_range},
    {"a_map_of_the_grid_is_taken_as_it_is", a_map_of_the_grid_is_taken_as_it_is},
    {"heights_are_relative_and_quantised", heights_are_relative_and_quantised},
};
TEST_MAIN(cases)
