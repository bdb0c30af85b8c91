// SPDX-License-Identifier: MIT
// The pressure equation of a box without obstacles by cosine, sine and Fourier transforms. Smoke
// spec, section 10, DCT path: in float it leaves some 5e-5 of the residual, so it takes the V-cycle's
// place inside conjugate gradients, and a second solve does the rest.
#ifndef WAFTI_GRID_POISSON_SPECTRAL_H
#define WAFTI_GRID_POISSON_SPECTRAL_H

#include "grid/multigrid.h"
#include "math/spectral.h"

/// WAFT_OK if the lengths of the grid suit the transforms; else WAFT_ERR_ARGUMENT and why not.
waft_result wafti_poisson_spectral_check(const wafti_mac* grid, waft_error* out_error);

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

#endif // WAFTI_GRID_POISSON_SPECTRAL_H
