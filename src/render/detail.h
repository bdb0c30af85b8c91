// SPDX-License-Identifier: MIT
// Small structure that no grid holds: one texture that repeats, for ripples, foam and sand.
#ifndef WAFTI_RENDER_DETAIL_H
#define WAFTI_RENDER_DETAIL_H

#include "render/frame.h"

/// Red and green: slopes of ripples along x and z, 0.5 is flat, rms 0.125; blue: the square of their
/// length on that scale times 4, so that coarser levels tell the variance they lost; alpha: bubbles,
/// 0 to 1. Nothing happens if *texture is there already. False: the frame's error says why.
bool wafti_detail_make(const wafti_frame* frame, GLuint* texture);

#endif // WAFTI_RENDER_DETAIL_H
