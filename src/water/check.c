// SPDX-License-Identifier: MIT
// Defs of all methods, and settings that the chosen method does not have: those are errors, never ignored.
#include "water/check.h"

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "math/shown.h"
#include "water/water_params.h"

enum { GREATEST_CELLS = 4096, GREATEST_MAP = 16384, GREATEST_HANDLES = 4096 };
static const float greatest_drop = 1e3f; // m, height of a brush or drop

const char* wafti_method_name(waft_water_method method) {
    static const char* const names[] = {"waves", "implicit", "columns", "swe"};
    return (unsigned)method <= WAFT_WATER_SWE ? names[method] : "unknown";
}

static waft_result check_direction(waft_error* error, const char* path, waft_vec2 direction) {
    const double length = hypot((double)direction.x, (double)direction.y);
    if (isfinite(length) && length > 0.0) {
        return WAFT_OK;
    }
    return wafti_fail(error, WAFT_ERR_ARGUMENT,
        "%s is [%s, %s]: give a finite direction that is not zero", path,
        wafti_show(direction.x).text, wafti_show(direction.y).text);
}

// Two numbers of `item`: [0], and [1] or what `second` says.
static waft_result check_pair(waft_error* error, const char* item, int second, waft_vec2 value,
    waft_vec2 low, waft_vec2 high, bool above) {
    char paths[2][56];
    (void)snprintf(paths[0], sizeof(paths[0]), "%s[0]", item);
    (void)snprintf(paths[1], sizeof(paths[1]), "%s[%d]", item, second);
    const wafti_range ranges[] = {
        {paths[0], value.x, low.x, high.x, above},
        {paths[1], value.y, low.y, high.y, above},
    };
    return wafti_check_ranges(error, ranges, 2);
}

// A place (x, z) inside the domain; `item` is its path, in which z comes as `second`.
static waft_result check_inside(
    const waft_water_def* def, const char* item, int second, waft_vec2 at, waft_error* error) {
    const waft_vec2 end = {def->origin.x + def->size.x, def->origin.y + def->size.y};
    return check_pair(error, item, second, at, def->origin, end, false);
}

static waft_result check_place(
    const waft_water_def* def, const char* item, waft_vec2 at, waft_error* error) {
    return check_inside(def, item, 1, at, error);
}

// Samples of a map and their number; `allowed` says which they may be.
typedef struct map_check {
    const char *path, *size_path, *allowed;
    float least;
} map_check;

static waft_result check_map(
    const map_check* check, const float* map, const int32_t size[2], waft_error* error) {
    for (int axis = 0; axis < 2; ++axis) {
        char path[40];
        (void)snprintf(path, sizeof(path), "%s[%d]", check->size_path, axis);
        const waft_result result = wafti_check_count(error, path, size[axis], 1, GREATEST_MAP);
        if (result != WAFT_OK) {
            return result;
        }
    }
    const size_t width = (size_t)size[0];
    for (size_t n = 0; n < width * (size_t)size[1]; ++n) {
        if (!isgreaterequal(map[n], check->least) || !islessequal(map[n], WAFTI_GREATEST_PLACE)) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s holds %s at column %zu, row %zu: %s",
                check->path, wafti_show(map[n]).text, n % width, n / width, check->allowed);
        }
    }
    return WAFT_OK;
}

static waft_result check_heights(const waft_terrain_def* terrain, waft_error* error) {
    static const map_check heights = {"water.terrain.map", "water.terrain.map_size",
        "heights are finite and within 1000000 m", -WAFTI_GREATEST_PLACE};
    return terrain->map != NULL ? check_map(&heights, terrain->map, terrain->map_size, error)
                                : wafti_fail(error, WAFT_ERR_ARGUMENT,
                                      "water.terrain.kind is map: give the map's heights");
}

static waft_result check_depth_map(const waft_water_def* def, waft_error* error) {
    static const map_check depths = {
        "water.depth_map", "water.depth_size", "depths are finite, 0 to 1000000 m", 0.0f};
    return def->depth_map != NULL ? check_map(&depths, def->depth_map, def->depth_size, error)
                                  : WAFT_OK;
}

static waft_result check_cells(const waft_water_def* def, waft_error* error) {
    const waft_result result =
        wafti_check_count(error, "water.cells[0]", def->cells[0], 4, GREATEST_CELLS);
    return result == WAFT_OK && def->cells[1] != 1
               ? wafti_check_count(error, "water.cells[1]", def->cells[1], 4, GREATEST_CELLS)
               : result;
}

// The distances of a kind must rise in the order of the terrain's profile.
static waft_result check_profile(const waft_terrain_def* terrain, waft_error* error) {
    const float place = WAFTI_GREATEST_PLACE;
    switch (terrain->kind) {
    case WAFT_TERRAIN_SLOPE:
        return wafti_check_range(
            error, (wafti_range){"water.terrain.to", terrain->to, terrain->from, place, true});
    case WAFT_TERRAIN_BEACH: {
        const wafti_range ranges[] = {
            {"water.terrain.bend", terrain->bend, terrain->from, place, true},
            {"water.terrain.to", terrain->to, terrain->bend, place, true},
        };
        return wafti_check_ranges(error, ranges, 2);
    }
    default:
        return WAFT_OK;
    }
}

static waft_result check_terrain(const waft_water_def* def, waft_error* error) {
    const waft_terrain_def* terrain = &def->terrain;
    waft_result result = check_direction(error, "water.terrain.direction", terrain->direction);
    if (result == WAFT_OK) {
        result = check_profile(terrain, error);
    }
    if (result == WAFT_OK && terrain->kind == WAFT_TERRAIN_MAP) {
        result = check_heights(terrain, error);
    }
    return result;
}

// What rows alone cannot say of a train.
static waft_result check_train(const waft_train_def* def, size_t index, waft_error* error) {
    char path[64];
    (void)snprintf(path, sizeof(path), "water.trains[%zu].direction", index);
    const waft_result result =
        def->shape == WAFT_TRAIN_PLANE ? check_direction(error, path, def->direction) : WAFT_OK;
    const int given = (def->length != 0.0f ? 1 : 0) + (def->period != 0.0f ? 1 : 0) +
                      (def->wavenumber != 0.0f ? 1 : 0);
    if (result != WAFT_OK || given == 1) {
        return result;
    }
    return wafti_fail(error, WAFT_ERR_ARGUMENT,
        given == 0
            ? "water.trains[%zu].length is 0: give one of length, period or wavenumber"
            : "water.trains[%zu] has more than one of length, period and wavenumber: give one",
        index);
}

waft_result wafti_check_train_def(const waft_train_def* def, size_t index, waft_error* error) {
    char name[48];
    (void)snprintf(name, sizeof(name), "water.trains[%zu]", index);
    const waft_result result = wafti_rows_check_item(
        wafti_water_rows, WAFTI_WATER_PARTS, WAFTI_OWNER_TRAIN, def, name, error);
    return result == WAFT_OK ? check_train(def, index, error) : result;
}

size_t wafti_train_capacity(const waft_water_def* def) {
    const size_t wanted = def->train_capacity != 0 ? def->train_capacity : def->train_count + 8;
    return wanted < WAFTI_TRAIN_LIMIT ? wanted : WAFTI_TRAIN_LIMIT;
}

static waft_result check_trains(const waft_water_def* def, waft_error* error) {
    if (def->train_capacity > WAFTI_TRAIN_LIMIT || wafti_train_capacity(def) < def->train_count) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "water.train_capacity is %zu for %zu trains: allowed are %zu to %d",
            def->train_capacity, def->train_count, def->train_count, WAFTI_TRAIN_LIMIT);
    }
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < def->train_count && result == WAFT_OK; ++i) {
        result = check_train(&def->trains[i], i, error);
    }
    return result;
}

bool wafti_water_covers(const waft_water_def* def, double x, double z) {
    // Finite first: an ordered comparison with NaN would trap in a host that traps.
    return isfinite(x) && isfinite(z) && x >= (double)def->origin.x &&
           x <= (double)(def->origin.x + def->size.x) && z >= (double)def->origin.y &&
           z <= (double)(def->origin.y + def->size.y);
}

static waft_result check_marks(const waft_water_def* def, waft_error* error) {
    char item[48];
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < def->gauge_count && result == WAFT_OK; ++i) {
        (void)snprintf(item, sizeof(item), "water.gauges[%zu].at", i);
        result = check_place(def, item, def->gauges[i].at, error);
    }
    for (size_t i = 0; i < def->tracer_count && result == WAFT_OK; ++i) {
        const waft_vec3 at = def->tracers[i].at;
        (void)snprintf(item, sizeof(item), "water.tracers[%zu].at", i);
        result = check_inside(def, item, 2, (waft_vec2){at.x, at.z}, error);
    }
    return result;
}

// 0 too is what a def has that does not speak of it.
static bool is_given(float value, float usual) {
    return value != usual && value != 0.0f;
}

static bool edges_given(const waft_water_def* def) {
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT; ++side) {
        if (def->edges[side].kind != WAFT_EDGE_WALL || def->edges[side].sponge != 0) {
            return true;
        }
    }
    return false;
}

static bool settings_given(const waft_shallow_def* a, const waft_shallow_def* usual) {
    return a->substeps != usual->substeps || a->damping_time != usual->damping_time ||
           a->scheme != usual->scheme || a->explicit_scheme || a->dry_eps != usual->dry_eps ||
           a->area != usual->area || a->mean_flow || a->manning != usual->manning ||
           a->drag != usual->drag || a->limiter != usual->limiter;
}

static bool spray_given(const waft_spray_def* a, const waft_spray_def* usual) {
    return a->capacity != 0 || is_given(a->efficiency, usual->efficiency) ||
           is_given(a->threshold, usual->threshold);
}

// A setting, whether it differs from its default, and the methods that have it.
typedef struct setting {
    bool given;
    unsigned methods;
    const char* path;
    const char* nearest; // what others have instead
} setting;

enum {
    WAVES = 1u << WAFT_WATER_WAVES,
    IMPLICIT = 1u << WAFT_WATER_IMPLICIT,
    COLUMNS = 1u << WAFT_WATER_COLUMNS,
    SWE = 1u << WAFT_WATER_SWE,
    GRID = IMPLICIT | COLUMNS | SWE,
};

static waft_result check_settings(const waft_water_def* def, waft_error* error) {
    const waft_water_def usual = waft_water_def_default();
    const waft_shallow_def* own = &def->shallow;
    const char* grid = "implicit, columns and swe have it";
    const char* amount = "give amount; breaking says when crests throw drops";
    const setting settings[] = {
        {edges_given(def), GRID, "water.edges",
            "its waves come and go; implicit, columns and swe have edges"},
        {settings_given(own, &usual.shallow), GRID, "water.substeps, or a setting of flow", grid},
        {def->velocity.x != 0.0f || def->velocity.y != 0.0f, GRID, "water.velocity",
            "its water moves with its trains; implicit, columns and swe have it"},
        {def->box_count > 0, GRID, "water.boxes", grid},
        {def->depth_map != NULL, GRID, "water.fill", grid},
        {def->source_count > 0, GRID, "water.sources", grid},
        {def->rain.rate != 0.0f, GRID, "water.rain",
            "trains of shape point make rings; implicit, columns and swe have rain"},
        {def->handle_count > 0 || def->handle_capacity > 0, GRID, "water.handles", grid},
        {def->stroke_count > 0, GRID, "water.strokes",
            "trains of shape point make rings; implicit, columns and swe have strokes"},
        {is_given(def->spray.efficiency, usual.spray.efficiency), GRID, "water.spray.efficiency",
            amount},
        {is_given(def->spray.threshold, usual.spray.threshold), GRID, "water.spray.threshold",
            amount},
        {def->train_count > 0, WAVES, "water.trains",
            "waves come from edges of kind wavemaker, or use method waves"},
        {def->tracer_count > 0, WAVES, "water.tracers",
            "gauges record the flow at a place, or use method waves"},
        {spray_given(&def->spray, &usual.spray), WAVES | COLUMNS | SWE, "water.spray",
            "columns and swe throw drops"},
        {is_given(def->spray.amount, usual.spray.amount), WAVES, "water.spray.amount",
            "give efficiency and threshold"},
        {def->mode != usual.mode, WAVES, "water.mode", "only waves has it"},
        {def->orbit != usual.orbit, WAVES, "water.orbit", "only waves has it"},
        {def->breaking != usual.breaking || def->literal_breaking, WAVES, "water.breaking",
            "swe breaks waves by itself"},
        {def->offshore_depth != usual.offshore_depth, WAVES, "water.offshore_depth",
            "only waves has it"},
        {def->keep_level != usual.keep_level, WAVES, "water.keep_level",
            "its volume stays by itself"},
        {def->refraction_amplitude != usual.refraction_amplitude, WAVES,
            "water.refraction_amplitude", "its waves are refracted by themselves"},
        {own->damping_time > 0.0f, IMPLICIT | COLUMNS, "water.damping",
            "give drag, which is its inverse"},
        {own->scheme != usual.shallow.scheme, IMPLICIT, "water.scheme", "only implicit has it"},
        {own->explicit_scheme, IMPLICIT, "water.paper.scheme", "only implicit has it"},
        {own->dry_eps != usual.shallow.dry_eps, IMPLICIT, "water.paper.dry_eps",
            "only implicit has it"},
        {own->area != usual.shallow.area, COLUMNS, "water.paper.area", "only columns has pipes"},
        {own->mean_flow, COLUMNS, "water.paper.mean_flow", "only columns has it"},
        {own->manning != usual.shallow.manning, SWE, "water.friction", "give damping"},
        {own->drag != usual.shallow.drag, SWE, "water.drag", "give damping"},
        {own->limiter != usual.shallow.limiter, SWE, "water.limiter", "only swe has it"},
    };
    for (size_t n = 0; n < sizeof(settings) / sizeof(settings[0]); ++n) {
        if (settings[n].given && (settings[n].methods & 1u << def->method) == 0) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s is not a setting of method %s: %s",
                settings[n].path, wafti_method_name(def->method), settings[n].nearest);
        }
    }
    return WAFT_OK;
}

static waft_result check_pipes(const waft_water_def* def, waft_error* error) {
    return def->shallow.area != WAFT_PIPE_FIXED || def->shallow.fixed_area[0] > 0.0f
               ? WAFT_OK
               : wafti_fail(error, WAFT_ERR_ARGUMENT,
                     "water.paper.areas[0] is 0: pipes along axes need an area above 0");
}

// Kinds of edges, the methods on a grid that have them, and what others have instead.
static const struct {
    const char* name;
    unsigned methods;
    const char* nearest;
} edge_kinds[] = {
    [WAFT_EDGE_WALL] = {"wall", GRID, ""},
    [WAFT_EDGE_OPEN] = {"open", COLUMNS | SWE, "a wall with a sponge lets waves fade"},
    [WAFT_EDGE_PERIODIC] = {"periodic", GRID, ""},
    [WAFT_EDGE_WAVEMAKER] = {"wavemaker", GRID, ""},
    [WAFT_EDGE_INFLOW] = {"inflow", SWE, "a source at the edge brings water in"},
    [WAFT_EDGE_LEVEL] = {"level", SWE, "a wall with a sponge keeps the still level"},
};

static waft_result check_edge(const waft_water_def* def, int side, waft_error* error) {
    static const char* const sides[] = {"left", "right", "back", "front"};
    const waft_edge_def* edge = &def->edges[side];
    const char* kind = edge_kinds[edge->kind].name;
    if ((edge_kinds[edge->kind].methods & 1u << def->method) == 0) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "water.edges.%s is %s, which method %s does not have: %s", sides[side], kind,
            wafti_method_name(def->method), edge_kinds[edge->kind].nearest);
    }
    const bool periodic = edge->kind == WAFT_EDGE_PERIODIC;
    const int opposite = side ^ 1;
    if (periodic && def->edges[opposite].kind != WAFT_EDGE_PERIODIC) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "water.edges.%s is periodic, but the %s edge opposite is %s: make both periodic",
            sides[side], sides[opposite], edge_kinds[def->edges[opposite].kind].name);
    }
    const int32_t count = def->cells[side / 2];
    if (count == 1 && side >= WAFT_WATER_BACK && edge->kind != WAFT_EDGE_WALL && !periodic) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "water.edges.%s is %s, but water.cells[1] is 1: one row of cells has walls there",
            sides[side], kind);
    }
    char path[40];
    (void)snprintf(path, sizeof(path), "water.edges.%s.sponge", sides[side]);
    return wafti_check_count(error, path, edge->sponge, 0, periodic || count == 1 ? 0 : count);
}

static waft_result check_edges(const waft_water_def* def, waft_error* error) {
    waft_result result = WAFT_OK;
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT && result == WAFT_OK; ++side) {
        result = check_edge(def, side, error);
    }
    return result;
}

static waft_result check_boxes(const waft_water_def* def, waft_error* error) {
    const waft_vec2 most = {WAFTI_GREATEST_PLACE, WAFTI_GREATEST_PLACE};
    waft_result result = WAFT_OK;
    for (size_t n = 0; n < def->box_count && result == WAFT_OK; ++n) {
        const waft_water_box_def* box = &def->boxes[n];
        char item[48];
        (void)snprintf(item, sizeof(item), "water.boxes[%zu].high", n);
        result = check_pair(error, item, 1, box->high, box->low, most, true);
    }
    return result;
}

// What rows alone cannot say of a source.
static waft_result check_source(
    const waft_water_def* def, const waft_water_source_def* source, size_t n, waft_error* error) {
    char path[48];
    (void)snprintf(path, sizeof(path), "water.sources[%zu].center", n);
    if (source->impulse && def->method != WAFT_WATER_IMPLICIT) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "water.sources[%zu].impulse is not a setting of method %s: only implicit has it", n,
            wafti_method_name(def->method));
    }
    if (source->end != 0.0 && !(source->end > source->start)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "water.sources[%zu].end is %g s; it must be after its start, %g s", n, source->end,
            source->start);
    }
    return check_place(def, path, source->center, error);
}

waft_result wafti_check_water_source(
    const waft_water_def* def, const waft_water_source_def* source, size_t n, waft_error* error) {
    char name[48];
    (void)snprintf(name, sizeof(name), "water.sources[%zu]", n);
    const waft_result result = wafti_rows_check_item(
        wafti_water_rows, WAFTI_WATER_PARTS, WAFTI_OWNER_WATER_SOURCE, source, name, error);
    return result == WAFT_OK ? check_source(def, source, n, error) : result;
}

static waft_result check_sources(const waft_water_def* def, waft_error* error) {
    waft_result result = WAFT_OK;
    for (size_t n = 0; n < def->source_count && result == WAFT_OK; ++n) {
        result = check_source(def, &def->sources[n], n, error);
    }
    return result;
}

waft_result wafti_check_handle(
    const waft_water_def* def, const waft_handle_def* handle, waft_error* error) {
    if (def->method == WAFT_WATER_WAVES) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "a handle needs water of method implicit, columns or swe; waves takes trains");
    }
    const waft_result result = wafti_rows_check_item(
        wafti_water_rows, WAFTI_WATER_PARTS, WAFTI_OWNER_HANDLE, handle, "handle", error);
    return result == WAFT_OK ? check_place(def, "handle.at", handle->at, error) : result;
}

static waft_result check_handles(const waft_water_def* def, waft_error* error) {
    if (def->handle_capacity != 0 &&
        (def->handle_capacity < def->handle_count || def->handle_capacity > GREATEST_HANDLES)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "water.handle_capacity is %zu: allowed are 0, and %zu to %d", def->handle_capacity,
            def->handle_count, (int)GREATEST_HANDLES);
    }
    waft_result result = WAFT_OK;
    for (size_t n = 0; n < def->handle_count && result == WAFT_OK; ++n) {
        char path[40];
        (void)snprintf(path, sizeof(path), "water.handles[%zu].at", n);
        result = check_place(def, path, def->handles[n].at, error);
    }
    return result;
}

// A Gaussian narrower than half a cell would fall between the cells' centres.
static wafti_range bell_radius(const waft_water_def* def, const char* path, float radius) {
    const float dx = def->size.x / (float)def->cells[0];
    const float dz = def->cells[1] > 1 ? def->size.y / (float)def->cells[1] : 0.0f;
    const float least = 0.5f * fmaxf(dx, dz);
    // A radius of half a cell, computed by a host in float, is allowed.
    return (wafti_range){path, radius, 0.999999f * least, WAFTI_GREATEST_PLACE, false};
}

static waft_result check_rain(const waft_water_def* def, waft_error* error) {
    // Rain that never falls may keep a radius that these cells are too wide for.
    return def->rain.rate > 0.0f
               ? wafti_check_range(error, bell_radius(def, "water.rain.radius", def->rain.radius))
               : WAFT_OK;
}

waft_result wafti_check_brush(
    const waft_water_def* def, const waft_brush* brush, waft_error* error) {
    if (def->method == WAFT_WATER_WAVES) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "a brush needs water of method implicit, columns or swe; waves takes trains");
    }
    const wafti_range ranges[] = {
        {"brush.height", brush->height, -greatest_drop, greatest_drop, false},
        bell_radius(def, "brush.radius", brush->radius),
    };
    const waft_result result = check_place(def, "brush.at", brush->at, error);
    return result == WAFT_OK ? wafti_check_ranges(error, ranges, 2) : result;
}

static waft_result check_strokes(const waft_water_def* def, waft_error* error) {
    waft_result result = WAFT_OK;
    for (size_t n = 0; n < def->stroke_count && result == WAFT_OK; ++n) {
        const waft_brush* brush = &def->strokes[n].brush;
        char paths[2][48];
        (void)snprintf(paths[0], sizeof(paths[0]), "water.strokes[%zu].at", n);
        (void)snprintf(paths[1], sizeof(paths[1]), "water.strokes[%zu].radius", n);
        result = check_place(def, paths[0], brush->at, error);
        result = result == WAFT_OK
                     ? wafti_check_range(error, bell_radius(def, paths[1], brush->radius))
                     : result;
    }
    return result;
}

static waft_result check_square(const waft_water_def* def, waft_error* error) {
    const double dx = (double)def->size.x / def->cells[0];
    const double dz = (double)def->size.y / def->cells[1];
    if (def->method != WAFT_WATER_COLUMNS || def->cells[1] == 1 || fabs(dx - dz) <= 1e-5 * dx) {
        return WAFT_OK;
    }
    return wafti_fail(error, WAFT_ERR_ARGUMENT,
        "water.cells of method columns must be square, and they are %s m by %s m: change "
        "water.size or water.cells, or use implicit or swe",
        wafti_show((float)dx).text, wafti_show((float)dz).text);
}

waft_result wafti_check_water(const waft_water_def* def, waft_error* error) {
    // The first of them look at what all methods have.
    static waft_result (*const checks[])(const waft_water_def* def, waft_error* error) = {
        check_cells, check_trains, check_marks, check_terrain, check_settings, check_pipes,
        check_edges, check_square, check_boxes, check_depth_map, check_sources, check_handles,
        check_strokes, check_rain};
    enum { FOR_ALL = 5 };
    const size_t count =
        def->method == WAFT_WATER_WAVES ? FOR_ALL : sizeof(checks) / sizeof(checks[0]);
    waft_result result =
        wafti_rows_check(wafti_water_rows, WAFTI_WATER_PARTS, WAFTI_OWNER_WATER, def, error);
    for (size_t n = 0; n < count && result == WAFT_OK; ++n) {
        result = checks[n](def, error);
    }
    return result;
}
