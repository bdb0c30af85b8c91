// SPDX-License-Identifier: MIT
// Candidates of a cell in contiguous buffers, and kernels of a few pairs at once. For *_simd.c files.
#ifndef WAFTI_LIQUID_SWEEP_H
#define WAFTI_LIQUID_SWEEP_H

#include "base/inline.h"
#include "liquid/pairs.h"
#include "simd/wide.h"
#include "simd/wide_root.h"

// What a buffer holds; more candidates are swept in further fills.
enum { SWEEP_CAPACITY = 1024, SWEEP_SLACK = 16, SWEEP_MOST = 8 };

typedef struct sweep_buffer {
    float values[SWEEP_MOST][SWEEP_CAPACITY + SWEEP_SLACK] __attribute__((aligned(64)));
    uint32_t count; // in whole vectors
} sweep_buffer;

// Where the next fill goes on.
typedef struct sweep_cursor {
    int row;
    uint32_t done; // particles of that row
} sweep_cursor;

typedef struct three {
    wafti_wide x, y, z;
} three;

WAFTI_INLINE three three_less(three a, three b) {
    return (three){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline three three_zero(void) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    return (three){zero, zero, zero};
}

// sum + scale a
WAFTI_INLINE three three_add_scaled(three sum, wafti_wide scale, three a) {
    return (three){wafti_wide_fma(scale, a.x, sum.x), wafti_wide_fma(scale, a.y, sum.y),
        wafti_wide_fma(scale, a.z, sum.z)};
}

// a.a + more
WAFTI_INLINE wafti_wide three_square(three a, wafti_wide more) {
    return wafti_wide_fma(a.x, a.x, wafti_wide_fma(a.y, a.y, wafti_wide_fma(a.z, a.z, more)));
}

typedef void sweep_task(const wafti_pair_job* job, int32_t task, waft_liquid_kernel kernel);

// One copy of a function for each kernel, which it then knows where it is compiled.
WAFTI_INLINE void sweep_by_kernel(sweep_task* run, const wafti_pair_job* job, int32_t task) {
    switch (job->constants.kernel) {
    case WAFT_LIQUID_CUBIC:
        run(job, task, WAFT_LIQUID_CUBIC);
        break;
    case WAFT_LIQUID_WENDLAND:
        run(job, task, WAFT_LIQUID_WENDLAND);
        break;
    case WAFT_LIQUID_MUELLER:
        run(job, task, WAFT_LIQUID_MUELLER);
        break;
    }
}

static inline uint32_t sweep_whole(uint32_t count) {
    const uint32_t lanes = (uint32_t)WAFTI_LANES;
    return (count + lanes - 1) / lanes * lanes;
}

// How many particles a fill that holds `count` takes next, from *out_first on; at most the row's rest.
static inline uint32_t sweep_take(
    sweep_cursor* cursor, const wafti_row* rows, uint32_t count, uint32_t* out_first) {
    const wafti_row* row = &rows[cursor->row];
    *out_first = row->first + cursor->done;
    const uint32_t room = SWEEP_CAPACITY - count;
    const uint32_t left = row->end - *out_first;
    const uint32_t take = left < room ? left : room;
    cursor->row += take == left;
    cursor->done = take == left ? 0 : cursor->done + take;
    return take;
}

// What pads the last vector lies far away.
static inline void sweep_close(
    sweep_buffer* buffer, const wafti_pair_job* job, uint32_t count, int arrays) {
    wafti_wide_store_any(buffer->values[0] + count, wafti_wide_set(job->constants.far));
    for (int i = 1; i < arrays; ++i) {
        wafti_wide_store_any(buffer->values[i] + count, wafti_wide_set(0.0f));
    }
    buffer->count = sweep_whole(count);
}

static inline void sweep_copy(const float* from, float* to, uint32_t count, float shift) {
    const wafti_wide add = wafti_wide_set(shift);
    for (uint32_t i = 0; i < count; i += WAFTI_LANES) {
        wafti_wide_store_any(to + i, wafti_wide_load_any(from + i) + add);
    }
}

static inline void sweep_copy_plain(const float* from, float* to, uint32_t count) {
    for (uint32_t i = 0; i < count; i += WAFTI_LANES) {
        wafti_wide_store_any(to + i, wafti_wide_load_any(from + i));
    }
}

// Places first, then the other arrays. False if nothing was left.
static inline bool sweep_fill(sweep_buffer* buffer, const wafti_pair_job* job,
    const float* const* others, int other_count, const wafti_row* rows, int row_count,
    sweep_cursor* cursor) {
    uint32_t count = 0;
    while (cursor->row < row_count && count < SWEEP_CAPACITY) {
        const wafti_row* row = &rows[cursor->row];
        uint32_t first = 0;
        const uint32_t take = sweep_take(cursor, rows, count, &first);
        for (int axis = 0; axis < 3; ++axis) {
            sweep_copy(job->x[axis] + first, buffer->values[axis] + count, take, row->shift[axis]);
        }
        for (int other = 0; other < other_count; ++other) {
            sweep_copy_plain(others[other] + first, buffer->values[3 + other] + count, take);
        }
        count += take;
    }
    sweep_close(buffer, job, count, 3 + other_count);
    return count > 0;
}

// V W / sweep_value_scale() at squared distances r2; 0 beyond the reach.
WAFTI_INLINE wafti_wide sweep_value(
    const wafti_pair_constants* c, waft_liquid_kernel kernel, wafti_wide r2) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    const wafti_wide one = wafti_wide_set(1.0f);
    if (kernel == WAFT_LIQUID_MUELLER) {
        const wafti_wide s =
            wafti_wide_max(zero, wafti_wide_fma(r2, wafti_wide_set(-c->inverse_h2), one));
        return s * s * s;
    }
    const wafti_wide t = wafti_wide_max(
        zero, wafti_wide_fma(wafti_wide_sqrt(r2), wafti_wide_set(-c->inverse_h), one));
    const wafti_wide t2 = t * t;
    if (kernel == WAFT_LIQUID_CUBIC) {
        // 2 t^3 - 8 (t - 1/2)^3 is twice t^3 - (2 t - 1)^3 / 2.
        const wafti_wide v =
            wafti_wide_max(zero, wafti_wide_fma(wafti_wide_set(2.0f), t, wafti_wide_set(-1.0f)));
        return wafti_wide_fma(t2, t, wafti_wide_set(-0.5f) * v * (v * v));
    }
    return t2 * t2 * wafti_wide_fma(wafti_wide_set(-4.0f), t, wafti_wide_set(5.0f));
}

static inline float sweep_value_scale(const wafti_pair_constants* c, waft_liquid_kernel kernel) {
    return kernel == WAFT_LIQUID_CUBIC ? 2.0f * c->value : c->value;
}

// 1 - r/h, or 0 beyond the reach.
WAFTI_INLINE wafti_wide sweep_t(
    const wafti_pair_constants* c, wafti_wide r2, wafti_wide inverse_r) {
    return wafti_wide_max(wafti_wide_set(0.0f),
        wafti_wide_fma(r2 * inverse_r, wafti_wide_set(-c->inverse_h), wafti_wide_set(1.0f)));
}

// -V dW/dr / r / sweep_slope_scale(): times x_i - x_j it is -V grad W.
WAFTI_INLINE wafti_wide sweep_slope(waft_liquid_kernel kernel, wafti_wide t, wafti_wide inverse_r) {
    if (kernel == WAFT_LIQUID_CUBIC) {
        // 6 t^2 - 24 (t - 1/2)^2 is six times t^2 - (2 t - 1)^2.
        const wafti_wide v = wafti_wide_max(
            wafti_wide_set(0.0f), wafti_wide_fma(wafti_wide_set(2.0f), t, wafti_wide_set(-1.0f)));
        return wafti_wide_fma(t, t, -v * v) * inverse_r;
    }
    return kernel == WAFT_LIQUID_WENDLAND ? t * t * t : t * t * inverse_r;
}

static inline float sweep_slope_scale(const wafti_pair_constants* c, waft_liquid_kernel kernel) {
    return kernel == WAFT_LIQUID_CUBIC
               ? 6.0f * c->slope
               : (kernel == WAFT_LIQUID_WENDLAND ? 20.0f * c->slope * c->inverse_h
                                                 : 3.0f * c->slope);
}

#endif // WAFTI_LIQUID_SWEEP_H
