// SPDX-License-Identifier: MIT
// Rows of docs/spec/bodies.md#verification about loads, noise, wind, integrators and two fluids. Bodies
// and the other rows of their motion are in body_fixture.h.
#ifndef WAFT_BODY_ROWS_H
#define WAFT_BODY_ROWS_H

#include "body_fixture.h"

/// Numbers between -1 and 1, the same on every machine.
static inline double body_random(uint64_t* state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 4503599627370496.0 - 1.0;
}

/// passive-loads: the greatest power of the loads over what they could have, over `count` states.
static inline double body_passive_loads(const wafti_body_model* m, int count) {
    uint64_t random = 5;
    double worst = -1.0;
    for (int i = 0; i < count; ++i) {
        double v[3];
        double w[3];
        double load[6];
        const double size = pow(10.0, 2.0 * body_random(&random));
        for (int n = 0; n < 3; ++n) {
            v[n] = size * body_random(&random);
            w[n] = 30.0 * size * body_random(&random);
        }
        wafti_body_loads(m, v, w, load);
        const double power = body_dot(load, v) + body_dot(load + 3, w);
        const double most = sqrt(body_dot(load, load) * body_dot(v, v)) +
                            sqrt(body_dot(load + 3, load + 3) * body_dot(w, w));
        worst = fmax(worst, power / most);
    }
    return worst;
}

/// Three plates in a body of the size of disc-in-space.
static inline wafti_body_model body_three_plates(void) {
    wafti_body_model m = body_disc();
    m.plate_count = 3;
    for (int i = 0; i < 3; ++i) {
        const double angle = 0.4 * (double)(i - 1);
        m.plates[i] = (waft_plate){.center = {0.003 * (double)i, 0.001, 0.004 * (double)(i - 1)},
            .normal = {0.0, cos(angle), sin(angle)},
            .area = 1e-4,
            .added_mass = 8.0 / 3.0 * pow(1e-4 / body_pi, 1.5)};
    }
    (void)wafti_body_model_finish(&m);
    return m;
}

/// noise-variance: variance of u' over k C0 / (1 + 1.5 C0), and its autocorrelation after 1 / alpha over
/// 1/e.
static inline void body_noise_variance(int draws, double out_ratio[2]) {
    static const waft_turbulence_sample even[2] = {{0.0, 0.5, 0.03}, {10.0, 0.5, 0.03}};
    wafti_body_model m = body_sphere(0.01, 998.0, (wafti_fluid){998.0, 0.0});
    m.noise = WAFT_NOISE_SEEN;
    m.start_stationary = true;
    m.c0 = 6.43258;
    m.speed = 0.1;
    m.longest = 0.02;
    m.history = even;
    m.history_count = 2;
    m.late_chi = 0.5;
    m.late_eps = 0.03;
    (void)wafti_body_model_finish(&m);
    double alpha;
    double energy;
    wafti_body_noise_at(&m, 1.0, &alpha, &energy);
    wafti_body_lane lane = body_at_rest();
    double squares = 0.0;
    double products = 0.0;
    for (int i = 0; i < draws; ++i) {
        double before[3];
        memcpy(before, lane.gust, sizeof(before));
        (void)body_run(&m, 1.0 / alpha, 1, (uint64_t)i, &lane);
        squares += body_dot(lane.gust, lane.gust) / 3.0;
        products += body_dot(lane.gust, before) / 3.0;
    }
    const double k = 0.03 / 0.5 * m.speed * m.speed;
    out_ratio[0] = squares / (double)draws / (k * m.c0 / (1.0 + 1.5 * m.c0));
    out_ratio[1] = products / squares * exp(1.0);
}

/// noise-limits: greatest |v - u'| over 100 steps of a neutral sphere without loads, and the greatest
/// change of velocity of a heavy one, both in units of the deviation.
static inline void body_noise_limits(double out[2]) {
    for (int heavy = 0; heavy < 2; ++heavy) {
        const wafti_fluid air = {1.2, 1.5e-5};
        wafti_body_model m = body_sphere(0.01, heavy != 0 ? 1.2e4 : 1.2, air);
        memset(m.gravity, 0, sizeof(m.gravity));
        m.noise = WAFT_NOISE_SEEN;
        m.gust_rate = 10.0;
        m.gust_speed = 0.3;
        m.swirl = true;
        (void)wafti_body_model_finish(&m);
        wafti_body_lane lane = body_at_rest();
        out[heavy] = 0.0;
        for (int i = 0; i < 100; ++i) {
            (void)body_run(&m, 0.01, 1, (uint64_t)i, &lane);
            double v[3];
            body_turn(lane.rotation, lane.velocity, false, v);
            for (int n = 0; n < 3; ++n) {
                const double off = heavy != 0 ? v[n] : v[n] - lane.gust[n];
                out[heavy] = fmax(out[heavy], fabs(off) / 0.3);
            }
        }
    }
}

/// constant-wind: how far the disc of disc-in-space in a constant wind, started with it, is from itself
/// in still fluid and moved along: position (m), rotation and spin (rad/s, body axes).
static inline void body_constant_wind(double out_worst[3]) {
    const wafti_body_model m = body_disc();
    const double wind[3] = {0.7, -0.3, 0.4};
    wafti_body_lane lanes[2] = {body_disc_in_space_start(0.0), body_disc_in_space_start(0.0)};
    body_turn(lanes[1].rotation, wind, true, lanes[1].velocity);
    memset(out_worst, 0, 3 * sizeof(double));
    for (int step = 0; step < 3000; ++step) {
        for (int i = 0; i < 2; ++i) {
            wafti_body_mix mix = {.models = {&m, &m}};
            memcpy(mix.wind[0], wind, i == 0 ? 0 : sizeof(wind));
            const wafti_body_drive drive = {.dt = 1e-4, .count = 1};
            wafti_body_outcome out;
            double given[3];
            (void)wafti_body_step_double(&mix, &drive, &lanes[i], &out, given);
        }
        for (int n = 0; n < 3; ++n) {
            const double moved = lanes[0].position[n] + wind[n] * 1e-4 * (double)(step + 1);
            out_worst[0] = fmax(out_worst[0], fabs(moved - lanes[1].position[n]));
            out_worst[2] = fmax(out_worst[2], fabs(lanes[0].spin[n] - lanes[1].spin[n]));
        }
        for (int n = 0; n < 4; ++n) {
            out_worst[1] = fmax(out_worst[1], fabs(lanes[0].rotation[n] - lanes[1].rotation[n]));
        }
    }
}

/// terminal-speeds: speed (m/s) at which a sphere of this diameter falls in the end.
static inline double body_terminal_speed(double diameter, double density, wafti_fluid fluid) {
    wafti_body_model m = body_sphere(0.5 * diameter, density, fluid);
    m.loads = WAFT_LOADS_COMPACT;
    (void)wafti_body_model_finish(&m);
    wafti_body_lane lane = body_at_rest();
    (void)body_run(&m, 0.01, 1200, 0, &lane);
    return -lane.velocity[1];
}

/// midpoint and rk4-order: order of convergence of the ellipsoid's position and spin over 0.4 s.
static inline double body_order(waft_body_integrator integrator, double dt) {
    const wafti_body_model m = body_free_ellipsoid(integrator);
    wafti_body_lane ends[3];
    for (int i = 0; i < 3; ++i) {
        ends[i] = body_free_ellipsoid_start();
        const double step = dt / pow(2.0, (double)i);
        (void)body_run(&m, step, (int)lround(0.4 / step), 0, &ends[i]);
    }
    double coarse = 0.0;
    double fine = 0.0;
    for (int n = 0; n < 3; ++n) {
        coarse += pow(ends[0].spin[n] - ends[1].spin[n], 2.0);
        fine += pow(ends[1].spin[n] - ends[2].spin[n], 2.0);
    }
    return 0.5 * log2(coarse / fine);
}

/// midpoint: relative drift of the energy over `steps` of 10 ms.
static inline double body_midpoint_drift(int steps) {
    const wafti_body_model m = body_free_ellipsoid(WAFT_INTEGRATOR_MIDPOINT);
    const wafti_body_lane start = body_free_ellipsoid_start();
    wafti_body_lane lane = start;
    double drift[3];
    (void)body_run(&m, 0.01, steps, 0, &lane);
    body_drift(&m, &start, &lane, drift);
    return drift[0];
}

/// A sphere between vacuum and water: its share under a level surface y = 0, and that part's centre.
static inline void body_dip(double radius, const wafti_body_lane* lane, wafti_body_mix* mix) {
    const double depth = fmin(fmax(radius - lane->position[1], 0.0), 2.0 * radius);
    const double volume = body_pi * depth * depth * (radius - depth / 3.0);
    mix->before = mix->share;
    mix->share = volume / (4.0 / 3.0 * body_pi * pow(radius, 3.0));
    const double below = 2.0 * radius - depth;
    const double lower = -0.75 * below * below / (3.0 * radius - depth);
    const double center[3] = {0.0, depth > 0.0 ? lower : 0.0, 0.0};
    body_turn(lane->rotation, center, true, mix->center);
}

static inline void body_two_fluids(
    double radius, double density, bool falls, wafti_body_model m[2]) {
    const wafti_fluid fluids[2] = {{0.0, 0.0}, {1000.0, 1e-6}};
    for (int i = 0; i < 2; ++i) {
        m[i] = body_sphere(radius, density, fluids[i]);
        if (!falls) {
            memset(m[i].gravity, 0, sizeof(m[i].gravity));
        }
        (void)wafti_body_model_finish(&m[i]);
    }
}

/// heave: frequency (rad/s) of a floating sphere's heave.
static inline double body_heave(void) {
    wafti_body_model m[2];
    body_two_fluids(0.05, 500.0, true, m);
    wafti_body_mix mix = {.models = {&m[0], &m[1]}, .share = 0.5};
    wafti_body_lane lane = body_at_rest();
    lane.position[1] = 5e-4;
    body_dip(0.05, &lane, &mix);
    const wafti_body_drive drive = {.dt = 1e-3, .count = 1};
    double first = 0.0;
    double last = 0.0;
    int zeros = 0;
    for (int i = 1; i <= 4000; ++i) {
        wafti_body_outcome out;
        double given[3];
        const double before = lane.velocity[1];
        body_dip(0.05, &lane, &mix);
        (void)wafti_body_step_double(&mix, &drive, &lane, &out, given);
        if (i > 1 && before * lane.velocity[1] < 0.0) {
            last = 1e-3 * ((double)i - lane.velocity[1] / (lane.velocity[1] - before));
            first = zeros == 0 ? last : first;
            ++zeros;
        }
    }
    return zeros > 1 ? body_pi * (double)(zeros - 1) / (last - first) : 0.0;
}

/// entry: end speed over start speed of a neutral sphere that falls into water without gravity and
/// loads, and the momentum that the water got over that the body lost.
static inline void body_entry(double out[2]) {
    wafti_body_model m[2];
    body_two_fluids(0.05, 1000.0, false, m);
    wafti_body_mix mix = {.models = {&m[0], &m[1]}};
    wafti_body_lane lane = body_at_rest();
    lane.position[1] = 0.06;
    lane.velocity[1] = -2.0;
    const wafti_body_drive drive = {.dt = 5e-4, .count = 1};
    double sum = 0.0;
    for (int i = 0; i < 400; ++i) {
        wafti_body_outcome outcome;
        double given[3];
        body_dip(0.05, &lane, &mix);
        (void)wafti_body_step_double(&mix, &drive, &lane, &outcome, given);
        sum += given[1];
    }
    out[0] = lane.velocity[1] / -2.0;
    out[1] = sum / (m[0].mass * (-2.0 - lane.velocity[1]));
}

/// mujoco-loads: the greatest relative difference from the formula of docs/spec/bodies.md#mujoco-loads.
static inline double body_mujoco_loads(int count) {
    wafti_body_model m = body_ellipsoid(1100.0, 1000.0);
    m.loads = WAFT_LOADS_MUJOCO;
    (void)wafti_body_model_finish(&m);
    const double* r = m.semi_axes;
    const double rho = 1000.0;
    const double mu = rho * m.fluid.viscosity;
    const double mean = 2.0 / 3.0 * (r[0] + r[1] + r[2]);
    uint64_t random = 11;
    double worst = 0.0;
    for (int i = 0; i < count; ++i) {
        double v[3];
        double w[3];
        double got[6];
        for (int n = 0; n < 3; ++n) {
            v[n] = body_random(&random);
            w[n] = 20.0 * body_random(&random);
        }
        wafti_body_loads(&m, v, w, got);
        const double s = sqrt(body_dot(v, v));
        double pe[3];
        double y[3];
        const double most = 8.0 * body_pi / 15.0 * r[1] * pow(r[2], 4.0);
        for (int n = 0; n < 3; ++n) {
            const double j = r[(n + 1) % 3];
            const double k = r[(n + 2) % 3];
            const double moment = 8.0 * body_pi / 15.0 * r[n] * pow(fmax(j, k), 4.0);
            pe[n] = pow(body_pi * j * k, 2.0) * v[n] / s;
            y[n] = w[n] * (1.5 * moment + 0.25 * (most - moment));
        }
        const double area = sqrt(body_dot(pe, v) / s);
        const double size = sqrt(body_dot(pe, pe));
        const double seen = area / (body_dot(pe, v) / (size * s));
        const double greatest = body_pi * r[2] * r[1];
        const double drag =
            mu * 3.0 * body_pi * mean + rho * s * (0.5 * seen + 0.25 * (greatest - seen));
        const double spin = mu * body_pi * pow(mean, 3.0) + rho * sqrt(body_dot(y, y));
        const double volume = 4.0 / 3.0 * body_pi * r[0] * r[1] * r[2];
        for (int n = 0; n < 3; ++n) {
            const int j = (n + 1) % 3;
            const int k = (n + 2) % 3;
            const double lift = body_dot(pe, v) / size * v[n] - s * s * pe[n] / size;
            const double magnus = w[j] * v[k] - w[k] * v[j];
            const double force = -drag * v[n] + rho * area * lift + rho * volume * magnus;
            worst = fmax(worst, fabs(got[n] - force) / (drag * s));
            worst = fmax(worst, fabs(got[n + 3] + spin * w[n]) / (spin * sqrt(body_dot(w, w))));
        }
    }
    return worst;
}

/// The paper sheet of Fig. 3 of Xie & Miyata 2013: elliptic, 4 cm by 1 cm, 0.1 mm, in air. Its added
/// mass is that of a thin elliptic plate (docs/spec/bodies.md#closed-forms) with these semi-axes.
static inline wafti_body_model body_sheet(void) {
    const double a = 0.04;
    const double b = 0.01;
    const double t = 1e-4;
    const double volume = body_pi * a * b * t;
    const double mass = 800.0 * volume;
    const double inertia[3] = {
        mass * b * b / 4.0, mass * (a * a + b * b) / 4.0, mass * a * a / 4.0};
    const double added[6] = {
        4.8177267e-11, 1.5619039e-5, 4.0070871e-10, 1.6509776e-10, 1.0569688e-13, 4.5117747e-9};
    wafti_body_model m =
        body_plain(mass, volume, inertia, added, (wafti_fluid){1.204, 1.81e-5 / 1.204});
    m.longest = 2.0 * a;
    m.loads = WAFT_LOADS_PLATE;
    m.normal[1] = 1.0;
    m.area = body_pi * a * b;
    m.radius = sqrt(a * b);
    m.scale = m.radius;
    m.damped[0] = added[3];
    m.damped[8] = added[5];
    m.rate = sqrt((800.0 / 1.204 - 1.0) * 9.81 * 0.5 * t) / (m.area / (4.0 * a));
    m.plate_count = 1;
    m.plates[0] = (waft_plate){.normal = {0.0, 1.0, 0.0}, .area = m.area, .added_mass = added[1]};
    m.noise = WAFT_NOISE_SEEN;
    m.gust_rate = 28.0;
    m.gust_speed = 0.1;
    (void)wafti_body_model_finish(&m);
    return m;
}

/// sheet-crowd, slow: mean speed of descent (m/s) of 60 sheets between 2 and 4 s, -1 if one went bad.
static inline double body_sheet_crowd(waft_body_integrator integrator, double dt) {
    wafti_body_model m = body_sheet();
    m.integrator = integrator;
    (void)wafti_body_model_finish(&m);
    uint64_t random = 3;
    double sum = 0.0;
    for (uint32_t seed = 1; seed <= 60; ++seed) {
        wafti_body_lane lane = body_at_rest();
        const double tilt = 0.35 * (1.0 + body_random(&random));
        const double round = body_pi * body_random(&random);
        lane.stream = seed;
        lane.rotation[0] = sin(0.5 * tilt) * cos(round);
        lane.rotation[2] = sin(0.5 * tilt) * sin(round);
        lane.rotation[3] = cos(0.5 * tilt);
        for (int n = 0; n < 3; ++n) {
            // A normal number as the sum of twelve even ones.
            for (int i = 0; i < 12; ++i) {
                lane.spin[n] += 0.5 * body_random(&random);
            }
        }
        const int half = (int)lround(2.0 / dt);
        if (body_run(&m, dt, half, 0, &lane) != half) {
            return -1.0;
        }
        const double high = lane.position[1];
        if (body_run(&m, dt, half, (uint64_t)half, &lane) != half) {
            return -1.0;
        }
        sum += (high - lane.position[1]) / (dt * (double)half);
    }
    return sum / 60.0;
}

#endif // WAFT_BODY_ROWS_H
