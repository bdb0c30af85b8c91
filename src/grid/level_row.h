// SPDX-License-Identifier: MIT
// What rows of floats need that kernels of a level write. For kernel files, see simd/wide.h.
#ifndef WAFTI_GRID_LEVEL_ROW_H
#define WAFTI_GRID_LEVEL_ROW_H

#include "grid/multigrid.h"
#include "simd/wide.h"

/// Zeros behind the last cell, to the end of its vector and one past.
static inline void wafti_level_clear_padding(const wafti_level* level, float* out) {
    for (int32_t i = 0; i < WAFTI_MAC_PAD; i += WAFTI_LANES) {
        wafti_wide_store_any(out + level->n[0] + i, wafti_wide_set(0.0f));
    }
}

/// Values outside the ends of a row as its class asks for them, zeros in the padding.
static inline void wafti_level_finish_row(
    const wafti_level* level, int32_t j, int32_t k, float* out) {
    const int32_t n = level->n[0];
    wafti_level_clear_padding(level, out);
    if (level->periodic[0]) {
        out[-1] = out[n - 1];
        out[n] = out[0];
    } else if (wafti_level_row_class(level, j, k) == WAFTI_ROW_UNIFORM) {
        const wafti_uniform_row* u = wafti_level_uniform(level, j, k);
        out[-1] = u->ghost[0] * out[0];
        out[n] = u->ghost[1] * out[n - 1];
    } else {
        out[-1] = 0.0f;
    }
}

#endif // WAFTI_GRID_LEVEL_ROW_H
