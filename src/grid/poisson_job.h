// SPDX-License-Identifier: MIT
// Passes of the pressure solve in double, a plane at a time. Planes and axes are those of the finest
// level (grid/multigrid.h): in a plane flow the grid's y is the level's z.
#ifndef WAFTI_GRID_POISSON_JOB_H
#define WAFTI_GRID_POISSON_JOB_H

#include "grid/regions.h"

/// Doubles in a row of the longest grid, padding included.
enum { WAFTI_POISSON_ROW = 4096 + 2 * WAFTI_MAC_PAD };

typedef struct wafti_poisson_job {
    const wafti_level* level;
    const wafti_domain* domain;
    const wafti_regions* regions;
    float* velocity[3]; ///< [1] unused if flat
    const float* expansion;
    bool solids_move;
    bool alike[3];        ///< solids move as one along an axis of the grid, with this velocity
    float common[3];      ///<
    const double* mean_b; ///< by region, to be taken off the right-hand side; NULL: none is closed
    const double* mean_z; ///< the same for the direction
    double* earlier;      ///< the pressure before phi, or NULL
    double *phi, *r;
    float* p;   ///< the direction, scaled like z
    float* z;   ///< scaled; the direction comes from it
    bool store; ///< residual: keep r and its float copy
    bool zero;  ///< residual: phi is 0
    bool known; ///< residual: r holds the right-hand side, before means are taken off
    bool first; ///< direction: no old one
    double alpha, beta;
    double scale; ///< b = float(scale r)
} wafti_poisson_job;

/// Sums of a block. Which are used depends on the pass.
typedef struct wafti_poisson_sums {
    double rr, bb, greatest, product;
} wafti_poisson_sums;

typedef struct wafti_poisson_kernels {
    /// r = b - mean - A phi; rr, bb and the greatest |r|. Rows of phi are finished.
    void (*residual)(const wafti_poisson_job* job, int32_t k, wafti_poisson_sums* sums);
    /// p = z - mean + beta p
    void (*direction)(const wafti_poisson_job* job, int32_t k);
    /// product += p A p
    void (*curvature)(const wafti_poisson_job* job, int32_t k, wafti_poisson_sums* sums);
    /// phi += alpha p, r -= alpha A p, level b = scale r; rr and the greatest |r|.
    void (*advance)(const wafti_poisson_job* job, int32_t k, wafti_poisson_sums* sums);
    /// velocity -= gradient of phi, where faces are open.
    void (*gradient)(const wafti_poisson_job* job, int32_t k);
    /// Right-hand side of a row before means are taken off.
    void (*right_side)(const wafti_poisson_job* job, int32_t j, int32_t k, double* out);
    /// Pressure goes on as it went: 2 phi - earlier where a cell had both; earlier = phi. Large scales
    /// are then several times closer, which saves every third iteration of a plume.
    void (*go_on)(int32_t n, double* earlier, double* phi);
    /// Values just outside the ends of a row of a field, as its class asks for them.
    void (*finish)(const wafti_level* level, int32_t j, int32_t k, double* row);
} wafti_poisson_kernels;

extern const wafti_poisson_kernels WAFTI_COPIES(wafti_poisson_kernels);

const wafti_poisson_kernels* wafti_poisson_choose(wafti_isa isa);

/// Where the plain right-hand side of a row (differences of velocity, and expansion) is not the whole
/// truth: partly open faces carry the solid's velocity too, cells without an equation have none.
void wafti_poisson_correct_row(const wafti_poisson_job* job, int32_t j, int32_t k, double* row);

/// Takes region means off a row.
void wafti_poisson_remove_means(
    const wafti_poisson_job* job, const double* mean, int32_t j, int32_t k, double* row);

#endif // WAFTI_GRID_POISSON_JOB_H
