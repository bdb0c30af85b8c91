// SPDX-License-Identifier: MIT
// Kernel of wavelet noise: vectors at a row of points.
#ifndef WAFTI_TURBULENCE_WAVELET_KERNEL_H
#define WAFTI_TURBULENCE_WAVELET_KERNEL_H

#include <stdint.h>

#include "simd/cpu.h"

/// Arrays have room for whole vectors, with numbers in it.
typedef struct wafti_wavelet_points {
    const float* tile;
    const float* at[3]; ///< cells of the tile, within 2^23 of it
    const float* share; ///< of the vector, by point
    float factor;       ///< of all shares
    int32_t count;
} wafti_wavelet_points;

/// out[axis] += factor share (vector of wafti_wavelet_vector()).
typedef void wafti_wavelet_adder(const wafti_wavelet_points* points, float* const out[3]);

wafti_wavelet_adder WAFTI_COPIES(wafti_wavelet_add);

/// The one for an instruction set, as far as this build has it.
wafti_wavelet_adder* wafti_wavelet_choose(wafti_isa isa);

#endif // WAFTI_TURBULENCE_WAVELET_KERNEL_H
