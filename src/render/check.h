// SPDX-License-Identifier: MIT
// What a drawing must be before anything of it reaches OpenGL.
#ifndef WAFTI_RENDER_CHECK_H
#define WAFTI_RENDER_CHECK_H

#include <waft/render.h>

/// Error: WAFT_ERR_ARGUMENT; the sentence names the member and what would be right.
waft_result wafti_drawing_check(const waft_drawing* drawing, waft_error* out_error);

#endif // WAFTI_RENDER_CHECK_H
