// SPDX-License-Identifier: MIT
#include "render/mesh.h"

#include "render/direction.h"

static bool all_finite(const float* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (!isfinite(values[i])) {
            return false;
        }
    }
    return true;
}

static bool is_pose(const waft_pose* pose) {
    const waft_quat q = pose->rotation;
    return wafti_is_finite(pose->position) && isfinite(q.x) && isfinite(q.y) && isfinite(q.z) &&
           isfinite(q.w);
}

static const char* surface_problem(const waft_draw_mesh* mesh) {
    if (mesh->point_count == 0 || mesh->index_count == 0) {
        return NULL;
    }
    if (mesh->positions == NULL || mesh->indices == NULL) {
        return "positions or indices are NULL";
    }
    if (mesh->point_count > INT32_MAX / 16 || mesh->index_count > INT32_MAX / 16) {
        return "it has more than 134 million points or indices";
    }
    if (mesh->index_count % 3 != 0) {
        return "index_count is not a multiple of 3";
    }
    for (size_t i = 0; i < mesh->index_count; ++i) {
        if (mesh->indices[i] >= mesh->point_count) {
            return "an index is not below point_count";
        }
    }
    if (!all_finite(mesh->positions, 3 * mesh->point_count) ||
        (mesh->normals != NULL && !all_finite(mesh->normals, 3 * mesh->point_count))) {
        return "positions and normals must be finite";
    }
    return NULL;
}

static const char* instances_problem(const waft_draw_mesh* mesh) {
    if (mesh->instance_count > 0 && mesh->poses == NULL) {
        return "poses are NULL but instance_count is not 0";
    }
    if (mesh->instance_count > INT32_MAX / 64) {
        return "it has more than 33 million instances";
    }
    for (size_t i = 0; i < mesh->instance_count; ++i) {
        if (!is_pose(&mesh->poses[i])) {
            return "poses must be finite";
        }
        if (mesh->scales != NULL && !(mesh->scales[i] >= 0.0f && isfinite(mesh->scales[i]))) {
            return "scales must be finite and not below 0";
        }
        if (mesh->tints != NULL && !wafti_is_finite(mesh->tints[i])) {
            return "tints must be finite";
        }
    }
    return NULL;
}

static const char* material_problem(const waft_material* material) {
    if ((unsigned)material->kind >= WAFTI_MESH_KINDS) {
        return "its material is of no known kind";
    }
    if (!wafti_is_finite(material->color) || !isfinite(material->roughness) ||
        !isfinite(material->transmission)) {
        return "its material must be finite";
    }
    return NULL;
}

bool wafti_mesh_check(const wafti_frame* frame) {
    for (size_t i = 0; i < frame->drawing->mesh_count; ++i) {
        const waft_draw_mesh* mesh = &frame->drawing->meshes[i];
        const char* problems[] = {
            surface_problem(mesh), instances_problem(mesh), material_problem(&mesh->material)};
        for (size_t k = 0; k < sizeof problems / sizeof problems[0]; ++k) {
            if (problems[k] != NULL) {
                return wafti_frame_fail(
                    frame, WAFT_ERR_ARGUMENT, "meshes[%zu] cannot be drawn: %s", i, problems[k]);
            }
        }
    }
    return true;
}
