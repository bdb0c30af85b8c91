// SPDX-License-Identifier: MIT
// The world's solids as the liquid meets them: walls that stand, move and turn, and what pushes them.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "liquid/solver.h"
#include "math/rotation.h"
#include "solid/frame.h"

static const wafti_placed* placed_of(const waft_liquid* liquid, const wafti_liquid_solid* solid) {
    return liquid->context->solids->items[solid->solid];
}

double wafti_liquid_solid_distance(
    const wafti_liquid_solid* solid, const double place[3], double out_normal[3]) {
    double inside[3];
    double gradient[3];
    wafti_liquid_into(solid->position, solid->turn, place, inside);
    const double distance = wafti_form_gradient(&solid->form, inside, gradient);
    // Not brought to unit length: it is the derivative of the distance as it is sampled.
    for (int axis = 0; axis < 3; ++axis) {
        out_normal[axis] = wafti_vector_dot(solid->turn[axis], gradient);
    }
    return distance;
}

// ---- motion

void wafti_liquid_aim_solids(waft_liquid* liquid, double dt) {
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        wafti_liquid_solid* solid = &liquid->solids[i];
        const wafti_placed* placed = placed_of(liquid, solid);
        memset(solid->impulse, 0, sizeof(solid->impulse));
        memset(solid->twist, 0, sizeof(solid->twist));
        double turn[3];
        wafti_solids_turn(placed, solid->rotation, solid->last_angle, turn);
        solid->last_angle = placed->angle;
        for (int axis = 0; axis < 3; ++axis) {
            solid->velocity[axis] = (placed->target[axis] - solid->position[axis]) / dt;
            solid->spin[axis] = turn[axis] / dt;
        }
    }
}

static void place_solid(wafti_liquid_solid* solid, const double position[3], const double q[4]) {
    memmove(solid->position, position, sizeof(solid->position));
    memmove(solid->rotation, q, sizeof(solid->rotation));
    wafti_rotation_matrix(solid->rotation, solid->turn);
}

void wafti_liquid_move_solids(waft_liquid* liquid, double dt, double left) {
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        wafti_liquid_solid* solid = &liquid->solids[i];
        const wafti_placed* placed = placed_of(liquid, solid);
        if (!(left > 0.0)) {
            place_solid(solid, placed->target, placed->target_turn);
            continue;
        }
        double position[3];
        double turn[3];
        double rotation[4];
        for (int axis = 0; axis < 3; ++axis) {
            position[axis] = solid->position[axis] + dt * solid->velocity[axis];
            turn[axis] = dt * solid->spin[axis];
        }
        wafti_quat_go_on(solid->rotation, turn, rotation);
        place_solid(solid, position, rotation);
    }
}

double wafti_liquid_wall_speed(const waft_liquid* liquid) {
    double greatest = 0.0;
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        const wafti_liquid_solid* solid = &liquid->solids[i];
        const double speed = wafti_vector_length(solid->velocity);
        const double rate = wafti_vector_length(solid->spin);
        const double bound = isfinite(solid->form.bound) ? solid->form.bound : 0.0;
        greatest = fmax(greatest, speed + rate * bound);
    }
    return greatest;
}

// ---- their life

static wafti_liquid_solid* find_solid(const waft_liquid* liquid, uint32_t slot) {
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        if (liquid->solids[i].solid == slot) {
            return &liquid->solids[i];
        }
    }
    return NULL;
}

static uint32_t count_covered(const waft_liquid* liquid, const wafti_liquid_solid* solid) {
    uint32_t covered = 0;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        double place[3];
        double normal[3];
        wafti_liquid_place(liquid, i, place);
        const bool inside = wafti_liquid_solid_distance(solid, place, normal) < 0.25 * liquid->d;
        liquid->dead[i] = inside;
        covered += inside;
    }
    return covered;
}

static waft_result check_solid(const waft_liquid* liquid, uint32_t slot, const char* path) {
    waft_error* error = liquid->context->error;
    if (liquid->solid_count == liquid->def.solid_capacity) {
        return wafti_fail(error, WAFT_ERR_FULL, "all %u places for solids in the liquid are used",
            (unsigned)liquid->def.solid_capacity);
    }
    const wafti_placed* placed = liquid->context->solids->items[slot];
    if (placed->def.shape.kind == WAFT_SHAPE_MESH && !waft_mesh_get_info(placed->surface).closed) {
        return wafti_fail(error, WAFT_ERR_MESH,
            "%s: the liquid meets closed meshes alone; close it, or leave liquid out of felt_by",
            path);
    }
    return WAFT_OK;
}

waft_result wafti_liquid_find_form(
    waft_liquid* liquid, const wafti_placed* placed, wafti_form* out) {
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        if (liquid->solids[i].form.hash == placed->hash) {
            *out = wafti_form_share(&liquid->solids[i].form);
            return WAFT_OK;
        }
    }
    const wafti_form_def def = {.h = liquid->d, .particles = true};
    wafti_pool_begin(liquid->context->pool);
    const waft_result result = wafti_placed_form(placed, def, liquid->context, out);
    wafti_pool_end(liquid->context->pool);
    return result;
}

void wafti_liquid_free_forms(
    wafti_liquid_solid* solids, uint32_t count, wafti_liquid_region* sinks, uint32_t sink_count) {
    for (uint32_t i = 0; i < count; ++i) {
        wafti_form_free(&solids[i].form);
    }
    for (uint32_t i = 0; i < sink_count; ++i) {
        wafti_form_free(&sinks[i].form);
    }
}

waft_result wafti_liquid_add_solid(waft_liquid* liquid, uint32_t slot) {
    char path[48];
    const wafti_placed* placed = liquid->context->solids->items[slot];
    waft_result result =
        check_solid(liquid, slot, wafti_solids_path(liquid->context->solids, slot, path));
    wafti_liquid_solid solid = {
        .solid = slot, .no_slip = placed->def.no_slip, .last_angle = placed->angle};
    result = result == WAFT_OK ? wafti_liquid_find_form(liquid, placed, &solid.form) : result;
    if (result != WAFT_OK) {
        return result;
    }
    place_solid(&solid, placed->position, placed->rotation);
    const uint32_t covered = count_covered(liquid, &solid);
    if (covered > 0 && !placed->def.displace) {
        wafti_form_free(&solid.form);
        memset(liquid->dead, 0, liquid->count);
        return wafti_fail(liquid->context->error, WAFT_ERR_ARGUMENT,
            "%s covers %u particles; add it before the block, or set displace", path,
            (unsigned)covered);
    }
    liquid->counts.displaced += covered;
    wafti_pool_begin(liquid->context->pool);
    if (covered > 0 && liquid->started) {
        liquid->any_dead = true;
        wafti_liquid_bury(liquid);
    } else if (covered > 0) {
        wafti_liquid_sort(liquid);
        wafti_liquid_show_start(liquid);
    }
    wafti_pool_end(liquid->context->pool);
    liquid->solids[liquid->solid_count++] = solid;
    return WAFT_OK;
}

void wafti_liquid_remove_solid(waft_liquid* liquid, uint32_t slot) {
    wafti_liquid_solid* solid = find_solid(liquid, slot);
    if (solid == NULL) {
        return;
    }
    wafti_form_free(&solid->form);
    --liquid->solid_count;
    const size_t after = (size_t)(liquid->solids + liquid->solid_count - solid);
    memmove(solid, solid + 1, after * sizeof(*solid));
}

// ---- what is asked of them

bool wafti_liquid_solid_impulse(
    const waft_liquid* liquid, uint32_t slot, double out_impulse[3], double out_twist[3]) {
    const wafti_liquid_solid* solid = find_solid(liquid, slot);
    memset(out_impulse, 0, 3 * sizeof(*out_impulse));
    memset(out_twist, 0, 3 * sizeof(*out_twist));
    if (solid != NULL) {
        memcpy(out_impulse, solid->impulse, sizeof(solid->impulse));
        memcpy(out_twist, solid->twist, sizeof(solid->twist));
    }
    return solid != NULL;
}

double wafti_liquid_thickness(const waft_liquid* liquid, uint32_t slot) {
    const wafti_liquid_solid* solid = find_solid(liquid, slot);
    if (solid == NULL) {
        return INFINITY;
    }
    wafti_form form = solid->form;
    if (liquid->def.dimension == 2) {
        form.primitive.b[2] = INFINITY; // of a box: it has no ends along z
    }
    return wafti_form_thickness(&form);
}
