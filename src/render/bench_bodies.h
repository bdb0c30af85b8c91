// SPDX-License-Identifier: MIT
// Falling leaves to measure with and to look at.
#ifndef WAFTI_RENDER_BENCH_BODIES_H
#define WAFTI_RENDER_BENCH_BODIES_H

#include <waft/render.h>

#include "render/bench_clock.h"

/// Poses and tints of leaves that tumble down at a time in s, between the floor at y = 0 and 2 m, within
/// 2 m of the axis.
void wafti_render_bench_leaves(double time, size_t count, waft_pose* poses, waft_vec3* tints);

/// Draws one picture of 640 x 360 pixels, 2 x 2 samples each, of 5,000 leaves of 42 triangles with
/// shadows. Errors: as of waft_renderer_draw().
waft_result wafti_render_bench_bodies(wafti_bench_clock* clock, int frame, waft_error* out_error);

#endif // WAFTI_RENDER_BENCH_BODIES_H
