// SPDX-License-Identifier: MIT
// Implicit viscosity on faces, as specified in docs/spec/smoke.md#viscosity.
#ifndef WAFTI_GRID_VISCOSITY_H
#define WAFTI_GRID_VISCOSITY_H

#include "grid/domain.h"

typedef struct wafti_viscosity {
    const wafti_domain* domain;
    const wafti_context* context;
    double nu;         ///< m2/s
    const float* eddy; ///< m2/s at cells, NULL: none; with it components are solved together
    double theta;      ///< 0.5 to 1
    float* scratch[9]; ///< fields; without eddy only the first three are used
} wafti_viscosity;

typedef struct wafti_viscosity_report {
    bool converged;
    int iterations;
    double residual;
} wafti_viscosity_report;

/// (1 - theta dt nu L) u = (1 + (1 - theta) dt nu L) u*, to a relative residual of 1e-6 within 200
/// iterations, relative to |u*| and the first residual. Velocity comes with faces set; afterwards its
/// halos and sides need setting again. With nu 0 and no eddy viscosity nothing is done.
void wafti_viscosity_apply(const wafti_viscosity* viscosity, double dt, float* const velocity[3],
    wafti_viscosity_report* out_report);

#endif // WAFTI_GRID_VISCOSITY_H
