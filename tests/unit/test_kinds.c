// SPDX-License-Identifier: MIT
#include "crowd_fixture.h"

#include "body/crowd.h"

static body_world pond(void) {
    const waft_world_def world_def = waft_world_def_default();
    waft_bodies_def def = waft_bodies_def_default();
    def.medium = WAFT_MEDIUM_BOTH;
    return make_body_world(&world_def, &def);
}

static void equal_settings_share_a_kind(void) {
    waft_hull* leaf = bake_leaf();
    waft_hull* other = bake_leaf();
    const body_world in = pond();
    waft_body_def def = leaf_def(leaf);
    (void)add_body(&in, &def);
    def.state.position[1] = 3.0;
    def.stream = 77;
    (void)add_body(&in, &def);
    CHECK(in.bodies->kind_count == 1);
    def.friction = 0.61f;
    (void)add_body(&in, &def);
    CHECK(in.bodies->kind_count == 2);
    def.plate.viscous = false;
    (void)add_body(&in, &def);
    CHECK(in.bodies->kind_count == 3);
    def = leaf_def(other);
    (void)add_body(&in, &def);
    CHECK(in.bodies->kind_count == 4);
    def.hull = leaf;
    (void)add_body(&in, &def);
    CHECK(in.bodies->kind_count == 4);
    CHECK(in.bodies->kinds[0]->models[WAFTI_AIR].fluid.density < 2.0);
    CHECK(in.bodies->kinds[0]->models[WAFTI_WATER].fluid.density > 900.0);
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
    waft_hull_destroy(other);
}

static void many_kinds_fit(void) {
    waft_hull* leaf = bake_leaf();
    const body_world in = pond();
    waft_body_def def = leaf_def(leaf);
    for (int n = 0; n < 20; ++n) {
        def.friction = 0.1f * (float)n;
        (void)add_body(&in, &def);
    }
    CHECK(in.bodies->kind_count == 20);
    CHECK_NEAR(in.bodies->kinds[7]->def.friction, 0.7, 1e-6);
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
}

// A host that drops ever new things for hours keeps its memory.
static void kinds_without_bodies_are_used_again(void) {
    waft_hull* leaf = bake_leaf();
    const body_world in = pond();
    waft_body_def def = leaf_def(leaf);
    const waft_body_id stays = add_body(&in, &def);
    size_t memory = 0;
    for (int n = 0; n < 1000; ++n) {
        def.friction = 0.001f * (float)(n + 1);
        const waft_body_id id = add_body(&in, &def);
        CHECK(body_info(&in, id).hull == leaf);
        CHECK(waft_bodies_remove(in.bodies, id) == WAFT_OK);
        memory = n == 300 ? waft_world_memory(in.world) : memory;
    }
    CHECK(in.bodies->kind_count == 256);
    CHECK(waft_world_memory(in.world) == memory);
    CHECK_NEAR(in.bodies->kinds[0]->def.friction, 0.6, 1e-6);
    step_bodies(&in, 3);
    CHECK(body_info(&in, stays).age > 0.0);
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
}

// Half under water the inverse is that of the mean of both matrices.
static void inverses_between_fluids(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.1, 0.0, 0.0, 500.0);
    const body_world in = pond();
    const waft_body_def def = bare_def(ball);
    (void)add_body(&in, &def);
    const wafti_kind* kind = in.bodies->kinds[0];
    CHECK(kind->round && kind->ball_count == 1);
    double inverse[36];
    wafti_kind_inverse(kind, 0.5, inverse);
    const double volume = kind->hull.volume;
    const double mass = kind->hull.mass + 0.5 * (0.5 * (998.0 + 1.204)) * volume;
    CHECK_NEAR(inverse[0] * mass, 1.0, 1e-4);
    wafti_kind_inverse(kind, 1.0, inverse);
    CHECK_NEAR(inverse[7], kind->models[WAFTI_WATER].inverse[7], 0.0);
    wafti_kind_inverse(kind, 0.0, inverse);
    CHECK_NEAR(inverse[7], kind->models[WAFTI_AIR].inverse[7], 0.0);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

// A hull may go with its last body. Another at its address, or an equal one elsewhere, is not it.
static void hulls_that_went_are_not_used(void) {
    waft_hull* leaf = bake_leaf();
    const body_world in = pond();
    waft_body_def def = leaf_def(leaf);
    const waft_body_id first = add_body(&in, &def);
    CHECK(waft_bodies_remove(in.bodies, first) == WAFT_OK);
    waft_hull_destroy(leaf);
    waft_hull* equal = bake_leaf();
    waft_hull* other = bake_hull(WAFT_HULL_ELLIPTIC_PLATE, 0.05, 0.01, 1e-4, 800.0);
    in.bodies->kinds[0]->def.hull = other; // as if it had got the memory
    def.hull = other;
    (void)add_body(&in, &def);
    CHECK(in.bodies->kind_count == 2);
    CHECK_NEAR(in.bodies->kinds[1]->hull.longest, 0.1, 1e-3);
    def.hull = equal;
    (void)add_body(&in, &def);
    CHECK(in.bodies->kind_count == 2);
    CHECK(in.bodies->kinds[0]->def.hull == equal && in.bodies->kinds[0]->count == 1);
    CHECK(in.bodies->kinds[0]->hull.contacts == waft_hull_get_info(equal).contacts);
    step_bodies(&in, 2);
    waft_world_destroy(in.world);
    waft_hull_destroy(equal);
    waft_hull_destroy(other);
}

static const test_case cases[] = {
    {"equal_settings_share_a_kind", equal_settings_share_a_kind},
    {"many_kinds_fit", many_kinds_fit},
    {"kinds_without_bodies_are_used_again", kinds_without_bodies_are_used_again},
    {"inverses_between_fluids", inverses_between_fluids},
    {"hulls_that_went_are_not_used", hulls_that_went_are_not_used},
};

TEST_MAIN(cases)
