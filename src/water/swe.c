// SPDX-License-Identifier: MIT
// Shallow-water equations: second-order MUSCL-Hancock finite volumes with HLL fluxes and the
// hydrostatic reconstruction of Chen & Noelle (2017), as in docs/spec/water.md#shallow-water-equations.
#include "water/swe.h"

#include <math.h>

// Parts that a step is cut into at most, and the share of the time in which a wave crosses a cell
// that a part may take: 0.6 ran, 0.8 blew up in a bowl.
enum { MOST_PARTS = 64 };
static const double cfl = 0.45;

// Estimates of the work for the pool, ns a cell on one core.
static const double part_ns = 12.0;
static const double speed_ns = 1.0;

typedef struct swe {
    wafti_real *qx, *qz; // m2/s
    wafti_real* halo;
    wafti_swe_sums* rows;
    wafti_real* z_edge[2];
    const wafti_swe_kernels* kernels;
} swe;

// What the blocks of a pool run share.
typedef struct part_run {
    const wafti_shallow* s;
    const wafti_swe_job* job;
    wafti_swe_kernel* kernel;
    double time;
} part_run;

typedef struct greatest {
    double rate;  // 1/s: cells that the fastest wave crosses in a second
    double speed; // m/s
} greatest;

static void swe_init(wafti_shallow* s, wafti_carver* c) {
    const wafti_basin* b = &s->basin;
    const size_t halo = wafti_size_mul(wafti_swe_halo_size(b), (size_t)wafti_swe_band_count(b));
    swe* own = wafti_carve(c, 1, sizeof(*own));
    const swe made = {
        .qx = wafti_carve(c, b->size, sizeof(wafti_real)),
        .qz = wafti_carve(c, b->size, sizeof(wafti_real)),
        .halo = wafti_carve(c, halo, sizeof(wafti_real)),
        .rows = wafti_carve(c, (size_t)b->nz, sizeof(wafti_swe_sums)),
        .z_edge = {wafti_carve(c, (size_t)b->stride, sizeof(wafti_real)),
            wafti_carve(c, (size_t)b->stride, sizeof(wafti_real))},
    };
    if (own != NULL) {
        s->own = own;
        *own = made;
        own->kernels = WAFTI_COPY(s->context->isa, &wafti_swe_kernels);
    }
}

static wafti_swe_job job_of(const wafti_shallow* s) {
    const swe* own = s->own;
    wafti_swe_job job = {.basin = s->basin,
        .h = s->depth,
        .qx = own->qx,
        .qz = own->qz,
        .bed = s->bed,
        .load = s->loaded ? s->load : NULL,
        .halo = own->halo,
        .band_rows = wafti_swe_band_rows(&s->basin),
        .rows = own->rows,
        .z_edge = {own->z_edge[0], own->z_edge[1]},
        .gravity = (wafti_real)s->context->gravity,
        .dry = (wafti_real)s->dry,
        .limiter = (wafti_real)s->def.limiter};
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT; ++side) {
        job.edge[side] = s->edges[side].kind;
    }
    return job;
}

static void set_time_step(const wafti_shallow* s, double dt, wafti_swe_job* job) {
    const double n = (double)s->def.manning;
    job->dtx = (wafti_real)(dt / s->basin.dx);
    job->dtz = (wafti_real)(dt / s->basin.dz);
    job->manning = (wafti_real)(dt * s->context->gravity * n * n);
    job->linear = (wafti_real)(1.0 / (1.0 + dt * (double)s->def.drag));
}

static void prepare_band(void* context, int32_t block) {
    const part_run* run = context;
    const wafti_swe_band band = wafti_swe_band_at(run->job, block);
    wafti_swe_prepare(run->s, run->job, &band, run->time);
}

static void kernel_band(void* context, int32_t block) {
    const part_run* run = context;
    const wafti_swe_band band = wafti_swe_band_at(run->job, block);
    run->kernel(run->job, &band);
}

static void run_bands(const part_run* run, double ns_per_cell, wafti_block_function* function) {
    const wafti_basin* b = &run->job->basin;
    const double cells = (double)b->nx * (double)b->nz;
    wafti_pool_run(run->s->context->pool, wafti_swe_band_count(b), 1e-3 * ns_per_cell * cells,
        function, (void*)run);
}

static greatest greatest_of(const wafti_swe_job* job) {
    const wafti_basin* b = &job->basin;
    greatest out = {0};
    for (int32_t j = 0; j < b->nz; ++j) {
        const double x = (double)job->rows[j].speed[0];
        const double z = b->nz > 1 ? (double)job->rows[j].speed[1] : 0.0;
        out.rate = fmax(out.rate, fmax(x / b->dx, z / b->dz));
        out.speed = fmax(out.speed, fmax(x, z));
    }
    return out;
}

static void book_part(const wafti_swe_job* job, double dt, wafti_shallow_report* report) {
    const wafti_basin* b = &job->basin;
    for (int32_t j = 0; j < b->nz; ++j) {
        const wafti_swe_sums* row = &job->rows[j];
        report->lost += row->lost * b->dx * b->dz;
        if (!wafti_swe_copies(job->edge[WAFT_WATER_LEFT])) {
            wafti_book((double)row->edge[0] * dt * b->dz, &report->inflow, &report->outflow);
        }
        if (!wafti_swe_copies(job->edge[WAFT_WATER_RIGHT])) {
            wafti_book(-(double)row->edge[1] * dt * b->dz, &report->inflow, &report->outflow);
        }
        if (report->bad_row < 0 && !row->finite) {
            report->bad_row = j;
        }
    }
    for (int high = 0; high < 2 && b->nz > 1; ++high) {
        const bool closed = wafti_swe_copies(job->edge[WAFT_WATER_BACK + high]);
        for (int32_t i = 0; i < b->nx && !closed; ++i) {
            const double flux = (double)job->z_edge[high][i];
            wafti_book((high ? -flux : flux) * dt * b->dx, &report->inflow, &report->outflow);
        }
    }
}

// Length of the next part of what is left: equal parts, until waves have become too fast for them.
static double next_part(double left, double part, double rate, int parts_left) {
    const double most = rate > 0.0 ? cfl / rate : INFINITY;
    if (part > 0.0 && part <= most) {
        return fmin(part, left);
    }
    const double count = ceil(left / most);
    return count > (double)parts_left ? most : left / fmax(count, 1.0);
}

static void swe_step(wafti_shallow* s, double dt, wafti_shallow_report* out_report) {
    const swe* own = s->own;
    wafti_swe_job job = job_of(s);
    part_run run = {.s = s, .job = &job, .kernel = own->kernels->speed};
    *out_report = (wafti_shallow_report){.bad_row = -1};
    run_bands(&run, speed_ns, kernel_band);
    run.kernel = own->kernels->part;
    greatest now = greatest_of(&job);
    double left = dt;
    double part = 0.0;
    while (left > 0.0 && out_report->parts < MOST_PARTS && out_report->bad_row < 0) {
        part = next_part(left, part, now.rate, MOST_PARTS - out_report->parts);
        // What rounding would leave for a last sliver belongs to this part.
        part = left - part < 1e-9 * dt ? left : part;
        set_time_step(s, part, &job);
        run.time = s->time + (dt - left) + 0.5 * part;
        run_bands(&run, speed_ns, prepare_band);
        run_bands(&run, part_ns, kernel_band);
        book_part(&job, part, out_report);
        now = greatest_of(&job);
        left -= part;
        ++out_report->parts;
    }
    out_report->dropped = left;
    out_report->speed = now.speed;
}

static double swe_longest_step(const wafti_shallow* s) {
    (void)s;
    return INFINITY;
}

static void swe_velocity(const wafti_shallow* s, int32_t i, int32_t j, double out_velocity[2]) {
    const swe* own = s->own;
    const ptrdiff_t at = wafti_basin_index(&s->basin, i, j);
    const double h = (double)s->depth[at];
    const bool wet = h > s->dry;
    out_velocity[0] = wet ? (double)own->qx[at] / h : 0.0;
    out_velocity[1] = wet ? (double)own->qz[at] / h : 0.0;
}

static void swe_set_velocity(wafti_shallow* s, const wafti_real* vx, const wafti_real* vz) {
    swe* own = s->own;
    for (wafti_cells cell = wafti_basin_cells(&s->basin); wafti_cells_next(&cell);) {
        const ptrdiff_t at = wafti_basin_index(&s->basin, cell.i, cell.j);
        const bool wet = (double)s->depth[at] > s->dry;
        own->qx[at] = wet ? s->depth[at] * vx[at] : 0;
        own->qz[at] = wet && s->basin.nz > 1 ? s->depth[at] * vz[at] : 0;
    }
}

// d u^2 of a cell.
static double kinetic_of(const wafti_shallow* s, int32_t i, int32_t j) {
    double u[2];
    swe_velocity(s, i, j, u);
    return (double)s->depth[wafti_basin_index(&s->basin, i, j)] * (u[0] * u[0] + u[1] * u[1]);
}

static double swe_kinetic(const wafti_shallow* s) {
    return 0.5 * s->density * wafti_shallow_sum(s, kinetic_of) * s->basin.dx * s->basin.dz;
}

static void swe_damp(wafti_shallow* s, int32_t i, int32_t j, double keep) {
    swe* own = s->own;
    const ptrdiff_t at = wafti_basin_index(&s->basin, i, j);
    own->qx[at] *= (wafti_real)keep;
    own->qz[at] *= (wafti_real)keep;
}

static void swe_push(wafti_shallow* s, int32_t i, int32_t j, const double flow[2]) {
    swe* own = s->own;
    const ptrdiff_t at = wafti_basin_index(&s->basin, i, j);
    own->qx[at] = (wafti_real)((double)own->qx[at] + flow[0]);
    own->qz[at] = (wafti_real)((double)own->qz[at] + (s->basin.nz > 1 ? flow[1] : 0.0));
}

static void swe_velocity_row(
    const wafti_shallow* s, int32_t j, wafti_real* out_vx, wafti_real* out_vz) {
    const swe* own = s->own;
    const ptrdiff_t row = wafti_basin_index(&s->basin, 0, j);
    const wafti_real dry = (wafti_real)s->dry;
    for (int32_t i = 0; i < s->basin.nx; ++i) {
        const wafti_real depth = s->depth[row + i];
        const wafti_real per_depth = depth > dry ? 1 / depth : 0;
        out_vx[i] = own->qx[row + i] * per_depth;
        out_vz[i] = own->qz[row + i] * per_depth;
    }
}

static void swe_state(wafti_shallow* s, wafti_stream* stream) {
    swe* own = s->own;
    wafti_basin_state(&s->basin, own->qx, stream);
    wafti_basin_state(&s->basin, own->qz, stream);
}

const wafti_method wafti_swe_method = {
    .kind = WAFT_WATER_SWE,
    .init = swe_init,
    .step = swe_step,
    .longest_step = swe_longest_step,
    .velocity = swe_velocity,
    .set_velocity = swe_set_velocity,
    .kinetic = swe_kinetic,
    .damp = swe_damp,
    .state = swe_state,
    .push = swe_push,
    .velocity_row = swe_velocity_row,
};
