// SPDX-License-Identifier: MIT
// An OpenGL context without a display. Each platform has its own context_*.c.
#ifndef WAFTI_RENDER_CONTEXT_H
#define WAFTI_RENDER_CONTEXT_H

#include <waft/render.h>

typedef struct wafti_context {
    void* display;
    void* handle; ///< NULL: the caller's context, which is never changed
    unsigned api; ///< EGL's name of the API it is for
    struct {
        void* display;
        void* context;
        void* draw;
        void* read;
        unsigned api;
    } previous; ///< what the thread had before wafti_context_enter()
} wafti_context;

/// Errors: WAFT_ERR_MISSING (the sentence names the packages), WAFT_ERR_ARGUMENT (the caller's
/// context is asked for, but none is current).
waft_result wafti_context_create(
    waft_graphics graphics, wafti_context* out_context, waft_error* out_error);
void wafti_context_destroy(wafti_context* context);

/// Makes the context current on this thread, and gives the thread back what it had.
bool wafti_context_enter(wafti_context* context);
void wafti_context_leave(wafti_context* context);

#endif // WAFTI_RENDER_CONTEXT_H
