// SPDX-License-Identifier: MIT
// A pond to play with, stepped and drawn as a viewer would.
#ifndef WAFTI_RENDER_BENCH_POND_H
#define WAFTI_RENDER_BENCH_POND_H

#include <waft/render.h>

#include "render/bench_clock.h"

/// A frame of 1/60 s of 256 x 256 columns with one box that is dragged in circles, and its picture of
/// 640 x 360 pixels. The pond is kept in the clock from frame 0 on. Errors: as of waft_renderer_draw()
/// and of the world.
waft_result wafti_render_bench_pond(wafti_bench_clock* clock, int frame, waft_error* out_error);

/// Frees what frame 0 made.
void wafti_render_bench_pond_free(wafti_bench_clock* clock);

#endif // WAFTI_RENDER_BENCH_POND_H
