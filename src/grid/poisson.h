// SPDX-License-Identifier: MIT
// The pressure equation: conjugate gradients in double around a V-cycle in float that reads no matrix.
// docs/spec/smoke.md#pressure has the equation and each part of the solver.
#ifndef WAFTI_GRID_POISSON_H
#define WAFTI_GRID_POISSON_H

#include "grid/domain.h"

typedef struct wafti_poisson wafti_poisson;

typedef enum wafti_poisson_solver {
    WAFTI_POISSON_AUTO,
    WAFTI_POISSON_MULTIGRID,
    WAFTI_POISSON_DCT,
    WAFTI_POISSON_CG,
} wafti_poisson_solver;

typedef struct wafti_poisson_def {
    const wafti_domain* domain;   ///< outlives it
    const wafti_context* context; ///< outlives it
    wafti_poisson_solver solver;
    bool red_black;  ///< smoother: red-black Gauss-Seidel in place of Chebyshev-Jacobi
    double* work[3]; ///< fields for r, p and A p, free for others between calls
} wafti_poisson_def;

/// Memory beyond `work` from the arena. Errors: WAFT_ERR_NO_MEMORY, WAFT_ERR_ARGUMENT (dct where it
/// cannot be: the sentence in context->error says why).
waft_result wafti_poisson_create(
    const wafti_poisson_def* def, wafti_arena* arena, wafti_poisson** out_poisson);
/// Bytes of wafti_poisson_create() for a grid.
size_t wafti_poisson_size(const wafti_mac* grid);

/// Takes over changed weights of the domain: weights, classes, hierarchy, regions. NULL: all. Uses
/// work[0]. Where dct was asked for and obstacles came later, multigrid takes over.
void wafti_poisson_rebuild(wafti_poisson* poisson, const wafti_box* changed);
/// The next solve starts as if nothing had changed.
void wafti_poisson_forget_change(wafti_poisson* poisson);

typedef struct wafti_poisson_request {
    float* velocity[3];     ///< faces, set by wafti_domain_set_faces(); projected in place
    const float* expansion; ///< 1/s at cell centres, NULL: none
    double* phi;            ///< m/s, dt p / (rho h): the last one, then the solution
    double* earlier; ///< the one before, then the last one: both give the start. NULL: phi does
    bool from_zero;  ///< start there: what they give is not worth a look
    double tolerance;
    int most_iterations;
    double speed; ///< m/s, u_max: a residual below 1e-6 of it counts as none
} wafti_poisson_request;

typedef struct wafti_poisson_report {
    bool converged;
    bool poor_start; ///< zero was a better one than phi and earlier gave
    int iterations;
    double residual;   ///< true, relative to |b|, recomputed in double
    double divergence; ///< greatest |r|, m/s: what is left of h div u
    double unbalanced; ///< sum over closed regions of |sum b| h^2, m3/s (m2/s in a plane)
} wafti_poisson_report;

/// Solves for phi and subtracts its gradient from the velocity. Allocates nothing.
void wafti_poisson_project(
    wafti_poisson* poisson, const wafti_poisson_request* request, wafti_poisson_report* out_report);

/// The same without touching the velocity.
void wafti_poisson_solve(
    wafti_poisson* poisson, const wafti_poisson_request* request, wafti_poisson_report* out_report);

/// Regions of cells that open faces join; those without an open side are closed. Region of a cell, -1
/// for a cell without open faces.
int wafti_poisson_region(const wafti_poisson* poisson, int32_t i, int32_t j, int32_t k);
/// Whether all cells of a row along x are of one region, as most are; -1 otherwise.
int wafti_poisson_row_region(const wafti_poisson* poisson, int32_t j, int32_t k);
bool wafti_poisson_region_closed(const wafti_poisson* poisson, int region);

#endif // WAFTI_GRID_POISSON_H
