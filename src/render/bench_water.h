// SPDX-License-Identifier: MIT
// Waves on a beach to measure with.
#ifndef WAFTI_RENDER_BENCH_WATER_H
#define WAFTI_RENDER_BENCH_WATER_H

#include <waft/render.h>

#include "render/bench_clock.h"

/// Draws one picture of 640 x 360 pixels of a block of water over a sloping bed, both of 288 x 192
/// cells; `frame` moves the waves. Errors: as of waft_renderer_draw().
waft_result wafti_render_bench_water(wafti_bench_clock* clock, int frame, waft_error* out_error);
/// The same of an open sea of sixteen waves.
waft_result wafti_render_bench_sea(wafti_bench_clock* clock, int frame, waft_error* out_error);

#endif // WAFTI_RENDER_BENCH_WATER_H
