// SPDX-License-Identifier: MIT
#include "render/shader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "render/shader_texts.h"

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

static bool compile(const wafti_frame* frame, GLuint shader, const char* const* texts, int count) {
    glShaderSource(shader, count, texts, NULL);
    glCompileShader(shader);
    GLint good = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good == GL_TRUE) {
        return true;
    }
    char words[300] = "";
    glGetShaderInfoLog(shader, (GLsizei)sizeof words, NULL, words);
    return wafti_frame_fail(frame, WAFT_ERR_MISSING, "this OpenGL refuses our shader: %s", words);
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

static bool compile_stage(
    const wafti_frame* frame, GLuint shader, bool fragment, const char* name, const char* first) {
    const char* body = find_text(name, fragment ? ".frag" : ".vert");
    const char* block = find_text("frame", "");
    const char* light = fragment ? find_text("light", "") : "";
    const char* shared = body != NULL ? included(&body) : NULL;
    if (body == NULL || block == NULL || light == NULL || shared == NULL) {
        return wafti_frame_fail(frame, WAFT_ERR_ARGUMENT, "there is no shader '%s'", name);
    }
    const char* texts[] = {first, block, light, shared, "#line 1\n", body};
    return compile(frame, shader, texts, (int)(sizeof texts / sizeof texts[0]));
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

static bool link_program(
    const wafti_frame* frame, GLuint program, GLuint vertex, GLuint fragment, const char* name) {
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glLinkProgram(program);
    GLint good = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (good != GL_TRUE) {
        char words[300] = "";
        glGetProgramInfoLog(program, (GLsizei)sizeof words, NULL, words);
        return wafti_frame_fail(
            frame, WAFT_ERR_MISSING, "this OpenGL cannot link the shader '%s': %s", name, words);
    }
    bind_shared(program);
    return true;
}

static bool make_program(const wafti_frame* frame, wafti_program* wanted) {
    const GLuint vertex = glCreateShader(GL_VERTEX_SHADER);
    const GLuint fragment = glCreateShader(GL_FRAGMENT_SHADER);
    const GLuint program = glCreateProgram();
    char first[1024];
    write_first(first, sizeof first, wanted->words, frame->embedded);
    const bool made = compile_stage(frame, vertex, false, wanted->name, first) &&
                      compile_stage(frame, fragment, true, wanted->name, first) &&
                      link_program(frame, program, vertex, fragment, wanted->name);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    if (made) {
        wanted->program = program;
    } else {
        glDeleteProgram(program);
    }
    return made;
}

bool wafti_program_need(
    const wafti_frame* frame, GLuint* out_program, const char* name, const char* format, ...) {
    wafti_programs* programs = frame->programs;
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
            return true;
        }
    }
    if (programs->count == most) {
        return wafti_frame_fail(frame, WAFT_ERR_FULL,
            "the renderer has no room for another program than its %zu", most);
    }
    if (!make_program(frame, &wanted)) {
        return false;
    }
    programs->made[programs->count++] = wanted;
    *out_program = wanted.program;
    return true;
}

void wafti_programs_free(wafti_programs* programs) {
    for (size_t i = 0; i < programs->count; ++i) {
        glDeleteProgram(programs->made[i].program);
    }
    programs->count = 0;
}
