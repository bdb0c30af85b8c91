// SPDX-License-Identifier: MIT
// The lines of a three-dimensional array along one axis, cut into batches of eight that a transform
// takes at once, and batches into blocks that threads take. Both depend on the sizes alone.
#ifndef WAFTI_MATH_BATCH_H
#define WAFTI_MATH_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "math/real.h"

enum {
    WAFTI_BATCH_LINES = 8,
    /// Each block has its own scratch, so more of them would cost memory.
    WAFTI_BLOCKS_MAX = 32,
};

/// Where an array's numbers are: (x, y, z) at x + y * row + z * plane.
typedef struct wafti_strides {
    ptrdiff_t row, plane;
} wafti_strides;

/// All lines along `axis` (0 x, 1 y, 2 z) of an array of n[0] x n[1] x n[2].
typedef struct wafti_batches {
    int32_t n[3];
    int32_t axis;
    int32_t sheets;    ///< planes that hold the axis and x, if that is not the axis
    int32_t per_sheet; ///< batches of neighbouring columns in each
    int32_t left_over; ///< columns of each that fill no batch
    int32_t count;     ///< batches in all
} wafti_batches;

wafti_batches wafti_batches_make(const int32_t n[3], int32_t axis);

/// One batch: where its lines begin. Those from `count` on repeat the last.
typedef struct wafti_batch {
    int32_t axis;
    int32_t count;   ///< lines to be written back
    bool neighbours; ///< they lie side by side and can be transformed where they are
    int32_t place[WAFTI_BATCH_LINES][3];
} wafti_batch;

wafti_batch wafti_batch_at(const wafti_batches* batches, int32_t index);

static inline ptrdiff_t wafti_batch_offset(
    const wafti_batch* batch, int32_t line, wafti_strides strides) {
    const int32_t* place = batch->place[line];
    return place[0] + place[1] * strides.row + place[2] * strides.plane;
}

/// From one point of a line to the next.
static inline ptrdiff_t wafti_batch_step(const wafti_batch* batch, wafti_strides strides) {
    return batch->axis == 0 ? 1 : batch->axis == 1 ? strides.row : strides.plane;
}

/// Copies `points` points of eight lines that do not lie side by side to out[j * 8 + line], and back.
void wafti_batch_gather(const wafti_batch* batch, const wafti_real* array, wafti_strides strides,
    int32_t points, wafti_real* out);
void wafti_batch_scatter(const wafti_batch* batch, const wafti_real* in, int32_t points,
    wafti_real* array, wafti_strides strides);

/// Blocks of about the same number of batches: block b has those from begin(b) to begin(b + 1).
static inline int32_t wafti_batches_block_count(const wafti_batches* batches) {
    return batches->count < WAFTI_BLOCKS_MAX ? batches->count : WAFTI_BLOCKS_MAX;
}

static inline int32_t wafti_batches_block_begin(const wafti_batches* batches, int32_t block) {
    return (int32_t)((int64_t)batches->count * block / wafti_batches_block_count(batches));
}

/// The longest line of an array.
static inline int32_t wafti_batch_longest(const int32_t n[3]) {
    const int32_t longer = n[0] > n[1] ? n[0] : n[1];
    return longer > n[2] ? longer : n[2];
}

/// Scratch of a block that needs so many numbers: blocks begin a line of the cache each.
static inline size_t wafti_batch_slot(size_t count) {
    const size_t line = WAFTI_ALIGNMENT / sizeof(wafti_real);
    return (count + line - 1) / line * line;
}

#endif // WAFTI_MATH_BATCH_H
