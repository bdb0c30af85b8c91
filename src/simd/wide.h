// SPDX-License-Identifier: MIT
// A few floats at once, for files named *_simd.c: they are compiled once per instruction set and say
// WAFTI_KERNEL(name) for every function that other files see.
//
// wafti_wide holds WAFTI_LANES floats (8, 4 or 1) and takes + - * / and unary minus. wafti_wide_uint
// holds as many uint32_t and takes the integer operators. wafti_wide_mask takes & | ~ and is a
// wafti_wide_uint whose lanes are 0 or all ones. Files that define WAFTI_WIDE_SIXTEEN get 16 lanes where
// the set has them, and masks that are bits: they keep to wafti_wide_mask.
//
//   set(x), set_uint(i)         every lane x
//   iota()                      0, 1, 2, ...
//   load(p), store(p, v)        p aligned to the vector (a field's row start, plus lanes)
//   load_any(p), store_any(p, v)  p anywhere
//   load_bytes(p)               uint8_t from anywhere, as floats
//   gather(p, i)                p[i], i taken as signed
//   gather_bytes(p, i)          the four bytes from p + i on, the first lowest; i taken as signed
//   min(a, b), max(a, b)        b if either is NaN
//   sqrt(v), abs(v)
//   round(v), floor(v)          to integers; halves to even
//   fma(a, b, c)                a * b + c, rounded once where the set has it
//   less(a, b), less_equal(a, b), equal(a, b)   masks
//   test(i, bits)               mask: any of the bits set
//   none()                      the mask of no lane
//   select(mask, a, b)          a where the mask is set, else b
//   where(mask, v)              v where the mask is set, else 0
//   store_first(p, n, v)        the first n lanes, 1 to LANES, and zeros after them to a multiple of 8
//   any(mask), lanes(mask)      true if a lane is set; bit i set if lane i is
//   to_uint(v)                  whole numbers between -2^31 and 2^31, in two's complement
//   from_uint(i)                whole numbers below 2^24, as floats
//   first(v)                    lane 0
//   bits(v), from_bits(i)       the same bits as the other type
//   sum(v)                      of all lanes, in a fixed order
//   greatest(v), least(v)       of all lanes
#ifndef WAFTI_SIMD_WIDE_H
#define WAFTI_SIMD_WIDE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define WAFTI_KERNEL_JOIN(name, set) name##_##set

// Most kernels of this set are those of AVX2 for a compiler that has more registers and masks.
#if defined(WAFTI_KERNEL_SET_AVX512)
#define WAFTI_KERNEL_SET_AVX2
#define WAFTI_KERNEL(name) WAFTI_KERNEL_JOIN(name, avx512)
#if defined(WAFTI_WIDE_SIXTEEN)
#include "simd/wide_avx512.h"
#else
#include "simd/wide_avx2.h"
#endif
#elif defined(WAFTI_KERNEL_SET_AVX2)
#define WAFTI_KERNEL(name) WAFTI_KERNEL_JOIN(name, avx2)
#include "simd/wide_avx2.h"
#elif defined(WAFTI_KERNEL_SET_SSE2)
#define WAFTI_KERNEL(name) WAFTI_KERNEL_JOIN(name, sse2)
#include "simd/wide_sse2.h"
#elif defined(WAFTI_KERNEL_SET_NEON)
#define WAFTI_KERNEL(name) WAFTI_KERNEL_JOIN(name, neon)
#include "simd/wide_four.h"
#elif defined(WAFTI_KERNEL_SET_SCALAR)
#define WAFTI_KERNEL(name) WAFTI_KERNEL_JOIN(name, scalar)
#include "simd/wide_scalar.h"
#else
#error "simd/wide.h is for kernel files, which name their instruction set"
#endif

#if !defined(WAFTI_WIDE_HAS_BITS)
static inline wafti_wide_uint wafti_wide_bits(wafti_wide v) {
    return (wafti_wide_uint)v;
}

static inline wafti_wide wafti_wide_from_bits(wafti_wide_uint i) {
    return (wafti_wide)i;
}
#endif

static inline float wafti_wide_least(wafti_wide v) {
    return -wafti_wide_greatest(-v);
}

static inline wafti_wide wafti_wide_abs(wafti_wide v) {
    return wafti_wide_from_bits(wafti_wide_bits(v) & wafti_wide_set_uint(0x7FFFFFFFu));
}

#if !defined(WAFTI_WIDE_HAS_MASK)
typedef wafti_wide_uint wafti_wide_mask;

static inline wafti_wide_mask wafti_wide_none(void) {
    return wafti_wide_set_uint(0u);
}

static inline wafti_wide wafti_wide_where(wafti_wide_mask mask, wafti_wide v) {
    return wafti_wide_from_bits(wafti_wide_bits(v) & mask);
}

#if !defined(WAFTI_WIDE_HAS_TEST)
static inline wafti_wide_mask wafti_wide_test(wafti_wide_uint i, uint32_t bits) {
    return (wafti_wide_mask)((i & wafti_wide_set_uint(bits)) != wafti_wide_set_uint(0u));
}
#endif

static inline void wafti_wide_store_first(float* p, int32_t n, wafti_wide v) {
    wafti_wide_store_any(
        p, wafti_wide_where(wafti_wide_less(wafti_wide_iota(), wafti_wide_set((float)n)), v));
}
#endif

#if !defined(WAFTI_WIDE_HAS_GATHER_BYTES)
static inline wafti_wide_uint wafti_wide_gather_bytes(const uint8_t* p, wafti_wide_uint i) {
    uint32_t words[WAFTI_LANES];
    uint32_t offsets[WAFTI_LANES];
    memcpy(offsets, &i, sizeof(offsets));
    for (int lane = 0; lane < WAFTI_LANES; ++lane) {
        const uint8_t* at = p + (int32_t)offsets[lane];
        words[lane] = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    }
    wafti_wide_uint result;
    memcpy(&result, words, sizeof(result));
    return result;
}
#endif

#if !defined(WAFTI_WIDE_HAS_ROUND)
static inline wafti_wide wafti_wide_round(wafti_wide v) {
    // A float of 2^23 or more has no fraction left, so adding that much rounds it away; the sign is
    // put back for -0.
    const wafti_wide big = wafti_wide_set(8388608.0f);
    const wafti_wide magnitude = wafti_wide_abs(v);
    const wafti_wide_uint sign = wafti_wide_bits(v) & wafti_wide_set_uint(0x80000000u);
    const wafti_wide whole = (magnitude + big) - big;
    return wafti_wide_select(
        wafti_wide_less(magnitude, big), wafti_wide_from_bits(wafti_wide_bits(whole) | sign), v);
}

static inline wafti_wide wafti_wide_floor(wafti_wide v) {
    const wafti_wide nearest = wafti_wide_round(v);
    const wafti_wide above =
        wafti_wide_select(wafti_wide_less(v, nearest), wafti_wide_set(1.0f), wafti_wide_set(0.0f));
    return nearest - above;
}
#endif

#endif // WAFTI_SIMD_WIDE_H
