// SPDX-License-Identifier: MIT
// Walks through the bytes of a file, and unpacks what is packed.
#ifndef WAFT_TEST_INFLATE_FIXTURE_H
#define WAFT_TEST_INFLATE_FIXTURE_H

#include "io/little_endian.h"
#include "scratch.h"

#if defined(WAFTI_HAVE_ZLIB)
#include <zlib.h>
#endif

typedef struct walk {
    const unsigned char* bytes;
    size_t size, at;
    bool failed; // went past the end; what was read is zero
} walk;

static inline const unsigned char* walk_bytes(walk* w, size_t count) {
    static const unsigned char zeros[1 << 16];
    if (count > w->size - w->at) {
        w->failed = true;
        w->at = w->size;
        return zeros;
    }
    w->at += count;
    return w->bytes + w->at - count;
}

static inline uint32_t walk_u32(walk* w) {
    return wafti_get_u32(walk_bytes(w, 4));
}

static inline uint64_t walk_u64(walk* w) {
    return wafti_get_u64(walk_bytes(w, 8));
}

static inline double walk_double(walk* w) {
    return wafti_get_double(walk_bytes(w, 8));
}

// True if the packed bytes are exactly `size` bytes, which go to `out`.
static inline bool unpack(
    const unsigned char* packed, size_t packed_size, unsigned char* out, size_t size) {
#if defined(WAFTI_HAVE_ZLIB)
    uLongf got = (uLongf)size;
    return uncompress(out, &got, packed, (uLong)packed_size) == Z_OK && got == size;
#else
    (void)packed;
    (void)packed_size;
    (void)out;
    (void)size;
    return false;
#endif
}

#endif // WAFT_TEST_INFLATE_FIXTURE_H
