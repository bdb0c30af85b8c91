// SPDX-License-Identifier: MIT
#include "body/soak.h"

#include "crowd_fixture.h"

static body_world calm_world(waft_medium medium) {
    waft_world_def world_def = waft_world_def_default();
    world_def.step = 0.01;
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.medium = medium;
    return make_body_world(&world_def, &bodies_def);
}

static waft_hull* bake_ball(double density) {
    waft_hull_def def = waft_hull_def_default();
    def.shape = WAFT_HULL_SPHERE;
    def.size[0] = 0.1;
    def.density = density;
    def.turbulence.bake = false;
    waft_hull* hull = NULL;
    CHECK(waft_hull_bake(&def, &hull, NULL) == WAFT_OK);
    return hull;
}

static waft_body_def ball_def(const waft_hull* hull, double y) {
    waft_body_def def = waft_body_def_default();
    def.hull = hull;
    def.noise = WAFT_NOISE_OFF;
    def.state.position[1] = y;
    return def;
}

static void facts_are_those_of_the_medium(void) {
    waft_hull* hull = bake_ball(500.0);
    const waft_hull_info info = waft_hull_get_info(hull);
    const body_world in = calm_world(WAFT_MEDIUM_AIR);
    const waft_body_def def = ball_def(hull, 0.0);
    const waft_body_id id = add_body(&in, &def);
    wafti_body_facts facts;
    CHECK(wafti_bodies_facts(in.bodies, id, &facts) == WAFT_OK);
    // Half of the air that it displaces moves with a ball.
    const double air = 1.204 * info.volume;
    CHECK_NEAR(facts.whole[0], info.mass + 0.5 * air, 1e-6 * info.mass);
    CHECK_NEAR(facts.inverse[0] * facts.whole[0], 1.0, 1e-12);
    CHECK_NEAR(facts.weight[1], -9.81 * (info.mass - air), 1e-5 * info.mass);
    CHECK(wafti_bodies_facts(in.bodies, (waft_body_id){9, 9}, &facts) == WAFT_ERR_STALE_ID);
    waft_world_destroy(in.world);
    waft_hull_destroy(hull);
}

static void a_shove_moves_and_turns(void) {
    waft_hull* hull = bake_ball(500.0);
    const waft_hull_info info = waft_hull_get_info(hull);
    const body_world in = calm_world(WAFT_MEDIUM_VACUUM);
    const waft_body_def def = ball_def(hull, 0.0);
    const waft_body_id id = add_body(&in, &def);
    const double impulse[6] = {info.mass, 0.0, 0.0, 0.0, 0.0, info.inertia[8]};
    wafti_bodies_shove(in.bodies, id, impulse);
    wafti_bodies_shove(in.bodies, (waft_body_id){9, 9}, impulse);
    step_bodies(&in, 1);
    const waft_body_state state = body_info(&in, id).state;
    CHECK_NEAR(state.velocity[0], 1.0, 1e-6);
    CHECK_NEAR(state.spin[2], 1.0, 1e-5);
    waft_world_destroy(in.world);
    waft_hull_destroy(hull);
}

static void a_tank_ends_at_its_walls(void) {
    waft_hull* hull = bake_ball(500.0);
    const body_world in = calm_world(WAFT_MEDIUM_VACUUM);
    const wafti_tank tank = {.low = {-1.0, 0.0, -1.0}, .high = {1.0, 2.0, 1.0}};
    wafti_bodies_set_tank(in.bodies, &tank);
    waft_body_def def = ball_def(hull, 0.5);
    def.state.velocity[0] = 3.0;
    const waft_body_id inside = add_body(&in, &def);
    def.state.position[0] = 3.0;
    const waft_body_id outside = add_body(&in, &def);
    for (int n = 0; n < 200; ++n) {
        step_bodies(&in, 1);
        CHECK(body_info(&in, inside).state.position[0] < 0.95);
    }
    CHECK_NEAR(body_info(&in, inside).state.position[1], 0.1, 0.01);
    CHECK(body_info(&in, outside).state.position[1] < -5.0);
    waft_world_destroy(in.world);
    waft_hull_destroy(hull);
}

static const test_case cases[] = {
    {"facts_are_those_of_the_medium", facts_are_those_of_the_medium},
    {"a_shove_moves_and_turns", a_shove_moves_and_turns},
    {"a_tank_ends_at_its_walls", a_tank_ends_at_its_walls},
};
TEST_MAIN(cases)
