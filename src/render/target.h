// SPDX-License-Identifier: MIT
// Framebuffers with textures.
#ifndef WAFTI_RENDER_TARGET_H
#define WAFTI_RENDER_TARGET_H

#include "render/frame.h"

typedef struct wafti_target {
    GLuint framebuffer;
    GLuint color; ///< texture, 0: none
    GLuint depth; ///< texture, 0: none
    int size[2];
} wafti_target;

/// Makes the target have that size; nothing happens if it has. `color_format` and `depth_format` are
/// sized formats, the same in every call, or 0 for none. False: the frame's error says why.
bool wafti_target_resize(const wafti_frame* frame, wafti_target* target, int width, int height,
    GLenum color_format, GLenum depth_format);
void wafti_target_free(wafti_target* target);
/// Draws go there from now on.
void wafti_target_bind(const wafti_target* target);

#endif // WAFTI_RENDER_TARGET_H
