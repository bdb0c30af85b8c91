// SPDX-License-Identifier: MIT
#include "grid/sweep.h"

#include <math.h>
#include <string.h>

// A cell changed: its neighbours may now change too.
static void wake_neighbours(const wafti_block* cells, int32_t i, int32_t j, uint8_t* awake) {
    const ptrdiff_t width = cells->high[0] - cells->low[0];
    if (i > cells->low[0]) {
        awake[-1] = 1;
    }
    if (i + 1 < cells->high[0]) {
        awake[1] = 1;
    }
    if (j > cells->low[1]) {
        awake[-width] = 1;
    }
    if (j + 1 < cells->high[1]) {
        awake[width] = 1;
    }
}

static double sweep_once(
    const wafti_sweep* sweep, int32_t step_x, int32_t step_z, wafti_visit* visit, void* context) {
    const wafti_block* cells = &sweep->cells;
    const int32_t width = cells->high[0] - cells->low[0];
    const int32_t height = cells->high[1] - cells->low[1];
    double greatest = 0.0;
    int32_t j = step_z > 0 ? cells->low[1] : cells->high[1] - 1;
    for (int32_t row = 0; row < height; ++row, j += step_z) {
        uint8_t* awake_row = sweep->awake + (ptrdiff_t)(j - cells->low[1]) * width;
        int32_t i = step_x > 0 ? cells->low[0] : cells->high[0] - 1;
        for (int32_t column = 0; column < width; ++column, i += step_x) {
            uint8_t* awake = awake_row + (i - cells->low[0]);
            if (*awake == 0) {
                continue;
            }
            *awake = 0;
            const double change = visit(context, i, j);
            if (change != 0.0) {
                wake_neighbours(cells, i, j, awake);
            }
            greatest = change > greatest ? change : greatest;
        }
    }
    return greatest;
}

int wafti_sweep_run(const wafti_sweep* sweep, wafti_visit* visit, void* context) {
    // The four orders follow each other so that each differs from the last in one axis.
    static const int32_t flip_x[4] = {1, -1, -1, 1};
    static const int32_t flip_z[4] = {1, 1, -1, -1};
    const size_t width = (size_t)(sweep->cells.high[0] - sweep->cells.low[0]);
    const size_t height = (size_t)(sweep->cells.high[1] - sweep->cells.low[1]);
    if (width * height > 0) {
        memset(sweep->awake, 1, width * height);
    }
    for (int count = 0; count < sweep->limit; ++count) {
        const double change = sweep_once(sweep, sweep->direction[0] * flip_x[count % 4],
            sweep->direction[1] * flip_z[count % 4], visit, context);
        // A sweep that changes nothing has tested every cell against one and the same state.
        if (!(change > sweep->tolerance)) {
            return count + 1;
        }
    }
    return sweep->limit;
}

// Value at a cell from neighbours a (along x, at distance dx) and b (along z): the greater root of
// ((phi - a) / dx)^2 + ((phi - b) / dz)^2 = k^2, written relative to a since phases grow large.
// Negative if the front does not come from between the two.
static double two_sided_rise(double b_minus_a, double k, double dx, double dz) {
    const double wx = 1.0 / (dx * dx);
    const double wz = 1.0 / (dz * dz);
    const double root = (wx + wz) * k * k - b_minus_a * b_minus_a * wx * wz;
    if (!(root >= 0.0)) {
        return -1.0;
    }
    const double rise = (b_minus_a * wz + sqrt(root)) / (wx + wz);
    return rise >= b_minus_a ? rise : -1.0;
}

static double visit_phase(void* context, int32_t i, int32_t j) {
    const wafti_eikonal* p = context;
    const ptrdiff_t nx = p->nx;
    const ptrdiff_t c = i + j * nx;
    const double west = i > 0 ? p->phi[c - 1] : INFINITY;
    const double east = i + 1 < p->nx ? p->phi[c + 1] : INFINITY;
    const double south = j > 0 ? p->phi[c - nx] : INFINITY;
    const double north = j + 1 < p->nz ? p->phi[c + nx] : INFINITY;
    const ptrdiff_t to_x = west <= east ? -1 : 1;
    const ptrdiff_t to_z = south <= north ? -nx : nx;
    const double a = west <= east ? west : east;
    const double b = south <= north ? south : north;
    double phi = p->phi[c];
    double rise = -1.0;
    if (isfinite(a) && isfinite(b)) {
        // The mean over the square between the cell and its upwind neighbours makes the
        // phase second-order; k of the cell alone leaves it first-order.
        const double k = 0.25 * (p->k[c] + p->k[c + to_x] + p->k[c + to_z] + p->k[c + to_x + to_z]);
        rise = two_sided_rise(b - a, k, p->dx, p->dz);
    }
    if (rise >= 0.0) {
        phi = fmin(phi, a + rise);
    } else {
        if (isfinite(a)) {
            phi = fmin(phi, a + 0.5 * p->dx * (p->k[c] + p->k[c + to_x]));
        }
        if (isfinite(b)) {
            phi = fmin(phi, b + 0.5 * p->dz * (p->k[c] + p->k[c + to_z]));
        }
    }
    // No front has come yet: nothing to take from infinity.
    if (!isfinite(phi)) {
        return 0.0;
    }
    const double change = p->phi[c] - phi;
    p->phi[c] = phi;
    return change;
}

int wafti_eikonal_solve(const wafti_eikonal* problem, const wafti_sweep* sweep) {
    wafti_eikonal copy = *problem;
    return wafti_sweep_run(sweep, visit_phase, &copy);
}
