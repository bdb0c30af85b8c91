// SPDX-License-Identifier: MIT
#include "water/waves.h"

#include <math.h>

#include "base/assert.h"
#include "base/error.h"
#include "math/shown.h"
#include "water/shoal.h"
#include "water/terrain.h"

// The depth that turns a train's length, period or wave number into the others: that of a flat bed, one
// that is given, or that of still water where the train enters. `still` NULL: the terrain tells it.
static double reference_depth(const waft_water_def* water, const wafti_grid* grid,
    const float* still, uint64_t seed, const waft_train_def* def) {
    const bool flat = water->terrain.kind == WAFT_TERRAIN_FLAT;
    const double common = (double)(flat ? water->depth : water->offshore_depth);
    if (common > 0.0) {
        return common;
    }
    int32_t i = 0;
    int32_t j = 0;
    wafti_shoal_entry(grid, def, &i, &j);
    return still != NULL ? (double)still[wafti_grid_index(grid, i, j)]
                         : -(double)wafti_terrain_height(
                               water, seed, wafti_grid_x(grid, i), wafti_grid_z(grid, j));
}

static double depth_of(const waft_water* water, const waft_train_def* def) {
    return reference_depth(&water->def, &water->grid, water->still, 0, def);
}

waft_result wafti_train_solve(
    const waft_train_def* def, double depth, double gravity, waft_airy* out_airy) {
    if (def->period > 0.0f) {
        return waft_airy_from_period((double)def->period, depth, gravity, out_airy);
    }
    const double k =
        def->wavenumber > 0.0f ? (double)def->wavenumber : WAFTI_TWO_PI / (double)def->length;
    return waft_airy_from_wavenumber(k, depth, gravity, out_airy);
}

// What a train must satisfy beyond its own numbers, where `depth` is its reference depth: there is
// water where it starts.
static waft_result check_start(const waft_water_def* water, double gravity, double depth,
    const waft_train_def* def, size_t index, waft_error* error) {
    if (water->terrain.kind != WAFT_TERRAIN_FLAT && def->shape == WAFT_TRAIN_POINT &&
        !wafti_water_covers(water, (double)def->center.x, (double)def->center.y)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "water.trains[%zu].center is [%s, %s]: over a varying bed rings start inside the "
            "domain",
            index, wafti_show(def->center.x).text, wafti_show(def->center.y).text);
    }
    waft_airy airy;
    if (!(depth > 0.0)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "water.trains[%zu] starts on land: give water.offshore_depth, or water at its up-wave "
            "corner",
            index);
    }
    if (wafti_train_solve(def, depth, gravity, &airy) != WAFT_OK) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "water.trains[%zu] has no Airy wave over its depth: give another length", index);
    }
    return WAFT_OK;
}

waft_result wafti_train_check(
    const waft_water* water, const waft_train_def* def, size_t index, waft_error* error) {
    const waft_result result = wafti_check_train_def(def, index, error);
    return result == WAFT_OK ? check_start(&water->def, water->context->gravity,
                                   depth_of(water, def), def, index, error)
                             : result;
}

waft_result wafti_water_check_start(
    const waft_water_def* def, double gravity, uint64_t seed, size_t index, waft_error* out_error) {
    const wafti_grid grid = wafti_water_grid(def);
    const double depth = reference_depth(def, &grid, NULL, seed, &def->trains[index]);
    return check_start(def, gravity, depth, &def->trains[index], index, out_error);
}

waft_result wafti_water_check_train(
    const waft_water* water, size_t train_count, const waft_train_def* def, waft_error* out_error) {
    if (water->lake != NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "wave trains need water of method waves, and this is %s: use a brush",
            wafti_method_name(water->def.method));
    }
    if (train_count >= water->ids.capacity) {
        return wafti_fail(out_error, WAFT_ERR_FULL,
            "water.train_capacity is %u: all trains are in use", water->ids.capacity);
    }
    return wafti_train_check(water, def, train_count, out_error);
}

static void fill_factors(waft_water* water, uint32_t slot) {
    const wafti_grid* grid = &water->grid;
    const wafti_train* train = &water->trains[slot];
    const double kx = train->airy.wavenumber * train->ax;
    const double kz = train->airy.wavenumber * train->az;
    float* column_cos = water->column_cos + (ptrdiff_t)slot * grid->stride;
    float* column_sin = water->column_sin + (ptrdiff_t)slot * grid->stride;
    for (int32_t i = 0; i < grid->nx; ++i) {
        const double angle = kx * wafti_grid_x(grid, i);
        column_cos[i] = (float)cos(angle);
        column_sin[i] = (float)sin(angle);
    }
    double* row_cos = water->row_cos + (ptrdiff_t)slot * grid->nz;
    double* row_sin = water->row_sin + (ptrdiff_t)slot * grid->nz;
    for (int32_t j = 0; j < grid->nz; ++j) {
        const double angle = kz * wafti_grid_z(grid, j);
        row_cos[j] = cos(angle);
        row_sin[j] = sin(angle);
    }
}

static wafti_train_rules rules_of(const waft_water* water) {
    return (wafti_train_rules){.gravity = water->context->gravity,
        .breaking = wafti_breaking_rule(&water->def),
        .refraction_amplitude = water->def.refraction_amplitude};
}

static void fill_shoal(waft_water* water, wafti_train* train) {
    const wafti_shoal_job job = {
        .grid = &water->grid,
        .still = water->still,
        .rules = rules_of(water),
        .phase = water->scratch_phase,
        .k = water->scratch_k,
        .awake = water->scratch_awake,
    };
    if (wafti_shoal_prepare(&job, train) >= WAFTI_SHOAL_SWEEPS) {
        wafti_log(&water->context->logger, WAFT_LOG_WARNING,
            "the phase of a wave train had not settled after %d sweeps over the bed",
            WAFTI_SHOAL_SWEEPS);
    }
}

void wafti_train_prepare(waft_water* water, uint32_t slot) {
    wafti_train* train = &water->trains[slot];
    const waft_train_def* def = &train->def;
    train->depth = depth_of(water, def);
    const waft_result solved =
        wafti_train_solve(def, train->depth, water->context->gravity, &train->airy);
    WAFT_ASSERT(solved == WAFT_OK);
    (void)solved;
    const double w = train->airy.frequency;
    const double deep_length = WAFTI_TWO_PI * water->context->gravity / (w * w);
    train->floor = fmin(deep_length / 2000.0, 0.02 * train->depth);
    const double length = hypot((double)def->direction.x, (double)def->direction.y);
    const bool plane = def->shape == WAFT_TRAIN_PLANE;
    train->ax = plane ? (double)def->direction.x / length : 0.0;
    train->az = plane ? (double)def->direction.y / length : 0.0;
    train->cap =
        waft_breaking_limit(wafti_breaking_rule(&water->def), train->airy.wavenumber, train->depth);
    if (wafti_train_factors(water, train)) {
        fill_factors(water, slot);
    } else if (!water->flat) {
        fill_shoal(water, train);
    }
    train->made = *def;
    train->made_by = rules_of(water);
}

bool wafti_train_is_stale(const waft_water* water, const wafti_train* train) {
    const waft_train_def* a = &train->def;
    const waft_train_def* b = &train->made;
    const wafti_train_rules now = rules_of(water);
    const wafti_train_rules* then = &train->made_by;
    return now.gravity != then->gravity || now.breaking != then->breaking ||
           now.refraction_amplitude != then->refraction_amplitude || a->shape != b->shape ||
           a->direction.x != b->direction.x || a->direction.y != b->direction.y ||
           a->center.x != b->center.x || a->center.y != b->center.y || a->length != b->length ||
           a->period != b->period || a->wavenumber != b->wavenumber;
}

void wafti_train_follow(waft_water* water, uint32_t slot) {
    wafti_train* train = &water->trains[slot];
    if (wafti_train_is_stale(water, train)) {
        const double before = train->airy.frequency;
        wafti_train_prepare(water, slot);
        train->shift += (train->airy.frequency - before) * water->time;
    }
}

waft_result wafti_water_add_train(waft_water* water, const waft_train_def* def) {
    const waft_result result =
        wafti_water_check_train(water, water->train_count, def, water->context->error);
    if (result != WAFT_OK) {
        return result;
    }
    uint32_t slot = 0;
    const bool taken = wafti_ids_take(&water->ids, &slot);
    WAFT_ASSERT(taken);
    (void)taken;
    wafti_train* train = &water->trains[slot];
    train->def = *def;
    train->breaking = false;
    train->shift = 0.0;
    water->order[water->train_count++] = slot;
    wafti_train_prepare(water, slot);
    return WAFT_OK;
}

waft_result wafti_water_remove_train(waft_water* water, uint32_t index) {
    if (index >= water->train_count) {
        return wafti_fail(water->context->error, WAFT_ERR_ARGUMENT,
            "train %u cannot be removed: there are %u", index, water->train_count);
    }
    wafti_ids_drop(&water->ids, water->order[index]);
    --water->train_count;
    for (uint32_t i = index; i < water->train_count; ++i) {
        water->order[i] = water->order[i + 1];
    }
    return WAFT_OK;
}

size_t waft_water_train_count(const waft_water* water) {
    return water != NULL ? water->train_count : 0;
}

waft_train_id waft_water_train_id(const waft_water* water, size_t index) {
    if (water == NULL || index >= water->train_count) {
        return (waft_train_id){0};
    }
    const uint32_t slot = water->order[index];
    return (waft_train_id){.index1 = slot + 1, .generation = water->ids.generation[slot]};
}

waft_result waft_water_train(
    const waft_water* water, waft_train_id id, waft_train_def* out_def, waft_airy* out_airy) {
    uint32_t slot = 0;
    if (water == NULL || !wafti_ids_find(&water->ids, id.index1, id.generation, &slot)) {
        return WAFT_ERR_STALE_ID;
    }
    if (out_def != NULL) {
        *out_def = water->trains[slot].def;
    }
    if (out_airy != NULL) {
        *out_airy = water->trains[slot].airy;
    }
    return WAFT_OK;
}
