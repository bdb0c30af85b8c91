// SPDX-License-Identifier: MIT
#include "world/world_solids.h"

#include "hooks.h"
#include "liquid_fixture.h"
#include "world/world.h"

static waft_world* open_world(void) {
    const waft_world_def def = waft_world_def_default();
    waft_world* world = NULL;
    CHECK(waft_world_create(&def, &world, NULL) == WAFT_OK);
    return world;
}

static waft_smoke_def small_box(int32_t depth) {
    waft_smoke_def def = waft_smoke_def_default();
    def.cells[0] = def.cells[1] = 8;
    def.cells[2] = depth;
    def.spacing = 0.125f;
    return def;
}

static void solids_need_no_solver(void) {
    waft_world* world = open_world();
    waft_solid_def def = waft_solid_def_default();
    def.name = "stone";
    def.user = world;
    def.pose.position = (waft_vec3){0.5f, 0.5f, 0.5f};
    waft_solid_id id;
    CHECK(waft_world_add_solid(world, &def, &id) == WAFT_OK);
    const waft_solid_id found = waft_world_find_solid(world, "stone");
    CHECK(found.index1 == id.index1 && found.generation == id.generation);
    CHECK(waft_world_find_solid(world, "").index1 == 0);
    waft_pose pose = def.pose;
    pose.position.x = 0.6f;
    CHECK(waft_world_move_solid(world, id, &pose) == WAFT_OK);
    CHECK(waft_world_step(world) == WAFT_OK);
    waft_solid_info info;
    CHECK(waft_world_get_solid(world, id, &info) == WAFT_OK);
    CHECK(info.pose.position.x == 0.6f && info.user == world && info.felt_by == WAFT_SOLID_ALL);
    CHECK_NEAR(info.velocity.x, 25.0, 1e-3);
    CHECK(waft_world_remove_solid(world, id) == WAFT_OK);
    CHECK(waft_world_get_solid(world, id, &info) == WAFT_ERR_STALE_ID);
    CHECK(waft_world_solid_at(world, 0, &info) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_solid_count(NULL) == 0);
    waft_world_destroy(world);
}

// Whoever comes later meets what is there.
static void solvers_may_come_later(void) {
    waft_world* world = open_world();
    waft_solid_def def = waft_solid_def_default();
    def.pose.position = (waft_vec3){0.5f, 0.5f, 0.5f};
    waft_solid_id id;
    CHECK(waft_world_add_solid(world, &def, &id) == WAFT_OK);
    def.felt_by = WAFT_SOLID_LIQUID;
    CHECK(waft_world_add_solid(world, &def, &id) == WAFT_OK);
    const waft_smoke_def smoke_def = small_box(8);
    waft_smoke* smoke = NULL;
    CHECK(waft_world_create_smoke(world, &smoke_def, &smoke) == WAFT_OK);
    CHECK(wafti_smoke_solid_form(smoke, 0) != NULL && wafti_smoke_solid_form(smoke, 1) == NULL);
    waft_liquid_def liquid_def = liquid_box(0.1f, 1.0f, 1.0f, 1.0f);
    waft_liquid* liquid = NULL;
    CHECK(waft_world_create_liquid(world, &liquid_def, &liquid) == WAFT_OK);
    CHECK(isfinite(wafti_liquid_thickness(liquid, 0)));
    CHECK(isfinite(wafti_liquid_thickness(liquid, 1)));
    waft_world_destroy(world);
}

static void who_refuses_refuses_for_all(void) {
    waft_world* world = open_world();
    const waft_smoke_def smoke_def = small_box(1);
    waft_smoke* smoke = NULL;
    CHECK(waft_world_create_smoke(world, &smoke_def, &smoke) == WAFT_OK);
    waft_solid_def def = waft_solid_def_default();
    def.pose.rotation = (waft_quat){0.6f, 0.0f, 0.0f, 0.8f};
    waft_solid_id id;
    CHECK(waft_world_add_solid(world, &def, &id) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(world), "solids[0].rotation: in a plane things turn about z only");
    CHECK(waft_world_solid_count(world) == 0 && id.index1 == 0);
    def.shape = (waft_shape){.kind = WAFT_SHAPE_PLANE};
    CHECK(waft_world_add_solid(world, &def, &id) == WAFT_ERR_ARGUMENT);
    def.felt_by = WAFT_SOLID_BODIES;
    CHECK(waft_world_add_solid(world, &def, &id) == WAFT_OK);
    def.struct_size = 0;
    CHECK(waft_world_add_solid(world, &def, &id) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_add_solid(world, NULL, &id) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_add_solid(NULL, &def, &id) == WAFT_ERR_ARGUMENT);
    waft_world_destroy(world);
}

static void snapshots_keep_their_places(void) {
    waft_world* world = open_world();
    const waft_smoke_def smoke_def = small_box(8);
    waft_smoke* smoke = NULL;
    CHECK(waft_world_create_smoke(world, &smoke_def, &smoke) == WAFT_OK);
    const waft_solid_key keys[] = {
        {0.0, {{0.3f, 0.5f, 0.5f}, {0.0f, 0.0f, 0.0f, 1.0f}}, WAFT_EASE_SMOOTH},
        {0.04, {{0.7f, 0.5f, 0.5f}, {0.0f, 0.6f, 0.0f, 0.8f}}, WAFT_EASE_LINEAR}};
    waft_solid_def def = waft_solid_def_default();
    def.keys = keys;
    def.key_count = 2;
    waft_solid_id id;
    CHECK(waft_world_add_solid(world, &def, &id) == WAFT_OK);
    for (int n = 0; n < 3; ++n) {
        CHECK(waft_world_step(world) == WAFT_OK);
    }
    const size_t size = waft_world_snapshot_size(world);
    void* bytes = malloc(size);
    CHECK(bytes != NULL && waft_world_snapshot(world, bytes, size) == WAFT_OK);
    for (int n = 0; n < 4; ++n) {
        CHECK(waft_world_step(world) == WAFT_OK);
    }
    const uint64_t hash = waft_world_hash(world);
    CHECK(waft_world_restore(world, bytes, size) == WAFT_OK);
    for (int n = 0; n < 4; ++n) {
        CHECK(waft_world_step(world) == WAFT_OK);
    }
    CHECK(waft_world_hash(world) == hash);
    free(bytes);
    waft_world_destroy(world);
}

// A ball falls onto a solid and rests there; a solid that rises lifts it.
static void bodies_rest_on_solids(void) {
    waft_world* world = open_world();
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.medium = WAFT_MEDIUM_VACUUM;
    waft_bodies* bodies = NULL;
    CHECK(waft_world_create_bodies(world, &bodies_def, &bodies) == WAFT_OK);
    waft_hull_def hull_def = waft_hull_def_default();
    hull_def.shape = WAFT_HULL_BOX;
    hull_def.size[0] = hull_def.size[1] = hull_def.size[2] = 0.2;
    hull_def.density = 500.0;
    hull_def.turbulence.bake = false;
    waft_hull* hull = NULL;
    CHECK(waft_hull_bake(&hull_def, &hull, NULL) == WAFT_OK);
    waft_body_def def = waft_body_def_default();
    def.hull = hull;
    def.noise = WAFT_NOISE_OFF;
    def.state = (waft_body_state){.position = {0.1, 0.8, 0.0}, .rotation = {0.0, 0.0, 0.0, 1.0}};
    waft_body_id id;
    CHECK(waft_bodies_add(bodies, &def, &id) == WAFT_OK);
    waft_solid_def table = waft_solid_def_default();
    table.shape = (waft_shape){.kind = WAFT_SHAPE_BOX, .size = {2.0f, 0.4f, 2.0f}};
    waft_solid_id solid;
    CHECK(waft_world_add_solid(world, &table, &solid) == WAFT_OK);
    for (int n = 0; n < 500; ++n) {
        CHECK(waft_world_step(world) == WAFT_OK);
    }
    waft_body_info info;
    CHECK(waft_bodies_get(bodies, id, &info) == WAFT_OK);
    CHECK_NEAR(info.state.position[1], 0.3, 0.01);
    CHECK(info.flag == WAFT_BODY_CONTACT);
    waft_pose pose = table.pose;
    for (int n = 0; n < 250; ++n) {
        pose.position.y += 0.002f;
        CHECK(waft_world_move_solid(world, solid, &pose) == WAFT_OK);
        CHECK(waft_world_step(world) == WAFT_OK);
    }
    CHECK(waft_bodies_get(bodies, id, &info) == WAFT_OK);
    CHECK_NEAR(info.state.position[1], 0.8, 0.02);
    CHECK_NEAR(info.state.velocity[1], 0.5, 0.1);
    CHECK(waft_world_remove_solid(world, solid) == WAFT_OK);
    for (int n = 0; n < 50; ++n) {
        CHECK(waft_world_step(world) == WAFT_OK);
    }
    CHECK(waft_bodies_get(bodies, id, &info) == WAFT_OK);
    CHECK(info.state.velocity[1] < -1.0);
    waft_world_destroy(world);
    waft_hull_destroy(hull);
}

static const test_case cases[] = {
    {"solids_need_no_solver", solids_need_no_solver},
    {"solvers_may_come_later", solvers_may_come_later},
    {"who_refuses_refuses_for_all", who_refuses_refuses_for_all},
    {"snapshots_keep_their_places", snapshots_keep_their_places},
    {"bodies_rest_on_solids", bodies_rest_on_solids},
};

TEST_MAIN(cases)
