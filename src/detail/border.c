// SPDX-License-Identifier: MIT
// Borders of a region inside the box: how forces set in, and faces that have the flow of outside.
#include <math.h>

#include "detail/parts.h"
#include "grid/domain_parts.h"

static float smoothstep(float t) {
    const float inside = t > 0.0f ? (t < 1.0f ? t : 1.0f) : 0.0f;
    return inside * inside * (3.0f - 2.0f * inside);
}

// Cells from a sample along an axis to the nearer border across it; far away if there is none.
static float depth_of(const wafti_part* part, int axis, float place) {
    const float far = 1e9f;
    const float n = (float)part->smoke->domain.grid.n[axis];
    const float low = part->border[(ptrdiff_t)2 * axis] ? place : far;
    const float high = part->border[(ptrdiff_t)2 * axis + 1] ? n - place : far;
    return low < high ? low : high;
}

// Samples of a row that is `row` cells inside.
static void blend_end(
    const wafti_part* part, int axis, float row, int32_t from, int32_t to, float* out) {
    const float blend = (float)part->detail->def.blend;
    for (int32_t i = from; i < to; ++i) {
        const float depth = depth_of(part, 0, (float)i + (axis == 0 ? 0.0f : 0.5f));
        out[i] = smoothstep((depth < row ? depth : row) / blend);
    }
}

bool wafti_part_blend_row(const wafti_part* part, int axis, int32_t j, int32_t k, float* out,
    wafti_blend_middle* out_middle) {
    const float blend = (float)part->detail->def.blend;
    const bool any = part->border[0] || part->border[1] || part->border[2] || part->border[3] ||
                     part->border[4] || part->border[5];
    if (!any || !(blend > 0.0f)) {
        return false;
    }
    const wafti_mac* grid = &part->smoke->domain.grid;
    const float across = depth_of(part, 1, (float)j + (axis == 1 ? 0.0f : 0.5f));
    const float along =
        grid->axes == 3 ? depth_of(part, 2, (float)k + (axis == 2 ? 0.0f : 0.5f)) : 1e9f;
    const float row = across < along ? across : along;
    const bool ends = part->border[0] || part->border[1];
    if (row >= blend && !ends) {
        return false;
    }
    const int32_t count = grid->n[0] + (axis == 0 ? 1 : 0);
    // Samples that see a border across x, at either end.
    const int32_t most = part->detail->def.blend < count ? part->detail->def.blend : count;
    const int32_t low = ends ? most : 0;
    const int32_t high = low < count - low ? count - low : low;
    const float middle = smoothstep(row / blend);
    *out_middle = (wafti_blend_middle){low, high};
    blend_end(part, axis, row, 0, low, out);
    for (int32_t i = low; i < high; ++i) {
        out[i] = middle;
    }
    blend_end(part, axis, row, high, count, out);
    return true;
}

// ---- faces

// What the border faces of one closed set of cells have in common.
typedef struct border_sum {
    double flux;  // out of the region, faces m/s
    double speed; // of |u|
    double count; // faces that may be corrected
} border_sum;

enum { MOST_SETS = 64 };

// Cells of a row along a side, from low on; those at a side across x are rows of one.
typedef struct border_row {
    int side;
    int32_t low, count, j, k;
} border_row;

typedef void border_visit(wafti_part* part, const border_row* row, border_sum* sums);

static void for_side(wafti_part* part, int side, border_visit* visit, border_sum* sums) {
    const wafti_mac* grid = &part->smoke->domain.grid;
    const int axis = side / 2;
    wafti_box box = {.high = {grid->n[0], grid->n[1], grid->n[2]}};
    box.low[axis] = side % 2 == 0 ? 0 : grid->n[axis] - 1;
    box.high[axis] = box.low[axis] + 1;
    for (int32_t k = box.low[2]; k < box.high[2]; ++k) {
        for (int32_t j = box.low[1]; j < box.high[1]; ++j) {
            visit(part, &(border_row){side, box.low[0], box.high[0] - box.low[0], j, k}, sums);
        }
    }
}

static float* faces_of(const wafti_part* part, const border_row* row, float* const fields[3]) {
    const wafti_mac* grid = &part->smoke->domain.grid;
    const int axis = row->side / 2;
    const ptrdiff_t at = wafti_mac_index(grid, row->low, row->j, row->k);
    return fields[axis] + at + (row->side % 2) * wafti_mac_stride(grid, axis);
}

// The set of joined cells that a border cell belongs to; -1 if it needs no balance.
static int set_of_region(const wafti_part* part, int set) {
    const wafti_poisson* poisson = part->smoke->poisson;
    return set >= 0 && set < MOST_SETS && wafti_poisson_region_closed(poisson, set) ? set : -1;
}

static int set_of(const wafti_part* part, const border_row* row, int common, int32_t i) {
    const int region =
        common >= 0 ? common
                    : wafti_poisson_region(part->smoke->poisson, row->low + i, row->j, row->k);
    return set_of_region(part, region);
}

static void take_mean(wafti_part* part, const border_row* row, border_sum* sums) {
    const wafti_domain* domain = &part->smoke->domain;
    const bool border = part->border[row->side];
    const float* mean = faces_of(part, row, part->mean);
    float* velocity = faces_of(part, row, part->smoke->velocity);
    for (int32_t i = 0; i < row->count && border; ++i) {
        const int32_t cell[3] = {row->low + i, row->j, row->k};
        const bool open = *wafti_domain_inflow_at(domain, row->side, cell) > 0.0f;
        velocity[i] = open ? mean[i] : velocity[i];
    }
    const int common = wafti_poisson_row_region(part->smoke->poisson, row->j, row->k);
    for (int32_t i = 0; i < row->count; ++i) {
        const int set = set_of(part, row, common, i);
        if (set >= 0) {
            const double u = (double)velocity[i];
            sums[set].flux += row->side % 2 == 0 ? -u : u;
            sums[set].speed += border ? fabs(u) : 0.0;
            sums[set].count += border ? 1.0 : 0.0;
        }
    }
}

static void correct(wafti_part* part, const border_row* row, border_sum* sums) {
    float* velocity = faces_of(part, row, part->smoke->velocity);
    const int common = wafti_poisson_row_region(part->smoke->poisson, row->j, row->k);
    for (int32_t i = 0; i < row->count; ++i) {
        const int set = set_of(part, row, common, i);
        if (set >= 0 && sums[set].count > 0.0) {
            const double share = sums[set].flux / sums[set].count;
            velocity[i] -= (float)(row->side % 2 == 0 ? -share : share);
        }
    }
}

void wafti_part_set_border(wafti_part* part) {
    border_sum sums[MOST_SETS] = {{0.0, 0.0, 0.0}};
    bool any = false;
    for (int side = 0; side < 6; ++side) {
        any = any || part->border[side];
    }
    if (!any) {
        return;
    }
    const wafti_domain* domain = &part->smoke->domain;
    wafti_domain_set_faces(domain, part->smoke->context, part->smoke->velocity);
    for (int side = 0; side < 2 * domain->grid.axes; ++side) {
        const wafti_side_kind kind = domain->sides[side].kind;
        if (part->border[side] || kind == WAFTI_SIDE_INFLOW) {
            for_side(part, side, take_mean, sums);
        }
    }
    for (int side = 0; side < 6; ++side) {
        if (part->border[side]) {
            for_side(part, side, correct, sums);
        }
    }
    for (int set = 0; set < MOST_SETS; ++set) {
        if (sums[set].speed > 0.0) {
            part->correction = fmax(part->correction, fabs(sums[set].flux) / sums[set].speed);
        }
    }
}
