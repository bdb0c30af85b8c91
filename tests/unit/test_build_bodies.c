// SPDX-License-Identifier: MIT
#include "scene_fixture.h"

#include <math.h>

#if defined(WAFTI_HAVE_YAML)

#include <waft/body.h>

// Greatest spin (rad/s) of a ball after ten steps in turbulence of given strength.
static double spin_with(const char* more) {
    static loaded l;
    char text[400];
    (void)snprintf(text, sizeof(text),
        "waft: 1\ntime: {step: 5 ms}\nbodies:\n  - {shape: {sphere: 1 cm}, density: 100, "
        "loads: none, gust: {rate: 10, speed: 0.1%s\n",
        more);
    load(&l, text);
    CHECK_TEXT(l.messages, "");
    const waft_world_def def = waft_scene_world_def(l.scene);
    waft_world* world = NULL;
    CHECK(waft_scene_create_world(l.scene, &def, &world, NULL) == WAFT_OK);
    for (int i = 0; i < 10; ++i) {
        CHECK(waft_world_step(world) == WAFT_OK);
    }
    waft_body_info body;
    CHECK(waft_bodies_at(waft_world_bodies(world), 0, &body) == WAFT_OK);
    CHECK(body.state.velocity[0] != 0.0);
    const double* w = body.state.spin;
    waft_world_destroy(world);
    unload(&l);
    return fmax(fmax(fabs(w[0]), fabs(w[1])), fabs(w[2]));
}

// The paper's noise is on the spin too (eq. 10); the other kinds turn a body if they are asked to.
// The deviation is sigma sqrt(2 alpha t) / l_b, 10 rad/s here.
static void noise_that_turns(void) {
    const double paper = spin_with("}, paper: {noise: true}}");
    CHECK(paper > 1.0 && paper < 50.0);
    // A ball's moment from the flow around it is nothing but rounding.
    CHECK_NEAR(spin_with("}, langevin: mass}"), 0.0, 1e-5);
    CHECK_NEAR(spin_with("}}"), 0.0, 1e-5);
}

static const test_case cases[] = {
    {"noise that turns", noise_that_turns},
};

#else

static const test_case cases[] = {{"without libyaml", test_without_yaml}};

#endif
TEST_MAIN(cases)
