// SPDX-License-Identifier: MIT
// Particles sorted into blocks of 8 x 8 x 8 grid cells, and the blocks that feel a particle.
#ifndef WAFTI_MESH_PARTICLE_BLOCKS_H
#define WAFTI_MESH_PARTICLE_BLOCKS_H

#include <waft/surface.h>

#include "mesh/radix.h"
#include "mesh/room.h"
#include "mesh/vector.h"

enum {
    WAFTI_BLOCK_CELLS = 8, ///< along an edge
    WAFTI_BLOCK_NODES = WAFTI_BLOCK_CELLS * WAFTI_BLOCK_CELLS * WAFTI_BLOCK_CELLS,
};

#define WAFTI_NO_BLOCK UINT32_MAX

/// A run of particles, in sorted order, that lie in one block.
typedef struct wafti_home {
    uint64_t key;
    uint32_t first, count;
    float low[3], high[3]; ///< m, bounds of its particles
} wafti_home;

/// A block's key is its place: x in the lowest bits, then y, then z. Places of blocks that hold
/// particles are 1 or more, so that a neighbour's key is a sum.
typedef struct wafti_blocks {
    double edge;      ///< m, of a block
    double reach;     ///< m, how far a particle is felt; at most `edge`
    int64_t least[3]; ///< grid place of the blocks at place 0
    int bits[3];      ///< of a place along each axis
    size_t particle_count, home_count, block_count;
    const wafti_home* homes;  ///< in order of their keys
    const uint64_t* keys;     ///< of blocks that feel a particle, ascending
    const uint32_t* order;    ///< which of the caller's particles stands where
    const float* position[3]; ///< m, sorted
    wafti_array keyed[2], home_array, key_array, order_array, position_arrays[3];
} wafti_blocks;

/// Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_FULL, WAFT_ERR_NO_MEMORY.
waft_result wafti_blocks_fill(wafti_blocks* blocks, wafti_room* room,
    const waft_surface_particles* particles, double edge, double reach);

/// m, the block's low corner.
void wafti_block_origin(const wafti_blocks* blocks, uint64_t key, double out_origin[3]);

/// The key of the block so many places further; every step is -1, 0 or 1.
uint64_t wafti_block_beside(const wafti_blocks* blocks, uint64_t key, int x, int y, int z);

/// The number of the block with this key, WAFTI_NO_BLOCK: no particle is felt there.
uint32_t wafti_block_find(const wafti_blocks* blocks, uint64_t key);

typedef struct wafti_particle_run {
    uint32_t first, count;
} wafti_particle_run;

/// The particles, sorted, of the block with this key and of its neighbours along x.
wafti_particle_run wafti_block_row(const wafti_blocks* blocks, uint64_t key);

#endif // WAFTI_MESH_PARTICLE_BLOCKS_H
