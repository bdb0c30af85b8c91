// SPDX-License-Identifier: MIT
#include <math.h>

#include "grid/domain_parts.h"
#include "math/rotation.h"

// Cells around the bounds of a solid that get its distance: owners are told up to 3 cells away.
enum { BAND = 4 };

wafti_box wafti_box_hull(const wafti_box* a, const wafti_box* b) {
    if (wafti_box_empty(a) || wafti_box_empty(b)) {
        return wafti_box_empty(a) ? *b : *a;
    }
    wafti_box hull;
    for (int d = 0; d < 3; ++d) {
        hull.low[d] = a->low[d] < b->low[d] ? a->low[d] : b->low[d];
        hull.high[d] = a->high[d] > b->high[d] ? a->high[d] : b->high[d];
    }
    return hull;
}

double wafti_placement_distance(const wafti_placement* placement, const double point[3]) {
    const wafti_solid* solid = &placement->solid;
    const double x = point[0] - solid->position[0];
    const double y = point[1] - solid->position[1];
    const double z = point[2] - solid->position[2];
    double body[3];
    for (int d = 0; d < 3; ++d) {
        body[d] = placement->turn[0][d] * x + placement->turn[1][d] * y + placement->turn[2][d] * z;
    }
    return solid->distance(solid->shape, body);
}

// Bounds in the world, in cells from the low corner of the grid; all there is for solids without
// bounds, such as half spaces.
static void bounds_of(const wafti_mac* grid, const wafti_placement* placement, double out_low[3],
    double out_high[3]) {
    const wafti_solid* solid = &placement->solid;
    bool bounded = true;
    for (int d = 0; d < 3; ++d) {
        bounded = bounded && fabs(solid->low[d]) < 1e30 && fabs(solid->high[d]) < 1e30;
    }
    for (int d = 0; d < 3; ++d) {
        if (!bounded) {
            out_low[d] = 0.0;
            out_high[d] = grid->n[d];
            continue;
        }
        double middle = solid->position[d] - grid->low[d];
        double half = 0.0;
        for (int b = 0; b < 3; ++b) {
            middle += placement->turn[d][b] * 0.5 * (solid->low[b] + solid->high[b]);
            half += fabs(placement->turn[d][b]) * 0.5 * (solid->high[b] - solid->low[b]);
        }
        out_low[d] = (middle - half) / grid->h;
        out_high[d] = (middle + half) / grid->h;
    }
}

// Clamped before the conversion, since a solid may be anywhere.
static int32_t clamped(double value, int32_t low, int32_t high) {
    return value <= low ? low : (value >= high ? high : (int32_t)value);
}

void wafti_placement_make(
    const wafti_mac* grid, const wafti_solid* solid, wafti_placement* out_placement) {
    out_placement->solid = *solid;
    wafti_rotation_matrix(solid->rotation, out_placement->turn);
    double low[3];
    double high[3];
    bounds_of(grid, out_placement, low, high);
    for (int d = 0; d < 3; ++d) {
        const int32_t n = grid->n[d];
        wafti_box* band = &out_placement->band;
        wafti_box* cells = &out_placement->cells;
        cells->low[d] = clamped(floor(low[d]) - 1.0, 0, n);
        cells->high[d] = clamped(ceil(high[d]) + 1.0, 0, n);
        band->low[d] = clamped(floor(low[d]) - BAND, 0, n + 1);
        band->high[d] = clamped(ceil(high[d]) + BAND + 1.0, 0, n + 1);
        if (d == grid->axes) { // corners of a plane flow lie in its plane
            const bool meets = low[d] <= 1.0 && high[d] >= 0.0;
            band->low[d] = cells->low[d] = 0;
            band->high[d] = cells->high[d] = meets ? 1 : 0;
        }
    }
}
