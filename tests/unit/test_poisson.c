// SPDX-License-Identifier: MIT
#include "grid/poisson.h"

#include "test.h"
#include "unit/poisson_fixture.h"

#define C WAFTI_SIDE_CLOSED
#define O WAFTI_SIDE_OPEN
#define P WAFTI_SIDE_PERIODIC

static const wafti_side_kind all_closed[6] = {C, C, C, C, C, C};
static const wafti_side_kind open_top[6] = {C, C, C, O, C, C};
static const wafti_side_kind ring_x[6] = {P, P, C, C, C, C};
static const wafti_side_kind torus[6] = {P, P, P, P, P, P};

typedef enum obstacle { NOTHING, SPHERE, PART_SHEET, FULL_SHEET, POCKET, PLATE } obstacle;

static void add_obstacle(poisson_fixture* f, obstacle what) {
    const wafti_mac* grid = &f->domain.grid;
    const int32_t* n = grid->n;
    const double center[3] = {0.47 * n[0], 0.4 * n[1], n[2] > 1 ? 0.53 * n[2] : 0.5};
    const wafti_box lower = {{0, 0, 0}, {n[0], n[1] / 2, n[2]}};
    const wafti_box whole = {{0, 0, 0}, {n[0], n[1], n[2]}};
    const wafti_box plate = {{n[0] / 2 + 1, 0, 0}, {n[0] / 2 + 2, n[1] / 2, n[2]}};
    const wafti_box pocket = {
        {n[0] / 4 + 1, n[1] / 4 + 1, n[2] / 4 + 1}, {3 * n[0] / 4, 3 * n[1] / 4, 3 * n[2] / 4}};
    switch (what) {
    case SPHERE:
        fixture_add_sphere(&f->domain, center, 0.15 * n[0]);
        break;
    case PART_SHEET:
        fixture_add_sheet(&f->domain, 0, n[0] / 2 + 1, &lower);
        break;
    case FULL_SHEET:
        fixture_add_sheet(&f->domain, 0, n[0] / 2 + 1, &whole);
        break;
    case POCKET:
        for (int axis = 0; axis < 3; ++axis) {
            fixture_add_sheet(&f->domain, axis, pocket.low[axis], &pocket);
            fixture_add_sheet(&f->domain, axis, pocket.high[axis], &pocket);
        }
        break;
    case PLATE:
        fixture_add_block(&f->domain, &plate);
        break;
    default:
        break;
    }
}

static poisson_fixture* open_case(
    const int32_t n[3], const wafti_side_kind sides[6], obstacle what, int threads) {
    poisson_fixture* f = fixture_open(n, sides, threads);
    add_obstacle(f, what);
    CHECK(fixture_create(f, WAFTI_POISSON_MULTIGRID, false) == WAFT_OK);
    fixture_stir(f, true);
    return f;
}

// The table of docs/spec/smoke.md#iterations: iterations from zero to true residuals 1e-3 and 1e-5.
static void iterations(void) {
    static const struct {
        const char* name;
        int32_t n[3];
        obstacle what;
        const wafti_side_kind* sides;
        int most[2];
    } rows[] = {
        {"closed box", {48, 48, 48}, NOTHING, all_closed, {4, 6}},
        {"sphere, open top", {48, 48, 48}, SPHERE, open_top, {5, 7}},
        {"no round sizes", {50, 76, 38}, SPHERE, open_top, {5, 7}},
        {"circle in a plane", {128, 128, 1}, SPHERE, open_top, {5, 7}},
        {"partial sheet", {48, 48, 48}, PART_SHEET, open_top, {6, 9}},
        {"full sheet", {48, 48, 48}, FULL_SHEET, open_top, {6, 9}},
        {"pocket", {48, 48, 48}, POCKET, open_top, {8, 12}},
        {"plate", {48, 48, 48}, PLATE, open_top, {7, 10}},
        {"periodic", {48, 48, 48}, SPHERE, torus, {5, 8}},
    };
    static const double tolerances[2] = {1e-3, 1e-5};
    for (size_t row = 0; row < sizeof(rows) / sizeof(rows[0]); ++row) {
        poisson_fixture* f = open_case(rows[row].n, rows[row].sides, rows[row].what, 1);
        int count[2] = {0};
        for (int t = 0; t < 2; ++t) {
            fixture_clear_phi(f);
            const wafti_poisson_report report = fixture_solve(f, tolerances[t]);
            count[t] = report.iterations;
            CHECK(report.converged);
            CHECK(report.residual <= tolerances[t]);
            CHECK(report.iterations <= rows[row].most[t]);
        }
        (void)printf("  %-18s %2d/%2d\n", rows[row].name, count[0], count[1]);
        fixture_close(f);
    }
}

// What is left of divergence after a projection, worked out here from faces and weights.
static double left_divergence(const poisson_fixture* f) {
    const wafti_mac* grid = &f->domain.grid;
    double most = 0.0;
    for (int32_t k = 0; k < grid->n[2]; ++k) {
        for (int32_t j = 0; j < grid->n[1]; ++j) {
            for (int32_t i = 0; i < grid->n[0]; ++i) {
                double sum = 0.0;
                double open = 0.0;
                for (int axis = 0; axis < grid->axes; ++axis) {
                    const int32_t at[3] = {i, j, k};
                    for (int high = 0; high < 2; ++high) {
                        const ptrdiff_t face =
                            wafti_mac_index(grid, i, j, k) + high * wafti_mac_stride(grid, axis);
                        const bool side = at[axis] + high == 0 || at[axis] + high == grid->n[axis];
                        const bool twice =
                            side && f->domain.sides[2 * axis + high].kind == WAFTI_SIDE_OPEN;
                        const double w = (double)f->domain.weight[axis][face];
                        const double a = twice ? w / 2.0 : w;
                        // A closed face lets through what it moves itself.
                        const double share = w > 0.0 ? a : 1.0;
                        open += w;
                        sum += (high != 0 ? 1.0 : -1.0) * share * (double)f->velocity[axis][face];
                    }
                }
                most = open > 0.0 && fabs(sum) > most ? fabs(sum) : most;
            }
        }
    }
    return most;
}

static void projection_frees_of_divergence(void) {
    static const int32_t sizes[3][3] = {{20, 24, 18}, {33, 21, 1}, {17, 9, 13}};
    static const wafti_side_kind* const sides[4] = {all_closed, open_top, ring_x, torus};
    for (int size = 0; size < 3; ++size) {
        for (int s = 0; s < 4; ++s) {
            poisson_fixture* f = open_case(sizes[size], sides[s], SPHERE, 2);
            fixture_stir(f, false);
            const double before = left_divergence(f);
            const wafti_poisson_report report = fixture_project(f, 1e-8);
            CHECK(report.converged);
            CHECK(left_divergence(f) < 3e-6);
            CHECK(before > 0.1);
            // Face n of a periodic axis is face 0.
            if (s >= 2) {
                const wafti_mac* grid = &f->domain.grid;
                const ptrdiff_t at = wafti_mac_index(grid, 0, 3, 0);
                CHECK(f->velocity[0][at] == f->velocity[0][at + grid->n[0]]);
            }
            fixture_close(f);
        }
    }
}

// A random right-hand side: nothing in cells without an equation, and in closed regions what some
// pressure gives, since only then is there a solution.
static void make_right_side(poisson_fixture* f, uint64_t seed, double* out) {
    const wafti_mac* grid = &f->domain.grid;
    fixture_randomize(grid, seed, f->work[0]);
    fixture_apply(f->poisson->kernels, &f->poisson->multigrid.levels[0], grid, f->work[0], out);
}

// |x'My - y'Mx| against sqrt(x'Mx y'My): row preconditioner-symmetry of docs/spec/smoke.md#verification.
static void preconditioner_is_symmetric(void) {
    static const int32_t sizes[2][3] = {{48, 53, 41}, {61, 47, 1}};
    static const obstacle obstacles[3] = {NOTHING, SPHERE, PART_SHEET};
    static const wafti_side_kind* const sides[3] = {all_closed, open_top, torus};
    for (int c = 0; c < 12; ++c) {
        poisson_fixture* f = fixture_open(sizes[c / 6], sides[c % 3], 2);
        const wafti_mac* grid = &f->domain.grid;
        add_obstacle(f, obstacles[c % 3]);
        if (c % 3 == 2) {
            add_obstacle(f, SPHERE);
        }
        CHECK(fixture_create(f, WAFTI_POISSON_MULTIGRID, c / 3 % 2 == 1) == WAFT_OK);
        double* field[4];
        for (int v = 0; v < 4; ++v) {
            field[v] = wafti_mac_take_double(grid, &f->arena);
        }
        make_right_side(f, 3, field[0]);
        make_right_side(f, 4, field[1]);
        fixture_precondition(f, field[0], field[2]);
        fixture_precondition(f, field[1], field[3]);
        const double xy = fixture_dot(grid, field[0], field[3]);
        const double yx = fixture_dot(grid, field[1], field[2]);
        const double xx = fixture_dot(grid, field[0], field[2]);
        const double yy = fixture_dot(grid, field[1], field[3]);
        CHECK(xx > 0.0);
        CHECK(yy > 0.0);
        CHECK_NEAR(xy, yx, 1e-5 * sqrt(xx * yy));
        fixture_close(f);
    }
}

static void operator_is_the_weights(void) {
    static const int32_t n[3] = {5, 4, 3};
    poisson_fixture* f = fixture_open(n, ring_x, 1);
    const wafti_mac* grid = &f->domain.grid;
    uint64_t state = 11;
    for (int axis = 0; axis < 3; ++axis) {
        for (int32_t k = 0; k < 3; ++k) {
            for (int32_t j = 0; j < 4; ++j) {
                for (int32_t i = 0; i < 5; ++i) {
                    const int32_t at[3] = {i, j, k};
                    if (at[axis] > 0) {
                        f->domain.weight[axis][wafti_mac_index(grid, i, j, k)] =
                            (float)(fixture_random(&state) + 0.5);
                    }
                }
            }
        }
    }
    CHECK(fixture_create(f, WAFTI_POISSON_MULTIGRID, false) == WAFT_OK);
    fixture_randomize(grid, 5, f->work[0]);
    double* y = wafti_mac_take_double(grid, &f->arena);
    fixture_apply(f->poisson->kernels, &f->poisson->multigrid.levels[0], grid, f->work[0], y);
    for (int32_t k = 0; k < 3; ++k) {
        for (int32_t j = 0; j < 4; ++j) {
            for (int32_t i = 0; i < 5; ++i) {
                const ptrdiff_t at = wafti_mac_index(grid, i, j, k);
                double want = 0.0;
                for (int face = 0; face < 6; ++face) {
                    const int axis = face / 2;
                    int32_t other[3] = {i, j, k};
                    other[axis] += face % 2 != 0 ? 1 : -1;
                    const double w =
                        (double)
                            f->domain.weight[axis][at + (face % 2) * wafti_mac_stride(grid, axis)];
                    other[0] = (other[0] + 5) % 5;
                    const bool inside =
                        other[1] >= 0 && other[1] < 4 && other[2] >= 0 && other[2] < 3;
                    want += w * (f->work[0][at] - (inside ? f->work[0][wafti_mac_index(
                                                                grid, other[0], other[1], other[2])]
                                                          : 0.0));
                }
                CHECK_NEAR(y[at], want, 1e-12);
            }
        }
    }
    fixture_close(f);
}

// phi = cos(pi x) cos(2 pi y) cos(pi z): row manufactured-pressure of docs/spec/smoke.md#verification.
// The source enters as expansion.
static double manufactured_error(int32_t cells) {
    const double pi = 3.14159265358979323846;
    const int32_t n[3] = {cells, cells, cells};
    poisson_fixture* f = fixture_open(n, all_closed, 2);
    const wafti_mac* grid = &f->domain.grid;
    CHECK(fixture_create(f, WAFTI_POISSON_AUTO, false) == WAFT_OK);
    for (int pass = 0; pass < 2; ++pass) {
        double most = 0.0;
        for (int32_t k = 0; k < cells; ++k) {
            for (int32_t j = 0; j < cells; ++j) {
                for (int32_t i = 0; i < cells; ++i) {
                    const ptrdiff_t at = wafti_mac_index(grid, i, j, k);
                    const double want = cos(pi * (i + 0.5) / cells) *
                                        cos(2.0 * pi * (j + 0.5) / cells) *
                                        cos(pi * (k + 0.5) / cells);
                    f->expansion[at] = (float)(6.0 * pi * pi * want * grid->h);
                    most = fmax(most, fabs(f->phi[at] - want));
                }
            }
        }
        if (pass == 1) {
            fixture_close(f);
            return most;
        }
        wafti_poisson_request request = fixture_request(f, 1e-7);
        request.expansion = f->expansion;
        wafti_poisson_report report;
        wafti_poisson_solve(f->poisson, &request, &report);
        CHECK(report.converged);
        CHECK_NEAR(report.unbalanced, 0.0, 0.0);
    }
    return 0.0;
}

static void manufactured_solution(void) {
    const double errors[3] = {
        manufactured_error(12), manufactured_error(24), manufactured_error(48)};
    CHECK(log2(errors[0] / errors[1]) >= 1.95);
    CHECK(log2(errors[1] / errors[2]) >= 1.95);
}

static void closed_regions_lose_their_mean(void) {
    static const int32_t n[3] = {24, 24, 24};
    poisson_fixture* f = open_case(n, open_top, POCKET, 1);
    const wafti_mac* grid = &f->domain.grid;
    CHECK(f->poisson->regions.count == 2);
    const int inner = wafti_poisson_region(f->poisson, 12, 12, 12);
    const int outer = wafti_poisson_region(f->poisson, 1, 1, 1);
    CHECK(inner >= 0);
    CHECK(inner != outer);
    CHECK(wafti_poisson_region_closed(f->poisson, inner));
    CHECK(!wafti_poisson_region_closed(f->poisson, outer));
    // A source in the pocket has nowhere to go.
    f->expansion[wafti_mac_index(grid, 12, 12, 12)] = 3.0f;
    f->expansion[wafti_mac_index(grid, 2, 2, 2)] = 3.0f;
    wafti_poisson_request request = fixture_request(f, 1e-6);
    request.expansion = f->expansion;
    fixture_randomize(grid, 9, f->phi);
    wafti_poisson_report report;
    wafti_poisson_solve(f->poisson, &request, &report);
    CHECK(report.converged);
    CHECK_NEAR(report.unbalanced, 3.0 * grid->h * grid->h * grid->h, 1e-9);
    double sum = 0.0;
    double size = 0.0;
    for (int32_t k = 0; k < 24; ++k) {
        for (int32_t j = 0; j < 24; ++j) {
            for (int32_t i = 0; i < 24; ++i) {
                const bool in = wafti_poisson_region(f->poisson, i, j, k) == inner;
                sum += in ? f->phi[wafti_mac_index(grid, i, j, k)] : 0.0;
                size += in ? fabs(f->phi[wafti_mac_index(grid, i, j, k)]) : 0.0;
            }
        }
    }
    CHECK_NEAR(sum, 0.0, 1e-7 * size);
    fixture_close(f);
}

static void same_bits_for_any_thread_count(void) {
    static const int32_t n[3] = {36, 40, 50};
    static const int threads[5] = {1, 2, 3, 4, 8};
    for (int smoother = 0; smoother < 2; ++smoother) {
        poisson_fixture* first = NULL;
        for (int t = 0; t < 5; ++t) {
            poisson_fixture* f = fixture_open(n, open_top, threads[t]);
            add_obstacle(f, SPHERE);
            add_obstacle(f, POCKET);
            CHECK(fixture_create(f, WAFTI_POISSON_MULTIGRID, smoother == 1) == WAFT_OK);
            fixture_stir(f, false);
            const wafti_poisson_report report = fixture_project(f, 1e-5);
            CHECK(report.converged);
            if (first == NULL) {
                first = f;
                continue;
            }
            const wafti_mac* grid = &f->domain.grid;
            CHECK(fixture_differences(grid, f->phi, first->phi) == 0);
            for (int axis = 0; axis < 3; ++axis) {
                CHECK(memcmp(f->velocity[axis] - grid->first, first->velocity[axis] - grid->first,
                          grid->size * sizeof(float)) == 0);
            }
            fixture_close(f);
        }
        fixture_close(first);
    }
}

static void instruction_sets_agree(void) {
    static const int32_t n[3] = {29, 24, 31};
    poisson_fixture* best = open_case(n, open_top, SPHERE, 1);
    poisson_fixture* plain = fixture_open(n, open_top, 1);
    plain->context.isa = WAFTI_ISA_SCALAR;
    add_obstacle(plain, SPHERE);
    CHECK(fixture_create(plain, WAFTI_POISSON_MULTIGRID, false) == WAFT_OK);
    fixture_stir(plain, true);
    CHECK(fixture_solve(best, 1e-9).converged);
    CHECK(fixture_solve(plain, 1e-9).converged);
    const wafti_mac* grid = &best->domain.grid;
    double most = 0.0;
    double off = 0.0;
    for (int32_t k = 0; k < n[2]; ++k) {
        for (int32_t j = 0; j < n[1]; ++j) {
            for (int32_t i = 0; i < n[0]; ++i) {
                const ptrdiff_t at = wafti_mac_index(grid, i, j, k);
                most = fmax(most, fabs(best->phi[at]));
                off = fmax(off, fabs(best->phi[at] - plain->phi[at]));
            }
        }
    }
    CHECK(most > 0.0);
    CHECK_NEAR(off / most, 0.0, 1e-7);
    fixture_close(best);
    fixture_close(plain);
}

static void warm_start_and_nothing_to_do(void) {
    static const int32_t n[3] = {32, 32, 32};
    poisson_fixture* f = open_case(n, open_top, SPHERE, 1);
    const wafti_poisson_report cold = fixture_solve(f, 1e-4);
    const wafti_poisson_report again = fixture_solve(f, 1e-4);
    CHECK(cold.iterations > 0);
    CHECK(again.iterations == 0);
    CHECK(again.converged);
    CHECK_NEAR(again.residual, cold.residual, 1e-9);
    // A start worse than none is dropped.
    fixture_randomize(&f->domain.grid, 2, f->phi);
    const wafti_poisson_report dropped = fixture_solve(f, 1e-4);
    CHECK(dropped.iterations == cold.iterations);
    // A flow without divergence has no pressure, whatever the start.
    for (int axis = 0; axis < 3; ++axis) {
        memset(f->velocity[axis] - f->domain.grid.first, 0, f->domain.grid.size * sizeof(float));
    }
    fixture_randomize(&f->domain.grid, 2, f->phi);
    const wafti_poisson_report none = fixture_solve(f, 1e-4);
    CHECK(none.converged);
    CHECK(none.iterations == 0);
    CHECK_NEAR(fixture_dot(&f->domain.grid, f->phi, f->phi), 0.0, 0.0);
    fixture_close(f);
}

static void speed_stops_and_limit_is_kept(void) {
    static const int32_t n[3] = {24, 24, 24};
    poisson_fixture* f = open_case(n, open_top, SPHERE, 1);
    wafti_poisson_request request = fixture_request(f, 1e-10);
    request.speed = 1e5;
    wafti_poisson_report report;
    wafti_poisson_solve(f->poisson, &request, &report);
    CHECK(report.converged);
    CHECK(report.iterations <= 4);
    CHECK(report.divergence <= 0.1);
    request.speed = 1.0;
    request.most_iterations = 2;
    fixture_clear_phi(f);
    wafti_poisson_solve(f->poisson, &request, &report);
    CHECK(!report.converged);
    CHECK(report.iterations == 2);
    CHECK(report.residual > 1e-10);
    CHECK(report.residual < 0.1);
    fixture_close(f);
}

static void plain_gradients_and_other_smoother(void) {
    static const int32_t n[3] = {20, 18, 16};
    poisson_fixture* f[3];
    for (int c = 0; c < 3; ++c) {
        f[c] = fixture_open(n, open_top, 1);
        add_obstacle(f[c], SPHERE);
        CHECK(fixture_create(f[c], c == 1 ? WAFTI_POISSON_CG : WAFTI_POISSON_MULTIGRID, c == 2) ==
              WAFT_OK);
        fixture_stir(f[c], true);
        CHECK(fixture_solve(f[c], 1e-9).converged);
    }
    const wafti_mac* grid = &f[0]->domain.grid;
    const double size = sqrt(fixture_dot(grid, f[0]->phi, f[0]->phi));
    for (int c = 1; c < 3; ++c) {
        for (int32_t k = 0; k < n[2]; ++k) {
            for (int32_t j = 0; j < n[1]; ++j) {
                const ptrdiff_t at = wafti_mac_index(grid, n[0] / 3, j, k);
                CHECK_NEAR(f[c]->phi[at], f[0]->phi[at], 1e-8 * size);
            }
        }
    }
    for (int c = 0; c < 3; ++c) {
        fixture_close(f[c]);
    }
}

// A solid that moves in a closed box pushes through partly open faces: what it sweeps balances.
static void solids_push(void) {
    static const int32_t n[3] = {24, 24, 24};
    poisson_fixture* f = open_case(n, all_closed, SPHERE, 1);
    const wafti_mac* grid = &f->domain.grid;
    f->domain.has_solids = true;
    f->domain.solid_capacity = 1;
    f->solid.alive = true;
    f->solid.velocity[0] = 1.0;
    // Faces that the solid closes hold its velocity, others nothing; side faces stay at rest.
    for (int axis = 0; axis < 3; ++axis) {
        memset(f->velocity[axis] - grid->first, 0, grid->size * sizeof(float));
    }
    for (int32_t k = 0; k < n[2]; ++k) {
        for (int32_t j = 0; j < n[1]; ++j) {
            for (int32_t i = 1; i < n[0]; ++i) {
                const ptrdiff_t at = wafti_mac_index(grid, i, j, k);
                f->velocity[0][at] = f->domain.weight[0][at] == 0.0f ? 1.0f : 0.0f;
            }
        }
    }
    const wafti_poisson_report report = fixture_project(f, 1e-6);
    CHECK(report.converged);
    CHECK_NEAR(report.unbalanced, 0.0, 1e-12);
    CHECK(report.iterations > 0);
    // Air goes the other way round the sphere.
    CHECK(f->velocity[0][wafti_mac_index(grid, 11, 18, 12)] < -0.02f);
    fixture_close(f);
}

static void nothing_finite_is_reported(void) {
    static const int32_t n[3] = {8, 8, 8};
    poisson_fixture* f = open_case(n, open_top, NOTHING, 1);
    CHECK(fixture_create(f, WAFTI_POISSON_MULTIGRID, false) == WAFT_OK);
#if !defined(WAFT_TEST_TRAP)
    f->velocity[0][wafti_mac_index(&f->domain.grid, 3, 3, 3)] = NAN;
    CHECK(!fixture_solve(f, 1e-3).converged);
#endif
    fixture_close(f);
}

static void tiny_grids(void) {
    static const int32_t sizes[6][3] = {
        {1, 1, 1}, {2, 1, 1}, {1, 7, 1}, {3, 1, 5}, {1, 1, 9}, {40, 2, 2}};
    static const wafti_side_kind* const sides[3] = {all_closed, open_top, torus};
    for (int size = 0; size < 6; ++size) {
        for (int s = 0; s < 3; ++s) {
            poisson_fixture* f = open_case(sizes[size], sides[s], NOTHING, 2);
            fixture_stir(f, false);
            const wafti_poisson_report report = fixture_project(f, 1e-6);
            CHECK(report.converged);
            CHECK(left_divergence(f) < 1e-5);
            fixture_close(f);
        }
    }
}

static void memory_is_as_announced(void) {
    static const int32_t n[3] = {64, 64, 64};
    poisson_fixture* f = fixture_open(n, open_top, 1);
    const size_t before = f->arena.total;
    CHECK(fixture_create(f, WAFTI_POISSON_MULTIGRID, false) == WAFT_OK);
    const size_t size = wafti_poisson_size(&f->domain.grid);
    CHECK(f->arena.total - before >= size / 2);
    CHECK(f->arena.total - before <= size + (4u << 20));
    static const int32_t large[3] = {256, 256, 256};
    const wafti_mac grid = wafti_mac_make(large, 1.0, f->domain.grid.low);
    const double bytes = (double)wafti_poisson_size(&grid) / (double)wafti_mac_cells(&grid);
    (void)printf("  %.1f bytes a cell at 256^3\n", bytes);
    CHECK(bytes < 24.0);
    fixture_close(f);
}

static const test_case cases[] = {
    {"iterations", iterations},
    {"projection_frees_of_divergence", projection_frees_of_divergence},
    {"preconditioner_is_symmetric", preconditioner_is_symmetric},
    {"operator_is_the_weights", operator_is_the_weights},
    {"manufactured_solution", manufactured_solution},
    {"closed_regions_lose_their_mean", closed_regions_lose_their_mean},
    {"same_bits_for_any_thread_count", same_bits_for_any_thread_count},
    {"instruction_sets_agree", instruction_sets_agree},
    {"warm_start_and_nothing_to_do", warm_start_and_nothing_to_do},
    {"speed_stops_and_limit_is_kept", speed_stops_and_limit_is_kept},
    {"plain_gradients_and_other_smoother", plain_gradients_and_other_smoother},
    {"solids_push", solids_push},
    {"nothing_finite_is_reported", nothing_finite_is_reported},
    {"tiny_grids", tiny_grids},
    {"memory_is_as_announced", memory_is_as_announced},
};

TEST_MAIN(cases)
