// SPDX-License-Identifier: MIT
// Contexts, and what is said where OpenGL is missing. This program stands in for dlopen, so that it
// can hide libraries from the code under test.
#include "render/context.h"

#include <dlfcn.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include "picture.h"

static const char* hidden[2]; // names that dlopen does not find

void* dlopen(const char* file, int mode) {
    for (int i = 0; i < 2; ++i) {
        if (file != NULL && hidden[i] != NULL && strcmp(file, hidden[i]) == 0) {
            return NULL;
        }
    }
    void* (*next)(const char*, int) = NULL;
    *(void**)&next = dlsym(RTLD_NEXT, "dlopen");
    return next != NULL ? next(file, mode) : NULL;
}

static void check_missing(waft_graphics graphics, const char* first, const char* second) {
    hidden[0] = first;
    hidden[1] = second;
    waft_renderer_def def = waft_renderer_def_default();
    def.graphics = graphics;
    waft_renderer* renderer = (waft_renderer*)&def;
    waft_error error = {0};
    CHECK(waft_renderer_create(&def, &renderer, &error) == WAFT_ERR_MISSING);
    CHECK(renderer == NULL);
    CHECK(strstr(error.sentence, first) != NULL);
    CHECK(strstr(error.sentence, "install libegl1") != NULL);
    hidden[0] = NULL;
    hidden[1] = NULL;
}

static void missing_libraries_are_named(void) {
    check_missing(WAFT_GRAPHICS_GL, "libEGL.so.1", NULL);
    check_missing(WAFT_GRAPHICS_GLES, "libEGL.so.1", NULL);
    check_missing(WAFT_GRAPHICS_GLES, "libGLESv2.so.2", NULL);
    check_missing(WAFT_GRAPHICS_GL, "libGL.so.1", "libOpenGL.so.0");
}

static void both_graphics_open(void) {
    for (int embedded = 0; embedded < 2; ++embedded) {
        waft_renderer* renderer = NULL;
        if (!open_renderer(
                embedded != 0 ? WAFT_GRAPHICS_GLES : WAFT_GRAPHICS_GL, NULL, &renderer)) {
            return;
        }
        const char* name = waft_renderer_name(renderer);
        CHECK((strstr(name, "OpenGL ES") != NULL) == (embedded != 0));
        waft_renderer_destroy(renderer);
    }
}

static void the_callers_context_comes_back(void) {
    wafti_context mine = {0};
    waft_error error = {0};
    if (wafti_context_create(WAFT_GRAPHICS_GL, &mine, &error) != WAFT_OK) {
        (void)printf("skipped: %s\n", error.sentence);
        CHECK(error.result == WAFT_ERR_MISSING);
        return;
    }
    CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);
    CHECK(wafti_context_enter(&mine));
    CHECK(eglGetCurrentContext() == mine.handle);
    waft_renderer* renderer = NULL;
    if (open_renderer(WAFT_GRAPHICS_GLES, NULL, &renderer)) {
        const waft_drawing drawing = small_drawing();
        (void)draw_picture(renderer, &drawing);
        CHECK(eglGetCurrentContext() == mine.handle);
        waft_renderer_destroy(renderer);
    }
    CHECK(eglGetCurrentContext() == mine.handle);
    wafti_context_leave(&mine);
    CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);
    wafti_context_destroy(&mine);
    CHECK(mine.handle == NULL);
}

// A window's renderer draws with the context it finds, and leaves it current.
static void the_current_context_serves(void) {
    wafti_context mine = {0};
    waft_error error = {0};
    if (wafti_context_create(WAFT_GRAPHICS_GL, &mine, &error) != WAFT_OK) {
        CHECK(error.result == WAFT_ERR_MISSING);
        return;
    }
    CHECK(wafti_context_enter(&mine));
    waft_renderer* renderer = NULL;
    if (open_renderer(WAFT_GRAPHICS_CURRENT, NULL, &renderer)) {
        const waft_drawing drawing = small_drawing();
        const waft_picture picture = draw_picture(renderer, &drawing);
        CHECK(brightness(mean_shade(&picture, 80, 10, 5)) > 20.0);
        waft_renderer_destroy(renderer);
    }
    CHECK(eglGetCurrentContext() == mine.handle);
    CHECK(glGetError() == GL_NO_ERROR);
    wafti_context_leave(&mine);
    wafti_context_destroy(&mine);
}

static const test_case cases[] = {
    {"missing libraries are named", missing_libraries_are_named},
    {"both graphics open", both_graphics_open},
    {"the caller's context comes back", the_callers_context_comes_back},
    {"the current context serves", the_current_context_serves},
};

TEST_MAIN(cases)
