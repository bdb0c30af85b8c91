// SPDX-License-Identifier: MIT
// What the passes of an advection share: one field, its samples and how far traces may go.
//
// A trace is a displacement in cells from its sample point. Floats resolve it to 1e-6 of a cell,
// absolute positions on 4096 cells would only be good to 2e-4.
#ifndef WAFTI_GRID_ADVECT_KERNEL_H
#define WAFTI_GRID_ADVECT_KERNEL_H

#include "grid/advect.h"

typedef struct wafti_advect_job {
    const wafti_domain* domain;
    const float* carrier[3];
    float cells;      ///< cells moved at 1 m/s: dt / h
    bool midpoint;    ///< rk2
    int axis;         ///< of the face field; -1: cells
    int32_t count[3]; ///< samples, from index 0
    bool periodic[3];
    /// Indices at which traces end, by axis. Inside `trust` a trace needs no care. Beyond, a periodic
    /// axis wraps; another is cut to `low` to `high`, and the second half of MacCormack left out.
    float trust_low[3], trust_high[3], low[3], high[3];

    const float* in;
    float* forward;          ///< values at the ends of the back-traces
    float *least, *greatest; ///< of the corners used; NULL: semi-Lagrangian
    float* out;              ///< of the second pass; may be `in`

    uint8_t* rows;  ///< whether rows of cells hold anything; NULL: not known
    int32_t around; ///< rows from which something may come to one, either way
} wafti_advect_job;

/// A pass over the rows of a block, which are rows of samples.
typedef void wafti_advect_pass(const wafti_advect_job* job, const wafti_mac_block* block);

/// Traces back and samples `in`: forward, least, greatest. Where the trace was cut and where nothing
/// moves (solids) all three are equal.
wafti_advect_pass WAFTI_COPIES(wafti_advect_back);

/// Traces `forward` (halo done) forth and corrects by half of what is missed: out.
wafti_advect_pass WAFTI_COPIES(wafti_advect_correct);

/// Where sample points lie in their cell along an axis: in the middle, or on its low face.
static inline float wafti_advect_place(int field_axis, int axis) {
    return field_axis == axis ? 0.0f : 0.5f;
}

#endif // WAFTI_GRID_ADVECT_KERNEL_H
