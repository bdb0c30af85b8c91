// SPDX-License-Identifier: MIT
// waft/surface.h: the surface of a liquid made of particles, as a triangle mesh.
//
// The mesh is closed, every edge has two facets, facets wind counter-clockwise seen from outside. Its
// facets change from frame to frame; the object keeps its memory for the next one.
#ifndef WAFT_SURFACE_H
#define WAFT_SURFACE_H

#include <waft/base.h>
#include <waft/math.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct waft_surface waft_surface;

typedef struct waft_surface_def {
    uint32_t struct_size; ///< set by waft_surface_def_default()
    float cell;           ///< edge of a grid cell in particle spacings, 0.25 to 1, default 0.375
    float level;          ///< of the field at the surface, 0.2 to 0.9, default 0.586
    int smooth;           ///< passes that smooth the mesh, 0 to 200, default 15
    float min_particles;  ///< parts of the mesh with less volume than so many go, >= 0, default 0
    waft_vec3 low, high;  ///< m, points stay within; default: -INFINITY and INFINITY
    size_t memory;        ///< most bytes it takes, default 4 GiB
    int threads;          ///< 1 to 256, default 1; 0: CPUs of this process; does not change results
    waft_tasks tasks;     ///< the host's pool, used in place of `threads` if `enqueue` is set
    waft_allocator allocator; ///< default: the C library
} waft_surface_def;

WAFT_API void waft_surface_def_fill(waft_surface_def* out_def, size_t size);
static inline waft_surface_def waft_surface_def_default(void) {
    waft_surface_def def;
    waft_surface_def_fill(&def, sizeof(def));
    return def;
}

/// Error: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY; *out_surface is then NULL.
WAFT_API WAFT_CHECKED waft_result waft_surface_create(
    const waft_surface_def* def, waft_surface** out_surface, waft_error* out_error);

/// NULL is allowed.
WAFT_API void waft_surface_destroy(waft_surface* surface);

/// Particles of the caller's, read during the call.
typedef struct waft_surface_particles {
    size_t count;             ///< at most 2^27
    const float* position[3]; ///< m
    const float* velocity[3]; ///< m/s; all NULL: velocities of the mesh are 0
    float spacing;            ///< m between particles, > 0
} waft_surface_particles;

/// Takes the surface of these particles. No particle gives no facet. Errors: WAFT_ERR_ARGUMENT (a
/// position that is not finite or beyond 2^20 blocks of eight cells), WAFT_ERR_FULL (more than
/// `memory`), WAFT_ERR_NO_MEMORY; the mesh is then empty.
WAFT_API WAFT_CHECKED waft_result waft_surface_update(
    waft_surface* surface, const waft_surface_particles* particles, waft_error* out_error);

/// The mesh; valid until the next update.
typedef struct waft_surface_view {
    const float* positions;  ///< xyz of each point, m
    const float* normals;    ///< xyz, unit, outwards
    const float* velocities; ///< xyz, m/s: mean of the particles near, weighted as the field is
    const uint32_t* indices; ///< three points a facet
    size_t point_count;
    size_t facet_count;
} waft_surface_view;

WAFT_API void waft_surface_read_view(
    const waft_surface* surface, waft_surface_view* out_view, size_t size);
static inline waft_surface_view waft_surface_get_view(const waft_surface* surface) {
    waft_surface_view view;
    waft_surface_read_view(surface, &view, sizeof(view));
    return view;
}

/// Bytes that the object holds.
WAFT_API size_t waft_surface_memory(const waft_surface* surface);

#ifdef __cplusplus
}
#endif

#endif // WAFT_SURFACE_H
