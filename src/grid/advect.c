// SPDX-License-Identifier: MIT
#include "grid/advect.h"

#include "base/assert.h"
#include "grid/advect_kernel.h"
#include "grid/halo.h"

#include <string.h>

// Periodic traces are cut here, so that whole steps stay exact in float.
#define FARTHEST 16384.0f

// A cell of a pass, on one core. That is ten times what other passes take, so that transport pays for a
// second core on grids that are too small for all else: 32 x 16 x 25 cells take 0.7 of the time.
static const double pass_us = 0.01;

// Traces longer than this come from so many rows that few could be left out.
enum { LONGEST_AROUND = 8 };

// Where traces may end along an axis, as an index of samples that lie at `place` of a cell.
static void set_limits(wafti_advect_job* job, int axis) {
    const wafti_side* sides = job->domain->sides + (ptrdiff_t)axis * 2;
    const float n = (float)job->domain->grid.n[axis];
    const float place = wafti_advect_place(job->axis, axis);
    job->periodic[axis] = wafti_domain_periodic(job->domain, axis);
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

// Fewer planes than this are cut in two, so that no thread waits long for another's last one.
enum { FEW_PLANES = 64 };

// A pass as tasks: planes of samples, or their lower and upper halves, or bands of 16 rows of a plane flow.
typedef struct pass_tasks {
    const wafti_advect_job* job;
    wafti_advect_pass* run;
    bool first;             ///< it writes `forward`, which the second one reads
    const wafti_halo* halo; ///< of `filled`
    float* filled;          ///< NULL: no halo
} pass_tasks;

// Not across a seam: rows beyond one side would wait for those at the other. Each half has a row.
static bool in_halves(const wafti_advect_job* job) {
    return job->domain->grid.axes == 3 && job->count[2] < FEW_PLANES && job->count[1] > 1 &&
           !job->periodic[1];
}

static wafti_mac_block block_of(const wafti_advect_job* job, int32_t block) {
    if (in_halves(job)) {
        const int32_t middle = job->count[1] / 2;
        const bool upper = block % 2 != 0;
        return (wafti_mac_block){.low = {upper ? middle : 0, block / 2},
            .high = {upper ? job->count[1] : middle, block / 2 + 1}};
    }
    return wafti_mac_block_of(&job->domain->grid, job->count[1], block);
}

static bool holds_anything(const float* row, int32_t count) {
    enum { CHUNK = 32 };
    uint32_t bits[CHUNK];
    for (int32_t from = 0; from < count; from += CHUNK) {
        const int32_t n = count - from < CHUNK ? count - from : CHUNK;
        uint32_t any = 0;
        memcpy(bits, row + from, (size_t)n * sizeof(*row));
        for (int32_t i = 0; i < n; ++i) {
            any |= bits[i];
        }
        if (any != 0) {
            return true;
        }
    }
    return false;
}

static void note_rows(const wafti_advect_job* job, const wafti_mac_block* block) {
    const wafti_mac* grid = &job->domain->grid;
    for (wafti_walk at = wafti_walk_rows(grid, block); wafti_walk_next(&at);) {
        job->rows[at.j + (ptrdiff_t)grid->n[1] * at.k] =
            holds_anything(job->in + at.start, grid->n[0]);
    }
}

// Whether nothing can come to a row: neither it nor those around it hold anything.
static bool is_idle(const wafti_advect_job* job, int32_t j, int32_t k) {
    const int32_t* n = job->domain->grid.n;
    const int32_t low = j > job->around ? j - job->around : 0;
    const int32_t high = j + job->around < n[1] ? j + job->around : n[1] - 1;
    const int32_t deep = k + job->around < n[2] ? k + job->around : n[2] - 1;
    for (int32_t z = k > job->around ? k - job->around : 0; z <= deep; ++z) {
        const uint8_t* rows = job->rows + (ptrdiff_t)n[1] * z;
        if (memchr(rows + low, 1, (size_t)(high - low) + 1) != NULL) {
            return false;
        }
    }
    return true;
}

// Rows that nothing comes to stay as they are; others find zeros there.
static void run_busy_rows(const pass_tasks* tasks, const wafti_mac_block* block) {
    const wafti_advect_job* job = tasks->job;
    // As far as whole vectors go.
    const size_t bytes = ((size_t)job->count[0] + 7) / 8 * 8 * sizeof(float);
    for (int32_t k = block->low[1]; k < block->high[1]; ++k) {
        int32_t from = block->low[0];
        for (int32_t j = from; j < block->high[0]; ++j) {
            if (!is_idle(job, j, k)) {
                continue;
            }
            if (from < j) {
                tasks->run(job, &(wafti_mac_block){.low = {from, k}, .high = {j, k + 1}});
            }
            if (tasks->first) {
                memset(job->forward + wafti_mac_index(&job->domain->grid, 0, j, k), 0, bytes);
            }
            from = j + 1;
        }
        if (from < block->high[0]) {
            tasks->run(job, &(wafti_mac_block){.low = {from, k}, .high = {block->high[0], k + 1}});
        }
    }
}

static void run_block(void* context, int32_t number) {
    const pass_tasks* tasks = context;
    const wafti_mac_block block = block_of(tasks->job, number);
    if (tasks->run != NULL && tasks->job->rows != NULL && tasks->run != note_rows) {
        run_busy_rows(tasks, &block);
    } else if (tasks->run != NULL) {
        tasks->run(tasks->job, &block);
    }
    if (tasks->filled != NULL) {
        wafti_halo_rows(tasks->halo, &block, tasks->filled);
        if (in_halves(tasks->job)) {
            wafti_halo_edge(tasks->halo, 2 + number % 2, block.low[1], tasks->filled);
        } else if (tasks->job->domain->grid.axes == 3) {
            wafti_halo_plane(tasks->halo, number, tasks->filled);
        }
    }
}

static void run_pass(const wafti_advect* advect, const pass_tasks* tasks) {
    const wafti_mac* grid = &advect->domain->grid;
    const int32_t bands = (tasks->job->count[1] + WAFTI_MAC_BAND - 1) / WAFTI_MAC_BAND;
    const int32_t planes = tasks->job->count[2] * (in_halves(tasks->job) ? 2 : 1);
    const int32_t blocks = grid->axes == 3 ? planes : bands;
    const size_t cells = wafti_mac_cells(grid);
    const double work_us = pass_us * (double)cells;
    wafti_pool_run(advect->context->pool, blocks, work_us, run_block, (void*)tasks);
    if (tasks->filled != NULL) {
        wafti_halo_rest(tasks->halo, tasks->filled);
    }
}

// job->in (halo done) to `forward`, and to `out` by MacCormack.
static void run_passes(
    const wafti_advect* advect, const wafti_advect_job* job, const wafti_halo* halo) {
    const wafti_isa isa = advect->context->isa;
    pass_tasks tasks = {
        .job = job, .run = WAFTI_COPY(isa, wafti_advect_back), .first = true, .halo = halo};
    if (job->least == NULL) {
        run_pass(advect, &tasks);
        return;
    }
    tasks.filled = job->forward;
    run_pass(advect, &tasks);
    tasks.run = WAFTI_COPY(isa, wafti_advect_correct);
    tasks.first = false;
    tasks.filled = NULL;
    run_pass(advect, &tasks);
}

static void copy_rows(const wafti_advect_job* job, const wafti_mac_block* block) {
    for (wafti_walk at = wafti_walk_rows(&job->domain->grid, block); wafti_walk_next(&at);) {
        memcpy(job->out + at.start, job->forward + at.start, (size_t)job->count[0] * sizeof(float));
    }
}

// Whether rows that hold nothing tell that nothing comes: not where it does from outside or round an
// end, and not for traces whose middle may find a faster flow in the halo.
static bool rows_tell(
    const wafti_advect* advect, const wafti_advect_job* job, const float outside[6]) {
    bool tell = advect->rows != NULL && !advect->midpoint && !job->periodic[1] &&
                !job->periodic[2] && advect->farthest < LONGEST_AROUND;
    for (int side = 0; side < 6; ++side) {
        tell = tell && outside[side] == 0.0f;
    }
    return tell;
}

void wafti_advect_cells(const wafti_advect* advect, const float outside[6], float* field) {
    WAFT_ASSERT(advect->domain->grid.size <= INT32_MAX);
    wafti_advect_job job = make_job(advect, -1);
    job.in = field;
    job.out = field;
    if (rows_tell(advect, &job, outside)) {
        job.rows = advect->rows;
        // The further corner of a trace, and one for rounding.
        job.around = (int32_t)advect->farthest + 2;
    }
    const wafti_halo halo = wafti_halo_of_cells(advect->domain, outside);
    run_pass(advect, &(pass_tasks){.job = &job,
                         .run = job.rows != NULL ? note_rows : NULL,
                         .halo = &halo,
                         .filled = field});
    run_passes(advect, &job, &halo);
    if (!advect->maccormack) {
        run_pass(advect, &(pass_tasks){.job = &job, .run = copy_rows});
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
            wafti_domain_close_ring(&advect->domain->grid, axis, out[axis]);
        }
    }
}
