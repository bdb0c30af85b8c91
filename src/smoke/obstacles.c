// SPDX-License-Identifier: MIT
// The world's solids as the smoke meets them: walls and sheets that stand, move and turn.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "mesh/vector.h"
#include "smoke/solver.h"
#include "solid/frame.h"
#include "solid/shape_check.h"

static void copy(const double* from, double* to, size_t count) {
    memcpy(to, from, count * sizeof(*to));
}

static const wafti_placed* target_of(const waft_smoke* smoke, const wafti_obstacle* obstacle) {
    return smoke->context->solids->items[obstacle->solid];
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
        .no_slip = target_of(smoke, obstacle)->def.no_slip,
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

// A cell that comes free holds clean air and moves with what left it
// (docs/spec/smoke.md#cells-that-a-solid-leaves); the pressure solver finds it a start.
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

void wafti_obstacles_empty(waft_smoke* smoke, const wafti_box* box) {
    const size_t count = (size_t)(box->high[0] - box->low[0]);
    for (wafti_walk at = wafti_walk_box(&smoke->domain.grid, box); wafti_walk_next(&at);) {
        empty_row(smoke, at.start + box->low[0], count);
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
        wafti_obstacles_empty(smoke, &changed);
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

void wafti_obstacles_depart(waft_smoke* smoke, double dt) {
    for (uint32_t n = 0; n < smoke->obstacle_order.count; ++n) {
        wafti_obstacle* obstacle = &smoke->obstacles[smoke->obstacle_order.slots[n]];
        const wafti_placed* solid = target_of(smoke, obstacle);
        wafti_solids_turn(solid, obstacle->rotation, obstacle->last_angle, obstacle->turn);
        for (int axis = 0; axis < 3; ++axis) {
            obstacle->velocity[axis] = (solid->target[axis] - obstacle->position[axis]) / dt;
            obstacle->spin[axis] = obstacle->turn[axis] / dt;
        }
    }
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
        const double turning = wafti_vector_length(obstacle->spin) * wafti_vector_length(far);
        greatest = fmax(greatest, wafti_vector_length(obstacle->velocity) + turning);
    }
    return greatest;
}

static void place_at(const waft_smoke* smoke, uint32_t slot, double share) {
    const wafti_obstacle* obstacle = &smoke->obstacles[slot];
    const wafti_placed* solid = target_of(smoke, obstacle);
    if (share >= 1.0) {
        place_solid(smoke, slot, solid->target, solid->target_turn);
        return;
    }
    double turn[3];
    double position[3];
    double rotation[4];
    for (int axis = 0; axis < 3; ++axis) {
        const double way = solid->target[axis] - obstacle->position[axis];
        position[axis] = obstacle->position[axis] + share * way;
        turn[axis] = share * obstacle->turn[axis];
    }
    wafti_quat_go_on(obstacle->rotation, turn, rotation);
    place_solid(smoke, slot, position, rotation);
}

static bool moves(const double velocity[3], const double spin[3]) {
    return wafti_vector_length(velocity) > 0.0 || wafti_vector_length(spin) > 0.0;
}

void wafti_obstacles_move(waft_smoke* smoke, double share) {
    bool moved = false;
    bool stopped = false;
    for (uint32_t n = 0; n < smoke->obstacle_order.count; ++n) {
        const uint32_t slot = smoke->obstacle_order.slots[n];
        const wafti_obstacle* obstacle = &smoke->obstacles[slot];
        wafti_solid* solid = &smoke->domain.solids[slot];
        if (moves(obstacle->velocity, obstacle->spin)) {
            place_at(smoke, slot, share);
            moved = true;
        } else if (moves(solid->velocity, solid->spin)) {
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
        const wafti_placed* solid = target_of(smoke, obstacle);
        copy(solid->target, obstacle->position, 3);
        copy(solid->target_turn, obstacle->rotation, 4);
        obstacle->last_angle = solid->angle;
    }
}

void wafti_obstacles_place(waft_smoke* smoke) {
    const wafti_ids* ids = &smoke->obstacle_order.ids;
    for (uint32_t slot = 0; slot < ids->capacity; ++slot) {
        smoke->domain.solids[slot].alive = false;
        if (wafti_ids_alive(ids, slot)) {
            fill_solid(smoke, slot);
        }
    }
    update_between_steps(smoke, NULL);
}

void wafti_smoke_settle(waft_smoke* smoke) {
    wafti_sources_arrive(smoke);
    wafti_smoke_renew_faces(smoke);
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
        wafti_smoke_renew_faces(smoke);
    }
}

// ---- their life

static waft_result check_solid(const waft_smoke* smoke, uint32_t slot) {
    waft_error* error = smoke->context->error;
    const wafti_placed* solid = smoke->context->solids->items[slot];
    const wafti_order* order = &smoke->obstacle_order;
    char path[48];
    (void)wafti_solids_path(smoke->context->solids, slot, path);
    if (smoke->def.pressure.solver == WAFT_PRESSURE_DCT) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "smoke.pressure.solver is dct, which needs a box without solids");
    }
    if (solid->def.shape.kind == WAFT_SHAPE_PLANE) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s: smoke cannot meet a half space; leave smoke out of felt_by", path);
    }
    if (order->count == order->ids.capacity) {
        return wafti_fail(error, WAFT_ERR_FULL, "all %u places for solids in the smoke are used",
            (unsigned)order->ids.capacity);
    }
    waft_result result = wafti_smoke_check_turn(smoke, &solid->def.pose, path);
    for (size_t i = 0; i < solid->def.key_count && result == WAFT_OK; ++i) {
        result = wafti_smoke_check_turn(smoke, &solid->keys[i].pose, path);
    }
    return result;
}

waft_result wafti_smoke_check_turn(
    const waft_smoke* smoke, const waft_pose* pose, const char* path) {
    return wafti_pose_check(pose, path, smoke->domain.grid.axes == 2, smoke->context->error);
}

static uint32_t find_obstacle(const waft_smoke* smoke, uint32_t solid) {
    for (uint32_t n = 0; n < smoke->obstacle_order.count; ++n) {
        const uint32_t slot = smoke->obstacle_order.slots[n];
        if (smoke->obstacles[slot].solid == solid) {
            return slot;
        }
    }
    return UINT32_MAX;
}

waft_result wafti_smoke_add_solid(waft_smoke* smoke, uint32_t slot) {
    waft_result result = check_solid(smoke, slot);
    if (result != WAFT_OK) {
        return result;
    }
    const wafti_placed* solid = smoke->context->solids->items[slot];
    wafti_form form;
    wafti_pool_begin(smoke->context->pool);
    result = wafti_placed_form(solid, wafti_smoke_form_def(smoke, NULL), smoke->context, &form);
    if (result == WAFT_OK) {
        const uint32_t place = wafti_order_add(&smoke->obstacle_order);
        wafti_obstacle* obstacle = &smoke->obstacles[place];
        *obstacle = (wafti_obstacle){.form = form, .solid = slot, .last_angle = solid->angle};
        copy(solid->position, obstacle->position, 3);
        copy(solid->rotation, obstacle->rotation, 4);
        fill_solid(smoke, place);
        update_between_steps(smoke, NULL);
        wafti_smoke_renew_faces(smoke);
    }
    wafti_pool_end(smoke->context->pool);
    return result;
}

void wafti_smoke_remove_solid(waft_smoke* smoke, uint32_t slot) {
    const uint32_t place = find_obstacle(smoke, slot);
    if (place == UINT32_MAX) {
        return;
    }
    wafti_order_remove(&smoke->obstacle_order, place);
    smoke->domain.solids[place].alive = false;
    wafti_pool_begin(smoke->context->pool);
    update_between_steps(smoke, uncover);
    wafti_smoke_renew_faces(smoke);
    wafti_pool_end(smoke->context->pool);
    wafti_form_free(&smoke->obstacles[place].form);
}

const wafti_form* wafti_smoke_solid_form(const waft_smoke* smoke, uint32_t slot) {
    const uint32_t place = find_obstacle(smoke, slot);
    return place != UINT32_MAX ? &smoke->obstacles[place].form : NULL;
}
