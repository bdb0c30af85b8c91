// SPDX-License-Identifier: MIT
// Clouds of particles and what can be said of a mesh.
#ifndef WAFT_SURFACE_FIXTURE_H
#define WAFT_SURFACE_FIXTURE_H

#include <waft/surface.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLOUD_CAPACITY = 60000 };

typedef struct cloud {
    size_t count;
    float spacing;
    float position[3][CLOUD_CAPACITY];
    float velocity[3][CLOUD_CAPACITY];
} cloud;

static inline void cloud_add(cloud* c, double x, double y, double z) {
    if (c->count < CLOUD_CAPACITY) {
        const double at[3] = {x, y, z};
        for (int d = 0; d < 3; ++d) {
            c->position[d][c->count] = (float)at[d];
            c->velocity[d][c->count] = 0.0f;
        }
        ++c->count;
    }
}

/// A lattice that fills the box from (x, y, z) on with so many particles along each axis.
static inline void cloud_box(cloud* c, double x, double y, double z, int nx, int ny, int nz) {
    const double d = (double)c->spacing;
    for (int n = 0; n < nx * ny * nz; ++n) {
        const int plane = n / (nx * ny);
        cloud_add(c, x + (n % nx + 0.5) * d, y + (n / nx % ny + 0.5) * d, z + (plane + 0.5) * d);
    }
}

static inline void cloud_sphere(cloud* c, double x, double y, double z, double radius) {
    const double d = (double)c->spacing;
    const int n = (int)(radius / d) + 1;
    for (int k = -n; k < n; ++k) {
        for (int j = -n; j < n; ++j) {
            for (int i = -n; i < n; ++i) {
                const double at[3] = {(i + 0.5) * d, (j + 0.5) * d, (k + 0.5) * d};
                if (at[0] * at[0] + at[1] * at[1] + at[2] * at[2] < radius * radius) {
                    cloud_add(c, x + at[0], y + at[1], z + at[2]);
                }
            }
        }
    }
}

/// 0 to 1, the same sequence every time.
static inline double cloud_random(uint64_t* state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 40) / 16777216.0;
}

static inline void cloud_random_box(cloud* c, size_t count, double edge, uint64_t seed) {
    for (size_t i = 0; i < count; ++i) {
        const double x = edge * cloud_random(&seed);
        const double y = edge * cloud_random(&seed);
        cloud_add(c, x, y, edge * cloud_random(&seed));
    }
}

static inline waft_surface_particles cloud_view(const cloud* c) {
    return (waft_surface_particles){
        .count = c->count,
        .position = {c->position[0], c->position[1], c->position[2]},
        .velocity = {c->velocity[0], c->velocity[1], c->velocity[2]},
        .spacing = c->spacing,
    };
}

/// NULL, with a sentence on stderr, if it cannot be had.
static inline waft_surface* cloud_surface(const cloud* c, const waft_surface_def* def) {
    waft_error error = {0};
    waft_surface* surface = NULL;
    const waft_surface_particles view = cloud_view(c);
    if (waft_surface_create(def, &surface, &error) != WAFT_OK ||
        waft_surface_update(surface, &view, &error) != WAFT_OK) {
        (void)fprintf(stderr, "%s\n", error.sentence);
        waft_surface_destroy(surface);
        return NULL;
    }
    return surface;
}

typedef struct mesh_facts {
    size_t edges;
    size_t bad_edges;    ///< not run through once in each direction
    size_t unused;       ///< points of no facet
    size_t equal_points; ///< that have the place of another
    size_t flat;         ///< facets with a repeated corner or without area
    long euler;          ///< points - edges + facets
    double volume, area;
    double low[3], high[3];
    double worst_normal; ///< least cosine between a facet's normal and those of its points
} mesh_facts;

static inline int compare_u64(const void* a, const void* b) {
    const uint64_t x = *(const uint64_t*)a;
    const uint64_t y = *(const uint64_t*)b;
    return x < y ? -1 : x > y ? 1 : 0;
}

static inline int compare_places(const void* a, const void* b) {
    return memcmp(a, b, 3 * sizeof(float));
}

static inline void count_edges(const waft_surface_view* v, mesh_facts* facts) {
    const size_t corners = 3 * v->facet_count;
    uint64_t* sides = malloc((corners + 1) * sizeof(uint64_t));
    for (size_t c = 0; c < corners; ++c) {
        const uint64_t a = v->indices[c];
        const uint64_t b = v->indices[c % 3 == 2 ? c - 2 : c + 1];
        // The undirected edge, then the direction.
        sides[c] = ((a < b ? a : b) << 32 | (a < b ? b : a)) << 1 | (a < b ? 0 : 1);
    }
    // Point numbers of the tests are below 2^31 and fit beside the direction's bit.
    qsort(sides, corners, sizeof(sides[0]), compare_u64);
    for (size_t c = 0; c < corners;) {
        size_t end = c;
        while (end < corners && sides[end] >> 1 == sides[c] >> 1) {
            ++end;
        }
        ++facts->edges;
        facts->bad_edges += end - c != 2 || sides[c] == sides[c + 1];
        c = end;
    }
    free(sides);
}

static inline void count_points(const waft_surface_view* v, mesh_facts* facts) {
    unsigned char* used = calloc(v->point_count + 1, 1);
    float* sorted = malloc((3 * v->point_count + 1) * sizeof(float));
    for (size_t c = 0; c < 3 * v->facet_count; ++c) {
        used[v->indices[c]] = 1;
    }
    memcpy(sorted, v->positions, 3 * v->point_count * sizeof(float));
    qsort(sorted, v->point_count, 3 * sizeof(float), compare_places);
    for (size_t p = 0; p < v->point_count; ++p) {
        facts->unused += used[p] == 0;
        facts->equal_points += p > 0 && compare_places(sorted + 3 * p, sorted + 3 * p - 3) == 0;
    }
    free(sorted);
    free(used);
}

static inline void measure_facet(const waft_surface_view* v, size_t f, mesh_facts* facts) {
    const uint32_t* facet = v->indices + 3 * f;
    double p[3][3];
    for (int k = 0; k < 9; ++k) {
        p[k / 3][k % 3] = (double)v->positions[3 * (size_t)facet[k / 3] + (size_t)(k % 3)];
    }
    double n[3];
    double length = 0.0;
    for (int d = 0; d < 3; ++d) {
        const int e = (d + 1) % 3;
        const int g = (d + 2) % 3;
        n[d] =
            (p[1][e] - p[0][e]) * (p[2][g] - p[0][g]) - (p[1][g] - p[0][g]) * (p[2][e] - p[0][e]);
        length += n[d] * n[d];
        facts->volume += n[d] * p[0][d] / 6.0;
        for (int k = 0; k < 3; ++k) {
            facts->low[d] = fmin(facts->low[d], p[k][d]);
            facts->high[d] = fmax(facts->high[d], p[k][d]);
        }
    }
    length = sqrt(length);
    facts->area += 0.5 * length;
    facts->flat +=
        facet[0] == facet[1] || facet[1] == facet[2] || facet[2] == facet[0] || !(length > 0.0);
    for (int k = 0; k < 3 && length > 0.0; ++k) {
        const float* m = v->normals + 3 * (size_t)facet[k];
        const double cosine =
            (n[0] * (double)m[0] + n[1] * (double)m[1] + n[2] * (double)m[2]) / length;
        facts->worst_normal = fmin(facts->worst_normal, cosine);
    }
}

static inline mesh_facts mesh_facts_of(const waft_surface* surface) {
    const waft_surface_view v = waft_surface_get_view(surface);
    mesh_facts facts = {.worst_normal = 1.0,
        .low = {INFINITY, INFINITY, INFINITY},
        .high = {-INFINITY, -INFINITY, -INFINITY}};
    count_edges(&v, &facts);
    count_points(&v, &facts);
    for (size_t f = 0; f < v.facet_count; ++f) {
        measure_facet(&v, f, &facts);
    }
    facts.euler = (long)v.point_count - (long)facts.edges + (long)v.facet_count;
    return facts;
}

#endif // WAFT_SURFACE_FIXTURE_H
