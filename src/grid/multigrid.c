// SPDX-License-Identifier: MIT
// One V-cycle. Going down, {sweep, sweep, residual, restriction} run as a wave over the planes of a
// block, coming up {prolongation, sweep, sweep}: a plane is still in cache when the next stage wants
// it. Blocks do not wait for one another but compute the planes just outside again.
#include "grid/multigrid.h"

#include <math.h>
#include <string.h>

#include "base/error.h"

// Below this a level runs on the calling thread (measured: two threads were twice slower there).
enum {
    SERIAL_LEVEL_CELLS = 4096,
    LEAST_BLOCK_PLANES = 12,
    LEAST_PLANES_OF_FOUR = 32,
    LEAST_PLANES_OF_TWO = 16
};

// What a cell costs going down or coming up, on one core. More than it does: a level is shared out or
// not by its size alone, and one that is not serial is worth it.
static const double cell_us = 0.1;

static size_t level_cells(const wafti_level* level) {
    return (size_t)level->n[0] * (size_t)level->n[1] * (size_t)level->n[2];
}

static void cut_blocks(wafti_level* level, bool finest) {
    const size_t least = finest ? (size_t)WAFTI_MAC_SERIAL_CELLS : (size_t)SERIAL_LEVEL_CELLS;
    level->serial = level_cells(level) < least;
    level->block_count = 1;
    if (!level->serial && level->n[2] >= 2 * LEAST_BLOCK_PLANES) {
        // An even number of blocks, for two threads.
        level->block_count = 2 * (level->n[2] / (2 * LEAST_BLOCK_PLANES));
        // Four of less than twelve planes are better shared than two.
        if (level->block_count == 2 && level->n[2] >= LEAST_PLANES_OF_FOUR) {
            level->block_count = 4;
        }
    } else if (!level->serial && level->n[2] >= LEAST_PLANES_OF_TWO) {
        level->block_count = 2;
    }
}

static wafti_level finest_level(const wafti_domain* domain) {
    const wafti_mac* grid = &domain->grid;
    const bool flat = grid->axes == 2;
    const int last = flat ? 1 : 2;
    wafti_level level = {
        .n = {grid->n[0], flat ? 1 : grid->n[1], grid->n[last]},
        .flat = flat,
        .row = flat ? 0 : grid->row,
        .plane = flat ? grid->row : grid->plane,
        .weight = {domain->weight[0], domain->weight[1], domain->weight[last]},
    };
    for (int axis = 0; axis < 3; ++axis) {
        const int own = axis == 2 ? last : axis;
        level.periodic[axis] = !(flat && axis == 1) && wafti_domain_periodic(domain, own);
    }
    cut_blocks(&level, true);
    return level;
}

static wafti_level coarser_level(const wafti_level* fine) {
    wafti_level level = {
        .n = {(fine->n[0] + 1) / 2, (fine->n[1] + 1) / 2, (fine->n[2] + 1) / 2},
        .flat = fine->flat,
        .periodic = {fine->periodic[0], fine->periodic[1], fine->periodic[2]},
    };
    const ptrdiff_t quantum = 16;
    const ptrdiff_t values = level.n[0] + 1 + 2 * WAFTI_MAC_PAD;
    const ptrdiff_t row = (values + quantum - 1) / quantum * quantum;
    level.row = level.flat ? 0 : row;
    level.plane = level.flat ? row : row * (level.n[1] + 1);
    cut_blocks(&level, false);
    return level;
}

// Takes memory, or without an arena only counts it.
typedef struct taker {
    wafti_arena* arena;
    size_t total;
} taker;

static void* take(taker* from, size_t count, size_t size) {
    from->total = wafti_size_add(from->total, wafti_size_mul(count, size));
    return from->arena != NULL ? wafti_arena_take(from->arena, count, size) : NULL;
}

static float* take_planes(taker* from, const wafti_level* level, size_t planes) {
    const size_t count = wafti_size_mul((size_t)level->plane, planes);
    float* storage = take(from, wafti_size_add(count, (size_t)2 * WAFTI_MAC_PAD), sizeof(*storage));
    return storage != NULL ? storage + WAFTI_MAC_PAD : NULL;
}

static void take_level(wafti_level* level, bool finest, taker* from) {
    const size_t planes = (size_t)level->n[2];
    const size_t rows = wafti_size_mul((size_t)level->n[1], planes);
    if (finest) {
        level->row_sum = take(from, rows, 2 * sizeof(*level->row_sum));
    } else {
        level->result = take_planes(from, level, planes);
        for (int axis = 0; axis < 3; ++axis) {
            level->coarse_weight[axis] = take_planes(from, level, planes + 1);
            level->weight[axis] = level->coarse_weight[axis];
        }
    }
    level->b = take_planes(from, level, planes);
    level->x = take_planes(from, level, planes);
    level->window = take_planes(from, level, (size_t)level->block_count * WAFTI_WINDOW_PLANES);
    level->shift = take(from, wafti_size_mul((size_t)level->plane, planes), sizeof(*level->shift));
    level->row_kind = take(from, rows, sizeof(*level->row_kind));
    level->uniform = take(from, rows, sizeof(*level->uniform));
}

// Levels until what is left can be solved directly.
static void take_levels(wafti_multigrid* multigrid, const wafti_domain* domain, taker* from) {
    wafti_level* levels = multigrid->levels;
    levels[0] = finest_level(domain);
    // Zeros to be read as floats or doubles.
    float* zeros = take(from, (size_t)levels[0].plane + (size_t)2 * WAFTI_MAC_PAD, sizeof(double));
    int count = 1;
    take_level(&levels[0], true, from);
    while (level_cells(&levels[count - 1]) > WAFTI_COARSEST_CELLS) {
        levels[count] = coarser_level(&levels[count - 1]);
        take_level(&levels[count], false, from);
        ++count;
    }
    for (int l = 0; l < count; ++l) {
        levels[l].zeros = zeros != NULL ? zeros + (ptrdiff_t)2 * WAFTI_MAC_PAD : NULL;
    }
    multigrid->level_count = count;
}

size_t wafti_multigrid_size(const wafti_mac* grid) {
    wafti_multigrid multigrid = {0};
    const wafti_domain domain = {.grid = *grid};
    taker counter = {0};
    take_levels(&multigrid, &domain, &counter);
    return counter.total;
}

waft_result wafti_multigrid_init(wafti_multigrid* multigrid, const wafti_domain* domain,
    const wafti_context* context, float* result, wafti_arena* arena) {
    // Chebyshev-Jacobi of degree 2 for eigenvalues of D^-1 A in [lo, 2], lo 0.4 (0.6 in a plane).
    const double lo = domain->grid.axes == 2 ? 0.6 : 0.4;
    const double centre = (2.0 + lo) / 2.0;
    const double spread = (2.0 - lo) / 2.0 * sqrt(0.5);
    *multigrid = (wafti_multigrid){
        .context = context,
        .kernels = WAFTI_COPY(context->isa, &wafti_multigrid_kernels),
        .omega = {(float)(1.0 / (centre + spread)), (float)(1.0 / (centre - spread))},
    };
    taker from = {.arena = arena};
    take_levels(multigrid, domain, &from);
    multigrid->levels[0].result = result;
    if (arena->failed) {
        return wafti_fail_memory(context->error, from.total, "the pressure solver");
    }
    return WAFT_OK;
}

typedef struct pass pass;
struct pass {
    const wafti_multigrid* multigrid;
    const wafti_level* level;
    const wafti_level* coarse;
    float *from, *to;
    int color;
    bool two_colors; // Gauss-Seidel in place of Chebyshev-Jacobi
    void (*plane)(const pass* job, int32_t k);
};

static void run_pass(pass* job, wafti_block_function* run) {
    const wafti_level* level = job->level;
    const double work_us = level->serial ? 0.0 : (double)level_cells(level) * cell_us;
    wafti_pool_run(job->multigrid->context->pool, level->block_count, work_us, run, job);
}

static float* window_plane(const wafti_level* level, int32_t block, int32_t slot) {
    return level->window + ((ptrdiff_t)block * WAFTI_WINDOW_PLANES + slot) * level->plane;
}

static bool plane_shifts_down(const wafti_level* level, int32_t k) {
    const uint8_t* kinds = level->row_kind + (ptrdiff_t)k * level->n[1];
    int any = 0;
    for (int32_t j = 0; j < level->n[1]; ++j) {
        any |= kinds[j];
    }
    return (any & WAFTI_ROW_SHIFTED) != 0;
}

// A wave through the planes of a block: stage s works on plane v - s when the front is at v.
typedef struct wave {
    const wafti_level* level;
    int32_t block;
    int32_t low, high; // planes of the block
} wave;

static wave wave_of(const wafti_level* level, int32_t block) {
    return (wave){
        level, block, wafti_level_begin(level, block), wafti_level_begin(level, block + 1)};
}

// Where the result of the first stage on plane v is: three planes in turn.
static float* first_stage(const wave* w, int32_t v) {
    return window_plane(w->level, w->block, (v + 3) % 3);
}

// Of the second stage going down: the block's own planes are kept.
static float* second_stage(const wave* w, int32_t v) {
    if (v >= w->low && v < w->high) {
        return w->level->x + v * w->level->plane;
    }
    return window_plane(w->level, w->block, v < w->low ? 3 : 4 + (v - w->high));
}

static float* second_stage_up(const wave* w, int32_t v) {
    return window_plane(w->level, w->block, 3 + (v + 3) % 3);
}

typedef float* stage_function(const wave* w, int32_t v);

// Three planes of a stage's result, zeros outside.
static wafti_planes around(const wave* w, int32_t v, stage_function* stage) {
    const wafti_level* level = w->level;
    return (wafti_planes){
        .low = wafti_level_wrap(level, 2, v - 1) >= 0 ? stage(w, v - 1) : level->zeros,
        .here = stage(w, v),
        .high = wafti_level_wrap(level, 2, v + 1) >= 0 ? stage(w, v + 1) : level->zeros,
    };
}

static void down_block(void* context, int32_t block) {
    const pass* job = context;
    const wafti_level* level = job->level;
    const wafti_multigrid_kernels* kernels = job->multigrid->kernels;
    const float* omega = job->multigrid->omega;
    const wave w = wave_of(level, block);
    const int32_t parents[2] = {w.low / 2, (w.high + 1) / 2};
    // Cells of the next plane may have parents here.
    const bool beyond = w.high < level->n[2] && plane_shifts_down(level, w.high);
    const int32_t last = beyond ? w.high : w.high - 1;
    for (int32_t v = w.low - 2; v <= last + 2; ++v) {
        const int32_t first = wafti_level_wrap(level, 2, v);
        if (first >= 0) {
            kernels->first(level, first, omega[0], first_stage(&w, v));
        }
        const int32_t second = wafti_level_wrap(level, 2, v - 1);
        if (second >= 0 && v - 1 >= w.low - 1) {
            const wafti_planes x = around(&w, v - 1, first_stage);
            kernels->sweep(level, second, &x, omega[1], second_stage(&w, v - 1), false);
        }
        if (v - 2 >= w.low) {
            if (v % 2 == 0 && v - 2 < w.high) {
                memset(job->coarse->b + (v - 2) / 2 * job->coarse->plane - 1, 0,
                    (size_t)job->coarse->plane * sizeof(float));
            }
            const wafti_planes x = around(&w, v - 2, second_stage);
            kernels->restrict_to(level, v - 2, &x, job->coarse, parents);
        }
    }
}

static void up_block(void* context, int32_t block) {
    const pass* job = context;
    const wafti_level* level = job->level;
    const wafti_multigrid_kernels* kernels = job->multigrid->kernels;
    const float* omega = job->multigrid->omega;
    const wave w = wave_of(level, block);
    for (int32_t v = w.low - 2; v <= w.high + 1; ++v) {
        const int32_t first = wafti_level_wrap(level, 2, v);
        if (first >= 0) {
            kernels->prolong(level, first, job->coarse, first_stage(&w, v));
        }
        const int32_t second = wafti_level_wrap(level, 2, v - 1);
        if (second >= 0 && v - 1 >= w.low - 1) {
            const wafti_planes x = around(&w, v - 1, first_stage);
            kernels->sweep(level, second, &x, omega[1], second_stage_up(&w, v - 1), false);
        }
        if (v - 2 >= w.low) {
            const wafti_planes x = around(&w, v - 2, second_stage_up);
            kernels->sweep(level, v - 2, &x, omega[0], level->result + (v - 2) * level->plane,
                level->row_sum != NULL);
        }
    }
}

// Below: the stages one after the other over the whole level, for Gauss-Seidel. Half-sweeps go from
// `from` to `to`, so that blocks do not write what others read.
static wafti_planes planes_around(const pass* job, int32_t k) {
    const wafti_level* level = job->level;
    const int32_t low = wafti_level_wrap(level, 2, k - 1);
    const int32_t high = wafti_level_wrap(level, 2, k + 1);
    return (wafti_planes){
        .low = low >= 0 ? job->from + low * level->plane : level->zeros,
        .here = job->from + k * level->plane,
        .high = high >= 0 ? job->from + high * level->plane : level->zeros,
    };
}

static void clear_block(void* context, int32_t block) {
    const pass* job = context;
    const wave w = wave_of(job->level, block);
    memset(job->to + w.low * job->level->plane - 1, 0,
        (size_t)((w.high - w.low) * job->level->plane) * sizeof(float));
}

static void relax_plane(const pass* job, int32_t k) {
    const wafti_planes x = planes_around(job, k);
    job->multigrid->kernels->relax(job->level, k, &x, job->color, job->to + k * job->level->plane);
}

static void restrict_block(void* context, int32_t block) {
    const pass* job = context;
    const wafti_level* level = job->level;
    const wave w = wave_of(level, block);
    const int32_t parents[2] = {w.low / 2, (w.high + 1) / 2};
    memset(job->coarse->b + parents[0] * job->coarse->plane - 1, 0,
        (size_t)((parents[1] - parents[0]) * job->coarse->plane) * sizeof(float));
    const bool beyond = w.high < level->n[2] && plane_shifts_down(level, w.high);
    for (int32_t k = w.low; k < w.high + beyond; ++k) {
        const wafti_planes x = planes_around(job, k);
        job->multigrid->kernels->restrict_to(level, k, &x, job->coarse, parents);
    }
}

static void prolong_plane(const pass* job, int32_t k) {
    job->multigrid->kernels->prolong(job->level, k, job->coarse, job->to + k * job->level->plane);
}

static void sum_plane(const pass* job, int32_t k) {
    job->multigrid->kernels->sum(job->level, k, job->from + k * job->level->plane);
}

static void planes_block(void* context, int32_t block) {
    const pass* job = context;
    const wave w = wave_of(job->level, block);
    for (int32_t k = w.low; k < w.high; ++k) {
        job->plane(job, k);
    }
}

static void run_planes(pass* job, void (*plane)(const pass* job, int32_t k)) {
    job->plane = plane;
    run_pass(job, planes_block);
}

// Two colours need an even number of cells round a periodic axis.
static bool has_two_colors(const wafti_level* level) {
    for (int axis = 0; axis < 3; ++axis) {
        if (level->periodic[axis] && level->n[axis] % 2 != 0) {
            return false;
        }
    }
    return true;
}

// A pass over level l that begins and ends in `field`.
static pass pass_over(const wafti_multigrid* multigrid, int l, float* field) {
    const wafti_level* level = &multigrid->levels[l];
    return (pass){.multigrid = multigrid,
        .level = level,
        .coarse = level + 1,
        .from = field,
        .to = field,
        .two_colors = multigrid->red_black && has_two_colors(level)};
}

// Two sweeps of two colours, by way of `other`; the result is in `from` again.
static void relax_twice(pass* job, float* other, int first_color) {
    job->to = other;
    for (int half = 0; half < 4; ++half) {
        job->color = (first_color + half) % 2;
        run_planes(job, relax_plane);
        float* to = job->to;
        job->to = job->from;
        job->from = to;
    }
}

static void descend(const wafti_multigrid* multigrid, int l) {
    pass job = pass_over(multigrid, l, multigrid->levels[l].x);
    if (job.two_colors) {
        run_pass(&job, clear_block);
        relax_twice(&job, job.level->result, 0);
        run_pass(&job, restrict_block);
    } else {
        run_pass(&job, down_block);
    }
}

static void ascend(const wafti_multigrid* multigrid, int l) {
    pass job = pass_over(multigrid, l, multigrid->levels[l].result);
    if (job.two_colors) {
        run_planes(&job, prolong_plane);
        relax_twice(&job, job.level->x, 1);
        if (job.level->row_sum != NULL) {
            run_planes(&job, sum_plane);
        }
    } else {
        run_pass(&job, up_block);
    }
}

void wafti_multigrid_cycle(wafti_multigrid* multigrid) {
    const int last = multigrid->level_count - 1;
    for (int l = 0; l < last; ++l) {
        descend(multigrid, l);
    }
    const wafti_level* coarsest = &multigrid->levels[last];
    wafti_coarsest_solve(&multigrid->coarsest, coarsest);
    if (last == 0) {
        for (int32_t k = 0; k < coarsest->n[2]; ++k) {
            multigrid->kernels->sum(coarsest, k, coarsest->result + k * coarsest->plane);
        }
    }
    for (int l = last - 1; l >= 0; --l) {
        ascend(multigrid, l);
    }
}
