// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "hull_fixture.h"

typedef struct flight {
    waft_world* world;
    waft_smoke* smoke;
    waft_bodies* bodies;
    waft_hull* hull;
    waft_body_id id;
} flight;

// A ball that flies through smoke at rest.
static flight open_flight(void) {
    flight f = {.world = NULL};
    const waft_world_def world_def = waft_world_def_default();
    CHECK(waft_world_create(&world_def, &f.world, NULL) == WAFT_OK);
    waft_smoke_def smoke_def = waft_smoke_def_default();
    smoke_def.cells[0] = smoke_def.cells[1] = smoke_def.cells[2] = 8;
    smoke_def.spacing = 0.125f;
    CHECK(waft_world_create_smoke(f.world, &smoke_def, &f.smoke) == WAFT_OK);
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.medium = WAFT_MEDIUM_VACUUM;
    CHECK(waft_world_create_bodies(f.world, &bodies_def, &f.bodies) == WAFT_OK);
    const waft_hull_def hull_def = quiet_def(WAFT_HULL_SPHERE, 0.25, 0.0, 0.0);
    f.hull = hull_of(&hull_def);
    waft_body_def def = waft_body_def_default();
    def.hull = f.hull;
    def.noise = WAFT_NOISE_OFF;
    def.state = (waft_body_state){
        .position = {0.4, 0.5, 0.5}, .rotation = {0.0, 0.0, 0.0, 1.0}, .velocity = {2.0, 0.0, 0.0}};
    CHECK(waft_bodies_add(f.bodies, &def, &f.id) == WAFT_OK);
    return f;
}

static void close_flight(flight* f) {
    waft_world_destroy(f->world);
    waft_hull_destroy(f->hull);
}

// Smoke goes round a body, which pushes it; when the body is gone, so is the solid.
static void bodies_act_as_solids(void) {
    flight f = open_flight();
    CHECK(waft_world_solidify_body(f.world, f.id) == WAFT_OK);
    CHECK(waft_world_solidify_body(f.world, f.id) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(f.world), "the smoke knows this body already");
    take_steps(f.world, 5);
    waft_solid_info info;
    CHECK(waft_world_solid_at(f.world, 0, &info) == WAFT_OK && info.body == 1);
    CHECK_NEAR(info.pose.position.x, 0.44, 1e-3);
    CHECK(waft_smoke_sample_velocity(f.smoke, (waft_vec3){0.8f, 0.5f, 0.5f}).x > 0.1f);
    CHECK(waft_world_move_solid(f.world, info.id, &info.pose) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_remove_solid(f.world, info.id) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(f.world), "the solid is body 1: move or remove that");
    CHECK(waft_bodies_remove(f.bodies, f.id) == WAFT_OK);
    take_steps(f.world, 1);
    CHECK(waft_world_solid_count(f.world) == 0);
    close_flight(&f);
}

// Both at once, while the world runs; a body keeps one solid.
static void one_solid_is_felt_by_both(void) {
    flight f = open_flight();
    take_steps(f.world, 1);
    CHECK(waft_world_solidify_body(f.world, f.id) == WAFT_OK);
    CHECK(waft_world_immerse_body(f.world, f.id, NULL) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(f.world), "the world has no liquid for a body to meet");
    waft_liquid_def liquid_def = waft_liquid_def_default();
    liquid_def.spacing = 0.1f;
    liquid_def.high = (waft_vec3){1.0f, 1.0f, 1.0f};
    liquid_def.max_particles = 100;
    liquid_def.solid_capacity = 4;
    waft_liquid* liquid = NULL;
    flight g = open_flight();
    CHECK(waft_world_create_liquid(g.world, &liquid_def, &liquid) == WAFT_OK);
    CHECK(waft_world_solidify_body(g.world, g.id) == WAFT_OK);
    take_steps(g.world, 1);
    CHECK(waft_world_immerse_body(g.world, g.id, NULL) == WAFT_OK);
    waft_solid_info info;
    CHECK(waft_world_solid_count(g.world) == 1);
    CHECK(waft_world_solid_at(g.world, 0, &info) == WAFT_OK);
    CHECK(info.felt_by == (WAFT_SOLID_SMOKE | WAFT_SOLID_LIQUID));
    take_steps(g.world, 1);
    close_flight(&g);
    close_flight(&f);
}

static const test_case cases[] = {
    {"bodies_act_as_solids", bodies_act_as_solids},
    {"one_solid_is_felt_by_both", one_solid_is_felt_by_both},
};

TEST_MAIN(cases)
