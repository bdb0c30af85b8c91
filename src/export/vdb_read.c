// SPDX-License-Identifier: MIT
// Vectors of an OpenVDB file: a grid Tree_vec3s_5_4_3, whole or halves, plain or zipped, of versions 222 to 224. The layout is
// that of vdb.c and vdb_tree.c. Nothing is taken that the bytes do not hold.
#include "base/error.h"
#include "base/memory.h"
#include "export/file_check.h"
#include "export/vdb_mask.h"
#include "io/deflate.h"
#include "io/little_endian.h"

#include <waft/export.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAGIC UINT64_C(0x56444220)

enum {
    LEAF_VOXELS = WAFTI_VDB_LEAF_VOXELS,
    LEAF_MASK = WAFTI_VDB_LEAF_MASK,
    FLAG_ZIP = 1,
    FLAG_ACTIVE_MASK = 2,
    FLAG_BLOSC = 4,
    NAME = 128,
    CELLS_MOST = 4096,
    INDEX_MOST = 1 << 20,
    THINNEST = 8, // voxels of the box for each that a leaf has room for
    // How values of inactive voxels are kept.
    ONE_INACTIVE = 2,
    MASK_NO_INACTIVE = 3,
    MASK_ONE_INACTIVE = 4,
    MASK_TWO_INACTIVE = 5,
    ALL_VALUES = 6,
};

// A leaf with active voxels: its first one, and which are active.
typedef struct leaf {
    int32_t first[3];
    unsigned char mask[LEAF_MASK];
} leaf;

typedef struct reading {
    const unsigned char* bytes;
    size_t size, at;
    const char* problem; // NULL: none so far
    uint32_t version, flags;
    bool half;
    bool checking;     // runs are unzipped even if nobody wants them
    size_t components; // of a value
    double spacing;
    wafti_zlib inflater;
    waft_allocator allocator;
    leaf* leaves;
    size_t leaf_count, leaf_capacity;
    int32_t low[3], high[3]; // of active voxels
} reading;

static bool stop(reading* r, const char* problem) {
    r->problem = r->problem == NULL ? problem : r->problem;
    return false;
}

// The next bytes; NULL if there are not as many.
static const unsigned char* next(reading* r, uint64_t count) {
    if (r->problem != NULL || count > r->size - r->at) {
        (void)stop(r, "it is cut");
        return NULL;
    }
    const unsigned char* bytes = r->bytes + r->at;
    r->at += (size_t)count;
    return bytes;
}

static uint32_t next_u32(reading* r) {
    const unsigned char* bytes = next(r, 4);
    return bytes != NULL ? wafti_get_u32(bytes) : 0;
}

static uint64_t next_u64(reading* r) {
    const unsigned char* bytes = next(r, 8);
    return bytes != NULL ? wafti_get_u64(bytes) : 0;
}

static double next_double(reading* r) {
    const unsigned char* bytes = next(r, 8);
    return bytes != NULL ? wafti_get_double(bytes) : 0.0;
}

// A text, cut if it is longer than any we look for.
static void next_text(reading* r, char out[NAME]) {
    const uint32_t length = next_u32(r);
    const unsigned char* bytes = next(r, length);
    const size_t kept = length < NAME ? length : NAME - 1;
    out[0] = '\0';
    if (bytes != NULL) {
        memcpy(out, bytes, kept);
        out[kept] = '\0';
    }
}

// What a grid's own properties tell of it.
typedef struct grid_facts {
    char name[NAME];
    bool half;
    uint64_t voxels;         // that are active
    int32_t low[3], high[3]; // cells of the corners of what is active
} grid_facts;

static void read_metadata(reading* r, grid_facts* out_facts) {
    char key[NAME];
    char type[NAME];
    const uint32_t count = next_u32(r);
    for (uint32_t i = 0; i < count && r->problem == NULL; ++i) {
        next_text(r, key);
        next_text(r, type);
        const uint32_t size = next_u32(r);
        const unsigned char* value = next(r, size);
        int32_t* corner = strcmp(key, "file_bbox_min") == 0   ? out_facts->low
                          : strcmp(key, "file_bbox_max") == 0 ? out_facts->high
                                                              : NULL;
        for (size_t axis = 0; value != NULL && corner != NULL && size == 12 && axis < 3; ++axis) {
            corner[axis] = (int32_t)wafti_get_u32(value + 4 * axis);
        }
        if (value != NULL && strcmp(key, "file_voxel_count") == 0 && size == 8) {
            out_facts->voxels = wafti_get_u64(value);
        }
        if (value != NULL && strcmp(key, "is_saved_as_half_float") == 0 && size == 1) {
            out_facts->half = value[0] != 0;
        }
    }
}

static int count_bits(const unsigned char* mask, int byte_count) {
    int count = 0;
    for (int i = 0; i < byte_count; ++i) {
        count += __builtin_popcount(mask[i]);
    }
    return count;
}

// ---- the tree

// `count` values that are stored as one run, into `out` (NULL: passed over).
static bool read_run(reading* r, size_t count, float* out) {
    unsigned char unzipped[(size_t)LEAF_VOXELS * 3 * sizeof(float)];
    const size_t number = r->half ? sizeof(uint16_t) : sizeof(float);
    const size_t size = r->components * count * number;
    const bool wanted = out != NULL || (r->checking && size <= sizeof(unzipped));
    const unsigned char* bytes = NULL;
    if (count == 0 && r->half) {
        return r->problem == NULL;
    }
    if ((r->flags & FLAG_ZIP) == 0) {
        bytes = next(r, size);
    } else {
        const int64_t zipped = (int64_t)next_u64(r);
        // A run that zip does not shrink says its length as a negative number.
        bytes = next(r, zipped < 0 ? 0 - (uint64_t)zipped : (uint64_t)zipped);
        if (bytes != NULL && zipped > 0 && wanted) {
            if (!wafti_inflate(&r->inflater, bytes, (size_t)zipped, unzipped, size)) {
                return stop(r, "a run of values cannot be unzipped");
            }
            bytes = unzipped;
        } else if (zipped <= 0 && 0 - (uint64_t)zipped != size) {
            return stop(r, "a run of values has a wrong length");
        }
    }
    if (bytes != NULL && out != NULL) {
        wafti_get_reals(bytes, r->components * count, r->half, out);
    }
    return bytes != NULL;
}

// Values of a node or leaf of which `active` of `all` are on. Returns how many vectors `out` got.
static size_t read_values(reading* r, int active, int all, int mask_size, float* out) {
    const unsigned char* kind = next(r, 1);
    const int rule = kind != NULL ? *kind : 0;
    if (rule > ALL_VALUES) {
        (void)stop(r, "its values are kept in an unknown way");
        return 0;
    }
    if (rule == ONE_INACTIVE || rule == MASK_ONE_INACTIVE || rule == MASK_TWO_INACTIVE) {
        const uint64_t value = r->components * sizeof(float);
        (void)next(r, rule == MASK_TWO_INACTIVE ? 2 * value : value);
    }
    if (rule == MASK_NO_INACTIVE || rule == MASK_ONE_INACTIVE || rule == MASK_TWO_INACTIVE) {
        (void)next(r, (uint64_t)mask_size);
    }
    const bool packed = (r->flags & FLAG_ACTIVE_MASK) != 0 && rule != ALL_VALUES;
    const size_t count = (size_t)(packed ? active : all);
    return read_run(r, count, out) ? count : 0;
}

static void widen(reading* r, const leaf* l) {
    for (int n = 0; n < LEAF_VOXELS; ++n) {
        if (wafti_vdb_bit(l->mask, n)) {
            const int32_t place[3] = {
                l->first[0] + (n >> 6), l->first[1] + (n >> 3 & 7), l->first[2] + (n & 7)};
            for (int axis = 0; axis < 3; ++axis) {
                r->low[axis] = place[axis] < r->low[axis] ? place[axis] : r->low[axis];
                r->high[axis] = place[axis] > r->high[axis] ? place[axis] : r->high[axis];
            }
        }
    }
}

static bool add_leaf(reading* r, const int32_t first[3]) {
    const unsigned char* mask = next(r, LEAF_MASK);
    if (mask == NULL) {
        return false;
    }
    if (r->leaves == NULL) {
        // A leaf has its mask in the file twice.
        r->leaf_capacity = r->size / (2 * (size_t)LEAF_MASK) + 1;
        r->leaves = wafti_allocate(&r->allocator, r->leaf_capacity, sizeof(*r->leaves));
    }
    if (r->leaves == NULL) {
        return stop(r, "");
    }
    if (r->leaf_count == r->leaf_capacity) {
        return stop(r, "it is cut");
    }
    leaf* l = &r->leaves[r->leaf_count++];
    memcpy(l->first, first, sizeof(l->first));
    memcpy(l->mask, mask, LEAF_MASK);
    widen(r, l);
    return true;
}

// Masks and values of an inner node; NULL, or the mask of its children.
static const unsigned char* read_node(reading* r, int mask_size) {
    const unsigned char* children = next(r, (uint64_t)mask_size);
    const unsigned char* tiles = next(r, (uint64_t)mask_size);
    if (children == NULL || tiles == NULL) {
        return NULL;
    }
    if (count_bits(tiles, mask_size) > 0) {
        (void)stop(r, "it has tiles, which are not read");
        return NULL;
    }
    (void)read_values(r, 0, 8 * mask_size, mask_size, NULL);
    return r->problem == NULL ? children : NULL;
}

static void read_lower(reading* r, const int32_t first[3]) {
    const unsigned char* children = read_node(r, WAFTI_VDB_LOWER_MASK);
    for (int n = 0; children != NULL && r->problem == NULL && n < 8 * WAFTI_VDB_LOWER_MASK; ++n) {
        if (wafti_vdb_bit(children, n)) {
            (void)add_leaf(r, (const int32_t[3]){first[0] + (n >> 8) * WAFTI_VDB_LEAF,
                                  first[1] + (n >> 4 & 15) * WAFTI_VDB_LEAF,
                                  first[2] + (n & 15) * WAFTI_VDB_LEAF});
        }
    }
}

static void read_upper(reading* r) {
    enum { SIDE = WAFTI_VDB_LOWER * WAFTI_VDB_LEAF };
    int32_t first[3];
    for (int axis = 0; axis < 3; ++axis) {
        first[axis] = (int32_t)next_u32(r);
        if (first[axis] < -INDEX_MOST || first[axis] > INDEX_MOST) {
            (void)stop(r, "its voxels are too far from the origin");
        }
    }
    const unsigned char* children = read_node(r, WAFTI_VDB_UPPER_MASK);
    for (int n = 0; children != NULL && r->problem == NULL && n < 8 * WAFTI_VDB_UPPER_MASK; ++n) {
        if (wafti_vdb_bit(children, n)) {
            read_lower(r, (const int32_t[3]){first[0] + (n >> 10) * SIDE,
                              first[1] + (n >> 5 & 31) * SIDE, first[2] + (n & 31) * SIDE});
        }
    }
}

static void read_topology(reading* r) {
    (void)next_u32(r); // buffers a leaf
    (void)next(r, r->components * sizeof(float));
    const uint32_t tiles = next_u32(r);
    const uint32_t children = next_u32(r);
    if (tiles > 0) {
        (void)stop(r, "it has tiles, which are not read");
    }
    for (uint32_t i = 0; i < children && r->problem == NULL; ++i) {
        read_upper(r);
    }
}

// ---- the grid

static void read_map(reading* r) {
    char map[NAME];
    next_text(r, map);
    const bool moved =
        strcmp(map, "UniformScaleTranslateMap") == 0 || strcmp(map, "ScaleTranslateMap") == 0;
    if (!moved && strcmp(map, "UniformScaleMap") != 0 && strcmp(map, "ScaleMap") != 0) {
        (void)stop(r, "its map is more than a scale");
        return;
    }
    (void)next(r, moved ? 24 : 0);
    const double scale[3] = {next_double(r), next_double(r), next_double(r)};
    (void)next(r, 12 * sizeof(double));
    r->spacing = scale[0];
    if (!(scale[0] > 0.0 && scale[0] < 1e9) || fabs(scale[1] - scale[0]) > 1e-5 * scale[0] ||
        fabs(scale[2] - scale[0]) > 1e-5 * scale[0]) {
        (void)stop(r, "its voxels are not cubes");
    }
}

// Goes to the grid that is wanted; false if there is none.
static bool find_grid(reading* r, const char* wanted, uint64_t* out_values) {
    char name[NAME];
    char type[NAME];
    char parent[NAME];
    const uint32_t count = next_u32(r);
    for (uint32_t i = 0; i < count && r->problem == NULL; ++i) {
        next_text(r, name);
        next_text(r, type);
        next_text(r, parent);
        (void)next_u64(r);
        *out_values = next_u64(r);
        const uint64_t end = next_u64(r);
        const bool vectors = strncmp(type, "Tree_vec3s_5_4_3", 16) == 0;
        r->half = strstr(type, "HalfFloat") != NULL;
        if (vectors && parent[0] == '\0' && (wanted == NULL || strcmp(wanted, name) == 0)) {
            return r->problem == NULL;
        }
        if (end < r->at || end > r->size) {
            return stop(r, "it is cut");
        }
        r->at = (size_t)end;
    }
    return stop(r, "it has no such grid of vectors");
}

static void read_head(reading* r) {
    if (next_u64(r) != MAGIC) {
        (void)stop(r, "it is no VDB file");
    }
    r->version = next_u32(r);
    if (r->version < 222 || r->version > 224) {
        (void)stop(r, "it is of a version that is not read");
    }
    (void)next_u64(r); // version of the library
    const unsigned char* offsets = next(r, 1);
    if (offsets != NULL && *offsets != 1) {
        (void)stop(r, "it has no offsets");
    }
    (void)next(r, 36);
    grid_facts unused;
    read_metadata(r, &unused);
}

static void read_layout(reading* r, const char* wanted, uint64_t* out_values) {
    read_head(r);
    if (!find_grid(r, wanted, out_values)) {
        return;
    }
    r->flags = next_u32(r);
    if ((r->flags & FLAG_BLOSC) != 0) {
        (void)stop(r, "it is packed with Blosc; zip and plain are read");
    }
    grid_facts unused;
    read_metadata(r, &unused);
    read_map(r);
    for (int axis = 0; axis < 3; ++axis) {
        r->low[axis] = INT32_MAX;
        r->high[axis] = INT32_MIN;
    }
    read_topology(r);
    if (r->problem == NULL && r->low[0] > r->high[0]) {
        (void)stop(r, "no voxel is active");
    }
    for (int axis = 0; axis < 3 && r->problem == NULL; ++axis) {
        if (r->high[axis] - r->low[axis] >= CELLS_MOST) {
            (void)stop(r, "it has more than 4096 voxels along an axis");
        }
    }
}

// The box of what is active. A few voxels far apart must not ask for all memory.
static void set_box(reading* r, waft_vdb_vectors* out) {
    uint64_t cells = 1;
    for (int axis = 0; axis < 3 && r->problem == NULL; ++axis) {
        out->cells[axis] = r->high[axis] - r->low[axis] + 1;
        cells *= (uint64_t)out->cells[axis];
    }
    if (r->problem == NULL && cells / THINNEST > (uint64_t)r->leaf_count * LEAF_VOXELS) {
        (void)stop(r, "its active voxels are too few for the box that they span");
    }
    out->spacing = r->spacing;
}

static void read_leaf(reading* r, const leaf* l, waft_vdb_vectors* out) {
    float values[LEAF_VOXELS * 3] = {0.0f};
    (void)next(r, LEAF_MASK);
    const size_t count =
        read_values(r, count_bits(l->mask, LEAF_MASK), LEAF_VOXELS, LEAF_MASK, values);
    const bool all = count == LEAF_VOXELS;
    size_t from = 0;
    for (int n = 0; r->problem == NULL && n < LEAF_VOXELS; ++n) {
        if (!wafti_vdb_bit(l->mask, n)) {
            continue;
        }
        const size_t x = (size_t)(l->first[0] + (n >> 6) - r->low[0]);
        const size_t y = (size_t)(l->first[1] + (n >> 3 & 7) - r->low[1]);
        const size_t z = (size_t)(l->first[2] + (n & 7) - r->low[2]);
        const size_t to = x + (size_t)out->cells[0] * (y + (size_t)out->cells[1] * z);
        const size_t cells = (size_t)out->cells[0] * (size_t)out->cells[1] * (size_t)out->cells[2];
        for (size_t c = 0; c < 3; ++c) {
            out->values[c * cells + to] = values[3 * (all ? (size_t)n : from) + c];
        }
        ++from;
    }
}

static waft_result read_grid(
    reading* r, const char* path, const char* wanted, waft_vdb_vectors* out, waft_error* error) {
    uint64_t values = 0;
    read_layout(r, wanted, &values);
    set_box(r, out);
    if (r->problem == NULL) {
        const size_t cells = (size_t)out->cells[0] * (size_t)out->cells[1] * (size_t)out->cells[2];
        out->values = wafti_allocate_zero(&r->allocator, cells, 3 * sizeof(float));
        if (out->values == NULL) {
            return wafti_fail_memory(error, wafti_size_mul(cells, 12), path);
        }
        if (values > r->size) {
            (void)stop(r, "it is cut");
        }
        r->at = r->problem == NULL ? (size_t)values : 0;
        for (size_t i = 0; i < r->leaf_count && r->problem == NULL; ++i) {
            read_leaf(r, &r->leaves[i], out);
        }
    }
    if (r->problem == NULL) {
        return WAFT_OK;
    }
    return r->problem[0] == '\0' ? wafti_fail_memory(error, r->leaf_count * sizeof(leaf), path)
                                 : wafti_fail(error, WAFT_ERR_PARSE, "%s: %s", path, r->problem);
}

waft_result waft_vdb_read_vectors(const char* path, const char* name,
    const waft_allocator* allocator, waft_vdb_vectors* out_vectors, waft_error* out_error) {
    if (path == NULL || out_vectors == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_vdb_read_vectors: a pointer is NULL");
    }
    *out_vectors = (waft_vdb_vectors){.values = NULL};
    const size_t limit = SIZE_MAX >> 1;
    char* bytes = NULL;
    size_t size = 0;
    waft_result result = waft_file_read(path, limit, allocator, &bytes, &size, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    reading r = {.bytes = (const unsigned char*)bytes, .size = size, .components = 3};
    if (allocator != NULL) {
        r.allocator = *allocator;
    }
    result = wafti_inflater_init(&r.inflater, allocator);
    if (result == WAFT_OK) {
        result = read_grid(&r, path, name, out_vectors, out_error);
        wafti_zlib_free(&r.inflater);
    } else {
        result = wafti_fail_memory(out_error, 65536, "zlib");
    }
    wafti_release(&r.allocator, r.leaves, r.leaf_capacity, sizeof(leaf));
    waft_text_free(allocator, bytes);
    if (result != WAFT_OK) {
        waft_vdb_vectors_free(allocator, out_vectors);
    }
    return result;
}

void waft_vdb_vectors_free(const waft_allocator* allocator, waft_vdb_vectors* vectors) {
    if (vectors != NULL) {
        const size_t cells =
            (size_t)vectors->cells[0] * (size_t)vectors->cells[1] * (size_t)vectors->cells[2];
        wafti_release(allocator, vectors->values, cells, 3 * sizeof(float));
        *vectors = (waft_vdb_vectors){.values = NULL};
    }
}

// ---- whether a file is whole

static void check_leaf(reading* r, const leaf* l) {
    const unsigned char* mask = next(r, LEAF_MASK);
    float values[LEAF_VOXELS * 3] = {0.0f};
    if (mask == NULL || memcmp(mask, l->mask, LEAF_MASK) != 0) {
        (void)stop(r, "the masks of a leaf differ");
        return;
    }
    const size_t count =
        read_values(r, count_bits(l->mask, LEAF_MASK), LEAF_VOXELS, LEAF_MASK, values);
    for (size_t i = 0; i < r->components * count; ++i) {
        if (!isfinite(values[i])) {
            (void)stop(r, "a value is not finite");
        }
    }
}

// A grid from its name to its end. What is not kept as we keep it is passed over.
static void check_grid(reading* r, grid_facts* out_facts) {
    char parent[NAME];
    char type[NAME];
    next_text(r, out_facts->name);
    next_text(r, type);
    next_text(r, parent);
    const uint64_t start = next_u64(r);
    const uint64_t values = next_u64(r);
    const uint64_t end = next_u64(r);
    if (r->problem == NULL && (start != r->at || values < start || end < values || end > r->size)) {
        (void)stop(r, "the offsets of a grid are wrong");
    }
    r->components = strncmp(type, "Tree_vec3s_5_4_3", 16) == 0   ? 3
                    : strncmp(type, "Tree_float_5_4_3", 16) == 0 ? 1
                                                                 : 0;
    r->half = strstr(type, "HalfFloat") != NULL;
    r->flags = next_u32(r);
    r->leaf_count = 0;
    read_metadata(r, out_facts);
    const bool passed = r->problem == NULL && (r->components == 0 || (r->flags & FLAG_BLOSC) != 0);
    read_map(r);
    if (passed) { // whatever its map is
        r->problem = NULL;
        r->at = (size_t)end;
        return;
    }
    read_topology(r);
    if (r->problem == NULL && r->at != values) {
        (void)stop(r, "the tree of a grid does not end where its values begin");
    }
    for (size_t i = 0; i < r->leaf_count && r->problem == NULL; ++i) {
        check_leaf(r, &r->leaves[i]);
    }
    if (r->problem == NULL && r->at != end) {
        (void)stop(r, "the values of a grid do not end where they should");
    }
}

static void tell_grid(const grid_facts* grid, wafti_facts* facts) {
    char key[WAFTI_FACT_KEY];
    char text[160];
    (void)snprintf(key, sizeof(key), "grid.%.60s", grid->name);
    (void)snprintf(text, sizeof(text), "%s, %llu active voxels, cells [%d, %d, %d] to [%d, %d, %d]",
        grid->half ? "half" : "float", (unsigned long long)grid->voxels, (int)grid->low[0],
        (int)grid->low[1], (int)grid->low[2], (int)grid->high[0], (int)grid->high[1],
        (int)grid->high[2]);
    wafti_fact_text(facts, key, grid->voxels > 0 ? text : "no active voxels");
}

const char* wafti_check_vdb(const unsigned char* bytes, size_t size, wafti_facts* facts) {
    enum { MOST_TOLD = 64 };
    reading r = {.bytes = bytes, .size = size, .checking = true};
    grid_facts grids[MOST_TOLD];
    char names[WAFTI_FACT_TEXT] = "";
    double spacing = 0.0; // of the first grid
    if (wafti_inflater_init(&r.inflater, NULL) != WAFT_OK) {
        return "there is no memory to check it";
    }
    read_head(&r);
    const uint32_t count = next_u32(&r);
    for (uint32_t i = 0; i < count && r.problem == NULL; ++i) {
        grid_facts* grid = &grids[i < MOST_TOLD ? i : MOST_TOLD - 1];
        *grid = (grid_facts){.voxels = 0};
        r.spacing = 0.0;
        check_grid(&r, grid);
        wafti_fact_join(names, grid->name);
        spacing = i == 0 ? r.spacing : spacing;
    }
    if (r.problem == NULL && r.at != size) {
        (void)stop(&r, "it is longer than its grids");
    }
    wafti_fact_text(facts, "kind", "vdb");
    wafti_fact_count(facts, "version", r.version);
    wafti_fact_count(facts, "grids", count);
    wafti_fact_text(facts, "names", names);
    if (spacing > 0.0) {
        wafti_fact_real(facts, "voxel_size", spacing, "m");
    }
    for (uint32_t i = 0; i < count && i < MOST_TOLD && r.problem == NULL; ++i) {
        tell_grid(&grids[i], facts);
    }
    wafti_fact_bytes(facts, size);
    wafti_zlib_free(&r.inflater);
    wafti_release(&r.allocator, r.leaves, r.leaf_capacity, sizeof(leaf));
    return r.problem != NULL && r.problem[0] == '\0' ? "there is no memory to check it" : r.problem;
}
