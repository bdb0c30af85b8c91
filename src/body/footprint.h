// SPDX-License-Identifier: MIT
// What a hull covers of columns of water that stand on a grid: exact areas and heights, as
// docs/spec/water.md#contact-pressure needs them.
#ifndef WAFTI_BODY_FOOTPRINT_H
#define WAFTI_BODY_FOOTPRINT_H

#include <waft/hull.h>

#include <stdint.h>

/// Columns of a grid: [i, i + count) along x and z, the lower corner of column (0, 0), and their size.
typedef struct wafti_column_grid {
    int32_t nx, nz;
    double x0, z0; ///< m
    double dx, dz; ///< m
} wafti_column_grid;

/// A rectangle of columns.
typedef struct wafti_column_box {
    int32_t low[2], count[2]; ///< along x and z
} wafti_column_box;

/// What a hull is over one column. Facets that look down are its underside.
typedef struct wafti_cover {
    double area;   ///< m2, of the underside as seen from above; more than the column where folded
    double under;  ///< m3, integral of the underside's height over its area
    double volume; ///< m3, of the hull in the column
    double moment[2]; ///< m3, integrals of x and z over the area of the underside
} wafti_cover;

/// Columns that a ball may cover; none if it is outside.
wafti_column_box wafti_footprint_box(
    const wafti_column_grid* grid, const double center[3], double reach);

/// Adds up a hull over the columns of the box; covers are count[0] * count[1], x fastest. Places are
/// relative to `position`, to which moments and heights are measured.
void wafti_footprint_cover(const waft_hull* hull, const double position[3],
    const double rotation[4], const wafti_column_grid* grid, const wafti_column_box* box,
    wafti_cover* out_covers);

/// Spreads what each column is covered with over it and its neighbours, 1:2:1 along x and z, so that a
/// hull that moves on enters columns little by little. Sums over the box stay as they are.
void wafti_footprint_soften(
    const wafti_column_grid* grid, const wafti_column_box* box, wafti_cover* covers);

#endif // WAFTI_BODY_FOOTPRINT_H
