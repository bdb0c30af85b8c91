// SPDX-License-Identifier: MIT
#include "water/implicit.h"

#include <math.h>

#include "water/tools.h"

// Numbers of scratch for one piece of work: c, y and h of a block of rows, or c and h of a strip.
static size_t scratch_size(const wafti_basin* basin) {
    const size_t for_rows = 3 * (size_t)WAFTI_IMPLICIT_ROWS * ((size_t)basin->nx + 1);
    const size_t for_columns = 2 * (size_t)WAFTI_IMPLICIT_STRIP * (size_t)basin->nz;
    const size_t most = for_rows > for_columns ? for_rows : for_columns;
    return (most + 15) / 16 * 16;
}

static int32_t piece_count(const wafti_basin* basin) {
    const int32_t rows = wafti_implicit_cut_make(basin->nz, WAFTI_IMPLICIT_ROWS).pieces;
    const int32_t strips = wafti_implicit_cut_make(basin->nx, WAFTI_IMPLICIT_STRIP).pieces;
    return wafti_greater(rows, strips);
}

static wafti_implicit_more more_of(const wafti_basin* basin, wafti_carver* c) {
    wafti_implicit_more more = {.sums = wafti_carve(c, (size_t)basin->nz, sizeof(double))};
    wafti_real** fields[] = {&more.pull[0], &more.pull[1], &more.increment, &more.residual,
        &more.direction, &more.image, &more.guess};
    for (size_t n = 0; n < sizeof(fields) / sizeof(fields[0]); ++n) {
        *fields[n] = wafti_carve(c, basin->size, sizeof(wafti_real));
    }
    return more;
}

static void implicit_init(wafti_shallow* s, wafti_carver* c) {
    const wafti_basin* basin = &s->basin;
    const bool plain = s->def.scheme == WAFT_IMPLICIT_BACKWARD && !s->def.explicit_scheme;
    const size_t scratch = wafti_size_mul((size_t)piece_count(basin), scratch_size(basin));
    wafti_implicit* own = wafti_carve(c, 1, sizeof(*own));
    wafti_real* fields[3];
    for (int n = 0; n < 3; ++n) {
        fields[n] = wafti_carve(c, basin->size, sizeof(wafti_real));
    }
    wafti_real* areas = wafti_carve(c, scratch, sizeof(wafti_real));
    const wafti_implicit_more more = plain ? (wafti_implicit_more){0} : more_of(basin, c);
    const wafti_implicit_runs runs = wafti_implicit_runs_make(basin, c);
    if (own != NULL) {
        s->own = own;
        *own = (wafti_implicit){.kernels = WAFTI_COPY(s->context->isa, &wafti_implicit_kernels),
            .rise = fields[0],
            .face = {fields[1], fields[2]},
            .dt = 1.0,
            .scratch = areas,
            .scratch_size = scratch_size(basin),
            .runs = runs,
            .more = more};
    }
}

wafti_implicit_job wafti_implicit_job_make(const wafti_shallow* s, double dt) {
    const wafti_implicit* own = s->own;
    const wafti_basin* basin = &s->basin;
    const double gravity = s->context->gravity;
    return (wafti_implicit_job){
        .basin = basin,
        .level = s->level,
        .bed = s->bed,
        .load = s->loaded ? s->load : NULL,
        .rise = own->rise,
        .face = {own->face[0], own->face[1]},
        .ring = {wafti_shallow_ring(s, 0), wafti_shallow_ring(s, 1)},
        .pull = {(wafti_real)(gravity * dt * dt / (basin->dx * basin->dx)),
            (wafti_real)(gravity * dt * dt / (basin->dz * basin->dz))},
        .keep = (wafti_real)wafti_shallow_keep(s, dt),
        .below = (wafti_real)s->def.dry_eps,
        .kick = {(wafti_real)(gravity * dt / basin->dx), (wafti_real)(gravity * dt / basin->dz)},
    };
}

// A pass of a kernel over all pieces: `each` rows or strips of `count` in a piece.
typedef struct kernel_pass {
    const wafti_implicit_job* job;
    wafti_implicit* own;
    wafti_implicit_solver* solve;
    int32_t each, count;
} kernel_pass;

// Takes the first area of scratch that is free, so that few threads stay within few of them and find
// them in their caches. There is one for each thread; which one it is does not matter to results.
static unsigned take_area(wafti_implicit* own) {
    unsigned taken = atomic_load_explicit(&own->taken, memory_order_relaxed);
    unsigned area = 0;
    do {
        for (area = 0; (taken >> area & 1u) != 0;) {
            ++area;
        }
    } while (!atomic_compare_exchange_weak_explicit(
        &own->taken, &taken, taken | 1u << area, memory_order_acquire, memory_order_relaxed));
    return area;
}

static void solve_block(void* context, int32_t piece) {
    const kernel_pass* p = context;
    const unsigned area = take_area(p->own);
    p->solve(p->job, piece * p->each, wafti_lesser((piece + 1) * p->each, p->count),
        p->own->scratch + area * p->own->scratch_size, &p->own->slots[piece]);
    (void)atomic_fetch_and_explicit(&p->own->taken, ~(1u << area), memory_order_release);
}

static void faces_block(void* context, int32_t piece) {
    const kernel_pass* p = context;
    p->own->kernels->faces(p->job, piece * p->each, wafti_lesser((piece + 1) * p->each, p->count));
}

static void run_pieces(const wafti_shallow* s, int32_t pieces, double ns_per_cell,
    wafti_block_function* run, void* pass) {
    const double cells = (double)s->basin.nx * (double)s->basin.nz;
    wafti_pool_run(s->context->pool, pieces, 1e-3 * ns_per_cell * cells, run, pass);
}

static void run_kernel(const wafti_shallow* s, const wafti_implicit_job* job,
    wafti_implicit_solver* solve, wafti_block_function* run) {
    const wafti_implicit_cut cut = wafti_implicit_cut_make(s->basin.nz, WAFTI_IMPLICIT_ROWS);
    kernel_pass pass = {job, s->own, solve, cut.each * WAFTI_IMPLICIT_ROWS, s->basin.nz};
    run_pieces(s, cut.pieces, 1.5, run, &pass);
}

void wafti_implicit_rows(const wafti_shallow* s, const wafti_implicit_job* job) {
    const wafti_implicit* own = s->own;
    run_kernel(s, job, own->kernels->rows, solve_block);
}

void wafti_implicit_columns(const wafti_shallow* s, const wafti_implicit_job* job) {
    wafti_implicit* own = s->own;
    const wafti_implicit_cut cut = wafti_implicit_cut_make(s->basin.nx, WAFTI_IMPLICIT_STRIP);
    const int32_t strips = (s->basin.nx + WAFTI_IMPLICIT_STRIP - 1) / WAFTI_IMPLICIT_STRIP;
    kernel_pass pass = {job, own, own->kernels->columns, cut.each, strips};
    run_pieces(s, cut.pieces, 1.5, solve_block, &pass);
}

void wafti_implicit_faces(const wafti_shallow* s, const wafti_implicit_job* job) {
    run_kernel(s, job, NULL, faces_block);
}

static void work_block(void* context, int32_t piece) {
    const wafti_implicit_pass* pass = context;
    const int32_t each = pass->cut.each * WAFTI_IMPLICIT_ROWS;
    const int32_t end = wafti_lesser((piece + 1) * each, pass->job->basin->nz);
    for (int32_t j = piece * each; j < end; ++j) {
        pass->work(pass, j);
    }
}

void wafti_implicit_run(
    const wafti_shallow* s, wafti_implicit_pass* pass, wafti_implicit_work* work) {
    pass->work = work;
    run_pieces(s, pass->cut.pieces, 1.0, work_block, pass);
}

// Sets one cell to the maker's level and returns the water that this brought, m.
static double make_wave(wafti_shallow* s, ptrdiff_t at, double level, double rise) {
    wafti_implicit* own = s->own;
    const double before = wafti_shallow_exact_depth(s, at);
    if ((wafti_real)level > s->bed[at]) {
        s->level[at] = (wafti_real)level;
        own->rise[at] = (wafti_real)rise;
    } else {
        s->level[at] = s->bed[at] - (wafti_real)s->def.dry_eps;
        own->rise[at] = 0;
    }
    return wafti_shallow_exact_depth(s, at) - before;
}

static void make_edge(wafti_shallow* s, int side, double dt, wafti_shallow_report* report) {
    const wafti_basin* basin = &s->basin;
    const wafti_edge* edge = &s->edges[side];
    const double level = wafti_edge_wave(edge, s->time);
    const double rise = level - wafti_edge_wave(edge, s->time - dt);
    const int32_t count = side < 2 ? basin->nz : basin->nx;
    double sum = 0.0;
    for (int32_t n = 0; n < count; ++n) {
        const int32_t across = side % 2 == 0 ? 0 : (side < 2 ? basin->nx : basin->nz) - 1;
        const ptrdiff_t at =
            side < 2 ? wafti_basin_index(basin, across, n) : wafti_basin_index(basin, n, across);
        sum += make_wave(s, at, level, rise);
    }
    wafti_book(sum * basin->dx * basin->dz, &report->inflow, &report->outflow);
}

static void make_waves(wafti_shallow* s, double dt, wafti_shallow_report* report) {
    for (int side = 0; side < 4; ++side) {
        const bool across = side < 2 || s->basin.nz > 1;
        if (s->edges[side].kind == WAFT_EDGE_WAVEMAKER && across) {
            make_edge(s, side, dt, report);
        }
    }
}

// The rise is of one step: another step has another one.
static void rescale(wafti_shallow* s, double dt) {
    wafti_implicit* own = s->own;
    const double ratio = dt / own->dt;
    if (ratio != 1.0) {
        for (int32_t j = 0; j < s->basin.nz; ++j) {
            wafti_real* row = own->rise + wafti_basin_index(&s->basin, 0, j);
            for (int32_t i = 0; i < s->basin.nx; ++i) {
                row[i] = (wafti_real)((double)row[i] * ratio);
            }
        }
        own->dt = dt;
    }
}

bool wafti_implicit_all_open(const wafti_shallow* s) {
    const wafti_implicit* own = s->own;
    const int32_t pieces = wafti_implicit_cut_make(s->basin.nz, WAFTI_IMPLICIT_ROWS).pieces;
    bool open = true;
    for (int32_t n = 0; n < pieces; ++n) {
        open = open && own->slots[n].opening > 0;
    }
    return open;
}

static int32_t first_bad_row(const wafti_shallow* s) {
    const wafti_implicit* own = s->own;
    for (wafti_cells cell = wafti_basin_cells(&s->basin); wafti_cells_next(&cell);) {
        const ptrdiff_t at = wafti_basin_index(&s->basin, cell.i, cell.j);
        if (!isfinite(s->level[at]) || !isfinite(own->rise[at])) {
            return cell.j;
        }
    }
    return -1;
}

// What the pieces of the last pass found together.
static wafti_implicit_slot join_slots(const wafti_implicit* own, int32_t pieces) {
    wafti_implicit_slot all = own->slots[0];
    for (int32_t n = 1; n < pieces; ++n) {
        const wafti_implicit_slot* slot = &own->slots[n];
        all.change += slot->change;
        all.deepest = slot->deepest > all.deepest ? slot->deepest : all.deepest;
        all.shallowest = slot->shallowest < all.shallowest ? slot->shallowest : all.shallowest;
        all.bad = all.bad || slot->bad;
    }
    return all;
}

// Steps 5 and 6 of docs/spec/water.md#step-of-implicit.
static void finish(wafti_shallow* s, wafti_implicit_job* job, int32_t pieces, bool open,
    wafti_shallow_report* report) {
    wafti_implicit* own = s->own;
    const wafti_implicit_slot all = join_slots(own, pieces);
    report->speed = sqrt(s->context->gravity * (double)all.deepest);
    report->bad_row = all.bad ? first_bad_row(s) : -1;
    if (all.bad) {
        return;
    }
    const bool wet = all.shallowest > 0;
    report->lost =
        open ? wafti_implicit_fix_all(s, job, all.change, wet) : wafti_implicit_runs_fix(s, job);
    job->open = wet;
    wafti_implicit_faces(s, job);
}

// The solves of docs/spec/water.md#two-dimensions. Returns how many slots hold its sums.
static int32_t backward(wafti_shallow* s, const wafti_implicit_job* job, bool* out_open) {
    wafti_implicit_rows(s, job);
    *out_open = wafti_implicit_all_open(s);
    if (!*out_open) {
        wafti_implicit_runs_find(s, job);
    }
    wafti_implicit_columns(s, job);
    return wafti_implicit_cut_make(s->basin.nx, WAFTI_IMPLICIT_STRIP).pieces;
}

static void implicit_step(wafti_shallow* s, double dt, wafti_shallow_report* out_report) {
    *out_report = (wafti_shallow_report){.bad_row = -1, .parts = 1};
    rescale(s, dt);
    make_waves(s, dt, out_report);
    wafti_implicit_job job = wafti_implicit_job_make(s, dt);
    bool open = true;
    int32_t pieces = 0;
    if (s->def.explicit_scheme) {
        pieces = wafti_implicit_explicit(s, &job, &open);
    } else if (s->def.scheme == WAFT_IMPLICIT_CENTERED) {
        job.kick[0] /= 2;
        job.kick[1] /= 2;
        pieces = wafti_implicit_centered(s, &job, &open);
    } else {
        pieces = backward(s, &job, &open);
    }
    finish(s, &job, pieces, open, out_report);
}

// Backward Euler is stable at any step; theta = 1/2 is good up to a Courant number of 4.
static double implicit_longest(const wafti_shallow* s) {
    const bool centered = s->def.scheme == WAFT_IMPLICIT_CENTERED && !s->def.explicit_scheme;
    const double depth = centered ? wafti_shallow_deepest(s) : 0.0;
    if (!(depth > 0.0)) {
        return INFINITY;
    }
    const double cell = s->basin.nz > 1 ? fmin(s->basin.dx, s->basin.dz) : s->basin.dx;
    return 4.0 * cell / sqrt(s->context->gravity * depth);
}

// Faces before and after a cell along an axis: their places, and 0 where there is a wall.
typedef struct face_pair {
    ptrdiff_t low, high;
    bool has_low, has_high;
} face_pair;

static face_pair faces_of(const wafti_shallow* s, int axis, int32_t i, int32_t j) {
    const bool ring = wafti_shallow_ring(s, axis);
    const int32_t count = axis == 0 ? s->basin.nx : s->basin.nz;
    const int32_t own = axis == 0 ? i : j;
    const int32_t before = own > 0 ? own - 1 : count - 1;
    return (face_pair){
        .low = axis == 0 ? wafti_basin_index(&s->basin, before, j)
                         : wafti_basin_index(&s->basin, i, before),
        .high = wafti_basin_index(&s->basin, i, j),
        .has_low = own > 0 || ring,
        .has_high = own < count - 1 || ring,
    };
}

static void implicit_velocity(
    const wafti_shallow* s, int32_t i, int32_t j, double out_velocity[2]) {
    const wafti_implicit* own = s->own;
    const bool dry = !(wafti_shallow_depth(s, wafti_basin_index(&s->basin, i, j)) > 0);
    for (int axis = 0; axis < 2; ++axis) {
        const face_pair f = faces_of(s, axis, i, j);
        const double low = f.has_low ? (double)own->face[axis][f.low] : 0.0;
        const double high = f.has_high ? (double)own->face[axis][f.high] : 0.0;
        out_velocity[axis] = dry ? 0.0 : (low + high) / 2.0;
    }
}

static void implicit_velocity_row(
    const wafti_shallow* s, int32_t j, wafti_real* out_vx, wafti_real* out_vz) {
    const wafti_implicit* own = s->own;
    const int32_t nx = s->basin.nx;
    for (int32_t i = 0; i < nx; ++i) {
        if (i == 1 && nx > 2 && j > 0 && j + 1 < s->basin.nz) {
            // Inside, faces lie as cells do.
            const face_pair x = faces_of(s, 0, 1, j);
            const face_pair z = faces_of(s, 1, 1, j);
            const ptrdiff_t at = wafti_basin_index(&s->basin, 1, j);
            for (int32_t n = 0; n < nx - 2; ++n) {
                const bool wet = s->level[at + n] > s->bed[at + n];
                const wafti_real half = wet ? (wafti_real)0.5 : 0;
                out_vx[1 + n] = half * (own->face[0][x.low + n] + own->face[0][x.high + n]);
                out_vz[1 + n] = half * (own->face[1][z.low + n] + own->face[1][z.high + n]);
            }
            i = nx - 1;
        }
        double velocity[2];
        implicit_velocity(s, i, j, velocity);
        out_vx[i] = (wafti_real)velocity[0];
        out_vz[i] = (wafti_real)velocity[1];
    }
}

// The cell after another along an axis, around the end of a ring.
static ptrdiff_t after(const wafti_shallow* s, int axis, int32_t i, int32_t j) {
    if (axis == 0) {
        return wafti_basin_index(&s->basin, i + 1 < s->basin.nx ? i + 1 : 0, j);
    }
    return wafti_basin_index(&s->basin, i, j + 1 < s->basin.nz ? j + 1 : 0);
}

// The rise that the faces' velocities give: minus the divergence of depth times velocity.
static double rise_at(const wafti_shallow* s, int32_t i, int32_t j) {
    const wafti_implicit* own = s->own;
    const double cell[2] = {s->basin.dx, s->basin.dz};
    double sum = 0.0;
    for (int axis = 0; axis < 2; ++axis) {
        const face_pair f = faces_of(s, axis, i, j);
        if (f.has_low) {
            sum += (double)own->face[axis][f.low] * (double)wafti_shallow_face(s, f.low, f.high) /
                   cell[axis];
        }
        if (f.has_high) {
            sum -= (double)own->face[axis][f.high] *
                   (double)wafti_shallow_face(s, f.high, after(s, axis, i, j)) / cell[axis];
        }
    }
    return sum * own->dt;
}

static void implicit_set_velocity(wafti_shallow* s, const wafti_real* vx, const wafti_real* vz) {
    wafti_implicit* own = s->own;
    const wafti_real* given[2] = {vx, vz};
    for (wafti_cells at = wafti_basin_cells(&s->basin); wafti_cells_next(&at);) {
        for (int axis = 0; axis < 2; ++axis) {
            const face_pair f = faces_of(s, axis, at.i, at.j);
            const ptrdiff_t next = after(s, axis, at.i, at.j);
            const bool flows = f.has_high && wafti_shallow_face(s, f.high, next) > 0;
            own->face[axis][f.high] = flows ? (given[axis][f.high] + given[axis][next]) / 2 : 0;
        }
    }
    for (wafti_cells at = wafti_basin_cells(&s->basin); wafti_cells_next(&at);) {
        own->rise[wafti_basin_index(&s->basin, at.i, at.j)] = (wafti_real)rise_at(s, at.i, at.j);
    }
}

// df u^2 of the faces after a cell.
static double kinetic_after(const wafti_shallow* s, int32_t i, int32_t j) {
    const wafti_implicit* own = s->own;
    double sum = 0.0;
    for (int axis = 0; axis < 2; ++axis) {
        const face_pair f = faces_of(s, axis, i, j);
        if (f.has_high) {
            const double u = (double)own->face[axis][f.high];
            sum += (double)wafti_shallow_face(s, f.high, after(s, axis, i, j)) * u * u;
        }
    }
    return sum;
}

// By faces, as the scheme has it: 1/2 rho sum of df u^2 S.
static double implicit_kinetic(const wafti_shallow* s) {
    return 0.5 * s->density * wafti_shallow_sum(s, kinetic_after) * s->basin.dx * s->basin.dz;
}

static void implicit_damp(wafti_shallow* s, int32_t i, int32_t j, double keep) {
    wafti_implicit* own = s->own;
    const ptrdiff_t at = wafti_basin_index(&s->basin, i, j);
    own->rise[at] = (wafti_real)((double)own->rise[at] * keep);
    own->face[0][at] = (wafti_real)((double)own->face[0][at] * keep);
    own->face[1][at] = (wafti_real)((double)own->face[1][at] * keep);
}

static void implicit_state(wafti_shallow* s, wafti_stream* stream) {
    wafti_implicit* own = s->own;
    wafti_basin_state(&s->basin, own->rise, stream);
    wafti_basin_state(&s->basin, own->face[0], stream);
    wafti_basin_state(&s->basin, own->face[1], stream);
    wafti_stream_bytes(stream, &own->dt, sizeof(own->dt));
    wafti_stream_bytes(stream, &own->owed, sizeof(own->owed));
}

// Water of a source with an impulse (docs/spec/water.md#step-of-implicit, step 1). The rise is that of a
// step of own->dt.
static void implicit_lift(wafti_shallow* s, int32_t i, int32_t j, double speed) {
    wafti_implicit* own = s->own;
    own->rise[wafti_basin_index(&s->basin, i, j)] += (wafti_real)(speed * own->dt);
}

const wafti_method wafti_implicit_method = {
    .kind = WAFT_WATER_IMPLICIT,
    .init = implicit_init,
    .step = implicit_step,
    .longest_step = implicit_longest,
    .velocity = implicit_velocity,
    .velocity_row = implicit_velocity_row,
    .set_velocity = implicit_set_velocity,
    .kinetic = implicit_kinetic,
    .damp = implicit_damp,
    .state = implicit_state,
    .lift = implicit_lift,
};
