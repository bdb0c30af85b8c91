// SPDX-License-Identifier: MIT
// Levels and depths of a water on a grid as they are drawn, row by row.
#include <math.h>

#include "simd/clones.h"
#include "water/basin.h"

ptrdiff_t wafti_lake_neighbour(
    const wafti_shallow* s, int32_t i, int32_t j, int side, int32_t at[2]) {
    const int32_t by = side % 2 == 0 ? -1 : 1;
    at[0] = wafti_shallow_column(s, 0, side < 2 ? i + by : i);
    at[1] = wafti_shallow_column(s, 1, side < 2 ? j : j + by);
    return at[0] >= 0 && at[1] >= 0 ? wafti_basin_index(&s->basin, at[0], at[1]) : -1;
}

static bool is_wet(const wafti_shallow* s, ptrdiff_t at) {
    return (double)wafti_shallow_depth(s, at) > s->dry;
}

double wafti_lake_dry_level(const wafti_shallow* s, int32_t i, int32_t j, double bed) {
    const double hidden = 1e-3 * fmin(s->basin.dx, s->basin.dz);
    double sum = 0.0;
    int count = 0;
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT; ++side) {
        int32_t place[2];
        const ptrdiff_t at = wafti_lake_neighbour(s, i, j, side, place);
        if (at >= 0 && is_wet(s, at)) {
            sum += (double)wafti_shallow_level(s, at);
            ++count;
        }
    }
    return fmin(bed - hidden, count > 0 ? sum / count : bed);
}

// A row of a water on a grid. Pointers into the basin's fields; `contact` may be NULL.
typedef struct height_row {
    int32_t count;
    const wafti_real *bed, *depth, *level, *contact; // depth or level is NULL
    double still, dry;
} height_row;

// A row of levels and depths, as if all of it were wet. True if it is.
WAFTI_CLONES static bool draw_heights(
    const height_row* row, float* restrict out_level, float* restrict out_depth) {
    const height_row r = *row;
    if (r.level == NULL) {
        for (int32_t i = 0; i < r.count; ++i) {
            out_depth[i] = (float)r.depth[i];
            out_level[i] = (float)(r.bed[i] + r.depth[i]);
        }
    } else {
        for (int32_t i = 0; i < r.count; ++i) {
            const wafti_real depth = r.level[i] - r.bed[i];
            out_depth[i] = (float)(depth > 0 ? depth : 0);
            out_level[i] = (float)r.level[i];
        }
    }
    if (r.contact == NULL) {
        for (int32_t i = 0; i < r.count; ++i) {
            out_level[i] = (float)(r.still + (double)out_level[i]);
        }
    } else {
        for (int32_t i = 0; i < r.count; ++i) {
            out_level[i] = (float)(r.still + ((double)out_level[i] + (double)r.contact[i]));
        }
    }
    int32_t wet = 0;
    for (int32_t i = 0; i < r.count; ++i) {
        wet += (double)out_depth[i] > r.dry;
    }
    return wet == r.count;
}

void wafti_lake_draw_heights(const waft_water* water, int32_t j) {
    const wafti_lake* lake = water->lake;
    const wafti_shallow* s = &lake->s;
    const ptrdiff_t at = wafti_basin_index(&s->basin, 0, j);
    const height_row row = {.count = s->basin.nx,
        .bed = s->bed + at,
        .depth = s->level == NULL ? s->depth + at : NULL,
        .level = s->level != NULL ? s->level + at : NULL,
        .contact = lake->contact != NULL ? lake->contact + at : NULL,
        .still = (double)water->def.level,
        .dry = s->dry};
    float* level = water->field[WAFT_WATER_LEVEL] + wafti_grid_index(&water->grid, 0, j);
    float* depth = water->field[WAFT_WATER_DEPTH] + wafti_grid_index(&water->grid, 0, j);
    lake->row_wet[j] = draw_heights(&row, level, depth);
    for (int32_t i = 0; i < row.count && !lake->row_wet[j]; ++i) {
        if (!is_wet(s, at + i)) {
            level[i] = (float)(row.still + wafti_lake_dry_level(s, i, j, (double)row.bed[i]));
            depth[i] = 0.0f;
        }
    }
}
