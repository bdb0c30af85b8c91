// SPDX-License-Identifier: MIT
// k-epsilon transport over the mean flow past a body: Xie & Miyata 2013, eqs. 15-21, with the changes
// of docs/spec/bodies.md#wake.
#ifndef WAFTI_GRID_KEPS_H
#define WAFTI_GRID_KEPS_H

#include "grid/domain.h"

/// Exact update over dt of k and eps for frozen strain; production = 2 C_mu sum S_ij^2. Positive for
/// any dt.
void wafti_keps_update(double production, double dt, double* k, double* eps);
/// The paper's explicit Euler form, first order, to compare with. Not below 1e-12.
void wafti_keps_update_euler(double production, double dt, double* k, double* eps);

/// In units of the body's length d and speed U0.
typedef struct wafti_keps_def {
    int32_t cells[3]; ///< default 32 x 32 x 16; y is the flow; x at least 16, others 4
    bool feedback, diffusion, cap, euler; ///< default: all but the last
    double extent;    ///< of the box along x over d, default 4; at least 4 cells are left for d
    double reynolds;  ///< U0 d / nu, > 0, default 3800
    double intensity; ///< Tu, 0 to 1, default 0.15
    double length;    ///< l over d, > 0, default 0.07
    double duration;  ///< d / U0, default 10
    double cfl;       ///< cells a step, default 1
    /// At its place in the box, whose low corner is the origin; usually 1.5 from y = 0. `distance` says
    /// which cells are inside it and which are near; `crosses` may be set too and closes faces that it
    /// is too thin to fill. None: no distance and no crosses.
    wafti_solid solid;
} wafti_keps_def;

typedef struct wafti_keps_sample {
    double time, k, eps; ///< d / U0, U0^2, U0^3 / d: means over cells within d of the surface
} wafti_keps_sample;

typedef struct wafti_keps wafti_keps;

wafti_keps_def wafti_keps_def_default(void);

/// Steps that a def asks for; samples are one more. 0 if the def is wrong.
size_t wafti_keps_step_count(const wafti_keps_def* def);

/// The whole precomputation: samples[0 .. *out_count) from t = 0 on. Errors: WAFT_ERR_ARGUMENT,
/// WAFT_ERR_FULL, WAFT_ERR_NO_MEMORY, WAFT_ERR_NOT_CONVERGED; sentence in context->error.
waft_result wafti_keps_bake(const wafti_keps_def* def, const wafti_context* context,
    wafti_keps_sample* samples, size_t capacity, size_t* out_count);

/// The same step by step: the flow at t = 0, projected once. Errors as above; *out_keps is then NULL.
waft_result wafti_keps_create(
    const wafti_keps_def* def, const wafti_context* context, wafti_keps** out_keps);
void wafti_keps_destroy(wafti_keps* keps);
waft_result wafti_keps_step(wafti_keps* keps);
/// Means at this time, over all cells if there is no body.
wafti_keps_sample wafti_keps_mean(const wafti_keps* keps);

/// Fields at this time, for tests and pictures.
typedef struct wafti_keps_view {
    const wafti_domain* domain;
    const float* velocity[3];
    const float* k;
    const float* eps;
} wafti_keps_view;
wafti_keps_view wafti_keps_fields(const wafti_keps* keps);

#endif // WAFTI_GRID_KEPS_H
