// SPDX-License-Identifier: MIT
// Sampling near solids and sheets, one point at a time: traces end before the first closed face, and
// values from behind closed faces do not count. This is what makes plates tight. The rules are those of
// docs/spec/smoke.md#sampling-near-solids.
#ifndef WAFTI_GRID_CAREFUL_H
#define WAFTI_GRID_CAREFUL_H

#include "grid/advect_kernel.h"

/// Where a trace ends: the cell and the place in it, 0 to 1 along each axis.
typedef struct wafti_careful_end {
    int32_t cell[3]; ///< may lie outside the box, on periodic axes any number of times
    float part[3];
    bool cut; ///< a closed face or a side stopped it
} wafti_careful_end;

typedef struct wafti_careful_value {
    float value, least, greatest;
    bool cut;
    bool found; ///< false if no corner counts
} wafti_careful_value;

/// Bits of wafti_domain.shut for a cell of the box or its halo, but for WAFTI_SHUT_NEAR.
uint8_t wafti_careful_shut(const wafti_domain* domain, const int32_t cell[3]);

/// Goes from `part` in the fluid cell `cell` by `shift` cells along a straight line.
wafti_careful_end wafti_careful_march(
    const wafti_domain* domain, const int32_t cell[3], const float part[3], const float shift[3]);

/// The field at the end of a trace: cell values (axis -1) or faces along `axis`. Halos are done.
wafti_careful_value wafti_careful_sample(
    const wafti_domain* domain, int axis, const float* field, const wafti_careful_end* end);

/// Traces from sample point `at` of the job and samples `field` there. `shift` is the displacement
/// by the velocity at the point itself, `cells` its sign included, as job->cells is for tracing forth.
wafti_careful_value wafti_careful_trace(const wafti_advect_job* job, const float* field,
    float cells, const int32_t at[3], const float shift[3]);

#endif // WAFTI_GRID_CAREFUL_H
