// SPDX-License-Identifier: MIT
#include "solid/placed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "solid/frame.h"
#include "solid/keys.h"
#include "solid/shape_check.h"
#include "solid/solid_params.h"

void waft_solid_def_fill(waft_solid_def* out_def, size_t size) {
    waft_solid_def def = {
        .shape = {.kind = WAFT_SHAPE_SPHERE, .radius = 0.1f},
        .pose = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}},
        .axis = {0.0f, 1.0f, 0.0f},
    };
    wafti_rows_fill(wafti_solid_rows, WAFTI_SOLID_PARTS, WAFTI_OWNER_SOLID, &def);
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

static void copy(const double* from, double* to, size_t count) {
    memcpy(to, from, count * sizeof(*to));
}

static waft_vec3 vec3_of(const double v[3]) {
    return (waft_vec3){(float)v[0], (float)v[1], (float)v[2]};
}

static waft_pose pose_of(const double position[3], const double q[4]) {
    return (waft_pose){.position = vec3_of(position),
        .rotation = {(float)q[0], (float)q[1], (float)q[2], (float)q[3]}};
}

void wafti_solids_init(wafti_solids* solids, const wafti_context* context) {
    *solids = (wafti_solids){.context = context};
    wafti_ids_init(&solids->order.ids, solids->generations, WAFTI_PLACED_CAPACITY);
    solids->order.slots = solids->slots;
}

void wafti_placed_free(wafti_placed* solid, const waft_allocator* allocator) {
    wafti_bvh_free(&solid->touched);
    waft_mesh_destroy(solid->surface);
    wafti_release(allocator, solid->keys, solid->def.key_count, sizeof(*solid->keys));
    wafti_release(allocator, solid->angles, solid->def.angle_count, sizeof(*solid->angles));
    wafti_release(allocator, solid, 1, sizeof(*solid));
}

void wafti_solids_free(wafti_solids* solids) {
    wafti_solids_drop(solids);
    while (solids->order.count > 0) {
        wafti_solids_remove(solids, solids->order.slots[solids->order.count - 1]);
    }
}

// ---- what can be built

waft_result wafti_solids_check(const waft_solid_def* def, const char* path, waft_error* error) {
    const wafti_shape_rules rules = {.sheets = true, .half_spaces = true};
    waft_result result = wafti_rows_check_item(
        wafti_solid_rows, WAFTI_SOLID_PARTS, WAFTI_OWNER_SOLID, def, path, error);
    result = result == WAFT_OK ? wafti_form_check(&def->shape, path, &rules, error) : result;
    result = result == WAFT_OK ? wafti_pose_check(&def->pose, path, false, error) : result;
    if (result == WAFT_OK && !(fabsf(waft_vec3_length(def->axis) - 1.0f) < 1e-3f)) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "%s.rotation.axis: give a direction of length 1", path);
    }
    return result == WAFT_OK ? wafti_keys_check(def, path, error) : result;
}

// ---- their life

static void remember(wafti_placed* solid) {
    copy(solid->position, solid->before, 3);
    copy(solid->rotation, solid->before_turn, 4);
}

static void arrive(wafti_placed* solid) {
    copy(solid->target, solid->position, 3);
    copy(solid->target_turn, solid->rotation, 4);
    solid->last_angle = solid->angle;
}

static void* copy_array(
    const waft_allocator* allocator, const void* from, size_t count, size_t each) {
    void* to = count > 0 ? wafti_allocate(allocator, count, each) : NULL;
    if (to != NULL) {
        memcpy(to, from, count * each);
    }
    return to;
}

static waft_result fill_solid(
    wafti_placed* solid, const waft_solid_def* def, const wafti_context* context) {
    const waft_allocator* allocator = &context->allocator;
    solid->def = *def;
    solid->keys = copy_array(allocator, def->keys, def->key_count, sizeof(*def->keys));
    solid->angles = copy_array(allocator, def->angles, def->angle_count, sizeof(*def->angles));
    if ((def->key_count > 0 && solid->keys == NULL) ||
        (def->angle_count > 0 && solid->angles == NULL)) {
        return wafti_fail_memory(
            context->error, def->key_count * sizeof(*def->keys), "the keys of a solid");
    }
    solid->def.keys = solid->keys;
    solid->def.angles = solid->angles;
    solid->keyed = def->key_count + def->angle_count > 0;
    (void)snprintf(solid->name, sizeof(solid->name), "%s", def->name != NULL ? def->name : "");
    solid->def.name = solid->name;
    solid->hash = wafti_form_hash(&def->shape);
    solid->mesh = def->shape.kind == WAFT_SHAPE_MESH ? waft_mesh_get_info(def->shape.mesh).key : 0;
    solid->def.shape.mesh = NULL;
    return wafti_form_surface(&def->shape, context, &solid->surface);
}

waft_result wafti_placed_form(const wafti_placed* solid, wafti_form_def def,
    const wafti_context* context, wafti_form* out_form) {
    waft_shape shape = solid->def.shape;
    shape.mesh = solid->surface;
    def.shape = &shape;
    def.surface = solid->surface;
    return wafti_form_make(out_form, &def, context);
}

waft_result wafti_solids_add(
    wafti_solids* solids, const waft_solid_def* def, double time, uint32_t* out_slot) {
    const wafti_context* context = solids->context;
    char path[48];
    (void)snprintf(path, sizeof(path), "solids[%u]", (unsigned)solids->order.count);
    waft_result result = wafti_solids_check(def, path, context->error);
    if (result != WAFT_OK) {
        return result;
    }
    if (solids->order.count == WAFTI_PLACED_CAPACITY) {
        return wafti_fail(context->error, WAFT_ERR_FULL, "all %d places for solids are used",
            (int)WAFTI_PLACED_CAPACITY);
    }
    wafti_placed* solid = wafti_allocate_zero(&context->allocator, 1, sizeof(*solid));
    if (solid == NULL) {
        return wafti_fail_memory(context->error, sizeof(*solid), "a solid");
    }
    result = fill_solid(solid, def, context);
    if (result != WAFT_OK) {
        wafti_placed_free(solid, &context->allocator);
        return result;
    }
    wafti_keys_pose(solid, time, solid->target, solid->target_turn, &solid->angle);
    arrive(solid);
    remember(solid);
    *out_slot = wafti_order_add(&solids->order);
    solids->items[*out_slot] = solid;
    return WAFT_OK;
}

void wafti_solids_remove(wafti_solids* solids, uint32_t slot) {
    wafti_order_remove(&solids->order, slot);
    wafti_placed_free(solids->items[slot], &solids->context->allocator);
    solids->items[slot] = NULL;
}

waft_result wafti_solids_find(const wafti_solids* solids, waft_solid_id id, uint32_t* out_slot) {
    return wafti_ids_find(&solids->order.ids, id.index1, id.generation, out_slot)
               ? WAFT_OK
               : wafti_fail(solids->context->error, WAFT_ERR_STALE_ID,
                     "the id names no solid that is alive");
}

waft_solid_id wafti_solids_id(const wafti_solids* solids, uint32_t slot) {
    return (waft_solid_id){slot + 1, solids->generations[slot]};
}

const char* wafti_placed_path(const wafti_placed* solid, uint32_t place, char out_path[48]) {
    if (solid->body != 0) {
        (void)snprintf(out_path, 48, "body %u", (unsigned)solid->body);
    } else if (solid->name[0] != 0) {
        (void)snprintf(out_path, 48, "solid '%s'", solid->name);
    } else {
        (void)snprintf(out_path, 48, "solids[%u]", (unsigned)place);
    }
    return out_path;
}

const char* wafti_solids_path(const wafti_solids* solids, uint32_t slot, char out_path[48]) {
    return wafti_placed_path(
        solids->items[slot], wafti_order_place(&solids->order, slot), out_path);
}

// ---- a step

void wafti_solids_aim(wafti_placed* solid, const waft_pose* pose) {
    wafti_pose_numbers(pose, solid->target, solid->target_turn);
    wafti_quat_normalize(solid->target_turn);
    solid->keyed = false;
}

static void set_velocity(wafti_placed* solid, double dt) {
    double turn[3];
    wafti_solids_turn(solid, solid->rotation, solid->last_angle, turn);
    for (int axis = 0; axis < 3; ++axis) {
        solid->velocity[axis] = (solid->target[axis] - solid->position[axis]) / dt;
        solid->spin[axis] = turn[axis] / dt;
    }
}

void wafti_solids_carry(
    wafti_solids* solids, uint32_t slot, const double position[3], const double rotation[4]) {
    wafti_placed* solid = solids->items[slot];
    copy(position, solid->target, 3);
    copy(rotation, solid->target_turn, 4);
    set_velocity(solid, solids->context->dt);
}

void wafti_solids_turn(
    const wafti_placed* solid, const double rotation[4], double last_angle, double out_turn[3]) {
    wafti_quat_between(rotation, solid->target_turn, out_turn);
    const double turned = solid->keyed ? solid->angle - last_angle : 0.0;
    if (turned == 0.0) {
        return;
    }
    // Rotations alone know the short way round.
    double axis[3];
    wafti_vector_from(waft_vec3_normalize(solid->def.axis), axis);
    const double shortest = wafti_vector_dot(out_turn, axis);
    const double whole = 6.283185307179586;
    wafti_vector_add_scaled(out_turn, axis, whole * round((turned - shortest) / whole));
}

void wafti_solids_depart(wafti_solids* solids, double time, double dt) {
    for (uint32_t n = 0; n < solids->order.count; ++n) {
        wafti_placed* solid = solids->items[solids->order.slots[n]];
        if (solid->keyed) {
            wafti_keys_pose(solid, time, solid->target, solid->target_turn, &solid->angle);
        }
        set_velocity(solid, dt);
    }
}

void wafti_solids_arrive(wafti_solids* solids) {
    for (uint32_t n = 0; n < solids->order.count; ++n) {
        wafti_placed* solid = solids->items[solids->order.slots[n]];
        remember(solid);
        arrive(solid);
    }
}

// Linear in both; the rotation the short way, and made unit. Exact at both ends.
waft_pose wafti_solids_blend(const wafti_placed* solid, double share) {
    double along = 0.0;
    for (int k = 0; k < 4; ++k) {
        along += solid->before_turn[k] * solid->rotation[k];
    }
    double place[3];
    double turn[4];
    for (int k = 0; k < 3; ++k) {
        place[k] = (1.0 - share) * solid->before[k] + share * solid->position[k];
    }
    for (int k = 0; k < 4; ++k) {
        turn[k] = (along < 0.0 ? share - 1.0 : 1.0 - share) * solid->before_turn[k] +
                  share * solid->rotation[k];
    }
    wafti_quat_normalize(turn);
    return pose_of(place, turn);
}

// ---- state

#define PASS(stream, value) wafti_stream_bytes((stream), &(value), sizeof(value))

static void pass_solid(wafti_placed* solid, wafti_stream* stream) {
    wafti_placed loaded = *solid;
    PASS(stream, loaded.position);
    PASS(stream, loaded.rotation);
    PASS(stream, loaded.target);
    PASS(stream, loaded.target_turn);
    PASS(stream, loaded.angle);
    PASS(stream, loaded.last_angle);
    PASS(stream, loaded.velocity);
    PASS(stream, loaded.spin);
    wafti_flag_state(&loaded.keyed, stream);
    // What was not forged has been checked before; the rest must not reach the solvers.
    const double most = WAFTI_PLACED_FAR;
    const bool fits =
        wafti_all_within(loaded.position, 3, most) && wafti_all_within(loaded.target, 3, most) &&
        wafti_quat_is_unit(loaded.rotation) && wafti_quat_is_unit(loaded.target_turn) &&
        wafti_all_within(&loaded.angle, 1, most) && wafti_all_within(&loaded.last_angle, 1, most);
    if (stream->failed || !fits) {
        stream->failed = true;
        return;
    }
    if (stream->mode == WAFTI_STREAM_LOAD) {
        remember(&loaded);
    }
    *solid = loaded;
}

void wafti_solids_state(wafti_solids* solids, wafti_stream* stream) {
    for (uint32_t n = 0; n < solids->order.count; ++n) {
        pass_solid(solids->items[solids->order.slots[n]], stream);
    }
}

size_t wafti_solids_memory(const wafti_solids* solids) {
    size_t sum = 0;
    for (uint32_t n = 0; n < solids->order.count; ++n) {
        const wafti_placed* solid = solids->items[solids->order.slots[n]];
        sum += sizeof(*solid) + solid->def.key_count * sizeof(*solid->keys) +
               solid->def.angle_count * sizeof(*solid->angles) +
               wafti_form_surface_bytes(solid->surface) +
               (solid->touched.nodes != NULL ? wafti_bvh_size(solid->touched.mesh.facet_count) : 0);
    }
    return sum;
}

waft_solid_info wafti_solids_info(const wafti_solids* solids, uint32_t slot) {
    const wafti_placed* solid = solids->items[slot];
    const waft_mesh_view view = waft_mesh_get_view(solid->surface);
    return (waft_solid_info){
        .id = wafti_solids_id(solids, slot),
        .name = solid->name,
        .shape = solid->def.shape,
        .pose = pose_of(solid->position, solid->rotation),
        .velocity = vec3_of(solid->velocity),
        .spin = vec3_of(solid->spin),
        .felt_by = solid->def.felt_by,
        .no_slip = solid->def.no_slip,
        .open =
            solid->def.shape.kind == WAFT_SHAPE_MESH && !waft_mesh_get_info(solid->surface).closed,
        .body = solid->body,
        .user = solid->def.user,
        .positions = view.draw_positions,
        .indices = view.indices,
        .point_count = view.point_count,
        .index_count = 3 * view.facet_count,
    };
}
