// SPDX-License-Identifier: MIT
#include "couple/liquid_bodies.h"

#include "liquid_fixture.h"
#include "test.h"

typedef struct tank {
    liquid_fixture f;
    waft_bodies* bodies;
    waft_hull* hull;
    waft_body_id id;
} tank;

static waft_hull* bake(waft_hull_shape shape, double a, double b, double c, double density) {
    waft_hull_def def = waft_hull_def_default();
    def.shape = shape;
    def.size[0] = a;
    def.size[1] = b;
    def.size[2] = c;
    def.density = density;
    def.turbulence.bake = false;
    waft_hull* hull = NULL;
    CHECK(waft_hull_bake(&def, &hull, NULL) == WAFT_OK);
    return hull;
}

static waft_body_id put(const tank* t, double x, double y, double z) {
    waft_body_def def = waft_body_def_default();
    def.hull = t->hull;
    def.noise = WAFT_NOISE_OFF;
    def.state.position[0] = x;
    def.state.position[1] = y;
    def.state.position[2] = z;
    waft_body_id id = {0, 0};
    CHECK(waft_bodies_add(t->bodies, &def, &id) == WAFT_OK);
    return id;
}

// A tank of 1 m filled to 0.4 m.
static tank make_tank(waft_medium medium, waft_hull* hull) {
    waft_liquid_def def = liquid_box(0.1f, 1.0f, 2.0f, 1.0f);
    def.method = WAFT_LIQUID_WCSPH;
    def.max_particles = 400;
    def.solid_capacity = 2;
    tank t = {.f = liquid_open(&def, 0.01, 9.81f, 1), .hull = hull};
    (void)liquid_block(&t.f, 0.0f, 0.0f, 0.0f, 1.0f, 0.4f, 1.0f);
    waft_bodies_def bodies = waft_bodies_def_default();
    bodies.medium = medium;
    CHECK(waft_world_create_bodies(t.f.world, &bodies, &t.bodies) == WAFT_OK);
    t.id = put(&t, 0.5, 1.0, 0.5);
    return t;
}

static void close_tank(tank* t) {
    liquid_close(&t->f);
    waft_hull_destroy(t->hull);
}

static void what_cannot_meet_is_told(void) {
    tank t = make_tank(WAFT_MEDIUM_WATER, bake(WAFT_HULL_BOX, 0.3, 0.3, 0.3, 500.0));
    CHECK(waft_world_immerse_body(t.f.world, t.id, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(waft_world_error(t.f.world), "air or vacuum") != NULL);
    CHECK(waft_world_immerse_body(NULL, t.id, NULL) == WAFT_ERR_ARGUMENT);
    close_tank(&t);
    t = make_tank(WAFT_MEDIUM_AIR, bake(WAFT_HULL_BOX, 0.3, 0.3, 0.3, 500.0));
    CHECK(waft_world_immerse_body(t.f.world, (waft_body_id){7, 1}, NULL) == WAFT_ERR_STALE_ID);
    const waft_body_id under = put(&t, 0.5, 0.2, 0.5);
    CHECK(waft_world_immerse_body(t.f.world, under, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(waft_world_error(t.f.world), "body 2 covers") != NULL);
    const waft_immersion how = {.displace = true};
    CHECK(waft_world_immerse_body(t.f.world, under, &how) == WAFT_OK);
    CHECK(waft_world_immerse_body(t.f.world, under, &how) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_immerse_body(t.f.world, t.id, NULL) == WAFT_OK);
    const waft_body_id third = put(&t, 0.5, 1.5, 0.5);
    CHECK(waft_world_immerse_body(t.f.world, third, NULL) == WAFT_ERR_FULL);
    // A place that is free again may be taken while the world runs.
    liquid_step(&t.f);
    CHECK(waft_bodies_remove(t.bodies, under) == WAFT_OK);
    CHECK(waft_world_immerse_body(t.f.world, third, NULL) == WAFT_OK);
    close_tank(&t);
    waft_world_def world_def = waft_world_def_default();
    waft_world* world = NULL;
    CHECK(waft_world_create(&world_def, &world, NULL) == WAFT_OK);
    CHECK(waft_world_immerse_body(world, (waft_body_id){1, 1}, NULL) == WAFT_ERR_ARGUMENT);
    waft_world_destroy(world);
}

static void it_follows_the_body(void) {
    tank t = make_tank(WAFT_MEDIUM_AIR, bake(WAFT_HULL_ELLIPSOID, 0.2, 0.15, 0.1, 500.0));
    CHECK(waft_world_immerse_body(t.f.world, t.id, NULL) == WAFT_OK);
    for (int n = 0; n < 60; ++n) {
        liquid_step(&t.f);
        waft_body_info body;
        waft_solid_info solid;
        CHECK(waft_bodies_get(t.bodies, t.id, &body) == WAFT_OK);
        CHECK(waft_world_solid_at(t.f.world, 0, &solid) == WAFT_OK);
        CHECK(solid.body == body.number);
        CHECK_NEAR(solid.pose.position.y, body.state.position[1], 1e-6);
        CHECK_NEAR(solid.pose.rotation.x, body.state.rotation[0], 1e-6);
    }
    // Others do not move it.
    const waft_pose pose = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
    waft_solid_info first;
    CHECK(waft_world_solid_at(t.f.world, 0, &first) == WAFT_OK);
    CHECK(waft_world_move_solid(t.f.world, first.id, &pose) == WAFT_ERR_ARGUMENT);
    close_tank(&t);
}

// Particles well inside of where a box was.
static uint32_t count_inside(const tank* t, const double center[3]) {
    const waft_liquid_view view = waft_liquid_get_view(t->f.liquid);
    uint32_t inside = 0;
    for (uint32_t i = 0; i < view.count; ++i) {
        const double x = (double)view.position[0][i] - center[0];
        const double y = (double)view.position[1][i] - center[1];
        const double z = (double)view.position[2][i] - center[2];
        inside += fabs(x) < 0.15 && fabs(y) < 0.15 && fabs(z) < 0.15;
    }
    return inside;
}

// The hole closes with a splash, after which the surface may lie below it: what counts is that
// particles came through at all.
static void what_is_removed_is_no_wall(void) {
    tank t = make_tank(WAFT_MEDIUM_AIR, bake(WAFT_HULL_BOX, 0.4, 0.4, 0.4, 500.0));
    CHECK(waft_world_immerse_body(t.f.world, t.id, NULL) == WAFT_OK);
    for (int n = 0; n < 40; ++n) {
        liquid_step(&t.f);
    }
    waft_body_info body;
    CHECK(waft_bodies_get(t.bodies, t.id, &body) == WAFT_OK);
    CHECK(count_inside(&t, body.state.position) == 0);
    CHECK(waft_bodies_remove(t.bodies, t.id) == WAFT_OK);
    uint32_t most = 0;
    for (int n = 0; n < 100; ++n) {
        liquid_step(&t.f);
        const uint32_t inside = count_inside(&t, body.state.position);
        most = inside > most ? inside : most;
    }
    CHECK(most > 0);
    close_tank(&t);
}

// One that sinks comes to lie on the floor of the tank, inside its walls.
static void the_tank_holds_it(void) {
    tank t = make_tank(WAFT_MEDIUM_AIR, bake(WAFT_HULL_BOX, 0.2, 0.2, 0.2, 3000.0));
    CHECK(waft_world_immerse_body(t.f.world, t.id, NULL) == WAFT_OK);
    waft_body_info body;
    CHECK(waft_bodies_get(t.bodies, t.id, &body) == WAFT_OK);
    CHECK(waft_bodies_push(t.bodies, t.id, (waft_vec3){60.0f, 0.0f, 0.0f},
              (waft_vec3){0.5f, 1.0f, 0.5f}) == WAFT_OK);
    for (int n = 0; n < 200; ++n) {
        liquid_step(&t.f);
        CHECK(waft_bodies_get(t.bodies, t.id, &body) == WAFT_OK);
        CHECK(body.state.position[0] < 0.95);
    }
    // On a face, an edge or a corner.
    CHECK(body.state.position[1] > 0.095 && body.state.position[1] < 0.178);
    close_tank(&t);
}

static const test_case cases[] = {
    {"what_cannot_meet_is_told", what_cannot_meet_is_told},
    {"it_follows_the_body", it_follows_the_body},
    {"what_is_removed_is_no_wall", what_is_removed_is_no_wall},
    {"the_tank_holds_it", the_tank_holds_it},
};
TEST_MAIN(cases)
