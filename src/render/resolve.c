// SPDX-License-Identifier: MIT
#include "render/resolve.h"

#include <stdio.h>

#include "render/film.h"
#include "render/shader.h"

enum { UNIT_SAMPLES = WAFTI_UNIT_FIRST, UNIT_SMOKE };

waft_result wafti_resolve_prepare(
    wafti_resolve* resolve, const wafti_frame* frame, bool smoke, waft_error* out_error) {
    GLuint* program = &resolve->programs[frame->samples][smoke ? 1 : 0];
    if (resolve->points == 0) {
        glGenVertexArrays(1, &resolve->points);
    }
    if (*program != 0) {
        return WAFT_OK;
    }
    char defines[64];
    (void)snprintf(defines, sizeof defines, "#define SAMPLES %d\n%s", frame->samples,
        smoke ? "#define VOLUME\n" : "");
    const waft_result result =
        wafti_shader_program("resolve", defines, frame->embedded, program, out_error);
    if (result == WAFT_OK) {
        glUseProgram(*program);
        glUniform1i(glGetUniformLocation(*program, "samples"), UNIT_SAMPLES);
        if (smoke) {
            glUniform1i(glGetUniformLocation(*program, "smoke"), UNIT_SMOKE);
        }
    }
    return result;
}

static void bind_texture(GLenum unit, GLuint texture) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
}

void wafti_resolve_draw(const wafti_resolve* resolve, const wafti_frame* frame, GLuint samples,
    GLuint smoke, bool flip) {
    const GLuint program = resolve->programs[frame->samples][smoke != 0 ? 1 : 0];
    bind_texture(UNIT_SAMPLES, samples);
    bind_texture(UNIT_SMOKE, smoke);
    glUseProgram(program);
    glUniform1f(glGetUniformLocation(program, "flip"), flip ? -1.0f : 1.0f);
    glUniform1f(
        glGetUniformLocation(program, "exposure"), wafti_film_exposure(&frame->drawing->look));
    glBindVertexArray(resolve->points);
    glDisable(GL_DEPTH_TEST);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glEnable(GL_DEPTH_TEST);
}

void wafti_resolve_free(wafti_resolve* resolve) {
    for (int i = 0; i < 5; ++i) {
        glDeleteProgram(resolve->programs[i][0]);
        glDeleteProgram(resolve->programs[i][1]);
    }
    glDeleteVertexArrays(1, &resolve->points);
    *resolve = (wafti_resolve){0};
}
