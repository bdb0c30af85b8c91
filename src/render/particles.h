// SPDX-License-Identifier: MIT
// Which particles of a drawing are drawn how: worked out once a picture, before anything is drawn.
#ifndef WAFTI_RENDER_PARTICLES_H
#define WAFTI_RENDER_PARTICLES_H

#include "render/frame.h"

/// Smaller than a pixel: a pixel of less opacity. Small: a disc with the light of a sphere. Large:
/// a sphere with its own depth.
typedef enum wafti_particle_shape {
    WAFTI_PARTICLE_DOT,
    WAFTI_PARTICLE_SMALL,
    WAFTI_PARTICLE_LARGE,
    WAFTI_PARTICLE_SHAPES,
} wafti_particle_shape;

typedef enum wafti_particle_layer {
    WAFTI_PARTICLE_SOLID, ///< opaque
    WAFTI_PARTICLE_UNDER, ///< blended, before the water is drawn over it
    WAFTI_PARTICLE_OVER,  ///< blended, after the water
    WAFTI_PARTICLE_CASTS, ///< into the shadow map
    WAFTI_PARTICLE_LAYERS,
} wafti_particle_layer;

enum { WAFTI_PARTICLE_LISTS = WAFTI_PARTICLE_LAYERS * WAFTI_PARTICLE_SHAPES };

/// One instance of particles.vert.glsl.
typedef struct wafti_particle {
    float x, y, z, radius;
    uint8_t color[4]; ///< square roots of colour and opacity
} wafti_particle;

typedef struct wafti_particle_sort {
    wafti_render_buffer places;    ///< per particle: its list and its list of casters
    wafti_render_buffer particles; ///< list by list, by layer, then by shape; what writes depth
                                   ///< roughly from near to far, which spares what is hidden
    size_t first[WAFTI_PARTICLE_LISTS + 1];
} wafti_particle_sort;

/// Sorts what can be seen, or can throw a shadow that can be seen, into lists. False: the frame's error
/// says why.
bool wafti_particles_sort(const wafti_frame* frame, wafti_particle_sort* sort);

#endif // WAFTI_RENDER_PARTICLES_H
