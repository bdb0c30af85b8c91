// SPDX-License-Identifier: MIT
// From the values of smoke to its defs.
#include "scene/scene.h"

static waft_smoke_def make_smoke(const waft_scene* scene) {
    waft_smoke_def def = scene->values.smoke.def;
    // A flat flow has no sides along z, whatever was said of them.
    if (def.cells[2] == 1) {
        def.sides[WAFT_SIDE_BACK] = (waft_smoke_side){.kind = WAFT_SIDE_CLOSED};
        def.sides[WAFT_SIDE_FRONT] = def.sides[WAFT_SIDE_BACK];
    }
    const size_t sources = scene->values.smoke.sources.count;
    size_t solids = scene->values.solids.count;
    const wafti_body_values* bodies = scene->values.bodies.items;
    for (size_t i = 0; i < scene->values.bodies.count; ++i) {
        solids += bodies[i].solid ? (size_t)bodies[i].count : 0;
    }
    def.source_capacity = sources > def.source_capacity ? (uint32_t)sources : def.source_capacity;
    if (solids > def.solid_capacity) {
        def.solid_capacity =
            solids < 255 ? (uint32_t)solids : 255; // more do not fit, as adding tells
    }
    return def;
}

static waft_source_def make_source(const waft_scene* scene, const wafti_emitter_values* from) {
    waft_source_def def = from->def;
    def.struct_size = sizeof(def);
    def.shape = wafti_scene_shape(scene, &from->shape);
    def.pose.rotation = wafti_scene_rotation(scene, &from->rotation);
    return def;
}

waft_result wafti_scene_build_smoke(waft_scene* scene) {
    const wafti_smoke_values* from = &scene->values.smoke;
    scene->smoke = make_smoke(scene);
    scene->source_count = from->sources.count;
    scene->sources = wafti_arena_take(&scene->arena, scene->source_count, sizeof(waft_source_def));
    if (scene->sources == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    const wafti_emitter_values* sources = from->sources.items;
    for (size_t i = 0; i < scene->source_count; ++i) {
        scene->sources[i] = make_source(scene, &sources[i]);
    }
    return WAFT_OK;
}

waft_result wafti_scene_fill_smoke(const waft_scene* scene, waft_world* world) {
    waft_smoke* smoke = NULL;
    waft_result result = waft_world_create_smoke(world, &scene->smoke, &smoke);
    for (size_t i = 0; i < scene->source_count && result == WAFT_OK; ++i) {
        waft_source_id id;
        result = waft_smoke_add_source(smoke, &scene->sources[i], &id);
    }
    return result;
}
