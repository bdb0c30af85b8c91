// SPDX-License-Identifier: MIT
// What is the same for all passes of one picture.
#ifndef WAFTI_RENDER_FRAME_H
#define WAFTI_RENDER_FRAME_H

#include <waft/render.h>

#include "render/gl.h"
#include "render/matrix.h"
#include "render/support.h"

enum { WAFTI_SHADOW_SIZE = 1536 }; ///< texels along each side of the shadow map

/// The uniform block `Frame` of shaders/frame.glsl, in its std140 layout.
typedef struct wafti_frame_block {
    wafti_mat4 view_projection;
    wafti_mat4 inverse_view_projection;
    wafti_mat4 light_projection; ///< world to shadow map, 0 to 1
    float eye[4];                ///< w: 1 if rays start at the eye, 0 if they are parallel
    float forward[4];            ///< unit; w: distance from the eye to the target
    float sun[4];                ///< unit, towards the sun; w: sine of its angular radius, widened
    float sun_color[4];          ///< irradiance of a surface that faces it; w: haze
    float zenith[4];             ///< radiance overhead; w: background (0 sky, 1 plain, 2 dark)
    float horizon[4];            ///< radiance at the horizon
    float below[4];              ///< radiance from below, lit ground; w: ground height
    float floor_color[4];        ///< albedo of the floor
    float viewport[4];           ///< samples along x and y of this pass, and one over them
    float view[4];               ///< time, far distance, near distance, radius of what is drawn
    float shadow[4];      ///< size of a texel in uv, in m; spread of soft taps in uv; depth in m
    float smoke_low[4];   ///< corner of the smoke's grid, m
    float smoke_scale[4]; ///< one over its size, 1/m
} wafti_frame_block;

typedef struct wafti_frame {
    const waft_drawing* drawing;
    wafti_render_room* room;
    waft_error* error;               ///< where is told what keeps the picture from being drawn
    struct wafti_programs* programs; ///< of the renderer, see wafti_program_need()
    GLuint points;                   ///< a vertex array without buffers
    bool embedded;                   ///< OpenGL ES
    bool shadows;                    ///< the shadow map holds something
    bool smoke_shadow; ///< there is smoke that may throw shadows: programs with SMOKE_SHADOW
    const char* shade; ///< words of programs that take the shadows there are
    int size[2];       ///< of the picture
    int samples;
    wafti_mat4 view, projection;
    waft_vec3 center; ///< of the bounds
    float radius;     ///< half their diagonal
    float ground;     ///< y of the floor; NAN: none
    wafti_frame_block block;
    bool flip;         ///< overlays are drawn upside down, as the picture then is
    GLuint shadow_map; ///< depth texture
    GLuint depth;      ///< texture of the depth that volumes end at, size x samples
} wafti_frame;

/// Writes result and sentence into the frame's error and returns false.
bool wafti_frame_fail(const wafti_frame* frame, waft_result result, const char* format, ...)
    WAFT_PRINTF(3, 4);
/// The same of what is wrong with the drawing. The sentence starts with that it cannot be drawn.
bool wafti_frame_refuse(const wafti_frame* frame, const char* format, ...) WAFT_PRINTF(2, 3);
/// As wafti_render_reserve(); if memory is out the frame's error says what it was for.
void* wafti_frame_reserve(const wafti_frame* frame, wafti_render_buffer* buffer, size_t count,
    size_t size, const char* format, ...) WAFT_PRINTF(5, 6);

/// Makes a program of overlays current, which places things in pixels.
void wafti_frame_use_overlay(const wafti_frame* frame, GLuint program);

/// Works out cameras, light and colours.
void wafti_frame_setup(wafti_frame* frame, const waft_drawing* drawing);

#endif // WAFTI_RENDER_FRAME_H
