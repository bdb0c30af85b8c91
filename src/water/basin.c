// SPDX-License-Identifier: MIT
// A water on a grid from creation to destruction, and the order of its step. Water spec, sections 1
// and 4.2.
#include "water/basin.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "water/terrain.h"

// Columns take steps up to Cr 0.866, but 0.6 while a handle holds a point: it adds up to a factor 2
// to the local stiffness.
static const double held_share = 0.6 / 0.8660254037844386;
// Parts of a step; more than these and the water has run away.
enum { MOST_HALVINGS = 10 };

const wafti_method* wafti_method_of(waft_water_method kind) {
    switch (kind) {
    case WAFT_WATER_IMPLICIT:
        return &wafti_implicit_method;
    case WAFT_WATER_COLUMNS:
        return &wafti_columns_method;
    case WAFT_WATER_SWE:
        return &wafti_swe_method;
    case WAFT_WATER_WAVES:
        break;
    }
    return NULL;
}

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

static bool take_fields(waft_water* water) {
    wafti_lake* lake = water->lake;
    wafti_shallow* s = &lake->s;
    const size_t drawn = wafti_grid_size(&water->grid);
    bool all = true;
    for (int n = 0; n < DRAWN_COUNT; ++n) {
        float* field = wafti_arena_take(&lake->arena, drawn, sizeof(float));
        water->field[drawn_kinds[n]] = field;
        all = all && field != NULL;
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
    return all && zeros != NULL && lake->rise != NULL && lake->climb != NULL && s->bed != NULL &&
           s->load != NULL && moving != NULL;
}

static bool take_parts(waft_water* water, const waft_water_def* def) {
    wafti_lake* lake = water->lake;
    water->gauges = wafti_arena_take(&lake->arena, def->gauge_count, sizeof(wafti_gauge));
    lake->springs = wafti_arena_take(&lake->arena, def->source_count, sizeof(wafti_spring));
    lake->handle_capacity = wafti_handle_capacity(def);
    lake->handles = wafti_arena_take(&lake->arena, lake->handle_capacity, sizeof(wafti_handle));
    lake->strokes = wafti_arena_take(&lake->arena, def->stroke_count, sizeof(wafti_stroke));
    lake->row_wet = wafti_arena_take(&lake->arena, (size_t)water->grid.nz, sizeof(bool));
    if (lake->row_wet == NULL || water->gauges == NULL || lake->springs == NULL ||
        lake->handles == NULL || lake->strokes == NULL) {
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
    s->density = (double)def->density;
    s->def = def->shallow;
    if (s->def.damping_time < 0.0f) {
        const float usual = 20.0f;
        s->def.damping_time = method->kind == WAFT_WATER_COLUMNS ? usual : 0.0f;
    }
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT; ++side) {
        const waft_edge_def* edge = &def->edges[side];
        s->edges[side] = (wafti_edge){.kind = edge->kind,
            .amplitude = (double)edge->amplitude,
            .period = (double)edge->period,
            .flow = (double)edge->flow,
            .level = (double)edge->level - (double)def->level};
    }
}

// Level at the start over a place, relative; NaN where the depth map counts.
static double start_level(const waft_water_def* def, double x, double z) {
    double level = def->depth_map != NULL ? (double)NAN : 0.0;
    for (size_t n = 0; n < def->box_count; ++n) {
        const waft_water_box_def* box = &def->boxes[n];
        if (x >= (double)box->low.x && x < (double)box->high.x && z >= (double)box->low.y &&
            z < (double)box->high.y) {
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
    lake->potential = wafti_lake_potential(s);
    lake->speed = INFINITY;
    char text[32];
    (void)wafti_format_float(text, (float)lake->quantum);
    wafti_log(
        &water->context->logger, WAFT_LOG_DEBUG, "water bed heights are multiples of %s m", text);
}

// Longest stable step for the water there is. swe cuts its steps itself.
static double longest_step(const waft_water* water) {
    const wafti_lake* lake = water->lake;
    const wafti_shallow* s = &lake->s;
    if (s->method->kind == WAFT_WATER_SWE) {
        return INFINITY;
    }
    return s->method->longest_step(s) * (wafti_handles_hold(lake) ? held_share : 1.0);
}

// What is this little over the limit is rounding of a step that was chosen to meet it.
static bool is_too_long(double dt, double longest) {
    return dt > longest * (1.0 + 1e-6);
}

// Only a method that can lift water has sources with an impulse.
static waft_result check_springs(const waft_water* water) {
    const wafti_lake* lake = water->lake;
    for (size_t n = 0; n < water->def.source_count; ++n) {
        if (lake->springs[n].def.impulse && lake->s.method->lift == NULL) {
            return wafti_fail(water->context->error, WAFT_ERR_ARGUMENT,
                "water.sources[%zu].impulse is not a setting of this scheme: its water comes at "
                "rest",
                n);
        }
    }
    return WAFT_OK;
}

static waft_result check_step(const waft_water* water) {
    const double dt = water->context->dt / water->def.shallow.substeps;
    const double longest = longest_step(water);
    if (!is_too_long(dt, longest)) {
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
    lake->rain = def->rain;
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT; ++side) {
        lake->sponge[side] = def->edges[side].sponge;
    }
    // The arena moves into what it holds; taking more from the copy here would go astray.
    lake->arena = *arena;
    lake->splash = (wafti_splash){.drops = &water->spray, .foam = &lake->foam};
    const bool all = take_fields(water) && take_parts(water, def) &&
                     wafti_foam_init(&lake->foam, &lake->s.basin, water->grid.stride,
                         (double)def->foam_life, &lake->arena) &&
                     wafti_splash_init(&lake->splash, &lake->s, def, &lake->arena);
    *arena = lake->arena;
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

void wafti_lake_destroy(waft_water* water) {
    wafti_lake* lake = water->lake;
    (void)pthread_mutex_destroy(&lake->drawing);
    wafti_release(&water->context->allocator, lake->packed,
        wafti_size_mul(wafti_grid_size(&water->grid), WAFTI_PACKED), sizeof(float));
    wafti_arena arena = lake->arena;
    wafti_arena_free(&arena);
}

void wafti_lake_redraw(waft_water* water, double time) {
    water->time = time;
    water->lake->s.time = time;
    wafti_lake_forget(water->lake);
    wafti_query_marks(water, WAFTI_READING_KEEP);
}

static wafti_spot spot_of(const waft_water* water, waft_vec2 at, float radius, float height) {
    return (wafti_spot){.x = (double)at.x - (double)water->def.origin.x,
        .z = (double)at.y - (double)water->def.origin.y,
        .radius = (double)radius,
        .height = (double)height};
}

waft_result wafti_water_check_brush(
    const waft_water* water, const waft_brush* brush, waft_error* out_error) {
    return wafti_check_brush(&water->def, brush, out_error);
}

void wafti_water_brush(waft_water* water, const waft_brush* brush) {
    wafti_lake* lake = water->lake;
    const wafti_spot spot = spot_of(water, brush->at, brush->radius, brush->height);
    wafti_tools_brush(&lake->s, &spot);
    lake->speed = INFINITY;
    wafti_lake_forget(lake);
}

void wafti_water_raise_bed(waft_water* water, const waft_brush* brush) {
    wafti_lake* lake = water->lake;
    const wafti_spot spot = spot_of(water, brush->at, brush->radius, brush->height);
    const double greatest = wafti_tools_raise_bed(&lake->s, &spot, lake->quantum);
    const double quantum = wafti_terrain_quantum(greatest);
    if (quantum > lake->quantum) {
        lake->quantum = quantum;
        wafti_tools_round_bed(&lake->s, quantum);
    }
    wafti_lake_draw_bed(water);
    wafti_lake_forget(lake);
}

static void press_loads(waft_water* water, double dt) {
    wafti_lake* lake = water->lake;
    wafti_shallow* s = &lake->s;
    wafti_handles_release(water);
    wafti_splash_release(s, &lake->splash);
    if (lake->contact != NULL) {
        memset(s->load, 0, s->basin.size * sizeof(*s->load));
    }
    s->loaded = false;
    wafti_handles_press(water);
    wafti_splash_press(s, &lake->splash, dt);
}

static void run_springs(waft_water* water, double dt) {
    wafti_lake* lake = water->lake;
    for (size_t n = 0; n < water->def.source_count; ++n) {
        wafti_spring* spring = &lake->springs[n];
        if (spring->def.rate != 0.0f) {
            const wafti_spot disc = spot_of(water, spring->def.center, spring->def.radius, 0.0f);
            const double volume = (double)spring->def.rate * dt + spring->owed;
            spring->owed =
                wafti_tools_source(&lake->s, &disc, volume, spring->def.impulse ? dt : 0.0);
            lake->speed = INFINITY;
        }
    }
}

static bool has_sponge(const wafti_lake* lake) {
    int32_t cells = 0;
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT; ++side) {
        cells += lake->sponge[side];
    }
    return cells > 0;
}

// One part of a step.
static void step_part(waft_water* water, const wafti_step* step, uint32_t part, double dt,
    wafti_shallow_report* out) {
    wafti_lake* lake = water->lake;
    wafti_shallow* s = &lake->s;
    s->time = step->time - step->dt + part * dt;
    press_loads(water, dt);
    run_springs(water, dt);
    if (lake->rain.rate > 0.0f) {
        const wafti_shower shower = {lake->rain, s->context->seed, step->index, part};
        wafti_tools_rain(s, &shower, dt);
    }
    wafti_splash_begin(s, &lake->splash);
    if (lake->rider.press != NULL) {
        lake->rider.press(lake->rider.context, part * dt, dt);
    }
    *out = (wafti_shallow_report){.bad_row = -1};
    s->method->step(s, dt, out);
    if (has_sponge(lake)) {
        wafti_tools_sponge(s, lake->sponge, dt);
    }
    s->ledger.inflow += out->inflow;
    s->ledger.outflow += out->outflow;
    s->ledger.lost += out->lost;
    lake->speed = out->speed;
    lake->courant = out->speed * dt / fmin(s->basin.dx, s->basin.dz);
}

// True if the step must be cut in two. The whole surface is looked at only where the speed of the
// last part leaves it open.
static bool must_halve(const waft_water* water, double dt) {
    const wafti_lake* lake = water->lake;
    const double surely_stable = 0.5;
    return lake->speed * dt > surely_stable * fmin(lake->s.basin.dx, lake->s.basin.dz) &&
           is_too_long(dt, longest_step(water));
}

static waft_result report_divergence(const waft_water* water, const wafti_step* step, int32_t row) {
    const wafti_shallow* s = &water->lake->s;
    const char* name = s->level != NULL ? "level" : "depth";
    for (int32_t i = 0; i < s->basin.nx; ++i) {
        const ptrdiff_t at = wafti_basin_index(&s->basin, i, row);
        double velocity[2];
        s->method->velocity(s, i, row, velocity);
        const bool water_bad = !isfinite((double)wafti_shallow_level(s, at));
        if (water_bad || !isfinite(velocity[0]) || !isfinite(velocity[1])) {
            return wafti_fail(water->context->error, WAFT_ERR_DIVERGED,
                "water.%s is not finite in step %llu at cell [%d, %d]",
                water_bad ? name : "velocity", (unsigned long long)step->index, i, row);
        }
    }
    return wafti_fail(water->context->error, WAFT_ERR_DIVERGED,
        "water is not finite in step %llu in row %d", (unsigned long long)step->index, row);
}

static void tell(
    const waft_water* water, const wafti_step* step, waft_event_kind kind, double value) {
    wafti_events_add(water->context->events,
        (waft_event){.kind = kind, .step = step->index, .value = (float)value});
}

// Halves until the water can be stepped; the parts that are done count twice then.
static waft_result halve(
    waft_water* water, const wafti_step* step, uint32_t* part, uint32_t* part_count) {
    wafti_lake* lake = water->lake;
    bool halved = false;
    while (must_halve(water, step->dt / *part_count)) {
        if (lake->halvings == MOST_HALVINGS) {
            char text[32];
            (void)wafti_format_float(text, (float)longest_step(water));
            return wafti_fail(water->context->error, WAFT_ERR_DIVERGED,
                "water in step %llu has grown so deep that it needs steps of %s s",
                (unsigned long long)step->index, text);
        }
        ++lake->halvings;
        *part *= 2;
        *part_count *= 2;
        halved = true;
    }
    if (halved) {
        tell(water, step, WAFT_EVENT_WATER_HALVED, step->dt / *part_count);
    }
    return WAFT_OK;
}

static void draw_strokes(waft_water* water, const wafti_step* step) {
    const wafti_lake* lake = water->lake;
    for (size_t n = 0; n < water->def.stroke_count; ++n) {
        if (lake->strokes[n].step == step->index) {
            wafti_water_brush(water, &lake->strokes[n].brush);
        }
    }
}

// Depths that fell, or a hand that let go, leave room for steps twice as long; a third of it stays free,
// so that a step is not cut and joined again all the time.
static void join_parts(waft_water* water, const wafti_step* step) {
    wafti_lake* lake = water->lake;
    const double share = 2.0 / 3.0;
    const uint32_t before = lake->halvings;
    while (lake->halvings > 0) {
        const uint32_t count = (uint32_t)water->def.shallow.substeps << (lake->halvings - 1);
        if (is_too_long(step->dt / count, share * longest_step(water))) {
            break;
        }
        --lake->halvings;
    }
    if (lake->halvings < before) {
        const uint32_t count = (uint32_t)water->def.shallow.substeps << lake->halvings;
        tell(water, step, WAFT_EVENT_WATER_HALVED, step->dt / count);
    }
}

waft_result wafti_lake_step(waft_water* water, const wafti_step* step) {
    wafti_lake* lake = water->lake;
    draw_strokes(water, step);
    join_parts(water, step);
    double dropped = 0.0;
    uint64_t missed = 0;
    uint32_t part_count = (uint32_t)water->def.shallow.substeps << lake->halvings;
    wafti_lake_forget(lake);
    for (uint32_t part = 0; part < part_count; ++part) {
        const waft_result result = halve(water, step, &part, &part_count);
        if (result != WAFT_OK) {
            return result;
        }
        wafti_shallow_report report;
        step_part(water, step, part, step->dt / part_count, &report);
        if (report.bad_row >= 0) {
            return report_divergence(water, step, report.bad_row);
        }
        dropped += report.dropped;
        missed += wafti_lake_spray(water, step, step->dt / part_count);
    }
    if (dropped > 0.0) {
        tell(water, step, WAFT_EVENT_WATER_STIFF, dropped);
    }
    if (missed > 0) {
        tell(water, step, WAFT_EVENT_SPRAY_FULL, (double)missed);
    }
    water->time = step->time;
    lake->s.time = step->time;
    wafti_query_marks(water, WAFTI_READING_STEP);
    return WAFT_OK;
}

// The knob's range and how many things there are to turn it on; false if it is not one of a lake.
static bool knob_range(
    const waft_water* water, waft_knob knob, wafti_range* out_range, size_t* out_count) {
    switch (knob) {
    case WAFT_KNOB_WATER_SOURCE_RATE:
        *out_range = (wafti_range){
            "water.sources[].rate", 0.0f, -WAFTI_GREATEST_RATE, WAFTI_GREATEST_RATE, false};
        *out_count = water->def.source_count;
        return true;
    case WAFT_KNOB_WATER_RAIN_RATE:
        *out_range = (wafti_range){"water.rain.rate", 0.0f, 0.0f, WAFTI_GREATEST_RATE, false};
        *out_count = 1;
        return true;
    case WAFT_KNOB_HANDLE_FORCE:
        *out_range = (wafti_range){
            "water.handles[].force", 0.0f, -WAFTI_GREATEST_FORCE, WAFTI_GREATEST_FORCE, false};
        *out_count = water->lake->handle_capacity;
        return true;
    case WAFT_KNOB_HANDLE_LEVEL:
        *out_range = (wafti_range){
            "water.handles[].level", 0.0f, -WAFTI_GREATEST_PLACE, WAFTI_GREATEST_PLACE, false};
        *out_count = water->lake->handle_capacity;
        return true;
    case WAFT_KNOB_HANDLE_X:
        *out_range = (wafti_range){"water.handles[].at[0]", 0.0f, water->def.origin.x,
            water->def.origin.x + water->def.size.x, false};
        *out_count = water->lake->handle_capacity;
        return true;
    case WAFT_KNOB_HANDLE_Z:
        *out_range = (wafti_range){"water.handles[].at[1]", 0.0f, water->def.origin.y,
            water->def.origin.y + water->def.size.y, false};
        *out_count = water->lake->handle_capacity;
        return true;
    default:
        return false;
    }
}

waft_result wafti_lake_check_knob(
    const waft_water* water, waft_knob knob, uint32_t index, float value, waft_error* error) {
    wafti_range range;
    size_t count = 0;
    if (!knob_range(water, knob, &range, &count)) {
        const char* path = waft_knob_path(knob);
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s: this water has none; its method is %s",
            path != NULL ? path : "knob", wafti_method_name(water->def.method));
    }
    if (index >= count) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s: there is no number %u, there are %zu",
            range.path, (unsigned)index, count);
    }
    range.value = value;
    return wafti_check_range(error, range);
}

void wafti_lake_set(waft_water* water, waft_knob knob, uint32_t index, float value) {
    wafti_lake* lake = water->lake;
    switch (knob) {
    case WAFT_KNOB_WATER_SOURCE_RATE:
        lake->springs[index].def.rate = value;
        break;
    case WAFT_KNOB_WATER_RAIN_RATE:
        lake->rain.rate = value;
        break;
    default:
        wafti_handles_set(lake, knob, index, value);
        break;
    }
}
