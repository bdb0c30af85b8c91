// SPDX-License-Identifier: MIT
#include "render/stream.h"

void wafti_stream_fill(wafti_stream* stream, const void* data, size_t size) {
    if (stream->buffer == 0) {
        glGenBuffers(1, &stream->buffer);
    }
    glBindBuffer(GL_ARRAY_BUFFER, stream->buffer);
    if (size > stream->capacity) {
        stream->capacity = size + size / 2;
    }
    // New storage each time: the last picture may still be reading the old one.
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)stream->capacity, NULL, GL_STREAM_DRAW);
    glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)size, data);
}

void wafti_stream_free(wafti_stream* stream) {
    glDeleteBuffers(1, &stream->buffer);
    *stream = (wafti_stream){0};
}
