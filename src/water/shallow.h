// SPDX-License-Identifier: MIT
// What the methods on a grid share: columns of water over a bed (docs/spec/water.md#state-and-precision).
// Heights are relative to the still level, so that float32 keeps them exact on high ground; x and z are
// horizontal. The files of the methods are compiled a second time in double for tests.
#ifndef WAFTI_WATER_SHALLOW_H
#define WAFTI_WATER_SHALLOW_H

#include <math.h>

#include <waft/water.h>

#include "base/memory.h"
#include "base/stream.h"
#include "grid/field.h"
#include "math/real.h"
#include "task/context.h"

enum {
    WAFTI_SHALLOW_PAD = 16,   ///< numbers before the first cell of a row: aligned, room for ghosts
    WAFTI_SHALLOW_GHOSTS = 2, ///< rows before the first and after the last
};

/// Takes pieces from one block of memory, or only counts them while `base` is NULL. One function lays a
/// water out for both, so that the estimate is what creation takes.
typedef struct wafti_carver {
    unsigned char* base; ///< cleared as far as that is asked for
    size_t used;
} wafti_carver;

/// count * size bytes, 64-byte aligned; NULL while they are counted only.
static inline void* wafti_carve(wafti_carver* c, size_t count, size_t size) {
    const size_t start = c->used;
    const size_t wanted = wafti_size_mul(count, size);
    const size_t padded = wafti_size_add(wanted, WAFTI_ALIGNMENT - 1);
    c->used = wafti_size_add(
        start, padded == SIZE_MAX ? SIZE_MAX : padded & ~(size_t)(WAFTI_ALIGNMENT - 1));
    return c->base != NULL ? c->base + start : NULL;
}

/// Cells and where they are in a field. Kernels may work past the end of a row up to `stride`.
typedef struct wafti_basin {
    int32_t nx, nz;
    ptrdiff_t stride; ///< numbers from row to row: a multiple of 16, never a power of two
    size_t size;      ///< numbers in a field, pads and ghost rows included
    double dx, dz;    ///< m
} wafti_basin;

static inline ptrdiff_t wafti_basin_index(const wafti_basin* basin, int32_t i, int32_t j) {
    return (j + WAFTI_SHALLOW_GHOSTS) * basin->stride + WAFTI_SHALLOW_PAD + i;
}

static inline wafti_cells wafti_basin_cells(const wafti_basin* basin) {
    return wafti_cells_all(basin->nx, basin->nz);
}

static inline wafti_basin wafti_basin_make(int32_t nx, int32_t nz, double dx, double dz) {
    const ptrdiff_t stride = wafti_field_stride(nx + 2 * WAFTI_SHALLOW_PAD);
    const size_t rows = (size_t)nz + 2 * (size_t)WAFTI_SHALLOW_GHOSTS;
    return (wafti_basin){nx, nz, stride, wafti_size_mul(rows, (size_t)stride), dx, dz};
}

/// Edges by waft_water_edge_side: x low, x high, z low, z high.
typedef struct wafti_edge {
    waft_edge_kind kind;
    double amplitude, period; ///< m, s: wave maker
    double flow;              ///< m2/s into the domain: inflow
    double level;             ///< m, relative: level
} wafti_edge;

/// Volumes in m3 since the start, in double: the level is where it should be if
/// now + outflow + lost - inflow - start = 0.
typedef struct wafti_ledger {
    double start;
    double inflow, outflow; ///< through edges, sponges, sources and drains
    double lost;            ///< what rounding and limits took (or gave, if negative)
} wafti_ledger;

/// What a step of a method tells.
typedef struct wafti_shallow_report {
    double inflow, outflow; ///< m3 through edges in this step
    double lost;            ///< m3
    double speed;           ///< m/s, greatest |u| + sqrt(g d) (implicit: sqrt(g d)) after the step
    int parts;              ///< equal parts the step was cut into
    double dropped;         ///< s that did not fit (swe: more than 64 parts)
    int32_t bad_row;        ///< first row with a number that is not finite, or -1
} wafti_shallow_report;

typedef struct wafti_shallow wafti_shallow;

/// A method: how the water moves. `init` takes its memory, cleared, and starts at rest; while memory is
/// counted it does no more. A step allocates nothing and gives the same bits for any number of threads.
typedef struct wafti_method {
    waft_water_method kind;
    void (*init)(wafti_shallow* s, wafti_carver* c);
    void (*step)(wafti_shallow* s, double dt, wafti_shallow_report* out_report);
    /// Longest stable step for the depths there are now, s; infinite if any is.
    double (*longest_step)(const wafti_shallow* s);
    /// Depth-averaged velocity at the centre of a cell, along x and z, m/s; 0 if dry.
    void (*velocity)(const wafti_shallow* s, int32_t i, int32_t j, double out_velocity[2]);
    /// Starts from velocities, m/s, in place of rest; fields with the basin's layout.
    void (*set_velocity)(wafti_shallow* s, const wafti_real* vx, const wafti_real* vz);
    /// J: 1/2 rho sum d u^2 S, or the method's own.
    double (*kinetic)(const wafti_shallow* s);
    /// The flow of a cell times `keep` (0 to 1): sponges.
    void (*damp)(wafti_shallow* s, int32_t i, int32_t j, double keep);
    /// Its own state besides bed and depth (or level).
    void (*state)(wafti_shallow* s, wafti_stream* stream);
    /// Water that came into a cell keeps rising at `speed` m/s; NULL if it can only come at rest.
    void (*lift)(wafti_shallow* s, int32_t i, int32_t j, double speed);
    /// Water that came into a cell brings its momentum along x and z: depth times velocity, m2/s. NULL
    /// if cells have none.
    void (*push)(wafti_shallow* s, int32_t i, int32_t j, const double flow[2]);
    /// Velocities of row j as `velocity` gives them, but rounded otherwise. Rows have room for whole
    /// vectors.
    void (*velocity_row)(const wafti_shallow* s, int32_t j, wafti_real* out_vx, wafti_real* out_vz);
} wafti_method;

extern const wafti_method wafti_implicit_method;
extern const wafti_method wafti_columns_method;
extern const wafti_method wafti_swe_method;

struct wafti_shallow {
    const wafti_context* context; ///< pool, instruction set, gravity, seed
    const wafti_method* method;
    wafti_basin basin;
    double density; ///< kg/m3
    double time;    ///< s at the start of the step
    double dry;     ///< m: thinner films do not flow
    wafti_edge edges[4];
    waft_shallow_def def; ///< settings of the methods, as given

    wafti_real* bed;   ///< m; in ghosts copies of the outermost, or wrapped
    wafti_real* depth; ///< m, >= 0; NULL with implicit, whose state is the level
    wafti_real* level; ///< m; implicit only
    wafti_real* load;  ///< m of water: E / (rho g) on the surface
    bool loaded;       ///< some load is not 0
    void* own;         ///< the method's: flows, scratch

    wafti_ledger ledger;
};

static inline wafti_real wafti_shallow_level(const wafti_shallow* s, ptrdiff_t at) {
    return s->level != NULL ? s->level[at] : s->bed[at] + s->depth[at];
}

static inline wafti_real wafti_shallow_depth(const wafti_shallow* s, ptrdiff_t at) {
    if (s->level == NULL) {
        return s->depth[at];
    }
    const wafti_real depth = s->level[at] - s->bed[at];
    return depth > 0 ? depth : 0;
}

/// d_f of docs/spec/water.md#face-depth: depth of the face between two cells, from level and bed on both
/// sides.
static inline wafti_real wafti_face_depth(
    wafti_real level0, wafti_real bed0, wafti_real level1, wafti_real bed1) {
    const wafti_real bed = bed0 > bed1 ? bed0 : bed1;
    const wafti_real low = level0 < level1 ? level0 : level1;
    const wafti_real high = level0 < level1 ? level1 : level0;
    if (low > bed) {
        return ((level0 - bed0) + (level1 - bed1)) / 2;
    }
    return high > bed ? high - bed : 0;
}

/// The same of the face between two cells.
static inline wafti_real wafti_shallow_face(const wafti_shallow* s, ptrdiff_t a, ptrdiff_t b) {
    return wafti_face_depth(
        wafti_shallow_level(s, a), s->bed[a], wafti_shallow_level(s, b), s->bed[b]);
}

/// m2 of a column.
static inline double wafti_shallow_area(const wafti_shallow* s) {
    return s->basin.dx * s->basin.dz;
}

/// Whether an axis joins its ends.
static inline bool wafti_shallow_periodic(const wafti_shallow* s, int axis) {
    return s->edges[axis == 0 ? WAFT_WATER_LEFT : WAFT_WATER_BACK].kind == WAFT_EDGE_PERIODIC;
}

/// Whether it joins cells that are not neighbours already.
static inline bool wafti_shallow_ring(const wafti_shallow* s, int axis) {
    return wafti_shallow_periodic(s, axis) && (axis == 0 ? s->basin.nx : s->basin.nz) > 2;
}

/// m, the greatest depth.
static inline double wafti_shallow_deepest(const wafti_shallow* s) {
    wafti_real most = 0;
    for (wafti_cells at = wafti_basin_cells(&s->basin); wafti_cells_next(&at);) {
        const wafti_real depth = wafti_shallow_depth(s, wafti_basin_index(&s->basin, at.i, at.j));
        most = depth > most ? depth : most;
    }
    return (double)most;
}

/// Share of the flow that damping leaves after dt.
static inline double wafti_shallow_keep(const wafti_shallow* s, double dt) {
    const double fade = (double)s->def.damping_time;
    return fade > 0.0 ? exp(-dt / fade) : 1.0;
}

/// Height eta over the still level that a wave maker asks for at a time, m (docs/spec/water.md#edges).
static inline double wafti_edge_wave(const wafti_edge* edge, double time) {
    const double ramp = fmin(1.0, fmax(0.0, time) / (2.0 * edge->period));
    return edge->amplitude * ramp * sin(2.0 * M_PI * time / edge->period);
}

/// Adds what comes in to one sum, and what leaves to the other.
static inline void wafti_book(double came, double* inflow, double* outflow) {
    *inflow += fmax(came, 0.0);
    *outflow += fmax(-came, 0.0);
}

/// Passes the cells of a field through a stream.
static inline void wafti_basin_state(
    const wafti_basin* basin, wafti_real* field, wafti_stream* stream) {
    for (int32_t j = 0; j < basin->nz; ++j) {
        wafti_stream_bytes(
            stream, field + wafti_basin_index(basin, 0, j), (size_t)basin->nx * sizeof(wafti_real));
    }
}

/// The sum of a number of each cell, row by row.
static inline double wafti_shallow_sum(
    const wafti_shallow* s, double (*of)(const wafti_shallow* s, int32_t i, int32_t j)) {
    double sum = 0.0;
    for (int32_t j = 0; j < s->basin.nz; ++j) {
        double row = 0.0;
        for (int32_t i = 0; i < s->basin.nx; ++i) {
            row += of(s, i, j);
        }
        sum += row;
    }
    return sum;
}

#endif // WAFTI_WATER_SHALLOW_H
