// SPDX-License-Identifier: MIT
#include "render/gl.h"

void wafti_stream_reserve(wafti_stream* stream, GLenum target, size_t size) {
    if (stream->buffer == 0) {
        glGenBuffers(1, &stream->buffer);
    }
    glBindBuffer(target, stream->buffer);
    if (size > stream->capacity) {
        stream->capacity = size + size / 2;
    }
    // New storage each time: the last picture may still be reading the old one.
    glBufferData(target, (GLsizeiptr)stream->capacity, NULL, GL_STREAM_DRAW);
}

void wafti_stream_fill(wafti_stream* stream, const void* data, size_t size) {
    wafti_stream_reserve(stream, GL_ARRAY_BUFFER, size);
    glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)size, data);
}

void wafti_stream_fill_indices(wafti_stream* stream, const uint32_t* indices, size_t count) {
    wafti_stream_reserve(stream, GL_ELEMENT_ARRAY_BUFFER, count * sizeof *indices);
    glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, (GLsizeiptr)(count * sizeof *indices), indices);
}

void wafti_stream_free(wafti_stream* stream) {
    glDeleteBuffers(1, &stream->buffer);
    *stream = (wafti_stream){0};
}

void wafti_gl_bind_array(GLuint* array) {
    if (*array == 0) {
        glGenVertexArrays(1, array);
    }
    glBindVertexArray(*array);
}

void wafti_gl_attribute(GLuint index, GLint size, size_t stride, size_t offset, GLuint divisor) {
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, size, GL_FLOAT, GL_FALSE, (GLsizei)stride,
        (const void*)offset); // NOLINT(performance-no-int-to-ptr): what OpenGL asks for
    glVertexAttribDivisor(index, divisor);
}

GLuint wafti_gl_make_texture(GLenum kind, GLint filter) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(kind, texture);
    glTexParameteri(kind, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(kind, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(kind, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(kind, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(kind, GL_TEXTURE_WRAP_R, GL_CLAMP_TO_EDGE);
    return texture;
}

void wafti_gl_bind(GLenum unit, GLenum kind, GLuint texture) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(kind, texture);
}

void wafti_gl_set_unit(GLuint program, const char* name, GLint unit) {
    glUniform1i(glGetUniformLocation(program, name), unit);
}

void wafti_gl_set_float(GLuint program, const char* name, float value) {
    glUniform1f(glGetUniformLocation(program, name), value);
}

void wafti_gl_set_vec3(GLuint program, const char* name, waft_vec3 value) {
    glUniform3f(glGetUniformLocation(program, name), value.x, value.y, value.z);
}

void wafti_gl_cover(GLuint points) {
    glBindVertexArray(points);
    glDisable(GL_DEPTH_TEST);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glEnable(GL_DEPTH_TEST);
}

void wafti_gl_blend(bool on) {
    (on ? glEnable : glDisable)(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
}
