// SPDX-License-Identifier: MIT
#include "set_water.h"
#include "water/waves.h"

#include "test.h"
#include "unit/water_fixture.h"

static waft_train_def trains[2];

static waft_water_def pond(void) {
    for (int i = 0; i < 2; ++i) {
        trains[i] = waft_train_def_default();
        trains[i].length = 2.0f + (float)i;
        trains[i].amplitude = 0.05f;
    }
    waft_water_def def = waft_water_def_default();
    def.cells[0] = 33;
    def.cells[1] = 17;
    def.trains = trains;
    def.train_count = 2;
    def.spray.capacity = 50;
    return def;
}

static waft_water_def shore(void) {
    waft_water_def def = pond();
    def.terrain.kind = WAFT_TERRAIN_SLOPE;
    def.terrain.high = 0.2f;
    def.terrain.to = 10.0f;
    return def;
}

// An allocator that counts, and fails from a given call on.
typedef struct meter {
    size_t calls, bytes, fail_at;
} meter;

static void* meter_allocate(void* user, size_t size, size_t alignment) {
    meter* m = user;
    if (++m->calls == m->fail_at) {
        return NULL;
    }
    m->bytes += size;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void meter_release(void* user, void* memory, size_t size, size_t alignment) {
    meter* m = user;
    (void)alignment;
    m->bytes -= size;
    free(memory);
}

static void memory_is_as_estimated_and_steps_take_none(void) {
    const waft_water_def defs[2] = {pond(), shore()};
    for (int n = 0; n < 2; ++n) {
        meter m = {0};
        water_fixture* f = water_fixture_open(NULL, 1);
        f->context.allocator =
            (waft_allocator){.user = &m, .allocate = meter_allocate, .release = meter_release};
        CHECK(wafti_water_create(&f->context, &defs[n], &f->water) == WAFT_OK);
        CHECK(m.bytes == wafti_water_estimate_memory(&defs[n]));
        CHECK(m.bytes == wafti_water_memory(f->water));
        const size_t calls = m.calls;
        for (int step = 0; step < 5; ++step) {
            CHECK(water_fixture_step(f) == WAFT_OK);
        }
        CHECK(m.calls == calls);
        wafti_water_destroy(f->water);
        f->water = NULL;
        CHECK(m.bytes == 0);
        m = (meter){.fail_at = 1};
        CHECK(wafti_water_create(&f->context, &defs[n], &f->water) == WAFT_ERR_NO_MEMORY);
        CHECK(f->water == NULL);
        CHECK(m.bytes == 0);
        CHECK(strstr(f->error.sentence, "bytes for the water surface") != NULL);
        f->context.allocator = (waft_allocator){0};
        water_fixture_close(f);
    }
}

static void a_refused_def_leaves_nothing(void) {
    meter m = {0};
    water_fixture* f = water_fixture_open(NULL, 1);
    f->context.allocator =
        (waft_allocator){.user = &m, .allocate = meter_allocate, .release = meter_release};
    waft_water_def def = shore();
    const waft_tracer_def buried = {.name = "mole", .at = {1.0f, -5.0f, 1.0f}};
    def.tracers = &buried;
    def.tracer_count = 1;
    CHECK(wafti_water_create(&f->context, &def, &f->water) == WAFT_ERR_ARGUMENT);
    CHECK(strncmp(f->error.sentence, "water.tracers[0].at[1] is -5: allowed are heights", 49) == 0);
    CHECK(f->water == NULL);
    CHECK(m.bytes == 0);
    waft_error error = {.result = WAFT_OK};
    CHECK(wafti_water_check_tracer(&def, 1, 0, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, f->error.sentence);
    CHECK(wafti_water_create(&f->context, NULL, &f->water) == WAFT_ERR_ARGUMENT);
    f->context.allocator = (waft_allocator){0};
    water_fixture_close(f);
}

// Heights of the bed are rounded; a tracer at the height that was asked for still lies on it.
static void a_tracer_may_lie_on_the_bed(void) {
    for (int i = 0; i < 20; ++i) {
        waft_water_def def = pond();
        def.terrain.kind = WAFT_TERRAIN_STEP;
        def.terrain.low = -5.0f - 0.1f * (float)i;
        const waft_tracer_def sole = {.name = "sole", .at = {0.1f, def.terrain.low, 1.0f}};
        def.tracers = &sole;
        def.tracer_count = 1;
        water_fixture* f = water_fixture_open(&def, 1);
        CHECK(f->water != NULL);
        water_fixture_close(f);
    }
}

static size_t events_of(const water_fixture* f, waft_event_kind kind, waft_event* out_last) {
    size_t count = 0;
    for (size_t n = 0; n < f->events.count; ++n) {
        if (f->events.items[n].kind == kind) {
            *out_last = f->events.items[n];
            ++count;
        }
    }
    return count;
}

static void clamping_and_breaking_are_told_once(void) {
    waft_water_def def = pond();
    def.breaking = WAFT_BREAKING_MICHE;
    water_fixture* f = water_fixture_open(&def, 1);
    waft_event event = {0};
    CHECK(water_fixture_step(f) == WAFT_OK);
    CHECK(events_of(f, WAFT_EVENT_STEEPNESS_CLAMPED, &event) == 0);
    CHECK(set_water(f->water, "water.trains[0].amplitude", 0.3f) == WAFT_OK);
    CHECK(set_water(f->water, "water.trains[1].amplitude", 0.3f) == WAFT_OK);
    CHECK(water_fixture_step(f) == WAFT_OK);
    CHECK(events_of(f, WAFT_EVENT_BREAKING, &event) == 2);
    CHECK(event.index == 1);
    CHECK_NEAR(event.value,
        wafti_breaking_share(
            0.3, waft_breaking_limit(WAFT_BREAKING_MICHE, WAFTI_TWO_PI / 3.0, 1.0)),
        1e-5);
    CHECK(event.step == 1);
    CHECK(water_fixture_step(f) == WAFT_OK);
    CHECK(events_of(f, WAFT_EVENT_BREAKING, &event) == 0);
    water_fixture_close(f);
    def.breaking = WAFT_BREAKING_NONE;
    f = water_fixture_open(&def, 1);
    CHECK(set_water(f->water, "water.trains[0].amplitude", 0.5f) == WAFT_OK);
    CHECK(water_fixture_step(f) == WAFT_OK);
    CHECK(events_of(f, WAFT_EVENT_STEEPNESS_CLAMPED, &event) == 1);
    CHECK(event.value < 1.0f && event.value > 0.4f);
    CHECK(water_fixture_step(f) == WAFT_OK);
    CHECK(events_of(f, WAFT_EVENT_STEEPNESS_CLAMPED, &event) == 0);
    water_fixture_close(f);
}

static void one_row_of_cells_works(void) {
    waft_water_def def = shore();
    def.cells[1] = 1;
    trains[1].direction = (waft_vec2){0.8f, 0.6f};
    water_fixture* f = water_fixture_open(&def, 1);
    CHECK(f->water != NULL);
    for (int n = 0; n < 10; ++n) {
        CHECK(water_fixture_step(f) == WAFT_OK);
    }
    CHECK(f->water->total.highest > 0.01f);
    water_fixture_close(f);
}

static void no_trains_no_waves(void) {
    waft_water_def def = pond();
    def.train_count = 0;
    water_fixture* f = water_fixture_open(&def, 1);
    CHECK(water_fixture_step(f) == WAFT_OK);
    CHECK_NEAR(f->water->total.highest, 0.0, 0.0);
    CHECK_NEAR(f->water->field[WAFT_WATER_NORMAL_Y][5], 1.0, 0.0);
    const waft_vec3 point = {3.0f, 0.0f, 3.0f};
    waft_water_sample sample;
    CHECK(waft_water_query(f->water, &point, 1, &sample) == WAFT_OK);
    CHECK(sample.status == WAFT_SAMPLE_OK);
    CHECK_NEAR(sample.level, 0.0, 0.0);
    water_fixture_close(f);
}

static void time_is_estimated(void) {
    waft_water_def def = pond();
    const double small = wafti_water_estimate_seconds(&def);
    def.cells[0] *= 4;
    CHECK_NEAR(wafti_water_estimate_seconds(&def), 4.0 * small, 1e-12);
    CHECK_NEAR(wafti_water_estimate_start(&def), 0.0, 0.0);
    def.spray.capacity = 1000;
    CHECK_NEAR(wafti_water_estimate_seconds(&def), 4.0 * small, 1e-12);
    waft_train_def high = waft_train_def_default();
    high.length = 2.0f;
    high.amplitude = 1.0f;
    def.trains = &high;
    def.train_count = 1;
    CHECK(wafti_water_estimate_seconds(&def) > 10.0 * small);
    def = shore();
    CHECK(wafti_water_estimate_seconds(&def) > small);
    CHECK_NEAR(wafti_water_estimate_start(&def),
        400e-9 * def.cells[0] * def.cells[1] * (double)def.train_count, 1e-12);
    // A fifth of a beach breaks, and 80 ns a cell are far more than all else.
    def.spray.capacity = 0;
    const double calm = wafti_water_estimate_seconds(&def);
    def.spray.capacity = 1000;
    CHECK(wafti_water_estimate_seconds(&def) > 3.0 * calm);
    def.breaking = WAFT_BREAKING_NONE;
    CHECK_NEAR(wafti_water_estimate_seconds(&def), calm, 0.0);
    def.depth = -1.0f;
    CHECK(wafti_water_estimate_memory(&def) == 0);
    CHECK_NEAR(wafti_water_estimate_seconds(&def), 0.0, 0.0);
}

static const test_case cases[] = {
    {"a_tracer_may_lie_on_the_bed", a_tracer_may_lie_on_the_bed},
    {"memory_is_as_estimated_and_steps_take_none", memory_is_as_estimated_and_steps_take_none},
    {"a_refused_def_leaves_nothing", a_refused_def_leaves_nothing},
    {"clamping_and_breaking_are_told_once", clamping_and_breaking_are_told_once},
    {"one_row_of_cells_works", one_row_of_cells_works},
    {"no_trains_no_waves", no_trains_no_waves},
    {"time_is_estimated", time_is_estimated},
};
TEST_MAIN(cases)
