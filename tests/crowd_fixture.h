// SPDX-License-Identifier: MIT
// Hulls and worlds with bodies that several tests share. Hulls have no turbulence of their own, which
// takes long to bake; a fixed gust stands for it.
#ifndef WAFT_TEST_CROWD_FIXTURE_H
#define WAFT_TEST_CROWD_FIXTURE_H

#include <stdlib.h>

#include <waft/waft.h>

#include "test.h"

static inline waft_hull* bake_hull(
    waft_hull_shape shape, double a, double b, double c, double density) {
    waft_hull_def def = waft_hull_def_default();
    def.shape = shape;
    def.size[0] = a;
    def.size[1] = b;
    def.size[2] = c;
    def.density = density;
    def.detail = 2;
    def.turbulence.bake = false;
    waft_hull* hull = NULL;
    waft_error error = {.sentence = ""};
    if (!CHECK(waft_hull_bake(&def, &hull, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
    return hull;
}

// The paper's sheet: semi-axes 4 and 1 cm, 0.1 mm thick.
static inline waft_hull* bake_leaf(void) {
    return bake_hull(WAFT_HULL_ELLIPTIC_PLATE, 0.04, 0.01, 1e-4, 800.0);
}

static inline waft_body_def leaf_def(const waft_hull* hull) {
    waft_body_def def = waft_body_def_default();
    def.hull = hull;
    def.gust_rate = 28.0f;
    def.gust_speed = 0.1f;
    return def;
}

// A body on which nothing acts but what the world does: no loads, no noise, in double.
static inline waft_body_def bare_def(const waft_hull* hull) {
    waft_body_def def = waft_body_def_default();
    def.hull = hull;
    def.loads = WAFT_LOADS_NONE;
    def.noise = WAFT_NOISE_OFF;
    def.precise = true;
    return def;
}

typedef struct body_world {
    waft_world* world;
    waft_bodies* bodies;
} body_world;

static inline body_world make_body_world(
    const waft_world_def* world_def, const waft_bodies_def* bodies_def) {
    body_world made = {NULL, NULL};
    waft_error error = {.sentence = ""};
    if (!CHECK(waft_world_create(world_def, &made.world, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
        return made;
    }
    if (!CHECK(waft_world_create_bodies(made.world, bodies_def, &made.bodies) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", waft_world_error(made.world));
    }
    return made;
}

static inline waft_body_id add_body(const body_world* in, const waft_body_def* def) {
    waft_body_id id = {0, 0};
    if (!CHECK(waft_bodies_add(in->bodies, def, &id) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", waft_world_error(in->world));
    }
    return id;
}

static inline waft_body_info body_info(const body_world* in, waft_body_id id) {
    waft_body_info info = {.number = 0};
    CHECK(waft_bodies_get(in->bodies, id, &info) == WAFT_OK);
    return info;
}

static inline void step_bodies(const body_world* in, int count) {
    for (int n = 0; n < count; ++n) {
        if (!CHECK(waft_world_step(in->world) == WAFT_OK)) {
            (void)fprintf(stderr, "  %s\n", waft_world_error(in->world));
            return;
        }
    }
}

static inline size_t count_events(const waft_world* world, waft_event_kind kind) {
    size_t count = 0;
    const waft_event* events = waft_world_events(world, &count, NULL);
    size_t found = 0;
    for (size_t n = 0; n < count; ++n) {
        found += events[n].kind == kind;
    }
    return found;
}

// Leaves spread over a box, tilted and turning, each by its number alone.
static inline waft_body_state scattered_state(uint32_t number) {
    uint32_t bits = number * 2654435761u;
    double unit[8];
    for (int k = 0; k < 8; ++k) {
        bits = bits * 1664525u + 1013904223u;
        unit[k] = (double)(bits >> 8) / 16777216.0 - 0.5;
    }
    waft_body_state state = {
        .position = {unit[0], 2.0 + unit[1], unit[2]},
        .rotation = {unit[3], unit[4], unit[5], 1.0},
        .spin = {unit[6], unit[7], unit[3]},
    };
    double length = 0.0;
    for (int k = 0; k < 4; ++k) {
        length += state.rotation[k] * state.rotation[k];
    }
    for (int k = 0; k < 4; ++k) {
        state.rotation[k] /= sqrt(length);
    }
    return state;
}

// The bits that a user sees of a body, without its id.
static inline uint64_t body_bits(const waft_body_info* info) {
    uint64_t hash = 14695981039346656037u;
    const double* lists[] = {info->state.position, info->state.rotation, info->state.velocity,
        info->state.spin, info->gust, &info->age};
    const size_t counts[] = {3, 4, 3, 3, 3, 1};
    for (size_t n = 0; n < 6; ++n) {
        for (size_t k = 0; k < counts[n]; ++k) {
            uint64_t bits = 0;
            memcpy(&bits, &lists[n][k], sizeof(bits));
            hash = (hash ^ bits) * 1099511628211u;
        }
    }
    return hash;
}

#endif // WAFT_TEST_CROWD_FIXTURE_H
