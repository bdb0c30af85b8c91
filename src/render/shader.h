// SPDX-License-Identifier: MIT
// Programs from the embedded shaders.
#ifndef WAFTI_RENDER_SHADER_H
#define WAFTI_RENDER_SHADER_H

#include <waft/base.h>

#include "render/gl.h"

/// Uniform block of the frame and texture units that every pass shares.
enum {
    WAFTI_FRAME_BINDING = 0,
    WAFTI_UNIT_SHADOW = 0, ///< sampler2DShadow shadow_map
    WAFTI_UNIT_OPAQUE = 1, ///< sampler2D opaque_color: what lies behind the water
    WAFTI_UNIT_DEPTH = 2,  ///< sampler2D opaque_depth
    WAFTI_UNIT_SMOKE = 3,  ///< sampler3D smoke_cells, see volume.frag
    WAFTI_UNIT_FIRST = 4,  ///< a pass binds its own from here on
};

/// Compiles NAME.vert and NAME.frag of src/render/shaders after frame.glsl (and light.glsl for
/// fragments) with `defines`, lines such as "#define SHADOWS\n". Samplers of the shared units are
/// set. A body whose first line is "#include NAME" has NAME.glsl before it. `embedded` chooses OpenGL ES. Error: WAFT_ERR_MISSING with the compiler's words.
waft_result wafti_shader_program(const char* name, const char* defines, bool embedded,
    GLuint* out_program, waft_error* out_error);

/// The programs of a renderer, by name and defines.
typedef struct wafti_programs {
    struct {
        char name[16], defines[160];
        GLuint program;
    } made[160]; ///< more than all passes have variants
    size_t count;
    bool embedded;
} wafti_programs;

/// The program of that name with these defines, made if it is not there yet. The renderer destroys it.
waft_result wafti_program_need(wafti_programs* programs, const char* name, const char* defines,
    GLuint* out_program, waft_error* out_error);
void wafti_programs_free(wafti_programs* programs);

#endif // WAFTI_RENDER_SHADER_H
