// SPDX-License-Identifier: MIT
// A pass draws one kind of thing. The renderer calls every pass at each stage of a picture, in the
// order of the table in passes.c.
#ifndef WAFTI_RENDER_PASS_H
#define WAFTI_RENDER_PASS_H

#include "render/frame.h"
#include "render/gl.h"

/// State on entry of every stage: depth test LESS with writes, blending off, culling off, the frame's
/// uniform block and shared textures bound. A stage leaves it so.
typedef struct wafti_pass {
    size_t size; ///< bytes of its own state, cleared before create
    /// Makes what every picture needs; programs of some pictures wait for `prepare`. May be NULL.
    /// False: the frame's error says why.
    bool (*create)(void* self, const wafti_frame* frame);
    /// Deletes what it has in OpenGL; its buffers go with the renderer's room. May be NULL.
    void (*destroy)(void* self);
    /// Checks and uploads what the drawing holds for this pass. False: the frame's error says why.
    bool (*prepare)(void* self, const wafti_frame* frame);
    bool (*casts)(
        const void* self, const wafti_frame* frame);      ///< has it something to throw shadows
    void (*shadow)(void* self, const wafti_frame* frame); ///< depth only, light_projection
    /// Into targets of its own, with the shadow map at hand; need not bind them back.
    void (*light)(void* self, const wafti_frame* frame);
    void (*opaque)(void* self, const wafti_frame* frame); ///< what hides what is behind it
    void (*water)(void* self, const wafti_frame* frame);  ///< may read opaque_color, opaque_depth
    void (*blend)(void* self, const wafti_frame* frame);  ///< after the water, over it
    void (*volume)(void* self, const wafti_frame* frame); ///< at 1x, premultiplied, see volume
    void (*overlay)(
        void* self, const wafti_frame* frame); ///< on the finished picture, sRGB, no depth
} wafti_pass;

/// All passes; a NULL ends the list. A stage that a pass does not have is NULL too.
extern const wafti_pass* const wafti_passes[];

extern const wafti_pass wafti_pass_terrain;
extern const wafti_pass wafti_pass_mesh;
extern const wafti_pass wafti_pass_particles;
extern const wafti_pass wafti_pass_floor;
extern const wafti_pass wafti_pass_sky;
extern const wafti_pass wafti_pass_lines;
extern const wafti_pass wafti_pass_water;
extern const wafti_pass wafti_pass_sea;
extern const wafti_pass wafti_pass_liquid;
extern const wafti_pass wafti_pass_volume;
extern const wafti_pass wafti_pass_text;

#endif // WAFTI_RENDER_PASS_H
