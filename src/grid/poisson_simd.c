// SPDX-License-Identifier: MIT
// Kernels of conjugate gradients in double around the V-cycle, in whole vectors.
#include "grid/poisson_job.h"

#include <string.h>

#include "base/inline.h"
#include "grid/level_row.h"
#include "simd/wide_double.h"

// How a row's weights are read: one for all, one for each direction, or from arrays. Kernels are inlined
// for each way.
typedef enum reading { READ_ONE, READ_FIVE, READ_ALL } reading;

// The weights of a row.
typedef struct weights {
    int32_t n;
    wafti_uniform_row uniform;
    wafti_level_faces all; // for READ_ALL
} weights;

WAFTI_INLINE weights weights_at(const wafti_level* level, int32_t j, int32_t k) {
    return (weights){
        .n = level->n[0],
        .uniform = *wafti_level_uniform(level, j, k),
        .all = wafti_level_faces_of(level, j, k),
    };
}

// Rows around one of a field, by distance from it; those outside are zeros.
typedef struct rows {
    const void *here, *y_low, *y_high, *z_low, *z_high;
} rows;

WAFTI_INLINE rows rows_around(
    const wafti_level* level, int32_t j, int32_t k, const void* field, size_t size) {
    const bool inner = j > 0 && j + 1 < level->n[1] && k > 0 && k + 1 < level->n[2];
    const int32_t lines[2] = {inner ? j - 1 : wafti_level_wrap(level, 1, j - 1),
        inner ? j + 1 : wafti_level_wrap(level, 1, j + 1)};
    const int32_t planes[2] = {inner ? k - 1 : wafti_level_wrap(level, 2, k - 1),
        inner ? k + 1 : wafti_level_wrap(level, 2, k + 1)};
    const char* first = field;
    const ptrdiff_t row = level->row * (ptrdiff_t)size;
    const ptrdiff_t plane = level->plane * (ptrdiff_t)size;
    const char* here = first + j * row + k * plane;
    return (rows){
        .here = here,
        .y_low = lines[0] >= 0 ? first + lines[0] * row + k * plane : (const char*)level->zeros,
        .y_high = lines[1] >= 0 ? first + lines[1] * row + k * plane : (const char*)level->zeros,
        .z_low = planes[0] >= 0 ? first + j * row + planes[0] * plane : (const char*)level->zeros,
        .z_high = planes[1] >= 0 ? first + j * row + planes[1] * plane : (const char*)level->zeros,
    };
}

// A few cells with their neighbours.
typedef struct star {
    wafti_wide_double here, x_low, x_high, y_low, y_high, z_low, z_high;
} star;

WAFTI_INLINE star star_of_doubles(const rows* x, int32_t i) {
    const double* here = x->here;
    return (star){
        .here = wafti_double_load(here + i),
        .x_low = wafti_double_load(here + i - 1),
        .x_high = wafti_double_load(here + i + 1),
        .y_low = wafti_double_load((const double*)x->y_low + i),
        .y_high = wafti_double_load((const double*)x->y_high + i),
        .z_low = wafti_double_load((const double*)x->z_low + i),
        .z_high = wafti_double_load((const double*)x->z_high + i),
    };
}

WAFTI_INLINE star star_of_floats(const rows* x, int32_t i) {
    const float* here = x->here;
    return (star){
        .here = wafti_double_load_float(here + i),
        .x_low = wafti_double_load_float(here + i - 1),
        .x_high = wafti_double_load_float(here + i + 1),
        .y_low = wafti_double_load_float((const float*)x->y_low + i),
        .y_high = wafti_double_load_float((const float*)x->y_high + i),
        .z_low = wafti_double_load_float((const float*)x->z_low + i),
        .z_high = wafti_double_load_float((const float*)x->z_high + i),
    };
}

// Zeros from the last cell to the end of the vector and one past.
static inline void clear_padding(const wafti_level* level, double* out) {
    for (int32_t i = 0; i < WAFTI_MAC_PAD; i += WAFTI_DOUBLE_LANES) {
        wafti_double_store(out + level->n[0] + i, wafti_double_set(0.0));
    }
}

// Values outside the ends of a row as its class asks for them, zeros in the padding.
static void finish_row(const wafti_level* level, int32_t j, int32_t k, double* out) {
    const int32_t n = level->n[0];
    clear_padding(level, out);
    if (level->periodic[0]) {
        out[-1] = out[n - 1];
        out[n] = out[0];
    } else if (wafti_level_row_class(level, j, k) == WAFTI_ROW_UNIFORM) {
        const wafti_uniform_row* u = wafti_level_uniform(level, j, k);
        out[-1] = (double)u->ghost[0] * out[0];
        out[n] = (double)u->ghost[1] * out[n - 1];
    } else {
        out[-1] = 0.0;
    }
}

// A x at cell i and those after it.
WAFTI_INLINE wafti_wide_double apply_at(const weights* r, reading how, const star* x, int32_t i) {
    const wafti_wide_double c = x->here;
    const wafti_uniform_row* u = &r->uniform;
    if (how == READ_ONE) {
        const wafti_wide_double around =
            (x->x_low + x->x_high) + (x->y_low + x->y_high) + (x->z_low + x->z_high);
        return wafti_double_set((double)u->x) * (wafti_double_set(6.0) * c - around);
    }
    if (how == READ_FIVE) {
        const wafti_wide_double along = (c - x->x_low) + (c - x->x_high);
        const wafti_wide_double y = wafti_double_set((double)u->y[0]) * (c - x->y_low) +
                                    wafti_double_set((double)u->y[1]) * (c - x->y_high);
        const wafti_wide_double z = wafti_double_set((double)u->z[0]) * (c - x->z_low) +
                                    wafti_double_set((double)u->z[1]) * (c - x->z_high);
        return wafti_double_set((double)u->x) * along + (y + z);
    }
    const wafti_wide_double along = wafti_double_load_float(r->all.x + i) * (c - x->x_low) +
                                    wafti_double_load_float(r->all.x + i + 1) * (c - x->x_high);
    const wafti_wide_double y = wafti_double_load_float(r->all.y_low + i) * (c - x->y_low) +
                                wafti_double_load_float(r->all.y_high + i) * (c - x->y_high);
    const wafti_wide_double z = wafti_double_load_float(r->all.z_low + i) * (c - x->z_low) +
                                wafti_double_load_float(r->all.z_high + i) * (c - x->z_high);
    return along + (y + z);
}

static reading reading_of(int kind) {
    if ((kind & WAFTI_ROW_EVEN) != 0) {
        return READ_ONE;
    }
    return (kind & WAFTI_ROW_CLASS) == WAFTI_ROW_UNIFORM ? READ_FIVE : READ_ALL;
}

// Lanes of cells i and after; 0 in those behind the end of the row.
WAFTI_INLINE wafti_wide_double counted(wafti_wide_double v, int32_t i, int32_t n) {
    static const double ones[2 * WAFTI_MAC_PAD] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
    const bool whole = i + WAFTI_DOUBLE_LANES <= n;
    return whole ? v : v * wafti_double_load(ones + WAFTI_MAC_PAD - (n - i));
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
    if ((kind & ~WAFTI_ROW_EVEN) != WAFTI_ROW_UNIFORM || job->regions->full) {
        wafti_poisson_correct_row(job, j, k, out);
    }
}

// Where residuals and their float copy go, and sums of a row.
typedef struct residue {
    double* r;
    float* b;
    wafti_wide_double scale;
    wafti_wide_double rr, bb, greatest;
} residue;

WAFTI_INLINE residue residue_of(const wafti_poisson_job* job, int32_t j, int32_t k) {
    const ptrdiff_t at = wafti_level_index(job->level, 0, j, k);
    return (residue){.r = job->r + at,
        .b = job->level->b + at,
        .scale = wafti_double_set(job->scale),
        .rr = wafti_double_set(0.0),
        .bb = wafti_double_set(0.0),
        .greatest = wafti_double_set(0.0)};
}

WAFTI_INLINE void store_residue(residue* out, int32_t i, wafti_wide_double r) {
    wafti_double_store(out->r + i, r);
    wafti_double_store_float(out->b + i, out->scale * r);
}

WAFTI_INLINE void count_residue(residue* out, wafti_wide_double r) {
    out->rr += r * r;
    out->greatest = wafti_double_max_abs(out->greatest, r);
}

WAFTI_INLINE void add_residue(const residue* of, wafti_poisson_sums* sums) {
    sums->rr += wafti_double_sum(of->rr);
    sums->bb += wafti_double_sum(of->bb);
    const double greatest = wafti_double_greatest(of->greatest);
    sums->greatest = greatest > sums->greatest ? greatest : sums->greatest;
}

// r = b - A phi of a row; the padding of b is 0.
WAFTI_INLINE void residual_row(const wafti_poisson_job* job, const int32_t at[2], reading how,
    const double* b, wafti_poisson_sums* sums) {
    const weights w = weights_at(job->level, at[0], at[1]);
    const rows phi = rows_around(job->level, at[0], at[1], job->phi, sizeof(*job->phi));
    residue out = residue_of(job, at[0], at[1]);
    const bool store = job->store;
    for (int32_t i = 0; i < w.n; i += WAFTI_DOUBLE_LANES) {
        const star x = star_of_doubles(&phi, i);
        const wafti_wide_double value = wafti_double_load(b + i);
        const wafti_wide_double r = counted(value - apply_at(&w, how, &x, i), i, w.n);
        out.bb += value * value;
        count_residue(&out, r);
        if (store) {
            store_residue(&out, i, r);
        }
    }
    add_residue(&out, sums);
}

// r = b of a row, as residual_row() has it where phi is 0. They may be the same.
static void begin_row(
    const wafti_poisson_job* job, const int32_t at[2], const double* b, wafti_poisson_sums* sums) {
    residue out = residue_of(job, at[0], at[1]);
    const int32_t n = job->level->n[0];
    for (int32_t i = 0; i < n; i += WAFTI_DOUBLE_LANES) {
        const wafti_wide_double r = wafti_double_load(b + i);
        out.bb += r * r;
        count_residue(&out, r);
        store_residue(&out, i, r);
    }
    add_residue(&out, sums);
}

static void residual_plane(const wafti_poisson_job* job, int32_t k, wafti_poisson_sums* sums) {
    _Alignas(64) double room[WAFTI_POISSON_ROW];
    const wafti_level* level = job->level;
    for (int32_t j = 0; j < level->n[1]; ++j) {
        double* b = job->known ? job->r + wafti_level_index(level, 0, j, k) : room;
        if (!job->known) {
            right_side(job, j, k, b);
        }
        if (job->mean_b != NULL) {
            wafti_poisson_remove_means(job, job->mean_b, j, k, b);
        }
        const int32_t at[2] = {j, k};
        if (job->zero) {
            begin_row(job, at, b, sums);
            continue;
        }
        switch (reading_of(wafti_level_row_kind(level, j, k))) {
        case READ_ONE:
            residual_row(job, at, READ_ONE, b, sums);
            break;
        case READ_FIVE:
            residual_row(job, at, READ_FIVE, b, sums);
            break;
        default:
            residual_row(job, at, READ_ALL, b, sums);
        }
    }
}

// p = z + beta p in float: a rounded direction is as good as another, since A p is that of the
// direction as it was rounded.
static void direction_row(const wafti_poisson_job* job, ptrdiff_t at, float mean) {
    const wafti_wide off = wafti_wide_set(mean);
    const wafti_wide beta = wafti_wide_set((float)job->beta);
    const float* z = job->z + at;
    float* p = job->p + at;
    for (int32_t i = 0; i < job->level->n[0]; i += WAFTI_LANES) {
        const wafti_wide next = wafti_wide_load_any(z + i) - off;
        wafti_wide_store_any(
            p + i, job->first ? next : wafti_wide_fma(beta, wafti_wide_load_any(p + i), next));
    }
}

// The same where means differ along the row.
static void direction_means(const wafti_poisson_job* job, int32_t j, int32_t k) {
    _Alignas(64) double step[WAFTI_POISSON_ROW];
    const int32_t n = job->level->n[0];
    const ptrdiff_t at = wafti_level_index(job->level, 0, j, k);
    for (int32_t i = 0; i < n; ++i) {
        step[i] = (double)job->z[at + i];
    }
    wafti_poisson_remove_means(job, job->mean_z, j, k, step);
    float* p = job->p + at;
    for (int32_t i = 0; i < n; ++i) {
        p[i] = (float)(job->first ? step[i] : step[i] + job->beta * (double)p[i]);
    }
}

// The mean to take off a uniform row's one region.
static float mean_of_row(const wafti_poisson_job* job, int32_t j, int32_t k) {
    if (job->mean_z == NULL) {
        return 0.0f;
    }
    const wafti_regions* regions = job->regions;
    const uint32_t run = regions->first_run[(ptrdiff_t)k * job->level->n[1] + j];
    const uint16_t region = regions->label[run];
    return region != WAFTI_REGION_CAPACITY ? (float)job->mean_z[region] : 0.0f;
}

static void direction_plane(const wafti_poisson_job* job, int32_t k) {
    const wafti_level* level = job->level;
    for (int32_t j = 0; j < level->n[1]; ++j) {
        const ptrdiff_t at = wafti_level_index(level, 0, j, k);
        const bool uniform = wafti_level_row_class(level, j, k) == WAFTI_ROW_UNIFORM;
        if (uniform || job->mean_z == NULL) {
            direction_row(job, at, uniform ? mean_of_row(job, j, k) : 0.0f);
        } else {
            direction_means(job, j, k);
        }
        wafti_level_finish_row(level, j, k, job->p + at);
    }
}

WAFTI_INLINE double curvature_row(const weights* w, reading how, const rows* p) {
    wafti_wide_double sum = wafti_double_set(0.0);
    for (int32_t i = 0; i < w->n; i += WAFTI_DOUBLE_LANES) {
        const star x = star_of_floats(p, i);
        sum += counted(x.here * apply_at(w, how, &x, i), i, w->n);
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
        const weights w = weights_at(level, j, k);
        const rows p = rows_around(level, j, k, job->p, sizeof(*job->p));
        switch (reading_of(kind)) {
        case READ_ONE:
            sums->product += curvature_row(&w, READ_ONE, &p);
            break;
        case READ_FIVE:
            sums->product += curvature_row(&w, READ_FIVE, &p);
            break;
        default:
            sums->product += curvature_row(&w, READ_ALL, &p);
        }
    }
}

WAFTI_INLINE void advance_row(
    const wafti_poisson_job* job, const int32_t at[2], reading how, wafti_poisson_sums* sums) {
    const wafti_level* level = job->level;
    const weights w = weights_at(level, at[0], at[1]);
    const rows p = rows_around(level, at[0], at[1], job->p, sizeof(*job->p));
    const wafti_wide_double alpha = wafti_double_set(job->alpha);
    double* phi = job->phi + wafti_level_index(level, 0, at[0], at[1]);
    residue out = residue_of(job, at[0], at[1]);
    for (int32_t i = 0; i < w.n; i += WAFTI_DOUBLE_LANES) {
        const star x = star_of_floats(&p, i);
        const wafti_wide_double product = apply_at(&w, how, &x, i);
        const wafti_wide_double r = counted(wafti_double_load(out.r + i) - alpha * product, i, w.n);
        wafti_double_store(phi + i, wafti_double_load(phi + i) + alpha * x.here);
        store_residue(&out, i, r);
        count_residue(&out, r);
    }
    finish_row(level, at[0], at[1], phi);
    add_residue(&out, sums);
}

static void advance_plane(const wafti_poisson_job* job, int32_t k, wafti_poisson_sums* sums) {
    const wafti_level* level = job->level;
    for (int32_t j = 0; j < level->n[1]; ++j) {
        const int kind = wafti_level_row_kind(level, j, k);
        if ((kind & WAFTI_ROW_CLASS) == WAFTI_ROW_EMPTY) {
            continue;
        }
        const int32_t at[2] = {j, k};
        switch (reading_of(kind)) {
        case READ_ONE:
            advance_row(job, at, READ_ONE, sums);
            break;
        case READ_FIVE:
            advance_row(job, at, READ_FIVE, sums);
            break;
        default:
            advance_row(job, at, READ_ALL, sums);
        }
    }
}

static void go_on(int32_t n, double* restrict earlier, double* restrict phi) {
    for (int32_t i = 0; i < n; ++i) {
        const double last = phi[i];
        const double before = earlier[i];
        const bool both = (last != 0.0) & (before != 0.0); // covered cells have 0
        phi[i] = both ? 2.0 * last - before : last;
        earlier[i] = last;
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
    const wafti_uniform_row* u = &level->uniform[(ptrdiff_t)at[1] * level->n[1] + at[0]];
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
    .gradient = gradient_plane,
    .right_side = right_side,
    .go_on = go_on,
    .finish = finish_row,
};
