// SPDX-License-Identifier: MIT
#include "water/control.h"

#include <math.h>

#include "water/tools.h"

// Where a point lies between two control points.
typedef struct between {
    int32_t low;      // the first of them
    double weight[2]; // of both
} between;

static between find_between(double place, double spacing, int32_t count) {
    const double at = fmax(0.0, fmin(place / spacing, count));
    const int32_t low = (int32_t)fmin(floor(at), count - 1.0);
    return (between){low, {1.0 - (at - low), at - low}};
}

// Columns on both sides of control point `point` of an axis: 2, at a rim 1.
static int columns_around(const wafti_shallow* s, int axis, int32_t point) {
    return (wafti_shallow_column(s, axis, point - 1) >= 0) +
           (wafti_shallow_column(s, axis, point) >= 0);
}

// Share that each column of three takes of a unit at a place, along one axis.
static void spread_axis(
    const wafti_shallow* s, int axis, double place, int32_t out_column[3], double out_share[3]) {
    const wafti_basin* b = &s->basin;
    const between at = find_between(place, axis == 0 ? b->dx : b->dz, axis == 0 ? b->nx : b->nz);
    for (int n = 0; n < 3; ++n) {
        out_column[n] = wafti_shallow_column(s, axis, at.low - 1 + n);
        out_share[n] = 0.0;
    }
    for (int point = 0; point < 2; ++point) {
        const double share = at.weight[point] / columns_around(s, axis, at.low + point);
        for (int n = point; n < point + 2; ++n) {
            out_share[n] += out_column[n] >= 0 ? share : 0.0;
        }
    }
}

void wafti_control_patch(
    const wafti_shallow* s, double x, double z, double force, wafti_patch* out_patch) {
    double along_x[3];
    double along_z[3];
    spread_axis(s, 0, x, out_patch->i, along_x);
    spread_axis(s, 1, z, out_patch->j, along_z);
    // (14): E = -f / (n S). Weights and counts are products of those along the axes.
    const double pressure = -force / (s->basin.dx * s->basin.dz);
    for (int b = 0; b < 3; ++b) {
        for (int a = 0; a < 3; ++a) {
            out_patch->pressure[b][a] = pressure * along_z[b] * along_x[a];
        }
    }
}

bool wafti_control_add(const wafti_shallow* s, const wafti_patch* patch, wafti_real* field) {
    const double per_metre = s->density * s->context->gravity;
    bool some = false;
    for (int b = 0; b < 3; ++b) {
        for (int a = 0; a < 3; ++a) {
            if (patch->i[a] >= 0 && patch->j[b] >= 0) {
                wafti_real* load = &field[wafti_basin_index(&s->basin, patch->i[a], patch->j[b])];
                *load = (wafti_real)((double)*load + patch->pressure[b][a] / per_metre);
                some = some || *load != 0;
            }
        }
    }
    return some;
}

void wafti_control_press(wafti_shallow* s, const wafti_patch* patch) {
    s->loaded = wafti_control_add(s, patch, s->load) || s->loaded;
}

void wafti_control_release(wafti_shallow* s, const wafti_patch* patch) {
    for (int b = 0; b < 3; ++b) {
        for (int a = 0; a < 3; ++a) {
            if (patch->i[a] >= 0 && patch->j[b] >= 0) {
                s->load[wafti_basin_index(&s->basin, patch->i[a], patch->j[b])] = 0;
            }
        }
    }
}

double wafti_control_level(const wafti_shallow* s, int32_t i, int32_t j) {
    double sum = 0.0;
    int count = 0;
    for (int b = -1; b < 1; ++b) {
        for (int a = -1; a < 1; ++a) {
            const int32_t ci = wafti_shallow_column(s, 0, i + a);
            const int32_t cj = wafti_shallow_column(s, 1, j + b);
            if (ci >= 0 && cj >= 0) {
                sum += (double)wafti_shallow_level(s, wafti_basin_index(&s->basin, ci, cj));
                ++count;
            }
        }
    }
    return sum / count;
}

double wafti_control_level_at(const wafti_shallow* s, double x, double z) {
    const wafti_basin* b = &s->basin;
    const between along_x = find_between(x, b->dx, b->nx);
    const between along_z = find_between(z, b->dz, b->nz);
    double level = 0.0;
    for (int n = 0; n < 4; ++n) {
        const int a = n % 2;
        const int c = n / 2;
        level += along_z.weight[c] * along_x.weight[a] *
                 wafti_control_level(s, along_x.low + a, along_z.low + c);
    }
    return level;
}
