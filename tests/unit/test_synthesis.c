// SPDX-License-Identifier: MIT
// Whole fields: unit rms, the same bits for any number of threads, others for another index or seed.
#include <math.h>
#include <string.h>

#include "test.h"
#include "turbulence/synthesis.h"

enum { N = 32, CELLS = N * N * N };

typedef struct kit {
    wafti_arena arena;
    wafti_shells shells;
    wafti_synthesis* maker;
    wafti_pool* pool;
} kit;

static kit open_kit(int dimensions, int threads) {
    kit k = {.maker = NULL};
    waft_spectrum_def def = waft_spectrum_def_default();
    def.law = WAFT_SPECTRUM_POWER;
    const wafti_spectrum spectrum = wafti_spectrum_resolve(&def, N, dimensions);
    const wafti_pool_def pool = {.threads = threads};
    wafti_arena_init(&k.arena, NULL, 4096);
    CHECK(wafti_shells_make(&spectrum, &k.arena, &k.shells, NULL) == WAFT_OK);
    CHECK(wafti_pool_create(&pool, &k.pool, NULL) == WAFT_OK);
    return k;
}

static void make(kit* k, int dimensions, uint64_t seed, int32_t field, float* out) {
    const wafti_synthesis_def def = {.size = N,
        .dimensions = dimensions,
        .seed = seed,
        .shells = &k->shells,
        .isa = wafti_isa_choose()};
    CHECK(wafti_synthesis_create(&def, &k->maker, NULL) == WAFT_OK);
    wafti_synthesis_run(k->maker, field, k->pool, out);
    CHECK(wafti_synthesis_size(k->maker) > 12 * (size_t)N * N);
    wafti_synthesis_destroy(k->maker);
}

static void close_kit(kit* k) {
    wafti_pool_destroy(k->pool);
    wafti_arena_free(&k->arena);
}

static double mean_square(const float* values, size_t count, size_t cells) {
    double sum = 0.0;
    for (size_t i = 0; i < count; ++i) {
        sum += (double)values[i] * (double)values[i];
    }
    return sum / (double)cells;
}

static void test_fields(void) {
    static float a[3 * CELLS];
    static float b[3 * CELLS];
    kit one = open_kit(3, 1);
    kit many = open_kit(3, 4);
    make(&one, 3, 5, 2, a);
    CHECK_NEAR(mean_square(a, sizeof(a) / sizeof(float), CELLS), 1.0, 1e-5);
    make(&many, 3, 5, 2, b);
    // The very bits: NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    CHECK(memcmp(a, b, sizeof(a)) == 0);
    make(&many, 3, 5, 3, b);
    // The very bits: NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    CHECK(memcmp(a, b, sizeof(a)) != 0);
    double product = 0.0;
    for (size_t i = 0; i < 3 * (size_t)CELLS; ++i) {
        product += (double)a[i] * (double)b[i];
    }
    CHECK_NEAR(product / CELLS, 0.0, 0.1); // two fields have nothing to do with one another
    make(&many, 3, UINT64_C(5) << 32, 2, b);
    // The very bits: NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    CHECK(memcmp(a, b, sizeof(a)) != 0);
    close_kit(&one);
    close_kit(&many);
}

static void test_flat(void) {
    static float a[2 * N * N];
    kit k = open_kit(2, 2);
    make(&k, 2, 1, 0, a);
    CHECK_NEAR(mean_square(a, sizeof(a) / sizeof(float), (size_t)N * N), 1.0, 1e-5);
    close_kit(&k);
}

static const test_case cases[] = {
    {"fields", test_fields},
    {"flat", test_flat},
};

TEST_MAIN(cases)
