// SPDX-License-Identifier: MIT
// Defs of the methods on a grid, and settings that the chosen method does not have: those are errors,
// never ignored.
#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"
#include "water/check.h"
#include "water/water_params.h"

enum { GREATEST_HANDLES = 4096, GREATEST_MAP = 16384 };
static const float greatest_drop = 1e3f; // m, height of a brush or drop

const char* wafti_method_name(waft_water_method method) {
    static const char* const names[] = {"waves", "implicit", "columns", "swe"};
    return (unsigned)method <= WAFT_WATER_SWE ? names[method] : "unknown";
}

static const char* edge_name(waft_edge_kind kind) {
    static const char* const names[] = {"wall", "open", "periodic", "wavemaker", "inflow", "level"};
    return (unsigned)kind <= WAFT_EDGE_LEVEL ? names[kind] : "unknown";
}

static const char* side_name(int side) {
    static const char* const names[] = {"left", "right", "back", "front"};
    return names[side];
}

// A setting and whether it differs from its default.
typedef struct setting {
    bool given;
    const char* path;
    const char* nearest; // what the method has instead
} setting;

static waft_result refuse_given(
    const waft_water_def* def, waft_error* error, const setting* settings, size_t count) {
    for (size_t n = 0; n < count; ++n) {
        if (settings[n].given) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s is not a setting of method %s: %s",
                settings[n].path, wafti_method_name(def->method), settings[n].nearest);
        }
    }
    return WAFT_OK;
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

waft_result wafti_check_waves_only(const waft_water_def* def, waft_error* error) {
    const waft_water_def usual = waft_water_def_default();
    const char* grid = "implicit, columns and swe have it";
    const char* amount = "give amount; breaking says when crests throw drops";
    const setting settings[] = {
        {edges_given(def), "water.edges",
            "its waves come and go; implicit, columns and swe have edges"},
        {settings_given(&def->shallow, &usual.shallow), "water.substeps, or a setting of flow",
            grid},
        {def->velocity.x != 0.0f || def->velocity.y != 0.0f, "water.velocity",
            "its water moves with its trains; implicit, columns and swe have it"},
        {def->box_count > 0, "water.boxes", grid},
        {def->depth_map != NULL, "water.fill", grid},
        {def->source_count > 0, "water.sources", grid},
        {def->rain.rate != 0.0f, "water.rain",
            "trains of shape point make rings; implicit, columns and swe have rain"},
        {def->handle_count > 0 || def->handle_capacity > 0, "water.handles", grid},
        {def->stroke_count > 0, "water.strokes",
            "trains of shape point make rings; implicit, columns and swe have strokes"},
        {is_given(def->spray.efficiency, usual.spray.efficiency), "water.spray.efficiency", amount},
        {is_given(def->spray.threshold, usual.spray.threshold), "water.spray.threshold", amount},
    };
    return refuse_given(def, error, settings, sizeof(settings) / sizeof(settings[0]));
}

static bool spray_given(const waft_water_def* def) {
    const waft_spray_def usual = waft_water_def_default().spray;
    return def->spray.capacity != 0 || is_given(def->spray.efficiency, usual.efficiency) ||
           is_given(def->spray.threshold, usual.threshold);
}

// Settings of `waves` that differ from their defaults.
static waft_result check_no_waves(const waft_water_def* def, waft_error* error) {
    const waft_water_def usual = waft_water_def_default();
    const char* trains = "waves come from edges of kind wavemaker, or use method waves";
    const setting settings[] = {
        {def->train_count > 0, "water.trains", trains},
        {def->tracer_count > 0, "water.tracers",
            "gauges record the flow at a place, or use method waves"},
        {def->method == WAFT_WATER_IMPLICIT && spray_given(def), "water.spray",
            "columns and swe throw drops"},
        {is_given(def->spray.amount, usual.spray.amount), "water.spray.amount",
            "give efficiency and threshold"},
        {def->mode != usual.mode, "water.mode", "only waves has it"},
        {def->orbit != usual.orbit, "water.orbit", "only waves has it"},
        {def->breaking != usual.breaking || def->literal_breaking, "water.breaking",
            "swe breaks waves by itself"},
        {def->offshore_depth != usual.offshore_depth, "water.offshore_depth", "only waves has it"},
        {def->keep_level != usual.keep_level, "water.keep_level", "its volume stays by itself"},
        {def->refraction_amplitude != usual.refraction_amplitude, "water.refraction_amplitude",
            "its waves are refracted by themselves"},
    };
    return refuse_given(def, error, settings, sizeof(settings) / sizeof(settings[0]));
}

// Settings of one of the methods on a grid that is not the one chosen.
static waft_result check_method_settings(const waft_water_def* def, waft_error* error) {
    const waft_shallow_def usual = waft_water_def_default().shallow;
    const waft_shallow_def* own = &def->shallow;
    const bool implicit = def->method == WAFT_WATER_IMPLICIT;
    const bool columns = def->method == WAFT_WATER_COLUMNS;
    const bool swe = def->method == WAFT_WATER_SWE;
    const char* friction = "give damping";
    const setting settings[] = {
        {swe && own->damping_time > 0.0f, "water.damping", "give drag, which is its inverse"},
        {!implicit && own->scheme != usual.scheme, "water.scheme", "only implicit has it"},
        {!implicit && own->explicit_scheme, "water.paper.scheme", "only implicit has it"},
        {!implicit && own->dry_eps != usual.dry_eps, "water.paper.dry_eps", "only implicit has it"},
        {!columns && own->area != usual.area, "water.paper.area", "only columns has pipes"},
        {!columns && own->mean_flow, "water.paper.mean_flow", "only columns has it"},
        {!swe && own->manning != usual.manning, "water.friction", friction},
        {!swe && own->drag != usual.drag, "water.drag", friction},
        {!swe && own->limiter != usual.limiter, "water.limiter", "only swe has it"},
    };
    return refuse_given(def, error, settings, sizeof(settings) / sizeof(settings[0]));
}

static waft_result check_settings(const waft_water_def* def, waft_error* error) {
    const waft_result result = check_method_settings(def, error);
    if (result == WAFT_OK && def->shallow.area == WAFT_PIPE_FIXED &&
        !(def->shallow.fixed_area[0] > 0.0f)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "water.paper.areas[0] is 0: pipes along axes need an area above 0");
    }
    return result;
}

static bool has_edge(waft_water_method method, waft_edge_kind kind) {
    switch (kind) {
    case WAFT_EDGE_WALL:
    case WAFT_EDGE_PERIODIC:
    case WAFT_EDGE_WAVEMAKER:
        return true;
    case WAFT_EDGE_OPEN:
        return method != WAFT_WATER_IMPLICIT;
    case WAFT_EDGE_INFLOW:
    case WAFT_EDGE_LEVEL:
        return method == WAFT_WATER_SWE;
    }
    return false;
}

static const char* nearest_edge(waft_edge_kind kind) {
    switch (kind) {
    case WAFT_EDGE_OPEN:
        return "a wall with a sponge lets waves fade";
    case WAFT_EDGE_INFLOW:
        return "a source at the edge brings water in";
    case WAFT_EDGE_LEVEL:
        return "a wall with a sponge keeps the still level";
    default:
        return "there are wall, open, periodic, wavemaker, inflow and level";
    }
}

static waft_result check_edge(const waft_water_def* def, int side, waft_error* error) {
    const waft_edge_def* edge = &def->edges[side];
    const char* name = side_name(side);
    if (!has_edge(def->method, edge->kind)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "water.edges.%s is %s, which method %s does not have: %s", name, edge_name(edge->kind),
            wafti_method_name(def->method), nearest_edge(edge->kind));
    }
    const bool periodic = edge->kind == WAFT_EDGE_PERIODIC;
    const int opposite = side ^ 1;
    if (periodic && def->edges[opposite].kind != WAFT_EDGE_PERIODIC) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "water.edges.%s is periodic, but the %s edge opposite is %s: make both periodic", name,
            side_name(opposite), edge_name(def->edges[opposite].kind));
    }
    const int32_t count = def->cells[side / 2];
    if (count == 1 && side >= WAFT_WATER_BACK && edge->kind != WAFT_EDGE_WALL && !periodic) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "water.edges.%s is %s, but water.cells[1] is 1: one row of cells has walls there", name,
            edge_name(edge->kind));
    }
    char path[40];
    (void)snprintf(path, sizeof(path), "water.edges.%s.sponge", name);
    return wafti_check_count(error, path, edge->sponge, 0, periodic || count == 1 ? 0 : count);
}

static waft_result check_boxes(const waft_water_def* def, waft_error* error) {
    waft_result result = WAFT_OK;
    for (size_t n = 0; n < def->box_count && result == WAFT_OK; ++n) {
        const waft_water_box_def* box = &def->boxes[n];
        char paths[2][48];
        (void)snprintf(paths[0], sizeof(paths[0]), "water.boxes[%zu].high[0]", n);
        (void)snprintf(paths[1], sizeof(paths[1]), "water.boxes[%zu].high[1]", n);
        const wafti_range ranges[] = {
            {paths[0], box->high.x, box->low.x, WAFTI_GREATEST_PLACE, true},
            {paths[1], box->high.y, box->low.y, WAFTI_GREATEST_PLACE, true},
        };
        result = wafti_check_ranges(error, ranges, 2);
    }
    return result;
}

static waft_result check_depth_map(const waft_water_def* def, waft_error* error) {
    if (def->depth_map == NULL) {
        return WAFT_OK;
    }
    for (int axis = 0; axis < 2; ++axis) {
        const waft_result result =
            wafti_check_count(error, axis == 0 ? "water.depth_size[0]" : "water.depth_size[1]",
                def->depth_size[axis], 1, GREATEST_MAP);
        if (result != WAFT_OK) {
            return result;
        }
    }
    const size_t width = (size_t)def->depth_size[0];
    for (size_t n = 0; n < width * (size_t)def->depth_size[1]; ++n) {
        const float depth = def->depth_map[n];
        if (!isgreaterequal(depth, 0.0f) || !islessequal(depth, WAFTI_GREATEST_PLACE)) {
            char value[32];
            (void)wafti_format_float(value, depth);
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "water.depth_map holds %s at column %zu, row %zu: depths are finite, 0 to "
                "1000000 m",
                value, n % width, n / width);
        }
    }
    return WAFT_OK;
}

// A place (x, z) inside the domain; `item` is the path of its pair.
static waft_result check_place(
    const waft_water_def* def, const char* item, waft_vec2 at, waft_error* error) {
    char paths[2][56];
    (void)snprintf(paths[0], sizeof(paths[0]), "%s[0]", item);
    (void)snprintf(paths[1], sizeof(paths[1]), "%s[1]", item);
    const wafti_range ranges[] = {
        {paths[0], at.x, def->origin.x, def->origin.x + def->size.x, false},
        {paths[1], at.y, def->origin.y, def->origin.y + def->size.y, false},
    };
    return wafti_check_ranges(error, ranges, 2);
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
    char numbers[2][32];
    (void)wafti_format_float(numbers[0], (float)dx);
    (void)wafti_format_float(numbers[1], (float)dz);
    return wafti_fail(error, WAFT_ERR_ARGUMENT,
        "water.cells of method columns must be square, and they are %s m by %s m: change "
        "water.size "
        "or water.cells, or use implicit or swe",
        numbers[0], numbers[1]);
}

waft_result wafti_check_grid(const waft_water_def* def, waft_error* error) {
    waft_result result = check_no_waves(def, error);
    result = result == WAFT_OK ? check_settings(def, error) : result;
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT && result == WAFT_OK; ++side) {
        result = check_edge(def, side, error);
    }
    result = result == WAFT_OK ? check_square(def, error) : result;
    result = result == WAFT_OK ? check_boxes(def, error) : result;
    result = result == WAFT_OK ? check_depth_map(def, error) : result;
    result = result == WAFT_OK ? check_sources(def, error) : result;
    result = result == WAFT_OK ? check_handles(def, error) : result;
    result = result == WAFT_OK ? check_strokes(def, error) : result;
    return result == WAFT_OK ? check_rain(def, error) : result;
}
