// SPDX-License-Identifier: MIT
#include "render/crowd.h"

#include "crowd_fixture.h"

static waft_bounds bounds_of(const char* text) {
    loaded scene;
    waft_world* world = NULL;
    waft_bounds bounds = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    load(&scene, text);
    CHECK_TEXT(scene.messages, "");
    const waft_world_def def = waft_scene_world_def(scene.scene);
    CHECK(waft_scene_create_world(scene.scene, &def, &world, NULL) == WAFT_OK);
    CHECK(wafti_crowd_bounds(waft_world_bodies(world), scene.scene, &bounds));
    waft_world_destroy(world);
    unload(&scene);
    return bounds;
}

#define BALL(density)                                                                              \
    "bodies: [{shape: {sphere: 2 cm}, density: " density                                           \
    ", turbulence: {bake: false}, langevin: off, release: {position: [0, 1, 0]}}]\n"
#define TIME "waft: 1\ntime: {duration: 2, fps: 10, step: 0.01}\n"

static void the_ground_ends_a_fall(void) {
    const waft_bounds free_fall = bounds_of(TIME BALL("500"));
    const waft_bounds landed = bounds_of(TIME "ground: {height: 0.25}\n" BALL("500"));
    CHECK(free_fall.low.y < -5.0f);
    CHECK_NEAR(landed.low.y, 0.25, 1e-6);
    CHECK_NEAR(landed.high.y, 1.02, 1e-3);
}

static void light_bodies_rise_or_float(void) {
    const waft_bounds rising = bounds_of(TIME "medium: water\n" BALL("100"));
    const waft_bounds sinking = bounds_of(TIME "medium: water\n" BALL("2000"));
    const waft_bounds floating = bounds_of(TIME "medium: {kind: both, level: 0.5}\n" BALL("100"));
    CHECK(rising.high.y > 1.3f && rising.low.y > 0.9f);
    CHECK(sinking.low.y < 0.5f && sinking.high.y < 1.1f);
    CHECK(floating.low.y < 0.5f && floating.low.y > 0.4f);
}

// The scene's own gravity and water, not those of the earth.
static void gravity_and_density_are_the_scenes(void) {
    const waft_bounds slow = bounds_of(TIME "gravity: [0, -0.5, 0]\nmedium: vacuum\n" BALL("500"));
    CHECK_NEAR(slow.low.y, 1.0 - 0.5 * 0.5 * 4.0 - 0.02, 1e-3);
    const waft_bounds mercury =
        bounds_of(TIME "medium: {kind: water, density: 13500}\n" BALL("2000"));
    CHECK(mercury.high.y > 1.3f && mercury.low.y > 0.9f);
}

static void wind_carries(void) {
    const waft_bounds still = bounds_of(TIME "ground: {height: 0}\n" BALL("50"));
    const waft_bounds windy =
        bounds_of(TIME "ground: {height: 0}\nair: {wind: [3, 0, 0]}\n" BALL("50"));
    CHECK(windy.high.x > still.high.x + 0.3f);
    CHECK_NEAR(windy.low.x, still.low.x, 1e-6);
}

static void no_bodies_no_bounds(void) {
    waft_bounds bounds;
    CHECK(!wafti_crowd_bounds(NULL, NULL, &bounds));
}

static const test_case cases[] = {
    {"the_ground_ends_a_fall", the_ground_ends_a_fall},
    {"light_bodies_rise_or_float", light_bodies_rise_or_float},
    {"gravity_and_density_are_the_scenes", gravity_and_density_are_the_scenes},
    {"wind_carries", wind_carries},
    {"no_bodies_no_bounds", no_bodies_no_bounds},
};

STAGE_MAIN(cases)
