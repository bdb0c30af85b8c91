// SPDX-License-Identifier: MIT
// A shape in its own frame, as one solver asks for it: distance, crossings, bounds.
#ifndef WAFTI_SOLID_FORM_H
#define WAFTI_SOLID_FORM_H

#include "base/stream.h"
#include "mesh/bvh.h"
#include "mesh/distance.h"
#include "mesh/primitive.h"
#include "task/context.h"

#include <waft/shape.h>

typedef struct wafti_form {
    waft_shape shape; ///< mesh is NULL
    bool plane;       ///< of a plane flow: everything is asked at z = 0
    bool sheet;       ///< has crossings, else a distance
    uint32_t* users;  ///< how many forms share what takes memory
    waft_allocator allocator;
    wafti_primitive primitive;
    wafti_distance distance; ///< of meshes that are no sheets
    wafti_bvh bvh;           ///< of sheets
    waft_mesh* flat;         ///< of a solid in a plane flow: its surface pressed flat; else NULL
    double low[3], high[3];  ///< bounds, m
    double bound;  ///< m from the origin that nothing of it passes; INFINITY for a half space
    uint64_t hash; ///< of all that makes it what it is
    uint64_t mesh; ///< key of a shape that is a mesh; 0: it is none
} wafti_form;

typedef struct wafti_form_def {
    const waft_shape* shape;  ///< checked
    const waft_mesh* surface; ///< of a solid, outlives the form; NULL: a region, never a sheet
    double h;                 ///< edge of a cell, or spacing of particles, m
    bool plane;
    bool particles; ///< asked by particles: exact further off, never a sheet
} wafti_form_def;

/// The triangles of a shape; a half space has none (NULL). Errors: WAFT_ERR_MESH, WAFT_ERR_NO_MEMORY.
waft_result wafti_form_surface(
    const waft_shape* shape, const wafti_context* context, waft_mesh** out_mesh);
size_t wafti_form_surface_bytes(const waft_mesh* mesh);
/// Of kind, sizes and mesh.
uint64_t wafti_form_hash(const waft_shape* shape);

/// Error: WAFT_ERR_MESH, WAFT_ERR_NO_MEMORY (sentence in context->error); nothing is then left.
waft_result wafti_form_make(
    wafti_form* form, const wafti_form_def* def, const wafti_context* context);
/// Another form of the same; what takes memory is freed with the last of them.
wafti_form wafti_form_share(const wafti_form* form);
void wafti_form_free(wafti_form* form);

/// Twice the depth of its deepest point, m; INFINITY for a half space.
double wafti_form_thickness(const wafti_form* form);

/// The shape without what takes memory; bounds and sheet are not set for meshes.
wafti_primitive wafti_form_primitive(const waft_shape* shape, bool plane);

/// As wafti_distance_function and wafti_segment_function; `form` is a wafti_form.
double wafti_form_distance(const void* form, const double point[3]);
/// Of a primitive, at start + i step for first <= i < first + count.
void wafti_form_distances(const void* form, const double start[3], const double step[3],
    int32_t first, int32_t count, double* out_distances);
/// The distance and its derivatives, not brought to unit length; not of sheets.
double wafti_form_gradient(const wafti_form* form, const double point[3], double out_gradient[3]);
bool wafti_form_crosses(const void* form, const double from[3], const double to[3]);

/// What making a form takes. A closed mesh that proves thinner than a cell keeps less.
wafti_need wafti_form_need(const wafti_form_def* def);
/// The same of a closed mesh that is not there yet, for particles of that spacing.
wafti_need wafti_form_need_of_bounds(const double low[3], const double high[3], double spacing);

/// Of what several forms share each has its part.
size_t wafti_form_memory(const wafti_form* form);

/// A mesh by its key, that of a body's hull also by the key of the hull (else 0); NULL: nobody has it.
typedef const waft_mesh* wafti_find_mesh(void* user, uint64_t mesh, uint64_t hull);

/// What all say of a snapshot that no world can have written.
waft_result wafti_fail_forged(waft_error* error);
/// A byte of a file may be anything; whatever is not 0 is true.
void wafti_flag_state(bool* flag, wafti_stream* stream);
/// Kind and sizes of a shape.
void wafti_shape_state(waft_shape* shape, wafti_stream* stream);
/// What a snapshot tells of a form: hash, key of its mesh, and shape.
void wafti_form_state(wafti_form* form, wafti_stream* stream);
/// Gives a form that was so loaded its mesh. Error: WAFT_ERR_PARSE (nobody has it); `what` begins the
/// sentence.
waft_result wafti_form_find_mesh(
    wafti_form* form, wafti_find_mesh* find, void* user, const char* what, waft_error* error);

#endif // WAFTI_SOLID_FORM_H
