// SPDX-License-Identifier: MIT
// The numbers of the step kernels: WAFTI_LANES floats at once. Functions are written with products
// and sums that round twice, so that every instruction set gives the same bits. The twin is
// body/lane_double.h.
#ifndef WAFTI_BODY_LANE_FLOAT_H
#define WAFTI_BODY_LANE_FLOAT_H

#include "body/units.h"
#include "simd/wide.h"

#include "math/philox_wide.h"

// gcc leaves products and sums apart in ISO mode; clang wants to be told.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

typedef wafti_wide real;
typedef wafti_wide_uint mask;
typedef wafti_wide_uint whole;
typedef float number;
typedef wafti_body_number constant; // of a model
typedef wafti_body_numbers_float numbers;
typedef wafti_body_course noise_source;

#define real_of       wafti_wide_set
#define real_sqrt     wafti_wide_sqrt
#define real_abs      wafti_wide_abs
#define real_floor    wafti_wide_floor
#define real_min      wafti_wide_min // b if either is NaN
#define real_max      wafti_wide_max
#define real_less     wafti_wide_less
#define real_equal    wafti_wide_equal
#define real_select   wafti_wide_select
#define real_greatest wafti_wide_greatest
#define mask_any      wafti_wide_any

static inline real real_at(constant x) {
    return wafti_wide_load(x.lane);
}

/// Rounded once: both parts are exact.
static inline real real_from(whole count) {
    return wafti_wide_from_uint(count >> 16) * wafti_wide_set(65536.0f) +
           wafti_wide_from_uint(count & wafti_wide_set_uint(0xFFFFu));
}

static inline mask mask_all(void) {
    return wafti_wide_set_uint(0xFFFFFFFFu);
}

/// e^x, relative error below 3e-7; x is taken as -87 if below and 88 if above.
static inline real real_exp(real x) {
    x = wafti_wide_max(wafti_wide_set(-87.0f), wafti_wide_min(wafti_wide_set(88.0f), x));
    // x = n ln 2 + r; 1.5 * 2^23 leaves n in the low bits. ln 2 in two parts, the first exact in
    // products with |n| <= 127.
    const real rounder = wafti_wide_set(12582912.0f);
    const real shifted = x * wafti_wide_set(1.44269504f) + rounder;
    const real n = shifted - rounder;
    const real r =
        (x - n * wafti_wide_set(0.693145751953125f)) - n * wafti_wide_set(1.4286067653e-6f);
    real q = r * wafti_wide_set(1.39262508e-3f) + wafti_wide_set(8.36323288e-3f);
    q = r * q + wafti_wide_set(4.16665542e-2f);
    q = r * q + wafti_wide_set(1.66665767e-1f);
    q = r * q + wafti_wide_set(0.5f);
    q = ((r * r) * q + r) + wafti_wide_set(1.0f);
    const wafti_wide_uint exponent =
        wafti_wide_bits(shifted) - wafti_wide_bits(rounder) + wafti_wide_set_uint(127u);
    return q * wafti_wide_from_bits(exponent << 23);
}

/// Natural logarithm of a normal number > 0, error below 2e-7 of it.
static inline real real_log(real x) {
    // x = 2^e m with m between sqrt(1/2) and sqrt(2), whose bits begin at 0x3F3504F3.
    const wafti_wide_uint start = wafti_wide_set_uint(0x3F3504F3u);
    const wafti_wide_uint one = wafti_wide_set_uint(0x3F800000u);
    const wafti_wide_uint shifted = wafti_wide_bits(x) + (one - start);
    const real e = wafti_wide_from_uint(shifted >> 23) - wafti_wide_set(127.0f);
    const real m = wafti_wide_from_bits((shifted & wafti_wide_set_uint(0x007FFFFFu)) + start);
    // ln m = 2 artanh(s), s = (m - 1) / (m + 1), |s| < 0.172: five terms leave 2e-9.
    const real f = m - wafti_wide_set(1.0f);
    const real s = f / (f + wafti_wide_set(2.0f));
    const real z = s * s;
    real q = z * wafti_wide_set(2.0f / 9.0f) + wafti_wide_set(2.0f / 7.0f);
    q = z * q + wafti_wide_set(2.0f / 5.0f);
    q = z * q + wafti_wide_set(2.0f / 3.0f);
    q = (z * q) * s + wafti_wide_set(2.0f) * s;
    return (e * wafti_wide_set(-2.12194440e-4f) + q) + e * wafti_wide_set(0.693359375f);
}

/// Sine and cosine of `turns` full turns, 0 to 1; both within 1e-7.
static inline void real_sincos_turns(real turns, real* out_sin, real* out_cos) {
    const real rounder = wafti_wide_set(12582912.0f);
    const real quarters = turns * wafti_wide_set(4.0f);
    const real shifted = quarters + rounder;
    const wafti_wide_uint quadrant = wafti_wide_bits(shifted);
    const real r = (quarters - (shifted - rounder)) * wafti_wide_set(1.57079633f);
    // Polynomials on |r| <= pi / 4 as in simd/wide_math.h.
    const real z = r * r;
    real s = z * wafti_wide_set(-1.9587765e-4f) + wafti_wide_set(8.33274769e-3f);
    s = z * s + wafti_wide_set(-1.66666647e-1f);
    s = (z * r) * s + r;
    real c = z * wafti_wide_set(2.45478159e-5f) + wafti_wide_set(-1.38883025e-3f);
    c = z * c + wafti_wide_set(4.16666647e-2f);
    c = z * c + wafti_wide_set(-0.5f);
    c = z * c + wafti_wide_set(1.0f);
    const wafti_wide_uint one = wafti_wide_set_uint(1u);
    const wafti_wide_uint two = wafti_wide_set_uint(2u);
    const wafti_wide_uint swap = -(quadrant & one);
    const wafti_wide_uint sin_sign = (quadrant & two) << 30;
    const wafti_wide_uint cos_sign = ((quadrant + one) & two) << 30;
    *out_sin = wafti_wide_from_bits(wafti_wide_bits(wafti_wide_select(swap, c, s)) ^ sin_sign);
    *out_cos = wafti_wide_from_bits(wafti_wide_bits(wafti_wide_select(swap, s, c)) ^ cos_sign);
}

/// Arc sine of 0 to 1, within 3e-7: Abramowitz & Stegun 4.4.46.
static inline real real_asin(real x) {
    const real one = wafti_wide_set(1.0f);
    real q = x * wafti_wide_set(-0.0012624911f) + wafti_wide_set(0.0066700901f);
    q = x * q + wafti_wide_set(-0.0170881256f);
    q = x * q + wafti_wide_set(0.0308918810f);
    q = x * q + wafti_wide_set(-0.0501743046f);
    q = x * q + wafti_wide_set(0.0889789874f);
    q = x * q + wafti_wide_set(-0.2145988016f);
    q = x * q + wafti_wide_set(1.5707963050f);
    return wafti_wide_set(1.57079633f) - wafti_wide_sqrt(one - wafti_wide_min(x, one)) * q;
}

/// Uniform in (0, 1) from 32 random bits, as docs/spec/bodies.md#random-numbers has it.
static inline real real_uniform(whole word) {
    return (wafti_wide_from_uint(word >> 8) + wafti_wide_set(0.5f)) *
           wafti_wide_set(1.0f / 16777216.0f);
}

/// Four words of each lane's stream; docs/spec/bodies.md#random-numbers has key and counter.
static inline void random_words(
    uint64_t seed, uint64_t step, whole stream, uint32_t draw, whole out_words[4]) {
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    out_words[0] = wafti_wide_set_uint((uint32_t)step);
    out_words[1] = wafti_wide_set_uint((uint32_t)(step >> 32));
    out_words[2] = stream;
    out_words[3] = wafti_wide_set_uint(draw);
    wafti_wide_philox(out_words, key);
}

/// Box and Muller 1958.
static inline void normal_pair(whole word0, whole word1, real* out_a, real* out_b) {
    const real radius = wafti_wide_sqrt(wafti_wide_set(-2.0f) * real_log(real_uniform(word0)));
    real sine;
    real cosine;
    real_sincos_turns(real_uniform(word1), &sine, &cosine);
    *out_a = radius * cosine;
    *out_b = radius * sine;
}

/// The six normal deviates of docs/spec/bodies.md#random-numbers; the last two are 0 unless `six`.
static inline void draw_normals(
    uint64_t seed, uint64_t step, whole stream, bool six, real out_normals[6]) {
    whole words[4];
    random_words(seed, step, stream, 0, words);
    normal_pair(words[0], words[1], &out_normals[0], &out_normals[1]);
    normal_pair(words[2], words[3], &out_normals[2], &out_normals[3]);
    out_normals[4] = out_normals[5] = wafti_wide_set(0.0f);
    if (six) {
        random_words(seed, step, stream, 1, words);
        normal_pair(words[0], words[1], &out_normals[4], &out_normals[5]);
    }
}

/// table[i], i whole. Bodies that began together read one number, which is quicker than eight.
static inline real table_at(const float* table, real i) {
    const float first = wafti_wide_first(i);
    if (wafti_wide_any(~wafti_wide_equal(i, wafti_wide_set(first)))) {
        return wafti_wide_gather(table, wafti_wide_to_uint(i));
    }
    return wafti_wide_set(table[(int)first]);
}

/// alpha and beta^2 at an age.
static inline void noise_strength(
    const noise_source* course, real age, real* out_alpha, real* out_energy) {
    const real last = wafti_wide_set(course->last);
    const real place = age * wafti_wide_set(course->per_node);
    const mask early = wafti_wide_less(place, last);
    *out_alpha = wafti_wide_set(course->late_alpha);
    *out_energy = wafti_wide_set(course->late_energy);
    if (!wafti_wide_any(early)) {
        return;
    }
    const real node = wafti_wide_floor(wafti_wide_min(place, last));
    const real share = place - node;
    const real a0 = table_at(course->alpha, node);
    const real a1 = table_at(course->alpha + 1, node);
    const real e0 = table_at(course->energy, node);
    const real e1 = table_at(course->energy + 1, node);
    *out_alpha = wafti_wide_select(early, a0 + share * (a1 - a0), *out_alpha);
    *out_energy = wafti_wide_select(early, e0 + share * (e1 - e0), *out_energy);
}

#endif // WAFTI_BODY_LANE_FLOAT_H
