// SPDX-License-Identifier: MIT
#include "grid/advect.h"

#include "base/assert.h"
#include "grid/advect_kernel.h"
#include "grid/halo.h"

#include <string.h>

// Periodic traces are cut here, so that whole steps stay exact in float.
#define FARTHEST 16384.0f

wafti_advect_passes wafti_advect_choose(wafti_isa isa) {
    return (wafti_advect_passes){
        WAFTI_COPY(isa, wafti_advect_back), WAFTI_COPY(isa, wafti_advect_correct)};
}

// Where traces may end along an axis, as an index of samples that lie at `place` of a cell.
static void set_limits(wafti_advect_job* job, int axis) {
    const wafti_side* sides = job->domain->sides + (ptrdiff_t)axis * 2;
    const float n = (float)job->domain->grid.n[axis];
    const float place = wafti_advect_place(job->axis, axis);
    job->periodic[axis] = wafti_halo_periodic(job->domain, axis);
    if (job->periodic[axis]) {
        job->low[axis] = -FARTHEST;
        job->high[axis] = FARTHEST;
        job->trust_low[axis] = -(float)WAFTI_MAC_HALO;
        job->trust_high[axis] = n;
        return;
    }
    // A closed side lets traces go up to the wall. Beyond others they find what is outside, which
    // says nothing about what MacCormack's way forth has missed.
    const bool low_closed = sides[0].kind == WAFTI_SIDE_CLOSED;
    const bool high_closed = sides[1].kind == WAFTI_SIDE_CLOSED;
    // Just as far out as both corners exist, also for components half a cell beside.
    job->low[axis] = low_closed ? -place : -1.5f;
    job->high[axis] = high_closed ? n - place : n + 0.5f - place;
    job->trust_low[axis] = low_closed ? -place : 0.0f;
    job->trust_high[axis] = high_closed ? n - place : n - 2.0f * place;
}

static wafti_advect_job make_job(const wafti_advect* advect, int field_axis) {
    const wafti_mac* grid = &advect->domain->grid;
    wafti_advect_job job = {
        .domain = advect->domain,
        .carrier = {advect->carrier[0], advect->carrier[1], advect->carrier[2]},
        .cells = (float)((double)advect->dt / grid->h),
        .midpoint = advect->midpoint,
        .axis = field_axis,
        .forward = advect->scratch[0],
        .least = advect->maccormack ? advect->scratch[1] : NULL,
        .greatest = advect->maccormack ? advect->scratch[2] : NULL,
    };
    for (int a = 0; a < 3; ++a) {
        set_limits(&job, a);
        job.count[a] = grid->n[a] + (a == field_axis && !job.periodic[a] ? 1 : 0);
    }
    return job;
}

// A pass as tasks: planes of samples, or bands of 16 rows of a plane flow.
typedef struct pass_tasks {
    const wafti_advect_job* job;
    wafti_advect_pass* run;
    const wafti_halo* halo; ///< of `filled`
    float* filled;          ///< NULL: no halo
} pass_tasks;

static wafti_mac_block block_of(const wafti_advect_job* job, int32_t block) {
    if (job->domain->grid.axes == 3) {
        return (wafti_mac_block){.low = {0, block}, .high = {job->count[1], block + 1}};
    }
    const int32_t low = block * WAFTI_MAC_BAND;
    const int32_t high = low + WAFTI_MAC_BAND;
    return (wafti_mac_block){
        .low = {low, 0}, .high = {high < job->count[1] ? high : job->count[1], 1}};
}

static void run_block(void* context, int32_t number) {
    const pass_tasks* tasks = context;
    const wafti_mac_block block = block_of(tasks->job, number);
    if (tasks->run != NULL) {
        tasks->run(tasks->job, &block);
    }
    if (tasks->filled != NULL) {
        wafti_halo_rows(tasks->halo, &block, tasks->filled);
        if (tasks->job->domain->grid.axes == 3) {
            wafti_halo_plane(tasks->halo, number, tasks->filled);
        }
    }
}

static void run_pass(const wafti_advect* advect, const pass_tasks* tasks) {
    const wafti_mac* grid = &advect->domain->grid;
    const int32_t bands = (tasks->job->count[1] + WAFTI_MAC_BAND - 1) / WAFTI_MAC_BAND;
    const int32_t blocks = grid->axes == 3 ? tasks->job->count[2] : bands;
    const size_t cells = wafti_mac_cells(grid);
    const double work_us = cells < WAFTI_MAC_SERIAL_CELLS ? 0.0 : 0.002 * (double)cells;
    wafti_pool_run(advect->context->pool, blocks, work_us, run_block, (void*)tasks);
    if (tasks->filled != NULL) {
        if (grid->axes == 2) {
            wafti_halo_plane(tasks->halo, 0, tasks->filled);
        }
        wafti_halo_ends(tasks->halo, tasks->filled);
    }
}

// job->in (halo done) to `forward`, and to `out` by MacCormack.
static void run_passes(
    const wafti_advect* advect, const wafti_advect_job* job, const wafti_halo* halo) {
    const wafti_advect_passes passes = wafti_advect_choose(advect->context->isa);
    pass_tasks tasks = {.job = job, .run = passes.back, .halo = halo};
    if (job->least == NULL) {
        run_pass(advect, &tasks);
        return;
    }
    tasks.filled = job->forward;
    run_pass(advect, &tasks);
    tasks.run = passes.correct;
    tasks.filled = NULL;
    run_pass(advect, &tasks);
}

static void copy_rows(const wafti_advect_job* job, const wafti_mac_block* block) {
    for (int32_t k = block->low[1]; k < block->high[1]; ++k) {
        for (int32_t j = block->low[0]; j < block->high[0]; ++j) {
            const ptrdiff_t row = wafti_mac_index(&job->domain->grid, 0, j, k);
            memcpy(job->out + row, job->forward + row, (size_t)job->count[0] * sizeof(float));
        }
    }
}

void wafti_advect_cells(const wafti_advect* advect, const float outside[6], float* field) {
    WAFT_ASSERT(advect->domain->grid.size <= INT32_MAX);
    wafti_advect_job job = make_job(advect, -1);
    job.in = field;
    job.out = field;
    const wafti_halo halo = wafti_halo_of_cells(advect->domain, outside);
    run_pass(advect, &(pass_tasks){.job = &job, .halo = &halo, .filled = field});
    run_passes(advect, &job, &halo);
    if (!advect->maccormack) {
        run_pass(advect, &(pass_tasks){.job = &job, .run = copy_rows});
    }
}

// The last face of a periodic axis is the first one.
static void close_ring(const wafti_mac* grid, int axis, float* faces) {
    const ptrdiff_t stride = wafti_mac_stride(grid, axis);
    const int32_t rows = axis == 1 ? 1 : grid->n[1];
    const int32_t planes = axis == 2 ? 1 : grid->n[2];
    const int32_t width = axis == 0 ? 1 : grid->n[0];
    for (int32_t k = 0; k < planes; ++k) {
        for (int32_t j = 0; j < rows; ++j) {
            float* row = faces + wafti_mac_index(grid, 0, j, k);
            memcpy(row + grid->n[axis] * stride, row, (size_t)width * sizeof(*row));
        }
    }
}

void wafti_advect_faces(const wafti_advect* advect, float* const in[3], float* const out[3]) {
    WAFT_ASSERT(advect->domain->grid.size <= INT32_MAX);
    for (int axis = 0; axis < advect->domain->grid.axes; ++axis) {
        wafti_advect_job job = make_job(advect, axis);
        job.in = in[axis];
        job.out = out[axis];
        if (!advect->maccormack) {
            job.forward = out[axis];
        }
        const wafti_halo halo = wafti_halo_of_faces(advect->domain, axis);
        run_passes(advect, &job, &halo);
        if (job.periodic[axis]) {
            close_ring(&advect->domain->grid, axis, out[axis]);
        }
    }
}
