// SPDX-License-Identifier: MIT
// Plates with an outline: a disc cut into 6 n^2 triangles is bent into the outline's shape, twice, with
// a rim between.
#include "hull/hull.h"

#include <math.h>

// More rings would be more than the 4096 facets of a hull.
enum { MOST_RINGS = 17, SHEET_RINGS = 8 };

typedef struct spot {
    double x, z;
    double half; // of the thickness
} spot;

// The radius of a maple leaf over that of its longest lobe, by the angle from its tip.
static double leaf_radius(double angle) {
    static const double lobes[5][2] = {
        {0.0, 1.0}, {1.08, 0.94}, {-1.08, 0.94}, {2.2, 0.68}, {-2.2, 0.68}};
    double radius = 0.4;
    for (int i = 0; i < 5; ++i) {
        const double off = remainder(angle - lobes[i][0], 2.0 * M_PI) / 0.26;
        radius = fmax(radius, 0.4 + (lobes[i][1] - 0.4) * exp(-off * off));
    }
    return radius;
}

// A nut at the low end of x, as a swelling of the wing on both faces.
static spot seed_spot(const double size[3], double u, double v) {
    const double along = (u + 1.0 - WAFTI_SEED_NUT_SHARE) / (0.95 * WAFTI_SEED_NUT_SHARE);
    const double across = v / 0.69;
    const double bump = fmax(0.0, 1.0 - along * along - across * across);
    // The wing is widest at 0.7 of its length, where 1 - u^2 and the factor meet at 0.84.
    return (spot){0.5 * size[0] * u, 0.5 * size[1] * v * (0.78 + 0.3 * u) / 0.84,
        0.5 * size[2] + 0.06 * size[0] * bump};
}

// Where a point (u, v) of the unit disc goes.
static spot spot_of(const waft_hull_def* def, double u, double v) {
    double size[3];
    wafti_shape_sizes(def->shape, def->size, size);
    switch (def->shape) {
    case WAFT_HULL_DISC:
    case WAFT_HULL_ELLIPTIC_PLATE:
        return (spot){size[0] * u, size[1] * v, 0.5 * size[2]};
    case WAFT_HULL_FEATHER:
        // Blunt at the quill and pointed at the tip; the factor makes it as wide as asked for.
        return (spot){
            0.5 * size[0] * u, 0.5 * size[1] * v * (1.0 - 0.35 * u) / 1.0537, 0.5 * size[2]};
    case WAFT_HULL_MAPLE_LEAF: {
        // The side lobes are farthest apart, 1.61 of the longest one's radius.
        const double radius =
            size[0] / 1.61 * leaf_radius(u == 0.0 && v == 0.0 ? 0.0 : atan2(v, u));
        return (spot){radius * u, radius * v, 0.5 * size[1]};
    }
    default:
        return seed_spot(size, u, v);
    }
}

// One face: the middle, then ring after ring of 6 k points.
typedef struct face {
    uint32_t rings;
    double side;  // 1 above, -1 below, 0 the middle
    double swell; // of the disc
} face;

static uint32_t add_face(wafti_soup* soup, const waft_hull_def* def, const face* f) {
    const uint32_t first = (uint32_t)soup->point_count;
    for (uint32_t k = 0; k <= f->rings; ++k) {
        for (uint32_t i = 0; i < (k > 0 ? 6 * k : 1); ++i) {
            const double angle = k > 0 ? 2.0 * M_PI * i / (6.0 * k) : 0.0;
            const double radius = f->swell * ((double)k / f->rings);
            const spot at = spot_of(def, radius * sin(angle), radius * cos(angle));
            (void)wafti_soup_point(soup, at.x, f->side * at.half, at.z);
        }
    }
    return first;
}

static uint32_t ring_point(uint32_t first, uint32_t ring, uint32_t i) {
    return ring == 0 ? first : first + 1 + 3 * ring * (ring - 1) + i % (6 * ring);
}

static void add_triangle(wafti_soup* soup, bool up, const uint32_t p[3]) {
    wafti_soup_facet(soup, p[0], p[up ? 1 : 2], p[up ? 2 : 1]);
}

static void join_face(wafti_soup* soup, uint32_t first, uint32_t rings, bool up) {
    for (uint32_t k = 1; k <= rings; ++k) {
        for (uint32_t i = 0; i < 6 * k; ++i) {
            const uint32_t sector = i / k;
            const uint32_t inner = i - sector; // the same place of the ring inside
            const uint32_t outside[3] = {ring_point(first, k - 1, inner), ring_point(first, k, i),
                ring_point(first, k, i + 1)};
            add_triangle(soup, up, outside);
            if (i % k + 1 < k) {
                const uint32_t inside[3] = {
                    outside[0], outside[2], ring_point(first, k - 1, inner + 1)};
                add_triangle(soup, up, inside);
            }
        }
    }
}

void wafti_plate_fill(const waft_hull_def* def, bool sheet, wafti_soup* soup) {
    const uint32_t fine = def->detail == 0 ? 2 : 1u << def->detail;
    const uint32_t rings = sheet ? SHEET_RINGS : fine < MOST_RINGS ? fine : MOST_RINGS;
    const size_t points = 1 + 3 * (size_t)rings * (rings + 1);
    const size_t facets = 6 * (size_t)rings * rings;
    if (!wafti_soup_init(soup, &def->allocator, 2 * points, 2 * facets + 12 * (size_t)rings)) {
        return;
    }
    // A rim of straight edges has less area than the outline, and the added mass, which goes with its
    // power 3/2, would feel it: the sheet's polygon is made as large as the disc.
    const double corner = M_PI / (3.0 * rings);
    const double swell = sheet ? sqrt(corner / sin(corner)) : 1.0;
    const uint32_t upper = add_face(soup, def, &(const face){rings, sheet ? 0.0 : 1.0, swell});
    join_face(soup, upper, rings, true);
    if (!sheet) {
        const uint32_t lower = add_face(soup, def, &(const face){rings, -1.0, 1.0});
        join_face(soup, lower, rings, false);
        for (uint32_t i = 0; i < 6 * rings; ++i) {
            wafti_soup_quad(soup, ring_point(lower, rings, i), ring_point(lower, rings, i + 1),
                ring_point(upper, rings, i + 1), ring_point(upper, rings, i));
        }
    }
}
