// SPDX-License-Identifier: MIT
// Kernels of the V-cycle, a plane at a time, in whole vectors. Rows that are written get the values
// outside their ends that their class of row asks for, and zeros in the padding.
#include "grid/level_row.h"

#include <string.h>

#include "simd/wide_double.h"
#include "simd/wide_pairs.h"

enum { ROW_MOST = 4096 + 2 * WAFTI_MAC_PAD };

// A row of x with its neighbours, and b.
typedef struct row {
    int32_t n;
    const float *x, *y_low, *y_high, *z_low, *z_high, *b;
} row;

static inline row row_at(const wafti_level* level, int32_t j, int32_t k, const wafti_planes* x) {
    const bool inner = j > 0 && j + 1 < level->n[1];
    const int32_t below = inner ? j - 1 : wafti_level_wrap(level, 1, j - 1);
    const int32_t above = inner ? j + 1 : wafti_level_wrap(level, 1, j + 1);
    const ptrdiff_t at = j * level->row;
    return (row){
        .n = level->n[0],
        .x = x->here + at,
        .y_low = below >= 0 ? x->here + below * level->row : level->zeros,
        .y_high = above >= 0 ? x->here + above * level->row : level->zeros,
        .z_low = x->low + at,
        .z_high = x->high + at,
        .b = level->b + at + k * level->plane,
    };
}

static void clear_row(const wafti_level* level, float* out) {
    memset(out - 1, 0, (size_t)(wafti_level_padded(level) + 2) * sizeof(*out));
}

// b - A x of a uniform row; `even` if all its weights are the same.
static inline wafti_wide uniform_residual(
    const row* r, const wafti_uniform_row* u, bool even, int32_t i, wafti_wide c) {
    const wafti_wide b = wafti_wide_load_any(r->b + i);
    const wafti_wide x_low = wafti_wide_load_any(r->x + i - 1);
    const wafti_wide x_high = wafti_wide_load_any(r->x + i + 1);
    const wafti_wide y_low = wafti_wide_load_any(r->y_low + i);
    const wafti_wide y_high = wafti_wide_load_any(r->y_high + i);
    const wafti_wide z_low = wafti_wide_load_any(r->z_low + i);
    const wafti_wide z_high = wafti_wide_load_any(r->z_high + i);
    if (even) {
        const wafti_wide around = (x_low + x_high) + (y_low + y_high) + (z_low + z_high);
        const wafti_wide difference = wafti_wide_fma(wafti_wide_set(-6.0f), c, around);
        return wafti_wide_fma(wafti_wide_set(u->x), difference, b);
    }
    wafti_wide sum = wafti_wide_fma(wafti_wide_set(u->x), (x_low - c) + (x_high - c), b);
    sum = wafti_wide_fma(wafti_wide_set(u->y[0]), y_low - c, sum);
    sum = wafti_wide_fma(wafti_wide_set(u->y[1]), y_high - c, sum);
    sum = wafti_wide_fma(wafti_wide_set(u->z[0]), z_low - c, sum);
    return wafti_wide_fma(wafti_wide_set(u->z[1]), z_high - c, sum);
}

static inline wafti_wide general_residual(
    const row* r, const wafti_level_faces* w, int32_t i, wafti_wide c) {
    wafti_wide sum = wafti_wide_load_any(r->b + i);
    sum = wafti_wide_fma(wafti_wide_load_any(w->x + i), wafti_wide_load_any(r->x + i - 1) - c, sum);
    sum = wafti_wide_fma(
        wafti_wide_load_any(w->x + i + 1), wafti_wide_load_any(r->x + i + 1) - c, sum);
    sum = wafti_wide_fma(
        wafti_wide_load_any(w->y_low + i), wafti_wide_load_any(r->y_low + i) - c, sum);
    sum = wafti_wide_fma(
        wafti_wide_load_any(w->y_high + i), wafti_wide_load_any(r->y_high + i) - c, sum);
    sum = wafti_wide_fma(
        wafti_wide_load_any(w->z_low + i), wafti_wide_load_any(r->z_low + i) - c, sum);
    return wafti_wide_fma(
        wafti_wide_load_any(w->z_high + i), wafti_wide_load_any(r->z_high + i) - c, sum);
}

// omega / D, 0 where there is no equation.
static inline wafti_wide general_step(const wafti_level_faces* w, int32_t i, float omega) {
    const wafti_wide diagonal =
        (wafti_wide_load_any(w->x + i) + wafti_wide_load_any(w->x + i + 1)) +
        (wafti_wide_load_any(w->y_low + i) + wafti_wide_load_any(w->y_high + i)) +
        (wafti_wide_load_any(w->z_low + i) + wafti_wide_load_any(w->z_high + i));
    const wafti_wide least = wafti_wide_set(WAFTI_LEAST_DIAGONAL);
    return wafti_wide_select(wafti_wide_less(diagonal, least), wafti_wide_set(0.0f),
        wafti_wide_set(omega) / wafti_wide_max(diagonal, least));
}

static void first_plane(const wafti_level* level, int32_t k, float omega, float* out) {
    for (int32_t j = 0; j < level->n[1]; ++j) {
        const int class = wafti_level_row_class(level, j, k);
        const int32_t n = level->n[0];
        const float* b = level->b + wafti_level_index(level, 0, j, k);
        float* row_out = out + j * level->row;
        if (class == WAFTI_ROW_EMPTY) {
            clear_row(level, row_out);
            continue;
        }
        if (class == WAFTI_ROW_UNIFORM) {
            const wafti_uniform_row* u = wafti_level_uniform(level, j, k);
            const wafti_wide step = wafti_wide_set(omega * u->inverse);
            for (int32_t i = 0; i < n; i += WAFTI_LANES) {
                wafti_wide_store_any(row_out + i, step * wafti_wide_load_any(b + i));
            }
            const float steps[2] = {
                omega * u->inverse * u->gain[0], omega * u->inverse * u->gain[1]};
            row_out[0] = steps[0] * b[0];
            row_out[n - 1] = steps[1] * b[n - 1];
        } else {
            const wafti_level_faces w = wafti_level_faces_of(level, j, k);
            for (int32_t i = 0; i < n; i += WAFTI_LANES) {
                wafti_wide_store_any(
                    row_out + i, general_step(&w, i, omega) * wafti_wide_load_any(b + i));
            }
        }
        wafti_level_finish_row(level, j, k, row_out);
    }
}

static inline void sweep_uniform(
    const row* r, const wafti_uniform_row* u, bool even, float omega, float* out) {
    const wafti_uniform_row own = *u;
    const wafti_wide step = wafti_wide_set(omega * own.inverse);
    for (int32_t i = 0; i < r->n; i += WAFTI_LANES) {
        const wafti_wide c = wafti_wide_load_any(r->x + i);
        const wafti_wide residual = uniform_residual(r, &own, even, i, c);
        wafti_wide_store_any(out + i, wafti_wide_fma(step, residual, c));
    }
    const int32_t last = r->n - 1;
    out[0] = r->x[0] + own.gain[0] * (out[0] - r->x[0]);
    out[last] = r->x[last] + own.gain[1] * (out[last] - r->x[last]);
}

static void sweep_general(const row* r, const wafti_level_faces* w, float omega, float* out) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    for (int32_t i = 0; i < r->n; i += WAFTI_LANES) {
        const wafti_wide c = wafti_wide_load_any(r->x + i);
        const wafti_wide step = general_step(w, i, omega);
        const wafti_wide next = wafti_wide_fma(step, general_residual(r, w, i, c), c);
        // The parents of cells without an equation may have one; nothing of theirs stays here.
        wafti_wide_store_any(out + i, wafti_wide_select(wafti_wide_less(zero, step), next, zero));
    }
}

// Sums of b * x and of x over a row: lanes first, then lanes in order, then what is left.
static void sum_row(int32_t n, const float* b, const float* x, double out_sums[2]) {
    wafti_wide_double products = wafti_double_set(0.0);
    wafti_wide_double values = wafti_double_set(0.0);
    int32_t i = 0;
    for (; i + WAFTI_DOUBLE_LANES <= n; i += WAFTI_DOUBLE_LANES) {
        const wafti_wide_double value = wafti_double_load_float(x + i);
        products += wafti_double_load_float(b + i) * value;
        values += value;
    }
    out_sums[0] = wafti_double_sum(products);
    out_sums[1] = wafti_double_sum(values);
    for (; i < n; ++i) {
        out_sums[0] += (double)b[i] * (double)x[i];
        out_sums[1] += (double)x[i];
    }
}

static void sum_plane(const wafti_level* level, int32_t k, const float* x) {
    for (int32_t j = 0; j < level->n[1]; ++j) {
        double* sums = level->row_sum + 2 * ((ptrdiff_t)k * level->n[1] + j);
        sum_row(
            level->n[0], level->b + wafti_level_index(level, 0, j, k), x + j * level->row, sums);
    }
}

// Most rows are even: a function of its own keeps what it needs in registers.
static void sweep_even(const wafti_level* level, int32_t j, int32_t k, const wafti_planes* x,
    float omega, float* out) {
    const row r = row_at(level, j, k, x);
    sweep_uniform(&r, wafti_level_uniform(level, j, k), true, omega, out);
    wafti_level_finish_row(level, j, k, out);
}

static void sweep_row(const wafti_level* level, int32_t j, int32_t k, const wafti_planes* x,
    float omega, float* out) {
    const int kind = wafti_level_row_kind(level, j, k);
    const int class = kind & WAFTI_ROW_CLASS;
    if (class == WAFTI_ROW_EMPTY) {
        clear_row(level, out);
        return;
    }
    if ((kind & WAFTI_ROW_EVEN) != 0) {
        sweep_even(level, j, k, x, omega, out);
        return;
    }
    const row r = row_at(level, j, k, x);
    if (class == WAFTI_ROW_UNIFORM) {
        sweep_uniform(&r, wafti_level_uniform(level, j, k), false, omega, out);
    } else {
        const wafti_level_faces w = wafti_level_faces_of(level, j, k);
        sweep_general(&r, &w, omega, out);
    }
    wafti_level_finish_row(level, j, k, out);
}

static void sweep_plane(const wafti_level* level, int32_t k, const wafti_planes* x, float omega,
    float* out, bool sums) {
    for (int32_t j = 0; j < level->n[1]; ++j) {
        sweep_row(level, j, k, x, omega, out + j * level->row);
    }
    if (sums) {
        sum_plane(level, k, out);
    }
}

// One colour of a Gauss-Seidel sweep is a Jacobi sweep whose other colour is not taken.
static void relax_plane(
    const wafti_level* level, int32_t k, const wafti_planes* x, int color, float* out) {
    static const uint32_t pattern[WAFTI_MAC_PAD + 1] = {
        UINT32_MAX, 0, UINT32_MAX, 0, UINT32_MAX, 0, UINT32_MAX, 0, UINT32_MAX};
    for (int32_t j = 0; j < level->n[1]; ++j) {
        const float* old = x->here + j * level->row;
        float* next = out + j * level->row;
        sweep_row(level, j, k, x, 1.0f, next);
        for (int32_t i = 0; i < level->n[0]; i += WAFTI_LANES) {
            wafti_wide_uint mine;
            memcpy(&mine, pattern + ((i + j + k + color) & 1), sizeof(mine));
            wafti_wide_store_any(next + i, wafti_wide_select(mine, wafti_wide_load_any(next + i),
                                               wafti_wide_load_any(old + i)));
        }
        wafti_level_finish_row(level, j, k, next);
    }
}

static void residual_row(
    const wafti_level* level, int32_t j, int32_t k, const wafti_planes* x, float* out) {
    const row r = row_at(level, j, k, x);
    const int kind = wafti_level_row_kind(level, j, k);
    const wafti_uniform_row u = *wafti_level_uniform(level, j, k);
    if ((kind & WAFTI_ROW_EVEN) != 0) {
        for (int32_t i = 0; i < r.n; i += WAFTI_LANES) {
            const wafti_wide c = wafti_wide_load_any(r.x + i);
            wafti_wide_store_any(out + i, uniform_residual(&r, &u, true, i, c));
        }
    } else if ((kind & WAFTI_ROW_CLASS) == WAFTI_ROW_UNIFORM) {
        for (int32_t i = 0; i < r.n; i += WAFTI_LANES) {
            const wafti_wide c = wafti_wide_load_any(r.x + i);
            wafti_wide_store_any(out + i, uniform_residual(&r, &u, false, i, c));
        }
    } else {
        const wafti_level_faces w = wafti_level_faces_of(level, j, k);
        for (int32_t i = 0; i < r.n; i += WAFTI_LANES) {
            const wafti_wide c = wafti_wide_load_any(r.x + i);
            wafti_wide_store_any(out + i, general_residual(&r, &w, i, c));
        }
    }
    wafti_level_clear_padding(level, out);
}

// Adds a row of residuals to parents, each at its place by the sheet rule.
static void restrict_shifted(const wafti_level* level, int32_t j, int32_t k,
    const wafti_level* coarse, const int32_t range[2], const float* residual) {
    for (int32_t i = 0; i < level->n[0]; ++i) {
        int32_t parent[3];
        wafti_level_parent(level, (const int32_t[3]){i, j, k}, parent);
        if (parent[2] >= range[0] && parent[2] < range[1]) {
            // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): all n are set
            coarse->b[wafti_level_index(coarse, parent[0], parent[1], parent[2])] += residual[i];
        }
    }
}

static void restrict_plane(const wafti_level* level, int32_t k, const wafti_planes* x,
    const wafti_level* coarse, const int32_t range[2]) {
    _Alignas(64) float storage[ROW_MOST];
    float* residual = storage + WAFTI_MAC_PAD;
    const bool mine = k / 2 >= range[0] && k / 2 < range[1];
    for (int32_t j = 0; j < level->n[1]; ++j) {
        const uint8_t kind = level->row_kind[(ptrdiff_t)k * level->n[1] + j];
        const int class = kind & WAFTI_ROW_CLASS;
        const bool shifted = (kind & WAFTI_ROW_SHIFTED) != 0;
        if (class == WAFTI_ROW_EMPTY || !(mine || shifted)) {
            continue;
        }
        residual_row(level, j, k, x, residual);
        if (shifted) {
            restrict_shifted(level, j, k, coarse, range, residual);
            continue;
        }
        float* out = coarse->b + wafti_level_index(coarse, 0, j / 2, k / 2);
        int32_t i = 0;
        for (; 2 * (i + WAFTI_LANES) <= level->n[0]; i += WAFTI_LANES) {
            const wafti_wide sums = wafti_wide_pair_sums(residual + (ptrdiff_t)2 * i);
            wafti_wide_store_any(out + i, wafti_wide_load_any(out + i) + sums);
        }
        for (; i < coarse->n[0]; ++i) {
            const float* pair = residual + (ptrdiff_t)2 * i;
            out[i] += pair[0] + pair[1];
        }
    }
}

static void prolong_plane(
    const wafti_level* level, int32_t k, const wafti_level* coarse, float* out) {
    for (int32_t j = 0; j < level->n[1]; ++j) {
        const ptrdiff_t at = wafti_level_index(level, 0, j, k);
        const float* x = level->x + at;
        float* row_out = out + j * level->row;
        const uint8_t kind = level->row_kind[(ptrdiff_t)k * level->n[1] + j];
        if ((kind & WAFTI_ROW_SHIFTED) == 0) {
            const float* parents = coarse->result + wafti_level_index(coarse, 0, j / 2, k / 2);
            int32_t i = 0;
            for (; 2 * (i + WAFTI_LANES) <= level->n[0]; i += WAFTI_LANES) {
                const ptrdiff_t child = (ptrdiff_t)2 * i;
                wafti_wide_add_pairs(x + child, wafti_wide_load_any(parents + i), row_out + child);
            }
            for (; i < coarse->n[0]; ++i) {
                const ptrdiff_t child = (ptrdiff_t)2 * i;
                row_out[child] = x[child] + parents[i];
                row_out[child + 1] = x[child + 1] + parents[i];
            }
        } else {
            for (int32_t i = 0; i < level->n[0]; ++i) {
                int32_t p[3];
                wafti_level_parent(level, (const int32_t[3]){i, j, k}, p);
                row_out[i] = x[i] + coarse->result[wafti_level_index(coarse, p[0], p[1], p[2])];
            }
        }
        wafti_level_finish_row(level, j, k, row_out);
    }
}

const wafti_multigrid_kernels WAFTI_KERNEL(wafti_multigrid_kernels) = {
    .first = first_plane,
    .sweep = sweep_plane,
    .restrict_to = restrict_plane,
    .prolong = prolong_plane,
    .relax = relax_plane,
    .sum = sum_plane,
};
