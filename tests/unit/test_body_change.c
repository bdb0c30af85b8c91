// SPDX-License-Identifier: MIT
// Values of bodies, and of what surrounds them, that change while they move.
#include <math.h>

#include "body/crowd.h"
#include "crowd_fixture.h"

static const double step = 0.01;

static body_world open_world(waft_medium medium) {
    waft_world_def world = waft_world_def_default();
    world.step = step;
    waft_bodies_def bodies = waft_bodies_def_default();
    bodies.medium = medium;
    bodies.capacity = 32;
    return make_body_world(&world, &bodies);
}

static void change(const body_world* in, const waft_bodies_def* wanted) {
    waft_error error = {.sentence = ""};
    if (!CHECK(wafti_bodies_change(in->bodies, wanted, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
}

static void surround(const body_world* in, double gravity, double air) {
    wafti_surroundings around = in->bodies->surroundings;
    around.gravity[1] = -gravity;
    around.air.density = air;
    CHECK(wafti_bodies_surround(in->bodies, &around, NULL) == WAFT_OK);
}

static void twice_the_gravity_pulls_twice(void) {
    for (int precise = 0; precise < 2; ++precise) {
        body_world in = open_world(WAFT_MEDIUM_VACUUM);
        waft_hull* hull = bake_hull(WAFT_HULL_BOX, 0.1, 0.1, 0.1, 500.0);
        waft_body_def def = bare_def(hull);
        def.precise = precise != 0;
        const waft_body_id id = add_body(&in, &def);
        step_bodies(&in, 10);
        const double once = body_info(&in, id).state.velocity[1];
        CHECK_NEAR(once, -9.81 * 10 * step, 1e-5);
        surround(&in, 2.0 * 9.81, 1.204);
        step_bodies(&in, 10);
        CHECK_NEAR(body_info(&in, id).state.velocity[1] - once, 2.0 * once, 1e-5);
        waft_world_destroy(in.world);
        waft_hull_destroy(hull);
    }
}

static void bodies_float_at_the_changed_level(void) {
    body_world in = open_world(WAFT_MEDIUM_BOTH);
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 0.2, 0.2, 0.2, 500.0);
    waft_body_def def = waft_body_def_default();
    def.hull = hull;
    def.noise = WAFT_NOISE_OFF;
    const waft_body_id id = add_body(&in, &def);
    step_bodies(&in, 3000);
    const double before = body_info(&in, id).state.position[1];
    CHECK_NEAR(before, 0.0, 0.01);
    waft_bodies_def wanted = *wafti_bodies_def_now(in.bodies);
    wanted.level = 0.5f;
    change(&in, &wanted);
    step_bodies(&in, 3000);
    CHECK_NEAR(body_info(&in, id).state.position[1], before + 0.5, 0.03);
    waft_world_destroy(in.world);
    waft_hull_destroy(hull);
}

// A ball with linear drag that falls through air without weight of its own.
static waft_body_def dragged(const waft_hull* hull, float drag) {
    waft_body_def def = bare_def(hull);
    def.loads = WAFT_LOADS_LINEAR;
    def.drag = drag;
    def.buoyancy = false;
    return def;
}

static void twice_the_drag_halves_the_fall(void) {
    body_world in = open_world(WAFT_MEDIUM_AIR);
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 0.1, 0.1, 0.1, 100.0);
    waft_body_def def = dragged(hull, 1.0f);
    const waft_body_id other = add_body(&in, &def);
    const waft_body_id id = add_body(&in, &def);
    step_bodies(&in, 300);
    const double once = body_info(&in, id).state.velocity[1];
    CHECK_NEAR(once, -0.1 * 9.81 / 1.0, 1e-3);
    waft_body_def wanted = waft_body_def_default();
    CHECK(waft_bodies_get_settings(in.bodies, id, &wanted) == WAFT_OK && wanted.drag == 1.0f);
    wanted.drag = 2.0f;
    const double place = body_info(&in, id).state.position[1];
    CHECK(waft_bodies_set_settings(in.bodies, id, &wanted) == WAFT_OK);
    // It moves on from where it is.
    CHECK(body_info(&in, id).state.position[1] == place);
    CHECK(body_info(&in, id).state.velocity[1] == once);
    step_bodies(&in, 300);
    CHECK_NEAR(body_info(&in, id).state.velocity[1], 0.5 * once, 1e-3);
    CHECK_NEAR(body_info(&in, other).state.velocity[1], once, 1e-3);
    CHECK(waft_bodies_get_settings(in.bodies, id, &wanted) == WAFT_OK && wanted.drag == 2.0f);
    waft_world_destroy(in.world);
    waft_hull_destroy(hull);
}

static void bodies_drift_with_the_changed_current(void) {
    body_world in = open_world(WAFT_MEDIUM_WATER);
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 0.1, 0.1, 0.1, 998.0);
    const waft_body_def def = dragged(hull, 20.0f);
    const waft_body_id id = add_body(&in, &def);
    step_bodies(&in, 300);
    CHECK_NEAR(body_info(&in, id).state.velocity[0], 0.0, 1e-3);
    waft_bodies_def wanted = *wafti_bodies_def_now(in.bodies);
    wanted.current = (waft_vec3){0.3f, 0.0f, 0.0f};
    change(&in, &wanted);
    step_bodies(&in, 600);
    CHECK_NEAR(body_info(&in, id).state.velocity[0], 0.3, 1e-3);
    waft_world_destroy(in.world);
    waft_hull_destroy(hull);
}

static body_world open_leaves(const waft_hull* hull) {
    body_world in = open_world(WAFT_MEDIUM_BOTH);
    waft_wind_def wind = waft_wind_def_default();
    wind.kind = WAFT_WIND_CURL;
    wind.speed = 0.5f;
    CHECK(waft_bodies_add_wind(in.bodies, &wind, NULL) == WAFT_OK);
    for (uint32_t n = 1; n < 12; ++n) {
        waft_body_def def = leaf_def(hull);
        def.state = scattered_state(n);
        def.state.position[1] += 1.0;
        (void)add_body(&in, &def);
    }
    return in;
}

static void change_all(const body_world* in, bool back) {
    waft_bodies_def wanted = *wafti_bodies_def_now(in->bodies);
    wanted.level = back ? 0.0f : 0.2f;
    wanted.current = (waft_vec3){back ? 0.0f : 0.1f, 0.0f, 0.0f};
    wanted.spin = !back;
    change(in, &wanted);
    waft_wind_def wind = waft_wind_def_default();
    wind.kind = back ? WAFT_WIND_CURL : WAFT_WIND_GUST;
    wind.speed = 1.0f;
    wind.length = 0.7f;
    wind.velocity.x = back ? 0.0f : 2.0f;
    CHECK(waft_bodies_set_wind(in->bodies, 0, &wind) == WAFT_OK);
}

static void changes_are_state(void) {
    waft_hull* hull = bake_leaf();
    body_world a = open_leaves(hull);
    step_bodies(&a, 10);
    change_all(&a, false);
    step_bodies(&a, 10);
    const size_t size = waft_world_snapshot_size(a.world);
    void* bytes = malloc(size);
    CHECK(waft_world_snapshot(a.world, bytes, size) == WAFT_OK);
    body_world b = open_leaves(hull);
    CHECK(waft_world_restore(b.world, bytes, size) == WAFT_OK);
    CHECK(waft_world_hash(a.world) == waft_world_hash(b.world));
    step_bodies(&a, 10);
    step_bodies(&b, 10);
    CHECK(waft_world_hash(a.world) == waft_world_hash(b.world));
    change_all(&a, true);
    change_all(&b, true);
    step_bodies(&a, 10);
    step_bodies(&b, 10);
    CHECK(waft_world_hash(a.world) == waft_world_hash(b.world));
    free(bytes);
    waft_world_destroy(a.world);
    waft_world_destroy(b.world);
    waft_hull_destroy(hull);
}

// A kind that had no bodies when gravity changed is made for it once it is needed.
static void unused_kinds_follow_later(void) {
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 0.1, 0.1, 0.1, 500.0);
    body_world in = open_world(WAFT_MEDIUM_VACUUM);
    const waft_body_def def = bare_def(hull);
    waft_body_id id = add_body(&in, &def);
    const size_t size = waft_world_snapshot_size(in.world);
    void* bytes = malloc(size);
    CHECK(waft_world_snapshot(in.world, bytes, size) == WAFT_OK);
    CHECK(waft_bodies_remove(in.bodies, id) == WAFT_OK);
    surround(&in, 1.0, 1.204);
    CHECK(waft_world_restore(in.world, bytes, size) == WAFT_OK);
    waft_body_info info;
    step_bodies(&in, 10);
    CHECK(waft_bodies_at(in.bodies, 0, &info) == WAFT_OK);
    const double g = -in.bodies->surroundings.gravity[1];
    CHECK_NEAR(info.state.velocity[1], -g * 10 * step, 1e-6);
    id = add_body(&in, &def);
    step_bodies(&in, 10);
    CHECK_NEAR(body_info(&in, id).state.velocity[1], -g * 10 * step, 1e-6);
    free(bytes);
    waft_world_destroy(in.world);
    waft_hull_destroy(hull);
}

static void other_members_are_refused_by_name(void) {
    body_world in = open_world(WAFT_MEDIUM_AIR);
    waft_error error;
    waft_bodies_def wanted = *wafti_bodies_def_now(in.bodies);
    wanted.medium = WAFT_MEDIUM_WATER;
    CHECK(wafti_bodies_change(in.bodies, &wanted, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "medium.kind cannot change while the world runs");
    wanted = *wafti_bodies_def_now(in.bodies);
    wanted.substeps = 2;
    CHECK(wafti_bodies_change(in.bodies, &wanted, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "time.substeps cannot change while the world runs");
    wanted = *wafti_bodies_def_now(in.bodies);
    wanted.level = NAN;
    CHECK(wafti_bodies_change(in.bodies, &wanted, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "medium.level is nan: allowed are values from -1e+06 up to 1e+06");
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 0.1, 0.1, 0.1, 500.0);
    waft_hull* larger = bake_hull(WAFT_HULL_BOX, 0.2, 0.1, 0.1, 500.0);
    waft_body_def def = bare_def(hull);
    const waft_body_id id = add_body(&in, &def);
    def.hull = larger;
    CHECK(waft_bodies_set_settings(in.bodies, id, &def) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(in.world), "the hull of a body cannot change while the world runs");
    def.hull = NULL; // its own
    CHECK(waft_bodies_set_settings(in.bodies, id, &def) == WAFT_OK);
    def.friction = -1.0f;
    CHECK(waft_bodies_set_settings(in.bodies, id, &def) == WAFT_ERR_ARGUMENT);
    waft_world_destroy(in.world);
    waft_hull_destroy(hull);
    waft_hull_destroy(larger);
}

static const test_case cases[] = {
    {"twice_the_gravity_pulls_twice", twice_the_gravity_pulls_twice},
    {"bodies_float_at_the_changed_level", bodies_float_at_the_changed_level},
    {"twice_the_drag_halves_the_fall", twice_the_drag_halves_the_fall},
    {"bodies_drift_with_the_changed_current", bodies_drift_with_the_changed_current},
    {"changes_are_state", changes_are_state},
    {"unused_kinds_follow_later", unused_kinds_follow_later},
    {"other_members_are_refused_by_name", other_members_are_refused_by_name},
};

TEST_MAIN(cases)
