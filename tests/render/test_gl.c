// SPDX-License-Identifier: MIT
#include "render/gl.h"

#include "render/context.h"
#include "test.h"

static bool enter(waft_graphics graphics, wafti_context* context) {
    waft_error error = {0};
    if (wafti_context_create(graphics, context, &error) != WAFT_OK) {
        (void)printf("skipped: %s\n", error.sentence);
        CHECK(error.result == WAFT_ERR_MISSING);
        return false;
    }
    return CHECK(wafti_context_enter(context));
}

static GLint buffer_size(GLenum target) {
    GLint size = 0;
    glGetBufferParameteriv(target, GL_BUFFER_SIZE, &size);
    return size;
}

// A stream grows by half as much again and never shrinks, and both kinds keep to their own target.
static void streams_grow(void) {
    wafti_context context = {0};
    if (!enter(WAFT_GRAPHICS_GLES, &context)) {
        return;
    }
    static const float numbers[8] = {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f, 8.0f};
    static const uint32_t indices[3] = {0, 1, 2};
    wafti_stream stream = {0};
    wafti_stream index_stream = {0};
    GLuint array = 0;
    wafti_gl_bind_array(&array);
    const GLuint first = array;
    wafti_gl_bind_array(&array);
    CHECK(first != 0 && array == first);
    wafti_stream_fill(&stream, numbers, sizeof numbers);
    CHECK(stream.capacity == sizeof numbers * 3 / 2);
    CHECK(buffer_size(GL_ARRAY_BUFFER) == (GLint)stream.capacity);
    const GLuint buffer = stream.buffer;
    wafti_stream_fill(&stream, numbers, 4);
    CHECK(stream.buffer == buffer && stream.capacity == sizeof numbers * 3 / 2);
    wafti_stream_fill_indices(&index_stream, indices, 3);
    CHECK(buffer_size(GL_ELEMENT_ARRAY_BUFFER) == 18);
    CHECK(buffer_size(GL_ARRAY_BUFFER) == 48);
    wafti_gl_attribute(1, 4, 16, 0, 1);
    GLint found[2] = {0, 0};
    glGetVertexAttribiv(1, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &found[0]);
    glGetVertexAttribiv(1, GL_VERTEX_ATTRIB_ARRAY_DIVISOR, &found[1]);
    CHECK(found[0] == 1 && found[1] == 1);
    wafti_stream_free(&stream);
    wafti_stream_free(&index_stream);
    CHECK(stream.buffer == 0 && stream.capacity == 0);
    glDeleteVertexArrays(1, &array);
    CHECK(glGetError() == GL_NO_ERROR);
    wafti_context_leave(&context);
    wafti_context_destroy(&context);
}

static void textures_and_blending_are_as_asked_for(void) {
    wafti_context context = {0};
    if (!enter(WAFT_GRAPHICS_GL, &context)) {
        return;
    }
    GLuint texture = wafti_gl_make_texture(GL_TEXTURE_2D, GL_NEAREST);
    GLint found = 0;
    glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, &found);
    CHECK(found == GL_NEAREST);
    glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, &found);
    CHECK(found == GL_CLAMP_TO_EDGE);
    wafti_gl_bind(3, GL_TEXTURE_2D, texture);
    glGetIntegerv(GL_ACTIVE_TEXTURE, &found);
    CHECK(found == GL_TEXTURE0 + 3);
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &found);
    CHECK((GLuint)found == texture);
    wafti_gl_blend(true);
    CHECK(glIsEnabled(GL_BLEND));
    glGetIntegerv(GL_BLEND_DST_ALPHA, &found);
    CHECK(found == GL_ONE);
    wafti_gl_blend(false);
    CHECK(!glIsEnabled(GL_BLEND));
    glDeleteTextures(1, &texture);
    CHECK(glGetError() == GL_NO_ERROR);
    wafti_context_leave(&context);
    wafti_context_destroy(&context);
}

static const test_case cases[] = {
    {"streams grow", streams_grow},
    {"textures and blending are as asked for", textures_and_blending_are_as_asked_for},
};

TEST_MAIN(cases)
