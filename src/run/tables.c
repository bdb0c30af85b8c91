// SPDX-License-Identifier: MIT
#include "run/tables.h"

#include "base/error.h"
#include "io/place.h"
#include "io/table.h"
#include "run/layout.h"

#include <waft/export.h>

#include <math.h>
#include <string.h>

#define LARGEST_TABLE ((size_t)1 << 34)

static const char* const file_names[WAFTI_TABLE_COUNT] = {
    WAFTI_RUN_STATS, WAFTI_RUN_TIMING, WAFTI_RUN_GAUGES, WAFTI_RUN_TRACERS, WAFTI_RUN_BODIES};

static const char* const gauge_suffixes[] = {"", ".depth", ".vx", ".vz", ".max", NULL};
static const char* const tracer_suffixes[] = {".x", ".y", ".z", NULL};

static void add_header_cell(wafti_text* text, const char* name, const char* suffix) {
    // Names are at most 31 bytes long.
    char cell[64] = "";
    (void)strncat(cell, name, sizeof(cell) - 16);
    (void)strncat(cell, suffix, 15);
    wafti_text_add(text, ",");
    wafti_csv_add_name(text, cell);
}

static void add_cell(wafti_text* text, double value) {
    wafti_text_add(text, ",");
    wafti_csv_add_number(text, value);
}

static void start_stats(wafti_run_tables* tables, const waft_world* world) {
    wafti_text* text = &tables->text[WAFTI_TABLE_STATS];
    waft_stat stats[WAFTI_MOST_STATS];
    const size_t count = waft_world_stats(world, stats, WAFTI_MOST_STATS);
    tables->stat_count = count < WAFTI_MOST_STATS ? count : WAFTI_MOST_STATS;
    wafti_text_add(text, "frame,time,step");
    for (size_t i = 0; i < tables->stat_count; ++i) {
        add_header_cell(text, stats[i].name, "");
    }
    wafti_text_add(text, "\n");
}

static void start_timing(wafti_run_tables* tables, const waft_world* world) {
    wafti_text* text = &tables->text[WAFTI_TABLE_TIMING];
    waft_stat timings[WAFTI_MOST_TIMINGS];
    const size_t count = waft_world_timings(world, timings, WAFTI_MOST_TIMINGS);
    tables->timing_count = count < WAFTI_MOST_TIMINGS ? count : WAFTI_MOST_TIMINGS;
    wafti_text_add(text, "frame");
    for (size_t i = 0; i < tables->timing_count; ++i) {
        add_header_cell(text, timings[i].name, "_ms");
        tables->timings[i] = timings[i].value;
    }
    wafti_text_add(text, ",files_ms\n");
}

// The first line of gauges or tracers; no table of none.
static void start_points(wafti_text* text, const waft_water* water, size_t count,
    const char* (*name)(const waft_water* water, size_t index), const char* const* suffixes) {
    if (count == 0) {
        return;
    }
    wafti_text_add(text, "time");
    for (size_t i = 0; i < count; ++i) {
        for (size_t s = 0; suffixes[s] != NULL; ++s) {
            add_header_cell(text, name(water, i), suffixes[s]);
        }
    }
    wafti_text_add(text, "\n");
}

// ---- bodies

enum { DIGITS = 9 }; // enough to read a float back as it was

void wafti_body_table_start(wafti_text* text, waft_body_table columns) {
    wafti_text_add(text, "time_s,body,name,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,age_s,f_sub,state");
    wafti_text_add(text, columns.loads ? ",fx,fy,fz,tx,ty,tz" : "");
    wafti_text_add(text, columns.noise ? ",upx,upy,upz\n" : "\n");
}

static void add_numbers(wafti_text* text, const double* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        wafti_text_add(text, ",");
        wafti_text_add_digits(text, values[i], DIGITS);
    }
}

static void add_loads(wafti_text* text, const waft_bodies* bodies, waft_body_id id) {
    double force[3] = {0.0, 0.0, 0.0};
    double torque[3] = {0.0, 0.0, 0.0};
    // Only a stale id can fail, and this one was just given out.
    (void)!waft_bodies_loads(bodies, id, force, torque);
    add_numbers(text, force, 3);
    add_numbers(text, torque, 3);
}

static void add_row(wafti_text* text, waft_body_table columns, double time,
    const waft_bodies* bodies, const waft_body_info* body) {
    const waft_body_state* state = &body->state;
    wafti_csv_add_number(text, time);
    wafti_text_format(text, ",%u,", (unsigned)body->number);
    wafti_csv_add_text(text, body->name);
    add_numbers(text, state->position, 3);
    add_numbers(text, &state->rotation[3], 1);
    add_numbers(text, state->rotation, 3);
    add_numbers(text, state->velocity, 3);
    add_numbers(text, state->spin, 3);
    const double rest[2] = {body->age, body->submerged};
    add_numbers(text, rest, 2);
    wafti_text_format(text, ",%d", (int)body->flag);
    if (columns.loads) {
        add_loads(text, bodies, body->id);
    }
    if (columns.noise) {
        add_numbers(text, body->gust, 3);
    }
    wafti_text_add(text, "\n");
}

void wafti_body_table_add(wafti_text* text, waft_body_table columns, const waft_world* world) {
    const waft_bodies* bodies = waft_world_bodies(world);
    const size_t count = waft_bodies_count(bodies);
    for (size_t i = 0; i < count; ++i) {
        waft_body_info body;
        if (waft_bodies_at(bodies, i, &body) == WAFT_OK) {
            add_row(text, columns, waft_world_time(world), bodies, &body);
        }
    }
}

// ---- all tables

waft_result wafti_tables_init(wafti_run_tables* tables, const waft_allocator* allocator,
    const waft_world* world, waft_body_table body_table) {
    memset(tables, 0, sizeof(*tables));
    tables->body_table = body_table;
    for (int i = 0; i < WAFTI_TABLE_COUNT; ++i) {
        wafti_text_init(&tables->text[i], allocator);
    }
    const waft_water* water = waft_world_water(world);
    start_stats(tables, world);
    start_timing(tables, world);
    start_points(&tables->text[WAFTI_TABLE_GAUGES], water, waft_water_gauge_count(water),
        waft_water_gauge_name, gauge_suffixes);
    start_points(&tables->text[WAFTI_TABLE_TRACERS], water, waft_water_tracer_count(water),
        waft_water_tracer_name, tracer_suffixes);
    if (waft_world_bodies(world) != NULL && body_table.every > 0) {
        wafti_body_table_start(&tables->text[WAFTI_TABLE_BODIES], body_table);
    }
    bool failed = false;
    for (int i = 0; i < WAFTI_TABLE_COUNT; ++i) {
        tables->header_length[i] = tables->text[i].length;
        failed = failed || tables->text[i].failed;
    }
    return failed ? WAFT_ERR_NO_MEMORY : WAFT_OK;
}

void wafti_tables_free(wafti_run_tables* tables) {
    for (int i = 0; i < WAFTI_TABLE_COUNT; ++i) {
        wafti_text_free(&tables->text[i]);
    }
}

static void add_stats(wafti_run_tables* tables, const waft_world* world, int frame) {
    wafti_text* text = &tables->text[WAFTI_TABLE_STATS];
    waft_stat stats[WAFTI_MOST_STATS];
    const size_t count = waft_world_stats(world, stats, WAFTI_MOST_STATS);
    wafti_text_format(text, "%d", frame);
    add_cell(text, waft_world_time(world));
    wafti_text_format(text, ",%llu", (unsigned long long)waft_world_steps(world));
    for (size_t i = 0; i < tables->stat_count; ++i) {
        add_cell(text, i < count ? stats[i].value : (double)NAN);
    }
    wafti_text_add(text, "\n");
}

static void add_timing(
    wafti_run_tables* tables, const waft_world* world, int frame, double files_ms) {
    wafti_text* text = &tables->text[WAFTI_TABLE_TIMING];
    waft_stat timings[WAFTI_MOST_TIMINGS];
    (void)waft_world_timings(world, timings, WAFTI_MOST_TIMINGS);
    wafti_text_format(text, "%d", frame);
    for (size_t i = 0; i < tables->timing_count; ++i) {
        wafti_text_add(text, ",");
        wafti_text_add_fixed(text, timings[i].value - tables->timings[i], 3);
        tables->timings[i] = timings[i].value;
    }
    wafti_text_add(text, ",");
    wafti_text_add_fixed(text, files_ms, 3);
    wafti_text_add(text, "\n");
}

void wafti_tables_add_frame(
    wafti_run_tables* tables, const waft_world* world, int frame, double files_ms) {
    add_stats(tables, world, frame);
    add_timing(tables, world, frame, files_ms);
    if (tables->header_length[WAFTI_TABLE_BODIES] > 0 && frame % tables->body_table.every == 0) {
        wafti_body_table_add(&tables->text[WAFTI_TABLE_BODIES], tables->body_table, world);
    }
}

static void add_floats(wafti_text* text, const float* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        wafti_text_add(text, ",");
        wafti_text_add_float(text, values[i]);
    }
}

void wafti_tables_add_step(wafti_run_tables* tables, const waft_world* world) {
    const waft_water* water = waft_world_water(world);
    wafti_text* gauges = &tables->text[WAFTI_TABLE_GAUGES];
    wafti_text* tracers = &tables->text[WAFTI_TABLE_TRACERS];
    if (tables->header_length[WAFTI_TABLE_GAUGES] > 0) {
        wafti_text_add_double(gauges, waft_world_time(world));
        for (size_t i = 0; i < waft_water_gauge_count(water); ++i) {
            waft_gauge_reading r = {0};
            // Only an index out of range can fail.
            (void)!waft_water_gauge(water, i, &r);
            add_floats(gauges, (const float[]){r.level, r.depth, r.vx, r.vz, r.highest}, 5);
        }
        wafti_text_add(gauges, "\n");
    }
    if (tables->header_length[WAFTI_TABLE_TRACERS] > 0) {
        wafti_text_add_double(tracers, waft_world_time(world));
        for (size_t i = 0; i < waft_water_tracer_count(water); ++i) {
            waft_vec3 at = {0.0f, 0.0f, 0.0f};
            (void)!waft_water_tracer(water, i, &at);
            add_floats(tracers, (const float[]){at.x, at.y, at.z}, 3);
        }
        wafti_text_add(tracers, "\n");
    }
}

waft_result wafti_tables_write(
    const wafti_run_tables* tables, const char* directory, waft_error* out_error) {
    wafti_path path;
    waft_result result = WAFT_OK;
    for (int i = 0; i < WAFTI_TABLE_COUNT && result == WAFT_OK; ++i) {
        if (tables->header_length[i] > 0) {
            result = wafti_path_format(&path, out_error, "%s/%s", directory, file_names[i]);
            result = result == WAFT_OK ? wafti_text_write(&tables->text[i], path.text, out_error)
                                       : result;
        }
    }
    return result;
}

waft_result wafti_tables_list(const wafti_run_tables* tables, const char* directory,
    wafti_manifest* list, waft_error* out_error) {
    wafti_path path;
    waft_result result = WAFT_OK;
    for (int i = 0; i < WAFTI_TABLE_COUNT && result == WAFT_OK; ++i) {
        if (tables->header_length[i] > 0 && i != WAFTI_TABLE_TIMING) {
            result = wafti_path_format(&path, out_error, "%s/%s", directory, file_names[i]);
            result = result == WAFT_OK ? wafti_manifest_add(list, directory, path.text, out_error)
                                       : result;
        }
    }
    return result;
}

// When a table has rows: at frames or steps from the first to the last of them.
typedef struct row_plan {
    uint64_t first, every, last;
    size_t rows; // each time
    double
        length; // s of a frame or step, by which the first cell tells the time; 0: it has the frame
} row_plan;

static row_plan plan_of(wafti_table_kind kind, const wafti_table_extent* extent) {
    row_plan p = {.first = (uint64_t)extent->first_frame,
        .every = 1,
        .last = (uint64_t)extent->frame,
        .rows = 1};
    if (kind == WAFTI_TABLE_BODIES) {
        p.every = (uint64_t)extent->body_interval;
        p.rows = extent->body_count;
        p.length = extent->frame_length;
    } else if (kind == WAFTI_TABLE_GAUGES || kind == WAFTI_TABLE_TRACERS) {
        p.first = extent->first_step;
        p.every = extent->interval;
        p.last = extent->step;
        p.length = extent->step_length;
    }
    p.first = (p.first + p.every - 1) / p.every * p.every;
    return p;
}

size_t wafti_tables_row_count(wafti_table_kind kind, const wafti_table_extent* extent) {
    const row_plan p = plan_of(kind, extent);
    return p.last < p.first ? 0 : (size_t)((p.last - p.first) / p.every + 1) * p.rows;
}

static bool is_row(
    wafti_table_kind kind, const wafti_table_extent* extent, size_t row, double key) {
    const row_plan p = plan_of(kind, extent);
    const double at = (double)(p.first + row / p.rows * p.every);
    return p.length > 0.0 ? fabs(key - at * p.length) < 0.5 * extent->step_length : key == at;
}

// Length of the part of a table that belongs to the extent.
static waft_result measure_rows(wafti_place* place, wafti_table_kind kind,
    const wafti_table_extent* extent, const char* end, size_t* out_length) {
    const char* start = place->line_start;
    const size_t wanted = wafti_tables_row_count(kind, extent);
    for (size_t row = 0; row < wanted; ++row) {
        const char* line = place->line_start;
        const char* newline = memchr(line, '\n', (size_t)(end - line));
        if (newline == NULL) {
            return wafti_place_fail(
                place, line, "the table ends after %zu of %zu rows", row, wanted);
        }
        const char* comma = memchr(line, ',', (size_t)(newline - line));
        double key = 0.0;
        if (comma == NULL || !wafti_parse_double(line, (size_t)(comma - line), &key) ||
            !is_row(kind, extent, row, key)) {
            return wafti_place_fail(place, line, "this is not row %zu of the table", row + 1);
        }
        place->line_start = newline + 1;
        ++place->line;
    }
    *out_length = (size_t)(place->line_start - start);
    return WAFT_OK;
}

static waft_result load_table(wafti_text* text, size_t header_length, wafti_table_kind kind,
    const char* path, const wafti_table_extent* extent, waft_error* out_error) {
    char* bytes = NULL;
    size_t size = 0;
    waft_result result =
        waft_file_read(path, LARGEST_TABLE, &text->allocator, &bytes, &size, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    // What was read of another checkpoint goes; the first line stays.
    text->length = header_length;
    text->bytes[header_length] = '\0';
    size_t length = 0;
    wafti_place place = {path, bytes, 1, out_error};
    if (size < header_length || memcmp(bytes, text->bytes, header_length) != 0) {
        result = wafti_place_fail(&place, bytes, "the columns are not those of this run");
    } else {
        place.line_start = bytes + header_length;
        place.line = 2;
        result = measure_rows(&place, kind, extent, bytes + size, &length);
    }
    if (result == WAFT_OK) {
        wafti_text_add_bytes(text, bytes + header_length, length);
        result = text->failed ? wafti_fail_memory(out_error, length, path) : WAFT_OK;
    }
    waft_text_free(&text->allocator, bytes);
    return result;
}

waft_result wafti_tables_load(wafti_run_tables* tables, const char* directory,
    const wafti_table_extent* extent, waft_error* out_error) {
    wafti_path path;
    waft_result result = WAFT_OK;
    for (int i = 0; i < WAFTI_TABLE_COUNT && result == WAFT_OK; ++i) {
        if (tables->header_length[i] > 0) {
            result = wafti_path_format(&path, out_error, "%s/%s", directory, file_names[i]);
            result = result == WAFT_OK ? load_table(&tables->text[i], tables->header_length[i],
                                             (wafti_table_kind)i, path.text, extent, out_error)
                                       : result;
        }
    }
    return result;
}
