// SPDX-License-Identifier: MIT
// Contexts by EGL's surfaceless platform: no window system, no display, any Mesa driver.
#include "render/context.h"

#include <string.h>

#include <dlfcn.h>
#include <epoxy/egl.h>

#include "render/support.h"

#define PACKAGES "libegl1, libgl1, libgles2 and libgl1-mesa-dri"

static bool can_open(const char* library) {
    void* handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    if (handle != NULL) {
        (void)dlclose(handle);
    }
    return handle != NULL;
}

// epoxy ends the process when a library it wants is not there, so look first.
static const char* missing_library(waft_graphics graphics) {
    if (!can_open("libEGL.so.1")) {
        return "libEGL.so.1";
    }
    if (graphics == WAFT_GRAPHICS_GLES) {
        return can_open("libGLESv2.so.2") ? NULL : "libGLESv2.so.2";
    }
    return can_open("libOpenGL.so.0") || can_open("libGL.so.1") ? NULL : "libGL.so.1";
}

static bool has_word(const char* words, const char* word) {
    const size_t length = strlen(word);
    for (const char* at = words; at != NULL && (at = strstr(at, word)) != NULL; at += length) {
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

// True if a context is current on this thread. Asked of libraries that are loaded anyway: epoxy would
// end the process if there were none.
static bool has_current(void) {
    static const char* const asked[][2] = {
        {"libEGL.so.1", "eglGetCurrentContext"}, {"libGL.so.1", "glXGetCurrentContext"}};
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; ++i) {
        void* library = dlopen(asked[i][0], RTLD_LAZY | RTLD_NOLOAD);
        void* symbol = library != NULL ? dlsym(library, asked[i][1]) : NULL;
        void* (*get_current)(void) = NULL;
        memcpy(&get_current, &symbol, sizeof get_current); // ISO C has no cast for it
        const bool found = get_current != NULL && get_current() != NULL;
        if (library != NULL) {
            (void)dlclose(library);
        }
        if (found) {
            return true;
        }
    }
    return false;
}

// Plain eglGetPlatformDisplay makes epoxy abort before anything is initialised; the EXT form works
// where the client extensions say so.
static EGLDisplay open_display(void) {
    const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (!has_word(extensions, "EGL_EXT_platform_base") ||
        !has_word(extensions, "EGL_MESA_platform_surfaceless")) {
        return EGL_NO_DISPLAY;
    }
    EGLDisplay display =
        eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL)) {
        return EGL_NO_DISPLAY;
    }
    return display;
}

static EGLContext open_context(EGLDisplay display, waft_graphics graphics) {
    const bool embedded = graphics == WAFT_GRAPHICS_GLES;
    static const EGLint desktop_attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3,
        EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    static const EGLint embedded_attributes[] = {
        EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE};
    const EGLint config_attributes[] = {EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_RENDERABLE_TYPE,
        embedded ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = NULL;
    EGLint count = 0;
    if (!eglBindAPI(embedded ? EGL_OPENGL_ES_API : EGL_OPENGL_API) ||
        !eglChooseConfig(display, config_attributes, &config, 1, &count) || count < 1) {
        return EGL_NO_CONTEXT;
    }
    return eglCreateContext(
        display, config, EGL_NO_CONTEXT, embedded ? embedded_attributes : desktop_attributes);
}

waft_result wafti_context_create(
    waft_graphics graphics, wafti_context* out_context, waft_error* out_error) {
    *out_context = (wafti_context){0};
    if (graphics == WAFT_GRAPHICS_CURRENT) {
        return has_current()
                   ? WAFT_OK
                   : wafti_render_fail(out_error, WAFT_ERR_ARGUMENT,
                         "WAFT_GRAPHICS_CURRENT needs an OpenGL context that is current on "
                         "this thread");
    }
    const char* missing = missing_library(graphics);
    if (missing != NULL) {
        return wafti_render_fail(out_error, WAFT_ERR_MISSING,
            "pictures need OpenGL, but %s is not on this machine; install " PACKAGES, missing);
    }
    EGLDisplay display = open_display();
    if (display == EGL_NO_DISPLAY) {
        return wafti_render_fail(out_error, WAFT_ERR_MISSING,
            "pictures need EGL without a display (EGL_MESA_platform_surfaceless), which no driver "
            "here offers; install " PACKAGES);
    }
    const EGLenum api = eglQueryAPI();
    EGLContext context = open_context(display, graphics);
    (void)eglBindAPI(api);
    if (context == EGL_NO_CONTEXT) {
        return wafti_render_fail(out_error, WAFT_ERR_MISSING,
            "no driver here offers %s; install " PACKAGES,
            graphics == WAFT_GRAPHICS_GLES ? "OpenGL ES 3.0" : "OpenGL 3.3");
    }
    out_context->display = display;
    out_context->handle = context;
    out_context->api = graphics == WAFT_GRAPHICS_GLES ? EGL_OPENGL_ES_API : EGL_OPENGL_API;
    return WAFT_OK;
}

// The display stays open: it is one for the whole process, and others may draw on it.
void wafti_context_destroy(wafti_context* context) {
    if (context->handle != NULL) {
        (void)eglDestroyContext(context->display, context->handle);
    }
    *context = (wafti_context){0};
}

bool wafti_context_enter(wafti_context* context) {
    if (context->handle == NULL) {
        return true;
    }
    context->previous.api = eglQueryAPI();
    context->previous.display = eglGetCurrentDisplay();
    context->previous.context = eglGetCurrentContext();
    context->previous.draw = eglGetCurrentSurface(EGL_DRAW);
    context->previous.read = eglGetCurrentSurface(EGL_READ);
    (void)eglBindAPI(context->api);
    if (eglMakeCurrent(context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, context->handle)) {
        return true;
    }
    (void)eglBindAPI(context->previous.api);
    return false;
}

// Letting go works on the API that is bound.
void wafti_context_leave(wafti_context* context) {
    if (context->handle == NULL) {
        return;
    }
    (void)eglMakeCurrent(context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    (void)eglBindAPI(context->previous.api);
    if (context->previous.context != EGL_NO_CONTEXT) {
        (void)eglMakeCurrent(context->previous.display, context->previous.draw,
            context->previous.read, context->previous.context);
    }
}
