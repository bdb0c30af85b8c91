// SPDX-License-Identifier: MIT
#include "math/batch.h"

static int32_t batches_for(int32_t lines) {
    return (lines + WAFTI_BATCH_LINES - 1) / WAFTI_BATCH_LINES;
}

wafti_batches wafti_batches_make(const int32_t n[3], int32_t axis) {
    wafti_batches b = {.n = {n[0], n[1], n[2]}, .axis = axis};
    if (axis == 0) {
        b.count = batches_for(n[1] * n[2]);
        return b;
    }
    b.sheets = axis == 1 ? n[2] : n[1];
    b.per_sheet = n[0] / WAFTI_BATCH_LINES;
    b.left_over = n[0] % WAFTI_BATCH_LINES;
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
    wafti_batch batch = {.axis = b->axis, .count = WAFTI_BATCH_LINES, .neighbours = true};
    const int32_t sheet = index / b->per_sheet;
    const int32_t first = index % b->per_sheet * WAFTI_BATCH_LINES;
    for (int32_t line = 0; line < WAFTI_BATCH_LINES; ++line) {
        set_place(b, first + line, sheet, batch.place[line]);
    }
    return batch;
}

wafti_batch wafti_batch_at(const wafti_batches* b, int32_t index) {
    const int32_t beside = b->per_sheet * b->sheets;
    if (index < beside) {
        return neighbours(b, index);
    }
    wafti_batch batch = {.axis = b->axis};
    const int32_t first = (index - beside) * WAFTI_BATCH_LINES;
    const int32_t lines = b->axis == 0 ? b->n[1] * b->n[2] : b->left_over * b->sheets;
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

void wafti_batch_gather(const wafti_batch* batch, const wafti_real* array, wafti_strides strides,
    int32_t points, wafti_real* out) {
    const ptrdiff_t step = wafti_batch_step(batch, strides);
    for (int32_t line = 0; line < WAFTI_BATCH_LINES; ++line) {
        const wafti_real* from = array + wafti_batch_offset(batch, line, strides);
        for (int32_t j = 0; j < points; ++j) {
            out[j * WAFTI_BATCH_LINES + line] = from[j * step];
        }
    }
}

void wafti_batch_scatter(const wafti_batch* batch, const wafti_real* in, int32_t points,
    wafti_real* array, wafti_strides strides) {
    const ptrdiff_t step = wafti_batch_step(batch, strides);
    for (int32_t line = 0; line < batch->count; ++line) {
        wafti_real* to = array + wafti_batch_offset(batch, line, strides);
        for (int32_t j = 0; j < points; ++j) {
            to[j * step] = in[j * WAFTI_BATCH_LINES + line];
        }
    }
}
