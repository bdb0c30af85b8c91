// SPDX-License-Identifier: MIT
#include "io/deflate.h"

#include "base/assert.h"
#include "base/hash.h"

#if defined(WAFTI_HAVE_ZLIB)

#include <limits.h>
#include <zlib.h>

enum {
    // On 150 x 150 x 145 cells of a puff of smoke level 6 took 2.5 times as long as level 1, for a
    // file 7 % smaller.
    LEVEL = 1,
    LEAST_WINDOW_BITS = 9,
    ARENA_BLOCK = 1 << 16,
};

bool wafti_deflate_available(void) {
    return true;
}

// zlib frees all it took at once, when the arena goes.
static voidpf take(voidpf user, uInt count, uInt size) {
    return wafti_arena_take(user, count, size);
}

static void give_back(voidpf user, voidpf memory) {
    (void)user;
    (void)memory;
}

static int window_bits(size_t block_size) {
    int bits = LEAST_WINDOW_BITS;
    while (bits < MAX_WBITS && ((size_t)1 << bits) < block_size) {
        ++bits;
    }
    return bits;
}

waft_result wafti_deflater_init(
    wafti_deflater* deflater, const waft_allocator* allocator, size_t block_size) {
    deflater->stream = NULL;
    wafti_arena_init(&deflater->arena, allocator, ARENA_BLOCK);
    z_stream* stream = wafti_arena_take(&deflater->arena, 1, sizeof(*stream));
    if (stream == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    stream->zalloc = take;
    stream->zfree = give_back;
    stream->opaque = &deflater->arena;
    // The hash table is cleared for each block and has 2^(memory level + 7) entries.
    const int bits = window_bits(block_size);
    const int memory_level = bits < MAX_WBITS ? bits - 7 : 8;
    if (deflateInit2(stream, LEVEL, Z_DEFLATED, bits, memory_level, Z_DEFAULT_STRATEGY) != Z_OK) {
        wafti_arena_free(&deflater->arena);
        return WAFT_ERR_NO_MEMORY;
    }
    deflater->stream = stream;
    return WAFT_OK;
}

void wafti_deflater_free(wafti_deflater* deflater) {
    deflater->stream = NULL;
    wafti_arena_free(&deflater->arena);
}

// A little more than deflateBound() says for the smallest windows.
size_t wafti_deflate_bound(size_t byte_count) {
    return wafti_size_add(byte_count, byte_count / 7 + 64);
}

size_t wafti_deflate(wafti_deflater* deflater, const void* bytes, size_t byte_count,
    unsigned char* out, size_t capacity) {
    WAFT_ASSERT(deflater->stream != NULL);
    if (byte_count > UINT_MAX || capacity > UINT_MAX) {
        return 0;
    }
    z_stream* stream = deflater->stream;
    if (deflateReset(stream) != Z_OK) {
        return 0;
    }
    stream->next_in = (z_const Bytef*)bytes;
    stream->avail_in = (uInt)byte_count;
    stream->next_out = out;
    stream->avail_out = (uInt)capacity;
    return deflate(stream, Z_FINISH) == Z_STREAM_END ? capacity - stream->avail_out : 0;
}

uint32_t wafti_block_crc32(uint32_t crc, const void* bytes, size_t byte_count) {
    return (uint32_t)crc32_z(crc, bytes, byte_count);
}

#else

bool wafti_deflate_available(void) {
    return false;
}

waft_result wafti_deflater_init(
    wafti_deflater* deflater, const waft_allocator* allocator, size_t block_size) {
    (void)block_size;
    deflater->stream = NULL;
    wafti_arena_init(&deflater->arena, allocator, 0);
    return WAFT_OK;
}

void wafti_deflater_free(wafti_deflater* deflater) {
    wafti_arena_free(&deflater->arena);
}

size_t wafti_deflate_bound(size_t byte_count) {
    return byte_count;
}

size_t wafti_deflate(wafti_deflater* deflater, const void* bytes, size_t byte_count,
    unsigned char* out, size_t capacity) {
    (void)deflater;
    (void)bytes;
    (void)byte_count;
    (void)out;
    (void)capacity;
    return 0;
}

uint32_t wafti_block_crc32(uint32_t crc, const void* bytes, size_t byte_count) {
    return wafti_crc32(crc, bytes, byte_count);
}

#endif
