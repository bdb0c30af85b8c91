// SPDX-License-Identifier: MIT
#include "render/resolve.h"

#include <stdio.h>

#include "render/film.h"
#include "render/shader.h"

enum { UNIT_SAMPLES = WAFTI_UNIT_FIRST, UNIT_SMOKE };

waft_result wafti_resolve_prepare(
    wafti_resolve* resolve, const wafti_frame* frame, bool smoke, waft_error* out_error) {
    char defines[64];
    (void)snprintf(defines, sizeof defines, "#define SAMPLES %d\n%s", frame->samples,
        smoke ? "#define VOLUME\n" : "");
    return wafti_program_need(frame->programs, "resolve", defines, &resolve->program, out_error);
}

static void bind_texture(GLenum unit, GLuint texture) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
}

void wafti_resolve_draw(const wafti_resolve* resolve, const wafti_frame* frame, GLuint samples,
    GLuint smoke, bool flip) {
    const GLuint program = resolve->program;
    bind_texture(UNIT_SAMPLES, samples);
    bind_texture(UNIT_SMOKE, smoke);
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "samples"), UNIT_SAMPLES);
    glUniform1i(glGetUniformLocation(program, "smoke"), UNIT_SMOKE);
    glUniform1f(glGetUniformLocation(program, "flip"), flip ? -1.0f : 1.0f);
    glUniform1f(
        glGetUniformLocation(program, "exposure"), wafti_film_exposure(&frame->drawing->look));
    glBindVertexArray(frame->points);
    glDisable(GL_DEPTH_TEST);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glEnable(GL_DEPTH_TEST);
}
