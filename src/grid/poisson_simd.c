// SPDX-License-Identifier: MIT
// Kernels of conjugate gradients in double around the V-cycle, in whole vectors.
#include "grid/poisson_job.h"

#include <string.h>

#include "simd/wide_double.h"

// How a row's weights are read: one for all, one for each direction, or from arrays.
typedef enum reading { READ_ONE, READ_FIVE, READ_ALL } reading;

// A row of x with its neighbours and weights.
typedef struct row {
    int32_t n;
    const double *x, *y_low, *y_high, *z_low, *z_high;
    wafti_uniform uniform;
    const float *wx, *wy_low, *wy_high, *wz_low, *wz_high; // for READ_ALL
} row;

static inline row row_at(const wafti_level* level, int32_t j, int32_t k, const double* field) {
    const double* zeros = (const double*)(const void*)level->zeros;
    const int32_t around[4] = {wafti_level_wrap(level, 1, j - 1), wafti_level_wrap(level, 1, j + 1),
        wafti_level_wrap(level, 2, k - 1), wafti_level_wrap(level, 2, k + 1)};
    return (row){
        .n = level->n[0],
        .x = field + wafti_level_index(level, 0, j, k),
        .y_low = around[0] >= 0 ? field + wafti_level_index(level, 0, around[0], k) : zeros,
        .y_high = around[1] >= 0 ? field + wafti_level_index(level, 0, around[1], k) : zeros,
        .z_low = around[2] >= 0 ? field + wafti_level_index(level, 0, j, around[2]) : zeros,
        .z_high = around[3] >= 0 ? field + wafti_level_index(level, 0, j, around[3]) : zeros,
        .uniform = level->uniform[(ptrdiff_t)k * level->n[1] + j],
        .wx = wafti_level_weights(level, 0, j, k),
        .wy_low = wafti_level_weights(level, 1, j, k),
        .wy_high = wafti_level_weights(level, 1, j + 1, k),
        .wz_low = wafti_level_weights(level, 2, j, k),
        .wz_high = wafti_level_weights(level, 2, j, k + 1),
    };
}

// Zeros from the last cell to the end of the vector and one past.
static inline void clear_padding(const wafti_level* level, double* out) {
    for (int32_t i = 0; i < WAFTI_MAC_PAD; i += WAFTI_DOUBLE_LANES) {
        wafti_double_store(out + level->n[0] + i, wafti_double_set(0.0));
    }
}

// Values outside the ends of a row as its class asks for them, zeros in the padding.
static inline void finish_row(const wafti_level* level, int32_t j, int32_t k, double* out) {
    const int32_t n = level->n[0];
    clear_padding(level, out);
    if (level->periodic[0]) {
        out[-1] = out[n - 1];
        out[n] = out[0];
    } else if (wafti_level_row_class(level, j, k) == WAFTI_ROW_UNIFORM) {
        const wafti_uniform* u = wafti_level_uniform(level, j, k);
        out[-1] = (double)u->ghost[0] * out[0];
        out[n] = (double)u->ghost[1] * out[n - 1];
    } else {
        out[-1] = 0.0;
    }
}

// A x at cell i and those after it.
static inline wafti_wide_double apply_at(const row* r, reading how, int32_t i) {
    const wafti_wide_double c = wafti_double_load(r->x + i);
    const wafti_wide_double x_low = wafti_double_load(r->x + i - 1);
    const wafti_wide_double x_high = wafti_double_load(r->x + i + 1);
    const wafti_wide_double y_low = wafti_double_load(r->y_low + i);
    const wafti_wide_double y_high = wafti_double_load(r->y_high + i);
    const wafti_wide_double z_low = wafti_double_load(r->z_low + i);
    const wafti_wide_double z_high = wafti_double_load(r->z_high + i);
    const wafti_uniform* u = &r->uniform;
    if (how == READ_ONE) {
        const wafti_wide_double around = (x_low + x_high) + (y_low + y_high) + (z_low + z_high);
        return wafti_double_set((double)u->x) * (wafti_double_set(6.0) * c - around);
    }
    if (how == READ_FIVE) {
        const wafti_wide_double y = wafti_double_set((double)u->y[0]) * (c - y_low) +
                                    wafti_double_set((double)u->y[1]) * (c - y_high);
        const wafti_wide_double z = wafti_double_set((double)u->z[0]) * (c - z_low) +
                                    wafti_double_set((double)u->z[1]) * (c - z_high);
        return wafti_double_set((double)u->x) * ((c - x_low) + (c - x_high)) + (y + z);
    }
    const wafti_wide_double x = wafti_double_load_float(r->wx + i) * (c - x_low) +
                                wafti_double_load_float(r->wx + i + 1) * (c - x_high);
    const wafti_wide_double y = wafti_double_load_float(r->wy_low + i) * (c - y_low) +
                                wafti_double_load_float(r->wy_high + i) * (c - y_high);
    const wafti_wide_double z = wafti_double_load_float(r->wz_low + i) * (c - z_low) +
                                wafti_double_load_float(r->wz_high + i) * (c - z_high);
    return x + (y + z);
}

static reading reading_of(int kind) {
    if ((kind & WAFTI_ROW_EVEN) != 0) {
        return READ_ONE;
    }
    return (kind & WAFTI_ROW_CLASS) == WAFTI_ROW_UNIFORM ? READ_FIVE : READ_ALL;
}

// A x of a row of a field whose ends are not finished; the padding of `out` is 0.
static void apply_row(
    const wafti_level* level, int32_t j, int32_t k, const double* field, double* out) {
    _Alignas(64) double storage[WAFTI_POISSON_ROW];
    double* own = storage + WAFTI_MAC_PAD;
    const int class = wafti_level_row_class(level, j, k);
    if (class == WAFTI_ROW_EMPTY) {
        memset(out, 0, (size_t)level->n[0] * sizeof(*out));
        clear_padding(level, out);
        return;
    }
    row r = row_at(level, j, k, field);
    memcpy(own, r.x, (size_t)r.n * sizeof(*own));
    finish_row(level, j, k, own);
    r.x = own;
    if (class == WAFTI_ROW_UNIFORM) {
        for (int32_t i = 0; i < r.n; i += WAFTI_DOUBLE_LANES) {
            wafti_double_store(out + i, apply_at(&r, READ_FIVE, i));
        }
    } else {
        for (int32_t i = 0; i < r.n; i += WAFTI_DOUBLE_LANES) {
            wafti_double_store(out + i, apply_at(&r, READ_ALL, i));
        }
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
    // A plane flow has no second direction: zeros in its place.
    const float* u = job->velocity[0] + at;
    const float* v = level->flat ? level->zeros : job->velocity[1] + at;
    const float* w = job->velocity[2] + at;
    for (int32_t i = 0; i < n; i += WAFTI_DOUBLE_LANES) {
        const wafti_wide_double x =
            wafti_double_load_float(u + i) - wafti_double_load_float(u + i + 1);
        const wafti_wide_double y =
            wafti_double_load_float(v + i) - wafti_double_load_float(v + level->row + i);
        const wafti_wide_double z =
            wafti_double_load_float(w + i) - wafti_double_load_float(w + level->plane + i);
        wafti_double_store(out + i, x + (y + z));
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

// The mean to take off a uniform row's one region.
static double mean_of_row(const wafti_poisson_job* job, int32_t j, int32_t k) {
    if (job->mean_z == NULL) {
        return 0.0;
    }
    const wafti_regions* regions = job->regions;
    const uint32_t run = regions->first_run[(ptrdiff_t)k * job->level->n[1] + j];
    const uint16_t region = regions->label[run];
    return region != WAFTI_REGION_CAPACITY ? job->mean_z[region] : 0.0;
}

static void direction_plane(const wafti_poisson_job* job, int32_t k) {
    const wafti_level* level = job->level;
    const wafti_wide_double unscale = wafti_double_set(job->unscale);
    const wafti_wide_double beta = wafti_double_set(job->beta);
    _Alignas(64) double step[WAFTI_POISSON_ROW];
    for (int32_t j = 0; j < level->n[1]; ++j) {
        const ptrdiff_t at = wafti_level_index(level, 0, j, k);
        const bool uniform = wafti_level_row_class(level, j, k) == WAFTI_ROW_UNIFORM;
        const wafti_wide_double mean = wafti_double_set(uniform ? mean_of_row(job, j, k) : 0.0);
        const float* z = job->z + at;
        double* p = job->p + at;
        double* out = uniform || job->mean_z == NULL ? p : step;
        for (int32_t i = 0; i < level->n[0]; i += WAFTI_DOUBLE_LANES) {
            wafti_wide_double next = unscale * wafti_double_load_float(z + i) - mean;
            if (!job->first) {
                next += beta * wafti_double_load(p + i);
            }
            wafti_double_store(out + i, next);
        }
        if (out != p) {
            wafti_poisson_remove_means(job, job->mean_z, j, k, step);
            memcpy(p, step, (size_t)level->n[0] * sizeof(*p));
        }
        finish_row(level, j, k, p);
    }
}

// What lane counts: all, or those before the end of the row.
static inline wafti_wide_double lanes_before(int32_t count) {
    static const double ones[2 * WAFTI_MAC_PAD] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
    return wafti_double_load(
        ones + WAFTI_MAC_PAD - (count < WAFTI_MAC_PAD ? count : WAFTI_MAC_PAD));
}

static inline double curvature_row(const row* p, reading how) {
    wafti_wide_double sum = wafti_double_set(0.0);
    int32_t i = 0;
    for (; i + WAFTI_DOUBLE_LANES <= p->n; i += WAFTI_DOUBLE_LANES) {
        sum += wafti_double_load(p->x + i) * apply_at(p, how, i);
    }
    if (i < p->n) {
        sum += lanes_before(p->n - i) * wafti_double_load(p->x + i) * apply_at(p, how, i);
    }
    return wafti_double_sum(sum);
}

static void curvature_plane(const wafti_poisson_job* job, int32_t k, wafti_poisson_sums* sums) {
    const wafti_level* level = job->level;
    for (int32_t j = 0; j < level->n[1]; ++j) {
        const int kind = wafti_level_row_kind(level, j, k);
        if ((kind & WAFTI_ROW_CLASS) == WAFTI_ROW_EMPTY) {
            continue;
        }
        const row p = row_at(level, j, k, job->p);
        switch (reading_of(kind)) {
        case READ_ONE:
            sums->product += curvature_row(&p, READ_ONE);
            break;
        case READ_FIVE:
            sums->product += curvature_row(&p, READ_FIVE);
            break;
        default:
            sums->product += curvature_row(&p, READ_ALL);
        }
    }
}

// Where a row of pressures, residuals and their float copy goes, and sums of it.
typedef struct advancing {
    double *phi, *r;
    float* b;
    wafti_wide_double alpha, scale;
    wafti_wide_double rr, greatest;
} advancing;

static inline void advance_at(
    advancing* a, const row* p, reading how, int32_t i, wafti_wide_double counts) {
    const wafti_wide_double product = apply_at(p, how, i);
    const wafti_wide_double left = counts * (wafti_double_load(a->r + i) - a->alpha * product);
    wafti_double_store(
        a->phi + i, wafti_double_load(a->phi + i) + a->alpha * wafti_double_load(p->x + i));
    wafti_double_store(a->r + i, left);
    wafti_double_store_float(a->b + i, a->scale * left);
    a->rr += left * left;
    a->greatest = wafti_double_max_abs(a->greatest, left);
}

static inline void advance_row(
    advancing row_of, const row* p, reading how, wafti_poisson_sums* sums) {
    advancing a = row_of;
    int32_t i = 0;
    for (; i + WAFTI_DOUBLE_LANES <= p->n; i += WAFTI_DOUBLE_LANES) {
        advance_at(&a, p, how, i, wafti_double_set(1.0));
    }
    if (i < p->n) {
        advance_at(&a, p, how, i, lanes_before(p->n - i));
    }
    sums->rr += wafti_double_sum(a.rr);
    const double greatest = wafti_double_greatest(a.greatest);
    sums->greatest = greatest > sums->greatest ? greatest : sums->greatest;
}

static void advance_plane(const wafti_poisson_job* job, int32_t k, wafti_poisson_sums* sums) {
    const wafti_level* level = job->level;
    for (int32_t j = 0; j < level->n[1]; ++j) {
        const int kind = wafti_level_row_kind(level, j, k);
        if ((kind & WAFTI_ROW_CLASS) == WAFTI_ROW_EMPTY) {
            continue;
        }
        const ptrdiff_t at = wafti_level_index(level, 0, j, k);
        const advancing a = {.phi = job->phi + at,
            .r = job->r + at,
            .b = level->b + at,
            .alpha = wafti_double_set(job->alpha),
            .scale = wafti_double_set(job->scale),
            .rr = wafti_double_set(0.0),
            .greatest = wafti_double_set(0.0)};
        const row p = row_at(level, j, k, job->p);
        switch (reading_of(kind)) {
        case READ_ONE:
            advance_row(a, &p, READ_ONE, sums);
            break;
        case READ_FIVE:
            advance_row(a, &p, READ_FIVE, sums);
            break;
        default:
            advance_row(a, &p, READ_ALL, sums);
        }
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
    const bool uniform = wafti_level_row_class(level, at[0], at[1]) == WAFTI_ROW_UNIFORM;
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
    const bool uniform = wafti_level_row_class(level, j, k) == WAFTI_ROW_UNIFORM;
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
        if (wafti_level_row_class(level, j, k) == WAFTI_ROW_EMPTY) {
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
