// SPDX-License-Identifier: MIT
// Walls of a liquid, src/liquid/walls.c.
#include "test.h"
#include "unit/cloud_fixture.h"

static double lam_at(const liquid_fixture* f, double x, double y, double z, double gradient[3]) {
    const double place[3] = {x, y, z};
    double flux = 0.0;
    return wafti_liquid_wall_at(f->liquid, place, gradient, &flux);
}

static void adds_what_a_layer_misses(void) {
    liquid_fixture f = cloud_open(WAFT_LIQUID_WCSPH);
    const wafti_calibration* c = &f.liquid->calibration;
    double gradient[3];
    CHECK_NEAR(lam_at(&f, 0.5, 0.05, 0.45, gradient), c->wall_share, 1e-7);
    CHECK(gradient[1] < 0.0 && gradient[0] == 0.0 && gradient[2] == 0.0);
    CHECK(lam_at(&f, 0.5, c->wall_reach + 1e-6, 0.45, gradient) == 0.0);
    // An edge: what two walls cover counts once.
    const double both = lam_at(&f, 0.05, 0.05, 0.45, gradient);
    CHECK_NEAR(both, 1.0 - (1.0 - c->wall_share) * (1.0 - c->wall_share), 1e-6);
    // The open top is no wall.
    CHECK(lam_at(&f, 0.5, 0.99, 0.45, gradient) == 0.0);
    // Behind a wall it goes on growing, and the greater one alone counts.
    const double at_wall = lam_at(&f, 0.0, 0.05, 0.45, gradient);
    CHECK_NEAR(at_wall, c->wall_scale, 1e-6);
    CHECK(gradient[0] < 0.0 && gradient[1] == 0.0);
    CHECK(lam_at(&f, -0.01, 0.5, 0.45, gradient) > at_wall);
    liquid_close(&f);
}

static void clearance_is_to_the_nearest(void) {
    liquid_fixture f = cloud_open(WAFT_LIQUID_WCSPH);
    const double place[3] = {0.3, 0.2, 0.4};
    const double high[3] = {0.9, 0.95, 0.4};
    CHECK_NEAR(wafti_liquid_clearance(f.liquid, place), 0.2, 1e-9);
    CHECK_NEAR(wafti_liquid_clearance(f.liquid, high), 0.1, 1e-7);
    liquid_close(&f);
}

// Force on the walls is the opposite of what they do to particles.
static void pushes_back(void) {
    liquid_fixture f = cloud_open(WAFT_LIQUID_WCSPH);
    waft_liquid* liquid = f.liquid;
    wafti_liquid_sweep_density(liquid);
    double want[3] = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < liquid->count; ++i) {
        liquid->total[i] = 2.0f + (float)(i % 5);
        for (int axis = 0; axis < 3; ++axis) {
            want[axis] +=
                0.25 * liquid->mass * (double)liquid->total[i] * (double)liquid->wall[axis][i];
        }
    }
    memset(liquid->side_impulse, 0, sizeof(liquid->side_impulse));
    wafti_liquid_push_walls(liquid, 0.25);
    for (int axis = 0; axis < 3; ++axis) {
        const double got = liquid->side_impulse[(ptrdiff_t)2 * axis][axis] +
                           liquid->side_impulse[(ptrdiff_t)2 * axis + 1][axis];
        CHECK_NEAR(got, want[axis], 1e-4 * fabs(want[axis]) + 1e-4);
    }
    CHECK(liquid->side_impulse[2][1] < 0.0);
    CHECK(liquid->side_impulse[3][1] == 0.0);
    liquid_close(&f);
}

static void what_passes_a_wall_comes_back(void) {
    liquid_fixture f = cloud_open(WAFT_LIQUID_WCSPH);
    waft_liquid* liquid = f.liquid;
    uint32_t bad = 0;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        liquid->now.u[0][i] = i == 0 ? -1e3f : 0.0f;
        liquid->now.u[1][i] = i == 1 ? 1e3f : 0.0f;
        liquid->now.u[2][i] = 0.0f;
    }
    CHECK(wafti_liquid_advance(liquid, 0.01, 1e5, &bad));
    CHECK(liquid->stats.contacts == 1);
    CHECK(liquid->now.u[0][0] == 0.0f);
    CHECK(liquid->now.x[0][0] >= 0.0f && liquid->now.x[0][0] < 0.001f);
    CHECK(liquid->counts.escaped == 1);
    CHECK(liquid->dead[1] == 1 && liquid->dead[2] == 0);
    // Neither is what has no speed or one beyond all scale.
    liquid->now.u[0][5] = NAN;
#if defined(WAFT_TEST_TRAP)
    const int traps = fedisableexcept(FE_ALL_EXCEPT);
#endif
    CHECK(!wafti_liquid_advance(liquid, 0.01, 1e5, &bad));
#if defined(WAFT_TEST_TRAP)
    (void)feclearexcept(FE_ALL_EXCEPT);
    (void)feenableexcept(traps);
#endif
    CHECK(bad == liquid->now.id[5]);
    liquid->now.x[0][5] = 0.5f;
    liquid->now.u[0][5] = 2e5f;
    CHECK(!wafti_liquid_advance(liquid, 0.01, 1e5, &bad));
    liquid_close(&f);
}

// A nest of solids: each of them counts, however many there are.
static void no_wall_is_forgotten(void) {
    enum { BALLS = 40 };
    waft_liquid_def def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
    def.solid_capacity = BALLS;
    liquid_fixture f = liquid_open(&def, 0.01, 9.81f, 1);
    for (int n = 0; n < BALLS; ++n) {
        const double angle = 2.0 * M_PI * n / BALLS;
        const waft_solid_def ball = liquid_ball(
            0.3f, 1.0f + 0.38f * (float)cos(angle), 1.0f + 0.38f * (float)sin(angle), 1.0f);
        CHECK(waft_world_add_solid(f.world, &ball, &(waft_solid_id){0}) == WAFT_OK);
    }
    const wafti_calibration* c = &f.liquid->calibration;
    const double t = 1.0 - 0.08 / c->wall_reach;
    const double one = c->wall_scale * t * t * t;
    double gradient[3];
    CHECK(one > 1e-4);
    CHECK_NEAR(lam_at(&f, 1.0, 1.0, 1.0, gradient), 1.0 - pow(1.0 - one, BALLS), 1e-5);
    // They stand in a ring, so that they push nowhere.
    CHECK_NEAR(gradient[0], 0.0, 1e-3);
    CHECK_NEAR(gradient[1], 0.0, 1e-3);
    liquid_close(&f);
}

static const test_case cases[] = {
    {"no_wall_is_forgotten", no_wall_is_forgotten},
    {"adds_what_a_layer_misses", adds_what_a_layer_misses},
    {"clearance_is_to_the_nearest", clearance_is_to_the_nearest},
    {"pushes_back", pushes_back},
    {"what_passes_a_wall_comes_back", what_passes_a_wall_comes_back},
};

TEST_MAIN(cases)
