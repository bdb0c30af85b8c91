// SPDX-License-Identifier: MIT
#include "water/terrain.h"

#include <math.h>

#include "grid/noise.h"

static double clamp01(double t) {
    return t < 0.0 ? 0.0 : (t > 1.0 ? 1.0 : t);
}

static double mix(double low, double high, double t) {
    return low + (high - low) * t;
}

// Distance of a point along the terrain's direction from the domain's corner that lies lowest along it.
static double distance_along(const waft_water_def* def, double x, double z) {
    const double length = hypot((double)def->terrain.direction.x, (double)def->terrain.direction.y);
    const double ax = (double)def->terrain.direction.x / length;
    const double az = (double)def->terrain.direction.y / length;
    const double corner_x = (double)def->origin.x + (ax < 0.0 ? (double)def->size.x : 0.0);
    const double corner_z = (double)def->origin.y + (az < 0.0 ? (double)def->size.y : 0.0);
    return ax * (x - corner_x) + az * (z - corner_z);
}

// Distance of a point from the line through `center` along `direction`.
static double line_distance(const waft_terrain_def* terrain, double x, double z) {
    const double ax = (double)terrain->direction.x;
    const double az = (double)terrain->direction.y;
    const double across =
        ax * (z - (double)terrain->center.y) - az * (x - (double)terrain->center.x);
    return fabs(across) / hypot(ax, az);
}

static double beach_height(const waft_terrain_def* terrain, double distance) {
    const double from = (double)terrain->from;
    const double bend = (double)terrain->bend;
    const double to = (double)terrain->to;
    if (distance < bend) {
        return mix((double)terrain->low, (double)terrain->middle,
            clamp01((distance - from) / (bend - from)));
    }
    return mix(
        (double)terrain->middle, (double)terrain->high, clamp01((distance - bend) / (to - bend)));
}

// The map's samples are pixels that tile the domain, so a map with one sample a cell is taken as
// it is.
double wafti_terrain_map(
    const waft_water_def* def, const float* map, const int32_t size[2], double x, double z) {
    const double u = (x - (double)def->origin.x) / (double)def->size.x * size[0] - 0.5;
    const double v = (z - (double)def->origin.y) / (double)def->size.y * size[1] - 0.5;
    int32_t i[2];
    int32_t j[2];
    double along_x[2];
    double along_z[2];
    wafti_axis_corners(u, size[0], i, along_x);
    wafti_axis_corners(v, size[1], j, along_z);
    double height = 0.0;
    for (int b = 0; b < 2; ++b) {
        for (int a = 0; a < 2; ++a) {
            const size_t sample = (size_t)i[a] + (size_t)j[b] * (size_t)size[0];
            height += along_z[b] * along_x[a] * (double)map[sample];
        }
    }
    return height;
}

static double height_at(const waft_water_def* def, uint64_t seed, double x, double z) {
    const waft_terrain_def* terrain = &def->terrain;
    const double low = (double)terrain->low;
    const double high = (double)terrain->high;
    const double radius = (double)terrain->radius;
    const double r = hypot(x - (double)terrain->center.x, z - (double)terrain->center.y) / radius;
    switch (terrain->kind) {
    case WAFT_TERRAIN_FLAT:
        return (double)def->level - (double)def->depth;
    case WAFT_TERRAIN_SLOPE:
        return mix(low, high,
            clamp01((distance_along(def, x, z) - (double)terrain->from) /
                    ((double)terrain->to - (double)terrain->from)));
    case WAFT_TERRAIN_BEACH:
        return beach_height(terrain, distance_along(def, x, z));
    case WAFT_TERRAIN_BOWL:
        return mix(low, high, r * r);
    case WAFT_TERRAIN_BUMP:
        return mix(low, high, fmax(0.0, 1.0 - r * r));
    case WAFT_TERRAIN_NOISE:
        return mix(low, high,
            0.5 + 0.5 * wafti_noise_fractal(seed, x / (double)terrain->length,
                            z / (double)terrain->length, terrain->octaves));
    case WAFT_TERRAIN_STEP:
        return distance_along(def, x, z) < (double)terrain->bend ? low : high;
    case WAFT_TERRAIN_CHANNEL:
        return line_distance(terrain, x, z) <= (double)terrain->width ? low : high;
    case WAFT_TERRAIN_MAP:
        return wafti_terrain_map(def, terrain->map, terrain->map_size, x, z);
    }
    return low;
}

double wafti_terrain_quantum(double greatest) {
    int exponent = 0;
    (void)frexp(greatest, &exponent);
    return ldexp(1.0, exponent - 22);
}

double wafti_terrain_greatest(const wafti_grid* grid, const float* heights) {
    double greatest = 0.0;
    for (wafti_cells at = wafti_grid_cells(grid); wafti_cells_next(&at);) {
        greatest = fmax(greatest, fabs((double)heights[wafti_grid_index(grid, at.i, at.j)]));
    }
    return greatest;
}

// What a map may hold at most. A small bowl in a large domain would rise without end.
static const double greatest_height = 1e6;

float wafti_terrain_height(const waft_water_def* def, uint64_t seed, double x, double z) {
    const double height = height_at(def, seed, x, z);
    const double held = fmax(-greatest_height, fmin(height, greatest_height));
    return (float)(held - (double)def->level);
}

void wafti_terrain_heights(
    const waft_water_def* def, const wafti_grid* grid, uint64_t seed, float* out_heights) {
    for (wafti_cells at = wafti_grid_cells(grid); wafti_cells_next(&at);) {
        out_heights[wafti_grid_index(grid, at.i, at.j)] =
            wafti_terrain_height(def, seed, wafti_grid_x(grid, at.i), wafti_grid_z(grid, at.j));
    }
}

float wafti_terrain_fill(
    const waft_water_def* def, const wafti_grid* grid, uint64_t seed, float* out_heights) {
    wafti_terrain_heights(def, grid, seed, out_heights);
    const double quantum = wafti_terrain_quantum(wafti_terrain_greatest(grid, out_heights));
    for (wafti_cells at = wafti_grid_cells(grid); wafti_cells_next(&at);) {
        float* height = &out_heights[wafti_grid_index(grid, at.i, at.j)];
        *height = (float)wafti_terrain_round((double)*height, quantum);
    }
    return (float)quantum;
}
