// SPDX-License-Identifier: MIT
// The lines of a three-dimensional array along one axis, cut into batches that a transform takes at
// once, and batches into blocks that threads take. Both depend on the sizes alone.
#ifndef WAFTI_MATH_BATCH_H
#define WAFTI_MATH_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "math/real.h"

enum {
    WAFTI_BATCH_LINES = 8,
    /// Two neighbouring batches of columns share cache lines, so they are taken together while their
    /// scratch fits the second cache.
    WAFTI_BATCH_WIDTH_MAX = 16,
    /// More blocks would only need more scratch: each has its own.
    WAFTI_BATCH_BLOCKS_MAX = 32,
};

/// Where an array's numbers are: (x, y, z) at x + y * row + z * plane.
typedef struct wafti_strides {
    ptrdiff_t row, plane;
} wafti_strides;

/// All lines along `axis` (0 x, 1 y, 2 z) of an array of n[0] x n[1] x n[2].
typedef struct wafti_batches {
    int32_t n[3];
    int32_t axis;
    int32_t width;     ///< of a batch of neighbouring columns
    int32_t per_sheet; ///< batches of neighbouring columns in one plane that holds the axis and x
    int32_t sheets;    ///< such planes
    int32_t left_over; ///< columns of each that fill no batch
    int32_t count;     ///< batches in all
} wafti_batches;

wafti_batches wafti_batches_make(const int32_t n[3], int32_t axis);

/// Widest batch that these lines have.
static inline int32_t wafti_batches_width(const wafti_batches* batches) {
    return batches->per_sheet > 0 ? batches->width : WAFTI_BATCH_LINES;
}

/// One batch: lines[0 .. count-1] start at these places; the others repeat the last.
typedef struct wafti_batch {
    int32_t width;   ///< lines that the kernel takes
    int32_t count;   ///< of these that are to be written back
    bool neighbours; ///< they lie side by side and can be transformed where they are
    int32_t place[WAFTI_BATCH_WIDTH_MAX][3];
} wafti_batch;

wafti_batch wafti_batch_at(const wafti_batches* batches, int32_t index);

static inline ptrdiff_t wafti_batch_offset(
    const wafti_batch* batch, int32_t line, wafti_strides strides) {
    const int32_t* place = batch->place[line];
    return place[0] + place[1] * strides.row + place[2] * strides.plane;
}

/// From one point of a line to the next.
static inline ptrdiff_t wafti_batches_step(const wafti_batches* batches, wafti_strides strides) {
    return batches->axis == 0 ? 1 : batches->axis == 1 ? strides.row : strides.plane;
}

/// Blocks of about the same number of batches; block b has those from begin(b) to begin(b + 1).
int32_t wafti_batches_block_count(const wafti_batches* batches);
int32_t wafti_batches_block_begin(const wafti_batches* batches, int32_t block);

/// Copies `points` points of eight lines that do not lie side by side to out[j * 8 + line], and back.
void wafti_batch_gather(const wafti_batch* batch, const wafti_real* array, wafti_strides strides,
    ptrdiff_t step, int32_t points, wafti_real* out);
void wafti_batch_scatter(const wafti_batch* batch, const wafti_real* in, int32_t points,
    wafti_strides strides, ptrdiff_t step, wafti_real* array);

#endif // WAFTI_MATH_BATCH_H
