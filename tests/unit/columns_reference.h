// SPDX-License-Identifier: MIT
// The step of docs/spec/water.md#step-of-columns written out cell by cell, without rows, bands or lanes.
// Edges are walls or periodic.
#ifndef WAFT_TEST_COLUMNS_REFERENCE_H
#define WAFT_TEST_COLUMNS_REFERENCE_H

#include "shallow_fixture.h"

typedef struct reference {
    const wafti_shallow* s;
    double* depth;   // by cell
    double* flow[4]; // east, north, north-east, north-west
    double* moved[4];
    double* share;
} reference;

static const int reference_x[4] = {1, 0, 1, -1};
static const int reference_z[4] = {0, 1, 1, 1};

static inline reference reference_open(const wafti_shallow* s) {
    const size_t count = (size_t)s->basin.nx * (size_t)s->basin.nz;
    reference r = {.s = s, .depth = calloc(count, 8), .share = calloc(count, 8)};
    for (int pipe = 0; pipe < 4; ++pipe) {
        r.flow[pipe] = calloc(count, 8);
        r.moved[pipe] = calloc(count, 8);
    }
    for (int32_t j = 0; j < s->basin.nz; ++j) {
        for (int32_t i = 0; i < s->basin.nx; ++i) {
            r.depth[j * s->basin.nx + i] = (double)s->depth[wafti_basin_index(&s->basin, i, j)];
        }
    }
    return r;
}

static inline void reference_close(reference* r) {
    for (int pipe = 0; pipe < 4; ++pipe) {
        free(r->flow[pipe]);
        free(r->moved[pipe]);
    }
    free(r->depth);
    free(r->share);
}

static inline bool reference_around(const reference* r, int side) {
    return r->s->edges[side].kind == WAFT_EDGE_PERIODIC;
}

// The cell at the far end of a pipe (way 1) or of a neighbour's that ends here (way -1), or -1.
static inline int32_t reference_other(const reference* r, int pipe, int32_t i, int32_t j, int way) {
    const int32_t nx = r->s->basin.nx;
    const int32_t nz = r->s->basin.nz;
    i += way * reference_x[pipe];
    j += way * reference_z[pipe];
    if (reference_around(r, 0)) {
        i = (i + nx) % nx;
    }
    if (reference_around(r, 2)) {
        j = (j + nz) % nz;
    }
    return i < 0 || j < 0 || i >= nx || j >= nz ? -1 : j * nx + i;
}

static inline ptrdiff_t reference_at(const reference* r, int32_t cell) {
    return wafti_basin_index(&r->s->basin, cell % r->s->basin.nx, cell / r->s->basin.nx);
}

// Cells beside a pipe along an axis that are not there: 0, 1 or 2.
static inline int reference_missing(const reference* r, int pipe, int32_t i, int32_t j) {
    const int across = pipe == 0 ? 1 : 0;
    return (reference_other(r, across, i, j, 1) < 0 ? 1 : 0) +
           (reference_other(r, across, i, j, -1) < 0 ? 1 : 0);
}

static inline void reference_pipe(
    reference* r, int pipe, int32_t i, int32_t j, double dt, double keep) {
    const wafti_shallow* s = r->s;
    const int32_t cell = j * s->basin.nx + i;
    const int32_t other = reference_other(r, pipe, i, j, 1);
    if (other < 0) {
        return;
    }
    const double dx = s->basin.dx;
    const double bed[2] = {
        (double)s->bed[reference_at(r, cell)], (double)s->bed[reference_at(r, other)]};
    const double level[2] = {bed[0] + r->depth[cell], bed[1] + r->depth[other]};
    const double load[2] = {s->loaded ? (double)s->load[reference_at(r, cell)] : 0.0,
        s->loaded ? (double)s->load[reference_at(r, other)] : 0.0};
    const double sill = fmax(bed[0], bed[1]);
    double depth = fmax(0.0, fmax(level[0], level[1]) - sill);
    if (fmin(level[0], level[1]) > sill) {
        depth = 0.5 * (r->depth[cell] + r->depth[other]);
    }
    const bool axis = pipe < 2;
    const double length = axis ? dx : sqrt(2.0) * dx;
    const int missing = axis ? reference_missing(r, pipe, i, j) : 0;
    double area = (axis ? 2.0 / 3.0 + missing / 6.0 : sqrt(2.0) / 6.0) * depth * dx;
    if (s->def.area == WAFT_PIPE_FIXED) {
        area =
            axis ? (double)s->def.fixed_area[0] + missing * (double)s->def.fixed_area[1] / sqrt(2.0)
                 : (double)s->def.fixed_area[1];
    }
    const double rho_g = s->density * s->context->gravity;
    const double dp = rho_g * (level[0] - level[1] + load[0] - load[1]);
    const double old = r->flow[pipe][cell];
    r->flow[pipe][cell] = depth > 0.0 ? keep * old + dt * area * dp / (s->density * length) : 0.0;
    r->moved[pipe][cell] =
        s->def.mean_flow ? 0.5 * (old + r->flow[pipe][cell]) : r->flow[pipe][cell];
}

static inline double reference_sum(const reference* r, int32_t cell, bool only_out) {
    const int32_t i = cell % r->s->basin.nx;
    const int32_t j = cell / r->s->basin.nx;
    double sum = 0.0;
    for (int pipe = 0; pipe < 4; ++pipe) {
        const int32_t from = reference_other(r, pipe, i, j, -1);
        const double out = r->moved[pipe][cell];
        const double in = from < 0 ? 0.0 : r->moved[pipe][from];
        sum += only_out ? fmax(out, 0.0) - fmin(in, 0.0) : out - in;
    }
    return sum;
}

static inline void reference_step(reference* r, double dt) {
    const wafti_basin* b = &r->s->basin;
    const int32_t count = b->nx * b->nz;
    const double fade = (double)r->s->def.damping_time;
    const double keep = fade > 0.0 ? exp(-dt / fade) : 1.0;
    for (int32_t n = 0; n < 4 * count; ++n) {
        reference_pipe(r, n % 4, n / 4 % b->nx, n / 4 / b->nx, dt, keep);
    }
    const double rate = dt / (b->dx * b->dz);
    for (int32_t cell = 0; cell < count; ++cell) {
        const double out = rate * reference_sum(r, cell, true);
        r->share[cell] = out > r->depth[cell] ? r->depth[cell] / out : 1.0;
    }
    for (int32_t n = 0; n < 4 * count; ++n) {
        const int pipe = n % 4;
        const int32_t cell = n / 4;
        const int32_t other = reference_other(r, pipe, cell % b->nx, cell / b->nx, 1);
        if (other >= 0) {
            const double share = r->share[r->moved[pipe][cell] < 0.0 ? other : cell];
            r->moved[pipe][cell] *= share;
            r->flow[pipe][cell] *= share;
        }
    }
    for (int32_t cell = 0; cell < count; ++cell) {
        r->depth[cell] = fmax(0.0, r->depth[cell] - rate * reference_sum(r, cell, false));
    }
}

#endif // WAFT_TEST_COLUMNS_REFERENCE_H
