// SPDX-License-Identifier: MIT
// Small structure that no grid holds: one texture that repeats, for ripples, foam and sand.
#ifndef WAFTI_RENDER_DETAIL_H
#define WAFTI_RENDER_DETAIL_H

#include <waft/base.h>

#include "render/gl.h"

/// Red and green: slopes of ripples along x and z, 0.5 is flat, rms 0.125; blue: the square of their
/// length on that scale times 4, so that coarser levels tell the variance they lost; alpha: bubbles,
/// 0 to 1. Nothing happens if *texture is there already. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_detail_make(
    const waft_allocator* allocator, GLuint* texture, waft_error* out_error);

#endif // WAFTI_RENDER_DETAIL_H
