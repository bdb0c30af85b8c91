// SPDX-License-Identifier: MIT
#include "grid/sweep.h"

#include <stdlib.h>

#include "test.h"

enum { NX = 80, NZ = 60 };
static uint8_t awake_room[NX * NZ];

typedef struct visits {
    int count[4][3];
    int32_t last_i, last_j;
} visits;

static double count_visit(void* context, int32_t i, int32_t j) {
    visits* v = context;
    ++v->count[i][j];
    v->last_i = i;
    v->last_j = j;
    return 0.0;
}

static void a_quiet_sweep_is_the_last(void) {
    visits v = {0};
    uint8_t awake[9];
    const wafti_sweep sweep = {
        .cells = {.low = {1, 0}, .high = {4, 3}}, .direction = {-1, 1}, .limit = 9, .awake = awake};
    CHECK(wafti_sweep_run(&sweep, count_visit, &v) == 1);
    CHECK(v.count[0][1] == 0);
    CHECK(v.count[1][0] == 1);
    CHECK(v.count[3][2] == 1);
    CHECK(v.last_i == 1);
    CHECK(v.last_j == 2);
}

static double always_changes(void* context, int32_t i, int32_t j) {
    (void)i;
    (void)j;
    ++*(int*)context;
    return 1.0;
}

static void the_limit_ends_it(void) {
    int calls = 0;
    uint8_t awake[4];
    const wafti_sweep sweep = {
        .cells = {.high = {2, 2}}, .direction = {1, 1}, .limit = 5, .awake = awake};
    CHECK(wafti_sweep_run(&sweep, always_changes, &calls) == 5);
    CHECK(calls == 20);
}

// Each value is one more than the next, so that a sweep backwards settles all and one forwards one.
typedef struct chain {
    double value[9];
    int visits;
} chain;

static double follow(void* context, int32_t i, int32_t j) {
    chain* c = context;
    (void)j;
    ++c->visits;
    const double before = c->value[i];
    c->value[i] = i < 8 ? c->value[i + 1] + 1.0 : 0.0;
    return fabs(c->value[i] - before);
}

static void only_what_may_change_is_visited(void) {
    chain c = {.value = {9, 9, 9, 9, 9, 9, 9, 9, 9}};
    uint8_t awake[9];
    const wafti_sweep sweep = {
        .cells = {.high = {9, 1}}, .direction = {1, 1}, .limit = 64, .awake = awake};
    CHECK(wafti_sweep_run(&sweep, follow, &c) == 3);
    for (int i = 0; i < 9; ++i) {
        CHECK_NEAR(c.value[i], 8 - i, 0.0);
    }
    // Nothing is left awake for the third sweep.
    CHECK(c.visits <= 9 + 9 + 8);
}

static double distance_error(double dx, double dz) {
    double* k = calloc((size_t)NX * NZ, sizeof(double));
    double* phi = calloc((size_t)NX * NZ, sizeof(double));
    double worst = NAN;
    if (k != NULL && phi != NULL) {
        for (int c = 0; c < NX * NZ; ++c) {
            k[c] = 2.0;
            phi[c] = INFINITY;
        }
        phi[30 + 20 * NX] = 0.0;
        const wafti_eikonal eikonal = {NX, NZ, dx, dz, k, phi};
        const wafti_sweep sweep = {.cells = {.high = {NX, NZ}},
            .direction = {1, 1},
            .tolerance = 1e-9,
            .limit = 64,
            .awake = awake_room};
        CHECK(wafti_eikonal_solve(&eikonal, &sweep) < 12);
        worst = 0.0;
        for (int j = 0; j < NZ; ++j) {
            for (int i = 0; i < NX; ++i) {
                const double exact = 2.0 * hypot((i - 30) * dx, (j - 20) * dz);
                worst = fmax(worst, fabs(phi[i + j * NX] - exact));
            }
        }
    }
    free(k);
    free(phi);
    return worst;
}

static void distance_from_a_point(void) {
    // First-order with a logarithm: about 1.7 cells at 60 cells from the point.
    CHECK_NEAR(distance_error(0.1, 0.1), 0.0, 2.0 * 2.0 * 0.1);
    CHECK_NEAR(distance_error(0.1, 0.05), 0.0, 2.0 * 2.0 * 0.1);
}

static void plane_fronts_are_exact_on_stretched_cells(void) {
    double k[NX * NZ / 10];
    double phi[NX * NZ / 10];
    enum { W = NX / 10 };
    const double dx = 0.3;
    const double dz = 0.7;
    const double kx = 1.1;
    const double kz = 0.4;
    for (int j = 0; j < NZ; ++j) {
        for (int i = 0; i < W; ++i) {
            k[i + j * W] = hypot(kx, kz);
            phi[i + j * W] = i == 0 || j == 0 ? kx * i * dx + kz * j * dz : INFINITY;
        }
    }
    const wafti_eikonal eikonal = {W, NZ, dx, dz, k, phi};
    const wafti_sweep sweep = {.cells = {.low = {1, 1}, .high = {W, NZ}},
        .direction = {1, 1},
        .tolerance = 1e-9,
        .limit = 64,
        .awake = awake_room};
    CHECK(wafti_eikonal_solve(&eikonal, &sweep) == 2);
    double worst = 0.0;
    for (int j = 0; j < NZ; ++j) {
        for (int i = 0; i < W; ++i) {
            worst = fmax(worst, fabs(phi[i + j * W] - (kx * i * dx + kz * j * dz)));
        }
    }
    CHECK_NEAR(worst, 0.0, 1e-12);
}

static const test_case cases[] = {
    {"a_quiet_sweep_is_the_last", a_quiet_sweep_is_the_last},
    {"the_limit_ends_it", the_limit_ends_it},
    {"only_what_may_change_is_visited", only_what_may_change_is_visited},
    {"distance_from_a_point", distance_from_a_point},
    {"plane_fronts_are_exact_on_stretched_cells", plane_fronts_are_exact_on_stretched_cells},
};
TEST_MAIN(cases)
