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

// NULL if memory is out.
static z_stream* take_stream(wafti_zlib* zlib, const waft_allocator* allocator) {
    zlib->stream = NULL;
    wafti_arena_init(&zlib->arena, allocator, ARENA_BLOCK);
    z_stream* stream = wafti_arena_take(&zlib->arena, 1, sizeof(*stream));
    if (stream != NULL) {
        stream->zalloc = take;
        stream->zfree = give_back;
        stream->opaque = &zlib->arena;
    }
    return stream;
}

// Takes over a stream that zlib began with this code.
static waft_result keep_stream(wafti_zlib* zlib, z_stream* stream, int code) {
    if (code != Z_OK) {
        wafti_zlib_free(zlib);
        return WAFT_ERR_NO_MEMORY;
    }
    zlib->stream = stream;
    return WAFT_OK;
}

waft_result wafti_deflater_init(
    wafti_zlib* deflater, const waft_allocator* allocator, size_t block_size) {
    z_stream* stream = take_stream(deflater, allocator);
    // The hash table is cleared for each block and has 2^(memory level + 7) entries.
    const int bits = window_bits(block_size);
    const int memory_level = bits < MAX_WBITS ? bits - 7 : 8;
    return keep_stream(deflater, stream,
        deflateInit2(stream, LEVEL, Z_DEFLATED, bits, memory_level, Z_DEFAULT_STRATEGY));
}

waft_result wafti_inflater_init(wafti_zlib* inflater, const waft_allocator* allocator) {
    z_stream* stream = take_stream(inflater, allocator);
    return keep_stream(inflater, stream, inflateInit(stream));
}

static bool offer(
    z_stream* stream, const void* bytes, size_t byte_count, unsigned char* out, size_t capacity) {
    if (byte_count > UINT_MAX || capacity > UINT_MAX) {
        return false;
    }
    stream->next_in = (z_const Bytef*)bytes;
    stream->avail_in = (uInt)byte_count;
    stream->next_out = out;
    stream->avail_out = (uInt)capacity;
    return true;
}

// A little more than deflateBound() says for the smallest windows.
size_t wafti_deflate_bound(size_t byte_count) {
    return wafti_size_add(byte_count, byte_count / 7 + 64);
}

size_t wafti_deflate(wafti_zlib* deflater, const void* bytes, size_t byte_count, unsigned char* out,
    size_t capacity) {
    WAFT_ASSERT(deflater->stream != NULL);
    z_stream* stream = deflater->stream;
    return deflateReset(stream) == Z_OK && offer(stream, bytes, byte_count, out, capacity) &&
                   deflate(stream, Z_FINISH) == Z_STREAM_END
               ? capacity - stream->avail_out
               : 0;
}

bool wafti_inflate(wafti_zlib* inflater, const void* bytes, size_t byte_count, unsigned char* out,
    size_t out_count) {
    z_stream* stream = inflater->stream;
    return inflateReset(stream) == Z_OK && offer(stream, bytes, byte_count, out, out_count) &&
           inflate(stream, Z_FINISH) == Z_STREAM_END && stream->avail_out == 0;
}

uint32_t wafti_block_crc32(uint32_t crc, const void* bytes, size_t byte_count) {
    return (uint32_t)crc32_z(crc, bytes, byte_count);
}

#else

bool wafti_deflate_available(void) {
    return false;
}

waft_result wafti_deflater_init(
    wafti_zlib* deflater, const waft_allocator* allocator, size_t block_size) {
    (void)block_size;
    return wafti_inflater_init(deflater, allocator);
}

waft_result wafti_inflater_init(wafti_zlib* inflater, const waft_allocator* allocator) {
    inflater->stream = NULL;
    wafti_arena_init(&inflater->arena, allocator, 0);
    return WAFT_OK;
}

size_t wafti_deflate_bound(size_t byte_count) {
    return byte_count;
}

bool wafti_inflate(wafti_zlib* inflater, const void* bytes, size_t byte_count, unsigned char* out,
    size_t out_count) {
    return wafti_deflate(inflater, bytes, byte_count, out, out_count) > 0;
}

size_t wafti_deflate(wafti_zlib* deflater, const void* bytes, size_t byte_count, unsigned char* out,
    size_t capacity) {
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

void wafti_zlib_free(wafti_zlib* zlib) {
    zlib->stream = NULL;
    wafti_arena_free(&zlib->arena);
}
