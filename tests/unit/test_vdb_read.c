// SPDX-License-Identifier: MIT
// Vectors of VDB files that waft wrote come back; what is cut or changed is refused or harmless.
#include <math.h>
#include <stdlib.h>

#include "hooks.h"
#include "math/half.h"
#include "scratch.h"

enum { NX = 21, NY = 140, NZ = 9, CELLS = NX * NY * NZ };

static float component[3][CELLS];
static float density[CELLS];

static waft_field view(const float* data) {
    return (waft_field){
        data, {NX, NY, NZ}, {1, NX, (ptrdiff_t)NX * NY}, {0, 0, 0}, {0.5f, 0.5f, 0.5f}};
}

static void fill(void) {
    for (size_t i = 0; i < CELLS; ++i) {
        const size_t x = i % NX;
        density[i] = x >= 2 && x < 18 ? 1.0f : 0.0f;
        for (int c = 0; c < 3; ++c) {
            component[c][i] = (float)sin(0.37 * (double)i + c) * 3.0f;
        }
    }
}

static void write_file(const char* path, bool half, bool plain, bool everywhere) {
    const waft_field active = view(density);
    const waft_vdb_grid grids[2] = {
        {.cells = {.name = "density", .component_count = 1, .component = {active}}},
        {.cells = {.name = "velocity",
             .component_count = 3,
             .component = {view(component[0]), view(component[1]), view(component[2])}},
            .half = half,
            .everywhere = everywhere},
    };
    const waft_vdb_def def = {.grids = grids,
        .grid_count = 2,
        .activity = &active,
        .active_above = 0.5f,
        .uncompressed = plain};
    CHECK(waft_vdb_write(path, &def, NULL) == WAFT_OK);
}

static void test_round_trip(void) {
    scratch folder = scratch_make();
    fill();
    for (int mode = 0; mode < 8; ++mode) {
        const bool half = (mode & 1) != 0;
        const bool everywhere = (mode & 4) != 0;
        const char* path = scratch_file(&folder, "a.vdb");
        write_file(path, half, (mode & 2) != 0, everywhere);
        waft_vdb_vectors v;
        CHECK(waft_vdb_read_vectors(path, mode < 4 ? NULL : "velocity", NULL, &v, NULL) == WAFT_OK);
        const int32_t first = everywhere ? 0 : 2;
        CHECK(v.cells[0] == (everywhere ? NX : 16) && v.cells[1] == NY && v.cells[2] == NZ);
        CHECK_NEAR(v.spacing, 0.5, 0.0);
        size_t wrong = 0;
        const size_t count = (size_t)v.cells[0] * NY * NZ;
        for (size_t i = 0; i < count; ++i) {
            const size_t from =
                i % (size_t)v.cells[0] + (size_t)first + i / (size_t)v.cells[0] * NX;
            for (size_t c = 0; c < 3; ++c) {
                const float want = component[c][from];
                const float kept = half ? wafti_half_to_float(wafti_half_from_float(want)) : want;
                wrong += v.values[c * count + i] != kept ? 1 : 0;
            }
        }
        CHECK(wrong == 0);
        waft_vdb_vectors_free(NULL, &v);
    }
    waft_vdb_vectors v;
    waft_error error = {.sentence = ""};
    CHECK(waft_vdb_read_vectors(scratch_file(&folder, "a.vdb"), "density", NULL, &v, &error) ==
          WAFT_ERR_PARSE);
    CHECK(strstr(error.sentence, "no such grid of vectors") != NULL);
    scratch_remove(&folder);
}

// Cut anywhere it is refused; with a byte changed it is refused or read, never worse.
static void test_damage(void) {
    scratch folder = scratch_make();
    fill();
    write_file(scratch_file(&folder, "a.vdb"), false, false, false);
    char* bytes = NULL;
    size_t size = 0;
    CHECK(waft_file_read(folder.name, (size_t)1 << 24, NULL, &bytes, &size, NULL) == WAFT_OK);
    uint32_t state = 1;
    for (int round = 0; round < 300; ++round) {
        const char* path = scratch_file(&folder, "b.vdb");
        FILE* file = fopen(path, "wb");
        if (!CHECK(file != NULL)) {
            break;
        }
        state = state * 1664525u + 1013904223u;
        const bool cut = round % 2 == 0;
        const size_t at = cut ? (size_t)(state >> 4) % size : (size_t)(state >> 4) % 20000;
        const char old = bytes[at];
        bytes[at] = (char)(cut ? old : old ^ (1 << (state >> 29)));
        CHECK(fwrite(bytes, 1, cut ? at : size, file) == (cut ? at : size));
        CHECK(fclose(file) == 0);
        bytes[at] = old;
        waft_vdb_vectors v;
        const waft_result result = waft_vdb_read_vectors(path, NULL, NULL, &v, NULL);
        CHECK(result == WAFT_ERR_PARSE || (!cut && result == WAFT_OK));
        waft_vdb_vectors_free(NULL, &v);
    }
    waft_text_free(NULL, bytes);
    scratch_remove(&folder);
}

static void test_memory(void) {
    scratch folder = scratch_make();
    fill();
    write_file(scratch_file(&folder, "a.vdb"), false, false, false);
    bool done = false;
    for (long fail_at = 1; !done && fail_at < 100; ++fail_at) {
        counting memory = {.fail_at = fail_at};
        const waft_allocator allocator = counting_hook(&memory);
        waft_vdb_vectors v;
        const waft_result result = waft_vdb_read_vectors(folder.name, NULL, &allocator, &v, NULL);
        done = memory.calls < fail_at;
        CHECK(result == (done ? WAFT_OK : WAFT_ERR_NO_MEMORY));
        waft_vdb_vectors_free(&allocator, &v);
        CHECK(memory.live == 0);
    }
    CHECK(done);
    scratch_remove(&folder);
}

static const test_case cases[] = {
    {"round trip", test_round_trip},
    {"damage", test_damage},
    {"memory", test_memory},
};

TEST_MAIN(cases)
