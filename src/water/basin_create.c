// SPDX-License-Identifier: MIT
// How a water on a grid is created: its memory, its first depths, and whether its step is short enough.
// Water spec, sections 1 and 4.2.
#include "water/basin.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "water/terrain.h"

// The drawn fields; others share one field of zeros.
static const waft_water_field_kind drawn_kinds[] = {WAFT_WATER_LEVEL, WAFT_WATER_BED,
    WAFT_WATER_NORMAL_X, WAFT_WATER_NORMAL_Y, WAFT_WATER_NORMAL_Z, WAFT_WATER_DEPTH,
    WAFT_WATER_VELOCITY_X, WAFT_WATER_VELOCITY_Z, WAFT_WATER_FOAM};
static const waft_water_field_kind zero_kinds[] = {WAFT_WATER_SHIFT_X, WAFT_WATER_SHIFT_Z};
enum {
    DRAWN_COUNT = sizeof(drawn_kinds) / sizeof(drawn_kinds[0]),
    EXTRA_DRAWN = 3, // rise, climb and the zeros
    STATE_FIELDS = 3 // bed, load, and depth or level
};

static wafti_basin basin_of(const waft_water_def* def) {
    const wafti_grid grid = wafti_water_grid(def);
    return wafti_basin_make(grid.nx, grid.nz, grid.dx, grid.dz);
}

size_t wafti_lake_size(const waft_water_def* def, const wafti_method* method) {
    const wafti_grid grid = wafti_water_grid(def);
    const wafti_basin basin = basin_of(def);
    const size_t parts[] = {
        sizeof(waft_water) + sizeof(wafti_lake),
        wafti_size_mul(wafti_grid_size(&grid), (DRAWN_COUNT + EXTRA_DRAWN) * sizeof(float)),
        wafti_size_mul(basin.size, STATE_FIELDS * sizeof(wafti_real)),
        (size_t)grid.nz * sizeof(bool),
        wafti_size_mul(def->gauge_count, sizeof(wafti_gauge)),
        wafti_size_mul(def->source_count, sizeof(wafti_spring)),
        wafti_size_mul(wafti_handle_capacity(def), sizeof(wafti_handle)),
        wafti_size_mul(def->stroke_count, sizeof(wafti_stroke)),
        method->size(&basin),
        wafti_foam_size(&basin, grid.stride),
        wafti_splash_size(&basin, def),
    };
    size_t size = 0;
    for (size_t n = 0; n < sizeof(parts) / sizeof(parts[0]); ++n) {
        size = wafti_size_add(size, parts[n]);
    }
    return size;
}

static void take_fields(waft_water* water) {
    wafti_lake* lake = water->lake;
    wafti_shallow* s = &lake->s;
    const size_t drawn = wafti_grid_size(&water->grid);
    for (int n = 0; n < DRAWN_COUNT; ++n) {
        water->field[drawn_kinds[n]] = wafti_arena_take(&lake->arena, drawn, sizeof(float));
    }
    float* zeros = wafti_arena_take(&lake->arena, drawn, sizeof(float));
    for (size_t n = 0; n < sizeof(zero_kinds) / sizeof(zero_kinds[0]); ++n) {
        water->field[zero_kinds[n]] = zeros;
    }
    lake->foam.now = water->field[WAFT_WATER_FOAM];
    lake->rise = wafti_arena_take(&lake->arena, drawn, sizeof(float));
    lake->climb = wafti_arena_take(&lake->arena, drawn, sizeof(float));
    s->bed = wafti_arena_take(&lake->arena, s->basin.size, sizeof(wafti_real));
    s->load = wafti_arena_take(&lake->arena, s->basin.size, sizeof(wafti_real));
    wafti_real* moving = wafti_arena_take(&lake->arena, s->basin.size, sizeof(wafti_real));
    // The unknown of implicit is the level, that of the others the depth.
    s->level = s->method->kind == WAFT_WATER_IMPLICIT ? moving : NULL;
    s->depth = s->method->kind == WAFT_WATER_IMPLICIT ? NULL : moving;
}

static bool take_parts(waft_water* water, const waft_water_def* def) {
    wafti_lake* lake = water->lake;
    water->gauges = wafti_arena_take(&lake->arena, def->gauge_count, sizeof(wafti_gauge));
    lake->springs = wafti_arena_take(&lake->arena, def->source_count, sizeof(wafti_spring));
    lake->handle_capacity = wafti_handle_capacity(def);
    lake->handles = wafti_arena_take(&lake->arena, lake->handle_capacity, sizeof(wafti_handle));
    lake->strokes = wafti_arena_take(&lake->arena, def->stroke_count, sizeof(wafti_stroke));
    lake->row_wet = wafti_arena_take(&lake->arena, (size_t)water->grid.nz, sizeof(bool));
    if (lake->arena.failed) {
        return false;
    }
    for (size_t n = 0; n < def->gauge_count; ++n) {
        memcpy(water->gauges[n].name, def->gauges[n].name, strlen(def->gauges[n].name));
        water->gauges[n].at = def->gauges[n].at;
    }
    for (size_t n = 0; n < def->source_count; ++n) {
        lake->springs[n].def = def->sources[n];
    }
    for (size_t n = 0; n < def->stroke_count; ++n) {
        // A time that is a whole number of steps but for rounding is that step's.
        const double step = floor(def->strokes[n].time / water->context->dt + 1e-6);
        lake->strokes[n] = (wafti_stroke){def->strokes[n].brush, (uint64_t)step};
    }
    wafti_handles_init(lake, def);
    return true;
}

// What the methods see of the def.
static void set_up(wafti_shallow* s, const wafti_context* context, const waft_water_def* def,
    const wafti_method* method) {
    s->context = context;
    s->method = method;
    s->basin = basin_of(def);
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

static bool box_covers(const waft_water_box_def* box, double x, double z) {
    return x >= (double)box->low.x && x < (double)box->high.x && z >= (double)box->low.y &&
           z < (double)box->high.y;
}

// Level at the start over a place, relative; NaN where the depth map counts.
static double start_level(const waft_water_def* def, double x, double z) {
    double level = def->depth_map != NULL ? (double)NAN : 0.0;
    for (size_t n = 0; n < def->box_count; ++n) {
        const waft_water_box_def* box = &def->boxes[n];
        if (box_covers(box, x, z)) {
            level = (double)box->level - (double)def->level;
        }
    }
    return level;
}

// The greatest height that the bed quantum must serve, bed included.
static double greatest_height(const waft_water* water, const waft_water_def* def) {
    const wafti_grid* grid = &water->grid;
    double greatest = 0.0;
    for (int32_t j = 0; j < grid->nz; ++j) {
        for (int32_t i = 0; i < grid->nx; ++i) {
            const float bed = water->field[WAFT_WATER_BED][wafti_grid_index(grid, i, j)];
            greatest = fmax(greatest, fabs((double)bed));
        }
    }
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
    const double level = start_level(def, x, z);
    const double given = isnan(level)
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
    double deepest = 0.0;
    wafti_terrain_heights(def, &water->grid, water->context->seed, water->field[WAFT_WATER_BED]);
    lake->quantum = wafti_terrain_quantum(greatest_height(water, def));
    for (int32_t j = 0; j < s->basin.nz; ++j) {
        for (int32_t i = 0; i < s->basin.nx; ++i) {
            fill_cell(water, def, i, j);
            const ptrdiff_t at = wafti_basin_index(&s->basin, i, j);
            deepest = fmax(deepest, (double)wafti_shallow_depth(s, at));
        }
    }
    wafti_tools_fill_ghosts(s);
    // Without water at the start the depth that water would have serves as scale.
    s->dry = 1e-6 * (deepest > 0.0 ? deepest : (double)def->depth);
    s->ledger.start = wafti_tools_volume(s);
    lake->start_hash = hash_start(s);
    lake->lift = wafti_lake_lift(s);
    lake->speed = INFINITY;
    char text[32];
    (void)wafti_format_float(text, (float)lake->quantum);
    wafti_log(
        &water->context->logger, WAFT_LOG_DEBUG, "water bed heights are multiples of %s m", text);
}

waft_result wafti_lake_refuse_impulse(size_t number, waft_error* error) {
    return wafti_fail(error, WAFT_ERR_ARGUMENT,
        "water.sources[%zu].impulse is not a setting of this scheme: its water comes at rest",
        number);
}

static bool has_velocity(const waft_water_def* def) {
    bool found = def->velocity.x != 0.0f || def->velocity.y != 0.0f;
    for (size_t n = 0; n < def->box_count; ++n) {
        found = found || def->boxes[n].velocity.x != 0.0f || def->boxes[n].velocity.y != 0.0f;
    }
    return found;
}

// Velocity at the start over a place; boxes have their own.
static waft_vec2 start_velocity(const waft_water_def* def, double x, double z) {
    waft_vec2 velocity = def->velocity;
    for (size_t n = 0; n < def->box_count; ++n) {
        velocity = box_covers(&def->boxes[n], x, z) ? def->boxes[n].velocity : velocity;
    }
    return velocity;
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
    for (int32_t j = 0; j < b->nz; ++j) {
        for (int32_t i = 0; i < b->nx; ++i) {
            const ptrdiff_t at = wafti_basin_index(b, i, j);
            const waft_vec2 velocity =
                start_velocity(def, wafti_grid_x(&water->grid, i), wafti_grid_z(&water->grid, j));
            both[at] = (wafti_real)velocity.x;
            both[(ptrdiff_t)b->size + at] = (wafti_real)velocity.y;
        }
    }
    s->method->set_velocity(s, both, both + b->size);
    lake->start_hash =
        wafti_hash(lake->start_hash, both, wafti_size_mul(b->size, 2 * sizeof(wafti_real)));
    wafti_release(allocator, both, b->size, 2 * sizeof(wafti_real));
    return WAFT_OK;
}

// Only a method that can lift water has sources with an impulse.
static waft_result check_springs(const waft_water* water) {
    const wafti_lake* lake = water->lake;
    for (size_t n = 0; n < water->def.source_count; ++n) {
        if (lake->springs[n].def.impulse && lake->s.method->lift == NULL) {
            return wafti_lake_refuse_impulse(n, water->context->error);
        }
    }
    return WAFT_OK;
}

static waft_result check_step(const waft_water* water) {
    const double dt = water->context->dt / water->def.shallow.substeps;
    const double longest = wafti_lake_longest_step(water);
    if (!wafti_lake_is_too_long(dt, longest)) {
        return WAFT_OK;
    }
    const bool columns = water->def.method == WAFT_WATER_COLUMNS;
    const double wanted = ceil(water->context->dt / longest * (1.0 - 1e-6));
    char numbers[2][32];
    (void)wafti_format_float(numbers[0], (float)dt);
    (void)wafti_format_float(numbers[1], (float)longest);
    if (wanted > 64.0) {
        return wafti_fail(water->context->error, WAFT_ERR_ARGUMENT,
            "water takes steps of %s s, and %s over this depth needs %s s or less: give a shorter "
            "step of the world, or larger cells",
            numbers[0], columns ? "columns" : "the centered scheme", numbers[1]);
    }
    return wafti_fail(water->context->error, WAFT_ERR_ARGUMENT,
        "water takes steps of %s s, and %s over this depth needs %s s or less: give "
        "water.substeps of %d or more",
        numbers[0], columns ? "columns" : "the centered scheme", numbers[1], (int)wanted);
}

// The water's own copy of its def: pointers in it are not kept.
static waft_water_def without_pointers(const waft_water_def* def) {
    waft_water_def copy = *def;
    copy.trains = NULL;
    copy.gauges = NULL;
    copy.tracers = NULL;
    copy.terrain.map = NULL;
    copy.boxes = NULL;
    copy.depth_map = NULL;
    copy.sources = NULL;
    copy.handles = NULL;
    copy.strokes = NULL;
    return copy;
}

static waft_water* take_water(const wafti_context* context, const waft_water_def* def,
    const wafti_method* method, wafti_arena* arena) {
    waft_water* water = wafti_arena_take(arena, 1, sizeof(*water));
    wafti_lake* lake = wafti_arena_take(arena, 1, sizeof(*lake));
    if (water == NULL || lake == NULL) {
        return NULL;
    }
    *water = (waft_water){.context = context,
        .def = without_pointers(def),
        .grid = wafti_water_grid(def),
        .lake = lake};
    set_up(&lake->s, context, def, method);
    // The arena moves into what it holds; taking more from the copy here would go astray.
    lake->arena = *arena;
    lake->splash = (wafti_splash){.drops = &water->spray, .foam = &lake->foam};
    take_fields(water);
    const bool all =
        take_parts(water, def) &&
        wafti_foam_init(&lake->foam, &lake->s.basin, water->grid.stride, &lake->arena) &&
        wafti_splash_init(&lake->splash, &lake->s, def, &lake->arena);
    *arena = lake->arena;
    wafti_lake_adopt(water);
    return all ? water : NULL;
}

waft_result wafti_lake_create(const wafti_context* context, const waft_water_def* def,
    const wafti_method* method, waft_water** out_water) {
    *out_water = NULL;
    wafti_arena arena;
    wafti_arena_init(&arena, &context->allocator, 4096);
    waft_water* water = take_water(context, def, method, &arena);
    if (water == NULL) {
        wafti_arena_free(&arena);
        return wafti_fail_memory(context->error, wafti_lake_size(def, method), "the water surface");
    }
    wafti_lake* lake = water->lake;
    if (pthread_mutex_init(&lake->drawing, NULL) != 0) {
        wafti_arena_free(&arena);
        return wafti_fail(
            context->error, WAFT_ERR_NO_MEMORY, "a lock for the water surface cannot be had");
    }
    fill_columns(water, def);
    waft_result result = WAFT_OK;
    if (!method->init(&lake->s, &lake->arena)) {
        result =
            wafti_fail_memory(context->error, wafti_lake_size(def, method), "the water surface");
    }
    if (result == WAFT_OK) {
        result = fill_velocity(water, def);
    }
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
    water->memory = lake->arena.total;
    wafti_lake_draw_bed(water);
    wafti_lake_redraw(water, 0.0);
    wafti_query_marks(water, WAFTI_READING_FIRST);
    *out_water = water;
    return WAFT_OK;
}
