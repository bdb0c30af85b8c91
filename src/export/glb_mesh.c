// SPDX-License-Identifier: MIT
#include "export/glb_mesh.h"

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

static bool make_lists(corner_lists* lists, wafti_arena* arena) {
    const size_t facets = lists->view.facet_count;
    lists->first = wafti_arena_take(arena, lists->view.point_count + 1, sizeof(uint32_t));
    lists->corners = wafti_arena_take(arena, facets, 3 * sizeof(uint32_t));
    lists->facets = wafti_arena_take(arena, facets, 3 * sizeof(double));
    lists->angles = wafti_arena_take(arena, facets, 3 * sizeof(double));
    if (arena->failed) {
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
    wafti_glb_surface* surface, const waft_mesh* mesh, wafti_arena* arena) {
    corner_lists lists = {.view = waft_mesh_get_view(mesh)};
    wafti_arena passing;
    // Every corner may need a point of its own, so there is room for as many.
    const size_t count = 3 * lists.view.facet_count;
    *surface = (wafti_glb_surface){.index_count = count};
    surface->positions = wafti_arena_take(arena, count, 3 * sizeof(float));
    surface->normals = wafti_arena_take(arena, count, 3 * sizeof(float));
    surface->indices = wafti_arena_take(arena, count, sizeof(uint32_t));
    wafti_arena_init(&passing, &arena->allocator, 0);
    const bool whole = !arena->failed && make_lists(&lists, &passing);
    if (whole) {
        split_points(surface, &lists);
        find_bounds(surface);
    }
    wafti_arena_free(&passing);
    return whole ? WAFT_OK : WAFT_ERR_NO_MEMORY;
}
