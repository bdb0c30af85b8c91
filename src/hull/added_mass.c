// SPDX-License-Identifier: MIT
// Chooses the method of the added mass (docs/spec/bodies.md#choice-of-the-method), and looks at what
// came out (docs/spec/bodies.md#quality-of-the-matrix).
#include "hull/hull.h"

#include "base/error.h"
#include "base/text.h"
#include "hull/eigen.h"
#include "port/port.h"

#include <string.h>

// Sources and panels on both faces of something thinner than this share of its length cannot be told
// apart by facets of a few thousand.
static const double thin = 0.005;

const char* waft_added_mass_word(waft_added_mass method) {
    static const char* const words[] = {"auto", "closed", "bem", "sources", "sheet"};
    const size_t index = (size_t)method;
    return index < sizeof(words) / sizeof(words[0]) ? words[index] : NULL;
}

// ---- the middle surface of a closed, flat mesh

// The upper face, moved down by half the thickness; *out_sheet stays NULL if that is not half of the
// body's surface, as with something folded.
static waft_result upper_face(
    const waft_hull* hull, const wafti_context* context, waft_mesh** out_sheet) {
    const waft_mesh_view mesh = waft_mesh_get_view(hull->mesh);
    const double* normal = hull->info.normal;
    const double down = -0.5 * hull->info.thickness;
    wafti_soup soup;
    const bool taken =
        wafti_soup_init(&soup, &context->allocator, mesh.point_count, mesh.facet_count);
    double sum = 0.0;
    for (size_t f = 0; f < mesh.facet_count && taken; ++f) {
        const uint32_t* corner = &mesh.indices[3 * f];
        double across[3];
        wafti_vector_of_facet(mesh.positions, mesh.indices, f, across);
        const double area = 0.5 * wafti_vector_normalize(across);
        if (wafti_vector_dot(across, normal) > 0.5) {
            wafti_soup_facet(&soup, corner[0], corner[1], corner[2]);
            sum += area;
        }
    }
    for (size_t i = 0; i < mesh.point_count && taken; ++i) {
        double p[3];
        memcpy(p, &mesh.positions[3 * i], sizeof(p));
        wafti_vector_add_scaled(p, normal, down);
        (void)wafti_soup_point(&soup, p[0], p[1], p[2]);
    }
    if (!taken || sum > 0.45 * waft_mesh_get_info(hull->mesh).area) {
        return wafti_soup_make(&soup, "the middle surface", out_sheet, context->error);
    }
    wafti_soup_free(&soup);
    return WAFT_OK;
}

// ---- the methods

static waft_added_mass choose(
    const waft_hull* hull, const waft_hull_def* def, const waft_mesh* sheet) {
    const bool folded = def->shape == WAFT_HULL_DART || def->shape == WAFT_HULL_MAPLE_SEED;
    const bool flat = hull->info.thickness < thin * hull->info.longest;
    if (def->method != WAFT_ADDED_MASS_AUTO) {
        return def->method;
    }
    double k[36];
    if (wafti_added_mass_closed(def->shape, def->size, k)) {
        return WAFT_ADDED_MASS_CLOSED;
    }
    return sheet != NULL && (folded || flat || def->shell > 0.0) ? WAFT_ADDED_MASS_SHEET
                                                                 : WAFT_ADDED_MASS_BEM;
}

// The points of a sheet are about those of the hull's mesh, or in the axes of the shape: then the centre
// of mass is in those.
static waft_result find_by_sheet(
    waft_hull* hull, const waft_mesh* sheet, const double center[3], const wafti_context* context) {
    const waft_mesh_view view = waft_mesh_get_view(sheet);
    const wafti_panel_job job = {.mesh = &view, .center = {center[0], center[1], center[2]}};
    bool plain = false;
    const waft_result result = wafti_added_mass_sheet(&job, context, hull->info.added_mass, &plain);
    // First order in the facets' size: a square of 1058 facets is 5 % off.
    if (plain) {
        wafti_hull_warn(hull,
            "the middle surface has %zu facets, too many to extrapolate from a finer one: the "
            "added mass is some percent off; at most 1024 are",
            view.facet_count);
    }
    return result;
}

static waft_result find_by_facets(
    waft_hull* hull, const waft_hull_def* def, const wafti_context* context) {
    const waft_mesh_view view = waft_mesh_get_view(hull->mesh);
    const bool sources = hull->info.method == WAFT_ADDED_MASS_SOURCES;
    const wafti_panel_job job = {.mesh = &view,
        .source_depth = def->source_depth * hull->info.shortest,
        .shortest = hull->info.shortest,
        .source_points = def->source_points};
    const double edge = sqrt(2.0 * waft_mesh_get_info(hull->mesh).area / (double)view.facet_count);
    // A 1:1:0.05 ellipsoid of 1280 facets, whose edges are as long as it is thick, is 135 % off.
    if (sources && edge > 0.5 * hull->info.shortest) {
        wafti_hull_warn(hull,
            "facets are longer than half of what the body is thick: the sources of "
            "its two faces mix; use bem or sheet");
    }
    if (!sources && hull->info.thickness < 0.1 * edge) {
        wafti_hull_warn(hull,
            "the body is thinner than a tenth of its facets: use sheet or a shape "
            "without a file");
    }
    if (sources) {
        return wafti_added_mass_sources(&job, context, hull->info.added_mass);
    }
    hull->potential = wafti_allocate(&hull->allocator, view.facet_count, 6 * sizeof(double));
    if (hull->potential == NULL) {
        return wafti_fail_memory(
            context->error, view.facet_count * 6 * sizeof(double), "the potential of the facets");
    }
    return wafti_added_mass_bem(
        &job, context, hull->info.added_mass, hull->potential, &hull->info.iterations);
}

// ---- quality

static double norm(const double k[36], int sign) {
    double sum = 0.0;
    for (int i = 0; i < 36; ++i) {
        const double value = k[i] + sign * k[i % 6 * 6 + i / 6];
        sum += value * value;
    }
    return sqrt(sum);
}

// Lengths in half the body's length, so that the six numbers can be compared.
static void scale(double k[36], double length) {
    for (int i = 0; i < 36; ++i) {
        k[i] *= (i / 6 < 3 ? 1.0 : length) * (i % 6 < 3 ? 1.0 : length);
    }
}

waft_result wafti_added_mass_mend(
    double k[36], const char* name, waft_hull_info* info, waft_error* out_error) {
    const double half = 0.5 * info->longest;
    char number[32];
    scale(k, 1.0 / half);
    const double whole = 0.5 * norm(k, 1);
    info->asymmetry = whole > 0.0 ? norm(k, -1) / whole : 0.0;
    double values[6];
    double vectors[36];
    for (int i = 0; i < 36; ++i) {
        if (i / 6 < i % 6) {
            const double mean = 0.5 * (k[i] + k[i % 6 * 6 + i / 6]);
            k[i] = mean;
            k[i % 6 * 6 + i / 6] = mean;
        }
    }
    wafti_eigen(6, k, values, vectors);
    info->least_eigenvalue = values[5] > 0.0 ? values[0] / values[5] : 0.0;
    if (!(info->asymmetry <= 0.1)) {
        (void)wafti_format_double(number, info->asymmetry);
        return wafti_fail(out_error, WAFT_ERR_MESH,
            "%s: the added mass is not symmetric (by %s, 0.1 is allowed): the facets are too few "
            "or the method does not suit",
            name, number);
    }
    if (!(values[5] > 0.0) || info->least_eigenvalue < -1e-6) {
        (void)wafti_format_double(number, info->least_eigenvalue);
        return wafti_fail(out_error, WAFT_ERR_MESH,
            "%s: the added mass has an eigenvalue below 0 (%s of the greatest): the facets are too "
            "few or the method does not suit",
            name, number);
    }
    // The part of K that belongs to eigenvalues below 0 is left out.
    for (int n = 0; n < 6 && values[n] < 0.0; ++n) {
        for (int i = 0; i < 36; ++i) {
            k[i] -= values[n] * vectors[6 * n + i / 6] * vectors[6 * n + i % 6];
        }
    }
    scale(k, half);
    return WAFT_OK;
}

waft_result wafti_hull_find_added_mass(waft_hull* hull, const waft_hull_def* def,
    const waft_mesh* sheet, const wafti_context* context) {
    waft_hull_info* info = &hull->info;
    const double start = wafti_clock_wall();
    waft_mesh* face = NULL;
    waft_result result = WAFT_OK;
    const bool mesh = def->shape == WAFT_HULL_MESH && sheet == NULL;
    if (mesh &&
        (def->method == WAFT_ADDED_MASS_SHEET ||
            (def->method == WAFT_ADDED_MASS_AUTO && info->thickness < thin * info->longest))) {
        result = upper_face(hull, context, &face);
    }
    if (result == WAFT_OK && face != NULL) {
        info->method = WAFT_ADDED_MASS_SHEET;
        result = find_by_sheet(hull, face, (const double[3]){0.0}, context);
    } else if (result == WAFT_OK) {
        info->method = choose(hull, def, sheet);
        if (info->method == WAFT_ADDED_MASS_CLOSED) { // the def was checked, so there is one
            (void)wafti_added_mass_closed(def->shape, def->size, info->added_mass);
            wafti_added_mass_shift(info->added_mass, info->center_of_mass);
        } else if (info->method != WAFT_ADDED_MASS_SHEET) {
            result = find_by_facets(hull, def, context);
        } else if (sheet != NULL) {
            result = find_by_sheet(hull, sheet, info->center_of_mass, context);
        } else {
            result = wafti_fail(context->error, WAFT_ERR_MESH,
                "%s: it has no middle surface: method sheet is for open meshes and flat ones",
                def->name);
        }
    }
    waft_mesh_destroy(face);
    info->seconds = wafti_clock_wall() - start;
    if (result == WAFT_OK) {
        result = wafti_added_mass_mend(info->added_mass, def->name, info, context->error);
    }
    if (result == WAFT_OK && info->asymmetry > 0.02) {
        char number[32];
        (void)wafti_format_double(number, info->asymmetry);
        wafti_hull_warn(
            hull, "the added mass is not symmetric, by %s: finer facets would help", number);
    }
    return result;
}
