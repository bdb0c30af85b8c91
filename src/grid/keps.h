// SPDX-License-Identifier: MIT
// k-epsilon transport over the mean flow past a body (Xie & Miyata 2013, eqs. 15-21; bodies spec,
// section 6, which wins).
#ifndef WAFTI_GRID_KEPS_H
#define WAFTI_GRID_KEPS_H

#include "grid/domain.h"

/// Exact update over dt of k and eps for frozen strain; production = 2 C_mu sum S_ij^2. Positive for
/// any dt.
void wafti_keps_update(double production, double dt, double* k, double* eps);
/// The paper's explicit Euler form, first order, to compare with.
void wafti_keps_update_euler(double production, double dt, double* k, double* eps);

/// In units of the body's length d and speed U0.
typedef struct wafti_keps_def {
    int32_t cells[3]; ///< default 32 x 32 x 16; y is the flow
    double extent;    ///< of the box along x over d, default 4
    double reynolds;  ///< U0 d / nu, > 0
    double intensity; ///< Tu, 0 to 1
    double length;    ///< l over d, > 0
    double duration;  ///< d / U0, default 10
    double cfl;       ///< cells a step, default 1
    bool feedback, diffusion, cap, euler;
    wafti_solid solid; ///< at its place in the box; none: no distance and no crosses
} wafti_keps_def;

typedef struct wafti_keps_sample {
    double time, k, eps; ///< d / U0, U0^2, U0^3 / d: means over cells within d of the surface
} wafti_keps_sample;

typedef struct wafti_keps wafti_keps;

wafti_keps_def wafti_keps_def_default(void);

/// The whole precomputation: samples[0 .. *out_count) from t = 0 on. Errors: WAFT_ERR_ARGUMENT,
/// WAFT_ERR_FULL, WAFT_ERR_NO_MEMORY, WAFT_ERR_NOT_CONVERGED; sentence in context->error.
waft_result wafti_keps_bake(const wafti_keps_def* def, const wafti_context* context,
    wafti_keps_sample* samples, size_t capacity, size_t* out_count);

#endif // WAFTI_GRID_KEPS_H
