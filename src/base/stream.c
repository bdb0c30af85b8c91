// SPDX-License-Identifier: MIT
#include "base/stream.h"

#include <string.h>

#include "base/hash.h"

wafti_stream wafti_stream_measure(void) {
    return (wafti_stream){.mode = WAFTI_STREAM_MEASURE};
}

wafti_stream wafti_stream_save(void* bytes, size_t capacity) {
    return (wafti_stream){.mode = WAFTI_STREAM_SAVE, .bytes = bytes, .capacity = capacity};
}

wafti_stream wafti_stream_send(void* bytes, size_t capacity, wafti_take_bytes* take, void* user) {
    return (wafti_stream){.mode = WAFTI_STREAM_SEND,
        .bytes = bytes,
        .capacity = capacity,
        .take = take,
        .user = user};
}

// `position` is the number of bytes before these.
static void send(const wafti_stream* stream, const unsigned char* from, size_t byte_count) {
    size_t held = stream->position % stream->capacity;
    while (byte_count > 0) {
        const size_t room = stream->capacity - held;
        const size_t part = byte_count < room ? byte_count : room;
        memcpy(stream->bytes + held, from, part);
        if (part == room) {
            stream->take(stream->user, stream->bytes, stream->capacity);
        }
        held = part == room ? 0 : held + part;
        from += part;
        byte_count -= part;
    }
}

void wafti_stream_send_rest(wafti_stream* stream) {
    const size_t held = stream->position % stream->capacity;
    if (held > 0) {
        stream->take(stream->user, stream->bytes, held);
    }
}

wafti_stream wafti_stream_load(const void* bytes, size_t capacity) {
    // Only LOAD reads through this pointer, and it never writes there.
    unsigned char* source = NULL;
    memcpy(&source, &bytes, sizeof(source));
    return (wafti_stream){.mode = WAFTI_STREAM_LOAD, .bytes = source, .capacity = capacity};
}

wafti_stream wafti_stream_hash(void) {
    return (wafti_stream){.mode = WAFTI_STREAM_HASH, .hash = WAFTI_HASH_START};
}

void wafti_stream_bytes(wafti_stream* stream, void* value, size_t byte_count) {
    const bool moves = stream->mode == WAFTI_STREAM_SAVE || stream->mode == WAFTI_STREAM_LOAD;
    if (moves && (stream->failed || byte_count > stream->capacity - stream->position)) {
        stream->failed = true;
        return;
    }
    if (byte_count > 0) {
        switch (stream->mode) {
        case WAFTI_STREAM_MEASURE:
            break;
        case WAFTI_STREAM_SAVE:
            memcpy(stream->bytes + stream->position, value, byte_count);
            break;
        case WAFTI_STREAM_SEND:
            send(stream, value, byte_count);
            break;
        case WAFTI_STREAM_LOAD:
            memcpy(value, stream->bytes + stream->position, byte_count);
            break;
        case WAFTI_STREAM_HASH:
            stream->hash = wafti_hash(stream->hash, value, byte_count);
            break;
        }
    }
    stream->position += byte_count;
}

void wafti_stream_rows(
    wafti_stream* stream, float* rows, size_t width, size_t row_count, size_t stride) {
    for (size_t row = 0; row < row_count; ++row) {
        wafti_stream_bytes(stream, rows + row * stride, width * sizeof(float));
    }
}

void wafti_stream_rows_double(
    wafti_stream* stream, double* rows, size_t width, size_t row_count, size_t stride) {
    for (size_t row = 0; row < row_count; ++row) {
        wafti_stream_bytes(stream, rows + row * stride, width * sizeof(double));
    }
}
