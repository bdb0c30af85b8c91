// SPDX-License-Identifier: MIT
// One body's motion between its forms: eight lanes of float, double, and world axes as users see it.
#ifndef WAFTI_BODY_LANE_H
#define WAFTI_BODY_LANE_H

#include <math.h>

#include "body/dynamics.h"
#include "math/rotation.h"
#include "mesh/vector.h"

#define WAFTI_LANE_EACH(X)                                                                         \
    X(position, 3) X(rotation, 4) X(velocity, 3) X(spin, 3) X(gust, 3) X(swirl, 3) X(fluid, 3)

static inline void wafti_lane_load(const wafti_body_block* block, int lane, wafti_body_lane* out) {
#define WAFTI_LANE_LOAD(name, count)                                                               \
    for (int k = 0; k < (count); ++k) {                                                            \
        out->name[k] = (double)block->name[k][lane];                                               \
    }
    WAFTI_LANE_EACH(WAFTI_LANE_LOAD)
#undef WAFTI_LANE_LOAD
    out->steps = block->steps[lane];
    out->stream = block->stream[lane];
}

static inline void wafti_lane_store(
    const wafti_body_lane* value, wafti_body_block* block, int lane) {
#define WAFTI_LANE_STORE(name, count)                                                              \
    for (int k = 0; k < (count); ++k) {                                                            \
        block->name[k][lane] = (float)value->name[k];                                              \
    }
    WAFTI_LANE_EACH(WAFTI_LANE_STORE)
#undef WAFTI_LANE_STORE
    block->steps[lane] = value->steps;
    block->stream[lane] = value->stream;
}

static inline void wafti_lane_from_vec3(waft_vec3 v, double out[3]) {
    out[0] = (double)v.x;
    out[1] = (double)v.y;
    out[2] = (double)v.z;
}

/// A vector of body axes in world axes, and back.
static inline void wafti_lane_to_world(const double turn[3][3], const double a[3], double out[3]) {
    const double x = turn[0][0] * a[0] + turn[0][1] * a[1] + turn[0][2] * a[2];
    const double y = turn[1][0] * a[0] + turn[1][1] * a[1] + turn[1][2] * a[2];
    const double z = turn[2][0] * a[0] + turn[2][1] * a[1] + turn[2][2] * a[2];
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

static inline void wafti_lane_to_body(const double turn[3][3], const double a[3], double out[3]) {
    const double x = turn[0][0] * a[0] + turn[1][0] * a[1] + turn[2][0] * a[2];
    const double y = turn[0][1] * a[0] + turn[1][1] * a[1] + turn[2][1] * a[2];
    const double z = turn[0][2] * a[0] + turn[1][2] * a[1] + turn[2][2] * a[2];
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

/// A state that was checked, as the lane keeps it; all else of the lane stays.
static inline void wafti_lane_set_state(const waft_body_state* state, wafti_body_lane* lane) {
    const double* q = state->rotation;
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; ++k) {
        lane->rotation[k] = q[k] / length;
    }
    double turn[3][3];
    wafti_rotation_matrix(lane->rotation, turn);
    for (int k = 0; k < 3; ++k) {
        lane->position[k] = state->position[k];
    }
    wafti_lane_to_body((const double(*)[3])turn, state->velocity, lane->velocity);
    wafti_lane_to_body((const double(*)[3])turn, state->spin, lane->spin);
}

static inline void wafti_lane_get_state(const wafti_body_lane* lane, waft_body_state* out_state) {
    double turn[3][3];
    wafti_rotation_matrix(lane->rotation, turn);
    for (int k = 0; k < 3; ++k) {
        out_state->position[k] = lane->position[k];
    }
    for (int k = 0; k < 4; ++k) {
        out_state->rotation[k] = lane->rotation[k];
    }
    wafti_lane_to_world((const double(*)[3])turn, lane->velocity, out_state->velocity);
    wafti_lane_to_world((const double(*)[3])turn, lane->spin, out_state->spin);
}

#endif // WAFTI_BODY_LANE_H
