// SPDX-License-Identifier: MIT
// A plume of smoke to measure with and to look at.
#ifndef WAFTI_RENDER_BENCH_VOLUME_H
#define WAFTI_RENDER_BENCH_VOLUME_H

#include <waft/render.h>

#include "render/bench_clock.h"

/// Fills density (0 to about 1) and temperature (K over ambient; NULL: not wanted) of a rising,
/// billowing plume at a time in s. Cells are packed, x fastest, at most 1024 high; the plume fills
/// the grid's height. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_render_bench_plume(
    double time, const int32_t size[3], float* density, float* temperature, waft_error* out_error);

/// Draws one picture of 640 x 360 pixels that a plume of 64 x 128 x 64 cells fills from top to
/// bottom. Errors: as of waft_renderer_draw().
waft_result wafti_render_bench_volume(wafti_bench_clock* clock, int frame, waft_error* out_error);

#endif // WAFTI_RENDER_BENCH_VOLUME_H
