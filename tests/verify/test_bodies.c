// SPDX-License-Identifier: MIT
// One body's motion in double (docs/spec/bodies.md#verification): Kirchhoff's equations, added mass
// in small motions, plate loads in two and three dimensions, passive loads, noise, wind, drag of
// spheres, integrators, the way between two fluids, random numbers.
#include "body_rows.h"
#include "math/philox.h"
#include "verify.h"

static const wafti_fluid water = {998.0, 1.002e-3 / 998.0};
static const wafti_fluid air = {1.204, 1.81e-5 / 1.204};

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; ++i) {
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    }
}

// free-ellipsoid. Velocity, spin and attitude by the paper's eq. 4 as printed, v x (M w) in the
// first line.

typedef struct printed {
    double v[3], w[3], q[4];
} printed;

static printed printed_rate(const wafti_body_model* m, const printed* at) {
    double turned[3];
    double moved[3];
    double spun[3];
    double force[3];
    double torque[3];
    double munk[3];
    for (size_t i = 0; i < 3; ++i) {
        turned[i] = m->whole[7 * i] * at->w[i];
        moved[i] = m->whole[7 * i] * at->v[i];
        spun[i] = m->whole[7 * (i + 3)] * at->w[i];
    }
    cross(at->v, turned, force);
    cross(at->w, spun, torque);
    cross(at->v, moved, munk);
    printed rate;
    for (size_t i = 0; i < 3; ++i) {
        rate.v[i] = -force[i] / m->whole[7 * i];
        rate.w[i] = -(torque[i] + munk[i]) / m->whole[7 * (i + 3)];
    }
    double turn[3];
    cross(at->q, at->w, turn);
    for (int i = 0; i < 3; ++i) {
        rate.q[i] = 0.5 * (at->q[3] * at->w[i] + turn[i]);
    }
    rate.q[3] = -0.5 * body_dot(at->q, at->w);
    return rate;
}

static printed printed_sum(const printed* a, const printed* b, double scale) {
    printed sum;
    for (int i = 0; i < 3; ++i) {
        sum.v[i] = a->v[i] + scale * b->v[i];
        sum.w[i] = a->w[i] + scale * b->w[i];
    }
    for (int i = 0; i < 4; ++i) {
        sum.q[i] = a->q[i] + scale * b->q[i];
    }
    return sum;
}

static printed printed_step(const wafti_body_model* m, const printed* at, double dt) {
    const printed k1 = printed_rate(m, at);
    const printed at2 = printed_sum(at, &k1, 0.5 * dt);
    const printed k2 = printed_rate(m, &at2);
    const printed at3 = printed_sum(at, &k2, 0.5 * dt);
    const printed k3 = printed_rate(m, &at3);
    const printed at4 = printed_sum(at, &k3, dt);
    const printed k4 = printed_rate(m, &at4);
    printed next = printed_sum(at, &k1, dt / 6.0);
    next = printed_sum(&next, &k2, dt / 3.0);
    next = printed_sum(&next, &k3, dt / 3.0);
    return printed_sum(&next, &k4, dt / 6.0);
}

// Greatest drifts of energy and momentum in 5 s of RK4 at 0.1 ms.
static void printed_drift(double out_most[2]) {
    const wafti_body_model m = body_free_ellipsoid(WAFT_INTEGRATOR_RK4);
    const wafti_body_lane start = body_free_ellipsoid_start();
    wafti_body_lane end = start;
    printed at;
    memcpy(at.v, start.velocity, sizeof(at.v));
    memcpy(at.w, start.spin, sizeof(at.w));
    memcpy(at.q, start.rotation, sizeof(at.q));
    out_most[0] = 0.0;
    out_most[1] = 0.0;
    for (int i = 0; i < 50000; ++i) {
        double drift[3];
        at = printed_step(&m, &at, 1e-4);
        memcpy(end.velocity, at.v, sizeof(at.v));
        memcpy(end.spin, at.w, sizeof(at.w));
        memcpy(end.rotation, at.q, sizeof(at.q));
        body_drift(&m, &start, &end, drift);
        out_most[0] = fmax(out_most[0], drift[0]);
        out_most[1] = fmax(out_most[1], drift[1]);
    }
}

static int verify_free_motion(void) {
    verify_table table = verify_open("free-ellipsoid");
    double drift[3];
    body_free_ellipsoid_drift(drift);
    (void)verify_most(&table, "dE/E in 5 s", 1e-10, drift[0]);
    (void)verify_most(&table, "dP/P in 5 s", 1e-10, drift[1]);
    (void)verify_most(&table, "d(p.l)/p.l in 5 s", 1e-10, drift[2]);
    printed_drift(drift);
    (void)verify_least(&table, "eq. 4 as printed: greatest dP/P", 1.0, drift[1]);
    (void)verify_told(&table, "eq. 4 as printed: greatest dE/E", drift[0]);
    return verify_close(&table);
}

// munk-growth, broadside-swings, release-acceleration, ballast-pendulum.

static int verify_small_motions(void) {
    verify_table table = verify_open("munk-growth");
    (void)verify_near(
        &table, "growth toward x (1/s)", 12.1604, body_munk_growth(0), 1e-3 * 12.1604);
    (void)verify_near(&table, "growth toward y (1/s)", 8.4517, body_munk_growth(1), 1e-3 * 8.4517);
    int failures = verify_close(&table);
    table = verify_open("broadside-swings");
    (void)verify_near(
        &table, "swings about z (rad/s)", 45.5948, body_broadside_swings(2), 1e-3 * 45.5948);
    (void)verify_near(
        &table, "swings about y (rad/s)", 25.9558, body_broadside_swings(1), 1e-3 * 25.9558);
    failures += verify_close(&table);
    table = verify_open("release-acceleration");
    (void)verify_near(
        &table, "bubble: acceleration (g)", 2.0, body_release_acceleration(0.0), 1e-6);
    (void)verify_near(
        &table, "steel: acceleration (g)", -0.819617, body_release_acceleration(7800.0), 1e-6);
    failures += verify_close(&table);
    return failures;
}

// Greatest angle (rad) from upright in 3 s of a sphere that hangs by eq. 8 with the sign as printed.
static double printed_tilt(void) {
    wafti_body_model m = body_pendulum(true);
    m.arm[1] = -m.arm[1];
    (void)wafti_body_model_finish(&m);
    wafti_body_lane lane = body_at_rest();
    lane.spin[2] = 1e-5;
    double most = 0.0;
    for (int i = 0; i < 3000; ++i) {
        (void)body_run(&m, 1e-3, 1, 0, &lane);
        most = fmax(most, 2.0 * acos(fmin(1.0, fabs(lane.rotation[3]))));
    }
    return most;
}

static int verify_pendulum(void) {
    verify_table table = verify_open("ballast-pendulum");
    (void)verify_near(&table, "swings (rad/s)", 17.07, body_ballast_pendulum(true), 5e-4 * 17.07);
    (void)verify_near(&table, "swings without C and J_f (rad/s)", 17.509,
        body_ballast_pendulum(false), 5e-4 * 17.509);
    (void)verify_least(
        &table, "eq. 8 as printed: greatest tilt / pi", 0.9, printed_tilt() / body_pi);
    return verify_close(&table);
}

// card-in-plane.

static int verify_card(void) {
    verify_table table = verify_open("card-in-plane");
    static const double rows[3][8] = {
        {1.4, 5.0, 0.83721709, -0.72426907, -1.09053818, 0.42780647, -1.98440357, -2.80150373},
        {1.4, 10.0, -1.34468780, 0.01866679, 2.01254727, -0.10498947, 0.96525220, -5.26389773},
        {3.0, 10.0, -0.56160214, -1.00651106, 0.71307730, -0.12054308, -0.64683199, -7.61656733}};
    static const char* const names[7] = {"u", "v", "theta", "w", "x", "y", "out of plane"};
    for (int row = 0; row < 3; ++row) {
        double got[7];
        body_card_in_plane(rows[row][0], rows[row][1], got);
        for (int i = 0; i < 7; ++i) {
            char name[64];
            (void)snprintf(
                name, sizeof(name), "I* %g t %g: %s", rows[row][0], rows[row][1], names[i]);
            (void)verify_near(
                &table, name, i < 6 ? rows[row][i + 2] : 0.0, got[i], i < 6 ? 1e-6 : 1e-12);
        }
    }
    return verify_close(&table);
}

// disc-in-space.

static int verify_disc(void) {
    verify_table table = verify_open("disc-in-space");
    static const double early[9] = {0.01220970, -0.03173114, -0.00031666, 0.28323994, 0.70507580,
        -0.65011018, 1.3143286, 4.0391044, 2.2824283};
    static const double late[6] = {
        0.02804776, -0.06549730, -0.04742109, -0.20777005, 0.93458495, -0.28876042};
    static const char* const names[9] = {
        "x", "y", "z", "normal x", "normal y", "normal z", "w x", "w y", "w z"};
    (void)verify_near(&table, "Om_ref (1/s)", 11.645124, body_disc().rate, 1e-6 * 11.645124);
    double got[9];
    double turned[9];
    char name[64];
    body_disc_in_space(0.3, 0.0, got);
    for (int i = 0; i < 9; ++i) {
        (void)snprintf(name, sizeof(name), "t 0.3: %s", names[i]);
        (void)verify_near(&table, name, early[i], got[i], 1e-6);
    }
    body_disc_in_space(0.5, 0.0, got);
    body_disc_in_space(0.5, 1.1, turned);
    double worst = 0.0;
    for (int i = 0; i < 9; ++i) {
        worst = fmax(worst, fabs(turned[i] - got[i]) / fmax(1.0, fabs(got[i])));
    }
    for (int i = 0; i < 6; ++i) {
        (void)snprintf(name, sizeof(name), "t 0.5: %s", names[i]);
        (void)verify_near(&table, name, late[i], got[i], 1e-6);
    }
    (void)verify_most(&table, "turned about its normal: worst change", 1e-12, worst);
    return verify_close(&table);
}

// card-falls.

// Speed at which the card falls steadily, from the acceleration's zero between 0.1 and 10.
static double card_fall(bool broadside) {
    const wafti_body_model m = body_card(1.2191);
    const double rest[3] = {0};
    double low = 0.1;
    double high = 10.0;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        const int along = broadside ? 1 : 0;
        double down[3] = {0};
        double v[3] = {0};
        double a[6];
        down[along] = -1.0 / 1.2191;
        v[along] = -middle;
        wafti_body_accelerate(&m, down, v, rest, a);
        // Slower than the steady fall it gains speed, which is along minus.
        if (a[along] < 0.0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return 0.5 * (low + high);
}

static int verify_falls(void) {
    verify_table table = verify_open("card-falls");
    (void)verify_near(&table, "edge-on speed", 2.80250, card_fall(false), 1e-5);
    (void)verify_near(&table, "broadside speed", 1.14411, card_fall(true), 1e-5);
    static const double values[3][2] = {{-0.98612, 2.59504}, {-0.58539, 0.0}, {0.38130, 0.0}};
    for (int i = 0; i < 3; ++i) {
        char name[64];
        (void)snprintf(
            name, sizeof(name), "eigenvalue %g + %gi is off by", values[i][0], values[i][1]);
        const double off = body_card_falls(1.2191, 0.5 * body_pi, card_fall(false), values[i]);
        (void)verify_near(&table, name, 0.0, off, 1e-5);
    }
    return verify_close(&table);
}

// passive-loads and mujoco-loads.

static int verify_loads(void) {
    verify_table table = verify_open("passive-loads");
    wafti_body_model compact = body_ellipsoid(1100.0, 1000.0);
    compact.loads = WAFT_LOADS_COMPACT;
    compact.rate = 3.0;
    (void)wafti_body_model_finish(&compact);
    const wafti_body_model disc = body_disc();
    const wafti_body_model three = body_three_plates();
    const wafti_body_model card = body_card(1.4);
    enum { COUNT = 20000 };
    (void)verify_most(
        &table, "plate: greatest power of the loads", 0.0, body_passive_loads(&disc, COUNT));
    (void)verify_most(&table, "strip: greatest power", 0.0, body_passive_loads(&card, COUNT));
    (void)verify_most(
        &table, "three plates: greatest power", 0.0, body_passive_loads(&three, COUNT));
    (void)verify_most(&table, "compact: greatest power", 0.0, body_passive_loads(&compact, COUNT));
    int failures = verify_close(&table);
    table = verify_open("mujoco-loads");
    (void)verify_most(&table, "MuJoCo's formula: worst difference", 1e-10, body_mujoco_loads(1000));
    failures += verify_close(&table);
    return failures;
}

// noise-variance, noise-limits, constant-wind.

static int verify_noise(void) {
    verify_table table = verify_open("noise-variance");
    const int draws = verify_slow() ? 1000000 : 10000;
    const double tolerance = verify_slow() ? 0.01 : 0.05;
    double ratio[2];
    char name[64];
    body_noise_variance(draws, ratio);
    (void)snprintf(name, sizeof(name), "%d draws: variance / (k C0/(1+1.5 C0))", draws);
    (void)verify_near(&table, name, 1.0, ratio[0], tolerance);
    (void)snprintf(name, sizeof(name), "%d draws: autocorrelation / e^-1", draws);
    (void)verify_near(&table, name, 1.0, ratio[1], tolerance);
    int failures = verify_close(&table);
    table = verify_open("noise-limits");
    double limits[2];
    body_noise_limits(limits);
    (void)verify_most(&table, "neutral sphere: |v - u'| / sigma", 1e-6, limits[0]);
    (void)verify_most(&table, "heavy sphere: |dv| / sigma", 1e-3, limits[1]);
    failures += verify_close(&table);
    table = verify_open("constant-wind");
    double worst[3];
    body_constant_wind(worst);
    (void)verify_most(&table, "disc in a constant wind: off by (m)", 1e-10, worst[0]);
    (void)verify_most(&table, "disc in a constant wind: rotation off by", 1e-10, worst[1]);
    (void)verify_most(&table, "disc in a constant wind: spin off by (rad/s)", 1e-10, worst[2]);
    failures += verify_close(&table);
    return failures;
}

// terminal-speeds.

static int verify_spheres(void) {
    verify_table table = verify_open("terminal-speeds");
    const double ball = 2.7e-3 / (4.0 / 3.0 * body_pi * 8e-6);
    (void)verify_near(&table, "0.1 mm glass in water (m/s)", 0.00729,
        body_terminal_speed(1e-4, 2500.0, water), 2e-3 * 0.00729);
    (void)verify_near(&table, "1 mm steel in water (m/s)", 0.3771,
        body_terminal_speed(1e-3, 7800.0, water), 2e-3 * 0.3771);
    (void)verify_near(&table, "40 mm ball of 2.7 g in air (m/s)", 8.854,
        body_terminal_speed(0.04, ball, air), 2e-3 * 8.854);
    (void)verify_near(&table, "2 mm sphere of 998 in air (m/s)", 6.930,
        body_terminal_speed(2e-3, 998.0, air), 2e-3 * 6.930);
    return verify_close(&table);
}

// midpoint and rk4-order.

static int verify_integrators(void) {
    verify_table table = verify_open("midpoint");
    (void)verify_most(
        &table, "midpoint: dE/E in 1e5 steps of 10 ms", 1e-11, body_midpoint_drift(100000));
    (void)verify_near(
        &table, "midpoint: order", 2.0, body_order(WAFT_INTEGRATOR_MIDPOINT, 0.01), 0.1);
    wafti_body_model m = body_sphere(5e-5, 2500.0, water);
    m.loads = WAFT_LOADS_COMPACT;
    m.integrator = WAFT_INTEGRATOR_MIDPOINT;
    (void)wafti_body_model_finish(&m);
    wafti_body_lane lane = body_at_rest();
    const int steps = body_run(&m, 0.0167, 200, 0, &lane);
    (void)verify_near(&table, "0.1 mm sphere at 16.7 ms: good steps", 200.0, (double)steps, 0.0);
    (void)verify_near(&table, "0.1 mm sphere at 16.7 ms: speed (m/s)", 0.00729, -lane.velocity[1],
        1e-2 * 0.00729);
    int failures = verify_close(&table);
    table = verify_open("rk4-order");
    (void)verify_near(&table, "RK4: order", 4.0, body_order(WAFT_INTEGRATOR_RK4, 0.002), 0.1);
    failures += verify_close(&table);
    return failures;
}

// heave and entry with exact spheres; test_bodies_crowd.c has them with facets, through a world.

static int verify_water(void) {
    verify_table table = verify_open("heave");
    (void)verify_near(&table, "exact sphere: heave (rad/s)", 14.007, body_heave(), 5e-3 * 14.007);
    int failures = verify_close(&table);
    table = verify_open("entry");
    double entry[2];
    body_entry(entry);
    (void)verify_near(&table, "exact sphere: v_end / v0", 1.0 / 1.5, entry[0], 1e-5);
    (void)verify_near(&table, "momentum to the water / lost", 1.0, entry[1], 1e-5);
    failures += verify_close(&table);
    return failures;
}

// philox.

static int verify_philox(void) {
    verify_table table = verify_open("philox");
    static const uint32_t want[2][4] = {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
        {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}};
    for (int ones = 0; ones < 2; ++ones) {
        const uint32_t fill = ones != 0 ? UINT32_MAX : 0;
        const uint32_t counter[4] = {fill, fill, fill, fill};
        const uint32_t key[2] = {fill, fill};
        const wafti_random4 got = wafti_philox(counter, key);
        for (int word = 0; word < 4; ++word) {
            char name[64];
            (void)snprintf(name, sizeof(name), "counter and key all %s: word %d",
                ones != 0 ? "ones" : "zeros", word);
            (void)verify_near(&table, name, (double)want[ones][word], (double)got.word[word], 0.0);
        }
    }
    return verify_close(&table);
}

int main(void) {
    int failures = verify_free_motion() + verify_small_motions() + verify_pendulum();
    failures += verify_card() + verify_disc() + verify_falls() + verify_loads();
    failures += verify_noise() + verify_spheres() + verify_integrators() + verify_water();
    failures += verify_philox();
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
