// SPDX-License-Identifier: MIT
// The sky behind everything.
#include "render/pass.h"
#include "render/shader.h"

typedef struct sky {
    GLuint programs[2]; ///< plain, with sun and clouds
    GLuint points;
} sky;

static waft_result create(void* self, const wafti_frame* frame, waft_error* out_error) {
    sky* me = self;
    glGenVertexArrays(1, &me->points);
    waft_result result =
        wafti_shader_program("sky", "", frame->embedded, &me->programs[0], out_error);
    if (result == WAFT_OK) {
        result = wafti_shader_program(
            "sky", "#define SUN\n", frame->embedded, &me->programs[1], out_error);
    }
    return result;
}

static void destroy(void* self, const wafti_frame* frame) {
    (void)frame;
    sky* me = self;
    glDeleteProgram(me->programs[0]);
    glDeleteProgram(me->programs[1]);
    glDeleteVertexArrays(1, &me->points);
}

static void opaque(void* self, const wafti_frame* frame) {
    const sky* me = self;
    const bool sunny = frame->drawing->look.background == WAFT_BACKGROUND_SKY;
    glUseProgram(me->programs[sunny ? 1 : 0]);
    glBindVertexArray(me->points);
    glDepthFunc(GL_LEQUAL);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDepthFunc(GL_LESS);
}

const wafti_pass wafti_pass_sky = {
    .name = "sky",
    .size = sizeof(sky),
    .create = create,
    .destroy = destroy,
    .opaque = opaque,
};
