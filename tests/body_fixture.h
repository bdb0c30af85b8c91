// SPDX-License-Identifier: MIT
// Bodies made by hand, without hulls, and the rows of docs/spec/bodies.md#verification that are about
// their motion. Each row returns what it found; who calls it knows what to expect.
#ifndef WAFT_BODY_FIXTURE_H
#define WAFT_BODY_FIXTURE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body/dynamics.h"

static const double body_pi = 3.14159265358979323846;

static inline waft_plate_loads body_plate_set(void) {
    return (waft_plate_loads){.lift = 0.9f,
        .spin_lift = 3.14159265f,
        .face_drag = 1.2f,
        .edge_drag = 0.2f,
        .damping = {0.1f, 0.1f},
        .twist = 0.05f,
        .viscous = true};
}

static inline waft_plate_loads body_strip_set(void) {
    return (waft_plate_loads){.lift = 1.2f,
        .spin_lift = 3.14159265f,
        .face_drag = 2.4f,
        .edge_drag = 0.4f,
        .damping = {0.2f, 0.2f}};
}

static inline waft_compact_loads body_compact_set(void) {
    return (waft_compact_loads){
        .side_drag = 0.05f, .lift = 0.9f, .magnus = 0.5f, .damping = {0.1f, 0.1f}, .twist = 0.05f};
}

/// A body without loads and noise: diagonal inertia and added mass (per unit density, six numbers).
static inline wafti_body_model body_plain(
    double mass, double volume, const double inertia[3], const double added[6], wafti_fluid fluid) {
    wafti_body_model m = {.gravity = {0.0, -9.81, 0.0},
        .mass = mass,
        .volume = volume,
        .fluid = fluid,
        .buoyant = true,
        .longest = 1.0,
        .loads = WAFT_LOADS_NONE,
        .noise = WAFT_NOISE_OFF,
        .plate = body_plate_set(),
        .compact = body_compact_set(),
        .scale = 1.0};
    for (size_t i = 0; i < 3; ++i) {
        m.inertia[4 * i] = inertia[i];
        m.added[7 * i] = fluid.density * added[i];
        m.added[7 * (i + 3)] = fluid.density * added[i + 3];
    }
    return m;
}

static inline wafti_body_lane body_at_rest(void) {
    return (wafti_body_lane){.rotation = {0.0, 0.0, 0.0, 1.0}, .stream = 1};
}

/// Steps a body in still fluid; the number of steps that went well.
static inline int body_run(
    const wafti_body_model* model, double dt, int steps, uint64_t index, wafti_body_lane* lane) {
    const wafti_body_mix mix = {.models = {model, model}};
    const wafti_body_drive drive = {.dt = dt, .count = 1, .index = index, .seed = 7};
    wafti_body_outcome out;
    double given[3];
    for (int i = 0; i < steps; ++i) {
        wafti_body_drive now = drive;
        now.index += (uint64_t)i;
        if (!wafti_body_step_double(&mix, &now, lane, &out, given)) {
            return i;
        }
    }
    return steps;
}

/// out = R a, or R^T a.
static inline void body_turn(const double q[4], const double a[3], bool back, double out[3]) {
    const double s = back ? -1.0 : 1.0;
    const double x = s * q[0];
    const double y = s * q[1];
    const double z = s * q[2];
    const double t[3] = {
        2.0 * (y * a[2] - z * a[1]), 2.0 * (z * a[0] - x * a[2]), 2.0 * (x * a[1] - y * a[0])};
    out[0] = a[0] + q[3] * t[0] + y * t[2] - z * t[1];
    out[1] = a[1] + q[3] * t[1] + z * t[0] - x * t[2];
    out[2] = a[2] + q[3] * t[2] + x * t[1] - y * t[0];
}

static inline double body_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// ellipsoid-hull and rows that use its body: an ellipsoid of semi-axes 1, 2, 4 cm in water.

static inline wafti_body_model body_ellipsoid(double density, double fluid_density) {
    // Lamb 114-115 for 1:2:4, per unit density, as in row closed-forms.
    static const double added[6] = {
        50.870722, 13.342876, 4.241425, 19.460179, 111.044037, 13.611831};
    const double unit = 0.01;
    const double volume = 4.0 / 3.0 * body_pi * 8.0 * pow(unit, 3.0);
    const double mass = density * volume;
    const double inertia[3] = {mass / 5.0 * 20.0 * unit * unit, mass / 5.0 * 17.0 * unit * unit,
        mass / 5.0 * 5.0 * unit * unit};
    double scaled[6];
    for (int i = 0; i < 6; ++i) {
        scaled[i] = added[i] * pow(unit, i < 3 ? 3.0 : 5.0);
    }
    wafti_body_model m =
        body_plain(mass, volume, inertia, scaled, (wafti_fluid){fluid_density, 1.002e-6});
    m.longest = 0.08;
    m.semi_axes[0] = 0.01;
    m.semi_axes[1] = 0.02;
    m.semi_axes[2] = 0.04;
    const double p = body_pi * body_pi * pow(unit, 4.0);
    m.projected[0] = p * 64.0;
    m.projected[4] = p * 16.0;
    m.projected[8] = p * 4.0;
    m.greatest_area = body_pi * 8.0 * unit * unit;
    m.diameter = 2.0 * cbrt(8.0) * unit;
    m.blunt = 0.44 + 0.66 * 0.5;
    m.scale = 0.5 * m.diameter;
    for (size_t i = 0; i < 3; ++i) {
        m.damped[4 * i] = scaled[i + 3];
    }
    return m;
}

static inline wafti_body_model body_free_ellipsoid(waft_body_integrator integrator) {
    wafti_body_model m = body_ellipsoid(1100.0, 1000.0);
    memset(m.gravity, 0, sizeof(m.gravity));
    m.integrator = integrator;
    (void)wafti_body_model_finish(&m);
    return m;
}

static inline wafti_body_lane body_free_ellipsoid_start(void) {
    wafti_body_lane lane = body_at_rest();
    const double v[3] = {0.05, 0.1, 0.4};
    const double w[3] = {0.3, 0.2, 1.0};
    memcpy(lane.velocity, v, sizeof(v));
    memcpy(lane.spin, w, sizeof(w));
    return lane;
}

/// Energy, momenta in body axes, and the linear one in world axes.
typedef struct body_invariants {
    double energy, world[3], helicity;
} body_invariants;

static inline body_invariants body_measure(const wafti_body_model* m, const wafti_body_lane* lane) {
    double u[6];
    double p[6] = {0};
    memcpy(u, lane->velocity, sizeof(lane->velocity));
    memcpy(u + 3, lane->spin, sizeof(lane->spin));
    body_invariants out = {0};
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            p[i] += m->whole[6 * i + j] * u[j];
        }
        out.energy += 0.5 * p[i] * u[i];
    }
    body_turn(lane->rotation, p, false, out.world);
    out.helicity = body_dot(p, p + 3);
    return out;
}

static inline void body_drift(const wafti_body_model* m, const wafti_body_lane* from,
    const wafti_body_lane* to, double out[3]) {
    const body_invariants a = body_measure(m, from);
    const body_invariants b = body_measure(m, to);
    double change[3];
    for (int i = 0; i < 3; ++i) {
        change[i] = b.world[i] - a.world[i];
    }
    out[0] = fabs(b.energy - a.energy) / a.energy;
    out[1] = sqrt(body_dot(change, change) / body_dot(a.world, a.world));
    out[2] = fabs(b.helicity - a.helicity) / fabs(a.helicity);
}

/// free-ellipsoid: relative drifts of energy, momentum and p.l over 5 s of RK4 at 0.1 ms.
static inline void body_free_ellipsoid_drift(double out_drift[3]) {
    const wafti_body_model m = body_free_ellipsoid(WAFT_INTEGRATOR_RK4);
    const wafti_body_lane start = body_free_ellipsoid_start();
    wafti_body_lane lane = start;
    (void)body_run(&m, 1e-4, 50000, 0, &lane);
    body_drift(&m, &start, &lane, out_drift);
}

/// munk-growth: growth (1/s) of a small spin of a body moving nose first at 0.4 m/s along z; toward x
/// the body turns about y, toward y about x.
static inline double body_munk_growth(int toward) {
    const wafti_body_model m = body_free_ellipsoid(WAFT_INTEGRATOR_RK4);
    const int spin = toward == 0 ? 1 : 0;
    // The unstable motion alone: sideways velocity and spin grow as e^(rt). The first second leaves
    // the decaying one behind, the growth is that of the next half; the start is small enough for all
    // of it to stay linear.
    wafti_body_lane lane = body_at_rest();
    lane.velocity[2] = 0.4;
    lane.spin[spin] = 1e-12;
    (void)body_run(&m, 1e-3, 1000, 0, &lane);
    const double early = fabs(lane.spin[spin]);
    (void)body_run(&m, 1e-3, 500, 0, &lane);
    return log(fabs(lane.spin[spin]) / early) / 0.5;
}

/// Frequency (rad/s) of small swings about a body axis, from the zeros of the spin in 2 s.
static inline double body_swing(const wafti_body_model* m, int about, wafti_body_lane lane) {
    const double dt = 1e-4;
    double first = 0.0;
    double last = 0.0;
    int zeros = 0;
    for (int i = 1; i <= 20000; ++i) {
        const double before = lane.spin[about];
        (void)body_run(m, dt, 1, 0, &lane);
        if (before * lane.spin[about] < 0.0) {
            last = dt * ((double)i - lane.spin[about] / (lane.spin[about] - before));
            first = zeros == 0 ? last : first;
            ++zeros;
        }
    }
    return zeros > 1 ? body_pi * (double)(zeros - 1) / (last - first) : 0.0;
}

/// broadside-swings: swings (rad/s) of a body moving broadside along x at 0.4 m/s.
static inline double body_broadside_swings(int about) {
    const wafti_body_model m = body_free_ellipsoid(WAFT_INTEGRATOR_RK4);
    wafti_body_lane lane = body_at_rest();
    lane.velocity[0] = 0.4;
    lane.spin[about] = 1e-6;
    return body_swing(&m, about, lane);
}

/// A sphere with drag and closed added mass.
static inline wafti_body_model body_sphere(double radius, double density, wafti_fluid fluid) {
    const double volume = 4.0 / 3.0 * body_pi * pow(radius, 3.0);
    const double mass = density * volume;
    const double moment = 0.4 * mass * radius * radius;
    const double inertia[3] = {moment, moment, moment};
    const double added[6] = {0.5 * volume, 0.5 * volume, 0.5 * volume};
    wafti_body_model m = body_plain(mass, volume, inertia, added, fluid);
    m.longest = 2.0 * radius;
    const double area = body_pi * radius * radius;
    for (size_t i = 0; i < 3; ++i) {
        m.projected[4 * i] = area * area;
        m.semi_axes[i] = radius;
    }
    m.greatest_area = area;
    m.diameter = 2.0 * radius;
    m.blunt = 0.44;
    m.scale = radius;
    m.fluid_mass = 1.5 * fluid.density * volume;
    return m;
}

/// release-acceleration: acceleration in g, upwards, of a sphere let go; density 0 is a bubble.
static inline double body_release_acceleration(double density) {
    wafti_body_model m = body_sphere(0.01, fmax(density, 1e-12), (wafti_fluid){998.0, 1e-6});
    (void)wafti_body_model_finish(&m);
    const double down[3] = {0.0, -9.81, 0.0};
    const double rest[3] = {0};
    double a[6];
    wafti_body_accelerate(&m, down, rest, rest, a);
    return a[1] / 9.81;
}

/// The neutral sphere of ballast-pendulum, whose centre of mass is low; without `coupled` its added mass
/// is as if it moved about its middle.
static inline wafti_body_model body_pendulum(bool coupled) {
    const double radius = 0.02;
    wafti_body_model m = body_sphere(radius, 998.0, (wafti_fluid){998.0, 1.004e-6});
    m.arm[1] = 0.005;
    // Added mass of a sphere about a point 5 mm below its centre: X^T K X, X = [[I, hat(c)], [0, I]]
    // with c from the centre to that point.
    const double k = m.added[0];
    const double c = coupled ? -0.005 : 0.0;
    m.added[6 * 0 + 5] = m.added[6 * 5 + 0] = -k * c;
    m.added[6 * 2 + 3] = m.added[6 * 3 + 2] = k * c;
    m.added[21] = m.added[35] = k * c * c;
    (void)wafti_body_model_finish(&m);
    return m;
}

/// ballast-pendulum: frequency (rad/s) of small swings of that sphere.
static inline double body_ballast_pendulum(bool coupled) {
    const wafti_body_model m = body_pendulum(coupled);
    wafti_body_lane lane = body_at_rest();
    lane.spin[2] = 1e-5;
    return body_swing(&m, 2, lane);
}

/// The card of Andersen et al. 2005 in their units (docs/spec/bodies.md#reduction-to-two-dimensions),
/// which card-in-plane, card-falls and card-regimes use.
static inline wafti_body_model body_card(double istar) {
    const double density = 1.0 / body_pi;
    const double inertia[3] = {1.0, 1.0, istar / 4.0};
    const double added[6] = {0.0, body_pi, 0.0, body_pi, body_pi, body_pi / 8.0};
    wafti_body_model m = body_plain(istar, 0.0, inertia, added, (wafti_fluid){density, 0.0});
    m.gravity[1] = -1.0 / istar;
    m.loads = WAFT_LOADS_PLATE;
    m.plate = body_strip_set();
    m.normal[1] = 1.0;
    m.area = 2.0;
    m.radius = sqrt(2.0 / body_pi);
    m.damped[8] = body_pi / 8.0;
    m.damped[0] = body_pi;
    m.rate = 1.0;
    m.plate_count = 1;
    m.plates[0] = (waft_plate){.normal = {0.0, 1.0, 0.0}, .area = 2.0, .added_mass = body_pi};
    (void)wafti_body_model_finish(&m);
    return m;
}

static inline wafti_body_lane body_card_start(void) {
    wafti_body_lane lane = body_at_rest();
    lane.velocity[1] = 0.01;
    lane.rotation[2] = sin(0.25);
    lane.rotation[3] = cos(0.25);
    return lane;
}

/// Angle about z, within pi of `near`.
static inline double body_card_angle(const wafti_body_lane* lane, double near) {
    const double angle = 2.0 * atan2(lane->rotation[2], lane->rotation[3]);
    return angle + 2.0 * body_pi * round((near - angle) / (2.0 * body_pi));
}

/// card-in-plane: u, v, theta, omega, x, y at `time`, and the greatest of what leaves the plane.
static inline void body_card_in_plane(double istar, double time, double out[7]) {
    const wafti_body_model m = body_card(istar);
    wafti_body_lane lane = body_card_start();
    double angle = 0.5;
    const double dt = 0.0125;
    const int steps = (int)lround(time / dt);
    for (int i = 0; i < steps; ++i) {
        (void)body_run(&m, dt, 1, 0, &lane);
        angle = body_card_angle(&lane, angle);
    }
    const double found[7] = {lane.velocity[0], lane.velocity[1], angle, lane.spin[2],
        lane.position[0], lane.position[1],
        fmax(fmax(fabs(lane.velocity[2]), fabs(lane.spin[0])), fabs(lane.position[2]))};
    memcpy(out, found, sizeof(found));
}

/// The disc of docs/spec/bodies.md#disc-in-space.
static inline wafti_body_model body_disc(void) {
    const double r = 0.01;
    const double t = 0.001;
    const double volume = body_pi * r * r * t;
    const double mass = 2700.0 * volume;
    const double flat = mass * (3.0 * r * r + t * t) / 12.0;
    const double inertia[3] = {flat, 0.5 * mass * r * r, flat};
    const double moment = 16.0 / 45.0 * pow(r, 5.0);
    const double along = 8.0 / 3.0 * pow(r, 3.0);
    const double added[6] = {0.0, along, 0.0, moment, 0.0, moment};
    const wafti_fluid water = {998.0, 1.002e-3 / 998.0};
    wafti_body_model m = body_plain(mass, volume, inertia, added, water);
    m.longest = 2.0 * r;
    m.loads = WAFT_LOADS_PLATE;
    m.normal[1] = 1.0;
    m.area = body_pi * r * r;
    m.radius = r;
    m.scale = r;
    m.damped[0] = m.damped[8] = moment;
    m.rate = sqrt((2700.0 / 998.0 - 1.0) * 9.81 * 0.5 * t) / (m.area / (4.0 * r));
    m.plate_count = 1;
    m.plates[0] = (waft_plate){.normal = {0.0, 1.0, 0.0}, .area = m.area, .added_mass = along};
    (void)wafti_body_model_finish(&m);
    return m;
}

/// Where that disc starts: 0.3 about z, then `turned` about the body's y, the spin turned with it.
static inline wafti_body_lane body_disc_in_space_start(double turned) {
    wafti_body_lane lane = body_at_rest();
    const double a[2] = {sin(0.15), cos(0.15)};
    const double b[2] = {sin(0.5 * turned), cos(0.5 * turned)};
    const double q[4] = {-a[0] * b[0], a[1] * b[0], a[0] * b[1], a[1] * b[1]};
    memcpy(lane.rotation, q, sizeof(q));
    const double c = cos(turned);
    const double s = sin(turned);
    lane.spin[0] = 3.0 * c + 1.0 * s;
    lane.spin[1] = 2.0;
    lane.spin[2] = 3.0 * s - 1.0 * c;
    return lane;
}

/// Position, normal and spin in world axes after `time`; the body turned about its normal at first.
static inline void body_disc_in_space(double time, double turned, double out[9]) {
    const wafti_body_model m = body_disc();
    wafti_body_lane lane = body_disc_in_space_start(turned);
    (void)body_run(&m, 1e-4, (int)lround(time / 1e-4), 0, &lane);
    const double up[3] = {0.0, 1.0, 0.0};
    memcpy(out, lane.position, sizeof(lane.position));
    body_turn(lane.rotation, up, false, out + 3);
    body_turn(lane.rotation, lane.spin, false, out + 6);
}

/// Derivatives of the rates of (u, v, omega, theta) of a card that falls at `speed` and `attitude`.
static inline void body_card_jacobian(
    double istar, double attitude, double speed, double out_jacobian[4][4]) {
    const wafti_body_model m = body_card(istar);
    for (int column = 0; column < 4; ++column) {
        double rate[2][6];
        for (int side = 0; side < 2; ++side) {
            const double h = side == 0 ? -1e-5 : 1e-5;
            const double angle = attitude + (column == 3 ? h : 0.0);
            const double down[3] = {-sin(angle) / istar, -cos(angle) / istar, 0.0};
            const double v[3] = {-speed * sin(attitude) + (column == 0 ? h : 0.0),
                -speed * cos(attitude) + (column == 1 ? h : 0.0), 0.0};
            const double w[3] = {0.0, 0.0, column == 2 ? h : 0.0};
            wafti_body_accelerate(&m, down, v, w, rate[side]);
        }
        out_jacobian[0][column] = (rate[1][0] - rate[0][0]) / 2e-5;
        out_jacobian[1][column] = (rate[1][1] - rate[0][1]) / 2e-5;
        out_jacobian[2][column] = (rate[1][5] - rate[0][5]) / 2e-5;
        out_jacobian[3][column] = column == 2 ? 1.0 : 0.0;
    }
}

/// Characteristic polynomial c0 + c1 l + ... + l^4 by Faddeev and Le Verrier.
static inline void body_characteristic(double matrix[4][4], double out_c[5]) {
    double power[4][4] = {{0}};
    out_c[4] = 1.0;
    for (int k = 1; k <= 4; ++k) {
        double next[4][4];
        double trace = 0.0;
        for (int i = 0; i < 4; ++i) {
            power[i][i] += out_c[5 - k];
        }
        for (int i = 0; i < 16; ++i) {
            next[i / 4][i % 4] = 0.0;
            for (int n = 0; n < 4; ++n) {
                next[i / 4][i % 4] += matrix[i / 4][n] * power[n][i % 4];
            }
        }
        memcpy(power, next, sizeof(power));
        for (int i = 0; i < 4; ++i) {
            trace += power[i][i];
        }
        out_c[4 - k] = -trace / (double)k;
    }
}

/// card-falls: p(lambda) / p'(lambda) of the card falling at `speed` with attitude 0 (broadside) or pi/2
/// (edge on), p the characteristic polynomial of (u, v, omega, theta): how far the eigenvalue is off.
static inline double body_card_falls(
    double istar, double attitude, double speed, const double value[2]) {
    double jacobian[4][4];
    double c[5];
    body_card_jacobian(istar, attitude, speed, jacobian);
    body_characteristic(jacobian, c);
    // Horner's rule in complex numbers for p and p'.
    double p[2] = {1.0, 0.0};
    double d[2] = {0.0, 0.0};
    for (int k = 3; k >= 0; --k) {
        const double slope[2] = {
            d[0] * value[0] - d[1] * value[1] + p[0], d[0] * value[1] + d[1] * value[0] + p[1]};
        const double value_of[2] = {
            p[0] * value[0] - p[1] * value[1] + c[k], p[0] * value[1] + p[1] * value[0]};
        memcpy(d, slope, sizeof(d));
        memcpy(p, value_of, sizeof(p));
    }
    return hypot(p[0], p[1]) / hypot(d[0], d[1]);
}

/// card-regimes: what a card does after its start is forgotten.
typedef struct body_card_course {
    double turns;  ///< net, of the second half
    double period; ///< after which its motion repeats; 0: it does not
    double velocity[2];
    double range; ///< of theta within a period
} body_card_course;

static inline double body_card_distance(const wafti_body_lane* a, const wafti_body_lane* b) {
    double sum = 0.0;
    for (int i = 0; i < 2; ++i) {
        sum += pow(a->velocity[i] - b->velocity[i], 2.0);
    }
    const double angle = body_card_angle(a, 0.0) - body_card_angle(b, 0.0);
    return sqrt(sum + pow(a->spin[2] - b->spin[2], 2.0) + 2.0 - 2.0 * cos(angle));
}

/// Slow: 2 * `time` in units of a / U at dt 0.0125.
static inline body_card_course body_card_regimes(double istar, double time) {
    const wafti_body_model m = body_card(istar);
    wafti_body_lane lane = body_card_start();
    double angle = 0.5;
    const double dt = 0.0125;
    const int half = (int)(time / dt);
    body_card_course out = {0};
    for (int i = 0; i < half; ++i) {
        (void)body_run(&m, dt, 1, 0, &lane);
        angle = body_card_angle(&lane, angle);
    }
    const wafti_body_lane start = lane;
    const double start_angle = angle;
    double low = angle;
    double high = angle;
    double before = 1e9;
    double last = 1e9;
    bool away = false;
    for (int i = 1; i <= half; ++i) {
        const wafti_body_lane at = lane;
        (void)body_run(&m, dt, 1, 0, &lane);
        angle = body_card_angle(&lane, angle);
        const double distance = body_card_distance(&lane, &start);
        away = away || distance > 0.5;
        if (out.period == 0.0 && away && last < 0.05 && last < before && last <= distance) {
            // The least distance by a parabola through three squares.
            const double a = before * before;
            const double b = last * last;
            const double c = distance * distance;
            const double shift = 0.5 * (a - c) / (a - 2.0 * b + c);
            out.period = dt * ((double)(i - 1) + shift);
            for (int n = 0; n < 2; ++n) {
                const double way = at.position[n] + shift * (lane.position[n] - at.position[n]);
                out.velocity[n] = (way - start.position[n]) / out.period;
            }
            out.range = high - low;
        }
        before = last;
        last = distance;
        low = fmin(low, angle);
        high = fmax(high, angle);
    }
    out.turns = (angle - start_angle) / (2.0 * body_pi);
    return out;
}

/// card-regimes, slow: largest Lyapunov exponent of the card, by a neighbour that is put back to a
/// distance of 1e-6 after every unit of time.
static inline double body_card_regimes_exponent(double istar, int units) {
    const wafti_body_model m = body_card(istar);
    wafti_body_lane lane = body_card_start();
    (void)body_run(&m, 0.0125, 8000, 0, &lane);
    double offset[4] = {1e-6, 0.0, 0.0, 0.0};
    double sum = 0.0;
    for (int i = 0; i < units; ++i) {
        wafti_body_lane other = lane;
        const double angle = body_card_angle(&lane, 0.0) + offset[3];
        other.velocity[0] += offset[0];
        other.velocity[1] += offset[1];
        other.spin[2] += offset[2];
        other.rotation[2] = sin(0.5 * angle);
        other.rotation[3] = cos(0.5 * angle);
        (void)body_run(&m, 0.0125, 80, 0, &lane);
        (void)body_run(&m, 0.0125, 80, 0, &other);
        const double here = body_card_angle(&lane, 0.0);
        offset[0] = other.velocity[0] - lane.velocity[0];
        offset[1] = other.velocity[1] - lane.velocity[1];
        offset[2] = other.spin[2] - lane.spin[2];
        offset[3] = body_card_angle(&other, here) - here;
        double size = 0.0;
        for (int n = 0; n < 4; ++n) {
            size += offset[n] * offset[n];
        }
        size = sqrt(size);
        sum += log(size / 1e-6);
        for (int n = 0; n < 4; ++n) {
            offset[n] *= 1e-6 / size;
        }
    }
    return sum / (double)units;
}

#endif // WAFT_BODY_FIXTURE_H
