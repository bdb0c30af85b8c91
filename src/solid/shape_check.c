// SPDX-License-Identifier: MIT
#include "solid/shape_check.h"

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/range.h"
#include "base/text.h"
#include "mesh/mesh.h"

// m; beyond it float has no room left for squares.
static const float greatest = 1e6f;

typedef struct named {
    const char* key;
    float value;
    float low;
    bool above;
} named;

static waft_result check_items(
    waft_error* error, const char* path, const named* items, size_t count, float high) {
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < count && result == WAFT_OK; ++i) {
        char full[80];
        (void)snprintf(full, sizeof(full), "%s.%s", path, items[i].key);
        result = wafti_check_range(
            error, (wafti_range){full, items[i].value, items[i].low, high, items[i].above});
    }
    return result;
}

static waft_result check_mesh(
    const waft_mesh* mesh, const char* path, bool sheets, waft_error* error) {
    if (mesh == NULL) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s.shape.mesh is NULL", path);
    }
    const bool open = sheets && !wafti_mesh_is_body(mesh);
    waft_error found;
    const waft_result result =
        waft_mesh_check(mesh, open ? WAFT_MESH_SHEET : WAFT_MESH_SOLID, &found);
    return result == WAFT_OK ? WAFT_OK
                             : wafti_fail(error, result, "%s.shape.mesh: %s", path, found.sentence);
}

waft_result wafti_form_check(
    const waft_shape* shape, const char* path, const wafti_shape_rules* rules, waft_error* error) {
    const named sphere[] = {{"shape.sphere", shape->radius, 0.0f, true}};
    const named capsule[] = {{"shape.capsule[0]", shape->radius, 0.0f, true},
        {"shape.capsule[1]", shape->size.y, 0.0f, false}};
    const named box[] = {{"shape.box[0]", shape->size.x, 0.0f, true},
        {"shape.box[1]", shape->size.y, 0.0f, true},
        {"shape.box[2]", shape->size.z, 0.0f, !rules->flat}};
    switch (shape->kind) {
    case WAFT_SHAPE_SPHERE:
        return check_items(error, path, sphere, 1, greatest);
    case WAFT_SHAPE_BOX:
        return check_items(error, path, box, 3, greatest);
    case WAFT_SHAPE_CAPSULE:
        return check_items(error, path, capsule, 2, greatest);
    case WAFT_SHAPE_MESH:
        return check_mesh(shape->mesh, path, rules->sheets, error);
    case WAFT_SHAPE_PLANE:
        return rules->half_spaces
                   ? WAFT_OK
                   : wafti_fail(error, WAFT_ERR_ARGUMENT, "%s.shape cannot be a half space", path);
    }
    return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s.shape.kind is %u: there is no such choice",
        path, (unsigned)shape->kind);
}

waft_result wafti_pose_check(
    const waft_pose* pose, const char* path, bool flat, waft_error* error) {
    const named place[] = {{"at[0]", pose->position.x, -greatest, false},
        {"at[1]", pose->position.y, -greatest, false},
        {"at[2]", pose->position.z, -greatest, false}};
    const named turn[] = {{"rotation[0]", pose->rotation.x, -1.01f, false},
        {"rotation[1]", pose->rotation.y, -1.01f, false},
        {"rotation[2]", pose->rotation.z, -1.01f, false},
        {"rotation[3]", pose->rotation.w, -1.01f, false}};
    waft_result result = check_items(error, path, place, 3, greatest);
    result = result == WAFT_OK ? check_items(error, path, turn, 4, 1.01f) : result;
    if (result != WAFT_OK) {
        return result;
    }
    const waft_quat q = pose->rotation;
    const float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (!(fabsf(square - 1.0f) < 1e-3f)) {
        char length[32];
        (void)wafti_format_float(length, sqrtf(square));
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "%s.rotation has the length %s: allowed is 1", path, length);
    }
    if (flat && (fabsf(q.x) > 1e-6f || fabsf(q.y) > 1e-6f)) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "%s.rotation: in a plane things turn about z only", path);
    }
    return WAFT_OK;
}
