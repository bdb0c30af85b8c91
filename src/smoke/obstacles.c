// SPDX-License-Identifier: MIT
// Obstacles: rigid solids and sheets that stand, move and turn. Section 8.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "smoke/frame.h"
#include "smoke/order.h"
#include "smoke/solver.h"

static void copy(const double* from, double* to, size_t count) {
    memcpy(to, from, count * sizeof(*to));
}

// In a plane all solids lie in it, whatever their z.
static void place_solid(
    const waft_smoke* smoke, uint32_t slot, const double position[3], const double rotation[4]) {
    wafti_solid* solid = &smoke->domain.solids[slot];
    const wafti_mac* grid = &smoke->domain.grid;
    copy(position, solid->position, 3);
    copy(rotation, solid->rotation, 4);
    copy(smoke->obstacles[slot].velocity, solid->velocity, 3);
    copy(smoke->obstacles[slot].spin, solid->spin, 3);
    if (grid->axes == 2) {
        solid->position[2] = grid->low[2] + 0.5 * grid->h;
        solid->velocity[2] = 0.0;
    }
}

static void fill_solid(const waft_smoke* smoke, uint32_t slot) {
    const wafti_obstacle* obstacle = &smoke->obstacles[slot];
    wafti_solid* solid = &smoke->domain.solids[slot];
    const wafti_form* form = &obstacle->form;
    const bool primitive = !form->sheet && form->shape.kind != WAFT_SHAPE_MESH;
    *solid = (wafti_solid){
        .distance = form->sheet ? NULL : wafti_form_distance,
        .distances = primitive ? wafti_form_distances : NULL,
        .crosses = form->sheet ? wafti_form_crosses : NULL,
        .shape = form,
        .form = form->hash,
        .no_slip = obstacle->def.no_slip,
        .alive = true,
    };
    copy(form->low, solid->low, 3);
    copy(form->high, solid->high, 3);
    if (smoke->domain.grid.axes == 2) {
        solid->low[2] = -smoke->domain.grid.h;
        solid->high[2] = smoke->domain.grid.h;
    }
    place_solid(smoke, slot, obstacle->position, obstacle->rotation);
}

// ---- what a move means for the fields

// A cell that comes free holds clean air and moves with what left it (section 5); the pressure solver
// finds it a start.
static void uncover(void* context, int axis, int32_t i, int32_t j, int32_t k, float velocity) {
    waft_smoke* smoke = context;
    const ptrdiff_t cell = wafti_mac_index(&smoke->domain.grid, i, j, k);
    if (axis >= 0) {
        smoke->velocity[axis][cell] = velocity;
        return;
    }
    for (int n = 0; n < WAFTI_SCALAR_COUNT; ++n) {
        if (smoke->scalar[n] != NULL) {
            smoke->scalar[n][cell] = 0.0f;
        }
    }
}

// No smoke inside solids: what they cover is gone.
static void empty_row(waft_smoke* smoke, ptrdiff_t first, size_t count) {
    const uint8_t* clearance = smoke->domain.clearance + first;
    if (memchr(clearance, 0, count) == NULL) {
        return;
    }
    for (int n = 0; n < WAFTI_SCALAR_COUNT; ++n) {
        float* scalar = smoke->scalar[n];
        for (size_t i = 0; i < count && scalar != NULL; ++i) {
            scalar[first + (ptrdiff_t)i] = clearance[i] == 0 ? 0.0f : scalar[first + (ptrdiff_t)i];
        }
    }
}

static void empty_solids(waft_smoke* smoke, const wafti_box* box) {
    const size_t count = (size_t)(box->high[0] - box->low[0]);
    for (int32_t k = box->low[2]; k < box->high[2]; ++k) {
        for (int32_t j = box->low[1]; j < box->high[1]; ++j) {
            empty_row(smoke, wafti_mac_index(&smoke->domain.grid, box->low[0], j, k), count);
        }
    }
}

static void rebuild_pressure(void* context, const wafti_box* changed) {
    const waft_smoke* smoke = context;
    wafti_poisson_rebuild(smoke->poisson, changed);
}

// Returns the cells whose faces or values may have changed.
static wafti_box update(waft_smoke* smoke, wafti_uncover_function* on_uncover) {
    wafti_box changed;
    const wafti_beside pressure = {rebuild_pressure, smoke};
    wafti_domain_update(&smoke->domain, smoke->context, on_uncover, smoke,
        smoke->carrier ? NULL : &pressure, &changed);
    if (!wafti_box_empty(&changed)) {
        empty_solids(smoke, &changed);
    }
    return changed;
}

// The same between steps: what the next solve starts from must follow from the state alone, which does
// not tell what has just come, gone or been restored.
static void update_between_steps(waft_smoke* smoke, wafti_uncover_function* on_uncover) {
    (void)update(smoke, on_uncover);
    if (!smoke->carrier) {
        wafti_poisson_forget_change(smoke->poisson);
    }
}

// Whether halos do not depend on what is in the box.
static bool is_inner(const wafti_mac* grid, const wafti_box* box) {
    bool inner = true;
    for (int axis = 0; axis < grid->axes; ++axis) {
        inner = inner && box->low[axis] > WAFTI_MAC_HALO &&
                box->high[axis] < grid->n[axis] - WAFTI_MAC_HALO;
    }
    return inner;
}

// Solids go on by another velocity, or elsewhere: faces that they fix.
static void set_solid_faces(waft_smoke* smoke, const wafti_box* changed) {
    const wafti_mac* grid = &smoke->domain.grid;
    wafti_domain_set_solid_faces(&smoke->domain, smoke->context, smoke->velocity);
    smoke->edged =
        smoke->edged && is_inner(grid, &smoke->domain.solid_cells) && is_inner(grid, changed);
    // Faces that solids fix are not faster than the solids. Where none is counted at the end of the
    // step, a bound would outlast it.
    const bool bounded = smoke->speed >= 0.0 && !smoke->hook.given;
    smoke->speed = bounded ? fmax(smoke->speed, wafti_obstacles_speed(smoke)) : -1.0;
}

// ---- steps

// Rotations alone know the short way round; the knob knows whole turns too.
static void find_turn(wafti_obstacle* obstacle) {
    wafti_quat_between(obstacle->rotation, obstacle->target_turn, obstacle->turn);
    if (obstacle->turned == 0.0) {
        return;
    }
    const waft_vec3 unit = waft_vec3_normalize(obstacle->def.axis);
    const double axis[3] = {(double)unit.x, (double)unit.y, (double)unit.z};
    const double* turn = obstacle->turn;
    const double shortest = turn[0] * axis[0] + turn[1] * axis[1] + turn[2] * axis[2];
    const double whole = 6.283185307179586;
    const double missing = whole * round((obstacle->turned - shortest) / whole);
    for (int n = 0; n < 3; ++n) {
        obstacle->turn[n] += missing * axis[n];
    }
}

void wafti_obstacles_depart(waft_smoke* smoke, double dt) {
    for (uint32_t n = 0; n < smoke->obstacle_order.count; ++n) {
        wafti_obstacle* obstacle = &smoke->obstacles[smoke->obstacle_order.slots[n]];
        find_turn(obstacle);
        for (int axis = 0; axis < 3; ++axis) {
            obstacle->velocity[axis] = (obstacle->target[axis] - obstacle->position[axis]) / dt;
            obstacle->spin[axis] = obstacle->turn[axis] / dt;
        }
    }
}

static double length_of(const double v[3]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

double wafti_obstacles_speed(const waft_smoke* smoke) {
    double greatest = 0.0;
    for (uint32_t n = 0; n < smoke->obstacle_order.count; ++n) {
        const wafti_obstacle* obstacle = &smoke->obstacles[smoke->obstacle_order.slots[n]];
        double far[3];
        for (int axis = 0; axis < 3; ++axis) {
            far[axis] = fmax(fabs(obstacle->form.low[axis]), fabs(obstacle->form.high[axis]));
        }
        far[2] = smoke->domain.grid.axes == 2 ? 0.0 : far[2];
        greatest = fmax(
            greatest, length_of(obstacle->velocity) + length_of(obstacle->spin) * length_of(far));
    }
    return greatest;
}

static void place_at(const waft_smoke* smoke, uint32_t slot, double share) {
    const wafti_obstacle* obstacle = &smoke->obstacles[slot];
    if (share >= 1.0) {
        place_solid(smoke, slot, obstacle->target, obstacle->target_turn);
        return;
    }
    double turn[3];
    double part[4];
    double position[3];
    double rotation[4];
    for (int axis = 0; axis < 3; ++axis) {
        const double way = obstacle->target[axis] - obstacle->position[axis];
        position[axis] = obstacle->position[axis] + share * way;
        turn[axis] = share * obstacle->turn[axis];
    }
    wafti_quat_from_turn(turn, part);
    wafti_quat_turn(obstacle->rotation, part, rotation);
    wafti_quat_normalize(rotation);
    place_solid(smoke, slot, position, rotation);
}

static bool moves(const wafti_obstacle* obstacle) {
    return length_of(obstacle->velocity) > 0.0 || length_of(obstacle->spin) > 0.0;
}

void wafti_obstacles_move(waft_smoke* smoke, double share) {
    bool moved = false;
    bool stopped = false;
    for (uint32_t n = 0; n < smoke->obstacle_order.count; ++n) {
        const uint32_t slot = smoke->obstacle_order.slots[n];
        wafti_solid* solid = &smoke->domain.solids[slot];
        if (moves(&smoke->obstacles[slot])) {
            place_at(smoke, slot, share);
            moved = true;
        } else if (length_of(solid->velocity) > 0.0 || length_of(solid->spin) > 0.0) {
            memset(solid->velocity, 0, sizeof(solid->velocity));
            memset(solid->spin, 0, sizeof(solid->spin));
            stopped = true;
        }
    }
    if (moved || stopped) {
        const wafti_box changed = moved ? update(smoke, uncover) : smoke->domain.solid_cells;
        set_solid_faces(smoke, &changed);
    }
}

void wafti_obstacles_arrive(waft_smoke* smoke) {
    for (uint32_t n = 0; n < smoke->obstacle_order.count; ++n) {
        wafti_obstacle* obstacle = &smoke->obstacles[smoke->obstacle_order.slots[n]];
        copy(obstacle->target, obstacle->position, 3);
        copy(obstacle->target_turn, obstacle->rotation, 4);
        obstacle->last_angle = obstacle->angle;
        obstacle->turned = 0.0;
    }
}

void wafti_obstacles_place(waft_smoke* smoke) {
    for (uint32_t n = 0; n < smoke->obstacle_order.count; ++n) {
        const uint32_t slot = smoke->obstacle_order.slots[n];
        const wafti_obstacle* obstacle = &smoke->obstacles[slot];
        place_solid(smoke, slot, obstacle->position, obstacle->rotation);
    }
    update_between_steps(smoke, NULL);
}

void wafti_smoke_settle(waft_smoke* smoke) {
    wafti_sources_arrive(smoke);
    wafti_obstacles_arrive(smoke);
    wafti_obstacles_place(smoke);
    wafti_smoke_set_faces(smoke);
    wafti_smoke_edge(smoke);
}

// ---- another smoke's

// Whether the solid was elsewhere, or another one.
static bool mirror_obstacle(waft_smoke* smoke, const waft_smoke* base, uint32_t slot) {
    const wafti_solid before = smoke->domain.solids[slot];
    if (!base->domain.solids[slot].alive) {
        smoke->domain.solids[slot].alive = false;
        return before.alive;
    }
    const uint64_t hash = smoke->obstacles[slot].form.hash;
    smoke->obstacles[slot] = base->obstacles[slot];
    fill_solid(smoke, slot);
    const wafti_solid* now = &smoke->domain.solids[slot];
    bool changed = !before.alive || hash != smoke->obstacles[slot].form.hash;
    for (int n = 0; n < 4; ++n) {
        changed = changed || before.rotation[n] != now->rotation[n] ||
                  (n < 3 && before.position[n] != now->position[n]);
    }
    return changed;
}

void wafti_obstacles_mirror(waft_smoke* smoke, const waft_smoke* base, bool restored) {
    bool changed = false;
    for (uint32_t slot = 0; slot < smoke->obstacle_order.ids.capacity; ++slot) {
        changed = mirror_obstacle(smoke, base, slot) || changed;
    }
    if (restored) {
        // The fields know of the place already; what it uncovers is not free air.
        update_between_steps(smoke, NULL);
    } else if (changed) {
        update_between_steps(smoke, uncover);
        wafti_smoke_set_faces(smoke);
        wafti_smoke_edge(smoke);
    }
}

// ---- their life

static void set_target(wafti_obstacle* obstacle, const waft_pose* pose) {
    const waft_vec3 p = pose->position;
    const waft_quat q = pose->rotation;
    const double position[3] = {(double)p.x, (double)p.y, (double)p.z};
    const double rotation[4] = {(double)q.x, (double)q.y, (double)q.z, (double)q.w};
    copy(position, obstacle->target, 3);
    copy(rotation, obstacle->upright, 4);
    wafti_quat_normalize(obstacle->upright);
    copy(obstacle->upright, obstacle->target_turn, 4);
    obstacle->angle = 0.0f;
    obstacle->turned = 0.0;
}

static waft_result check_room(const waft_smoke* smoke, const waft_obstacle_def* def) {
    waft_error* error = smoke->context->error;
    const wafti_order* order = &smoke->obstacle_order;
    const waft_result result = wafti_check_obstacle(&smoke->def, def, order->count, error);
    if (result != WAFT_OK || order->count < order->ids.capacity) {
        return result;
    }
    return wafti_fail(error, WAFT_ERR_FULL, "all %u places for obstacles are used",
        (unsigned)order->ids.capacity);
}

waft_result waft_smoke_add_obstacle(
    waft_smoke* smoke, const waft_obstacle_def* def, waft_obstacle_id* out_id) {
    if (out_id != NULL) {
        *out_id = (waft_obstacle_id){0, 0};
    }
    if (smoke == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (def == NULL || out_id == NULL) {
        return wafti_fail(
            smoke->context->error, WAFT_ERR_ARGUMENT, "the obstacle def or out_id is NULL");
    }
    waft_obstacle_def wide = waft_obstacle_def_default();
    waft_result result =
        waft_struct_take(&wide, sizeof(wide), def, "waft_obstacle_def", smoke->context->error);
    if (result != WAFT_OK) {
        return result;
    }
    def = &wide;
    result = check_room(smoke, def);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_form form;
    const wafti_form_def form_def = {.shape = &def->shape,
        .h = smoke->domain.grid.h,
        .plane = smoke->domain.grid.axes == 2,
        .obstacle = true};
    wafti_pool_begin(smoke->context->pool);
    result = wafti_form_make(&form, &form_def, smoke->context);
    if (result == WAFT_OK) {
        wafti_order* order = &smoke->obstacle_order;
        const uint32_t slot = wafti_order_add(order);
        wafti_obstacle* obstacle = &smoke->obstacles[slot];
        *obstacle = (wafti_obstacle){.form = form, .def = *def};
        obstacle->def.shape = form.shape;
        if (form.plane) {
            obstacle->def.axis = (waft_vec3){0.0f, 0.0f, 1.0f};
        }
        set_target(obstacle, &def->pose);
        copy(obstacle->target, obstacle->position, 3);
        copy(obstacle->target_turn, obstacle->rotation, 4);
        fill_solid(smoke, slot);
        update_between_steps(smoke, NULL);
        wafti_smoke_set_faces(smoke);
        wafti_smoke_edge(smoke);
        *out_id = (waft_obstacle_id){slot + 1, order->ids.generation[slot]};
    }
    wafti_pool_end(smoke->context->pool);
    return result;
}

static waft_result find_obstacle(waft_smoke* smoke, waft_obstacle_id id, uint32_t* out_slot) {
    if (smoke == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (!wafti_ids_find(&smoke->obstacle_order.ids, id.index1, id.generation, out_slot)) {
        return wafti_fail(
            smoke->context->error, WAFT_ERR_STALE_ID, "the id names no obstacle that is alive");
    }
    return WAFT_OK;
}

waft_result waft_smoke_move_obstacle(
    waft_smoke* smoke, waft_obstacle_id id, const waft_pose* pose) {
    uint32_t slot = 0;
    waft_result result = find_obstacle(smoke, id, &slot);
    if (result != WAFT_OK) {
        return result;
    }
    waft_error* error = smoke->context->error;
    if (pose == NULL) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "the pose is NULL");
    }
    const uint32_t place = wafti_order_place(&smoke->obstacle_order, slot);
    result = wafti_check_pose(&smoke->def, pose, "obstacles", place, error);
    if (result == WAFT_OK) {
        set_target(&smoke->obstacles[slot], pose);
    }
    return result;
}

waft_result waft_smoke_remove_obstacle(waft_smoke* smoke, waft_obstacle_id id) {
    uint32_t slot = 0;
    const waft_result result = find_obstacle(smoke, id, &slot);
    if (result == WAFT_OK) {
        wafti_order_remove(&smoke->obstacle_order, slot);
        smoke->domain.solids[slot].alive = false;
        wafti_pool_begin(smoke->context->pool);
        update_between_steps(smoke, uncover);
        wafti_smoke_set_faces(smoke);
        wafti_smoke_edge(smoke);
        wafti_pool_end(smoke->context->pool);
        wafti_form_free(&smoke->obstacles[slot].form);
    }
    return result;
}

void wafti_obstacles_free(waft_smoke* smoke) {
    for (uint32_t n = 0; n < smoke->obstacle_order.count; ++n) {
        wafti_form_free(&smoke->obstacles[smoke->obstacle_order.slots[n]].form);
    }
}

// A twin's obstacles are those of the smoke it follows, which may have removed some since.
static const waft_smoke* owner_of(const waft_smoke* smoke) {
    return smoke->base != NULL ? smoke->base : smoke;
}

size_t waft_smoke_obstacle_count(const waft_smoke* smoke) {
    return smoke != NULL ? owner_of(smoke)->obstacle_order.count : 0;
}

static waft_vec3 vec3_of(const double v[3]) {
    return (waft_vec3){(float)v[0], (float)v[1], (float)v[2]};
}

waft_result waft_smoke_obstacle(
    const waft_smoke* smoke, size_t index, waft_obstacle_info* out_info) {
    if (smoke == NULL || out_info == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    smoke = owner_of(smoke);
    if (index >= smoke->obstacle_order.count) {
        return wafti_fail(smoke->context->error, WAFT_ERR_ARGUMENT,
            "there is no obstacle %zu, only %u", index, (unsigned)smoke->obstacle_order.count);
    }
    const wafti_obstacle* obstacle = &smoke->obstacles[smoke->obstacle_order.slots[index]];
    const waft_mesh_view view = waft_mesh_get_view(obstacle->form.surface);
    const double* q = obstacle->rotation;
    *out_info = (waft_obstacle_info){
        .shape = obstacle->form.shape,
        .pose = {.position = vec3_of(obstacle->position),
            .rotation = {(float)q[0], (float)q[1], (float)q[2], (float)q[3]}},
        .velocity = vec3_of(obstacle->velocity),
        .spin = vec3_of(obstacle->spin),
        .sheet = obstacle->form.sheet,
        .positions = view.draw_positions,
        .indices = view.indices,
        .point_count = view.point_count,
        .index_count = 3 * view.facet_count,
    };
    return WAFT_OK;
}
