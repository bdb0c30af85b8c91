// SPDX-License-Identifier: MIT
#include "render/stones.h"

// Warm grey stone: smoke in front of it shows as well as smoke behind it.
static const waft_material stone = {
    .kind = WAFT_MATERIAL_SOLID, .color = {0.42f, 0.36f, 0.31f}, .roughness = 0.7f};

void wafti_stones_read(wafti_stones* stones, const waft_world* world) {
    const waft_smoke* smoke = waft_world_shown_smoke(world);
    const waft_smoke_def def = waft_smoke_get_def(smoke);
    const size_t count = waft_world_solid_count(world);
    stones->mesh_count = 0;
    for (size_t i = 0; i < count && stones->mesh_count < WAFTI_MOST_STONES; ++i) {
        waft_solid_info info;
        if (waft_world_solid_at(world, i, &info) != WAFT_OK || info.body != 0 ||
            info.index_count == 0) {
            continue;
        }
        waft_pose* pose = &stones->poses[stones->mesh_count];
        *pose = info.pose;
        if (smoke != NULL && def.cells[2] == 1) {
            // Wherever the scene put it: its rim lies on the front of the layer, over the smoke.
            pose->position.z = def.origin.z + def.spacing;
        }
        waft_material material = stone;
        if (info.sheet) {
            material.kind = WAFT_MATERIAL_THIN; // seen from both sides
        }
        stones->meshes[stones->mesh_count++] = (waft_draw_mesh){
            .positions = info.positions,
            .indices = info.indices,
            .point_count = info.point_count,
            .index_count = info.index_count,
            .material = material,
            .poses = pose,
            .instance_count = 1,
        };
    }
}
