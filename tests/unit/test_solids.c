// SPDX-License-Identifier: MIT
// Solids in a liquid, src/liquid/solids.c.
#include "test.h"
#include "unit/cloud_fixture.h"

static waft_solid_id first_solid(const liquid_fixture* f) {
    waft_solid_info info = {0};
    CHECK(waft_world_solid_at(f->world, 0, &info) == WAFT_OK);
    return info.id;
}

static liquid_fixture open_box(void) {
    waft_liquid_def def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
    liquid_fixture f = liquid_open(&def, 0.01, 9.81f, 1);
    waft_solid_def box = waft_solid_def_default();
    liquid_put_box(&box, 0.6f, 1.0f, 0.8f, 1.4f, 1.4f, 1.2f);
    box.axis = (waft_vec3){0.0f, 0.0f, 1.0f};
    CHECK(waft_world_add_solid(f.world, &box, &(waft_solid_id){0}) == WAFT_OK);
    return f;
}

static double distance_to(const liquid_fixture* f, double x, double y, double z, double normal[3]) {
    const double place[3] = {x, y, z};
    return wafti_liquid_solid_distance(&f->liquid->solids[0], place, normal);
}

static void distances_turn_with_it(void) {
    liquid_fixture f = open_box();
    double normal[3];
    CHECK_NEAR(distance_to(&f, 1.5, 1.2, 1.0, normal), 0.1, 1e-6);
    CHECK_NEAR(normal[0], 1.0, 1e-6);
    const waft_pose upright = {.position = {1.0f, 1.2f, 1.0f},
        .rotation = {0.0f, 0.0f, (float)sqrt(0.5), (float)sqrt(0.5)}};
    CHECK(waft_world_move_solid(f.world, first_solid(&f), &upright) == WAFT_OK);
    liquid_step(&f);
    CHECK_NEAR(distance_to(&f, 1.5, 1.2, 1.0, normal), 0.3, 1e-6);
    CHECK_NEAR(distance_to(&f, 1.0, 1.8, 1.0, normal), 0.2, 1e-6);
    CHECK_NEAR(normal[1], 1.0, 1e-6);
    CHECK(distance_to(&f, 1.0, 1.5, 1.0, normal) < 0.0);
    liquid_close(&f);
}

static void moves_at_the_speed_it_needs(void) {
    liquid_fixture f = open_box();
    const waft_pose aside = {
        .position = {1.05f, 1.2f, 0.98f}, .rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
    CHECK(waft_world_move_solid(f.world, first_solid(&f), &aside) == WAFT_OK);
    liquid_step(&f);
    waft_solid_info info;
    CHECK(waft_world_solid_at(f.world, 0, &info) == WAFT_OK);
    CHECK_NEAR(info.pose.position.x, 1.05, 1e-6);
    CHECK_NEAR(info.velocity.x, 5.0, 1e-4);
    CHECK_NEAR(info.velocity.z, -2.0, 1e-4);
    CHECK_NEAR(wafti_liquid_wall_speed(f.liquid), sqrt(29.0), 1e-4);
    liquid_step(&f);
    CHECK(waft_world_solid_at(f.world, 0, &info) == WAFT_OK);
    CHECK(info.velocity.x == 0.0f);
    liquid_close(&f);
}

static void keys_turn_it_and_count_whole_turns(void) {
    waft_liquid_def def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
    liquid_fixture f = liquid_open(&def, 0.01, 9.81f, 1);
    const waft_key keys[3] = {{0.0, 0.0, WAFT_EASE_LINEAR}, {0.02, 0.02, WAFT_EASE_LINEAR},
        {0.03, 6.3031853, WAFT_EASE_LINEAR}};
    waft_solid_def box = waft_solid_def_default();
    liquid_put_box(&box, 0.6f, 1.0f, 0.8f, 1.4f, 1.4f, 1.2f);
    box.axis = (waft_vec3){0.0f, 0.0f, 1.0f};
    box.angles = keys;
    box.angle_count = 3;
    waft_solid_id id;
    CHECK(waft_world_add_solid(f.world, &box, &id) == WAFT_OK);
    liquid_step(&f);
    waft_solid_info info;
    CHECK(waft_world_get_solid(f.world, id, &info) == WAFT_OK);
    CHECK_NEAR(info.spin.z, 1.0, 1e-3);
    CHECK_NEAR(info.pose.rotation.z, sin(0.005), 1e-5);
    liquid_step(&f);
    liquid_step(&f);
    CHECK_NEAR(f.liquid->solids[0].spin[2], 628.31853, 1e-2);
    liquid_close(&f);
}

// While the liquid runs: what a solid covers goes, or the solid is refused; then it goes again.
static void comes_and_goes_at_any_time(void) {
    waft_liquid_def def = liquid_box(0.1f, 1.0f, 1.0f, 1.0f);
    liquid_fixture f = liquid_open(&def, 0.005, 9.81f, 1);
    const uint32_t count = liquid_block(&f, 0.0f, 0.0f, 0.0f, 1.0f, 0.5f, 1.0f);
    liquid_step(&f);
    waft_solid_def ball = liquid_ball(0.2f, 0.5f, 0.25f, 0.5f);
    waft_solid_id id;
    CHECK(waft_world_add_solid(f.world, &ball, &id) == WAFT_ERR_ARGUMENT && id.index1 == 0);
    CHECK(waft_world_solid_count(f.world) == 0 && f.liquid->count == count);
    ball.displace = true;
    CHECK(waft_world_add_solid(f.world, &ball, &id) == WAFT_OK);
    const uint32_t left = f.liquid->count;
    CHECK(left < count && waft_liquid_get_stats(f.liquid).displaced + left >= count);
    waft_solid_def twin = ball;
    twin.pose.position.y = 0.8f;
    waft_solid_id other;
    CHECK(waft_world_add_solid(f.world, &twin, &other) == WAFT_OK);
    CHECK(*f.liquid->solids[1].form.users == 2);
    for (int n = 0; n < 10; ++n) {
        liquid_step(&f);
    }
    // What the first lent stays with the second.
    CHECK(waft_world_remove_solid(f.world, id) == WAFT_OK);
    CHECK(f.liquid->solid_count == 1 && *f.liquid->solids[0].form.users == 1);
    CHECK(waft_world_remove_solid(f.world, id) == WAFT_ERR_STALE_ID);
    for (int n = 0; n < 10; ++n) {
        liquid_step(&f);
    }
    CHECK(f.liquid->count == left);
    liquid_close(&f);
}

static void refuses_what_cannot_be(void) {
    liquid_fixture f = open_box();
    waft_solid_def ball = liquid_ball(0.2f, 0.0f, 0.0f, 0.0f);
    ball.axis = (waft_vec3){0.0f, 0.0f, 0.0f};
    waft_solid_id id;
    CHECK(waft_world_add_solid(f.world, &ball, &id) == WAFT_ERR_ARGUMENT);
    const waft_pose pose = {.position = {NAN, 0.0f, 0.0f}, .rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
    CHECK(waft_world_move_solid(f.world, first_solid(&f), &pose) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_solid_count(f.world) == 1);
    liquid_close(&f);
}

// A lump that flows past a ball without slip, far from walls: what the ball gets the lump loses.
static void feels_friction(void) {
    static const struct {
        waft_liquid_method method;
        waft_liquid_viscosity solver;
    } runs[] = {{WAFT_LIQUID_WCSPH, WAFT_LIQUID_VISCOSITY_AUTO},
        {WAFT_LIQUID_DFSPH, WAFT_LIQUID_VISCOSITY_EXPLICIT},
        {WAFT_LIQUID_DFSPH, WAFT_LIQUID_VISCOSITY_IMPLICIT}};
    for (size_t n = 0; n < sizeof(runs) / sizeof(runs[0]); ++n) {
        waft_liquid_def def = liquid_box(0.1f, 3.0f, 3.0f, 3.0f);
        def.method = runs[n].method;
        def.viscosity_solver = runs[n].solver;
        def.kinematic_viscosity = 0.05f;
        def.sound_speed = 20.0f;
        def.max_particles = 1000;
        liquid_fixture f = liquid_open(&def, 0.01, 0.0f, 1);
        waft_solid_def ball = liquid_ball(0.2f, 1.5f, 1.5f, 1.5f);
        ball.no_slip = true;
        CHECK(waft_world_add_solid(f.world, &ball, &(waft_solid_id){0}) == WAFT_OK);
        (void)liquid_block(&f, 1.1f, 1.1f, 1.1f, 1.9f, 1.9f, 1.9f);
        for (uint32_t i = 0; i < f.liquid->count; ++i) {
            f.liquid->now.u[0][i] = 0.5f;
        }
        double before = 0.5 * f.liquid->mass * f.liquid->count;
        // The implicit solve ends at 1e-4 of all velocities.
        const double rounding = runs[n].solver == WAFT_LIQUID_VISCOSITY_IMPLICIT
                                    ? 2e-4 * before
                                    : 1e-3 * f.liquid->mass;
        double given = 0.0;
        for (int step = 0; step < 5; ++step) {
            liquid_step(&f);
            waft_solid_info info;
            CHECK(waft_world_solid_at(f.world, 0, &info) == WAFT_OK);
            const double now = waft_liquid_get_stats(f.liquid).momentum[0];
            CHECK_NEAR(0.01 * (double)info.force.x, before - now, rounding);
            given += before - now;
            before = now;
        }
        CHECK(given > 0.1 * f.liquid->mass);
        liquid_close(&f);
    }
}

static const test_case cases[] = {
    {"feels_friction", feels_friction},
    {"distances_turn_with_it", distances_turn_with_it},
    {"moves_at_the_speed_it_needs", moves_at_the_speed_it_needs},
    {"keys_turn_it_and_count_whole_turns", keys_turn_it_and_count_whole_turns},
    {"comes_and_goes_at_any_time", comes_and_goes_at_any_time},
    {"refuses_what_cannot_be", refuses_what_cannot_be},
};

TEST_MAIN(cases)
