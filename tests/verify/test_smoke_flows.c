// SPDX-License-Identifier: MIT
// Textbook flows: Taylor-Green vortices, a rotating blob, flows across periodic sides, the
// lid-driven cavity and the Karman street. The rows are described in
// docs/spec/smoke.md#verification.
#include <math.h>
#include <stdio.h>

#include "grid/advect.h"
#include "grid/viscosity.h"
#include "grid_fixture.h"
#include "smoke_fixture.h"
#include "verify.h"

static const double pi = 3.14159265358979323846;

// u = sin x cos y, v = -cos x sin y in the moving frame; still where drift and time are 0.
typedef struct vortices {
    double drift[2], time, decay;
} vortices;

static double vortex_u(const double p[3], void* user) {
    const vortices* flow = user;
    const double x = p[0] - flow->drift[0] * flow->time;
    const double y = p[1] - flow->drift[1] * flow->time;
    return flow->decay * sin(x) * cos(y) + flow->drift[0];
}

static double vortex_v(const double p[3], void* user) {
    const vortices* flow = user;
    const double x = p[0] - flow->drift[0] * flow->time;
    const double y = p[1] - flow->drift[1] * flow->time;
    return -flow->decay * cos(x) * sin(y) + flow->drift[1];
}

static void start_vortices(smoke_fixture* f, vortices* flow) {
    smoke_fixture_set(f, WAFT_SMOKE_VELOCITY_X, 0, vortex_u, flow);
    smoke_fixture_set(f, WAFT_SMOKE_VELOCITY_Y, 1, vortex_v, flow);
}

static double vortex_error(const smoke_fixture* f, vortices* flow) {
    const double u = smoke_fixture_rms(f, WAFT_SMOKE_VELOCITY_X, 0, vortex_u, flow);
    const double v = smoke_fixture_rms(f, WAFT_SMOKE_VELOCITY_Y, 1, vortex_v, flow);
    return sqrt(0.5 * (u * u + v * v));
}

// taylor-green-viscous: viscosity and projection alone.

static double decay_error(int32_t n) {
    const double h = pi / n;
    const double nu = 0.1;
    const int steps = (int)ceil(1.0 / (h * h));
    const double dt = 1.0 / steps;
    const wafti_domain_def def = {
        .cells = {n, n, 1}, .h = h, .fractions = true, .solid_capacity = 1};
    grid_fixture* f = grid_fixture_open(&def, 2);
    grid_fixture_build(f, WAFTI_POISSON_MULTIGRID);
    const wafti_mac* grid = &f->domain.grid;
    for (int32_t j = 0; j <= n; ++j) {
        for (int32_t i = 0; i <= n; ++i) {
            const ptrdiff_t at = wafti_mac_index(grid, i, j, 0);
            f->velocity[0][at] = (float)(sin(h * i) * cos(h * (j + 0.5)));
            f->velocity[1][at] = (float)(-cos(h * (i + 0.5)) * sin(h * j));
        }
    }
    wafti_viscosity viscosity = {
        .domain = &f->domain, .context = &f->context, .nu = nu, .theta = 1.0};
    for (int i = 0; i < 9; ++i) {
        viscosity.scratch[i] = i < 3 ? f->cells[i] : NULL;
    }
    const wafti_poisson_request request = {
        .velocity = {f->velocity[0], f->velocity[1], f->velocity[2]},
        .phi = f->phi,
        .tolerance = 1e-6,
        .most_iterations = 100,
        .speed = 1.0,
    };
    bool fine = true;
    for (int step = 0; step < steps; ++step) {
        wafti_viscosity_report viscous;
        wafti_poisson_report report;
        wafti_domain_set_faces(&f->domain, &f->context, f->velocity);
        wafti_halo_faces_by_blocks(&f->domain, &f->context, f->velocity);
        wafti_viscosity_apply(&viscosity, dt, f->velocity, &viscous);
        wafti_domain_set_faces(&f->domain, &f->context, f->velocity);
        wafti_poisson_project(f->poisson, &request, &report);
        fine = fine && viscous.converged && report.converged;
    }
    double sum = 0.0;
    double count = 0.0;
    for (int32_t j = 0; j < n; ++j) {
        for (int32_t i = 1; i < n; ++i) {
            const double exact = exp(-2.0 * nu) * sin(h * i) * cos(h * (j + 0.5));
            const double error = (double)f->velocity[0][wafti_mac_index(grid, i, j, 0)] - exact;
            sum += error * error;
            count += 1.0;
        }
    }
    grid_fixture_close(f);
    return fine ? sqrt(sum / count) : INFINITY;
}

static int verify_decay(void) {
    verify_table table = verify_open("taylor-green-viscous");
    const double coarse = decay_error(16);
    const double middle = decay_error(32);
    const double fine = decay_error(64);
    (void)verify_least(&table, "viscous decay: order N 16 to 32", 1.9, log2(coarse / middle));
    (void)verify_least(&table, "viscous decay: order N 32 to 64", 1.9, log2(middle / fine));
    (void)verify_most(&table, "viscous decay: rms error N 64", 4.5e-5, fine);
    return verify_close(&table);
}

// taylor-green-split and taylor-green-reflect: inviscid vortices stay as they are.

typedef struct vortex_result {
    double loss;  ///< effective viscosity, m2/s
    double error; ///< rms, m/s
} vortex_result;

static vortex_result still_vortices(
    int32_t n, waft_smoke_advection advection, waft_smoke_scheme scheme) {
    waft_smoke_def def = smoke_fixture_def(n, n, 1, pi / n);
    def.advection = advection;
    def.scheme = scheme;
    def.pressure.tolerance = 1e-7f;
    const int steps = (int)ceil(2.0 * n / pi);
    smoke_fixture f = smoke_fixture_open(&def, 1.0 / steps, 0.0f, 2);
    vortices flow = {.decay = 1.0};
    start_vortices(&f, &flow);
    const double before = smoke_fixture_energy(&f);
    smoke_fixture_steps(&f, steps);
    const vortex_result result = {
        .loss = -0.25 * log(smoke_fixture_energy(&f) / before), .error = vortex_error(&f, &flow)};
    smoke_fixture_close(&f);
    return result;
}

static int verify_split(void) {
    verify_table table = verify_open("taylor-green-split");
    const waft_smoke_scheme split = WAFT_SCHEME_SPLIT;
    const double coarse = still_vortices(64, WAFT_ADVECTION_MACCORMACK, split).loss;
    const double fine = still_vortices(128, WAFT_ADVECTION_MACCORMACK, split).loss;
    const double soft = still_vortices(64, WAFT_ADVECTION_SEMILAGRANGIAN, split).loss;
    (void)verify_most(&table, "split: effective viscosity N 64 (m2/s)", 3.3e-3, coarse);
    (void)verify_near(&table, "split: N 128 over N 64", 0.5, fine / coarse, 0.075);
    (void)verify_least(&table, "split: semi-Lagrangian over MacCormack", 2.5, soft / coarse);
    return verify_close(&table);
}

static int verify_reflect(void) {
    verify_table table = verify_open("taylor-green-reflect");
    const waft_smoke_scheme reflect = WAFT_SCHEME_REFLECT;
    const double coarse = still_vortices(32, WAFT_ADVECTION_MACCORMACK, reflect).error;
    const double middle = still_vortices(64, WAFT_ADVECTION_MACCORMACK, reflect).error;
    const double fine = still_vortices(128, WAFT_ADVECTION_MACCORMACK, reflect).error;
    (void)verify_most(&table, "reflect: rms error N 64 (m/s)", 1e-4, middle);
    (void)verify_least(&table, "reflect: order N 32 to 128", 1.8, 0.5 * log2(coarse / fine));
    return verify_close(&table);
}

// rotating-blob: one turn of a Gaussian blob in a flow that rotates like a solid.

typedef struct blob_result {
    double peak, drift, low, high;
} blob_result;

static blob_result turn_blob(bool maccormack) {
    enum { N = 128, STEPS = 403 };
    const wafti_domain_def def = {
        .cells = {N, N, 1}, .h = 1.0 / N, .fractions = true, .solid_capacity = 1};
    grid_fixture* f = grid_fixture_open(&def, 2);
    grid_fixture_build(f, WAFTI_POISSON_MULTIGRID);
    const wafti_mac* grid = &f->domain.grid;
    // Beyond its own circle the flow must not leave the box, but it need not be calm there: traces are
    // cut at walls, and the blob stays away.
    for (int32_t j = -2; j < N + 2; ++j) {
        for (int32_t i = -2; i < N + 2; ++i) {
            const ptrdiff_t at = wafti_mac_index(grid, i, j, 0);
            f->velocity[0][at] = (float)(-2.0 * pi * ((j + 0.5) / N - 0.5));
            f->velocity[1][at] = (float)(2.0 * pi * ((i + 0.5) / N - 0.5));
            const double dx = (i + 0.5) / N - 0.75;
            const double dy = (j + 0.5) / N - 0.5;
            f->cells[3][at] = (float)exp(-0.5 * (dx * dx + dy * dy) / (0.06 * 0.06));
        }
    }
    const wafti_advect advect = {
        .domain = &f->domain,
        .context = &f->context,
        .carrier = {f->velocity[0], f->velocity[1], f->velocity[2]},
        .dt = (float)(1.0 / STEPS),
        .maccormack = maccormack,
        .midpoint = !maccormack,
        .scratch = {f->cells[0], f->cells[1], f->cells[2]},
    };
    const float outside[6] = {0};
    blob_result result = {0};
    double before = 0.0;
    for (int step = 0; step <= STEPS; ++step) {
        double sum = 0.0;
        double peak = 0.0;
        for (int32_t j = 0; j < N; ++j) {
            for (int32_t i = 0; i < N; ++i) {
                const double q = (double)f->cells[3][wafti_mac_index(grid, i, j, 0)];
                sum += q;
                peak = fmax(peak, q);
                result.low = fmin(result.low, q);
                result.high = fmax(result.high, q);
            }
        }
        before = step == 0 ? sum : before;
        result.peak = peak;
        result.drift = fabs(sum / before - 1.0);
        if (step < STEPS) {
            wafti_advect_cells(&advect, outside, f->cells[3]);
        }
    }
    grid_fixture_close(f);
    return result;
}

static int verify_blob(void) {
    verify_table table = verify_open("rotating-blob");
    const blob_result sharp = turn_blob(true);
    const blob_result soft = turn_blob(false);
    (void)verify_least(&table, "blob: peak, MacCormack", 0.95, sharp.peak);
    (void)verify_near(&table, "blob: peak, semi-Lagrangian rk2", 0.44, soft.peak, 0.03);
    (void)verify_most(&table, "blob: drift of the sum, MacCormack", 2e-3, sharp.drift);
    (void)verify_least(&table, "blob: least value", 0.0, fmin(sharp.low, soft.low));
    (void)verify_most(&table, "blob: greatest value", 1.0, fmax(sharp.high, soft.high));
    return verify_close(&table);
}

// periodic-drift: vortices in a box without ends, still and drifting.

typedef struct seam {
    double shift;
} seam;

static double shifted_u(const double p[3], void* user) {
    const seam* s = user;
    return sin(p[0] - s->shift) * cos(p[1]) + 1.0;
}

static double shifted_v(const double p[3], void* user) {
    const seam* s = user;
    return -cos(p[0] - s->shift) * sin(p[1]) + 1.0;
}

static waft_smoke_def periodic_def(int32_t n) {
    waft_smoke_def def = smoke_fixture_def(n, n, 1, 2.0 * pi / n);
    for (int side = 0; side < 4; ++side) {
        def.sides[side].kind = WAFT_SIDE_PERIODIC;
    }
    def.pressure.tolerance = 1e-7f;
    return def;
}

static double drift_error(double drift) {
    const waft_smoke_def def = periodic_def(64);
    smoke_fixture f = smoke_fixture_open(&def, 1.0 / 64, 0.0f, 2);
    vortices flow = {.drift = {drift, drift}, .decay = 1.0};
    start_vortices(&f, &flow);
    smoke_fixture_steps(&f, 64);
    flow.time = 1.0;
    const double error = vortex_error(&f, &flow);
    smoke_fixture_close(&f);
    return error;
}

static double seam_difference(void) {
    enum { N = 64, CELLS = 23 };
    const waft_smoke_def def = periodic_def(N);
    smoke_fixture fixtures[2];
    for (int which = 0; which < 2; ++which) {
        fixtures[which] = smoke_fixture_open(&def, 1.0 / 64, 0.0f, 2);
        seam start = {.shift = which * CELLS * 2.0 * pi / N};
        smoke_fixture_set(&fixtures[which], WAFT_SMOKE_VELOCITY_X, 0, shifted_u, &start);
        smoke_fixture_set(&fixtures[which], WAFT_SMOKE_VELOCITY_Y, 1, shifted_v, &start);
        smoke_fixture_steps(&fixtures[which], 20);
    }
    double greatest = 0.0;
    for (int axis = 0; axis < 2; ++axis) {
        const waft_field a = waft_smoke_field(fixtures[0].smoke, WAFT_SMOKE_VELOCITY_X + axis);
        const waft_field b = waft_smoke_field(fixtures[1].smoke, WAFT_SMOKE_VELOCITY_X + axis);
        for (int32_t j = 0; j < N; ++j) {
            for (int32_t i = 0; i < N; ++i) {
                const double difference = (double)waft_field_at(&a, i, j, 0) -
                                          (double)waft_field_at(&b, (i + CELLS) % N, j, 0);
                greatest = fmax(greatest, fabs(difference));
            }
        }
    }
    smoke_fixture_close(&fixtures[0]);
    smoke_fixture_close(&fixtures[1]);
    return greatest;
}

static int verify_periodic(void) {
    verify_table table = verify_open("periodic-drift");
    verify_told(&table, "periodic: rms error at t = 1 (m/s)", drift_error(0.0));
    verify_told(&table, "periodic, moving: rms error at t = 1 (m/s)", drift_error(1.0));
    (void)verify_most(&table, "periodic: shifted across the seam (m/s)", 1e-5, seam_difference());
    return verify_close(&table);
}

// cavity-re-100 and cavity-re-1000: Ghia, Ghia & Shin 1982.

enum { GHIA_POINTS = 15 };
static const double ghia_y[GHIA_POINTS] = {0.9766, 0.9688, 0.9609, 0.9531, 0.8516, 0.7344, 0.6172,
    0.5000, 0.4531, 0.2813, 0.1719, 0.1016, 0.0703, 0.0625, 0.0547};
static const double ghia_x[GHIA_POINTS] = {0.9688, 0.9609, 0.9531, 0.9453, 0.9063, 0.8594, 0.8047,
    0.5000, 0.2344, 0.2266, 0.1563, 0.0938, 0.0781, 0.0703, 0.0625};

typedef struct ghia {
    double re, u[GHIA_POINTS], v[GHIA_POINTS];
} ghia;

static const ghia ghia_100 = {100.0,
    {0.84123, 0.78871, 0.73722, 0.68717, 0.23151, 0.00332, -0.13641, -0.20581, -0.21090, -0.15662,
        -0.10150, -0.06434, -0.04775, -0.04192, -0.03717},
    {-0.05906, -0.07391, -0.08864, -0.10313, -0.16914, -0.22445, -0.24533, 0.05454, 0.17527,
        0.17507, 0.16077, 0.12317, 0.10890, 0.10091, 0.09233}};
static const ghia ghia_1000 = {1000.0,
    {0.65928, 0.57492, 0.51117, 0.46604, 0.33304, 0.18719, 0.05702, -0.06080, -0.10648, -0.27805,
        -0.38289, -0.29730, -0.22220, -0.20196, -0.18109},
    {-0.21388, -0.27669, -0.33714, -0.39188, -0.51550, -0.42665, -0.31966, 0.02526, 0.32235,
        0.33075, 0.37095, 0.32627, 0.30353, 0.29012, 0.27485}};

/// A field of a unit box at a point, linear between samples and, next to a wall, between the sample
/// and the wall's value.
static double at_point(const waft_field* field, double x, double y) {
    const double u = (x - (double)field->origin.x) / (double)field->spacing.x;
    const double v = (y - (double)field->origin.y) / (double)field->spacing.y;
    const int32_t i = (int32_t)fmin(fmax(floor(u), 0.0), field->size[0] - 2);
    const int32_t j = (int32_t)fmin(fmax(floor(v), 0.0), field->size[1] - 2);
    const double a = u - i;
    const double b = v - j;
    return (1 - b) * ((1 - a) * (double)waft_field_at(field, i, j, 0) +
                         a * (double)waft_field_at(field, i + 1, j, 0)) +
           b * ((1 - a) * (double)waft_field_at(field, i, j + 1, 0) +
                   a * (double)waft_field_at(field, i + 1, j + 1, 0));
}

static double cavity_error(
    const ghia* reference, int32_t n, double time, waft_smoke_advection advection) {
    waft_smoke_def def = smoke_fixture_def(n, n, 1, 1.0 / n);
    def.advection = advection;
    def.viscosity = (float)(1.0 / reference->re);
    for (int side = 0; side < 4; ++side) {
        def.sides[side].no_slip = true;
    }
    def.sides[WAFT_SIDE_TOP].velocity.x = 1.0f;
    def.pressure.tolerance = 1e-5f;
    smoke_fixture f = smoke_fixture_open(&def, 1.0 / n, 0.0f, 2);
    smoke_fixture_steps(&f, (int)lround(time * n));
    const waft_field u = waft_smoke_field(f.smoke, WAFT_SMOKE_VELOCITY_X);
    const waft_field v = waft_smoke_field(f.smoke, WAFT_SMOKE_VELOCITY_Y);
    double greatest = 0.0;
    for (int i = 0; i < GHIA_POINTS; ++i) {
        greatest = fmax(greatest, fabs(at_point(&u, 0.5, ghia_y[i]) - reference->u[i]));
        greatest = fmax(greatest, fabs(at_point(&v, ghia_x[i], 0.5) - reference->v[i]));
    }
    smoke_fixture_close(&f);
    return greatest;
}

static int verify_cavity(void) {
    verify_table table = verify_open("cavity-re-100");
    const waft_smoke_advection sharp = WAFT_ADVECTION_MACCORMACK;
    (void)verify_most(&table, "cavity Re 100, 64^2: greatest error", 0.012,
        cavity_error(&ghia_100, 64, 20.0, sharp));
    if (verify_slow()) {
        (void)verify_most(&table, "cavity Re 100, 128^2: greatest error", 0.01,
            cavity_error(&ghia_100, 128, 20.0, sharp));
        table.row = "cavity-re-1000";
        (void)verify_most(&table, "cavity Re 1000, 128^2: greatest error", 0.03,
            cavity_error(&ghia_1000, 128, 60.0, sharp));
        (void)verify_least(&table, "cavity Re 1000, semi-Lagrangian fails", 0.03,
            cavity_error(&ghia_1000, 128, 60.0, WAFT_ADVECTION_SEMILAGRANGIAN));
    }
    return verify_close(&table);
}

// karman-street: vortices shed by a cylinder at Reynolds number 150.

static double kick(const double p[3], void* user) {
    (void)user;
    // Something has to break the symmetry; it is gone long before the count begins.
    const double dx = p[0] - 9.0;
    const double dy = p[1] - 14.0;
    return 0.2 * exp(-(dx * dx + dy * dy));
}

static double one(const double p[3], void* user) {
    (void)p;
    (void)user;
    return 1.0;
}

/// Shedding frequency of a cylinder of diameter 1 in a stream of speed 1.
static double strouhal(int32_t per_diameter) {
    const int32_t n = 28 * per_diameter;
    const double h = 1.0 / per_diameter;
    waft_smoke_def def = smoke_fixture_def(n, n, 1, h);
    def.sides[WAFT_SIDE_LEFT].kind = WAFT_SIDE_INFLOW;
    def.sides[WAFT_SIDE_LEFT].speed = 1.0f;
    def.sides[WAFT_SIDE_RIGHT].kind = WAFT_SIDE_OPEN;
    def.viscosity = 1.0f / 150.0f;
    // CFL 1 is meant by the speed of the stream: steps of h / U. Sub-steps that keep the fastest gas,
    // beside the cylinder, below one cell give 0.1892.
    def.cfl = 2.0f;
    smoke_fixture f = smoke_fixture_open(&def, h, 0.0f, 2);
    waft_solid_def cylinder = waft_solid_def_default();
    cylinder.shape.kind = WAFT_SHAPE_SPHERE;
    cylinder.shape.radius = 0.5f;
    cylinder.pose.position = waft_vec3_make(7.0f, 14.0f, (float)(0.5 * h));
    cylinder.no_slip = true;
    waft_solid_id id;
    smoke_fixture_need(&f, waft_world_add_solid(f.world, &cylinder, &id));
    smoke_fixture_set(&f, WAFT_SMOKE_VELOCITY_X, 0, one, NULL);
    smoke_fixture_set(&f, WAFT_SMOKE_VELOCITY_Y, 1, kick, NULL);
    double first = 0.0;
    double last = 0.0;
    int crossings = 0;
    double before = 0.0;
    for (int step = 1; step <= 120 * per_diameter; ++step) {
        smoke_fixture_steps(&f, 1);
        const double time = step * h;
        const double v = (double)waft_smoke_sample_velocity(
            f.smoke, waft_vec3_make(9.0f, 14.0f, (float)(0.5 * h)))
                             .y;
        if (time > 60.0 && before < 0.0 && v >= 0.0) {
            last = time - h * v / (v - before);
            first = crossings == 0 ? last : first;
            ++crossings;
        }
        before = v;
    }
    smoke_fixture_close(&f);
    return crossings > 1 ? (crossings - 1) / (last - first) : 0.0;
}

static int verify_street(void) {
    if (!verify_slow()) {
        return 0;
    }
    verify_table table = verify_open("karman-street");
    (void)verify_near(
        &table, "Karman street Re 150: Strouhal number", 0.1834, strouhal(16), 0.03 * 0.1834);
    return verify_close(&table);
}

int main(void) {
    const int failures = verify_decay() + verify_split() + verify_reflect() + verify_blob() +
                         verify_periodic() + verify_cavity() + verify_street();
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
