// SPDX-License-Identifier: MIT
// Planform, extents and points of contact (docs/spec/bodies.md#planform-and-extents), and areas seen
// (docs/spec/bodies.md#compact-loads).
#include "hull/hull.h"

#include "base/error.h"
#include "hull/eigen.h"

#include <string.h>

enum { CONTACT_DIRECTIONS = 26, RING_DIRECTIONS = 16 };

// Area seen along e if nothing hides anything: half of all facets, or all of an open sheet's.
static double seen_area(const waft_mesh_view* mesh, bool closed, const double e[3]) {
    double sum = 0.0;
    for (size_t f = 0; f < mesh->facet_count; ++f) {
        double normal[3];
        wafti_vector_of_facet(mesh->positions, mesh->indices, f, normal);
        sum += 0.5 * fabs(wafti_vector_dot(normal, e));
    }
    return closed ? 0.5 * sum : sum;
}

// ---- extents

static void find_bounds(waft_hull* hull, const waft_mesh_view* mesh) {
    const waft_mesh_info info = waft_mesh_get_info(hull->mesh);
    memcpy(hull->info.low, info.low, sizeof(info.low));
    memcpy(hull->info.high, info.high, sizeof(info.high));
    double square = 0.0;
    for (size_t i = 0; i < mesh->point_count; ++i) {
        const double* p = &mesh->positions[3 * i];
        square = fmax(square, wafti_vector_dot(p, p));
    }
    // A little more, so that what the sphere holds is the whole body in spite of rounding.
    hull->info.reach = sqrt(square) * (1.0 + 1e-12);
}

// Along the rows of hull->axes, which are put in the order of the extents; equal ones stay.
static void find_extents(waft_hull* hull, const waft_mesh_view* mesh) {
    typedef struct row {
        double axis[3], extent;
    } row;
    row rows[3];
    for (size_t i = 0; i < 3; ++i) {
        memcpy(rows[i].axis, &hull->axes[3 * i], sizeof(rows[i].axis));
        double low;
        double high;
        wafti_vector_extent(mesh->positions, mesh->point_count, rows[i].axis, &low, &high);
        rows[i].extent = high - low;
    }
    for (size_t i = 0; i < 3; ++i) {
        for (size_t j = i + 1; j < 3; ++j) {
            if (rows[j].extent > rows[i].extent * (1.0 + 1e-9)) {
                const row kept = rows[i];
                rows[i] = rows[j];
                rows[j] = kept;
            }
        }
        memcpy(&hull->axes[3 * i], rows[i].axis, sizeof(rows[i].axis));
        hull->info.extent[i] = rows[i].extent;
    }
    hull->info.longest = rows[0].extent;
    hull->info.shortest = rows[2].extent;
}

// ---- area form

// Adds e e^T's six different numbers, as a row of the least squares.
static void add_direction(const double e[3], double square, double normal[36], double right[6]) {
    const double row[6] = {e[0] * e[0], e[1] * e[1], e[2] * e[2], 2.0 * e[0] * e[1],
        2.0 * e[1] * e[2], 2.0 * e[2] * e[0]};
    for (int i = 0; i < 36; ++i) {
        normal[i] += row[i / 6] * row[i % 6];
    }
    for (int i = 0; i < 6; ++i) {
        right[i] += row[i] * square;
    }
}

// Solves with the eigenvectors of the normal matrix, which for directions all round is far from
// singular.
static void solve_form(const double normal[36], const double right[6], double p[9]) {
    double values[6];
    double vectors[36];
    double x[6] = {0.0};
    wafti_eigen(6, normal, values, vectors);
    for (int i = 0; i < 6; ++i) {
        double along = 0.0;
        for (int k = 0; k < 6; ++k) {
            along += vectors[6 * i + k] * right[k];
        }
        for (int k = 0; k < 6; ++k) {
            x[k] += vectors[6 * i + k] * along / values[i];
        }
    }
    const double full[9] = {x[0], x[3], x[5], x[3], x[1], x[4], x[5], x[4], x[2]};
    memcpy(p, full, sizeof(full));
}

static double form_area(const double p[9], const double e[3]) {
    double sum = 0.0;
    for (int i = 0; i < 9; ++i) {
        sum += e[i / 3] * p[i] * e[i % 3];
    }
    return sqrt(fmax(sum, 0.0));
}

static waft_result find_form(
    waft_hull* hull, const waft_hull_def* def, const waft_mesh_view* mesh, waft_error* error) {
    const waft_mesh_shape shape = {.kind = WAFT_MESH_SPHERE, .radius = 1.0f, .detail = 1};
    waft_mesh* sphere = NULL;
    const waft_result result = waft_mesh_create_shape(&shape, &hull->allocator, &sphere, error);
    if (result != WAFT_OK) {
        return result;
    }
    const waft_mesh_view directions = waft_mesh_get_view(sphere);
    const bool exact = def->shape == WAFT_HULL_SPHERE || def->shape == WAFT_HULL_ELLIPSOID;
    const bool closed = waft_mesh_get_info(hull->mesh).closed;
    double areas[WAFTI_HULL_DIRECTIONS];
    double normal[36] = {0.0};
    double right[6] = {0.0};
    double axes[3];
    wafti_shape_sizes(def->shape, def->size, axes);
    for (size_t d = 0; d < 3 && exact; ++d) {
        const double ring = M_PI * axes[(d + 1) % 3] * axes[(d + 2) % 3];
        hull->info.projected[4 * d] = ring * ring;
    }
    for (size_t i = 0; i < WAFTI_HULL_DIRECTIONS; ++i) {
        const double* e = &directions.positions[3 * i];
        areas[i] = exact ? form_area(hull->info.projected, e) : seen_area(mesh, closed, e);
        hull->info.greatest_area = fmax(hull->info.greatest_area, areas[i]);
        add_direction(e, areas[i] * areas[i], normal, right);
    }
    if (!exact) {
        solve_form(normal, right, hull->info.projected);
    }
    for (size_t i = 0; i < WAFTI_HULL_DIRECTIONS; ++i) {
        const double got = form_area(hull->info.projected, &directions.positions[3 * i]);
        hull->info.projected_error =
            fmax(hull->info.projected_error, fabs(got - areas[i]) / hull->info.greatest_area);
    }
    waft_mesh_destroy(sphere);
    return WAFT_OK;
}

// ---- plates

static void find_planform(waft_hull* hull, const waft_hull_def* def, const waft_mesh_view* mesh,
    const double flattest[3]) {
    waft_hull_info* info = &hull->info;
    memcpy(info->normal, flattest, sizeof(info->normal));
    if (def->has_normal) {
        memcpy(info->normal, def->normal, sizeof(info->normal));
        (void)wafti_vector_normalize(info->normal);
    }
    const bool given = wafti_vector_dot(info->normal, info->normal) > 0.0;
    const bool closed = waft_mesh_get_info(hull->mesh).closed;
    info->area = seen_area(mesh, closed, given ? info->normal : flattest);
    info->thickness = info->volume / info->area;
    double area = 0.0;
    double thickness = 0.0;
    if (wafti_shape_planform(def, &area, &thickness) &&
        fabs(wafti_vector_dot(info->normal, flattest)) > 1.0 - 1e-9) {
        info->area = area;
        info->thickness = thickness;
    }
    info->plate = given && info->thickness < 0.1 * sqrt(info->area);
}

static void find_plates(waft_hull* hull, const waft_hull_def* def, const waft_mesh* sheet) {
    waft_hull_info* info = &hull->info;
    info->plate_count = def->plate_count;
    memcpy(info->plates, def->plates, sizeof(info->plates));
    if (info->plate_count == 0 && sheet != NULL) {
        info->plate_count = wafti_shape_plates(def, sheet, info->plates);
    }
    for (int i = 0; i < info->plate_count; ++i) {
        waft_plate* plate = &info->plates[i];
        wafti_vector_add_scaled(plate->center, info->center_of_mass, -1.0);
        (void)wafti_vector_normalize(plate->normal);
    }
    if (info->plate_count == 0) {
        info->plate_count = 1;
        info->plates[0] = (waft_plate){.area = info->area};
        memcpy(info->plates[0].center, info->buoyancy, sizeof(info->buoyancy));
        memcpy(info->plates[0].normal, info->normal, sizeof(info->normal));
    }
}

// ---- points of contact

// Adds the point that is farthest along a direction, unless it is there.
static size_t add_farthest(
    const waft_mesh_view* mesh, const double along[3], size_t* points, size_t count) {
    size_t best = 0;
    for (size_t i = 1; i < mesh->point_count; ++i) {
        const double gain = wafti_vector_dot(&mesh->positions[3 * i], along) -
                            wafti_vector_dot(&mesh->positions[3 * best], along);
        best = gain > 0.0 ? i : best;
    }
    size_t place = 0;
    while (place < count && points[place] != best) {
        ++place;
    }
    points[place] = best;
    return place < count ? count : count + 1;
}

static waft_result find_contacts(
    waft_hull* hull, const waft_hull_def* def, const waft_mesh_view* mesh, waft_error* error) {
    size_t points[CONTACT_DIRECTIONS + 2 * RING_DIRECTIONS] = {0};
    size_t count = 0;
    for (int code = 0; code < 27; ++code) {
        const int steps[3] = {code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1};
        const double along[3] = {steps[0], steps[1], steps[2]};
        count = code != 13 ? add_farthest(mesh, along, points, count) : count;
    }
    // A capsule rolls on the rings at both ends of its straight part.
    for (int i = 0; i < 2 * RING_DIRECTIONS && def->shape == WAFT_HULL_CAPSULE; ++i) {
        const int place = i / 2;
        const double angle = 2.0 * M_PI * place / RING_DIRECTIONS;
        const double along[3] = {cos(angle), i % 2 == 0 ? -0.01 : 0.01, sin(angle)};
        count = add_farthest(mesh, along, points, count);
    }
    hull->contacts = wafti_allocate(&hull->allocator, count, 3 * sizeof(double));
    if (hull->contacts == NULL) {
        return wafti_fail_memory(error, count * 3 * sizeof(double), "points of contact");
    }
    for (size_t i = 0; i < count; ++i) {
        memcpy(&hull->contacts[3 * i], &mesh->positions[3 * points[i]], 3 * sizeof(double));
    }
    hull->info.contacts = hull->contacts;
    hull->info.contact_count = count;
    return WAFT_OK;
}

waft_result wafti_hull_measure(waft_hull* hull, const waft_hull_def* def, const waft_mesh* sheet,
    const double covariance[9], const wafti_context* context) {
    const waft_mesh_view mesh = waft_mesh_get_view(hull->mesh);
    double spread[3];
    wafti_eigen(3, covariance, spread, hull->axes);
    for (size_t i = 0; i < 3; ++i) {
        double* axis = &hull->axes[3 * i];
        int greatest = 0;
        for (int d = 1; d < 3; ++d) {
            greatest = fabs(axis[d]) > fabs(axis[greatest]) * (1.0 + 1e-9) ? d : greatest;
        }
        wafti_vector_scale(axis, axis[greatest] < 0.0 ? -1.0 : 1.0);
    }
    find_bounds(hull, &mesh);
    // The greatest moment of inertia is about the axis of the least spread.
    find_planform(hull, def, &mesh, &hull->axes[0]);
    find_extents(hull, &mesh);
    if (sheet != NULL) {
        hull->info.shortest = fmin(hull->info.shortest, hull->info.thickness);
    }
    hull->info.roundness = spread[1] > 0.0 ? sqrt(fmax(spread[0], 0.0) / spread[1]) : 0.0;
    find_plates(hull, def, sheet);
    waft_result result = find_form(hull, def, &mesh, context->error);
    return result == WAFT_OK ? find_contacts(hull, def, &mesh, context->error) : result;
}
