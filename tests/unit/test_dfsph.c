// SPDX-License-Identifier: MIT
// Incompressible particles, src/liquid/dfsph.c.
#include "test.h"
#include "unit/cloud_fixture.h"

static void what_is_alone_falls(void) {
    waft_liquid_def def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
    def.method = WAFT_LIQUID_DFSPH;
    liquid_fixture f = liquid_open(&def, 0.01, 9.81f, 1);
    const waft_vec3 places[2] = {{1.0f, 1.5f, 1.0f}, {0.4f, 1.5f, 1.0f}};
    CHECK(waft_liquid_add_particles(f.liquid, places, NULL, 2) == WAFT_OK);
    for (int n = 0; n < 20; ++n) {
        liquid_step(&f);
    }
    const waft_liquid_view view = waft_liquid_get_view(f.liquid);
    CHECK(view.count == 2);
    for (uint32_t i = 0; i < view.count; ++i) {
        CHECK_NEAR(view.velocity[1][i], -9.81 * 0.2, 1e-5);
        CHECK(view.velocity[0][i] == 0.0f);
        CHECK(view.pressure[i] == 0.0f);
    }
    liquid_close(&f);
}

// After a step the density that velocities foresee is at most 1, to the tolerance.
static double left_over(float tolerance, double* evaluations) {
    liquid_fixture f = cloud_open(WAFT_LIQUID_DFSPH);
    waft_liquid* liquid = f.liquid;
    liquid->def.density_tolerance = tolerance;
    CHECK(wafti_liquid_dfsph(liquid, 0.0, 0.004) == WAFT_OK);
    const wafti_list_job job = {.flux = liquid->flux, .out = {liquid->left}};
    wafti_liquid_pack_flow(liquid, liquid->now.u);
    wafti_liquid_pass(liquid, liquid->kernels.diverge, &job);
    double sum = 0.0;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        sum += fmax(0.0, (double)liquid->rh[i] - 1.0 + 0.004 * (double)liquid->left[i]);
        CHECK(liquid->now.k[i] >= 0.0f);
    }
    *evaluations = liquid->stats.density_evaluations;
    const double mean = sum / liquid->count;
    liquid_close(&f);
    return mean;
}

static void solves_to_its_tolerance(void) {
    double coarse = 0.0;
    double fine = 0.0;
    CHECK(left_over(1e-3f, &coarse) <= 1.001e-3);
    CHECK(left_over(1e-5f, &fine) <= 1.02e-5);
    CHECK(fine > coarse);
    CHECK(coarse >= 2.0 && fine < 100.0);
}

static void shares_pressure_by_pairs(void) {
    liquid_fixture f = cloud_open(WAFT_LIQUID_DFSPH);
    waft_liquid* liquid = f.liquid;
    for (int axis = 0; axis < 3; ++axis) {
        liquid->gravity[axis] = 0.0;
    }
    memset(liquid->side_impulse, 0, sizeof(liquid->side_impulse));
    CHECK(wafti_liquid_dfsph(liquid, 0.0, 0.004) == WAFT_OK);
    for (int axis = 0; axis < 3; ++axis) {
        double momentum = 0.0;
        double size = 0.0;
        for (uint32_t i = 0; i < liquid->count; ++i) {
            momentum += liquid->mass * (double)liquid->now.u[axis][i];
            size += liquid->mass * fabs((double)liquid->now.u[axis][i]);
        }
        const double walls = liquid->side_impulse[(ptrdiff_t)2 * axis][axis] +
                             liquid->side_impulse[(ptrdiff_t)2 * axis + 1][axis];
        CHECK(size > 0.0);
        CHECK_NEAR(momentum + walls, 0.0, 1e-4 * size);
    }
    liquid_close(&f);
}

static void the_first_substep_knows_the_start_s_speed(void) {
    waft_liquid_def def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
    def.method = WAFT_LIQUID_DFSPH;
    liquid_fixture f = liquid_open(&def, 0.01, 0.0f, 1);
    const waft_vec3 place = {1.0f, 0.5f, 1.0f};
    const waft_vec3 velocity = {0.0f, 40.0f, 0.0f};
    CHECK(waft_liquid_add_particles(f.liquid, &place, &velocity, 1) == WAFT_OK);
    liquid_step(&f);
    CHECK(waft_liquid_get_stats(f.liquid).substeps == 10);
    liquid_close(&f);
}

// With steps of the solve three times as long as they should be it diverges, shortens them, ends, and tells.
static void the_guard_holds_and_tells(void) {
    double value = 0.0;
    for (int n = 0; n < 2; ++n) {
        liquid_fixture f = cloud_open(WAFT_LIQUID_DFSPH);
        f.liquid->def.support = n == 0 ? 2.0f : 1.0f; // w is 0.3 (2/s)^1.7
        liquid_step(&f);
        const waft_liquid_stats stats = waft_liquid_get_stats(f.liquid);
        CHECK(stats.unsolved == 0);
        CHECK((stats.guarded > 0) == (n == 1));
        CHECK(liquid_told(&f, WAFT_EVENT_LIQUID_GUARDED, &value) == n);
        liquid_close(&f);
    }
}

// A long strip of honey, one half of which moves: its ends do not know of each other in a hundred
// iterations.
static void tells_of_viscosity_not_solved(void) {
    for (int n = 0; n < 2; ++n) {
        waft_liquid_def def = liquid_box(0.1f, 60.0f, 2.0f, 1.0f);
        def.dimension = 2;
        def.method = WAFT_LIQUID_DFSPH;
        def.viscosity_solver = WAFT_LIQUID_VISCOSITY_IMPLICIT;
        def.kinematic_viscosity = n == 0 ? 0.1f : 1e5f;
        liquid_fixture f = liquid_open(&def, 0.004, 0.0f, 1);
        (void)liquid_block(&f, 1.0f, 0.5f, 0.0f, 59.0f, 0.7f, 1.0f);
        for (uint32_t i = 0; i < f.liquid->count; ++i) {
            f.liquid->now.u[1][i] = f.liquid->now.x[0][i] < 30.0f ? 0.0f : 0.1f;
        }
        liquid_step(&f);
        double value = 0.0;
        CHECK(liquid_told(&f, WAFT_EVENT_LIQUID_VISCOUS, &value) == n);
        CHECK(waft_liquid_get_stats(f.liquid).viscous_unsolved == (uint32_t)n);
        CHECK(n == 0 || (value > 1e-4 && value < 10.0));
        liquid_close(&f);
    }
}

static const test_case cases[] = {
    {"the_guard_holds_and_tells", the_guard_holds_and_tells},
    {"tells_of_viscosity_not_solved", tells_of_viscosity_not_solved},
    {"the_first_substep_knows_the_start_s_speed", the_first_substep_knows_the_start_s_speed},
    {"what_is_alone_falls", what_is_alone_falls},
    {"solves_to_its_tolerance", solves_to_its_tolerance},
    {"shares_pressure_by_pairs", shares_pressure_by_pairs},
};

TEST_MAIN(cases)
