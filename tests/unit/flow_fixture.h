// SPDX-License-Identifier: MIT
// A box of fluid filled in by hand: open faces everywhere, sides as asked, solids by closing faces.
#ifndef WAFT_TEST_FLOW_FIXTURE_H
#define WAFT_TEST_FLOW_FIXTURE_H

#include <stdlib.h>

#include "grid/domain.h"
#include "test.h"

enum { DOMAIN_FIELDS = 16 };

typedef struct domain_fixture {
    wafti_arena arena;
    wafti_context context;
    waft_error error;
    wafti_domain domain;
    wafti_solid solid; // all closed faces are its
    float* fields[DOMAIN_FIELDS];
    int field_count;
} domain_fixture;

static inline float* fixture_field(domain_fixture* f) {
    float* field = wafti_mac_take_float(&f->domain.grid, &f->arena);
    CHECK(field != NULL && f->field_count < DOMAIN_FIELDS);
    f->fields[f->field_count++] = field;
    return field;
}

static inline ptrdiff_t fixture_at(const domain_fixture* f, int32_t i, int32_t j, int32_t k) {
    return wafti_mac_index(&f->domain.grid, i, j, k);
}

static inline float* fixture_weight(domain_fixture* f, int axis, int32_t i, int32_t j, int32_t k) {
    return f->domain.weight[axis] + fixture_at(f, i, j, k);
}

// Weights of an empty box.
static inline void fixture_open_weights(domain_fixture* f) {
    const wafti_mac* grid = &f->domain.grid;
    for (int a = 0; a < grid->axes; ++a) {
        for (int32_t k = 0; k < grid->n[2] + (a == 2); ++k) {
            for (int32_t j = 0; j < grid->n[1] + (a == 1); ++j) {
                for (int32_t i = 0; i < grid->n[0] + (a == 0); ++i) {
                    const int32_t at[3] = {i, j, k};
                    const bool end = at[a] == 0 || at[a] == grid->n[a];
                    const wafti_side_kind kind = f->domain.sides[2 * a + (at[a] > 0)].kind;
                    float weight = 1.0f;
                    if (end && kind == WAFTI_SIDE_OPEN) {
                        weight = 2.0f;
                    } else if (end && kind != WAFTI_SIDE_PERIODIC) {
                        weight = 0.0f;
                    }
                    *fixture_weight(f, a, i, j, k) = weight;
                }
            }
        }
    }
}

// sides: one letter each, "closed, open, inflow, periodic".
static inline void fixture_open(
    domain_fixture* f, int32_t nx, int32_t ny, int32_t nz, const char* sides, int threads) {
    *f = (domain_fixture){.field_count = 0};
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
    memset(domain->clearance - domain->grid.first, WAFTI_CLEARANCE_FAR, domain->grid.size);
    domain->solids = &f->solid;
    domain->solid_capacity = 1;
    fixture_open_weights(f);
    f->context.isa = wafti_isa_choose();
    const wafti_pool_def def = {.threads = threads, .allocator = &f->context.allocator};
    CHECK(wafti_pool_create(&def, &f->context.pool, &f->error) == WAFT_OK);
}

static inline void fixture_close(domain_fixture* f) {
    wafti_pool_destroy(f->context.pool);
    wafti_arena_free(&f->arena);
}

static inline int32_t fixture_wrap(int32_t i, int32_t n) {
    return ((i % n) + n) % n;
}

// Marks cells in the box of cells as solid: all their faces close.
static inline void fixture_solid(domain_fixture* f, const int32_t low[3], const int32_t high[3]) {
    for (int a = 0; a < f->domain.grid.axes; ++a) {
        for (int32_t k = low[2]; k < high[2] + (a == 2); ++k) {
            for (int32_t j = low[1]; j < high[1] + (a == 1); ++j) {
                for (int32_t i = low[0]; i < high[0] + (a == 0); ++i) {
                    *fixture_weight(f, a, i, j, k) = 0.0f;
                }
            }
        }
    }
}

static inline bool fixture_touched(const domain_fixture* f, int32_t i, int32_t j, int32_t k) {
    const wafti_mac* grid = &f->domain.grid;
    const int32_t at[3] = {i, j, k};
    bool touched = false;
    for (int a = 0; a < grid->axes; ++a) {
        for (int high = 0; high < 2; ++high) {
            const int32_t face = at[a] + high;
            const bool side = face == 0 || face == grid->n[a];
            const wafti_side_kind kind = f->domain.sides[2 * a + high].kind;
            const bool own = side && (kind == WAFTI_SIDE_CLOSED || kind == WAFTI_SIDE_INFLOW);
            const float weight =
                f->domain.weight[a][fixture_at(f, i, j, k) + high * wafti_mac_stride(grid, a)];
            touched = touched || (!own && weight < 1.0f);
        }
    }
    return touched;
}

static inline bool fixture_is_solid(const domain_fixture* f, int32_t i, int32_t j, int32_t k) {
    const wafti_mac* grid = &f->domain.grid;
    for (int a = 0; a < grid->axes; ++a) {
        const float* weight = f->domain.weight[a] + fixture_at(f, i, j, k);
        if (weight[0] > 0.0f || weight[wafti_mac_stride(grid, a)] > 0.0f) {
            return false;
        }
    }
    return true;
}

// Clearance by growing from touched cells, wrapping where periodic; solids get owner 1.
static inline void fixture_clear(domain_fixture* f) {
    const wafti_mac* grid = &f->domain.grid;
    uint8_t* clearance = f->domain.clearance;
    const int32_t depth_z = grid->axes == 3 ? 1 : 0;
    f->domain.has_solids = true;
    for (int round = 0; round < 32; ++round) {
        for (int32_t k = 0; k < grid->n[2]; ++k) {
            for (int32_t j = 0; j < grid->n[1]; ++j) {
                for (int32_t i = 0; i < grid->n[0]; ++i) {
                    uint8_t* own = clearance + fixture_at(f, i, j, k);
                    if (round == 0) {
                        *own = fixture_touched(f, i, j, k) ? 1 : WAFTI_CLEARANCE_FAR;
                        continue;
                    }
                    for (int32_t n = 0; n < 27 && *own > round + 1; ++n) {
                        int32_t at[3] = {i + n % 3 - 1, j + n / 3 % 3 - 1, k + n / 9 - 1};
                        bool exists = at[2] == k || depth_z != 0;
                        for (int a = 0; a < grid->axes; ++a) {
                            if (f->domain.sides[2 * a].kind == WAFTI_SIDE_PERIODIC) {
                                at[a] = fixture_wrap(at[a], grid->n[a]);
                            }
                            exists = exists && at[a] >= 0 && at[a] < grid->n[a];
                        }
                        if (exists && clearance[fixture_at(f, at[0], at[1], at[2])] == round) {
                            *own = (uint8_t)(round + 1);
                        }
                    }
                }
            }
        }
    }
    for (int32_t k = 0; k < grid->n[2]; ++k) {
        for (int32_t j = 0; j < grid->n[1]; ++j) {
            for (int32_t i = 0; i < grid->n[0]; ++i) {
                const ptrdiff_t at = fixture_at(f, i, j, k);
                f->domain.owner[at] = clearance[at] <= 3 ? 1 : 0;
                if (fixture_is_solid(f, i, j, k)) {
                    clearance[at] = 0;
                }
            }
        }
    }
}

// A fixed sequence of numbers in [-1, 1).
static inline float fixture_random(uint32_t* state) {
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) * (2.0f / 16777216.0f) - 1.0f;
}

#endif // WAFT_TEST_FLOW_FIXTURE_H
