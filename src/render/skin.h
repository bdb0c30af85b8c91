// SPDX-License-Identifier: MIT
// Slopes and foam of a water surface as a texture. The mesh shows every n-th cell at most pictures, and
// waves of a few cells would turn into facets there.
#ifndef WAFTI_RENDER_SKIN_H
#define WAFTI_RENDER_SKIN_H

#include "render/frame.h"

enum { WAFTI_SKIN_LEVELS = 4 }; ///< of the texture, each half as wide as the one before

/// A texel holds the normal along x and z, foam, and the mean square of the normal along both: what
/// coarse levels lose of it is known so (LEAN mapping: Olano and Baker 2010).
typedef struct wafti_skin {
    GLuint texture;
    int size[2];  ///< texels
    bool is_half; ///< 16 bits a number
    wafti_render_buffer texels;
} wafti_skin;

/// Cells that a texel is the mean of, along each axis, so that there are no more texels than `most`.
int wafti_skin_step(const int32_t size[3], size_t most);
/// Texels of all levels from fields that were checked, finest first; `out_size` are those of the finest.
/// NULL if memory is out.
const float* wafti_skin_make(wafti_skin* skin, wafti_render_room* room,
    const waft_draw_water* drawn, size_t most, int out_size[2]);

/// Makes them and sends them to OpenGL, to the texture unit that is active. False: the frame's error says why.
bool wafti_skin_upload(
    const wafti_frame* frame, wafti_skin* skin, const waft_draw_water* drawn, size_t most);

#endif // WAFTI_RENDER_SKIN_H
