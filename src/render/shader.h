// SPDX-License-Identifier: MIT
// Programs from the embedded shaders.
#ifndef WAFTI_RENDER_SHADER_H
#define WAFTI_RENDER_SHADER_H

#include "render/frame.h"

/// Uniform block of the frame and texture units that every pass shares.
enum {
    WAFTI_FRAME_BINDING = 0,
    WAFTI_UNIT_SHADOW = 0, ///< sampler2DShadow shadow_map
    WAFTI_UNIT_OPAQUE = 1, ///< sampler2D opaque_color: what lies behind the water
    WAFTI_UNIT_DEPTH = 2,  ///< sampler2D opaque_depth
    WAFTI_UNIT_SMOKE = 3,  ///< sampler3D smoke_cells, see volume.frag
    WAFTI_UNIT_FIRST = 4,  ///< a pass binds its own from here on
};

typedef struct wafti_program {
    char name[16], words[96];
    GLuint program;
} wafti_program;

/// The programs of a renderer, by name and words.
typedef struct wafti_programs {
    wafti_program made[160]; ///< more than all passes have variants
    size_t count;
} wafti_programs;

/// NAME.vert and NAME.frag of src/render/shaders after frame.glsl (and light.glsl for fragments), made if
/// they are not there yet; the renderer destroys them. The format gives what is defined in it, words such
/// as "SHADOWS WAVES=4". Samplers of the shared units are set. A body whose first line is "#include NAME"
/// has NAME.glsl before it. False: the frame's error has the compiler's words.
bool wafti_program_need(const wafti_frame* frame, GLuint* out_program, const char* name,
    const char* format, ...) WAFT_PRINTF(4, 5);
void wafti_programs_free(wafti_programs* programs);

#endif // WAFTI_RENDER_SHADER_H
