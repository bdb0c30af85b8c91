// SPDX-License-Identifier: MIT
#include "water/check.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"

static const float greatest_place = WAFTI_GREATEST_PLACE;
static const float greatest_size = 1e6f;
static const float greatest_depth = 1e5f;
// Amplitudes in m. Higher ones would overflow float on the way to the steepness clamp.
static const float greatest_amplitude = 1e4f;
static const float greatest_phase = 1e6f;
enum { GREATEST_CELLS = 4096, GREATEST_MAP = 16384, GREATEST_SPRAY = 1 << 24 };

static waft_result check_direction(waft_error* error, const char* path, waft_vec2 direction) {
    const double length = hypot((double)direction.x, (double)direction.y);
    if (isfinite(length) && length > 0.0) {
        return WAFT_OK;
    }
    char x[32];
    char z[32];
    (void)wafti_format_float(x, direction.x);
    (void)wafti_format_float(z, direction.y);
    return wafti_fail(error, WAFT_ERR_ARGUMENT,
        "%s is [%s, %s]: give a finite direction that is not zero", path, x, z);
}

static waft_result check_domain(const waft_water_def* def, waft_error* error) {
    const float place = greatest_place;
    const wafti_range ranges[] = {
        {"water.origin[0]", def->origin.x, -place, place, false},
        {"water.origin[1]", def->origin.y, -place, place, false},
        {"water.size[0]", def->size.x, 0.0f, greatest_size, true},
        {"water.size[1]", def->size.y, 0.0f, greatest_size, true},
        {"water.level", def->level, -place, place, false},
        {"water.depth", def->depth, 0.0f, greatest_depth, true},
        {"water.density", def->density, 0.0f, 1e5f, true},
        {"water.offshore_depth", def->offshore_depth, 0.0f, greatest_depth, false},
        {"water.foam_life", def->foam_life, 0.0f, 1e6f, true},
        {"water.spray.amount", def->spray.amount, 0.0f, 1e6f, false},
        {"water.spray.radius", def->spray.radius, 0.0f, 1.0f, false},
        {"water.spray.efficiency", def->spray.efficiency, 0.0f, 1.0f, false},
        {"water.spray.threshold", def->spray.threshold, 0.0f, 1e3f, false},
    };
    waft_result result = wafti_check_ranges(error, ranges, sizeof(ranges) / sizeof(ranges[0]));
    if (result == WAFT_OK) {
        result = wafti_check_count(error, "water.cells[0]", def->cells[0], 4, GREATEST_CELLS);
    }
    if (result == WAFT_OK && def->cells[1] != 1) {
        result = wafti_check_count(error, "water.cells[1]", def->cells[1], 4, GREATEST_CELLS);
    }
    if (result == WAFT_OK) {
        result = wafti_check_count(
            error, "water.spray.capacity", def->spray.capacity, 0, GREATEST_SPRAY);
    }
    return result;
}

static waft_result check_choices(const waft_water_def* def, waft_error* error) {
    const struct {
        const char* path;
        unsigned value;
        unsigned last;
    } choices[] = {
        {"water.method", (unsigned)def->method, WAFT_WATER_SWE},
        {"water.mode", (unsigned)def->mode, WAFT_WAVE_GERSTNER},
        {"water.orbit", (unsigned)def->orbit, WAFT_ORBIT_DEEP},
        {"water.breaking", (unsigned)def->breaking, WAFT_BREAKING_SLIDE_LITERAL},
        {"water.terrain.kind", (unsigned)def->terrain.kind, WAFT_TERRAIN_MAP},
    };
    for (size_t i = 0; i < sizeof(choices) / sizeof(choices[0]); ++i) {
        if (choices[i].value > choices[i].last) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s is %u: there is no such choice",
                choices[i].path, choices[i].value);
        }
    }
    return WAFT_OK;
}

static waft_result check_map(const waft_terrain_def* terrain, waft_error* error) {
    if (terrain->map == NULL) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "water.terrain.kind is map: give the map's heights");
    }
    for (int axis = 0; axis < 2; ++axis) {
        const char* path = axis == 0 ? "water.terrain.map_size[0]" : "water.terrain.map_size[1]";
        const waft_result result =
            wafti_check_count(error, path, terrain->map_size[axis], 1, GREATEST_MAP);
        if (result != WAFT_OK) {
            return result;
        }
    }
    const size_t width = (size_t)terrain->map_size[0];
    const size_t count = width * (size_t)terrain->map_size[1];
    for (size_t i = 0; i < count; ++i) {
        if (!islessequal(fabsf(terrain->map[i]), greatest_place)) {
            char value[32];
            (void)wafti_format_float(value, terrain->map[i]);
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "water.terrain.map holds %s at column %zu, row %zu: heights are finite and within "
                "1000000 m",
                value, i % width, i / width);
        }
    }
    return WAFT_OK;
}

// The distances of a kind must rise in the order of the terrain's profile.
static waft_result check_profile(const waft_terrain_def* terrain, waft_error* error) {
    const float place = greatest_place;
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

static waft_result check_terrain(const waft_terrain_def* terrain, waft_error* error) {
    const float place = greatest_place;
    const wafti_range ranges[] = {
        {"water.terrain.low", terrain->low, -place, place, false},
        {"water.terrain.high", terrain->high, -place, place, false},
        {"water.terrain.middle", terrain->middle, -place, place, false},
        {"water.terrain.from", terrain->from, -place, place, false},
        {"water.terrain.to", terrain->to, -place, place, false},
        {"water.terrain.bend", terrain->bend, -place, place, false},
        {"water.terrain.center[0]", terrain->center.x, -place, place, false},
        {"water.terrain.center[1]", terrain->center.y, -place, place, false},
        {"water.terrain.radius", terrain->radius, 0.0f, place, true},
        {"water.terrain.width", terrain->width, 0.0f, place, true},
        {"water.terrain.length", terrain->length, 0.0f, place, true},
    };
    waft_result result = wafti_check_ranges(error, ranges, sizeof(ranges) / sizeof(ranges[0]));
    if (result == WAFT_OK) {
        result = wafti_check_count(error, "water.terrain.octaves", terrain->octaves, 1, 12);
    }
    if (result == WAFT_OK) {
        result = check_direction(error, "water.terrain.direction", terrain->direction);
    }
    if (result == WAFT_OK) {
        result = check_profile(terrain, error);
    }
    if (result == WAFT_OK && terrain->kind == WAFT_TERRAIN_MAP) {
        result = check_map(terrain, error);
    }
    return result;
}

// One of length, period and wavenumber is given, each within a range that keeps wave lengths
// between 0.1 mm and 10000 km.
static waft_result check_scale(const waft_train_def* def, size_t index, waft_error* error) {
    const struct {
        const char* name;
        float value;
        float low, high;
    } scales[] = {
        {"length", def->length, 1e-4f, 1e7f},
        {"period", def->period, 1e-3f, 1e5f},
        {"wavenumber", def->wavenumber, 1e-6f, 6e4f},
    };
    int given = 0;
    for (size_t i = 0; i < 3; ++i) {
        if (scales[i].value == 0.0f) {
            continue;
        }
        char path[64];
        (void)snprintf(path, sizeof(path), "water.trains[%zu].%s", index, scales[i].name);
        const waft_result result = wafti_check_range(
            error, (wafti_range){path, scales[i].value, scales[i].low, scales[i].high, false});
        if (result != WAFT_OK) {
            return result;
        }
        ++given;
    }
    if (given == 1) {
        return WAFT_OK;
    }
    return wafti_fail(error, WAFT_ERR_ARGUMENT,
        given == 0
            ? "water.trains[%zu].length is 0: give one of length, period or wavenumber"
            : "water.trains[%zu] has more than one of length, period and wavenumber: give one",
        index);
}

waft_result wafti_check_train_def(const waft_train_def* def, size_t index, waft_error* error) {
    char path[64];
    if ((unsigned)def->shape > WAFT_TRAIN_POINT) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "water.trains[%zu].shape is %u: there is no such choice", index, (unsigned)def->shape);
    }
    (void)snprintf(path, sizeof(path), "water.trains[%zu].amplitude", index);
    waft_result result = wafti_check_range(
        error, (wafti_range){path, def->amplitude, 0.0f, greatest_amplitude, false});
    if (result == WAFT_OK) {
        (void)snprintf(path, sizeof(path), "water.trains[%zu].phase", index);
        result = wafti_check_range(
            error, (wafti_range){path, def->phase, -greatest_phase, greatest_phase, false});
    }
    if (result == WAFT_OK && def->shape == WAFT_TRAIN_PLANE) {
        (void)snprintf(path, sizeof(path), "water.trains[%zu].direction", index);
        result = check_direction(error, path, def->direction);
    }
    for (int axis = 0; axis < 2 && result == WAFT_OK; ++axis) {
        (void)snprintf(path, sizeof(path), "water.trains[%zu].center[%d]", index, axis);
        const float center = axis == 0 ? def->center.x : def->center.y;
        result = wafti_check_range(
            error, (wafti_range){path, center, -greatest_place, greatest_place, false});
    }
    return result == WAFT_OK ? check_scale(def, index, error) : result;
}

size_t wafti_train_capacity(const waft_water_def* def) {
    const size_t wanted = def->train_capacity != 0 ? def->train_capacity : def->train_count + 8;
    return wanted < WAFTI_TRAIN_LIMIT ? wanted : WAFTI_TRAIN_LIMIT;
}

static waft_result check_trains(const waft_water_def* def, waft_error* error) {
    if (def->train_count > 0 && def->trains == NULL) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "water.trains is NULL, but train_count is %zu",
            def->train_count);
    }
    if (def->train_count > WAFTI_TRAIN_LIMIT) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "water has %zu trains: allowed are 0 to %d",
            def->train_count, WAFTI_TRAIN_LIMIT);
    }
    if (def->train_capacity > WAFTI_TRAIN_LIMIT || wafti_train_capacity(def) < def->train_count) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "water.train_capacity is %zu for %zu trains: allowed are %zu to %d",
            def->train_capacity, def->train_count, def->train_count, WAFTI_TRAIN_LIMIT);
    }
    for (size_t i = 0; i < def->train_count; ++i) {
        const waft_result result = wafti_check_train_def(&def->trains[i], i, error);
        if (result != WAFT_OK) {
            return result;
        }
    }
    return WAFT_OK;
}

bool wafti_water_covers(const waft_water_def* def, double x, double z) {
    // Finite first: an ordered comparison with NaN would trap in a host that traps.
    return isfinite(x) && isfinite(z) && x >= (double)def->origin.x &&
           x <= (double)(def->origin.x + def->size.x) && z >= (double)def->origin.y &&
           z <= (double)(def->origin.y + def->size.y);
}

static waft_result check_name(waft_error* error, const char* list, size_t index, const char* name) {
    const size_t length = name != NULL ? strnlen(name, WAFTI_NAME_SIZE) : 0;
    if (length > 0 && length < WAFTI_NAME_SIZE) {
        return WAFT_OK;
    }
    return wafti_fail(error, WAFT_ERR_ARGUMENT, "water.%s[%zu].name is %s: give 1 to %d bytes",
        list, index, length == 0 ? "missing" : "too long", WAFTI_NAME_SIZE - 1);
}

static waft_result check_inside(
    const waft_water_def* def, waft_error* error, const char* item, float x, float z) {
    char path[64];
    (void)snprintf(path, sizeof(path), "%s.at[0]", item);
    const waft_result result = wafti_check_range(
        error, (wafti_range){path, x, def->origin.x, def->origin.x + def->size.x, false});
    if (result != WAFT_OK) {
        return result;
    }
    // The z coordinate is the second of a gauge's place and the third of a tracer's.
    (void)snprintf(path, sizeof(path), "%s.at[%d]", item, strstr(item, "gauge") != NULL ? 1 : 2);
    return wafti_check_range(
        error, (wafti_range){path, z, def->origin.y, def->origin.y + def->size.y, false});
}

static waft_result check_marks(const waft_water_def* def, waft_error* error) {
    char item[48];
    if (def->gauge_count > WAFTI_GAUGE_LIMIT || def->tracer_count > WAFTI_GAUGE_LIMIT ||
        (def->gauge_count > 0 && def->gauges == NULL) ||
        (def->tracer_count > 0 && def->tracers == NULL)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "water has %zu gauges and %zu tracers: allowed are 0 to %d, with their arrays",
            def->gauge_count, def->tracer_count, WAFTI_GAUGE_LIMIT);
    }
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < def->gauge_count && result == WAFT_OK; ++i) {
        const waft_gauge_def* gauge = &def->gauges[i];
        (void)snprintf(item, sizeof(item), "water.gauges[%zu]", i);
        result = check_name(error, "gauges", i, gauge->name);
        if (result == WAFT_OK) {
            result = check_inside(def, error, item, gauge->at.x, gauge->at.y);
        }
    }
    for (size_t i = 0; i < def->tracer_count && result == WAFT_OK; ++i) {
        const waft_tracer_def* tracer = &def->tracers[i];
        (void)snprintf(item, sizeof(item), "water.tracers[%zu]", i);
        result = check_name(error, "tracers", i, tracer->name);
        if (result == WAFT_OK) {
            result = check_inside(def, error, item, tracer->at.x, tracer->at.z);
        }
    }
    return result;
}

waft_result wafti_check_water(const waft_water_def* def, waft_error* error) {
    waft_result result = check_choices(def, error);
    result = result == WAFT_OK ? check_domain(def, error) : result;
    result = result == WAFT_OK ? check_trains(def, error) : result;
    result = result == WAFT_OK ? check_marks(def, error) : result;
    result = result == WAFT_OK ? check_terrain(&def->terrain, error) : result;
    if (result == WAFT_OK) {
        result = def->method == WAFT_WATER_WAVES ? wafti_check_waves_only(def, error)
                                                 : wafti_check_grid(def, error);
    }
    return result;
}
