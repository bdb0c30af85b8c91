// SPDX-License-Identifier: MIT
// The last step of a picture: from samples of radiance to pixels.
#ifndef WAFTI_RENDER_RESOLVE_H
#define WAFTI_RENDER_RESOLVE_H

#include "render/frame.h"

typedef struct wafti_resolve {
    GLuint program; ///< for the samples along an axis, without or with smoke
} wafti_resolve;

/// Makes the program that a frame needs. Error: as of wafti_program_need().
waft_result wafti_resolve_prepare(
    wafti_resolve* resolve, const wafti_frame* frame, bool smoke, waft_error* out_error);
/// Draws into the bound framebuffer; `smoke` is a texture, 0 for none. `flip` turns the rows over.
void wafti_resolve_draw(const wafti_resolve* resolve, const wafti_frame* frame, GLuint samples,
    GLuint smoke, bool flip);

#endif // WAFTI_RENDER_RESOLVE_H
