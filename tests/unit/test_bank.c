// SPDX-License-Identifier: MIT
// Banks as solvers use them: rows, points, draws; references; input rules; memory that fails.
#include <math.h>
#include <stdlib.h>

// Its entry runs in test_fuzz: NOLINTNEXTLINE(bugprone-suspicious-include)
#include "fuzz/fuzz_bank.c"
#include "fuzz_fixture.h"
#include "hooks.h"
#include "scratch.h"
#include "test.h"
#include "turbulence/bank.h"

static waft_bank_def band_def(int32_t size, double wavenumber, double deviation) {
    waft_bank_def def = waft_bank_def_default();
    def.size = size;
    def.count = 2;
    def.storage = WAFT_BANK_FLOAT;
    def.spectrum.bands[0] =
        (waft_band){.wavenumber = wavenumber, .deviation = deviation, .energy = 1.0};
    return def;
}

static waft_bank* make(const waft_bank_def* def) {
    waft_bank* bank = NULL;
    waft_error error = {.sentence = ""};
    if (!CHECK(waft_bank_create(def, &bank, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "%s\n", error.sentence);
        exit(1);
    }
    return bank;
}

static void test_warning_between(void) {
    // 31.5 is 2.5 deviations above: 0.62 % are lost.
    const waft_bank_def def = band_def(64, 29.75, 0.7);
    waft_bank* bank = make(&def);
    CHECK(waft_bank_warning_count(bank) == 1);
    CHECK_TEXT(waft_bank_warning(bank, 0),
        "band at 29.8: 0.62 % of the energy are above what N 64 can hold");
    waft_bank_release(bank);
    const waft_bank_def fits = band_def(64, 20.0, 0.7);
    bank = make(&fits);
    CHECK(waft_bank_warning_count(bank) == 0);
    CHECK_NEAR(waft_bank_get_info(bank).mean_wavenumber, 20.0, 1e-3);
    waft_bank_release(bank);
}

static void test_info(void) {
    waft_bank_def def = waft_bank_def_default();
    def.count = 1;
    waft_bank* bank = make(&def);
    const waft_bank_info info = waft_bank_get_info(bank);
    // Vortices of two cells: mu = 32 sqrt(3) / 2.
    CHECK_TEXT(info.spectrum, "band 27.712812921102035 0.7 1");
    CHECK(info.shell_count == 31 && info.shells[0].shell == 1);
    CHECK(info.shells[0].modes == 18 && info.shells[1].modes == 62); // 6 + 12, 8 + 6 + 24 + 24
    CHECK_NEAR(info.rms, sqrt(2.0 * 0.7 * sqrt(2.0 * M_PI)), 1e-3);
    CHECK(info.byte_count > (size_t)64 * 64 * 64 * 3 * 2 &&
          (double)info.byte_count < 64 * 64 * 64 * 3 * 2.1);
    waft_bank_release(bank);
    // Fig. 2's low band loses a tenth below 1/2.
    def = band_def(64, sqrt(2.0), 0.7);
    def.dimensions = 2;
    bank = make(&def);
    CHECK_NEAR(waft_bank_get_info(bank).lost_below, 0.0958, 1e-3);
    waft_bank_release(bank);
}

static void test_digest(void) {
    waft_bank_def def = band_def(32, 9.0, 0.7);
    const uint64_t digest = waft_bank_digest(&def);
    CHECK(digest != 0);
    def.threads = 2;
    def.spectrum.law = WAFT_SPECTRUM_EQUAL; // resolves to the same
    CHECK(waft_bank_digest(&def) == digest);
    def.seed = 3;
    CHECK(waft_bank_digest(&def) != digest);
    def.seed = 0;
    def.storage = WAFT_BANK_HALF;
    CHECK(waft_bank_digest(&def) != digest);
}

static void test_rows(void) {
    static float whole[32 * 32 * 32];
    static const waft_bank_storage storages[] = {WAFT_BANK_FLOAT, WAFT_BANK_HALF, WAFT_BANK_NONE};
    wafti_pool* pool = NULL;
    const wafti_pool_def pool_def = {.threads = 2};
    CHECK(wafti_pool_create(&pool_def, &pool, NULL) == WAFT_OK);
    for (int s = 0; s < 3; ++s) {
        waft_bank_def def = band_def(32, 9.0, 0.7);
        def.storage = storages[s];
        waft_bank* bank = make(&def);
        wafti_bank use;
        CHECK(wafti_bank_open(bank, &use, NULL) == WAFT_OK);
        waft_bank_release(bank); // the reader has a reference of its own
        for (int axis = 0; axis < 3; ++axis) {
            CHECK(waft_bank_read_field(bank, 1, axis, whole, NULL) == WAFT_OK);
            wafti_bank_use(&use, 1, pool);
            float row[77];
            const int32_t at[3] = {-5, 33, 64 + 7};
            wafti_bank_row(&use, 1, axis, at, 77, row);
            for (int32_t i = 0; i < 77; ++i) {
                CHECK(row[i] == whole[(7 * 32 + 1) * 32 + (i + 27) % 32]);
            }
        }
        wafti_bank_close(&use);
    }
    wafti_pool_destroy(pool);
}

// At the middle of a face a component is the face's value; between, the mean of two.
static void test_points(void) {
    static float whole[3][32 * 32 * 32];
    const waft_bank_def def = band_def(32, 9.0, 0.7);
    waft_bank* bank = make(&def);
    wafti_bank use;
    CHECK(wafti_bank_open(bank, &use, NULL) == WAFT_OK);
    for (int axis = 0; axis < 3; ++axis) {
        CHECK(waft_bank_read_field(bank, 0, axis, whole[axis], NULL) == WAFT_OK);
    }
    float v[3];
    wafti_bank_sample(&use, 0, (const double[3]){3.0, 31.5 + 32.0, 5.5 - 64.0}, v);
    CHECK_NEAR(v[0], whole[0][(5 * 32 + 31) * 32 + 3], 1e-6);
    wafti_bank_sample(&use, 0, (const double[3]){3.5, 0.0, 5.5}, v);
    CHECK_NEAR(v[1], whole[1][(5 * 32 + 0) * 32 + 3], 1e-6);
    wafti_bank_sample(&use, 0, (const double[3]){3.5, 4.5, 31.5}, v);
    CHECK_NEAR(v[2],
        0.5 * ((double)whole[2][(31 * 32 + 4) * 32 + 3] + (double)whole[2][(0 + 4) * 32 + 3]),
        1e-6);
    wafti_bank_sample(&use, 0, (const double[3]){-1e-12, 4.0, -1e9}, v);
    CHECK(isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]));
    wafti_bank_close(&use);
    waft_bank_release(bank);
}

static void test_draws(void) {
    waft_bank_def def = band_def(16, 4.0, 0.7);
    def.count = 5;
    waft_bank* bank = make(&def);
    wafti_bank use;
    CHECK(wafti_bank_open(bank, &use, NULL) == WAFT_OK);
    int fields[5] = {0};
    int places[16] = {0};
    int32_t field = -1;
    int32_t offset[3];
    for (uint64_t hold = 0; hold < 8000; ++hold) {
        wafti_bank_draw(&use, 3, 7, hold, true, &field, offset);
        CHECK(field >= 0 && field < 5 && offset[2] >= 0 && offset[2] < 16);
        ++fields[field];
        ++places[offset[1]];
    }
    for (int i = 0; i < 5; ++i) {
        CHECK_NEAR(fields[i], 1600, 200);
    }
    for (int i = 0; i < 16; ++i) {
        CHECK_NEAR(places[i], 500, 120);
    }
    int32_t again = -1;
    wafti_bank_draw(&use, 3, 7, 7999, false, &again, offset);
    CHECK(again == field && offset[0] == 0 && offset[1] == 0 && offset[2] == 0);
    wafti_bank_close(&use);
    waft_bank_release(bank);
}

// Large scales of a field are the same for any N: its modes are drawn by wave vector.
static void test_same_for_any_size(void) {
    static float coarse[32 * 32];
    static float fine[64 * 64];
    waft_bank_def def = band_def(32, 3.0, 0.3);
    def.dimensions = 2;
    waft_bank* small = make(&def);
    def.size = 64;
    waft_bank* large = make(&def);
    CHECK(waft_bank_read_field(small, 0, 0, coarse, NULL) == WAFT_OK);
    CHECK(waft_bank_read_field(large, 0, 0, fine, NULL) == WAFT_OK);
    double off = 0.0;
    for (int j = 0; j < 32; ++j) {
        for (int i = 0; i < 32; ++i) {
            const double mean =
                0.5 * ((double)fine[2 * j * 64 + 2 * i] + (double)fine[(2 * j + 1) * 64 + 2 * i]);
            off = fmax(off, fabs(mean - (double)coarse[j * 32 + i]));
        }
    }
    CHECK(off < 0.1);
    waft_bank_release(small);
    waft_bank_release(large);
}

static void test_threads(void) {
    static float one[48 * 48 * 48];
    static float many[48 * 48 * 48];
    waft_bank_def def = band_def(48, 12.0, 2.0);
    waft_bank* first = make(&def);
    def.threads = 5;
    waft_bank* second = make(&def);
    for (int axis = 0; axis < 3; ++axis) {
        CHECK(waft_bank_read_field(first, 1, axis, one, NULL) == WAFT_OK);
        CHECK(waft_bank_read_field(second, 1, axis, many, NULL) == WAFT_OK);
        // The very bits: NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
        CHECK(memcmp(one, many, sizeof(one)) == 0);
    }
    waft_bank_release(first);
    waft_bank_release(second);
}

static void test_fuzz(void) {
    scratch folder = scratch_make();
    waft_bank_def def = band_def(8, 2.0, 0.3);
    for (int s = 0; s < 3; ++s) {
        def.storage = (waft_bank_storage)s;
        waft_bank* bank = make(&def);
        CHECK(waft_bank_save(bank, scratch_file(&folder, "bank"), NULL) == WAFT_OK);
        waft_bank_release(bank);
        fuzz_replay(scratch_file(&folder, "bank"));
    }
    fuzz_replay_folder(WAFT_SOURCE_DIR "/tests/fuzz/corpus/bank", 3);
    fuzz_random_bytes(2000);
    scratch_remove(&folder);
}

static void test_memory(void) {
    for (int s = 0; s < 3; ++s) {
        waft_bank_def def = band_def(16, 4.0, 0.7);
        def.storage = (waft_bank_storage)s;
        bool done = false;
        for (long fail_at = 1; !done && fail_at < 200; ++fail_at) {
            counting memory = {.fail_at = fail_at};
            def.allocator = counting_hook(&memory);
            waft_bank* bank = NULL;
            waft_result result = waft_bank_create(&def, &bank, NULL);
            wafti_bank use = {0};
            result = result == WAFT_OK ? wafti_bank_open(bank, &use, NULL) : result;
            done = memory.calls < fail_at;
            CHECK(result == (done ? WAFT_OK : WAFT_ERR_NO_MEMORY));
            wafti_bank_close(&use);
            waft_bank_release(bank);
            CHECK(memory.live == 0);
        }
        CHECK(done);
    }
}

static const test_case cases[] = {
    {"a warning in between", test_warning_between},
    {"what is told", test_info},
    {"digest", test_digest},
    {"rows", test_rows},
    {"points", test_points},
    {"draws", test_draws},
    {"same for any size", test_same_for_any_size},
    {"threads", test_threads},
    {"bytes of a file", test_fuzz},
    {"memory", test_memory},
};

TEST_MAIN(cases)
