// SPDX-License-Identifier: MIT
// The file of a cached frame, all numbers little-endian:
//
//     0   "WAFTGRID"               48  origin, 3 x double       96  fields, uint32
//     8   format, uint32           72  time, double             100 zero, uint32
//     12  header size, uint32      80  frame, int64             104 one entry a field
//     16  cells, 3 x uint32        88  step, uint64             ... CRC-32 of all before it
//     28  zero, uint32
//     32  identity, uint64
//     40  spacing, double
//
// An entry: name, 32 bytes padded with zeros; place, uint32; bits of a value, uint32; bytes of the
// field, uint64. After the header's CRC-32 come the fields in the order of their entries: the values,
// x fastest, without padding, then the CRC-32 of these bytes.
#ifndef WAFTI_IO_GRID_CACHE_H
#define WAFTI_IO_GRID_CACHE_H

#include <waft/files.h>

enum {
    WAFTI_GRID_CACHE_FORMAT = 1,
    WAFTI_GRID_CACHE_HEAD = 104,  ///< bytes before the entries
    WAFTI_GRID_CACHE_ENTRY = 48,  ///< bytes of an entry
    WAFTI_GRID_CACHE_CRC = 4,     ///< bytes of a checksum
    WAFTI_GRID_CACHE_AXIS = 4096, ///< most cells along an axis
    WAFTI_GRID_CACHE_LARGEST_HEAD =
        WAFTI_GRID_CACHE_HEAD + WAFT_GRID_CACHE_FIELDS * WAFTI_GRID_CACHE_ENTRY,
};

/// Samples of a field along an axis: one more than cells along the axis its faces are across.
static inline int32_t wafti_grid_cache_samples(
    const int32_t cells[3], waft_grid_place place, int axis) {
    return cells[axis] + ((int)place == axis + 1 ? 1 : 0);
}

/// Bytes of a field in the file, without its checksum. At most 4097^3 values, so that it fits.
uint64_t wafti_grid_cache_bytes(const int32_t cells[3], waft_grid_place place, bool half);

/// Checks what header and def have in common: cells, numbers, names, places. `path` and the result
/// on failure (WAFT_ERR_ARGUMENT or WAFT_ERR_PARSE) go into the error.
waft_result wafti_grid_cache_check(const waft_grid_cache_def* def, const char* path,
    waft_result on_failure, waft_error* out_error);

/// Header, entries and their checksum, as bytes; returns how many. `out` has room for
/// WAFTI_GRID_CACHE_LARGEST_HEAD + WAFTI_GRID_CACHE_CRC.
size_t wafti_grid_cache_encode(const waft_grid_cache_def* def, unsigned char* out);

/// A reader for paths of at most so many bytes, with no file as yet. Close it with
/// waft_grid_cache_close(). Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_grid_cache_make(const waft_allocator* allocator, size_t longest_path,
    waft_grid_cache** out_cache, waft_error* out_error);

/// Leaves the file that it has and opens another; takes no memory. Errors: those of
/// waft_grid_cache_open(); the reader then has no file.
waft_result wafti_grid_cache_turn_to(
    waft_grid_cache* cache, const char* path, waft_error* out_error);

/// Goes on with a hash over header and checksums of the fields: another content, another digest,
/// although the fields are not read.
waft_result wafti_grid_cache_digest(
    waft_grid_cache* cache, uint64_t* digest, waft_error* out_error);

#endif // WAFTI_IO_GRID_CACHE_H
