// SPDX-License-Identifier: MIT
#include "water/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "water/water_params.h"

static const float greatest_place = WAFTI_GREATEST_PLACE;
enum { GREATEST_CELLS = 4096, GREATEST_MAP = 16384 };

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

static waft_result check_cells(const waft_water_def* def, waft_error* error) {
    const waft_result result =
        wafti_check_count(error, "water.cells[0]", def->cells[0], 4, GREATEST_CELLS);
    return result == WAFT_OK && def->cells[1] != 1
               ? wafti_check_count(error, "water.cells[1]", def->cells[1], 4, GREATEST_CELLS)
               : result;
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
    waft_result result = check_direction(error, "water.terrain.direction", terrain->direction);
    if (result == WAFT_OK) {
        result = check_profile(terrain, error);
    }
    if (result == WAFT_OK && terrain->kind == WAFT_TERRAIN_MAP) {
        result = check_map(terrain, error);
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
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < def->gauge_count && result == WAFT_OK; ++i) {
        const waft_gauge_def* gauge = &def->gauges[i];
        (void)snprintf(item, sizeof(item), "water.gauges[%zu]", i);
        result = check_inside(def, error, item, gauge->at.x, gauge->at.y);
    }
    for (size_t i = 0; i < def->tracer_count && result == WAFT_OK; ++i) {
        const waft_tracer_def* tracer = &def->tracers[i];
        (void)snprintf(item, sizeof(item), "water.tracers[%zu]", i);
        result = check_inside(def, error, item, tracer->at.x, tracer->at.z);
    }
    return result;
}

waft_result wafti_check_water(const waft_water_def* def, waft_error* error) {
    waft_result result =
        wafti_rows_check(wafti_water_rows, WAFTI_WATER_PARTS, WAFTI_OWNER_WATER, def, error);
    result = result == WAFT_OK ? check_cells(def, error) : result;
    result = result == WAFT_OK ? check_trains(def, error) : result;
    result = result == WAFT_OK ? check_marks(def, error) : result;
    result = result == WAFT_OK ? check_terrain(&def->terrain, error) : result;
    if (result == WAFT_OK) {
        result = def->method == WAFT_WATER_WAVES ? wafti_check_waves_only(def, error)
                                                 : wafti_check_grid(def, error);
    }
    return result;
}
