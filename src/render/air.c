// SPDX-License-Identifier: MIT
#include "render/air.h"

#include <math.h>

waft_bounds wafti_air_bounds(const waft_smoke* smoke) {
    const waft_smoke_def def = waft_smoke_get_def(smoke);
    const waft_vec3 size = {def.spacing * (float)def.cells[0], def.spacing * (float)def.cells[1],
        def.spacing * (float)def.cells[2]};
    return (waft_bounds){def.origin, waft_vec3_add(def.origin, size)};
}

waft_bounds wafti_bounds_join(const waft_bounds* a, const waft_bounds* b) {
    return (waft_bounds){
        {fminf(a->low.x, b->low.x), fminf(a->low.y, b->low.y), fminf(a->low.z, b->low.z)},
        {fmaxf(a->high.x, b->high.x), fmaxf(a->high.y, b->high.y), fmaxf(a->high.z, b->high.z)}};
}

// Warm grey stone: smoke in front of it shows as well as smoke behind it.
static const waft_material stone = {
    .kind = WAFT_MATERIAL_SOLID, .color = {0.42f, 0.36f, 0.31f}, .roughness = 0.7f};
// A sheet is seen from both sides.
static const waft_material sheet = {.kind = WAFT_MATERIAL_THIN,
    .color = {0.42f, 0.36f, 0.31f},
    .roughness = 0.7f,
    .transmission = 0.0f};

static void add_obstacle(wafti_air* air, const waft_obstacle_info* info) {
    waft_pose* pose = &air->poses[air->mesh_count];
    *pose = info->pose;
    air->meshes[air->mesh_count++] = (waft_draw_mesh){
        .positions = info->positions,
        .indices = info->indices,
        .point_count = info->point_count,
        .index_count = info->index_count,
        .material = info->sheet ? sheet : stone,
        .poses = pose,
        .instance_count = 1,
    };
}

void wafti_air_read(wafti_air* air, const waft_smoke* smoke) {
    air->volume = (waft_draw_volume){
        .density = waft_smoke_field(smoke, WAFT_SMOKE_DENSITY),
        .temperature = waft_smoke_field(smoke, WAFT_SMOKE_TEMPERATURE),
    };
    air->mesh_count = 0;
    const size_t count = waft_smoke_obstacle_count(smoke);
    for (size_t i = 0; i < count && i < WAFTI_AIR_MOST_OBSTACLES; ++i) {
        waft_obstacle_info info;
        if (waft_smoke_obstacle(smoke, i, &info) == WAFT_OK && info.index_count > 0) {
            add_obstacle(air, &info);
        }
    }
}
