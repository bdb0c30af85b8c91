// SPDX-License-Identifier: MIT
#include "falling_fixture.h"
#include "hooks.h"
#include "run/tables.h"
#include "scratch.h"

static waft_world* make_gauged_world(waft_allocator allocator) {
    static const waft_gauge_def gauges[] = {{"a,b", {2.0f, 2.0f}}, {"far", {8.0f, 8.0f}}};
    static const waft_tracer_def tracers[] = {{"cork", {5.0f, -0.1f, 5.0f}}};
    waft_world_def def = waft_world_def_default();
    def.allocator = allocator;
    waft_water_def water = small_water_def();
    water.gauges = gauges;
    water.gauge_count = 2;
    water.tracers = tracers;
    water.tracer_count = 1;
    return make_world(&def, &water);
}

enum { PER_FRAME = 3, INTERVAL = 2, FIRST = 1 };

static const waft_body_table every_frame = {.every = 1};

static wafti_table_extent extent_at(const waft_world* world, uint64_t step) {
    return (wafti_table_extent){.first_frame = FIRST,
        .body_interval = 1,
        .frame = (int)(step / PER_FRAME),
        .first_step = (uint64_t)FIRST * PER_FRAME,
        .step = step,
        .interval = INTERVAL,
        .step_length = waft_world_step_length(world)};
}

static void add_due(wafti_run_tables* tables, const waft_world* world) {
    const uint64_t step = waft_world_steps(world);
    if (step >= (uint64_t)FIRST * PER_FRAME && step % INTERVAL == 0) {
        wafti_tables_add_step(tables, world);
    }
    if (step >= (uint64_t)FIRST * PER_FRAME && step % PER_FRAME == 0) {
        wafti_tables_add_frame(tables, world, (int)(step / PER_FRAME), 1.5);
    }
}

static void counts(void) {
    wafti_table_extent extent = {
        .first_frame = 2, .frame = 1, .first_step = 6, .step = 5, .interval = 4};
    CHECK(wafti_tables_row_count(WAFTI_TABLE_STATS, &extent) == 0);
    CHECK(wafti_tables_row_count(WAFTI_TABLE_GAUGES, &extent) == 0);
    extent.step = 16;
    extent.frame = 5;
    CHECK(wafti_tables_row_count(WAFTI_TABLE_TIMING, &extent) == 4);
    CHECK(wafti_tables_row_count(WAFTI_TABLE_TRACERS, &extent) == 3); // 8, 12 and 16
    extent.body_count = 7;
    extent.body_interval = 1;
    CHECK(wafti_tables_row_count(WAFTI_TABLE_BODIES, &extent) == 28);
    extent.body_interval = 3; // frame 3 of 2 to 5
    CHECK(wafti_tables_row_count(WAFTI_TABLE_BODIES, &extent) == 7);
    extent.body_interval = 6;
    CHECK(wafti_tables_row_count(WAFTI_TABLE_BODIES, &extent) == 0);
    extent.first_step = 0;
    CHECK(wafti_tables_row_count(WAFTI_TABLE_TRACERS, &extent) == 5);
}

// What is loaded for any step equals what was in memory at that step.
static void later_rows_are_dropped(void) {
    scratch s = scratch_make();
    waft_world* world = make_gauged_world((waft_allocator){0});
    wafti_run_tables tables;
    CHECK(wafti_tables_init(&tables, NULL, world, every_frame) == WAFT_OK);
    CHECK(strncmp(tables.text[WAFTI_TABLE_GAUGES].bytes,
              "time,\"a,b\",\"a,b.depth\",\"a,b.vx\",\"a,b.vz\",\"a,b.max\",far,", 50) == 0);
    CHECK_TEXT(tables.text[WAFTI_TABLE_TRACERS].bytes, "time,cork.x,cork.y,cork.z\n");
    size_t lengths[13][WAFTI_TABLE_COUNT];
    for (int step = 0; step <= 12; ++step) {
        add_due(&tables, world);
        for (int i = 0; i < WAFTI_TABLE_COUNT; ++i) {
            lengths[step][i] = tables.text[i].length;
        }
        take_steps(world, 1);
    }
    CHECK(wafti_tables_write(&tables, s.path, NULL) == WAFT_OK);
    wafti_run_tables loaded;
    CHECK(wafti_tables_init(&loaded, NULL, world, every_frame) == WAFT_OK);
    for (int step = 12; step >= 0; --step) {
        const wafti_table_extent extent = extent_at(world, (uint64_t)step);
        waft_error error = {.sentence = ""};
        CHECK(wafti_tables_load(&loaded, s.path, &extent, &error) == WAFT_OK);
        CHECK_TEXT(error.sentence, "");
        for (int i = 0; i < WAFTI_TABLE_COUNT; ++i) {
            CHECK(loaded.text[i].length == lengths[step][i]);
            CHECK(lengths[step][i] == 0 ||
                  memcmp(loaded.text[i].bytes, tables.text[i].bytes, lengths[step][i]) == 0);
        }
    }
    const wafti_table_extent beyond = extent_at(world, 18);
    waft_error error;
    CHECK(wafti_tables_load(&loaded, s.path, &beyond, &error) == WAFT_ERR_PARSE);
    CHECK(strstr(error.sentence, "stats.csv:6:1: the table ends after 4 of 6 rows") != NULL);
    wafti_tables_free(&loaded);
    wafti_tables_free(&tables);
    waft_world_destroy(world);
    scratch_remove(&s);
}

static void other_tables_are_refused(void) {
    scratch s = scratch_make();
    waft_world* world = make_gauged_world((waft_allocator){0});
    wafti_run_tables tables;
    CHECK(wafti_tables_init(&tables, NULL, world, every_frame) == WAFT_OK);
    const wafti_table_extent extent = extent_at(world, 4);
    waft_error error;
    CHECK(wafti_tables_load(&tables, s.path, &extent, &error) == WAFT_ERR_IO);
    for (int step = 0; step <= 4; ++step) {
        add_due(&tables, world);
        take_steps(world, 1);
    }
    CHECK(wafti_tables_write(&tables, s.path, NULL) == WAFT_OK);
    CHECK(wafti_tables_load(&tables, s.path, &extent, &error) == WAFT_OK);
    char* text = scratch_read(scratch_file(&s, "gauges.csv"), NULL);
    char* row = strchr(text, '\n') + 1;
    row[0] = '9';
    CHECK(waft_file_write(scratch_file(&s, "gauges.csv"), text, strlen(text), NULL) == WAFT_OK);
    CHECK(wafti_tables_load(&tables, s.path, &extent, &error) == WAFT_ERR_PARSE);
    CHECK(strstr(error.sentence, "gauges.csv:2:1: this is not row 1") != NULL);
    text[0] = 'T';
    CHECK(waft_file_write(scratch_file(&s, "gauges.csv"), text, strlen(text), NULL) == WAFT_OK);
    CHECK(wafti_tables_load(&tables, s.path, &extent, &error) == WAFT_ERR_PARSE);
    CHECK(strstr(error.sentence, "gauges.csv:1:1: the columns are not those") != NULL);
    waft_text_free(NULL, text);
    wafti_tables_free(&tables);
    waft_world_destroy(world);
    scratch_remove(&s);
}

// Rows of bodies come at frames, one a body; those of a part of the run can be told by their times.
static void bodies_have_rows_at_frames(void) {
    scratch s = scratch_make();
    falling f;
    falling_make(&f);
    wafti_run_tables tables;
    CHECK(wafti_tables_init(&tables, NULL, f.world, every_frame) == WAFT_OK);
    size_t lengths[13];
    for (int step = 0; step <= 12; ++step) {
        add_due(&tables, f.world);
        lengths[step] = tables.text[WAFTI_TABLE_BODIES].length;
        falling_step(&f, 1);
    }
    CHECK(wafti_tables_write(&tables, s.path, NULL) == WAFT_OK);
    wafti_run_tables loaded;
    CHECK(wafti_tables_init(&loaded, NULL, f.world, every_frame) == WAFT_OK);
    for (int step = 12; step >= 0; --step) {
        wafti_table_extent extent = extent_at(f.world, (uint64_t)step);
        extent.frame_length = PER_FRAME * extent.step_length;
        extent.body_count = 3;
        CHECK(wafti_tables_load(&loaded, s.path, &extent, NULL) == WAFT_OK);
        CHECK(loaded.text[WAFTI_TABLE_BODIES].length == lengths[step]);
    }
    wafti_table_extent wrong = extent_at(f.world, 12);
    wrong.frame_length = PER_FRAME * wrong.step_length;
    wrong.body_count = 2;
    waft_error error;
    CHECK(wafti_tables_load(&loaded, s.path, &wrong, &error) == WAFT_ERR_PARSE);
    CHECK(strstr(error.sentence, "bodies.csv:4:1: this is not row 3") != NULL);
    wafti_tables_free(&loaded);
    wafti_tables_free(&tables);
    falling_free(&f);
    scratch_remove(&s);
}

// With an interval of two frames, frames 2 and 4 of 1 to 4 have rows; with none there is no table.
static void bodies_are_thinned(void) {
    scratch s = scratch_make();
    falling f;
    falling_make(&f);
    wafti_run_tables tables;
    CHECK(wafti_tables_init(&tables, NULL, f.world, (waft_body_table){.every = 0}) == WAFT_OK);
    CHECK(tables.header_length[WAFTI_TABLE_BODIES] == 0);
    add_due(&tables, f.world);
    CHECK(tables.text[WAFTI_TABLE_BODIES].length == 0);
    wafti_tables_free(&tables);
    CHECK(wafti_tables_init(&tables, NULL, f.world, (waft_body_table){.every = 2}) == WAFT_OK);
    for (int step = 0; step <= 12; ++step) {
        add_due(&tables, f.world);
        falling_step(&f, 1);
    }
    CHECK(wafti_tables_write(&tables, s.path, NULL) == WAFT_OK);
    const size_t length = tables.text[WAFTI_TABLE_BODIES].length;
    wafti_table_extent extent = extent_at(f.world, 12);
    extent.frame_length = PER_FRAME * extent.step_length;
    extent.body_count = 3;
    extent.body_interval = 2;
    CHECK(wafti_tables_row_count(WAFTI_TABLE_BODIES, &extent) == 6);
    CHECK(wafti_tables_load(&tables, s.path, &extent, NULL) == WAFT_OK);
    CHECK(tables.text[WAFTI_TABLE_BODIES].length == length);
    wafti_tables_free(&tables);
    falling_free(&f);
    scratch_remove(&s);
}

static void memory_runs_out(void) {
    scratch s = scratch_make();
    waft_world* world = make_gauged_world((waft_allocator){0});
    waft_result result = WAFT_ERR_NO_MEMORY;
    long fail_at = 0;
    while (result != WAFT_OK && fail_at < 100) {
        counting count = {.fail_at = ++fail_at};
        const waft_allocator hook = counting_hook(&count);
        wafti_run_tables tables;
        result = wafti_tables_init(&tables, &hook, world, every_frame);
        for (int i = 0; i < 30 && result == WAFT_OK; ++i) {
            wafti_tables_add_step(&tables, world);
            wafti_tables_add_frame(&tables, world, i, 0.0);
        }
        if (result == WAFT_OK) {
            result = wafti_tables_write(&tables, s.path, NULL);
        }
        CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
        wafti_tables_free(&tables);
        CHECK(count.live == 0);
    }
    CHECK(result == WAFT_OK && fail_at > 8);
    waft_world_destroy(world);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"counts", counts},
    {"later_rows_are_dropped", later_rows_are_dropped},
    {"other_tables_are_refused", other_tables_are_refused},
    {"bodies_have_rows_at_frames", bodies_have_rows_at_frames},
    {"bodies_are_thinned", bodies_are_thinned},
    {"memory_runs_out", memory_runs_out},
};

TEST_MAIN(cases)
