// SPDX-License-Identifier: MIT
// Nothing is taken from a file before its size was compared with what its header says, and the header
// with its checksum: what is allocated is in proportion to the bytes that are there.
#include "io/grid_cache.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "io/deflate.h"
#include "io/little_endian.h"
#include "port/port.h"

#include <waft/files.h>

#include <math.h>
#include <string.h>

static const char magic[8] = {'W', 'A', 'F', 'T', 'G', 'R', 'I', 'D'};

uint64_t wafti_grid_cache_bytes(const int32_t cells[3], waft_grid_place place, bool half) {
    uint64_t bytes = half ? sizeof(uint16_t) : sizeof(float);
    for (int axis = 0; axis < 3; ++axis) {
        bytes *= (uint64_t)wafti_grid_cache_samples(cells, place, axis);
    }
    return bytes;
}

// At least one letter, then zeros to the end.
static bool is_name(const char name[WAFT_GRID_CACHE_NAME_SIZE]) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const char* end = memchr(name, '\0', WAFT_GRID_CACHE_NAME_SIZE);
    return end != NULL && end > name && strspn(name, letters) == (size_t)(end - name);
}

static bool is_taken(const waft_grid_cache_def* def, size_t index) {
    for (size_t i = 0; i < index; ++i) {
        if (strcmp(def->fields[i].name, def->fields[index].name) == 0) {
            return true;
        }
    }
    return false;
}

waft_result wafti_grid_cache_check(const waft_grid_cache_def* def, const char* path,
    waft_result on_failure, waft_error* out_error) {
    for (int axis = 0; axis < 3; ++axis) {
        if (def->cells[axis] < 1 || def->cells[axis] > WAFTI_GRID_CACHE_AXIS) {
            return wafti_fail(out_error, on_failure, "%s: %d cells along %c, which must be 1 to %d",
                path, (int)def->cells[axis], "xyz"[axis], WAFTI_GRID_CACHE_AXIS);
        }
    }
    const bool finite_place = isfinite(def->spacing) && isfinite(def->origin[0]) &&
                              isfinite(def->origin[1]) && isfinite(def->origin[2]);
    if (!finite_place || def->spacing <= 0.0 || !isfinite(def->time)) {
        return wafti_fail(out_error, on_failure,
            "%s: spacing, origin or time is not finite, or the spacing is not above 0", path);
    }
    if (def->field_count < 1 || def->field_count > WAFT_GRID_CACHE_FIELDS) {
        return wafti_fail(out_error, on_failure, "%s: %zu fields, which must be 1 to %d", path,
            def->field_count, (int)WAFT_GRID_CACHE_FIELDS);
    }
    for (size_t i = 0; i < def->field_count; ++i) {
        const waft_grid_cache_field* field = &def->fields[i];
        if (!is_name(field->name) || is_taken(def, i)) {
            return wafti_fail(out_error, on_failure,
                "%s: the name of field %zu is not letters, digits and '_', or comes twice", path,
                i);
        }
        if ((int)field->place < WAFT_GRID_CELLS || (int)field->place > WAFT_GRID_FACES_Z) {
            return wafti_fail(out_error, on_failure,
                "%s: the place of field %s is %d, which must be 0 to 3", path, field->name,
                (int)field->place);
        }
    }
    return WAFT_OK;
}

size_t wafti_grid_cache_encode(const waft_grid_cache_def* def, unsigned char* out) {
    const size_t size = WAFTI_GRID_CACHE_HEAD + def->field_count * WAFTI_GRID_CACHE_ENTRY;
    memset(out, 0, WAFTI_GRID_CACHE_HEAD);
    memcpy(out, magic, sizeof(magic));
    wafti_put_u32(out + 8, WAFTI_GRID_CACHE_FORMAT);
    wafti_put_u32(out + 12, (uint32_t)size);
    for (size_t axis = 0; axis < 3; ++axis) {
        wafti_put_u32(out + 16 + 4 * axis, (uint32_t)def->cells[axis]);
        wafti_put_double(out + 48 + 8 * axis, def->origin[axis]);
    }
    wafti_put_u64(out + 32, def->identity);
    wafti_put_double(out + 40, def->spacing);
    wafti_put_double(out + 72, def->time);
    wafti_put_u64(out + 80, (uint64_t)def->frame);
    wafti_put_u64(out + 88, def->step);
    wafti_put_u32(out + 96, (uint32_t)def->field_count);
    for (size_t i = 0; i < def->field_count; ++i) {
        const waft_grid_cache_field* field = &def->fields[i];
        unsigned char* entry = out + WAFTI_GRID_CACHE_HEAD + i * WAFTI_GRID_CACHE_ENTRY;
        memset(entry, 0, WAFTI_GRID_CACHE_ENTRY);
        memcpy(entry, field->name, strlen(field->name));
        wafti_put_u32(entry + 32, (uint32_t)field->place);
        wafti_put_u32(entry + 36, field->half ? 16 : 32);
        wafti_put_u64(entry + 40, wafti_grid_cache_bytes(def->cells, field->place, field->half));
    }
    wafti_put_u32(out + size, wafti_block_crc32(0, out, size));
    return size + WAFTI_GRID_CACHE_CRC;
}

// ---- reading

enum { BUFFER = 1 << 16 };

/// A field in the file and, once it was loaded, in memory.
typedef struct slot {
    uint64_t offset;
    float* loaded;
    size_t loaded_count;
} slot;

struct waft_grid_cache {
    waft_allocator allocator;
    char* path;
    size_t path_room;
    int descriptor;
    waft_grid_cache_def header;
    waft_grid_cache_field fields[WAFT_GRID_CACHE_FIELDS];
    slot slots[WAFT_GRID_CACHE_FIELDS];
    uint64_t file_size;
    uint64_t position; ///< in the file, of the next byte to fill the buffer with
    size_t filled, taken;
    unsigned char buffer[BUFFER];
};

static waft_result fail_cut(const waft_grid_cache* cache, waft_error* out_error) {
    return wafti_fail(out_error, WAFT_ERR_PARSE, "%s: is cut off or not a cached grid (%llu bytes)",
        cache->path, (unsigned long long)cache->file_size);
}

static void seek(waft_grid_cache* cache, uint64_t position) {
    cache->position = position;
    cache->filled = 0;
    cache->taken = 0;
}

static waft_result fill_buffer(waft_grid_cache* cache, waft_error* out_error) {
    const int64_t got =
        wafti_port_read_at(cache->descriptor, cache->buffer, BUFFER, cache->position);
    if (got < 0) {
        return wafti_fail_errno(out_error, "read", cache->path);
    }
    if (got == 0) {
        return fail_cut(cache, out_error);
    }
    cache->position += (uint64_t)got;
    cache->filled = (size_t)got;
    cache->taken = 0;
    return WAFT_OK;
}

static waft_result take_bytes(
    waft_grid_cache* cache, unsigned char* out, size_t byte_count, waft_error* out_error) {
    while (byte_count > 0) {
        if (cache->taken == cache->filled) {
            const waft_result result = fill_buffer(cache, out_error);
            if (result != WAFT_OK) {
                return result;
            }
        }
        const size_t there = cache->filled - cache->taken;
        const size_t count = byte_count < there ? byte_count : there;
        memcpy(out, cache->buffer + cache->taken, count);
        cache->taken += count;
        out += count;
        byte_count -= count;
    }
    return WAFT_OK;
}

static void decode_numbers(waft_grid_cache_def* header, const unsigned char* head) {
    for (size_t axis = 0; axis < 3; ++axis) {
        header->cells[axis] = (int32_t)wafti_get_u32(head + 16 + 4 * axis);
        header->origin[axis] = wafti_get_double(head + 48 + 8 * axis);
    }
    header->identity = wafti_get_u64(head + 32);
    header->spacing = wafti_get_double(head + 40);
    header->time = wafti_get_double(head + 72);
    header->frame = (int64_t)wafti_get_u64(head + 80);
    header->step = wafti_get_u64(head + 88);
    header->field_count = wafti_get_u32(head + 96);
}

// The fixed part: is it one of our files, of a format we know, and how long are its entries?
static waft_result read_head(waft_grid_cache* cache, unsigned char* head, waft_error* out_error) {
    if (cache->file_size < WAFTI_GRID_CACHE_HEAD) {
        return fail_cut(cache, out_error);
    }
    const waft_result result = take_bytes(cache, head, WAFTI_GRID_CACHE_HEAD, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    if (memcmp(head, magic, sizeof(magic)) != 0) {
        return wafti_fail(
            out_error, WAFT_ERR_PARSE, "%s: is not a cached grid of waft", cache->path);
    }
    const uint32_t format = wafti_get_u32(head + 8);
    if (format != WAFTI_GRID_CACHE_FORMAT) {
        return wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s: has format %u, this waft reads format %d; write it again with this waft",
            cache->path, (unsigned)format, WAFTI_GRID_CACHE_FORMAT);
    }
    decode_numbers(&cache->header, head);
    const size_t count = cache->header.field_count;
    if (count < 1 || count > WAFT_GRID_CACHE_FIELDS ||
        wafti_get_u32(head + 12) != WAFTI_GRID_CACHE_HEAD + count * WAFTI_GRID_CACHE_ENTRY) {
        return wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s: the header is damaged: %zu fields, %u bytes", cache->path, count,
            (unsigned)wafti_get_u32(head + 12));
    }
    return WAFT_OK;
}

// Where sample (0, 0, 0) of a field stands: in the middle of the first cell or of its face.
static void place_view(const waft_grid_cache_def* header, waft_grid_cache_field* field) {
    float origin[3];
    for (int axis = 0; axis < 3; ++axis) {
        const double shift = (int)field->place == axis + 1 ? 0.0 : 0.5 * header->spacing;
        field->view.size[axis] = wafti_grid_cache_samples(header->cells, field->place, axis);
        origin[axis] = (float)(header->origin[axis] + shift);
    }
    const float h = (float)header->spacing;
    field->view.origin = (waft_vec3){origin[0], origin[1], origin[2]};
    field->view.spacing = (waft_vec3){h, h, h};
}

static waft_result decode_entry(
    waft_grid_cache* cache, size_t index, const unsigned char* entry, waft_error* out_error) {
    waft_grid_cache_field* field = &cache->fields[index];
    const uint32_t place = wafti_get_u32(entry + 32);
    const uint32_t bits = wafti_get_u32(entry + 36);
    if (place > WAFT_GRID_FACES_Z || (bits != 16 && bits != 32)) {
        return wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s: field %zu has place %u with %u bits a value", cache->path, index, (unsigned)place,
            (unsigned)bits);
    }
    memcpy(field->name, entry, sizeof(field->name));
    field->place = (waft_grid_place)place;
    field->half = bits == 16;
    return WAFT_OK;
}

// Encoding the header again gives its bytes only if all it says is consistent, unused bytes included.
static waft_result check_header(
    waft_grid_cache* cache, const unsigned char* head, size_t size, waft_error* out_error) {
    waft_result result =
        wafti_grid_cache_check(&cache->header, cache->path, WAFT_ERR_PARSE, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    unsigned char again[WAFTI_GRID_CACHE_LARGEST_HEAD + WAFTI_GRID_CACHE_CRC];
    // Origins and spacings become floats in the views: those of a header must fit.
    const waft_grid_cache_def* own = &cache->header;
    const double largest = 1e30;
    const bool fits = own->spacing > 1e-30 && own->spacing < largest &&
                      fabs(own->origin[0]) < largest && fabs(own->origin[1]) < largest &&
                      fabs(own->origin[2]) < largest;
    if (!fits || wafti_grid_cache_encode(own, again) != size || memcmp(head, again, size) != 0) {
        return wafti_fail(
            out_error, WAFT_ERR_PARSE, "%s: the header contradicts itself", cache->path);
    }
    uint64_t offset = size;
    for (size_t i = 0; i < cache->header.field_count; ++i) {
        waft_grid_cache_field* field = &cache->fields[i];
        place_view(&cache->header, field);
        cache->slots[i].offset = offset;
        offset += wafti_grid_cache_bytes(cache->header.cells, field->place, field->half) +
                  WAFTI_GRID_CACHE_CRC;
    }
    if (offset != cache->file_size) {
        return wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s: has %llu bytes, its header speaks of %llu: it is cut off or damaged", cache->path,
            (unsigned long long)cache->file_size, (unsigned long long)offset);
    }
    return WAFT_OK;
}

static waft_result read_header(waft_grid_cache* cache, waft_error* out_error) {
    unsigned char head[WAFTI_GRID_CACHE_LARGEST_HEAD + WAFTI_GRID_CACHE_CRC];
    waft_result result = read_head(cache, head, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const size_t count = cache->header.field_count;
    const size_t size = WAFTI_GRID_CACHE_HEAD + count * WAFTI_GRID_CACHE_ENTRY;
    result = take_bytes(cache, head + WAFTI_GRID_CACHE_HEAD,
        count * WAFTI_GRID_CACHE_ENTRY + WAFTI_GRID_CACHE_CRC, out_error);
    if (result == WAFT_OK && wafti_get_u32(head + size) != wafti_block_crc32(0, head, size)) {
        result = wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s: the header's checksum is wrong: the file is damaged", cache->path);
    }
    for (size_t i = 0; i < count && result == WAFT_OK; ++i) {
        result = decode_entry(
            cache, i, head + WAFTI_GRID_CACHE_HEAD + i * WAFTI_GRID_CACHE_ENTRY, out_error);
    }
    cache->header.fields = cache->fields;
    return result == WAFT_OK ? check_header(cache, head, size + WAFTI_GRID_CACHE_CRC, out_error)
                             : result;
}

static waft_result open_file(waft_grid_cache* cache, const char* path, waft_error* out_error) {
    const size_t length = strlen(path);
    if (length >= cache->path_room) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: the path is too long", path);
    }
    memcpy(cache->path, path, length + 1);
    cache->descriptor = wafti_port_open(path, WAFTI_OPEN_FILE);
    wafti_port_status status;
    if (cache->descriptor < 0 || !wafti_port_status_open(cache->descriptor, &status)) {
        return wafti_fail_errno(out_error, "open", path);
    }
    if (!status.is_file) {
        return wafti_fail(out_error, WAFT_ERR_IO, "%s: cannot read: it is not a file", path);
    }
    cache->file_size = status.size;
    return WAFT_OK;
}

waft_result wafti_grid_cache_make(const waft_allocator* allocator, size_t longest_path,
    waft_grid_cache** out_cache, waft_error* out_error) {
    *out_cache = NULL;
    waft_grid_cache* cache = wafti_allocate_zero(allocator, 1, sizeof(*cache));
    if (cache == NULL) {
        return wafti_fail_memory(out_error, sizeof(*cache), "a cached grid to be read");
    }
    cache->allocator = allocator != NULL ? *allocator : (waft_allocator){0};
    cache->descriptor = -1;
    cache->path_room = longest_path + 1;
    cache->path = wafti_allocate_zero(allocator, cache->path_room, 1);
    if (cache->path == NULL) {
        waft_grid_cache_close(cache);
        return wafti_fail_memory(out_error, longest_path + 1, "the path of a cached grid");
    }
    *out_cache = cache;
    return WAFT_OK;
}

// What belongs to the file alone.
static void leave_file(waft_grid_cache* cache) {
    for (size_t i = 0; i < WAFT_GRID_CACHE_FIELDS; ++i) {
        slot* s = &cache->slots[i];
        wafti_release(&cache->allocator, s->loaded, s->loaded_count, sizeof(float));
        *s = (slot){.offset = 0};
    }
    if (cache->descriptor >= 0) {
        wafti_port_leave(cache->descriptor);
    }
    cache->descriptor = -1;
    cache->header = (waft_grid_cache_def){.field_count = 0};
    memset(cache->fields, 0, sizeof(cache->fields));
    seek(cache, 0);
}

waft_result wafti_grid_cache_turn_to(
    waft_grid_cache* cache, const char* path, waft_error* out_error) {
    leave_file(cache);
    waft_result result = open_file(cache, path, out_error);
    result = result == WAFT_OK ? read_header(cache, out_error) : result;
    if (result != WAFT_OK) {
        leave_file(cache);
    }
    return result;
}

waft_result waft_grid_cache_open(const char* path, const waft_allocator* allocator,
    waft_grid_cache** out_cache, waft_error* out_error) {
    if (out_cache != NULL) {
        *out_cache = NULL;
    }
    if (path == NULL || out_cache == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_grid_cache_open: a pointer is NULL");
    }
    waft_grid_cache* cache = NULL;
    waft_result result = wafti_grid_cache_make(allocator, strlen(path), &cache, out_error);
    if (cache != NULL) {
        result = wafti_grid_cache_turn_to(cache, path, out_error);
    }
    if (result != WAFT_OK) {
        waft_grid_cache_close(cache);
        return result;
    }
    *out_cache = cache;
    return WAFT_OK;
}

void waft_grid_cache_close(waft_grid_cache* cache) {
    if (cache == NULL) {
        return;
    }
    leave_file(cache);
    const waft_allocator allocator = cache->allocator;
    wafti_release(&allocator, cache->path, cache->path_room, 1);
    wafti_release(&allocator, cache, 1, sizeof(*cache));
}

waft_result wafti_grid_cache_digest(
    waft_grid_cache* cache, uint64_t* digest, waft_error* out_error) {
    unsigned char head[WAFTI_GRID_CACHE_LARGEST_HEAD + WAFTI_GRID_CACHE_CRC];
    const size_t size = wafti_grid_cache_encode(&cache->header, head);
    uint64_t hash = wafti_hash(*digest, head, size);
    for (size_t i = 0; i < cache->header.field_count; ++i) {
        const waft_grid_cache_field* field = &cache->fields[i];
        unsigned char crc[WAFTI_GRID_CACHE_CRC];
        seek(cache, cache->slots[i].offset +
                        wafti_grid_cache_bytes(cache->header.cells, field->place, field->half));
        const waft_result result = take_bytes(cache, crc, sizeof(crc), out_error);
        if (result != WAFT_OK) {
            return result;
        }
        hash = wafti_hash(hash, crc, sizeof(crc));
    }
    *digest = hash;
    return WAFT_OK;
}

const waft_grid_cache_def* waft_grid_cache_header(const waft_grid_cache* cache) {
    return cache != NULL ? &cache->header : NULL;
}

int waft_grid_cache_find(const waft_grid_cache* cache, const char* name) {
    if (cache == NULL || name == NULL) {
        return -1;
    }
    for (size_t i = 0; i < cache->header.field_count; ++i) {
        if (strcmp(cache->fields[i].name, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static waft_result read_rows(waft_grid_cache* cache, size_t index, float* data,
    const ptrdiff_t stride[3], waft_error* out_error) {
    const waft_grid_cache_field* field = &cache->fields[index];
    const int32_t* size = field->view.size;
    const size_t row_bytes = (size_t)size[0] * (field->half ? sizeof(uint16_t) : sizeof(float));
    unsigned char bytes[(WAFTI_GRID_CACHE_AXIS + 1) * sizeof(float)] = {0};
    uint32_t crc = 0;
    seek(cache, cache->slots[index].offset);
    for (int32_t k = 0; k < size[2]; ++k) {
        for (int32_t j = 0; j < size[1]; ++j) {
            const waft_result result = take_bytes(cache, bytes, row_bytes, out_error);
            if (result != WAFT_OK) {
                return result;
            }
            crc = wafti_block_crc32(crc, bytes, row_bytes);
            wafti_get_reals(
                bytes, (size_t)size[0], field->half, data + j * stride[1] + k * stride[2]);
        }
    }
    const waft_result result = take_bytes(cache, bytes, WAFTI_GRID_CACHE_CRC, out_error);
    if (result == WAFT_OK && wafti_get_u32(bytes) != crc) {
        return wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s: the checksum of field %s is wrong: the file is damaged", cache->path, field->name);
    }
    return result;
}

static bool has_field(const waft_grid_cache* cache, int index) {
    return index >= 0 && (size_t)index < cache->header.field_count;
}

static waft_result fail_index(int index, waft_error* out_error) {
    return wafti_fail(
        out_error, WAFT_ERR_ARGUMENT, "the cached grid has no field with the index %d", index);
}

waft_result waft_grid_cache_read(waft_grid_cache* cache, int index, float* data,
    const ptrdiff_t stride[3], waft_error* out_error) {
    if (cache == NULL || !has_field(cache, index)) {
        return fail_index(index, out_error);
    }
    const int32_t* size = cache->fields[index].view.size;
    if (data == NULL || stride == NULL || stride[0] != 1 || stride[1] < size[0] ||
        stride[2] < stride[1] || stride[2] / stride[1] < size[1]) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: no room for field %s, or its rows would overlap", cache->path,
            cache->fields[index].name);
    }
    return read_rows(cache, (size_t)index, data, stride, out_error);
}

static waft_result load_slot(
    waft_grid_cache* cache, size_t index, const ptrdiff_t stride[3], waft_error* out_error) {
    slot* s = &cache->slots[index];
    const size_t count =
        wafti_size_mul((size_t)stride[2], (size_t)cache->fields[index].view.size[2]);
    float* loaded = wafti_allocate(&cache->allocator, count, sizeof(float));
    if (loaded == NULL) {
        return wafti_fail_memory(out_error, wafti_size_mul(count, sizeof(float)), cache->path);
    }
    const waft_result result = read_rows(cache, index, loaded, stride, out_error);
    if (result != WAFT_OK) {
        wafti_release(&cache->allocator, loaded, count, sizeof(float));
        return result;
    }
    s->loaded = loaded;
    s->loaded_count = count;
    return WAFT_OK;
}

waft_result waft_grid_cache_load(
    waft_grid_cache* cache, int index, waft_field* out_field, waft_error* out_error) {
    if (cache == NULL || !has_field(cache, index)) {
        return fail_index(index, out_error);
    }
    if (out_field == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_grid_cache_load: a pointer is NULL");
    }
    waft_result result = WAFT_OK;
    waft_field field = cache->fields[index].view;
    field.stride[0] = 1;
    field.stride[1] = field.size[0];
    field.stride[2] = (ptrdiff_t)field.size[0] * field.size[1];
    if (cache->slots[index].loaded == NULL) {
        result = load_slot(cache, (size_t)index, field.stride, out_error);
    }
    if (result == WAFT_OK) {
        field.data = cache->slots[index].loaded;
        *out_field = field;
    }
    return result;
}
