// SPDX-License-Identifier: MIT
// Where a forced flow lies in the fine grid over a smoke.
#ifndef WAFTI_DETAIL_PLACE_H
#define WAFTI_DETAIL_PLACE_H

#include <waft/detail.h>

typedef struct wafti_place {
    int32_t low[3];   ///< fine cells of the box before it
    int32_t cells[3]; ///< none if it lies outside
    bool border[6];   ///< sides that lie inside the box
} wafti_place;

/// Of region `index`, rounded outwards to fine cells and cut to the box; -1: all of the box.
wafti_place wafti_place_of(const waft_smoke_def* smoke, const waft_detail_def* def, int index);

/// The smoke def of a flow there: the base's with finer cells, borders being inflow sides.
waft_smoke_def wafti_place_smoke(
    const waft_smoke_def* smoke, const waft_detail_def* def, const wafti_place* place);

#endif // WAFTI_DETAIL_PLACE_H
