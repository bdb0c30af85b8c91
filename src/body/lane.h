// SPDX-License-Identifier: MIT
// One body's motion between its forms: eight lanes of float, double, and world axes as users see it.
#ifndef WAFTI_BODY_LANE_H
#define WAFTI_BODY_LANE_H

#include <string.h>

#include "body/dynamics.h"
#include "math/rotation.h"
#include "mesh/vector.h"

#define WAFTI_LANE_EACH(X)                                                                         \
    X(position, 3) X(rotation, 4) X(velocity, 3) X(spin, 3) X(gust, 3) X(swirl, 3) X(fluid, 3)

static inline wafti_body_lane wafti_lane_load(const wafti_body_block* block, int lane) {
    wafti_body_lane out;
#define WAFTI_LANE_LOAD(name, count)                                                               \
    for (int k = 0; k < (count); ++k) {                                                            \
        out.name[k] = (double)block->name[k][lane];                                                \
    }
    WAFTI_LANE_EACH(WAFTI_LANE_LOAD)
#undef WAFTI_LANE_LOAD
    out.steps = block->steps[lane];
    out.stream = block->stream[lane];
    return out;
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

/// The matrix of an attitude; its rows are the world's axes in body axes.
typedef struct wafti_turn {
    double rows[3][3];
} wafti_turn;

static inline wafti_turn wafti_turn_of(const double rotation[4]) {
    wafti_turn turn;
    wafti_rotation_matrix(rotation, turn.rows);
    return turn;
}

/// A vector of body axes in world axes, and back; then two of them, such as impulse and moment.
static inline void wafti_turn_out(const wafti_turn* turn, const double a[3], double out[3]) {
    const double in[3] = {a[0], a[1], a[2]};
    for (int k = 0; k < 3; ++k) {
        out[k] = wafti_vector_dot(turn->rows[k], in);
    }
}
static inline void wafti_turn_in(const wafti_turn* turn, const double a[3], double out[3]) {
    const double in[3] = {a[0], a[1], a[2]};
    for (int k = 0; k < 3; ++k) {
        out[k] = turn->rows[0][k] * in[0] + turn->rows[1][k] * in[1] + turn->rows[2][k] * in[2];
    }
}
static inline void wafti_turn_out6(const wafti_turn* turn, const double a[6], double out[6]) {
    wafti_turn_out(turn, a, out);
    wafti_turn_out(turn, a + 3, out + 3);
}
static inline void wafti_turn_in6(const wafti_turn* turn, const double a[6], double out[6]) {
    wafti_turn_in(turn, a, out);
    wafti_turn_in(turn, a + 3, out + 3);
}

/// Velocity and spin as six numbers.
static inline void wafti_lane_get_motion(const wafti_body_lane* lane, double out_motion[6]) {
    memcpy(out_motion, lane->velocity, sizeof(lane->velocity));
    memcpy(out_motion + 3, lane->spin, sizeof(lane->spin));
}
static inline void wafti_lane_set_motion(wafti_body_lane* lane, const double motion[6]) {
    memcpy(lane->velocity, motion, sizeof(lane->velocity));
    memcpy(lane->spin, motion + 3, sizeof(lane->spin));
}

/// An impulse and its moment, world axes, change both at once.
static inline void wafti_lane_push(
    wafti_body_lane* lane, const double inverse[36], const double impulse[6]) {
    const wafti_turn turn = wafti_turn_of(lane->rotation);
    double own[6];
    double change[6];
    wafti_turn_in6(&turn, impulse, own);
    wafti_body_respond(inverse, own, change);
    wafti_vector_add_scaled(lane->velocity, change, 1.0);
    wafti_vector_add_scaled(lane->spin, change + 3, 1.0);
}

/// A state that was checked, as the lane keeps it; all else of the lane stays.
static inline void wafti_lane_set_state(const waft_body_state* state, wafti_body_lane* lane) {
    memcpy(lane->rotation, state->rotation, sizeof(lane->rotation));
    wafti_quat_normalize(lane->rotation);
    const wafti_turn turn = wafti_turn_of(lane->rotation);
    memcpy(lane->position, state->position, sizeof(lane->position));
    wafti_turn_in(&turn, state->velocity, lane->velocity);
    wafti_turn_in(&turn, state->spin, lane->spin);
}

static inline waft_body_state wafti_lane_get_state(const wafti_body_lane* lane) {
    const wafti_turn turn = wafti_turn_of(lane->rotation);
    waft_body_state state = {0};
    memcpy(state.position, lane->position, sizeof(state.position));
    memcpy(state.rotation, lane->rotation, sizeof(state.rotation));
    wafti_turn_out(&turn, lane->velocity, state.velocity);
    wafti_turn_out(&turn, lane->spin, state.spin);
    return state;
}

#endif // WAFTI_BODY_LANE_H
