// SPDX-License-Identifier: MIT
#include "export/surface_points.h"

#include <waft/export.h>

void wafti_surface_measure(wafti_surface* surface) {
    surface->size[0] = (surface->level.size[0] - 1) / surface->stride + 1;
    surface->size[1] = (surface->level.size[2] - 1) / surface->stride + 1;
}

waft_result wafti_surface_of_water(
    const waft_water* water, int stride, wafti_surface* out_surface) {
    if (water == NULL || stride < 1) {
        return WAFT_ERR_ARGUMENT;
    }
    wafti_surface surface = {.stride = stride};
    const struct {
        waft_water_field_kind kind;
        waft_field* field;
    } parts[] = {
        {WAFT_WATER_LEVEL, &surface.level},
        {WAFT_WATER_SHIFT_X, &surface.shift_x},
        {WAFT_WATER_SHIFT_Z, &surface.shift_z},
        {WAFT_WATER_NORMAL_X, &surface.normal[0]},
        {WAFT_WATER_NORMAL_Y, &surface.normal[1]},
        {WAFT_WATER_NORMAL_Z, &surface.normal[2]},
    };
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); ++i) {
        const waft_result result = waft_water_field(water, parts[i].kind, parts[i].field);
        if (result != WAFT_OK) {
            return result;
        }
    }
    wafti_surface_measure(&surface);
    *out_surface = surface;
    return WAFT_OK;
}

waft_vec3 wafti_surface_point(const wafti_surface* surface, int32_t i, int32_t k) {
    const waft_field* level = &surface->level;
    const int32_t ci = i * surface->stride;
    const int32_t ck = k * surface->stride;
    return (waft_vec3){
        level->origin.x + (float)ci * level->spacing.x +
            waft_field_at(&surface->shift_x, ci, 0, ck),
        waft_field_at(level, ci, 0, ck),
        level->origin.z + (float)ck * level->spacing.z +
            waft_field_at(&surface->shift_z, ci, 0, ck),
    };
}

waft_vec3 wafti_surface_normal(const wafti_surface* surface, int32_t i, int32_t k) {
    const int32_t ci = i * surface->stride;
    const int32_t ck = k * surface->stride;
    return (waft_vec3){
        waft_field_at(&surface->normal[0], ci, 0, ck),
        waft_field_at(&surface->normal[1], ci, 0, ck),
        waft_field_at(&surface->normal[2], ci, 0, ck),
    };
}

size_t waft_water_points(const waft_water* water, int stride, float* out_xyz, size_t capacity) {
    wafti_surface surface;
    if (wafti_surface_of_water(water, stride, &surface) != WAFT_OK) {
        return 0;
    }
    const size_t count = (size_t)surface.size[0] * (size_t)surface.size[1];
    const size_t fill = out_xyz == NULL ? 0 : count < capacity ? count : capacity;
    for (size_t n = 0; n < fill; ++n) {
        const int32_t i = (int32_t)(n % (size_t)surface.size[0]);
        const int32_t k = (int32_t)(n / (size_t)surface.size[0]);
        const waft_vec3 point = wafti_surface_point(&surface, i, k);
        out_xyz[3 * n] = point.x;
        out_xyz[3 * n + 1] = point.y;
        out_xyz[3 * n + 2] = point.z;
    }
    return count;
}
