// SPDX-License-Identifier: MIT
// The same checks for every set of lanes; the file that includes this names the set first.
#ifndef WAFT_TEST_WIDE_CASES_H
#define WAFT_TEST_WIDE_CASES_H

#include <float.h>

#if defined(WAFTI_WIDE_SIXTEEN)
#include <math.h>

#include "simd/wide.h"
#else
#include "math/philox_wide.h"
#include "simd/wide_math.h"
#endif

static _Alignas(64) float lanes_out[16];

static float lane(wafti_wide v, int i) {
    wafti_wide_store(lanes_out, v);
    return lanes_out[i];
}

static uint32_t lane_uint(wafti_wide_uint m, int i) {
    const float f = lane(wafti_wide_from_bits(m), i);
    uint32_t u = 0;
    memcpy(&u, &f, sizeof(u));
    return u;
}

// Numbers that try rounding, sign and size; as many as the widest vector has lanes.
static const float samples[16] = {-2.5f, -1.5f, -0.5f, -0.25f, 0.0f, 0.5f, 1.5f, 2.5f, 1e-30f,
    -3.0f, 7.75f, 8388609.0f, -1e15f, 0.49999997f, -8388607.5f, 3.0e9f};

static void test_memory(void) {
    _Alignas(64) float in[48];
    _Alignas(64) float out[48] = {0};
    for (int i = 0; i < 48; ++i) {
        in[i] = (float)i * 0.5f - 3.0f;
    }
    wafti_wide_store(out, wafti_wide_load(in + WAFTI_LANES));
    wafti_wide_store_any(out + 17, wafti_wide_load_any(in + 3));
    for (int i = 0; i < WAFTI_LANES; ++i) {
        CHECK(out[i] == in[i + WAFTI_LANES]);
        CHECK(out[i + 17] == in[i + 3]);
        CHECK(lane(wafti_wide_set(4.25f), i) == 4.25f);
        CHECK(lane(wafti_wide_iota(), i) == (float)i);
        CHECK(lane_uint(wafti_wide_set_uint(0xDEADBEEFu), i) == 0xDEADBEEFu);
    }
    CHECK(out[16] == 0.0f);
    CHECK(out[17 + WAFTI_LANES] == 0.0f);
}

static void test_gather(void) {
    float table[64];
    uint8_t bytes[64];
    for (int i = 0; i < 64; ++i) {
        table[i] = (float)i + 0.5f;
        bytes[i] = (uint8_t)(i * 37 + 3);
    }
    // Steps of -3 from the middle: indices of both signs, out of order.
    const wafti_wide places = wafti_wide_set(9.0f) - wafti_wide_iota() * wafti_wide_set(3.0f);
    const wafti_wide found = wafti_wide_gather(table + 40, wafti_wide_to_uint(places));
    const wafti_wide loaded = wafti_wide_load_bytes(bytes + 5);
    for (int i = 0; i < WAFTI_LANES; ++i) {
        CHECK(lane_uint(wafti_wide_to_uint(places), i) == (uint32_t)(9 - 3 * i));
        CHECK(lane(wafti_wide_from_uint(wafti_wide_set_uint(16777215u)), i) == 16777215.0f);
        CHECK(lane(found, i) == table[40 + 9 - 3 * i]);
        CHECK(lane(loaded, i) == (float)bytes[5 + i]);
    }
    CHECK(wafti_wide_first(places) == 9.0f);
    CHECK(lane(wafti_wide_load_bytes((const uint8_t[16]){255, 255}), 0) == 255.0f);
}

static void test_bytes(void) {
    uint8_t bytes[128];
    for (int i = 0; i < 128; ++i) {
        bytes[i] = (uint8_t)(i * 37 + 3);
    }
    const wafti_wide places = wafti_wide_set(9.0f) - wafti_wide_iota() * wafti_wide_set(3.0f);
    const wafti_wide_uint found = wafti_wide_gather_bytes(bytes + 60, wafti_wide_to_uint(places));
    const wafti_wide_mask odd = wafti_wide_test(found, 0x100u);
    for (int i = 0; i < WAFTI_LANES; ++i) {
        const uint8_t* at = &bytes[69 - 3 * i];
        const uint32_t word =
            at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
        CHECK(lane_uint(found, i) == word);
        CHECK((wafti_wide_lanes(odd) >> i & 1u) == (word >> 8 & 1u));
    }
}

static void test_parts(void) {
    for (int n = 1; n <= WAFTI_LANES; ++n) {
        _Alignas(64) float out[24];
        for (int i = 0; i < 24; ++i) {
            out[i] = -1.0f;
        }
        const wafti_wide v = wafti_wide_iota() + wafti_wide_set(1.0f);
        wafti_wide_store_first(out, n, v);
        const int end = WAFTI_LANES < 8 ? WAFTI_LANES : (n + 7) / 8 * 8;
        for (int i = 0; i < 24; ++i) {
            const float after = i < end ? 0.0f : -1.0f;
            CHECK(out[i] == (i < n ? (float)i + 1.0f : after));
        }
        const wafti_wide_mask first = wafti_wide_less(wafti_wide_iota(), wafti_wide_set((float)n));
        CHECK(wafti_wide_lanes(first & ~wafti_wide_none()) == (1u << n) - 1u);
        CHECK(lane(wafti_wide_where(first, v), n - 1) == (float)n);
        CHECK(lane(wafti_wide_where(~first, v), n - 1) == 0.0f);
    }
}

#if !defined(WAFTI_WIDE_SIXTEEN)
static void test_products(void) {
    _Alignas(64) uint32_t words[16];
    for (uint32_t i = 0; i < 16; ++i) {
        words[i] = 0x9E3779B9u * (i + 1);
    }
    wafti_wide_uint a;
    memcpy(&a, words, sizeof(a));
    wafti_wide_long low[WAFTI_HALVES];
    wafti_wide_long high[WAFTI_HALVES];
    wafti_wide_split(a, low);
    for (int half = 0; half < WAFTI_HALVES; ++half) {
        low[half] = wafti_wide_long_product(low[half], wafti_wide_long_set(0xD2511F53u));
        high[half] = low[half] >> 32;
    }
    for (int i = 0; i < WAFTI_LANES; ++i) {
        const uint64_t want = (uint64_t)words[i] * 0xD2511F53u;
        CHECK(lane_uint(wafti_wide_join(low), i) == (uint32_t)want);
        CHECK(lane_uint(wafti_wide_join(high), i) == (uint32_t)(want >> 32));
    }
}

static void test_philox(void) {
    const uint32_t key[2] = {0x12345678u, 0x9ABCDEF0u};
    _Alignas(64) uint32_t words[4][16];
    wafti_wide_uint c[4];
    for (uint32_t i = 0; i < 64; ++i) {
        words[i / 16][i % 16] = 0x9E3779B9u * (i + 1);
    }
    for (int i = 0; i < 4; ++i) {
        memcpy(&c[i], words[i], sizeof(c[i]));
    }
    wafti_wide_philox(c, key);
    for (int lane = 0; lane < WAFTI_LANES; ++lane) {
        const uint32_t counter[4] = {
            words[0][lane], words[1][lane], words[2][lane], words[3][lane]};
        const wafti_random4 want = wafti_philox(counter, key);
        for (int i = 0; i < 4; ++i) {
            CHECK(lane_uint(c[i], lane) == want.word[i]);
        }
    }
}

#endif

static void test_lanes(void) {
    for (int from = 0; from <= WAFTI_LANES; ++from) {
        const wafti_wide_mask mask =
            wafti_wide_less_equal(wafti_wide_set((float)from), wafti_wide_iota());
        const unsigned all = (1u << WAFTI_LANES) - 1u;
        CHECK(wafti_wide_lanes(mask) == (all & ~((1u << from) - 1u)));
        CHECK(wafti_wide_any(mask) == (from < WAFTI_LANES));
    }
}

static void check_pair(wafti_wide a, wafti_wide b) {
    for (int i = 0; i < WAFTI_LANES; ++i) {
        const float x = lane(a, i);
        const float y = lane(b, i);
        CHECK(lane(a + b, i) == x + y);
        CHECK(lane(a - b, i) == x - y);
        CHECK(lane(wafti_wide_min(a, b), i) == (x < y ? x : y));
        CHECK(lane(wafti_wide_max(a, b), i) == (x > y ? x : y));
        CHECK((wafti_wide_lanes(wafti_wide_less(a, b)) >> i & 1u) == (x < y ? 1u : 0u));
        CHECK((wafti_wide_lanes(wafti_wide_less_equal(a, b)) >> i & 1u) == (x <= y ? 1u : 0u));
        CHECK((wafti_wide_lanes(wafti_wide_equal(a, b)) >> i & 1u) == (x == y ? 1u : 0u));
        CHECK(lane(wafti_wide_select(wafti_wide_less(a, b), a, b), i) == (x < y ? x : y));
        const double product = (double)x * (double)y + 1.0;
        CHECK_NEAR(lane(wafti_wide_fma(a, b, wafti_wide_set(1.0f)), i), product,
            1e-7 * fabs(product) + 1e-7 * fabs((double)x * (double)y));
    }
}

static void test_pairs(void) {
    _Alignas(64) float turned[32];
    for (int shift = 0; shift < 16; ++shift) {
        for (int i = 0; i < 16; ++i) {
            turned[i] = samples[(i + shift) % 16];
        }
        for (int i = 0; i < 16; i += WAFTI_LANES) {
            check_pair(wafti_wide_load_any(samples + i), wafti_wide_load(turned + i));
        }
    }
    CHECK(!wafti_wide_any(wafti_wide_less(wafti_wide_set(1.0f), wafti_wide_set(1.0f))));
    CHECK(wafti_wide_any(wafti_wide_less_equal(wafti_wide_iota(), wafti_wide_set(0.0f))));
}

static void test_singles(void) {
    for (int start = 0; start < 16; start += WAFTI_LANES) {
        const wafti_wide v = wafti_wide_load_any(samples + start);
        for (int i = 0; i < WAFTI_LANES; ++i) {
            const float x = samples[start + i];
            CHECK(lane(wafti_wide_round(v), i) == rintf(x));
            CHECK(signbit(lane(wafti_wide_round(v), i)) == signbit(rintf(x)));
            CHECK(lane(wafti_wide_floor(v), i) == floorf(x));
            CHECK(lane(wafti_wide_abs(v), i) == fabsf(x));
            CHECK(lane(wafti_wide_sqrt(wafti_wide_abs(v)), i) == sqrtf(fabsf(x)));
            CHECK(lane(-v, i) == -x);
        }
    }
}

static void test_across(void) {
    _Alignas(64) float in[16];
    for (int i = 0; i < WAFTI_LANES; ++i) {
        in[i] = (float)((i * 5 + 3) % WAFTI_LANES) + 0.25f;
    }
#if !defined(WAFTI_WIDE_SIXTEEN)
    double sum = 0.0;
    for (int i = 0; i < WAFTI_LANES; ++i) {
        sum += (double)in[i];
    }
    CHECK(wafti_wide_sum(wafti_wide_load(in)) == (float)sum);
#endif
    CHECK(wafti_wide_greatest(wafti_wide_load(in)) == (float)WAFTI_LANES - 0.75f);
    CHECK(wafti_wide_least(wafti_wide_load(in)) == 0.25f);
}

#if !defined(WAFTI_WIDE_SIXTEEN)
static double worst_sincos(double limit, int steps) {
    double worst = 0.0;
    for (int step = -steps; step <= steps; step += WAFTI_LANES) {
        const float first = (float)(limit * step / steps);
        const float gap = (float)(limit / steps) * 0.999f;
        const wafti_wide x = wafti_wide_set(first) + wafti_wide_iota() * wafti_wide_set(gap);
        wafti_wide s;
        wafti_wide c;
        wafti_wide_sincos(x, &s, &c);
        for (int i = 0; i < WAFTI_LANES; ++i) {
            const double angle = (double)lane(x, i);
            worst = fmax(worst, fabs((double)lane(s, i) - sin(angle)));
            worst = fmax(worst, fabs((double)lane(c, i) - cos(angle)));
        }
    }
    return worst;
}

static void test_sincos(void) {
    CHECK_NEAR(worst_sincos(8.0, 100000), 0.0, 1e-7);
    CHECK_NEAR(worst_sincos(9999.0, 100000), 0.0, 1e-7);
    wafti_wide s;
    wafti_wide c;
    wafti_wide_sincos(wafti_wide_set(-0.0f), &s, &c);
    CHECK(lane(s, 0) == 0.0f);
    CHECK(lane(c, 0) == 1.0f);
    // Small angles keep their relative precision.
    wafti_wide_sincos(wafti_wide_set(1e-20f), &s, &c);
    CHECK_NEAR(lane(s, 0), 1e-20f, 1e-27);
}

static void test_exp(void) {
    double worst = 0.0;
    for (int step = -86900; step <= 87900; step += 1) {
        const float x = (float)step * 1e-3f;
        const double want = exp((double)x);
        worst = fmax(worst, fabs((double)lane(wafti_wide_exp(wafti_wide_set(x)), 0) / want - 1.0));
    }
    CHECK_NEAR(worst, 0.0, 2e-7);
    CHECK(lane(wafti_wide_exp(wafti_wide_set(0.0f)), 0) == 1.0f);
    CHECK(isfinite(lane(wafti_wide_exp(wafti_wide_set(1e9f)), 0)));
    CHECK(lane(wafti_wide_exp(wafti_wide_set(-1e9f)), 0) >= FLT_MIN);
}

// NaN and infinity raise flags, so these stay out of the build in which flags trap.
static void test_functions_of_nan(void) {
#if !defined(WAFT_TEST_TRAP)
    wafti_wide s;
    wafti_wide c;
    wafti_wide_sincos(wafti_wide_set(INFINITY), &s, &c);
    CHECK(isnan(lane(s, 0)));
    CHECK(isnan(lane(c, 0)));
    wafti_wide_sincos(wafti_wide_set(NAN), &s, &c);
    CHECK(isnan(lane(s, 0)));
    CHECK(isnan(lane(wafti_wide_exp(wafti_wide_set(NAN)), 0)));
#endif
}
#endif

static void test_not_numbers(void) {
#if !defined(WAFT_TEST_TRAP)
    const wafti_wide nan = wafti_wide_set(NAN);
    const wafti_wide one = wafti_wide_set(1.0f);
    CHECK(lane(wafti_wide_min(nan, one), 0) == 1.0f);
    CHECK(lane(wafti_wide_max(nan, one), 0) == 1.0f);
    CHECK(isnan(lane(wafti_wide_min(one, nan), 0)));
    CHECK(isnan(lane(wafti_wide_max(one, nan), 0)));
    CHECK(!wafti_wide_any(wafti_wide_less(nan, one)));
    CHECK(!wafti_wide_any(wafti_wide_equal(nan, nan)));
#endif
}

static const test_case wide_cases[] = {
    {"memory", test_memory},
    {"gather", test_gather},
    {"bytes", test_bytes},
    {"parts", test_parts},
    {"lanes", test_lanes},
    {"pairs", test_pairs},
    {"singles", test_singles},
    {"across", test_across},
    {"not_numbers", test_not_numbers},
#if !defined(WAFTI_WIDE_SIXTEEN)
    {"products", test_products},
    {"philox", test_philox},
    {"sincos", test_sincos},
    {"exp", test_exp},
    {"functions_of_nan", test_functions_of_nan},
#endif
};

#endif // WAFT_TEST_WIDE_CASES_H
