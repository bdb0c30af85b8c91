// SPDX-License-Identifier: MIT
// Gauss-Seidel sweeps in four orders over a rectangle of cells, and the eikonal equation by them.
#ifndef WAFTI_GRID_SWEEP_H
#define WAFTI_GRID_SWEEP_H

#include <stdint.h>

#include "grid/field.h"

/// Sets cell (i, j) from itself and its four neighbours and returns by how much it changed. A second
/// visit changes nothing unless a neighbour has changed.
typedef double wafti_visit(void* context, int32_t i, int32_t j);

typedef struct wafti_sweep {
    wafti_block cells;    ///< that are visited
    int32_t direction[2]; ///< of the first sweep, +1 or -1 along x and z
    double tolerance;     ///< a sweep in which nothing changes by more is the last
    int limit;            ///< most sweeps
    uint8_t* awake;       ///< scratch, one byte for each of `cells`: those that are worth a visit
} wafti_sweep;

/// Sweeps until nothing changes; returns how many sweeps it took, sweep->limit if it did not settle.
/// If information flows along `direction` everywhere, two sweeps do.
int wafti_sweep_run(const wafti_sweep* sweep, wafti_visit* visit, void* context);

/// |grad phi| = k on cell centres (Zhao 2005, fast sweeping). Both arrays are nx * nz, x fastest,
/// without padding. `phi` comes in with values where waves start and INFINITY elsewhere; cells
/// outside `sweep->cells` keep theirs.
typedef struct wafti_eikonal {
    int32_t nx, nz;
    double dx, dz;
    const double* k;
    double* phi;
} wafti_eikonal;

int wafti_eikonal_solve(const wafti_eikonal* problem, const wafti_sweep* sweep);

#endif // WAFTI_GRID_SWEEP_H
