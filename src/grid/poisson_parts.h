// SPDX-License-Identifier: MIT
// What the files of the pressure solver share.
#ifndef WAFTI_GRID_POISSON_PARTS_H
#define WAFTI_GRID_POISSON_PARTS_H

#include "grid/poisson.h"
#include "grid/poisson_job.h"
#include "math/spectral.h"

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

typedef struct wafti_solving wafti_solving;

/// What a pass does to a plane, with the sums of its block, or to a row of one.
typedef void wafti_plane_function(
    const wafti_poisson_job* job, int32_t k, wafti_poisson_sums* sums);
typedef void wafti_row_function(const wafti_solving* solving, int32_t j, int32_t k);

/// A solve under way.
struct wafti_solving {
    wafti_poisson* poisson;
    wafti_poisson_solver solver; ///< the one in use
    wafti_poisson_job job;
    wafti_poisson_sums sums;
    bool from_zero;
    wafti_plane_function* plane; ///< of the pass that runs
    wafti_row_function* row;     ///<
};

/// A pass over the blocks of the finest level; sums are those of blocks in order.
void wafti_poisson_run(wafti_solving* solving, wafti_block_function* run);
/// The same by planes, and by rows.
void wafti_poisson_run_planes(wafti_solving* solving, wafti_plane_function* plane);
void wafti_poisson_run_rows(wafti_solving* solving, wafti_row_function* row);
/// All rows in order, on the calling thread.
void wafti_poisson_visit_rows(const wafti_solving* solving, wafti_row_function* row);

/// Makes the start of a solve from the last pressure: continued in time, with a value where solids have
/// left, without means in closed regions. Takes means off the right-hand side too and returns what does
/// not balance, as a volume in time.
double wafti_poisson_start(wafti_solving* solving);
/// phi = 0, over threads.
void wafti_poisson_clear(wafti_solving* solving);

/// Remembers where weights changed (NULL: everywhere), and smooths the start of the next solve there.
void wafti_poisson_note_change(wafti_poisson* poisson, const wafti_box* changed);
void wafti_poisson_relax(wafti_solving* solving);

// ---- poisson_spectral.c: the pressure equation of a box without obstacles by cosine, sine and Fourier
// transforms (docs/spec/smoke.md#transforms). In float it leaves some 5e-5 of the residual, so it takes
// the V-cycle's place inside conjugate gradients, and a second solve does the rest.

/// A plan in memory of the arena. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY.
waft_result wafti_poisson_spectral_create(const wafti_domain* domain, const wafti_context* context,
    wafti_arena* arena, wafti_spectral** out_plan);
/// Bytes of it, about.
size_t wafti_poisson_spectral_size(const wafti_mac* grid);

/// Whether all weights are those of an empty box.
bool wafti_poisson_spectral_fits(const wafti_level* level, const wafti_domain* domain);

/// level->result = A^-1 level->b in float.
void wafti_poisson_spectral_solve(
    const wafti_level* level, wafti_spectral* plan, const wafti_context* context);

#endif // WAFTI_GRID_POISSON_PARTS_H
