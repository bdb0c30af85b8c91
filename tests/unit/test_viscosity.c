// SPDX-License-Identifier: MIT
// Viscosity against flows with a known decay.
#include "grid/viscosity.h"

#include "test.h"
#include "viscosity_fixture.h"

static const double pi = 3.14159265358979323846;

static float taylor_green(int axis, const double point[3]) {
    const double x = point[0];
    const double y = point[1];
    return (float)(axis == 0 ? sin(x) * cos(y) : (axis == 1 ? -cos(x) * sin(y) : 0.0));
}

// Root mean square of the difference from `scale` times a flow.
static double rms_error(const viscosity_fixture* v, face_function* flow, double scale) {
    const wafti_mac* grid = &v->f->domain.grid;
    double sum = 0.0;
    double count = 0.0;
    for (int axis = 0; axis < grid->axes; ++axis) {
        for (int32_t k = 0; k < grid->n[2]; ++k) {
            for (int32_t j = 0; j < grid->n[1]; ++j) {
                for (int32_t i = 0; i < grid->n[0]; ++i) {
                    double point[3];
                    wafti_domain_centre(grid, axis, (const int32_t[3]){i, j, k}, point);
                    const double got = (double)v->velocity[axis][wafti_mac_index(grid, i, j, k)];
                    const double error = got - scale * (double)flow(axis, point);
                    sum += error * error;
                    count += 1.0;
                }
            }
        }
    }
    return sqrt(sum / count);
}

// Row taylor-green-viscous of docs/spec/smoke.md#verification: the projection has nothing to do, since
// the decaying vortex stays free of divergence on the grid.
static double decay_error(int32_t n, double theta, double dt_factor, bool eddy) {
    wafti_domain_def def = domain_fixture_def(n, n, 1);
    def.h = pi / n;
    const double nu = 0.1;
    viscosity_fixture v = viscosity_fixture_open(&def, eddy ? 0.03 : nu, 1);
    v.viscosity.theta = theta;
    if (eddy) {
        v.viscosity.eddy = v.eddy;
        for (size_t i = 0; i < v.f->domain.grid.size; ++i) {
            v.eddy[(ptrdiff_t)i - v.f->domain.grid.first] = 0.07f;
        }
    }
    set_velocity(&v, taylor_green);
    const int steps = (int)ceil(1.0 / (dt_factor * def.h * def.h));
    bool converged = true;
    for (int step = 0; step < steps; ++step) {
        wafti_viscosity_report report;
        wafti_viscosity_apply(&v.viscosity, 1.0 / steps, v.velocity, &report);
        converged = converged && report.converged && report.residual <= 1e-6;
    }
    CHECK(converged);
    const double error = rms_error(&v, taylor_green, exp(-2.0 * nu));
    domain_fixture_close(v.f);
    return error;
}

static void test_decay(void) {
    const double coarse = decay_error(16, 1.0, 1.0, false);
    const double middle = decay_error(32, 1.0, 1.0, false);
    const double fine = decay_error(64, 1.0, 1.0, false);
    CHECK(log2(coarse / middle) >= 1.9);
    CHECK(log2(middle / fine) >= 1.9);
    CHECK(fine <= 4.5e-5);
    (void)printf("rms error at 16, 32, 64: %g %g %g\n", coarse, middle, fine);
    // Crank-Nicolson is as good with a much longer step.
    CHECK(decay_error(32, 0.5, 10.0, false) < 1.5 * middle);
    CHECK(decay_error(32, 1.0, 10.0, false) > 3.0 * middle);
    // As a stress with the viscosity in two parts.
    CHECK_NEAR(decay_error(32, 1.0, 1.0, true), middle, 0.05 * middle);
}

static float nothing(int axis, const double point[3]) {
    (void)axis;
    (void)point;
    return 0.0f;
}

static float couette(int axis, const double point[3]) {
    return (float)(axis == 0 ? 2.0 * point[1] / 0.5 : 0.0);
}

// Between a still wall and one that moves the velocity becomes linear, which the ghosts of the walls
// represent exactly.
static void check_couette(int32_t nz, bool eddy) {
    wafti_domain_def def = domain_fixture_def(8, 16, nz);
    def.h = 0.5 / 16.0;
    for (int side = 0; side < 6; ++side) {
        def.sides[side].kind = side == 2 || side == 3 ? WAFTI_SIDE_CLOSED : WAFTI_SIDE_PERIODIC;
    }
    def.sides[2].no_slip = true;
    def.sides[3].no_slip = true;
    def.sides[3].velocity[0] = 2.0f;
    viscosity_fixture v = viscosity_fixture_open(&def, 0.1, 1);
    v.viscosity.eddy = eddy ? v.eddy : NULL; // all zero
    set_velocity(&v, nothing);
    for (int step = 0; step < 40; ++step) {
        wafti_viscosity_report report;
        wafti_viscosity_apply(&v.viscosity, 0.5, v.velocity, &report);
        CHECK(report.converged);
    }
    CHECK_NEAR(rms_error(&v, couette, 1.0), 0.0, 2e-5);
    domain_fixture_close(v.f);
}

static void test_couette(void) {
    check_couette(1, false);
    check_couette(6, false);
    check_couette(1, true);
    check_couette(6, true);
}

static float uniform(int axis, const double point[3]) {
    (void)point;
    return axis == 0 ? 1.0f : 0.25f;
}

// A uniform flow past a free-slip solid and through open sides feels nothing.
static void test_uniform_flow(void) {
    wafti_domain_def def = domain_fixture_def(16, 16, 16);
    for (int side = 0; side < 6; ++side) {
        def.sides[side].kind = side < 4 ? WAFTI_SIDE_OPEN : WAFTI_SIDE_PERIODIC;
    }
    viscosity_fixture v = viscosity_fixture_open(&def, 0.3, 1);
    set_velocity(&v, uniform);
    wafti_viscosity_report report;
    wafti_viscosity_apply(&v.viscosity, 0.1, v.velocity, &report);
    CHECK(report.converged && report.iterations == 0);
    CHECK_NEAR(rms_error(&v, uniform, 1.0), 0.0, 0.0);
    v.viscosity.eddy = v.eddy;
    wafti_viscosity_apply(&v.viscosity, 0.1, v.velocity, &report);
    CHECK(report.converged && report.iterations == 0);
    CHECK_NEAR(rms_error(&v, uniform, 1.0), 0.0, 0.0);
    v.viscosity.eddy = NULL;
    const double radius = 0.25;
    v.f->domain.solids[0] = solid_sphere(&radius, 0.5, 0.5, 0.5);
    (void)domain_fixture_update(v.f);
    wafti_domain_set_faces(&v.f->domain, &v.f->context, v.velocity);
    wafti_viscosity_apply(&v.viscosity, 0.1, v.velocity, &report);
    CHECK(report.converged && report.iterations == 0);
    // A no-slip one holds it back, and itself is not moved.
    v.f->domain.solids[0].no_slip = true;
    (void)domain_fixture_update(v.f);
    wafti_domain_set_faces(&v.f->domain, &v.f->context, v.velocity);
    wafti_viscosity_apply(&v.viscosity, 0.1, v.velocity, &report);
    CHECK(report.converged && report.iterations > 0);
    const wafti_mac* grid = &v.f->domain.grid;
    CHECK(v.velocity[0][wafti_mac_index(grid, 8, 8, 8)] == 0.0f);
    const float beside = v.velocity[0][wafti_mac_index(grid, 8, 13, 8)];
    CHECK(beside > 0.1f && beside < 0.9f);
    domain_fixture_close(v.f);
}

// The slowest decay between two walls: cos(pi y / 2 a) falls as exp(-nu (pi / 2 a)^2 t).
static float channel(int axis, const double point[3]) {
    return (float)(axis == 0 ? sin(pi * point[1]) : 0.0);
}

static void test_walls(void) {
    wafti_domain_def def = domain_fixture_def(8, 32, 1);
    def.h = 1.0 / 32.0;
    def.sides[0].kind = def.sides[1].kind = WAFTI_SIDE_PERIODIC;
    def.sides[2].no_slip = def.sides[3].no_slip = true;
    viscosity_fixture v = viscosity_fixture_open(&def, 0.05, 1);
    v.viscosity.theta = 0.5;
    set_velocity(&v, channel);
    for (int step = 0; step < 50; ++step) {
        wafti_viscosity_report report;
        wafti_viscosity_apply(&v.viscosity, 0.02, v.velocity, &report);
        CHECK(report.converged);
    }
    CHECK_NEAR(rms_error(&v, channel, exp(-0.05 * pi * pi)), 0.0, 1e-3);
    domain_fixture_close(v.f);
}

static void run_threads(int threads, bool eddy, float* out) {
    wafti_domain_def def = domain_fixture_def(36, 36, 32);
    def.sides[1].no_slip = true;
    def.sides[3].kind = WAFTI_SIDE_OPEN;
    viscosity_fixture v = viscosity_fixture_open(&def, 0.01, threads);
    const double radius = 0.2;
    v.f->domain.solids[0] = solid_sphere(&radius, 0.5, 0.5, 0.5);
    v.f->domain.solids[0].no_slip = true;
    (void)domain_fixture_update(v.f);
    set_velocity(&v, scattered);
    v.viscosity.eddy = eddy ? v.eddy : NULL;
    wafti_viscosity_report report;
    wafti_viscosity_apply(&v.viscosity, 0.05, v.velocity, &report);
    CHECK(report.converged && report.iterations > 3 && report.iterations < 60);
    const wafti_mac* grid = &v.f->domain.grid;
    memcpy(out, v.velocity[0] - grid->first, grid->size * sizeof(*out));
    domain_fixture_close(v.f);
}

static void test_threads(void) {
    const double low[3] = {0.0, 0.0, 0.0};
    const wafti_mac grid = wafti_mac_make((const int32_t[3]){36, 36, 32}, 1.0, low);
    float* one = malloc(grid.size * sizeof(*one));
    float* many = malloc(grid.size * sizeof(*many));
    for (int eddy = 0; eddy < 2 && one != NULL && many != NULL; ++eddy) {
        run_threads(1, eddy != 0, one);
        run_threads(3, eddy != 0, many);
        CHECK(memcmp(one, many, grid.size * sizeof(*one)) == 0);
    }
    free(one);
    free(many);
}

static void test_not_converged(void) {
    wafti_domain_def def = domain_fixture_def(200, 200, 1);
    def.sides[3].no_slip = true;
    viscosity_fixture v = viscosity_fixture_open(&def, 10.0, 1);
    set_velocity(&v, scattered);
    wafti_viscosity_report report;
    wafti_viscosity_apply(&v.viscosity, 1e4, v.velocity, &report);
    CHECK(!report.converged && report.iterations == 200 && report.residual > 1e-6);
    v.viscosity.nu = 0.0;
    wafti_viscosity_apply(&v.viscosity, 1e4, v.velocity, &report);
    CHECK(report.converged && report.iterations == 0);
    domain_fixture_close(v.f);
}

static const test_case cases[] = {
    {"decay", test_decay},
    {"couette", test_couette},
    {"uniform_flow", test_uniform_flow},
    {"walls", test_walls},
    {"threads", test_threads},
    {"not_converged", test_not_converged},
};
TEST_MAIN(cases)
