// SPDX-License-Identifier: MIT
#include "water/foam.h"

#include "simd/wide_transpose.h"

typedef struct found {
    wafti_wide fast_x, fast_z, excess;
} found;

// -div u dx against 0.15 sqrt(g d), as squares: no cell needs a root. `last`: some lanes are behind the
// end of the row.
static inline void look_at(const wafti_foam_look* job, int32_t v, bool last, found* sums) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    const wafti_wide half = wafti_wide_set(0.5f);
    const wafti_wide along =
        wafti_wide_load_any(job->vx + v - 1) - wafti_wide_load_any(job->vx + v + 1);
    const wafti_wide across =
        wafti_wide_load_any(job->vz[0] + v) - wafti_wide_load_any(job->vz[2] + v);
    const wafti_wide gathering = wafti_wide_fma(half, along, wafti_wide_set(job->across) * across);
    wafti_wide depth = wafti_wide_load_any(job->depth + v);
    if (job->bed != NULL) {
        depth = depth - wafti_wide_load_any(job->bed + v);
    }
    wafti_wide_uint counts =
        wafti_wide_less(zero, gathering) & wafti_wide_less(wafti_wide_set(job->dry), depth);
    wafti_wide vx = wafti_wide_abs(wafti_wide_load_any(job->vx + v));
    wafti_wide vz = wafti_wide_abs(wafti_wide_load_any(job->vz[1] + v));
    if (last) {
        const wafti_wide_uint inside =
            wafti_wide_less(wafti_wide_iota(), wafti_wide_set((float)(job->nx - v)));
        counts = counts & inside;
        vx = wafti_wide_select(inside, vx, zero);
        vz = wafti_wide_select(inside, vz, zero);
    }
    const wafti_wide excess = wafti_wide_select(
        counts, gathering * gathering - wafti_wide_set(job->limit) * depth, wafti_wide_set(-1.0f));
    wafti_wide_store_any(job->excess + v, excess);
    sums->excess = wafti_wide_max(sums->excess, excess);
    sums->fast_x = wafti_wide_max(sums->fast_x, vx);
    sums->fast_z = wafti_wide_max(sums->fast_z, vz);
}

void WAFTI_KERNEL(wafti_foam_search)(const wafti_foam_look* given) {
    const wafti_foam_look own = *given; // which no store can change
    const wafti_wide zero = wafti_wide_set(0.0f);
    const int32_t last = (own.nx - 1) / WAFTI_LANES * WAFTI_LANES;
    for (int32_t low = 0; low < own.nx; low += WAFTI_FOAM_PIECE) {
        const int32_t piece = low / WAFTI_FOAM_PIECE;
        found sums = {zero, zero, wafti_wide_set(-1.0f)};
        for (int32_t v = low; v < low + WAFTI_FOAM_PIECE && v <= last; v += WAFTI_LANES) {
            look_at(&own, v, v == last, &sums);
        }
        own.fast[2 * piece] = (float)wafti_wide_greatest(sums.fast_x);
        own.fast[2 * piece + 1] = (float)wafti_wide_greatest(sums.fast_z);
        own.fresh[piece] = wafti_wide_any(wafti_wide_less(zero, sums.excess)) ? 1 : 0;
    }
}
