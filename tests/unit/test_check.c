// SPDX-License-Identifier: MIT
#include "water/check.h"

#include "test.h"

static waft_train_def train;
static waft_gauge_def gauge;
static waft_tracer_def tracer;
static float map[4];

static waft_water_def good(void) {
    waft_water_def def = waft_water_def_default();
    train = waft_train_def_default();
    train.length = 2.0f;
    gauge = (waft_gauge_def){.name = "pier", .at = {5.0f, 5.0f}};
    tracer = (waft_tracer_def){.name = "cork", .at = {5.0f, -0.5f, 5.0f}};
    def.trains = &train;
    def.train_count = 1;
    def.gauges = &gauge;
    def.gauge_count = 1;
    def.tracers = &tracer;
    def.tracer_count = 1;
    return def;
}

static const char* sentence_for(const waft_water_def* def) {
    static waft_error error;
    error = (waft_error){0};
    return wafti_check_water(def, &error) == WAFT_ERR_ARGUMENT ? error.sentence : "accepted";
}

static void a_good_def_passes(void) {
    const waft_water_def def = good();
    CHECK_TEXT(sentence_for(&def), "accepted");
}

static void the_domain_is_checked(void) {
    waft_water_def def = good();
    def.cells[0] = 3;
    CHECK_TEXT(sentence_for(&def), "water.cells[0] is 3: allowed are 4 to 4096");
    def = good();
    def.cells[1] = 2;
    CHECK_TEXT(sentence_for(&def), "water.cells[1] is 2: allowed are 4 to 4096");
    def.cells[1] = 1;
    CHECK_TEXT(sentence_for(&def), "accepted");
    def = good();
    def.depth = 0.0f;
    CHECK_TEXT(sentence_for(&def), "water.depth is 0: allowed are values above 0 up to 100000");
    def = good();
    def.level = NAN;
    CHECK_TEXT(
        sentence_for(&def), "water.level is nan: allowed are values from -1e+06 up to 1e+06");
    def = good();
    def.spray.radius = -1.0f;
    CHECK(strncmp(sentence_for(&def), "water.spray.radius is -1", 24) == 0);
    def = good();
    def.spray.capacity = -1;
    CHECK_TEXT(sentence_for(&def), "water.spray.capacity is -1: allowed are 0 to 10000000");
    def = good();
    def.mode = (waft_wave_mode)7;
    CHECK_TEXT(sentence_for(&def), "water.mode is 7: there is no such choice");
    def = good();
    def.breaking = (waft_breaking)-1;
    CHECK(strncmp(sentence_for(&def), "water.breaking is ", 18) == 0);
}

static void trains_are_checked(void) {
    waft_water_def def = good();
    train.length = 0.0f;
    CHECK_TEXT(sentence_for(&def),
        "water.trains[0].length is 0: give one of length, period or wavenumber");
    train.length = 1.0f;
    train.period = 2.0f;
    CHECK_TEXT(sentence_for(&def),
        "water.trains[0] has more than one of length, period and wavenumber: give one");
    def = good();
    train.amplitude = -0.5f;
    CHECK_TEXT(sentence_for(&def),
        "water.trains[0].amplitude is -0.5: allowed are values from 0 up to 1000");
    def = good();
    train.direction = (waft_vec2){0.0f, 0.0f};
    CHECK_TEXT(sentence_for(&def),
        "water.trains[0].direction is [0, 0]: give a finite direction that is not zero");
    train.shape = WAFT_TRAIN_POINT;
    CHECK_TEXT(sentence_for(&def), "accepted");
    train.center.y = INFINITY;
    CHECK(strncmp(sentence_for(&def), "water.trains[0].center[1] is inf", 32) == 0);
    def = good();
    def.train_capacity = 300;
    CHECK_TEXT(
        sentence_for(&def), "water.train_capacity is 300 for 1 trains: allowed are 1 to 256");
    def = good();
    def.trains = NULL;
    CHECK(strncmp(sentence_for(&def), "water.trains has 1 entries and no array", 39) == 0);
    CHECK(wafti_train_capacity(&def) == 9);
    def.train_count = 257;
    def.trains = &train;
    CHECK_TEXT(
        sentence_for(&def), "water.trains has 257 entries: allowed are 0 to 256, with their array");
    // Kernels have room for so many and no more.
    def.train_count = 250;
    CHECK(wafti_train_capacity(&def) == 256);
}

static void the_domain_ends_where_float_sums_say(void) {
    waft_water_def def = good();
    def.origin = (waft_vec2){0.1f, 0.1f};
    def.size = (waft_vec2){0.2f, 0.2f};
    // Rounded up: beyond the sum in double.
    const float far_edge = 0.1f + 0.2f;
    CHECK((double)far_edge > (double)0.1f + (double)0.2f);
    CHECK(wafti_water_covers(&def, (double)far_edge, (double)0.1f));
    CHECK(!wafti_water_covers(&def, (double)nextafterf(far_edge, 1.0f), 0.2));
    CHECK(!wafti_water_covers(&def, 0.2, (double)nextafterf(0.1f, 0.0f)));
    CHECK(!wafti_water_covers(&def, NAN, 0.2));
    CHECK(!wafti_water_covers(&def, 0.2, (double)-INFINITY));
}

static void marks_are_checked(void) {
    waft_water_def def = good();
    gauge.at.y = 10.5f;
    CHECK_TEXT(
        sentence_for(&def), "water.gauges[0].at[1] is 10.5: allowed are values from 0 up to 10");
    def = good();
    gauge.name = "a name that is longer than the room";
    CHECK_TEXT(sentence_for(&def), "water.gauges[0].name is too long: give 1 to 31 bytes");
    def = good();
    tracer.at.z = -1.0f;
    CHECK_TEXT(
        sentence_for(&def), "water.tracers[0].at[2] is -1: allowed are values from 0 up to 10");
    def = good();
    tracer.name = NULL;
    CHECK_TEXT(sentence_for(&def), "water.tracers[0].name is missing: give 1 to 31 bytes");
}

static void terrain_is_checked(void) {
    waft_water_def def = good();
    def.terrain.kind = WAFT_TERRAIN_BEACH;
    def.terrain.bend = 2.0f;
    CHECK_TEXT(sentence_for(&def), "water.terrain.to is 1: allowed are values above 2 up to 1e+06");
    def = good();
    def.terrain.octaves = 13;
    CHECK_TEXT(sentence_for(&def), "water.terrain.octaves is 13: allowed are 1 to 12");
    def = good();
    def.terrain.kind = WAFT_TERRAIN_MAP;
    CHECK_TEXT(sentence_for(&def), "water.terrain.kind is map: give the map's heights");
    map[3] = NAN;
    def.terrain.map = map;
    def.terrain.map_size[0] = 2;
    def.terrain.map_size[1] = 2;
    CHECK_TEXT(sentence_for(&def), "water.terrain.map holds nan at column 1, row 1: heights are "
                                   "finite and within 1000000 m");
    def.terrain.map_size[1] = 0;
    CHECK_TEXT(sentence_for(&def), "water.terrain.map_size[1] is 0: allowed are 1 to 16384");
}

static const test_case cases[] = {
    {"a_good_def_passes", a_good_def_passes},
    {"the_domain_is_checked", the_domain_is_checked},
    {"trains_are_checked", trains_are_checked},
    {"the_domain_ends_where_float_sums_say", the_domain_ends_where_float_sums_say},
    {"marks_are_checked", marks_are_checked},
    {"terrain_is_checked", terrain_is_checked},
};
TEST_MAIN(cases)
