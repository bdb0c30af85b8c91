// SPDX-License-Identifier: MIT
// Rows of the right-hand side that solids or closed regions touch:
// b = - sum s [a u + (1 - a) u_s] + h e of docs/spec/smoke.md#equation.
#include "grid/poisson_job.h"
#include "simd/clones.h"

// A face by its axis and indices, those of the level.
typedef struct face {
    int axis;
    int32_t i, j, k;
} face;

// The closed share of a face moves with the solid and not with u: what u + (1 - a) (u_s - u) has more
// than u.
static double correction(const wafti_poisson_job* job, const face* f, float w, float whole) {
    const wafti_level* level = job->level;
    const double u = (double)job->velocity[f->axis][wafti_level_index(level, f->i, f->j, f->k)];
    double solid = 0.0;
    if (job->solids_move) {
        const int axis = level->flat && f->axis == 2 ? 1 : f->axis;
        const int32_t index = f->axis == 0 ? f->i : f->axis == 1 ? f->j : f->k;
        const bool inside = index > 0 && index < level->n[f->axis];
        solid = inside && job->alike[axis]
                    ? (double)job->common[axis]
                    : (double)wafti_domain_solid_velocity(job->domain, axis, f->i,
                          level->flat ? f->k : f->j, level->flat ? 0 : f->k);
    }
    return (1.0 - (double)w / (double)whole) * (solid - u);
}

// Faces looked at together: nearly all such groups have none that is partly open.
enum { GROUP = 16 };

// Faces of a group, those partly open, where the solid's velocity is the same for all: in lanes, to the bit
// as correction() has it, since `whole` is a power of two.
static void correct_group(const float* restrict w, const float* restrict u, double solid,
    float whole, double sign, double* restrict row) {
    const double share = 1.0 / (double)whole;
    for (int32_t i = 0; i < GROUP; ++i) {
        const double more = (1.0 - (double)w[i] * share) * (solid - (double)u[i]);
        const int partly = (w[i] > 0.0f) & (w[i] < whole);
        row[i] = partly ? row[i] + sign * more : row[i];
    }
}

// Whether all faces of a row across it have the solid's velocity in common, and which.
static bool have_common(const wafti_poisson_job* job, const face* f, double* out_solid) {
    const wafti_level* level = job->level;
    const int axis = level->flat && f->axis == 2 ? 1 : f->axis;
    const int32_t index = f->axis == 1 ? f->j : f->k;
    *out_solid = job->solids_move ? (double)job->common[axis] : 0.0;
    return !job->solids_move || (job->alike[axis] && index > 0 && index < level->n[f->axis]);
}

static void correct_along(const wafti_poisson_job* job, int32_t j, int32_t k, double* row) {
    const wafti_level* level = job->level;
    const int32_t n = level->n[0];
    const float* w = wafti_level_weights(level, 0, j, k);
    for (int32_t i = 0; i <= n; ++i) {
        if (i % GROUP == 1 && i + GROUP <= n && !wafti_any_partial(w + i, GROUP, 1.0f)) {
            i += GROUP - 1;
            continue;
        }
        const float whole = wafti_level_whole(level, 0, i);
        if (w[i] > 0.0f && w[i] < whole) {
            const face f = {0, i, j, k};
            const double more = correction(job, &f, w[i], whole);
            if (i < n) {
                row[i] += more;
            }
            if (i > 0) {
                row[i - 1] -= more;
            }
        }
    }
}

WAFTI_CLONES static void correct_across(
    const wafti_poisson_job* job, int axis, int32_t j, int32_t k, double* row) {
    const wafti_level* level = job->level;
    for (int high = 0; high < 2; ++high) {
        face f = {axis, 0, j + (axis == 1 ? high : 0), k + (axis == 2 ? high : 0)};
        const float* w = wafti_level_weights(level, axis, f.j, f.k);
        const float whole = wafti_level_whole(level, axis, (axis == 1 ? j : k) + high);
        const double sign = high == 0 ? 1.0 : -1.0;
        const float* u = job->velocity[axis] + wafti_level_index(level, 0, f.j, f.k);
        double solid = 0.0;
        const bool common = have_common(job, &f, &solid);
        for (f.i = 0; f.i < level->n[0]; ++f.i) {
            const bool group = f.i % GROUP == 0 && f.i + GROUP <= level->n[0];
            const bool partial = !group || wafti_any_partial(w + f.i, GROUP, whole);
            if (group && partial && common) {
                correct_group(w + f.i, u + f.i, solid, whole, sign, row + f.i);
            }
            if (group && (common || !partial)) {
                f.i += GROUP - 1;
                continue;
            }
            if (w[f.i] > 0.0f && w[f.i] < whole) {
                row[f.i] += sign * correction(job, &f, w[f.i], whole);
            }
        }
    }
}

void wafti_poisson_correct_row(const wafti_poisson_job* job, int32_t j, int32_t k, double* row) {
    const wafti_level* level = job->level;
    const int kind = wafti_level_row_kind(level, j, k);
    if ((kind & WAFTI_ROW_PARTIAL) != 0) {
        correct_along(job, j, k, row);
        if (!level->flat) {
            correct_across(job, 1, j, k, row);
        }
        correct_across(job, 2, j, k, row);
    }
    if ((kind & WAFTI_ROW_CLASS) != WAFTI_ROW_UNIFORM || job->regions->full) {
        int32_t done = 0;
        uint32_t at = job->regions->first_run[(ptrdiff_t)k * level->n[1] + j];
        for (wafti_run run = {0, 0}; wafti_run_next(level, j, k, &run); ++at) {
            const bool counts = job->regions->label[at] != WAFTI_REGION_CAPACITY;
            for (; done < (counts ? run.low : run.high); ++done) {
                row[done] = 0.0;
            }
            done = run.high;
        }
        for (; done < level->n[0]; ++done) {
            row[done] = 0.0;
        }
    }
}

WAFTI_CLONES static void remove_mean(double mean, int32_t low, int32_t high, double* row) {
    for (int32_t i = low; i < high; ++i) {
        row[i] -= mean;
    }
}

void wafti_poisson_remove_means(
    const wafti_poisson_job* job, const double* mean, int32_t j, int32_t k, double* row) {
    const wafti_level* level = job->level;
    uint32_t at = job->regions->first_run[(ptrdiff_t)k * level->n[1] + j];
    for (wafti_run run = {0, 0}; wafti_run_next(level, j, k, &run); ++at) {
        const uint16_t region = job->regions->label[at];
        if (region != WAFTI_REGION_CAPACITY && mean[region] != 0.0) {
            remove_mean(mean[region], run.low, run.high, row);
        }
    }
}
