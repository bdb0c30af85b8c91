// SPDX-License-Identifier: MIT
// The solids that count in a box of cells, and what is asked of them.
#ifndef WAFTI_GRID_CANDIDATES_H
#define WAFTI_GRID_CANDIDATES_H

#include "grid/domain_parts.h"

typedef struct wafti_candidates {
    const wafti_placement* placement[WAFTI_SOLID_CAPACITY];
    int count;
    bool sticky; ///< one is a no-slip solid
    double far;  ///< m, where none is near
} wafti_candidates;

/// Volumes whose distance counts in a box, or sheets that may cross it.
void wafti_candidates_gather(const wafti_domain* domain, const wafti_box* box, bool sheets,
    wafti_candidates* out_candidates);

/// Distance from the centre of a cell (axis -1) or of its low face along an axis to the nearest volume,
/// m, and which one it is; NULL: none.
double wafti_candidates_nearest(const wafti_candidates* volumes, const wafti_mac* grid, int axis,
    const int32_t cell[3], const wafti_placement** out_placement);

/// Whether a sheet may close the low face of a cell along an axis.
bool wafti_sheet_near(const wafti_placement* sheet, int axis, const int32_t cell[3]);
/// Whether it meets the segment that joins the two cells of the face; at sides it ends on the face.
bool wafti_sheet_crosses(
    const wafti_mac* grid, const wafti_placement* sheet, int axis, const int32_t cell[3]);

/// Whether a box has cells of a row.
static inline bool wafti_box_has_row(const wafti_box* box, int32_t j, int32_t k) {
    return j >= box->low[1] && j < box->high[1] && k >= box->low[2] && k < box->high[2];
}

static inline bool wafti_box_contains(const wafti_box* box, const int32_t cell[3]) {
    return cell[0] >= box->low[0] && cell[0] < box->high[0] &&
           wafti_box_has_row(box, cell[1], cell[2]);
}

#endif // WAFTI_GRID_CANDIDATES_H
