// SPDX-License-Identifier: MIT
// Cached frames from arbitrary bytes. The first byte chooses: odd, and the checksums behind the header
// and the fields are made right first, so that what they guard is reached as well. Fields that
// are read have the bits of the file.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/hash.h"
#include "io/grid_cache.h"
#include "io/little_endian.h"

#include <waft/export.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size); // NOLINT: libFuzzer names it

// A file in memory whose path is in `path`; -1 if there is none to be had.
static int make_file(const uint8_t* bytes, size_t size, char path[64]) {
    const int descriptor = memfd_create("cache", MFD_CLOEXEC);
    if (descriptor >= 0 && size > 0 && write(descriptor, bytes, size) != (ssize_t)size) {
        __builtin_trap();
    }
    (void)snprintf(path, 64, "/proc/self/fd/%d", descriptor);
    return descriptor;
}

static bool put_checksum(uint8_t* bytes, size_t size, size_t start, uint64_t length) {
    if (length > size - start || size - start - length < WAFTI_GRID_CACHE_CRC) {
        return false;
    }
    wafti_put_u32(bytes + start + length, wafti_crc32(0, bytes + start, (size_t)length));
    return true;
}

static void repair(uint8_t* bytes, size_t size) {
    if (size < WAFTI_GRID_CACHE_HEAD) {
        return;
    }
    const size_t count = wafti_get_u32(bytes + 96) % (WAFT_GRID_CACHE_FIELDS + 1);
    const size_t head = WAFTI_GRID_CACHE_HEAD + count * WAFTI_GRID_CACHE_ENTRY;
    if (!put_checksum(bytes, size, 0, head)) {
        return;
    }
    size_t start = head + WAFTI_GRID_CACHE_CRC;
    for (size_t i = 0; i < count; ++i) {
        const uint8_t* entry = bytes + WAFTI_GRID_CACHE_HEAD + i * WAFTI_GRID_CACHE_ENTRY;
        const uint64_t length = wafti_get_u64(entry + 40);
        if (!put_checksum(bytes, size, start, length)) {
            return;
        }
        start += (size_t)length + WAFTI_GRID_CACHE_CRC;
    }
}

// A field that was read has the bits of the file.
static void read_field(waft_grid_cache* cache, int index, const uint8_t* bytes, uint64_t length) {
    const waft_grid_cache_field* field = &waft_grid_cache_header(cache)->fields[index];
    waft_field view = {.data = NULL};
    waft_error error = {.sentence = ""};
    const waft_result result = waft_grid_cache_load(cache, index, &view, &error);
    if ((result == WAFT_OK) != (error.sentence[0] == '\0') ||
        waft_grid_cache_find(cache, field->name) != index) {
        __builtin_trap();
    }
    const bool right = wafti_crc32(0, bytes, (size_t)length) == wafti_get_u32(bytes + length);
    if (right != (result == WAFT_OK)) {
        __builtin_trap();
    }
    // The very bits: NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    if (right && !field->half && memcmp(view.data, bytes, (size_t)length) != 0) {
        __builtin_trap();
    }
}

static void read_fields(waft_grid_cache* cache, const uint8_t* bytes) {
    const waft_grid_cache_def* header = waft_grid_cache_header(cache);
    const uint8_t* at = bytes + wafti_get_u32(bytes + 12) + WAFTI_GRID_CACHE_CRC;
    for (size_t i = 0; i < header->field_count; ++i) {
        const waft_grid_cache_field* field = &header->fields[i];
        const uint64_t length = wafti_grid_cache_bytes(header->cells, field->place, field->half);
        read_field(cache, (int)i, at, length);
        at += length + WAFTI_GRID_CACHE_CRC;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) { // NOLINT
    if (size < 1) {
        return 0;
    }
    uint8_t* bytes = malloc(size);
    if (bytes == NULL) {
        return 0;
    }
    memcpy(bytes, data + 1, size - 1);
    if (data[0] % 2 != 0) {
        repair(bytes, size - 1);
    }
    char path[64];
    const int descriptor = make_file(bytes, size - 1, path);
    waft_grid_cache* cache = NULL;
    waft_error error = {.sentence = ""};
    const waft_result result = waft_grid_cache_open(path, NULL, &cache, &error);
    if ((result == WAFT_OK) != (cache != NULL) ||
        (result == WAFT_OK) != (error.sentence[0] == '\0')) {
        __builtin_trap();
    }
    if (cache != NULL) {
        read_fields(cache, bytes);
    }
    waft_grid_cache_close(cache);
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    free(bytes);
    return 0;
}
