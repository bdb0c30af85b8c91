// SPDX-License-Identifier: MIT
#include "render/bench.h"

#include <string.h>

#include "render/direction.h"
#include "render/support.h"

enum { LEAVES = 5000 };

static const float fall_height = 2.0f;

// A leaf swings from side to side, turns over as it does and starts again at the top.
static waft_pose leaf_pose(double time, size_t leaf) {
    const float around = 2.0f * (float)M_PI * wafti_random((uint32_t)leaf, 1);
    const float out = 1.9f * sqrtf(wafti_random((uint32_t)leaf, 2));
    const float speed = 0.5f + 0.5f * wafti_random((uint32_t)leaf, 3);
    const double fallen =
        (double)wafti_random((uint32_t)leaf, 4) + time * (double)speed / (double)fall_height;
    const float high = 1.0f - (float)(fallen - floor(fallen));
    const float phase =
        2.0f * (float)M_PI * wafti_random((uint32_t)leaf, 5) + (float)fmod(4.0 * time, 2.0 * M_PI);
    const waft_vec3 axis = waft_vec3_normalize((waft_vec3){wafti_random((uint32_t)leaf, 6) - 0.5f,
        0.3f * (wafti_random((uint32_t)leaf, 7) - 0.5f), wafti_random((uint32_t)leaf, 8) - 0.5f});
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
        tints[i] = waft_vec3_scale(autumn[i % 4], 0.8f + 0.4f * wafti_random((uint32_t)i, 9));
    }
}

// A blade has a point at each end and rows of five points between; the stem is a strip.
enum { ROWS = 5, ACROSS = 5, BLADE = 2 + ROWS * ACROSS };

static void put(wafti_bench_leaf* leaf, size_t index, waft_vec3 v) {
    memcpy(&leaf->positions[3 * index], &v, sizeof v);
}

static uint32_t* put_triangle(uint32_t* at, size_t a, size_t b, size_t c) {
    at[0] = (uint32_t)a;
    at[1] = (uint32_t)b;
    at[2] = (uint32_t)c;
    return at + 3;
}

// Half the width at a share `t` of the length, as a share of the widest: round at the stem, drawn
// out to a tip.
static float outline(float t) {
    const float s = fmaxf(sinf((float)M_PI * powf(t, 0.8f)), 0.0f);
    return powf(s, 0.85f) * (1.08f - 0.22f * t);
}

static waft_vec3 blade_point(float length, float width, float bend, float t, float across) {
    const float half = 0.5f * width * outline(t);
    const float middle = 2.0f * t - 1.0f;
    const float fold = 0.22f * fabsf(across) * half;
    return (waft_vec3){length * (t - 0.5f), fold - bend * length * middle * middle, across * half};
}

static uint32_t* blade_triangles(uint32_t* at) {
    for (size_t row = 0; row + 1 < ROWS; ++row) {
        for (size_t i = 0; i + 1 < ACROSS; ++i) {
            const size_t a = 1 + row * ACROSS + i;
            const size_t b = a + ACROSS;
            at = put_triangle(at, a, a + 1, b + 1);
            at = put_triangle(at, a, b + 1, b);
        }
    }
    const size_t last = 1 + (ROWS - 1) * ACROSS;
    for (size_t i = 0; i + 1 < ACROSS; ++i) {
        at = put_triangle(at, 0, 2 + i, 1 + i);
        at = put_triangle(at, last + i, last + i + 1, BLADE - 1);
    }
    return at;
}

void wafti_bench_leaf_make(float length, float width, float bend, wafti_bench_leaf* out_leaf) {
    const waft_vec3 base = blade_point(length, width, bend, 0.0f, 0.0f);
    put(out_leaf, 0, base);
    put(out_leaf, BLADE - 1, blade_point(length, width, bend, 1.0f, 0.0f));
    for (size_t row = 0; row < ROWS; ++row) {
        // Rows stand closer at the ends, where the outline turns.
        const float t = 0.5f - 0.5f * cosf((float)M_PI * (float)(row + 1) / (ROWS + 1));
        for (size_t i = 0; i < ACROSS; ++i) {
            put(out_leaf, 1 + row * ACROSS + i,
                blade_point(length, width, bend, t, 2.0f * (float)i / (ACROSS - 1) - 1.0f));
        }
    }
    const float thick = 0.02f * length;
    const float end = 0.16f * length;
    for (int i = 0; i < 4; ++i) {
        const float back = i < 2 ? 0.0f : end;
        const float half = i < 2 ? thick : 0.5f * thick;
        put(out_leaf, (size_t)(BLADE + i),
            (waft_vec3){base.x - back, base.y - 2.0f * bend * back, i % 2 == 0 ? -half : half});
    }
    uint32_t* at = blade_triangles(out_leaf->indices);
    at = put_triangle(at, BLADE, BLADE + 2, BLADE + 3);
    (void)put_triangle(at, BLADE, BLADE + 3, BLADE + 1);
}

waft_result wafti_render_bench_bodies(wafti_bench_clock* clock, int frame, waft_error* out_error) {
    wafti_bench_leaf leaf;
    waft_pose* poses = wafti_render_allocate(NULL, LEAVES, sizeof *poses);
    waft_vec3* tints = wafti_render_allocate(NULL, LEAVES, sizeof *tints);
    waft_result result = WAFT_OK;
    if (poses != NULL && tints != NULL) {
        wafti_bench_leaf_make(0.09f, 0.045f, 0.08f, &leaf);
        wafti_render_bench_leaves((double)frame / 30.0, LEAVES, poses, tints);
        const waft_draw_mesh mesh = {.positions = leaf.positions,
            .indices = leaf.indices,
            .point_count = WAFTI_LEAF_POINTS,
            .index_count = (size_t)3 * WAFTI_LEAF_TRIANGLES,
            .material = {.kind = WAFT_MATERIAL_THIN,
                .color = {0.28f, 0.34f, 0.06f},
                .roughness = 0.45f,
                .transmission = 0.6f},
            .poses = poses,
            .tints = tints,
            .instance_count = LEAVES};
        waft_drawing drawing = wafti_bench_drawing(
            (waft_bounds){{-2.1f, 0.0f, -2.1f}, {2.1f, fall_height, 2.1f}},
            (waft_camera){.eye = {1.4f, 1.4f, 4.6f}, .target = {0.0f, 0.85f, 0.0f}, .fov = 0.75f});
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
