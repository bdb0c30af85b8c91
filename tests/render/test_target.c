// SPDX-License-Identifier: MIT
#include "render/target.h"

#include "render/context.h"
#include "test.h"

static void sizes_change_and_stay(void) {
    wafti_context context = {0};
    waft_error error = {0};
    const wafti_frame frame = {.error = &error};
    if (wafti_context_create(WAFT_GRAPHICS_GLES, &context, &error) != WAFT_OK) {
        (void)printf("skipped: %s\n", error.sentence);
        CHECK(error.result == WAFT_ERR_MISSING);
        return;
    }
    CHECK(wafti_context_enter(&context));
    wafti_target target = {0};
    CHECK(wafti_target_resize(&frame, &target, 40, 30, GL_RGB10_A2, GL_DEPTH_COMPONENT24));
    const GLuint first = target.color;
    CHECK(first != 0 && target.depth != 0);
    CHECK(wafti_target_resize(&frame, &target, 40, 30, GL_RGB10_A2, GL_DEPTH_COMPONENT24));
    CHECK(target.color == first);
    wafti_target_bind(&target);
    GLint viewport[4] = {0};
    glGetIntegerv(GL_VIEWPORT, viewport);
    CHECK(viewport[2] == 40 && viewport[3] == 30);
    CHECK(wafti_target_resize(&frame, &target, 64, 16, GL_RGBA8, 0));
    CHECK(target.size[0] == 64 && target.size[1] == 16 && target.depth == 0);
    CHECK(wafti_target_resize(&frame, &target, 32, 32, 0, GL_DEPTH_COMPONENT24));
    CHECK(target.color == 0 && target.depth != 0);
    wafti_target_free(&target);
    CHECK(target.framebuffer == 0 && target.size[0] == 0);
    CHECK(glGetError() == GL_NO_ERROR);
    wafti_context_leave(&context);
    wafti_context_destroy(&context);
}

static const test_case cases[] = {{"sizes change and stay", sizes_change_and_stay}};

TEST_MAIN(cases)
