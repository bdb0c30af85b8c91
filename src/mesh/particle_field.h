// SPDX-License-Identifier: MIT
// The field whose level is the surface: phi(x) = sum a_i w(|x - x_i|/h), a_i = 1/sum_j w(|x_i - x_j|/h),
// h two spacings, w the cubic spline with w(0) = 1. With V = d^3 a_i w is (V/rf_i) W: V W(0) = 1/pi.
// A lone particle has a = 1, one inside a lattice 1/pi.
#ifndef WAFTI_MESH_PARTICLE_FIELD_H
#define WAFTI_MESH_PARTICLE_FIELD_H

#include "mesh/particle_blocks.h"
#include "simd/cpu.h"
#include "task/pool.h"

enum {
    WAFTI_FIELD_FILL = 512, ///< particles that one pass of a kernel takes; more go in several
    WAFTI_FIELD_EDGES = 3 * WAFTI_BLOCK_NODES, ///< of a block, each with one point at most
    WAFTI_FIELD_PAD = 8, ///< any vector's lanes divide it; arrays of a pass are padded to it
};

/// Particles near a block, relative to its low corner and in units of h.
typedef struct wafti_field_fill {
    uint32_t count;
    float position[3][WAFTI_FIELD_FILL];
    float weight[WAFTI_FIELD_FILL];      ///< a_i; not used by sums of weights
    float velocity[3][WAFTI_FIELD_FILL]; ///< m/s; used by samples alone
} wafti_field_fill;

/// What is known at places, added up over particles; the names say of what it is the sum.
typedef struct wafti_field_sums {
    _Alignas(64) float value[WAFTI_FIELD_EDGES]; ///< a w
    float gradient[3][WAFTI_FIELD_EDGES];        ///< a grad w, in 1/h
    float velocity[3][WAFTI_FIELD_EDGES];        ///< a w u
    float plain[WAFTI_FIELD_EDGES];              ///< w
} wafti_field_sums;

/// Places where the field is asked for, in the same units.
typedef struct wafti_field_places {
    size_t count; ///< a multiple of WAFTI_FIELD_PAD
    _Alignas(64) float position[3][WAFTI_FIELD_EDGES];
} wafti_field_places;

/// Each adds a fill to what is there, particle by particle in order, so that a place's sum does not
/// depend on which fills the particles come in.
typedef struct wafti_field_kernels {
    /// The block's own nodes, x fastest; `step` apart in units of h.
    void (*nodes)(const wafti_field_fill* fill, float step, float* values);
    /// The sum of w alone.
    void (*plain)(const wafti_field_fill* fill, const wafti_field_places* places, float* plain);
    void (*sample)(
        const wafti_field_fill* fill, const wafti_field_places* places, wafti_field_sums* sums);
} wafti_field_kernels;

const wafti_field_kernels* wafti_field_kernels_choose(wafti_isa isa);
extern const wafti_field_kernels WAFTI_COPIES(wafti_field_kernels);

typedef struct wafti_field {
    const wafti_blocks* blocks;
    const wafti_field_kernels* kernels;
    wafti_pool* pool;
    const float* velocity[3]; ///< the caller's; NULL: at rest
    const float* weights;     ///< a_i, sorted as particles are
    const float* values;      ///< WAFTI_BLOCK_NODES a block, x fastest
    wafti_array weight_array, value_array;
} wafti_field;

/// Weights and node values of all blocks. Errors: WAFT_ERR_FULL, WAFT_ERR_NO_MEMORY.
waft_result wafti_field_make(wafti_field* field, wafti_room* room);

/// Sums at places of the block with this key, relative to its low corner and in units of h; those up to
/// places->count are set.
void wafti_field_sample(const wafti_field* field, uint64_t key, const wafti_field_places* places,
    wafti_field_sums* out_sums);

#endif // WAFTI_MESH_PARTICLE_FIELD_H
