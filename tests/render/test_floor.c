// SPDX-License-Identifier: MIT
// The floor and the shadows on it, seen from straight above: a pixel is a place.
#include <waft/render.h>

#include "picture.h"
#include "shapes_fixture.h"

enum { SIDE = 128 }; // pixels; the picture shows 4 m

static waft_drawing view_from_above(void) {
    waft_drawing drawing = small_drawing();
    drawing.look.size[0] = SIDE;
    drawing.look.size[1] = SIDE;
    drawing.look.sun_azimuth = 1.5707963f; // the sun stands towards +x
    drawing.look.sun_elevation = 0.7853982f;
    drawing.look.exposure = -1.5f; // below the film's shoulder, where light is told apart best
    drawing.bounds = (waft_bounds){{-2.0f, 0.0f, -2.0f}, {2.0f, 1.6f, 2.0f}};
    drawing.camera = (waft_camera){.eye = {0.0f, 5.0f, 0.0f},
        .target = {0.0f, 0.0f, 0.0f},
        .orthographic = true,
        .height = 4.0f,
        .fov = 0.7f};
    return drawing;
}

static int pixel_of(float x) {
    return (int)((x + 2.0f) / 4.0f * SIDE);
}

static double light_at(const waft_picture* picture, float x, float z, int reach) {
    return brightness(mean_shade(picture, pixel_of(x), pixel_of(z), reach));
}

/// A thin plate of 1 m x 1 m at a height, drawn with or without shadows.
typedef struct plate_scene {
    wafti_render_shape plate;
    waft_pose pose;
    waft_draw_mesh mesh;
    waft_drawing drawing;
} plate_scene;

static void make_plate(plate_scene* out, float height) {
    CHECK(
        wafti_render_shape_box(NULL, (waft_vec3){1.0f, 0.02f, 1.0f}, &out->plate, NULL) == WAFT_OK);
    out->pose = (waft_pose){{1.0f, height, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}};
    out->mesh = wafti_render_shape_mesh(&out->plate);
    out->mesh.poses = &out->pose;
    out->mesh.instance_count = 1;
    out->drawing = view_from_above();
    out->drawing.meshes = &out->mesh;
    out->drawing.mesh_count = 1;
}

// The sun at 45 degrees moves the shadow by the height.
static void shadows_fall_where_they_should(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        return;
    }
    plate_scene scene;
    make_plate(&scene, 1.2f);
    const waft_picture picture = draw_picture(renderer, &scene.drawing);
    const double lit = light_at(&picture, -1.5f, 1.5f, 3);
    CHECK(light_at(&picture, -0.2f, 0.0f, 3) < 0.75 * lit);
    CHECK(light_at(&picture, 0.1f, 0.4f, 1) < 0.75 * lit);
    CHECK_NEAR(light_at(&picture, -0.9f, 0.0f, 2), lit, 0.03 * lit);
    CHECK_NEAR(light_at(&picture, -0.2f, 0.8f, 2), lit, 0.03 * lit);
    scene.drawing.look.shadows = false;
    const waft_picture without = draw_picture(renderer, &scene.drawing);
    CHECK_NEAR(light_at(&without, -0.2f, 0.0f, 3), lit, 0.02 * lit);
    wafti_render_shape_free(NULL, &scene.plate);
    waft_renderer_destroy(renderer);
}

// Pixels between light and shadow along a line across the shadow's edge.
static int edge_width(const waft_picture* picture, float z) {
    const double lit = light_at(picture, -1.8f, z, 2);
    double dark = lit;
    for (int x = 0; x < SIDE; ++x) {
        dark = fmin(dark, brightness(mean_shade(picture, x, pixel_of(z), 0)));
    }
    int width = 0;
    for (int x = 0; x < SIDE / 2; ++x) {
        const double here =
            (brightness(mean_shade(picture, x, pixel_of(z), 0)) - dark) / (lit - dark);
        width += here > 0.1 && here < 0.9 ? 1 : 0;
    }
    return width;
}

static void edges_soften_with_height(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        return;
    }
    int widths[2];
    for (int high = 0; high < 2; ++high) {
        plate_scene scene;
        make_plate(&scene, high != 0 ? 1.5f : 0.05f);
        scene.pose.position.x = high != 0 ? 1.0f : -0.5f;
        const waft_picture picture = draw_picture(renderer, &scene.drawing);
        widths[high] = edge_width(&picture, 0.0f);
        wafti_render_shape_free(NULL, &scene.plate);
    }
    CHECK(widths[0] <= 4);
    CHECK(widths[1] > widths[0]);
    waft_renderer_destroy(renderer);
}

// A box that stands on the floor: shadow right up to it, none on its sunny side.
static void contacts_are_tight(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GLES, NULL, &renderer)) {
        return;
    }
    wafti_render_shape box;
    CHECK(wafti_render_shape_box(NULL, (waft_vec3){1.0f, 0.5f, 1.0f}, &box, NULL) == WAFT_OK);
    const waft_pose pose = {{0.0f, 0.25f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}};
    waft_draw_mesh mesh = wafti_render_shape_mesh(&box);
    mesh.poses = &pose;
    mesh.instance_count = 1;
    waft_drawing drawing = view_from_above();
    drawing.meshes = &mesh;
    drawing.mesh_count = 1;
    const waft_picture picture = draw_picture(renderer, &drawing);
    const double lit = light_at(&picture, -1.5f, 1.5f, 3);
    CHECK(light_at(&picture, -0.56f, 0.0f, 0) < 0.75 * lit);
    CHECK(light_at(&picture, 0.6f, 0.0f, 0) > 0.85 * lit);
    CHECK(light_at(&picture, 1.2f, 0.0f, 2) > 0.97 * lit);
    wafti_render_shape_free(NULL, &box);
    waft_renderer_destroy(renderer);
}

// Neighbours on an empty, evenly lit floor are alike: no acne, no seam where the lit part ends.
static void an_empty_floor_is_even(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        return;
    }
    plate_scene scene;
    make_plate(&scene, 1.2f);
    scene.mesh.scales = (const float[]){0.01f};
    scene.drawing.camera.height = 40.0f;
    scene.drawing.look.sun_elevation = 0.2f;
    const waft_picture picture = draw_picture(renderer, &scene.drawing);
    double most = 0.0;
    for (int y = 1; y < SIDE; ++y) {
        for (int x = 1; x < SIDE; ++x) {
            const double here = brightness(mean_shade(&picture, x, y, 0));
            most = fmax(most, fabs(here - brightness(mean_shade(&picture, x - 1, y, 0))));
            most = fmax(most, fabs(here - brightness(mean_shade(&picture, x, y - 1, 0))));
        }
    }
    CHECK(most < 4.0);
    wafti_render_shape_free(NULL, &scene.plate);
    waft_renderer_destroy(renderer);
}

static void grounds_are_drawn_as_asked(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        return;
    }
    waft_drawing drawing = view_from_above();
    drawing.look.ground = WAFT_GROUND_PLAIN;
    waft_picture picture = draw_picture(renderer, &drawing);
    uint8_t* plain = keep_pixels(&picture);
    drawing.look.ground = WAFT_GROUND_GRID;
    picture = draw_picture(renderer, &drawing);
    CHECK(mean_difference(plain, &picture) > 0.5);
    drawing.look.ground = WAFT_GROUND_AUTO;
    picture = draw_picture(renderer, &drawing);
    CHECK_NEAR(mean_difference(plain, &picture), 0.0, 0.0);
    drawing.look.ground = WAFT_GROUND_NONE;
    drawing.look.background = WAFT_BACKGROUND_DARK;
    picture = draw_picture(renderer, &drawing);
    CHECK(light_at(&picture, 0.0f, 0.0f, 5) < 40.0);
    free(plain);
    waft_renderer_destroy(renderer);
}

static const test_case cases[] = {
    {"shadows fall where they should", shadows_fall_where_they_should},
    {"edges soften with height", edges_soften_with_height},
    {"contacts are tight", contacts_are_tight},
    {"an empty floor is even", an_empty_floor_is_even},
    {"grounds are drawn as asked", grounds_are_drawn_as_asked},
};

TEST_MAIN(cases)
