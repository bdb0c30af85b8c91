// SPDX-License-Identifier: MIT
#include "render/stones.h"

#include "tank_fixture.h"

static void solids_become_meshes(void) {
    static wafti_stones stones;
    waft_liquid* liquid = NULL;
    waft_world* world = tank_make(4.0f, (waft_vec3){1.0f, 0.0f, 0.0f}, &liquid);
    wafti_stones_read(&stones, world);
    CHECK(stones.mesh_count == 0);
    waft_solid_def solid = waft_solid_def_default();
    solid.shape.radius = 0.2f;
    solid.pose.position = (waft_vec3){1.5f, 0.2f, 0.5f};
    waft_solid_id id;
    CHECK(waft_world_add_solid(world, &solid, &id) == WAFT_OK);
    wafti_stones_read(&stones, world);
    CHECK(stones.mesh_count == 1 && stones.meshes[0].index_count > 100);
    CHECK(stones.meshes[0].poses->position.x == 1.5f);
    CHECK(waft_world_remove_solid(world, id) == WAFT_OK);
    wafti_stones_read(&stones, world);
    CHECK(stones.mesh_count == 0);
    waft_world_destroy(world);
}

static const test_case cases[] = {
    {"solids_become_meshes", solids_become_meshes},
};

TEST_MAIN(cases)
