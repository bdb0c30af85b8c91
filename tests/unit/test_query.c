// SPDX-License-Identifier: MIT
#include "water/query.h"

#include "test.h"
#include "unit/water_fixture.h"
#include "water/orbit.h"

static const waft_gauge_def pier = {.name = "pier", .at = {4.0f, 5.0f}};
static const waft_tracer_def corks[2] = {
    {.name = "cork", .at = {4.0f, 0.5f, 5.0f}}, {.name = "deep", .at = {4.0f, 0.0f, 5.0f}}};

static waft_water_def pond(const waft_train_def* train) {
    waft_water_def def = waft_water_def_default();
    def.cells[0] = 40;
    def.cells[1] = 40;
    def.level = 0.5f;
    def.depth = 1.5f;
    def.trains = train;
    def.train_count = 1;
    def.gauges = &pier;
    def.gauge_count = 1;
    def.tracers = corks;
    def.tracer_count = 2;
    return def;
}

static waft_train_def wave(float amplitude) {
    waft_train_def train = waft_train_def_default();
    train.length = 3.0f;
    train.amplitude = amplitude;
    train.direction = (waft_vec2){0.6f, 0.8f};
    return train;
}

static waft_water_sample sample(const waft_water* water, float x, float y, float z) {
    const waft_vec3 point = {x, y, z};
    waft_water_sample out = {.status = WAFT_SAMPLE_OUTSIDE, .level = NAN};
    CHECK(waft_water_query(water, &point, 1, &out) == WAFT_OK);
    return out;
}

static void the_drawn_points_are_on_the_queried_surface(void) {
    const waft_train_def train = wave(0.15f);
    const waft_water_def def = pond(&train);
    water_fixture* f = water_fixture_open(&def, 1);
    wafti_water_redraw(f->water, 0.7);
    for (int32_t j = 2; j < 38; j += 3) {
        for (int32_t i = 2; i < 38; i += 3) {
            const ptrdiff_t cell = wafti_grid_index(&f->water->grid, i, j);
            const waft_water_sample s = sample(f->water,
                (float)(wafti_grid_x(&f->water->grid, i) +
                        (double)f->water->field[WAFT_WATER_SHIFT_X][cell]),
                9.0f,
                (float)(wafti_grid_z(&f->water->grid, j) +
                        (double)f->water->field[WAFT_WATER_SHIFT_Z][cell]));
            CHECK(s.status == WAFT_SAMPLE_OK);
            CHECK_NEAR(s.level, f->water->field[WAFT_WATER_LEVEL][cell], 2e-6);
            CHECK_NEAR(s.normal.x, f->water->field[WAFT_WATER_NORMAL_X][cell], 1e-5);
            CHECK_NEAR(s.normal.y, f->water->field[WAFT_WATER_NORMAL_Y][cell], 1e-5);
            CHECK_NEAR(s.depth, (double)s.level + 1.0, 1e-6);
        }
    }
    water_fixture_close(f);
}

static void velocity_depends_on_the_points_height(void) {
    const waft_train_def train = wave(0.01f);
    waft_water_def def = pond(&train);
    def.mode = WAFT_WAVE_HEIGHT;
    water_fixture* f = water_fixture_open(&def, 1);
    const waft_airy airy = wafti_water_live(f->water, 0)->airy;
    const double k = airy.wavenumber;
    const double a = 0.01 * airy.frequency;
    const double theta = k * (0.6 * 4.0 + 0.8 * 5.0);
    // Linear theory holds to the order of the amplitude.
    const double tolerance = 0.01 * k * a * 1.5;
    const double heights[] = {2.0, 0.1, -0.9};
    for (int n = 0; n < 3; ++n) {
        const double over_bed = fmin(0.0, heights[n] - 0.5) + 1.5;
        const waft_water_sample s = sample(f->water, 4.0f, (float)heights[n], 5.0f);
        const double across = a * cosh(k * over_bed) / sinh(k * 1.5) * cos(theta);
        CHECK_NEAR(s.velocity.x, 0.6 * across, tolerance);
        CHECK_NEAR(s.velocity.z, 0.8 * across, tolerance);
        CHECK_NEAR(s.velocity.y, a * sinh(k * over_bed) / sinh(k * 1.5) * sin(theta), tolerance);
    }
    CHECK_NEAR(sample(f->water, 4.0f, -1.0f, 5.0f).velocity.y, 0.0, 1e-6);
    water_fixture_close(f);
}

static void vertical_velocity_survives_shallow_water(void) {
    // k d from 6e-7 to 0.6, across the change of formula.
    const float depths[] = {1e-5f, 1e-4f, 1e-2f, 1.0f, 4.5f, 5.0f, 10.0f};
    for (size_t n = 0; n < sizeof(depths) / sizeof(depths[0]); ++n) {
        waft_train_def train = wave(1e-3f * depths[n]);
        train.length = 100.0f;
        train.direction = (waft_vec2){1.0f, 0.0f};
        waft_water_def def = pond(&train);
        def.tracer_count = 0;
        def.size.x = 100.0f;
        def.level = 0.0f;
        def.depth = depths[n];
        def.mode = WAFT_WAVE_HEIGHT;
        water_fixture* f = water_fixture_open(&def, 1);
        const double d = (double)depths[n];
        const waft_airy airy = wafti_water_live(f->water, 0)->airy;
        const double a = (double)train.amplitude * airy.frequency;
        CHECK_NEAR(sample(f->water, 25.0f, 1.0f, 5.0f).velocity.y / a, 1.0, 1e-6);
        const double half = sinh(airy.wavenumber * 0.5 * d) / sinh(airy.wavenumber * d);
        CHECK_NEAR(sample(f->water, 25.0f, -0.5f * depths[n], 5.0f).velocity.y / a, half, 1e-6);
        water_fixture_close(f);
    }
    const waft_train_def train = wave(0.1f);
    waft_water_def def = pond(&train);
    def.tracer_count = 0;
    def.depth = 1e-30f;
    water_fixture* f = water_fixture_open(&def, 1);
    CHECK(isfinite(sample(f->water, 5.0f, 1.0f, 5.0f).velocity.y));
    water_fixture_close(f);
}

static void any_height_can_be_asked_for(void) {
    const waft_train_def train = wave(0.05f);
    waft_water_def def = pond(&train);
    def.tracer_count = 0;
    for (int sloping = 0; sloping < 2; ++sloping) {
        if (sloping != 0) {
            def.terrain.kind = WAFT_TERRAIN_SLOPE;
            def.terrain.low = -1.0f;
            def.terrain.high = -0.9f;
        }
        water_fixture* f = water_fixture_open(&def, 1);
        const float top = sample(f->water, 4.0f, 9.0f, 5.0f).velocity.x;
        const float bed = sample(f->water, 4.0f, -9.0f, 5.0f).velocity.x;
        CHECK(fabsf(top) > 1.5f * fabsf(bed));
        CHECK_NEAR(sample(f->water, 4.0f, INFINITY, 5.0f).velocity.x, top, 0.0);
        CHECK_NEAR(sample(f->water, 4.0f, -INFINITY, 5.0f).velocity.x, bed, 0.0);
        CHECK_NEAR(sample(f->water, 4.0f, NAN, 5.0f).velocity.x, top, 0.0);
        water_fixture_close(f);
    }
}

static void places_without_water_say_so(void) {
    const waft_train_def train = wave(0.05f);
    waft_water_def def = pond(&train);
    def.terrain.kind = WAFT_TERRAIN_SLOPE;
    def.terrain.low = -1.0f;
    def.terrain.high = 1.0f;
    def.terrain.to = 10.0f;
    def.terrain.direction = (waft_vec2){1.0f, 0.0f};
    def.tracer_count = 0;
    water_fixture* f = water_fixture_open(&def, 1);
    const waft_water_sample land = sample(f->water, 9.0f, 0.0f, 5.0f);
    CHECK(land.status == WAFT_SAMPLE_DRY);
    CHECK_NEAR(land.level, 0.8, 1e-4);
    CHECK_NEAR(land.depth, 0.0, 0.0);
    CHECK_NEAR(land.normal.y, 1.0, 0.0);
    CHECK(sample(f->water, 3.0f, 0.0f, 5.0f).status == WAFT_SAMPLE_OK);
    CHECK(sample(f->water, -0.01f, 0.0f, 5.0f).status == WAFT_SAMPLE_OUTSIDE);
    CHECK(sample(f->water, 5.0f, 0.0f, 10.01f).status == WAFT_SAMPLE_OUTSIDE);
    CHECK(sample(f->water, NAN, 0.0f, 5.0f).status == WAFT_SAMPLE_OUTSIDE);
    CHECK(waft_water_query(f->water, NULL, 1, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_water_query(NULL, NULL, 0, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_water_query(f->water, NULL, 0, NULL) == WAFT_OK);
    water_fixture_close(f);
}

static void queries_between_cells_follow_the_wave(void) {
    // A nearly flat bed and few cells a wave: the interpolated surface is that of the flat one.
    const waft_train_def train = wave(0.1f);
    waft_water_def def = pond(&train);
    water_fixture* flat = water_fixture_open(&def, 1);
    def.terrain.kind = WAFT_TERRAIN_SLOPE;
    def.terrain.low = -1.0f;
    def.terrain.high = -1.00001f;
    water_fixture* bent = water_fixture_open(&def, 1);
    for (int n = 0; n < 100; ++n) {
        const float x = 0.5f + 9.0f * (float)fmod(n * 0.618034, 1.0);
        const float z = 0.5f + 9.0f * (float)fmod(n * 0.754878, 1.0);
        const waft_water_sample a = sample(flat->water, x, 2.0f, z);
        const waft_water_sample b = sample(bent->water, x, 2.0f, z);
        CHECK_NEAR(a.level, b.level, 1e-5);
        CHECK_NEAR(a.normal.x, b.normal.x, 1e-4);
        CHECK_NEAR(a.velocity.z, b.velocity.z, 1e-4);
    }
    water_fixture_close(flat);
    water_fixture_close(bent);
}

static void gauges_keep_their_highest(void) {
    const waft_train_def train = wave(0.1f);
    const waft_water_def def = pond(&train);
    water_fixture* f = water_fixture_open(&def, 1);
    CHECK(waft_water_gauge_count(f->water) == 1);
    CHECK_TEXT(waft_water_gauge_name(f->water, 0), "pier");
    CHECK(waft_water_gauge_name(f->water, 1) == NULL);
    double highest = -9.0;
    for (int n = 0; n < 120; ++n) {
        CHECK(water_fixture_step(f) == WAFT_OK);
        waft_gauge_reading reading;
        CHECK(waft_water_gauge(f->water, 0, &reading) == WAFT_OK);
        CHECK_NEAR(reading.level, sample(f->water, 4.0f, 9.0f, 5.0f).level, 1e-6);
        highest = fmax(highest, (double)reading.level);
    }
    waft_gauge_reading reading;
    CHECK(waft_water_gauge(f->water, 0, &reading) == WAFT_OK);
    CHECK_NEAR(reading.highest, highest, 0.02);
    CHECK(reading.highest > 0.58f);
    waft_vec2 place = {0.0f, 0.0f};
    CHECK(waft_water_gauge_place(f->water, 0, &place) == WAFT_OK);
    CHECK(place.x != 0.0f);
    CHECK(waft_water_gauge_place(f->water, 1, &place) == WAFT_ERR_ARGUMENT);
    CHECK(waft_water_gauge_place(f->water, 0, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_water_gauge(f->water, 1, &reading) == WAFT_ERR_ARGUMENT);
    CHECK(waft_water_gauge(f->water, 0, NULL) == WAFT_ERR_ARGUMENT);
    water_fixture_close(f);
}

static void tracers_stay_on_their_orbits(void) {
    const waft_train_def train = wave(0.1f);
    const waft_water_def def = pond(&train);
    water_fixture* f = water_fixture_open(&def, 1);
    CHECK_TEXT(waft_water_tracer_name(f->water, 1), "deep");
    const waft_airy airy = wafti_water_live(f->water, 0)->airy;
    const double k = airy.wavenumber;
    double low[2] = {9.0, 9.0};
    double high[2] = {-9.0, -9.0};
    for (int n = 0; n < 200; ++n) {
        CHECK(water_fixture_step(f) == WAFT_OK);
        for (int t = 0; t < 2; ++t) {
            waft_vec3 at;
            CHECK(waft_water_tracer(f->water, (size_t)t, &at) == WAFT_OK);
            low[t] = fmin(low[t], (double)at.y);
            high[t] = fmax(high[t], (double)at.y);
        }
        // The one at the surface is drawn on the surface.
        waft_vec3 cork;
        CHECK(waft_water_tracer(f->water, 0, &cork) == WAFT_OK);
        CHECK_NEAR(sample(f->water, cork.x, 9.0f, cork.z).level, cork.y, 1e-5);
    }
    CHECK_NEAR(high[0] - low[0], 0.2, 1e-3);
    CHECK_NEAR(high[1] - low[1], 0.2 * sinh(k * 1.0) / sinh(k * 1.5), 1e-3);
    waft_vec3 at;
    CHECK(waft_water_tracer(f->water, 2, &at) == WAFT_ERR_ARGUMENT);
    water_fixture_close(f);
}

static void fields_are_views_of_the_grid(void) {
    const waft_train_def train = wave(0.1f);
    const waft_water_def def = pond(&train);
    water_fixture* f = water_fixture_open(&def, 1);
    waft_field field;
    CHECK(waft_water_field(f->water, WAFT_WATER_BED, &field) == WAFT_OK);
    CHECK(field.size[0] == 40 && field.size[1] == 1 && field.size[2] == 40);
    CHECK(field.stride[0] == 1);
    CHECK_NEAR(waft_field_at(&field, 39, 0, 39), -1.0, 1e-7);
    CHECK_NEAR(field.origin.x, 0.125, 1e-7);
    CHECK_NEAR(field.spacing.z, 0.25, 1e-7);
    CHECK(waft_water_field(f->water, WAFT_WATER_FIELD_COUNT, &field) == WAFT_ERR_ARGUMENT);
    CHECK(waft_water_field(NULL, WAFT_WATER_BED, &field) == WAFT_ERR_ARGUMENT);
    water_fixture_close(f);
}

static const test_case cases[] = {
    {"the_drawn_points_are_on_the_queried_surface", the_drawn_points_are_on_the_queried_surface},
    {"velocity_depends_on_the_points_height", velocity_depends_on_the_points_height},
    {"vertical_velocity_survives_shallow_water", vertical_velocity_survives_shallow_water},
    {"any_height_can_be_asked_for", any_height_can_be_asked_for},
    {"places_without_water_say_so", places_without_water_say_so},
    {"queries_between_cells_follow_the_wave", queries_between_cells_follow_the_wave},
    {"gauges_keep_their_highest", gauges_keep_their_highest},
    {"tracers_stay_on_their_orbits", tracers_stay_on_their_orbits},
    {"fields_are_views_of_the_grid", fields_are_views_of_the_grid},
};
TEST_MAIN(cases)
