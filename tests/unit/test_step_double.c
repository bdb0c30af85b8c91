// SPDX-License-Identifier: MIT
// Bodies in double against analysis: the rows of docs/spec/bodies.md#verification that body_fixture.h
// and body_rows.h hold, but for card-regimes and sheet-crowd, which take seconds.
#include "body_rows.h"
#include "test.h"

static void test_free_motion(void) {
    double drift[3];
    body_free_ellipsoid_drift(drift);
    CHECK_NEAR(drift[0], 0.0, 1e-10);
    CHECK_NEAR(drift[1], 0.0, 1e-10);
    CHECK_NEAR(drift[2], 0.0, 1e-10);
    const wafti_body_model m = body_free_ellipsoid(WAFT_INTEGRATOR_RK4);
    CHECK_NEAR(m.volume, 3.351032e-5, 1e-5 * 3.351032e-5);
    CHECK_NEAR(m.mass, 0.0368614, 1e-5 * 0.0368614);
    static const double want[6] = {1.38006, 0.361975, 0.115064, 0.131982, 0.886023, 0.369271};
    for (size_t i = 0; i < 3; ++i) {
        CHECK_NEAR(m.added[7 * i] / m.mass, want[i], 1e-5);
        CHECK_NEAR(m.added[7 * (i + 3)] / m.inertia[4 * i], want[i + 3], 1e-5);
    }
}

static void test_small_motions(void) {
    CHECK_NEAR(body_munk_growth(0), 12.1604, 1e-3 * 12.1604);
    CHECK_NEAR(body_munk_growth(1), 8.4517, 1e-3 * 8.4517);
    CHECK_NEAR(body_broadside_swings(2), 45.5948, 1e-3 * 45.5948);
    CHECK_NEAR(body_broadside_swings(1), 25.9558, 1e-3 * 25.9558);
    CHECK_NEAR(body_release_acceleration(0.0), 2.0, 1e-6);
    CHECK_NEAR(body_release_acceleration(7800.0), -0.819617, 1e-6);
    CHECK_NEAR(body_ballast_pendulum(true), 17.07, 5e-4 * 17.07);
}

static void test_card(void) {
    static const double rows[3][8] = {
        {1.4, 5.0, 0.83721709, -0.72426907, -1.09053818, 0.42780647, -1.98440357, -2.80150373},
        {1.4, 10.0, -1.34468780, 0.01866679, 2.01254727, -0.10498947, 0.96525220, -5.26389773},
        {3.0, 10.0, -0.56160214, -1.00651106, 0.71307730, -0.12054308, -0.64683199, -7.61656733}};
    for (int row = 0; row < 3; ++row) {
        double got[7];
        body_card_in_plane(rows[row][0], rows[row][1], got);
        for (int i = 0; i < 6; ++i) {
            CHECK_NEAR(got[i], rows[row][i + 2], 1e-6);
        }
        CHECK_NEAR(got[6], 0.0, 1e-12);
    }
    // Steady falls, and how that edge on is left.
    static const double values[3][2] = {{-0.98612, 2.59504}, {-0.58539, 0.0}, {0.38130, 0.0}};
    for (int i = 0; i < 3; ++i) {
        CHECK_NEAR(body_card_falls(1.2191, 0.5 * body_pi, 2.80250, values[i]), 0.0, 1e-5);
    }
    const wafti_body_model m = body_card(1.2191);
    const double rest[3] = {0};
    const double speeds[2] = {2.80250, 1.14411};
    for (int broadside = 0; broadside < 2; ++broadside) {
        const double down[3] = {
            broadside == 0 ? -1.0 / 1.2191 : 0.0, broadside == 0 ? 0.0 : -1.0 / 1.2191, 0.0};
        const double v[3] = {
            broadside == 0 ? -speeds[0] : 0.0, broadside == 0 ? 0.0 : -speeds[1], 0.0};
        double a[6];
        wafti_body_accelerate(&m, down, v, rest, a);
        for (int i = 0; i < 6; ++i) {
            CHECK_NEAR(a[i], 0.0, 1e-5);
        }
    }
}

static void test_disc(void) {
    static const double early[9] = {0.01220970, -0.03173114, -0.00031666, 0.28323994, 0.70507580,
        -0.65011018, 1.3143286, 4.0391044, 2.2824283};
    static const double late[6] = {
        0.02804776, -0.06549730, -0.04742109, -0.20777005, 0.93458495, -0.28876042};
    double got[9];
    double turned[9];
    CHECK_NEAR(body_disc().rate, 11.645124, 1e-6 * 11.645124);
    body_disc_in_space(0.3, 0.0, got);
    for (int i = 0; i < 9; ++i) {
        CHECK_NEAR(got[i], early[i], 1e-6);
    }
    body_disc_in_space(0.5, 0.0, got);
    body_disc_in_space(0.5, 1.1, turned);
    for (int i = 0; i < 6; ++i) {
        CHECK_NEAR(got[i], late[i], 1e-6);
    }
    for (int i = 0; i < 9; ++i) {
        CHECK_NEAR(turned[i], got[i], 1e-12 * fmax(1.0, fabs(got[i])));
    }
}

static void test_loads(void) {
    wafti_body_model compact = body_ellipsoid(1100.0, 1000.0);
    compact.loads = WAFT_LOADS_COMPACT;
    compact.rate = 3.0;
    (void)wafti_body_model_finish(&compact);
    const wafti_body_model disc = body_disc();
    const wafti_body_model three = body_three_plates();
    const wafti_body_model card = body_card(1.4);
    CHECK(body_passive_loads(&disc, 20000) <= 0.0);
    CHECK(body_passive_loads(&three, 20000) <= 0.0);
    CHECK(body_passive_loads(&card, 20000) <= 0.0);
    CHECK(body_passive_loads(&compact, 20000) <= 0.0);
    CHECK_NEAR(body_mujoco_loads(1000), 0.0, 1e-10);
    // A plate that is no longer whole pushes like the whole one: two halves at one place.
    wafti_body_model halves = disc;
    halves.plate_count = 2;
    halves.plates[0].area *= 0.5;
    halves.plates[0].added_mass *= 0.5;
    halves.plates[1] = halves.plates[0];
    halves.plate.viscous = false;
    (void)wafti_body_model_finish(&halves);
    wafti_body_model one = disc;
    one.plate.viscous = false;
    (void)wafti_body_model_finish(&one);
    const double v[3] = {0.1, 0.2, -0.3};
    const double w[3] = {4.0, -2.0, 1.0};
    double a[6];
    double b[6];
    wafti_body_loads(&one, v, w, a);
    wafti_body_loads(&halves, v, w, b);
    for (int i = 0; i < 6; ++i) {
        CHECK_NEAR(b[i], a[i], 1e-12 * (fabs(a[0]) + fabs(a[1]) + fabs(a[2])));
    }
}

static void test_glide(void) {
    wafti_body_model m = body_disc();
    m.loads = WAFT_LOADS_GLIDE;
    m.semi_axes[0] = m.semi_axes[2] = 0.01;
    (void)wafti_body_model_finish(&m);
    const double rest[3] = {0};
    double load[6];
    // Broadside: drag alone, C_D90 1.5.
    const double face[3] = {0.0, -0.2, 0.0};
    wafti_body_loads(&m, face, rest, load);
    CHECK_NEAR(load[1], 0.5 * 998.0 * m.area * 1.5 * 0.04, 1e-3 * fabs(load[1]));
    CHECK_NEAR(load[0], 0.0, 1e-12);
    // A little nose up: lift along the normal, against the fall through it.
    const double glide[3] = {0.3, -0.02, 0.0};
    wafti_body_loads(&m, glide, rest, load);
    CHECK(load[1] > 0.0);
    CHECK(load[0] < 0.0);
    CHECK(body_dot(load, glide) < 0.0);
}

static void test_noise(void) {
    double ratio[2];
    body_noise_variance(10000, ratio);
    CHECK_NEAR(ratio[0], 1.0, 0.05);
    CHECK_NEAR(ratio[1], 1.0, 0.05);
    double limits[2];
    body_noise_limits(limits);
    CHECK_NEAR(limits[0], 0.0, 1e-6);
    CHECK_NEAR(limits[1], 0.0, 1e-3);
}

// Noise on the fluid's mass (docs/spec/bodies.md#fluid-mass) with K = m* is Langevin's equation of the
// velocity itself; noise on the velocity (docs/spec/bodies.md#direct-noise) always is.
static void test_other_noises(void) {
    for (int kind = 0; kind < 2; ++kind) {
        wafti_body_model m = body_sphere(0.01, 998.0, (wafti_fluid){998.0, 0.0});
        m.noise = kind == 0 ? WAFT_NOISE_MASS : WAFT_NOISE_DIRECT;
        m.gust_rate = 5.0;
        m.gust_speed = 0.2;
        m.swirl = kind == 0;
        (void)wafti_body_model_finish(&m);
        wafti_body_lane lane = body_at_rest();
        double squares = 0.0;
        for (int i = 0; i < 10000; ++i) {
            (void)body_run(&m, 0.2, 1, (uint64_t)i, &lane);
            squares += body_dot(lane.velocity, lane.velocity) / 3.0;
        }
        CHECK_NEAR(squares / 10000.0, 0.04, 0.05 * 0.04);
    }
}

static void test_frames(void) {
    double worst[3];
    body_constant_wind(worst);
    for (int i = 0; i < 3; ++i) {
        CHECK_NEAR(worst[i], 0.0, 1e-10);
    }
}

static void test_spheres(void) {
    const wafti_fluid water = {998.0, 1.002e-3 / 998.0};
    const wafti_fluid air = {1.204, 1.81e-5 / 1.204};
    const double ball = 2.7e-3 / (4.0 / 3.0 * body_pi * 8e-6);
    CHECK_NEAR(body_terminal_speed(1e-4, 2500.0, water), 0.00729, 2e-3 * 0.00729);
    CHECK_NEAR(body_terminal_speed(1e-3, 7800.0, water), 0.3771, 2e-3 * 0.3771);
    CHECK_NEAR(body_terminal_speed(0.04, ball, air), 8.854, 2e-3 * 8.854);
    CHECK_NEAR(body_terminal_speed(2e-3, 998.0, air), 6.930, 2e-3 * 6.930);
}

static void test_integrators(void) {
    CHECK_NEAR(body_midpoint_drift(100000), 0.0, 1e-11);
    CHECK_NEAR(body_order(WAFT_INTEGRATOR_MIDPOINT, 0.01), 2.0, 0.1);
    CHECK_NEAR(body_order(WAFT_INTEGRATOR_RK4, 0.002), 4.0, 0.1);
    // A grain that RK4 would need cuts for.
    wafti_body_model m = body_sphere(5e-5, 2500.0, (wafti_fluid){998.0, 1.002e-3 / 998.0});
    m.loads = WAFT_LOADS_COMPACT;
    m.integrator = WAFT_INTEGRATOR_MIDPOINT;
    (void)wafti_body_model_finish(&m);
    wafti_body_lane lane = body_at_rest();
    CHECK(body_run(&m, 0.0167, 200, 0, &lane) == 200);
    CHECK_NEAR(lane.velocity[1], -0.00729, 1e-2 * 0.00729);
}

static void test_water(void) {
    CHECK_NEAR(body_heave(), 14.007, 5e-3 * 14.007);
    double entry[2];
    body_entry(entry);
    CHECK_NEAR(entry[0], 1.0 / 1.5, 1e-5);
    CHECK_NEAR(entry[1], 1.0, 1e-9);
}

static void test_bounds(void) {
    wafti_body_model m = body_disc();
    wafti_body_lane lane = body_at_rest();
    lane.velocity[0] = 2e4;
    const wafti_body_lane before = lane;
    CHECK(body_run(&m, 1e-9, 1, 0, &lane) == 0);
    CHECK(lane.velocity[0] == before.velocity[0]);
    CHECK(lane.position[0] == 0.0);
    CHECK(lane.steps == 0);
    lane = body_at_rest();
    lane.spin[1] = 5e4;
    const wafti_body_mix mix = {.models = {&m, &m}};
    const wafti_body_drive drive = {.dt = 1e-3, .count = 1};
    wafti_body_outcome out;
    double given[3];
    CHECK(wafti_body_step_double(&mix, &drive, &lane, &out, given));
    CHECK(out.stiff == 1);
    CHECK(out.most_cuts == WAFTI_BODY_MOST_CUTS);
    CHECK_NEAR(out.needed[0], 8.0 / 5e4, 0.02 * 8.0 / 5e4);
}

// A memory far shorter than the step: the body goes with the fluid, and nothing is divided by 0. The
// angular momentum, on which nothing acts, stays.
static void test_short_memory(void) {
    wafti_body_model m = body_ellipsoid(1100.0, 998.0);
    memset(m.gravity, 0, sizeof(m.gravity));
    m.noise = WAFT_NOISE_MASS;
    m.fluid_mass = 0.05;
    m.gust_rate = 1e6;
    (void)wafti_body_model_finish(&m);
    wafti_body_lane lane = body_at_rest();
    lane.velocity[0] = 0.3;
    lane.spin[2] = 2.0;
    CHECK(body_run(&m, 1e-3, 1, 0, &lane) == 1);
    CHECK_NEAR(lane.velocity[0], 0.0, 1e-12);
    CHECK_NEAR(lane.spin[2], 2.0, 1e-12);
}

// Half under water, the fluid that moves with the body is the mean of both.
static void test_noise_between_fluids(void) {
    wafti_body_model models[2];
    const double density[2] = {1.2, 998.0};
    for (int i = 0; i < 2; ++i) {
        models[i] = body_sphere(0.01, 600.0, (wafti_fluid){density[i], 0.0});
        memset(models[i].gravity, 0, sizeof(models[i].gravity));
        models[i].noise = WAFT_NOISE_MASS;
        models[i].gust_rate = 100.0;
        (void)wafti_body_model_finish(&models[i]);
    }
    const wafti_body_mix mix = {.models = {&models[0], &models[1]}, .share = 0.5, .before = 0.5};
    const wafti_body_drive drive = {.dt = 0.01, .count = 1, .seed = 7};
    wafti_body_lane lane = body_at_rest();
    lane.velocity[0] = 1.0;
    wafti_body_outcome out;
    double given[3];
    CHECK(wafti_body_step_double(&mix, &drive, &lane, &out, given));
    const double mass = 0.5 * (models[0].whole[0] + models[1].whole[0]);
    const double fluid = 0.5 * (models[0].fluid_mass + models[1].fluid_mass);
    const double keep = exp(-1.0);
    CHECK_NEAR(lane.velocity[0], keep * mass / (keep * mass + (1.0 - keep) * fluid), 1e-12);
}

static const test_case cases[] = {
    {"free motion", test_free_motion},
    {"small motions", test_small_motions},
    {"card", test_card},
    {"disc", test_disc},
    {"loads", test_loads},
    {"glide", test_glide},
    {"noise", test_noise},
    {"other noises", test_other_noises},
    {"frames", test_frames},
    {"spheres", test_spheres},
    {"integrators", test_integrators},
    {"water", test_water},
    {"bounds", test_bounds},
    {"short memory", test_short_memory},
    {"noise between fluids", test_noise_between_fluids},
};

TEST_MAIN(cases)
