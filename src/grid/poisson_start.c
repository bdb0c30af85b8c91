// SPDX-License-Identifier: MIT
// What a solve starts from: the pressure (docs/spec/smoke.md#starting-guess), and a right-hand side that
// closed regions can balance (docs/spec/smoke.md#regions).
#include "grid/poisson_parts.h"

#include <math.h>
#include <string.h>

// An imbalance of a closed region beyond this share of its sum |b| is physical, not rounding.
static const double least_imbalance = 1e-4;
// phi of a closed region may keep a mean up to this share of its mean size: directions are
// rounded to float.
static const double least_mean = 1e-7;
// Measured, one core: what a cell costs in one pass.
static const double cell_us = 1.5e-3;

void wafti_poisson_run(wafti_solving* s, wafti_block_function* run) {
    wafti_poisson* poisson = s->poisson;
    const wafti_level* level = s->job.level;
    const double cells = (double)level->n[0] * (double)level->n[1] * (double)level->n[2];
    memset(poisson->block_sums, 0, (size_t)level->block_count * sizeof(*poisson->block_sums));
    wafti_pool_run(poisson->def.context->pool, level->block_count,
        level->serial ? 0.0 : cells * cell_us, run, s);
    s->sums = (wafti_poisson_sums){0};
    for (int32_t block = 0; block < level->block_count; ++block) {
        const wafti_poisson_sums* part = &poisson->block_sums[block];
        s->sums.rr += part->rr;
        s->sums.bb += part->bb;
        s->sums.product += part->product;
        s->sums.greatest = part->greatest > s->sums.greatest ? part->greatest : s->sums.greatest;
    }
}

static void planes_block(void* context, int32_t block) {
    const wafti_solving* s = context;
    const int32_t high = wafti_level_begin(s->job.level, block + 1);
    for (int32_t k = wafti_level_begin(s->job.level, block); k < high; ++k) {
        s->plane(&s->job, k, &s->poisson->block_sums[block]);
    }
}

void wafti_poisson_run_planes(wafti_solving* s, wafti_plane_function* plane) {
    s->plane = plane;
    wafti_poisson_run(s, planes_block);
}

static void visit_planes(
    const wafti_solving* s, int32_t low, int32_t high, wafti_row_function* row) {
    for (wafti_walk at = wafti_level_walk(s->job.level, low, high); wafti_walk_next(&at);) {
        row(s, at.j, at.k);
    }
}

void wafti_poisson_visit_rows(const wafti_solving* s, wafti_row_function* row) {
    visit_planes(s, 0, s->job.level->n[2], row);
}

static void rows_block(void* context, int32_t block) {
    const wafti_solving* s = context;
    visit_planes(s, wafti_level_begin(s->job.level, block),
        wafti_level_begin(s->job.level, block + 1), s->row);
}

void wafti_poisson_run_rows(wafti_solving* s, wafti_row_function* row) {
    s->row = row;
    wafti_poisson_run(s, rows_block);
}

// Mean of phi over neighbours that have one; 0 if none has.
static double neighbour_mean(
    const wafti_level* level, const double* phi, int32_t i, int32_t j, int32_t k) {
    double sum = 0.0;
    int count = 0;
    for (int face = 0; face < 6; ++face) {
        const int axis = face / 2;
        int32_t low_face[3] = {i, j, k};
        int32_t other[3] = {i, j, k};
        low_face[axis] += face % 2;
        other[axis] = wafti_level_wrap(level, axis, other[axis] + (face % 2 != 0 ? 1 : -1));
        const float w = wafti_level_weights(level, axis, low_face[1], low_face[2])[low_face[0]];
        if (w > 0.0f && other[axis] >= 0) {
            const double value = phi[wafti_level_index(level, other[0], other[1], other[2])];
            sum += value;
            count += value != 0.0;
        }
    }
    return count > 0 ? sum / count : 0.0;
}

static bool has_zero(const double* row, int32_t n) {
    bool found = false;
    for (int32_t i = 0; i < n; ++i) {
        found |= row[i] == 0.0;
    }
    return found;
}

// Cells that a solid covers have no pressure. True if some cell that is free has none yet.
static bool clear_covered(const wafti_level* level, int32_t j, int32_t k, double* row) {
    const wafti_level_faces w = wafti_level_faces_of(level, j, k);
    bool fresh = false;
    for (int32_t i = 0; i < level->n[0]; ++i) {
        const bool covered = wafti_faces_diagonal(&w, i) < WAFTI_LEAST_DIAGONAL;
        row[i] = covered ? 0.0 : row[i];
        fresh = fresh || (!covered && row[i] == 0.0);
    }
    return fresh;
}

// Whether a solid may have left a cell of a row that no face of it shows any more.
static bool may_be_left(const wafti_solving* s, int32_t j, int32_t k) {
    const wafti_box* change = &s->poisson->change; // without cells at sides
    return s->job.solids_move &&
           (!s->poisson->has_change || (j >= change->low[1] - 1 && j <= change->high[1] &&
                                           k >= change->low[2] - 1 && k <= change->high[2]));
}

// Nothing, to the end of vectors and one past, before which the last pressure is kept as the one before.
static void clear_row(const wafti_solving* s, int32_t j, int32_t k) {
    const wafti_level* level = s->job.level;
    const ptrdiff_t at = wafti_level_index(level, 0, j, k);
    if (s->from_zero && s->job.earlier != NULL) {
        memcpy(s->job.earlier + at, s->job.phi + at, (size_t)level->n[0] * sizeof(double));
    }
    memset(s->job.phi + at - 1, 0, (size_t)(wafti_level_padded(level) + 2) * sizeof(double));
}

void wafti_poisson_clear(wafti_solving* s) {
    wafti_poisson_run_rows(s, clear_row);
}

static void clear_covered_row(const wafti_solving* s, int32_t j, int32_t k) {
    const wafti_level* level = s->job.level;
    const ptrdiff_t at = wafti_level_index(level, 0, j, k);
    double* phi = s->job.phi + at;
    if (s->job.earlier != NULL) {
        s->poisson->kernels->go_on(level->n[0], s->job.earlier + at, phi);
    }
    const bool uniform = wafti_level_row_class(level, j, k) == WAFTI_ROW_UNIFORM;
    s->poisson->row_fresh[(ptrdiff_t)k * level->n[1] + j] =
        uniform ? may_be_left(s, j, k) && has_zero(phi, level->n[0])
                : clear_covered(level, j, k, phi);
    s->poisson->kernels->finish(level, j, k, phi);
}

// Cells that a solid has left start from their neighbours. In order, on one thread: they may be
// neighbours of one another.
static void fill_uncovered(const wafti_solving* s, int32_t j, int32_t k) {
    const wafti_level* level = s->job.level;
    if (s->poisson->row_fresh[(ptrdiff_t)k * level->n[1] + j] == 0) {
        return;
    }
    double* values = s->job.phi + wafti_level_index(level, 0, j, k);
    for (int32_t i = 0; i < level->n[0]; ++i) {
        if (values[i] == 0.0 && wafti_level_diagonal(level, i, j, k) >= WAFTI_LEAST_DIAGONAL) {
            values[i] = neighbour_mean(level, s->job.phi, i, j, k);
        }
    }
    s->poisson->kernels->finish(level, j, k, values);
}

static wafti_region_sum sum_cells(const double* b, const double* phi, int32_t low, int32_t high) {
    wafti_region_sum sum = {0};
    for (int32_t i = low; i < high; ++i) {
        sum.b += b[i];
        sum.b_size += fabs(b[i]);
        sum.phi += phi[i];
        sum.phi_size += fabs(phi[i]);
    }
    return sum;
}

// The right-hand side of a row to r, which holds no residual yet, and its sums if it is of one region.
// Cells without an equation have 0.
static void find_right_side(const wafti_solving* s, int32_t j, int32_t k) {
    const wafti_level* level = s->job.level;
    const ptrdiff_t at = wafti_level_index(level, 0, j, k);
    s->poisson->kernels->right_side(&s->job, j, k, s->job.r + at);
    const ptrdiff_t row = (ptrdiff_t)k * level->n[1] + j;
    if (wafti_regions_of_row(s->job.regions, row) >= 0) {
        s->poisson->row_sums[row] = sum_cells(s->job.r + at, s->job.phi + at, 0, level->n[0]);
    }
}

static void add_region(const wafti_solving* s, int region, const wafti_region_sum* sum) {
    if (region >= 0 && region < WAFTI_REGION_CAPACITY && s->job.regions->closed[region] != 0) {
        wafti_region_sum* total = &s->poisson->region_sums[region];
        total->b += sum->b;
        total->b_size += sum->b_size;
        total->phi += sum->phi;
        total->phi_size += sum->phi_size;
    }
}

static void add_region_row(const wafti_solving* s, int32_t j, int32_t k) {
    const wafti_poisson_job* job = &s->job;
    const wafti_level* level = job->level;
    const ptrdiff_t row = (ptrdiff_t)k * level->n[1] + j;
    const int common = wafti_regions_of_row(job->regions, row);
    if (common >= -1) {
        add_region(s, common, &s->poisson->row_sums[row]);
        return;
    }
    const ptrdiff_t first = wafti_level_index(level, 0, j, k);
    uint32_t at = job->regions->first_run[row];
    for (wafti_run run = {0, 0}; wafti_run_next(level, j, k, &run); ++at) {
        const wafti_region_sum sum = sum_cells(job->r + first, job->phi + first, run.low, run.high);
        add_region(s, job->regions->label[at], &sum);
    }
}

static void remove_phi_means(const wafti_solving* s, int32_t j, int32_t k) {
    double* phi = s->job.phi + wafti_level_index(s->job.level, 0, j, k);
    wafti_poisson_remove_means(&s->job, s->poisson->mean_z, j, k, phi);
    s->poisson->kernels->finish(s->job.level, j, k, phi);
}

// Closed regions: the mean of b, and of the start, is taken off. Returns what does not balance, as a
// volume in time.
static double balance_regions(wafti_solving* s) {
    wafti_poisson* poisson = s->poisson;
    const wafti_regions* regions = &poisson->regions;
    if (regions->closed_count == 0) {
        return 0.0;
    }
    memset(poisson->region_sums, 0, (size_t)regions->count * sizeof(*poisson->region_sums));
    wafti_poisson_run_rows(s, find_right_side);
    wafti_poisson_visit_rows(s, add_region_row);
    double unbalanced = 0.0;
    bool shifted = false;
    for (int region = 0; region < regions->count; ++region) {
        const wafti_region_sum* sum = &poisson->region_sums[region];
        const double cells = (double)regions->cells[region];
        poisson->mean_b[region] = sum->b / cells;
        const bool far = fabs(sum->phi) > least_mean * sum->phi_size;
        poisson->mean_z[region] = far ? sum->phi / cells : 0.0;
        shifted = shifted || far;
        unbalanced += fabs(sum->b) > least_imbalance * sum->b_size ? fabs(sum->b) : 0.0;
    }
    if (shifted) {
        wafti_poisson_visit_rows(s, remove_phi_means);
    }
    s->job.mean_b = poisson->mean_b;
    const double h = poisson->def.domain->grid.h;
    return unbalanced * (s->job.level->flat ? h : h * h);
}

double wafti_poisson_start(wafti_solving* s) {
    if (s->from_zero) {
        wafti_poisson_clear(s);
        s->job.zero = true;
        s->job.known = s->poisson->regions.closed_count > 0;
        return balance_regions(s);
    }
    wafti_poisson_run_rows(s, clear_covered_row);
    wafti_poisson_visit_rows(s, fill_uncovered);
    const double unbalanced = balance_regions(s);
    wafti_poisson_relax(s);
    return unbalanced;
}
