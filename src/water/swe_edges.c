// SPDX-License-Identifier: MIT
// What lies outside the domain: ghost cells of the shallow-water equations (docs/spec/water.md#edges,
// docs/spec/water.md#characteristic-edges).
#include "water/swe.h"

#include <string.h>

// A cell at an edge, seen along the way in.
typedef struct edge_cell {
    double h;         // m
    double in, along; // m/s, into the domain and along the edge
    double bed;       // m
} edge_cell;

typedef struct edge_place {
    const wafti_edge* edge;
    double gravity, dry, time;
} edge_place;

// Flather's condition, with the wave that the maker sends in; at most critical, since on a film
// sqrt(g / d) has no bound.
static double face_velocity(const edge_place* place, const edge_cell* cell) {
    if (!(cell->h > place->dry)) {
        return 0.0;
    }
    const bool makes = place->edge->kind == WAFT_EDGE_WAVEMAKER;
    const double sent = makes ? wafti_edge_wave(place->edge, place->time) : 0.0;
    const double c = sqrt(place->gravity * cell->h);
    const double u = (2.0 * sent - (cell->bed + cell->h)) * c / cell->h;
    return fmax(-c, fmin(c, u));
}

// h of q / h - 2 sqrt(g h) = u_1 - 2 c_1. For q >= 0 the left side falls from infinity and is convex;
// for q < 0 it has its greatest value at the critical depth and falls beyond.
static double inflow_depth(const edge_place* place, double q, double right) {
    const double g = place->gravity;
    const double critical = cbrt(q * q / g);
    const double least = q < 0.0 ? critical : 0.0;
    double h = fmax(right < 0.0 ? 0.25 * right * right / g : 0.0, critical);
    if (!(h > 0.0)) {
        return 0.0;
    }
    if (q < 0.0 && q / critical - 2.0 * sqrt(g * critical) <= right) {
        return critical; // more than the water there can give
    }
    for (int n = 0; n < 20; ++n) {
        const double value = q / h - 2.0 * sqrt(g * h) - right;
        const double slope = -q / (h * h) - sqrt(g / h);
        if (!(slope < 0.0)) {
            h *= 1.0 + 1e-6; // just off the critical depth, where the slope is 0
            continue;
        }
        const double next = fmax(h - value / slope, fmax(0.25 * h, least));
        const double change = fabs(next - h);
        h = next;
        if (change <= 1e-14 * h) {
            break;
        }
    }
    return h;
}

static edge_cell outside_of(const edge_place* place, const edge_cell* cell) {
    const double g = place->gravity;
    const double c = sqrt(g * cell->h);
    edge_cell out = *cell;
    switch (place->edge->kind) {
    case WAFT_EDGE_OPEN:
    case WAFT_EDGE_WAVEMAKER:
        out.in = 2.0 * face_velocity(place, cell) - cell->in;
        break;
    case WAFT_EDGE_INFLOW:
        out.h = inflow_depth(place, place->edge->flow, cell->in - 2.0 * c);
        out.in = out.h > 0.0 ? place->edge->flow / out.h : 0.0;
        out.along = 0.0;
        break;
    case WAFT_EDGE_LEVEL:
        // Outward: u = u_n + 2 c_n - 2 sqrt(g h_o), unless all information leaves.
        if (-cell->in < c || !(cell->h > place->dry)) {
            out.h = fmax(0.0, place->edge->level - cell->bed);
            out.in = cell->in - 2.0 * c + 2.0 * sqrt(g * out.h);
        }
        break;
    default:
        break;
    }
    return out;
}

// Depth and flows across and along an edge outside of it, from those of the cell inside.
static void fill_outside(const wafti_shallow* s, int side, double time, double bed,
    const wafti_real inside[3], wafti_real out_outside[3]) {
    const edge_place place = {&s->edges[side], s->context->gravity, s->dry, time};
    const double way = side % 2 == 0 ? 1.0 : -1.0;
    const double h = (double)inside[0];
    const bool wet = h > place.dry;
    const edge_cell cell = {.h = h,
        .in = wet ? way * (double)inside[1] / h : 0.0,
        .along = wet ? (double)inside[2] / h : 0.0,
        .bed = bed};
    const edge_cell out = outside_of(&place, &cell);
    out_outside[0] = (wafti_real)out.h;
    out_outside[1] = (wafti_real)(way * out.h * out.in);
    out_outside[2] = (wafti_real)(out.h * out.along);
}

// Ghosts before the first cell of a row, or after the last.
static void fill_end(const wafti_shallow* s, const wafti_swe_row* row, const wafti_real* bed,
    int side, double time) {
    const int32_t nx = s->basin.nx;
    const waft_edge_kind kind = s->edges[side].kind;
    const int32_t first = side == WAFT_WATER_LEFT ? 0 : nx - 1;
    wafti_real out[3] = {0};
    if (!wafti_swe_copies(kind)) {
        const wafti_real q[3] = {row->h[first], row->qx[first], row->qz[first]};
        fill_outside(s, side, time, (double)bed[first], q, out);
    }
    for (int32_t n = 1; n <= WAFTI_SWE_REACH; ++n) {
        const int32_t to = side == WAFT_WATER_LEFT ? -n : nx - 1 + n;
        const int32_t from = wafti_swe_inside(to, nx, kind, kind);
        const wafti_real turned = kind == WAFT_EDGE_WALL ? -row->qx[from] : row->qx[from];
        row->h[to] = wafti_swe_copies(kind) ? row->h[from] : out[0];
        row->qx[to] = wafti_swe_copies(kind) ? turned : out[1];
        row->qz[to] = wafti_swe_copies(kind) ? row->qz[from] : out[2];
    }
}

static void fill_ends(
    const wafti_shallow* s, const wafti_swe_row* row, const wafti_real* bed, double time) {
    fill_end(s, row, bed, WAFT_WATER_LEFT, time);
    fill_end(s, row, bed, WAFT_WATER_RIGHT, time);
    // Vectors run past the ghosts; what they find there must stay finite.
    for (int32_t i = s->basin.nx + WAFTI_SWE_REACH; i < s->basin.nx + WAFTI_SHALLOW_PAD; ++i) {
        row->h[i] = row->qx[i] = row->qz[i] = 0;
    }
}

// A row outside an edge that is neither wall nor periodic, from the row inside.
static void fill_row(const wafti_shallow* s, const wafti_swe_job* job, const wafti_swe_row* to,
    int side, double time) {
    const ptrdiff_t at =
        wafti_basin_index(&job->basin, 0, side == WAFT_WATER_BACK ? 0 : job->basin.nz - 1);
    for (int32_t i = 0; i < job->basin.nx; ++i) {
        const wafti_real q[3] = {job->h[at + i], job->qz[at + i], job->qx[at + i]};
        wafti_real out[3];
        fill_outside(s, side, time, (double)job->bed[at + i], q, out);
        to->h[i] = out[0];
        to->qx[i] = out[2];
        to->qz[i] = out[1];
    }
}

static void copy_row(
    const wafti_swe_job* job, int32_t from, bool mirrored, const wafti_swe_row* to) {
    const ptrdiff_t at = wafti_basin_index(&job->basin, 0, from);
    const size_t size = (size_t)job->basin.nx * sizeof(wafti_real);
    memcpy(to->h, job->h + at, size);
    memcpy(to->qx, job->qx + at, size);
    memcpy(to->qz, job->qz + at, size);
    for (int32_t i = 0; mirrored && i < job->basin.nx; ++i) {
        to->qz[i] = -to->qz[i];
    }
}

static void fill_halo_row(const wafti_shallow* s, const wafti_swe_job* job,
    const wafti_swe_band* band, int32_t j, double time) {
    const int32_t nz = job->basin.nz;
    const wafti_swe_row to = wafti_swe_row_at(job, band, j);
    const bool inner = j >= 0 && j < nz;
    const int side = j < 0 ? WAFT_WATER_BACK : WAFT_WATER_FRONT;
    const waft_edge_kind kind = s->edges[side].kind;
    const int32_t from =
        wafti_swe_inside(j, nz, s->edges[WAFT_WATER_BACK].kind, s->edges[WAFT_WATER_FRONT].kind);
    if (inner || wafti_swe_copies(kind)) {
        copy_row(job, from, !inner && kind == WAFT_EDGE_WALL, &to);
    } else {
        fill_row(s, job, &to, side, time);
    }
    fill_ends(s, &to, job->bed + wafti_basin_index(&job->basin, 0, from), time);
}

void wafti_swe_prepare(
    const wafti_shallow* s, const wafti_swe_job* job, const wafti_swe_band* band, double time) {
    for (int32_t j = band->low; j < band->high; ++j) {
        const wafti_swe_row row = wafti_swe_row_at(job, band, j);
        fill_ends(s, &row, job->bed + wafti_basin_index(&job->basin, 0, j), time);
    }
    if (job->basin.nz == 1) {
        return;
    }
    for (int32_t n = 1; n <= WAFTI_SWE_REACH; ++n) {
        fill_halo_row(s, job, band, band->low - n, time);
        fill_halo_row(s, job, band, band->high + n - 1, time);
    }
}
