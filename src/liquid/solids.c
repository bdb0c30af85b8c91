// SPDX-License-Identifier: MIT
// Solids that stand, move and turn: poses, distances, and what a caller may ask and set.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "liquid/solver.h"
#include "math/rotation.h"

void waft_liquid_obstacle_def_fill(waft_liquid_obstacle_def* out_def, size_t size) {
    const waft_liquid_obstacle_def def = {
        .shape = {.pose = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}}},
        .axis = {0.0f, 1.0f, 0.0f},
    };
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

// a then b: the product b a.
static void turn_by(const double a[4], const double b[4], double out[4]) {
    const double r[4] = {
        b[3] * a[0] + b[0] * a[3] + b[1] * a[2] - b[2] * a[1],
        b[3] * a[1] - b[0] * a[2] + b[1] * a[3] + b[2] * a[0],
        b[3] * a[2] + b[0] * a[1] - b[1] * a[0] + b[2] * a[3],
        b[3] * a[3] - b[0] * a[0] - b[1] * a[1] - b[2] * a[2],
    };
    const double length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
    for (int i = 0; i < 4; ++i) {
        out[i] = r[i] / length;
    }
}

static void from_turn(const double turn[3], double out[4]) {
    const double angle = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    const double scale = angle > 0.0 ? sin(0.5 * angle) / angle : 0.5;
    for (int axis = 0; axis < 3; ++axis) {
        out[axis] = scale * turn[axis];
    }
    out[3] = cos(0.5 * angle);
}

// The short way from a to b, as a vector along the axis of the length of the angle.
static void turn_between(const double a[4], const double b[4], double out[3]) {
    const double back[4] = {-a[0], -a[1], -a[2], a[3]};
    double part[4];
    turn_by(back, b, part);
    const double sign = part[3] < 0.0 ? -1.0 : 1.0;
    const double s = sqrt(part[0] * part[0] + part[1] * part[1] + part[2] * part[2]);
    const double angle = 2.0 * atan2(s, sign * part[3]);
    for (int axis = 0; axis < 3; ++axis) {
        out[axis] = s > 0.0 ? sign * part[axis] / s * angle : 0.0;
    }
}

double wafti_liquid_solid_distance(
    const wafti_liquid_solid* solid, const double place[3], double out_normal[3]) {
    const double off[3] = {place[0] - solid->position[0], place[1] - solid->position[1],
        place[2] - solid->position[2]};
    double inside[3];
    for (int axis = 0; axis < 3; ++axis) {
        inside[axis] = solid->turn[0][axis] * off[0] + solid->turn[1][axis] * off[1] +
                       solid->turn[2][axis] * off[2];
    }
    const wafti_liquid_form* form = &solid->form;
    // A step far below the features of a baked distance, far above the rounding of its samples.
    const double step =
        form->baked.samples != NULL ? 0.05 * form->baked.spacing : 1e-6 * fmin(form->bound, 1.0);
    double gradient[3];
    for (int axis = 0; axis < 3; ++axis) {
        const double kept = inside[axis];
        inside[axis] = kept + step;
        const double above = wafti_liquid_form_distance(form, inside);
        inside[axis] = kept - step;
        const double below = wafti_liquid_form_distance(form, inside);
        inside[axis] = kept;
        gradient[axis] = (above - below) / (2.0 * step);
    }
    // Not brought to unit length: it is the derivative of the distance as it is sampled.
    for (int axis = 0; axis < 3; ++axis) {
        out_normal[axis] = solid->turn[axis][0] * gradient[0] + solid->turn[axis][1] * gradient[1] +
                           solid->turn[axis][2] * gradient[2];
    }
    return wafti_liquid_form_distance(form, inside);
}

// ---- motion

void wafti_liquid_aim_solids(waft_liquid* liquid, double dt) {
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        wafti_liquid_solid* solid = &liquid->solids[i];
        memset(solid->impulse, 0, sizeof(solid->impulse));
        memset(solid->twist, 0, sizeof(solid->twist));
        if (solid->mass > 0.0) {
            continue;
        }
        double turn[3];
        turn_between(solid->rotation, solid->target_rotation, turn);
        for (int axis = 0; axis < 3; ++axis) {
            solid->velocity[axis] = (solid->target[axis] - solid->position[axis]) / dt;
            solid->spin[axis] = turn[axis] / dt;
        }
    }
}

static void place_solid(wafti_liquid_solid* solid, const double position[3], const double q[4]) {
    memmove(solid->position, position, sizeof(solid->position));
    memmove(solid->rotation, q, sizeof(solid->rotation));
    wafti_rotation_matrix(solid->rotation, solid->turn);
}

static void turn_solid(const wafti_liquid_solid* solid, double dt, double out_rotation[4]) {
    const double turn[3] = {dt * solid->spin[0], dt * solid->spin[1], dt * solid->spin[2]};
    double part[4];
    from_turn(turn, part);
    turn_by(solid->rotation, part, out_rotation);
}

// What turns freely keeps its angular momentum and not its spin: Euler's equations, by the midpoint.
static void tumble(wafti_liquid_solid* solid, const double position[3], double dt) {
    double momentum[3];
    double start[4];
    double rotation[4];
    wafti_liquid_get_momentum(solid, momentum);
    memcpy(start, solid->rotation, sizeof(start));
    turn_solid(solid, 0.5 * dt, rotation);
    place_solid(solid, position, rotation);
    wafti_liquid_set_momentum(solid, momentum);
    memcpy(solid->rotation, start, sizeof(start));
    turn_solid(solid, dt, rotation);
    place_solid(solid, position, rotation);
    wafti_liquid_set_momentum(solid, momentum);
}

void wafti_liquid_move_solids(waft_liquid* liquid, double dt, double left) {
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        wafti_liquid_solid* solid = &liquid->solids[i];
        if (!(left > 0.0) && !(solid->mass > 0.0)) {
            place_solid(solid, solid->target, solid->target_rotation);
            continue;
        }
        double position[3];
        double rotation[4];
        for (int axis = 0; axis < 3; ++axis) {
            position[axis] = solid->position[axis] + dt * solid->velocity[axis];
        }
        if (solid->mass > 0.0 && liquid->def.dimension == 3) {
            tumble(solid, position, dt);
            continue;
        }
        turn_solid(solid, dt, rotation);
        place_solid(solid, position, rotation);
    }
}

void wafti_liquid_settle(waft_liquid* liquid) {
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        wafti_liquid_solid* solid = &liquid->solids[i];
        if (!(solid->mass > 0.0)) {
            place_solid(solid, solid->target, solid->target_rotation);
        }
    }
}

double wafti_liquid_wall_speed(const waft_liquid* liquid) {
    double greatest = 0.0;
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        const wafti_liquid_solid* solid = &liquid->solids[i];
        const double* v = solid->velocity;
        const double* w = solid->spin;
        const double speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        const double rate = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
        const double bound = isfinite(solid->form.bound) ? solid->form.bound : 0.0;
        greatest = fmax(greatest, speed + rate * bound);
    }
    return greatest;
}

// ---- public

static uint32_t count_covered(const waft_liquid* liquid, const wafti_liquid_solid* solid) {
    uint32_t covered = 0;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        const double place[3] = {
            (double)liquid->now.x[0][i], (double)liquid->now.x[1][i], (double)liquid->now.x[2][i]};
        double normal[3];
        const bool inside = wafti_liquid_solid_distance(solid, place, normal) < 0.25 * liquid->d;
        liquid->dead[i] = inside;
        covered += inside;
    }
    return covered;
}

static waft_result check_obstacle(waft_liquid* liquid, const waft_liquid_obstacle_def* def) {
    waft_error* error = liquid->context->error;
    if (liquid->started) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "obstacles of the liquid must be added before the first step");
    }
    if (liquid->solid_count == liquid->def.obstacle_capacity) {
        return wafti_fail(error, WAFT_ERR_FULL, "all %u places for obstacles are used",
            (unsigned)liquid->def.obstacle_capacity);
    }
    const float length = waft_vec3_length(def->axis);
    const waft_liquid_shape_kind kind = def->shape.kind;
    const bool mesh = kind == WAFT_LIQUID_MESH || kind == WAFT_LIQUID_PLANE;
    if (!(def->density >= 0.0f && isfinite(def->density)) || (def->density > 0.0f && mesh)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "liquid.obstacles[].density must be 0 or more, and 0 for meshes and planes");
    }
    if (!(fabsf(length - 1.0f) < 1e-3f)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "an obstacle's axis must be of unit length");
    }
    return WAFT_OK;
}

// Takes the form of an earlier solid, or makes one.
static waft_result find_form(waft_liquid* liquid, const waft_liquid_obstacle_def* def,
    const char* name, uint32_t like, wafti_liquid_form* out_form) {
    if (like < liquid->solid_count) {
        *out_form = liquid->solids[like].form;
        out_form->borrowed = true;
        return WAFT_OK;
    }
    wafti_pool_begin(liquid->context->pool);
    const waft_result result = wafti_liquid_form_make(liquid, &def->shape, name, out_form);
    wafti_pool_end(liquid->context->pool);
    return result;
}

static void set_pose(wafti_liquid_solid* solid, waft_pose pose) {
    const double position[3] = {
        (double)pose.position.x, (double)pose.position.y, (double)pose.position.z};
    const double rotation[4] = {(double)pose.rotation.x, (double)pose.rotation.y,
        (double)pose.rotation.z, (double)pose.rotation.w};
    place_solid(solid, position, rotation);
    memcpy(solid->target, position, sizeof(position));
    memcpy(solid->target_rotation, rotation, sizeof(rotation));
    memcpy(solid->upright, rotation, sizeof(rotation));
}

static waft_result add_solid(waft_liquid* liquid, const waft_liquid_obstacle_def* def,
    const char* name, uint32_t like, wafti_liquid_solid* solid) {
    waft_result result = find_form(liquid, def, name, like, &solid->form);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_liquid_weigh(solid, (double)def->density);
    set_pose(solid, def->shape.pose);
    const uint32_t covered = count_covered(liquid, solid);
    if (covered > 0 && !def->displace) {
        wafti_liquid_form_free(&solid->form);
        memset(liquid->dead, 0, liquid->count);
        return wafti_fail(liquid->context->error, WAFT_ERR_ARGUMENT,
            "%s covers %u particles; add it before the block, or set displace", name,
            (unsigned)covered);
    }
    if (covered > 0) {
        liquid->counts.displaced += covered;
        wafti_liquid_sort(liquid);
        wafti_liquid_show_start(liquid);
    }
    liquid->solids[liquid->solid_count++] = *solid;
    return WAFT_OK;
}

waft_result waft_liquid_add_obstacle(waft_liquid* liquid, const waft_liquid_obstacle_def* def) {
    if (liquid == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_liquid_obstacle_def wide = waft_liquid_obstacle_def_default();
    waft_result result = waft_struct_take(
        &wide, sizeof(wide), def, "waft_liquid_obstacle_def", liquid->context->error);
    if (result != WAFT_OK) {
        return result;
    }
    def = &wide;
    result = check_obstacle(liquid, def);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_liquid_solid solid = {.no_slip = def->no_slip,
        .axis = {(double)def->axis.x, (double)def->axis.y, (double)def->axis.z}};
    char name[48];
    (void)snprintf(name, sizeof(name), "liquid.obstacles[%u]", (unsigned)liquid->solid_count);
    return add_solid(liquid, def, name, UINT32_MAX, &solid);
}

// ---- bodies of another solver

waft_result wafti_liquid_add_body(waft_liquid* liquid, const waft_liquid_obstacle_def* def,
    const char* name, uint32_t like, uint32_t* out_index) {
    const waft_result result = check_obstacle(liquid, def);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_liquid_solid solid = {.no_slip = def->no_slip, .body = true, .axis = {0.0, 1.0, 0.0}};
    *out_index = liquid->solid_count;
    return add_solid(liquid, def, name, like, &solid);
}

void wafti_liquid_aim_body(
    waft_liquid* liquid, uint32_t index, const double position[3], const double rotation[4]) {
    wafti_liquid_solid* solid = &liquid->solids[index];
    memcpy(solid->target, position, sizeof(solid->target));
    memcpy(solid->target_rotation, rotation, sizeof(solid->target_rotation));
}

void wafti_liquid_leave_body(waft_liquid* liquid, uint32_t index) {
    liquid->solids[index].absent = true;
}

void wafti_liquid_body_impulse(
    const waft_liquid* liquid, uint32_t index, double out_impulse[3], double out_twist[3]) {
    const wafti_liquid_solid* solid = &liquid->solids[index];
    memcpy(out_impulse, solid->impulse, sizeof(solid->impulse));
    memcpy(out_twist, solid->twist, sizeof(solid->twist));
}

// ---- what a caller may ask and set

waft_result waft_liquid_move_obstacle(waft_liquid* liquid, uint32_t index, const waft_pose* pose) {
    if (liquid == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_error* error = liquid->context->error;
    if (index >= liquid->solid_count || pose == NULL || liquid->solids[index].body) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "there is no obstacle number %u", (unsigned)index);
    }
    const waft_quat q = pose->rotation;
    const float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (!isfinite(pose->position.x) || !isfinite(pose->position.y) || !isfinite(pose->position.z) ||
        !(fabsf(square - 1.0f) < 1e-3f)) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "the pose needs finite numbers and a rotation of length 1");
    }
    wafti_liquid_solid* solid = &liquid->solids[index];
    const double scale = 1.0 / sqrt((double)square);
    const double rotation[4] = {
        scale * (double)q.x, scale * (double)q.y, scale * (double)q.z, scale * (double)q.w};
    solid->target[0] = (double)pose->position.x;
    solid->target[1] = (double)pose->position.y;
    solid->target[2] = (double)pose->position.z;
    memcpy(solid->target_rotation, rotation, sizeof(rotation));
    memcpy(solid->upright, rotation, sizeof(rotation));
    solid->angle = 0.0;
    return WAFT_OK;
}

uint32_t waft_liquid_obstacle_count(const waft_liquid* liquid) {
    return liquid != NULL ? liquid->solid_count : 0;
}

static waft_vec3 vec3_of(const double v[3], double scale) {
    return (waft_vec3){(float)(scale * v[0]), (float)(scale * v[1]), (float)(scale * v[2])};
}

waft_result waft_liquid_obstacle(
    const waft_liquid* liquid, uint32_t index, waft_liquid_obstacle_info* out_info) {
    if (liquid == NULL || out_info == NULL || index >= liquid->solid_count) {
        return WAFT_ERR_ARGUMENT;
    }
    const wafti_liquid_solid* solid = &liquid->solids[index];
    const double per_step = 1.0 / liquid->context->dt;
    *out_info = (waft_liquid_obstacle_info){
        .shape = solid->form.shape,
        .velocity = vec3_of(solid->velocity, 1.0),
        .spin = vec3_of(solid->spin, 1.0),
        .force = vec3_of(solid->impulse, per_step),
        .torque = vec3_of(solid->twist, per_step),
        .positions = solid->form.positions,
        .indices = solid->form.indices,
        .point_count = solid->form.point_count,
        .index_count = solid->form.index_count,
        .body = solid->body,
    };
    out_info->shape.pose.position = vec3_of(solid->position, 1.0);
    const double* q = solid->rotation;
    out_info->shape.pose.rotation = (waft_quat){(float)q[0], (float)q[1], (float)q[2], (float)q[3]};
    return WAFT_OK;
}

// ---- knobs

bool wafti_liquid_owns(waft_knob knob) {
    return knob == WAFT_KNOB_LIQUID_TURBULENCE || knob == WAFT_KNOB_LIQUID_EMITTER_SPEED ||
           knob == WAFT_KNOB_LIQUID_OBSTACLE_CENTER_X ||
           knob == WAFT_KNOB_LIQUID_OBSTACLE_CENTER_Y ||
           knob == WAFT_KNOB_LIQUID_OBSTACLE_CENTER_Z || knob == WAFT_KNOB_LIQUID_OBSTACLE_ANGLE;
}

waft_result wafti_liquid_check(
    const waft_liquid* liquid, waft_knob knob, uint32_t index, float value, waft_error* out_error) {
    if (knob == WAFT_KNOB_LIQUID_TURBULENCE) {
        const bool fits = liquid->stir.on && index == 0 && value >= 0.0f && value <= 10.0f;
        return fits ? WAFT_OK
                    : wafti_fail(out_error, WAFT_ERR_ARGUMENT,
                          "%s needs turbulence, index 0 and a value from 0 to 10",
                          waft_knob_path(knob));
    }
    const bool emitter = knob == WAFT_KNOB_LIQUID_EMITTER_SPEED;
    const uint32_t count = emitter ? liquid->emitter_count : liquid->solid_count;
    if (index >= count || (!emitter && liquid->solids[index].body)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: there is no number %u",
            waft_knob_path(knob), (unsigned)index);
    }
    if (emitter && !(value >= 0.0f && value <= 1000.0f)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s must lie between 0 and 1000 m/s",
            waft_knob_path(knob));
    }
    if (!emitter && !(fabsf(value) <= 1e6f)) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "%s must lie between -1e6 and 1e6", waft_knob_path(knob));
    }
    return WAFT_OK;
}

void wafti_liquid_set(waft_liquid* liquid, waft_knob knob, uint32_t index, float value) {
    if (knob == WAFT_KNOB_LIQUID_EMITTER_SPEED) {
        liquid->emitters[index].def.speed = value;
        return;
    }
    if (knob == WAFT_KNOB_LIQUID_TURBULENCE) {
        liquid->stir.def.strength = value;
        return;
    }
    wafti_liquid_solid* solid = &liquid->solids[index];
    if (knob == WAFT_KNOB_LIQUID_OBSTACLE_ANGLE) {
        solid->angle = (double)value;
        const double turn[3] = {solid->angle * solid->axis[0], solid->angle * solid->axis[1],
            solid->angle * solid->axis[2]};
        double part[4];
        from_turn(turn, part);
        turn_by(solid->upright, part, solid->target_rotation);
        return;
    }
    solid->target[knob - WAFT_KNOB_LIQUID_OBSTACLE_CENTER_X] = (double)value;
}
