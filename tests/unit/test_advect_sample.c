// SPDX-License-Identifier: MIT
#include "grid/advect.h"

#include "test.h"
#include "unit/flow_fixture.h"

// u = 1 + 2 x - y + 3 z and so on: sampling is exact for it.
static double linear(int axis, double x, double y, double z) {
    return 1.0 + axis + (2.0 - axis) * x - y + (axis + 1.0) * z;
}

// Inside and once around it, as the halo would be if flows were linear there too.
static void fill_linear(flow_fixture* f, int axis, float* u) {
    const wafti_mac* grid = &f->domain.grid;
    fixture_walk w = fixture_start(f, -1);
    for (int a = 0; a < grid->axes; ++a) {
        w.count[a] = grid->n[a] + 2;
    }
    for (; w.on; fixture_next(f, &w)) {
        double x[3] = {0.0, 0.0, 0.0};
        for (int a = 0; a < grid->axes; ++a) {
            x[a] = (w.at[a] - 1 + (a == axis ? 0.0 : 0.5)) * grid->h;
        }
        const int32_t k = grid->axes == 3 ? w.at[2] - 1 : 0;
        u[fixture_at(f, w.at[0] - 1, w.at[1] - 1, k)] = (float)linear(axis, x[0], x[1], x[2]);
    }
}

static void open_linear(flow_fixture* f, int32_t nz, float* u[3]) {
    fixture_open(f, 10, 8, nz, "cocccc", 1);
    for (int a = 0; a < 3; ++a) {
        u[a] = fixture_field(f);
        if (a < f->domain.grid.axes) {
            fill_linear(f, a, u[a]);
        }
    }
}

static void linear_flows_are_exact(void) {
    for (int plane = 0; plane < 2; ++plane) {
        flow_fixture f;
        float* u[3];
        open_linear(&f, plane != 0 ? 1 : 6, u);
        for (int n = 0; n < 200; ++n) {
            const double point[3] = {fmod(n * 0.618, 1.0), 0.8 * fmod(n * 0.754, 1.0),
                plane != 0 ? 0.0 : 0.6 * fmod(n * 0.569, 1.0)};
            float got[3];
            wafti_sample_velocity(&f.domain, (const float* const*)u, point, got);
            for (int a = 0; a < f.domain.grid.axes; ++a) {
                CHECK_NEAR(got[a], linear(a, point[0], point[1], point[2]), 3e-6);
            }
            CHECK(plane == 0 || got[2] == 0.0f);
        }
        fixture_close(&f);
    }
}

static void outside_is_still(void) {
    flow_fixture f;
    float* u[3];
    open_linear(&f, 6, u);
    const double points[][3] = {{-1e-9, 0.2, 0.2}, {1.0 + 1e-9, 0.2, 0.2}, {0.2, 0.9, 0.2},
        {0.2, 0.2, 1e30}, {NAN, 0.2, 0.2}};
    for (size_t n = 0; n < sizeof(points) / sizeof(points[0]); ++n) {
        float got[3] = {1.0f, 1.0f, 1.0f};
        wafti_sample_velocity(&f.domain, (const float* const*)u, points[n], got);
        CHECK(got[0] == 0.0f && got[1] == 0.0f && got[2] == 0.0f);
    }
    float corner[3];
    wafti_sample_velocity(
        &f.domain, (const float* const*)u, (const double[3]){1.0, 0.8, 0.6}, corner);
    CHECK_NEAR(corner[0], linear(0, 1.0, 0.8, 0.6), 1e-5);
    fixture_close(&f);
}

static void solids_have_their_own(void) {
    flow_fixture f;
    fixture_open(&f, 12, 12, 1, "cccccc", 1);
    fixture_solid(&f, (const int32_t[3]){0, 0, 0}, (const int32_t[3]){12, 4, 1});
    fixture_clear(&f);
    float* u[3] = {fixture_field(&f), fixture_field(&f), NULL};
    for (fixture_walk w = fixture_start(&f, 0); w.on; fixture_next(&f, &w)) {
        u[0][w.index] = w.at[1] < 4 ? 5.0f : 1.0f;
    }
    float got[3];
    const double h = f.domain.grid.h;
    wafti_sample_velocity(
        &f.domain, (const float* const*)u, (const double[3]){6.5 * h, 2.2 * h, 0.0}, got);
    CHECK_NEAR(got[0], 5.0, 1e-6);
    // Just over a wall that lets slip the fluid's velocity counts alone.
    wafti_sample_velocity(
        &f.domain, (const float* const*)u, (const double[3]){6.5 * h, 4.1 * h, 0.0}, got);
    CHECK_NEAR(got[0], 1.0, 1e-6);
    fixture_close(&f);
}

static const test_case cases[] = {
    {"linear_flows_are_exact", linear_flows_are_exact},
    {"outside_is_still", outside_is_still},
    {"solids_have_their_own", solids_have_their_own},
};
TEST_MAIN(cases)
