// SPDX-License-Identifier: MIT
// What is refused of bodies before a run would, and what is remarked.
#include "scene/scene.h"
#include "scene_fixture.h"

#if defined(WAFTI_HAVE_YAML)

#define BALL "waft: 1\nbodies:\n  - {preset: ball, langevin: off"

static void test_sound(void) {
    check_messages(BALL "}\n", "");
    check_messages("waft: 1\nbodies:\n  - {preset: ball, turbulence: {grid: [16, 8, 8]}}\n", "");
    check_messages(BALL ", release: {velocity: [1500, 0, 0]}, scatter: {velocity: 500}}\n", "");
}

static void test_starts(void) {
    check_messages(BALL ", release: {velocity: [0, -1600, 0]}, scatter: {velocity: 500}}\n",
        "3:91: bodies[0].scatter.velocity may lead beyond 5000: release.velocity and 7 deviations "
        "are too much\n");
    check_messages(BALL ", scatter: {spin: 7000}}\n", "");
}

static void test_hulls(void) {
    check_messages("waft: 1\nbodies:\n"
                   "  - {shape: {box: [1, 1, 1]}, density: 9, added_mass: closed}\n",
        "3:5: bodies[0]: there is no closed form of the added mass of a box of these sizes\n");
    check_messages("waft: 1\nbodies:\n  - {preset: ball, turbulence: {grid: [32, 15, 8]}}\n",
        "3:5: bodies[0].turbulence.grid is [32, 15, 8]: the first must be at least 16, the second "
        "at least half of the first\n");
}

// release.reynolds goes with the d and b that the hull has.
static void test_reynolds(void) {
    static const char text[] =
        "waft: 1\nbodies:\n  - {shape: {strip: [1 cm, 0.1 mm, 5 cm]}, density: 900, "
        "release: {reynolds: 400}, turbulence: {grid: [16, 16, 8]}}\n";
    static loaded l;
    load(&l, text);
    waft_hull_def def;
    waft_hull* hull = NULL;
    CHECK(wafti_scene_body_hull(l.scene, 0, &def) == WAFT_OK);
    CHECK(waft_hull_bake(&def, &hull, NULL) == WAFT_OK);
    CHECK_NEAR(waft_hull_get_info(hull).reynolds, 400.0, 4.0);
    waft_hull_destroy(hull);
    unload(&l);
}

static void test_noise(void) {
    check_messages(
        "waft: 1\nbodies:\n  - {preset: ball, langevin: seen, turbulence: {bake: false}}\n",
        "3:20: bodies[0].langevin has no effect, since turbulence.bake is false and there is no "
        "gust\n");
    check_messages(
        "waft: 1\nbodies:\n  - {preset: ball, langevin: seen, turbulence: {bake: false}, "
        "gust: {rate: 9, speed: 1}}\n",
        "");
}

static void test_remarks(void) {
    check_messages("waft: 1\nwater: {}\nair: {spin: true, winds: [{}]}\nground: {}\n"
                   "collisions: true\n",
        "3:7: air.spin has no effect without bodies\n"
        "3:19: air.winds has no effect without bodies\n"
        "4:1: ground has no effect without bodies\n"
        "5:1: collisions has no effect without bodies\n");
    check_messages(BALL "}\nwater: {}\nmedium: both\n", "");
    check_messages(BALL "}\nwater: {}\n",
        "2:1: bodies do not feel the water, since medium is air; give medium: both\n");
    check_messages(BALL "}\nwater: {}\nmedium: {kind: both, reaction: on}\n",
        "5:32: medium.reaction is on, but only water of the method columns is moved by bodies\n");
}

static const test_case cases[] = {
    {"sound", test_sound},
    {"starts", test_starts},
    {"hulls", test_hulls},
    {"reynolds", test_reynolds},
    {"noise", test_noise},
    {"remarks", test_remarks},
};

#else

static const test_case cases[] = {{"a build without libyaml says so", test_without_yaml}};

#endif
TEST_MAIN(cases)
