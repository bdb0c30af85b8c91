// SPDX-License-Identifier: MIT
// What the files of the pressure solver share.
#ifndef WAFTI_GRID_POISSON_PARTS_H
#define WAFTI_GRID_POISSON_PARTS_H

#include "grid/poisson.h"
#include "grid/poisson_job.h"
#include "grid/poisson_spectral.h"

/// Sums over the cells of a region.
typedef struct wafti_region_sum {
    double b, b_size, phi, phi_size;
} wafti_region_sum;

struct wafti_poisson {
    wafti_poisson_def def;
    const wafti_poisson_kernels* kernels;
    wafti_multigrid multigrid;
    wafti_regions regions;
    wafti_poisson_sums* block_sums;
    wafti_region_sum* region_sums;
    wafti_region_sum* row_sums; ///< of rows that are of one region
    uint8_t* row_fresh;         ///< rows where a cell has no pressure yet
    double* mean_b;             ///< by region
    double* mean_z;
    wafti_spectral* spectral; ///< NULL: not asked for, or lengths do not suit
    float* direction;         ///< of conjugate gradients; changes places with the V-cycle's result
    bool empty_box;           ///< all weights are those of a box without obstacles
    bool has_change;          ///< weights changed in a part since the last solve:
    wafti_box change;         ///< the inner cells about it, level axes
};

/// A solve under way.
typedef struct wafti_solving {
    wafti_poisson* poisson;
    wafti_poisson_solver solver; ///< the one in use
    wafti_poisson_job job;
    wafti_poisson_sums sums;
    bool from_zero;
} wafti_solving;

/// A pass over the blocks of the finest level; sums are those of blocks in order.
void wafti_poisson_run(wafti_solving* solving, wafti_block_function* run);

/// Makes the start of a solve from the last pressure: continued in time, with a value where solids have
/// left, without means in closed regions. Takes means off the right-hand side too and returns what does
/// not balance, as a volume in time.
double wafti_poisson_start(wafti_solving* solving);
/// phi = 0, over threads.
void wafti_poisson_clear(wafti_solving* solving);

/// Remembers where weights changed (NULL: everywhere), and smooths the start of the next solve there.
void wafti_poisson_note_change(wafti_poisson* poisson, const wafti_box* changed);
void wafti_poisson_relax(wafti_solving* solving);

#endif // WAFTI_GRID_POISSON_PARTS_H
