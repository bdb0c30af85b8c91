// SPDX-License-Identifier: MIT
// How many cells away from solids a cell is. Two passes over rows give the chessboard distance
// exactly (Rosenfeld & Pfaltz 1968); values around a region that did not change are its boundary.
#include <string.h>

#include "grid/domain_parts.h"

enum {
    PAD = 16,      // longest shift of a row
    UNKNOWN = 200, // more than any distance; leaves room to add a shift in a byte
    VECTOR = 32,   // bytes
    ROW = 4096 + VECTOR + 2 * PAD,
};

static uint8_t state_of_cell(const wafti_domain* domain, const int32_t cell[3]) {
    const wafti_mac* grid = &domain->grid;
    const ptrdiff_t at = wafti_mac_index(grid, cell[0], cell[1], cell[2]);
    bool open = false;
    bool whole = true;
    for (int axis = 0; axis < 3 && axis < grid->axes; ++axis) {
        const float* weight = domain->weight[axis] + at;
        const float low = weight[0];
        const float high = weight[wafti_mac_stride(grid, axis)];
        open = open || low > 0.0f || high > 0.0f;
        whole = whole && low >= wafti_domain_open_weight(domain, axis, cell[axis]) &&
                high >= wafti_domain_open_weight(domain, axis, cell[axis] + 1);
    }
    return (uint8_t)(open ? (whole ? WAFTI_CLEARANCE_FAR : 1) : 0);
}

// The same for all cells of a row that are not at its ends, in a loop over the row for each axis:
// whether they have an open face, and whether they have one that is not wholly open.
static void look_at_row(const wafti_domain* domain, const int32_t range[2], const int32_t row[2],
    uint8_t* restrict open, uint8_t* restrict cut) {
    const wafti_mac* grid = &domain->grid;
    for (int axis = 0; axis < grid->axes; ++axis) {
        const float* low = domain->weight[axis] + wafti_mac_index(grid, 0, row[0], row[1]);
        const float* high = low + wafti_mac_stride(grid, axis);
        const int32_t index = axis == 1 ? row[0] : row[1];
        const float all_low = axis == 0 ? 1.0f : wafti_domain_open_weight(domain, axis, index);
        const float all_high = axis == 0 ? 1.0f : wafti_domain_open_weight(domain, axis, index + 1);
        for (int32_t i = range[0]; i < range[1]; ++i) {
            open[i] |= (low[i] > 0.0f) | (high[i] > 0.0f);
            cut[i] |= (low[i] < all_low) | (high[i] < all_high);
        }
    }
}

static void mark_row(const wafti_domain* domain, const int32_t range[2], const int32_t row[2]) {
    const int32_t last = domain->grid.n[0] - 1;
    const size_t count = (size_t)range[1] - (size_t)range[0];
    uint8_t state[ROW]; // first whether a face is open
    uint8_t cut[ROW];
    memset(state + range[0], 0, count);
    memset(cut + range[0], 0, count);
    look_at_row(domain, range, row, state, cut);
    const ptrdiff_t start = wafti_mac_index(&domain->grid, 0, row[0], row[1]);
    uint8_t* restrict clearance = domain->clearance + start;
    uint8_t* restrict flags = domain->flags + start;
    for (int32_t i = range[0]; i < range[1]; ++i) {
        // Solid without an open face, else far from solids until the distance is known.
        const uint8_t free = cut[i] != 0 ? 1 : WAFTI_CLEARANCE_FAR;
        state[i] = state[i] != 0 ? free : 0;
    }
    for (int32_t i = 0; i <= last; i += last > 0 ? last : 1) {
        if (i >= range[0] && i < range[1]) {
            state[i] = state_of_cell(domain, (const int32_t[3]){i, row[0], row[1]});
        }
    }
    for (int32_t i = range[0]; i < range[1]; ++i) {
        const int left = (clearance[i] == 0) & (state[i] != 0);
        flags[i] = (uint8_t)(flags[i] | left * WAFTI_FLAG_UNCOVERED_CELL);
        clearance[i] = state[i];
    }
}

void wafti_domain_mark_cells(void* job, int32_t slice) {
    const wafti_domain_job* all_rows = job;
    const wafti_domain* domain = all_rows->domain;
    const wafti_mac_block rows = wafti_domain_slice(&domain->grid, all_rows->first_slice + slice);
    for (int c = 0; c < all_rows->change_count; ++c) {
        const wafti_box all = {
            .low = {0, rows.low[0], rows.low[1]},
            .high = {domain->grid.n[0], rows.high[0], rows.high[1]},
        };
        const wafti_box box = wafti_box_common(&domain->changes[c].cells, &all);
        for (int32_t k = box.low[2]; k < box.high[2]; ++k) {
            for (int32_t j = box.low[1]; j < box.high[1]; ++j) {
                mark_row(
                    domain, (const int32_t[2]){box.low[0], box.high[0]}, (const int32_t[2]){j, k});
            }
        }
    }
}

static bool periodic(const wafti_domain* domain, int axis) {
    return axis < domain->grid.axes && wafti_domain_periodic(domain, axis);
}

// Cells that a change may bring nearer to a solid or farther away. Across a periodic side that is the
// whole axis.
static wafti_box region_of(const wafti_domain* domain, const wafti_box* cells) {
    wafti_box region = *cells;
    for (int d = 0; d < 3 && !wafti_box_empty(cells); ++d) {
        const int32_t n = domain->grid.n[d];
        const int32_t low = region.low[d] - domain->reach;
        const int32_t high = region.high[d] + domain->reach;
        const bool around = periodic(domain, d) && (low < 0 || high > n);
        region.low[d] = low < 0 || around ? 0 : low;
        region.high[d] = high > n || around ? n : high;
    }
    return region;
}

static bool touch(const wafti_box* a, const wafti_box* b) {
    wafti_box wide = *a;
    for (int d = 0; d < 3; ++d) {
        --wide.low[d];
        ++wide.high[d];
    }
    const wafti_box common = wafti_box_common(&wide, b);
    return !wafti_box_empty(a) && !wafti_box_empty(b) && !wafti_box_empty(&common);
}

// The boundary of a region must be final when it is worked on, so regions that touch become one.
static void merge_regions(wafti_change* changes, int count) {
    bool again = true;
    while (again) {
        again = false;
        for (int a = 0; a < count; ++a) {
            for (int b = a + 1; b < count; ++b) {
                if (touch(&changes[a].region, &changes[b].region)) {
                    changes[a].region = wafti_box_hull(&changes[a].region, &changes[b].region);
                    changes[b].region = (wafti_box){0};
                    again = true;
                }
            }
        }
    }
}

static uint8_t least(uint8_t a, uint8_t b) {
    return a < b ? a : b;
}

// A solid cell counts like one at a closed face.
static uint8_t distance_of(uint8_t clearance) {
    return (uint8_t)(clearance + (clearance == 0));
}

// The lesser of what a row has and what another row is, which is copied first: loops over whole
// vectors are several times faster than those that end anywhere.
static void join_row(const uint8_t* row, int32_t count, int32_t whole, uint8_t* values) {
    uint8_t copy[ROW];
    memset(copy + count, UNKNOWN, (size_t)whole - (size_t)count);
    memcpy(copy, row, (size_t)count);
    for (int32_t x = 0; x < whole; ++x) {
        values[x] = least(values[x], distance_of(copy[x]));
    }
}

// Distances along a row: shifts by 1, 2, 4, ... reach every sum of them.
static const uint8_t* spread_row(int32_t reach, int32_t count, uint8_t* values, uint8_t* other) {
    for (int32_t shift = 1; shift <= PAD && shift <= reach; shift *= 2) {
        for (int32_t x = 0; x < count; ++x) {
            const uint8_t around = least(values[x - shift], values[x + shift]);
            other[x] = least(values[x], (uint8_t)(around + shift));
        }
        uint8_t* swap = values;
        values = other;
        other = swap;
    }
    return values;
}

// Takes over distances from the row before and the plane before in the direction of the pass, then
// along the row itself.
static void relax_row(
    const wafti_domain* domain, const wafti_box* region, const int32_t row[2], int32_t direction) {
    const wafti_mac* grid = &domain->grid;
    const int32_t count = region->high[0] - region->low[0] + 2;
    const int32_t whole = (count + VECTOR - 1) / VECTOR * VECTOR;
    uint8_t* own = domain->clearance + wafti_mac_index(grid, region->low[0] - 1, row[0], row[1]);
    uint8_t storage[2][ROW];
    for (int s = 0; s < 2; ++s) {
        memset(storage[s], UNKNOWN, (size_t)whole + 2 * (size_t)PAD);
    }
    uint8_t* before = storage[0] + PAD;
    uint8_t* values = storage[1] + PAD;
    join_row(own - direction * grid->row, count, whole, before);
    if (grid->axes == 3) {
        const uint8_t* plane = own - direction * grid->plane;
        join_row(plane - grid->row, count, whole, before);
        join_row(plane, count, whole, before);
        join_row(plane + grid->row, count, whole, before);
    }
    for (int32_t x = 0; x < whole; ++x) {
        const uint8_t step = (uint8_t)(least(before[x], least(before[x - 1], before[x + 1])) + 1);
        values[x] = least(step, UNKNOWN);
    }
    join_row(own, count, whole, values);
    const uint8_t* done = spread_row(domain->reach, whole, values, before);
    for (int32_t x = 1; x < count - 1; ++x) {
        own[x] = own[x] == 0 ? 0 : done[x];
    }
}

static void relax_region(const wafti_domain* domain, const wafti_box* region) {
    for (int32_t k = region->low[2]; k < region->high[2]; ++k) {
        for (int32_t j = region->low[1]; j < region->high[1]; ++j) {
            relax_row(domain, region, (const int32_t[2]){j, k}, 1);
        }
    }
    for (int32_t k = region->high[2] - 1; k >= region->low[2]; --k) {
        for (int32_t j = region->high[1] - 1; j >= region->low[1]; --j) {
            relax_row(domain, region, (const int32_t[2]){j, k}, -1);
        }
    }
}

// Forgets distances above `most` in a region.
static void forget(const wafti_domain* domain, const wafti_box* region, uint8_t most) {
    for (int32_t k = region->low[2]; k < region->high[2]; ++k) {
        for (int32_t j = region->low[1]; j < region->high[1]; ++j) {
            uint8_t* row = domain->clearance + wafti_mac_index(&domain->grid, 0, j, k);
            for (int32_t i = region->low[0]; i < region->high[0]; ++i) {
                row[i] = row[i] > most ? WAFTI_CLEARANCE_FAR : row[i];
            }
        }
    }
}

// Halos across periodic sides; each axis copies what those before it have filled.
static void wrap(const wafti_domain* domain) {
    const wafti_mac* grid = &domain->grid;
    wafti_box box = {.high = {grid->n[0], grid->n[1], grid->n[2]}};
    for (int axis = 0; axis < grid->axes; ++axis) {
        const int32_t halo = grid->halo[axis];
        if (periodic(domain, axis)) {
            const ptrdiff_t stride = wafti_mac_stride(grid, axis);
            const int32_t n = grid->n[axis];
            wafti_box face = box;
            face.high[axis] = 1;
            for (int32_t k = face.low[2]; k < face.high[2]; ++k) {
                for (int32_t j = face.low[1]; j < face.high[1]; ++j) {
                    for (int32_t i = face.low[0]; i < face.high[0]; ++i) {
                        uint8_t* first = domain->clearance + wafti_mac_index(grid, i, j, k);
                        for (int32_t d = 0; d < halo; ++d) {
                            first[(n + d) * stride] = first[(d % n) * stride];
                            first[(-1 - d) * stride] = first[(n - 1 - d % n) * stride];
                        }
                    }
                }
            }
        }
        box.low[axis] -= halo;
        box.high[axis] += halo;
    }
}

void wafti_domain_measure_clearance(const wafti_domain_job* job) {
    const wafti_domain* domain = job->domain;
    wafti_change* changes = domain->changes;
    // A way to a solid crosses each periodic side once at most.
    int rounds = 1;
    for (int axis = 0; axis < domain->grid.axes; ++axis) {
        rounds += periodic(domain, axis);
    }
    for (int c = 0; c < job->change_count; ++c) {
        changes[c].region = region_of(domain, &changes[c].cells);
    }
    merge_regions(changes, job->change_count);
    for (int c = 0; c < job->change_count; ++c) {
        forget(domain, &changes[c].region, 1);
    }
    for (int round = 0; round < rounds; ++round) {
        if (rounds > 1) {
            wrap(domain);
        }
        for (int c = 0; c < job->change_count; ++c) {
            relax_region(domain, &changes[c].region);
        }
    }
    for (int c = 0; c < job->change_count; ++c) {
        forget(domain, &changes[c].region, (uint8_t)(domain->reach + 1));
    }
    if (rounds > 1) {
        wrap(domain);
    }
}
