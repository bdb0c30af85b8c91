// SPDX-License-Identifier: MIT
// The pressure solver against analysis: flow past a sphere, eigenvectors of the empty box, symmetry
// of the preconditioner, a manufactured solution and the true residual. The rows are described in
// docs/spec/smoke.md#verification.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grid/poisson_parts.h"
#include "grid_fixture.h"
#include "verify.h"

// sphere-potential-flow: one projection of a uniform flow past a sphere.

/// Velocity of potential flow along x past a sphere, uniform speed 1.
static void sphere_flow(const double center[3], double radius, const double p[3], double out[3]) {
    const double d[3] = {p[0] - center[0], p[1] - center[1], p[2] - center[2]};
    const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    const double r = sqrt(r2);
    const double a = radius * radius * radius / (2.0 * r2 * r);
    for (int axis = 0; axis < 3; ++axis) {
        out[axis] = (axis == 0 ? 1.0 + a : 0.0) - 3.0 * a * d[0] * d[axis] / r2;
    }
}

static void face_center(const wafti_mac* grid, int axis, const int32_t c[3], double out[3]) {
    for (int a = 0; a < 3; ++a) {
        out[a] = grid->low[a] + grid->h * (c[a] + (a == axis ? 0.0 : 0.5));
    }
}

typedef void face_visit(grid_fixture* f, int axis, const int32_t c[3], void* user);

static void visit_faces(grid_fixture* f, face_visit* visit, void* user) {
    const wafti_mac* grid = &f->domain.grid;
    for (int axis = 0; axis < grid->axes; ++axis) {
        int32_t c[3];
        for (c[2] = 0; c[2] < grid->n[2] + (axis == 2); ++c[2]) {
            for (c[1] = 0; c[1] < grid->n[1] + (axis == 1); ++c[1]) {
                for (c[0] = 0; c[0] < grid->n[0] + (axis == 0); ++c[0]) {
                    visit(f, axis, c, user);
                }
            }
        }
    }
}

typedef struct flow_case {
    double center[3], radius;
    double sum;     ///< of |error| over faces outside
    double count;   ///< of those faces
    double nearest; ///< greatest error in the first layer at the equator
} flow_case;

static bool on_side(const wafti_mac* grid, int axis, const int32_t c[3]) {
    return c[axis] == 0 || c[axis] == grid->n[axis];
}

static void start_flow(grid_fixture* f, int axis, const int32_t c[3], void* user) {
    const flow_case* flow = user;
    const wafti_mac* grid = &f->domain.grid;
    const ptrdiff_t at = wafti_mac_index(grid, c[0], c[1], c[2]);
    double p[3];
    double exact[3];
    face_center(grid, axis, c, p);
    sphere_flow(flow->center, flow->radius, p, exact);
    const double uniform = axis == 0 ? 1.0 : 0.0;
    f->velocity[axis][at] = (float)(on_side(grid, axis, c) ? exact[axis] : uniform);
    // Closed faces of the sphere hold its velocity.
    if (!on_side(grid, axis, c) && f->domain.weight[axis][at] == 0.0f) {
        f->velocity[axis][at] = 0.0f;
    }
}

static void compare_flow(grid_fixture* f, int axis, const int32_t c[3], void* user) {
    flow_case* flow = user;
    const wafti_mac* grid = &f->domain.grid;
    double p[3];
    double exact[3];
    face_center(grid, axis, c, p);
    double d2 = 0.0;
    for (int a = 0; a < 3; ++a) {
        d2 += (p[a] - flow->center[a]) * (p[a] - flow->center[a]);
    }
    const double gap = sqrt(d2) - flow->radius;
    if (gap <= 0.0) {
        return;
    }
    sphere_flow(flow->center, flow->radius, p, exact);
    const ptrdiff_t at = wafti_mac_index(grid, c[0], c[1], c[2]);
    const double error = fabs((double)f->velocity[axis][at] - exact[axis]);
    flow->sum += error;
    flow->count += 1.0;
    const bool equator = axis == 0 && c[0] * 2 == grid->n[0];
    if (equator && gap < grid->h) {
        flow->nearest = fmax(flow->nearest, error);
    }
}

static flow_case flow_past_sphere(int32_t n, bool fractions) {
    flow_case flow = {.center = {0.5, 0.5, 0.5}, .radius = 0.2};
    wafti_domain_def def = grid_fixture_cube(n);
    def.fractions = fractions;
    grid_fixture* f = grid_fixture_open(&def, 2);
    grid_fixture_add_sphere(f, 0, flow.center, &flow.radius);
    grid_fixture_build(f, WAFTI_POISSON_MULTIGRID);
    visit_faces(f, start_flow, &flow);
    const wafti_poisson_request request = {
        .velocity = {f->velocity[0], f->velocity[1], f->velocity[2]},
        .phi = f->phi,
        .tolerance = 1e-7,
        .most_iterations = 100,
    };
    wafti_poisson_report report;
    wafti_poisson_project(f->poisson, &request, &report);
    visit_faces(f, compare_flow, &flow);
    flow.sum /= flow.count;
    grid_fixture_close(f);
    return flow;
}

static int verify_sphere_flow(void) {
    verify_table table = verify_open("sphere-potential-flow");
    const flow_case coarse = flow_past_sphere(32, true);
    const flow_case fine = flow_past_sphere(64, true);
    const flow_case voxels = flow_past_sphere(64, false);
    (void)verify_most(&table, "sphere: L1 error at N 32 (U)", 5e-4, coarse.sum);
    (void)verify_most(&table, "sphere: L1 error at N 64 (U)", 1.3e-4, fine.sum);
    (void)verify_least(&table, "sphere: order", 1.8, log2(coarse.sum / fine.sum));
    (void)verify_most(&table, "sphere: first layer at the equator (U)", 0.01, fine.nearest);
    (void)verify_least(&table, "sphere: voxels over fractions", 10.0, voxels.sum / fine.sum);
    return verify_close(&table);
}

// transform-oracle: the solvers against transforms by matrices of eigenvectors, in double.

enum { BOTH_CLOSED, BOTH_OPEN, CLOSED_OPEN, OPEN_CLOSED, AROUND, AXIS_KINDS };

static void eigen_pair(int kind, int n, int k, double* vector, double* out_value) {
    double norm = 0.0;
    const double pi = acos(-1.0);
    for (int i = 0; i < n; ++i) {
        const double x = i + 0.5;
        switch (kind) {
        case BOTH_CLOSED:
            vector[i] = cos(pi * k * x / n);
            break;
        case BOTH_OPEN:
            vector[i] = sin(pi * (k + 1) * x / n);
            break;
        case CLOSED_OPEN:
            vector[i] = cos(pi * (k + 0.5) * x / n);
            break;
        case OPEN_CLOSED:
            vector[i] = sin(pi * (k + 0.5) * x / n);
            break;
        default:
            vector[i] = k <= n / 2 ? cos(2.0 * pi * k * i / n) : sin(2.0 * pi * (n - k) * i / n);
            break;
        }
        norm += vector[i] * vector[i];
    }
    for (int i = 0; i < n; ++i) {
        vector[i] /= sqrt(norm);
    }
    const double angle = kind == BOTH_CLOSED ? pi * k / n
                         : kind == BOTH_OPEN ? pi * (k + 1) / n
                         : kind == AROUND    ? 2.0 * pi * k / n
                                             : pi * (k + 0.5) / n;
    *out_value = 2.0 - 2.0 * cos(angle);
}

typedef struct oracle {
    int n[3];
    double* vectors[3]; ///< rows are eigenvectors
    double* values[3];
    double* field; ///< b, then phi, x fastest
    double* line;
} oracle;

static oracle oracle_open(const int32_t n[3], const int kinds[3]) {
    oracle o = {.n = {n[0], n[1], n[2]}};
    for (int axis = 0; axis < 3; ++axis) {
        const size_t count = (size_t)n[axis];
        o.vectors[axis] = calloc(count * count, sizeof(double));
        o.values[axis] = calloc(count, sizeof(double));
        for (int k = 0; k < n[axis]; ++k) {
            eigen_pair(
                kinds[axis], n[axis], k, o.vectors[axis] + (size_t)k * count, &o.values[axis][k]);
        }
    }
    o.field = calloc((size_t)n[0] * (size_t)n[1] * (size_t)n[2], sizeof(double));
    o.line = calloc(2 * (size_t)(n[0] + n[1] + n[2]), sizeof(double));
    return o;
}

static void oracle_close(oracle* o) {
    for (int axis = 0; axis < 3; ++axis) {
        free(o->vectors[axis]);
        free(o->values[axis]);
    }
    free(o->field);
    free(o->line);
}

static void oracle_lines(oracle* o, int axis, bool forward) {
    const size_t n = (size_t)o->n[axis];
    const size_t stride = axis == 0   ? 1
                          : axis == 1 ? (size_t)o->n[0]
                                      : (size_t)o->n[0] * (size_t)o->n[1];
    const size_t total = (size_t)o->n[0] * (size_t)o->n[1] * (size_t)o->n[2];
    for (size_t start = 0; start < total; ++start) {
        if (start / stride % n != 0) {
            continue;
        }
        memset(o->line, 0, n * sizeof(double));
        for (size_t k = 0; k < n; ++k) {
            const double* vector = o->vectors[axis] + k * n;
            double sum = 0.0;
            const double value = o->field[start + k * stride];
            for (size_t i = 0; i < n; ++i) {
                if (forward) {
                    sum += vector[i] * o->field[start + i * stride];
                } else {
                    o->line[i] += vector[i] * value;
                }
            }
            o->line[k] += forward ? sum : 0.0;
        }
        for (size_t i = 0; i < n; ++i) {
            o->field[start + i * stride] = o->line[i];
        }
    }
}

static void oracle_solve(oracle* o) {
    for (int axis = 0; axis < 3; ++axis) {
        oracle_lines(o, axis, true);
    }
    size_t at = 0;
    for (int k = 0; k < o->n[2]; ++k) {
        for (int j = 0; j < o->n[1]; ++j) {
            for (int i = 0; i < o->n[0]; ++i, ++at) {
                const double sum = o->values[0][i] + o->values[1][j] + o->values[2][k];
                o->field[at] = sum > 1e-12 ? o->field[at] / sum : 0.0;
            }
        }
    }
    for (int axis = 0; axis < 3; ++axis) {
        oracle_lines(o, axis, false);
    }
}

static void side_kinds(const int kinds[3], wafti_side sides[6]) {
    for (size_t axis = 0; axis < 3; ++axis) {
        const int kind = kinds[axis];
        const bool low_open = kind == BOTH_OPEN || kind == OPEN_CLOSED;
        const bool high_open = kind == BOTH_OPEN || kind == CLOSED_OPEN;
        const wafti_side_kind around = WAFTI_SIDE_PERIODIC;
        sides[2 * axis].kind = kind == AROUND ? around
                               : low_open     ? WAFTI_SIDE_OPEN
                                              : WAFTI_SIDE_CLOSED;
        sides[2 * axis + 1].kind = kind == AROUND ? around
                                   : high_open    ? WAFTI_SIDE_OPEN
                                                  : WAFTI_SIDE_CLOSED;
    }
}

/// Greatest |phi - oracle| over the oracle's range.
static double oracle_error(
    const int32_t n[3], const int kinds[3], wafti_poisson_solver solver, double tolerance) {
    wafti_domain_def def = {
        .cells = {n[0], n[1], n[2]}, .h = 1.0, .fractions = true, .solid_capacity = 1};
    side_kinds(kinds, def.sides);
    grid_fixture* f = grid_fixture_open(&def, 2);
    grid_fixture_build(f, solver);
    const wafti_mac* grid = &f->domain.grid;
    oracle o = oracle_open(n, kinds);
    size_t at = 0;
    for (int32_t k = 0; k < n[2]; ++k) {
        for (int32_t j = 0; j < n[1]; ++j) {
            for (int32_t i = 0; i < n[0]; ++i, ++at) {
                const float value = grid_fixture_random(7, at);
                f->cells[0][wafti_mac_index(grid, i, j, k)] = value;
                o.field[at] = (double)value;
            }
        }
    }
    const wafti_poisson_request request = {
        .velocity = {f->velocity[0], f->velocity[1], f->velocity[2]},
        .expansion = f->cells[0],
        .phi = f->phi,
        .tolerance = tolerance,
        .most_iterations = 200,
    };
    wafti_poisson_report report;
    wafti_poisson_solve(f->poisson, &request, &report);
    oracle_solve(&o);
    double low = 0.0;
    double high = 0.0;
    double error = report.converged ? 0.0 : INFINITY;
    at = 0;
    for (int32_t k = 0; k < n[2]; ++k) {
        for (int32_t j = 0; j < n[1]; ++j) {
            for (int32_t i = 0; i < n[0]; ++i, ++at) {
                const double got = f->phi[wafti_mac_index(grid, i, j, k)];
                error = fmax(error, fabs(got - o.field[at]));
                low = fmin(low, o.field[at]);
                high = fmax(high, o.field[at]);
            }
        }
    }
    oracle_close(&o);
    grid_fixture_close(f);
    return error / (high - low);
}

static int verify_oracle(void) {
    verify_table table = verify_open("transform-oracle");
    static const char* const names[AXIS_KINDS] = {"cc", "oo", "co", "oc", "pp"};
    const int32_t small[3] = {40, 64, 24};
    const int32_t cube[3] = {64, 64, 64};
    for (int c = 0; c < AXIS_KINDS * AXIS_KINDS * AXIS_KINDS; ++c) {
        const int kinds[3] = {
            c % AXIS_KINDS, c / AXIS_KINDS % AXIS_KINDS, c / AXIS_KINDS / AXIS_KINDS};
        // The fast set takes every kind on every axis, but not every combination.
        char name[80];
        if (verify_slow() || c % 7 == 0) {
            (void)snprintf(name, sizeof(name), "40x64x24 %s %s %s: multigrid (of range)",
                names[kinds[0]], names[kinds[1]], names[kinds[2]]);
            (void)verify_most(
                &table, name, 1e-6, oracle_error(small, kinds, WAFTI_POISSON_MULTIGRID, 1e-8));
        }
        if (verify_slow() || c % 31 == 0) {
            (void)snprintf(name, sizeof(name), "64^3 %s %s %s: multigrid (of range)",
                names[kinds[0]], names[kinds[1]], names[kinds[2]]);
            (void)verify_most(
                &table, name, 1e-6, oracle_error(cube, kinds, WAFTI_POISSON_MULTIGRID, 1e-8));
            (void)snprintf(name, sizeof(name), "64^3 %s %s %s: dct path at 1e-5 (of range)",
                names[kinds[0]], names[kinds[1]], names[kinds[2]]);
            (void)verify_most(
                &table, name, 1e-5, oracle_error(cube, kinds, WAFTI_POISSON_DCT, 1e-5));
        }
    }
    return verify_close(&table);
}

// preconditioner-symmetry: x'My = y'Mx for random x and y.

static double dot(const wafti_mac* grid, const double* a, const double* b) {
    double sum = 0.0;
    for (int32_t k = 0; k < grid->n[2]; ++k) {
        for (int32_t j = 0; j < grid->n[1]; ++j) {
            for (int32_t i = 0; i < grid->n[0]; ++i) {
                const ptrdiff_t at = wafti_mac_index(grid, i, j, k);
                sum += a[at] * b[at];
            }
        }
    }
    return sum;
}

static void fill_fluid(grid_fixture* f, uint64_t seed, double* field) {
    const wafti_mac* grid = &f->domain.grid;
    uint64_t at = 0;
    for (int32_t k = 0; k < grid->n[2]; ++k) {
        for (int32_t j = 0; j < grid->n[1]; ++j) {
            for (int32_t i = 0; i < grid->n[0]; ++i, ++at) {
                const bool fluid = wafti_poisson_region(f->poisson, i, j, k) >= 0;
                field[wafti_mac_index(grid, i, j, k)] =
                    fluid ? (double)grid_fixture_random(seed, at) : 0.0;
            }
        }
    }
}

// z = M r by one V-cycle in float.
static void precondition(const grid_fixture* f, const double* r, double* out_z) {
    const wafti_mac* grid = &f->domain.grid;
    wafti_multigrid* multigrid = &f->poisson->multigrid;
    const wafti_level* level = &multigrid->levels[0];
    for (int32_t row = 0; row < grid->n[1] * grid->n[2]; ++row) {
        const ptrdiff_t at = wafti_mac_index(grid, 0, row % grid->n[1], row / grid->n[1]);
        for (ptrdiff_t i = at; i < at + grid->n[0]; ++i) {
            level->b[i] = (float)r[i];
        }
    }
    wafti_multigrid_cycle(multigrid);
    for (int32_t row = 0; row < grid->n[1] * grid->n[2]; ++row) {
        const ptrdiff_t at = wafti_mac_index(grid, 0, row % grid->n[1], row / grid->n[1]);
        for (ptrdiff_t i = at; i < at + grid->n[0]; ++i) {
            out_z[i] = (double)level->result[i];
        }
    }
}

static void verify_symmetry(verify_table* table, const char* name, int solids) {
    wafti_domain_def def = {
        .cells = {48, 53, 41}, .h = 0.02, .fractions = true, .solid_capacity = 4};
    def.sides[3].kind = WAFTI_SIDE_OPEN;
    grid_fixture* f = grid_fixture_open(&def, 2);
    const double radius = 0.2;
    const double half = 0.3;
    if (solids > 0) {
        grid_fixture_add_sphere(f, 0, (const double[3]){0.45, 0.4, 0.41}, &radius);
    }
    if (solids > 1) {
        grid_fixture_add_sheet(f, 1, (const double[3]){0.48, 0.7, 0.41}, &half);
    }
    grid_fixture_build(f, WAFTI_POISSON_MULTIGRID);
    const wafti_mac* grid = &f->domain.grid;
    double* x = f->phi;
    double* y = wafti_mac_take_double(grid, &f->arena);
    double* mx = wafti_mac_take_double(grid, &f->arena);
    double* my = wafti_mac_take_double(grid, &f->arena);
    fill_fluid(f, 1, x);
    fill_fluid(f, 2, y);
    precondition(f, x, mx);
    precondition(f, y, my);
    const double xmx = dot(grid, x, mx);
    const double ymy = dot(grid, y, my);
    const double skew = fabs(dot(grid, x, my) - dot(grid, y, mx));
    char line[80];
    (void)snprintf(line, sizeof(line), "%s: asymmetry of M", name);
    (void)verify_most(table, line, 1e-5, skew / sqrt(xmx * ymy));
    (void)snprintf(line, sizeof(line), "%s: x'Mx / x'x", name);
    (void)verify_least(table, line, 1e-12, xmx / dot(grid, x, x));
    grid_fixture_close(f);
}

static int verify_preconditioner(void) {
    verify_table table = verify_open("preconditioner-symmetry");
    verify_symmetry(&table, "box", 0);
    verify_symmetry(&table, "sphere", 1);
    verify_symmetry(&table, "sphere and sheet", 2);
    return verify_close(&table);
}

// manufactured-pressure: convergence to a product of cosines.

static double manufactured_error(int32_t n) {
    const double pi = acos(-1.0);
    const wafti_domain_def def = grid_fixture_cube(n);
    grid_fixture* f = grid_fixture_open(&def, 2);
    grid_fixture_build(f, WAFTI_POISSON_MULTIGRID);
    const wafti_mac* grid = &f->domain.grid;
    double* exact = wafti_mac_take_double(grid, &f->arena);
    for (int32_t k = 0; k < n; ++k) {
        for (int32_t j = 0; j < n; ++j) {
            for (int32_t i = 0; i < n; ++i) {
                const ptrdiff_t at = wafti_mac_index(grid, i, j, k);
                exact[at] = cos(pi * (i + 0.5) / n) * cos(2.0 * pi * (j + 0.5) / n) *
                            cos(pi * (k + 0.5) / n);
                // -h^2 laplace(phi) = b = h e.
                f->cells[0][at] = (float)(6.0 * pi * pi * grid->h * exact[at]);
            }
        }
    }
    const wafti_poisson_request request = {
        .velocity = {f->velocity[0], f->velocity[1], f->velocity[2]},
        .expansion = f->cells[0],
        .phi = f->phi,
        .tolerance = 1e-9,
        .most_iterations = 100,
    };
    wafti_poisson_report report;
    wafti_poisson_solve(f->poisson, &request, &report);
    double error = report.converged ? 0.0 : INFINITY;
    for (int32_t k = 0; k < n; ++k) {
        for (int32_t j = 0; j < n; ++j) {
            for (int32_t i = 0; i < n; ++i) {
                const ptrdiff_t at = wafti_mac_index(grid, i, j, k);
                error = fmax(error, fabs(f->phi[at] - exact[at]));
            }
        }
    }
    grid_fixture_close(f);
    return error;
}

static int verify_manufactured(void) {
    verify_table table = verify_open("manufactured-pressure");
    double last = manufactured_error(16);
    for (int32_t n = 32; n <= 64; n *= 2) {
        const double error = manufactured_error(n);
        char name[64];
        (void)snprintf(name, sizeof(name), "manufactured: order from N %d to %d", n / 2, n);
        (void)verify_least(&table, name, 1.95, log2(last / error));
        last = error;
    }
    return verify_close(&table);
}

// true-residual: the residual from weights and faces alone, in double, and iterations from zero.

static void start_plume(grid_fixture* f, int axis, const int32_t c[3], void* user) {
    (void)user;
    const wafti_mac* grid = &f->domain.grid;
    const ptrdiff_t at = wafti_mac_index(grid, c[0], c[1], c[2]);
    double p[3];
    face_center(grid, axis, c, p);
    const double r2 = (p[0] - 0.5) * (p[0] - 0.5) + (p[2] - 0.5) * (p[2] - 0.5);
    const double jet = axis == 1 ? exp(-r2 / 0.01) : 0.0;
    const float noise = 0.1f * grid_fixture_random((uint64_t)axis, (uint64_t)(at + grid->first));
    f->velocity[axis][at] = f->domain.weight[axis][at] > 0.0f ? (float)jet + noise : 0.0f;
}

/// |b - A phi| / |b| from weights and faces alone, in double.
static double true_residual(const grid_fixture* f, float* const start[3]) {
    const wafti_mac* grid = &f->domain.grid;
    double rr = 0.0;
    double bb = 0.0;
    for (int32_t k = 0; k < grid->n[2]; ++k) {
        for (int32_t j = 0; j < grid->n[1]; ++j) {
            for (int32_t i = 0; i < grid->n[0]; ++i) {
                const ptrdiff_t at = wafti_mac_index(grid, i, j, k);
                const int32_t c[3] = {i, j, k};
                double b = 0.0;
                double ax = 0.0;
                for (int axis = 0; axis < 3; ++axis) {
                    for (int high = 0; high < 2; ++high) {
                        const ptrdiff_t face = at + high * wafti_mac_stride(grid, axis);
                        const ptrdiff_t other = at + (2 * high - 1) * wafti_mac_stride(grid, axis);
                        const bool side = c[axis] + high == 0 || c[axis] + high == grid->n[axis];
                        const double w = (double)f->domain.weight[axis][face];
                        b -= (2 * high - 1) * (side ? 0.5 * w : w) * (double)start[axis][face];
                        ax += w * (f->phi[at] - (side ? 0.0 : f->phi[other]));
                    }
                }
                rr += (b - ax) * (b - ax);
                bb += b * b;
            }
        }
    }
    return sqrt(rr / bb);
}

static void verify_residual(verify_table* table, int32_t n, double tolerance, double most) {
    wafti_domain_def def = grid_fixture_cube(n);
    def.sides[3].kind = WAFTI_SIDE_OPEN;
    grid_fixture* f = grid_fixture_open(&def, 2);
    const double radius = 0.15;
    grid_fixture_add_sphere(f, 0, (const double[3]){0.5, 0.55, 0.5}, &radius);
    grid_fixture_build(f, WAFTI_POISSON_MULTIGRID);
    visit_faces(f, start_plume, NULL);
    const wafti_poisson_request request = {
        .velocity = {f->velocity[0], f->velocity[1], f->velocity[2]},
        .phi = f->phi,
        .tolerance = tolerance,
        .most_iterations = 100,
    };
    wafti_poisson_report report;
    wafti_poisson_solve(f->poisson, &request, &report);
    char name[64];
    (void)snprintf(name, sizeof(name), "%d^3 at %g: true residual", n, tolerance);
    (void)verify_most(table, name, tolerance, true_residual(f, f->velocity));
    (void)snprintf(name, sizeof(name), "%d^3 at %g: residual told - true", n, tolerance);
    (void)verify_near(
        table, name, true_residual(f, f->velocity), report.residual, 1e-3 * tolerance);
    (void)snprintf(name, sizeof(name), "%d^3 at %g: iterations, cold", n, tolerance);
    (void)verify_most(table, name, most, report.iterations);
    grid_fixture_close(f);
}

static int verify_residuals(void) {
    verify_table table = verify_open("true-residual");
    verify_residual(&table, 64, 1e-3, 7);
    verify_residual(&table, 64, 1e-5, 10);
    verify_residual(&table, 128, 1e-3, 7);
    verify_residual(&table, 128, 1e-5, 10);
    if (verify_slow()) {
        verify_residual(&table, 256, 1e-3, 9);
        verify_residual(&table, 256, 1e-5, 10);
    }
    return verify_close(&table);
}

int main(void) {
    const int failures = verify_sphere_flow() + verify_oracle() + verify_preconditioner() +
                         verify_manufactured() + verify_residuals();
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
