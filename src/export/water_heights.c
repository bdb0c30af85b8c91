// SPDX-License-Identifier: MIT
// The drawn surface as heights over cell centres. Points of the surface move sideways on their
// orbits, so that the point over a cell rests elsewhere: it is found by inverting
//
//     rest + shift(rest) = cell
//
// on the drawn grid, with fields bilinear between cell centres and constant beyond the outermost.
#include <waft/export.h>

#include <string.h>

/// The fields of the surface; lengths are in cells from here on.
typedef struct drawn_grid {
    waft_field level;
    waft_field shift[2];
    double cells_per_metre[2];
} drawn_grid;

/// Where a point lies between four samples.
typedef struct patch {
    ptrdiff_t corners[4]; ///< low, high along x; then the same one row on
    double x, z;          ///< 0 to 1
    bool inside[2];       ///< fields vary along this axis here
} patch;

static waft_result open_grid(const waft_water* water, drawn_grid* grid) {
    waft_result result = waft_water_field(water, WAFT_WATER_LEVEL, &grid->level);
    result =
        result == WAFT_OK ? waft_water_field(water, WAFT_WATER_SHIFT_X, &grid->shift[0]) : result;
    if (result == WAFT_OK) {
        result = waft_water_field(water, WAFT_WATER_SHIFT_Z, &grid->shift[1]);
        grid->cells_per_metre[0] = 1.0 / (double)grid->level.spacing.x;
        grid->cells_per_metre[1] = 1.0 / (double)grid->level.spacing.z;
    }
    return result;
}

// Cell below `at` and the share of the way to the next; true if there is a next.
static bool place_along(double at, int32_t count, int32_t* out_cell, double* out_share) {
    const double last = (double)count - 1.0;
    const bool inside = at >= 0.0 && at <= last && count > 1;
    const double held = at >= 0.0 ? (at <= last ? at : last) : 0.0;
    const int32_t cell = (int32_t)held;
    *out_cell = inside && cell == count - 1 ? cell - 1 : cell;
    *out_share = inside ? held - (double)*out_cell : 0.0;
    return inside;
}

static patch find_patch(const drawn_grid* grid, const double at[2]) {
    int32_t i = 0;
    int32_t k = 0;
    patch p;
    p.inside[0] = place_along(at[0], grid->level.size[0], &i, &p.x);
    p.inside[1] = place_along(at[1], grid->level.size[2], &k, &p.z);
    const ptrdiff_t row = grid->level.stride[2];
    const ptrdiff_t first = i + k * row;
    const ptrdiff_t right = p.inside[0] ? 1 : 0;
    const ptrdiff_t down = p.inside[1] ? row : 0;
    p.corners[0] = first;
    p.corners[1] = first + right;
    p.corners[2] = first + down;
    p.corners[3] = first + down + right;
    return p;
}

// Value of a field in a patch, and its change along x and z a cell if asked for.
static double blend(const waft_field* field, const patch* p, double out_slope[2]) {
    const double a = (double)field->data[p->corners[0]];
    const double b = (double)field->data[p->corners[1]];
    const double c = (double)field->data[p->corners[2]];
    const double d = (double)field->data[p->corners[3]];
    const double low = a + p->x * (b - a);
    const double high = c + p->x * (d - c);
    if (out_slope != NULL) {
        out_slope[0] = (b - a) + p->z * ((d - c) - (b - a));
        out_slope[1] = high - low;
    }
    return low + p->z * (high - low);
}

// How far beyond `cell` the point that rests at `rest` is drawn, and Newton's correction for it.
// Where the surface is about to fold, the plain difference is the better correction.
static double miss(
    const drawn_grid* grid, const int32_t cell[2], const double rest[2], double out_correction[2]) {
    const patch p = find_patch(grid, rest);
    double beyond[2];
    double slope[2][2];
    for (int axis = 0; axis < 2; ++axis) {
        const double scale = grid->cells_per_metre[axis];
        const double shift = scale * blend(&grid->shift[axis], &p, slope[axis]);
        slope[axis][0] *= scale;
        slope[axis][1] *= scale;
        // One row of cells is the same along z: no point misses it.
        const bool one_row = axis == 1 && grid->level.size[2] == 1;
        beyond[axis] = one_row ? 0.0 : rest[axis] + shift - (double)cell[axis];
    }
    const double xx = 1.0 + slope[0][0];
    const double zz = 1.0 + slope[1][1];
    const double xz = slope[0][1];
    const double zx = slope[1][0];
    const double area = xx * zz - xz * zx;
    const bool folds = area < 0.05;
    out_correction[0] = folds ? beyond[0] : (zz * beyond[0] - xz * beyond[1]) / area;
    out_correction[1] = folds ? beyond[1] : (xx * beyond[1] - zx * beyond[0]) / area;
    return beyond[0] * beyond[0] + beyond[1] * beyond[1];
}

// Improves `rest` until it is drawn within 1e-4 cells of `cell`; the best found if that fails.
// A correction that does not help is halved.
static void find_rest(const drawn_grid* grid, const int32_t cell[2], double rest[2]) {
    enum { MOST_TRIES = 16 };
    double correction[2];
    double trial[2] = {rest[0], rest[1]};
    double best = miss(grid, cell, rest, correction);
    double share = 1.0;
    for (int n = 0; n < MOST_TRIES && best > 1e-8; ++n) {
        double next[2];
        trial[0] = rest[0] - share * correction[0];
        trial[1] = rest[1] - share * correction[1];
        const double square = miss(grid, cell, trial, next);
        if (square < best) {
            best = square;
            share = 1.0;
            memcpy(rest, trial, sizeof(trial));
            memcpy(correction, next, sizeof(next));
        } else {
            share *= 0.5;
        }
    }
}

static bool moves(const waft_field* shift) {
    for (int32_t k = 0; k < shift->size[2]; ++k) {
        for (int32_t i = 0; i < shift->size[0]; ++i) {
            if (waft_field_at(shift, i, 0, k) != 0.0f) {
                return true;
            }
        }
    }
    return false;
}

static void fill_row(const drawn_grid* grid, int32_t k, float* out_row) {
    double rest[2] = {0.0, (double)k};
    double pace[2] = {1.0, 0.0}; // from the neighbour's rest to this one's
    for (int32_t i = 0; i < grid->level.size[0]; ++i) {
        const int32_t cell[2] = {i, k};
        const double before[2] = {rest[0] - pace[0], rest[1] - pace[1]};
        const bool still = waft_field_at(&grid->shift[0], i, 0, k) == 0.0f &&
                           waft_field_at(&grid->shift[1], i, 0, k) == 0.0f;
        if (still) {
            // Under land, above all: what it shows is its own.
            rest[0] = (double)i;
            rest[1] = (double)k;
        } else {
            // Rests follow each other at a steady pace, so that most need one correction.
            find_rest(grid, cell, rest);
        }
        const patch p = find_patch(grid, rest);
        out_row[i] = (float)blend(&grid->level, &p, NULL);
        for (int axis = 0; axis < 2; ++axis) {
            pace[axis] = rest[axis] - before[axis];
            rest[axis] += pace[axis];
        }
    }
}

waft_result waft_water_heights(const waft_water* water, float* out_heights, size_t capacity) {
    drawn_grid grid;
    if (water == NULL || out_heights == NULL || open_grid(water, &grid) != WAFT_OK) {
        return WAFT_ERR_ARGUMENT;
    }
    const size_t width = (size_t)grid.level.size[0];
    const size_t height = (size_t)grid.level.size[2];
    if (capacity < width * height) {
        return WAFT_ERR_ARGUMENT;
    }
    const bool shifted = moves(&grid.shift[0]) || moves(&grid.shift[1]);
    for (size_t k = 0; k < height; ++k) {
        float* row = out_heights + k * width;
        if (shifted) {
            fill_row(&grid, (int32_t)k, row);
        } else {
            memcpy(
                row, &grid.level.data[(ptrdiff_t)k * grid.level.stride[2]], width * sizeof(*row));
        }
    }
    return WAFT_OK;
}
