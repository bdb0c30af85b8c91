// SPDX-License-Identifier: MIT
// Sets a property of a water that stands alone, as a world would.
#ifndef WAFT_TESTS_SET_WATER_H
#define WAFT_TESTS_SET_WATER_H

#include "water/water.h"
#include "water/water_params.h"
#include "water/waves.h"

static inline waft_result set_water(waft_water* water, const char* path, float value) {
    union {
        waft_water_def water;
        waft_train_def train;
        waft_water_source_def source;
        waft_handle_def handle;
    } def;
    waft_error* error = water->context->error;
    wafti_named named;
    if (!wafti_rows_find(wafti_water_rows, WAFTI_WATER_PARTS, path, &named)) {
        return WAFT_ERR_ARGUMENT;
    }
    const uint32_t index = named.index;
    const wafti_owner owner = named.row->owner;
    const waft_train_id id = waft_water_train_id(water, index);
    const bool there =
        owner == WAFTI_OWNER_TRAIN ? waft_water_train(water, id, &def.train, NULL) == WAFT_OK
        : owner == WAFTI_OWNER_WATER_SOURCE ? wafti_water_source_now(water, index, &def.source)
        : owner == WAFTI_OWNER_HANDLE ? waft_water_handle(water, index, &def.handle) == WAFT_OK
                                      : owner == WAFTI_OWNER_WATER;
    if (!there) {
        return WAFT_ERR_ARGUMENT;
    }
    if (owner == WAFTI_OWNER_WATER) {
        def.water = *wafti_water_def_now(water);
    }
    double values[3] = {0.0, 0.0, 0.0};
    char* place = (char*)&def + named.row->offset;
    wafti_param_get(named.row, place, values);
    values[named.component > 0 ? named.component : 0] = (double)value;
    wafti_param_set(named.row, place, values);
    return owner == WAFTI_OWNER_TRAIN ? wafti_water_change_train(water, index, &def.train, error)
           : owner == WAFTI_OWNER_WATER_SOURCE
               ? wafti_water_change_source(water, index, &def.source, error)
           : owner == WAFTI_OWNER_HANDLE
               ? wafti_water_change_handle(water, index, &def.handle, error)
               : wafti_water_change(water, &def.water, error);
}

#endif // WAFT_TESTS_SET_WATER_H
