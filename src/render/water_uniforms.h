// SPDX-License-Identifier: MIT
// The uniforms of shaders/water_light.glsl, for blocks of water and seas alike.
#ifndef WAFTI_RENDER_WATER_UNIFORMS_H
#define WAFTI_RENDER_WATER_UNIFORMS_H

#include "render/frame.h"
#include "render/shader.h"

enum { WAFTI_UNIT_DETAIL = WAFTI_UNIT_FIRST };

/// The words of the program of water.frag.glsl before an eye that is under water.
#define WAFTI_WATER_DEEP "SEE_THROUGH DEEP"

/// What is the same for all programs of one picture.
typedef struct wafti_water_uniforms {
    waft_vec3 absorption, scatter;
    waft_bounds block;
    float ripple[4];
} wafti_water_uniforms;

/// Small waves that no grid holds.
typedef struct wafti_ripples {
    float tile;     ///< m after which they repeat
    float slope;    ///< at the end of the detail's range, at full strength
    waft_vec2 wind; ///< unit, where they run to
} wafti_ripples;

wafti_water_uniforms wafti_water_uniforms_make(
    const wafti_frame* frame, waft_bounds block, const wafti_ripples* ripples);
/// Makes `program` current and sets what it has of them.
void wafti_water_uniforms_set(
    GLuint program, const wafti_frame* frame, const wafti_water_uniforms* uniforms);

/// Refuses a look, or a still level, with which no water can be drawn.
bool wafti_water_look_check(const wafti_frame* frame);

#endif // WAFTI_RENDER_WATER_UNIFORMS_H
