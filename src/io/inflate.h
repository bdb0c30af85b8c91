// SPDX-License-Identifier: MIT
// zlib streams back to bytes.
#ifndef WAFTI_IO_INFLATE_H
#define WAFTI_IO_INFLATE_H

#include "base/memory.h"

/// Takes streams one after the other, each by itself, in memory taken once.
typedef struct wafti_inflater {
    wafti_arena arena;
    void* stream; ///< zlib's; NULL before init and in a build without zlib
} wafti_inflater;

/// Error: WAFT_ERR_NO_MEMORY; nothing is then left. Without zlib it does nothing and succeeds.
waft_result wafti_inflater_init(wafti_inflater* inflater, const waft_allocator* allocator);
void wafti_inflater_free(wafti_inflater* inflater);

/// False unless the stream is whole and gives exactly `out_count` bytes; always without zlib.
bool wafti_inflate(wafti_inflater* inflater, const void* bytes, size_t byte_count,
    unsigned char* out, size_t out_count);

#endif // WAFTI_IO_INFLATE_H
