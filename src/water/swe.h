// SPDX-License-Identifier: MIT
// Shallow-water equations on the grid: what the parts of the method share. The method is specified in
// docs/spec/water.md#shallow-water-equations.
#ifndef WAFTI_WATER_SWE_H
#define WAFTI_WATER_SWE_H

#include "water/shallow.h"

/// A cell's new state depends on cells up to so many away, through the draining limiter.
enum { WAFTI_SWE_REACH = 3 };

/// Most rows that a thread takes at a time.
enum { WAFTI_SWE_BAND = 128 };

/// What a part of a step finds in a row.
typedef struct wafti_swe_sums {
    double lost;         ///< m of depth that rounding took, added up
    wafti_real speed[2]; ///< m/s, greatest |u| + c along x, |w| + c along z
    bool finite;         ///< all numbers are
    wafti_real edge[2];  ///< m2/s through the first and the last face, along +x
} wafti_swe_sums;

/// Rows low to high - 1, which one thread works on.
typedef struct wafti_swe_band {
    int32_t low, high;
    wafti_real* halo; ///< copies of the rows within reach below and above: h, qx, qz of each
} wafti_swe_band;

/// All that a part of a step reads and writes.
typedef struct wafti_swe_job {
    wafti_basin basin;
    wafti_real *h, *qx, *qz;
    const wafti_real* bed;
    const wafti_real* load; ///< NULL if there is none
    waft_edge_kind edge[4];
    wafti_real* halo;
    int32_t band_rows;
    wafti_swe_sums* rows;
    wafti_real* z_edge[2]; ///< m2/s through the faces of the first and the last row, along +z
    wafti_real gravity, dry, limiter;
    wafti_real dtx, dtz;        ///< dt / dx, dt / dz
    wafti_real manning, linear; ///< dt g n^2; 1 / (1 + dt r)
} wafti_swe_job;

/// A band with its halo filled; `rows` within it are given what the part found.
typedef void wafti_swe_kernel(const wafti_swe_job* job, const wafti_swe_band* band);

typedef struct wafti_swe_kernels {
    wafti_swe_kernel* part;  ///< one part of a step
    wafti_swe_kernel* speed; ///< only rows[].speed, of the state as it is
} wafti_swe_kernels;

extern const wafti_swe_kernels WAFTI_COPIES(wafti_swe_kernels);

/// Fills the ghosts at both ends of the band's rows, and its halo. Writes nothing that other bands
/// read: only ends of its own rows. `time` is that of the wave makers, s.
void wafti_swe_prepare(
    const wafti_shallow* s, const wafti_swe_job* job, const wafti_swe_band* band, double time);

/// Ghosts beyond such edges are copies of cells; beyond others water may pass.
static inline bool wafti_swe_copies(waft_edge_kind kind) {
    return kind == WAFT_EDGE_WALL || kind == WAFT_EDGE_PERIODIC;
}

static inline int32_t wafti_swe_band_rows(const wafti_basin* basin) {
    return basin->nz < 512 ? 32 : (basin->nz < 2048 ? 64 : WAFTI_SWE_BAND);
}

static inline int32_t wafti_swe_band_count(const wafti_basin* basin) {
    const int32_t rows = wafti_swe_band_rows(basin);
    return (basin->nz + rows - 1) / rows;
}

/// Numbers in the halo of a band.
static inline size_t wafti_swe_halo_size(const wafti_basin* basin) {
    return wafti_size_mul((size_t)2 * WAFTI_SWE_REACH * 3, (size_t)basin->stride);
}

static inline wafti_swe_band wafti_swe_band_at(const wafti_swe_job* job, int32_t index) {
    const int32_t low = index * job->band_rows;
    const int32_t high = low + job->band_rows;
    return (wafti_swe_band){.low = low,
        .high = high < job->basin.nz ? high : job->basin.nz,
        .halo = job->halo + (size_t)index * wafti_swe_halo_size(&job->basin)};
}

/// First cells of a row's h, qx, qz.
typedef struct wafti_swe_row {
    wafti_real *h, *qx, *qz;
} wafti_swe_row;

/// A row of the band or of its halo.
static inline wafti_swe_row wafti_swe_row_at(
    const wafti_swe_job* job, const wafti_swe_band* band, int32_t j) {
    if (j >= band->low && j < band->high) {
        const ptrdiff_t at = wafti_basin_index(&job->basin, 0, j);
        return (wafti_swe_row){job->h + at, job->qx + at, job->qz + at};
    }
    const ptrdiff_t stride = job->basin.stride;
    const int32_t n =
        j < band->low ? j - band->low + WAFTI_SWE_REACH : j - band->high + WAFTI_SWE_REACH;
    wafti_real* row = band->halo + (ptrdiff_t)n * (3 * stride) + WAFTI_SHALLOW_PAD;
    return (wafti_swe_row){row, row + stride, row + 2 * stride};
}

/// The row or column inside that a place up to WAFTI_SWE_REACH outside takes its bed from: walls are
/// mirrors, other edges go on level.
static inline int32_t wafti_swe_inside(
    int32_t at, int32_t count, waft_edge_kind low, waft_edge_kind high) {
    if (at >= 0 && at < count) {
        return at;
    }
    const waft_edge_kind kind = at < 0 ? low : high;
    if (kind == WAFT_EDGE_PERIODIC) {
        return at < 0 ? at + count : at - count;
    }
    const int32_t beyond = kind == WAFT_EDGE_WALL ? (at < 0 ? -1 - at : at - count) : 0;
    return at < 0 ? beyond : count - 1 - beyond;
}

#endif // WAFTI_WATER_SWE_H
