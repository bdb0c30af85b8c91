// SPDX-License-Identifier: MIT
// waft/field.h: a read-only view of samples on a regular grid.
#ifndef WAFT_FIELD_H
#define WAFT_FIELD_H

#include <waft/base.h>
#include <waft/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Samples at origin + index * spacing in world axes; x is fastest and contiguous, rows are padded,
/// so step by `stride`. A horizontal field (water) has size[1] == 1 and its rows run along z.
/// The memory belongs to the object that gave the view and is valid until its next step or edit.
typedef struct waft_field {
    const float* data;   ///< sample (i, j, k) is data[i + j * stride[1] + k * stride[2]]
    int32_t size[3];     ///< samples along x, y, z
    ptrdiff_t stride[3]; ///< in floats; stride[0] is 1
    waft_vec3 origin;    ///< position of sample (0, 0, 0), m
    waft_vec3 spacing;   ///< m
} waft_field;

static inline float waft_field_at(const waft_field* field, int32_t i, int32_t j, int32_t k) {
    return field->data[i + j * field->stride[1] + k * field->stride[2]];
}

#ifdef __cplusplus
}
#endif

#endif // WAFT_FIELD_H
