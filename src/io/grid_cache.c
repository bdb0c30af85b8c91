// SPDX-License-Identifier: MIT
#include "io/grid_cache.h"

#include "base/error.h"
#include "io/deflate.h"
#include "io/little_endian.h"

#include <math.h>
#include <string.h>

static const char magic[8] = {'W', 'A', 'F', 'T', 'G', 'R', 'I', 'D'};

bool wafti_grid_cache_has_magic(const unsigned char* head) {
    return memcmp(head, magic, sizeof(magic)) == 0;
}

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

static void encode_entry(const waft_grid_cache_def* def, size_t index, unsigned char* entry) {
    const waft_grid_cache_field* field = &def->fields[index];
    memset(entry, 0, WAFTI_GRID_CACHE_ENTRY);
    memcpy(entry, field->name, strlen(field->name));
    wafti_put_u32(entry + 32, (uint32_t)field->place);
    wafti_put_u32(entry + 36, field->half ? 16 : 32);
    wafti_put_u64(entry + 40, wafti_grid_cache_bytes(def->cells, field->place, field->half));
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
        encode_entry(def, i, out + WAFTI_GRID_CACHE_HEAD + i * WAFTI_GRID_CACHE_ENTRY);
    }
    wafti_put_u32(out + size, wafti_block_crc32(0, out, size));
    return size + WAFTI_GRID_CACHE_CRC;
}
