// SPDX-License-Identifier: MIT
// Default values, and what is allowed.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/range.h"
#include "body/crowd.h"

void waft_bodies_def_fill(waft_bodies_def* out_def, size_t size) {
    const waft_bodies_def def = {
        .capacity = 1024,
        .medium = WAFT_MEDIUM_AIR,
        .ground = {.normal = {0.0f, 1.0f, 0.0f}},
        .sleep = true,
        .substeps = 1,
        .wind_capacity = 8,
    };
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

waft_plate_loads waft_plate_loads_default(void) {
    return (waft_plate_loads){
        .lift = 0.9f,
        .spin_lift = (float)M_PI,
        .face_drag = 1.2f,
        .edge_drag = 0.2f,
        .damping = {0.1f, 0.1f},
        .twist = 0.05f,
        .viscous = true,
    };
}

waft_plate_loads waft_plate_loads_strip(void) {
    return (waft_plate_loads){
        .lift = 1.2f,
        .spin_lift = (float)M_PI,
        .face_drag = 2.4f,
        .edge_drag = 0.4f,
        .damping = {0.2f, 0.2f},
        .twist = 0.0f,
        .viscous = false,
    };
}

waft_compact_loads waft_compact_loads_default(void) {
    return (waft_compact_loads){
        .side_drag = 0.05f,
        .lift = 0.9f,
        .magnus = 0.5f,
        .damping = {0.1f, 0.1f},
        .twist = 0.05f,
    };
}

void waft_body_def_fill(waft_body_def* out_def, size_t size) {
    const waft_body_def def = {
        .state = {.rotation = {0.0, 0.0, 0.0, 1.0}},
        .loads = WAFT_LOADS_AUTO,
        .plate = waft_plate_loads_default(),
        .compact = waft_compact_loads_default(),
        .buoyancy = true,
        .noise = WAFT_NOISE_SEEN,
        .integrator = WAFT_INTEGRATOR_RK4,
        .restitution = 0.1f,
        .friction = 0.6f,
    };
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

void waft_wind_def_fill(waft_wind_def* out_def, size_t size) {
    const waft_wind_def def = {
        .kind = WAFT_WIND_UNIFORM,
        .direction = {1.0f, 0.0f, 0.0f},
        .time = 1.0f,
        .length = 1.0f,
    };
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

static bool is_finite3(waft_vec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static bool is_unit(waft_vec3 v) {
    return is_finite3(v) && fabsf(waft_vec3_length(v) - 1.0f) < 1e-3f;
}

static waft_result check_ground(const waft_ground_def* ground, waft_error* error) {
    if (!ground->exists) {
        return WAFT_OK;
    }
    if (!is_finite3(ground->point)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "bodies.ground.point must be finite");
    }
    return is_unit(ground->normal) ? WAFT_OK
                                   : wafti_fail(error, WAFT_ERR_ARGUMENT,
                                         "bodies.ground.normal must be of length 1 within 0.001");
}

waft_result wafti_check_bodies(
    const waft_bodies_def* def, const wafti_surroundings* surroundings, waft_error* error) {
    waft_result result =
        wafti_check_count(error, "bodies.capacity", def->capacity, 1, WAFTI_MOST_BODIES);
    if (result == WAFT_OK) {
        result = wafti_check_count(
            error, "bodies.medium", (int64_t)def->medium, WAFT_MEDIUM_AIR, WAFT_MEDIUM_VACUUM);
    }
    if (result == WAFT_OK) {
        result = wafti_check_count(error, "bodies.substeps", def->substeps, 1, 1000);
    }
    if (result == WAFT_OK) {
        result = wafti_check_count(error, "bodies.wind_capacity", def->wind_capacity, 0, 1024);
    }
    if (result == WAFT_OK) {
        result = wafti_check_count(
            error, "bodies.reaction", (int64_t)def->reaction, 0, WAFT_REACTION_OFF);
    }
    if (result == WAFT_OK) {
        result = check_ground(&def->ground, error);
    }
    if (result != WAFT_OK) {
        return result;
    }
    if (!isfinite(def->level) || !is_finite3(def->current)) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "bodies.level and bodies.current must be finite");
    }
    const float step = (float)(surroundings->dt / def->substeps);
    return wafti_check_range(
        error, (wafti_range){"the step of bodies", step, 0.0f, 0.1f, .above = true});
}

waft_result wafti_check_body(const waft_body_def* def, waft_error* error) {
    if (def->hull == NULL) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "body.hull is NULL: a body needs a hull");
    }
    const wafti_range ranges[] = {
        {"body.restitution", def->restitution, 0.0f, 1.0f, false},
        {"body.friction", def->friction, 0.0f, 1e3f, false},
    };
    if (!isfinite(def->start) || def->start < 0.0) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "body.start must be 0 s or more and finite");
    }
    const waft_result result = wafti_check_count(error, "body.stream", def->stream, 0, 0xFFFFFFEF);
    return result == WAFT_OK ? wafti_check_ranges(error, ranges, 2) : result;
}

static bool within(const double* values, int count, double most) {
    bool fits = true;
    for (int i = 0; i < count; ++i) {
        fits = fits && isfinite(values[i]) && fabs(values[i]) <= most;
    }
    return fits;
}

waft_result wafti_check_body_state(const waft_body_state* state, waft_error* error) {
    const waft_result bad = WAFT_ERR_ARGUMENT;
    // The bounds are those beyond which a step sets a body aside.
    if (!within(state->position, 3, 1e7)) {
        return wafti_fail(error, bad, "a body's position must be finite and within 1e7 m");
    }
    if (!within(state->velocity, 3, 5e3) || !within(state->spin, 3, 5e4)) {
        return wafti_fail(
            error, bad, "a body's velocity must be within 5000 m/s and its spin within 5e4 rad/s");
    }
    const double* q = state->rotation;
    const bool finite = within(q, 4, 2.0);
    const double length =
        finite ? sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) : 0.0;
    return fabs(length - 1.0) <= 1e-3
               ? WAFT_OK
               : wafti_fail(error, bad, "a body's rotation must be of length 1 within 0.001");
}

static bool is_field(const waft_field* field) {
    const float spacing[3] = {field->spacing.x, field->spacing.y, field->spacing.z};
    bool fits = field->data != NULL && is_finite3(field->origin);
    for (int axis = 0; axis < 3; ++axis) {
        fits = fits && field->size[axis] >= 1 &&
               (field->size[axis] == 1 || (isfinite(spacing[axis]) && spacing[axis] > 0.0f));
    }
    return fits;
}

waft_result wafti_check_wind(const waft_wind_def* def, waft_error* error) {
    const waft_result bad = WAFT_ERR_ARGUMENT;
    waft_result result =
        wafti_check_count(error, "wind.kind", (int64_t)def->kind, 0, WAFT_WIND_GRID);
    const wafti_range ranges[] = {
        {"wind.velocity[0]", def->velocity.x, -1000.0f, 1000.0f, false},
        {"wind.velocity[1]", def->velocity.y, -1000.0f, 1000.0f, false},
        {"wind.velocity[2]", def->velocity.z, -1000.0f, 1000.0f, false},
        {"wind.speed", def->speed, 0.0f, 1000.0f, false},
        {"wind.time", def->time, 0.0f, 1e9f, true},
        {"wind.length", def->length, 0.0f, 1e9f, true},
    };
    if (result == WAFT_OK) {
        result = wafti_check_ranges(error, ranges, sizeof(ranges) / sizeof(ranges[0]));
    }
    if (result == WAFT_OK && def->kind == WAFT_WIND_SINE && !is_unit(def->direction)) {
        return wafti_fail(error, bad, "wind.direction must be of length 1 within 0.001");
    }
    for (int axis = 0; result == WAFT_OK && def->kind == WAFT_WIND_GRID && axis < 3; ++axis) {
        if (!is_field(&def->grid[axis])) {
            return wafti_fail(error, bad,
                "wind.grid[%d] needs samples, sizes of 1 or more and spacings above 0 m", axis);
        }
    }
    return result;
}
