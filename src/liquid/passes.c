// SPDX-License-Identifier: MIT
// What both solvers share: sorting, density, lists, kicks.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "liquid/solver.h"

typedef struct block_run {
    const waft_liquid* liquid;
    wafti_liquid_work* run;
    void* context;
} block_run;

static void run_block(void* context, int32_t block) {
    const block_run* job = context;
    const uint32_t first = (uint32_t)block * WAFTI_LIQUID_BLOCK;
    const uint32_t left = job->liquid->count - first;
    job->run(job->context, first, first + (left < WAFTI_LIQUID_BLOCK ? left : WAFTI_LIQUID_BLOCK));
}

void wafti_liquid_blocks(
    waft_liquid* liquid, double work_each, wafti_liquid_work* run, void* context) {
    block_run job = {liquid, run, context};
    wafti_pool_run(liquid->context->pool, wafti_liquid_block_count(liquid),
        work_each * (double)liquid->count, run_block, &job);
}

double wafti_liquid_sum_slots(const waft_liquid* liquid, size_t slot) {
    double sum = 0.0;
    const int32_t blocks = wafti_liquid_block_count(liquid);
    for (int32_t block = 0; block < blocks; ++block) {
        sum += liquid->slots[(size_t)block * 8 + slot];
    }
    return sum;
}

void wafti_liquid_sort(waft_liquid* liquid) {
    for (uint32_t i = 0; i < liquid->count; ++i) {
        liquid->cells.key[i] = liquid->dead[i] != 0 ? WAFTI_LIQUID_DEAD : 0;
    }
    liquid->count = wafti_cells_sort(
        &liquid->cells, liquid->context->pool, liquid->count, &liquid->now, &liquid->other);
    const wafti_particles sorted = liquid->other;
    liquid->other = liquid->now;
    liquid->now = sorted;
    memset(liquid->dead, 0, liquid->count);
}

static wafti_pair_job make_pair_job(waft_liquid* liquid) {
    wafti_pair_job job = {
        .cells = &liquid->cells,
        .constants = liquid->constants,
        .k = liquid->now.k,
        .inverse = liquid->inverse,
        .viscosity = (float)liquid->viscosity,
        .fluid = liquid->fluid,
        .list = &liquid->list,
        .overflow = liquid->overflow,
    };
    for (int axis = 0; axis < 3; ++axis) {
        job.x[axis] = liquid->now.x[axis];
        job.u[axis] = liquid->now.u[axis];
        job.out[axis] = liquid->a[axis];
    }
    return job;
}

static wafti_list_job make_list_job(waft_liquid* liquid) {
    wafti_list_job job = {
        .list = &liquid->list,
        .constants = &liquid->constants,
        .place = liquid->place,
        .flow = liquid->flow,
        .scale = (float)liquid->viscosity,
    };
    for (int axis = 0; axis < 3; ++axis) {
        job.wall[axis] = liquid->wall[axis];
        job.out[axis] = liquid->a[axis];
        if (liquid->cells.periodic[axis]) {
            const double period = liquid->cells.high[axis] - liquid->cells.low[axis];
            job.wraps = true;
            job.period[axis] = (float)period;
            job.inverse_period[axis] = (float)(1.0 / period);
        }
    }
    return job;
}

typedef struct sweep_context {
    waft_liquid* liquid;
    wafti_pair_job pairs;
    wafti_list_job lists;
} sweep_context;

static void sweep(waft_liquid* liquid, wafti_block_function* run) {
    sweep_context context = {liquid, make_pair_job(liquid), make_list_job(liquid)};
    wafti_pool_run(liquid->context->pool, liquid->cells.task_count, 0.1 * (double)liquid->count,
        run, &context);
}

static void list_task(void* context, int32_t task) {
    const sweep_context* sweep = context;
    sweep->liquid->kernels.list(&sweep->pairs, task);
}

static void density_task(void* context, int32_t task) {
    const sweep_context* sweep = context;
    sweep->liquid->kernels.list(&sweep->pairs, task);
    if (sweep->pairs.overflow[task] != 0) {
        sweep->liquid->kernels.density(&sweep->pairs, task);
    }
}

static void force_task(void* context, int32_t task) {
    const sweep_context* sweep = context;
    const waft_liquid* liquid = sweep->liquid;
    const wafti_cells* cells = &liquid->cells;
    wafti_list_job job = sweep->lists;
    job.first = cells->start[cells->filled[cells->tasks[task]]];
    job.end = cells->start[cells->filled[cells->tasks[task + 1] - 1] + 1];
    if (liquid->overflow[task] != 0) {
        liquid->kernels.force(&sweep->pairs, task);
    } else {
        liquid->kernels.press(&job);
    }
}

void wafti_liquid_sweep_density(waft_liquid* liquid) {
    sweep(liquid, density_task);
    wafti_liquid_find_walls(liquid);
}

static void pack_all_block(void* context, uint32_t first, uint32_t end) {
    waft_liquid* liquid = context;
    for (uint32_t i = first; i < end; ++i) {
        wafti_liquid_set_place(liquid, i, liquid->now.k[i]);
        wafti_liquid_set_flow(liquid, i, liquid->now.u, liquid->inverse[i]);
    }
}

void wafti_liquid_sweep_force(waft_liquid* liquid) {
    wafti_liquid_blocks(liquid, 0.004, pack_all_block, liquid);
    sweep(liquid, force_task);
}

static void place_block(void* context, uint32_t first, uint32_t end) {
    waft_liquid* liquid = context;
    for (uint32_t i = first; i < end; ++i) {
        wafti_liquid_set_place(liquid, i, 0.0f);
    }
}

waft_result wafti_liquid_make_lists(waft_liquid* liquid) {
    sweep(liquid, list_task);
    for (int32_t task = 0; task < liquid->cells.task_count; ++task) {
        if (liquid->overflow[task] != 0) {
            const uint32_t i = liquid->overflow[task] - 1;
            return wafti_fail(liquid->context->error, WAFT_ERR_DIVERGED,
                "liquid: particles are crushed near (%g, %g, %g): more than %u neighbours each",
                (double)liquid->now.x[0][i], (double)liquid->now.x[1][i],
                (double)liquid->now.x[2][i], (unsigned)liquid->list.each);
        }
    }
    wafti_liquid_find_walls(liquid);
    wafti_liquid_blocks(liquid, 0.003, place_block, liquid);
    return WAFT_OK;
}

waft_result wafti_liquid_find_density(waft_liquid* liquid) {
    if (liquid->method == WAFT_LIQUID_DFSPH) {
        return wafti_liquid_make_lists(liquid);
    }
    wafti_liquid_sweep_density(liquid);
    return WAFT_OK;
}

// ---- passes over lists

typedef struct pack_job {
    waft_liquid* liquid;
    float* const* of;
} pack_job;

static void pack_block(void* context, uint32_t first, uint32_t end) {
    const pack_job* job = context;
    for (uint32_t i = first; i < end; ++i) {
        wafti_liquid_set_flow(job->liquid, i, job->of, job->liquid->inverse[i]);
    }
}

void wafti_liquid_pack_flow(waft_liquid* liquid, float* const of[3]) {
    pack_job job = {liquid, of};
    wafti_liquid_blocks(liquid, 0.003, pack_block, &job);
}

typedef struct pass_context {
    waft_liquid* liquid;
    wafti_list_pass* pass;
    const wafti_list_job* job;
} pass_context;

static void pass_block(void* context, uint32_t first, uint32_t end) {
    const pass_context* pass = context;
    wafti_list_job job = *pass->job;
    job.first = first;
    job.end = end;
    pass->pass(&job);
}

void wafti_liquid_pass(waft_liquid* liquid, wafti_list_pass* pass, const wafti_list_job* job) {
    wafti_list_job whole = make_list_job(liquid);
    whole.flow_out = job->flow_out;
    whole.flux = job->flux;
    whole.scale = job->scale;
    memcpy(whole.out, job->out, sizeof(whole.out));
    pass_context context = {liquid, pass, &whole};
    wafti_liquid_blocks(liquid, 0.03, pass_block, &context);
}

// ---- kicks

typedef struct kick_job {
    waft_liquid* liquid;
    double time, dt;
    float* const* a;
} kick_job;

// Gravity, the host's force and turbulence into b; returns the greatest length.
static double find_outer(const kick_job* job, uint32_t first, uint32_t end) {
    const waft_liquid* liquid = job->liquid;
    const float* position[3];
    const float* velocity[3];
    float* out[3];
    for (int axis = 0; axis < 3; ++axis) {
        position[axis] = liquid->now.x[axis] + first;
        velocity[axis] = liquid->now.u[axis] + first;
        out[axis] = liquid->b[axis] + first;
        memset(out[axis], 0, (end - first) * sizeof(float));
    }
    if (liquid->force != NULL) {
        liquid->force(liquid->force_user, job->time, end - first, position, velocity, out);
    }
    if (liquid->stir.on) {
        wafti_liquid_stir(liquid, first, end - first, out);
    }
    double greatest = 0.0;
    for (uint32_t i = 0; i < end - first; ++i) {
        double square = 0.0;
        for (int axis = 0; axis < liquid->def.dimension; ++axis) {
            const double a = (double)out[axis][i] + liquid->gravity[axis];
            square += a * a;
            liquid->now.u[axis][first + i] += (float)(job->dt * a);
        }
        greatest = square > greatest ? square : greatest;
    }
    return sqrt(greatest);
}

// Viscosity spreads what moves over all of a liquid at rest, by a factor a layer: velocities of
// 1e-40 m/s, whose sums over pairs take several times as long, being of denormal numbers.
static inline float without_dust(float u) {
    return fabsf(u) < 1e-20f ? 0.0f : u;
}

static void kick_block(void* context, uint32_t first, uint32_t end) {
    const kick_job* job = context;
    const waft_liquid* liquid = job->liquid;
    const bool host = liquid->force != NULL || liquid->stir.on;
    double* slot = wafti_liquid_slots(liquid, first);
    slot[0] = host ? find_outer(job, first, end) : wafti_vector_length(liquid->gravity);
    const float dt = (float)job->dt;
    for (int axis = 0; axis < liquid->def.dimension; ++axis) {
        const float fall = !host ? (float)(job->dt * liquid->gravity[axis]) : 0.0f;
        float* u = liquid->now.u[axis];
        const float* a = job->a != NULL ? job->a[axis] : NULL;
        for (uint32_t i = first; i < end; ++i) {
            u[i] = without_dust(u[i] + fall + (a != NULL ? dt * a[i] : 0.0f));
        }
    }
}

void wafti_liquid_kick_outer(waft_liquid* liquid, double time, double dt, float* const a[3]) {
    kick_job job = {liquid, time, dt, a};
    if (liquid->stir.on) {
        wafti_liquid_find_swirl(liquid, dt);
    }
    wafti_liquid_blocks(liquid, liquid->stir.on ? 0.1 : 0.003, kick_block, &job);
    liquid->greatest_push = 0.0;
    const int32_t blocks = wafti_liquid_block_count(liquid);
    for (int32_t block = 0; block < blocks; ++block) {
        liquid->greatest_push = fmax(liquid->greatest_push, liquid->slots[(size_t)block * 8]);
    }
}

static void kick_flow_block(void* context, uint32_t first, uint32_t end) {
    const kick_job* job = context;
    const waft_liquid* liquid = job->liquid;
    for (uint32_t i = first; i < end; ++i) {
        for (int axis = 0; axis < liquid->def.dimension; ++axis) {
            const float kick = (float)job->dt * liquid->flow[(size_t)4 * i + (size_t)axis];
            liquid->now.u[axis][i] = without_dust(liquid->now.u[axis][i] + kick);
        }
    }
}

void wafti_liquid_kick_flow(waft_liquid* liquid, double dt) {
    kick_job job = {.liquid = liquid, .dt = dt};
    wafti_liquid_blocks(liquid, 0.002, kick_flow_block, &job);
}
