// SPDX-License-Identifier: MIT
// How a water on a grid is created: its memory, its first depths, and whether its step is short enough.
// The bed and the first depths are those of docs/spec/water.md#terrain, the longest step is that of
// docs/spec/water.md#time-steps.
#include "water/basin.h"

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/hash.h"
#include "math/shown.h"
#include "water/terrain.h"

static void take_fields(waft_water* water, wafti_carver* c) {
    wafti_lake* lake = water->lake;
    wafti_shallow* s = &lake->s;
    const size_t drawn = wafti_grid_size(&water->grid);
    // Nothing shifts columns: both shifts are one field of zeros.
    float* zeros = wafti_carve(c, drawn, sizeof(float));
    for (int kind = 0; kind < WAFT_WATER_FIELD_COUNT; ++kind) {
        const bool shift = kind == WAFT_WATER_SHIFT_X || kind == WAFT_WATER_SHIFT_Z;
        water->field[kind] = shift ? zeros : wafti_carve(c, drawn, sizeof(float));
    }
    lake->foam.now = water->field[WAFT_WATER_FOAM];
    lake->rise = wafti_carve(c, drawn, sizeof(float));
    lake->climb = wafti_carve(c, drawn, sizeof(float));
    s->bed = wafti_carve(c, s->basin.size, sizeof(wafti_real));
    s->load = wafti_carve(c, s->basin.size, sizeof(wafti_real));
    wafti_real* moving = wafti_carve(c, s->basin.size, sizeof(wafti_real));
    // The unknown of implicit is the level, that of the others the depth.
    s->level = s->method->kind == WAFT_WATER_IMPLICIT ? moving : NULL;
    s->depth = s->method->kind == WAFT_WATER_IMPLICIT ? NULL : moving;
}

// Lays out a water of a checked def, which is cleared.
static void lay_out(waft_water* water, wafti_lake* lake, const wafti_context* context,
    const waft_water_def* def, const wafti_method* method, wafti_carver* c) {
    const wafti_grid grid = wafti_water_grid(def);
    water->context = context;
    water->def = wafti_water_plain(def);
    water->grid = grid;
    water->lake = lake;
    lake->s.context = context;
    lake->s.method = method;
    lake->s.basin = wafti_basin_make(grid.nx, grid.nz, grid.dx, grid.dz);
    lake->splash = (wafti_splash){.drops = &water->spray, .foam = &lake->foam};
    wafti_lake_adopt(water);
    take_fields(water, c);
    water->gauges = wafti_carve(c, def->gauge_count, sizeof(wafti_gauge));
    lake->springs = wafti_carve(c, def->source_count, sizeof(wafti_spring));
    lake->handle_capacity = wafti_handle_capacity(def);
    lake->handles = wafti_carve(c, lake->handle_capacity, sizeof(wafti_handle));
    lake->strokes = wafti_carve(c, def->stroke_count, sizeof(wafti_stroke));
    lake->row_wet = wafti_carve(c, (size_t)grid.nz, sizeof(bool));
    wafti_foam_init(&lake->foam, &lake->s.basin, grid.stride, c);
    wafti_splash_init(&lake->splash, &lake->s.basin, def, c);
    method->init(&lake->s, c);
}

size_t wafti_lake_size(const waft_water_def* def, const wafti_method* method) {
    waft_water water = {0};
    wafti_lake lake = {0};
    wafti_carver c = {0};
    (void)wafti_carve(&c, 1, sizeof(water));
    (void)wafti_carve(&c, 1, sizeof(lake));
    lay_out(&water, &lake, NULL, def, method, &c);
    return c.used;
}

static void fill_parts(waft_water* water, const waft_water_def* def) {
    wafti_lake* lake = water->lake;
    wafti_query_gauges(water, def);
    for (size_t n = 0; n < def->source_count; ++n) {
        lake->springs[n].def = def->sources[n];
    }
    for (size_t n = 0; n < def->stroke_count; ++n) {
        // A time that is a whole number of steps but for rounding is that step's.
        const double step = floor(def->strokes[n].time / water->context->dt + 1e-6);
        lake->strokes[n] = (wafti_stroke){def->strokes[n].brush, (uint64_t)step};
    }
    wafti_handles_init(lake, def);
}

void wafti_lake_adopt(waft_water* water) {
    const waft_water_def* def = &water->def;
    wafti_lake* lake = water->lake;
    wafti_shallow* s = &lake->s;
    s->density = (double)def->density;
    s->def = def->shallow;
    if (s->def.damping_time < 0.0f) {
        const float usual = 20.0f;
        s->def.damping_time = s->method->kind == WAFT_WATER_COLUMNS ? usual : 0.0f;
    }
    lake->foam.life = (double)def->foam_life;
    lake->splash.efficiency = (double)def->spray.efficiency;
    lake->splash.threshold = (double)def->spray.threshold;
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT; ++side) {
        lake->sponge[side] = def->edges[side].sponge;
        const waft_edge_def* edge = &def->edges[side];
        s->edges[side] = (wafti_edge){.kind = edge->kind,
            .amplitude = (double)edge->amplitude,
            .period = (double)edge->period,
            .flow = (double)edge->flow,
            .level = (double)edge->level - (double)def->level};
    }
}

// The last box that covers a place, or NULL.
static const waft_water_box_def* box_at(const waft_water_def* def, double x, double z) {
    const waft_water_box_def* found = NULL;
    for (const waft_water_box_def* box = def->boxes; box != def->boxes + def->box_count; ++box) {
        const bool covers = x >= (double)box->low.x && x < (double)box->high.x &&
                            z >= (double)box->low.y && z < (double)box->high.y;
        found = covers ? box : found;
    }
    return found;
}

// The greatest height that the bed quantum must serve, bed included.
static double greatest_height(const waft_water* water, const waft_water_def* def) {
    double greatest = wafti_terrain_greatest(&water->grid, water->field[WAFT_WATER_BED]);
    for (size_t n = 0; n < def->box_count; ++n) {
        greatest = fmax(greatest, fabs((double)def->boxes[n].level - (double)def->level));
    }
    const size_t samples =
        def->depth_map != NULL ? (size_t)def->depth_size[0] * (size_t)def->depth_size[1] : 0;
    for (size_t n = 0; n < samples; ++n) {
        greatest = fmax(greatest, (double)def->depth_map[n]);
    }
    return greatest;
}

// Rounded: bed and level are then exact in float, and a lake at rest stays at rest to the bit.
static void fill_cell(waft_water* water, const waft_water_def* def, int32_t i, int32_t j) {
    wafti_lake* lake = water->lake;
    wafti_shallow* s = &lake->s;
    const double quantum = lake->quantum;
    const double x = wafti_grid_x(&water->grid, i);
    const double z = wafti_grid_z(&water->grid, j);
    const ptrdiff_t at = wafti_basin_index(&s->basin, i, j);
    const float raw = water->field[WAFT_WATER_BED][wafti_grid_index(&water->grid, i, j)];
    const double bed = wafti_terrain_round((double)raw, quantum);
    const waft_water_box_def* box = box_at(def, x, z);
    const double level = box != NULL ? (double)box->level - (double)def->level : 0.0;
    const double given = box == NULL && def->depth_map != NULL
                             ? wafti_terrain_map(def, def->depth_map, def->depth_size, x, z)
                             : wafti_terrain_round(level, quantum) - bed;
    const double depth = wafti_terrain_round(fmax(0.0, given), quantum);
    s->bed[at] = (wafti_real)bed;
    if (s->level != NULL) {
        s->level[at] = (wafti_real)(bed + depth);
    } else {
        s->depth[at] = (wafti_real)depth;
    }
}

static uint64_t hash_start(const wafti_shallow* s) {
    const wafti_basin* b = &s->basin;
    const wafti_real* moving = s->level != NULL ? s->level : s->depth;
    uint64_t hash = WAFTI_HASH_START;
    for (int32_t j = 0; j < b->nz; ++j) {
        const ptrdiff_t row = wafti_basin_index(b, 0, j);
        hash = wafti_hash(hash, s->bed + row, (size_t)b->nx * sizeof(wafti_real));
        hash = wafti_hash(hash, moving + row, (size_t)b->nx * sizeof(wafti_real));
    }
    return hash;
}

static void fill_columns(waft_water* water, const waft_water_def* def) {
    wafti_lake* lake = water->lake;
    wafti_shallow* s = &lake->s;
    wafti_terrain_heights(def, &water->grid, water->context->seed, water->field[WAFT_WATER_BED]);
    lake->quantum = wafti_terrain_quantum(greatest_height(water, def));
    for (wafti_cells at = wafti_basin_cells(&s->basin); wafti_cells_next(&at);) {
        fill_cell(water, def, at.i, at.j);
    }
    wafti_tools_fill_ghosts(s);
    const double deepest = wafti_shallow_deepest(s);
    // Without water at the start the depth that water would have serves as scale.
    s->dry = 1e-6 * (deepest > 0.0 ? deepest : (double)def->depth);
    s->ledger.start = wafti_tools_volume(s);
    lake->start_hash = hash_start(s);
    lake->lift = wafti_lake_lift(s);
    lake->speed = INFINITY;
    wafti_log(&water->context->logger, WAFT_LOG_DEBUG, "water bed heights are multiples of %s m",
        wafti_show((float)lake->quantum).text);
}

static bool has_velocity(const waft_water_def* def) {
    bool found = def->velocity.x != 0.0f || def->velocity.y != 0.0f;
    for (size_t n = 0; n < def->box_count; ++n) {
        found = found || def->boxes[n].velocity.x != 0.0f || def->boxes[n].velocity.y != 0.0f;
    }
    return found;
}

// The method has its memory; fields of velocities are needed here only.
static waft_result fill_velocity(waft_water* water, const waft_water_def* def) {
    if (!has_velocity(def)) {
        return WAFT_OK;
    }
    wafti_lake* lake = water->lake;
    wafti_shallow* s = &lake->s;
    const wafti_basin* b = &s->basin;
    const waft_allocator* allocator = &water->context->allocator;
    wafti_real* both = wafti_allocate_zero(allocator, b->size, 2 * sizeof(wafti_real));
    if (both == NULL) {
        return wafti_fail_memory(
            water->context->error, b->size * 2 * sizeof(wafti_real), "velocities at the start");
    }
    for (wafti_cells at = wafti_basin_cells(b); wafti_cells_next(&at);) {
        wafti_real* own = both + wafti_basin_index(b, at.i, at.j);
        const waft_water_box_def* box =
            box_at(def, wafti_grid_x(&water->grid, at.i), wafti_grid_z(&water->grid, at.j));
        const waft_vec2 velocity = box != NULL ? box->velocity : def->velocity;
        own[0] = (wafti_real)velocity.x;
        own[b->size] = (wafti_real)velocity.y;
    }
    s->method->set_velocity(s, both, both + b->size);
    lake->start_hash =
        wafti_hash(lake->start_hash, both, wafti_size_mul(b->size, 2 * sizeof(wafti_real)));
    wafti_release(allocator, both, b->size, 2 * sizeof(wafti_real));
    return WAFT_OK;
}

// Only a method that can lift water has sources with an impulse.
static waft_result check_springs(const waft_water* water) {
    waft_result result = WAFT_OK;
    for (uint32_t n = 0; n < water->def.source_count && result == WAFT_OK; ++n) {
        result = wafti_water_check_source_change(
            water, n, &water->lake->springs[n].def, water->context->error);
    }
    return result;
}

static waft_result check_step(const waft_water* water) {
    const double dt = water->context->dt / water->def.shallow.substeps;
    const double longest = wafti_lake_longest_step(water);
    if (!wafti_lake_is_too_long(dt, longest)) {
        return WAFT_OK;
    }
    const bool columns = water->def.method == WAFT_WATER_COLUMNS;
    const double wanted = ceil(water->context->dt / longest * (1.0 - 1e-6));
    char remedy[64] = "a shorter step of the world, or larger cells";
    if (wanted <= 64.0) {
        (void)snprintf(remedy, sizeof(remedy), "water.substeps of %d or more", (int)wanted);
    }
    return wafti_fail(water->context->error, WAFT_ERR_ARGUMENT,
        "water takes steps of %s s, and %s over this depth needs %s s or less: give %s",
        wafti_show((float)dt).text, columns ? "columns" : "the centered scheme",
        wafti_show((float)longest).text, remedy);
}

waft_result wafti_lake_create(const wafti_context* context, const waft_water_def* def,
    const wafti_method* method, waft_water** out_water) {
    *out_water = NULL;
    const size_t size = wafti_lake_size(def, method);
    wafti_carver c = {.base = wafti_allocate_zero(&context->allocator, 1, size)};
    if (c.base == NULL) {
        return wafti_fail_memory(context->error, size, "the water surface");
    }
    waft_water* water = wafti_carve(&c, 1, sizeof(*water));
    wafti_lake* lake = wafti_carve(&c, 1, sizeof(*lake));
    if (pthread_mutex_init(&lake->drawing, NULL) != 0) {
        wafti_release(&context->allocator, c.base, 1, size);
        return wafti_fail(
            context->error, WAFT_ERR_NO_MEMORY, "a lock for the water surface cannot be had");
    }
    water->memory = size;
    lay_out(water, lake, context, def, method, &c);
    fill_parts(water, def);
    fill_columns(water, def);
    waft_result result = fill_velocity(water, def);
    if (result == WAFT_OK) {
        result = check_springs(water);
    }
    if (result == WAFT_OK) {
        result = check_step(water);
    }
    if (result != WAFT_OK) {
        wafti_lake_destroy(water);
        return result;
    }
    wafti_lake_draw_bed(water);
    wafti_lake_redraw(water, 0.0);
    wafti_query_marks(water, WAFTI_READING_FIRST);
    *out_water = water;
    return WAFT_OK;
}
