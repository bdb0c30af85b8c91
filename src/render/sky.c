// SPDX-License-Identifier: MIT
// The sky behind everything.
#include "render/pass.h"
#include "render/shader.h"

typedef struct sky {
    GLuint program; ///< plain, or with sun and clouds
} sky;

static bool prepare(void* self, const wafti_frame* frame) {
    sky* me = self;
    const bool sunny = frame->drawing->look.background == WAFT_BACKGROUND_SKY;
    return wafti_program_need(frame, &me->program, "sky", "%s", sunny ? "SUN" : "");
}

static void opaque(void* self, const wafti_frame* frame) {
    const sky* me = self;
    glUseProgram(me->program);
    glBindVertexArray(frame->points);
    glDepthFunc(GL_LEQUAL);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDepthFunc(GL_LESS);
}

const wafti_pass wafti_pass_sky = {
    .size = sizeof(sky),
    .prepare = prepare,
    .opaque = opaque,
};
