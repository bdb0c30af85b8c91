// SPDX-License-Identifier: MIT
#include "render/shader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "render/shader_texts.h"
#include "render/support.h"

static const char* find_text(const char* name, const char* suffix) {
    const size_t length = strlen(name);
    for (const wafti_shader_text* row = wafti_shader_texts; row->name != NULL; ++row) {
        if (strncmp(row->name, name, length) == 0 && strcmp(row->name + length, suffix) == 0) {
            return row->text;
        }
    }
    return NULL;
}

// The version, and "#define A" and "#define B 2" of words such as "A B=2".
static void write_first(char* out, size_t size, const char* words, bool embedded) {
    int used = snprintf(out, size, "%s",
        embedded ? "#version 300 es\n"
                   "precision highp float;\n"
                   "precision highp int;\n"
                   "precision highp sampler2D;\n"
                   "precision highp sampler2DShadow;\n"
                   "precision highp sampler3D;\n"
                 : "#version 330 core\n");
    for (words += strspn(words, " "); *words != '\0'; words += strspn(words, " ")) {
        const size_t length = strcspn(words, " ");
        const size_t name = strcspn(words, " =");
        const size_t skipped = name < length ? name + 1 : name;
        used += snprintf(out + used, size - (size_t)used, "#define %.*s %.*s\n", (int)name, words,
            (int)(length - skipped), words + skipped);
        words += length;
    }
}

static waft_result compile(
    GLenum stage, const char* const* texts, int count, GLuint* out_shader, waft_error* out_error) {
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, count, texts, NULL);
    glCompileShader(shader);
    GLint good = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good == GL_TRUE) {
        *out_shader = shader;
        return WAFT_OK;
    }
    char words[300] = "";
    glGetShaderInfoLog(shader, (GLsizei)sizeof words, NULL, words);
    glDeleteShader(shader);
    return wafti_render_fail(
        out_error, WAFT_ERR_MISSING, "this OpenGL refuses our shader: %s", words);
}

// A body may start with a line "#include NAME": NAME.glsl then stands before it.
static const char* included(const char** body) {
    static const char word[] = "#include ";
    const size_t length = strlen(word);
    const char* end = strchr(*body, '\n');
    char name[32];
    if (strncmp(*body, word, length) != 0 || end == NULL ||
        (size_t)(end - *body) - length >= sizeof name) {
        return "";
    }
    const size_t count = (size_t)(end - *body) - length;
    memcpy(name, *body + length, count);
    name[count] = '\0';
    *body = end;
    return find_text(name, "");
}

static waft_result compile_stage(
    GLenum stage, const char* name, const char* first, GLuint* out_shader, waft_error* out_error) {
    const bool fragment = stage == GL_FRAGMENT_SHADER;
    const char* body = find_text(name, fragment ? ".frag" : ".vert");
    const char* frame = find_text("frame", "");
    const char* light = fragment ? find_text("light", "") : "";
    const char* shared = body != NULL ? included(&body) : NULL;
    if (body == NULL || frame == NULL || light == NULL || shared == NULL) {
        return wafti_render_fail(out_error, WAFT_ERR_ARGUMENT, "there is no shader '%s'", name);
    }
    const char* texts[] = {first, frame, light, shared, "#line 1\n", body};
    return compile(stage, texts, (int)(sizeof texts / sizeof texts[0]), out_shader, out_error);
}

static void bind_shared(GLuint program) {
    static const struct {
        const char* name;
        GLint unit;
    } samplers[] = {{"shadow_map", WAFTI_UNIT_SHADOW}, {"opaque_color", WAFTI_UNIT_OPAQUE},
        {"opaque_depth", WAFTI_UNIT_DEPTH}, {"smoke_cells", WAFTI_UNIT_SMOKE}};
    glUseProgram(program);
    for (size_t i = 0; i < sizeof samplers / sizeof samplers[0]; ++i) {
        const GLint place = glGetUniformLocation(program, samplers[i].name);
        if (place >= 0) {
            glUniform1i(place, samplers[i].unit);
        }
    }
    const GLuint block = glGetUniformBlockIndex(program, "Frame");
    if (block != GL_INVALID_INDEX) {
        glUniformBlockBinding(program, block, WAFTI_FRAME_BINDING);
    }
}

static waft_result link_program(
    GLuint vertex, GLuint fragment, const char* name, GLuint* out_program, waft_error* out_error) {
    const GLuint program = glCreateProgram();
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glLinkProgram(program);
    GLint good = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (good != GL_TRUE) {
        char words[300] = "";
        glGetProgramInfoLog(program, (GLsizei)sizeof words, NULL, words);
        glDeleteProgram(program);
        return wafti_render_fail(out_error, WAFT_ERR_MISSING,
            "this OpenGL cannot link the shader '%s': %s", name, words);
    }
    bind_shared(program);
    *out_program = program;
    return WAFT_OK;
}

static waft_result make_program(const char* name, const char* words, bool embedded,
    GLuint* out_program, waft_error* out_error) {
    GLuint vertex = 0;
    GLuint fragment = 0;
    char first[1024];
    write_first(first, sizeof first, words, embedded);
    waft_result result = compile_stage(GL_VERTEX_SHADER, name, first, &vertex, out_error);
    if (result == WAFT_OK) {
        result = compile_stage(GL_FRAGMENT_SHADER, name, first, &fragment, out_error);
    }
    if (result == WAFT_OK) {
        result = link_program(vertex, fragment, name, out_program, out_error);
    }
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    return result;
}

waft_result wafti_program_need(wafti_programs* programs, GLuint* out_program, waft_error* out_error,
    const char* name, const char* format, ...) {
    const size_t most = sizeof programs->made / sizeof programs->made[0];
    wafti_program wanted;
    va_list values;
    va_start(values, format);
    (void)vsnprintf(wanted.words, sizeof wanted.words, format, values);
    va_end(values);
    (void)snprintf(wanted.name, sizeof wanted.name, "%s", name);
    for (size_t i = 0; i < programs->count; ++i) {
        if (strcmp(programs->made[i].name, wanted.name) == 0 &&
            strcmp(programs->made[i].words, wanted.words) == 0) {
            *out_program = programs->made[i].program;
            return WAFT_OK;
        }
    }
    if (programs->count == most) {
        return wafti_render_fail(out_error, WAFT_ERR_FULL,
            "the renderer has no room for another program than its %zu", most);
    }
    const waft_result result =
        make_program(name, wanted.words, programs->embedded, &wanted.program, out_error);
    if (result == WAFT_OK) {
        programs->made[programs->count++] = wanted;
        *out_program = wanted.program;
    }
    return result;
}

void wafti_programs_free(wafti_programs* programs) {
    for (size_t i = 0; i < programs->count; ++i) {
        glDeleteProgram(programs->made[i].program);
    }
    programs->count = 0;
}
