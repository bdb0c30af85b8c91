// SPDX-License-Identifier: MIT
// The world's solids: who is told of them, how hosts change and read them.
#include "world/world_solids.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "solid/shape_check.h"
#include "solid/touched.h"
#include "world/world.h"

// ---- who feels a solid

static waft_result tell(waft_world* world, uint32_t slot, waft_solid_feeler who) {
    const bool felt = (world->solids.items[slot]->def.felt_by & (uint32_t)who) != 0;
    if (who == WAFT_SOLID_SMOKE) {
        return felt && world->smoke != NULL ? wafti_smoke_add_solid(world->smoke, slot) : WAFT_OK;
    }
    if (who == WAFT_SOLID_LIQUID) {
        return felt && world->liquid != NULL ? wafti_liquid_add_solid(world->liquid, slot)
                                             : WAFT_OK;
    }
    return world->bodies != NULL ? wafti_touched_prepare(&world->solids, slot) : WAFT_OK;
}

void wafti_world_drop_solid(waft_world* world, uint32_t slot) {
    if (world->smoke != NULL) {
        wafti_smoke_remove_solid(world->smoke, slot);
    }
    if (world->immersed != NULL) {
        wafti_immersed_drop(world->immersed, slot);
    }
    if (world->liquid != NULL) {
        wafti_liquid_remove_solid(world->liquid, slot);
    }
    wafti_solids_remove(&world->solids, slot);
}

// All solvers or none know it then.
static waft_result tell_all(waft_world* world, uint32_t slot) {
    waft_result result = tell(world, slot, WAFT_SOLID_SMOKE);
    result = result == WAFT_OK ? tell(world, slot, WAFT_SOLID_LIQUID) : result;
    result = result == WAFT_OK ? tell(world, slot, WAFT_SOLID_BODIES) : result;
    if (result != WAFT_OK) {
        wafti_world_drop_solid(world, slot);
    }
    return result;
}

waft_result wafti_world_show_solids(waft_world* world, waft_solid_feeler who) {
    waft_result result = WAFT_OK;
    for (uint32_t n = 0; n < world->solids.order.count && result == WAFT_OK; ++n) {
        result = tell(world, world->solids.order.slots[n], who);
    }
    return result;
}

// ---- changes by the host. An edit of a running world is checked and made here and nowhere else.

static bool is_plane(const waft_world* world) {
    return world->smoke != NULL && waft_smoke_get_def(world->smoke).cells[2] == 1;
}

waft_result waft_world_add_solid(
    waft_world* world, const waft_solid_def* def, waft_solid_id* out_id) {
    if (out_id != NULL) {
        *out_id = (waft_solid_id){0, 0};
    }
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (def == NULL || out_id == NULL) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "the solid def or out_id is NULL");
    }
    waft_solid_def own = waft_solid_def_default();
    waft_result result = waft_struct_take(&own, sizeof(own), def, "waft_solid_def", &world->error);
    if (result != WAFT_OK) {
        return result;
    }
    if (is_plane(world) && own.angle_count > 0) {
        own.axis = (waft_vec3){0.0f, 0.0f, own.axis.z < 0.0f ? -1.0f : 1.0f};
    }
    uint32_t slot = 0;
    result = wafti_solids_add(&world->solids, &own, waft_world_time(world), &slot);
    result = result == WAFT_OK ? tell_all(world, slot) : result;
    if (result == WAFT_OK) {
        *out_id = wafti_solids_id(&world->solids, slot);
        wafti_tell_change(
            &world->context, WAFT_EDIT_ADD_SOLID, world->solids.order.count - 1, &own);
    }
    return result;
}

// Finds one that no body moves.
static waft_result find_own(waft_world* world, waft_solid_id id, uint32_t* out_slot) {
    const waft_result result = wafti_solids_find(&world->solids, id, out_slot);
    if (result == WAFT_OK && world->solids.items[*out_slot]->body != 0) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT,
            "the solid is body %u: move or remove that",
            (unsigned)world->solids.items[*out_slot]->body);
    }
    return result;
}

waft_result waft_world_move_solid(waft_world* world, waft_solid_id id, const waft_pose* pose) {
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    uint32_t slot = 0;
    waft_result result = find_own(world, id, &slot);
    if (result == WAFT_OK && pose == NULL) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "the pose is NULL");
    }
    if (result != WAFT_OK) {
        return result;
    }
    char path[48];
    (void)wafti_solids_path(&world->solids, slot, path);
    wafti_placed* solid = world->solids.items[slot];
    result = wafti_pose_check(
        pose, path, is_plane(world) && (solid->def.felt_by & WAFT_SOLID_SMOKE) != 0, &world->error);
    if (result == WAFT_OK) {
        wafti_solids_aim(solid, pose);
        wafti_tell_change(&world->context, WAFT_EDIT_MOVE_SOLID,
            wafti_order_place(&world->solids.order, slot), pose);
    }
    return result;
}

waft_result waft_world_remove_solid(waft_world* world, waft_solid_id id) {
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    uint32_t slot = 0;
    const waft_result result = find_own(world, id, &slot);
    if (result == WAFT_OK) {
        const uint32_t place = wafti_order_place(&world->solids.order, slot);
        wafti_world_drop_solid(world, slot);
        wafti_tell_change(&world->context, WAFT_EDIT_REMOVE_SOLID, place, NULL);
    }
    return result;
}

// ---- what can be asked

size_t waft_world_solid_count(const waft_world* world) {
    return world != NULL ? world->solids.order.count : 0;
}

static waft_vec3 vec3_of(const double v[3], double scale) {
    return (waft_vec3){(float)(scale * v[0]), (float)(scale * v[1]), (float)(scale * v[2])};
}

static waft_solid_info info_of(const waft_world* world, uint32_t slot) {
    waft_solid_info info = wafti_solids_info(&world->solids, slot);
    if (world->liquid != NULL) {
        double impulse[3];
        double twist[3];
        (void)wafti_liquid_solid_impulse(world->liquid, slot, impulse, twist);
        info.force = vec3_of(impulse, 1.0 / world->def.step);
        info.torque = vec3_of(twist, 1.0 / world->def.step);
    }
    const wafti_form* form =
        world->smoke != NULL ? wafti_smoke_solid_form(world->smoke, slot) : NULL;
    info.sheet = form != NULL ? form->sheet : info.open;
    if (form != NULL && form->flat != NULL) {
        const waft_mesh_view view = waft_mesh_get_view(form->flat);
        info.positions = view.draw_positions;
        info.indices = view.indices;
        info.point_count = view.point_count;
        info.index_count = 3 * view.facet_count;
    }
    return info;
}

waft_result waft_world_solid_at(const waft_world* world, size_t index, waft_solid_info* out_info) {
    if (world == NULL || out_info == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (index >= world->solids.order.count) {
        return wafti_fail(world->context.error, WAFT_ERR_ARGUMENT, "there is no solid %zu, only %u",
            index, (unsigned)world->solids.order.count);
    }
    *out_info = info_of(world, world->solids.order.slots[index]);
    return WAFT_OK;
}

waft_result waft_world_get_solid(
    const waft_world* world, waft_solid_id id, waft_solid_info* out_info) {
    if (world == NULL || out_info == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    uint32_t slot = 0;
    const waft_result result = wafti_solids_find(&world->solids, id, &slot);
    if (result == WAFT_OK) {
        *out_info = info_of(world, slot);
    }
    return result;
}

waft_solid_id waft_world_find_solid(const waft_world* world, const char* name) {
    for (uint32_t n = 0; world != NULL && name != NULL && n < world->solids.order.count; ++n) {
        const uint32_t slot = world->solids.order.slots[n];
        if (name[0] != 0 && strcmp(world->solids.items[slot]->name, name) == 0) {
            return wafti_solids_id(&world->solids, slot);
        }
    }
    return (waft_solid_id){0, 0};
}

// No number asks for the step before.
static double share_of(float alpha) {
    return isgreater(alpha, 0.0f) ? fmin((double)alpha, 1.0) : 0.0;
}

waft_result waft_world_blend_solid(
    const waft_world* world, waft_solid_id id, float alpha, waft_pose* out_pose) {
    if (world == NULL || out_pose == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    uint32_t slot = 0;
    const waft_result result = wafti_solids_find(&world->solids, id, &slot);
    if (result == WAFT_OK) {
        *out_pose = wafti_solids_blend(world->solids.items[slot], share_of(alpha));
    }
    return result;
}

size_t waft_world_blend_solids(
    const waft_world* world, float alpha, waft_pose* out_poses, size_t capacity) {
    const size_t count = waft_world_solid_count(world);
    for (size_t n = 0; n < count && n < capacity && out_poses != NULL; ++n) {
        out_poses[n] =
            wafti_solids_blend(world->solids.items[world->solids.order.slots[n]], share_of(alpha));
    }
    return count;
}
