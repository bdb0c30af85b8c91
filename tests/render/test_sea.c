// SPDX-License-Identifier: MIT
#include "cloud_fixture.h"
#include "water_fixture.h"

enum { MANY = 80 };

static waft_sea_wave waves[MANY];

static waft_draw_water make_sea(size_t wave_count) {
    static const float level = 0.0f;
    for (int i = 0; i < MANY; ++i) {
        const float k = 0.5f + 0.05f * (float)i;
        waves[i] = (waft_sea_wave){
            .kx = k * cosf(0.1f * (float)i),
            .kz = k * sinf(0.1f * (float)i),
            .phase = (float)i,
            .amplitude = 0.02f / k,
            .reach = 0.02f / k,
        };
    }
    return (waft_draw_water){
        .level = {.data = &level,
            .size = {1, 1, 1},
            .stride = {1, 1, 1},
            .spacing = {4.0f, 1.0f, 4.0f}},
        .domain = {{-2.0f, -1.0f, -2.0f}, {2.0f, 0.5f, 2.0f}},
        .edge = WAFT_EDGE_HORIZON,
        .waves = waves,
        .wave_count = wave_count,
    };
}

static waft_drawing make_drawing(const waft_draw_water* sea) {
    waft_drawing drawing = fixture_drawing();
    drawing.look.background = WAFT_BACKGROUND_SKY;
    drawing.look.ground = WAFT_GROUND_AUTO;
    drawing.water = sea;
    drawing.camera.orthographic = false;
    drawing.camera.eye = (waft_vec3){0.0f, 2.0f, 6.0f};
    drawing.camera.target = (waft_vec3){0.0f, 2.0f, 0.0f};
    return drawing;
}

// Sky above the horizon, darker sea below it, out to both edges of the picture.
static void test_horizon(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    const waft_draw_water sea = make_sea(6);
    const waft_drawing drawing = make_drawing(&sea);
    waft_picture picture = {0};
    CHECK(waft_renderer_draw(renderer, &drawing, &picture, NULL) == WAFT_OK);
    const fixture_color sky = fixture_mean(&picture, 0, 10, FIXTURE_WIDTH, 20);
    for (int y = 36; y < FIXTURE_HEIGHT; y += 6) {
        for (int x = 0; x < FIXTURE_WIDTH; x += 12) {
            const fixture_color water = fixture_mean(&picture, x, y, x + 12, y + 4);
            CHECK(fixture_light(water) < fixture_light(sky) - 15.0);
            CHECK(water.red < water.blue);
        }
    }
    waft_renderer_destroy(renderer);
}

// Any number of waves is drawn; more than 64 are the first 64.
static void test_counts(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    const size_t counts[] = {0, 1, 8, 16, 32, 64, MANY};
    uint8_t last[64];
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
        const waft_draw_water sea = make_sea(counts[i]);
        const waft_drawing drawing = make_drawing(&sea);
        waft_picture picture = {0};
        CHECK(waft_renderer_draw(renderer, &drawing, &picture, NULL) == WAFT_OK);
        const uint8_t* row = picture.pixels + 50 * picture.row_size;
        if (counts[i] == MANY) {
            CHECK(memcmp(last, row, sizeof last) == 0);
        } else if (i > 0) {
            CHECK(memcmp(last, row, sizeof last) != 0);
        }
        memcpy(last, row, sizeof last);
    }
    waft_renderer_destroy(renderer);
}

// From above the eye may look anywhere: straight down, and without perspective.
static void test_views(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    const waft_draw_water sea = make_sea(6);
    waft_drawing drawing = make_drawing(&sea);
    const waft_vec3 targets[] = {{0.0f, 0.0f, 5.99f}, {3.0f, 0.0f, 6.0f}, {0.0f, 1.0f, 9.0f}};
    for (int i = 0; i < 3; ++i) {
        drawing.camera.target = targets[i];
        const fixture_color seen = fixture_middle(renderer, &drawing);
        CHECK(seen.red < 0.8 * seen.blue);
    }
    drawing.camera.orthographic = true;
    const fixture_color flat = fixture_middle(renderer, &drawing);
    CHECK(flat.red < 0.8 * flat.blue);
    waft_renderer_destroy(renderer);
}

// Under water all is dim; what is far off is as dark as the deep.
static void test_dived(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    const waft_draw_water sea = make_sea(6);
    waft_drawing drawing = make_drawing(&sea);
    const double above = fixture_light(fixture_middle(renderer, &drawing));
    drawing.camera.eye.y = drawing.camera.target.y = -3.0f;
    const fixture_color seen = fixture_middle(renderer, &drawing);
    CHECK(fixture_light(seen) < above - 20.0);
    CHECK(seen.red < 0.6 * seen.blue);
    waft_renderer_destroy(renderer);
}

// Something opaque under the surface shines through.
static void test_things_below_show(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    static float height[FIXTURE_CELLS * FIXTURE_CELLS];
    for (int i = 0; i < FIXTURE_CELLS * FIXTURE_CELLS; ++i) {
        height[i] = -0.4f;
    }
    const waft_draw_terrain shoal = {.height = fixture_field(height),
        .domain = {{-2.0f, -1.0f, -2.0f}, {2.0f, 0.0f, 2.0f}},
        .wet_level = 0.0f};
    const waft_draw_water sea = make_sea(6);
    waft_drawing drawing = make_drawing(&sea);
    drawing.camera.eye = (waft_vec3){0.0f, 6.0f, 2.0f};
    drawing.camera.target = (waft_vec3){0.0f, 0.0f, 0.0f};
    const fixture_color deep = fixture_middle(renderer, &drawing);
    drawing.terrain = &shoal;
    const fixture_color shallow = fixture_middle(renderer, &drawing);
    CHECK(shallow.red > deep.red + 20.0);
    waft_renderer_destroy(renderer);
}

// Smoke before the sun darkens the sea, with things in it and without.
static void test_shadow_of_smoke(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    const float off[] = {1.5f};
    const waft_draw_particles ball = {
        .x = off, .y = off, .z = off, .radius = 0.1f, .opacity = 1.0f, .count = 1};
    const waft_draw_water sea = make_sea(6);
    waft_drawing drawing = make_drawing(&sea);
    const waft_draw_volume cloud = fixture_cloud(&drawing);
    drawing.camera.eye = (waft_vec3){0.0f, 6.0f, 2.0f};
    drawing.camera.target = (waft_vec3){0.0f, 0.0f, 0.0f};
    drawing.particles = &ball;
    for (size_t i = 0; i < 2; ++i) {
        drawing.particles_count = i;
        drawing.volume = NULL;
        const double lit = fixture_light(fixture_middle(renderer, &drawing));
        drawing.volume = &cloud;
        CHECK(fixture_light(fixture_middle(renderer, &drawing)) < lit - 5.0);
        fixture_agree(&drawing);
    }
    waft_renderer_destroy(renderer);
}

// Lists that hold nothing leave the picture as it is, to the bit: nothing is looked for below.
static void test_empty_lists(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    static uint8_t kept[FIXTURE_WIDTH * FIXTURE_HEIGHT * 4];
    const waft_draw_mesh mesh = {0};
    const waft_draw_particles particles = {.opacity = 1.0f};
    const waft_draw_line line = {.width = 1.0f};
    const waft_draw_water sea = make_sea(6);
    waft_drawing drawing = make_drawing(&sea);
    waft_picture picture = {0};
    CHECK(waft_renderer_draw(renderer, &drawing, &picture, NULL) == WAFT_OK);
    memcpy(kept, picture.pixels, sizeof kept);
    drawing.meshes = &mesh;
    drawing.particles = &particles;
    drawing.lines = &line;
    drawing.mesh_count = drawing.particles_count = drawing.line_count = 1;
    CHECK(waft_renderer_draw(renderer, &drawing, &picture, NULL) == WAFT_OK);
    CHECK(memcmp(kept, picture.pixels, sizeof kept) == 0);
    waft_renderer_destroy(renderer);
}

static void test_variants_agree(void) {
    const waft_draw_water sea = make_sea(6);
    waft_drawing drawing = make_drawing(&sea);
    fixture_agree(&drawing);
    drawing.camera.eye.y = -2.0f;
    fixture_agree(&drawing);
    const waft_draw_water more = make_sea(40);
    drawing = make_drawing(&more);
    fixture_agree(&drawing);
}

static void test_refusals(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    waft_draw_water sea = make_sea(6);
    const waft_drawing drawing = make_drawing(&sea);
    waves[3].phase = NAN;
    fixture_refused(renderer, &drawing, "waves[3]");
    sea = make_sea(6);
    sea.waves = NULL;
    fixture_refused(renderer, &drawing, "water.waves");
    sea = make_sea(6);
    sea.still_level = NAN;
    fixture_refused(renderer, &drawing, "still_level");
    waft_renderer_destroy(renderer);
}

static const test_case cases[] = {
    {"horizon", test_horizon},
    {"counts", test_counts},
    {"views", test_views},
    {"dived", test_dived},
    {"things below show", test_things_below_show},
    {"shadow of smoke", test_shadow_of_smoke},
    {"empty lists", test_empty_lists},
    {"variants agree", test_variants_agree},
    {"refusals", test_refusals},
};

TEST_MAIN(cases)
