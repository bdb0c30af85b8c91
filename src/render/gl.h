// SPDX-License-Identifier: MIT
// The common subset of OpenGL 3.3 and WebGL2: no geometry shaders, polygon mode, 1D textures, buffer
// mapping, float render targets or linear filtering of R32F.
#ifndef WAFTI_RENDER_GL_H
#define WAFTI_RENDER_GL_H

#ifdef WAFTI_RENDER_ES
#include <GLES3/gl3.h>
#else
#include <epoxy/gl.h>
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <waft/math.h>

/// A buffer that is filled anew for every picture.
typedef struct wafti_stream {
    GLuint buffer;
    size_t capacity; ///< bytes
} wafti_stream;

/// Makes room for `size` bytes, whose contents are lost, and leaves the buffer bound to `target`.
void wafti_stream_reserve(wafti_stream* stream, GLenum target, size_t size);
/// The same for GL_ARRAY_BUFFER, which then holds the data.
void wafti_stream_fill(wafti_stream* stream, const void* data, size_t size);
/// The same for the indices of the vertex array that is bound.
void wafti_stream_fill_indices(wafti_stream* stream, const uint32_t* indices, size_t count);
void wafti_stream_free(wafti_stream* stream);

/// Binds a vertex array, which is made if it is 0.
void wafti_gl_bind_array(GLuint* array);
/// An attribute of floats in the bound array and buffer; a divisor of 1 is one value an instance.
void wafti_gl_attribute(GLuint index, GLint size, size_t stride, size_t offset, GLuint divisor);

/// A texture that ends at its edges, bound to the active unit.
GLuint wafti_gl_make_texture(GLenum kind, GLint filter);
/// Binds a texture to a unit, which stays active.
void wafti_gl_bind(GLenum unit, GLenum kind, GLuint texture);

/// Set a uniform of the current program; one that it does not have is passed over.
void wafti_gl_set_unit(GLuint program, const char* name, GLint unit);
void wafti_gl_set_float(GLuint program, const char* name, float value);
void wafti_gl_set_vec3(GLuint program, const char* name, waft_vec3 value);

/// Draws a triangle that covers the picture, without looking at the depth; `points` is an array without buffers.
void wafti_gl_cover(GLuint points);
/// Draws of colours with alpha are blended; the alpha of the target stays as it is.
void wafti_gl_blend(bool on);

#endif // WAFTI_RENDER_GL_H
