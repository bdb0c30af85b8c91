// SPDX-License-Identifier: MIT
// Where the bodies of a scene start, as told before and as found in its world.
#include "scene_fixture.h"

#define SCENE                                                                                      \
    "waft: 1\nseed: 7\nbodies:\n"                                                                  \
    "  - {shape: {sphere: 1 cm}, density: 100, turbulence: {bake: false}, langevin: off,\n"        \
    "     release: {position: [1, 2, 3], velocity: [0.5, 0, 0]}}\n"                                \
    "  - {shape: {sphere: 2 cm}, density: 100, turbulence: {bake: false}, langevin: off,\n"        \
    "     count: 20, scatter: {low: [-1, 2, 0], high: [1, 3, 0.5], turned: true, spin: 2}}\n"

static void worlds_start_as_told(void) {
    static loaded l;
    load(&l, SCENE);
    CHECK_TEXT(l.messages, "");
    const waft_world_def def = waft_scene_world_def(l.scene);
    waft_world* world = NULL;
    CHECK(waft_scene_create_world(l.scene, &def, &world, NULL) == WAFT_OK);
    const waft_bodies* bodies = waft_world_bodies(world);
    CHECK(waft_bodies_count(bodies) == 21);
    for (size_t i = 0; i < 21; ++i) {
        waft_body_info body;
        waft_body_state start;
        CHECK(waft_bodies_at(bodies, i, &body) == WAFT_OK);
        CHECK(waft_scene_body_start(l.scene, body.number, &start) == WAFT_OK);
        for (int k = 0; k < 3; ++k) {
            CHECK_NEAR(body.state.position[k], start.position[k], 1e-6);
            CHECK_NEAR(body.state.velocity[k], start.velocity[k], 1e-6);
            CHECK_NEAR(body.state.spin[k], start.spin[k], 1e-5);
        }
    }
    waft_body_state first;
    CHECK(waft_scene_body_start(l.scene, 1, &first) == WAFT_OK);
    CHECK_NEAR(first.position[2], 3.0, 0.0);
    CHECK_NEAR(first.velocity[0], 0.5, 0.0);
    waft_world_destroy(world);
    unload(&l);
}

static void boxes_are_filled(void) {
    static loaded l;
    load(&l, SCENE);
    double least = 10.0;
    double most = -10.0;
    for (uint32_t number = 2; number <= 21; ++number) {
        waft_body_state start;
        CHECK(waft_scene_body_start(l.scene, number, &start) == WAFT_OK);
        CHECK(start.position[0] >= -1.0 && start.position[0] <= 1.0);
        CHECK(start.position[1] >= 2.0 && start.position[1] <= 3.0);
        CHECK(start.position[2] >= 0.0 && start.position[2] <= 0.5);
        const double* q = start.rotation;
        CHECK_NEAR(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1.0, 1e-12);
        least = fmin(least, start.position[0]);
        most = fmax(most, start.position[0]);
    }
    CHECK(most - least > 1.0);
    waft_body_state start;
    CHECK(waft_scene_body_start(l.scene, 22, &start) == WAFT_ERR_ARGUMENT);
    CHECK(waft_scene_body_start(l.scene, 0, &start) == WAFT_ERR_ARGUMENT);
    CHECK(waft_scene_body_start(NULL, 1, &start) == WAFT_ERR_ARGUMENT);
    waft_vec3 color;
    CHECK(!waft_scene_body_color(NULL, 1, &color) && !waft_scene_body_color(l.scene, 0, &color));
    CHECK(
        !waft_scene_body_color(l.scene, 22, &color) && !waft_scene_body_color(l.scene, 1, &color));
    unload(&l);
}

static const test_case cases[] = {
    {"worlds_start_as_told", worlds_start_as_told},
    {"boxes_are_filled", boxes_are_filled},
};

int main(int argc, char** argv) {
    if (!waft_has("yaml")) {
        (void)printf("skipped: this build has no YAML\n");
        return 0;
    }
    return test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
