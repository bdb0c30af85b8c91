// SPDX-License-Identifier: MIT
// Files are read back by a small reader of their own; ./dev clients has VTK's word on them.
#include "hooks.h"
#include "inflate_fixture.h"

#include <stdlib.h>

enum { NX = 70, NY = 50, NZ = 30, ROW = 75, CELLS = NX * NY * NZ, SAMPLES = ROW * NY * NZ };

static float scalar[SAMPLES];
static float vector[3][SAMPLES];

static waft_field view(const float* data) {
    return (waft_field){data, {NX, NY, NZ}, {1, ROW, (ptrdiff_t)ROW * NY}, {1.5f, 0.25f, -2.0f},
        {1.0f, 0.5f, 2.0f}};
}

static void fill(void) {
    for (size_t n = 0; n < SAMPLES; ++n) {
        scalar[n] = (float)(n % 1000) * 0.25f;
        for (size_t c = 0; c < 3; ++c) {
            vector[c][n] = (float)(n % (7 + c)) - 2.0f;
        }
    }
}

// The array at an offset of the appended data, as it is unpacked.
static float* load_array(const char* data, size_t size, size_t offset, bool zip, size_t count) {
    float* values = calloc(count, sizeof(float));
    unsigned char* out = (unsigned char*)values;
    walk w = {.bytes = (const unsigned char*)data, .size = size, .at = offset};
    const uint64_t first = walk_u64(&w);
    if (!zip) {
        CHECK(first == count * sizeof(float));
        memcpy(out, data + w.at, count * sizeof(float));
        return values;
    }
    const uint64_t block = walk_u64(&w);
    const uint64_t last = walk_u64(&w);
    walk sizes = w;
    (void)walk_bytes(&w, (size_t)first * 8);
    CHECK((first - 1) * block + last == count * sizeof(float));
    for (uint64_t i = 0; i < first; ++i) {
        const size_t packed = (size_t)walk_u64(&sizes);
        const size_t wanted = (size_t)(i + 1 < first ? block : last);
        CHECK(packed <= w.size - w.at);
        CHECK(unpack(w.bytes + w.at, packed, out + i * block, wanted));
        w.at += packed;
    }
    return values;
}

static size_t offset_of(const char* xml, const char* name) {
    char start[64];
    (void)snprintf(start, sizeof(start), "Name=\"%s\"", name);
    const char* entry = strstr(xml, start);
    const char* offset = entry != NULL ? strstr(entry, "offset=\"") : NULL;
    return CHECK(offset != NULL) ? (size_t)strtoull(offset + 8, NULL, 10) : 0;
}

static void check_arrays(const char* bytes, size_t size, bool zip) {
    const char* start = strstr(bytes, "<AppendedData encoding=\"raw\">\n_");
    if (!CHECK(start != NULL)) {
        return;
    }
    start = strchr(start, '_') + 1;
    const size_t left = size - (size_t)(start - bytes);
    float* a = load_array(start, left, offset_of(bytes, "smoke &amp; dust"), zip, CELLS);
    float* v = load_array(start, left, offset_of(bytes, "velocity"), zip, (size_t)3 * CELLS);
    size_t cell = 0;
    bool same = true;
    for (int k = 0; k < NZ; ++k) {
        for (int j = 0; j < NY; ++j) {
            for (int i = 0; i < NX; ++i, ++cell) {
                const size_t n = (size_t)i + (size_t)ROW * ((size_t)j + (size_t)NY * (size_t)k);
                same = same && a[cell] == scalar[n];
                for (size_t c = 0; c < 3; ++c) {
                    same = same && v[3 * cell + c] == vector[c][n];
                }
            }
        }
    }
    CHECK(same);
    free(a);
    free(v);
}

static waft_vti_def small_def(const waft_cells arrays[2], bool uncompressed) {
    return (waft_vti_def){
        .arrays = arrays, .array_count = 2, .time = 1.25, .uncompressed = uncompressed};
}

static void values_come_back(void) {
    scratch s = scratch_make();
    fill();
    const waft_cells arrays[2] = {{"smoke & dust", 1, {view(scalar)}},
        {"velocity", 3, {view(vector[0]), view(vector[1]), view(vector[2])}}};
    for (int raw = 0; raw < 2; ++raw) {
        const waft_vti_def def = small_def(arrays, raw != 0);
        const bool zip = raw == 0 && waft_has("zlib");
        CHECK(waft_vti_write(scratch_file(&s, "a.vti"), &def, NULL) == WAFT_OK);
        size_t size = 0;
        char* bytes = scratch_read(scratch_file(&s, "a.vti"), &size);
        CHECK(strstr(bytes, "<ImageData WholeExtent=\"0 70 0 50 0 30\" Origin=\"1 0 -3\" "
                            "Spacing=\"1 0.5 2\">") != NULL);
        CHECK((strstr(bytes, "vtkZLibDataCompressor") != NULL) == zip);
        CHECK(strstr(bytes, "Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">1.25<") !=
              NULL);
        check_arrays(bytes, size, zip);
        static const char end[] = "\n</AppendedData>\n</VTKFile>\n";
        CHECK(strcmp(bytes + size - (sizeof(end) - 1), end) == 0);
        waft_text_free(NULL, bytes);
    }
    scratch_remove(&s);
}

static void memory_may_run_out(void) {
    scratch s = scratch_make();
    const waft_cells arrays[2] = {{"a", 1, {view(scalar)}}, {"b", 1, {view(scalar)}}};
    waft_vti_def def = small_def(arrays, false);
    waft_result result = WAFT_ERR_NO_MEMORY;
    for (long fail_at = 1; fail_at < 100 && result == WAFT_ERR_NO_MEMORY; ++fail_at) {
        counting count = {.fail_at = fail_at};
        def.allocator = counting_hook(&count);
        result = waft_vti_write(scratch_file(&s, "a.vti"), &def, NULL);
        CHECK(count.live == 0);
        CHECK(scratch_entry_count(s.path) == (result == WAFT_OK ? 1 : 0));
    }
    CHECK(result == WAFT_OK);
    scratch_remove(&s);
}

static bool refuses(const waft_vti_def* def, const char* because) {
    waft_error error = {.sentence = ""};
    return waft_vti_write("no.vti", def, &error) == WAFT_ERR_ARGUMENT &&
           strstr(error.sentence, because) != NULL;
}

static void refusals(void) {
    waft_cells arrays[2] = {{"a", 1, {view(scalar)}}, {"a", 1, {view(scalar)}}};
    waft_vti_def def = small_def(arrays, true);
    CHECK(refuses(NULL, "NULL"));
    CHECK(waft_vti_write(NULL, &def, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(refuses(&def, "two grids are called a"));
    arrays[1].name = "b";
    arrays[1].component[0].size[2] = 3;
    CHECK(refuses(&def, "b has 70 x 50 x 3 cells"));
    def.array_count = 65;
    CHECK(refuses(&def, "65 arrays"));
    def.array_count = 1;
    def.time = INFINITY;
    CHECK(refuses(&def, "time"));
    def.time = 0.0;
    CHECK(waft_vti_write("no/such/folder/a.vti", &def, NULL) == WAFT_ERR_IO);
}

static const test_case cases[] = {
    {"values_come_back", values_come_back},
    {"memory_may_run_out", memory_may_run_out},
    {"refusals", refusals},
};

TEST_MAIN(cases)
