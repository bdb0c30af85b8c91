// SPDX-License-Identifier: MIT
// The part of a hull under a plane, by the sums of docs/spec/bodies.md#submerged-part.
#include "hull/hull.h"

#include <string.h>

typedef struct clip {
    double normal[3];
    bool sheet;             // open: area counts in place of volume
    double size, moment[3]; // sums over what is under the plane, from a point in it
} clip;

// A triangle of a sheet, or the tetrahedron between it and the point of reference.
static void add_triangle(clip* c, const double a[3], const double b[3], const double d[3]) {
    double across[3];
    if (c->sheet) {
        wafti_vector_facet(a, b, d, across);
    } else {
        wafti_vector_cross(b, d, across);
    }
    const double size =
        c->sheet ? 0.5 * wafti_vector_length(across) : wafti_vector_dot(a, across) / 6.0;
    const double mean = c->sheet ? 1.0 / 3.0 : 0.25;
    c->size += size;
    for (int k = 0; k < 3; ++k) {
        c->moment[k] += mean * size * (a[k] + b[k] + d[k]);
    }
}

// Where the edge from a (under) to b (over) meets the plane.
static void cut(const double a[3], double under, const double b[3], double over, double out[3]) {
    const double share = under / (under - over);
    for (int k = 0; k < 3; ++k) {
        out[k] = a[k] + share * (b[k] - a[k]);
    }
}

// Corners are turned so that the one that is alone on its side comes first; then at most two triangles
// are left. The point of reference lies in the plane, so the cap adds nothing.
static void add_facet(clip* c, const double* const p[3], const double depth[3]) {
    const int under = (depth[0] < 0.0) + (depth[1] < 0.0) + (depth[2] < 0.0);
    if (under == 3) {
        add_triangle(c, p[0], p[1], p[2]);
    }
    if (under == 0 || under == 3) {
        return;
    }
    const bool first = (depth[0] < 0.0) == (under == 1);
    const bool second = (depth[1] < 0.0) == (under == 1);
    const int lone = first ? 0 : second ? 1 : 2;
    const int next = (lone + 1) % 3;
    const int last = (lone + 2) % 3;
    double first_cut[3];
    double last_cut[3];
    if (under == 1) {
        cut(p[lone], depth[lone], p[next], depth[next], first_cut);
        cut(p[lone], depth[lone], p[last], depth[last], last_cut);
        add_triangle(c, p[lone], first_cut, last_cut);
    } else {
        cut(p[next], depth[next], p[lone], depth[lone], first_cut);
        cut(p[last], depth[last], p[lone], depth[lone], last_cut);
        add_triangle(c, first_cut, p[next], p[last]);
        add_triangle(c, first_cut, p[last], last_cut);
    }
}

static void clip_facets(clip* c, const waft_mesh_view* mesh, const double point[3]) {
    for (size_t f = 0; f < mesh->facet_count; ++f) {
        double corners[3][3];
        double depth[3];
        for (size_t k = 0; k < 3; ++k) {
            wafti_vector_sub(
                &mesh->positions[3 * (size_t)mesh->indices[3 * f + k]], point, corners[k]);
            depth[k] = wafti_vector_dot(corners[k], c->normal);
        }
        const double* const p[3] = {corners[0], corners[1], corners[2]};
        add_facet(c, p, depth);
    }
}

waft_submersion waft_hull_submerge(
    const waft_hull* hull, const double point[3], const double normal[3]) {
    if (hull == NULL || point == NULL || normal == NULL) {
        return (waft_submersion){0};
    }
    clip c = {.normal = {normal[0], normal[1], normal[2]}};
    if (!(wafti_vector_normalize(c.normal) > 0.0)) {
        return (waft_submersion){0};
    }
    const double height = wafti_vector_dot(point, c.normal); // of the plane over the centre of mass
    if (height >= hull->info.reach) {
        waft_submersion all = {.volume = hull->info.volume, .share = 1.0};
        memcpy(all.center, hull->info.buoyancy, sizeof(all.center));
        return all;
    }
    if (height <= -hull->info.reach) {
        return (waft_submersion){0};
    }
    // The foot of the plane below the centre is near, however far the point given is.
    double foot[3] = {c.normal[0], c.normal[1], c.normal[2]};
    wafti_vector_scale(foot, height);
    const waft_mesh_view mesh = waft_mesh_get_view(hull->mesh);
    c.sheet = !waft_mesh_get_info(hull->mesh).closed;
    clip_facets(&c, &mesh, foot);
    const double share = fmin(fmax(c.size / hull->mesh_volume, 0.0), 1.0);
    if (!(share > 1e-12)) { // rounding, whose centre could be anywhere
        return (waft_submersion){0};
    }
    waft_submersion out = {.volume = share * hull->info.volume, .share = share};
    for (int k = 0; k < 3; ++k) {
        out.center[k] = foot[k] + c.moment[k] / c.size;
    }
    return out;
}
