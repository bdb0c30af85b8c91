// SPDX-License-Identifier: MIT
// Shapes as signed distances: closed forms, and meshes baked onto a grid of half a spacing.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "liquid/solver.h"
#include "math/rotation.h"
#include "mesh/bvh.h"

enum { MOST_SAMPLES = 256 << 20 };

// Half a spacing keeps edges sharp, and particles feel walls from less than three spacings.
static wafti_distance_def baking_def(double spacing) {
    return (wafti_distance_def){
        .spacing = 0.5 * spacing,
        .margin = 2.0 * spacing,
        .band = 3.0 * spacing,
        .most_bytes = MOST_SAMPLES,
    };
}

wafti_need wafti_liquid_mesh_need(
    const double low[3], const double high[3], size_t facet_count, double spacing) {
    const wafti_distance_def def = baking_def(spacing);
    wafti_need need = wafti_distance_need(&def, low, high, facet_count);
    // Of a closed mesh half as many points as facets are drawn.
    need.kept += facet_count * (3 * sizeof(uint32_t) + 3 * sizeof(float) / 2);
    return need;
}

static waft_result bake_mesh(
    waft_liquid* liquid, const waft_mesh* mesh, const char* what, wafti_liquid_form* form) {
    waft_error* error = liquid->context->error;
    if (mesh == NULL) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s: the mesh is NULL", what);
    }
    waft_result result = waft_mesh_check(mesh, WAFT_MESH_SOLID, error);
    wafti_bvh bvh = {0};
    if (result == WAFT_OK) {
        result = wafti_bvh_init(&bvh, mesh, &liquid->context->allocator, error);
    }
    if (result != WAFT_OK) {
        return result;
    }
    const wafti_distance_def def = baking_def(liquid->d);
    result = wafti_distance_bake(&form->baked, &bvh, &def, liquid->context->pool, error);
    double square = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double far = fmax(fabs(bvh.low[axis]), fabs(bvh.high[axis]));
        square += far * far;
    }
    form->bound = sqrt(square);
    wafti_bvh_free(&bvh);
    return result;
}

// The surface of a mesh as it is drawn.
static waft_result keep_mesh(waft_liquid* liquid, const waft_mesh* mesh, wafti_liquid_form* form) {
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    form->point_count = view.point_count;
    form->index_count = 3 * view.facet_count;
    form->positions =
        wafti_arena_take(&liquid->arena, 3 * form->point_count, sizeof(*form->positions));
    form->indices = wafti_arena_take(&liquid->arena, form->index_count, sizeof(*form->indices));
    if (form->positions == NULL || form->indices == NULL) {
        return wafti_fail_memory(liquid->context->error, 3 * form->point_count, "a mesh");
    }
    for (size_t i = 0; i < 3 * form->point_count; ++i) {
        form->positions[i] = (float)view.positions[i];
    }
    memcpy(form->indices, view.indices, form->index_count * sizeof(*form->indices));
    return WAFT_OK;
}

static bool is_unit(waft_quat q) {
    const float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    return fabsf(square - 1.0f) < 1e-3f;
}

static waft_result check_shape(
    const waft_liquid* liquid, const waft_liquid_shape* shape, const char* what) {
    waft_error* error = liquid->context->error;
    const waft_vec3 p = shape->pose.position;
    if (!isfinite(p.x) || !isfinite(p.y) || !isfinite(p.z) || !is_unit(shape->pose.rotation)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s: its pose needs a finite position and a rotation of unit length", what);
    }
    const bool round = shape->kind == WAFT_LIQUID_SPHERE || shape->kind == WAFT_LIQUID_CAPSULE;
    if (round && !(isfinite(shape->radius) && shape->radius > 0.0f)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s: its radius must be above 0", what);
    }
    const waft_vec3 size = shape->size;
    const bool sized = size.x > 0.0f && size.y > 0.0f && size.z > 0.0f && isfinite(size.x) &&
                       isfinite(size.y) && isfinite(size.z);
    if (shape->kind == WAFT_LIQUID_BOX && !sized) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s: its size must be above 0", what);
    }
    return WAFT_OK;
}

waft_result wafti_liquid_form_make(waft_liquid* liquid, const waft_liquid_shape* shape,
    const char* what, wafti_liquid_form* out_form) {
    waft_result result = check_shape(liquid, shape, what);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_liquid_form form = {.shape = *shape};
    form.shape.mesh = NULL;
    const double radius = (double)shape->radius;
    const double half[3] = {
        0.5 * (double)shape->size.x, 0.5 * (double)shape->size.y, 0.5 * (double)shape->size.z};
    switch (shape->kind) {
    case WAFT_LIQUID_BOX:
        form.primitive = (wafti_primitive){WAFTI_PRIMITIVE_BOX, .b = {half[0], half[1], half[2]}};
        form.bound = sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]);
        break;
    case WAFT_LIQUID_SPHERE:
        form.primitive = (wafti_primitive){WAFTI_PRIMITIVE_SPHERE, .radius = radius};
        form.bound = radius;
        break;
    case WAFT_LIQUID_CAPSULE:
        form.primitive = (wafti_primitive){
            WAFTI_PRIMITIVE_CAPSULE, .a = {0, -half[1], 0}, .b = {0, half[1], 0}, .radius = radius};
        form.bound = half[1] + radius;
        break;
    case WAFT_LIQUID_PLANE:
        form.primitive = (wafti_primitive){WAFTI_PRIMITIVE_PLANE, .b = {0, 1, 0}};
        form.bound = INFINITY;
        break;
    case WAFT_LIQUID_MESH:
        result = bake_mesh(liquid, shape->mesh, what, &form);
        if (result == WAFT_OK) {
            result = keep_mesh(liquid, shape->mesh, &form);
        }
        break;
    default:
        return wafti_fail(liquid->context->error, WAFT_ERR_ARGUMENT, "%s: no such shape", what);
    }
    if (result != WAFT_OK) {
        wafti_liquid_form_free(&form);
        return result;
    }
    *out_form = form;
    return WAFT_OK;
}

void wafti_liquid_form_free(wafti_liquid_form* form) {
    if (form->baked.samples != NULL && !form->borrowed) {
        wafti_distance_free(&form->baked);
        form->baked.samples = NULL;
    }
}

double wafti_liquid_form_distance(const wafti_liquid_form* form, const double place[3]) {
    return form->baked.samples != NULL ? wafti_distance_at(&form->baked, place)
                                       : wafti_primitive_distance(&form->primitive, place);
}

double wafti_liquid_thickness(const waft_liquid* liquid, uint32_t obstacle) {
    const wafti_liquid_form* form = &liquid->solids[obstacle].form;
    if (form->baked.samples != NULL) {
        return form->baked.thickness;
    }
    wafti_primitive primitive = form->primitive;
    if (liquid->def.dimension == 2) {
        primitive.b[2] = INFINITY; // of a box: it has no ends along z
    }
    return wafti_primitive_thickness(&primitive);
}

double wafti_liquid_shape_distance(const wafti_liquid_form* form, const double place[3]) {
    const waft_pose pose = form->shape.pose;
    const double q[4] = {(double)pose.rotation.x, (double)pose.rotation.y, (double)pose.rotation.z,
        (double)pose.rotation.w};
    const double off[3] = {place[0] - (double)pose.position.x, place[1] - (double)pose.position.y,
        place[2] - (double)pose.position.z};
    double turn[3][3];
    wafti_rotation_matrix(q, turn);
    double inside[3];
    for (int axis = 0; axis < 3; ++axis) {
        inside[axis] = turn[0][axis] * off[0] + turn[1][axis] * off[1] + turn[2][axis] * off[2];
    }
    return wafti_liquid_form_distance(form, inside);
}
