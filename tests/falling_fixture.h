// SPDX-License-Identifier: MIT
// A small world of bodies: two discs and a ball, whose hulls are in closed form.
#ifndef WAFT_TEST_FALLING_FIXTURE_H
#define WAFT_TEST_FALLING_FIXTURE_H

#include <waft/waft.h>

#include "test.h"

typedef struct falling {
    waft_world* world;
    waft_bodies* bodies;
    waft_hull* disc;
    waft_hull* ball;
    waft_body_id ids[3];
} falling;

static inline waft_hull* falling_hull(waft_hull_shape shape, double size, double density) {
    waft_hull_def def = waft_hull_def_default();
    waft_hull* hull = NULL;
    waft_error error = {.sentence = ""};
    def.shape = shape;
    def.size[0] = size;
    def.size[1] = shape == WAFT_HULL_DISC ? 0.02 * size : 0.0;
    def.density = density;
    def.detail = 1;
    def.turbulence.bake = false;
    CHECK(waft_hull_bake(&def, &hull, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    return hull;
}

static inline void falling_make(falling* f) {
    const waft_world_def def = waft_world_def_default();
    const waft_bodies_def bodies = waft_bodies_def_default();
    f->disc = falling_hull(WAFT_HULL_DISC, 0.05, 900.0);
    f->ball = falling_hull(WAFT_HULL_SPHERE, 0.02, 400.0);
    CHECK(waft_world_create(&def, &f->world, NULL) == WAFT_OK);
    CHECK(waft_world_create_bodies(f->world, &bodies, &f->bodies) == WAFT_OK);
    for (int i = 0; i < 3; ++i) {
        waft_body_def body = waft_body_def_default();
        body.hull = i == 1 ? f->ball : f->disc;
        body.noise = WAFT_NOISE_OFF;
        body.state.position[0] = 0.25 * i;
        body.state.position[1] = 2.0;
        body.state.rotation[0] = 0.6 * (i == 2);
        body.state.rotation[3] = i == 2 ? 0.8 : 1.0;
        CHECK(waft_bodies_add(f->bodies, &body, &f->ids[i]) == WAFT_OK);
    }
}

static inline void falling_step(falling* f, int steps) {
    for (int i = 0; i < steps; ++i) {
        CHECK(waft_world_step(f->world) == WAFT_OK);
    }
}

static inline void falling_free(falling* f) {
    waft_world_destroy(f->world);
    waft_hull_destroy(f->disc);
    waft_hull_destroy(f->ball);
}

#endif // WAFT_TEST_FALLING_FIXTURE_H
