// SPDX-License-Identifier: MIT
#include "hull/hull.h"

#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void wafti_hull_warn(waft_hull* hull, const char* format, ...) {
    if (hull->warning_count < WAFTI_HULL_WARNINGS) {
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(
            hull->warnings[hull->warning_count++], sizeof(hull->warnings[0]), format, arguments);
        va_end(arguments);
    }
}

double wafti_hull_speed(const waft_hull* hull) {
    if (!(hull->fluid_density > 0.0)) {
        return 0.0;
    }
    return sqrt(
        fabs(hull->info.density / hull->fluid_density - 1.0) * hull->gravity * hull->info.shortest);
}

// What a bake goes through; the hull is whole at the end.
typedef struct baking {
    const waft_hull_def* def;
    const wafti_context* context;
    waft_hull* hull;
    waft_mesh* shape;       // of a shape without a file
    waft_mesh* sheet;       // its middle surface
    const waft_mesh* given; // the one of the two that the body has, in the axes of the shape
    wafti_mass mass;
} baking;

static waft_result check_mesh(const waft_mesh* mesh, const waft_hull_def* def, waft_error* error) {
    const waft_mesh_info info = waft_mesh_get_info(mesh);
    if (def->shell > 0.0) {
        if (info.closed) {
            return wafti_fail(
                error, WAFT_ERR_MESH, "%s: the mesh is closed; shell is for open ones", def->name);
        }
        if (info.facet_count < 4 || info.facet_count > 4096) {
            return wafti_fail(error, WAFT_ERR_MESH, "%s: %zu facets; it must have 4 to 4096",
                def->name, info.facet_count);
        }
        return waft_mesh_check(mesh, WAFT_MESH_SHEET, error);
    }
    if (info.open_edge_count > 0 && info.facet_count >= 4) {
        return wafti_fail(error, WAFT_ERR_MESH,
            "%s: %zu open edges; set shell to the sheet's thickness or close the mesh", def->name,
            info.open_edge_count);
    }
    return waft_mesh_check(mesh, WAFT_MESH_HULL, error);
}

static waft_result take_mesh(baking* b) {
    waft_error* error = b->context->error;
    if (b->def->shape != WAFT_HULL_MESH) {
        const waft_result result = wafti_shape_mesh(b->def, false, &b->shape, error);
        b->given = b->shape;
        return result == WAFT_OK && wafti_shape_has_sheet(b->def->shape)
                   ? wafti_shape_mesh(b->def, true, &b->sheet, error)
                   : result;
    }
    b->given = b->def->mesh;
    return check_mesh(b->given, b->def, error);
}

// How the mass is spread: evenly over the volume, or over the skin of what is hollow.
static wafti_mass spread_of(const baking* b, const waft_mesh_view* mesh) {
    wafti_mass skin = b->mass;
    // The skin of an open mesh is all of it.
    if (!b->def->hollow || b->def->shell > 0.0 || !wafti_mass_measure(mesh, 1.0, &skin)) {
        return b->mass;
    }
    if (b->def->shape == WAFT_HULL_SPHERE) { // facets lie within it
        const double square = b->def->size[0] * b->def->size[0];
        skin = (wafti_mass){.volume = 1.0,
            .covariance = {square / 3.0, 0.0, 0.0, 0.0, square / 3.0, 0.0, 0.0, 0.0, square / 3.0}};
    }
    return skin;
}

static waft_result find_mass(baking* b) {
    const waft_hull_def* def = b->def;
    waft_hull_info* info = &b->hull->info;
    const waft_mesh_view view = waft_mesh_get_view(b->given);
    if (!wafti_mass_measure(&view, def->shell, &b->mass)) {
        return wafti_fail(
            b->context->error, WAFT_ERR_MESH, "%s: the mesh has no volume", def->name);
    }
    b->hull->mesh_volume = def->shell > 0.0 ? waft_mesh_get_info(b->given).area : b->mass.volume;
    (void)wafti_shape_mass(def, &b->mass);
    if (def->shape == WAFT_HULL_DART) {
        // All of the paper: facets leave a little out at the nose.
        const double whole = def->size[0] * def->size[0] * def->layer / b->mass.volume;
        b->mass.volume *= whole;
        for (int i = 0; i < 9; ++i) {
            b->mass.covariance[i] *= whole;
        }
    }
    info->volume = b->mass.volume;
    info->mass = def->mass > 0.0 ? def->mass : def->density * info->volume;
    info->density = info->mass / info->volume;
    const wafti_mass spread = spread_of(b, &view);
    memcpy(info->center_of_mass, def->has_center ? def->center : spread.center,
        sizeof(info->center_of_mass));
    wafti_vector_sub(b->mass.center, info->center_of_mass, info->buoyancy);
    double shift[3];
    wafti_vector_sub(spread.center, info->center_of_mass, shift);
    // J = tr(C) - C about the centre of what has the mass, and Steiner's part.
    const double* c = spread.covariance;
    const double density = info->mass / spread.volume;
    const double square = wafti_vector_dot(shift, shift);
    for (int i = 0; i < 9; ++i) {
        const bool diagonal = i % 4 == 0;
        info->inertia[i] = density * ((diagonal ? c[0] + c[4] + c[8] : 0.0) - c[i]);
        info->inertia[i] += info->mass * ((diagonal ? square : 0.0) - shift[i / 3] * shift[i % 3]);
    }
    if (def->has_inertia) {
        const double* j = def->inertia;
        const double full[9] = {j[0], j[3], j[5], j[3], j[1], j[4], j[5], j[4], j[2]};
        memcpy(info->inertia, full, sizeof(full));
    }
    return WAFT_OK;
}

static waft_result center_mesh(baking* b) {
    const waft_mesh_view view = waft_mesh_get_view(b->given);
    const waft_allocator* allocator = &b->hull->allocator;
    double* points = wafti_allocate(allocator, view.point_count, 3 * sizeof(double));
    if (points == NULL) {
        return wafti_fail_memory(
            b->context->error, view.point_count * 3 * sizeof(double), b->def->name);
    }
    for (size_t i = 0; i < view.point_count; ++i) {
        wafti_vector_sub(&view.positions[3 * i], b->hull->info.center_of_mass, &points[3 * i]);
    }
    const waft_result result = wafti_mesh_with_points(
        b->given, points, b->def->name, allocator, &b->hull->mesh, b->context->error);
    wafti_release(allocator, points, view.point_count, 3 * sizeof(double));
    if (result == WAFT_OK) {
        const waft_mesh_info info = waft_mesh_get_info(b->hull->mesh);
        b->hull->info.shape = b->def->shape;
        b->hull->info.point_count = info.point_count;
        b->hull->info.facet_count = info.facet_count;
        if (info.component_count > 1) {
            wafti_hull_warn(
                b->hull, "separate parts: %zu; they should not overlap", info.component_count);
        }
    }
    return result;
}

static void finish_plates(waft_hull_info* info) {
    if (info->plate_count == 1 && !(info->plates[0].added_mass > 0.0)) {
        for (int i = 0; i < 9; ++i) {
            info->plates[0].added_mass += info->plates[0].normal[i / 3] *
                                          info->added_mass[i / 3 * 6 + i % 3] *
                                          info->plates[0].normal[i % 3];
        }
    }
    for (int i = 0; i < info->plate_count; ++i) {
        if (!(info->plates[i].added_mass > 0.0)) {
            info->plates[i].added_mass = 8.0 / 3.0 * pow(info->plates[i].area / M_PI, 1.5);
        }
    }
}

static waft_result bake(baking* b) {
    waft_hull* hull = b->hull;
    hull->fluid_density = b->def->fluid_density;
    hull->gravity = b->def->gravity;
    hull->info.key = wafti_hull_hash(b->def);
    waft_result result = take_mesh(b);
    result = result == WAFT_OK ? find_mass(b) : result;
    result = result == WAFT_OK ? center_mesh(b) : result;
    if (result == WAFT_OK && b->def->shape == WAFT_HULL_MESH) { // our own do not cross themselves
        uint32_t facets[2];
        result = wafti_hull_find_crossing(hull->mesh, b->context, facets);
        if (result == WAFT_OK && facets[1] != WAFTI_NO_FACET) {
            wafti_hull_warn(
                hull, "the surface passes through itself: facets %u and %u", facets[0], facets[1]);
        }
    }
    // An open mesh is its own middle surface.
    const waft_mesh* sheet = b->def->shell > 0.0 ? b->given : b->sheet;
    if (result == WAFT_OK) {
        result = wafti_hull_measure(hull, b->def, sheet, b->mass.covariance, b->context);
    }
    if (result == WAFT_OK) {
        result = wafti_hull_find_added_mass(hull, b->def, sheet, b->context);
    }
    if (result == WAFT_OK) {
        finish_plates(&hull->info);
        result = wafti_hull_find_turbulence(hull, b->def, b->context);
    }
    return result;
}

static waft_result bake_in_pool(const waft_hull_def* def, waft_hull* hull, waft_error* error) {
    const wafti_pool_def pool_def = {.threads = def->threads, .allocator = &def->allocator};
    wafti_pool* pool = NULL;
    waft_result result = wafti_pool_create(&pool_def, &pool, error);
    if (result != WAFT_OK) {
        return result;
    }
    const wafti_context context = {.allocator = def->allocator,
        .pool = pool,
        .isa = wafti_isa_choose(),
        .gravity = def->gravity,
        .error = error};
    baking b = {.def = def, .context = &context, .hull = hull};
    wafti_pool_begin(pool);
    result = bake(&b);
    wafti_pool_end(pool);
    waft_mesh_destroy(b.shape);
    waft_mesh_destroy(b.sheet);
    wafti_pool_destroy(pool);
    return result;
}

waft_result waft_hull_bake(const waft_hull_def* def, waft_hull** out_hull, waft_error* out_error) {
    if (out_hull == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_hull_bake: a pointer is NULL");
    }
    *out_hull = NULL;
    waft_error own = {.sentence = ""}; // solvers want one to write to
    waft_error* error = out_error != NULL ? out_error : &own;
    waft_hull_def wide = waft_hull_def_default();
    waft_result result = waft_struct_take(&wide, sizeof(wide), def, "waft_hull_def", error);
    def = &wide;
    result = result == WAFT_OK ? wafti_hull_check(def, error) : result;
    if (result != WAFT_OK) {
        return result;
    }
    waft_hull* hull = wafti_allocate_zero(&def->allocator, 1, sizeof(*hull));
    if (hull == NULL) {
        return wafti_fail_memory(error, sizeof(*hull), def->name);
    }
    hull->allocator = def->allocator;
    result = bake_in_pool(def, hull, error);
    if (result != WAFT_OK) {
        waft_hull_destroy(hull);
        return result;
    }
    *out_hull = hull;
    return WAFT_OK;
}

void waft_hull_destroy(waft_hull* hull) {
    if (hull == NULL) {
        return;
    }
    const waft_allocator allocator = hull->allocator;
    const waft_hull_info* info = &hull->info;
    wafti_release(&allocator, hull->potential, info->facet_count, 6 * sizeof(double));
    wafti_release(&allocator, hull->history, info->history_count, sizeof(waft_turbulence_sample));
    wafti_release(&allocator, hull->contacts, info->contact_count, 3 * sizeof(double));
    waft_mesh_destroy(hull->mesh);
    wafti_release(&allocator, hull, 1, sizeof(*hull));
}

void waft_hull_read_info(const waft_hull* hull, waft_hull_info* out_info, size_t size) {
    const waft_hull_info info = hull != NULL ? hull->info : (waft_hull_info){0};
    waft_struct_read(out_info, size, &info, sizeof(info));
}

const waft_mesh* waft_hull_mesh(const waft_hull* hull) {
    return hull != NULL ? hull->mesh : NULL;
}

size_t waft_hull_warning_count(const waft_hull* hull) {
    return hull != NULL ? hull->warning_count : 0;
}

const char* waft_hull_warning(const waft_hull* hull, size_t index) {
    return index < waft_hull_warning_count(hull) ? hull->warnings[index] : NULL;
}
