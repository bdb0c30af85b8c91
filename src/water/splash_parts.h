// SPDX-License-Identifier: MIT
// What the files of spray on a grid share. Places are in m from the lowest corner.
#ifndef WAFTI_WATER_SPLASH_PARTS_H
#define WAFTI_WATER_SPLASH_PARTS_H

#include <math.h>

#include "water/splash.h"
#include "water/tools.h"

// What the blocks of a pool run share.
typedef struct splash_job {
    wafti_shallow* s;
    wafti_splash* p;
    const wafti_flight* flight;
} splash_job;

// Work of looking at all depths once, for the pool.
static inline double splash_us(const wafti_shallow* s) {
    return 0.0008 * s->basin.nx * s->basin.nz;
}

// Two columns along an axis and the weight of the second, for a place between their centres.
typedef struct splash_span {
    int32_t low, high;
    double share;
} splash_span;

static inline splash_span splash_between(double place, double spacing, int32_t count, bool around) {
    const double at = place / spacing - 0.5;
    const double first = floor(at);
    const int32_t low = (int32_t)first;
    return (splash_span){
        wafti_inside(low, count, around), wafti_inside(low + 1, count, around), at - first};
}

// Level between the centres of columns, as it is drawn: over dry ones the bed. Relative.
static inline double splash_level(const wafti_shallow* s, double x, double z) {
    const wafti_basin* b = &s->basin;
    const splash_span i = splash_between(x, b->dx, b->nx, wafti_shallow_periodic(s, 0));
    const splash_span j = splash_between(z, b->dz, b->nz, wafti_shallow_periodic(s, 1));
    const double low =
        (double)wafti_shallow_level(s, wafti_basin_index(b, i.low, j.low)) * (1.0 - i.share) +
        (double)wafti_shallow_level(s, wafti_basin_index(b, i.high, j.low)) * i.share;
    const double high =
        (double)wafti_shallow_level(s, wafti_basin_index(b, i.low, j.high)) * (1.0 - i.share) +
        (double)wafti_shallow_level(s, wafti_basin_index(b, i.high, j.high)) * i.share;
    return low * (1.0 - j.share) + high * j.share;
}

// Brings a place back into periodic axes. False if it lies outside, or is no number.
static inline bool splash_wrap(const wafti_shallow* s, double place[2]) {
    const double length[2] = {s->basin.nx * s->basin.dx, s->basin.nz * s->basin.dz};
    bool inside = isfinite(place[0]) && isfinite(place[1]);
    for (int axis = 0; axis < 2 && inside; ++axis) {
        double* at = &place[axis];
        if (wafti_shallow_periodic(s, axis) && (*at < 0.0 || *at >= length[axis])) {
            *at -= length[axis] * floor(*at / length[axis]);
        }
        inside = *at >= 0.0 && *at <= length[axis];
    }
    return inside;
}

/// Finds the columns of a row that rise faster than the threshold; then throws drops where they do.
void wafti_splash_find(void* context, int32_t row);
uint64_t wafti_splash_throw(wafti_shallow* s, wafti_splash* p, double dt);

#endif // WAFTI_WATER_SPLASH_PARTS_H
