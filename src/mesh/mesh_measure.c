// SPDX-License-Identifier: MIT
// Bounds, area, volume and normals. Sums run in the order of facets.
#include "mesh/mesh.h"
#include "mesh/vector.h"

#include <string.h>

static const double* corner(const waft_mesh* mesh, size_t facet, size_t k) {
    return &mesh->positions[3 * (size_t)mesh->indices[3 * facet + k]];
}

static uint32_t find_flat_facet(const waft_mesh* mesh) {
    double diagonal[3];
    wafti_vector_sub(mesh->info.high, mesh->info.low, diagonal);
    const double least_area = WAFTI_MESH_FLAT_SHARE * wafti_vector_dot(diagonal, diagonal);
    for (size_t f = 0; f < mesh->info.facet_count; ++f) {
        if (!(wafti_facet_area(mesh->positions, mesh->indices, f) > least_area)) {
            return (uint32_t)f;
        }
    }
    return WAFTI_NO_FACET;
}

// About one point: the area, six volumes, and their moments.
typedef struct sums {
    double area, volume6;
    double area_moment[3], volume6_moment[3];
} sums;

static void add_facet(const waft_mesh* mesh, size_t facet, const double middle[3], sums* out) {
    double p[3][3];
    double cross[3];
    double sum[3];
    for (size_t k = 0; k < 3; ++k) {
        wafti_vector_sub(corner(mesh, facet, k), middle, p[k]);
    }
    for (int k = 0; k < 3; ++k) {
        sum[k] = p[0][k] + p[1][k] + p[2][k];
    }
    wafti_vector_cross(p[1], p[2], cross);
    const double area = wafti_facet_area(mesh->positions, mesh->indices, facet);
    const double volume6 = wafti_vector_dot(p[0], cross);
    out->area += area;
    out->volume6 += volume6;
    wafti_vector_add_scaled(out->area_moment, sum, area / 3.0);
    wafti_vector_add_scaled(out->volume6_moment, sum, volume6 / 4.0);
}

void wafti_mesh_measure(waft_mesh* mesh) {
    waft_mesh_info* info = &mesh->info;
    memcpy(info->low, mesh->positions, sizeof(info->low));
    memcpy(info->high, mesh->positions, sizeof(info->high));
    for (size_t i = 3; i < 3 * info->point_count; ++i) {
        const double value = mesh->positions[i];
        info->low[i % 3] = value < info->low[i % 3] ? value : info->low[i % 3];
        info->high[i % 3] = value > info->high[i % 3] ? value : info->high[i % 3];
    }
    mesh->flat_facet = find_flat_facet(mesh);
    info->open_edge_count = mesh->topology.edge_counts[WAFTI_EDGE_OPEN];
    info->component_count = mesh->topology.component_count;
    info->closed = mesh->topology.first_fault == WAFTI_EDGE_SOUND;
    // The middle of the bounds, where least cancels.
    double middle[3];
    for (int k = 0; k < 3; ++k) {
        middle[k] = 0.5 * (info->low[k] + info->high[k]);
    }
    sums total = {0};
    for (size_t f = 0; f < info->facet_count; ++f) {
        add_facet(mesh, f, middle, &total);
    }
    info->area = total.area;
    info->volume = info->closed ? total.volume6 / 6.0 : 0.0;
    memcpy(info->centroid, middle, sizeof(middle));
    if (info->volume != 0.0) {
        wafti_vector_add_scaled(info->centroid, total.volume6_moment, 1.0 / total.volume6);
    } else if (total.area > 0.0) {
        wafti_vector_add_scaled(info->centroid, total.area_moment, 1.0 / total.area);
    }
}

// Adds each facet's unit normal to its points, weighted by the angle there: the weight with which the
// sign of a distance comes out right at points and edges (Baerentzen & Aanaes 2005).
static void add_angle_weighted(waft_mesh* mesh, size_t facet) {
    double normal[3];
    wafti_vector_of_facet(mesh->positions, mesh->indices, facet, normal);
    if (!(wafti_vector_normalize(normal) > 0.0)) {
        return;
    }
    for (size_t k = 0; k < 3; ++k) {
        double u[3];
        double v[3];
        double cross[3];
        wafti_vector_sub(corner(mesh, facet, (k + 1) % 3), corner(mesh, facet, k), u);
        wafti_vector_sub(corner(mesh, facet, (k + 2) % 3), corner(mesh, facet, k), v);
        wafti_vector_cross(u, v, cross);
        const double angle = atan2(wafti_vector_length(cross), wafti_vector_dot(u, v));
        const size_t point = mesh->indices[3 * facet + k];
        wafti_vector_add_scaled(&mesh->normals[3 * point], normal, angle);
    }
}

// Facets of the fan around `point` that `half_edge`, which starts there, belongs to. Going round the
// point the other way finds those on the far side of an open edge.
static uint32_t count_fan(const waft_mesh* mesh, uint32_t half_edge, uint32_t most) {
    const uint32_t point = mesh->indices[half_edge];
    const uint32_t start = half_edge / 3;
    uint32_t count = 1;
    for (uint32_t way = 0; way < 2; ++way) {
        uint32_t facet = start;
        while (count < most) {
            const uint32_t* corners = &mesh->indices[3 * (size_t)facet];
            const uint32_t k = corners[0] == point ? 0 : corners[1] == point ? 1 : 2;
            facet = mesh->neighbors[3 * (size_t)facet + (way == 0 ? k : (k + 2) % 3)];
            if (facet == start) {
                return count;
            }
            if (facet == WAFTI_NO_FACET) {
                break;
            }
            ++count;
        }
    }
    return count;
}

waft_result wafti_mesh_find_normals(waft_mesh* mesh) {
    const waft_allocator* allocator = &mesh->arena.allocator;
    const size_t point_count = mesh->info.point_count;
    mesh->normals = wafti_arena_take(&mesh->arena, 3 * point_count, sizeof(double));
    uint32_t* counts = wafti_allocate_zero(allocator, point_count, sizeof(uint32_t));
    uint32_t* half_edges = wafti_allocate(allocator, point_count, sizeof(uint32_t));
    const bool enough = mesh->normals != NULL && counts != NULL && half_edges != NULL;
    if (enough) {
        for (size_t f = 0; f < mesh->info.facet_count; ++f) {
            add_angle_weighted(mesh, f);
        }
        for (size_t i = 0; i < 3 * mesh->info.facet_count; ++i) {
            ++counts[mesh->indices[i]];
            half_edges[mesh->indices[i]] = (uint32_t)i;
        }
        for (uint32_t p = 0; p < point_count; ++p) {
            // A point where the tips of two fans touch has no normal that would serve both.
            if (count_fan(mesh, half_edges[p], counts[p]) < counts[p]) {
                memset(&mesh->normals[3 * (size_t)p], 0, 3 * sizeof(double));
            }
            (void)wafti_vector_normalize(&mesh->normals[3 * (size_t)p]);
        }
    }
    wafti_release(allocator, counts, point_count, sizeof(uint32_t));
    wafti_release(allocator, half_edges, point_count, sizeof(uint32_t));
    return enough ? WAFT_OK : WAFT_ERR_NO_MEMORY;
}
