// SPDX-License-Identifier: MIT
// A box of fluid filled in by hand: open faces everywhere, sides as asked, solids by closing faces.
#ifndef WAFT_TEST_FLOW_FIXTURE_H
#define WAFT_TEST_FLOW_FIXTURE_H

#include <stdlib.h>

#include "grid/careful.h"
#include "grid/domain.h"
#include "test.h"

enum { FLOW_CAPACITY = 16, FLOW_REACH = 4 };

typedef struct flow_fixture {
    wafti_arena arena;
    wafti_context context;
    waft_error error;
    wafti_domain domain;
    wafti_solid solid; // all closed faces are its
    float* fields[FLOW_CAPACITY];
    int field_count;
} flow_fixture;

static inline ptrdiff_t fixture_at(const flow_fixture* f, int32_t i, int32_t j, int32_t k) {
    return wafti_mac_index(&f->domain.grid, i, j, k);
}

// Goes through all cells (axis -1), or all faces along an axis, the last ones included.
typedef struct fixture_walk {
    int32_t at[3];
    int32_t count[3];
    ptrdiff_t index;
    bool on;
} fixture_walk;

static inline fixture_walk fixture_start(const flow_fixture* f, int axis) {
    fixture_walk walk = {.on = true};
    for (int a = 0; a < 3; ++a) {
        walk.count[a] = f->domain.grid.n[a] + (a == axis ? 1 : 0);
    }
    return walk;
}

static inline void fixture_next(const flow_fixture* f, fixture_walk* walk) {
    int a = 0;
    while (a < 3 && ++walk->at[a] == walk->count[a]) {
        walk->at[a++] = 0;
    }
    walk->on = a < 3;
    walk->index = fixture_at(f, walk->at[0], walk->at[1], walk->at[2]);
}

static inline wafti_side_kind fixture_side(const flow_fixture* f, int axis, bool high) {
    return f->domain.sides[(ptrdiff_t)axis * 2 + (high ? 1 : 0)].kind;
}

static inline float* fixture_field(flow_fixture* f) {
    float* field = wafti_mac_take_float(&f->domain.grid, &f->arena);
    if (field == NULL || f->field_count == FLOW_CAPACITY) {
        abort();
    }
    f->fields[f->field_count++] = field;
    return field;
}

static inline float* fixture_weight(flow_fixture* f, int axis, int32_t i, int32_t j, int32_t k) {
    return f->domain.weight[axis] + fixture_at(f, i, j, k);
}

// Weights of an empty box.
static inline void fixture_open_weights(flow_fixture* f, int axis) {
    for (fixture_walk w = fixture_start(f, axis); w.on; fixture_next(f, &w)) {
        const bool high = w.at[axis] == f->domain.grid.n[axis];
        const wafti_side_kind kind = fixture_side(f, axis, high);
        const bool inside = (w.at[axis] > 0 && !high) || kind == WAFTI_SIDE_PERIODIC;
        f->domain.weight[axis][w.index] = inside ? 1.0f : (kind == WAFTI_SIDE_OPEN ? 2.0f : 0.0f);
    }
}

// sides: one letter each for closed, open, inflow, periodic.
static inline void fixture_open(
    flow_fixture* f, int32_t nx, int32_t ny, int32_t nz, const char* sides, int threads) {
    *f = (flow_fixture){.field_count = 0};
    wafti_arena_init(&f->arena, NULL, 1u << 20);
    const int32_t n[3] = {nx, ny, nz};
    const double low[3] = {0.0, 0.0, 0.0};
    wafti_domain* domain = &f->domain;
    domain->grid = wafti_mac_make(n, 1.0 / nx, low);
    for (int side = 0; side < 6; ++side) {
        const char* kinds = "coip";
        domain->sides[side].kind = (wafti_side_kind)(strchr(kinds, sides[side]) - kinds);
    }
    for (int a = 0; a < 3; ++a) {
        domain->weight[a] = wafti_mac_take_float(&domain->grid, &f->arena);
    }
    domain->clearance = wafti_mac_take_bytes(&domain->grid, &f->arena);
    domain->owner = wafti_mac_take_bytes(&domain->grid, &f->arena);
    domain->shut = wafti_mac_take_bytes(&domain->grid, &f->arena);
    f->context.isa = wafti_isa_choose();
    const wafti_pool_def def = {.threads = threads, .allocator = &f->context.allocator};
    if (domain->owner == NULL || domain->shut == NULL || domain->clearance == NULL ||
        domain->weight[2] == NULL ||
        wafti_pool_create(&def, &f->context.pool, &f->error) != WAFT_OK) {
        abort();
    }
    memset(domain->clearance - domain->grid.first, WAFTI_CLEARANCE_FAR, domain->grid.size);
    domain->solids = &f->solid;
    domain->solid_capacity = 1;
    for (int a = 0; a < domain->grid.axes; ++a) {
        fixture_open_weights(f, a);
    }
}

static inline void fixture_close(flow_fixture* f) {
    wafti_pool_destroy(f->context.pool);
    wafti_arena_free(&f->arena);
}

static inline int32_t fixture_wrap(int32_t i, int32_t n) {
    return n > 0 ? ((i % n) + n) % n : 0;
}

// Closes all faces of the cells low <= at < high.
static inline void fixture_solid(flow_fixture* f, const int32_t low[3], const int32_t high[3]) {
    for (int axis = 0; axis < f->domain.grid.axes; ++axis) {
        for (fixture_walk w = fixture_start(f, axis); w.on; fixture_next(f, &w)) {
            bool within = true;
            for (int a = 0; a < 3; ++a) {
                within = within && w.at[a] >= low[a] && w.at[a] < high[a] + (a == axis ? 1 : 0);
            }
            if (within) {
                f->domain.weight[axis][w.index] = 0.0f;
            }
        }
    }
}

// Whether a solid closes a face of the cell, fully or in part; and whether all are closed.
static inline void fixture_faces(
    const flow_fixture* f, const fixture_walk* cell, bool* out_touched, bool* out_solid) {
    *out_touched = false;
    *out_solid = true;
    for (int n = 0; n < 2 * f->domain.grid.axes; ++n) {
        const int a = n / 2;
        const bool high = n % 2 == 1;
        const int32_t face = cell->at[a] + (high ? 1 : 0);
        const wafti_side_kind kind = fixture_side(f, a, high);
        const bool wall = (face == 0 || face == f->domain.grid.n[a]) &&
                          (kind == WAFTI_SIDE_CLOSED || kind == WAFTI_SIDE_INFLOW);
        const ptrdiff_t offset = high ? wafti_mac_stride(&f->domain.grid, a) : 0;
        const float weight = f->domain.weight[a][cell->index + offset];
        *out_touched = *out_touched || (!wall && weight < 1.0f);
        *out_solid = *out_solid && weight == 0.0f;
    }
}

// Whether one of the cells around has this clearance; periodic axes wrap.
static inline bool fixture_beside(const flow_fixture* f, const fixture_walk* cell, int clearance) {
    for (int n = 0; n < 27; ++n) {
        const int32_t step[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
        int32_t at[3] = {0, 0, 0};
        bool exists = f->domain.grid.axes == 3 || step[2] == 0;
        for (int a = 0; a < 3; ++a) {
            at[a] = cell->at[a] + step[a];
            if (fixture_side(f, a, false) == WAFTI_SIDE_PERIODIC) {
                at[a] = fixture_wrap(at[a], f->domain.grid.n[a]);
            }
            exists = exists && at[a] >= 0 && at[a] < f->domain.grid.n[a];
        }
        if (exists && f->domain.clearance[fixture_at(f, at[0], at[1], at[2])] == clearance) {
            return true;
        }
    }
    return false;
}

static inline void fixture_shut(flow_fixture* f) {
    const wafti_mac* grid = &f->domain.grid;
    for (int32_t k = -grid->halo[2]; k < grid->n[2] + grid->halo[2]; ++k) {
        for (int32_t j = -grid->halo[1]; j < grid->n[1] + grid->halo[1]; ++j) {
            for (int32_t i = -grid->halo[0]; i < grid->n[0] + grid->halo[0]; ++i) {
                f->domain.shut[fixture_at(f, i, j, k)] =
                    wafti_careful_shut(&f->domain, (const int32_t[3]){i, j, k}) | WAFTI_SHUT_NEAR;
            }
        }
    }
}

// Clearance from weights, ring by ring; owner 1 near closed faces; and what follows for traces.
static inline void fixture_clear(flow_fixture* f) {
    uint8_t* clearance = f->domain.clearance;
    bool touched = false;
    bool solid = false;
    f->domain.has_solids = true;
    f->domain.reach = FLOW_REACH;
    for (fixture_walk w = fixture_start(f, -1); w.on; fixture_next(f, &w)) {
        fixture_faces(f, &w, &touched, &solid);
        clearance[w.index] = touched ? 1 : WAFTI_CLEARANCE_FAR;
    }
    for (int ring = 2; ring <= FLOW_REACH + 1; ++ring) {
        for (fixture_walk w = fixture_start(f, -1); w.on; fixture_next(f, &w)) {
            if (clearance[w.index] > ring && fixture_beside(f, &w, ring - 1)) {
                clearance[w.index] = (uint8_t)ring;
            }
        }
    }
    for (fixture_walk w = fixture_start(f, -1); w.on; fixture_next(f, &w)) {
        fixture_faces(f, &w, &touched, &solid);
        f->domain.owner[w.index] = clearance[w.index] <= 3 ? 1 : 0;
        clearance[w.index] = solid ? 0 : clearance[w.index];
    }
    fixture_shut(f);
}

// A fixed sequence of numbers in [-1, 1).
static inline float fixture_random(uint32_t* state) {
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) * (2.0f / 16777216.0f) - 1.0f;
}

#endif // WAFT_TEST_FLOW_FIXTURE_H
