// SPDX-License-Identifier: MIT
// Files are read back by a small reader of their own; ./dev clients has OpenVDB's word on them.
#include "export/vdb_mask.h"
#include "hooks.h"
#include "inflate_fixture.h"
#include "math/half.h"

#include <stdlib.h>

enum { NX = 21, NY = 10, NZ = 17, ROW = 24, CELLS = NX * NY * NZ, MOST_GRIDS = 4 };

static float density[ROW * NY * NZ];
static float solid[ROW * NY * NZ];
static float ramp[3][ROW * NY * NZ];

static size_t place(int i, int j, int k) {
    return (size_t)i + (size_t)ROW * ((size_t)j + (size_t)NY * (size_t)k);
}

static size_t cell_at(int i, int j, int k) {
    return (size_t)i + (size_t)NX * ((size_t)j + (size_t)NY * (size_t)k);
}

static waft_field view(const float* data) {
    return (waft_field){data, {NX, NY, NZ}, {1, ROW, (ptrdiff_t)ROW * NY}, {1.25f, 0.25f, -3.75f},
        {0.5f, 0.5f, 0.5f}};
}

static void fill(void) {
    for (int k = 0; k < NZ; ++k) {
        for (int j = 0; j < NY; ++j) {
            for (int i = 0; i < NX; ++i) {
                const size_t n = place(i, j, k);
                density[n] = i > 2 && j < 9 && (i + j + k) % 3 == 0 ? 0.1f + (float)i : 0.0f;
                solid[n] = i == 12 ? 1.0f : 0.25f;
                ramp[0][n] = (float)i * 0.3f;
                ramp[1][n] = -(float)j;
                ramp[2][n] = (float)k * 1000.0f;
            }
        }
    }
}

typedef struct loaded_grid {
    char name[32], type[32];
    bool half;
    int components;
    uint64_t active_count;
    int32_t low[3], high[3];
    double translation[3], scale;
    bool active[CELLS];
    float values[CELLS][3];
} loaded_grid;

typedef struct loaded {
    size_t grid_count;
    loaded_grid grids[MOST_GRIDS];
} loaded;

static void walk_string(walk* w, char* out, size_t capacity) {
    const size_t length = walk_u32(w);
    const unsigned char* text = walk_bytes(w, length);
    const size_t kept = length < capacity ? length : capacity - 1;
    memcpy(out, text, kept);
    out[kept] = '\0';
}

static void load_metadata(walk* w, loaded_grid* g) {
    const uint32_t count = walk_u32(w);
    for (uint32_t i = 0; i < count; ++i) {
        char key[32];
        char type[32];
        walk_string(w, key, sizeof(key));
        walk_string(w, type, sizeof(type));
        const uint32_t size = walk_u32(w);
        const unsigned char* value = walk_bytes(w, size);
        if (strcmp(key, "file_voxel_count") == 0) {
            g->active_count = wafti_get_u64(value);
        } else if (strcmp(key, "file_bbox_min") == 0 || strcmp(key, "file_bbox_max") == 0) {
            for (size_t axis = 0; axis < 3; ++axis) {
                (key[11] == 'i' ? g->low : g->high)[axis] =
                    (int32_t)wafti_get_u32(value + 4 * axis);
            }
        } else if (strcmp(key, "name") == 0) {
            CHECK(size == strlen(g->name) && memcmp(value, g->name, size) == 0);
        } else if (strcmp(key, "is_saved_as_half_float") == 0) {
            CHECK(value[0] == (g->half ? 1 : 0));
        }
    }
}

static void load_transform(walk* w, loaded_grid* g) {
    char kind[32];
    walk_string(w, kind, sizeof(kind));
    CHECK_TEXT(kind, "UniformScaleTranslateMap");
    for (int axis = 0; axis < 3; ++axis) {
        g->translation[axis] = walk_double(w);
    }
    g->scale = walk_double(w);
    (void)walk_bytes(w, 14 * sizeof(double));
}

static bool mask_bit(const unsigned char* mask, size_t index) {
    return (mask[index / 8] >> (index % 8) & 1) != 0;
}

static void load_empty_run(walk* w, const loaded_grid* g, bool zip) {
    CHECK(walk_bytes(w, 1)[0] == 0);
    if (zip && !g->half) {
        CHECK(walk_u64(w) == 0);
    }
}

// The values of one leaf, of which `count` are active.
static void load_run(walk* w, const loaded_grid* g, bool zip, size_t count, unsigned char* out) {
    const size_t size = count * (size_t)g->components * (g->half ? 2 : 4);
    CHECK(walk_bytes(w, 1)[0] == 0);
    const int64_t length = zip ? (int64_t)walk_u64(w) : -(int64_t)size;
    if (length < 0) {
        CHECK((size_t)-length == size);
        memcpy(out, walk_bytes(w, size), size);
    } else {
        CHECK((size_t)length < size);
        CHECK(unpack(walk_bytes(w, (size_t)length), (size_t)length, out, size));
    }
}

static void load_leaf(walk* w, loaded_grid* g, bool zip, const int32_t corner[3]) {
    static unsigned char bytes[512 * 12];
    const unsigned char* mask = walk_bytes(w, 64);
    size_t count = 0;
    for (size_t n = 0; n < 512; ++n) {
        count += mask_bit(mask, n) ? 1 : 0;
    }
    CHECK(count > 0);
    load_run(w, g, zip, count, bytes);
    size_t at = 0;
    for (size_t n = 0; n < 512; ++n) {
        const int32_t i = corner[0] + (int32_t)(n >> 6);
        const int32_t j = corner[1] + (int32_t)(n >> 3 & 7);
        const int32_t k = corner[2] + (int32_t)(n & 7);
        if (!mask_bit(mask, n) || !CHECK(i < NX && j < NY && k < NZ)) {
            continue;
        }
        const size_t cell = cell_at(i, j, k);
        g->active[cell] = true;
        for (int c = 0; c < g->components; ++c, at += g->half ? 2 : 4) {
            g->values[cell][c] = g->half ? wafti_half_to_float(wafti_get_u16(bytes + at))
                                         : wafti_get_float(bytes + at);
        }
    }
}

// One lower node holds all: the grid has fewer than 128 cells along an axis.
static void load_tree(walk* w, loaded_grid* g, bool zip, uint64_t values_at) {
    CHECK(walk_u32(w) == 1);
    for (int c = 0; c < g->components; ++c) {
        CHECK(walk_u32(w) == 0);
    }
    CHECK(walk_u32(w) == 0);
    const uint32_t children = walk_u32(w);
    if (children == 0) {
        CHECK(w->at == values_at);
        return;
    }
    CHECK(children == 1);
    (void)walk_bytes(w, 12);
    CHECK(walk_bytes(w, 4096)[0] == 1);
    (void)walk_bytes(w, 4096);
    load_empty_run(w, g, zip);
    const unsigned char* leaves = walk_bytes(w, 512);
    (void)walk_bytes(w, 512);
    load_empty_run(w, g, zip);
    for (size_t n = 0; n < 4096; ++n) {
        (void)walk_bytes(w, mask_bit(leaves, n) ? 64 : 0);
    }
    CHECK(w->at == values_at);
    for (size_t n = 0; n < 4096; ++n) {
        if (mask_bit(leaves, n)) {
            const int32_t corner[3] = {
                (int32_t)(n >> 8) * 8, (int32_t)(n >> 4 & 15) * 8, (int32_t)(n & 15) * 8};
            load_leaf(w, g, zip, corner);
        }
    }
}

static void load_grid(walk* w, loaded_grid* g) {
    walk_string(w, g->name, sizeof(g->name));
    walk_string(w, g->type, sizeof(g->type));
    CHECK(walk_u32(w) == 0);
    g->half = strstr(g->type, "_HalfFloat") != NULL;
    g->components = strncmp(g->type, "Tree_vec3s_5_4_3", 16) == 0 ? 3 : 1;
    const uint64_t grid_at = walk_u64(w);
    const uint64_t values_at = walk_u64(w);
    const uint64_t end_at = walk_u64(w);
    CHECK(grid_at == w->at);
    const uint32_t flags = walk_u32(w);
    CHECK(flags == 2 || flags == 3);
    load_metadata(w, g);
    load_transform(w, g);
    load_tree(w, g, flags == 3, values_at);
    CHECK(w->at == end_at);
}

static loaded* load(const char* path) {
    size_t size = 0;
    char* bytes = scratch_read(path, &size);
    loaded* file = calloc(1, sizeof(*file));
    walk w = {.bytes = (unsigned char*)bytes, .size = size};
    if (CHECK(file != NULL)) {
        CHECK(walk_u64(&w) == 0x56444220);
        CHECK(walk_u32(&w) == 224);
        (void)walk_bytes(&w, 4 + 4 + 1 + 36);
        CHECK(walk_u32(&w) == 0);
        file->grid_count = walk_u32(&w);
        CHECK(file->grid_count <= MOST_GRIDS);
        for (size_t i = 0; i < file->grid_count && i < MOST_GRIDS; ++i) {
            load_grid(&w, &file->grids[i]);
        }
        CHECK(!w.failed && w.at == w.size);
    }
    waft_text_free(NULL, bytes);
    return file;
}

static bool want_active(const waft_vdb_def* def, bool everywhere, size_t n) {
    const bool is_solid = def->obstacle != NULL && solid[n] > def->solid_above;
    const bool is_smoke = def->activity == NULL || density[n] > def->active_above;
    return (everywhere || is_smoke) && !is_solid;
}

static void compare(const loaded_grid* g, const waft_vdb_def* def, const waft_vdb_grid* want) {
    const double tolerance = want->half ? 1.0 / 2048.0 : 0.0;
    uint64_t count = 0;
    CHECK_TEXT(g->name, want->cells.name);
    CHECK(g->half == want->half && g->components == want->cells.component_count);
    for (int k = 0; k < NZ; ++k) {
        for (int j = 0; j < NY; ++j) {
            for (int i = 0; i < NX; ++i) {
                const size_t cell = cell_at(i, j, k);
                const bool active = want_active(def, want->everywhere, place(i, j, k));
                count += active ? 1 : 0;
                if (g->active[cell] != active) {
                    CHECK(g->active[cell] == active);
                    return;
                }
                for (int c = 0; active && c < g->components; ++c) {
                    const double value = (double)waft_field_at(&want->cells.component[c], i, j, k);
                    CHECK_NEAR(g->values[cell][c], value, tolerance * fabs(value));
                }
            }
        }
    }
    CHECK(g->active_count == count);
    CHECK_NEAR(g->scale, 0.5, 0.0);
    CHECK_NEAR(g->translation[0], 1.25, 0.0);
    CHECK_NEAR(g->translation[1], 0.25, 0.0);
    CHECK_NEAR(g->translation[2], -3.75, 0.0);
}

static void values_come_back(void) {
    scratch s = scratch_make();
    fill();
    const waft_field smoke = view(density);
    const waft_field obstacle = view(solid);
    for (int kind = 0; kind < 8; ++kind) {
        const bool half = (kind & 1) != 0;
        const waft_vdb_grid grids[] = {
            {.cells = {"density", 1, {smoke}}, .half = half},
            {.cells = {"velocity", 3, {view(ramp[0]), view(ramp[1]), view(ramp[2])}},
                .half = half,
                .everywhere = true},
            {.cells = {"height", 1, {view(ramp[1])}}, .half = !half},
        };
        const waft_vdb_def def = {.grids = grids,
            .grid_count = 3,
            .activity = &smoke,
            .active_above = 4.0f,
            .obstacle = (kind & 4) != 0 ? &obstacle : NULL,
            .solid_above = 0.5f,
            .uncompressed = (kind & 2) != 0};
        CHECK(waft_vdb_write(scratch_file(&s, "a.vdb"), &def, NULL) == WAFT_OK);
        loaded* file = load(scratch_file(&s, "a.vdb"));
        CHECK(file->grid_count == 3);
        for (size_t i = 0; i < 3; ++i) {
            compare(&file->grids[i], &def, &grids[i]);
        }
        CHECK(file->grids[0].low[0] == 4 && file->grids[0].high[0] == NX - 1);
        CHECK(file->grids[0].high[1] == 8 && file->grids[0].high[2] == NZ - 1);
        free(file);
    }
    scratch_remove(&s);
}

static void solid_bytes_count_as_well(void) {
    scratch s = scratch_make();
    fill();
    static uint8_t marks[NX * NY * NZ];
    memset(marks, 0, sizeof(marks));
    marks[cell_at(5, 3, 2)] = 7;
    const waft_vdb_grid grid = {.cells = {"density", 1, {view(density)}}};
    const waft_vdb_def def = {.grids = &grid,
        .grid_count = 1,
        .solid = marks,
        .solid_stride = {1, NX, (ptrdiff_t)NX * NY}};
    CHECK(waft_vdb_write(scratch_file(&s, "a.vdb"), &def, NULL) == WAFT_OK);
    loaded* file = load(scratch_file(&s, "a.vdb"));
    CHECK(file->grids[0].active_count == CELLS - 1);
    CHECK(!file->grids[0].active[cell_at(5, 3, 2)]);
    free(file);
    scratch_remove(&s);
}

static void nothing_active_is_a_file_too(void) {
    scratch s = scratch_make();
    fill();
    const waft_field smoke = view(density);
    const waft_vdb_grid grids[] = {{.cells = {"density", 1, {smoke}}},
        {.cells = {"velocity", 3, {smoke, smoke, smoke}}, .half = true}};
    const waft_vdb_def def = {
        .grids = grids, .grid_count = 2, .activity = &smoke, .active_above = 1e6f};
    CHECK(waft_vdb_write(scratch_file(&s, "a.vdb"), &def, NULL) == WAFT_OK);
    loaded* file = load(scratch_file(&s, "a.vdb"));
    CHECK(file->grid_count == 2);
    CHECK(file->grids[0].active_count == 0 && file->grids[0].high[0] == 0);
    free(file);
    scratch_remove(&s);
}

// A NaN of the activity is no smoke; values that are not finite become the nearest that are.
static void values_are_finite(void) {
    scratch s = scratch_make();
    fill();
    for (int half = 0; half < 2; ++half) {
        density[place(3, 0, 0)] = NAN;
        ramp[0][place(6, 0, 0)] = NAN;
        ramp[0][place(9, 0, 0)] = INFINITY;
        ramp[0][place(15, 0, 0)] = -INFINITY;
        const waft_field smoke = view(density);
        const waft_vdb_grid grid = {.cells = {"a", 1, {view(ramp[0])}}, .half = half != 0};
        const waft_vdb_def def = {.grids = &grid, .grid_count = 1, .activity = &smoke};
        CHECK(waft_vdb_write(scratch_file(&s, "a.vdb"), &def, NULL) == WAFT_OK);
        loaded* file = load(scratch_file(&s, "a.vdb"));
        const double most = half != 0 ? 65504.0 : 0x1.fffffep127;
        CHECK(!file->grids[0].active[3]);
        CHECK(file->grids[0].active[6]);
        CHECK_NEAR(file->grids[0].values[6][0], 0.0, 0.0);
        CHECK_NEAR(file->grids[0].values[9][0], most, 0.0);
        CHECK_NEAR(file->grids[0].values[15][0], -most, 0.0);
        free(file);
    }
    scratch_remove(&s);
}

static void equal_fields_give_equal_bytes(void) {
    scratch s = scratch_make();
    fill();
    const waft_field smoke = view(density);
    const waft_vdb_grid grid = {.cells = {"density", 1, {smoke}}};
    const waft_vdb_def def = {.grids = &grid, .grid_count = 1, .activity = &smoke};
    CHECK(waft_vdb_write(scratch_file(&s, "a.vdb"), &def, NULL) == WAFT_OK);
    CHECK(waft_vdb_write(scratch_file(&s, "b.vdb"), &def, NULL) == WAFT_OK);
    size_t sizes[2];
    char* a = scratch_read(scratch_file(&s, "a.vdb"), &sizes[0]);
    char* b = scratch_read(scratch_file(&s, "b.vdb"), &sizes[1]);
    CHECK(sizes[0] == sizes[1] && memcmp(a, b, sizes[0]) == 0);
    waft_text_free(NULL, a);
    waft_text_free(NULL, b);
    scratch_remove(&s);
}

static void memory_may_run_out(void) {
    scratch s = scratch_make();
    fill();
    const waft_field smoke = view(density);
    const waft_vdb_grid grids[] = {
        {.cells = {"density", 1, {smoke}}}, {.cells = {"all", 1, {smoke}}, .everywhere = true}};
    waft_vdb_def def = {.grids = grids, .grid_count = 2, .activity = &smoke};
    waft_result result = WAFT_ERR_NO_MEMORY;
    for (long fail_at = 1; fail_at < 100 && result == WAFT_ERR_NO_MEMORY; ++fail_at) {
        counting count = {.fail_at = fail_at};
        def.allocator = counting_hook(&count);
        result = waft_vdb_write(scratch_file(&s, "a.vdb"), &def, NULL);
        CHECK(count.live == 0);
        CHECK(scratch_entry_count(s.path) == (result == WAFT_OK ? 1 : 0));
    }
    CHECK(result == WAFT_OK);
    scratch_remove(&s);
}

static bool refuses(const waft_vdb_def* def, const char* because) {
    waft_error error = {.sentence = ""};
    return waft_vdb_write("no.vdb", def, &error) == WAFT_ERR_ARGUMENT &&
           strstr(error.sentence, because) != NULL;
}

static void refusals(void) {
    waft_vdb_grid grids[2] = {
        {.cells = {"density", 1, {view(density)}}}, {.cells = {"density", 1, {view(ramp[0])}}}};
    waft_vdb_def def = {.grids = grids, .grid_count = 2};
    CHECK(refuses(NULL, "NULL"));
    CHECK(waft_vdb_write(NULL, &def, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(refuses(&def, "two grids are called density"));
    def.grid_count = 0;
    CHECK(refuses(&def, "0 grids, which must be 1 to 64"));
    def.grid_count = 1;
    grids[0].cells.component[0].spacing.y = 0.6f;
    CHECK(refuses(&def, "as high and deep as they are wide"));
    grids[0].cells.component[0] = view(density);
    waft_field other = view(density);
    other.size[0] = NX - 1;
    def.activity = &other;
    CHECK(refuses(&def, "the field of active cells has 20 x 10 x 17 cells"));
    def.activity = NULL;
    def.obstacle = &other;
    CHECK(refuses(&def, "the obstacles' fraction has 20 x 10 x 17 cells"));
    def.obstacle = NULL;
    def.active_above = NAN;
    CHECK(refuses(&def, "not finite"));
    def.active_above = 0.0f;
    waft_error error;
    CHECK(waft_vdb_write("no/such/folder/a.vdb", &def, &error) == WAFT_ERR_IO);
}

// One row of cells may have any height and depth: a plane or a line is a grid as well.
static void a_plane_is_a_grid(void) {
    scratch s = scratch_make();
    waft_vdb_grid grid = {.cells = {"density", 1, {view(density)}}};
    grid.cells.component[0].size[2] = 1;
    grid.cells.component[0].spacing.z = 3.0f;
    const waft_vdb_def def = {.grids = &grid, .grid_count = 1};
    CHECK(waft_vdb_write(scratch_file(&s, "a.vdb"), &def, NULL) == WAFT_OK);
    loaded* file = load(scratch_file(&s, "a.vdb"));
    CHECK(file->grids[0].active_count == (uint64_t)NX * NY);
    CHECK_NEAR(file->grids[0].scale, 0.5, 0.0);
    free(file);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"values_come_back", values_come_back},
    {"solid_bytes_count_as_well", solid_bytes_count_as_well},
    {"nothing_active_is_a_file_too", nothing_active_is_a_file_too},
    {"values_are_finite", values_are_finite},
    {"equal_fields_give_equal_bytes", equal_fields_give_equal_bytes},
    {"memory_may_run_out", memory_may_run_out},
    {"refusals", refusals},
    {"a_plane_is_a_grid", a_plane_is_a_grid},
};

TEST_MAIN(cases)
