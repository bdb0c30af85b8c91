// SPDX-License-Identifier: MIT
// The compiled copies of the update of many cells at once.
#ifndef WAFTI_GRID_KEPS_KERNEL_H
#define WAFTI_GRID_KEPS_KERNEL_H

#include "simd/cpu.h"

/// wafti_keps_update() of `count` cells, a multiple of 4, with one dt > 0. Within 1e-8 of it.
typedef void wafti_keps_many(
    double dt, int count, const double* production, double* k, double* eps);

wafti_keps_many WAFTI_COPIES(wafti_keps_many);

/// The kernel for an instruction set.
wafti_keps_many* wafti_keps_choose(wafti_isa isa);

#endif // WAFTI_GRID_KEPS_KERNEL_H
