// SPDX-License-Identifier: MIT
#include "base/hash.h"
#include "hooks.h"
#include "io/grid_cache.h"
#include "io/little_endian.h"
#include "port/port.h"
#include "scratch.h"

#include <stdlib.h>

enum { NX = 5, NY = 4, NZ = 3, ROW = 16, SAMPLES = ROW * (NY + 1) * (NZ + 1), FIELDS = 5 };

static float values[FIELDS][SAMPLES];

static waft_grid_cache_field field_of(int index, const char* name, waft_grid_place at, bool half) {
    waft_grid_cache_field field = {.place = at, .half = half};
    (void)snprintf(field.name, sizeof(field.name), "%s", name);
    const int32_t cells[3] = {NX, NY, NZ};
    for (int axis = 0; axis < 3; ++axis) {
        field.view.size[axis] = wafti_grid_cache_samples(cells, at, axis);
    }
    field.view.data = values[index];
    field.view.stride[0] = 1;
    field.view.stride[1] = ROW;
    field.view.stride[2] = (ptrdiff_t)ROW * (NY + 1);
    return field;
}

// Values with all their bits in use.
static void fill(waft_grid_cache_field fields[FIELDS]) {
    for (int f = 0; f < FIELDS; ++f) {
        for (int n = 0; n < SAMPLES; ++n) {
            values[f][n] = sinf((float)(n + 100 * f)) * 3.7f;
        }
    }
    fields[0] = field_of(0, "u", WAFT_GRID_FACES_X, false);
    fields[1] = field_of(1, "v", WAFT_GRID_FACES_Y, false);
    fields[2] = field_of(2, "w", WAFT_GRID_FACES_Z, false);
    fields[3] = field_of(3, "density", WAFT_GRID_CELLS, true);
    fields[4] = field_of(4, "obstacle", WAFT_GRID_CELLS, false);
}

static waft_grid_cache_def small_def(const waft_grid_cache_field* fields) {
    return (waft_grid_cache_def){.cells = {NX, NY, NZ},
        .spacing = 0.1,
        .origin = {1.0, 2.0, -3.0},
        .time = 1.0 / 3.0,
        .frame = -7,
        .step = UINT64_C(1) << 40,
        .identity = UINT64_C(0xFEDCBA9876543210),
        .fields = fields,
        .field_count = FIELDS};
}

static const char* write_small(scratch* s) {
    waft_grid_cache_field fields[FIELDS];
    fill(fields);
    const waft_grid_cache_def def = small_def(fields);
    waft_error error = {.sentence = ""};
    const char* path = scratch_file(s, "a.wgc");
    if (!CHECK(waft_grid_cache_write(path, &def, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
    return path;
}

static double divergence(const waft_field f[3], int i, int j, int k) {
    return ((double)waft_field_at(&f[0], i + 1, j, k) - (double)waft_field_at(&f[0], i, j, k)) +
           ((double)waft_field_at(&f[1], i, j + 1, k) - (double)waft_field_at(&f[1], i, j, k)) +
           ((double)waft_field_at(&f[2], i, j, k + 1) - (double)waft_field_at(&f[2], i, j, k));
}

static void check_header(const waft_grid_cache_def* header) {
    CHECK(header->cells[0] == NX && header->cells[1] == NY && header->cells[2] == NZ);
    CHECK(header->spacing == 0.1 && header->origin[2] == -3.0 && header->time == 1.0 / 3.0);
    CHECK(header->frame == -7 && header->step == UINT64_C(1) << 40);
    CHECK(header->identity == UINT64_C(0xFEDCBA9876543210));
    CHECK(header->field_count == FIELDS);
    CHECK_TEXT(header->fields[3].name, "density");
    CHECK(header->fields[3].half && !header->fields[4].half);
    CHECK(header->fields[1].place == WAFT_GRID_FACES_Y);
    CHECK(header->fields[1].view.size[1] == NY + 1 && header->fields[1].view.data == NULL);
}

static bool same_bits(const waft_field* a, const waft_field* b) {
    for (int k = 0; k < a->size[2]; ++k) {
        for (int j = 0; j < a->size[1]; ++j) {
            for (int i = 0; i < a->size[0]; ++i) {
                const float x = waft_field_at(a, i, j, k);
                const float y = waft_field_at(b, i, j, k);
                // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
                if (memcmp(&x, &y, sizeof(x)) != 0) {
                    return false;
                }
            }
        }
    }
    return true;
}

static void bits_come_back(void) {
    scratch s = scratch_make();
    waft_grid_cache* cache = NULL;
    CHECK(waft_grid_cache_open(write_small(&s), NULL, &cache, NULL) == WAFT_OK);
    waft_grid_cache_field fields[FIELDS];
    fill(fields);
    check_header(waft_grid_cache_header(cache));
    CHECK(waft_grid_cache_find(cache, "w") == 2);
    CHECK(waft_grid_cache_find(cache, "W") == -1);
    waft_field loaded[FIELDS];
    for (int f = 0; f < FIELDS; ++f) {
        CHECK(waft_grid_cache_load(cache, f, &loaded[f], NULL) == WAFT_OK);
        CHECK(same_bits(&loaded[f], &fields[f].view) == !fields[f].half);
    }
    const waft_field faces[3] = {fields[0].view, fields[1].view, fields[2].view};
    CHECK(divergence(loaded, 2, 1, 2) == divergence(faces, 2, 1, 2));
    CHECK_NEAR(loaded[0].origin.x, 1.0, 0.0);
    CHECK_NEAR(loaded[0].origin.y, 2.05, 1e-6);
    CHECK_NEAR(loaded[3].origin.x, 1.05, 1e-6);
    CHECK_NEAR(loaded[3].spacing.z, 0.1, 1e-8);
    CHECK_NEAR(waft_field_at(&loaded[3], 4, 3, 2), waft_field_at(&fields[3].view, 4, 3, 2), 2e-3);
    waft_field again;
    CHECK(waft_grid_cache_load(cache, 0, &again, NULL) == WAFT_OK);
    CHECK(again.data == loaded[0].data);
    waft_grid_cache_close(cache);
    scratch_remove(&s);
}

static void rows_of_the_caller(void) {
    scratch s = scratch_make();
    waft_grid_cache* cache = NULL;
    CHECK(waft_grid_cache_open(write_small(&s), NULL, &cache, NULL) == WAFT_OK);
    waft_grid_cache_field fields[FIELDS];
    fill(fields);
    static float room[20 * (NY + 2) * (NZ + 1)];
    for (size_t i = 0; i < sizeof(room) / sizeof(room[0]); ++i) {
        room[i] = -99.0f;
    }
    const ptrdiff_t stride[3] = {1, 20, (ptrdiff_t)20 * (NY + 2)};
    CHECK(waft_grid_cache_read(cache, 0, room, stride, NULL) == WAFT_OK);
    waft_field back = fields[0].view;
    back.data = room;
    memcpy(back.stride, stride, sizeof(stride));
    CHECK(same_bits(&back, &fields[0].view));
    CHECK_NEAR(room[NX + 1], -99.0, 0.0); // padding is the caller's
    const ptrdiff_t narrow[3] = {1, NX, (ptrdiff_t)NX * NY};
    CHECK(waft_grid_cache_read(cache, 0, room, narrow, NULL) == WAFT_ERR_ARGUMENT);
    const ptrdiff_t flat[3] = {1, 20, 20};
    CHECK(waft_grid_cache_read(cache, 0, room, flat, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_grid_cache_read(cache, 0, NULL, stride, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_grid_cache_read(cache, FIELDS, room, stride, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_grid_cache_read(cache, -1, room, stride, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_grid_cache_load(cache, 0, NULL, NULL) == WAFT_ERR_ARGUMENT);
    waft_grid_cache_close(cache);
    scratch_remove(&s);
}

// Opens and reads all of it.
static waft_result read_all(const char* path, waft_error* error) {
    waft_grid_cache* cache = NULL;
    waft_result result = waft_grid_cache_open(path, NULL, &cache, error);
    for (int f = 0; result == WAFT_OK && f < FIELDS; ++f) {
        waft_field field;
        result = waft_grid_cache_load(cache, f, &field, error);
    }
    waft_grid_cache_close(cache);
    return result;
}

static void put_bytes(const char* path, const char* bytes, size_t size) {
    FILE* file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(bytes, 1, size, file) == size);
    CHECK(fclose(file) == 0);
}

static void every_cut_is_refused(void) {
    scratch s = scratch_make();
    size_t size = 0;
    char* bytes = scratch_read(write_small(&s), &size);
    const char* path = scratch_file(&s, "cut.wgc");
    for (size_t cut = 0; cut < size; ++cut) {
        waft_error error = {.sentence = ""};
        put_bytes(path, bytes, cut);
        CHECK(read_all(path, &error) == WAFT_ERR_PARSE);
        CHECK(strstr(error.sentence, "cut.wgc: ") != NULL);
    }
    char* longer = calloc(1, size + 1);
    memcpy(longer, bytes, size);
    put_bytes(path, longer, size + 1);
    CHECK(read_all(path, NULL) == WAFT_ERR_PARSE);
    free(longer);
    put_bytes(path, bytes, size);
    CHECK(read_all(path, NULL) == WAFT_OK);
    waft_text_free(NULL, bytes);
    scratch_remove(&s);
}

static void every_flip_is_refused(void) {
    scratch s = scratch_make();
    size_t size = 0;
    char* bytes = scratch_read(write_small(&s), &size);
    const char* path = scratch_file(&s, "flip.wgc");
    for (size_t at = 0; at < size; ++at) {
        const char before = bytes[at];
        bytes[at] = (char)(before ^ (1 << at % 8));
        waft_error error = {.sentence = ""};
        put_bytes(path, bytes, size);
        CHECK(read_all(path, &error) == WAFT_ERR_PARSE);
        CHECK(strstr(error.sentence, "flip.wgc: ") != NULL);
        bytes[at] = before;
    }
    waft_text_free(NULL, bytes);
    scratch_remove(&s);
}

// Headers that lie, with a checksum that is right.
static void lies_are_refused(void) {
    static const struct {
        size_t at;
        uint32_t value;
        const char* because;
    } lies[] = {
        {8, 2, "has format 2, this waft reads format 1"},
        {12, 1, "header is damaged"},
        {16, 0, "0 cells along x"},
        {20, 5000, "5000 cells along y"},
        {24, 4, "contradicts itself"},
        {28, 1, "contradicts itself"},
        {44, 0x7FF80000, "not finite"},
        {96, 0, "0 fields"},
        {96, 1000, "1000 fields"},
        {104, 0x20202020, "name of field 0"},
        {104 + 32, 9, "has place 9"},
        {104 + 36, 64, "64 bits a value"},
        {104 + 40, 64, "contradicts itself"},
    };
    scratch s = scratch_make();
    size_t size = 0;
    char* bytes = scratch_read(write_small(&s), &size);
    const char* path = scratch_file(&s, "lie.wgc");
    const size_t head = WAFTI_GRID_CACHE_HEAD + FIELDS * WAFTI_GRID_CACHE_ENTRY;
    for (size_t i = 0; i < sizeof(lies) / sizeof(lies[0]); ++i) {
        unsigned char before[WAFTI_GRID_CACHE_LARGEST_HEAD + WAFTI_GRID_CACHE_CRC];
        unsigned char* start = (unsigned char*)bytes;
        memcpy(before, start, head + 4);
        wafti_put_u32(start + lies[i].at, lies[i].value);
        wafti_put_u32(start + head, wafti_crc32(0, start, head));
        put_bytes(path, bytes, size);
        waft_error error = {.sentence = ""};
        CHECK(read_all(path, &error) == WAFT_ERR_PARSE);
        if (!CHECK(strstr(error.sentence, lies[i].because) != NULL)) {
            (void)fprintf(stderr, "  %s\n", error.sentence);
        }
        memcpy(start, before, head + 4);
    }
    waft_text_free(NULL, bytes);
    scratch_remove(&s);
}

static void memory_may_run_out(void) {
    scratch s = scratch_make();
    const char* path = write_small(&s);
    waft_result result = WAFT_ERR_NO_MEMORY;
    for (long fail_at = 1; fail_at < 100 && result == WAFT_ERR_NO_MEMORY; ++fail_at) {
        counting count = {.fail_at = fail_at};
        const waft_allocator allocator = counting_hook(&count);
        waft_grid_cache* cache = NULL;
        result = waft_grid_cache_open(path, &allocator, &cache, NULL);
        CHECK((cache != NULL) == (result == WAFT_OK));
        waft_field field;
        if (result == WAFT_OK) {
            result = waft_grid_cache_load(cache, 1, &field, NULL);
        }
        waft_grid_cache_close(cache);
        CHECK(count.live == 0);
    }
    CHECK(result == WAFT_OK);
    scratch_remove(&s);
}

static bool refuses(const waft_grid_cache_def* def, const char* because) {
    waft_error error = {.sentence = ""};
    return waft_grid_cache_write("no.wgc", def, &error) == WAFT_ERR_ARGUMENT &&
           strstr(error.sentence, because) != NULL;
}

static void writer_refusals(void) {
    waft_grid_cache_field fields[FIELDS];
    fill(fields);
    waft_grid_cache_def def = small_def(fields);
    CHECK(refuses(NULL, "NULL"));
    def.spacing = 0.0;
    CHECK(refuses(&def, "not above 0"));
    def.spacing = 1.0;
    def.field_count = 0;
    CHECK(refuses(&def, "0 fields"));
    def.field_count = FIELDS;
    (void)snprintf(fields[1].name, sizeof(fields[1].name), "u");
    CHECK(refuses(&def, "comes twice"));
    (void)snprintf(fields[1].name, sizeof(fields[1].name), "v v");
    CHECK(refuses(&def, "not letters"));
    memset(fields[1].name, 'v', sizeof(fields[1].name));
    CHECK(refuses(&def, "not letters"));
    fill(fields);
    fields[0].view.size[0] = NX;
    CHECK(refuses(&def, "field u has 5 samples along x, but the grid has 6"));
    fields[0].view.data = NULL;
    CHECK(refuses(&def, "no data"));
    fill(fields);
    CHECK(waft_grid_cache_write("no/such/folder/a.wgc", &def, NULL) == WAFT_ERR_IO);
}

static void what_is_no_file(void) {
    waft_grid_cache* cache = NULL;
    waft_error error;
    CHECK(waft_grid_cache_open("no such file", NULL, &cache, &error) == WAFT_ERR_IO);
    CHECK(waft_grid_cache_open(".", NULL, &cache, &error) == WAFT_ERR_IO);
    CHECK(waft_grid_cache_open(NULL, NULL, &cache, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_grid_cache_open("a", NULL, NULL, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_grid_cache_header(NULL) == NULL);
    CHECK(waft_grid_cache_find(NULL, "u") == -1);
    waft_grid_cache_close(NULL);
}

static uint64_t digest_of(waft_grid_cache* cache) {
    uint64_t digest = WAFTI_HASH_START;
    CHECK(wafti_grid_cache_digest(cache, &digest, NULL) == WAFT_OK);
    return digest;
}

// One reader for many files: no memory but its own, and each content its own digest.
static void one_reader_for_many_files(void) {
    scratch s = scratch_make();
    counting count = {0};
    const waft_allocator allocator = counting_hook(&count);
    waft_grid_cache* cache = NULL;
    waft_error error = {.sentence = ""};
    char first[600];
    (void)snprintf(first, sizeof(first), "%s", write_small(&s));
    waft_grid_cache_field fields[FIELDS];
    fill(fields);
    values[1][3] += 1e-3f;
    const waft_grid_cache_def def = small_def(fields);
    const char* second = scratch_file(&s, "b.wgc");
    CHECK(waft_grid_cache_write(second, &def, &error) == WAFT_OK);
    CHECK(wafti_grid_cache_make(&allocator, sizeof(first), &cache, &error) == WAFT_OK);
    const long before = count.calls;
    static float room[SAMPLES];
    const ptrdiff_t stride[3] = {1, ROW, (ptrdiff_t)ROW * (NY + 1)};
    uint64_t digests[3];
    for (int n = 0; n < 3; ++n) {
        CHECK(wafti_grid_cache_turn_to(cache, n == 1 ? second : first, &error) == WAFT_OK);
        check_header(waft_grid_cache_header(cache));
        digests[n] = digest_of(cache);
        CHECK(waft_grid_cache_read(cache, 1, room, stride, &error) == WAFT_OK);
        CHECK((room[3] == values[1][3]) == (n == 1));
    }
    CHECK(digests[0] == digests[2] && digests[0] != digests[1]);
    CHECK(wafti_grid_cache_turn_to(cache, scratch_file(&s, "none.wgc"), &error) == WAFT_ERR_IO);
    CHECK(waft_grid_cache_find(cache, "u") == -1);
    wafti_port_announce(first);
    wafti_port_announce(scratch_file(&s, "none.wgc"));
    CHECK(count.calls == before);
    waft_grid_cache_close(cache);
    CHECK(count.live == 0);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"one_reader_for_many_files", one_reader_for_many_files},
    {"bits_come_back", bits_come_back},
    {"rows_of_the_caller", rows_of_the_caller},
    {"every_cut_is_refused", every_cut_is_refused},
    {"every_flip_is_refused", every_flip_is_refused},
    {"lies_are_refused", lies_are_refused},
    {"memory_may_run_out", memory_may_run_out},
    {"writer_refusals", writer_refusals},
    {"what_is_no_file", what_is_no_file},
};

TEST_MAIN(cases)
