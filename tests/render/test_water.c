// SPDX-License-Identifier: MIT
#include "cloud_fixture.h"
#include "water_fixture.h"

static fixture_fields fields;

// A block of water 1 m deep with one wave along x.
static waft_draw_water make_block(void) {
    for (int k = 0; k < FIXTURE_CELLS; ++k) {
        for (int i = 0; i < FIXTURE_CELLS; ++i) {
            fields.level[k * FIXTURE_CELLS + i] = 0.1f * cosf(0.4f * (float)i);
            fields.bed[k * FIXTURE_CELLS + i] = -1.0f;
        }
    }
    return (waft_draw_water){
        .level = fixture_field(fields.level),
        .bed = fixture_field(fields.bed),
        .domain = {{-2.0f, -1.0f, -2.0f}, {2.0f, 0.1f, 2.0f}},
        .edge = WAFT_EDGE_CUT,
    };
}

// Looks into the water from the side: what lies behind is dimmed and red goes first.
static void test_side_dims_what_is_behind(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    const waft_draw_water block = make_block();
    waft_drawing drawing = fixture_drawing();
    const fixture_color paper = fixture_middle(renderer, &drawing);
    drawing.water = &block;
    const fixture_color water = fixture_middle(renderer, &drawing);
    CHECK(fixture_light(water) < fixture_light(paper) - 15.0);
    CHECK(water.red < water.green);
    CHECK(water.red < water.blue);
    waft_picture picture = {0};
    CHECK(waft_renderer_draw(renderer, &drawing, &picture, NULL) == WAFT_OK);
    // Nothing above the water, below the block and beside it.
    CHECK_NEAR(fixture_light(fixture_mean(&picture, 40, 4, 56, 10)), fixture_light(paper), 2.0);
    CHECK_NEAR(fixture_light(fixture_mean(&picture, 40, 54, 56, 60)), fixture_light(paper), 2.0);
    CHECK_NEAR(fixture_light(fixture_mean(&picture, 2, 28, 12, 36)), fixture_light(paper), 2.0);
    waft_renderer_destroy(renderer);
}

static void test_clearer_water_shows_more(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    const waft_draw_water block = make_block();
    waft_drawing drawing = fixture_drawing();
    drawing.water = &block;
    double before = 0.0;
    const float clarities[] = {0.5f, 2.0f, 8.0f, 100.0f};
    for (int i = 0; i < 4; ++i) {
        drawing.look.water_clarity = clarities[i];
        const double light = fixture_light(fixture_middle(renderer, &drawing));
        CHECK(light > before + 2.0);
        before = light;
    }
    waft_renderer_destroy(renderer);
}

// What the block looks like from the side does not depend on which side.
static void test_all_sides_alike(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    waft_draw_water block = make_block();
    memset(fields.level, 0, sizeof fields.level);
    waft_drawing drawing = fixture_drawing();
    drawing.water = &block;
    const fixture_color first = fixture_middle(renderer, &drawing);
    const waft_vec3 eyes[] = {
        {10.0f, -0.25f, 0.0f}, {0.0f, -0.25f, -10.0f}, {-10.0f, -0.25f, 0.0f}};
    for (int i = 0; i < 3; ++i) {
        drawing.camera.eye = eyes[i];
        const fixture_color other = fixture_middle(renderer, &drawing);
        CHECK_NEAR(other.red, first.red, 3.0);
        CHECK_NEAR(other.blue, first.blue, 3.0);
    }
    waft_renderer_destroy(renderer);
}

// Without water over the bed there is nothing to see.
static void test_dry_is_not_drawn(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    waft_draw_water block = make_block();
    waft_drawing drawing = fixture_drawing();
    drawing.camera.eye = (waft_vec3){0.0f, 8.0f, 6.0f};
    const fixture_color paper = fixture_middle(renderer, &drawing);
    drawing.water = &block;
    CHECK(fabs(fixture_light(fixture_middle(renderer, &drawing)) - fixture_light(paper)) > 10.0);
    for (int i = 0; i < FIXTURE_CELLS * FIXTURE_CELLS; ++i) {
        fields.bed[i] = 0.5f;
    }
    CHECK_NEAR(fixture_light(fixture_middle(renderer, &drawing)), fixture_light(paper), 1.0);
    waft_renderer_destroy(renderer);
}

// Foam is brighter than water.
static void test_foam_is_white(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    static float foam[FIXTURE_CELLS * FIXTURE_CELLS];
    waft_draw_water block = make_block();
    waft_drawing drawing = fixture_drawing();
    drawing.look.water_clarity = 0.2f;
    drawing.look.background = WAFT_BACKGROUND_SKY;
    drawing.camera.eye = (waft_vec3){0.0f, 9.0f, 3.0f};
    drawing.water = &block;
    const fixture_color bare = fixture_middle(renderer, &drawing);
    for (int i = 0; i < FIXTURE_CELLS * FIXTURE_CELLS; ++i) {
        foam[i] = 1.0f;
    }
    block.foam = fixture_field(foam);
    const fixture_color white = fixture_middle(renderer, &drawing);
    CHECK(fixture_light(white) > fixture_light(bare) + 60.0);
    CHECK(white.red > 0.8 * white.blue);
    drawing.look.foam = 0.3f;
    CHECK(fixture_light(fixture_middle(renderer, &drawing)) < fixture_light(white) - 20.0);
    waft_renderer_destroy(renderer);
}

// Every variant compiles and draws in both kinds of OpenGL: with and without shadows, from below, from
// inside, and a surface that just ends.
// Smoke before the sun darkens the surface.
static void test_shadow_of_smoke(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    const waft_draw_water block = make_block();
    waft_drawing drawing = fixture_drawing();
    const waft_draw_volume cloud = fixture_cloud(&drawing);
    drawing.water = &block;
    drawing.look.water_clarity = 0.5f;
    drawing.camera.eye = (waft_vec3){0.0f, 9.0f, 2.0f};
    drawing.camera.target = (waft_vec3){0.0f, 0.0f, 0.0f};
    const double lit = fixture_light(fixture_middle(renderer, &drawing));
    drawing.volume = &cloud;
    CHECK(fixture_light(fixture_middle(renderer, &drawing)) < lit - 5.0);
    fixture_agree(&drawing);
    waft_renderer_destroy(renderer);
}

static void test_variants_agree(void) {
    waft_draw_water block = make_block();
    waft_drawing drawing = fixture_drawing();
    drawing.look.background = WAFT_BACKGROUND_SKY;
    drawing.water = &block;
    drawing.camera.eye = (waft_vec3){3.0f, 3.0f, 6.0f};
    fixture_agree(&drawing);
    drawing.look.shadows = false;
    block.edge = WAFT_EDGE_BARE;
    fixture_agree(&drawing);
    block.edge = WAFT_EDGE_CUT;
    drawing.camera.orthographic = false;
    drawing.camera.fov = 1.0f;
    drawing.camera.eye = (waft_vec3){0.0f, -0.5f, 1.0f};
    drawing.camera.target = (waft_vec3){0.0f, 0.0f, 0.0f};
    fixture_agree(&drawing);
}

// An eye under water sees water all round, no white paper.
static void test_dived(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    const waft_draw_water block = make_block();
    waft_drawing drawing = fixture_drawing();
    drawing.look.water_clarity = 0.5f;
    drawing.water = &block;
    drawing.camera.orthographic = false;
    drawing.camera.eye = (waft_vec3){0.0f, -0.5f, 1.5f};
    drawing.camera.target = (waft_vec3){0.0f, -0.6f, 0.0f};
    const fixture_color seen = fixture_middle(renderer, &drawing);
    CHECK(seen.red < 0.7 * seen.blue);
    waft_renderer_destroy(renderer);
}

// A strip of one cell is a tank; a field much finer than the picture is thinned.
static void test_sizes(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    waft_draw_water block = make_block();
    waft_drawing drawing = fixture_drawing();
    drawing.water = &block;
    const fixture_color whole = fixture_middle(renderer, &drawing);
    block.level.size[2] = block.bed.size[2] = 1;
    const fixture_color strip = fixture_middle(renderer, &drawing);
    CHECK_NEAR(fixture_light(strip), fixture_light(whole), 4.0);
    static float fine[512 * 512];
    block.bed.data = NULL;
    block.level = (waft_field){.data = fine,
        .size = {512, 1, 512},
        .stride = {1, 512, 512},
        .origin = {-2.0f, 0.0f, -2.0f},
        .spacing = {4.0f / 512.0f, 1.0f, 4.0f / 512.0f}};
    const fixture_color thinned = fixture_middle(renderer, &drawing);
    CHECK_NEAR(fixture_light(thinned), fixture_light(whole), 4.0);
    waft_renderer_destroy(renderer);
}

static void test_refusals(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    const waft_draw_water good = make_block();
    waft_draw_water block = good;
    waft_drawing drawing = fixture_drawing();
    drawing.water = &block;
    block.level.size[1] = 2;
    fixture_refused(renderer, &drawing, "water.level");
    block = good;
    block.bed.size[0] = 7;
    fixture_refused(renderer, &drawing, "water.bed");
    block = good;
    block.level.spacing.x = NAN;
    fixture_refused(renderer, &drawing, "spacing");
    block = good;
    block.edge = WAFT_EDGE_AUTO;
    fixture_refused(renderer, &drawing, "water.edge");
    block = good;
    block.still_level = INFINITY;
    fixture_refused(renderer, &drawing, "still_level");
    block = good;
    block.domain.high.x = -2.0f;
    fixture_refused(renderer, &drawing, "water.domain");
    block = good;
    drawing.look.water_clarity = 0.0f;
    fixture_refused(renderer, &drawing, "water_clarity");
    drawing.look.water_clarity = 4.0f;
    drawing.look.ripples = NAN;
    fixture_refused(renderer, &drawing, "ripples");
    waft_renderer_destroy(renderer);
}

static const test_case cases[] = {
    {"side dims what is behind", test_side_dims_what_is_behind},
    {"clearer water shows more", test_clearer_water_shows_more},
    {"all sides alike", test_all_sides_alike},
    {"dry is not drawn", test_dry_is_not_drawn},
    {"foam is white", test_foam_is_white},
    {"shadow of smoke", test_shadow_of_smoke},
    {"variants agree", test_variants_agree},
    {"dived", test_dived},
    {"sizes", test_sizes},
    {"refusals", test_refusals},
};

TEST_MAIN(cases)
