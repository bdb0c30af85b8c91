// SPDX-License-Identifier: MIT
// A hull as bytes, little-endian: "WAFTHULL", u32 version, u32 header size, u64 key, u64 payload size,
// u32 CRC-32 of the payload; then blocks of u32 tag, u64 size and as many bytes. What a hull holds is in
// docs/spec/bodies.md#hulls.
#include "hull/hull.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "io/little_endian.h"

#include <math.h>
#include <string.h>

enum { VERSION = 1, HEADER_SIZE = 36, BLOCK_HEADER = 12, MOST_SPANS = 64, INTEGERS = 7 };

static const char magic[8] = {'W', 'A', 'F', 'T', 'H', 'U', 'L', 'L'};

typedef enum block_kind {
    BLOCK_NUMBERS,
    BLOCK_INTEGERS,
    BLOCK_POINTS,
    BLOCK_FACETS,
    BLOCK_POTENTIAL,
    BLOCK_HISTORY,
    BLOCK_CONTACTS,
    BLOCK_WARNINGS,
    BLOCK_COUNT,
} block_kind;

static const char tags[BLOCK_COUNT][5] = {
    "NUMB", "INTS", "PNTS", "FCTS", "POTN", "HIST", "CTCT", "WARN"};

typedef struct span {
    double* at;
    size_t count;
} span;

// Every number of a hull that is no array, in the order of the file.
static size_t list_numbers(waft_hull* hull, span spans[MOST_SPANS]) {
    waft_hull_info* info = &hull->info;
    const span fixed[] = {{&info->mass, 1}, {&info->density, 1}, {&info->volume, 1},
        {info->center_of_mass, 3}, {info->inertia, 9}, {info->buoyancy, 3}, {info->normal, 3},
        {&info->area, 1}, {&info->thickness, 1}, {info->extent, 3}, {&info->longest, 1},
        {&info->shortest, 1}, {info->low, 3}, {info->high, 3}, {&info->reach, 1},
        {info->added_mass, 36}, {&info->asymmetry, 1}, {&info->least_eigenvalue, 1},
        {info->projected, 9}, {&info->projected_error, 1}, {&info->greatest_area, 1},
        {&info->roundness, 1}, {&info->reynolds, 1}, {&info->intensity, 1}, {&info->length, 1},
        {&info->speed, 1}, {&hull->mesh_volume, 1}, {&hull->fluid_density, 1}, {&hull->gravity, 1},
        {hull->axes, 9}};
    size_t count = sizeof(fixed) / sizeof(fixed[0]);
    memcpy(spans, fixed, sizeof(fixed));
    for (int i = 0; i < WAFT_PLATE_CAPACITY; ++i) {
        waft_plate* plate = &info->plates[i];
        spans[count++] = (span){plate->center, 3};
        spans[count++] = (span){plate->normal, 3};
        spans[count++] = (span){&plate->area, 1};
        spans[count++] = (span){&plate->added_mass, 1};
    }
    return count;
}

static size_t count_numbers(const span* spans, size_t span_count) {
    size_t count = 0;
    for (size_t i = 0; i < span_count; ++i) {
        count += spans[i].count;
    }
    return count;
}

// ---- writing

static void add_block(wafti_text* text, block_kind kind, size_t size) {
    unsigned char header[BLOCK_HEADER];
    memcpy(header, tags[kind], 4);
    wafti_put_u64(header + 4, size);
    wafti_text_add_bytes(text, header, sizeof(header));
}

static void add_doubles(wafti_text* text, const double* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        unsigned char bytes[8];
        wafti_put_double(bytes, values[i]);
        wafti_text_add_bytes(text, bytes, sizeof(bytes));
    }
}

static void add_scalars(wafti_text* text, const waft_hull* hull) {
    waft_hull copy = *hull; // spans want numbers that can be written
    span spans[MOST_SPANS];
    const size_t span_count = list_numbers(&copy, spans);
    add_block(text, BLOCK_NUMBERS, 8 * count_numbers(spans, span_count));
    for (size_t i = 0; i < span_count; ++i) {
        add_doubles(text, spans[i].at, spans[i].count);
    }
    const waft_hull_info* info = &hull->info;
    const uint64_t integers[INTEGERS] = {info->key, (uint64_t)info->method,
        (uint64_t)info->iterations, info->plate ? 1 : 0, (uint64_t)info->plate_count,
        hull->warning_count, (uint64_t)info->shape};
    unsigned char bytes[8 * INTEGERS];
    for (size_t i = 0; i < INTEGERS; ++i) {
        wafti_put_u64(bytes + 8 * i, integers[i]);
    }
    add_block(text, BLOCK_INTEGERS, sizeof(bytes));
    wafti_text_add_bytes(text, bytes, sizeof(bytes));
}

static void add_arrays(wafti_text* text, const waft_hull* hull) {
    const waft_hull_info* info = &hull->info;
    const waft_mesh_view view = waft_mesh_get_view(hull->mesh);
    add_block(text, BLOCK_POINTS, 24 * view.point_count);
    add_doubles(text, view.positions, 3 * view.point_count);
    add_block(text, BLOCK_FACETS, 12 * view.facet_count);
    for (size_t i = 0; i < 3 * view.facet_count; ++i) {
        unsigned char bytes[4];
        wafti_put_u32(bytes, view.indices[i]);
        wafti_text_add_bytes(text, bytes, sizeof(bytes));
    }
    const size_t potential = hull->potential != NULL ? 6 * view.facet_count : 0;
    add_block(text, BLOCK_POTENTIAL, 8 * potential);
    add_doubles(text, hull->potential, potential);
    add_block(text, BLOCK_HISTORY, 24 * info->history_count);
    for (size_t i = 0; i < info->history_count; ++i) {
        const double sample[3] = {
            hull->history[i].time, hull->history[i].chi, hull->history[i].eps};
        add_doubles(text, sample, 3);
    }
    add_block(text, BLOCK_CONTACTS, 24 * info->contact_count);
    add_doubles(text, hull->contacts, 3 * info->contact_count);
    add_block(text, BLOCK_WARNINGS, sizeof(hull->warnings));
    wafti_text_add_bytes(text, hull->warnings, sizeof(hull->warnings));
}

waft_result waft_hull_write(const waft_hull* hull, const waft_allocator* allocator,
    char** out_bytes, size_t* out_count, waft_error* out_error) {
    if (hull == NULL || out_bytes == NULL || out_count == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_hull_write: a pointer is NULL");
    }
    *out_bytes = NULL;
    *out_count = 0;
    wafti_text text;
    unsigned char header[HEADER_SIZE] = {0};
    wafti_text_init(&text, allocator);
    wafti_text_add_bytes(&text, header, sizeof(header));
    add_scalars(&text, hull);
    add_arrays(&text, hull);
    if (text.failed) {
        wafti_text_free(&text);
        return wafti_fail_memory(out_error, 24 * hull->info.point_count, "the bytes of a hull");
    }
    const size_t payload = text.length - HEADER_SIZE;
    memcpy(header, magic, sizeof(magic));
    wafti_put_u32(header + 8, VERSION);
    wafti_put_u32(header + 12, HEADER_SIZE);
    wafti_put_u64(header + 16, hull->info.key);
    wafti_put_u64(header + 24, payload);
    wafti_put_u32(header + 32, wafti_crc32(0, text.bytes + HEADER_SIZE, payload));
    memcpy(text.bytes, header, sizeof(header));
    *out_count = text.length;
    *out_bytes = wafti_text_give(&text);
    if (*out_bytes == NULL) {
        *out_count = 0;
        return wafti_fail_memory(out_error, payload, "the bytes of a hull");
    }
    return WAFT_OK;
}

// ---- reading

typedef struct block {
    const unsigned char* bytes;
    size_t size;
} block;

static waft_result refuse(waft_error* error, const char* why) {
    return wafti_fail(error, WAFT_ERR_PARSE, "not a hull: %s", why);
}

static waft_result check_header(const unsigned char* bytes, size_t count, waft_error* error) {
    if (count < HEADER_SIZE || memcmp(bytes, magic, sizeof(magic)) != 0) {
        return refuse(error, "it does not begin with WAFTHULL");
    }
    if (wafti_get_u32(bytes + 8) != VERSION || wafti_get_u32(bytes + 12) != HEADER_SIZE) {
        return refuse(error, "it is of another version; bake it again");
    }
    if (wafti_get_u64(bytes + 24) != count - HEADER_SIZE) {
        return refuse(error, "it is cut or has more than it should");
    }
    if (wafti_get_u32(bytes + 32) != wafti_crc32(0, bytes + HEADER_SIZE, count - HEADER_SIZE)) {
        return refuse(error, "its checksum is wrong");
    }
    return WAFT_OK;
}

// Blocks stand in their order and fill the payload.
static waft_result find_blocks(
    const unsigned char* bytes, size_t count, block blocks[BLOCK_COUNT], waft_error* error) {
    size_t at = HEADER_SIZE;
    for (int kind = 0; kind < BLOCK_COUNT; ++kind) {
        if (count - at < BLOCK_HEADER || memcmp(bytes + at, tags[kind], 4) != 0) {
            return refuse(error, "a block is missing");
        }
        const uint64_t size = wafti_get_u64(bytes + at + 4);
        at += BLOCK_HEADER;
        if (size > count - at) {
            return refuse(error, "a block is longer than the file");
        }
        blocks[kind] = (block){bytes + at, (size_t)size};
        at += (size_t)size;
    }
    return at == count ? WAFT_OK : refuse(error, "bytes are left over");
}

// False if one is not finite.
static bool get_doubles(const unsigned char* bytes, double* values, size_t count) {
    bool finite = true;
    for (size_t i = 0; i < count; ++i) {
        values[i] = wafti_get_double(bytes + 8 * i);
        finite = finite && isfinite(values[i]);
    }
    return finite;
}

static bool read_scalars(waft_hull* hull, const block blocks[BLOCK_COUNT], uint64_t key) {
    span spans[MOST_SPANS];
    const size_t span_count = list_numbers(hull, spans);
    const block* numbers = &blocks[BLOCK_NUMBERS];
    if (numbers->size != 8 * count_numbers(spans, span_count) ||
        blocks[BLOCK_INTEGERS].size != 8 * (size_t)INTEGERS) {
        return false;
    }
    bool finite = true;
    const unsigned char* at = numbers->bytes;
    for (size_t i = 0; i < span_count; ++i) {
        finite = get_doubles(at, spans[i].at, spans[i].count) && finite;
        at += 8 * spans[i].count;
    }
    uint64_t integers[INTEGERS];
    for (size_t i = 0; i < INTEGERS; ++i) {
        integers[i] = wafti_get_u64(blocks[BLOCK_INTEGERS].bytes + 8 * i);
    }
    waft_hull_info* info = &hull->info;
    if (!finite || integers[0] != key || integers[1] > WAFT_ADDED_MASS_SHEET ||
        integers[2] > INT32_MAX || integers[3] > 1 || integers[4] > WAFT_PLATE_CAPACITY ||
        integers[5] > WAFTI_HULL_WARNINGS || integers[6] >= WAFT_HULL_SHAPE_COUNT) {
        return false;
    }
    info->key = key;
    info->method = (waft_added_mass)integers[1];
    info->iterations = (int)integers[2];
    info->plate = integers[3] != 0;
    info->plate_count = (int)integers[4];
    hull->warning_count = (size_t)integers[5];
    info->shape = (waft_hull_shape)integers[6];
    return info->mass > 0.0 && info->volume > 0.0 && info->density > 0.0 && info->longest > 0.0 &&
           hull->mesh_volume > 0.0;
}

static waft_result read_mesh(waft_hull* hull, const block blocks[BLOCK_COUNT], waft_error* error) {
    const block* points = &blocks[BLOCK_POINTS];
    const block* facets = &blocks[BLOCK_FACETS];
    const size_t point_count = points->size / 24;
    const size_t facet_count = facets->size / 12;
    if (points->size % 24 != 0 || facets->size % 12 != 0 || point_count == 0 || facet_count == 0 ||
        facet_count > 4096) {
        return refuse(error, "its points or facets are wrong");
    }
    double* positions = wafti_allocate(&hull->allocator, point_count, 24);
    uint32_t* indices = wafti_allocate(&hull->allocator, facet_count, 12);
    waft_result result = WAFT_ERR_NO_MEMORY;
    if (positions == NULL || indices == NULL) {
        (void)wafti_fail_memory(error, points->size, "the mesh of a hull");
    } else if (!get_doubles(points->bytes, positions, 3 * point_count)) {
        result = refuse(error, "a coordinate is not finite");
    } else {
        for (size_t i = 0; i < 3 * facet_count; ++i) {
            indices[i] = wafti_get_u32(facets->bytes + 4 * i);
        }
        waft_mesh_options options = waft_mesh_options_default();
        options.name = "hull";
        options.allocator = hull->allocator;
        const waft_mesh_arrays arrays = {positions, point_count, indices, facet_count};
        result = waft_mesh_create(&arrays, &options, &hull->mesh, error);
        const waft_mesh_info info = waft_mesh_get_info(hull->mesh);
        hull->info.point_count = info.point_count;
        hull->info.facet_count = info.facet_count;
        const bool same = info.point_count == point_count && info.facet_count == facet_count;
        if (result == WAFT_ERR_MESH || (result == WAFT_OK && !same)) {
            result = refuse(error, "its mesh is wrong");
        }
    }
    wafti_release(&hull->allocator, positions, point_count, 24);
    wafti_release(&hull->allocator, indices, facet_count, 12);
    return result;
}

// Memory for the doubles of a block; false if memory is out. An empty block gives NULL.
static bool take_doubles(const waft_hull* hull, const block* from, double** out, bool* finite) {
    *out = NULL;
    if (from->size == 0) {
        return true;
    }
    *out = wafti_allocate(&hull->allocator, from->size / 8, sizeof(double));
    if (*out != NULL) {
        *finite = get_doubles(from->bytes, *out, from->size / 8) && *finite;
    }
    return *out != NULL;
}

static waft_result read_arrays(
    waft_hull* hull, const block blocks[BLOCK_COUNT], waft_error* error) {
    waft_hull_info* info = &hull->info;
    const block* potential = &blocks[BLOCK_POTENTIAL];
    const block* history = &blocks[BLOCK_HISTORY];
    const block* contacts = &blocks[BLOCK_CONTACTS];
    if ((potential->size != 0 && potential->size != 48 * info->facet_count) ||
        history->size % 24 != 0 || contacts->size % 24 != 0 ||
        blocks[BLOCK_WARNINGS].size != sizeof(hull->warnings)) {
        return refuse(error, "a block has the wrong size");
    }
    bool finite = true;
    double* samples = NULL;
    _Static_assert(sizeof(waft_turbulence_sample) == 24, "samples are three doubles");
    bool taken = take_doubles(hull, potential, &hull->potential, &finite);
    taken = take_doubles(hull, history, &samples, &finite) && taken;
    taken = take_doubles(hull, contacts, &hull->contacts, &finite) && taken;
    // The sizes must be known to waft_hull_destroy() even if something is missing.
    hull->history = (waft_turbulence_sample*)(void*)samples;
    info->history = hull->history;
    info->history_count = samples != NULL ? history->size / 24 : 0;
    info->contacts = hull->contacts;
    info->contact_count = hull->contacts != NULL ? contacts->size / 24 : 0;
    memcpy(hull->warnings, blocks[BLOCK_WARNINGS].bytes, sizeof(hull->warnings));
    for (int i = 0; i < WAFTI_HULL_WARNINGS; ++i) {
        hull->warnings[i][sizeof(hull->warnings[i]) - 1] = '\0';
    }
    if (!taken) {
        return wafti_fail_memory(error, potential->size, "a hull");
    }
    return finite ? WAFT_OK : refuse(error, "a number is not finite");
}

waft_result waft_hull_read(const void* bytes, size_t byte_count, const waft_allocator* allocator,
    waft_hull** out_hull, waft_error* out_error) {
    if (out_hull != NULL) {
        *out_hull = NULL;
    }
    if (out_hull == NULL || (bytes == NULL && byte_count > 0)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_hull_read: a pointer is NULL");
    }
    if (bytes == NULL) {
        return refuse(out_error, "it is empty");
    }
    block blocks[BLOCK_COUNT] = {{NULL, 0}};
    waft_result result = check_header(bytes, byte_count, out_error);
    result = result == WAFT_OK ? find_blocks(bytes, byte_count, blocks, out_error) : result;
    if (result != WAFT_OK) {
        return result;
    }
    waft_hull* hull = wafti_allocate_zero(allocator, 1, sizeof(*hull));
    if (hull == NULL) {
        return wafti_fail_memory(out_error, sizeof(*hull), "a hull");
    }
    if (allocator != NULL) {
        hull->allocator = *allocator;
    }
    const uint64_t key = wafti_get_u64((const unsigned char*)bytes + 16);
    result = read_scalars(hull, blocks, key)
                 ? read_mesh(hull, blocks, out_error)
                 : refuse(out_error, "its numbers or its key are wrong");
    result = result == WAFT_OK ? read_arrays(hull, blocks, out_error) : result;
    if (result != WAFT_OK) {
        waft_hull_destroy(hull);
        return result;
    }
    *out_hull = hull;
    return WAFT_OK;
}
