// SPDX-License-Identifier: MIT
#include "io/inflate.h"

#if defined(WAFTI_HAVE_ZLIB)

#include <limits.h>
#include <zlib.h>

enum { ARENA_BLOCK = 1 << 16 };

// zlib frees all it took at once, when the arena goes.
static voidpf take(voidpf user, uInt count, uInt size) {
    return wafti_arena_take(user, count, size);
}

static void give_back(voidpf user, voidpf memory) {
    (void)user;
    (void)memory;
}

waft_result wafti_inflater_init(wafti_inflater* inflater, const waft_allocator* allocator) {
    inflater->stream = NULL;
    wafti_arena_init(&inflater->arena, allocator, ARENA_BLOCK);
    z_stream* stream = wafti_arena_take(&inflater->arena, 1, sizeof(*stream));
    if (stream == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    stream->zalloc = take;
    stream->zfree = give_back;
    stream->opaque = &inflater->arena;
    if (inflateInit(stream) != Z_OK) {
        wafti_arena_free(&inflater->arena);
        return WAFT_ERR_NO_MEMORY;
    }
    inflater->stream = stream;
    return WAFT_OK;
}

bool wafti_inflate(wafti_inflater* inflater, const void* bytes, size_t byte_count,
    unsigned char* out, size_t out_count) {
    z_stream* stream = inflater->stream;
    if (byte_count > UINT_MAX || out_count > UINT_MAX || inflateReset(stream) != Z_OK) {
        return false;
    }
    stream->next_in = (z_const Bytef*)bytes;
    stream->avail_in = (uInt)byte_count;
    stream->next_out = out;
    stream->avail_out = (uInt)out_count;
    return inflate(stream, Z_FINISH) == Z_STREAM_END && stream->avail_out == 0;
}

#else

waft_result wafti_inflater_init(wafti_inflater* inflater, const waft_allocator* allocator) {
    inflater->stream = NULL;
    wafti_arena_init(&inflater->arena, allocator, 0);
    return WAFT_OK;
}

bool wafti_inflate(wafti_inflater* inflater, const void* bytes, size_t byte_count,
    unsigned char* out, size_t out_count) {
    (void)inflater;
    (void)bytes;
    (void)byte_count;
    (void)out;
    (void)out_count;
    return false;
}

#endif

void wafti_inflater_free(wafti_inflater* inflater) {
    inflater->stream = NULL;
    wafti_arena_free(&inflater->arena);
}
