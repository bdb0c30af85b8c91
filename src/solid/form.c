// SPDX-License-Identifier: MIT
#include "solid/form.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "mesh/mesh.h"
#include "mesh/vector.h"

// Samples of a mesh's distance, at most: 256 nodes along each edge of a cube for cells. A larger mesh
// gets wider nodes; a cell is then finer than what the mesh is known to.
static const size_t most_bytes_for_cells = (size_t)64 << 20;
static const size_t most_bytes_for_particles = (size_t)256 << 20;
// 1280 facets around a sphere.
enum { ROUND_DETAIL = 3 };

wafti_primitive wafti_form_primitive(const waft_shape* shape, bool plane) {
    const double radius = (double)shape->radius;
    const double half = 0.5 * (double)shape->size.y;
    // In a plane a box has no ends along z that could be nearest.
    const double depth = plane ? (double)shape->size.x + (double)shape->size.y : 0.0;
    switch (shape->kind) {
    case WAFT_SHAPE_SPHERE:
        return (wafti_primitive){.kind = WAFTI_PRIMITIVE_SPHERE, .radius = radius};
    case WAFT_SHAPE_BOX:
        return (wafti_primitive){.kind = WAFTI_PRIMITIVE_BOX,
            .b = {0.5 * (double)shape->size.x, half, plane ? depth : 0.5 * (double)shape->size.z}};
    case WAFT_SHAPE_PLANE:
        return (wafti_primitive){.kind = WAFTI_PRIMITIVE_PLANE, .b = {0.0, 1.0, 0.0}};
    case WAFT_SHAPE_CAPSULE:
    case WAFT_SHAPE_MESH:
        break;
    }
    return (wafti_primitive){.kind = WAFTI_PRIMITIVE_CAPSULE,
        .a = {0.0, -half, 0.0},
        .b = {0.0, half, 0.0},
        .radius = radius};
}

double wafti_form_distance(const void* form, const double point[3]) {
    const wafti_form* self = form;
    const double at[3] = {point[0], point[1], self->plane ? 0.0 : point[2]};
    return self->shape.kind == WAFT_SHAPE_MESH ? wafti_distance_at(&self->distance, at)
                                               : wafti_primitive_distance(&self->primitive, at);
}

void wafti_form_distances(const void* form, const double start[3], const double step[3],
    int32_t first, int32_t count, double* out_distances) {
    const wafti_form* self = form;
    const double from[3] = {start[0], start[1], self->plane ? 0.0 : start[2]};
    const double along[3] = {step[0], step[1], self->plane ? 0.0 : step[2]};
    wafti_primitive_distances(&self->primitive, from, along, first, count, out_distances);
}

double wafti_form_gradient(const wafti_form* form, const double point[3], double out_gradient[3]) {
    // A step far below the features of a baked distance, far above the rounding of its samples.
    const double step = form->distance.samples != NULL ? 0.05 * form->distance.spacing
                                                       : 1e-6 * fmin(form->bound, 1.0);
    double at[3] = {point[0], point[1], point[2]};
    for (int axis = 0; axis < 3; ++axis) {
        at[axis] = point[axis] + step;
        const double above = wafti_form_distance(form, at);
        at[axis] = point[axis] - step;
        const double below = wafti_form_distance(form, at);
        at[axis] = point[axis];
        out_gradient[axis] = (above - below) / (2.0 * step);
    }
    return wafti_form_distance(form, point);
}

bool wafti_form_crosses(const void* form, const double from[3], const double to[3]) {
    const wafti_form* self = form;
    const double a[3] = {from[0], from[1], self->plane ? 0.0 : from[2]};
    const double b[3] = {to[0], to[1], self->plane ? 0.0 : to[2]};
    return wafti_bvh_meets(&self->bvh, a, b);
}

// Solids of a grid that are thinner than a cell; particles would pass them.
static bool may_be_sheet(const wafti_form_def* def) {
    return def->surface != NULL && !def->particles;
}

waft_result wafti_form_surface(
    const waft_shape* shape, const wafti_context* context, waft_mesh** out_mesh) {
    *out_mesh = NULL;
    if (shape->kind == WAFT_SHAPE_MESH) {
        return wafti_mesh_with_points(shape->mesh, shape->mesh->positions, "mesh",
            &context->allocator, out_mesh, context->error);
    }
    if (shape->kind == WAFT_SHAPE_PLANE) {
        return WAFT_OK;
    }
    waft_mesh_shape drawn = {.size = shape->size, .radius = shape->radius, .detail = ROUND_DETAIL};
    drawn.kind = shape->kind == WAFT_SHAPE_BOX ? WAFT_MESH_BOX : WAFT_MESH_SPHERE;
    if (shape->kind == WAFT_SHAPE_CAPSULE) {
        drawn.kind = WAFT_MESH_CAPSULE;
        drawn.length = shape->size.y;
    }
    return waft_mesh_create_shape(&drawn, &context->allocator, out_mesh, context->error);
}

// In a plane flow the surface is pressed flat, as thick as a cell; its section at z = 0 stays.
static waft_result flatten(
    wafti_form* form, const waft_mesh* whole, double h, const wafti_context* context) {
    const waft_mesh_view view = waft_mesh_get_view(whole);
    const waft_mesh_info info = waft_mesh_get_info(whole);
    const double half = fmax(fabs(info.low[2]), fabs(info.high[2]));
    if (2.0 * half <= h) {
        return WAFT_OK;
    }
    double* positions =
        wafti_allocate(&context->allocator, view.point_count, 3 * sizeof(*positions));
    if (positions == NULL) {
        return wafti_fail_memory(
            context->error, view.point_count * 3 * sizeof(*positions), "the surface of a solid");
    }
    for (size_t i = 0; i < 3 * view.point_count; ++i) {
        positions[i] = view.positions[i] * (i % 3 == 2 ? 0.5 * h / half : 1.0);
    }
    const waft_result result = wafti_mesh_with_points(
        whole, positions, "mesh", &context->allocator, &form->flat, context->error);
    wafti_release(&context->allocator, positions, view.point_count, 3 * sizeof(*positions));
    return result;
}

// Half a cell or spacing keeps edges sharp; particles feel walls from less than three spacings.
static wafti_distance_def baking_def(const wafti_form_def* def) {
    return (wafti_distance_def){.spacing = 0.5 * def->h,
        .margin = 2.0 * def->h,
        .band = def->particles ? 3.0 * def->h : 0.0,
        .most_bytes = def->particles ? most_bytes_for_particles : most_bytes_for_cells};
}

// A tree over the surface; a closed mesh trades it for baked distances.
static waft_result make_queries(wafti_form* form, const wafti_form_def* def, const waft_mesh* mesh,
    const wafti_context* context) {
    waft_result result = wafti_bvh_init(&form->bvh, mesh, &context->allocator, context->error);
    if (result != WAFT_OK || form->sheet) {
        return result;
    }
    const wafti_distance_def baking = baking_def(def);
    result =
        wafti_distance_bake(&form->distance, &form->bvh, &baking, context->pool, context->error);
    if (result == WAFT_OK && may_be_sheet(def) && form->distance.thickness < def->h) {
        form->sheet = true;
        wafti_distance_free(&form->distance);
        form->distance = (wafti_distance){0};
        return WAFT_OK;
    }
    wafti_bvh_free(&form->bvh);
    form->bvh = (wafti_bvh){0};
    return result;
}

uint64_t wafti_form_hash(const waft_shape* shape) {
    const uint32_t kind = (uint32_t)shape->kind;
    const float numbers[] = {shape->radius, shape->size.x, shape->size.y, shape->size.z};
    uint64_t hash = wafti_hash_u64(WAFTI_HASH_START, kind);
    hash = wafti_hash(hash, numbers, sizeof(numbers));
    if (shape->kind == WAFT_SHAPE_MESH) {
        const waft_mesh_view view = waft_mesh_get_view(shape->mesh);
        hash = wafti_hash(hash, view.positions, 3 * view.point_count * sizeof(*view.positions));
        hash = wafti_hash(hash, view.indices, 3 * view.facet_count * sizeof(*view.indices));
    }
    return hash;
}

static double bound_of(const wafti_form* form) {
    const waft_shape* shape = &form->shape;
    const double radius = (double)shape->radius;
    const double* half = form->primitive.b;
    switch (shape->kind) {
    case WAFT_SHAPE_SPHERE:
        return radius;
    case WAFT_SHAPE_CAPSULE:
        return half[1] + radius;
    case WAFT_SHAPE_PLANE:
        return INFINITY;
    case WAFT_SHAPE_BOX:
        return wafti_vector_length(half);
    case WAFT_SHAPE_MESH:
        break;
    }
    return wafti_vector_farthest(form->low, form->high);
}

static waft_result fill_form(
    wafti_form* form, const wafti_form_def* def, const wafti_context* context) {
    const waft_shape* shape = def->shape;
    const bool is_mesh = shape->kind == WAFT_SHAPE_MESH;
    if (is_mesh) {
        const waft_mesh_info info =
            waft_mesh_get_info(def->surface != NULL ? def->surface : shape->mesh);
        form->sheet = !info.closed;
        memcpy(form->low, info.low, sizeof(form->low));
        memcpy(form->high, info.high, sizeof(form->high));
    } else {
        form->primitive = wafti_form_primitive(shape, def->plane);
        form->sheet = may_be_sheet(def) && wafti_primitive_thickness(&form->primitive) < def->h;
        (void)wafti_primitive_bounds(&form->primitive, form->low, form->high);
    }
    form->bound = bound_of(form);
    waft_result result = WAFT_OK;
    if (def->surface != NULL && def->plane) {
        result = flatten(form, def->surface, def->h, context);
    }
    if (result == WAFT_OK && (is_mesh || form->sheet)) {
        const waft_mesh* whole = def->surface != NULL ? def->surface : shape->mesh;
        result = make_queries(form, def, form->flat != NULL ? form->flat : whole, context);
    }
    return result;
}

waft_result wafti_form_make(
    wafti_form* form, const wafti_form_def* def, const wafti_context* context) {
    *form = (wafti_form){.shape = *def->shape,
        .plane = def->plane,
        .hash = wafti_form_hash(def->shape),
        .users = wafti_allocate(&context->allocator, 1, sizeof(*form->users)),
        .allocator = context->allocator};
    if (form->users == NULL) {
        return wafti_fail_memory(context->error, sizeof(*form->users), "a shape");
    }
    *form->users = 1;
    form->shape.mesh = NULL;
    form->mesh = def->shape->kind == WAFT_SHAPE_MESH ? waft_mesh_get_info(def->shape->mesh).key : 0;
    const waft_result result = fill_form(form, def, context);
    if (result != WAFT_OK) {
        wafti_form_free(form);
    }
    return result;
}

wafti_form wafti_form_share(const wafti_form* form) {
    ++*form->users;
    return *form;
}

void wafti_form_free(wafti_form* form) {
    if (form->users != NULL && --*form->users == 0) {
        wafti_bvh_free(&form->bvh);
        wafti_distance_free(&form->distance);
        waft_mesh_destroy(form->flat);
        wafti_release(&form->allocator, form->users, 1, sizeof(*form->users));
    }
    *form = (wafti_form){0};
}

double wafti_form_thickness(const wafti_form* form) {
    return form->distance.samples != NULL ? form->distance.thickness
                                          : wafti_primitive_thickness(&form->primitive);
}

size_t wafti_form_surface_bytes(const waft_mesh* mesh) {
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    return view.point_count * (6 * sizeof(double) + 3 * sizeof(float)) +
           view.facet_count * 6 * sizeof(uint32_t);
}

wafti_need wafti_form_need(const wafti_form_def* def) {
    if (def->shape->kind != WAFT_SHAPE_MESH || def->shape->mesh == NULL) {
        return (wafti_need){0};
    }
    const waft_mesh_info info = waft_mesh_get_info(def->shape->mesh);
    const wafti_distance_def baking = baking_def(def);
    const bool flat = def->plane && def->surface != NULL;
    double low[3];
    double high[3];
    memcpy(low, info.low, sizeof(low));
    memcpy(high, info.high, sizeof(high));
    if (flat) { // pressed so
        low[2] = fmax(low[2], -0.5 * def->h);
        high[2] = fmin(high[2], 0.5 * def->h);
    }
    wafti_need need = {.kept = wafti_bvh_size(info.facet_count),
        .passing = wafti_bvh_scratch_size(info.facet_count)};
    if (info.closed) {
        need = wafti_distance_need(&baking, low, high, info.facet_count);
    }
    need.kept += flat ? wafti_form_surface_bytes(def->shape->mesh) : 0;
    return need;
}

wafti_need wafti_form_need_of_bounds(const double low[3], const double high[3], double spacing) {
    const wafti_form_def def = {.h = spacing, .particles = true};
    const wafti_distance_def baking = baking_def(&def);
    return wafti_distance_need(&baking, low, high, 0);
}

size_t wafti_form_memory(const wafti_form* form) {
    const size_t bytes = form->distance.byte_count + wafti_form_surface_bytes(form->flat) +
                         (form->bvh.nodes != NULL ? wafti_bvh_size(form->bvh.mesh.facet_count) : 0);
    return bytes / *form->users;
}

#define PASS(stream, value) wafti_stream_bytes((stream), &(value), sizeof(value))

waft_result wafti_fail_forged(waft_error* error) {
    return wafti_fail(error, WAFT_ERR_PARSE, "the snapshot contradicts itself");
}

void wafti_flag_state(bool* flag, wafti_stream* stream) {
    uint8_t byte = *flag;
    PASS(stream, byte);
    *flag = byte != 0;
}

void wafti_shape_state(waft_shape* shape, wafti_stream* stream) {
    uint32_t kind = (uint32_t)shape->kind;
    PASS(stream, kind);
    PASS(stream, shape->radius);
    PASS(stream, shape->size);
    shape->kind = (waft_shape_kind)kind;
}

void wafti_form_state(wafti_form* form, wafti_stream* stream) {
    PASS(stream, form->hash);
    PASS(stream, form->mesh);
    wafti_shape_state(&form->shape, stream);
}

waft_result wafti_form_find_mesh(
    wafti_form* form, wafti_find_mesh* find, void* user, const char* what, waft_error* error) {
    if (form->shape.kind != WAFT_SHAPE_MESH) {
        return WAFT_OK;
    }
    form->shape.mesh = find != NULL ? find(user, form->mesh, 0) : NULL;
    return form->shape.mesh != NULL
               ? WAFT_OK
               : wafti_fail(error, WAFT_ERR_PARSE,
                     "%s is a mesh that this world does not know, of key %016llx; give it a "
                     "finder of meshes",
                     what, (unsigned long long)form->mesh);
}
