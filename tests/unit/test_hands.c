// SPDX-License-Identifier: MIT
#include "body/crowd.h"

#include "crowd_fixture.h"

static body_world quiet_world(float gravity, double dt) {
    waft_world_def world_def = waft_world_def_default();
    world_def.gravity[1] = (double)gravity;
    world_def.step = dt;
    waft_bodies_def def = waft_bodies_def_default();
    def.medium = WAFT_MEDIUM_VACUUM;
    def.capacity = 32;
    return make_body_world(&world_def, &def);
}

static void grips_are_checked(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 1000.0);
    const body_world in = quiet_world(0.0f, 0.01);
    const waft_body_def def = bare_def(ball);
    for (int n = 0; n < WAFTI_HANDS + 1; ++n) {
        (void)add_body(&in, &def);
    }
    const waft_grip good = {.to = {1.0f, 0.0f, 0.0f}, .most = 10.0f};
    waft_grip bad = good;
    waft_error error = {.sentence = ""};
    CHECK(wafti_bodies_check_grip(in.bodies, 1, &good, &error) == WAFT_OK);
    CHECK(wafti_bodies_check_grip(in.bodies, 0, &good, &error) == WAFT_ERR_ARGUMENT);
    CHECK(wafti_bodies_check_grip(in.bodies, 99, NULL, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "there is no body number 99");
    bad.most = 0.0f;
    CHECK(wafti_bodies_check_grip(in.bodies, 1, &bad, &error) == WAFT_ERR_ARGUMENT);
    bad = good;
    bad.at.y = NAN;
    CHECK(wafti_bodies_check_grip(in.bodies, 1, &bad, &error) == WAFT_ERR_ARGUMENT);
    bad = good;
    bad.to.z = 2e6f;
    CHECK(wafti_bodies_check_grip(in.bodies, 1, &bad, &error) == WAFT_ERR_ARGUMENT);
    for (uint32_t n = 1; n <= WAFTI_HANDS; ++n) {
        wafti_bodies_hold(in.bodies, n, &good);
    }
    CHECK(wafti_bodies_check_grip(in.bodies, WAFTI_HANDS + 1, &good, &error) == WAFT_ERR_FULL);
    CHECK(wafti_bodies_check_grip(in.bodies, 3, &good, &error) == WAFT_OK); // moves its own hand
    wafti_bodies_let_go(in.bodies, 3);
    CHECK(wafti_bodies_check_grip(in.bodies, WAFTI_HANDS + 1, &good, &error) == WAFT_OK);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

// Critically damped: it comes without going past, also at steps longer than 1 / rate.
static void a_held_body_comes_and_stays(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 1000.0);
    static const double steps[] = {0.002, 0.02, 0.1};
    for (size_t n = 0; n < sizeof(steps) / sizeof(steps[0]); ++n) {
        const body_world in = quiet_world(0.0f, steps[n]);
        const waft_body_def def = bare_def(ball);
        const waft_body_id id = add_body(&in, &def);
        const waft_grip grip = {.to = {2.0f, 0.0f, 0.0f}, .most = 1e6f};
        wafti_bodies_hold(in.bodies, 1, &grip);
        double farthest = 0.0;
        const int count = (int)(4.0 / steps[n]);
        for (int k = 0; k < count; ++k) {
            step_bodies(&in, 1);
            farthest = fmax(farthest, body_info(&in, id).state.position[0]);
        }
        const waft_body_info info = body_info(&in, id);
        CHECK_NEAR(info.state.position[0], 2.0, 1e-3);
        CHECK_NEAR(info.state.velocity[0], 0.0, 1e-3);
        CHECK(farthest < 2.0 + 1e-3);
        wafti_bodies_let_go(in.bodies, 1);
        wafti_bodies_pull(in.bodies);
        CHECK(in.bodies->groups[0].pushed == 0);
        waft_world_destroy(in.world);
    }
    waft_hull_destroy(ball);
}

// 4 N on a ball of mass m for one second give a speed of 4 / m; they cannot hold a heavier weight.
static void no_hand_pulls_harder_than_it_may(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.1, 0.0, 0.0, 1000.0);
    const double mass = waft_hull_get_info(ball).mass;
    const body_world in = quiet_world(-9.81f, 0.01);
    const waft_body_def def = bare_def(ball);
    const waft_body_id id = add_body(&in, &def);
    const waft_grip grip = {.to = {100.0f, 0.0f, 0.0f}, .most = 4.0f};
    wafti_bodies_hold(in.bodies, 1, &grip);
    wafti_bodies_pull(in.bodies);
    const double* push = in.bodies->records[in.bodies->order[0]].push;
    CHECK_NEAR(push[0], 4.0 * 0.01, 1e-8);
    CHECK_NEAR(push[5], 0.0, 1e-12);
    step_bodies(&in, 99); // each pulls once more: a second of pull in all
    const waft_body_info info = body_info(&in, id);
    CHECK_NEAR(info.state.velocity[0], 4.0 / mass, 0.02 * 4.0 / mass);
    CHECK(info.state.velocity[1] < -8.0);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

// Held at an end, it turns; once removed, its hand is free.
static void hands_hold_points_and_lose_the_dead(void) {
    waft_hull* bar = bake_hull(WAFT_HULL_BOX, 1.0, 0.1, 0.1, 500.0);
    const body_world in = quiet_world(0.0f, 0.01);
    const waft_body_def def = bare_def(bar);
    const waft_body_id id = add_body(&in, &def);
    const waft_grip grip = {.at = {0.5f, 0.0f, 0.0f}, .to = {0.5f, 0.3f, 0.0f}, .most = 1e5f};
    wafti_bodies_hold(in.bodies, 1, &grip);
    step_bodies(&in, 5);
    CHECK(body_info(&in, id).state.velocity[1] > 0.0);
    CHECK(body_info(&in, id).state.spin[2] > 0.0);
    CHECK(waft_bodies_remove(in.bodies, id) == WAFT_OK);
    CHECK(in.bodies->hands[0].number == 1);
    wafti_bodies_pull(in.bodies);
    CHECK(in.bodies->hands[0].number == 0);
    waft_world_destroy(in.world);
    waft_hull_destroy(bar);
}

static const test_case cases[] = {
    {"grips_are_checked", grips_are_checked},
    {"a_held_body_comes_and_stays", a_held_body_comes_and_stays},
    {"no_hand_pulls_harder_than_it_may", no_hand_pulls_harder_than_it_may},
    {"hands_hold_points_and_lose_the_dead", hands_hold_points_and_lose_the_dead},
};

TEST_MAIN(cases)
