// SPDX-License-Identifier: MIT
#include "couple/smoke_air.h"

#include "crowd_fixture.h"

static waft_smoke* add_smoke(waft_world* world, int32_t planes) {
    waft_smoke_def def = waft_smoke_def_default();
    def.cells[0] = 16;
    def.cells[1] = 16;
    def.cells[2] = planes;
    def.spacing = 0.1f;
    waft_smoke* smoke = NULL;
    CHECK(waft_world_create_smoke(world, &def, &smoke) == WAFT_OK);
    waft_source_def source = waft_source_def_default();
    source.pose.position = (waft_vec3){0.8f, 0.3f, 0.05f * (float)planes};
    source.shape.radius = 0.25f;
    source.temperature = 300.0f;
    waft_source_id id;
    CHECK(waft_smoke_add_source(smoke, &source, &id) == WAFT_OK);
    return smoke;
}

static void bodies_feel_the_smoke(void) {
    waft_hull* leaf = bake_leaf();
    waft_world_def world_def = waft_world_def_default();
    world_def.step = 0.01;
    world_def.air.wind = (waft_vec3){0.0f, 0.0f, 0.7f};
    const waft_bodies_def bodies_def = waft_bodies_def_default();
    for (int32_t planes = 1; planes <= 16; planes += 15) {
        const body_world in = make_body_world(&world_def, &bodies_def);
        const waft_smoke* smoke = add_smoke(in.world, planes);
        waft_body_def def = leaf_def(leaf);
        def.gust_speed = 0.0f;
        def.state.position[0] = 0.8;
        def.state.position[1] = 0.8;
        def.state.position[2] = 0.05 * planes;
        const waft_body_id inside = add_body(&in, &def);
        def.state.position[0] = 3.0;
        const waft_body_id outside = add_body(&in, &def);
        step_bodies(&in, 50);
        const waft_vec3 point = {0.83f, 0.71f, 0.05f * (float)planes + 0.01f};
        const waft_vec3 here = waft_bodies_wind_at(in.bodies, point);
        const waft_vec3 want = waft_smoke_sample_velocity(smoke, point);
        CHECK(want.y > 0.3f);
        CHECK_NEAR(here.x, want.x, 1e-4 * want.y);
        CHECK_NEAR(here.y, want.y, 1e-4 * want.y);
        CHECK_NEAR(here.z, want.z, 1e-4 * want.y);
        const waft_vec3 there = waft_bodies_wind_at(in.bodies, (waft_vec3){3.0f, 0.8f, 0.0f});
        CHECK(there.x == 0.0f && there.y == 0.0f);
        CHECK_NEAR(there.z, 0.7, 1e-6);
        const double up = body_info(&in, inside).state.velocity[1];
        CHECK(up > body_info(&in, outside).state.velocity[1] + 0.2);
        waft_world_destroy(in.world);
    }
    waft_hull_destroy(leaf);
}

static const test_case cases[] = {
    {"bodies_feel_the_smoke", bodies_feel_the_smoke},
};

TEST_MAIN(cases)
