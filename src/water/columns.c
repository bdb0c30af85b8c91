// SPDX-License-Identifier: MIT
#include "water/columns_parts.h"

#include <string.h>

enum {
    BAND_ROWS = 64,                          // least rows of a band, unless there are fewer
    RING = 3,                                // rows of moved flows that are in use at a time
    SLOT_ROWS = RING * WAFTI_PIPE_COUNT + 4, // of a band: moved flows, two of shares, two of depths
    BORDER_ROWS = WAFTI_PIPE_COUNT + 2,      // of a border: moved flows, shares on both sides
    FACTOR_ROWS = 6,
};

// What a step and its blocks know.
typedef struct step_job {
    wafti_shallow* s;
    columns* own;
    double dt;
    wafti_real keep;
    double raise[4]; // m, 2 eta_in of wave makers, by edge
} step_job;

static int32_t band_start(const wafti_shallow* s, int32_t band) {
    return (int32_t)((int64_t)s->basin.nz * band / columns_of(s)->band_count);
}

// Row `n` of the scratch, at its cell 0.
static wafti_real* scratch_row(const wafti_shallow* s, size_t n) {
    return columns_of(s)->rows + n * (size_t)s->basin.stride + WAFTI_SHALLOW_PAD;
}

static wafti_pipes scratch_pipes(const wafti_shallow* s, size_t n) {
    wafti_pipes pipes;
    for (size_t pipe = 0; pipe < WAFTI_PIPE_COUNT; ++pipe) {
        pipes.row[pipe] = scratch_row(s, n + pipe);
    }
    return pipes;
}

static size_t slot_row(int32_t slot) {
    return (size_t)slot * SLOT_ROWS;
}

static void place_rows(wafti_shallow* s) {
    columns* own = columns_of(s);
    const int32_t count = own->band_count + 1;
    size_t next = slot_row(count);
    for (int32_t b = 0; b < count; ++b) {
        border* at = &own->borders[b];
        at->room = scratch_pipes(s, next);
        at->share[0] = scratch_row(s, next + WAFTI_PIPE_COUNT);
        at->share[1] = scratch_row(s, next + WAFTI_PIPE_COUNT + 1);
        next += BORDER_ROWS;
    }
    own->east[0] = scratch_row(s, next);
    own->east[1] = scratch_row(s, next + 1);
    own->north = scratch_row(s, next + 2);
    own->north_east = scratch_row(s, next + 3);
    own->north_west = scratch_row(s, next + 4);
    own->none = scratch_row(s, next + 5);
    own->ones = scratch_row(s, next + FACTOR_ROWS);
    for (ptrdiff_t i = -WAFTI_SHALLOW_PAD; i < s->basin.stride - WAFTI_SHALLOW_PAD; ++i) {
        own->ones[i] = 1;
    }
}

static void columns_init(wafti_shallow* s, wafti_carver* c) {
    const wafti_basin* basin = &s->basin;
    columns made = {.band_count = basin->nz >= BAND_ROWS ? basin->nz / BAND_ROWS : 1};
    columns* own = wafti_carve(c, 1, sizeof(columns));
    for (int pipe = 0; pipe < WAFTI_PIPE_COUNT; ++pipe) {
        made.flow.row[pipe] = wafti_carve(c, basin->size, sizeof(wafti_real));
    }
    // A border more than bands, and one slot for each: bands and borders are not worked on at once.
    const size_t borders = (size_t)made.band_count + 1;
    const size_t rows = borders * (SLOT_ROWS + BORDER_ROWS) + FACTOR_ROWS + 1;
    made.rows = wafti_carve(c, wafti_size_mul(rows, (size_t)basin->stride), sizeof(wafti_real));
    made.borders = wafti_carve(c, borders, sizeof(border));
    made.sums = wafti_carve(c, (size_t)basin->nz, sizeof(row_sums));
    if (own != NULL) {
        made.kernels = WAFTI_COPY(s->context->isa, &wafti_columns_kernels);
        *own = made;
        s->own = own;
        place_rows(s);
    }
}

// dt g c / l for every pipe of a row; 0 where there is none, and behind the end.
static void make_factors(const wafti_shallow* s, double dt) {
    columns* own = columns_of(s);
    const areas a = areas_of(s);
    const double unit = dt * s->context->gravity * (s->def.area == WAFT_PIPE_FIXED ? 1.0 : 0.5);
    double* made = own->factors_for;
    if (made[0] == unit && made[1] == a.axis && made[2] == a.diagonal) {
        return;
    }
    made[0] = unit;
    made[1] = a.axis;
    made[2] = a.diagonal;
    const int32_t nx = s->basin.nx;
    const bool around = wafti_shallow_ring(s, 0);
    for (int32_t i = 0; i < nx; ++i) {
        const bool east = around || i + 1 < nx;
        const bool west = around || i > 0;
        own->east[0][i] = (wafti_real)(east ? unit * a.axis : 0.0);
        own->east[1][i] =
            (wafti_real)(east ? unit * (a.axis + missing(s, 1, 0) * a.diagonal) : 0.0);
        own->north[i] = (wafti_real)(unit * (a.axis + missing(s, 0, i) * a.diagonal));
        own->north_east[i] = (wafti_real)(east ? unit * a.diagonal : 0.0);
        own->north_west[i] = (wafti_real)(west ? unit * a.diagonal : 0.0);
    }
}

static bool edge_flows(const wafti_shallow* s, waft_water_side side) {
    return s->edges[side].kind == WAFT_EDGE_OPEN || s->edges[side].kind == WAFT_EDGE_WAVEMAKER;
}

// What leaves a column through an edge by Flather's condition (docs/spec/water.md#edges), m3/s. The wave
// maker sends in twice its wave and lets out what is there.
static wafti_real edge_flow(const step_job* job, waft_water_side side, ptrdiff_t at) {
    const wafti_shallow* s = job->s;
    if (!edge_flows(s, side)) {
        return 0;
    }
    const double depth = (double)s->depth[at];
    const double level = (double)(s->bed[at] + s->depth[at]);
    const double speed = sqrt(s->context->gravity * depth);
    return (wafti_real)(speed * (level - job->raise[side]) * s->basin.dx);
}

static void open_row(const step_job* job, const wafti_pipes* pipes, int32_t j) {
    const wafti_shallow* s = job->s;
    const int32_t nx = s->basin.nx;
    if (!wafti_shallow_ring(s, 0)) {
        const ptrdiff_t at = wafti_basin_index(&s->basin, 0, j);
        wafti_real* east = pipes->row[WAFTI_PIPE_EAST];
        east[-1] = -edge_flow(job, WAFT_WATER_LEFT, at);
        east[nx - 1] = edge_flow(job, WAFT_WATER_RIGHT, at + nx - 1);
    }
}

// What passes an edge next to row j, in the pipes to the north.
static void edge_row(const step_job* job, const wafti_pipes* pipes, waft_water_side side, int32_t j,
    wafti_real sign) {
    const wafti_basin* basin = &job->s->basin;
    for (int32_t i = 0; i < basin->nx; ++i) {
        pipes->row[WAFTI_PIPE_NORTH][i] =
            sign * edge_flow(job, side, wafti_basin_index(basin, i, j));
    }
}

// The row before the first: only its pipes to the north lead anywhere, through the edge.
static void first_edge(const step_job* job, const wafti_pipes* pipes) {
    const wafti_basin* basin = &job->s->basin;
    const size_t bytes = ((size_t)basin->nx + 2) * sizeof(wafti_real);
    for (int pipe = 0; pipe < WAFTI_PIPE_COUNT; ++pipe) {
        memset(pipes->row[pipe] - 1, 0, bytes);
    }
    edge_row(job, pipes, WAFT_WATER_BACK, 0, -1);
}

static void flow_job_rows(const step_job* job, int32_t j, wafti_columns_flow* flow) {
    const wafti_shallow* s = job->s;
    const columns* own = job->own;
    const bool last = j + 1 == s->basin.nz && !wafti_shallow_ring(s, 1);
    const int32_t rows[2] = {j, last ? j : (j + 1) % s->basin.nz};
    for (int n = 0; n < 2; ++n) {
        const ptrdiff_t at = wafti_basin_index(&s->basin, 0, rows[n]);
        flow->bed[n] = s->bed + at;
        flow->depth[n] = s->depth + at;
        flow->load[n] = s->loaded ? s->load + at : NULL;
    }
    flow->factor[WAFTI_PIPE_EAST] = own->east[missing(s, 1, j) > 0 ? 1 : 0];
    flow->factor[WAFTI_PIPE_NORTH] = last ? own->none : own->north;
    flow->factor[WAFTI_PIPE_NORTH_EAST] = last ? own->none : own->north_east;
    flow->factor[WAFTI_PIPE_NORTH_WEST] = last ? own->none : own->north_west;
}

// Flows of row j after the pressures have acted; row -1 is the edge.
static void make_flows(
    const step_job* job, int32_t j, const wafti_pipes* stored, const wafti_pipes* moved) {
    const wafti_shallow* s = job->s;
    const bool mean = s->def.mean_flow;
    const wafti_pipes* both[2] = {stored, moved};
    if (j < 0) {
        for (int n = 0; n < (mean ? 2 : 1); ++n) {
            first_edge(job, both[n]);
        }
        return;
    }
    wafti_columns_flow flow = {.nx = s->basin.nx,
        .fixed = s->def.area == WAFT_PIPE_FIXED,
        .keep = job->keep,
        .old = pipes_at(s, j),
        .stored = *stored,
        .moved = *moved,
        .mean = mean};
    flow_job_rows(job, j, &flow);
    job->own->kernels->flow(&flow);
    for (int n = 0; n < (mean ? 2 : 1); ++n) {
        open_row(job, both[n], j);
        if (j + 1 == s->basin.nz && !wafti_shallow_ring(s, 1)) {
            edge_row(job, both[n], WAFT_WATER_FRONT, j, 1);
        }
        close_row(s, both[n]);
    }
}

static void limit_flows(const step_job* job, const wafti_pipes* stored, const wafti_pipes* moved,
    const wafti_real* here, const wafti_real* above) {
    const wafti_shallow* s = job->s;
    const wafti_columns_limit limit = {.nx = s->basin.nx,
        .moved = *moved,
        .stored = *stored,
        .mean = s->def.mean_flow,
        .share = {here, above}};
    job->own->kernels->limit(&limit);
    const wafti_pipes* both[2] = {stored, moved};
    for (int n = 0; n < (s->def.mean_flow ? 2 : 1); ++n) {
        wafti_real* east = both[n]->row[WAFTI_PIPE_EAST];
        east[-1] *= east[-1] < 0 ? here[0] : 1;
        close_row(s, both[n]);
    }
}

// The columns behind the ends of a row: those round the corner, or an outside that never lacks.
static void close_shares(const wafti_shallow* s, wafti_real* share) {
    const int32_t nx = s->basin.nx;
    share[-1] = wafti_shallow_ring(s, 0) ? share[nx - 1] : 1;
    share[nx] = wafti_shallow_ring(s, 0) ? share[0] : 1;
}

static wafti_columns_change change_of(
    const step_job* job, int32_t j, const wafti_pipes* here, const wafti_pipes* below) {
    const wafti_shallow* s = job->s;
    return (wafti_columns_change){.nx = s->basin.nx,
        .rate = (wafti_real)(job->dt / (s->basin.dx * s->basin.dz)),
        .here = *here,
        .below = *below,
        .depth = s->depth + wafti_basin_index(&s->basin, 0, j)};
}

static void find_shares(
    const step_job* job, wafti_columns_change change, border* at, int side, wafti_real* scratch) {
    // The kernel changes depths; a border must leave them to the bands.
    memcpy(scratch, change.depth, (size_t)change.nx * sizeof(wafti_real));
    change.depth = scratch;
    change.old = scratch;
    change.share = at->share[side];
    if (job->own->kernels->change(&change).limited) {
        close_shares(job->s, at->share[side]);
        at->shares[side] = at->share[side];
        at->limited[side] = true;
    }
}

static void book_border(const step_job* job, border* at, int32_t row) {
    const wafti_shallow* s = job->s;
    at->inflow = 0.0;
    at->outflow = 0.0;
    const double inward = row == 0 ? 1.0 : -1.0;
    const waft_water_side side = row == 0 ? WAFT_WATER_BACK : WAFT_WATER_FRONT;
    if (wafti_shallow_ring(s, 1) || (row != 0 && row != s->basin.nz) || !edge_flows(s, side)) {
        return;
    }
    for (int32_t i = 0; i < s->basin.nx; ++i) {
        wafti_book(inward * (double)at->moved.row[WAFTI_PIPE_NORTH][i], &at->inflow, &at->outflow);
    }
}

// Final flows from row - 1 to row, in place, and the shares on both sides.
static void settle_border(const step_job* job, int32_t b) {
    wafti_shallow* s = job->s;
    border* at = &job->own->borders[b];
    const int32_t nz = s->basin.nz;
    const int32_t row = b < job->own->band_count ? band_start(s, b) : nz;
    const bool mean = s->def.mean_flow;
    const bool south = row > 0 || wafti_shallow_ring(s, 1); // there are columns on that side
    const bool north = row < nz;
    const int32_t low = row > 0 ? row - 1 : (wafti_shallow_ring(s, 1) ? nz - 1 : -1);
    const wafti_pipes near[2] = {
        scratch_pipes(s, slot_row(b)), scratch_pipes(s, slot_row(b) + WAFTI_PIPE_COUNT)};
    const wafti_pipes unused = scratch_pipes(s, slot_row(b) + 2 * (size_t)WAFTI_PIPE_COUNT);
    wafti_real* scratch = scratch_row(s, slot_row(b) + RING * (size_t)WAFTI_PIPE_COUNT);
    const wafti_pipes stored = pipes_at(s, low);
    at->moved = mean ? at->room : stored;
    if (south) {
        make_flows(job, low - 1, mean ? &unused : &near[0], &near[0]);
    }
    if (north) {
        make_flows(job, row, mean ? &unused : &near[1], &near[1]);
    }
    make_flows(job, low, &stored, &at->moved);
    for (int side = 0; side < 2; ++side) {
        at->limited[side] = false;
        at->shares[side] = job->own->ones;
    }
    if (south) {
        find_shares(job, change_of(job, low, &at->moved, &near[0]), at, 0, scratch);
    }
    if (north) {
        find_shares(job, change_of(job, row, &near[1], &at->moved), at, 1, scratch);
    }
    if (at->limited[0] || at->limited[1]) {
        limit_flows(job, &stored, &at->moved, at->shares[0], at->shares[1]);
    }
    book_border(job, at, row);
}

static void run_border(void* context, int32_t block) {
    const step_job* job = context;
    // A single row lies at both edges: the second border overwrites what the first one reads.
    if (job->s->basin.nz == 1) {
        settle_border(job, 0);
        settle_border(job, 1);
    } else {
        settle_border(job, block);
    }
}

// A band on its way north: what it knows of the rows behind it. Index by row % RING or row % 2.
typedef struct band {
    const step_job* job;
    int32_t low, high;
    const border *first, *last;
    wafti_pipes moved[RING];
    wafti_real* share[2];
    wafti_real* old[2];
    const wafti_real* shares[2]; // the row's own or its border's
    bool limited[4];             // by row & 3
} band;

static const wafti_pipes* moved_row(const band* a, int32_t j) {
    return j < a->low ? &a->first->moved
                      : (j + 1 == a->high ? &a->last->moved : &a->moved[j % RING]);
}

static void advance_row(band* a, int32_t j) {
    const step_job* job = a->job;
    wafti_shallow* s = job->s;
    if (j + 1 < a->high) {
        const wafti_pipes stored = pipes_at(s, j);
        if (!s->def.mean_flow) {
            a->moved[j % RING] = stored;
        }
        make_flows(job, j, &stored, &a->moved[j % RING]);
    }
    wafti_columns_change change = change_of(job, j, moved_row(a, j), moved_row(a, j - 1));
    change.old = a->old[j & 1];
    change.share = a->share[j & 1];
    const wafti_columns_outcome outcome = job->own->kernels->change(&change);
    job->own->sums[j] = (row_sums){.found = outcome};
    a->shares[j & 1] = job->own->ones;
    a->limited[j & 3] = outcome.limited;
    if (outcome.limited) {
        close_shares(s, change.share);
        a->shares[j & 1] = change.share;
    }
    // Beside a border flows may be limited already: what they lacked is known from there.
    if (j == a->low) {
        a->shares[j & 1] = a->first->shares[1];
        a->limited[j & 3] = a->first->limited[1];
    } else if (j + 1 == a->high) {
        a->shares[j & 1] = a->last->shares[0];
        a->limited[j & 3] = a->last->limited[0];
    }
}

static void settle_row(const band* a, int32_t j) {
    const step_job* job = a->job;
    const wafti_shallow* s = job->s;
    const bool here = a->limited[j & 3];
    const bool south = a->limited[(j + 3) & 3];
    const bool north = a->limited[(j + 1) & 3];
    const wafti_pipes* moved = moved_row(a, j);
    if (j + 1 < a->high && (here || north)) {
        const wafti_pipes stored = pipes_at(s, j);
        limit_flows(job, &stored, moved, a->shares[j & 1], a->shares[(j + 1) & 1]);
    }
    row_sums* sums = &job->own->sums[j];
    if (here || south || north) {
        wafti_columns_change change = change_of(job, j, moved, moved_row(a, j - 1));
        change.old = a->old[j & 1];
        sums->found = job->own->kernels->settle(&change);
    }
    if (!wafti_shallow_ring(s, 0)) {
        const wafti_real* east = moved->row[WAFTI_PIPE_EAST];
        wafti_book((double)east[-1], &sums->inflow, &sums->outflow);
        wafti_book(-(double)east[s->basin.nx - 1], &sums->inflow, &sums->outflow);
    }
}

// Flows of a row, then its columns, then once more the row before if water was lacking: three rows
// are in use at a time.
static void run_band(void* context, int32_t block) {
    const step_job* job = context;
    wafti_shallow* s = job->s;
    const columns* own = job->own;
    const bool wraps = wafti_shallow_ring(s, 1) && block + 1 == own->band_count;
    band a = {.job = job,
        .low = band_start(s, block),
        .high = band_start(s, block + 1),
        .first = &own->borders[block],
        .last = &own->borders[wraps ? 0 : block + 1]};
    const size_t slot = slot_row(block);
    const size_t shares = slot + RING * (size_t)WAFTI_PIPE_COUNT;
    for (size_t n = 0; n < RING; ++n) {
        a.moved[n] = scratch_pipes(s, slot + n * WAFTI_PIPE_COUNT);
    }
    for (size_t n = 0; n < 2; ++n) {
        a.share[n] = scratch_row(s, shares + n);
        a.old[n] = scratch_row(s, shares + 2 + n);
    }
    a.limited[(a.low + 3) & 3] = a.first->limited[0];
    for (int32_t j = a.low; j < a.high; ++j) {
        advance_row(&a, j);
        if (j > a.low) {
            settle_row(&a, j - 1);
        }
    }
    a.limited[a.high & 3] = a.last->limited[1];
    settle_row(&a, a.high - 1);
}

static void wrap_row(const wafti_basin* basin, wafti_real* field, int32_t j) {
    const ptrdiff_t at = wafti_basin_index(basin, 0, j);
    field[at - 1] = field[at + basin->nx - 1];
    field[at + basin->nx] = field[at];
}

static void wrap_ends(wafti_shallow* s) {
    if (!wafti_shallow_ring(s, 0)) {
        return;
    }
    for (int32_t j = 0; j < s->basin.nz; ++j) {
        wrap_row(&s->basin, s->depth, j);
        if (s->loaded) {
            wrap_row(&s->basin, s->load, j);
        }
    }
}

static void tell(const step_job* job, wafti_shallow_report* report) {
    const wafti_shallow* s = job->s;
    const columns* own = job->own;
    double deepest = 0.0;
    *report = (wafti_shallow_report){.parts = 1, .bad_row = -1};
    for (int32_t j = s->basin.nz - 1; j >= 0; --j) {
        const row_sums* row = &own->sums[j];
        deepest = fmax(deepest, (double)row->found.deepest);
        report->inflow += row->inflow;
        report->outflow += row->outflow;
        report->lost += row->found.lost;
        report->bad_row = row->found.finite ? report->bad_row : j;
    }
    for (int32_t b = 0; b <= own->band_count; ++b) {
        report->inflow += own->borders[b].inflow;
        report->outflow += own->borders[b].outflow;
    }
    report->inflow *= job->dt;
    report->outflow *= job->dt;
    report->lost = report->lost * s->basin.dx * s->basin.dz;
    report->speed = sqrt(s->context->gravity * deepest);
}

static void columns_step(wafti_shallow* s, double dt, wafti_shallow_report* out_report) {
    columns* own = columns_of(s);
    step_job job = {.s = s, .own = own, .dt = dt, .keep = (wafti_real)wafti_shallow_keep(s, dt)};
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT; ++side) {
        // A wave maker takes 2 eta in the middle of the step, when its flows are
        // (docs/spec/water.md#edges).
        const wafti_edge* edge = &s->edges[side];
        const bool makes = edge->kind == WAFT_EDGE_WAVEMAKER;
        job.raise[side] = makes ? 2.0 * wafti_edge_wave(edge, s->time + 0.5 * dt) : 0.0;
    }
    make_factors(s, dt);
    wrap_ends(s);
    const int32_t borders = own->band_count + (wafti_shallow_ring(s, 1) ? 0 : 1);
    const double us_per_cell = 0.003;
    const double row_us = us_per_cell * s->basin.nx;
    wafti_pool_run(
        s->context->pool, s->basin.nz > 1 ? borders : 1, 4 * row_us * borders, run_border, &job);
    wafti_pool_run(s->context->pool, own->band_count, row_us * s->basin.nz, run_band, &job);
    tell(&job, out_report);
}

static void find_deepest(void* context, int32_t block) {
    const wafti_shallow* s = *(const wafti_shallow* const*)context;
    columns* own = columns_of(s);
    for (int32_t j = band_start(s, block); j < band_start(s, block + 1); ++j) {
        own->sums[j].found.deepest =
            own->kernels->greatest(s->depth + wafti_basin_index(&s->basin, 0, j), s->basin.nx);
    }
}

// The step for which sin(W dt / 2) = sqrt(g d) dt sqrt(lam) / (2 dx) of docs/spec/water.md#pipe-areas
// stays below 1 for all waves.
static double columns_longest_step(const wafti_shallow* s) {
    const columns* own = columns_of(s);
    const areas a = areas_of(s);
    double most = fmax(8.0 * a.axis, 4.0 * a.axis + 8.0 * a.diagonal); // lam d
    if (s->def.area != WAFT_PIPE_FIXED) {
        wafti_pool_run(s->context->pool, own->band_count, 0.0003 * s->basin.nx * s->basin.nz,
            find_deepest, &s);
        double deepest = 0.0;
        for (int32_t j = 0; j < s->basin.nz; ++j) {
            deepest = fmax(deepest, (double)own->sums[j].found.deepest);
        }
        most *= deepest;
    }
    return most > 0.0 ? 2.0 * s->basin.dx / sqrt(s->context->gravity * most) : (double)INFINITY;
}

const wafti_method wafti_columns_method = {
    .kind = WAFT_WATER_COLUMNS,
    .init = columns_init,
    .step = columns_step,
    .longest_step = columns_longest_step,
    .velocity = wafti_columns_velocity,
    .set_velocity = wafti_columns_set_velocity,
    .kinetic = wafti_columns_kinetic,
    .damp = wafti_columns_damp,
    .state = wafti_columns_state,
    .velocity_row = wafti_columns_velocity_row,
};
