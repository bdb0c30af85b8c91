// SPDX-License-Identifier: MIT
// Shapes without a file: their meshes, and what is known of them exactly. The shapes are those of
// docs/spec/bodies.md#shapes-without-a-file.
#include "hull/hull.h"

#include "base/assert.h"
#include "base/error.h"
#include "base/text.h"

#include <math.h>

const char* waft_hull_shape_word(waft_hull_shape shape) {
    static const char* const words[] = {
#define SHAPE_WORD(name, word) word,
        WAFT_HULL_SHAPE_MAP(SHAPE_WORD)
#undef SHAPE_WORD
    };
    return shape >= 0 && shape < WAFT_HULL_SHAPE_COUNT ? words[shape] : NULL;
}

// ---- meshes

// A unit icosphere, stretched.
static void fill_ellipsoid(const waft_hull_def* def, wafti_soup* soup) {
    const int detail = def->detail < 3 ? def->detail : 3; // 1280 facets; one more step is 5120
    const waft_mesh_shape shape = {.kind = WAFT_MESH_SPHERE, .radius = 1.0f, .detail = detail};
    const size_t facets = (size_t)20 << (2 * detail);
    waft_mesh* unit = NULL;
    double axes[3];
    wafti_shape_sizes(def->shape, def->size, axes);
    if (!wafti_soup_init(soup, &def->allocator, facets / 2 + 2, facets) ||
        waft_mesh_create_shape(&shape, &def->allocator, &unit, NULL) != WAFT_OK) {
        return;
    }
    const waft_mesh_view view = waft_mesh_get_view(unit);
    for (size_t i = 0; i < view.point_count; ++i) {
        const double* p = &view.positions[3 * i];
        (void)wafti_soup_point(soup, p[0] * axes[0], p[1] * axes[1], p[2] * axes[2]);
    }
    for (size_t f = 0; f < view.facet_count; ++f) {
        const uint32_t* corner = &view.indices[3 * f];
        wafti_soup_facet(soup, corner[0], corner[1], corner[2]);
    }
    waft_mesh_destroy(unit);
}

typedef struct grid_face {
    const double* edges;
    const int* cells;
    int axis;    // normal to it
    double side; // -1, 1; 0: the middle
} grid_face;

static double grid_place(const grid_face* face, int axis, int i) {
    // The quotient first: it is exactly 1 at the ends, where other faces have half an edge.
    return 0.5 * face->edges[axis] * ((double)(2 * i - face->cells[axis]) / face->cells[axis]);
}

static void add_grid_face(wafti_soup* soup, const grid_face* face) {
    const int u = (face->axis + 1) % 3;
    const int v = (face->axis + 2) % 3;
    const uint32_t first = (uint32_t)soup->point_count;
    const uint32_t row = (uint32_t)face->cells[u] + 1;
    for (int j = 0; j <= face->cells[v]; ++j) {
        for (int i = 0; i <= face->cells[u]; ++i) {
            double p[3];
            p[face->axis] = 0.5 * face->edges[face->axis] * face->side;
            p[u] = grid_place(face, u, i);
            p[v] = grid_place(face, v, j);
            (void)wafti_soup_point(soup, p[0], p[1], p[2]);
        }
    }
    for (uint32_t j = 0; j + 1 <= (uint32_t)face->cells[v]; ++j) {
        for (uint32_t i = 0; i + 1 < row; ++i) {
            const uint32_t a = first + j * row + i;
            if (face->side >= 0.0) {
                wafti_soup_quad(soup, a, a + 1, a + row + 1, a + row);
            } else {
                wafti_soup_quad(soup, a, a + row, a + row + 1, a + 1);
            }
        }
    }
}

// A box in cells that are about as long as wide; a card is one with another order of its sizes.
static void fill_box(const waft_hull_def* def, bool sheet, wafti_soup* soup) {
    const bool card = def->shape == WAFT_HULL_CARD;
    const double* s = def->size;
    const double edges[3] = {s[0], card ? s[2] : s[1], card ? s[1] : s[2]};
    const double longest = fmax(edges[0], fmax(edges[1], edges[2]));
    const int detail = sheet ? 4 : def->detail < 4 ? def->detail : 4;
    int cells[3];
    for (int d = 0; d < 3; ++d) {
        cells[d] = (int)fmax(1.0, round((double)(1 << detail) * edges[d] / longest));
    }
    size_t points = 0;
    size_t quads = 0;
    for (int d = 0; d < 3; ++d) {
        const size_t u = (size_t)cells[(d + 1) % 3];
        const size_t v = (size_t)cells[(d + 2) % 3];
        points += 2 * (u + 1) * (v + 1);
        quads += 2 * u * v;
    }
    if (!wafti_soup_init(soup, &def->allocator, points, 2 * quads)) {
        return;
    }
    if (sheet) {
        add_grid_face(soup, &(const grid_face){edges, cells, 1, 0.0});
    }
    for (int i = 0; i < 6 && !sheet; ++i) {
        add_grid_face(soup, &(const grid_face){edges, cells, i / 2, i % 2 == 0 ? 1.0 : -1.0});
    }
}

static bool start_rings(
    const waft_hull_def* def, uint32_t around, uint32_t rings, wafti_soup* soup) {
    return wafti_soup_init(
        soup, &def->allocator, (size_t)around * rings + 2, 2 * (size_t)around * rings);
}

// Joins rings of `around` points each to their neighbours, the first and the last to a pole.
static void join_rings(
    wafti_soup* soup, uint32_t around, const double first_pole[3], const double last_pole[3]) {
    WAFT_ASSERT(around > 0);
    const uint32_t last = (uint32_t)soup->point_count - around;
    for (uint32_t a = 0; a < last; ++a) {
        const uint32_t b = a / around * around + (a + 1) % around;
        wafti_soup_quad(soup, a, b, b + around, a + around);
    }
    const uint32_t low = wafti_soup_point(soup, first_pole[0], first_pole[1], first_pole[2]);
    const uint32_t high = wafti_soup_point(soup, last_pole[0], last_pole[1], last_pole[2]);
    for (uint32_t i = 0; i < around; ++i) {
        wafti_soup_facet(soup, low, (i + 1) % around, i);
        wafti_soup_facet(soup, high, last + i, last + (i + 1) % around);
    }
}

// An elliptic cylinder along z.
static void fill_strip(const waft_hull_def* def, wafti_soup* soup) {
    const uint32_t around = 8u << (def->detail < 3 ? def->detail : 3);
    const uint32_t along = def->detail < 1 ? 2 : 1u << (def->detail < 3 ? def->detail : 3);
    if (!start_rings(def, around, along + 1, soup)) {
        return;
    }
    for (uint32_t j = 0; j <= along; ++j) {
        for (uint32_t i = 0; i < around; ++i) {
            const double angle = 2.0 * M_PI * i / around;
            (void)wafti_soup_point(soup, def->size[0] * cos(angle), def->size[1] * sin(angle),
                def->size[2] * ((double)j / along - 0.5));
        }
    }
    const double half = 0.5 * def->size[2];
    join_rings(soup, around, (const double[3]){0.0, 0.0, -half}, (const double[3]){0.0, 0.0, half});
}

// A cylinder along y between two half balls, in rings that are about as far apart as their points.
static void fill_capsule(const waft_hull_def* def, wafti_soup* soup) {
    const double radius = def->size[0];
    const double half = 0.5 * def->size[1];
    const uint32_t around = 4u << (def->detail < 1 ? 1 : def->detail < 3 ? def->detail : 3);
    const int cap = (int)around / 4;
    const double cells = round(def->size[1] * around / (2.0 * M_PI * radius));
    const int along = (int)fmin(fmax(cells, 1.0), 16.0);
    const int rings = 2 * cap + along - 1;
    if (!start_rings(def, around, (uint32_t)rings, soup)) {
        return;
    }
    for (int j = 0; j < rings; ++j) {
        const int low = j - cap + 1;          // below 0: on the lower ball
        const int high = j - cap + 1 - along; // above 0: on the upper one
        const double angle = 0.5 * M_PI * (low < 0 ? low : high > 0 ? high : 0) / cap;
        const double share = fmin(fmax((double)low / along, 0.0), 1.0);
        const double y = radius * sin(angle) + half * (2.0 * share - 1.0);
        for (uint32_t i = 0; i < around; ++i) {
            const double turn = 2.0 * M_PI * i / around;
            const double wide = radius * cos(angle);
            (void)wafti_soup_point(soup, wide * sin(turn), y, wide * cos(turn));
        }
    }
    const double end = half + radius;
    join_rings(soup, around, (const double[3]){0.0, -end, 0.0}, (const double[3]){0.0, end, 0.0});
}

waft_result wafti_shape_mesh(
    const waft_hull_def* def, bool sheet, waft_mesh** out_mesh, waft_error* out_error) {
    wafti_soup soup = {0};
    *out_mesh = NULL;
    switch (def->shape) {
    case WAFT_HULL_SPHERE:
    case WAFT_HULL_ELLIPSOID:
        fill_ellipsoid(def, &soup);
        break;
    case WAFT_HULL_BOX:
    case WAFT_HULL_CARD:
        fill_box(def, sheet, &soup);
        break;
    case WAFT_HULL_STRIP:
        fill_strip(def, &soup);
        break;
    case WAFT_HULL_CAPSULE:
        fill_capsule(def, &soup);
        break;
    case WAFT_HULL_DART:
        wafti_dart_fill(def, sheet, &soup);
        break;
    default:
        wafti_plate_fill(def, sheet, &soup);
        break;
    }
    return wafti_soup_make(&soup, waft_hull_shape_word(def->shape), out_mesh, out_error);
}

// ---- what is known exactly

// Volume over the product of the sizes, the share of their squares in the covariance, which of them is
// along each axis, and by what its square is divided; shapes without a volume here have only facets.
static const struct {
    int size_count;
    bool sheet;
    double volume, share;
    int along[3];
    double divisors[3];
} facts[WAFT_HULL_SHAPE_COUNT] = {
    [WAFT_HULL_MESH] = {0, false},
    [WAFT_HULL_SPHERE] = {1, false, 4.0 / 3.0 * M_PI, 0.2, {0, 1, 2}, {1.0, 1.0, 1.0}},
    [WAFT_HULL_ELLIPSOID] = {3, false, 4.0 / 3.0 * M_PI, 0.2, {0, 1, 2}, {1.0, 1.0, 1.0}},
    [WAFT_HULL_BOX] = {3, false, 1.0, 1.0 / 12.0, {0, 1, 2}, {1.0, 1.0, 1.0}},
    [WAFT_HULL_DISC] = {2, true, M_PI, 0.25, {0, 2, 1}, {1.0, 3.0, 1.0}},
    [WAFT_HULL_ELLIPTIC_PLATE] = {3, true, M_PI, 0.25, {0, 2, 1}, {1.0, 3.0, 1.0}},
    [WAFT_HULL_STRIP] = {3, false, M_PI, 0.25, {0, 1, 2}, {1.0, 1.0, 3.0}},
    [WAFT_HULL_CARD] = {3, true, 1.0, 1.0 / 12.0, {0, 2, 1}, {1.0, 1.0, 1.0}},
    [WAFT_HULL_FEATHER] = {3, true},
    [WAFT_HULL_MAPLE_LEAF] = {2, true},
    [WAFT_HULL_MAPLE_SEED] = {3, true},
    [WAFT_HULL_DART] = {3, true},
    [WAFT_HULL_CAPSULE] = {2, false},
};

bool wafti_shape_has_sheet(waft_hull_shape shape) {
    return facts[shape].sheet;
}

void wafti_shape_sizes(waft_hull_shape shape, const double size[3], double out_size[3]) {
    const bool sphere = shape == WAFT_HULL_SPHERE;
    const bool disc = shape == WAFT_HULL_DISC;
    out_size[0] = size[0];
    out_size[1] = sphere || disc ? size[0] : size[1];
    out_size[2] = sphere ? size[0] : disc ? size[1] : size[2];
}

// Two half balls, with the centres of mass 3/8 of the radius beyond those of the balls, and a cylinder.
static void capsule_mass(wafti_mass* mass, double radius, double length) {
    const double balls = 4.0 / 3.0 * M_PI * radius * radius * radius;
    const double rod = M_PI * radius * radius * length;
    const double half = 0.5 * length;
    *mass = (wafti_mass){.volume = balls + rod};
    mass->covariance[0] = mass->covariance[8] = (0.2 * balls + 0.25 * rod) * radius * radius;
    mass->covariance[4] = balls * (0.2 * radius * radius + half * half + 0.75 * half * radius) +
                          rod * length * length / 12.0;
}

bool wafti_shape_mass(const waft_hull_def* def, wafti_mass* out_mass) {
    double s[3];
    wafti_shape_sizes(def->shape, def->size, s);
    if (def->shape == WAFT_HULL_CAPSULE) {
        capsule_mass(out_mass, s[0], s[1]);
        return true;
    }
    const double volume = facts[def->shape].volume * s[0] * s[1] * s[2];
    if (volume == 0.0) {
        return false;
    }
    *out_mass = (wafti_mass){.volume = volume};
    for (size_t d = 0; d < 3; ++d) {
        const double size = s[facts[def->shape].along[d]];
        out_mass->covariance[4 * d] =
            volume * (size * size / facts[def->shape].divisors[d]) * facts[def->shape].share;
    }
    return true;
}

bool wafti_shape_planform(const waft_hull_def* def, double* out_area, double* out_thickness) {
    double s[3];
    wafti_shape_sizes(def->shape, def->size, s);
    const bool strip = def->shape == WAFT_HULL_STRIP;
    const bool round = def->shape == WAFT_HULL_DISC || def->shape == WAFT_HULL_ELLIPTIC_PLATE;
    // Andersen et al.'s b is half of the section's greatest thickness, not of its mean.
    *out_area = strip ? 2.0 * s[0] * s[2] : (round ? M_PI : 1.0) * s[0] * s[1];
    *out_thickness = strip ? 2.0 * s[1] : s[2];
    return strip || round || def->shape == WAFT_HULL_CARD;
}

// The seed's nut and wing: facets of the sheet on either side of the line between them.
static int seed_plates(const waft_hull_def* def, const waft_mesh* sheet, waft_plate* plates) {
    const waft_mesh_view view = waft_mesh_get_view(sheet);
    const double line = def->size[0] * (2.0 * WAFTI_SEED_NUT_SHARE - 0.5);
    for (int i = 0; i < 2; ++i) {
        plates[i] = (waft_plate){.normal = {0.0, 1.0, 0.0}};
    }
    for (size_t f = 0; f < view.facet_count; ++f) {
        const double* p[3];
        double middle[3] = {0.0};
        for (size_t k = 0; k < 3; ++k) {
            p[k] = &view.positions[3 * (size_t)view.indices[3 * f + k]];
            wafti_vector_add_scaled(middle, p[k], 1.0 / 3.0);
        }
        const double area = 0.5 * fabs((p[1][2] - p[0][2]) * (p[2][0] - p[0][0]) -
                                       (p[1][0] - p[0][0]) * (p[2][2] - p[0][2]));
        waft_plate* plate = &plates[middle[0] < line ? 0 : 1];
        plate->area += area;
        wafti_vector_add_scaled(plate->center, middle, area);
    }
    for (int i = 0; i < 6; ++i) {
        plates[i / 3].center[i % 3] /= plates[i / 3].area;
    }
    return 2;
}

int wafti_shape_plates(
    const waft_hull_def* def, const waft_mesh* sheet, waft_plate plates[WAFT_PLATE_CAPACITY]) {
    return def->shape == WAFT_HULL_DART         ? wafti_dart_plates(def, plates)
           : def->shape == WAFT_HULL_MAPLE_SEED ? seed_plates(def, sheet, plates)
                                                : 0;
}

// ---- checks

static waft_result check_dart(const waft_hull_def* def, waft_error* out_error) {
    if (!isfinite(def->layer) || !(def->layer > 0.0) || def->layer > 0.01 * def->size[0]) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: layer must be above 0 and at most 0.01 of the length", def->name);
    }
    const double least = 12.0 * def->layer;
    const double keel = wafti_dart_keel(def);
    if (def->size[2] < least || keel < def->layer || def->size[1] < 2.0 * keel) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: a dart's half span must be well below half its length and its keel higher than 12 "
            "layers",
            def->name);
    }
    return WAFT_OK;
}

waft_result wafti_shape_check(const waft_hull_def* def, waft_error* out_error) {
    if (waft_hull_shape_word(def->shape) == NULL) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "%s: there is no shape %d", def->name, (int)def->shape);
    }
    const int used = facts[def->shape].size_count;
    for (int i = 0; i < 3; ++i) {
        const double size = def->size[i];
        const bool right = isfinite(size) && (i < used ? size >= 1e-7 && size <= 1e6 : size == 0.0);
        if (!right) {
            char number[32] = "not a number";
            if (isfinite(size)) {
                (void)wafti_format_double(number, size);
            }
            return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
                "%s: size %d of a %s is %s; it must be %s", def->name, i,
                waft_hull_shape_word(def->shape), number,
                i < used ? "1e-7 to 1e6 m" : "0, since it has no meaning");
        }
    }
    return def->shape == WAFT_HULL_DART ? check_dart(def, out_error) : WAFT_OK;
}
