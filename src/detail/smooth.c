// SPDX-License-Identifier: MIT
// A mean flow out of a flow that has no other: each face with its neighbours.
#include "detail/parts.h"
#include "grid/blocks.h"
#include "simd/clones.h"

typedef struct smooth_job {
    const waft_smoke* smoke;
    float* const* out;
} smooth_job;

// Sum of the 3 or 9 rows around one.
static void add_rows(const wafti_mac* grid, const float* row, int32_t count, float* sum) {
    const int depth = grid->axes == 3 ? 1 : 0;
    for (int32_t i = -1; i <= count; ++i) {
        sum[i] = 0.0f;
    }
    for (int dk = -depth; dk <= depth; ++dk) {
        for (int dj = -1; dj <= 1; ++dj) {
            const float* other = row + dj * grid->row + dk * grid->plane;
            for (int32_t i = -1; i <= count; ++i) {
                sum[i] += other[i];
            }
        }
    }
}

WAFTI_CLONES static void smooth_block(void* context, int32_t block) {
    const smooth_job* job = context;
    const wafti_mac* grid = &job->smoke->domain.grid;
    const float share = grid->axes == 3 ? 1.0f / 27.0f : 1.0f / 9.0f;
    float room[WAFTI_DETAIL_ROW];
    float* sum = room + 8;
    for (int axis = 0; axis < grid->axes; ++axis) {
        const int32_t count = wafti_mac_row_faces(grid, axis);
        for (wafti_walk at = wafti_walk_faces(grid, axis, block); wafti_walk_next(&at);) {
            float* out = job->out[axis] + at.start;
            add_rows(grid, job->smoke->velocity[axis] + at.start, count, sum);
            for (int32_t i = 0; i < count; ++i) {
                out[i] = share * (sum[i - 1] + sum[i] + sum[i + 1]);
            }
        }
    }
}

void wafti_smooth_faces(const waft_smoke* smoke, float* const out[3]) {
    smooth_job job = {smoke, out};
    wafti_mac_run(&smoke->domain.grid, smoke->context, 6.0, smooth_block, &job);
}
