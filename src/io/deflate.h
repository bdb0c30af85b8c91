// SPDX-License-Identifier: MIT
// zlib, as far as files need it. In a build without it every block stays as it is.
#ifndef WAFTI_IO_DEFLATE_H
#define WAFTI_IO_DEFLATE_H

#include "base/memory.h"

/// Packs or unpacks blocks one after the other, each by itself, in memory taken once.
typedef struct wafti_zlib {
    wafti_arena arena;
    void* stream; ///< zlib's; NULL before init and in a build without zlib
} wafti_zlib;

/// True if this build compresses.
bool wafti_deflate_available(void);

/// For blocks of about `block_size` bytes: a window no larger than that makes small blocks cheap.
/// Error: WAFT_ERR_NO_MEMORY; nothing is then left. Without zlib it does nothing and succeeds.
waft_result wafti_deflater_init(
    wafti_zlib* deflater, const waft_allocator* allocator, size_t block_size);
waft_result wafti_inflater_init(wafti_zlib* inflater, const waft_allocator* allocator);
void wafti_zlib_free(wafti_zlib* zlib);

/// Bytes that any block of `byte_count` bytes fits in after compression.
size_t wafti_deflate_bound(size_t byte_count);

/// Writes the zlib stream of a block and returns its size, or 0 if it does not fit `capacity` (and
/// always without zlib).
size_t wafti_deflate(wafti_zlib* deflater, const void* bytes, size_t byte_count, unsigned char* out,
    size_t capacity);

/// False unless the stream is whole and gives exactly `out_count` bytes; always without zlib.
bool wafti_inflate(wafti_zlib* inflater, const void* bytes, size_t byte_count, unsigned char* out,
    size_t out_count);

/// wafti_crc32() by zlib's faster code where it is there.
uint32_t wafti_block_crc32(uint32_t crc, const void* bytes, size_t byte_count);

#endif // WAFTI_IO_DEFLATE_H
