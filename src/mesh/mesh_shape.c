// SPDX-License-Identifier: MIT
// Meshes of simple bodies. Points that two facets share come out with the same bits, so that
// waft_mesh_create() joins them.
#include "base/error.h"
#include "mesh/mesh.h"
#include "mesh/soup.h"
#include "mesh/vector.h"

#include <string.h>

enum { MOST_DETAIL = 7, ICOSAHEDRON_FACETS = 20, ICOSAHEDRON_POINTS = 12 };

static void fill_box(wafti_soup* s, const waft_mesh_shape* shape) {
    const double x = 0.5 * (double)shape->size.x;
    const double y = 0.5 * (double)shape->size.y;
    const double z = 0.5 * (double)shape->size.z;
    for (int i = 0; i < 8; ++i) {
        (void)wafti_soup_point(s, i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
    }
    static const uint32_t sides[6][4] = {
        {0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int i = 0; i < 6; ++i) {
        wafti_soup_quad(s, sides[i][0], sides[i][1], sides[i][2], sides[i][3]);
    }
}

static void fill_icosahedron(wafti_soup* s) {
    static const uint32_t facets[ICOSAHEDRON_FACETS][3] = {{0, 11, 5}, {0, 5, 1}, {0, 1, 7},
        {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
        {3, 9, 4}, {3, 4, 2}, {3, 2, 6}, {3, 6, 8}, {3, 8, 9}, {4, 9, 5}, {2, 4, 11}, {6, 2, 10},
        {8, 6, 7}, {9, 8, 1}};
    const double golden = 0.5 * (1.0 + sqrt(5.0));
    for (int i = 0; i < ICOSAHEDRON_POINTS; ++i) {
        const double one = i & 1 ? 1.0 : -1.0;
        const double long_side = i & 2 ? -golden : golden;
        const double place[3] = {one, long_side, 0.0};
        const int turn = i / 4;
        double* p = &s->positions[3 * (size_t)wafti_soup_point(s, place[(3 - turn) % 3],
                                          place[(4 - turn) % 3], place[(5 - turn) % 3])];
        (void)wafti_vector_normalize(p);
    }
    for (int i = 0; i < ICOSAHEDRON_FACETS; ++i) {
        wafti_soup_facet(s, facets[i][0], facets[i][1], facets[i][2]);
    }
}

// Cuts every facet of a unit sphere in four. The middle of an edge has the same bits from either end.
static void refine(wafti_soup* s) {
    for (size_t f = s->facet_count; f-- > 0;) {
        uint32_t corner[3];
        uint32_t middle[3];
        memcpy(corner, &s->indices[3 * f], sizeof(corner));
        for (int k = 0; k < 3; ++k) {
            const double* p = &s->positions[3 * (size_t)corner[k]];
            const double* q = &s->positions[3 * (size_t)corner[(k + 1) % 3]];
            middle[k] = wafti_soup_point(s, p[0] + q[0], p[1] + q[1], p[2] + q[2]);
            (void)wafti_vector_normalize(&s->positions[3 * (size_t)middle[k]]);
        }
        memcpy(&s->indices[3 * f], middle, sizeof(middle));
        for (int k = 0; k < 3; ++k) {
            wafti_soup_facet(s, corner[k], middle[k], middle[(k + 2) % 3]);
        }
    }
}

static void fill_sphere(wafti_soup* s, const waft_mesh_shape* shape) {
    fill_icosahedron(s);
    for (int i = 0; i < shape->detail; ++i) {
        refine(s);
    }
    for (size_t i = 0; i < 3 * s->point_count; ++i) {
        s->positions[i] *= (double)shape->radius;
    }
}

static size_t points_around(const waft_mesh_shape* shape) {
    return (size_t)4 << shape->detail;
}

static uint32_t add_ring(wafti_soup* s, const waft_mesh_shape* shape, double radius, double y) {
    const size_t around = points_around(shape);
    const uint32_t first = (uint32_t)s->point_count;
    for (size_t i = 0; i < around; ++i) {
        const double angle = 2.0 * M_PI * (double)i / (double)around;
        (void)wafti_soup_point(s, radius * sin(angle), y, radius * cos(angle));
    }
    return first;
}

static void join_rings(
    wafti_soup* s, const waft_mesh_shape* shape, uint32_t lower, uint32_t upper) {
    const uint32_t around = (uint32_t)points_around(shape);
    for (uint32_t i = 0; i < around; ++i) {
        const uint32_t next = (i + 1) % around;
        wafti_soup_quad(s, lower + i, lower + next, upper + next, upper + i);
    }
}

// A cone or a lid between a ring and a point of the axis.
static void join_pole(
    wafti_soup* s, const waft_mesh_shape* shape, uint32_t pole, uint32_t ring, bool above) {
    const uint32_t around = (uint32_t)points_around(shape);
    for (uint32_t i = 0; i < around; ++i) {
        const uint32_t next = (i + 1) % around;
        wafti_soup_facet(s, pole, ring + (above ? i : next), ring + (above ? next : i));
    }
}

// Rings of one half ball, the equator included.
static int cap_rings(const waft_mesh_shape* shape) {
    return (int)(points_around(shape) / 4);
}

static void fill_capsule(wafti_soup* s, const waft_mesh_shape* shape) {
    const double radius = (double)shape->radius;
    const double half = 0.5 * (double)shape->length;
    const int rings = cap_rings(shape);
    const uint32_t south = wafti_soup_point(s, 0.0, -half - radius, 0.0);
    uint32_t last = 0;
    // Latitude -rings is the south pole, 0 the equator: one at each end, unless both are the same.
    for (int i = 1 - rings; i <= rings; ++i) {
        const int latitude = i <= 0 ? i : i - 1;
        if (i == 1 && half == 0.0) {
            continue;
        }
        const double angle = 0.5 * M_PI * latitude / rings;
        const double y = radius * sin(angle) + (i <= 0 ? -half : half);
        const uint32_t ring = add_ring(s, shape, radius * cos(angle), y);
        if (i == 1 - rings) {
            join_pole(s, shape, south, ring, false);
        } else {
            join_rings(s, shape, last, ring);
        }
        last = ring;
    }
    join_pole(s, shape, wafti_soup_point(s, 0.0, half + radius, 0.0), last, true);
}

static void fill_cylinder(wafti_soup* s, const waft_mesh_shape* shape) {
    const double half = 0.5 * (double)shape->length;
    const uint32_t lower = add_ring(s, shape, (double)shape->radius, -half);
    const uint32_t upper = add_ring(s, shape, (double)shape->radius, half);
    join_rings(s, shape, lower, upper);
    join_pole(s, shape, wafti_soup_point(s, 0.0, -half, 0.0), lower, false);
    join_pole(s, shape, wafti_soup_point(s, 0.0, half, 0.0), upper, true);
}

static bool is_length(float value) {
    return isfinite(value) && value > 0.0f && (double)value <= WAFTI_MESH_REACH / 4.0;
}

static bool is_possible(const waft_mesh_shape* shape) {
    const bool round = is_length(shape->radius);
    switch (shape->kind) {
    case WAFT_MESH_SPHERE:
        return round;
    case WAFT_MESH_BOX:
        return is_length(shape->size.x) && is_length(shape->size.y) && is_length(shape->size.z);
    case WAFT_MESH_CAPSULE:
        return round && (is_length(shape->length) || shape->length == 0.0f);
    case WAFT_MESH_CYLINDER:
        return round && is_length(shape->length);
    }
    return false;
}

waft_result waft_mesh_create_shape(const waft_mesh_shape* shape, const waft_allocator* allocator,
    waft_mesh** out_mesh, waft_error* out_error) {
    static const char* const names[] = {"sphere", "box", "capsule", "cylinder"};
    static void (*const fills[])(wafti_soup*, const waft_mesh_shape*) = {
        fill_sphere, fill_box, fill_capsule, fill_cylinder};
    if (out_mesh != NULL) {
        *out_mesh = NULL;
    }
    if (out_mesh == NULL || shape == NULL) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "waft_mesh_create_shape: a pointer is NULL");
    }
    if (shape->detail < 0 || shape->detail > MOST_DETAIL || !is_possible(shape)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "waft_mesh_create_shape: the kind, a length or the detail (0 to 7) is out of range");
    }
    const size_t ball = (size_t)ICOSAHEDRON_FACETS << (2 * shape->detail);
    const size_t rings = 2 * (size_t)cap_rings(shape) * points_around(shape);
    // Every cut of a ball adds three points a facet: 3 * 20 * (1 + 4 + ... ) < 20 * 4^detail.
    const size_t points[] = {ICOSAHEDRON_POINTS + ball, 8, rings + 2, rings + 2};
    const size_t facets[] = {ball, 12, 2 * rings, 2 * rings};
    wafti_soup s;
    if (wafti_soup_init(&s, allocator, points[shape->kind], facets[shape->kind])) {
        fills[shape->kind](&s, shape);
    }
    return wafti_soup_make(&s, names[shape->kind], out_mesh, out_error);
}
