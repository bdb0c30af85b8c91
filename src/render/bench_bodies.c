// SPDX-License-Identifier: MIT
#include "render/bench_bodies.h"

#include "render/shapes.h"
#include "render/support.h"

enum { LEAVES = 5000 };

static const float fall_height = 2.0f;

// A number from 0 to 1 for each leaf and use: the finalizer of MurmurHash3.
static float random_of(size_t leaf, uint32_t use) {
    uint32_t h = (uint32_t)leaf * 0x9E3779B1u + use * 0x85EBCA77u;
    h = (h ^ (h >> 16)) * 0x85EBCA6Bu;
    h = (h ^ (h >> 13)) * 0xC2B2AE35u;
    return (float)((h ^ (h >> 16)) >> 8) / 16777216.0f;
}

// A leaf swings from side to side, turns over as it does and starts again at the top.
static waft_pose leaf_pose(double time, size_t leaf) {
    const float around = 2.0f * (float)M_PI * random_of(leaf, 1);
    const float out = 1.9f * sqrtf(random_of(leaf, 2));
    const float speed = 0.5f + 0.5f * random_of(leaf, 3);
    const double fallen = (double)random_of(leaf, 4) + time * (double)speed / (double)fall_height;
    const float high = 1.0f - (float)(fallen - floor(fallen));
    const float phase =
        2.0f * (float)M_PI * random_of(leaf, 5) + (float)fmod(4.0 * time, 2.0 * M_PI);
    const waft_vec3 axis = waft_vec3_normalize((waft_vec3){
        random_of(leaf, 6) - 0.5f, 0.3f * (random_of(leaf, 7) - 0.5f), random_of(leaf, 8) - 0.5f});
    const waft_vec3 up = {0.0f, 1.0f, 0.0f};
    return (waft_pose){
        .position = {out * sinf(around) + 0.08f * sinf(phase), 0.04f + (fall_height - 0.1f) * high,
            out * cosf(around) + 0.08f * cosf(phase)},
        .rotation = waft_quat_mul(waft_quat_axis_angle(axis, 1.1f * sinf(phase) + 0.5f * phase),
            waft_quat_axis_angle(up, around)),
    };
}

void wafti_render_bench_leaves(double time, size_t count, waft_pose* poses, waft_vec3* tints) {
    static const waft_vec3 autumn[] = {
        {1.0f, 1.0f, 1.0f}, {0.8f, 0.9f, 0.9f}, {2.2f, 1.2f, 0.6f}, {2.3f, 0.6f, 0.5f}};
    for (size_t i = 0; i < count; ++i) {
        poses[i] = leaf_pose(time, i);
        tints[i] = waft_vec3_scale(autumn[i % 4], 0.8f + 0.4f * random_of(i, 9));
    }
}

static waft_result draw_leaves(
    wafti_bench_clock* clock, int frame, const waft_draw_mesh* leaf, waft_error* out_error) {
    waft_pose* poses = wafti_render_allocate(NULL, LEAVES, sizeof *poses);
    waft_vec3* tints = wafti_render_allocate(NULL, LEAVES, sizeof *tints);
    waft_result result = WAFT_OK;
    if (poses != NULL && tints != NULL) {
        wafti_render_bench_leaves((double)frame / 30.0, LEAVES, poses, tints);
        waft_draw_mesh mesh = *leaf;
        mesh.poses = poses;
        mesh.tints = tints;
        mesh.instance_count = LEAVES;
        waft_drawing drawing = waft_drawing_default();
        drawing.look.size[0] = 640;
        drawing.look.size[1] = 360;
        drawing.look.samples = 2;
        drawing.bounds = (waft_bounds){{-2.1f, 0.0f, -2.1f}, {2.1f, fall_height, 2.1f}};
        drawing.camera =
            (waft_camera){.eye = {1.4f, 1.4f, 4.6f}, .target = {0.0f, 0.85f, 0.0f}, .fov = 0.75f};
        drawing.meshes = &mesh;
        drawing.mesh_count = 1;
        result = wafti_bench_draw(clock, &drawing, out_error);
    } else {
        result = wafti_render_fail(out_error, WAFT_ERR_NO_MEMORY, "no memory for the leaves");
    }
    wafti_render_release(NULL, poses, LEAVES, sizeof *poses);
    wafti_render_release(NULL, tints, LEAVES, sizeof *tints);
    return result;
}

waft_result wafti_render_bench_bodies(wafti_bench_clock* clock, int frame, waft_error* out_error) {
    wafti_render_shape shape;
    waft_result result = wafti_render_shape_leaf(NULL, 0.09f, 0.045f, 0.08f, &shape, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    waft_draw_mesh leaf = wafti_render_shape_mesh(&shape);
    leaf.material = (waft_material){.kind = WAFT_MATERIAL_THIN,
        .color = {0.28f, 0.34f, 0.06f},
        .roughness = 0.45f,
        .transmission = 0.6f};
    result = draw_leaves(clock, frame, &leaf, out_error);
    wafti_render_shape_free(NULL, &shape);
    return result;
}
