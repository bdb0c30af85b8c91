// SPDX-License-Identifier: MIT
#include "math/batch.h"

#include "unit/transform_fixture.h"

// Counts the points of a batch; lines called neighbours must be some.
static void mark(const wafti_batch* batch, int32_t points, wafti_strides strides, int* marks) {
    CHECK(batch->count >= 1);
    CHECK(batch->count <= WAFTI_BATCH_LINES);
    for (int32_t line = 0; line < WAFTI_BATCH_LINES; ++line) {
        const ptrdiff_t offset = wafti_batch_offset(batch, line, strides);
        CHECK(!batch->neighbours || offset == wafti_batch_offset(batch, 0, strides) + line);
        if (line >= batch->count) {
            CHECK(offset == wafti_batch_offset(batch, batch->count - 1, strides));
            continue;
        }
        for (int32_t j = 0; j < points; ++j) {
            ++marks[offset + j * wafti_batch_step(batch, strides)];
        }
    }
}

static void check_cover(const int32_t n[3], int32_t axis) {
    const wafti_batches batches = wafti_batches_make(n, axis);
    const wafti_strides strides = {n[0], (ptrdiff_t)n[0] * n[1]};
    const size_t count = (size_t)n[0] * (size_t)n[1] * (size_t)n[2];
    int* marks = test_memory(count, sizeof(int));
    const int32_t blocks = wafti_batches_block_count(&batches);
    CHECK(blocks >= 1);
    CHECK(blocks <= WAFTI_BLOCKS_MAX);
    CHECK(wafti_batches_block_begin(&batches, 0) == 0);
    CHECK(wafti_batches_block_begin(&batches, blocks) == batches.count);
    for (int32_t block = 0; block < blocks; ++block) {
        const int32_t end = wafti_batches_block_begin(&batches, block + 1);
        for (int32_t i = wafti_batches_block_begin(&batches, block); i < end; ++i) {
            const wafti_batch batch = wafti_batch_at(&batches, i);
            mark(&batch, n[axis], strides, marks);
        }
    }
    bool once = true;
    for (size_t i = 0; i < count; ++i) {
        once = once && marks[i] == 1;
    }
    CHECK(once);
    free(marks);
}

static void every_line_once(void) {
    static const int32_t shapes[][3] = {{1, 1, 1}, {8, 8, 8}, {9, 5, 3}, {33, 64, 2}, {65, 4, 40},
        {3, 20, 30}, {16, 1, 12}, {7, 100, 1}};
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); ++i) {
        for (int32_t axis = 0; axis < 3; ++axis) {
            check_cover(shapes[i], axis);
        }
    }
}

static void whole_batches_of_columns_stay_in_place(void) {
    const wafti_batches y = wafti_batches_make((const int32_t[3]){33, 64, 64}, 1);
    CHECK(y.count == 4 * 64 + 8); // 64 lines left over, gathered eight at a time
    CHECK(wafti_batch_at(&y, 4 * 64 - 1).neighbours);
    CHECK(!wafti_batch_at(&y, 4 * 64).neighbours);
}

static void gathered_lines_come_back(void) {
    const box b = box_make(11, 6, 5);
    double* values = random_values(box_count(&b), 5);
    double* got = test_memory(box_count(&b), sizeof(double));
    box_put(&b, values);
    const wafti_batches z = wafti_batches_make(b.n, 2);
    const wafti_batch batch = wafti_batch_at(&z, z.count - 1);
    wafti_real lines[5 * WAFTI_BATCH_LINES];
    wafti_batch_gather(&batch, b.data, b.strides, 5, lines);
    CHECK(!batch.neighbours);
    for (int32_t j = 0; j < 5; ++j) {
        for (int32_t line = 0; line < batch.count; ++line) {
            wafti_real* at = &lines[j * WAFTI_BATCH_LINES + line];
            const int32_t* place = batch.place[line];
            CHECK(*at == *box_at(&b, place[0], place[1], j));
            *at = 2 * *at;
        }
    }
    wafti_batch_scatter(&batch, lines, 5, b.data, b.strides);
    box_take(&b, got);
    size_t doubled = 0;
    size_t same = 0;
    for (size_t i = 0; i < box_count(&b); ++i) {
        doubled += got[i] == 2.0 * values[i] && values[i] != 0.0 ? 1 : 0;
        same += got[i] == values[i] ? 1 : 0;
    }
    CHECK(doubled == 5 * (size_t)batch.count);
    CHECK(doubled + same == box_count(&b));
    CHECK(box_padding_untouched(&b));
    free(b.data);
    free(values);
    free(got);
}

static const test_case cases[] = {
    {"every_line_once", every_line_once},
    {"whole_batches_of_columns_stay_in_place", whole_batches_of_columns_stay_in_place},
    {"gathered_lines_come_back", gathered_lines_come_back},
};
TEST_MAIN(cases)
