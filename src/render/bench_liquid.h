// SPDX-License-Identifier: MIT
#ifndef WAFTI_RENDER_BENCH_LIQUID_H
#define WAFTI_RENDER_BENCH_LIQUID_H

#include "render/bench_clock.h"

/// A column that falls apart beside a box; the mesh is made outside of what is measured.
waft_result wafti_render_bench_liquid(wafti_bench_clock* clock, int frame, waft_error* out_error);

#endif // WAFTI_RENDER_BENCH_LIQUID_H
