// SPDX-License-Identifier: MIT
// A box of cells with a pressure solver, its weights made by simple rules in place of solids.
#ifndef WAFT_TEST_POISSON_FIXTURE_H
#define WAFT_TEST_POISSON_FIXTURE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grid/domain_parts.h"
#include "grid/poisson_parts.h"

typedef struct poisson_fixture {
    waft_error error;
    wafti_context context;
    wafti_arena arena;
    wafti_domain domain;
    wafti_solid solid;
    double* work[3];
    double* phi;
    float* velocity[3];
    float* expansion;
    wafti_poisson* poisson;
} poisson_fixture;

// The only solid of the fixture moves without turning.
float wafti_domain_solid_velocity(
    const wafti_domain* domain, int axis, int32_t i, int32_t j, int32_t k) {
    (void)i;
    (void)j;
    (void)k;
    return (float)domain->solids[0].velocity[axis];
}

bool wafti_domain_moves_as_one(const wafti_domain* domain, int axis, float* out_velocity) {
    *out_velocity = (float)domain->solids[0].velocity[axis];
    return domain->solid_capacity > 0;
}

static inline double fixture_random(uint64_t* state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0 - 0.5;
}

static inline int32_t fixture_face_count(const wafti_mac* grid, int axis) {
    const wafti_box all = wafti_domain_all(grid, axis);
    return all.high[0] * all.high[1] * all.high[2];
}

// Where face `number` along an axis is; they are counted with x fastest.
static inline ptrdiff_t fixture_face(
    const wafti_mac* grid, int axis, int32_t number, int32_t out_at[3]) {
    const wafti_box all = wafti_domain_all(grid, axis);
    out_at[0] = number % all.high[0];
    out_at[1] = number / all.high[0] % all.high[1];
    out_at[2] = number / all.high[0] / all.high[1];
    return wafti_mac_index(grid, out_at[0], out_at[1], out_at[2]);
}

// Weights of an empty box: sides as they are, all else open.
static inline void fixture_open_weights(wafti_domain* domain) {
    const wafti_mac* grid = &domain->grid;
    for (int axis = 0; axis < 3 && axis < grid->axes; ++axis) {
        for (int32_t face = 0; face < fixture_face_count(grid, axis); ++face) {
            int32_t at[3];
            const ptrdiff_t index = fixture_face(grid, axis, face, at);
            float w = 1.0f;
            if (at[axis] == 0 || at[axis] == grid->n[axis]) {
                const wafti_side_kind kind = domain->sides[2 * axis + (at[axis] != 0)].kind;
                w = kind == WAFTI_SIDE_OPEN ? 2.0f : (kind == WAFTI_SIDE_PERIODIC ? 1.0f : 0.0f);
            }
            domain->weight[axis][index] = w;
        }
    }
}

// Multiplies every face by its open share outside a sphere, from 4 x 4 points of it.
static inline void fixture_add_sphere(wafti_domain* domain, const double center[3], double radius) {
    const wafti_mac* grid = &domain->grid;
    for (int axis = 0; axis < 3 && axis < grid->axes; ++axis) {
        for (int32_t face = 0; face < fixture_face_count(grid, axis); ++face) {
            int32_t low[3];
            const ptrdiff_t index = fixture_face(grid, axis, face, low);
            int open = 0;
            for (int sample = 0; sample < 16; ++sample) {
                double d2 = 0.0;
                const int row = sample / 4;
                const double part[2] = {(sample % 4 + 0.5) / 4.0, (row + 0.5) / 4.0};
                for (int d = 0; d < 3 && d < grid->axes; ++d) {
                    const double in_face = d == axis ? 0.0 : part[d == (axis + 1) % 3];
                    const double x = low[d] + in_face - center[d];
                    d2 += x * x;
                }
                open += d2 > radius * radius;
            }
            domain->weight[axis][index] *= (float)open / 16.0f;
        }
    }
}

// Closes faces with index `at` along an axis whose other indices lie in low <= index < high.
static inline void fixture_add_sheet(
    wafti_domain* domain, int axis, int32_t at, const wafti_box* part) {
    const wafti_mac* grid = &domain->grid;
    for (int32_t k = part->low[2]; k < part->high[2]; ++k) {
        for (int32_t j = part->low[1]; j < part->high[1]; ++j) {
            for (int32_t i = part->low[0]; i < part->high[0]; ++i) {
                int32_t face[3] = {i, j, k};
                face[axis] = at;
                domain->weight[axis][wafti_mac_index(grid, face[0], face[1], face[2])] = 0.0f;
            }
        }
    }
}

// Closes all faces of the cells of a box.
static inline void fixture_add_block(wafti_domain* domain, const wafti_box* box) {
    const wafti_mac* grid = &domain->grid;
    for (int32_t k = box->low[2]; k < box->high[2]; ++k) {
        for (int32_t j = box->low[1]; j < box->high[1]; ++j) {
            for (int32_t i = box->low[0]; i < box->high[0]; ++i) {
                for (int axis = 0; axis < 3 && axis < grid->axes; ++axis) {
                    const ptrdiff_t at = wafti_mac_index(grid, i, j, k);
                    domain->weight[axis][at] = 0.0f;
                    domain->weight[axis][at + wafti_mac_stride(grid, axis)] = 0.0f;
                }
            }
        }
    }
}

// The box with everything open and no solver yet.
static inline poisson_fixture* fixture_open(
    const int32_t n[3], const wafti_side_kind sides[6], int threads) {
    poisson_fixture* f = calloc(1, sizeof(*f));
    const double low[3] = {0};
    wafti_arena_init(&f->arena, NULL, 1 << 20);
    f->context.isa = wafti_isa_choose();
    f->context.error = &f->error;
    const wafti_pool_def pool = {.threads = threads};
    if (wafti_pool_create(&pool, &f->context.pool, &f->error) != WAFT_OK) {
        abort();
    }
    f->domain.grid = wafti_mac_make(n, 1.0 / n[0], low);
    const wafti_mac* grid = &f->domain.grid;
    for (int side = 0; side < 6; ++side) {
        f->domain.sides[side].kind = sides[side];
    }
    f->domain.solids = &f->solid;
    for (int axis = 0; axis < 3; ++axis) {
        f->domain.weight[axis] = wafti_mac_take_float(grid, &f->arena);
        f->velocity[axis] = wafti_mac_take_float(grid, &f->arena);
        f->work[axis] = wafti_mac_take_double(grid, &f->arena);
    }
    f->phi = wafti_mac_take_double(grid, &f->arena);
    f->expansion = wafti_mac_take_float(grid, &f->arena);
    fixture_open_weights(&f->domain);
    return f;
}

static inline waft_result fixture_create(
    poisson_fixture* f, wafti_poisson_solver solver, bool red_black) {
    const wafti_poisson_def def = {.domain = &f->domain,
        .context = &f->context,
        .solver = solver,
        .red_black = red_black,
        .work = {f->work[0], f->work[1], f->work[2]}};
    return wafti_poisson_create(&def, &f->arena, &f->poisson);
}

static inline void fixture_close(poisson_fixture* f) {
    wafti_pool_destroy(f->context.pool);
    wafti_arena_free(&f->arena);
    free(f);
}

// A divergent flow on faces that are open: random, or a smooth jet.
static inline void fixture_stir(poisson_fixture* f, bool smooth) {
    const wafti_mac* grid = &f->domain.grid;
    uint64_t state = 7;
    for (int axis = 0; axis < 3 && axis < grid->axes; ++axis) {
        const ptrdiff_t stride = wafti_mac_stride(grid, axis);
        float* velocity = f->velocity[axis];
        for (int32_t face = 0; face < fixture_face_count(grid, axis); ++face) {
            int32_t at[3];
            const ptrdiff_t index = fixture_face(grid, axis, face, at);
            const double x = (double)at[0] / grid->n[0] - 0.4;
            const double y = (double)at[1] / grid->n[1] - 0.2;
            const double z = (double)at[2] / grid->n[2] - 0.5;
            const double jet = axis == 1 ? exp(-40.0 * (x * x + y * y + z * z)) : 0.0;
            const double value = smooth ? jet : fixture_random(&state);
            const bool open = f->domain.weight[axis][index] > 0.0f;
            velocity[index] = open ? (float)value : 0.0f;
            if (wafti_domain_periodic(&f->domain, axis) && at[axis] == grid->n[axis]) {
                velocity[index] = velocity[index - grid->n[axis] * stride];
            }
        }
    }
}

static inline wafti_poisson_request fixture_request(const poisson_fixture* f, double tolerance) {
    return (wafti_poisson_request){.velocity = {f->velocity[0], f->velocity[1], f->velocity[2]},
        .phi = f->phi,
        .tolerance = tolerance,
        .most_iterations = 200,
        .speed = 0.0};
}

static inline wafti_poisson_report fixture_solve(poisson_fixture* f, double tolerance) {
    const wafti_poisson_request request = fixture_request(f, tolerance);
    wafti_poisson_report report;
    wafti_poisson_solve(f->poisson, &request, &report);
    return report;
}

static inline wafti_poisson_report fixture_project(poisson_fixture* f, double tolerance) {
    const wafti_poisson_request request = fixture_request(f, tolerance);
    wafti_poisson_report report;
    wafti_poisson_project(f->poisson, &request, &report);
    return report;
}

// out = A x, as what a residual takes off a right-hand side of 0.
static inline void fixture_apply(const wafti_poisson_kernels* kernels, const wafti_level* level,
    const wafti_mac* grid, double* x, double* out) {
    wafti_poisson_sums sums = {0};
    const wafti_poisson_job job = {
        .level = level, .phi = x, .r = out, .store = true, .known = true};
    memset(out - grid->first, 0, grid->size * sizeof(*out));
    for (int32_t row = 0; row < level->n[1] * level->n[2]; ++row) {
        const int32_t j = row % level->n[1];
        const int32_t k = row / level->n[1];
        kernels->finish(level, j, k, x + wafti_level_index(level, 0, j, k));
    }
    for (int32_t k = 0; k < level->n[2]; ++k) {
        kernels->residual(&job, k, &sums);
    }
    for (size_t i = 0; i < grid->size; ++i) {
        out[(ptrdiff_t)i - grid->first] *= -1.0;
    }
}

// z = M r by one V-cycle in float.
static inline void fixture_precondition(const poisson_fixture* f, const double* r, double* out_z) {
    wafti_multigrid* multigrid = &f->poisson->multigrid;
    const wafti_level* level = &multigrid->levels[0];
    for (int pass = 0; pass < 2; ++pass) {
        for (int32_t c = 0; c < level->n[0] * level->n[1] * level->n[2]; ++c) {
            const int32_t row = c / level->n[0];
            const ptrdiff_t at =
                wafti_level_index(level, c % level->n[0], row % level->n[1], row / level->n[1]);
            if (pass == 0) {
                level->b[at] = (float)r[at];
            } else {
                out_z[at] = (double)level->result[at];
            }
        }
        if (pass == 0) {
            wafti_multigrid_cycle(multigrid);
        }
    }
}

static inline void fixture_randomize(const wafti_mac* grid, uint64_t seed, double* out) {
    uint64_t state = seed;
    for (int32_t k = 0; k < grid->n[2]; ++k) {
        for (int32_t j = 0; j < grid->n[1]; ++j) {
            for (int32_t i = 0; i < grid->n[0]; ++i) {
                out[wafti_mac_index(grid, i, j, k)] = fixture_random(&state);
            }
        }
    }
}

static inline double fixture_dot(const wafti_mac* grid, const double* x, const double* y) {
    double sum = 0.0;
    for (int32_t k = 0; k < grid->n[2]; ++k) {
        for (int32_t j = 0; j < grid->n[1]; ++j) {
            for (int32_t i = 0; i < grid->n[0]; ++i) {
                const ptrdiff_t at = wafti_mac_index(grid, i, j, k);
                sum += x[at] * y[at];
            }
        }
    }
    return sum;
}

// Rows of two fields that differ in any bit.
static inline int fixture_differences(const wafti_mac* grid, const double* x, const double* y) {
    int count = 0;
    for (int32_t k = 0; k < grid->n[2]; ++k) {
        for (int32_t j = 0; j < grid->n[1]; ++j) {
            const ptrdiff_t at = wafti_mac_index(grid, 0, j, k);
            count += memcmp(x + at, y + at, (size_t)grid->n[0] * sizeof(*x)) != 0;
        }
    }
    return count;
}

static inline void fixture_clear_phi(poisson_fixture* f) {
    memset(f->phi - f->domain.grid.first, 0, f->domain.grid.size * sizeof(*f->phi));
}

#endif // WAFT_TEST_POISSON_FIXTURE_H
