// SPDX-License-Identifier: MIT
// Times the drawing of a picture and not the making of what is drawn.
#ifndef WAFTI_RENDER_BENCH_CLOCK_H
#define WAFTI_RENDER_BENCH_CLOCK_H

#include <waft/render.h>

typedef struct wafti_bench_pond wafti_bench_pond;

typedef struct wafti_bench_clock {
    waft_renderer* renderer;
    int threads;            ///< of worlds
    wafti_bench_pond* pond; ///< of bench_pond.h, NULL till its first frame
    double wall, cpu;       ///< s of the last picture; CPU over all threads of the process
} wafti_bench_clock;

/// Draws and takes the time. Errors: as of waft_renderer_draw().
waft_result wafti_bench_draw(
    wafti_bench_clock* clock, const waft_drawing* drawing, waft_error* out_error);

#endif // WAFTI_RENDER_BENCH_CLOCK_H
