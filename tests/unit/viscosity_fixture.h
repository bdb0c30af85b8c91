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

typedef float face_function(int axis, const double point[3]);

static inline void set_velocity(viscosity_fixture* v, face_function* function) {
    const wafti_mac* grid = &v->f->domain.grid;
    for (int axis = 0; axis < grid->axes; ++axis) {
        int32_t high[3] = {grid->n[0], grid->n[1], grid->n[2]};
        ++high[axis];
        for (int32_t k = 0; k < high[2]; ++k) {
            for (int32_t j = 0; j < high[1]; ++j) {
                for (int32_t i = 0; i < high[0]; ++i) {
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

// Unknowns of two systems of random numbers: x.A y - y.A x over their sizes.
static inline double asymmetry(wafti_viscosity_system* system, float* const other[3]) {
    const wafti_domain* domain = system->viscosity->domain;
    const wafti_mac* grid = &domain->grid;
    double sums[3] = {0.0};
    for (int turn = 0; turn < 2; ++turn) {
        for (int c = system->first; c < system->first + system->count; ++c) {
            wafti_viscosity_fill_ghosts(domain, c, system->p[c], system->mirrors, 0.0f);
        }
        for (int c = system->first; c < system->first + system->count; ++c) {
            for (int32_t k = 0; k < grid->n[2] + (c == 2); ++k) {
                for (int32_t j = 0; j < grid->n[1] + (c == 1); ++j) {
                    float q[WAFTI_VISCOSITY_ROW];
                    const ptrdiff_t at = wafti_mac_index(grid, 0, j, k);
                    if ((c == 1 && j == grid->n[1] &&
                            domain->sides[2].kind == WAFTI_SIDE_PERIODIC) ||
                        (c == 2 && k == grid->n[2] &&
                            domain->sides[4].kind == WAFTI_SIDE_PERIODIC)) {
                        continue;
                    }
                    system->apply(system, c, (const int32_t[2]){j, k}, q);
                    const int32_t count = wafti_viscosity_row_length(domain, c);
                    for (int32_t i = 0; i < count; ++i) {
                        sums[turn] += (double)q[i] * (double)other[c][at + i];
                        sums[2] += turn == 0 ? (double)q[i] * (double)system->p[c][at + i] : 0.0;
                    }
                }
            }
        }
        for (int c = system->first; c < system->first + system->count; ++c) {
            for (size_t i = 0; i < grid->size; ++i) {
                const ptrdiff_t at = (ptrdiff_t)i - grid->first;
                const float swap = system->p[c][at];
                system->p[c][at] = other[c][at];
                other[c][at] = swap;
            }
        }
    }
    return fabs(sums[0] - sums[1]) / sums[2];
}

// Random numbers on unknowns, 0 elsewhere.
static inline void scatter_unknowns(const wafti_domain* domain, int axis, int seed, float* field) {
    const wafti_mac* grid = &domain->grid;
    memset(field - grid->first, 0, grid->size * sizeof(*field));
    int32_t high[3] = {grid->n[0], grid->n[1], grid->n[2]};
    high[axis] += domain->sides[2 * axis].kind != WAFTI_SIDE_PERIODIC;
    for (int32_t k = 0; k < high[2]; ++k) {
        for (int32_t j = 0; j < high[1]; ++j) {
            for (int32_t i = 0; i < high[0]; ++i) {
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
