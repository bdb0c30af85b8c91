// SPDX-License-Identifier: MIT
// Facets as the panel methods of docs/spec/bodies.md#added-mass want them.
#ifndef WAFTI_HULL_PANELS_H
#define WAFTI_HULL_PANELS_H

#include "hull/dense.h"
#include "hull/hull.h"

/// One flat facet; positions from the job's centre.
typedef struct wafti_panel {
    double centroid[3], normal[3], area;
    double plane;             ///< normal . any of its corners
    double edge_normal[3][3]; ///< t x n of the edge from corner k to k + 1, in its plane, outwards
    double edge_plane[3];     ///< edge_normal . the edge's start
    double motion[6];         ///< q: normal velocity at the centroid for the six motions
    uint32_t corner[3], edge[3];
} wafti_panel;

typedef struct wafti_edge {
    uint32_t points[2];
    double length;
} wafti_edge;

typedef struct wafti_panels {
    wafti_arena arena;
    wafti_panel* items;
    size_t count;
    double* points; ///< xyz
    size_t point_count;
    wafti_edge* edges; ///< each once, though two facets share it
    size_t edge_count;
} wafti_panels;

/// All is the arena's. Error: WAFT_ERR_NO_MEMORY; nothing is then left.
waft_result wafti_panels_init(wafti_panels* panels, const waft_mesh_view* mesh,
    const double center[3], const waft_allocator* allocator, waft_error* out_error);

/// Rows of the direct method, eight at a time: the matrix 1/2 + Om / 4 pi and the right side -S q.
typedef struct wafti_bem_rows {
    const wafti_panels* panels;
    wafti_dense* matrix;
    double* right;   ///< six vectors
    double* scratch; ///< wafti_bem_scratch() numbers of this task
} wafti_bem_rows;

/// Numbers that one task needs.
size_t wafti_bem_scratch(const wafti_panels* panels);

typedef void wafti_bem_kernel(const wafti_bem_rows* rows, size_t block);
wafti_bem_kernel* wafti_bem_kernel_choose(wafti_isa isa);
wafti_bem_kernel WAFTI_COPIES(wafti_bem_kernel);

/// What a panel method solves: a matrix and six right sides, and what K is made of.
typedef struct wafti_panels_method {
    /// Fills both; `sides` holds six vectors wafti_dense_stride() apart, zero at first.
    waft_result (*fill)(const wafti_panels* panels, wafti_dense* matrix, double* sides,
        const wafti_context* context);
    wafti_dense_limits limits;
    double scale; ///< of wafti_panels_gather()
} wafti_panels_method;

/// Solves for the six motions of a job's facets and gathers K. `potential` (6 x facets, may be NULL) gets the solutions.
/// Errors: WAFT_ERR_NO_MEMORY, WAFT_ERR_NOT_CONVERGED; sentence in context->error.
waft_result wafti_panels_solve(const wafti_panel_job* job, const wafti_panels_method* method,
    const wafti_context* context, double out_k[36], double* potential, int* out_iterations);

/// K_ab = scale * sum_i left_a,i motion_b,i area_i; `left` holds six vectors `stride` apart.
void wafti_panels_gather(
    const wafti_panels* panels, const double* left, size_t stride, double scale, double out_k[36]);

#endif // WAFTI_HULL_PANELS_H
