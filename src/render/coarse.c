// SPDX-License-Identifier: MIT
#include "render/coarse.h"

#include <string.h>

#include "render/direction.h"

enum { MOST_TWINS = 16 };

static const uint32_t none = UINT32_MAX; // ends lists

/// A slot of the hash table: a cube of space and the point it keeps.
typedef struct cube {
    int32_t at[3];
    uint32_t kept; ///< none: the slot is free
    uint32_t twin; ///< first of the points that lie where `kept` does
} cube;

typedef struct work {
    const wafti_surface* surface;
    waft_vec3 low, middle;
    float scale; ///< one over the side of a cube
    cube* cubes;
    size_t mask;
    uint32_t* cube_of; ///< a point
    uint32_t* twins;   ///< a point: the next one in the same place
    uint32_t* becomes; ///< a point
} work;

static bool same_place(const wafti_surface* surface, uint32_t a, uint32_t b) {
    const waft_vec3 p = wafti_point(surface->positions, a);
    const waft_vec3 q = wafti_point(surface->positions, b);
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

static void find_box(work* w) {
    const waft_vec3 first = wafti_point(w->surface->positions, 0);
    waft_bounds box = {first, first};
    for (size_t i = 1; i < w->surface->point_count; ++i) {
        const waft_vec3 p = wafti_point(w->surface->positions, i);
        box = wafti_bounds_join(&box, &(waft_bounds){p, p});
    }
    w->middle = waft_vec3_scale(waft_vec3_add(box.low, box.high), 0.5f);
    w->low = box.low;
}

static uint32_t find_cube(work* w, waft_vec3 p) {
    const waft_vec3 at = waft_vec3_scale(waft_vec3_sub(p, w->low), w->scale);
    const int32_t key[3] = {(int32_t)at.x, (int32_t)at.y, (int32_t)at.z};
    size_t slot =
        (uint32_t)key[0] * 73856093u ^ (uint32_t)key[1] * 19349663u ^ (uint32_t)key[2] * 83492791u;
    // The table has twice as many slots as points, so a free one comes.
    for (slot &= w->mask; w->cubes[slot].kept != none; slot = (slot + 1) & w->mask) {
        if (memcmp(w->cubes[slot].at, key, sizeof key) == 0) {
            break;
        }
    }
    memcpy(w->cubes[slot].at, key, sizeof key);
    return (uint32_t)slot;
}

static float reach(const work* w, uint32_t point) {
    const waft_vec3 d = waft_vec3_sub(wafti_point(w->surface->positions, point), w->middle);
    return waft_vec3_dot(d, d);
}

static void choose_points(work* w) {
    for (size_t i = 0; i < w->surface->point_count; ++i) {
        const uint32_t point = (uint32_t)i;
        const uint32_t slot = find_cube(w, wafti_point(w->surface->positions, i));
        cube* in = &w->cubes[slot];
        w->cube_of[i] = slot;
        if (in->kept == none || reach(w, point) > reach(w, in->kept)) {
            in->kept = point;
        }
    }
}

// Points on a sharp edge lie in one place with several normals: each point becomes the twin whose
// normal is nearest its own.
static void merge_points(work* w) {
    const wafti_surface* surface = w->surface;
    for (uint32_t i = 0; i < surface->point_count; ++i) {
        cube* in = &w->cubes[w->cube_of[i]];
        if (same_place(surface, i, in->kept)) {
            w->twins[i] = in->twin;
            in->twin = i;
        }
    }
    for (size_t i = 0; i < surface->point_count; ++i) {
        const cube* in = &w->cubes[w->cube_of[i]];
        const waft_vec3 normal = wafti_point(surface->normals, i);
        float best = -2.0f;
        int steps = 0;
        w->becomes[i] = in->kept;
        for (uint32_t k = in->twin; k != none && steps < MOST_TWINS; k = w->twins[k], ++steps) {
            const float alike = waft_vec3_dot(normal, wafti_point(surface->normals, k));
            if (alike > best) {
                best = alike;
                w->becomes[i] = k;
            }
        }
    }
}

static long write_triangles(const work* w, uint32_t* out) {
    long count = 0;
    const uint32_t* in = w->surface->indices;
    for (size_t i = 0; i + 2 < w->surface->index_count; i += 3) {
        const uint32_t a = w->cube_of[in[i]];
        const uint32_t b = w->cube_of[in[i + 1]];
        const uint32_t c = w->cube_of[in[i + 2]];
        if (a != b && b != c && c != a) {
            for (size_t k = 0; k < 3; ++k) {
                out[count++] = w->becomes[in[i + k]];
            }
        }
    }
    return count;
}

static bool reserve(work* w, wafti_coarse_store* store, wafti_render_room* room) {
    const size_t points = w->surface->point_count;
    size_t slots = 16;
    while (slots < 2 * points) {
        slots *= 2;
    }
    w->mask = slots - 1;
    w->cubes = wafti_render_reserve(room, &store->cells, slots, sizeof(cube));
    w->cube_of = wafti_render_reserve(room, &store->points, points, 3 * sizeof(uint32_t));
    if (w->cubes == NULL || w->cube_of == NULL) {
        return false;
    }
    w->twins = w->cube_of + points;
    w->becomes = w->twins + points;
    memset(w->cubes, 0xff, slots * sizeof(cube)); // none everywhere
    return true;
}

long wafti_coarse_indices(wafti_coarse_store* store, const wafti_surface* surface, float cell,
    wafti_render_room* room, uint32_t* out_indices) {
    work w = {.surface = surface, .scale = 1.0f / cell};
    if (!reserve(&w, store, room)) {
        return -1;
    }
    find_box(&w);
    choose_points(&w);
    merge_points(&w);
    return write_triangles(&w, out_indices);
}
