// SPDX-License-Identifier: MIT
// Rows of the right-hand side that solids or closed regions touch. Smoke spec, section 10:
// b = - sum s [a u + (1 - a) u_s] + h e.
#include "grid/poisson_job.h"

typedef struct face_row {
    int axis;        // of the level
    int32_t i, j, k; // first face, in the level's order
    int32_t count;   // faces along x
    const float* u;  // velocity on them
    const float* w;  // weights
    float whole;     // weight of a face that is all open
    double sign;     // +1: faces let in, -1: they let out
    double* out;     // cells they belong to
} face_row;

static double solid_velocity(const wafti_poisson_job* job, const face_row* f, int32_t i) {
    if (!job->solids_move) {
        return 0.0;
    }
    const bool flat = job->level->flat;
    const int axis = flat && f->axis == 2 ? 1 : f->axis;
    return (double)wafti_domain_solid_velocity(
        job->domain, axis, f->i + i, flat ? f->k : f->j, flat ? 0 : f->k);
}

// The closed share of a face moves with the solid and not with u: u + (1 - a) (u_s - u).
static void correct_faces(const wafti_poisson_job* job, const face_row* f) {
    for (int32_t i = 0; i < f->count; ++i) {
        if (f->w[i] > 0.0f && f->w[i] < f->whole) {
            const double closed = 1.0 - (double)f->w[i] / (double)f->whole;
            f->out[i] += f->sign * closed * (solid_velocity(job, f, i) - (double)f->u[i]);
        }
    }
}

static float whole_at(const wafti_level* level, int axis, int32_t index) {
    const bool side = (index == 0 || index == level->n[axis]) && !level->periodic[axis];
    return side ? 2.0f : 1.0f;
}

static void correct_along(const wafti_poisson_job* job, int32_t j, int32_t k, double* row) {
    const wafti_level* level = job->level;
    const int32_t n = level->n[0];
    const float* u = job->velocity[0] + wafti_level_index(level, 0, j, k);
    const float* w = wafti_level_weights(level, 0, j, k);
    for (int32_t i = 0; i <= n; ++i) {
        face_row f = {0, i, j, k, 1, u + i, w + i, whole_at(level, 0, i), 1.0, row + i};
        if (i < n) {
            correct_faces(job, &f);
        }
        f.sign = -1.0;
        f.out = row + i - 1;
        if (i > 0) {
            correct_faces(job, &f);
        }
    }
}

static void correct_across(
    const wafti_poisson_job* job, int axis, int32_t j, int32_t k, double* row) {
    const wafti_level* level = job->level;
    const int32_t index = axis == 1 ? j : k;
    for (int high = 0; high < 2; ++high) {
        const int32_t face_j = j + (axis == 1 ? high : 0);
        const int32_t face_k = k + (axis == 2 ? high : 0);
        const face_row f = {axis, 0, face_j, face_k, level->n[0],
            job->velocity[axis] + wafti_level_index(level, 0, face_j, face_k),
            wafti_level_weights(level, axis, face_j, face_k), whole_at(level, axis, index + high),
            high == 0 ? 1.0 : -1.0, row};
        correct_faces(job, &f);
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

void wafti_poisson_remove_means(
    const wafti_poisson_job* job, const double* mean, int32_t j, int32_t k, double* row) {
    const wafti_level* level = job->level;
    uint32_t at = job->regions->first_run[(ptrdiff_t)k * level->n[1] + j];
    for (wafti_run run = {0, 0}; wafti_run_next(level, j, k, &run); ++at) {
        const uint16_t region = job->regions->label[at];
        if (region != WAFTI_REGION_CAPACITY && mean[region] != 0.0) {
            for (int32_t i = run.low; i < run.high; ++i) {
                row[i] -= mean[region];
            }
        }
    }
}
