// SPDX-License-Identifier: MIT
// How many cells away from solids a cell is. The chessboard distance is separable,
// min over seeds of max(|dx|, |dy|, |dz|): first along rows, then across rows, then across planes, each
// within reach. Only seeds count, cells that are solid or at a closed face, so no order is needed.
#include <stdlib.h>
#include <string.h>

#include "grid/domain_parts.h"

enum {
    BLOCK = 32,    // bytes; loops over whole blocks become vectors without tails
    PAD = BLOCK,   // more than the longest reach
    STRIP = 128,   // cells along x that are worked on at once
    TILE = 64,     // rows that are worked on at once
    UNKNOWN = 200, // more than any distance; leaves room to add a shift in a byte
    ROW = 4096,
    MOST_TAPS = 2 * WAFTI_CLEARANCE_REACH + 1,
};

// Time of one cell in one of the two passes in us, on one core.
static const double cell_us = 0.003;

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

void wafti_domain_mark_cells(const wafti_domain* domain, const wafti_box* box) {
    for (wafti_walk at = wafti_walk_box(&domain->grid, box); wafti_walk_next(&at);) {
        mark_row(
            domain, (const int32_t[2]){box->low[0], box->high[0]}, (const int32_t[2]){at.j, at.k});
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

// Regions become one where that is less work.
static void merge_regions(wafti_change* changes, int count) {
    for (int a = 0; a < count; ++a) {
        for (int b = a + 1; b < count; ++b) {
            wafti_box *own = &changes[a].region, *other = &changes[b].region;
            const wafti_box hull = wafti_box_hull(own, other);
            if (wafti_box_cells(&hull) <= wafti_box_cells(own) + wafti_box_cells(other)) {
                *own = hull;
                *other = (wafti_box){0};
            }
        }
    }
}

// Place of an index along an axis, wrapped where it is periodic; -1 if no solid is there.
static int32_t place_of(const wafti_domain* domain, int axis, int32_t index) {
    const int32_t n = domain->grid.n[axis];
    const int32_t place = periodic(domain, axis) ? (index % n + n) % n : index;
    const wafti_box* solids = &domain->solid_cells;
    const bool known = place >= 0 && place < n && place >= solids->low[axis];
    return known && place < solids->high[axis] ? place : -1;
}

static uint8_t* spread_at(const wafti_domain* domain, int32_t x, int32_t j, int32_t k) {
    const wafti_mac* grid = &domain->grid;
    return domain->spread + x + (j + (ptrdiff_t)k * grid->n[1]) * grid->row;
}

static uint8_t least(uint8_t a, uint8_t b) {
    return a < b ? a : b;
}

static uint8_t most(uint8_t a, uint8_t b) {
    return a > b ? a : b;
}

// 0 at seeds among the cells from `first` on, UNKNOWN elsewhere and outside.
static void find_seeds(const wafti_domain* domain, const int32_t row[2], int32_t first,
    int32_t count, uint8_t* values) {
    const int32_t n = domain->grid.n[0];
    const uint8_t* cells = domain->clearance + wafti_mac_index(&domain->grid, 0, row[0], row[1]);
    const int32_t low = first > 0 ? first : 0;
    const int32_t high = first + count < n ? first + count : n;
    memset(values, UNKNOWN, (size_t)count);
    memcpy(values + (low - first), cells + low, (size_t)high - (size_t)low);
    for (int32_t x = first; x < first + count && periodic(domain, 0); ++x) {
        values[x - first] = cells[(x % n + n) % n];
    }
    for (int32_t x = 0; x < count; ++x) {
        values[x] = values[x] <= 1 ? 0 : UNKNOWN;
    }
}

static void shift_row(
    const uint8_t* restrict values, int32_t shift, int32_t count, uint8_t* restrict out) {
    for (int32_t first = 0; first < count; first += BLOCK) {
        for (int32_t x = first; x < first + BLOCK; ++x) {
            const uint8_t around = least(values[x - shift], values[x + shift]);
            out[x] = least(values[x], (uint8_t)(around + shift));
        }
    }
}

// Distances along a row: shifts by 1, 2, 4, ... reach every sum of them. A strip that is all of its row
// has nothing beside it that could count.
static void spread_row(
    const wafti_domain* domain, const int32_t row[2], int32_t first, int32_t count, uint8_t* out) {
    const int32_t n = domain->grid.n[0];
    const bool alone = first == 0 && count >= n && !periodic(domain, 0);
    const int32_t margin = alone ? 0 : PAD;
    const int32_t longest = alone && domain->reach >= n ? n - 1 : domain->reach;
    uint8_t storage[2][STRIP + 4 * PAD];
    const int32_t wide = count + 2 * margin;
    uint8_t* values = storage[0] + PAD;
    uint8_t* other = storage[1] + PAD;
    memset(storage[0], UNKNOWN, (size_t)wide + PAD + PAD);
    memset(storage[1], UNKNOWN, (size_t)wide + PAD + PAD);
    find_seeds(domain, row, first - margin, wide, values);
    for (int32_t shift = 1; shift <= longest; shift *= 2) {
        shift_row(values, shift, wide, other);
        uint8_t* swap = values;
        values = other;
        other = swap;
    }
    memcpy(out, values + margin, (size_t)count);
}

// Distances within a row or a plane that lies some steps away.
typedef struct tap {
    const uint8_t* row;
    uint8_t steps;
} tap;

// The lesser of what a row has and what four taps give: so the row is read and written less often.
static void join_four(const tap taps[4], int32_t count, uint8_t* restrict out) {
    const uint8_t* restrict a = taps[0].row, * restrict b = taps[1].row;
    const uint8_t* restrict c = taps[2].row, * restrict d = taps[3].row;
    for (int32_t first = 0; first < count; first += BLOCK) {
        for (int32_t x = first; x < first + BLOCK; ++x) {
            const uint8_t ab = least(most(a[x], taps[0].steps), most(b[x], taps[1].steps));
            const uint8_t cd = least(most(c[x], taps[2].steps), most(d[x], taps[3].steps));
            out[x] = least(out[x], least(ab, cd));
        }
    }
}

static void join_taps(tap taps[MOST_TAPS + 3], int tap_count, int32_t count, uint8_t* out) {
    memset(out, UNKNOWN, (size_t)count);
    for (int t = tap_count; t % 4 != 0; ++t) {
        taps[t] = taps[t - 1];
    }
    for (int t = 0; t < tap_count; t += 4) {
        join_four(taps + t, count, out);
    }
}

// Distances within a plane for rows from low[1] on.
static void spread_tile(const wafti_domain* domain, const wafti_box* tile) {
    const int32_t reach = domain->reach;
    const int32_t count = tile->high[0] - tile->low[0];
    const int32_t k = tile->low[2];
    uint8_t storage[TILE + MOST_TAPS - 1][STRIP];
    bool known[TILE + MOST_TAPS - 1] = {false};
    for (int32_t r = 0; r < tile->high[1] - tile->low[1] + 2 * reach; ++r) {
        const int32_t j = place_of(domain, 1, tile->low[1] - reach + r);
        known[r] = j >= 0;
        if (known[r]) {
            spread_row(domain, (const int32_t[2]){j, k}, tile->low[0], count, storage[r]);
        }
    }
    for (int32_t j = tile->low[1]; j < tile->high[1]; ++j) {
        tap taps[MOST_TAPS + 3];
        int tap_count = 0;
        for (int32_t step = -reach; step <= reach; ++step) {
            const int32_t r = j - tile->low[1] + reach + step;
            if (known[r]) {
                taps[tap_count++] = (tap){storage[r], (uint8_t)abs(step)};
            }
        }
        join_taps(taps, tap_count, count, spread_at(domain, tile->low[0], j, k));
    }
}

// Planes within reach, where their rows begin that lie above the first of a tile.
static int find_planes(const wafti_domain* domain, const wafti_box* tile, tap taps[MOST_TAPS]) {
    int count = 0;
    for (int32_t step = -domain->reach; step <= domain->reach; ++step) {
        const int32_t plane = place_of(domain, 2, tile->low[2] + step);
        if (plane >= 0) {
            taps[count++] =
                (tap){spread_at(domain, tile->low[0], tile->low[1], plane), (uint8_t)abs(step)};
        }
    }
    return count;
}

// Distances across planes for the rows of a tile; seeds keep what they are.
static void measure_tile(const wafti_domain* domain, const wafti_box* tile) {
    const int32_t n = domain->grid.n[0];
    const int32_t count = tile->high[0] - tile->low[0];
    const size_t inside = (size_t)(tile->high[0] < n ? count : n - tile->low[0]);
    tap taps[MOST_TAPS + 3];
    const int tap_count = find_planes(domain, tile, taps);
    for (int32_t j = tile->low[1]; j < tile->high[1]; ++j) {
        uint8_t found[STRIP];
        uint8_t values[STRIP] = {0};
        join_taps(taps, tap_count, count, found);
        for (int t = 0; t < tap_count; ++t) {
            taps[t].row += domain->grid.row;
        }
        uint8_t* own =
            domain->clearance + wafti_mac_index(&domain->grid, tile->low[0], j, tile->low[2]);
        memcpy(values, own, inside);
        for (int32_t x = 0; x < count; ++x) {
            const uint8_t far = found[x] > domain->reach ? WAFTI_CLEARANCE_FAR : 0;
            const uint8_t distance = (uint8_t)((found[x] + 1) | far);
            values[x] = values[x] <= 1 ? values[x] : distance;
        }
        memcpy(own, values, inside);
    }
}

typedef void tile_function(const wafti_domain* domain, const wafti_box* tile);

// Cuts what a plane has of a box into tiles; those are whole blocks along x.
static void run_tiles(const wafti_domain* domain, const wafti_box* box, tile_function* run) {
    const int32_t end = (box->high[0] + BLOCK - 1) / BLOCK * BLOCK;
    for (int32_t j = box->low[1]; j < box->high[1]; j += TILE) {
        for (int32_t x = box->low[0] / BLOCK * BLOCK; x < end; x += STRIP) {
            const wafti_box tile = {
                .low = {x, j, box->low[2]},
                .high = {x + STRIP < end ? x + STRIP : end,
                    j + TILE < box->high[1] ? j + TILE : box->high[1], box->high[2]},
            };
            run(domain, &tile);
        }
    }
}

static void run_block(
    const wafti_domain_job* job, int32_t block, int32_t margin, tile_function* run) {
    const wafti_domain* domain = job->domain;
    const wafti_mac_block rows = wafti_mac_block_at(&domain->grid, block);
    for (int c = 0; c < job->change_count; ++c) {
        wafti_box box = domain->changes[c].region;
        if (wafti_box_empty(&box)) {
            continue;
        }
        // Planes beyond a periodic side may be any.
        const int32_t more = margin > 0 && periodic(domain, 2) ? domain->grid.n[2] : margin;
        box.low[2] -= more;
        box.high[2] += more;
        box = wafti_box_rows(&box, &rows);
        if (!wafti_box_empty(&box)) {
            run_tiles(domain, &box, run);
        }
    }
}

static void spread_block(void* job, int32_t block) {
    const wafti_domain_job* all = job;
    const wafti_mac_block rows = wafti_mac_block_at(&all->domain->grid, block);
    if (place_of(all->domain, 2, rows.low[1]) >= 0) {
        run_block(all, block, all->domain->reach, spread_tile);
    }
}

static void measure_block(void* job, int32_t block) {
    run_block(job, block, 0, measure_tile);
}

// Halos across periodic sides; each axis copies what those before it have filled.
static void wrap(const wafti_domain* domain) {
    const wafti_mac* grid = &domain->grid;
    wafti_box box = wafti_domain_all(grid, -1);
    for (int axis = 0; axis < grid->axes; ++axis) {
        const int32_t halo = grid->halo[axis];
        if (periodic(domain, axis)) {
            const ptrdiff_t stride = wafti_mac_stride(grid, axis);
            const int32_t n = grid->n[axis];
            wafti_box face = box;
            face.high[axis] = 1;
            for (wafti_walk at = wafti_walk_box(grid, &face); wafti_walk_next(&at);) {
                for (int32_t i = face.low[0]; i < face.high[0]; ++i) {
                    uint8_t* first = domain->clearance + at.start + i;
                    for (int32_t d = 0; d < halo; ++d) {
                        first[(n + d) * stride] = first[(d % n) * stride];
                        first[(-1 - d) * stride] = first[(n - 1 - d % n) * stride];
                    }
                }
            }
        }
        box.low[axis] -= halo;
        box.high[axis] += halo;
    }
}

void wafti_domain_measure_clearance(wafti_domain_job* job, wafti_pool* pool) {
    const wafti_domain* domain = job->domain;
    wafti_change* changes = domain->changes;
    for (int c = 0; c < job->change_count; ++c) {
        changes[c].region = region_of(domain, &changes[c].cells);
    }
    merge_regions(changes, job->change_count);
    double cells = 0.0;
    for (int c = 0; c < job->change_count; ++c) {
        cells += wafti_box_cells(&changes[c].region);
    }
    const bool small = wafti_mac_cells(&domain->grid) < WAFTI_MAC_SERIAL_CELLS;
    const double work = small ? 0.0 : cells * cell_us;
    const int32_t blocks = wafti_mac_block_count(&domain->grid);
    wafti_pool_run(pool, blocks, work, spread_block, job);
    wafti_pool_run(pool, blocks, work, measure_block, job);
    bool wraps = false;
    for (int axis = 0; axis < domain->grid.axes; ++axis) {
        wraps = wraps || periodic(domain, axis);
    }
    if (wraps) {
        wrap(domain);
    }
}
