// SPDX-License-Identifier: MIT
#include "grid/candidates.h"

void wafti_candidates_gather(const wafti_domain* domain, const wafti_box* box, bool sheets,
    wafti_candidates* out_candidates) {
    out_candidates->count = 0;
    out_candidates->sticky = false;
    out_candidates->far = wafti_domain_far(&domain->grid);
    for (int s = 0; s < domain->solid_capacity; ++s) {
        const wafti_placement* p = &domain->placements[s];
        if (!p->solid.alive || (p->solid.crosses != NULL) != sheets) {
            continue;
        }
        const wafti_box common = wafti_box_common(&p->band, box);
        if (!wafti_box_empty(&common)) {
            out_candidates->placement[out_candidates->count++] = p;
            out_candidates->sticky = out_candidates->sticky || p->solid.no_slip;
        }
    }
}

double wafti_candidates_nearest(const wafti_candidates* volumes, const wafti_mac* grid, int axis,
    const int32_t cell[3], const wafti_placement** out_placement) {
    double point[3];
    wafti_domain_centre(grid, axis, cell, point);
    double least = volumes->far;
    *out_placement = NULL;
    for (int c = 0; c < volumes->count; ++c) {
        const wafti_placement* p = volumes->placement[c];
        if (wafti_box_contains(&p->band, cell)) {
            const double distance = wafti_placement_distance(p, point);
            if (distance < least) {
                least = distance;
                *out_placement = p;
            }
        }
    }
    return least;
}

bool wafti_sheet_near(const wafti_placement* sheet, int axis, const int32_t cell[3]) {
    wafti_box reach = sheet->cells;
    ++reach.high[axis];
    return wafti_box_contains(&reach, cell);
}

bool wafti_sheet_crosses(
    const wafti_mac* grid, const wafti_placement* sheet, int axis, const int32_t cell[3]) {
    const wafti_solid* solid = &sheet->solid;
    double ends[2][3];
    for (int e = 0; e < 2; ++e) {
        double point[3];
        wafti_domain_centre(grid, axis, cell, point);
        const bool outside = e == 0 ? cell[axis] == 0 : cell[axis] == grid->n[axis];
        point[axis] += outside ? 0.0 : (e - 0.5) * grid->h;
        for (int d = 0; d < 3; ++d) {
            ends[e][d] = 0.0;
            for (int w = 0; w < 3; ++w) {
                ends[e][d] += sheet->turn[w][d] * (point[w] - solid->position[w]);
            }
        }
    }
    return solid->crosses(solid->shape, ends[0], ends[1]);
}
