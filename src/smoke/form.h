// SPDX-License-Identifier: MIT
// The shape of a source or obstacle in its own frame: distance, crossings, surface.
#ifndef WAFTI_SMOKE_FORM_H
#define WAFTI_SMOKE_FORM_H

#include "mesh/bvh.h"
#include "mesh/distance.h"
#include "mesh/primitive.h"
#include "task/context.h"

#include <waft/smoke.h>

typedef struct wafti_form {
    waft_shape shape; ///< mesh is NULL
    bool plane;       ///< of a plane flow: everything is asked at z = 0
    bool sheet;       ///< has crossings, else a distance
    wafti_primitive primitive;
    wafti_distance distance; ///< of meshes that are no sheets
    wafti_bvh bvh;           ///< of sheets
    waft_mesh* surface;      ///< of obstacles, own copy
    double low[3], high[3];  ///< bounds, m
    uint64_t hash;           ///< of all that makes it what it is
} wafti_form;

typedef struct wafti_form_def {
    const waft_shape* shape; ///< checked
    double h;                ///< edge of a cell, m
    bool plane;
    bool obstacle; ///< may be a sheet and has a surface
} wafti_form_def;

/// Error: WAFT_ERR_MESH, WAFT_ERR_NO_MEMORY (sentence in context->error); nothing is then left.
waft_result wafti_form_make(
    wafti_form* form, const wafti_form_def* def, const wafti_context* context);
void wafti_form_free(wafti_form* form);

/// Whether an obstacle of that form becomes a sheet, before there is one: `waft check` tells. A closed
/// mesh is baked to find out. Errors: as of wafti_form_make().
waft_result wafti_form_is_sheet(const wafti_form_def* def, const waft_allocator* allocator,
    bool* out_sheet, waft_error* out_error);

/// The shape without what takes memory; bounds and sheet are not set for meshes.
wafti_primitive wafti_form_primitive(const waft_shape* shape, bool plane);

/// As wafti_distance_function and wafti_segment_function; `form` is a wafti_form.
double wafti_form_distance(const void* form, const double point[3]);
/// Of a primitive, at start + i step for first <= i < first + count.
void wafti_form_distances(const void* form, const double start[3], const double step[3],
    int32_t first, int32_t count, double* out_distances);
bool wafti_form_crosses(const void* form, const double from[3], const double to[3]);

/// What making a form takes. A closed mesh that proves thinner than a cell keeps less.
wafti_need wafti_form_need(const wafti_form_def* def);

size_t wafti_form_memory(const wafti_form* form);

#endif // WAFTI_SMOKE_FORM_H
