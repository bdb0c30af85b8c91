// SPDX-License-Identifier: MIT
// Framebuffers with textures.
#ifndef WAFTI_RENDER_TARGET_H
#define WAFTI_RENDER_TARGET_H

#include <waft/base.h>

#include "render/gl.h"

typedef struct wafti_target {
    GLuint framebuffer;
    GLuint color; ///< texture, 0: none
    GLuint depth; ///< texture, 0: none
    int size[2];
} wafti_target;

/// Makes the target have that size; nothing happens if it has. `color_format` and `depth_format` are
/// sized formats, the same in every call, or 0 for none. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_target_resize(wafti_target* target, int width, int height, GLenum color_format,
    GLenum depth_format, waft_error* out_error);
void wafti_target_free(wafti_target* target);
/// Draws go there from now on.
void wafti_target_bind(const wafti_target* target);

#endif // WAFTI_RENDER_TARGET_H
