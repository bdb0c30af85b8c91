// SPDX-License-Identifier: MIT
// Pictures of smoke. Transmission is measured without knowing the film curve: what black smoke leaves
// of a plain background must look like that background at a shorter exposure.
#include <stdlib.h>

#include <waft/render.h>

#include "render/bench.h"
#include "render/gl.h"
#include "shapes_fixture.h"
#include "test.h"

enum { N = 16, WIDTH = 96, HEIGHT = 64, MOST_VALUES = 20480 };
enum { MIDDLE_X = WIDTH / 2, MIDDLE_Y = HEIGHT / 2 };

static waft_renderer* renderers[2]; // OpenGL and OpenGL ES
static float values[MOST_VALUES];
static float heats[MOST_VALUES];
static uint8_t kept[WIDTH * HEIGHT * 4];

static void fill(float* to, float value) {
    for (int i = 0; i < MOST_VALUES; ++i) {
        to[i] = value;
    }
}

// Cells of a cube of 1 m around the origin.
static waft_field make_field(const float* data, int n) {
    const float h = 1.0f / (float)n;
    const float first = 0.5f * h - 0.5f;
    return (waft_field){.data = data,
        .size = {n, n, n},
        .stride = {1, n, (ptrdiff_t)n * n},
        .origin = {first, first, first},
        .spacing = {h, h, h}};
}

static waft_drawing make_drawing(const waft_draw_volume* smoke) {
    waft_drawing drawing = waft_drawing_default();
    drawing.look.size[0] = WIDTH;
    drawing.look.size[1] = HEIGHT;
    drawing.look.samples = 1;
    drawing.look.background = WAFT_BACKGROUND_PLAIN;
    drawing.look.ground = WAFT_GROUND_NONE;
    drawing.look.smoke_density = 2.0f;
    drawing.look.smoke_color = (waft_vec3){0.0f, 0.0f, 0.0f};
    drawing.bounds = (waft_bounds){{-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f}};
    drawing.camera =
        (waft_camera){.eye = {0.0f, 0.0f, 4.0f}, .fov = 0.6f, .orthographic = true, .height = 2.0f};
    drawing.volume = smoke;
    return drawing;
}

static const uint8_t* draw(int graphics, const waft_drawing* drawing) {
    static const waft_picture none;
    waft_picture picture = none;
    waft_error error = {0};
    const waft_result result = waft_renderer_draw(renderers[graphics], drawing, &picture, &error);
    if (!CHECK(result == WAFT_OK)) {
        (void)fprintf(stderr, "%s\n", error.sentence);
        memset(kept, 0, sizeof kept);
        return kept;
    }
    return picture.pixels;
}

static const uint8_t* pixel(const uint8_t* picture, int x, int y) {
    return picture + 4 * ((ptrdiff_t)y * WIDTH + x);
}

// How bright the middle is where the share `share` of the background is left.
static double bare(int graphics, waft_drawing drawing, double share) {
    drawing.volume = NULL;
    drawing.look.exposure += (float)log2(share);
    return pixel(draw(graphics, &drawing), MIDDLE_X, MIDDLE_Y)[1];
}

static void test_beer_lambert(void) {
    fill(values, 0.6f);
    const waft_draw_volume smoke = {.density = make_field(values, N)};
    const waft_drawing drawing = make_drawing(&smoke);
    for (int g = 0; g < 2; ++g) {
        const uint8_t* picture = draw(g, &drawing);
        const double middle = pixel(picture, MIDDLE_X, MIDDLE_Y)[1];
        const double side = pixel(picture, 4, MIDDLE_Y)[1];
        CHECK_NEAR(middle, bare(g, drawing, exp(-2.0 * 0.6)), 2.0);
        CHECK_NEAR(side, bare(g, drawing, 1.0), 1.0);
    }
}

static void test_inside(void) {
    // From the middle of the cube half of it lies ahead.
    fill(values, 1.0f);
    const waft_draw_volume smoke = {.density = make_field(values, N)};
    waft_drawing drawing = make_drawing(&smoke);
    drawing.camera = (waft_camera){.eye = {0.0f, 0.0f, 0.0f}, .target = {0, 0, -1}, .fov = 0.6f};
    const double middle = pixel(draw(0, &drawing), MIDDLE_X, MIDDLE_Y)[1];
    CHECK_NEAR(middle, bare(0, drawing, exp(-2.0 * 0.5)), 2.0);
}

static void test_uneven_cells(void) {
    // The same cube in 5 x 8 x 20 cells with padded rows, NAN between them.
    fill(values, NAN);
    waft_draw_volume smoke = {.density = make_field(values, N)};
    waft_field* f = &smoke.density;
    *f = (waft_field){.data = values,
        .size = {5, 8, 20},
        .stride = {1, 7, (ptrdiff_t)7 * 9},
        .origin = {-0.4f, -0.4375f, -0.475f},
        .spacing = {0.2f, 0.125f, 0.05f}};
    for (int n = 0; n < 5 * 8 * 20; ++n) {
        values[n % 5 + n / 5 % 8 * 7 + n / 40 * 63] = 0.6f;
    }
    const waft_drawing drawing = make_drawing(&smoke);
    CHECK_NEAR(
        pixel(draw(0, &drawing), MIDDLE_X, MIDDLE_Y)[1], bare(0, drawing, exp(-2.0 * 0.6)), 2.0);
}

// A wall in front of, inside and behind the smoke, in the left half of the picture.
static void test_behind_things(void) {
    wafti_render_shape box;
    waft_error error;
    if (!CHECK(
            wafti_render_shape_box(NULL, (waft_vec3){1.0f, 2.0f, 0.1f}, &box, &error) == WAFT_OK)) {
        return;
    }
    fill(values, 1.0f);
    const waft_draw_volume smoke = {.density = make_field(values, N)};
    static const float places[] = {1.05f, 0.05f, -1.0f};
    static const double lengths[] = {0.0, 0.4, 1.0};
    for (int samples = 1; samples <= 4; ++samples) {
        for (int n = 0; n < 3; ++n) {
            waft_drawing drawing = make_drawing(&smoke);
            drawing.look.samples = samples;
            waft_draw_mesh mesh = wafti_render_shape_mesh(&box);
            const waft_pose pose = {{-0.5f, 0.0f, places[n]}, {0.0f, 0.0f, 0.0f, 1.0f}};
            mesh.material.color = (waft_vec3){0.7f, 0.7f, 0.7f};
            mesh.material.roughness = 1.0f;
            mesh.poses = &pose;
            mesh.instance_count = 1;
            drawing.meshes = &mesh;
            drawing.mesh_count = 1;
            drawing.look.shadows = false;
            const double seen = pixel(draw(0, &drawing), MIDDLE_X - 10, MIDDLE_Y)[1];
            const double right = pixel(draw(0, &drawing), MIDDLE_X + 10, MIDDLE_Y)[1];
            CHECK_NEAR(right, bare(0, drawing, exp(-2.0)), 2.0);
            drawing.volume = NULL;
            drawing.look.exposure = (float)log2(exp(-2.0 * lengths[n]));
            const double want = pixel(draw(0, &drawing), MIDDLE_X - 10, MIDDLE_Y)[1];
            CHECK_NEAR(seen, want, 3.0);
        }
    }
    wafti_render_shape_free(NULL, &box);
}

// A dark wall in front of dark smoke ends in the middle of a pixel: nothing of the bright background
// behind the smoke may shine through there.
static void test_edges(void) {
    wafti_render_shape box;
    waft_error error;
    if (!CHECK(
            wafti_render_shape_box(NULL, (waft_vec3){1.0f, 2.0f, 0.1f}, &box, &error) == WAFT_OK)) {
        return;
    }
    fill(values, 3.0f);
    const waft_draw_volume smoke = {.density = make_field(values, N)};
    waft_drawing drawing = make_drawing(&smoke);
    drawing.look.samples = 2;
    drawing.look.shadows = false;
    waft_draw_mesh mesh = wafti_render_shape_mesh(&box);
    const waft_pose pose = {{-0.5f + 1.0f / HEIGHT, 0.0f, 1.05f}, {0.0f, 0.0f, 0.0f, 1.0f}};
    mesh.material.color = (waft_vec3){0.02f, 0.02f, 0.02f};
    mesh.material.roughness = 1.0f;
    mesh.poses = &pose;
    mesh.instance_count = 1;
    drawing.meshes = &mesh;
    drawing.mesh_count = 1;
    for (int g = 0; g < 2; ++g) {
        const uint8_t* picture = draw(g, &drawing);
        const int wall = pixel(picture, MIDDLE_X - 4, MIDDLE_Y)[1];
        const int edge = pixel(picture, MIDDLE_X, MIDDLE_Y)[1];
        const int beside = pixel(picture, MIDDLE_X + 4, MIDDLE_Y)[1];
        CHECK(edge <= (wall > beside ? wall : beside) + 2);
        CHECK(edge >= (wall < beside ? wall : beside) - 2);
    }
    wafti_render_shape_free(NULL, &box);
}

static void test_nothing(void) {
    fill(values, 0.0f);
    const waft_draw_volume smoke = {.density = make_field(values, N)};
    waft_drawing drawing = make_drawing(NULL);
    memcpy(kept, draw(0, &drawing), sizeof kept);
    drawing.volume = &smoke;
    CHECK(memcmp(kept, draw(0, &drawing), sizeof kept) == 0);
    fill(values, NAN);
    CHECK(memcmp(kept, draw(0, &drawing), sizeof kept) == 0);
    fill(values, 1.0f);
    drawing.look.smoke_density = 0.0f;
    CHECK(memcmp(kept, draw(0, &drawing), sizeof kept) == 0);
    // Behind the eye.
    drawing.look.smoke_density = 2.0f;
    drawing.camera = (waft_camera){.eye = {0, 0, -2}, .target = {0, 0, -3}, .fov = 0.6f};
    CHECK(memcmp(kept, draw(0, &drawing), sizeof kept) == 0);
}

static void test_huge(void) {
    // Solid black; a single cell beyond all others does not make them vanish.
    fill(values, 1e9f);
    const waft_draw_volume smoke = {.density = make_field(values, N)};
    const waft_drawing drawing = make_drawing(&smoke);
    CHECK_NEAR(pixel(draw(0, &drawing), MIDDLE_X, MIDDLE_Y)[1], 0.0, 3.0);
    fill(values, 0.6f);
    values[0] = 1e9f;
    CHECK_NEAR(
        pixel(draw(0, &drawing), MIDDLE_X, MIDDLE_Y)[1], bare(0, drawing, exp(-2.0 * 0.6)), 4.0);
}

static void test_flat(void) {
    // One layer of 0.02 m counts as a tenth of the side; half of it is smoke.
    fill(values, 0.0f);
    waft_draw_volume smoke = {.density = make_field(values, N)};
    smoke.density.size[2] = 1;
    smoke.density.spacing.z = 0.02f;
    smoke.density.origin.z = 0.0f;
    for (int n = 0; n < N * N; ++n) {
        values[n] = n % N < N / 2 ? 5.0f : 0.0f;
    }
    const waft_drawing drawing = make_drawing(&smoke);
    const uint8_t* picture = draw(0, &drawing);
    const double left = pixel(picture, MIDDLE_X - 10, MIDDLE_Y)[1];
    const double right = pixel(picture, MIDDLE_X + 10, MIDDLE_Y)[1];
    CHECK_NEAR(left, bare(0, drawing, exp(-2.0 * 5.0 * 0.1)), 2.0);
    CHECK_NEAR(right, bare(0, drawing, 1.0), 1.0);
}

static void test_long(void) {
    // More cells along x than a texture holds: thinned, and still what it was.
    fill(values, 0.6f);
    waft_draw_volume smoke = {.density = make_field(values, N)};
    smoke.density.size[0] = 5000;
    smoke.density.size[1] = 2;
    smoke.density.size[2] = 2;
    smoke.density.stride[1] = 5000;
    smoke.density.stride[2] = 10000;
    smoke.density.spacing = (waft_vec3){1.0f / 5000.0f, 0.5f, 0.5f};
    smoke.density.origin = (waft_vec3){-0.4999f, -0.25f, -0.25f};
    smoke.temperature = smoke.density;
    fill(heats, 0.0f);
    heats[0] = 700.0f;
    smoke.temperature.data = heats;
    const waft_drawing drawing = make_drawing(&smoke);
    CHECK_NEAR(
        pixel(draw(0, &drawing), MIDDLE_X, MIDDLE_Y)[1], bare(0, drawing, exp(-2.0 * 0.6)), 2.0);
}

static void test_light(void) {
    // White smoke in the sun from the right: that side is the brighter one, and all is brighter than
    // soot.
    fill(values, 3.0f);
    const waft_draw_volume smoke = {.density = make_field(values, N)};
    waft_drawing drawing = make_drawing(&smoke);
    drawing.look.background = WAFT_BACKGROUND_DARK;
    drawing.look.smoke_density = 5.0f;
    drawing.look.smoke_color = (waft_vec3){0.9f, 0.9f, 0.9f};
    drawing.look.sun_azimuth = 1.7f;
    drawing.look.sun_elevation = 0.3f;
    memcpy(kept, draw(0, &drawing), sizeof kept);
    const int right = pixel(kept, MIDDLE_X + 13, MIDDLE_Y)[1];
    const int left = pixel(kept, MIDDLE_X - 13, MIDDLE_Y)[1];
    CHECK(right > left + 30);
    CHECK(right > 130);
    drawing.look.smoke_color = (waft_vec3){0.1f, 0.1f, 0.1f};
    CHECK(pixel(draw(0, &drawing), MIDDLE_X + 13, MIDDLE_Y)[1] < right / 2);
    drawing.look.smoke_color = (waft_vec3){0.9f, 0.3f, 0.3f};
    const uint8_t* red = pixel(draw(0, &drawing), MIDDLE_X + 13, MIDDLE_Y);
    CHECK(red[0] > red[1] + 40 && abs(red[1] - red[2]) < 30);
}

static void test_glow(void) {
    fill(values, 3.0f);
    fill(heats, 900.0f);
    waft_draw_volume smoke = {
        .density = make_field(values, N), .temperature = make_field(heats, N)};
    waft_drawing drawing = make_drawing(&smoke);
    drawing.look.background = WAFT_BACKGROUND_DARK;
    for (int g = 0; g < 2; ++g) {
        const uint8_t* p = pixel(draw(g, &drawing), MIDDLE_X, MIDDLE_Y);
        CHECK(p[0] > 120 && p[0] > p[1] + 30 && p[1] >= p[2]);
    }
    drawing.look.glow = 0.0f;
    CHECK_NEAR(pixel(draw(0, &drawing), MIDDLE_X, MIDDLE_Y)[0], 0.0, 3.0);
    drawing.look.glow = 1.0f;
    drawing.look.glow_from = 1000.0f;
    CHECK_NEAR(pixel(draw(0, &drawing), MIDDLE_X, MIDDLE_Y)[0], 0.0, 3.0);
}

static void test_shadow(void) {
    fill(values, 5.0f);
    const waft_draw_volume smoke = {.density = make_field(values, N)};
    waft_drawing drawing = make_drawing(&smoke);
    drawing.look.background = WAFT_BACKGROUND_SKY;
    drawing.look.ground = WAFT_GROUND_PLAIN;
    drawing.look.sun_azimuth = 1.5708f; // the shadow falls to -x
    drawing.look.sun_elevation = 0.7854f;
    drawing.camera = (waft_camera){.eye = {0.0f, 3.0f, 4.0f}, .target = {0, -0.5f, 0}, .fov = 0.6f};
    for (int g = 0; g < 2; ++g) {
        drawing.look.shadows = true;
        memcpy(kept, draw(g, &drawing), sizeof kept);
        drawing.look.shadows = false;
        const uint8_t* lit = draw(g, &drawing);
        const int x = MIDDLE_X - 20; // about 0.9 m to the left
        const int y = MIDDLE_Y;
        CHECK(pixel(kept, x, y)[1] < pixel(lit, x, y)[1] - 12);
        CHECK_NEAR(pixel(kept, MIDDLE_X + 25, y)[1], pixel(lit, MIDDLE_X + 25, y)[1], 1.0);
    }
}

static void test_both_alike(void) {
    static const int32_t size[3] = {16, 32, 16};
    waft_error error;
    CHECK(wafti_render_bench_plume(3.0, size, values, heats, &error) == WAFT_OK);
    waft_draw_volume smoke = {
        .density = make_field(values, N), .temperature = make_field(heats, N)};
    smoke.density.size[1] = smoke.temperature.size[1] = 32;
    smoke.density.stride[2] = smoke.temperature.stride[2] = (ptrdiff_t)N * 32;
    waft_drawing drawing = make_drawing(&smoke);
    drawing.look.smoke_density = 20.0f;
    drawing.look.smoke_color = (waft_vec3){0.8f, 0.8f, 0.8f};
    drawing.look.samples = 2;
    drawing.camera.height = 4.0f;
    memcpy(kept, draw(0, &drawing), sizeof kept);
    const uint8_t* other = draw(1, &drawing);
    int worst = 0;
    for (size_t i = 0; i < sizeof kept; ++i) {
        const int off = abs(kept[i] - other[i]);
        worst = off > worst ? off : worst;
    }
    CHECK(worst <= 4);
}

static PFNGLTEXIMAGE3DPROC real_image;

// Fails as an OpenGL without memory does: with an error, and no texture.
static void EPOXY_CALLSPEC no_image(GLenum target, GLint level, GLint format, GLsizei width,
    GLsizei height, GLsizei depth, GLint border, GLenum order, GLenum kind, const void* pixels) {
    (void)width;
    real_image(target, level, format, -1, height, depth, border, order, kind, pixels);
}

// A texture that could not be made is made by the next picture.
static void test_no_texture(void) {
    fill(values, 0.6f);
    const waft_draw_volume smoke = {.density = make_field(values, N - 3)};
    const waft_drawing drawing = make_drawing(&smoke);
    for (int g = 0; g < 2; ++g) {
        waft_error error = {0};
        waft_picture picture;
        real_image = epoxy_glTexImage3D;
        epoxy_glTexImage3D = no_image;
        CHECK(waft_renderer_draw(renderers[g], &drawing, &picture, &error) == WAFT_ERR_NO_MEMORY);
        CHECK(strstr(error.sentence, "13 x 13 x 13") != NULL);
        epoxy_glTexImage3D = real_image;
        const double middle = pixel(draw(g, &drawing), MIDDLE_X, MIDDLE_Y)[1];
        CHECK_NEAR(middle, bare(g, drawing, exp(-2.0 * 0.6)), 2.0);
    }
}

static void refuse(waft_drawing drawing, const char* words) {
    waft_error error = {0};
    waft_picture picture;
    CHECK(waft_renderer_draw(renderers[0], &drawing, &picture, &error) == WAFT_ERR_ARGUMENT);
    if (!CHECK(strstr(error.sentence, words) != NULL)) {
        (void)fprintf(stderr, "%s\n", error.sentence);
    }
}

static void test_refused(void) {
    fill(values, 1.0f);
    const waft_draw_volume good = {.density = make_field(values, N)};
    waft_draw_volume bad = good;
    waft_drawing drawing = make_drawing(&bad);
    bad.density.size[1] = 0;
    refuse(drawing, "cells");
    bad = good;
    bad.density.spacing.y = 0.0f;
    refuse(drawing, "spacing");
    bad = good;
    bad.density.origin.x = NAN;
    refuse(drawing, "origin");
    bad = good;
    bad.density.stride[1] = 3;
    refuse(drawing, "rows");
    bad = good;
    bad.temperature = make_field(heats, N - 1);
    refuse(drawing, "temperature");
    bad = good;
    drawing.look.smoke_density = NAN;
    refuse(drawing, "smoke_density");
    drawing.look.smoke_density = 1.0f;
    drawing.look.glow_from = INFINITY;
    refuse(drawing, "glow");
}

static const test_case cases[] = {
    {"beer lambert", test_beer_lambert},
    {"inside", test_inside},
    {"uneven cells", test_uneven_cells},
    {"behind things", test_behind_things},
    {"edges", test_edges},
    {"nothing", test_nothing},
    {"huge", test_huge},
    {"flat", test_flat},
    {"long", test_long},
    {"light", test_light},
    {"glow", test_glow},
    {"shadow", test_shadow},
    {"both alike", test_both_alike},
    {"no texture", test_no_texture},
    {"refused", test_refused},
};

int main(int argc, char** argv) {
    for (int g = 0; g < 2; ++g) {
        waft_renderer_def def = waft_renderer_def_default();
        def.graphics = g == 0 ? WAFT_GRAPHICS_GL : WAFT_GRAPHICS_GLES;
        waft_error error;
        const waft_result result = waft_renderer_create(&def, &renderers[g], &error);
        if (result != WAFT_OK) {
            (void)printf("skipped: %s\n", error.sentence);
            waft_renderer_destroy(renderers[0]);
            return result == WAFT_ERR_MISSING ? 0 : 1;
        }
    }
    const int failed = test_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
    waft_renderer_destroy(renderers[0]);
    waft_renderer_destroy(renderers[1]);
    return failed;
}
