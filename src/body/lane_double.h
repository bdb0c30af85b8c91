// SPDX-License-Identifier: MIT
// The numbers of the step kernels: one double. The twin of body/lane_float.h.
#ifndef WAFTI_BODY_LANE_DOUBLE_H
#define WAFTI_BODY_LANE_DOUBLE_H

#include <math.h>

#include "body/dynamics.h"

typedef double real;
typedef uint32_t mask; // 0 or all ones
typedef uint32_t whole;
typedef double number;
typedef double constant; // of a model
typedef wafti_body_numbers numbers;
typedef wafti_body_model noise_source;

#define real_sqrt  sqrt
#define real_abs   fabs
#define real_floor floor
#define real_exp   exp
#define real_log   log

static inline real real_of(number x) {
    return x;
}

static inline real real_at(constant x) {
    return x;
}

static inline real real_from(whole count) {
    return count;
}

static inline real real_min(real a, real b) {
    return a < b ? a : b;
}

static inline real real_max(real a, real b) {
    return a > b ? a : b;
}

static inline mask real_less(real a, real b) {
    return a < b ? UINT32_MAX : 0;
}

static inline mask real_equal(real a, real b) {
    return a == b ? UINT32_MAX : 0;
}

static inline real real_select(mask m, real a, real b) {
    return m != 0 ? a : b;
}

static inline mask mask_all(void) {
    return UINT32_MAX;
}

static inline bool mask_any(mask m) {
    return m != 0;
}

static inline number real_greatest(real x) {
    return x;
}

static inline real real_asin(real x) {
    return asin(x < 1.0 ? x : 1.0);
}

static inline void draw_normals(
    uint64_t seed, uint64_t step, whole stream, bool six, real out_normals[6]) {
    wafti_body_normals(seed, step, stream, six, out_normals);
}

static inline void noise_strength(
    const noise_source* model, real age, real* out_alpha, real* out_energy) {
    wafti_body_noise_at(model, age, out_alpha, out_energy);
}

#endif // WAFTI_BODY_LANE_DOUBLE_H
