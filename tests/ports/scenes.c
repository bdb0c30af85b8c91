// SPDX-License-Identifier: MIT
// Small scenes in C, for systems without libyaml: prints each one's name and the hash of its last state.
// `./dev ports` compares what other systems print with what this one does.
#include "float_fixture.h"
#include "hooks.h"
#include "tank_fixture.h"

static void tell(const char* name, waft_world* world, int steps) {
    take_steps(world, steps);
    (void)printf("%s %016llx\n", name, (unsigned long long)waft_world_hash(world));
    waft_world_destroy(world);
}

// Hot smoke under a sphere that swings, with confinement, viscosity and noise in its source.
static void smoke(void) {
    const waft_world_def def = waft_world_def_default();
    const smoke_scene scene = {{20, 30, 20}, WAFT_SCHEME_REFLECT};
    tell("smoke", make_smoke_world(&def, &scene), 60);
}

// A box falls into a pond and floats on the waves that it makes.
static void pond_with_a_body(void) {
    const pond_def def = pond_of(32, 0.25, 1.5, 0.005);
    pond p = make_pond(&def);
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 0.9, 0.4, 0.7, 400.0);
    const waft_body_def body = float_def(hull, 0.3, 0.6, -0.2);
    waft_body_id id;
    CHECK(waft_bodies_add(p.in.bodies, &body, &id) == WAFT_OK);
    tell("pond", p.in.world, 200);
    waft_hull_destroy(hull);
}

// A block of liquid runs against the wall of its tank.
static void liquid(void) {
    waft_liquid* made = NULL;
    tell("liquid", tank_make(1.0f, (waft_vec3){0.5f, 0.0f, 0.0f}, &made), 150);
}

// Trains of waves break on a beach, with foam and spray.
static void waves(void) {
    const waft_world_def world = waft_world_def_default();
    const waft_water_def water = shore_water_def();
    tell("waves", make_world(&world, &water), 100);
}

static const test_case cases[] = {
    {"smoke", smoke},
    {"pond", pond_with_a_body},
    {"liquid", liquid},
    {"waves", waves},
};

TEST_MAIN(cases)
