// SPDX-License-Identifier: MIT
// The files that tell of a liquid: its surface as meshes, its particles.
#ifndef WAFTI_RUN_LIQUID_FILES_H
#define WAFTI_RUN_LIQUID_FILES_H

#include "base/memory.h"
#include "mesh/radix.h"

#include <waft/liquid.h>
#include <waft/scene.h>
#include <waft/world.h>

enum { WAFTI_PARTICLE_NUMBERS = 8 }; ///< place, velocity, density, pressure

/// What files need beside the liquid itself. All zero is empty.
typedef struct wafti_liquid_files {
    wafti_arena arena;
    waft_surface* surface;
    double made_at;     ///< s, time of the surface; below 0: none
    size_t capacity;    ///< particles
    float* numbers;     ///< WAFTI_PARTICLE_NUMBERS arrays, in the order of ids
    uint32_t* ids;      ///< ascending
    wafti_keyed* keyed; ///< two arrays
} wafti_liquid_files;

struct wafti_output_job;

/// Take what a file of the surface, or of particles, will need; may be called for several. Error:
/// WAFT_ERR_NO_MEMORY.
waft_result wafti_liquid_files_take_surface(const struct wafti_output_job* job);
waft_result wafti_liquid_files_take_particles(const struct wafti_output_job* job);
void wafti_liquid_files_free(wafti_liquid_files* files);

/// Write one file each. Errors: those of waft_surface_update() and of the writers.
waft_result wafti_liquid_files_write_surface(const struct wafti_output_job* job);
waft_result wafti_liquid_files_write_particles(const struct wafti_output_job* job);

#endif // WAFTI_RUN_LIQUID_FILES_H
