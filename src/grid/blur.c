// SPDX-License-Identifier: MIT
#include "grid/blur.h"

#include <math.h>

#include "math/whole.h"

enum { PASSES = 3, LINES = 16 };

// Cells on each side of a running mean so that three of them have the wanted deviation: each adds
// r (r + 1) / 3 to the variance.
static int32_t reach_of(double width, double spacing, int32_t count) {
    const double cells = width / spacing;
    const double reach = rint(sqrt(cells * cells + 0.25) - 0.5);
    return reach < count ? (int32_t)reach : count - 1;
}

// Running means of up to LINES lines of `count` values: values are `step` apart, lines `across`. Sums
// are kept in double, since what enters must leave without a trace. Lines go side by side because a
// column alone would fetch a cache line for each of its values.
static void mean_lines(const float* from, float* to, ptrdiff_t step, ptrdiff_t across,
    int32_t count, int32_t lines, int32_t reach) {
    double sum[LINES] = {0.0};
    for (int32_t n = -reach; n <= reach; ++n) {
        for (int32_t line = 0; line < lines; ++line) {
            sum[line] += (double)from[wafti_inside(n, count, false) * step + line * across];
        }
    }
    const double share = 1.0 / (2 * reach + 1);
    for (int32_t n = 0; n < count; ++n) {
        const float* enters = from + wafti_inside(n + reach + 1, count, false) * step;
        const float* leaves = from + wafti_inside(n - reach, count, false) * step;
        for (int32_t line = 0; line < lines; ++line) {
            to[n * step + line * across] = (float)(sum[line] * share);
            sum[line] += (double)enters[line * across] - (double)leaves[line * across];
        }
    }
}

void wafti_blur(const wafti_grid* grid, double width, float* field, float* temporary) {
    const int32_t reach_x = reach_of(width, grid->dx, grid->nx);
    const int32_t reach_z = reach_of(width, grid->dz, grid->nz);
    const ptrdiff_t stride = grid->stride;
    for (int pass = 0; pass < PASSES; ++pass) {
        for (int32_t j = 0; j < grid->nz; j += LINES) {
            mean_lines(field + j * stride, temporary + j * stride, 1, stride, grid->nx,
                wafti_lesser(LINES, grid->nz - j), reach_x);
        }
        for (int32_t i = 0; i < grid->nx; i += LINES) {
            mean_lines(temporary + i, field + i, stride, 1, grid->nz,
                wafti_lesser(LINES, grid->nx - i), reach_z);
        }
    }
}
