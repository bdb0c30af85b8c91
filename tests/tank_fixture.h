// SPDX-License-Identifier: MIT
// A tank of 2 m by 1 m with 250 particles of liquid in a corner.
#ifndef WAFT_TANK_FIXTURE_H
#define WAFT_TANK_FIXTURE_H

#include "test.h"

#include <waft/waft.h>

static inline waft_world* tank_make(float height, waft_vec3 velocity, waft_liquid** out_liquid) {
    waft_world_def world_def = waft_world_def_default();
    waft_liquid_def def = waft_liquid_def_default();
    waft_world* world = NULL;
    def.spacing = 0.1f;
    def.high = (waft_vec3){2.0f, height, 1.0f};
    def.max_particles = 500;
    CHECK(waft_world_create(&world_def, &world, NULL) == WAFT_OK);
    CHECK(waft_world_create_liquid(world, &def, out_liquid) == WAFT_OK);
    waft_liquid_block_def block = waft_liquid_block_def_default();
    block.shape.kind = WAFT_SHAPE_BOX;
    block.shape.size = (waft_vec3){0.5f, 0.5f, 1.0f};
    block.pose = (waft_pose){{0.25f, 0.25f, 0.5f}, {0.0f, 0.0f, 0.0f, 1.0f}};
    block.velocity = velocity;
    CHECK(waft_liquid_add_block(*out_liquid, &block, NULL) == WAFT_OK);
    return world;
}

#endif // WAFT_TANK_FIXTURE_H
