// SPDX-License-Identifier: MIT
// Velocity fields and scratch for tests of viscosity.
#ifndef WAFT_TEST_VISCOSITY_FIXTURE_H
#define WAFT_TEST_VISCOSITY_FIXTURE_H

#include "domain_fixture.h"
#include "grid/viscosity_parts.h"

typedef struct viscosity_fixture {
    domain_fixture* f;
    wafti_viscosity viscosity;
    float* velocity[3];
    float* eddy;
} viscosity_fixture;

static inline viscosity_fixture viscosity_fixture_open(
    const wafti_domain_def* def, double nu, int threads) {
    viscosity_fixture v = {.f = domain_fixture_open(def, threads)};
    v.viscosity =
        (wafti_viscosity){.domain = &v.f->domain, .context = &v.f->context, .nu = nu, .theta = 1.0};
    for (int i = 0; i < 9; ++i) {
        v.viscosity.scratch[i] = domain_fixture_field(v.f);
        // Nothing may depend on what was there before.
        for (size_t c = 0; c < v.f->domain.grid.size; ++c) {
            v.viscosity.scratch[i][(ptrdiff_t)c - v.f->domain.grid.first] = 77.0f;
        }
    }
    for (int axis = 0; axis < 3; ++axis) {
        v.velocity[axis] = domain_fixture_field(v.f);
    }
    v.eddy = domain_fixture_field(v.f);
    return v;
}

// Sides of every kind: a no-slip wall, an inflow, an open and two periodic ones.
static inline void mixed_sides(wafti_domain_def* def) {
    def->sides[1].no_slip = true;
    def->sides[2].kind = WAFTI_SIDE_INFLOW;
    def->sides[3].kind = WAFTI_SIDE_OPEN;
    def->sides[4].kind = def->sides[5].kind = WAFTI_SIDE_PERIODIC;
}

// A circle and a sheet between such sides.
static inline viscosity_fixture viscosity_fixture_crowded(int32_t nz, double nu, bool no_slip) {
    wafti_domain_def def = domain_fixture_def(14, 12, nz);
    mixed_sides(&def);
    viscosity_fixture v = viscosity_fixture_open(&def, nu, 1);
    static const double radius = 0.22;
    static const double half[2] = {0.2, 0.2};
    v.f->domain.solids[0] = solid_circle(&radius, 0.5, 0.4);
    v.f->domain.solids[0].no_slip = no_slip;
    v.f->domain.solids[1] = solid_sheet(half, 0.8, 0.5, 0.3);
    (void)domain_fixture_update(v.f);
    return v;
}

typedef float face_function(int axis, const double point[3]);

static inline void set_velocity(viscosity_fixture* v, face_function* function) {
    const wafti_mac* grid = &v->f->domain.grid;
    for (int axis = 0; axis < grid->axes; ++axis) {
        const wafti_box all = wafti_domain_all(grid, axis);
        for (int32_t k = 0; k < all.high[2]; ++k) {
            for (int32_t j = 0; j < all.high[1]; ++j) {
                for (int32_t i = 0; i < all.high[0]; ++i) {
                    double point[3];
                    wafti_domain_centre(grid, axis, (const int32_t[3]){i, j, k}, point);
                    v->velocity[axis][wafti_mac_index(grid, i, j, k)] = function(axis, point);
                }
            }
        }
    }
    wafti_domain_set_faces(&v->f->domain, &v->f->context, v->velocity);
}

// Somewhere in -1 to 1, the same for the same place.
static inline float scattered(int axis, const double point[3]) {
    const double x = sin(12.9898 * point[0] + 78.233 * point[1] + 37.719 * point[2] + axis) * 437.5;
    return (float)(2.0 * (x - floor(x)) - 1.0);
}

// What a visit of the rows of A p adds up: with another field and with p itself.
typedef struct products {
    float* const* other;
    double mixed, own;
} products;

static inline void add_products(
    void* context, const wafti_viscosity_system* system, const wafti_face_row* row) {
    products* sums = context;
    float q[WAFTI_VISCOSITY_ROW] = {0.0f};
    system->apply(system, row, q);
    for (int32_t i = 0; i < row->count; ++i) {
        sums->mixed += (double)q[i] * (double)sums->other[row->axis][row->at + i];
        sums->own += (double)q[i] * (double)system->p[row->axis][row->at + i];
    }
}

// y.A p over all rows.
static inline products products_of(const wafti_viscosity_system* system, float* const y[3]) {
    const wafti_domain* domain = system->viscosity->domain;
    products sums = {.other = y};
    for (int c = system->first; c < system->first + system->count; ++c) {
        wafti_viscosity_fill_ghosts(domain, c, system->p[c], system->mirrors, 0.0f);
    }
    for (int32_t slice = 0; slice < wafti_domain_slice_count(&domain->grid); ++slice) {
        wafti_viscosity_visit_rows(system, slice, add_products, &sums);
    }
    return sums;
}

// |y.A p - p.A y| / p.A p; `other` has room for all components of the system.
static inline double asymmetry(wafti_viscosity_system* system, float* const other[3]) {
    const products first = products_of(system, other);
    wafti_viscosity_system swapped = *system;
    memcpy(swapped.p, other, sizeof(swapped.p));
    const products second = products_of(&swapped, system->p);
    return fabs(first.mixed - second.mixed) / first.own;
}

// Random numbers on unknowns, 0 elsewhere.
static inline void scatter_unknowns(const wafti_domain* domain, int axis, int seed, float* field) {
    const wafti_mac* grid = &domain->grid;
    memset(field - grid->first, 0, grid->size * sizeof(*field));
    const wafti_box all = wafti_domain_all(grid, wafti_domain_periodic(domain, axis) ? -1 : axis);
    for (int32_t k = 0; k < all.high[2]; ++k) {
        for (int32_t j = 0; j < all.high[1]; ++j) {
            for (int32_t i = 0; i < all.high[0]; ++i) {
                const int32_t face[3] = {i, j, k};
                if (wafti_viscosity_role(domain, axis, face) == WAFTI_FACE_FREE) {
                    const double point[3] = {i + 0.1 * seed, j, k};
                    field[wafti_mac_index(grid, i, j, k)] = scattered(axis, point);
                }
            }
        }
    }
}

#endif // WAFT_TEST_VISCOSITY_FIXTURE_H
