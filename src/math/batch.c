// SPDX-License-Identifier: MIT
#include "math/batch.h"

// Scratch of 16 lines of more points than this would leave the second cache.
enum { WIDE_POINTS_MAX = 256 };

static int32_t batches_for(int32_t lines) {
    return (lines + WAFTI_BATCH_LINES - 1) / WAFTI_BATCH_LINES;
}

wafti_batches wafti_batches_make(const int32_t n[3], int32_t axis) {
    wafti_batches b = {.n = {n[0], n[1], n[2]}, .axis = axis};
    if (axis == 0) {
        b.count = batches_for(n[1] * n[2]);
        return b;
    }
    b.width = n[axis] <= WIDE_POINTS_MAX ? WAFTI_BATCH_WIDTH_MAX : WAFTI_BATCH_LINES;
    b.sheets = axis == 1 ? n[2] : n[1];
    b.left_over = n[0] % WAFTI_BATCH_LINES;
    b.per_sheet = (n[0] - b.left_over + b.width - 1) / b.width;
    b.count = b.per_sheet * b.sheets + batches_for(b.left_over * b.sheets);
    return b;
}

// The line through column x of a sheet, at its first point.
static void set_place(const wafti_batches* b, int32_t x, int32_t sheet, int32_t out_place[3]) {
    out_place[0] = x;
    out_place[1] = b->axis == 1 ? 0 : sheet;
    out_place[2] = b->axis == 1 ? sheet : 0;
}

static wafti_batch neighbours(const wafti_batches* b, int32_t index) {
    const int32_t sheet = index / b->per_sheet;
    const int32_t first = index % b->per_sheet * b->width;
    const int32_t end = b->n[0] - b->left_over;
    const int32_t width = end - first < b->width ? end - first : b->width;
    wafti_batch batch = {.width = width, .count = width, .neighbours = true};
    for (int32_t line = 0; line < width; ++line) {
        set_place(b, first + line, sheet, batch.place[line]);
    }
    return batch;
}

wafti_batch wafti_batch_at(const wafti_batches* b, int32_t index) {
    const int32_t beside = b->per_sheet * b->sheets;
    if (index < beside) {
        return neighbours(b, index);
    }
    const int32_t first = (index - beside) * WAFTI_BATCH_LINES;
    const int32_t lines = b->axis == 0 ? b->n[1] * b->n[2] : b->left_over * b->sheets;
    wafti_batch batch = {.width = WAFTI_BATCH_LINES};
    batch.count = lines - first < WAFTI_BATCH_LINES ? lines - first : WAFTI_BATCH_LINES;
    for (int32_t i = 0; i < WAFTI_BATCH_LINES; ++i) {
        const int32_t line = first + (i < batch.count ? i : batch.count - 1);
        if (b->axis == 0) {
            batch.place[i][1] = line % b->n[1];
            batch.place[i][2] = line / b->n[1];
        } else {
            set_place(b, b->n[0] - b->left_over + line % b->left_over, line / b->left_over,
                batch.place[i]);
        }
    }
    return batch;
}

int32_t wafti_batches_block_count(const wafti_batches* b) {
    return b->count < WAFTI_BATCH_BLOCKS_MAX ? b->count : WAFTI_BATCH_BLOCKS_MAX;
}

int32_t wafti_batches_block_begin(const wafti_batches* b, int32_t block) {
    return (int32_t)((int64_t)b->count * block / wafti_batches_block_count(b));
}

void wafti_batch_gather(const wafti_batch* batch, const wafti_real* array, wafti_strides strides,
    ptrdiff_t step, int32_t points, wafti_real* out) {
    for (int32_t line = 0; line < WAFTI_BATCH_LINES; ++line) {
        const wafti_real* from = array + wafti_batch_offset(batch, line, strides);
        for (int32_t j = 0; j < points; ++j) {
            out[j * WAFTI_BATCH_LINES + line] = from[j * step];
        }
    }
}

void wafti_batch_scatter(const wafti_batch* batch, const wafti_real* in, int32_t points,
    wafti_strides strides, ptrdiff_t step, wafti_real* array) {
    for (int32_t line = 0; line < batch->count; ++line) {
        wafti_real* to = array + wafti_batch_offset(batch, line, strides);
        for (int32_t j = 0; j < points; ++j) {
            to[j * step] = in[j * WAFTI_BATCH_LINES + line];
        }
    }
}
