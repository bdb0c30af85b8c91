// SPDX-License-Identifier: MIT
// What the files of the `columns` method share.
#ifndef WAFTI_WATER_COLUMNS_PARTS_H
#define WAFTI_WATER_COLUMNS_PARTS_H

#include "water/columns.h"
#include "water/tools.h"

// Between two bands: row - 1 and row. Its flows are final before the bands begin, so that no band
// reads what another writes.
typedef struct border {
    wafti_pipes room;  // for moved flows that are not the stored ones
    wafti_pipes moved; // from row - 1
    wafti_real* share[2];
    const wafti_real* shares[2]; // those, or ones
    bool limited[2];
    double inflow, outflow; // m3/s, through an edge
} border;

typedef struct row_sums {
    wafti_columns_outcome found;
    double inflow, outflow;
} row_sums;

typedef struct columns {
    const wafti_columns_kernels* kernels;
    wafti_pipes flow; // fields
    wafti_real* rows; // what slots, borders and factors are made of
    wafti_real* ones; // share of columns outside
    border* borders;
    row_sums* sums; // by row
    int32_t band_count;
    double factors_for[3]; // unit and areas that the factors were made with
    wafti_real* east[2];   // factors: rows inside, rows along an edge
    wafti_real *north, *north_east, *north_west, *none;
} columns;

static inline columns* columns_of(const wafti_shallow* s) {
    return s->own;
}

static inline wafti_pipes pipes_at(const wafti_shallow* s, int32_t j) {
    const ptrdiff_t at = wafti_basin_index(&s->basin, 0, j);
    wafti_pipes pipes;
    for (int pipe = 0; pipe < WAFTI_PIPE_COUNT; ++pipe) {
        pipes.row[pipe] = columns_of(s)->flow.row[pipe] + at;
    }
    return pipes;
}

// Areas of pipes as c / (l d_f) of docs/spec/water.md#pipe-areas; their sum over a cell is the 9-point
// Laplacian.
static const double axis_share = 2.0 / 3.0;
static const double diagonal_share = 1.0 / 6.0;

// c / l of pipes along axes and diagonals, per metre of depth or, if fixed, whole.
typedef struct areas {
    double axis, diagonal;
} areas;

static inline areas areas_of(const wafti_shallow* s) {
    if (s->def.area == WAFT_PIPE_FIXED) {
        return (areas){(double)s->def.fixed_area[0] / s->basin.dx,
            (double)s->def.fixed_area[1] / (sqrt(2.0) * s->basin.dx)};
    }
    return (areas){axis_share, diagonal_share};
}

// Neighbours that a wall or open edge takes from the pipes along it: a pipe stands in for the
// diagonal ones that its mirror image would have.
static inline int missing(const wafti_shallow* s, int axis, int32_t at) {
    const int32_t last = (axis == 0 ? s->basin.nx : s->basin.nz) - 1;
    return wafti_shallow_ring(s, axis) ? 0 : (at == 0 ? 1 : 0) + (at == last ? 1 : 0);
}

// c / l of the pipe of a cell by docs/spec/water.md#pipe-areas, per metre of depth or whole as the areas
// are.
static inline double pipe_factor(const wafti_shallow* s, int pipe, int32_t i, int32_t j, areas a) {
    const int lost = pipe == WAFTI_PIPE_EAST ? missing(s, 1, j) : missing(s, 0, i);
    return pipe < WAFTI_PIPE_NORTH_EAST ? a.axis + lost * a.diagonal : a.diagonal;
}

// Steps to the cells at the other ends of the pipes that a cell owns.
static const int32_t pipe_step[WAFTI_PIPE_COUNT][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

// The cell so many steps of a pipe on; false if there is none.
static inline bool along_pipe(
    const wafti_shallow* s, int pipe, int32_t steps, int32_t* i, int32_t* j) {
    *i = wafti_basin_neighbour(
        *i + steps * pipe_step[pipe][0], s->basin.nx, wafti_shallow_ring(s, 0));
    *j = wafti_basin_neighbour(
        *j + steps * pipe_step[pipe][1], s->basin.nz, wafti_shallow_ring(s, 1));
    return *i >= 0 && *j >= 0;
}

// The pipes that lead out of a row through x edges, or round to its other end.
static inline void close_row(const wafti_shallow* s, const wafti_pipes* pipes) {
    const int32_t nx = s->basin.nx;
    wafti_real* const* row = pipes->row;
    const bool around = wafti_shallow_ring(s, 0);
    row[WAFTI_PIPE_NORTH_EAST][-1] = around ? row[WAFTI_PIPE_NORTH_EAST][nx - 1] : 0;
    row[WAFTI_PIPE_NORTH_WEST][nx] = around ? row[WAFTI_PIPE_NORTH_WEST][0] : 0;
    if (around) {
        row[WAFTI_PIPE_EAST][-1] = row[WAFTI_PIPE_EAST][nx - 1];
    }
}

/// The method's functions that only look, and that which starts flows: columns_read.c.
void wafti_columns_velocity(const wafti_shallow* s, int32_t i, int32_t j, double out_velocity[2]);
void wafti_columns_velocity_row(
    const wafti_shallow* s, int32_t j, wafti_real* out_vx, wafti_real* out_vz);
void wafti_columns_set_velocity(wafti_shallow* s, const wafti_real* vx, const wafti_real* vz);
double wafti_columns_kinetic(const wafti_shallow* s);
/// Multiplies the flows of a cell's own pipes by `keep`.
void wafti_columns_damp(wafti_shallow* s, int32_t i, int32_t j, double keep);
/// Passes the flows through a stream.
void wafti_columns_state(wafti_shallow* s, wafti_stream* stream);

#endif // WAFTI_WATER_COLUMNS_PARTS_H
