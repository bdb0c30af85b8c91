// SPDX-License-Identifier: MIT
// Default values, and what is allowed.
#include <math.h>

#include "base/error.h"
#include "base/range.h"
#include "body/body_params.h"
#include "body/crowd.h"
#include "solid/frame.h"

static void fill(wafti_owner owner, void* def) {
    wafti_rows_fill(wafti_bodies_rows, WAFTI_BODIES_PARTS, owner, def);
}

void waft_bodies_def_fill(waft_bodies_def* out_def, size_t size) {
    waft_bodies_def def = {.capacity = 1024, .wind_capacity = 8};
    fill(WAFTI_OWNER_BODIES, &def);
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

void waft_body_def_fill(waft_body_def* out_def, size_t size) {
    waft_body_def def = {.state = {.rotation = {0.0, 0.0, 0.0, 1.0}}};
    fill(WAFTI_OWNER_BODY, &def);
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

void waft_wind_def_fill(waft_wind_def* out_def, size_t size) {
    waft_wind_def def = {0};
    fill(WAFTI_OWNER_WIND, &def);
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

static bool is_unit(waft_vec3 v) {
    return wafti_vec3_is_finite(v) && fabsf(waft_vec3_length(v) - 1.0f) < 1e-3f;
}

waft_result wafti_check_bodies(
    const waft_bodies_def* def, const wafti_surroundings* surroundings, waft_error* error) {
    waft_result result =
        wafti_rows_check(wafti_bodies_rows, WAFTI_BODIES_PARTS, WAFTI_OWNER_BODIES, def, error);
    if (result == WAFT_OK) {
        result = wafti_check_count(error, "bodies.capacity", def->capacity, 1, WAFTI_MOST_BODIES);
    }
    if (result == WAFT_OK) {
        result = wafti_check_count(error, "bodies.wind_capacity", def->wind_capacity, 0, 1024);
    }
    if (result == WAFT_OK && def->ground.exists && !is_unit(def->ground.normal)) {
        result =
            wafti_fail(error, WAFT_ERR_ARGUMENT, "ground.normal must be of length 1 within 0.001");
    }
    if (result != WAFT_OK) {
        return result;
    }
    const float step = (float)(surroundings->dt / def->substeps);
    return wafti_check_range(
        error, (wafti_range){"the step of bodies", step, 0.0f, 0.1f, .above = true});
}

waft_result wafti_check_body(const waft_body_def* def, waft_error* error) {
    if (def->hull == NULL) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "body.hull is NULL: a body needs a hull");
    }
    return wafti_rows_check_item(
        wafti_bodies_rows, WAFTI_BODIES_PARTS, WAFTI_OWNER_BODY, def, "body", error);
}

waft_result wafti_check_body_state(const waft_body_state* state, waft_error* error) {
    const waft_result bad = WAFT_ERR_ARGUMENT;
    // The bounds are those beyond which a step sets a body aside.
    if (!wafti_all_within(state->position, 3, 1e7)) {
        return wafti_fail(error, bad, "a body's position must be finite and within 1e7 m");
    }
    if (!wafti_all_within(state->velocity, 3, 5e3) || !wafti_all_within(state->spin, 3, 5e4)) {
        return wafti_fail(
            error, bad, "a body's velocity must be within 5000 m/s and its spin within 5e4 rad/s");
    }
    const double* q = state->rotation;
    const bool finite = wafti_all_within(q, 4, 2.0);
    const double length =
        finite ? sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) : 0.0;
    return fabs(length - 1.0) <= 1e-3
               ? WAFT_OK
               : wafti_fail(error, bad, "a body's rotation must be of length 1 within 0.001");
}

static bool is_field(const waft_field* field) {
    const float spacing[3] = {field->spacing.x, field->spacing.y, field->spacing.z};
    bool fits = field->data != NULL && wafti_vec3_is_finite(field->origin);
    for (int axis = 0; axis < 3; ++axis) {
        fits = fits && field->size[axis] >= 1 &&
               (field->size[axis] == 1 || (isfinite(spacing[axis]) && spacing[axis] > 0.0f));
    }
    return fits;
}

waft_result wafti_check_wind(const waft_wind_def* def, waft_error* error) {
    const waft_result bad = WAFT_ERR_ARGUMENT;
    const waft_result result = wafti_rows_check_item(
        wafti_bodies_rows, WAFTI_BODIES_PARTS, WAFTI_OWNER_WIND, def, "wind", error);
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
