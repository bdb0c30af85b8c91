// SPDX-License-Identifier: MIT
#include <waft/render.h>

#include "picture.h"
#include "shapes_fixture.h"

enum { SIDE = 96, MIDDLE = SIDE / 2 };

// Looks along -z at the origin, 2 m across, parallel; the sun stands where `azimuth` says.
static waft_drawing front_view(float azimuth, float elevation) {
    waft_drawing drawing = small_drawing();
    drawing.look.size[0] = SIDE;
    drawing.look.size[1] = SIDE;
    drawing.look.ground = WAFT_GROUND_NONE;
    drawing.look.background = WAFT_BACKGROUND_DARK;
    drawing.look.sun_azimuth = azimuth;
    drawing.look.sun_elevation = elevation;
    drawing.camera =
        (waft_camera){.eye = {0.0f, 0.0f, 5.0f}, .orthographic = true, .height = 2.0f, .fov = 0.5f};
    drawing.bounds = (waft_bounds){{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
    return drawing;
}

static shade at(const waft_picture* picture, float x, float y) {
    return mean_shade(picture, MIDDLE + (int)(x * MIDDLE), MIDDLE - (int)(y * MIDDLE), 1);
}

static const waft_quat no_turn = {0.0f, 0.0f, 0.0f, 1.0f};
static const float pi = 3.14159265f;

// A square card of 1 m that faces the camera.
static waft_quat upright(void) {
    return waft_quat_axis_angle((waft_vec3){1.0f, 0.0f, 0.0f}, 0.5f * pi);
}

// Pose, scale and tint act on each instance.
static void instances_stand_where_they_should(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        return;
    }
    wafti_render_shape box;
    CHECK(wafti_render_shape_box(NULL, (waft_vec3){0.4f, 0.4f, 0.4f}, &box, NULL) == WAFT_OK);
    const waft_pose poses[] = {{{-0.5f, 0.5f, 0.0f}, no_turn}, {{0.5f, -0.5f, 0.0f}, no_turn}};
    const float scales[] = {1.0f, 0.5f};
    const waft_vec3 tints[] = {{1.0f, 0.05f, 0.05f}, {0.05f, 1.0f, 0.05f}};
    waft_draw_mesh mesh = wafti_render_shape_mesh(&box);
    mesh.poses = poses;
    mesh.scales = scales;
    mesh.tints = tints;
    mesh.instance_count = 2;
    waft_drawing drawing = front_view(0.0f, 0.3f);
    drawing.meshes = &mesh;
    drawing.mesh_count = 1;
    const waft_picture picture = draw_picture(renderer, &drawing);
    const shade red = at(&picture, -0.5f, 0.5f);
    const shade green = at(&picture, 0.5f, -0.5f);
    CHECK(red.r > 120.0 && red.g < 0.6 * red.r);
    CHECK(green.g > 120.0 && green.r < 0.6 * green.g);
    CHECK(brightness(at(&picture, -0.35f, 0.35f)) > 40.0); // within 0.2 of the first
    CHECK(brightness(at(&picture, 0.36f, -0.36f)) < 30.0); // beyond 0.1 of the second
    CHECK(brightness(at(&picture, 0.5f, 0.5f)) < 30.0);    // nothing there
    wafti_render_shape_free(NULL, &box);
    waft_renderer_destroy(renderer);
}

static void near_things_hide_far_ones(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GLES, NULL, &renderer)) {
        return;
    }
    wafti_render_shape ball;
    CHECK(wafti_render_shape_sphere(NULL, 0.3f, 16, &ball, NULL) == WAFT_OK);
    const waft_pose poses[] = {{{0.0f, 0.0f, 0.4f}, no_turn}, {{0.0f, 0.0f, -0.4f}, no_turn}};
    waft_draw_mesh meshes[2] = {wafti_render_shape_mesh(&ball), wafti_render_shape_mesh(&ball)};
    meshes[0].material.color = (waft_vec3){0.8f, 0.05f, 0.05f};
    meshes[1].material.color = (waft_vec3){0.05f, 0.05f, 0.8f};
    waft_drawing drawing = front_view(0.0f, 0.3f);
    drawing.meshes = meshes;
    drawing.mesh_count = 2;
    for (int turn = 0; turn < 2; ++turn) {
        for (int i = 0; i < 2; ++i) {
            meshes[i].poses = &poses[(i + turn) % 2];
            meshes[i].instance_count = 1;
        }
        const waft_picture picture = draw_picture(renderer, &drawing);
        const shade seen = at(&picture, 0.0f, 0.0f);
        CHECK((seen.r > seen.b) == (turn == 0));
    }
    wafti_render_shape_free(NULL, &ball);
    waft_renderer_destroy(renderer);
}

// The side towards the sun is bright, the other is not black, and without normals it is the same.
static void light_comes_from_the_sun(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        return;
    }
    wafti_render_shape ball;
    CHECK(wafti_render_shape_sphere(NULL, 0.6f, 24, &ball, NULL) == WAFT_OK);
    const waft_pose pose = {{0.0f, 0.0f, 0.0f}, no_turn};
    waft_draw_mesh mesh = wafti_render_shape_mesh(&ball);
    mesh.poses = &pose;
    mesh.instance_count = 1;
    waft_drawing drawing = front_view(0.5f * pi, 0.1f); // from the right
    drawing.meshes = &mesh;
    drawing.mesh_count = 1;
    waft_picture picture = draw_picture(renderer, &drawing);
    const double right = brightness(at(&picture, 0.45f, 0.0f));
    const double left = brightness(at(&picture, -0.45f, 0.0f));
    CHECK(right > 2.0 * left);
    CHECK(left > 5.0);
    uint8_t* kept = keep_pixels(&picture);
    mesh.normals = NULL;
    picture = draw_picture(renderer, &drawing);
    CHECK(mean_difference(kept, &picture) < 1.0);
    mesh.material.kind = WAFT_MATERIAL_METAL;
    picture = draw_picture(renderer, &drawing);
    CHECK(mean_difference(kept, &picture) > 2.0);
    free(kept);
    wafti_render_shape_free(NULL, &ball);
    waft_renderer_destroy(renderer);
}

// A leaf with the sun behind it glows by its transmission, warmer than it is in front light.
static void thin_things_let_light_through(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        return;
    }
    wafti_render_shape sheet;
    CHECK(wafti_render_shape_sheet(NULL, 1.0f, 1.0f, 0.0f, &sheet, NULL) == WAFT_OK);
    const waft_pose pose = {{0.0f, 0.0f, 0.0f}, upright()};
    waft_draw_mesh mesh = wafti_render_shape_mesh(&sheet);
    mesh.material =
        (waft_material){.kind = WAFT_MATERIAL_THIN, .color = {0.3f, 0.4f, 0.1f}, .roughness = 0.7f};
    mesh.poses = &pose;
    mesh.instance_count = 1;
    shade seen[2][2]; // sun in front and behind, without and with transmission
    for (int behind = 0; behind < 2; ++behind) {
        for (int through = 0; through < 2; ++through) {
            waft_drawing drawing = front_view(behind != 0 ? pi : 0.0f, 0.4f);
            drawing.meshes = &mesh;
            drawing.mesh_count = 1;
            mesh.material.transmission = through != 0 ? 0.8f : 0.0f;
            const waft_picture picture = draw_picture(renderer, &drawing);
            seen[behind][through] = at(&picture, 0.1f, 0.1f);
        }
    }
    CHECK(brightness(seen[1][1]) > 2.0 * brightness(seen[1][0]));
    CHECK(brightness(seen[0][0]) > 2.0 * brightness(seen[1][0]));
    CHECK(seen[1][1].r / seen[1][1].b > seen[0][0].r / seen[0][0].b);
    wafti_render_shape_free(NULL, &sheet);
    waft_renderer_destroy(renderer);
}

// Both sides of a sheet are seen and lit alike; of a box only the outside.
static void sheets_have_two_sides(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        return;
    }
    wafti_render_shape sheet;
    CHECK(wafti_render_shape_sheet(NULL, 1.0f, 1.0f, 0.0f, &sheet, NULL) == WAFT_OK);
    waft_draw_mesh mesh = wafti_render_shape_mesh(&sheet);
    mesh.instance_count = 1;
    waft_drawing drawing = front_view(0.0f, 0.3f);
    drawing.meshes = &mesh;
    drawing.mesh_count = 1;
    double seen[2][2];
    for (int kind = 0; kind < 2; ++kind) {
        for (int back = 0; back < 2; ++back) {
            const waft_quat over =
                waft_quat_axis_angle((waft_vec3){0.0f, 1.0f, 0.0f}, back != 0 ? pi : 0.0f);
            const waft_pose pose = {{0.0f, 0.0f, 0.0f}, waft_quat_mul(over, upright())};
            mesh.poses = &pose;
            mesh.material.kind = kind != 0 ? WAFT_MATERIAL_THIN : WAFT_MATERIAL_SOLID;
            const waft_picture picture = draw_picture(renderer, &drawing);
            seen[kind][back] = brightness(at(&picture, 0.1f, 0.1f));
        }
    }
    CHECK_NEAR(seen[1][0], seen[1][1], 1.5);
    CHECK(seen[1][0] > 60.0);
    CHECK(seen[0][0] > 60.0);
    CHECK(seen[0][1] < 30.0); // culled
    wafti_render_shape_free(NULL, &sheet);
    waft_renderer_destroy(renderer);
}

// No surface shades itself, however flat the light falls, and one that stands before another does.
static void surfaces_shade_others_not_themselves(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        return;
    }
    wafti_render_shape sheet;
    CHECK(wafti_render_shape_sheet(NULL, 1.4f, 1.4f, 0.0f, &sheet, NULL) == WAFT_OK);
    const waft_pose poses[] = {{{0.0f, 0.0f, -0.4f}, upright()}, {{0.0f, 0.0f, 0.4f}, upright()}};
    const float scales[] = {1.0f, 0.5f};
    waft_draw_mesh mesh = wafti_render_shape_mesh(&sheet);
    mesh.material.kind = WAFT_MATERIAL_THIN;
    mesh.poses = poses;
    mesh.scales = scales;
    mesh.instance_count = 1;
    for (int step = 0; step < 5; ++step) {
        waft_drawing drawing = front_view(0.35f * (float)step, 0.1f + 0.25f * (float)step);
        drawing.meshes = &mesh;
        drawing.mesh_count = 1;
        waft_picture picture = draw_picture(renderer, &drawing);
        uint8_t* kept = keep_pixels(&picture);
        drawing.look.shadows = false;
        picture = draw_picture(renderer, &drawing);
        CHECK(mean_difference(kept, &picture) < 0.3);
        free(kept);
    }
    // The small sheet's shadow falls 0.8 m behind it and, with the sun 45 degrees right, left.
    mesh.instance_count = 2;
    waft_drawing drawing = front_view(0.25f * pi, 0.05f);
    drawing.meshes = &mesh;
    drawing.mesh_count = 1;
    const waft_picture picture = draw_picture(renderer, &drawing);
    const double lit = brightness(at(&picture, 0.5f, 0.5f));
    CHECK(brightness(at(&picture, -0.6f, 0.0f)) < 0.75 * lit);
    CHECK(brightness(at(&picture, -0.6f, 0.5f)) > 0.9 * lit);
    wafti_render_shape_free(NULL, &sheet);
    waft_renderer_destroy(renderer);
}

// Coarse levels look like the mesh: thousands of small leaves against the same drawn in batches
// too small for levels.
static void coarse_levels_look_alike(void) {
    enum { COUNT = 600, BATCH = 100 };
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        return;
    }
    wafti_render_shape leaf;
    CHECK(wafti_render_shape_leaf(NULL, 0.12f, 0.06f, 0.1f, &leaf, NULL) == WAFT_OK);
    static waft_pose poses[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        const float a = (float)i;
        poses[i] =
            (waft_pose){{0.9f * sinf(1.7f * a), 0.9f * sinf(2.3f * a), 0.9f * sinf(3.1f * a)},
                {sinf(a), sinf(1.3f * a), sinf(1.9f * a), cosf(a)}};
    }
    waft_draw_mesh mesh = wafti_render_shape_mesh(&leaf);
    mesh.material.kind = WAFT_MATERIAL_THIN;
    mesh.poses = poses;
    mesh.instance_count = COUNT;
    waft_drawing drawing = front_view(0.5f, 0.5f);
    drawing.meshes = &mesh;
    drawing.mesh_count = 1;
    waft_picture picture = draw_picture(renderer, &drawing);
    uint8_t* kept = keep_pixels(&picture);
    const double light = brightness(mean_shade(&picture, MIDDLE, MIDDLE, MIDDLE));
    waft_draw_mesh batches[COUNT / BATCH];
    for (int i = 0; i < COUNT / BATCH; ++i) {
        batches[i] = mesh;
        batches[i].poses = &poses[(ptrdiff_t)i * BATCH];
        batches[i].instance_count = BATCH;
    }
    drawing.meshes = batches;
    drawing.mesh_count = COUNT / BATCH;
    picture = draw_picture(renderer, &drawing);
    CHECK_NEAR(brightness(mean_shade(&picture, MIDDLE, MIDDLE, MIDDLE)), light, 0.06 * light);
    CHECK(mean_difference(kept, &picture) > 0.0); // or the levels were not used
    CHECK(mean_difference(kept, &picture) < 14.0);
    free(kept);
    wafti_render_shape_free(NULL, &leaf);
    waft_renderer_destroy(renderer);
}

static void bad_meshes_are_refused(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        return;
    }
    waft_draw_mesh mesh = {.point_count = 3, .index_count = 3};
    waft_drawing drawing = front_view(0.0f, 0.3f);
    drawing.meshes = &mesh;
    drawing.mesh_count = 1;
    waft_error error;
    CHECK(refused(renderer, &drawing, &error));
    CHECK(strstr(error.sentence, "meshes[0]") != NULL);
    mesh = (waft_draw_mesh){0}; // nothing to draw is fine
    (void)draw_picture(renderer, &drawing);
    waft_renderer_destroy(renderer);
}

static const test_case cases[] = {
    {"instances stand where they should", instances_stand_where_they_should},
    {"near things hide far ones", near_things_hide_far_ones},
    {"light comes from the sun", light_comes_from_the_sun},
    {"thin things let light through", thin_things_let_light_through},
    {"sheets have two sides", sheets_have_two_sides},
    {"surfaces shade others, not themselves", surfaces_shade_others_not_themselves},
    {"coarse levels look alike", coarse_levels_look_alike},
    {"bad meshes are refused", bad_meshes_are_refused},
};

TEST_MAIN(cases)
