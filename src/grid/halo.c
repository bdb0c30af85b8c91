// SPDX-License-Identifier: MIT
#include "grid/halo.h"

#include <string.h>

#include "grid/blocks.h"
#include "math/whole.h"

// What the halo of all three components takes a cell on one core: some 45 ns a row.
static const double faces_ns = 0.8;

static wafti_halo make_halo(const wafti_domain* domain, int axis) {
    const wafti_mac* grid = &domain->grid;
    wafti_halo halo = {.grid = grid};
    for (int a = 0; a < 3; ++a) {
        halo.periodic[a] = wafti_domain_periodic(domain, a);
        halo.count[a] = grid->n[a] + (a == axis && !halo.periodic[a] ? 1 : 0);
    }
    return halo;
}

wafti_halo wafti_halo_of_cells(const wafti_domain* domain, const float outside[6]) {
    wafti_halo halo = make_halo(domain, -1);
    for (int side = 0; side < 6; ++side) {
        const bool closed = domain->sides[side].kind == WAFTI_SIDE_CLOSED;
        halo.share[side] = closed ? 1.0f : 0.0f;
        halo.constant[side] = closed ? 0.0f : outside[side];
    }
    return halo;
}

wafti_halo wafti_halo_of_faces(const wafti_domain* domain, int axis) {
    wafti_halo halo = make_halo(domain, axis);
    for (int side = 0; side < 6; ++side) {
        const wafti_side* s = &domain->sides[side];
        halo.share[side] = 1.0f;
        if (s->kind == WAFTI_SIDE_INFLOW && !s->held) {
            halo.share[side] = 0.0f;
            halo.constant[side] = s->velocity[axis];
        } else if (s->kind == WAFTI_SIDE_CLOSED && s->no_slip && side / 2 != axis) {
            // The mean across the wall is the wall's own velocity.
            halo.share[side] = -1.0f;
            halo.constant[side] = 2.0f * s->velocity[axis];
        }
    }
    return halo;
}

// Index inside that the value outside at `i` comes from.
static int32_t source_of(const wafti_halo* halo, int axis, int32_t i) {
    return wafti_inside(i, halo->count[axis], halo->periodic[axis]);
}

static float value_outside(const wafti_halo* halo, int side, float inside) {
    const float share = halo->share[side];
    return share == 0.0f ? halo->constant[side] : halo->constant[side] + share * inside;
}

static void fill_values(
    const wafti_halo* halo, int side, const float* from, float* to, ptrdiff_t count) {
    if (halo->periodic[side / 2] || halo->share[side] == 1.0f) {
        memcpy(to, from, (size_t)count * sizeof(*to));
        return;
    }
    for (ptrdiff_t x = 0; x < count; ++x) {
        to[x] = value_outside(halo, side, from[x]);
    }
}

// Indices outside along an axis that exist: *out_low <= i < *out_high.
static void outside_range(const wafti_halo* halo, int side, int32_t* out_low, int32_t* out_high) {
    const int axis = side / 2;
    const int32_t depth = halo->grid->halo[axis];
    *out_low = side % 2 == 0 ? -depth : halo->count[axis];
    *out_high = side % 2 == 0 ? 0 : halo->grid->n[axis] + depth;
}

// In chunks of a size that the compiler knows, the last of which may overlap: padding is short.
static void clear_short(float* at, ptrdiff_t count) {
    enum { CHUNK = 8 };
    if (count < CHUNK) {
        memset(at, 0, (size_t)count * sizeof(*at));
        return;
    }
    for (ptrdiff_t i = 0; i < count - CHUNK; i += CHUNK) {
        memset(at + i, 0, CHUNK * sizeof(*at));
    }
    memset(at + count - CHUNK, 0, CHUNK * sizeof(*at));
}

static void clear_padding(const wafti_mac* grid, float* row) {
    const int32_t end = grid->n[0] + WAFTI_MAC_HALO;
    memset(row - WAFTI_MAC_LEAD, 0, (WAFTI_MAC_LEAD - WAFTI_MAC_HALO) * sizeof(*row));
    clear_short(row + end, grid->row - WAFTI_MAC_LEAD - end);
}

static void fill_row_ends(const wafti_halo* halo, float* row) {
    const int32_t count = halo->count[0];
    const float low = value_outside(halo, 0, row[0]);
    const float high = value_outside(halo, 1, row[count - 1]);
    for (int32_t d = 0; d < WAFTI_MAC_HALO; ++d) {
        row[-1 - d] = halo->periodic[0] ? row[wafti_wrap(-1 - d, count)] : low;
        row[count + d] = halo->periodic[0] ? row[wafti_wrap(d, count)] : high;
    }
    clear_padding(halo->grid, row);
}

void wafti_halo_rows(const wafti_halo* halo, const wafti_mac_block* block, float* field) {
    for (wafti_walk at = wafti_walk_rows(halo->grid, block); wafti_walk_next(&at);) {
        fill_row_ends(halo, field + at.start);
    }
}

// Row (j, k) outside, from the row inside that it continues, ends included.
static void fill_row(
    const wafti_halo* halo, int side, const int32_t from[2], int32_t j, int32_t k, float* field) {
    const wafti_mac* grid = halo->grid;
    float* row = field + wafti_mac_index(grid, 0, j, k);
    clear_padding(grid, row);
    const float* inside = field + wafti_mac_index(grid, -WAFTI_MAC_HALO, from[0], from[1]);
    fill_values(halo, side, inside, row - WAFTI_MAC_HALO, grid->n[0] + 2 * WAFTI_MAC_HALO);
}

void wafti_halo_edge(const wafti_halo* halo, int side, int32_t k, float* field) {
    int32_t low;
    int32_t high;
    outside_range(halo, side, &low, &high);
    for (int32_t j = low; j < high; ++j) {
        fill_row(halo, side, (const int32_t[2]){source_of(halo, 1, j), k}, j, k, field);
    }
}

void wafti_halo_plane(const wafti_halo* halo, int32_t k, float* field) {
    wafti_halo_edge(halo, 2, k, field);
    wafti_halo_edge(halo, 3, k, field);
}

void wafti_halo_ends(const wafti_halo* halo, float* field) {
    const wafti_mac* grid = halo->grid;
    for (int side = 4; grid->axes == 3 && side < 6; ++side) {
        int32_t low;
        int32_t high;
        outside_range(halo, side, &low, &high);
        for (int32_t k = low; k < high; ++k) {
            const int32_t source = source_of(halo, 2, k);
            for (int32_t j = -grid->halo[1]; j < grid->n[1] + grid->halo[1]; ++j) {
                fill_row(halo, side, (const int32_t[2]){j, source}, j, k, field);
            }
        }
    }
}

void wafti_halo_fill(const wafti_halo* halo, float* field) {
    const int32_t planes = halo->grid->axes == 3 ? halo->count[2] : 1;
    const wafti_mac_block all = {.low = {0, 0}, .high = {halo->count[1], planes}};
    wafti_halo_rows(halo, &all, field);
    for (int32_t k = 0; k < planes; ++k) {
        wafti_halo_plane(halo, k, field);
    }
    wafti_halo_ends(halo, field);
}

void wafti_halo_block(const wafti_halo* halo, int axis, int32_t block, float* field) {
    wafti_mac_block rows = wafti_mac_faces_of(halo->grid, axis, block);
    // The last face of a periodic axis counts as outside.
    rows.high[0] = wafti_lesser(rows.high[0], halo->count[1]);
    rows.high[1] = wafti_lesser(rows.high[1], halo->count[2]);
    wafti_halo_rows(halo, &rows, field);
    for (int32_t k = rows.low[1]; k < rows.high[1] && halo->grid->axes == 3; ++k) {
        wafti_halo_plane(halo, k, field);
    }
}

void wafti_halo_rest(const wafti_halo* halo, float* field) {
    if (halo->grid->axes == 2) {
        wafti_halo_plane(halo, 0, field);
    }
    wafti_halo_ends(halo, field);
}

void wafti_halo_cells(const wafti_domain* domain, const float outside[6], float* field) {
    const wafti_halo halo = wafti_halo_of_cells(domain, outside);
    wafti_halo_fill(&halo, field);
}

typedef struct faces_job {
    wafti_halo halo[3];
    float* const* velocity;
    int axes;
} faces_job;

static void fill_faces(void* context, int32_t block) {
    const faces_job* job = context;
    for (int axis = 0; axis < job->axes; ++axis) {
        wafti_halo_block(&job->halo[axis], axis, block, job->velocity[axis]);
    }
}

void wafti_halo_faces_by_blocks(
    const wafti_domain* domain, const wafti_context* context, float* const velocity[3]) {
    faces_job job = {.velocity = velocity, .axes = domain->grid.axes};
    for (int axis = 0; axis < job.axes; ++axis) {
        job.halo[axis] = wafti_halo_of_faces(domain, axis);
    }
    wafti_mac_run(&domain->grid, context, faces_ns, fill_faces, &job);
    for (int axis = 0; axis < job.axes; ++axis) {
        wafti_halo_rest(&job.halo[axis], velocity[axis]);
    }
}
