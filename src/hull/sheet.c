// SPDX-License-Identifier: MIT
// Added mass by a vortex ring round each facet of a surface without thickness
// (docs/spec/bodies.md#vortex-sheets). The error is first order in the facets' size, so the mesh and its
// cut into four are solved and the two extrapolated.
#include "hull/panels.h"

// A denser mesh is solved as it is: its cut would be a matrix of 2 GB.
enum { MOST_CUT = 1024, MOST_ITERATIONS = 400 };

static const double tolerance = 1e-10;

typedef struct rings {
    const wafti_panels* panels;
    wafti_dense* matrix;
} rings;

// Velocity that a vortex of unit strength along an edge gives along `normal` (Biot & Savart).
static double edge_flow(
    const double start[3], const double end[3], const double at[3], const double normal[3]) {
    double along[3];
    double from_start[3];
    double from_end[3];
    double turn[3];
    wafti_vector_sub(end, start, along);
    wafti_vector_sub(at, start, from_start);
    wafti_vector_sub(at, end, from_end);
    wafti_vector_cross(from_start, from_end, turn);
    const double square = wafti_vector_dot(turn, turn);
    const double near = wafti_vector_dot(along, along);
    if (!(square > 1e-24 * near * near)) {
        return 0.0; // on the edge's line its velocity is 0, or the facet is no facet
    }
    const double ends = wafti_vector_dot(along, from_start) / wafti_vector_length(from_start) -
                        wafti_vector_dot(along, from_end) / wafti_vector_length(from_end);
    return ends * wafti_vector_dot(turn, normal) / (4.0 * M_PI * square);
}

static void fill_row(void* context, int32_t row) {
    const rings* r = context;
    const wafti_panel* own = &r->panels->items[row];
    for (size_t j = 0; j < r->panels->count; ++j) {
        const uint32_t* corner = r->panels->items[j].corner;
        double flow = 0.0;
        for (size_t k = 0; k < 3; ++k) {
            flow += edge_flow(&r->panels->points[3 * (size_t)corner[k]],
                &r->panels->points[3 * (size_t)corner[(k + 1) % 3]], own->centroid, own->normal);
        }
        *wafti_dense_at(r->matrix, (size_t)row, j) = flow;
    }
}

static waft_result fill(
    const wafti_panels* panels, wafti_dense* matrix, double* sides, const wafti_context* context) {
    rings r = {panels, matrix};
    const size_t stride = wafti_dense_stride(matrix);
    const double pairs = (double)panels->count * (double)panels->count;
    wafti_pool_run(context->pool, (int32_t)panels->count, 0.08 * pairs, fill_row, &r);
    for (size_t i = matrix->count * matrix->count; i < stride * matrix->count; ++i) {
        *wafti_dense_at(matrix, i / matrix->count, i % matrix->count) = 0.0; // surplus rows
    }
    for (size_t i = 0; i < 6 * panels->count; ++i) {
        const size_t b = i / panels->count;
        const size_t f = i % panels->count;
        sides[b * stride + f] = panels->items[f].motion[b];
    }
    return WAFT_OK;
}

static waft_result solve_mesh(
    const wafti_panel_job* job, const wafti_context* context, double out_k[36]) {
    const wafti_panels_method method = {
        .fill = fill, .limits = {tolerance, MOST_ITERATIONS}, .scale = 1.0};
    int iterations = 0;
    return wafti_panels_solve(job, &method, context, out_k, NULL, &iterations);
}

// Every facet cut in four at the middles of its edges; those of one edge have the same bits, and
// waft_mesh_create() joins them.
static waft_result cut_in_four(
    const waft_mesh_view* mesh, const wafti_context* context, waft_mesh** out_mesh) {
    const size_t count = mesh->facet_count;
    wafti_soup soup;
    const bool taken = wafti_soup_init(&soup, &context->allocator, 6 * count, 4 * count);
    for (size_t f = 0; f < count && taken; ++f) {
        const double* p[3];
        for (size_t k = 0; k < 3; ++k) {
            p[k] = &mesh->positions[3 * (size_t)mesh->indices[3 * f + k]];
            (void)wafti_soup_point(&soup, p[k][0], p[k][1], p[k][2]);
        }
        for (size_t k = 0; k < 3; ++k) {
            const double* a = p[k];
            const double* b = p[(k + 1) % 3];
            (void)wafti_soup_point(
                &soup, 0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2]));
        }
        const uint32_t first = (uint32_t)(6 * f);
        wafti_soup_facet(&soup, first, first + 3, first + 5);
        wafti_soup_facet(&soup, first + 3, first + 1, first + 4);
        wafti_soup_facet(&soup, first + 5, first + 4, first + 2);
        wafti_soup_facet(&soup, first + 3, first + 4, first + 5);
    }
    return wafti_soup_make(&soup, "the sheet", out_mesh, context->error);
}

waft_result wafti_added_mass_sheet(
    const wafti_panel_job* job, const wafti_context* context, double out_k[36], bool* out_plain) {
    waft_result result = solve_mesh(job, context, out_k);
    *out_plain = job->mesh->facet_count > MOST_CUT;
    if (result != WAFT_OK || *out_plain) {
        return result;
    }
    waft_mesh* fine = NULL;
    double fine_k[36] = {0.0};
    result = cut_in_four(job->mesh, context, &fine);
    if (result == WAFT_OK) {
        const waft_mesh_view view = waft_mesh_get_view(fine);
        wafti_panel_job finer = *job;
        finer.mesh = &view;
        result = solve_mesh(&finer, context, fine_k);
    }
    for (int i = 0; i < 36 && result == WAFT_OK; ++i) {
        out_k[i] = 2.0 * fine_k[i] - out_k[i];
    }
    waft_mesh_destroy(fine);
    return result;
}
