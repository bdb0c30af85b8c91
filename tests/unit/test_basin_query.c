// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "unit/lake_fixture.h"

static water_fixture* open_islands(waft_water_method method) {
    waft_water_def def = lake_def(method);
    static const waft_gauge_def gauges[] = {{"wet", {4.1f, 2.9f}}, {"dry", {0.0f, 0.0f}}};
    lake_islands(&def);
    def.level = 2.5f;
    def.terrain.low += 2.5f;
    def.terrain.high += 2.5f;
    def.gauges = gauges;
    def.gauge_count = 2;
    water_fixture* f = lake_open(&def);
    const waft_brush brush = {{4.0f, 3.0f}, 0.8f, 0.3f};
    wafti_water_brush(f->water, &brush);
    lake_run(f, 10);
    return f;
}

enum { POINTS = 500 };

static void scatter(waft_vec3* points) {
    for (int n = 0; n < POINTS; ++n) {
        points[n] = (waft_vec3){(float)(8.0 * fmod(n * 0.6180339887, 1.0)),
            (float)(2.6 - 1.5 * fmod(n * 0.3, 1.0)), (float)(6.0 * fmod(n * 0.7548776662, 1.0))};
    }
}

static bool same_vector(waft_vec3 a, waft_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_bits(const waft_water_sample* a, const waft_water_sample* b) {
    return a->status == b->status && a->level == b->level && a->depth == b->depth &&
           same_vector(a->normal, b->normal) && same_vector(a->velocity, b->velocity);
}

static void a_sample_is_the_same_whether_drawn_or_not(void) {
    const waft_water_method kinds[] = {WAFT_WATER_COLUMNS, WAFT_WATER_IMPLICIT};
    for (int k = 0; k < 2; ++k) {
        water_fixture* f = open_islands(kinds[k]);
        static waft_vec3 points[POINTS];
        static waft_water_sample one[POINTS];
        static waft_water_sample many[POINTS];
        scatter(points);
        for (int n = 0; n < POINTS; ++n) {
            one[n] = wafti_lake_sample(
                f->water, (double)points[n].x, (double)points[n].y, (double)points[n].z);
        }
        CHECK(f->water->lake->drawn == WAFTI_DRAWN_NOTHING);
        CHECK(waft_water_query(f->water, points, POINTS, many) == WAFT_OK);
        CHECK(f->water->lake->drawn == WAFTI_DRAWN_ALL);
        int dry = 0;
        for (int n = 0; n < POINTS; ++n) {
            CHECK(same_bits(&one[n], &many[n]));
            dry += one[n].status == WAFT_SAMPLE_DRY;
        }
        CHECK(dry > 50 && dry < 450);
        water_fixture_close(f);
    }
}

// Whoever asks often reads numbers that are packed by cells; they are those that are drawn, and a step
// unpacks them.
static void a_sample_is_the_same_whether_packed_or_not(void) {
    water_fixture* f = open_islands(WAFT_WATER_COLUMNS);
    static waft_vec3 points[POINTS];
    static waft_water_sample drawn[POINTS];
    static waft_water_sample packed[POINTS];
    scatter(points);
    points[7].x = -1.0f;
    points[8].z = (float)NAN;
    waft_field normal;
    CHECK(waft_water_field(f->water, WAFT_WATER_NORMAL_X, &normal) == WAFT_OK);
    for (int n = 0; n < POINTS; ++n) {
        drawn[n] = wafti_lake_sample(
            f->water, (double)points[n].x, (double)points[n].y, (double)points[n].z);
    }
    CHECK(!f->water->lake->is_packed);
    CHECK(waft_water_query(f->water, points, POINTS, packed) == WAFT_OK);
    CHECK(f->water->lake->is_packed);
    for (int n = 0; n < POINTS; ++n) {
        CHECK(same_bits(&drawn[n], &packed[n]));
    }
    lake_run(f, 1);
    CHECK(!f->water->lake->is_packed && !f->water->lake->drawn);
    CHECK(waft_water_query(f->water, points, POINTS, packed) == WAFT_OK);
    int changed = 0;
    for (int n = 0; n < POINTS; ++n) {
        changed += same_bits(&drawn[n], &packed[n]) ? 0 : 1;
    }
    CHECK(changed > 50);
    water_fixture_close(f);
}

// Single points draw the surface too, once there were so many that it pays.
static void many_single_points_draw(void) {
    water_fixture* f = open_islands(WAFT_WATER_COLUMNS);
    static waft_vec3 points[POINTS];
    waft_water_sample sample;
    scatter(points);
    CHECK(waft_water_query(f->water, points, 1, &sample) == WAFT_OK);
    CHECK(f->water->lake->drawn == WAFTI_DRAWN_NOTHING);
    for (int n = 0; n < POINTS; ++n) {
        CHECK(waft_water_query(f->water, &points[n], 1, &sample) == WAFT_OK);
    }
    CHECK(f->water->lake->drawn == WAFTI_DRAWN_ALL);
    water_fixture_close(f);
}

static void a_sample_is_the_drawn_surface(void) {
    water_fixture* f = open_islands(WAFT_WATER_COLUMNS);
    waft_field level;
    waft_field bed;
    waft_field depth;
    waft_field normal;
    waft_field vx;
    CHECK(waft_water_field(f->water, WAFT_WATER_LEVEL, &level) == WAFT_OK);
    CHECK(waft_water_field(f->water, WAFT_WATER_BED, &bed) == WAFT_OK);
    CHECK(waft_water_field(f->water, WAFT_WATER_DEPTH, &depth) == WAFT_OK);
    CHECK(waft_water_field(f->water, WAFT_WATER_NORMAL_X, &normal) == WAFT_OK);
    CHECK(waft_water_field(f->water, WAFT_WATER_VELOCITY_X, &vx) == WAFT_OK);
    for (int32_t k = 0; k < 24; ++k) {
        for (int32_t i = 0; i < 32; ++i) {
            const waft_vec3 at = {
                level.origin.x + (float)i * 0.25f, 9.0f, level.origin.z + (float)k * 0.25f};
            const float y = waft_field_at(&level, i, 0, k);
            const float b = waft_field_at(&bed, i, 0, k);
            const bool wet = lake_depth(f, i, k) > f->water->lake->s.dry;
            waft_water_sample sample;
            CHECK(waft_water_query(f->water, &at, 1, &sample) == WAFT_OK);
            CHECK((sample.status == WAFT_SAMPLE_OK) == wet);
            CHECK(wet ? y > b : y < b);
            CHECK_NEAR(sample.level, wet ? y : b, 0.0);
            CHECK_NEAR(sample.depth, wet ? lake_depth(f, i, k) : 0.0, 0.0);
            CHECK_NEAR(waft_field_at(&depth, i, 0, k), wet ? lake_depth(f, i, k) : 0.0, 0.0);
            if (wet) {
                CHECK_NEAR(sample.normal.x, waft_field_at(&normal, i, 0, k), 1e-6);
                CHECK_NEAR(sample.velocity.x, waft_field_at(&vx, i, 0, k), 0.0);
            }
        }
    }
    water_fixture_close(f);
}

static void kinds_that_a_method_lacks_are_refused(void) {
    waft_water_def def = lake_def(WAFT_WATER_SWE);
    water_fixture* f = lake_open(&def);
    for (int kind = 0; kind < WAFT_WATER_FIELD_COUNT; ++kind) {
        waft_field field;
        CHECK(waft_water_field(f->water, (waft_water_field_kind)kind, &field) == WAFT_OK);
    }
    waft_field shift;
    CHECK(waft_water_field(f->water, WAFT_WATER_SHIFT_Z, &shift) == WAFT_OK);
    CHECK_NEAR(waft_field_at(&shift, 3, 0, 3), 0.0, 0.0);
    CHECK(waft_water_spray(f->water).count == 0);
    CHECK(waft_water_sea(f->water, NULL, 0, NULL) == 0);
    CHECK(waft_water_train_count(f->water) == 0 && waft_water_tracer_count(f->water) == 0);
    water_fixture_close(f);
    def = waft_water_def_default();
    f = water_fixture_open(&def, 1);
    waft_field field = {.data = NULL};
    CHECK(waft_water_field(f->water, WAFT_WATER_DEPTH, &field) == WAFT_ERR_ARGUMENT);
    CHECK(waft_water_field(f->water, WAFT_WATER_VELOCITY_Z, &field) == WAFT_ERR_ARGUMENT);
    CHECK(field.data == NULL);
    water_fixture_close(f);
}

static void outside_and_odd_points_are_told(void) {
    water_fixture* f = open_islands(WAFT_WATER_SWE);
    const waft_vec3 points[] = {{-0.1f, 0.0f, 3.0f}, {4.0f, 0.0f, 6.1f}, {NAN, 0.0f, 1.0f},
        {4.0f, NAN, 3.0f}, {8.0f, 0.0f, 6.0f}};
    waft_water_sample samples[5];
    CHECK(waft_water_query(f->water, points, 5, samples) == WAFT_OK);
    for (int n = 0; n < 3; ++n) {
        CHECK(samples[n].status == WAFT_SAMPLE_OUTSIDE);
    }
    CHECK(samples[3].status == WAFT_SAMPLE_OK);
    CHECK(samples[4].status != WAFT_SAMPLE_OUTSIDE);
    CHECK(isfinite(samples[3].velocity.y));
    CHECK(waft_water_query(f->water, NULL, 1, samples) == WAFT_ERR_ARGUMENT);
    water_fixture_close(f);
}

// Water that flows up a slope at a constant depth: w = u . grad b from bed to surface.
static void velocity_follows_bed_and_surface(void) {
    waft_water_def def = lake_def(WAFT_WATER_COLUMNS);
    def.terrain.kind = WAFT_TERRAIN_SLOPE;
    def.terrain.low = -2.0f;
    def.terrain.high = -1.0f;
    def.terrain.to = 8.0f;
    const float map = 0.5f;
    def.depth_map = &map;
    def.depth_size[0] = 1;
    def.depth_size[1] = 1;
    water_fixture* f = lake_open(&def);
    wafti_shallow* s = &f->water->lake->s;
    for (size_t n = 0; n < s->basin.size; ++n) {
        ((plain_own*)s->own)->flow[0][n] = 0.5f * 2.0f; // 2 m/s
    }
    wafti_lake_redraw(f->water, 0.0);
    const waft_vec3 points[] = {{4.0f, 9.0f, 3.0f}, {4.0f, -1.25f, 3.0f}, {4.0f, -9.0f, 3.0f}};
    waft_water_sample samples[3];
    CHECK(waft_water_query(f->water, points, 3, samples) == WAFT_OK);
    for (int n = 0; n < 3; ++n) {
        CHECK_NEAR(samples[n].velocity.x, 2.0, 1e-6);
        CHECK_NEAR(samples[n].velocity.y, 2.0 / 8.0, 1e-5);
        CHECK_NEAR(samples[n].velocity.z, 0.0, 0.0);
        CHECK_NEAR(samples[n].normal.x, -0.125 / sqrt(1.0 + 0.125 * 0.125), 1e-5);
        CHECK_NEAR(samples[n].level, -1.0, 1e-5);
    }
    // Flow that piles up at a wall lifts the surface there, and half as much half-way down.
    const waft_vec3 wall[] = {{7.875f, 9.0f, 3.0f}, {7.875f, -0.765625f, 3.0f}};
    CHECK(waft_water_query(f->water, wall, 2, samples) == WAFT_OK);
    CHECK(samples[0].velocity.y > samples[1].velocity.y + 0.5f);
    water_fixture_close(f);
}

static void gauges_read_every_step_and_keep_the_highest(void) {
    water_fixture* f = open_islands(WAFT_WATER_IMPLICIT);
    waft_gauge_reading reading;
    float highest = -INFINITY;
    for (int n = 0; n < 60; ++n) {
        lake_run(f, 1);
        CHECK(waft_water_gauge(f->water, 0, &reading) == WAFT_OK);
        const waft_vec3 at = {4.1f, INFINITY, 2.9f};
        waft_water_sample sample;
        CHECK(waft_water_query(f->water, &at, 1, &sample) == WAFT_OK);
        CHECK_NEAR(reading.level, sample.level, 0.0);
        CHECK_NEAR(reading.depth, sample.depth, 0.0);
        CHECK_NEAR(reading.vx, sample.velocity.x, 0.0);
        highest = fmaxf(highest, reading.level);
        CHECK(reading.highest >= highest);
    }
    CHECK(reading.highest > reading.level);
    // Nothing was drawn for all this.
    CHECK(!f->water->lake->drawn);
    water_fixture_close(f);
}

static const test_case cases[] = {
    {"a_sample_is_the_same_whether_drawn_or_not", a_sample_is_the_same_whether_drawn_or_not},
    {"a_sample_is_the_same_whether_packed_or_not", a_sample_is_the_same_whether_packed_or_not},
    {"many_single_points_draw", many_single_points_draw},
    {"a_sample_is_the_drawn_surface", a_sample_is_the_drawn_surface},
    {"kinds_that_a_method_lacks_are_refused", kinds_that_a_method_lacks_are_refused},
    {"outside_and_odd_points_are_told", outside_and_odd_points_are_told},
    {"velocity_follows_bed_and_surface", velocity_follows_bed_and_surface},
    {"gauges_read_every_step_and_keep_the_highest", gauges_read_every_step_and_keep_the_highest},
};
TEST_MAIN(cases)
