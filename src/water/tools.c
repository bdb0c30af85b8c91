// SPDX-License-Identifier: MIT
#include "water/tools.h"

#include <float.h>
#include <math.h>

#include "math/philox.h"
#include "task/reduce.h"
#include "water/terrain.h"

// A Gaussian ends here, in standard deviations.
static const double reach = 4.0;

// The cells that may lie within a distance of a point. Places go on beyond periodic edges.
typedef struct window {
    wafti_block cells;
    bool periodic[2];
} window;

static void cut_axis(window* w, int axis, const wafti_basin* b, double place, double extent) {
    const double spacing = axis == 0 ? b->dx : b->dz;
    const int32_t count = axis == 0 ? b->nx : b->nz;
    const double first = floor((place - extent) / spacing);
    const double last = ceil((place + extent) / spacing);
    int32_t* low = &w->cells.low[axis];
    int32_t* high = &w->cells.high[axis];
    if (!w->periodic[axis]) {
        *low = (int32_t)fmax(0.0, fmin(first, count));
        *high = (int32_t)fmax(0.0, fmin(last, count));
        return;
    }
    // No cell twice, however wide the tool is.
    const double middle = floor(place / spacing);
    *low = (int32_t)fmax(first, middle - floor(0.5 * count));
    *high = (int32_t)fmin(last, *low + (double)count);
}

static window window_of(const wafti_shallow* s, const wafti_spot* spot, double extent) {
    window w = {.periodic = {wafti_shallow_periodic(s, 0), wafti_shallow_periodic(s, 1)}};
    cut_axis(&w, 0, &s->basin, spot->x, extent);
    cut_axis(&w, 1, &s->basin, spot->z, extent);
    return w;
}

static ptrdiff_t window_index(const wafti_shallow* s, const window* w, int32_t i, int32_t j) {
    const wafti_basin* b = &s->basin;
    return wafti_basin_index(b, wafti_basin_neighbour(i, b->nx, w->periodic[0]),
        wafti_basin_neighbour(j, b->nz, w->periodic[1]));
}

// r^2 of a cell's centre from the spot.
static double distance_squared(const wafti_basin* b, const wafti_spot* spot, int32_t i, int32_t j) {
    const double x = (i + 0.5) * b->dx - spot->x;
    const double z = (j + 0.5) * b->dz - spot->z;
    return x * x + z * z;
}

double wafti_tools_change_depth(wafti_shallow* s, ptrdiff_t at, double change) {
    const double before = wafti_shallow_exact_depth(s, at);
    const double after = fmax(0.0, before + change);
    if (s->level == NULL) {
        s->depth[at] = (wafti_real)after;
    } else if (after > 0.0 || before > 0.0) {
        // What lies below the bed by dry_eps starts from the bed.
        s->level[at] = (wafti_real)((double)s->bed[at] + after);
    }
    return wafti_shallow_exact_depth(s, at) - before;
}

typedef struct bell_sums {
    double change; // m, of all depths
    double weight; // of the Gaussian over them
} bell_sums;

// Changes cells within reach, or the wet ones of them, by height (1 - ring r^2 / 2 s^2) exp(-r^2 / 2 s^2).
static bell_sums press_bell(
    wafti_shallow* s, const wafti_spot* spot, double height, double ring, bool wet) {
    const double extent = reach * spot->radius;
    const window w = window_of(s, spot, extent);
    bell_sums sums = {0.0, 0.0};
    for (wafti_cells cell = wafti_cells_of(w.cells); wafti_cells_next(&cell);) {
        const ptrdiff_t at = window_index(s, &w, cell.i, cell.j);
        const double r2 = distance_squared(&s->basin, spot, cell.i, cell.j);
        if (r2 >= extent * extent || (wet && !((double)wafti_shallow_depth(s, at) > s->dry))) {
            continue;
        }
        const double share = r2 / (2.0 * spot->radius * spot->radius);
        const double bell = exp(-share);
        sums.weight += bell;
        if (height != 0.0) {
            sums.change += wafti_tools_change_depth(s, at, height * (1.0 - ring * share) * bell);
        }
    }
    return sums;
}

void wafti_tools_brush(wafti_shallow* s, const wafti_spot* spot) {
    // Columns that run dry cannot give their share: the others then give it. Three rounds reach
    // rounding unless almost all of them are dry.
    enum { ROUNDS = 4 };
    double left = press_bell(s, spot, spot->height, 1.0, true).change;
    for (int round = 0; round < ROUNDS && left != 0.0; ++round) {
        const double weight = press_bell(s, spot, 0.0, 0.0, true).weight;
        if (!(weight > 0.0)) {
            break;
        }
        left += press_bell(s, spot, -left / weight, 0.0, true).change;
    }
    s->ledger.lost -= left * wafti_shallow_area(s);
}

void wafti_tools_pour(wafti_shallow* s, const wafti_spot* spot) {
    s->ledger.inflow +=
        press_bell(s, spot, spot->height, 0.0, false).change * wafti_shallow_area(s);
}

// Cells of a disc; one narrower than a cell is the cell it lies in.
static int32_t count_disc(const wafti_shallow* s, const window* w, const wafti_spot* disc) {
    int32_t count = 0;
    for (wafti_cells at = wafti_cells_of(w->cells); wafti_cells_next(&at);) {
        count += distance_squared(&s->basin, disc, at.i, at.j) <= disc->radius * disc->radius;
    }
    return count;
}

typedef struct disc_sums {
    double change;   // m
    double rounding; // m, that may have been lost by it
} disc_sums;

static void change_disc_cell(
    wafti_shallow* s, int32_t i, int32_t j, double change, double rising, disc_sums* sums) {
    const int32_t ci = wafti_shallow_column(s, 0, i);
    const int32_t cj = wafti_shallow_column(s, 1, j);
    const ptrdiff_t at = wafti_basin_index(&s->basin, ci, cj);
    const double made = wafti_tools_change_depth(s, at, change);
    const double size =
        fmax(fabs((double)wafti_shallow_level(s, at)), (double)wafti_shallow_depth(s, at));
    sums->change += made;
    sums->rounding +=
        size * (sizeof(wafti_real) == sizeof(double) ? DBL_EPSILON : (double)FLT_EPSILON);
    if (rising > 0.0 && s->method->lift != NULL) {
        s->method->lift(s, ci, cj, made / rising);
    }
}

double wafti_tools_source(wafti_shallow* s, const wafti_spot* disc, double volume, double rising) {
    const wafti_basin* b = &s->basin;
    const window w = window_of(s, disc, disc->radius);
    const int32_t count = count_disc(s, &w, disc);
    const double change = volume / (wafti_shallow_area(s) * (count > 0 ? count : 1));
    disc_sums sums = {0.0, 0.0};
    if (count == 0) {
        change_disc_cell(s, wafti_basin_cell(disc->x, b->dx, b->nx),
            wafti_basin_cell(disc->z, b->dz, b->nz), change, rising, &sums);
    }
    for (wafti_cells at = wafti_cells_of(w.cells); wafti_cells_next(&at);) {
        if (distance_squared(b, disc, at.i, at.j) <= disc->radius * disc->radius) {
            change_disc_cell(s, at.i, at.j, change, rising, &sums);
        }
    }
    const double came = sums.change * wafti_shallow_area(s);
    wafti_book(came, &s->ledger.inflow, &s->ledger.outflow);
    // What a dry bed did not give is not owed.
    const double most = sums.rounding * wafti_shallow_area(s);
    return fmax(-most, fmin(volume - came, most));
}

// Streams of random numbers, one for each part of a step.
static const uint32_t rain_stream = 0x5B000000u;

void wafti_tools_rain(wafti_shallow* s, const wafti_shower* shower, double dt) {
    const wafti_basin* b = &s->basin;
    const uint32_t stream = rain_stream + shower->part;
    const double expected = (double)shower->rain.rate * dt;
    const wafti_random4 draw = wafti_random(shower->seed, stream, shower->step, 0);
    const uint64_t count = (uint64_t)(expected + (double)wafti_uniform(draw.word[0]));
    for (uint64_t drop = 1; drop <= count; ++drop) {
        const wafti_random4 place = wafti_random(shower->seed, stream, shower->step, drop);
        const wafti_spot spot = {
            .x = (double)wafti_uniform(place.word[0]) * b->nx * b->dx,
            .z = (double)wafti_uniform(place.word[1]) * b->nz * b->dz,
            .radius = (double)shower->rain.radius,
            .height = (shower->rain.net ? 1.0 : -1.0) * (double)shower->rain.height,
        };
        if (shower->rain.net) {
            wafti_tools_pour(s, &spot);
        } else {
            wafti_tools_brush(s, &spot);
        }
    }
}

// s(n) = s0 ((N - n) / N)^2, s0 = 3 sqrt(g d) / (N dx), with the depth at rest.
static double sponge_rate(
    const wafti_shallow* s, double depth, int side, int32_t n, int32_t cells) {
    if (n >= cells) {
        return 0.0;
    }
    const double spacing = side < 2 ? s->basin.dx : s->basin.dz;
    const double share = (double)(cells - n) / cells;
    return 3.0 * sqrt(s->context->gravity * depth) / (cells * spacing) * share * share;
}

// Returns by how much the depth of the cell changed.
static double relax_cell(
    wafti_shallow* s, const int32_t cells[WAFT_WATER_SIDE_COUNT], int32_t i, int32_t j, double dt) {
    const wafti_basin* b = &s->basin;
    const ptrdiff_t at = wafti_basin_index(b, i, j);
    const double still = -(double)s->bed[at];
    if (!(still > 0.0)) {
        return 0.0;
    }
    const int32_t from[WAFT_WATER_SIDE_COUNT] = {i, b->nx - 1 - i, j, b->nz - 1 - j};
    double rate = 0.0;
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT; ++side) {
        rate = fmax(rate, sponge_rate(s, still, side, from[side], cells[side]));
    }
    if (!(rate > 0.0)) {
        return 0.0;
    }
    const double keep = exp(-rate * dt);
    s->method->damp(s, i, j, keep);
    // At rest the level is 0 to the bit, and then nothing changes.
    const double level = (double)s->bed[at] + wafti_shallow_exact_depth(s, at);
    return level == 0.0 ? 0.0 : wafti_tools_change_depth(s, at, (keep - 1.0) * level);
}

enum { SPONGE_BLOCKS = 64 };

// A sponge at work; blocks are cut by rows.
typedef struct sponge {
    wafti_shallow* s;
    const int32_t* cells; // by side
    double dt;
    double sums[SPONGE_BLOCKS]; // m, by which depths changed
} sponge;

static double relax_row(const sponge* p, int32_t j) {
    const wafti_basin* b = &p->s->basin;
    const int32_t* cells = p->cells;
    const bool whole_row = j < cells[WAFT_WATER_BACK] || b->nz - 1 - j < cells[WAFT_WATER_FRONT];
    double sum = 0.0;
    for (int32_t i = 0; i < b->nx; ++i) {
        if (!whole_row && i >= cells[WAFT_WATER_LEFT] && i < b->nx - cells[WAFT_WATER_RIGHT]) {
            i = b->nx - cells[WAFT_WATER_RIGHT] - 1; // to the last cell between the sponges
            continue;
        }
        sum += relax_cell(p->s, cells, i, j, p->dt);
    }
    return sum;
}

static void relax_block(void* context, int32_t block) {
    sponge* p = context;
    const int64_t rows = p->s->basin.nz;
    double sum = 0.0;
    for (int64_t j = rows * block / SPONGE_BLOCKS; j < rows * (block + 1) / SPONGE_BLOCKS; ++j) {
        sum += relax_row(p, (int32_t)j);
    }
    p->sums[block] = sum;
}

void wafti_tools_sponge(wafti_shallow* s, const int32_t cells[WAFT_WATER_SIDE_COUNT], double dt) {
    const double cell_us = 0.05;
    const double across = (double)s->basin.nz * (cells[WAFT_WATER_LEFT] + cells[WAFT_WATER_RIGHT]);
    const double along = (double)s->basin.nx * (cells[WAFT_WATER_BACK] + cells[WAFT_WATER_FRONT]);
    if (across + along == 0.0) {
        return;
    }
    sponge p = {.s = s, .cells = cells, .dt = dt};
    wafti_pool_run(s->context->pool, SPONGE_BLOCKS, cell_us * (across + along), relax_block, &p);
    s->ledger.outflow -= wafti_sum_slots(p.sums, SPONGE_BLOCKS) * wafti_shallow_area(s);
}

// Moves the bed of a cell and its water with it. Returns by how much rounding changed the depth.
static double move_bed(wafti_shallow* s, ptrdiff_t at, double bed) {
    const double depth = wafti_shallow_exact_depth(s, at);
    const double over = s->level != NULL ? (double)s->level[at] - (double)s->bed[at] : depth;
    s->bed[at] = (wafti_real)bed;
    if (s->level != NULL) {
        s->level[at] = (wafti_real)(bed + over);
    }
    return wafti_shallow_exact_depth(s, at) - depth;
}

double wafti_tools_raise_bed(wafti_shallow* s, const wafti_spot* spot, double quantum) {
    const double extent = reach * spot->radius;
    const window w = window_of(s, spot, extent);
    double greatest = 0.0;
    double sum = 0.0;
    for (wafti_cells cell = wafti_cells_of(w.cells); wafti_cells_next(&cell);) {
        const double r2 = distance_squared(&s->basin, spot, cell.i, cell.j);
        if (r2 < extent * extent) {
            const ptrdiff_t at = window_index(s, &w, cell.i, cell.j);
            const double bell = exp(-r2 / (2.0 * spot->radius * spot->radius));
            sum += move_bed(
                s, at, wafti_terrain_round((double)s->bed[at] + spot->height * bell, quantum));
            greatest = fmax(greatest, fabs((double)s->bed[at]));
        }
    }
    s->ledger.lost -= sum * wafti_shallow_area(s);
    wafti_tools_fill_ghosts(s);
    return greatest;
}

void wafti_tools_round_bed(wafti_shallow* s, double quantum) {
    const wafti_basin* b = &s->basin;
    double sum = 0.0;
    for (wafti_cells cell = wafti_basin_cells(b); wafti_cells_next(&cell);) {
        const ptrdiff_t at = wafti_basin_index(b, cell.i, cell.j);
        sum += move_bed(s, at, wafti_terrain_round((double)s->bed[at], quantum));
    }
    s->ledger.lost -= sum * wafti_shallow_area(s);
    wafti_tools_fill_ghosts(s);
}

void wafti_tools_fill_ghosts(wafti_shallow* s) {
    const wafti_basin* b = &s->basin;
    const bool around_x = wafti_shallow_periodic(s, 0);
    const bool around_z = wafti_shallow_periodic(s, 1);
    for (int32_t j = -WAFTI_SHALLOW_GHOSTS; j < b->nz + WAFTI_SHALLOW_GHOSTS; ++j) {
        const int32_t own_j = wafti_inside(j, b->nz, around_z);
        for (int32_t i = -WAFTI_SHALLOW_GHOSTS; i < b->nx + WAFTI_SHALLOW_GHOSTS; ++i) {
            if (i < 0 || i >= b->nx || j != own_j) {
                s->bed[wafti_basin_index(b, i, j)] =
                    s->bed[wafti_basin_index(b, wafti_inside(i, b->nx, around_x), own_j)];
            }
        }
    }
}

static double depth_of(const wafti_shallow* s, int32_t i, int32_t j) {
    return wafti_shallow_exact_depth(s, wafti_basin_index(&s->basin, i, j));
}

double wafti_tools_volume(const wafti_shallow* s) {
    return wafti_shallow_sum(s, depth_of) * wafti_shallow_area(s);
}
