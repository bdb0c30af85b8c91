// SPDX-License-Identifier: MIT
// Where solids have moved, weights of faces jump from one step to the next and the old pressure leaves
// a rough residual in a thin shell. Four Gauss-Seidel sweeps over the rows that solids cut take it away
// for a few per cent of an iteration; without them a moving sphere costs a whole iteration more on 128^3 cells.
// Where the changed part is a larger share of the grid they cost more than they save.
#include "grid/domain_parts.h"
#include "grid/poisson_parts.h"

enum { SWEEPS = 4, MARGIN = 2, LEAST_RATIO = 16 };

// Measured, one core: what a cell costs in one sweep.
static const double cell_us = 8e-3;

typedef struct relax_job {
    const wafti_solving* solving;
    wafti_box box; // level axes
    int parity;
    bool again; // the right-hand sides are known
} relax_job;

void wafti_poisson_note_change(wafti_poisson* poisson, const wafti_box* changed) {
    const wafti_level* level = &poisson->multigrid.levels[0];
    poisson->has_change = changed != NULL;
    for (int axis = 0; axis < 3 && changed != NULL; ++axis) {
        const int own = level->flat && axis == 2 ? 1 : axis;
        const bool absent = level->flat && axis == 1;
        const int32_t low = changed->low[own] - MARGIN;
        const int32_t high = changed->high[own] + MARGIN;
        // Cells at the sides have neighbours that are none; they are left to the solve.
        poisson->change.low[axis] = absent ? 0 : low < 1 ? 1 : low;
        poisson->change.high[axis] = absent                      ? 1
                                     : high > level->n[axis] - 1 ? level->n[axis] - 1
                                                                 : high;
    }
}

void wafti_poisson_forget_change(wafti_poisson* poisson) {
    poisson->has_change = false;
}

static void find_right_side(const wafti_solving* s, int32_t j, int32_t k, double* out_b) {
    s->poisson->kernels->right_side(&s->job, j, k, out_b);
    if (s->job.mean_b != NULL) {
        wafti_poisson_remove_means(&s->job, s->job.mean_b, j, k, out_b);
    }
}

static void relax_row(const relax_job* work, int32_t j, int32_t k) {
    const wafti_poisson_job* job = &work->solving->job;
    const wafti_level* level = job->level;
    const ptrdiff_t row = level->row;
    const ptrdiff_t plane = level->plane;
    const wafti_level_faces w = wafti_level_faces_of(level, j, k);
    double* phi = job->phi + wafti_level_index(level, 0, j, k);
    double* b = job->r + wafti_level_index(level, 0, j, k); // there is no residual yet
    const int32_t first = work->box.low[0];
    const int32_t end = work->box.high[0];
    if (!work->again) {
        find_right_side(work->solving, j, k, b);
    }
    // All but the cell before, which alone has to be waited for. A covered cell keeps what it has.
    _Alignas(64) double rest[WAFTI_POISSON_ROW];
    _Alignas(64) double before[WAFTI_POISSON_ROW];
    for (int32_t i = first; i < end; ++i) {
        const float diagonal = wafti_faces_diagonal(&w, i);
        const bool covered = diagonal < WAFTI_LEAST_DIAGONAL;
        const double inverse = 1.0 / (double)(covered ? 1.0f : diagonal);
        const double sum = b[i] + (double)w.x[i + 1] * phi[i + 1] +
                           (double)w.y_low[i] * phi[i - row] + (double)w.y_high[i] * phi[i + row] +
                           (double)w.z_low[i] * phi[i - plane] +
                           (double)w.z_high[i] * phi[i + plane];
        rest[i] = covered ? phi[i] : sum * inverse;
        before[i] = covered ? 0.0 : (double)w.x[i] * inverse;
    }
    for (int32_t i = first; i < end; ++i) {
        phi[i] = rest[i] + before[i] * phi[i - 1];
    }
    work->solving->poisson->kernels->finish(level, j, k, phi);
}

// Planes of one parity at a time, so that blocks do not write what others read.
static void relax_block(void* context, int32_t block) {
    const relax_job* work = context;
    const wafti_level* level = work->solving->job.level;
    const int32_t k = work->box.low[2] + 2 * block + work->parity;
    for (int32_t j = work->box.low[1]; j < work->box.high[1] && k < work->box.high[2]; ++j) {
        if (wafti_level_row_class(level, j, k) == WAFTI_ROW_GENERAL) {
            relax_row(work, j, k);
        }
    }
}

void wafti_poisson_relax(wafti_solving* s) {
    wafti_poisson* poisson = s->poisson;
    relax_job work = {.solving = s, .box = poisson->change};
    if (!poisson->has_change || wafti_box_empty(&work.box) || s->job.level->serial) {
        return;
    }
    const int32_t* low = work.box.low;
    const int32_t* high = work.box.high;
    const int32_t* n = s->job.level->n;
    const double cells = wafti_box_cells(&work.box);
    if (cells * LEAST_RATIO > (double)n[0] * (double)n[1] * (double)n[2]) {
        return;
    }
    poisson->has_change = false;
    for (int half = 0; half < 2 * SWEEPS; ++half) {
        work.parity = half % 2;
        work.again = half >= 2;
        wafti_pool_run(poisson->def.context->pool, (high[2] - low[2] + 1) / 2,
            0.5 * cells * cell_us, relax_block, &work);
    }
}
