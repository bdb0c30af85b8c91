// SPDX-License-Identifier: MIT
// Shoaling, refraction (docs/spec/water.md#shoaling-and-refraction) and breaking
// (docs/spec/water.md#breaking) of one train over a varying bed, once per train.
#ifndef WAFTI_WATER_SHOAL_H
#define WAFTI_WATER_SHOAL_H

#include "grid/field.h"
#include "water/waves.h"

/// What the preparation of a train needs to know. Scratch fields are nx * nz without padding.
typedef struct wafti_shoal_job {
    const wafti_grid* grid;
    const float* still; ///< depth of still water, with the grid's stride
    wafti_train_rules rules;
    double* phase;  ///< out: phi in rad, not wrapped
    double* k;      ///< out: local wave number
    uint8_t* awake; ///< scratch of the sweeps
} wafti_shoal_job;

/// The cell at which a train enters: the corner that lies farthest up-wave, or the centre of rings.
void wafti_shoal_entry(
    const wafti_grid* grid, const waft_train_def* def, int32_t* out_i, int32_t* out_j);

/// Most sweeps one quantity takes; a phase that needs as many has not settled to 1e-6 rad.
enum { WAFTI_SHOAL_SWEEPS = 256 };

/// Fills train->shoal from its Airy quantities at the reference depth. Returns the number of sweeps
/// that the phase took.
int wafti_shoal_prepare(const wafti_shoal_job* job, wafti_train* train);

#endif // WAFTI_WATER_SHOAL_H
