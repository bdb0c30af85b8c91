// SPDX-License-Identifier: MIT
#include "cloud_fixture.h"
#include "water_fixture.h"

static fixture_fields fields;

// Ground that rises along x from -0.8 to 0.4.
static waft_draw_terrain make_slope(void) {
    for (int k = 0; k < FIXTURE_CELLS; ++k) {
        for (int i = 0; i < FIXTURE_CELLS; ++i) {
            fields.bed[k * FIXTURE_CELLS + i] = -0.8f + 1.2f * (float)i / (float)FIXTURE_CELLS;
        }
    }
    return (waft_draw_terrain){
        .height = fixture_field(fields.bed),
        .domain = {{-2.0f, -1.0f, -2.0f}, {2.0f, 0.4f, 2.0f}},
        .wet_level = -INFINITY,
    };
}

// Seen from the side the block has the ground's outline: high on the right.
static void test_outline(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    const waft_draw_terrain slope = make_slope();
    waft_drawing drawing = fixture_drawing();
    const double paper = fixture_light(fixture_middle(renderer, &drawing));
    drawing.terrain = &slope;
    waft_picture picture = {0};
    CHECK(waft_renderer_draw(renderer, &drawing, &picture, NULL) == WAFT_OK);
    CHECK_NEAR(fixture_light(fixture_mean(&picture, 24, 26, 30, 30)), paper, 2.0);
    CHECK(fixture_light(fixture_mean(&picture, 66, 26, 72, 30)) < paper - 40.0);
    CHECK(fixture_light(fixture_mean(&picture, 24, 40, 72, 41)) < paper - 40.0);
    CHECK_NEAR(fixture_light(fixture_mean(&picture, 24, 46, 72, 50)), paper, 2.0);
    waft_renderer_destroy(renderer);
}

static fixture_color from_above(waft_renderer* renderer, waft_drawing drawing) {
    drawing.camera.eye = (waft_vec3){0.0f, 9.0f, 2.0f};
    drawing.camera.target = (waft_vec3){0.0f, 0.0f, 0.0f};
    return fixture_middle(renderer, &drawing);
}

// Wet ground is darker; steep ground is rock, which is greyer than sand.
static void test_colors(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    waft_draw_terrain slope = make_slope();
    waft_drawing drawing = fixture_drawing();
    drawing.terrain = &slope;
    const fixture_color dry = from_above(renderer, drawing);
    CHECK(dry.red > dry.blue + 15.0);
    slope.wet_level = 0.45f;
    const fixture_color wet = from_above(renderer, drawing);
    CHECK(fixture_light(wet) < fixture_light(dry) - 15.0);
    slope.wet_level = -INFINITY;
    for (int k = 0; k < FIXTURE_CELLS; ++k) {
        for (int i = 0; i < FIXTURE_CELLS; ++i) {
            fields.bed[k * FIXTURE_CELLS + i] = -6.0f + 6.0f * (float)k / (float)FIXTURE_CELLS;
        }
    }
    slope.domain.low.y = -6.5f;
    drawing.bounds.low.y = -6.5f;
    const fixture_color rock = from_above(renderer, drawing);
    CHECK(rock.red / rock.blue < 0.9 * dry.red / dry.blue);
    waft_renderer_destroy(renderer);
}

// A ridge throws its shadow on the ground behind it.
static void test_shadow(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    const waft_draw_terrain slope = make_slope();
    for (int k = 0; k < FIXTURE_CELLS; ++k) {
        for (int i = 0; i < FIXTURE_CELLS; ++i) {
            fields.bed[k * FIXTURE_CELLS + i] = i > 20 && i < 24 ? 0.5f : -0.8f;
        }
    }
    waft_drawing drawing = fixture_drawing();
    drawing.terrain = &slope;
    drawing.look.sun_azimuth = 1.5708f;
    drawing.look.sun_elevation = 0.5f;
    const double shaded = fixture_light(from_above(renderer, drawing));
    drawing.look.shadows = false;
    CHECK(fixture_light(from_above(renderer, drawing)) > shaded + 20.0);
    waft_renderer_destroy(renderer);
}

// Smoke before the sun darkens dry ground, wet ground and the sides.
static void test_shadow_of_smoke(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    waft_draw_terrain slope = make_slope();
    waft_drawing drawing = fixture_drawing();
    const waft_draw_volume cloud = fixture_cloud(&drawing);
    drawing.terrain = &slope;
    for (int i = 0; i < 3; ++i) {
        slope.wet_level = i == 1 ? 0.45f : -INFINITY;
        waft_drawing seen = drawing;
        seen.camera.eye = i < 2 ? (waft_vec3){0.0f, 9.0f, 2.0f} : (waft_vec3){10.0f, -0.9f, 0.0f};
        seen.camera.target = i < 2 ? (waft_vec3){0} : (waft_vec3){0.0f, -0.9f, 0.0f};
        seen.camera.height = i < 2 ? 4.5f : 1.5f;
        const double lit = fixture_light(fixture_middle(renderer, &seen));
        seen.volume = &cloud;
        CHECK(fixture_light(fixture_middle(renderer, &seen)) < lit - 10.0);
        fixture_agree(&seen);
    }
    waft_renderer_destroy(renderer);
}

static void test_variants_agree(void) {
    waft_draw_terrain slope = make_slope();
    waft_drawing drawing = fixture_drawing();
    drawing.terrain = &slope;
    drawing.camera.eye = (waft_vec3){4.0f, 5.0f, 6.0f};
    fixture_agree(&drawing);
    slope.wet_level = 0.0f;
    fixture_agree(&drawing);
}

static void test_refusals(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    const waft_draw_terrain good = make_slope();
    waft_draw_terrain slope = good;
    waft_drawing drawing = fixture_drawing();
    drawing.terrain = &slope;
    slope.height.size[2] = 0;
    fixture_refused(renderer, &drawing, "terrain.height");
    slope = good;
    slope.height.stride[2] = 3;
    fixture_refused(renderer, &drawing, "overlap");
    slope = good;
    slope.wet_level = NAN;
    fixture_refused(renderer, &drawing, "wet_level");
    slope = good;
    slope.domain.low.y = NAN;
    fixture_refused(renderer, &drawing, "terrain.domain");
    waft_renderer_destroy(renderer);
}

static const test_case cases[] = {
    {"outline", test_outline},
    {"colors", test_colors},
    {"shadow", test_shadow},
    {"shadow of smoke", test_shadow_of_smoke},
    {"variants agree", test_variants_agree},
    {"refusals", test_refusals},
};

TEST_MAIN(cases)
