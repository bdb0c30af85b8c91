// SPDX-License-Identifier: MIT
#include "render/mesh.h"

#include "test.h"

static wafti_frame frame_of(const waft_drawing* drawing) {
    wafti_frame frame = {0};
    wafti_frame_setup(&frame, drawing);
    return frame;
}

static size_t gather_one(
    const wafti_mesh_view* view, waft_vec3 at, float radius, wafti_mesh_ranges* out_ranges) {
    const waft_pose pose = {at, {0.0f, 0.0f, 0.0f, 2.0f}};
    const waft_draw_mesh mesh = {.poses = &pose, .instance_count = 1};
    uint8_t level = 0;
    wafti_mesh_instance instance;
    const size_t count = wafti_mesh_gather(&mesh, radius, view, &level, 0, &instance, out_ranges);
    if (count == 1) {
        CHECK_NEAR(instance.place[0], at.x, 0.0);
        CHECK_NEAR(instance.rotation[3], 1.0, 1e-6); // made a unit quaternion
        CHECK_NEAR(instance.tint[1], 1.0, 0.0);
    }
    return count;
}

static void only_what_is_seen_is_kept(void) {
    for (int parallel = 0; parallel < 2; ++parallel) {
        waft_drawing drawing = waft_drawing_default();
        drawing.camera.orthographic = parallel != 0;
        const wafti_frame frame = frame_of(&drawing);
        const wafti_mesh_view view = wafti_mesh_camera_view(&frame);
        wafti_mesh_ranges ranges;
        CHECK(gather_one(&view, (waft_vec3){0.0f, 0.0f, 0.0f}, 0.1f, &ranges) == 1);
        CHECK(gather_one(&view, (waft_vec3){30.0f, 0.0f, 0.0f}, 0.1f, &ranges) == 0);
        CHECK(gather_one(&view, (waft_vec3){-30.0f, 0.0f, 0.0f}, 0.1f, &ranges) == 0);
        CHECK(gather_one(&view, (waft_vec3){0.0f, 30.0f, 0.0f}, 0.1f, &ranges) == 0);
        CHECK(gather_one(&view, (waft_vec3){30.0f, 0.0f, 0.0f}, 40.0f, &ranges) == 1);
        CHECK(gather_one(&view, (waft_vec3){0.0f, 0.0f, 4000.0f}, 0.1f, &ranges) == 0);
    }
}

static void the_sun_sees_the_bounds(void) {
    const waft_drawing drawing = waft_drawing_default();
    const wafti_frame frame = frame_of(&drawing);
    const wafti_mesh_view view = wafti_mesh_light_view(&frame);
    wafti_mesh_ranges ranges;
    for (int corner = 0; corner < 8; ++corner) {
        const waft_vec3 at = {(corner & 1) != 0 ? 1.0f : -1.0f, (corner & 2) != 0 ? 1.0f : -1.0f,
            (corner & 4) != 0 ? 1.0f : -1.0f};
        CHECK(gather_one(&view, at, 0.01f, &ranges) == 1);
        CHECK(gather_one(&view, waft_vec3_scale(at, 9.0f), 0.01f, &ranges) == 0);
    }
}

static int level_of(const wafti_mesh_view* view, float distance, float radius) {
    wafti_mesh_ranges ranges;
    const waft_vec3 at = {0.0f, 2.0f - distance * 0.31622777f, 6.0f - distance * 0.9486833f};
    if (!CHECK(gather_one(view, at, radius, &ranges) == 1)) {
        return -1;
    }
    for (int level = 0; level < WAFTI_MESH_LEVELS; ++level) {
        if (ranges.count[level] == 1) {
            return level;
        }
    }
    return -1;
}

static void small_things_are_coarse(void) {
    const waft_drawing drawing = waft_drawing_default();
    const wafti_frame frame = frame_of(&drawing);
    const wafti_mesh_view view = wafti_mesh_camera_view(&frame);
    int before = -1;
    float radius = 1.0f;
    while (radius > 1e-3f) {
        const int level = level_of(&view, 6.0f, radius);
        CHECK(level >= before);
        before = level;
        radius *= 0.7f;
    }
    CHECK(before == WAFTI_MESH_LEVELS - 1);
    CHECK(level_of(&view, 6.0f, 1.0f) == 0);
    CHECK(level_of(&view, 9.0f, 0.05f) >= level_of(&view, 5.0f, 0.05f));
    for (int level = 1; level + 1 < WAFTI_MESH_LEVELS; ++level) {
        CHECK(wafti_mesh_cubes(level) > wafti_mesh_cubes(level + 1));
    }
}

static void ranges_sort_by_level(void) {
    const waft_drawing drawing = waft_drawing_default();
    const wafti_frame frame = frame_of(&drawing);
    const wafti_mesh_view view = wafti_mesh_camera_view(&frame);
    enum { COUNT = 40 };
    waft_pose poses[COUNT];
    float scales[COUNT];
    waft_vec3 tints[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        poses[i] = (waft_pose){
            {0.01f * (float)i, 0.0f, i % 5 == 4 ? 900.0f : 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}};
        scales[i] = i % 5 == 4 ? 0.1f : powf(0.25f, (float)(i % 5));
        tints[i] = (waft_vec3){(float)i, 0.0f, 0.0f};
    }
    const waft_draw_mesh mesh = {
        .poses = poses, .scales = scales, .tints = tints, .instance_count = COUNT};
    uint8_t levels[COUNT];
    wafti_mesh_instance out[COUNT];
    wafti_mesh_ranges ranges;
    const size_t count = wafti_mesh_gather(&mesh, 1.0f, &view, levels, 100, out, &ranges);
    CHECK(count == (size_t)COUNT / 5 * 4);
    size_t next = 100;
    for (int level = 0; level < WAFTI_MESH_LEVELS; ++level) {
        CHECK(ranges.first[level] == next);
        next += ranges.count[level];
        for (size_t i = ranges.first[level]; i + 1 < next; ++i) {
            CHECK(out[i - 100].tint[0] < out[i - 99].tint[0]); // in order within a level
        }
    }
    CHECK(next == 100 + count);
}

static const test_case cases[] = {
    {"only what is seen is kept", only_what_is_seen_is_kept},
    {"the sun sees the bounds", the_sun_sees_the_bounds},
    {"small things are coarse", small_things_are_coarse},
    {"ranges sort by level", ranges_sort_by_level},
};

TEST_MAIN(cases)
