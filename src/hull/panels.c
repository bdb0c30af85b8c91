// SPDX-License-Identifier: MIT
#include "hull/panels.h"

#include "base/error.h"

#include <string.h>

// The edge of a neighbour that was met before, else a new one.
static uint32_t find_edge(
    wafti_panels* panels, const waft_mesh_view* mesh, size_t facet, uint32_t k) {
    const uint32_t other = mesh->neighbors[3 * facet + k];
    const uint32_t* corner = &mesh->indices[3 * facet];
    const uint32_t start = corner[k];
    const uint32_t end = corner[(k + 1) % 3];
    if (other != WAFTI_NO_FACET && other < facet) {
        for (size_t m = 0; m < 3; ++m) {
            const wafti_edge* edge = &panels->edges[panels->items[other].edge[m]];
            if ((edge->points[0] == end && edge->points[1] == start) ||
                (edge->points[0] == start && edge->points[1] == end)) {
                return panels->items[other].edge[m];
            }
        }
    }
    double along[3];
    wafti_vector_sub(&panels->points[3 * (size_t)end], &panels->points[3 * (size_t)start], along);
    panels->edges[panels->edge_count] = (wafti_edge){{start, end}, wafti_vector_length(along)};
    return (uint32_t)panels->edge_count++;
}

static void measure(wafti_panels* panels, const waft_mesh_view* mesh, size_t facet) {
    wafti_panel* panel = &panels->items[facet];
    const double* p[3];
    for (uint32_t k = 0; k < 3; ++k) {
        panel->corner[k] = mesh->indices[3 * facet + k];
        panel->edge[k] = find_edge(panels, mesh, facet, k);
        p[k] = &panels->points[3 * (size_t)panel->corner[k]];
        wafti_vector_add_scaled(panel->centroid, p[k], 1.0 / 3.0);
    }
    wafti_vector_facet(p[0], p[1], p[2], panel->normal);
    panel->area = 0.5 * wafti_vector_normalize(panel->normal);
    panel->plane = wafti_vector_dot(panel->normal, panel->centroid);
    memcpy(panel->motion, panel->normal, sizeof(panel->normal));
    wafti_vector_cross(panel->centroid, panel->normal, panel->motion + 3);
    for (int k = 0; k < 3; ++k) {
        double along[3];
        wafti_vector_sub(p[(k + 1) % 3], p[k], along);
        (void)wafti_vector_normalize(along);
        wafti_vector_cross(along, panel->normal, panel->edge_normal[k]);
        panel->edge_plane[k] = wafti_vector_dot(panel->edge_normal[k], p[k]);
    }
}

waft_result wafti_panels_init(wafti_panels* panels, const waft_mesh_view* mesh,
    const double center[3], const waft_allocator* allocator, waft_error* out_error) {
    *panels = (wafti_panels){.count = mesh->facet_count, .point_count = mesh->point_count};
    wafti_arena_init(&panels->arena, allocator, 4096);
    panels->items = wafti_arena_take(&panels->arena, panels->count, sizeof(wafti_panel));
    panels->points = wafti_arena_take(&panels->arena, panels->point_count, 3 * sizeof(double));
    panels->edges = wafti_arena_take(&panels->arena, 3 * panels->count, sizeof(wafti_edge));
    if (panels->items == NULL || panels->points == NULL || panels->edges == NULL) {
        wafti_arena_free(&panels->arena);
        return wafti_fail_memory(
            out_error, wafti_size_mul(panels->count, sizeof(wafti_panel)), "facets");
    }
    for (size_t i = 0; i < mesh->point_count; ++i) {
        wafti_vector_sub(&mesh->positions[3 * i], center, &panels->points[3 * i]);
    }
    for (size_t f = 0; f < panels->count; ++f) {
        measure(panels, mesh, f);
    }
    return WAFT_OK;
}

void wafti_panels_gather(
    const wafti_panels* panels, const double* left, size_t stride, double scale, double out_k[36]) {
    memset(out_k, 0, 36 * sizeof(double));
    for (size_t i = 0; i < panels->count; ++i) {
        const wafti_panel* panel = &panels->items[i];
        for (size_t a = 0; a < 6; ++a) {
            const double weight = scale * left[a * stride + i] * panel->area;
            for (size_t b = 0; b < 6; ++b) {
                out_k[6 * a + b] += weight * panel->motion[b];
            }
        }
    }
}

waft_result wafti_panels_solve(const wafti_panel_job* job, const wafti_panels_method* method,
    const wafti_context* context, double out_k[36], double* potential, int* out_iterations) {
    const waft_allocator* allocator = &context->allocator;
    wafti_panels panels;
    wafti_dense matrix = {0};
    waft_result result =
        wafti_panels_init(&panels, job->mesh, job->center, allocator, context->error);
    if (result != WAFT_OK) {
        return result;
    }
    result = wafti_dense_init(&matrix, panels.count, allocator, context->error);
    const size_t stride = wafti_dense_stride(&matrix);
    double* sides = wafti_allocate_zero(allocator, 2 * stride, 6 * sizeof(double));
    double* found = sides != NULL ? sides + 6 * stride : NULL;
    if (result == WAFT_OK && sides == NULL) {
        result = wafti_fail_memory(context->error, 12 * stride * sizeof(double), "the panel solve");
    }
    result = result == WAFT_OK ? method->fill(&panels, &matrix, sides, context) : result;
    if (result == WAFT_OK) {
        result = wafti_dense_solve(&matrix, sides, found, method->limits, context, out_iterations);
    }
    if (result == WAFT_OK) {
        wafti_panels_gather(&panels, found, stride, method->scale, out_k);
    }
    for (size_t b = 0; b < 6 && potential != NULL && result == WAFT_OK; ++b) {
        memcpy(potential + b * panels.count, found + b * stride, panels.count * sizeof(double));
    }
    wafti_release(allocator, sides, 2 * stride, 6 * sizeof(double));
    wafti_dense_free(&matrix);
    wafti_arena_free(&panels.arena);
    return result;
}
