// SPDX-License-Identifier: MIT
#include "grid/regions.h"

#include <string.h>

#include "math/groups.h"

bool wafti_run_next(const wafti_level* level, int32_t j, int32_t k, wafti_run* run) {
    const int32_t n = level->n[0];
    const int class = wafti_level_row_class(level, j, k);
    int32_t i = run->high;
    if (class == WAFTI_ROW_UNIFORM) {
        *run = (wafti_run){0, n};
        return i == 0;
    }
    if (class == WAFTI_ROW_EMPTY) {
        return false;
    }
    while (i < n && wafti_level_diagonal(level, i, j, k) < WAFTI_LEAST_DIAGONAL) {
        ++i;
    }
    run->low = i;
    const float* x = wafti_level_weights(level, 0, j, k);
    while (i < n && (i == run->low || x[i] > 0.0f)) {
        ++i;
    }
    run->high = i;
    return run->low < n;
}

static size_t level_rows(const wafti_level* level) {
    return (size_t)level->n[1] * (size_t)level->n[2];
}

static size_t region_capacity(size_t cells) {
    return cells < WAFTI_REGION_CAPACITY ? cells : WAFTI_REGION_CAPACITY;
}

size_t wafti_regions_size(const wafti_mac* grid) {
    const size_t cells = wafti_mac_cells(grid);
    const size_t rows = cells / (size_t)grid->n[0];
    const size_t per_region = sizeof(uint8_t) + sizeof(uint32_t);
    return cells * sizeof(uint16_t) + (rows + 1) * sizeof(uint32_t) +
           region_capacity(cells) * per_region;
}

bool wafti_regions_init(wafti_regions* regions, const wafti_level* level, wafti_arena* arena) {
    const size_t rows = level_rows(level);
    const size_t cells = rows * (size_t)level->n[0];
    const size_t capacity = region_capacity(cells);
    *regions = (wafti_regions){
        .label = wafti_arena_take(arena, cells, sizeof(*regions->label)),
        .first_run = wafti_arena_take(arena, rows + 1, sizeof(*regions->first_run)),
        .closed = wafti_arena_take(arena, capacity, sizeof(*regions->closed)),
        .cells = wafti_arena_take(arena, capacity, sizeof(*regions->cells)),
        .capacity = (uint32_t)capacity,
    };
    return !arena->failed;
}

// Cells of a run while regions are found; a row has at most 4096.
typedef struct span {
    uint16_t low, high;
} span;

typedef struct labelling {
    wafti_regions* regions;
    const wafti_level* level;
    uint32_t* parent;
    span* spans;
} labelling;

// Runs of a row: out_run[0] <= run < out_run[1].
static void runs_of(const labelling* l, int32_t j, int32_t k, uint32_t out_run[2]) {
    const uint32_t* first = l->regions->first_run + (ptrdiff_t)k * l->level->n[1] + j;
    out_run[0] = first[0];
    out_run[1] = first[1];
}

static bool is_uniform(const wafti_level* level, int32_t j, int32_t k) {
    return wafti_level_row_class(level, j, k) == WAFTI_ROW_UNIFORM;
}

// Joins runs of a row with those of the row behind its low faces along an axis.
static void join_rows(const labelling* l, int axis, const int32_t row[2], const int32_t behind[2]) {
    const wafti_level* level = l->level;
    uint32_t a[2];
    uint32_t b[2];
    runs_of(l, row[0], row[1], a);
    runs_of(l, behind[0], behind[1], b);
    if (is_uniform(level, row[0], row[1]) && is_uniform(level, behind[0], behind[1])) {
        const wafti_uniform_row* u = &level->uniform[(ptrdiff_t)row[1] * level->n[1] + row[0]];
        if ((axis == 1 ? u->y[0] : u->z[0]) > 0.0f) {
            wafti_groups_join(l->parent, a[0], b[0]);
        }
        return;
    }
    const float* w = wafti_level_weights(level, axis, row[0], row[1]);
    while (a[0] < a[1] && b[0] < b[1]) {
        const span here = l->spans[a[0]];
        const span there = l->spans[b[0]];
        const int32_t low = here.low > there.low ? here.low : there.low;
        const int32_t high = here.high < there.high ? here.high : there.high;
        if (wafti_any_open(w + low, high - low)) {
            wafti_groups_join(l->parent, a[0], b[0]);
        }
        if (here.high <= there.high) {
            ++a[0];
        } else {
            ++b[0];
        }
    }
}

// Numbers the runs of a row, each its own root; ends meet if x is periodic.
static uint32_t number_runs(const labelling* l, int32_t j, int32_t k, uint32_t next) {
    const wafti_level* level = l->level;
    const int32_t n = level->n[0];
    const uint32_t first = next;
    l->regions->first_run[(ptrdiff_t)k * level->n[1] + j] = first;
    if (is_uniform(level, j, k)) {
        l->parent[first] = first;
        l->spans[first] = (span){0, (uint16_t)n};
        return first + 1;
    }
    for (wafti_run run = {0, 0}; wafti_run_next(level, j, k, &run); ++next) {
        l->parent[next] = next;
        l->spans[next] = (span){(uint16_t)run.low, (uint16_t)run.high};
    }
    if (level->periodic[0] && next > first && l->spans[first].low == 0 &&
        l->spans[next - 1].high == n && wafti_level_weights(level, 0, j, k)[0] > 0.0f) {
        wafti_groups_join(l->parent, first, next - 1);
    }
    return next;
}

static uint32_t join_all(const labelling* l) {
    const wafti_level* level = l->level;
    uint32_t run_count = 0;
    for (wafti_walk at = wafti_level_walk(level, 0, level->n[2]); wafti_walk_next(&at);) {
        run_count = number_runs(l, at.j, at.k, run_count);
    }
    l->regions->first_run[level_rows(level)] = run_count;
    for (wafti_walk at = wafti_level_walk(level, 0, level->n[2]); wafti_walk_next(&at);) {
        const int32_t row[2] = {at.j, at.k};
        const int32_t below[2] = {wafti_level_wrap(level, 1, at.j - 1), at.k};
        const int32_t behind[2] = {at.j, wafti_level_wrap(level, 2, at.k - 1)};
        if (below[0] >= 0) {
            join_rows(l, 1, row, below);
        }
        if (behind[1] >= 0) {
            join_rows(l, 2, row, behind);
        }
    }
    return run_count;
}

// Roots come before their runs, so one pass in order names all.
static void name_regions(const labelling* l, uint32_t run_count) {
    wafti_regions* regions = l->regions;
    uint32_t count = 0;
    regions->full = false;
    for (uint32_t run = 0; run < run_count; ++run) {
        const uint32_t root = wafti_group_of(l->parent, run);
        if (root != run) {
            regions->label[run] = regions->label[root];
        } else if (count < regions->capacity) {
            regions->label[run] = (uint16_t)count++;
        } else {
            regions->label[run] = WAFTI_REGION_CAPACITY;
            regions->full = true;
        }
    }
    regions->count = (int)count;
}

// Whether a run has an open face on the low or high side along an axis.
static bool meets_open_side(const wafti_level* level, int32_t j, int32_t k, const span* run) {
    const float* x = wafti_level_weights(level, 0, j, k);
    const int32_t n = level->n[0];
    if (!level->periodic[0] &&
        ((run->low == 0 && x[0] > 0.0f) || (run->high == n && x[n] > 0.0f))) {
        return true;
    }
    bool open = false;
    for (int axis = 1; axis < 3 && !open; ++axis) {
        const int32_t index = axis == 1 ? j : k;
        const int32_t count = level->periodic[axis] ? 0 : run->high - run->low;
        const float* low = wafti_level_weights(level, axis, j, k);
        const float* high = wafti_level_weights(level, axis, j + (axis == 1), k + (axis == 2));
        open = (index == 0 && wafti_any_open(low + run->low, count)) ||
               (index == level->n[axis] - 1 && wafti_any_open(high + run->low, count));
    }
    return open;
}

static void measure_regions(const labelling* l) {
    const wafti_level* level = l->level;
    wafti_regions* regions = l->regions;
    memset(regions->closed, 1, (size_t)regions->count * sizeof(*regions->closed));
    memset(regions->cells, 0, (size_t)regions->count * sizeof(*regions->cells));
    for (wafti_walk at = wafti_level_walk(level, 0, level->n[2]); wafti_walk_next(&at);) {
        uint32_t runs[2];
        runs_of(l, at.j, at.k, runs);
        for (uint32_t run = runs[0]; run < runs[1]; ++run) {
            const uint16_t region = regions->label[run];
            if (region == WAFTI_REGION_CAPACITY) {
                continue;
            }
            const span* cells = &l->spans[run];
            regions->cells[region] += (uint32_t)(cells->high - cells->low);
            if (regions->closed[region] != 0 && meets_open_side(level, at.j, at.k, cells)) {
                regions->closed[region] = 0;
            }
        }
    }
    regions->closed_count = 0;
    for (int region = 0; region < regions->count; ++region) {
        regions->closed_count += regions->closed[region];
    }
}

void wafti_regions_rebuild(wafti_regions* regions, const wafti_level* level, uint32_t* scratch) {
    const size_t cells = level_rows(level) * (size_t)level->n[0];
    uint32_t* beyond = scratch + cells;
    const labelling l = {regions, level, scratch, (span*)(void*)beyond};
    name_regions(&l, join_all(&l));
    measure_regions(&l);
}

int wafti_regions_at(
    const wafti_regions* regions, const wafti_level* level, int32_t i, int32_t j, int32_t k) {
    uint32_t at = regions->first_run[(ptrdiff_t)k * level->n[1] + j];
    for (wafti_run run = {0, 0}; wafti_run_next(level, j, k, &run); ++at) {
        if (i >= run.low && i < run.high) {
            return regions->label[at] != WAFTI_REGION_CAPACITY ? regions->label[at] : -1;
        }
    }
    return -1;
}
