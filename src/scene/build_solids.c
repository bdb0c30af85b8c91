// SPDX-License-Identifier: MIT
// Shapes and poses of a scene's things, and its solids.
#include <math.h>

#include "scene/scene.h"

static waft_vec3 vec3(const double v[3]) {
    return (waft_vec3){(float)v[0], (float)v[1], (float)v[2]};
}

waft_shape wafti_scene_shape(const waft_scene* scene, const wafti_shape_values* from) {
    const double* capsule = from->size[WAFT_HULL_CAPSULE];
    if (from->given[WAFT_HULL_SPHERE]) {
        return (waft_shape){
            .kind = WAFT_SHAPE_SPHERE, .radius = (float)from->size[WAFT_HULL_SPHERE][0]};
    }
    if (from->given[WAFT_HULL_CAPSULE]) {
        return (waft_shape){.kind = WAFT_SHAPE_CAPSULE,
            .radius = (float)capsule[0],
            .size = {.y = (float)capsule[1]}};
    }
    if (from->mesh != NULL) {
        return (waft_shape){.kind = WAFT_SHAPE_MESH, .mesh = wafti_scene_mesh_of(scene, from)};
    }
    return (waft_shape){.kind = WAFT_SHAPE_BOX, .size = vec3(from->size[WAFT_HULL_BOX])};
}

double wafti_scene_reach(const waft_scene* scene, const wafti_shape_values* from) {
    const waft_shape shape = wafti_scene_shape(scene, from);
    const double* size = from->size[WAFT_HULL_BOX];
    switch (shape.kind) {
    case WAFT_SHAPE_SPHERE:
        return from->size[WAFT_HULL_SPHERE][0];
    case WAFT_SHAPE_BOX:
        return 0.5 * sqrt(size[0] * size[0] + size[1] * size[1] + size[2] * size[2]);
    case WAFT_SHAPE_CAPSULE:
        return from->size[WAFT_HULL_CAPSULE][0] + 0.5 * from->size[WAFT_HULL_CAPSULE][1];
    case WAFT_SHAPE_PLANE:
    case WAFT_SHAPE_MESH:
        break;
    }
    if (shape.mesh == NULL) {
        return INFINITY;
    }
    const waft_mesh_info info = waft_mesh_get_info(shape.mesh);
    double square = 0.0;
    for (int i = 0; i < 3; ++i) {
        const double far = fmax(fabs(info.low[i]), fabs(info.high[i]));
        square += far * far;
    }
    return sqrt(square);
}

// The unit vector along an axis; where smoke is flat that is z, one way or the other.
static waft_vec3 axis_of(const waft_scene* scene, const double axis[3]) {
    if (scene->values.smoke.given && scene->values.smoke.def.cells[2] == 1) {
        return (waft_vec3){0.0f, 0.0f, axis[2] < 0.0 ? -1.0f : 1.0f};
    }
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    if (!(length > 0.0)) {
        return (waft_vec3){0.0f, 1.0f, 0.0f}; // refused by the checks
    }
    return (waft_vec3){
        (float)(axis[0] / length), (float)(axis[1] / length), (float)(axis[2] / length)};
}

waft_quat wafti_scene_rotation(const waft_scene* scene, const wafti_rotation_values* from) {
    const waft_vec3 axis = axis_of(scene, from->axis);
    const float s = (float)sin(0.5 * from->angle);
    return (waft_quat){
        .w = (float)cos(0.5 * from->angle), .x = s * axis.x, .y = s * axis.y, .z = s * axis.z};
}

// ---- solids

static waft_solid_key* make_keys(waft_scene* scene, const wafti_solid_values* from,
    const wafti_keyed* places, waft_quat rotation, size_t* out_count) {
    const wafti_solid_pose_values* poses = from->poses.items;
    const size_t moved = places != NULL ? places->key_count : 0;
    const size_t count = from->poses.count > 0 ? from->poses.count : moved;
    waft_solid_key* keys = wafti_arena_take(&scene->arena, count, sizeof(*keys));
    for (size_t i = 0; i < count && keys != NULL; ++i) {
        if (from->poses.count > 0) {
            keys[i] = poses[i].key;
            keys[i].pose.rotation = wafti_scene_rotation(scene, &poses[i].rotation);
        } else {
            keys[i] = (waft_solid_key){
                .time = places->keys[i].time, .pose = {vec3(places->keys[i].value), rotation}};
        }
    }
    *out_count = count;
    return keys;
}

static waft_key* make_angles(waft_scene* scene, const wafti_keyed* from, size_t* out_count) {
    *out_count = from != NULL ? from->key_count : 0;
    waft_key* keys = wafti_arena_take(&scene->arena, *out_count, sizeof(*keys));
    for (size_t i = 0; i < *out_count && keys != NULL; ++i) {
        keys[i] = (waft_key){.time = from->keys[i].time,
            .value = (double)(float)from->keys[i].value[0],
            .ease = from->keys[i].ease};
    }
    return keys;
}

static bool make_solid(
    waft_scene* scene, const wafti_solid_values* from, size_t index, waft_solid_def* out_def) {
    const wafti_keyed* places = wafti_scene_keys_of(&scene->values, "solids[].at", index);
    const wafti_keyed* angles =
        wafti_scene_keys_of(&scene->values, "solids[].rotation.angle", index);
    // What turns by keys is turned by them from the start on, so that its pose must not be.
    wafti_rotation_values still = from->rotation;
    still.angle = angles != NULL ? 0.0 : still.angle;
    waft_solid_def def = from->def;
    def.struct_size = sizeof(def);
    def.shape = wafti_scene_shape(scene, &from->shape);
    def.axis = axis_of(scene, from->rotation.axis);
    def.pose.rotation = wafti_scene_rotation(scene, &still);
    def.keys = make_keys(scene, from, places, def.pose.rotation, &def.key_count);
    def.angles = make_angles(scene, angles, &def.angle_count);
    *out_def = def;
    return def.keys != NULL && def.angles != NULL;
}

waft_result wafti_scene_build_solids(waft_scene* scene) {
    const wafti_value_list* list = &scene->values.solids;
    const wafti_solid_values* from = list->items;
    scene->solid_count = list->count;
    scene->solids = wafti_arena_take(&scene->arena, list->count, sizeof(*scene->solids));
    bool made = scene->solids != NULL;
    for (size_t i = 0; i < list->count && made; ++i) {
        made = make_solid(scene, &from[i], i, &scene->solids[i]);
    }
    return made ? WAFT_OK : WAFT_ERR_NO_MEMORY;
}

waft_result wafti_scene_add_solids(const waft_scene* scene, waft_world* world, bool displacing) {
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < scene->solid_count && result == WAFT_OK; ++i) {
        waft_solid_id id;
        if (scene->solids[i].displace == displacing) {
            result = waft_world_add_solid(world, &scene->solids[i], &id);
        }
    }
    return result;
}

waft_result wafti_scene_solidify_bodies(const waft_scene* scene, waft_world* world) {
    const wafti_body_values* entries = scene->values.bodies.items;
    const waft_bodies* bodies = waft_world_bodies(world);
    size_t number = 0;
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < scene->values.bodies.count; ++i) {
        for (int64_t n = 0; n < entries[i].count && result == WAFT_OK; ++n, ++number) {
            waft_body_info body;
            if (entries[i].solid) {
                result = waft_bodies_at(bodies, number, &body);
                result = result == WAFT_OK ? waft_world_solidify_body(world, body.id) : result;
            }
        }
    }
    return result;
}

uint32_t wafti_scene_solid_place(const waft_scene* scene, uint32_t index) {
    const size_t count = scene->solid_count;
    uint32_t before = 0;
    for (uint32_t i = 0; i < count && index < count; ++i) {
        const bool alike = scene->solids[i].displace == scene->solids[index].displace;
        before += alike ? i < index : scene->solids[index].displace;
    }
    return index < count ? before : index;
}
