// SPDX-License-Identifier: MIT
// Kernels of synthesis: random modes of a field by rows, and halves to floats and back.
#ifndef WAFTI_TURBULENCE_MODES_H
#define WAFTI_TURBULENCE_MODES_H

#include <stddef.h>
#include <stdint.h>

#include "simd/cpu.h"

/// What all modes of a field have in common.
typedef struct wafti_modes {
    int32_t n;      ///< N
    int dimensions; ///< 2 or 3
    uint32_t key[2];
    uint32_t field;
    const float* amplitude; ///< by |k|^2; the last is 0
    int32_t amplitude_last;
    int32_t low, high; ///< least and greatest |k|^2 with an amplitude
    /// By k, from -N/2 to N/2 and up to the next whole vector: 2 sin(pi k/N), cos and sin of pi k/N.
    const float *kappa, *half_cos, *half_sin;
    float* re[3]; ///< spectra: kx fastest from 0 to N/2, rows of ky and planes of kz
    float* im[3]; ///<
    ptrdiff_t row, plane;
} wafti_modes;

enum {
    /// Room of the column kx = 0 of a plane.
    WAFTI_MODES_COLUMN = 512 + 16,
    /// Floats by which arrays of k go on past N/2.
    WAFTI_MODES_PAD = 16,
};

typedef struct wafti_bank_kernels {
    /// All of the plane with this index (kz, or kz - N beyond N/2) of the three spectra.
    void (*modes)(const wafti_modes* modes, int32_t plane_index);
    void (*to_half)(const float* in, size_t count, uint16_t* out);
    void (*from_half)(const uint16_t* in, size_t count, float* out);
} wafti_bank_kernels;

const wafti_bank_kernels* wafti_bank_kernels_choose(wafti_isa isa);

#endif // WAFTI_TURBULENCE_MODES_H
