// SPDX-License-Identifier: MIT
// Many points at once, src/turbulence/sample_simd.c, against wafti_bank_sample().
#include <float.h>
#include <math.h>
#include <string.h>

#include "test.h"
#include "turbulence/bank.h"

enum { COUNT = 333, ROOM = 336 };

static waft_bank* make_bank(int32_t size, int dimensions, waft_bank_storage storage) {
    waft_bank_def def = waft_bank_def_default();
    def.size = size;
    def.count = 2;
    def.dimensions = dimensions;
    def.storage = storage;
    def.spectrum.bands[0] = (waft_band){.wavenumber = 4.0, .deviation = 0.7, .energy = 1.0};
    waft_bank* bank = NULL;
    CHECK(waft_bank_create(&def, &bank, NULL) == WAFT_OK);
    return bank;
}

// Places all over several periods, among them faces, middles of cells, corners of the period and their
// neighbours, and some far away.
static void fill_places(float place[3][COUNT], int32_t size) {
    uint32_t state = 1;
    for (int axis = 0; axis < 3; ++axis) {
        for (uint32_t i = 0; i < COUNT; ++i) {
            state = state * 1664525u + 1013904223u;
            const float any = (float)(state >> 8) * 0x1p-24f;
            const float cells = (6.0f * any - 3.0f) * (float)size;
            const float edge = (float)(((int)(state >> 12) % 5 - 2) * size);
            const float kinds[] = {cells, floorf(cells), floorf(cells) + 0.5f, edge,
                nextafterf(edge, -FLT_MAX), nextafterf(edge, FLT_MAX), edge - 0.5f, 1e6f * cells};
            place[axis][i] = kinds[(i + (uint32_t)axis * (i / 8)) % 8];
        }
    }
}

static uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return bits;
}

static uint32_t count_other_bits(const wafti_bank* bank, const wafti_sample_points* points) {
    float values[3][ROOM];
    float* const out[3] = {values[0], values[1], values[2]};
    wafti_bank_sample_many(bank, 1, points, out);
    uint32_t others = 0;
    for (uint32_t i = 0; i < points->count; ++i) {
        double point[3];
        float one[3];
        for (int axis = 0; axis < 3; ++axis) {
            point[axis] = (double)points->place[axis][i] * points->scale + points->offset[axis];
        }
        wafti_bank_sample(bank, 1, point, one);
        for (int axis = 0; axis < 3; ++axis) {
            others += bits_of(one[axis]) != bits_of(values[axis][i]);
        }
    }
    return others;
}

static void check_bank(wafti_bank* bank) {
    float place[3][COUNT];
    fill_places(place, bank->size);
    wafti_sample_points points = {.count = COUNT,
        .place = {place[0], place[1], place[2]},
        .scale = 1.0,
        .offset = {0.0, 3.0, (double)bank->size - 1.0}};
    const wafti_isa sets[] = {
        WAFTI_ISA_SCALAR, WAFTI_ISA_SSE2, WAFTI_ISA_AVX2, WAFTI_ISA_AVX512, WAFTI_ISA_NEON};
    for (size_t s = 0; s < sizeof(sets) / sizeof(sets[0]) && sets[s] <= wafti_isa_choose(); ++s) {
        bank->sample = wafti_sample_choose(sets[s]);
        points.scale = 1.0;
        points.count = COUNT;
        CHECK(count_other_bits(bank, &points) == 0);
        points.scale = 1.0 / 0.0625;
        CHECK(count_other_bits(bank, &points) == 0);
        points.scale = 1.0 / (double)0.13f;
        for (points.count = 0; points.count < 140; ++points.count) {
            CHECK(count_other_bits(bank, &points) == 0);
        }
    }
}

static void as_one_after_another(void) {
    static const int32_t sizes[] = {16, 32, 24, 40};
    static const waft_bank_storage storages[] = {WAFT_BANK_HALF, WAFT_BANK_FLOAT, WAFT_BANK_NONE};
    wafti_pool* pool = NULL;
    const wafti_pool_def pool_def = {.threads = 1};
    CHECK(wafti_pool_create(&pool_def, &pool, NULL) == WAFT_OK);
    for (int n = 0; n < 4 * 3 * 2; ++n) {
        waft_bank* shared = make_bank(sizes[n / 6], 2 + n % 2, storages[n / 2 % 3]);
        wafti_bank bank;
        if (CHECK(wafti_bank_open(shared, &bank, NULL) == WAFT_OK)) {
            wafti_bank_use(&bank, 1, pool);
            check_bank(&bank);
            wafti_bank_close(&bank);
        }
        waft_bank_release(shared);
    }
    wafti_pool_destroy(pool);
}

// What is no place must not be looked up outside of the field; its neighbours keep their values.
static void takes_what_is_no_place(void) {
    waft_bank* shared = make_bank(16, 3, WAFT_BANK_HALF);
    wafti_bank bank;
    CHECK(wafti_bank_open(shared, &bank, NULL) == WAFT_OK);
    const float wrong[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e20f, -1e17f};
    float place[16];
    for (uint32_t i = 0; i < 16; ++i) {
        place[i] = i % 2 == 0 ? wrong[i / 2 % 7] : (float)i;
    }
    const wafti_sample_points points = {
        .count = 16, .place = {place, place, place}, .scale = 1.7, .offset = {1.0, 2.0, 3.0}};
    float values[3][16];
    float* const out[3] = {values[0], values[1], values[2]};
#if defined(WAFT_TEST_TRAP)
    const int traps = fedisableexcept(FE_ALL_EXCEPT);
#endif
    wafti_bank_sample_many(&bank, 0, &points, out);
#if defined(WAFT_TEST_TRAP)
    (void)feclearexcept(FE_ALL_EXCEPT);
    (void)feenableexcept(traps);
#endif
    for (uint32_t i = 1; i < 16; i += 2) {
        const double at = 1.7 * (double)place[i];
        const double point[3] = {at + 1.0, at + 2.0, at + 3.0};
        float one[3];
        wafti_bank_sample(&bank, 0, point, one);
        for (int axis = 0; axis < 3; ++axis) {
            CHECK(bits_of(one[axis]) == bits_of(values[axis][i]));
        }
    }
    wafti_bank_close(&bank);
    waft_bank_release(shared);
}

static const test_case cases[] = {
    {"as_one_after_another", as_one_after_another},
    {"takes_what_is_no_place", takes_what_is_no_place},
};

TEST_MAIN(cases)
