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

bool wafti_part_blend_row(const wafti_part* part, int axis, int32_t j, int32_t k, float* out) {
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

typedef void border_visit(wafti_part* part, int side, const int32_t cell[3], border_sum* sums);

static void for_side(wafti_part* part, int side, border_visit* visit, border_sum* sums) {
    const wafti_mac* grid = &part->smoke->domain.grid;
    const int axis = side / 2;
    wafti_box box = {.high = {grid->n[0], grid->n[1], grid->n[2]}};
    box.low[axis] = side % 2 == 0 ? 0 : grid->n[axis] - 1;
    box.high[axis] = box.low[axis] + 1;
    for (int32_t k = box.low[2]; k < box.high[2]; ++k) {
        for (int32_t j = box.low[1]; j < box.high[1]; ++j) {
            for (int32_t i = box.low[0]; i < box.high[0]; ++i) {
                visit(part, side, (const int32_t[3]){i, j, k}, sums);
            }
        }
    }
}

static ptrdiff_t face_of(const wafti_part* part, int side, const int32_t cell[3]) {
    const wafti_mac* grid = &part->smoke->domain.grid;
    const ptrdiff_t at = wafti_mac_index(grid, cell[0], cell[1], cell[2]);
    return at + (side % 2) * wafti_mac_stride(grid, side / 2);
}

// The set of joined cells that a border cell belongs to; -1 if it needs no balance.
static int set_of(const wafti_part* part, const int32_t cell[3]) {
    const wafti_poisson* poisson = part->smoke->poisson;
    const int set = wafti_poisson_region(poisson, cell[0], cell[1], cell[2]);
    return set >= 0 && set < MOST_SETS && wafti_poisson_region_closed(poisson, set) ? set : -1;
}

static void take_mean(wafti_part* part, int side, const int32_t cell[3], border_sum* sums) {
    const int axis = side / 2;
    const ptrdiff_t face = face_of(part, side, cell);
    float* velocity = &part->smoke->velocity[axis][face];
    if (part->border[side]) {
        const bool open = wafti_domain_inflow_share(&part->smoke->domain, side, cell) > 0.0f;
        *velocity = open ? part->mean[axis][face] : *velocity;
    }
    const int set = set_of(part, cell);
    if (set >= 0) {
        const double u = (double)*velocity;
        sums[set].flux += side % 2 == 0 ? -u : u;
        sums[set].speed += part->border[side] ? fabs(u) : 0.0;
        sums[set].count += part->border[side] ? 1.0 : 0.0;
    }
}

static void correct(wafti_part* part, int side, const int32_t cell[3], border_sum* sums) {
    const int set = set_of(part, cell);
    if (set >= 0 && sums[set].count > 0.0) {
        const double share = sums[set].flux / sums[set].count;
        part->smoke->velocity[side / 2][face_of(part, side, cell)] -=
            (float)(side % 2 == 0 ? -share : share);
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
