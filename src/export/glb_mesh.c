// SPDX-License-Identifier: MIT
#include "export/glb_mesh.h"

#include "base/memory.h"
#include "mesh/vector.h"

#include <math.h>
#include <string.h>

static const double crease = 0.766044443118978; // cos 40 deg

// The corners of all facets, those of one point behind one another. Corner c is corner c % 3 of facet
// c / 3.
typedef struct corner_lists {
    waft_mesh_view view;
    uint32_t* first;   // of each point, and one more
    uint32_t* corners; // sorted by point
    double* facets;    // unit normals
    double* angles;    // of each corner
} corner_lists;

static void free_lists(corner_lists* lists, const waft_allocator* allocator) {
    const size_t facets = lists->view.facet_count;
    wafti_release(allocator, lists->first, lists->view.point_count + 1, sizeof(uint32_t));
    wafti_release(allocator, lists->corners, facets, 3 * sizeof(uint32_t));
    wafti_release(allocator, lists->facets, facets, 3 * sizeof(double));
    wafti_release(allocator, lists->angles, facets, 3 * sizeof(double));
}

static const double* point_of(const corner_lists* lists, size_t corner) {
    return &lists->view.positions[3 * (size_t)lists->view.indices[corner]];
}

static void measure_facet(corner_lists* lists, size_t facet) {
    double side[3][3];
    for (size_t k = 0; k < 3; ++k) {
        wafti_vector_sub(
            point_of(lists, 3 * facet + (k + 1) % 3), point_of(lists, 3 * facet + k), side[k]);
    }
    double* normal = &lists->facets[3 * facet];
    wafti_vector_cross(side[0], side[1], normal);
    (void)wafti_vector_normalize(normal);
    for (size_t k = 0; k < 3; ++k) {
        const double* ahead = side[k];
        const double* behind = side[(k + 2) % 3];
        double across[3];
        wafti_vector_cross(behind, ahead, across);
        lists->angles[3 * facet + k] =
            atan2(wafti_vector_length(across), -wafti_vector_dot(ahead, behind));
    }
}

static void sort_corners(corner_lists* lists) {
    const waft_mesh_view* view = &lists->view;
    const size_t count = 3 * view->facet_count;
    for (size_t c = 0; c < count; ++c) {
        ++lists->first[view->indices[c] + 1];
    }
    for (size_t p = 0; p < view->point_count; ++p) {
        lists->first[p + 1] += lists->first[p];
    }
    // Filling moves the starts on to the next point's; afterwards they go back by one.
    for (size_t c = 0; c < count; ++c) {
        lists->corners[lists->first[view->indices[c]]++] = (uint32_t)c;
    }
    memmove(lists->first + 1, lists->first, view->point_count * sizeof(uint32_t));
    lists->first[0] = 0;
}

static bool make_lists(
    corner_lists* lists, const waft_mesh* mesh, const waft_allocator* allocator) {
    *lists = (corner_lists){.view = waft_mesh_get_view(mesh)};
    const size_t facets = lists->view.facet_count;
    lists->first = wafti_allocate_zero(allocator, lists->view.point_count + 1, sizeof(uint32_t));
    lists->corners = wafti_allocate(allocator, facets, 3 * sizeof(uint32_t));
    lists->facets = wafti_allocate(allocator, facets, 3 * sizeof(double));
    lists->angles = wafti_allocate(allocator, facets, 3 * sizeof(double));
    if (lists->first == NULL || lists->corners == NULL || lists->facets == NULL ||
        lists->angles == NULL) {
        free_lists(lists, allocator);
        return false;
    }
    for (size_t f = 0; f < facets; ++f) {
        measure_facet(lists, f);
    }
    sort_corners(lists);
    return true;
}

// The normal of a corner: the mean over those corners of its point whose facets lie nearly as its own.
static void find_normal(const corner_lists* lists, size_t corner, float out_normal[3]) {
    const double* own = &lists->facets[3 * (corner / 3)];
    const size_t point = lists->view.indices[corner];
    double sum[3] = {0.0, 0.0, 0.0};
    for (size_t i = lists->first[point]; i < lists->first[point + 1]; ++i) {
        const size_t other = lists->corners[i];
        const double* normal = &lists->facets[3 * (other / 3)];
        if (wafti_vector_dot(own, normal) >= crease) {
            wafti_vector_add_scaled(sum, normal, lists->angles[other]);
        }
    }
    if (!(wafti_vector_normalize(sum) > 0.0)) {
        // A facet without an area, which no light will fall on.
        sum[0] = sum[2] = 0.0;
        sum[1] = 1.0;
    }
    for (int k = 0; k < 3; ++k) {
        out_normal[k] = (float)sum[k];
    }
}

// The copy of a point with this normal, made if it is not there yet.
static uint32_t find_copy(
    wafti_glb_surface* surface, size_t from, const float position[3], const float normal[3]) {
    for (size_t p = from; p < surface->point_count; ++p) {
        const float* there = &surface->normals[3 * p];
        if (there[0] == normal[0] && there[1] == normal[1] && there[2] == normal[2]) {
            return (uint32_t)p;
        }
    }
    const size_t at = surface->point_count++;
    memcpy(&surface->positions[3 * at], position, 3 * sizeof(float));
    memcpy(&surface->normals[3 * at], normal, 3 * sizeof(float));
    return (uint32_t)at;
}

static void split_points(wafti_glb_surface* surface, const corner_lists* lists) {
    for (size_t point = 0; point < lists->view.point_count; ++point) {
        const float* position = &lists->view.draw_positions[3 * point];
        const size_t from = surface->point_count;
        for (size_t i = lists->first[point]; i < lists->first[point + 1]; ++i) {
            const size_t corner = lists->corners[i];
            float normal[3];
            find_normal(lists, corner, normal);
            surface->indices[corner] = find_copy(surface, from, position, normal);
        }
    }
}

static void find_bounds(wafti_glb_surface* surface) {
    for (int k = 0; k < 3; ++k) {
        surface->low[k] = surface->high[k] = surface->positions[k];
    }
    for (size_t i = 3; i < 3 * surface->point_count; ++i) {
        surface->low[i % 3] = fminf(surface->low[i % 3], surface->positions[i]);
        surface->high[i % 3] = fmaxf(surface->high[i % 3], surface->positions[i]);
    }
}

waft_result wafti_glb_surface_make(
    wafti_glb_surface* surface, const waft_mesh* mesh, const waft_allocator* allocator) {
    *surface = (wafti_glb_surface){0};
    corner_lists lists;
    if (!make_lists(&lists, mesh, allocator)) {
        return WAFT_ERR_NO_MEMORY;
    }
    surface->index_count = 3 * lists.view.facet_count;
    surface->positions = wafti_allocate(allocator, surface->index_count, 3 * sizeof(float));
    surface->normals = wafti_allocate(allocator, surface->index_count, 3 * sizeof(float));
    surface->indices = wafti_allocate(allocator, surface->index_count, sizeof(uint32_t));
    const bool whole =
        surface->positions != NULL && surface->normals != NULL && surface->indices != NULL;
    if (whole) {
        split_points(surface, &lists);
        find_bounds(surface);
    } else {
        wafti_glb_surface_free(surface, allocator);
    }
    free_lists(&lists, allocator);
    return whole ? WAFT_OK : WAFT_ERR_NO_MEMORY;
}

void wafti_glb_surface_free(wafti_glb_surface* surface, const waft_allocator* allocator) {
    // Every corner may need a point of its own, so there is room for as many.
    const size_t count = surface->index_count;
    wafti_release(allocator, surface->positions, count, 3 * sizeof(float));
    wafti_release(allocator, surface->normals, count, 3 * sizeof(float));
    wafti_release(allocator, surface->indices, count, sizeof(uint32_t));
    *surface = (wafti_glb_surface){0};
}
