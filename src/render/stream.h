// SPDX-License-Identifier: MIT
// A vertex buffer that is filled anew for every picture.
#ifndef WAFTI_RENDER_STREAM_H
#define WAFTI_RENDER_STREAM_H

#include <stddef.h>

#include "render/gl.h"

typedef struct wafti_stream {
    GLuint buffer;
    size_t capacity; ///< bytes
} wafti_stream;

/// Replaces what the buffer holds and leaves it bound to GL_ARRAY_BUFFER.
void wafti_stream_fill(wafti_stream* stream, const void* data, size_t size);
void wafti_stream_free(wafti_stream* stream);

#endif // WAFTI_RENDER_STREAM_H
