// SPDX-License-Identifier: MIT
#include "hooks.h"

#include <fenv.h>

static void steps_and_time(void) {
    waft_world_def def = waft_world_def_default();
    def.step = 0.01;
    const waft_water_def water = small_water_def();
    waft_world* world = make_world(&def, &water);
    take_steps(world, 7);
    CHECK(waft_world_steps(world) == 7);
    CHECK_NEAR(waft_world_time(world), 0.07, 1e-15);
    CHECK_NEAR(waft_world_step_length(world), 0.01, 0.0);
    CHECK(waft_world_memory(world) > sizeof(float) * 48 * 40);
    CHECK_TEXT(waft_world_error(world), "");
    waft_world_destroy(world);
}

static void bad_defs_are_refused(void) {
    waft_world* world = NULL;
    waft_error error;
    waft_world_def def = waft_world_def_default();
    def.struct_size = 0;
    CHECK(waft_world_create(&def, &world, &error) == WAFT_ERR_ARGUMENT);
    CHECK(world == NULL);
    def = waft_world_def_default();
    def.step = 0.0;
    CHECK(waft_world_create(&def, &world, &error) == WAFT_ERR_ARGUMENT);
    static const double absurd[] = {1e-300, 1e300, -0.01, 9e-10, 1001.0, INFINITY};
    for (size_t i = 0; i < sizeof(absurd) / sizeof(absurd[0]); ++i) {
        def.step = absurd[i];
        CHECK(waft_world_create(&def, &world, &error) == WAFT_ERR_ARGUMENT);
        CHECK(strstr(error.sentence, " s; it must be 1e-9 to 1000") != NULL);
    }
    def.step = 1e-300;
    CHECK(waft_world_create(&def, &world, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "the step is 1e-300 s; it must be 1e-9 to 1000");
    def = waft_world_def_default();
    def.step = NAN;
    CHECK(waft_world_create(&def, &world, NULL) == WAFT_ERR_ARGUMENT);
    def = waft_world_def_default();
    def.threads = 257;
    CHECK(waft_world_create(&def, &world, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "threads is 257; it must be 1 to 256");
    def = waft_world_def_default();
    def.gravity[1] = (double)INFINITY;
    CHECK(waft_world_create(&def, &world, &error) == WAFT_ERR_ARGUMENT);
    def = waft_world_def_default();
    def.max_substeps = -1;
    CHECK(waft_world_create(&def, &world, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_create(NULL, &world, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_create(&def, NULL, &error) == WAFT_ERR_ARGUMENT);
    waft_world_destroy(NULL);
}

static void one_water_and_gravity_down(void) {
    waft_world_def def = waft_world_def_default();
    const waft_water_def water_def = small_water_def();
    waft_world* world = make_world(&def, &water_def);
    waft_water* second = NULL;
    CHECK(waft_world_create_water(world, &water_def, &second) == WAFT_ERR_ARGUMENT);
    CHECK(second == NULL);
    waft_world_destroy(world);

    def.gravity[0] = 1.0;
    CHECK(waft_world_create(&def, &world, NULL) == WAFT_OK);
    CHECK(waft_world_create_water(world, &water_def, &second) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(waft_world_error(world), "gravity straight down") != NULL);
    CHECK(waft_world_water(world) == NULL);
    waft_world_destroy(world);
}

static void an_empty_world_steps(void) {
    const waft_world_def def = waft_world_def_default();
    waft_world* world = NULL;
    CHECK(waft_world_create(&def, &world, NULL) == WAFT_OK);
    take_steps(world, 3);
    CHECK(waft_world_stats(world, NULL, 0) == 0);
    waft_world_destroy(world);
}

static void advance_takes_what_fits(void) {
    waft_world_def def = waft_world_def_default();
    def.step = 0.01;
    def.max_substeps = 4;
    const waft_water_def water_def = small_water_def();
    waft_world* world = make_world(&def, &water_def);
    float alpha = -1.0f;
    CHECK(waft_world_advance(world, 0.025, &alpha) == WAFT_OK);
    CHECK(waft_world_steps(world) == 2);
    CHECK_NEAR(alpha, 0.5, 1e-6);
    CHECK(waft_world_advance(world, 0.006, &alpha) == WAFT_OK);
    CHECK(waft_world_steps(world) == 3);
    CHECK_NEAR(alpha, 0.1, 1e-5);

    size_t count = 9;
    (void)waft_world_events(world, &count, NULL);
    CHECK(count == 0);
    CHECK(waft_world_advance(world, 0.2, &alpha) == WAFT_OK);
    CHECK(waft_world_steps(world) == 7);
    const waft_event* events = waft_world_events(world, &count, NULL);
    CHECK(count == 1);
    CHECK(events[0].kind == WAFT_EVENT_SLOW_MOTION);
    CHECK_NEAR(events[0].value, 0.16, 1e-5);
    CHECK(waft_world_advance(world, -1.0, &alpha) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_advance(world, NAN, &alpha) == WAFT_ERR_ARGUMENT);
    waft_world_destroy(world);
}

// Frames that come early and late by up to a third: by default no time is lost and none is told of.
static void default_loses_no_time_at(double rate) {
    const waft_world_def def = waft_world_def_default();
    waft_world* world = NULL;
    CHECK(waft_world_create(&def, &world, NULL) == WAFT_OK);
    double host = 0.0;
    float alpha = 0.0f;
    for (int frame = 0; host < 10.0; ++frame) {
        const double seconds = (1.0 + (frame * 7 % 11 - 5) / 15.0) / rate;
        size_t count = 1;
        CHECK(waft_world_advance(world, seconds, &alpha) == WAFT_OK);
        (void)waft_world_events(world, &count, NULL);
        CHECK(count == 0);
        host += seconds;
        CHECK_NEAR(waft_world_time(world) + (double)alpha * def.step, host, 1e-6);
    }
    waft_world_destroy(world);
}

static void default_loses_no_time(void) {
    const double rates[] = {24.0, 30.0, 60.0, 144.0, 240.0};
    for (size_t n = 0; n < sizeof(rates) / sizeof(rates[0]); ++n) {
        default_loses_no_time_at(rates[n]);
    }
}

// A host that stood in a debugger is not paid back.
static void stall_is_bounded(void) {
    const waft_world_def def = waft_world_def_default();
    waft_world* world = NULL;
    CHECK(waft_world_create(&def, &world, NULL) == WAFT_OK);
    CHECK(waft_world_advance(world, 60.0, NULL) == WAFT_OK);
    CHECK_NEAR(waft_world_time(world), 0.25, def.step);
    size_t count = 0;
    const waft_event* events = waft_world_events(world, &count, NULL);
    CHECK(count == 1 && events[0].kind == WAFT_EVENT_SLOW_MOTION);
    CHECK_NEAR(events[0].value, 59.75, 1e-5);
    waft_world_destroy(world);
}

static void timings_name_solvers(void) {
    const waft_world_def def = waft_world_def_default();
    const waft_water_def water_def = small_water_def();
    waft_world* world = make_world(&def, &water_def);
    take_steps(world, 2);
    waft_stat timings[4];
    CHECK(waft_world_timings(world, timings, 4) == 2);
    CHECK_TEXT(timings[0].name, "water");
    CHECK(timings[0].value > 0.0);
    CHECK_TEXT(timings[1].name, "other");
    waft_world_destroy(world);
}

// Creates, animates, steps, restores and asks, all while the host rounds its own way.
static void run_while_rounding(int rounding, float* out_level, waft_water_sample* out_samples) {
    static const waft_key keys[] = {{0.0, 0.03, WAFT_EASE_LINEAR}, {1.0, 0.05, WAFT_EASE_LINEAR}};
    static const waft_vec3 points[] = {{3.3f, -0.1f, 4.4f}, {9.9f, 1.0f, 0.3f}};
    static unsigned char snapshot[1 << 18];
    const waft_world_def def = waft_world_def_default();
    for (int shore = 0; shore < 2; ++shore) {
        waft_water_def water_def = shore ? shore_water_def() : small_water_def();
        water_def.train_count = 2;
        (void)fesetround(rounding);
        waft_world* world = make_world(&def, &water_def);
        CHECK(waft_world_animate(world, "water.trains[0].amplitude", keys, 2) == WAFT_OK);
        take_steps(world, 2);
        CHECK(waft_world_snapshot(world, snapshot, sizeof(snapshot)) == WAFT_OK);
        take_steps(world, 1);
        CHECK(waft_world_restore(world, snapshot, sizeof(snapshot)) == WAFT_OK);
        const waft_water* water = waft_world_water(world);
        CHECK(waft_water_query(water, points, 2, out_samples + (ptrdiff_t)2 * shore) == WAFT_OK);
        CHECK(fegetround() == rounding);
        (void)fesetround(FE_TONEAREST);
        waft_field level;
        CHECK(waft_water_field(water, WAFT_WATER_LEVEL, &level) == WAFT_OK);
        for (int32_t i = 0; i < 40; ++i) {
            out_level[40 * shore + i] = waft_field_at(&level, i, 0, i);
        }
        waft_world_destroy(world);
    }
}

static void the_hosts_rounding_changes_nothing(void) {
    float want[80];
    float got[80];
    waft_water_sample want_samples[4];
    waft_water_sample got_samples[4];
    run_while_rounding(FE_TONEAREST, want, want_samples);
    const int roundings[] = {FE_UPWARD, FE_TOWARDZERO};
    for (int n = 0; n < 2; ++n) {
        run_while_rounding(roundings[n], got, got_samples);
        // The very bits are compared: NOLINTBEGIN(bugprone-suspicious-memory-comparison)
        CHECK(memcmp(got, want, sizeof(want)) == 0);
        CHECK(memcmp(got_samples, want_samples, sizeof(want_samples)) == 0);
        // NOLINTEND(bugprone-suspicious-memory-comparison)
    }
}

static waft_world* smoky_world(void) {
    static const smoke_scene scene = {{12, 16, 12}, WAFT_SCHEME_SPLIT};
    waft_world_def def = waft_world_def_default();
    def.step = 0.02;
    return make_smoke_world(&def, &scene);
}

static void smoke_is_one_of_the_solvers(void) {
    waft_world* world = smoky_world();
    const waft_smoke_def def = waft_smoke_def_default();
    waft_smoke* second = NULL;
    CHECK(waft_world_smoke(world) != NULL && waft_world_smoke(NULL) == NULL);
    CHECK(waft_world_create_smoke(world, &def, &second) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(world), "the world has smoke already");
    CHECK(waft_world_create_smoke(NULL, &def, &second) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_create_smoke(world, NULL, &second) == WAFT_ERR_ARGUMENT);
    take_steps(world, 3);
    waft_stat stats[32];
    CHECK(waft_world_stats(world, stats, 32) == 10);
    CHECK_TEXT(stats[0].name, "smoke.substeps");
    waft_stat timings[4];
    CHECK(waft_world_timings(world, timings, 4) == 2);
    CHECK_TEXT(timings[0].name, "smoke");
    CHECK(timings[0].value > 0.0);
    CHECK(waft_world_memory(world) > 230400);
    waft_world_destroy(world);
}

static void smoke_and_water_share_a_world(void) {
    waft_world* world = smoky_world();
    const waft_water_def water_def = small_water_def();
    waft_water* water = NULL;
    CHECK(waft_world_create_water(world, &water_def, &water) == WAFT_OK);
    take_steps(world, 2);
    waft_stat stats[32];
    const size_t count = waft_world_stats(world, stats, 32);
    CHECK(count > 10);
    CHECK_TEXT(stats[10].name, "water.level_mean");
    CHECK(waft_world_stats(world, stats, 3) == count);
    waft_stat timings[4];
    CHECK(waft_world_timings(world, timings, 4) == 3);
    CHECK_TEXT(timings[1].name, "water");
    waft_world_destroy(world);
}

static void a_failed_step_is_the_last(void) {
    waft_world_def def = waft_world_def_default();
    waft_world* world = NULL;
    CHECK(waft_world_create(&def, &world, NULL) == WAFT_OK);
    waft_smoke_def smoke_def = waft_smoke_def_default();
    smoke_def.cells[0] = smoke_def.cells[1] = smoke_def.cells[2] = 16;
    smoke_def.pressure.solver = WAFT_PRESSURE_CG;
    smoke_def.pressure.iterations = 1;
    smoke_def.pressure.tolerance = 1e-9f;
    waft_smoke* smoke = NULL;
    CHECK(waft_world_create_smoke(world, &smoke_def, &smoke) == WAFT_OK);
    const size_t size = waft_world_snapshot_size(world);
    unsigned char* bytes = malloc(size);
    CHECK(waft_world_snapshot(world, bytes, size) == WAFT_OK);
    static float faces[17 * 256];
    faces[1000] = 1.0f;
    CHECK(waft_smoke_set_field(smoke, WAFT_SMOKE_VELOCITY_X, faces, 4352) == WAFT_OK);
    CHECK(waft_world_step(world) == WAFT_ERR_NOT_CONVERGED);
    CHECK(waft_world_step(world) == WAFT_ERR_NOT_CONVERGED);
    CHECK(waft_smoke_field(smoke, WAFT_SMOKE_VELOCITY_X).data != NULL);
    CHECK(waft_world_restore(world, bytes, size) == WAFT_OK);
    CHECK(waft_world_step(world) == WAFT_OK);
    free(bytes);
    waft_world_destroy(world);
}

static const test_case cases[] = {
    {"smoke_is_one_of_the_solvers", smoke_is_one_of_the_solvers},
    {"smoke_and_water_share_a_world", smoke_and_water_share_a_world},
    {"a_failed_step_is_the_last", a_failed_step_is_the_last},
    {"steps_and_time", steps_and_time},
    {"bad_defs_are_refused", bad_defs_are_refused},
    {"one_water_and_gravity_down", one_water_and_gravity_down},
    {"an_empty_world_steps", an_empty_world_steps},
    {"advance_takes_what_fits", advance_takes_what_fits},
    {"default_loses_no_time", default_loses_no_time},
    {"stall_is_bounded", stall_is_bounded},
    {"timings_name_solvers", timings_name_solvers},
    {"the_hosts_rounding_changes_nothing", the_hosts_rounding_changes_nothing},
};

TEST_MAIN(cases)
