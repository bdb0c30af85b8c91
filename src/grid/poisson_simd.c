// SPDX-License-Identifier: MIT
// Kernels of conjugate gradients in double around the V-cycle. A row of A x is made in a buffer that
// stays in cache; what a pass does with it is a second loop over the row.
#include "grid/poisson_job.h"

#include <string.h>

#include "simd/wide_double.h"

typedef struct row {
    int32_t n;
    bool periodic;
    const double *x, *y_low, *y_high, *z_low, *z_high;
    const float *wx, *wy_low, *wy_high, *wz_low, *wz_high;
    const wafti_uniform* uniform;
} row;

static row row_at(const wafti_level* level, int32_t j, int32_t k, const double* field) {
    const double* zeros = (const double*)(const void*)level->zeros;
    const int32_t around[4] = {wafti_level_wrap(level, 1, j - 1), wafti_level_wrap(level, 1, j + 1),
        wafti_level_wrap(level, 2, k - 1), wafti_level_wrap(level, 2, k + 1)};
    return (row){
        .n = level->n[0],
        .periodic = level->periodic[0],
        .x = field + wafti_level_index(level, 0, j, k),
        .y_low = around[0] >= 0 ? field + wafti_level_index(level, 0, around[0], k) : zeros,
        .y_high = around[1] >= 0 ? field + wafti_level_index(level, 0, around[1], k) : zeros,
        .z_low = around[2] >= 0 ? field + wafti_level_index(level, 0, j, around[2]) : zeros,
        .z_high = around[3] >= 0 ? field + wafti_level_index(level, 0, j, around[3]) : zeros,
        .wx = wafti_level_weights(level, 0, j, k),
        .wy_low = wafti_level_weights(level, 1, j, k),
        .wy_high = wafti_level_weights(level, 1, j + 1, k),
        .wz_low = wafti_level_weights(level, 2, j, k),
        .wz_high = wafti_level_weights(level, 2, j, k + 1),
        .uniform = &level->uniform[(ptrdiff_t)k * level->n[1] + j],
    };
}

// A x of an end cell: nothing outside the row is read.
static double end_apply(const row* r, int32_t i) {
    const double c = r->x[i];
    const double low = i > 0 ? r->x[i - 1] : (r->periodic ? r->x[r->n - 1] : 0.0);
    const double high = i < r->n - 1 ? r->x[i + 1] : (r->periodic ? r->x[0] : 0.0);
    return (double)r->wx[i] * (c - low) + (double)r->wx[i + 1] * (c - high) +
           (double)r->wy_low[i] * (c - r->y_low[i]) + (double)r->wy_high[i] * (c - r->y_high[i]) +
           (double)r->wz_low[i] * (c - r->z_low[i]) + (double)r->wz_high[i] * (c - r->z_high[i]);
}

static void apply_uniform(const row* r, double* out) {
    const wafti_uniform* u = r->uniform;
    const wafti_wide_double wx = wafti_double_set((double)u->x);
    const wafti_wide_double wy[2] = {
        wafti_double_set((double)u->y[0]), wafti_double_set((double)u->y[1])};
    const wafti_wide_double wz[2] = {
        wafti_double_set((double)u->z[0]), wafti_double_set((double)u->z[1])};
    for (int32_t i = 0; i < r->n; i += WAFTI_DOUBLE_LANES) {
        const wafti_wide_double c = wafti_double_load(r->x + i);
        const wafti_wide_double along =
            wx * ((c - wafti_double_load(r->x + i - 1)) + (c - wafti_double_load(r->x + i + 1)));
        const wafti_wide_double y = wy[0] * (c - wafti_double_load(r->y_low + i)) +
                                    wy[1] * (c - wafti_double_load(r->y_high + i));
        const wafti_wide_double z = wz[0] * (c - wafti_double_load(r->z_low + i)) +
                                    wz[1] * (c - wafti_double_load(r->z_high + i));
        wafti_double_store(out + i, along + (y + z));
    }
}

static void apply_general(const row* r, double* out) {
    for (int32_t i = 0; i < r->n; i += WAFTI_DOUBLE_LANES) {
        const wafti_wide_double c = wafti_double_load(r->x + i);
        const wafti_wide_double x =
            wafti_double_load_float(r->wx + i) * (c - wafti_double_load(r->x + i - 1)) +
            wafti_double_load_float(r->wx + i + 1) * (c - wafti_double_load(r->x + i + 1));
        const wafti_wide_double y =
            wafti_double_load_float(r->wy_low + i) * (c - wafti_double_load(r->y_low + i)) +
            wafti_double_load_float(r->wy_high + i) * (c - wafti_double_load(r->y_high + i));
        const wafti_wide_double z =
            wafti_double_load_float(r->wz_low + i) * (c - wafti_double_load(r->z_low + i)) +
            wafti_double_load_float(r->wz_high + i) * (c - wafti_double_load(r->z_high + i));
        wafti_double_store(out + i, x + (y + z));
    }
}

// Zeros from the last cell to the end of the vector and one past.
static void clear_padding(const wafti_level* level, double* out) {
    for (int32_t i = level->n[0], end = wafti_level_padded(level); i <= end; ++i) {
        out[i] = 0.0;
    }
}

// A x of a row; the padding behind it is 0.
static void apply_row(
    const wafti_level* level, int32_t j, int32_t k, const double* field, double* out) {
    const int class = wafti_level_row_kind(level, j, k) & WAFTI_ROW_CLASS;
    const int32_t n = level->n[0];
    if (class == WAFTI_ROW_EMPTY) {
        memset(out, 0, (size_t)n * sizeof(*out));
    } else {
        const row r = row_at(level, j, k, field);
        if (class == WAFTI_ROW_UNIFORM) {
            apply_uniform(&r, out);
        } else {
            apply_general(&r, out);
        }
        out[0] = end_apply(&r, 0);
        out[n - 1] = end_apply(&r, n - 1);
    }
    clear_padding(level, out);
}

static void apply_plane(const wafti_level* level, int32_t k, const double* x, double* y) {
    _Alignas(64) double product[WAFTI_POISSON_ROW];
    for (int32_t j = 0; j < level->n[1]; ++j) {
        apply_row(level, j, k, x, product);
        memcpy(
            y + wafti_level_index(level, 0, j, k), product, (size_t)level->n[0] * sizeof(*product));
    }
}

static void right_side(const wafti_poisson_job* job, int32_t j, int32_t k, double* out) {
    const wafti_level* level = job->level;
    const int kind = wafti_level_row_kind(level, j, k);
    const int32_t n = level->n[0];
    if ((kind & WAFTI_ROW_CLASS) == WAFTI_ROW_EMPTY) {
        memset(out, 0, (size_t)n * sizeof(*out));
        clear_padding(level, out);
        return;
    }
    const ptrdiff_t at = wafti_level_index(level, 0, j, k);
    const float* u = job->velocity[0] + at;
    const float* w = job->velocity[2] + at;
    for (int32_t i = 0; i < n; i += WAFTI_DOUBLE_LANES) {
        const wafti_wide_double along =
            wafti_double_load_float(u + i) - wafti_double_load_float(u + i + 1);
        const wafti_wide_double across =
            wafti_double_load_float(w + i) - wafti_double_load_float(w + level->plane + i);
        wafti_double_store(out + i, along + across);
    }
    const float* v = level->flat ? NULL : job->velocity[1] + at;
    for (int32_t i = 0; i < n && v != NULL; i += WAFTI_DOUBLE_LANES) {
        wafti_double_store(out + i,
            wafti_double_load(out + i) +
                (wafti_double_load_float(v + i) - wafti_double_load_float(v + level->row + i)));
    }
    const wafti_wide_double h = wafti_double_set(job->domain->grid.h);
    const float* e = job->expansion != NULL ? job->expansion + at : NULL;
    for (int32_t i = 0; i < n && e != NULL; i += WAFTI_DOUBLE_LANES) {
        wafti_double_store(
            out + i, wafti_double_load(out + i) + h * wafti_double_load_float(e + i));
    }
    clear_padding(level, out);
    if (kind != WAFTI_ROW_UNIFORM || job->regions->full) {
        wafti_poisson_correct_row(job, j, k, out);
    }
}

static void residual_plane(const wafti_poisson_job* job, int32_t k, wafti_poisson_sums* sums) {
    _Alignas(64) double b[WAFTI_POISSON_ROW];
    _Alignas(64) double product[WAFTI_POISSON_ROW];
    const wafti_level* level = job->level;
    const wafti_wide_double scale = wafti_double_set(job->scale);
    for (int32_t j = 0; j < level->n[1]; ++j) {
        right_side(job, j, k, b);
        if (job->mean_b != NULL) {
            wafti_poisson_remove_means(job, job->mean_b, j, k, b);
        }
        apply_row(level, j, k, job->phi, product);
        wafti_wide_double rr = wafti_double_set(0.0);
        wafti_wide_double bb = wafti_double_set(0.0);
        wafti_wide_double most = wafti_double_set(0.0);
        const ptrdiff_t at = wafti_level_index(level, 0, j, k);
        for (int32_t i = 0; i < level->n[0]; i += WAFTI_DOUBLE_LANES) {
            const wafti_wide_double value = wafti_double_load(b + i);
            const wafti_wide_double r = value - wafti_double_load(product + i);
            bb += value * value;
            rr += r * r;
            most = wafti_double_max_abs(most, r);
            if (job->store) {
                wafti_double_store(job->r + at + i, r);
                wafti_double_store_float(level->b + at + i, scale * r);
            }
        }
        sums->rr += wafti_double_sum(rr);
        sums->bb += wafti_double_sum(bb);
        const double greatest = wafti_double_greatest(most);
        sums->greatest = greatest > sums->greatest ? greatest : sums->greatest;
    }
}

static void direction_plane(const wafti_poisson_job* job, int32_t k) {
    const wafti_level* level = job->level;
    const wafti_wide_double unscale = wafti_double_set(job->unscale);
    const wafti_wide_double beta = wafti_double_set(job->beta);
    _Alignas(64) double step[WAFTI_POISSON_ROW];
    for (int32_t j = 0; j < level->n[1]; ++j) {
        const ptrdiff_t at = wafti_level_index(level, 0, j, k);
        const float* z = job->z + at;
        double* p = job->p + at;
        for (int32_t i = 0; i < level->n[0]; i += WAFTI_DOUBLE_LANES) {
            wafti_double_store(step + i, unscale * wafti_double_load_float(z + i));
        }
        if (job->mean_z != NULL) {
            wafti_poisson_remove_means(job, job->mean_z, j, k, step);
        }
        if (job->first) {
            memcpy(p, step, (size_t)level->n[0] * sizeof(*p));
        } else {
            for (int32_t i = 0; i < level->n[0]; i += WAFTI_DOUBLE_LANES) {
                wafti_double_store(
                    p + i, wafti_double_load(step + i) + beta * wafti_double_load(p + i));
            }
        }
        p[-1] = 0.0;
        clear_padding(level, p);
    }
}

static void curvature_plane(const wafti_poisson_job* job, int32_t k, wafti_poisson_sums* sums) {
    _Alignas(64) double product[WAFTI_POISSON_ROW];
    const wafti_level* level = job->level;
    for (int32_t j = 0; j < level->n[1]; ++j) {
        const double* p = job->p + wafti_level_index(level, 0, j, k);
        apply_row(level, j, k, job->p, product);
        wafti_wide_double sum = wafti_double_set(0.0);
        for (int32_t i = 0; i < level->n[0]; i += WAFTI_DOUBLE_LANES) {
            sum += wafti_double_load(p + i) * wafti_double_load(product + i);
        }
        sums->product += wafti_double_sum(sum);
    }
}

static void advance_plane(const wafti_poisson_job* job, int32_t k, wafti_poisson_sums* sums) {
    _Alignas(64) double product[WAFTI_POISSON_ROW];
    const wafti_level* level = job->level;
    const wafti_wide_double alpha = wafti_double_set(job->alpha);
    const wafti_wide_double scale = wafti_double_set(job->scale);
    for (int32_t j = 0; j < level->n[1]; ++j) {
        const ptrdiff_t at = wafti_level_index(level, 0, j, k);
        const double* p = job->p + at;
        double* phi = job->phi + at;
        double* r = job->r + at;
        apply_row(level, j, k, job->p, product);
        wafti_wide_double rr = wafti_double_set(0.0);
        wafti_wide_double most = wafti_double_set(0.0);
        for (int32_t i = 0; i < level->n[0]; i += WAFTI_DOUBLE_LANES) {
            const wafti_wide_double left =
                wafti_double_load(r + i) - alpha * wafti_double_load(product + i);
            wafti_double_store(
                phi + i, wafti_double_load(phi + i) + alpha * wafti_double_load(p + i));
            wafti_double_store(r + i, left);
            wafti_double_store_float(level->b + at + i, scale * left);
            rr += left * left;
            most = wafti_double_max_abs(most, left);
        }
        sums->rr += wafti_double_sum(rr);
        const double greatest = wafti_double_greatest(most);
        sums->greatest = greatest > sums->greatest ? greatest : sums->greatest;
    }
}

// u -= factor (ahead - behind) on open faces; w NULL: all are.
static void subtract(
    int32_t n, float* u, const float* w, const double* ahead, const double* behind, double factor) {
    for (int32_t i = 0; i < n; ++i) {
        const float next = (float)((double)u[i] - factor * (ahead[i] - behind[i]));
        u[i] = w == NULL || w[i] > 0.0f ? next : u[i];
    }
}

// Faces of a row along an axis across it, at index `face` of that axis.
static void subtract_across(const wafti_poisson_job* job, int axis, const int32_t at[2], int high) {
    const wafti_level* level = job->level;
    const int32_t index = at[axis - 1] + high;
    int32_t ahead[2] = {at[0], at[1]};
    int32_t behind[2] = {at[0], at[1]};
    int32_t face[2] = {at[0], at[1]};
    face[axis - 1] = index;
    ahead[axis - 1] = wafti_level_wrap(level, axis, index);
    behind[axis - 1] = wafti_level_wrap(level, axis, index - 1);
    const double* zeros = (const double*)(const void*)level->zeros;
    const bool side = ahead[axis - 1] < 0 || behind[axis - 1] < 0;
    const bool uniform =
        (wafti_level_row_kind(level, at[0], at[1]) & WAFTI_ROW_CLASS) == WAFTI_ROW_UNIFORM;
    const wafti_uniform* u = &level->uniform[(ptrdiff_t)at[1] * level->n[1] + at[0]];
    const float weight = axis == 1 ? u->y[high] : u->z[high];
    if (uniform && !(weight > 0.0f)) {
        return;
    }
    subtract(level->n[0], job->velocity[axis] + wafti_level_index(level, 0, face[0], face[1]),
        uniform ? NULL : wafti_level_weights(level, axis, face[0], face[1]),
        ahead[axis - 1] >= 0 ? job->phi + wafti_level_index(level, 0, ahead[0], ahead[1]) : zeros,
        behind[axis - 1] >= 0 ? job->phi + wafti_level_index(level, 0, behind[0], behind[1])
                              : zeros,
        side ? 2.0 : 1.0);
}

static void subtract_along(const wafti_poisson_job* job, int32_t j, int32_t k) {
    const wafti_level* level = job->level;
    const int32_t n = level->n[0];
    const ptrdiff_t at = wafti_level_index(level, 0, j, k);
    const float* w = wafti_level_weights(level, 0, j, k);
    float* u = job->velocity[0] + at;
    const double* phi = job->phi + at;
    const bool uniform = (wafti_level_row_kind(level, j, k) & WAFTI_ROW_CLASS) == WAFTI_ROW_UNIFORM;
    subtract(n - 1, u + 1, uniform ? NULL : w + 1, phi + 1, phi, 1.0);
    const double zero = 0.0;
    const bool ring = level->periodic[0];
    const double factor = ring ? 1.0 : 2.0;
    subtract(1, u, w, phi, ring ? phi + n - 1 : &zero, factor);
    subtract(1, u + n, w + n, ring ? phi : &zero, phi + n - 1, factor);
}

static void gradient_plane(const wafti_poisson_job* job, int32_t k) {
    const wafti_level* level = job->level;
    for (int32_t j = 0; j < level->n[1]; ++j) {
        const int32_t at[2] = {j, k};
        if ((wafti_level_row_kind(level, j, k) & WAFTI_ROW_CLASS) == WAFTI_ROW_EMPTY) {
            continue;
        }
        subtract_along(job, j, k);
        if (!level->flat) {
            subtract_across(job, 1, at, 0);
        }
        if (!level->flat && j == level->n[1] - 1) {
            subtract_across(job, 1, at, 1);
        }
        subtract_across(job, 2, at, 0);
        if (k == level->n[2] - 1) {
            subtract_across(job, 2, at, 1);
        }
    }
}

const wafti_poisson_kernels WAFTI_KERNEL(wafti_poisson_kernels) = {
    .residual = residual_plane,
    .direction = direction_plane,
    .curvature = curvature_plane,
    .advance = advance_plane,
    .apply = apply_plane,
    .gradient = gradient_plane,
    .right_side = right_side,
};
