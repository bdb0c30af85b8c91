// SPDX-License-Identifier: MIT
#include "set_water.h"
#include "water/basin.h"

#include "hooks.h"
#include "unit/lake_fixture.h"

static const waft_water_method methods[] = {
    WAFT_WATER_IMPLICIT, WAFT_WATER_COLUMNS, WAFT_WATER_SWE};

static void a_lake_at_rest_stays_at_rest_to_the_bit(void) {
    for (int n = 0; n < 3; ++n) {
        waft_water_def def = lake_def(methods[n]);
        lake_islands(&def);
        def.level = 1234.5f; // far from 0, where floats of levels would round
        def.terrain.low += def.level;
        def.terrain.high += def.level;
        def.edges[WAFT_WATER_LEFT].sponge = 6;
        def.edges[WAFT_WATER_FRONT].sponge = 4;
        water_fixture* f = lake_open(&def);
        CHECK(lake_stat(f, "water.wet_area") > 10.0 && lake_stat(f, "water.wet_area") < 40.0);
        float before[32][24];
        for (int k = 0; k < 32 * 24; ++k) {
            before[k % 32][k / 32] = (float)lake_depth(f, k % 32, k / 32);
        }
        lake_run(f, 200);
        for (int k = 0; k < 32 * 24; ++k) {
            CHECK(before[k % 32][k / 32] == (float)lake_depth(f, k % 32, k / 32));
        }
        CHECK_NEAR(lake_stat(f, "water.kinetic_energy"), 0.0, 0.0);
        CHECK_NEAR(lake_stat(f, "water.outflow"), 0.0, 0.0);
        water_fixture_close(f);
    }
}

static void beds_and_levels_are_multiples_of_the_quantum(void) {
    waft_water_def def = lake_def(WAFT_WATER_COLUMNS);
    lake_islands(&def);
    const waft_water_box_def boxes[] = {
        {.low = {0.0f, 0.0f}, .high = {2.0f, 6.0f}, .level = 9.87654f}};
    def.boxes = boxes;
    def.box_count = 1;
    def.shallow.substeps = 4;
    water_fixture* f = lake_open(&def);
    const wafti_shallow* s = &f->water->lake->s;
    const double quantum = f->water->lake->quantum;
    // The box reaches to 9.9 m, so 2^e is 16.
    CHECK_NEAR(quantum, 16.0 / 4194304.0, 0.0);
    for (int32_t k = 0; k < 32 * 24; ++k) {
        const ptrdiff_t at = wafti_basin_index(&s->basin, k % 32, k / 32);
        CHECK(fmod((double)s->bed[at], quantum) == 0.0);
        CHECK(fmod((double)s->depth[at], quantum) == 0.0);
    }
    water_fixture_close(f);
}

static void water_starts_where_boxes_and_maps_say(void) {
    for (int n = 0; n < 3; ++n) {
        waft_water_def def = lake_def(methods[n]);
        const waft_water_box_def boxes[] = {
            {.low = {0.0f, 0.0f}, .high = {8.0f, 6.0f}, .level = -5.0f}, // dry everywhere
            {.low = {0.0f, 0.0f},
                .high = {2.0f, 6.0f},
                .level = 0.5f}, // but for a dam of 8 columns
        };
        def.boxes = boxes;
        def.box_count = 2;
        water_fixture* f = lake_open(&def);
        CHECK_NEAR(lake_stat(f, "water.volume"), 1.5 * 2.0 * 6.0, 1e-5);
        CHECK_NEAR(lake_depth(f, 7, 3), 1.5, 1e-6);
        CHECK_NEAR(lake_depth(f, 8, 3), 0.0, 0.0);
        CHECK_NEAR(f->water->lake->s.dry, 1.5e-6, 1e-12);
        lake_run(f, 90);
        CHECK(lake_depth(f, 20, 3) > 0.01);
        CHECK_NEAR(lake_stat(f, "water.volume_error"), 0.0, 1e-5);
        water_fixture_close(f);

        const float map[] = {0.25f, 0.75f};
        def.box_count = 0;
        def.depth_map = map;
        def.depth_size[0] = 2;
        def.depth_size[1] = 1;
        f = lake_open(&def);
        // Half of the domain lies beyond the two middles, the rest between them.
        CHECK_NEAR(lake_stat(f, "water.volume"), 0.5 * 8.0 * 6.0, 1e-4);
        CHECK_NEAR(lake_depth(f, 0, 0), 0.25, 1e-6);
        CHECK_NEAR(lake_depth(f, 31, 23), 0.75, 1e-6);
        CHECK_NEAR(lake_depth(f, 15, 10), 0.5 - 0.125 / 8.0, 1e-6);
        water_fixture_close(f);
    }
}

static void the_bed_goes_on_around_the_domain(void) {
    waft_water_def def = lake_def(WAFT_WATER_SWE);
    lake_islands(&def);
    def.edges[WAFT_WATER_BACK].kind = WAFT_EDGE_PERIODIC;
    def.edges[WAFT_WATER_FRONT].kind = WAFT_EDGE_PERIODIC;
    water_fixture* f = lake_open(&def);
    const wafti_shallow* s = &f->water->lake->s;
    const wafti_basin* b = &s->basin;
    CHECK(s->bed[wafti_basin_index(b, -2, 5)] == s->bed[wafti_basin_index(b, 0, 5)]);
    CHECK(s->bed[wafti_basin_index(b, 33, 5)] == s->bed[wafti_basin_index(b, 31, 5)]);
    CHECK(s->bed[wafti_basin_index(b, 7, -1)] == s->bed[wafti_basin_index(b, 7, 23)]);
    CHECK(s->bed[wafti_basin_index(b, 7, 25)] == s->bed[wafti_basin_index(b, 7, 1)]);
    CHECK(s->bed[wafti_basin_index(b, -1, -2)] == s->bed[wafti_basin_index(b, 0, 22)]);
    water_fixture_close(f);
}

static void steps_over_the_limit_are_refused_with_advice(void) {
    waft_water_def def = lake_def(WAFT_WATER_COLUMNS);
    water_fixture* f = water_fixture_open(NULL, 1);
    f->context.dt = 0.125;
    CHECK(wafti_lake_create(&f->context, &def, &plain_columns, &f->water) == WAFT_ERR_ARGUMENT);
    CHECK(f->water == NULL);
    // 0.7 of 0.25 m over sqrt(9.81 m2/s2)
    CHECK_TEXT(f->error.sentence,
        "water takes steps of 0.125 s, and columns over this depth needs 0.0558732 s or less: "
        "give water.substeps of 3 or more");
    def.shallow.substeps = 3;
    CHECK(wafti_lake_create(&f->context, &def, &plain_columns, &f->water) == WAFT_OK);
    wafti_water_destroy(f->water);
    // A point that is held takes its part of the stability.
    waft_handle_def handle = waft_handle_def_default();
    handle.kind = WAFT_HANDLE_HOLD;
    handle.at = (waft_vec2){4.0f, 3.0f};
    def.handles = &handle;
    def.handle_count = 1;
    CHECK(wafti_lake_create(&f->context, &def, &plain_columns, &f->water) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(f->error.sentence, "water.substeps of 4 or more") != NULL);
    f->context.dt = 100.0;
    CHECK(wafti_lake_create(&f->context, &def, &plain_columns, &f->water) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(f->error.sentence, "give a shorter step of the world") != NULL);
    // swe cuts its steps itself.
    def.handle_count = 0;
    def.method = WAFT_WATER_SWE;
    CHECK(wafti_lake_create(&f->context, &def, &plain_swe, &f->water) == WAFT_OK);
    water_fixture_close(f);
}

// Water comes between start and end, parts of steps included; a source that has ended is still there.
static void sources_work_for_a_while(void) {
    waft_water_def def = lake_def(WAFT_WATER_COLUMNS);
    waft_water_source_def source = waft_water_source_def_default();
    source.center = (waft_vec2){4.0f, 3.0f};
    source.rate = 1.0f;
    source.start = 0.11;
    source.end = 0.26;
    def.sources = &source;
    def.source_count = 1;
    water_fixture* f = lake_open(&def);
    lake_run(f, 6); // of 1/60 s
    CHECK_NEAR(lake_stat(f, "water.inflow"), 0.0, 0.0);
    lake_run(f, 6);
    CHECK_NEAR(lake_stat(f, "water.inflow"), 0.2 - 0.11, 1e-6);
    lake_run(f, 12);
    CHECK_NEAR(lake_stat(f, "water.inflow"), 0.15, 1e-6);
    water_fixture_close(f);
}

static void a_step_is_halved_when_depths_outgrow_it(void) {
    waft_water_def def = lake_def(WAFT_WATER_COLUMNS);
    waft_water_source_def source = waft_water_source_def_default();
    source.center = (waft_vec2){4.0f, 3.0f};
    source.radius = 10.0f; // all of it
    source.rate = 480.0f;  // 10 m/s over 48 m2
    def.sources = &source;
    def.source_count = 1;
    water_fixture* f = lake_open(&def);
    // Steps of 1/60 s are stable up to 11.2 m, and of 1/120 s up to 45 m.
    int halved_at = -1;
    for (int n = 0; n < 120; ++n) {
        CHECK(water_fixture_step(f) == WAFT_OK);
        for (size_t e = 0; e < f->events.count; ++e) {
            if (f->events.items[e].kind == WAFT_EVENT_WATER_HALVED) {
                CHECK(halved_at < 0);
                halved_at = n;
                CHECK_NEAR(f->events.items[e].value, 1.0 / 120.0, 1e-9);
                CHECK(f->events.items[e].step == (uint64_t)n);
            }
        }
    }
    // (11.24 - 1) / (10 / 60) steps
    CHECK(halved_at >= 60 && halved_at <= 63);
    CHECK(f->water->lake->halvings == 1);
    CHECK_NEAR(lake_stat(f, "water.inflow"), 480.0 * 2.0, 1e-3);
    CHECK_NEAR(lake_stat(f, "water.volume"), 48.0 + 960.0, 1e-2);
    CHECK(lake_stat(f, "water.courant") < 0.7);
    // Steps of 1/60 s come back when two thirds of their limit are enough: (2/3)^2 of 11.2 m.
    CHECK(set_water(f->water, "water.sources[0].rate", -480.0f) == WAFT_OK);
    int joined_at = -1;
    for (int n = 0; n < 115; ++n) {
        CHECK(water_fixture_step(f) == WAFT_OK);
        for (size_t e = 0; e < f->events.count; ++e) {
            if (f->events.items[e].kind == WAFT_EVENT_WATER_HALVED) {
                CHECK(joined_at < 0);
                joined_at = n;
                CHECK_NEAR(f->events.items[e].value, 1.0 / 60.0, 1e-9);
            }
        }
    }
    // (21 - 4.99) / (10 / 60) steps
    CHECK(joined_at >= 94 && joined_at <= 98);
    CHECK(f->water->lake->halvings == 0);
    water_fixture_close(f);
}

#if !defined(WAFT_TEST_TRAP) // a NaN in the kernel is what that preset traps on
static void break_cell(wafti_shallow* s, double dt, wafti_shallow_report* out_report) {
    plain_step(s, dt, out_report);
    if (s->time > 0.08) {
        s->depth[wafti_basin_index(&s->basin, 11, 7)] = NAN;
        out_report->bad_row = 7;
    }
}

static void a_number_that_is_not_finite_is_told_with_its_cell(void) {
    const waft_water_def def = lake_def(WAFT_WATER_COLUMNS);
    wafti_method broken = plain_columns;
    broken.step = break_cell;
    water_fixture* f = lake_open_with(&def, &broken, 1);
    waft_result result = WAFT_OK;
    for (int n = 0; n < 20 && result == WAFT_OK; ++n) {
        result = water_fixture_step(f);
    }
    CHECK(result == WAFT_ERR_DIVERGED);
    CHECK_TEXT(f->error.sentence, "water.depth is not finite in step 5 at cell [11, 7]");
    water_fixture_close(f);
}
#endif

static void drop_time(wafti_shallow* s, double dt, wafti_shallow_report* out_report) {
    plain_step(s, dt, out_report);
    out_report->dropped = 0.25 * dt;
}

static void time_that_does_not_fit_is_told(void) {
    waft_water_def def = lake_def(WAFT_WATER_SWE);
    def.shallow.substeps = 2;
    wafti_method stiff = plain_swe;
    stiff.step = drop_time;
    water_fixture* f = lake_open_with(&def, &stiff, 1);
    CHECK(water_fixture_step(f) == WAFT_OK);
    CHECK(f->events.count == 1 && f->events.items[0].kind == WAFT_EVENT_WATER_STIFF);
    CHECK_NEAR(f->events.items[0].value, 0.25 / 60.0, 1e-8);
    water_fixture_close(f);
}

static double times[16];
static double lengths[16];
static int part_count;

static void note_time(wafti_shallow* s, double dt, wafti_shallow_report* out_report) {
    times[part_count] = s->time;
    lengths[part_count++] = dt;
    plain_step(s, dt, out_report);
    out_report->inflow = 2.0;
    out_report->outflow = 0.5;
    out_report->lost = 0.125;
}

static void parts_follow_one_another_and_are_booked(void) {
    waft_water_def def = lake_def(WAFT_WATER_COLUMNS);
    def.shallow.substeps = 4;
    wafti_method noting = plain_columns;
    noting.step = note_time;
    water_fixture* f = lake_open_with(&def, &noting, 1);
    part_count = 0;
    lake_run(f, 3);
    CHECK(part_count == 12);
    for (int n = 0; n < 12; ++n) {
        CHECK_NEAR(times[n], n / 240.0, 1e-15);
        CHECK_NEAR(lengths[n], 1.0 / 240.0, 1e-15);
    }
    CHECK_NEAR(lake_stat(f, "water.inflow"), 24.0, 0.0);
    CHECK_NEAR(lake_stat(f, "water.outflow"), 6.0, 0.0);
    CHECK_NEAR(lake_stat(f, "water.lost"), 1.5, 0.0);
    // now + outflow + lost - inflow - start
    CHECK_NEAR(lake_stat(f, "water.volume_error"), 6.0 + 1.5 - 24.0, 1e-9);
    water_fixture_close(f);
}

static void damping_is_the_methods_own_unless_given(void) {
    waft_water_def def = lake_def(WAFT_WATER_COLUMNS);
    water_fixture* f = lake_open(&def);
    CHECK_NEAR(f->water->lake->s.def.damping_time, 20.0, 0.0);
    water_fixture_close(f);
    def.shallow.damping_time = 3.0f;
    f = lake_open(&def);
    CHECK_NEAR(f->water->lake->s.def.damping_time, 3.0, 0.0);
    water_fixture_close(f);
    def = lake_def(WAFT_WATER_IMPLICIT);
    f = lake_open(&def);
    CHECK_NEAR(f->water->lake->s.def.damping_time, 0.0, 0.0);
    water_fixture_close(f);
}

static void edges_reach_the_method_relative_to_the_level(void) {
    waft_water_def def = lake_def(WAFT_WATER_SWE);
    def.level = 100.0f;
    def.edges[WAFT_WATER_LEFT] = (waft_edge_def){WAFT_EDGE_INFLOW, 0, 0.1f, 2.0f, 4.42f, 0.0f};
    def.edges[WAFT_WATER_RIGHT] = (waft_edge_def){WAFT_EDGE_LEVEL, 0, 0.1f, 2.0f, 1.0f, 101.5f};
    water_fixture* f = lake_open(&def);
    const wafti_edge* edges = f->water->lake->s.edges;
    CHECK(edges[0].kind == WAFT_EDGE_INFLOW && edges[1].kind == WAFT_EDGE_LEVEL);
    CHECK_NEAR(edges[0].flow, 4.42, 1e-6);
    CHECK_NEAR(edges[1].level, 1.5, 0.0);
    water_fixture_close(f);
}

static void properties_of_sources_rain_and_handles(void) {
    waft_water_def def = lake_def(WAFT_WATER_COLUMNS);
    waft_water_source_def sources[2] = {
        waft_water_source_def_default(), waft_water_source_def_default()};
    sources[0].center = sources[1].center = (waft_vec2){1.0f, 1.0f};
    waft_handle_def handle = waft_handle_def_default();
    handle.at = (waft_vec2){4.0f, 3.0f};
    def.sources = sources;
    def.source_count = 2;
    def.handles = &handle;
    def.handle_count = 1;
    def.rain.radius = 0.2f;
    water_fixture* f = lake_open(&def);
    waft_water* water = f->water;
    CHECK(set_water(water, "water.sources[1].rate", 0.5f) == WAFT_OK);
    lake_run(f, 60);
    CHECK_NEAR(lake_stat(f, "water.inflow"), 0.5, 1e-6);
    CHECK(set_water(water, "water.sources[1].rate", -0.5f) == WAFT_OK);
    lake_run(f, 60);
    CHECK_NEAR(lake_stat(f, "water.outflow"), 0.5, 1e-6);
    CHECK(set_water(water, "water.rain.rate", 100.0f) == WAFT_OK);
    CHECK(set_water(water, "water.handles[0].force", 500.0f) == WAFT_OK);
    CHECK(set_water(water, "water.handles[0].level", 0.5f) == WAFT_OK);
    CHECK_NEAR(water->def.rain.rate, 100.0, 0.0);
    CHECK_NEAR(water->lake->handles[0].def.force, 500.0, 0.0);
    CHECK_NEAR(water->lake->handles[0].def.level, 0.5, 0.0);
    CHECK(set_water(water, "water.sources[2].rate", 0.0f) == WAFT_ERR_ARGUMENT);
    CHECK(set_water(water, "water.rain.rate", -1.0f) == WAFT_ERR_ARGUMENT);
    CHECK(set_water(water, "water.handles[0].force", NAN) == WAFT_ERR_ARGUMENT);
    CHECK(set_water(water, "water.trains[0].phase", 0.0f) == WAFT_ERR_ARGUMENT);
    water_fixture_close(f);
}

static double fastest_lift;

static void note_lift(wafti_shallow* s, int32_t i, int32_t j, double speed) {
    (void)s;
    (void)i;
    (void)j;
    fastest_lift = fmax(fastest_lift, speed);
}

static void water_comes_rising_where_the_method_can(void) {
    waft_water_def def = lake_def(WAFT_WATER_IMPLICIT);
    waft_water_source_def source = waft_water_source_def_default();
    source.center = (waft_vec2){4.0f, 3.0f};
    source.radius = 0.3f;
    source.rate = 0.1f;
    source.impulse = true;
    def.sources = &source;
    def.source_count = 1;
    water_fixture* f = water_fixture_open(NULL, 1);
    CHECK(wafti_lake_create(&f->context, &def, &plain_implicit, &f->water) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(f->error.sentence,
        "water.sources[0].impulse is not a setting of this scheme: its water comes at rest");
    water_fixture_close(f);
    wafti_method lifting = plain_implicit;
    lifting.lift = note_lift;
    f = lake_open_with(&def, &lifting, 1);
    lake_run(f, 1);
    // Four cells of 1/16 m2 lie within 0.3 m.
    CHECK_NEAR(fastest_lift, 0.1 / (4.0 / 16.0), 1e-4);
    water_fixture_close(f);
}

static void water_starts_with_the_velocities_of_the_def(void) {
    for (int kind = WAFT_WATER_IMPLICIT; kind <= WAFT_WATER_SWE; ++kind) {
        waft_water_def def = lake_def((waft_water_method)kind);
        const wafti_method* method = wafti_method_of(def.method);
        def.velocity = (waft_vec2){0.5f, 0.0f};
        def.shallow.damping_time = kind == WAFT_WATER_SWE ? -1.0f : 0.0f;
        def.shallow.manning = kind == WAFT_WATER_SWE ? 0.0f : def.shallow.manning;
        // Round and round it goes on for ever.
        def.edges[WAFT_WATER_LEFT].kind = def.edges[WAFT_WATER_RIGHT].kind = WAFT_EDGE_PERIODIC;
        water_fixture* f = lake_open_with(&def, method, 1);
        double velocity[2];
        lake_run(f, 60);
        method->velocity(&f->water->lake->s, 10, 10, velocity);
        CHECK_NEAR(velocity[0], 0.5, 1e-4);
        CHECK_NEAR(velocity[1], 0.0, 1e-6);
        CHECK_NEAR(lake_stat(f, "water.level_max"), 0.0, 1e-5);
        water_fixture_close(f);
        // A wall stops it, and it piles up there.
        def.edges[WAFT_WATER_LEFT].kind = def.edges[WAFT_WATER_RIGHT].kind = WAFT_EDGE_WALL;
        const waft_water_box_def still = {.low = {0.0f, 0.0f}, .high = {4.0f, 6.0f}, .level = 0.0f};
        def.boxes = &still;
        def.box_count = 1;
        f = lake_open_with(&def, method, 1);
        method->velocity(&f->water->lake->s, 20, 10, velocity);
        CHECK_NEAR(velocity[0], 0.5, 1e-5);
        method->velocity(&f->water->lake->s, 5, 10, velocity);
        CHECK(velocity[0] == 0.0);
        lake_run(f, 20);
        CHECK(lake_depth(f, 31, 10) > 1.05 && lake_depth(f, 16, 10) < 0.98);
        CHECK_NEAR(lake_stat(f, "water.volume_error"), 0.0, 1e-4);
        water_fixture_close(f);
    }
}

static void a_force_dents_the_surface_and_a_hold_keeps_it(void) {
    waft_water_def def = lake_def(WAFT_WATER_COLUMNS);
    waft_handle_def handle = waft_handle_def_default();
    handle.at = (waft_vec2){4.0f, 3.0f};
    handle.force = -1000.0f;
    def.handles = &handle;
    def.handle_count = 1;
    water_fixture* f = lake_open(&def);
    const waft_vec3 middle = {4.0f, 0.0f, 3.0f};
    waft_water_sample sample;
    lake_run(f, 10);
    CHECK(f->water->lake->s.loaded);
    CHECK(waft_water_query(f->water, &middle, 1, &sample) == WAFT_OK);
    CHECK(sample.level < -0.01f);
    CHECK(set_water(f->water, "water.handles[0].force", 0.0f) == WAFT_OK);
    lake_run(f, 1);
    CHECK(!f->water->lake->s.loaded);
    for (size_t n = 0; n < f->water->lake->s.basin.size; ++n) {
        CHECK(f->water->lake->s.load[n] == 0.0f);
    }
    water_fixture_close(f);
    handle.kind = WAFT_HANDLE_HOLD;
    handle.level = 0.1f;
    handle.most = 1e6f;
    f = lake_open(&def);
    float highest = -1.0f;
    for (int n = 0; n < 120; ++n) {
        lake_run(f, 1);
        CHECK(waft_water_query(f->water, &middle, 1, &sample) == WAFT_OK);
        highest = fmaxf(highest, sample.level);
    }
    // Without damping it swings about its target.
    CHECK(highest > 0.05f && highest < 0.3f);
    CHECK_NEAR(lake_stat(f, "water.volume_error"), 0.0, 1e-5);
    water_fixture_close(f);
}

static void strokes_wait_for_nothing_and_lose_nothing(void) {
    for (int n = 0; n < 3; ++n) {
        waft_water_def def = lake_def(methods[n]);
        lake_islands(&def);
        water_fixture* f = lake_open(&def);
        const waft_brush brush = {{4.0f, 3.0f}, 0.6f, 0.4f};
        CHECK(wafti_water_check_brush(f->water, &brush, &f->error) == WAFT_OK);
        const double before = lake_stat(f, "water.volume");
        wafti_water_brush(f->water, &brush);
        CHECK(lake_stat(f, "water.level_max") > 0.1);
        CHECK_NEAR(lake_stat(f, "water.volume"), before, 1e-5);
        CHECK_NEAR(lake_stat(f, "water.volume_error"), 0.0, 1e-11);
        CHECK(lake_stat(f, "water.potential_energy") > 1.0);
        water_fixture_close(f);
    }
}

static void a_hill_lifts_its_water_and_may_coarsen_the_bed(void) {
    for (int n = 0; n < 3; ++n) {
        waft_water_def def = lake_def(methods[n]);
        water_fixture* f = lake_open(&def);
        const double quantum = f->water->lake->quantum;
        const double before = lake_stat(f, "water.volume");
        const waft_brush hill = {{4.0f, 3.0f}, 0.5f, 0.75f};
        wafti_water_raise_bed(f->water, &hill);
        CHECK_NEAR(f->water->lake->quantum, quantum, 0.0);
        // The nearest cell is half a cell off the top, both ways.
        const double top = 0.75 * exp(-2.0 * 0.125 * 0.125 / (2.0 * 0.25));
        CHECK_NEAR(lake_stat(f, "water.level_max"), top, 1e-5);
        CHECK_NEAR(lake_stat(f, "water.volume"), before, 1e-5);
        const waft_brush tower = {{4.0f, 3.0f}, 0.5f, 30.0f};
        wafti_water_raise_bed(f->water, &tower);
        // 2^5 > 29 m
        CHECK_NEAR(f->water->lake->quantum, 32.0 / 4194304.0, 0.0);
        const wafti_shallow* s = &f->water->lake->s;
        for (int32_t k = 0; k < 32 * 24; ++k) {
            const ptrdiff_t at = wafti_basin_index(&s->basin, k % 32, k / 32);
            CHECK(fmod((double)s->bed[at], f->water->lake->quantum) == 0.0);
        }
        CHECK_NEAR(lake_stat(f, "water.volume_error"), 0.0, 1e-10);
        lake_run(f, 30);
        CHECK(lake_depth(f, 16, 12) < 0.5);
        CHECK_NEAR(lake_stat(f, "water.volume_error"), 0.0, 1e-4);
        water_fixture_close(f);
    }
}

static void the_estimate_is_what_creation_takes(void) {
    waft_water_def def = lake_def(WAFT_WATER_COLUMNS);
    def.cells[0] = 256;
    def.cells[1] = 192;
    def.shallow.substeps = 16;
    water_fixture* f = lake_open(&def);
    const double taken = (double)wafti_water_memory(f->water);
    CHECK_NEAR((double)wafti_lake_size(&def, &plain_columns) / taken, 1.0, 0.01);
    CHECK(wafti_water_estimate_memory(&def) > 0);
    CHECK(wafti_water_estimate_seconds(&def) > 0.0);
    CHECK_NEAR(wafti_water_estimate_start(&def), 0.0, 0.0);
    water_fixture_close(f);
}

// One block for all of it, and one for the velocities at the start.
static void no_memory_leaves_nothing(void) {
    waft_water_def def = lake_def(WAFT_WATER_IMPLICIT);
    def.velocity.x = 0.1f;
    water_fixture* f = water_fixture_open(NULL, 1);
    waft_result result = WAFT_ERR_NO_MEMORY;
    int tries = 0;
    for (; result == WAFT_ERR_NO_MEMORY && tries < 100; ++tries) {
        counting c = {.fail_at = tries + 1};
        f->context.allocator = counting_hook(&c);
        result = wafti_lake_create(&f->context, &def, &plain_implicit, &f->water);
        wafti_water_destroy(f->water);
        f->water = NULL;
        CHECK(c.live == 0 && c.bytes == 0);
    }
    CHECK(result == WAFT_OK && tries == 3);
    f->context.allocator = (waft_allocator){0};
    water_fixture_close(f);
}

static const test_case cases[] = {
    {"sources_work_for_a_while", sources_work_for_a_while},
    {"a_lake_at_rest_stays_at_rest_to_the_bit", a_lake_at_rest_stays_at_rest_to_the_bit},
    {"beds_and_levels_are_multiples_of_the_quantum", beds_and_levels_are_multiples_of_the_quantum},
    {"water_starts_where_boxes_and_maps_say", water_starts_where_boxes_and_maps_say},
    {"the_bed_goes_on_around_the_domain", the_bed_goes_on_around_the_domain},
    {"steps_over_the_limit_are_refused_with_advice", steps_over_the_limit_are_refused_with_advice},
    {"a_step_is_halved_when_depths_outgrow_it", a_step_is_halved_when_depths_outgrow_it},
#if !defined(WAFT_TEST_TRAP)
    {"a_number_that_is_not_finite_is_told_with_its_cell",
        a_number_that_is_not_finite_is_told_with_its_cell},
#endif
    {"time_that_does_not_fit_is_told", time_that_does_not_fit_is_told},
    {"parts_follow_one_another_and_are_booked", parts_follow_one_another_and_are_booked},
    {"damping_is_the_methods_own_unless_given", damping_is_the_methods_own_unless_given},
    {"edges_reach_the_method_relative_to_the_level", edges_reach_the_method_relative_to_the_level},
    {"properties_of_sources_rain_and_handles", properties_of_sources_rain_and_handles},
    {"water_comes_rising_where_the_method_can", water_comes_rising_where_the_method_can},
    {"water_starts_with_the_velocities_of_the_def", water_starts_with_the_velocities_of_the_def},
    {"a_force_dents_the_surface_and_a_hold_keeps_it",
        a_force_dents_the_surface_and_a_hold_keeps_it},
    {"strokes_wait_for_nothing_and_lose_nothing", strokes_wait_for_nothing_and_lose_nothing},
    {"a_hill_lifts_its_water_and_may_coarsen_the_bed",
        a_hill_lifts_its_water_and_may_coarsen_the_bed},
    {"the_estimate_is_what_creation_takes", the_estimate_is_what_creation_takes},
    {"no_memory_leaves_nothing", no_memory_leaves_nothing},
};
TEST_MAIN(cases)
