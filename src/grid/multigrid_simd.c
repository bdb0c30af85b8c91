// SPDX-License-Identifier: MIT
// Kernels of the V-cycle, a plane at a time. Vectors run over the whole row with what holds for its
// inner cells; the two end cells and the padding are put right afterwards.
#include "grid/multigrid.h"

#include <string.h>

#include "simd/wide.h"

enum { ROW_MOST = 4096 + 2 * WAFTI_MAC_PAD };

// A row of x with its neighbours, and the weights of a general row.
typedef struct row {
    int32_t n;
    const float *x, *y_low, *y_high, *z_low, *z_high, *b;
    const float *wx, *wy_low, *wy_high, *wz_low, *wz_high;
    const wafti_uniform* uniform;
} row;

static row row_at(const wafti_level* level, int32_t j, int32_t k, const wafti_planes* x) {
    const int32_t below = wafti_level_wrap(level, 1, j - 1);
    const int32_t above = wafti_level_wrap(level, 1, j + 1);
    const ptrdiff_t at = j * level->row;
    return (row){
        .n = level->n[0],
        .x = x->here + at,
        .y_low = below >= 0 ? x->here + below * level->row : level->zeros,
        .y_high = above >= 0 ? x->here + above * level->row : level->zeros,
        .z_low = x->low + at,
        .z_high = x->high + at,
        .b = level->b + at + k * level->plane,
        .wx = wafti_level_weights(level, 0, j, k),
        .wy_low = wafti_level_weights(level, 1, j, k),
        .wy_high = wafti_level_weights(level, 1, j + 1, k),
        .wz_low = wafti_level_weights(level, 2, j, k),
        .wz_high = wafti_level_weights(level, 2, j, k + 1),
        .uniform = &level->uniform[(ptrdiff_t)k * level->n[1] + j],
    };
}

static int row_class(const wafti_level* level, int32_t j, int32_t k) {
    return level->row_kind[(ptrdiff_t)k * level->n[1] + j] & WAFTI_ROW_CLASS;
}

static void finish_row(const wafti_level* level, float* out) {
    const int32_t n = level->n[0];
    for (int32_t i = n, end = wafti_level_padded(level); i <= end; ++i) {
        out[i] = 0.0f;
    }
    out[-1] = level->periodic[0] ? out[n - 1] : 0.0f;
    out[n] = level->periodic[0] ? out[0] : 0.0f;
}

static void clear_row(const wafti_level* level, float* out) {
    memset(out - 1, 0, (size_t)(wafti_level_padded(level) + 2) * sizeof(*out));
}

// The diagonal of an end cell of a uniform row.
static float end_diagonal(const wafti_uniform* u, int32_t n, int32_t i) {
    const float low = i == 0 ? u->x_first : u->x;
    const float high = i == n - 1 ? u->x_last : u->x;
    return (low + high) + (u->y[0] + u->y[1]) + (u->z[0] + u->z[1]);
}

// b - A x of an end cell of a uniform row.
static float end_residual(const row* r, int32_t i) {
    const wafti_uniform* u = r->uniform;
    const float c = r->x[i];
    const float low = i == 0 ? u->x_first : u->x;
    const float high = i == r->n - 1 ? u->x_last : u->x;
    return r->b[i] + low * (r->x[i - 1] - c) + high * (r->x[i + 1] - c) +
           u->y[0] * (r->y_low[i] - c) + u->y[1] * (r->y_high[i] - c) +
           u->z[0] * (r->z_low[i] - c) + u->z[1] * (r->z_high[i] - c);
}

// b - A x of inner cells of a uniform row.
static inline wafti_wide uniform_residual(const row* r, int32_t i, wafti_wide c) {
    const wafti_uniform* u = r->uniform;
    const wafti_wide along_x =
        (wafti_wide_load_any(r->x + i - 1) - c) + (wafti_wide_load_any(r->x + i + 1) - c);
    wafti_wide sum = wafti_wide_fma(wafti_wide_set(u->x), along_x, wafti_wide_load_any(r->b + i));
    wafti_wide more = wafti_wide_set(u->y[0]) * (wafti_wide_load_any(r->y_low + i) - c);
    sum = wafti_wide_fma(wafti_wide_set(u->y[1]), wafti_wide_load_any(r->y_high + i) - c, sum);
    more = wafti_wide_fma(wafti_wide_set(u->z[0]), wafti_wide_load_any(r->z_low + i) - c, more);
    sum = wafti_wide_fma(wafti_wide_set(u->z[1]), wafti_wide_load_any(r->z_high + i) - c, sum);
    return sum + more;
}

static inline wafti_wide general_residual(const row* r, int32_t i, wafti_wide c, wafti_wide left) {
    wafti_wide sum = wafti_wide_load_any(r->b + i);
    sum = wafti_wide_fma(wafti_wide_load_any(r->wx + i), left - c, sum);
    sum = wafti_wide_fma(
        wafti_wide_load_any(r->wx + i + 1), wafti_wide_load_any(r->x + i + 1) - c, sum);
    sum = wafti_wide_fma(
        wafti_wide_load_any(r->wy_low + i), wafti_wide_load_any(r->y_low + i) - c, sum);
    sum = wafti_wide_fma(
        wafti_wide_load_any(r->wy_high + i), wafti_wide_load_any(r->y_high + i) - c, sum);
    sum = wafti_wide_fma(
        wafti_wide_load_any(r->wz_low + i), wafti_wide_load_any(r->z_low + i) - c, sum);
    return wafti_wide_fma(
        wafti_wide_load_any(r->wz_high + i), wafti_wide_load_any(r->z_high + i) - c, sum);
}

// omega / D, 0 where there is no equation.
static inline wafti_wide general_step(const row* r, int32_t i, float omega) {
    const wafti_wide diagonal =
        (wafti_wide_load_any(r->wx + i) + wafti_wide_load_any(r->wx + i + 1)) +
        (wafti_wide_load_any(r->wy_low + i) + wafti_wide_load_any(r->wy_high + i)) +
        (wafti_wide_load_any(r->wz_low + i) + wafti_wide_load_any(r->wz_high + i));
    const wafti_wide least = wafti_wide_set(WAFTI_LEAST_DIAGONAL);
    return wafti_wide_select(wafti_wide_less(diagonal, least), wafti_wide_set(0.0f),
        wafti_wide_set(omega) / wafti_wide_max(diagonal, least));
}

static void first_row(const wafti_level* level, const row* r, int class, float omega, float* out) {
    if (class == WAFTI_ROW_UNIFORM) {
        const wafti_wide step = wafti_wide_set(omega * r->uniform->inverse);
        for (int32_t i = 0; i < r->n; i += WAFTI_LANES) {
            wafti_wide_store_any(out + i, step * wafti_wide_load_any(r->b + i));
        }
        out[0] = omega / end_diagonal(r->uniform, r->n, 0) * r->b[0];
        out[r->n - 1] = omega / end_diagonal(r->uniform, r->n, r->n - 1) * r->b[r->n - 1];
    } else {
        for (int32_t i = 0; i < r->n; i += WAFTI_LANES) {
            wafti_wide_store_any(
                out + i, general_step(r, i, omega) * wafti_wide_load_any(r->b + i));
        }
    }
    finish_row(level, out);
}

static void first_plane(const wafti_level* level, int32_t k, float omega, float* out) {
    const wafti_planes none = {level->zeros, level->zeros, level->zeros};
    for (int32_t j = 0; j < level->n[1]; ++j) {
        const int class = row_class(level, j, k);
        float* row_out = out + j * level->row;
        if (class == WAFTI_ROW_EMPTY) {
            clear_row(level, row_out);
        } else {
            const row r = row_at(level, j, k, &none);
            first_row(level, &r, class, omega, row_out);
        }
    }
}

static void sweep_uniform(const row* r, float omega, float* out) {
    const wafti_wide step = wafti_wide_set(omega * r->uniform->inverse);
    for (int32_t i = 0; i < r->n; i += WAFTI_LANES) {
        const wafti_wide c = wafti_wide_load_any(r->x + i);
        wafti_wide_store_any(out + i, wafti_wide_fma(step, uniform_residual(r, i, c), c));
    }
    const int32_t last = r->n - 1;
    out[0] = r->x[0] + omega / end_diagonal(r->uniform, r->n, 0) * end_residual(r, 0);
    out[last] = r->x[last] + omega / end_diagonal(r->uniform, r->n, last) * end_residual(r, last);
}

static void sweep_general(const row* r, float omega, float* out) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    for (int32_t i = 0; i < r->n; i += WAFTI_LANES) {
        const wafti_wide c = wafti_wide_load_any(r->x + i);
        const wafti_wide step = general_step(r, i, omega);
        const wafti_wide left = wafti_wide_load_any(r->x + i - 1);
        const wafti_wide next = wafti_wide_fma(step, general_residual(r, i, c, left), c);
        // The parents of cells without an equation may have one; nothing of theirs stays here.
        wafti_wide_store_any(out + i, wafti_wide_select(wafti_wide_less(zero, step), next, zero));
    }
}

// Sums of b * x and of x over a row: lanes first, then lanes in order.
static void sum_row(int32_t n, const float* b, const float* x, double out_sums[2]) {
    enum { LANES = 8 };
    double products[LANES] = {0};
    double values[LANES] = {0};
    for (int32_t i = 0; i < n; i += LANES) {
        for (int lane = 0; lane < LANES; ++lane) {
            const double value = (double)x[i + lane];
            products[lane] += (double)b[i + lane] * value;
            values[lane] += value;
        }
    }
    out_sums[0] = 0.0;
    out_sums[1] = 0.0;
    for (int lane = 0; lane < LANES; ++lane) {
        out_sums[0] += products[lane];
        out_sums[1] += values[lane];
    }
}

static void sum_plane(const wafti_level* level, int32_t k, const float* x) {
    for (int32_t j = 0; j < level->n[1]; ++j) {
        double* sums = level->row_sum + 2 * ((ptrdiff_t)k * level->n[1] + j);
        sum_row(
            level->n[0], level->b + wafti_level_index(level, 0, j, k), x + j * level->row, sums);
    }
}

static void sweep_plane(const wafti_level* level, int32_t k, const wafti_planes* x, float omega,
    float* out, bool sums) {
    for (int32_t j = 0; j < level->n[1]; ++j) {
        const int class = row_class(level, j, k);
        float* row_out = out + j * level->row;
        if (class == WAFTI_ROW_EMPTY) {
            clear_row(level, row_out);
            continue;
        }
        const row r = row_at(level, j, k, x);
        if (class == WAFTI_ROW_UNIFORM) {
            sweep_uniform(&r, omega, row_out);
        } else {
            sweep_general(&r, omega, row_out);
        }
        finish_row(level, row_out);
    }
    if (sums) {
        sum_plane(level, k, out);
    }
}

static void residual_row(const wafti_level* level, const row* r, int class, float* out) {
    if (class == WAFTI_ROW_UNIFORM) {
        for (int32_t i = 0; i < r->n; i += WAFTI_LANES) {
            wafti_wide_store_any(out + i, uniform_residual(r, i, wafti_wide_load_any(r->x + i)));
        }
        out[0] = end_residual(r, 0);
        out[r->n - 1] = end_residual(r, r->n - 1);
    } else {
        for (int32_t i = 0; i < r->n; i += WAFTI_LANES) {
            const wafti_wide left = wafti_wide_load_any(r->x + i - 1);
            wafti_wide_store_any(
                out + i, general_residual(r, i, wafti_wide_load_any(r->x + i), left));
        }
    }
    for (int32_t i = r->n, end = wafti_level_padded(level); i <= end; ++i) {
        out[i] = 0.0f;
    }
}

// Adds a row of residuals to parents, each at its place by the sheet rule.
static void restrict_shifted(const wafti_level* level, int32_t j, int32_t k,
    const wafti_level* coarse, const int32_t range[2], const float* residual) {
    const uint8_t* shift = level->shift + wafti_level_index(level, 0, j, k);
    for (int32_t i = 0; i < level->n[0]; ++i) {
        const int32_t ci = i / 2 - (shift[i] & WAFTI_SHIFT_X);
        const int32_t cj = j / 2 - (shift[i] & WAFTI_SHIFT_Y) / WAFTI_SHIFT_Y;
        const int32_t ck = k / 2 - (shift[i] & WAFTI_SHIFT_Z) / WAFTI_SHIFT_Z;
        if (ck >= range[0] && ck < range[1]) {
            coarse->b[wafti_level_index(coarse, ci, cj, ck)] += residual[i];
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
        const row r = row_at(level, j, k, x);
        residual_row(level, &r, class, residual);
        if (shifted) {
            restrict_shifted(level, j, k, coarse, range, residual);
            continue;
        }
        float* out = coarse->b + wafti_level_index(coarse, 0, j / 2, k / 2);
        for (int32_t i = 0; i < coarse->n[0]; ++i) {
            out[i] += residual[2 * i] + residual[2 * i + 1];
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
            for (int32_t i = 0; i < coarse->n[0]; ++i) {
                row_out[2 * i] = x[2 * i] + parents[i];
                row_out[2 * i + 1] = x[2 * i + 1] + parents[i];
            }
        } else {
            const uint8_t* shift = level->shift + at;
            for (int32_t i = 0; i < level->n[0]; ++i) {
                const int32_t ci = i / 2 - (shift[i] & WAFTI_SHIFT_X);
                const int32_t cj = j / 2 - (shift[i] & WAFTI_SHIFT_Y) / WAFTI_SHIFT_Y;
                const int32_t ck = k / 2 - (shift[i] & WAFTI_SHIFT_Z) / WAFTI_SHIFT_Z;
                row_out[i] = x[i] + coarse->result[wafti_level_index(coarse, ci, cj, ck)];
            }
        }
        finish_row(level, row_out);
    }
}

// In place. Neighbours have the other colour, so the left ones may be loaded ahead of the store they
// overlap; behind it the load would wait.
static void relax_row(const row* r, int parity, float* x) {
    static const float pattern[WAFTI_MAC_PAD + 1] = {
        1.0f, 0.0f, 1.0f, 0.0f, 1.0f, 0.0f, 1.0f, 0.0f, 1.0f};
    wafti_wide left = wafti_wide_load_any(x - 1);
    for (int32_t i = 0; i < r->n; i += WAFTI_LANES) {
        const wafti_wide next_left = wafti_wide_load_any(x + i + WAFTI_LANES - 1);
        const wafti_wide c = wafti_wide_load_any(x + i);
        const wafti_wide change = general_step(r, i, 1.0f) * general_residual(r, i, c, left);
        const wafti_wide mine = wafti_wide_load_any(pattern + ((i + parity) & 1));
        wafti_wide_store_any(x + i, wafti_wide_fma(mine, change, c));
        left = next_left;
    }
}

static void relax_plane(const wafti_level* level, int32_t k, const wafti_planes* x, int color) {
    for (int32_t j = 0; j < level->n[1]; ++j) {
        if (row_class(level, j, k) != WAFTI_ROW_EMPTY) {
            const row r = row_at(level, j, k, x);
            float* out = level->x + wafti_level_index(level, 0, j, k);
            relax_row(&r, (color + j + k) & 1, out);
            finish_row(level, out);
        }
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
