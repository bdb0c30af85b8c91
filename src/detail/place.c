// SPDX-License-Identifier: MIT
#include "detail/place.h"

#include <math.h>

static double component(waft_vec3 v, int axis) {
    return (double)(axis == 0 ? v.x : (axis == 1 ? v.y : v.z));
}

static int refine_of(const waft_smoke_def* smoke, const waft_detail_def* def, int axis) {
    return axis == 2 && smoke->cells[2] == 1 ? 1 : def->refine;
}

// Outwards to whole cells; a hair's breadth of rounding does not make another cell.
static void round_outwards(wafti_place* place, int axis, double low, double high, int32_t all) {
    const double hair = 1e-4;
    const double from = fmin(fmax(floor(low + hair), 0.0), (double)all);
    const double to = fmin(fmax(ceil(high - hair), from), (double)all);
    place->low[axis] = (int32_t)from;
    place->cells[axis] = (int32_t)(to - from);
}

wafti_place wafti_place_of(const waft_smoke_def* smoke, const waft_detail_def* def, int index) {
    wafti_place place = {.low = {0, 0, 0}};
    const int axes = smoke->cells[2] > 1 ? 3 : 2;
    for (int axis = 0; axis < 3; ++axis) {
        const int32_t all = smoke->cells[axis] * refine_of(smoke, def, axis);
        place.cells[axis] = all;
        if (index < 0 || axis >= axes) {
            continue;
        }
        const double h = (double)smoke->spacing / def->refine;
        const double origin = component(smoke->origin, axis);
        const waft_region* region = &def->regions[index];
        round_outwards(&place, axis, (component(region->low, axis) - origin) / h,
            (component(region->high, axis) - origin) / h, all);
        // Half of a periodic axis has two ends.
        const bool whole = place.cells[axis] == all;
        const bool periodic = smoke->sides[(ptrdiff_t)2 * axis].kind == WAFT_SIDE_PERIODIC;
        place.border[(ptrdiff_t)2 * axis] = place.low[axis] > 0 || (periodic && !whole);
        place.border[(ptrdiff_t)2 * axis + 1] =
            place.low[axis] + place.cells[axis] < all || (periodic && !whole);
    }
    return place;
}

waft_smoke_def wafti_place_smoke(
    const waft_smoke_def* smoke, const waft_detail_def* def, const wafti_place* place) {
    waft_smoke_def result = *smoke;
    const float h = smoke->spacing / (float)def->refine;
    result.spacing = h;
    float* origin[3] = {&result.origin.x, &result.origin.y, &result.origin.z};
    bool region = false;
    for (int axis = 0; axis < 3; ++axis) {
        result.cells[axis] = place->cells[axis];
        *origin[axis] += h * (float)place->low[axis];
        for (int side = 2 * axis; side < 2 * axis + 2; ++side) {
            region = region || place->border[side];
            if (place->border[side]) {
                result.sides[side] = (waft_smoke_side){.kind = WAFT_SIDE_INFLOW};
            }
        }
    }
    result.velocity = (waft_vec3){0.0f, 0.0f, 0.0f}; // it begins with the smoke's flow
    result.scheme = WAFT_SCHEME_SPLIT;
    result.every = 1;
    result.scalar_count = region ? 0 : smoke->scalar_count;
    return result;
}
