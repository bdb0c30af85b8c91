// SPDX-License-Identifier: MIT
#include "mesh/mesh_smooth.h"

#include "mesh/topology.h"
#include "mesh/vector.h"

#include <string.h>

enum { POINTS_PER_TASK = 4096 };

// Particles' own density from which on points move, and from which on they move in full. A flat lattice
// surface has 0.85, its edge 0.72, a sheet of one layer 0.70, a pair 0.40, a lone particle 0.32.
static const float least_crowding = 0.5f;
static const float full_crowding = 0.8f;

// How far a point goes to the mean of its neighbours. All the way would take 5 % of the volume off
// drops 12 particles across in 15 passes; half takes 2 % and leaves 1 % of a ripple as wide as a particle.
static const float full_share = 0.5f;

// A corner is three times its facet's number plus its place in it. In a closed mesh every neighbour of a
// point comes once as the next corner of one of its facets.
waft_result wafti_smoother_start(
    wafti_smoother* smoother, wafti_room* room, const wafti_iso_mesh* mesh) {
    const size_t corners = 3 * mesh->facet_count;
    const wafti_array_wish wishes[] = {
        {&smoother->start_array, mesh->point_count + 1, sizeof(uint32_t)},
        {&smoother->corner_array, corners, sizeof(uint32_t)},
        {&smoother->ring_array, corners, sizeof(uint32_t)},
    };
    const waft_result result = wafti_arrays_need(room, wishes, 3);
    if (result != WAFT_OK) {
        return result;
    }
    uint32_t* starts = smoother->start_array.data;
    uint32_t* list = smoother->corner_array.data;
    uint32_t* ring = smoother->ring_array.data;
    memset(starts, 0, (mesh->point_count + 1) * sizeof(uint32_t));
    for (size_t c = 0; c < corners; ++c) {
        ++starts[mesh->indices[c]];
    }
    uint32_t sum = 0;
    for (size_t p = 0; p <= mesh->point_count; ++p) {
        sum += starts[p];
        starts[p] = sum;
    }
    // From the last corner to the first: each start ends where its point's list begins.
    for (size_t c = corners; c-- > 0;) {
        const uint32_t at = --starts[mesh->indices[c]];
        list[at] = (uint32_t)c;
        ring[at] = mesh->indices[c % 3 == 2 ? c - 2 : c + 1];
    }
    return WAFT_OK;
}

typedef struct point_work {
    const wafti_iso_mesh* mesh;
    const uint32_t* starts;
    const uint32_t* corners;
    const uint32_t* ring;
    const float* from; // positions
    float* to;         // positions or normals
} point_work;

static point_work work_on(const wafti_smoother* s, const wafti_iso_mesh* mesh) {
    return (point_work){
        mesh, s->start_array.data, s->corner_array.data, s->ring_array.data, mesh->positions, NULL};
}

static void smooth_points(void* context, int32_t task) {
    const point_work* w = context;
    const size_t first = (size_t)task * POINTS_PER_TASK;
    for (size_t p = first; p < first + POINTS_PER_TASK && p < w->mesh->point_count; ++p) {
        float sum[3] = {0.0f, 0.0f, 0.0f};
        const float* own = w->from + 3 * p;
        for (uint32_t c = w->starts[p]; c < w->starts[p + 1]; ++c) {
            const float* q = w->from + 3 * (size_t)w->ring[c];
            for (int d = 0; d < 3; ++d) {
                sum[d] += q[d] - own[d];
            }
        }
        const uint32_t count = w->starts[p + 1] - w->starts[p];
        const float t = (w->mesh->crowding[p] - least_crowding) / (full_crowding - least_crowding);
        const float u = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
        const float mobility = u * u * (3.0f - 2.0f * u);
        const float share = full_share * mobility / (float)(count > 0 ? count : 1);
        for (int d = 0; d < 3; ++d) {
            w->to[3 * p + (size_t)d] = own[d] + share * sum[d];
        }
    }
}

static int32_t task_count(const wafti_iso_mesh* mesh) {
    return (int32_t)((mesh->point_count + POINTS_PER_TASK - 1) / POINTS_PER_TASK);
}

waft_result wafti_smoother_run(wafti_smoother* smoother, wafti_room* room, wafti_iso_mesh* mesh,
    wafti_pool* pool, int passes) {
    const waft_result result =
        wafti_array_need(room, &smoother->swap_array, 3 * mesh->point_count, sizeof(float));
    if (result != WAFT_OK) {
        return result;
    }
    point_work w = work_on(smoother, mesh);
    for (int pass = 0; pass < passes; ++pass) {
        w.from = mesh->position_array.data;
        w.to = smoother->swap_array.data;
        wafti_pool_run(pool, task_count(mesh), 0.03 * (double)mesh->point_count, smooth_points, &w);
        const wafti_array moved = smoother->swap_array;
        smoother->swap_array = mesh->position_array;
        mesh->position_array = moved;
    }
    mesh->positions = mesh->position_array.data;
    return WAFT_OK;
}

// Twice the area of a facet times its normal.
static void add_facet_normal(const point_work* w, uint32_t corner, double sum[3]) {
    const uint32_t* facet = w->mesh->indices + corner / 3 * (size_t)3;
    const float* a = w->from + 3 * (size_t)facet[0];
    double u[3];
    double v[3];
    for (int d = 0; d < 3; ++d) {
        u[d] = (double)w->from[3 * (size_t)facet[1] + (size_t)d] - (double)a[d];
        v[d] = (double)w->from[3 * (size_t)facet[2] + (size_t)d] - (double)a[d];
    }
    double cross[3];
    wafti_vector_cross(u, v, cross);
    wafti_vector_add_scaled(sum, cross, 1.0);
}

// Where facets cancel each other the field's normal stays.
static void find_normals(void* context, int32_t task) {
    const point_work* w = context;
    const size_t first = (size_t)task * POINTS_PER_TASK;
    for (size_t p = first; p < first + POINTS_PER_TASK && p < w->mesh->point_count; ++p) {
        double sum[3] = {0.0, 0.0, 0.0};
        for (uint32_t c = w->starts[p]; c < w->starts[p + 1]; ++c) {
            add_facet_normal(w, w->corners[c], sum);
        }
        const double length = wafti_vector_length(sum);
        for (int d = 0; d < 3 && length > 0.0; ++d) {
            w->to[3 * p + (size_t)d] = (float)(sum[d] / length);
        }
    }
}

void wafti_smoother_normals(
    const wafti_smoother* smoother, wafti_iso_mesh* mesh, wafti_pool* pool) {
    point_work w = work_on(smoother, mesh);
    w.to = mesh->normals;
    wafti_pool_run(pool, task_count(mesh), 0.1 * (double)mesh->point_count, find_normals, &w);
}

// Volume between the facet and a point of its part, which keeps numbers small far from the origin.
static double facet_volume(const wafti_iso_mesh* mesh, const uint32_t* facet, uint32_t root) {
    double p[3][3];
    for (int k = 0; k < 3; ++k) {
        for (int d = 0; d < 3; ++d) {
            p[k][d] = (double)mesh->positions[3 * (size_t)facet[k] + (size_t)d] -
                      (double)mesh->positions[3 * (size_t)root + (size_t)d];
        }
    }
    double cross[3];
    wafti_vector_cross(p[1], p[2], cross);
    return wafti_vector_dot(p[0], cross) / 6.0;
}

// Numbers the points that stay and moves what belongs to them; roots[] becomes their new numbers.
static void compact(wafti_iso_mesh* mesh, uint32_t* roots, const double* volumes, double least) {
    size_t facets = 0;
    for (size_t f = 0; f < mesh->facet_count; ++f) {
        const uint32_t* facet = mesh->indices + 3 * f;
        if (fabs(volumes[roots[facet[0]]]) >= least) {
            memmove(mesh->indices + 3 * facets++, facet, 3 * sizeof(uint32_t));
        }
    }
    size_t points = 0;
    for (size_t p = 0; p < mesh->point_count; ++p) {
        if (fabs(volumes[roots[p]]) < least) {
            continue;
        }
        memmove(mesh->positions + 3 * points, mesh->positions + 3 * p, 3 * sizeof(float));
        memmove(mesh->normals + 3 * points, mesh->normals + 3 * p, 3 * sizeof(float));
        memmove(mesh->velocities + 3 * points, mesh->velocities + 3 * p, 3 * sizeof(float));
        mesh->crowding[points] = mesh->crowding[p];
        // Roots are lower than what they are roots of and are not asked for again below.
        roots[p] = (uint32_t)points++;
    }
    for (size_t c = 0; c < 3 * facets; ++c) {
        mesh->indices[c] = roots[mesh->indices[c]];
    }
    mesh->point_count = points;
    mesh->facet_count = facets;
}

waft_result wafti_smoother_drop_parts(
    wafti_smoother* smoother, wafti_room* room, wafti_iso_mesh* mesh, double least) {
    const wafti_array_wish wishes[] = {
        {&smoother->root_array, mesh->point_count, sizeof(uint32_t)},
        {&smoother->volume_array, mesh->point_count, sizeof(double)},
    };
    const waft_result result = wafti_arrays_need(room, wishes, 2);
    if (result != WAFT_OK) {
        return result;
    }
    uint32_t* roots = smoother->root_array.data;
    double* volumes = smoother->volume_array.data;
    for (size_t p = 0; p < mesh->point_count; ++p) {
        roots[p] = (uint32_t)p;
        volumes[p] = 0.0;
    }
    for (size_t f = 0; f < mesh->facet_count; ++f) {
        (void)wafti_forest_join(roots, mesh->indices[3 * f], mesh->indices[3 * f + 1]);
        (void)wafti_forest_join(roots, mesh->indices[3 * f], mesh->indices[3 * f + 2]);
    }
    for (size_t p = 0; p < mesh->point_count; ++p) {
        roots[p] = wafti_forest_root(roots, (uint32_t)p);
    }
    for (size_t f = 0; f < mesh->facet_count; ++f) {
        const uint32_t root = roots[mesh->indices[3 * f]];
        volumes[root] += facet_volume(mesh, mesh->indices + 3 * f, root);
    }
    compact(mesh, roots, volumes, least);
    return WAFT_OK;
}
