// SPDX-License-Identifier: MIT
// The method implicit in double (docs/spec/water.md#verification): lakes stay at rest (still-lake),
// a load presses a dip of its own height (pressed-dip), waves have the exact response of the scheme
// (implicit-modes), theta = 1/2 keeps energy (centered-energy), backward Euler never grows
// (backward-stable), and water runs downhill into level basins (spring-on-ridge).
#include "oracle/double.h"

#include "verify/implicit_fixture.h"

static const double gravity = 9.81;

static double at_cell(const shallow_fixture* f, int32_t i, int32_t j) {
    return (double)f->s.level[wafti_basin_index(&f->s.basin, i, j)];
}

// Sum of depths with the rounding of each addition carried on (Kahan), m: a running sum of a thousand
// equal numbers would miss the tolerance by itself.
static double exact_depth(const shallow_fixture* f) {
    double sum = 0.0;
    double carried = 0.0;
    for (int32_t j = 0; j < f->s.basin.nz; ++j) {
        for (int32_t i = 0; i < f->s.basin.nx; ++i) {
            const ptrdiff_t at = wafti_basin_index(&f->s.basin, i, j);
            const double term = wafti_shallow_depth(&f->s, at) - carried;
            const double next = sum + term;
            carried = (next - sum) - term;
            sum = next;
        }
    }
    return sum;
}

// pressed-dip: a load on 4 x 4 of 32 x 32 cells presses the surface down by its own height.
static int verify_load(void) {
    verify_table table = verify_open("pressed-dip");
    shallow_case c = {.method = &wafti_implicit_method,
        .nx = 32,
        .nz = 32,
        .dx = 1.0,
        .dz = 1.0,
        .flat = -1.0,
        .def = shallow_plain()};
    c.def.damping_time = 15.0f;
    shallow_fixture f;
    shallow_open(&f, &c);
    f.s.loaded = true;
    for (int32_t j = 14; j < 18; ++j) {
        for (int32_t i = 14; i < 18; ++i) {
            f.s.load[wafti_basin_index(&f.s.basin, i, j)] = 0.1;
        }
    }
    const double before = exact_depth(&f);
    for (int n = 0; n < 6000; ++n) {
        (void)shallow_step(&f, 0.15);
    }
    const double around = 0.1 * 16.0 / 1024.0;
    double worst = 0.0;
    double fastest = 0.0;
    for (int32_t j = 0; j < 32; ++j) {
        for (int32_t i = 0; i < 32; ++i) {
            const bool under = i >= 14 && i < 18 && j >= 14 && j < 18;
            const double want = under ? around - 0.1 : around;
            worst = fmax(worst, fabs(at_cell(&f, i, j) - want));
            double velocity[2];
            f.s.method->velocity(&f.s, i, j, velocity);
            fastest = fmax(fastest, fmax(fabs(velocity[0]), fabs(velocity[1])));
        }
    }
    (void)verify_near(
        &table, "implicit: dip (m)", 0.1, at_cell(&f, 0, 0) - at_cell(&f, 15, 15), 1e-6);
    (void)verify_near(&table, "implicit: worst level (m)", 0.0, worst, 1e-6);
    (void)verify_near(&table, "implicit: fastest flow left (m/s)", 0.0, fastest, 1e-6);
    (void)verify_near(&table, "implicit: volume / start", 1.0, exact_depth(&f) / before, 1e-14);
    shallow_close(&f);
    return verify_close(&table);
}

// implicit-modes: a mode so low that depths do not feel it.
typedef struct mode_case {
    const char* name;
    double dx, dz, dt;
    double waves_x, waves_z; // wave lengths in the domain
    int32_t nz;
    float damping_time;
    waft_implicit_scheme scheme;
    bool ring;
} mode_case;

static const mode_case* mode;

static double mode_level(double x, double z) {
    const double kx = 2.0 * implicit_pi * mode->waves_x / (32.0 * mode->dx);
    const double kz = 2.0 * implicit_pi * mode->waves_z / (mode->nz * mode->dz);
    return 1e-14 * cos(kx * x) * cos(kz * z);
}

static double mode_pull(double cells, double waves, double d) {
    const double sine = sin(implicit_pi * waves / cells);
    return 4.0 * gravity * mode->dt * mode->dt / (d * d) * sine * sine;
}

// Worst error over all steps and cells of the amplitude, relative to the start.
static double mode_error(const mode_case* m) {
    mode = m;
    shallow_case c = {.method = &wafti_implicit_method,
        .nx = 32,
        .nz = m->nz,
        .dx = m->dx,
        .dz = m->dz,
        .level = mode_level,
        .flat = -1.0,
        .def = shallow_plain()};
    c.def.damping_time = m->damping_time;
    c.def.scheme = m->scheme;
    for (int side = 0; side < 4; ++side) {
        c.edges[side].kind = m->ring ? WAFT_EDGE_PERIODIC : WAFT_EDGE_WALL;
    }
    shallow_fixture f;
    shallow_open(&f, &c);
    const double x = mode_pull(32.0, m->waves_x, m->dx);
    const double z = m->nz > 1 ? mode_pull(m->nz, m->waves_z, m->dz) : 0.0;
    const bool centered = m->scheme == WAFT_IMPLICIT_CENTERED;
    const double mu = centered ? x + z : x + z + x * z;
    const double tau = m->damping_time > 0.0f ? 1.0 - exp(-m->dt / (double)m->damping_time) : 0.0;
    double before = 1.0;
    double now = 1.0;
    double rise = 0.0;
    double worst = 0.0;
    for (int n = 0; n < 60; ++n) {
        if (centered) {
            const double gain = -mu * (now + rise / 2.0) / (1.0 + mu / 4.0);
            now += rise + gain / 2.0;
            rise += gain;
        } else {
            const double next = ((2.0 - tau) * now - (1.0 - tau) * before) / (1.0 + mu);
            before = now;
            now = next;
        }
        (void)shallow_step(&f, m->dt);
        for (int32_t j = 0; j < m->nz; ++j) {
            for (int32_t i = 0; i < 32; ++i) {
                const double shape = mode_level((i + 0.5) * m->dx, (j + 0.5) * m->dz);
                worst = fmax(worst, fabs(at_cell(&f, i, j) - now * shape) / 1e-14);
            }
        }
    }
    shallow_close(&f);
    return worst;
}

static int verify_modes(void) {
    verify_table table = verify_open("implicit-modes");
    const float fade = 9.94991686f; // tau = 0.01 at dt = 0.1
    const mode_case cases[] = {
        {"1-D, tau 0", 1.0, 1.0, 0.1, 4.0, 0.0, 1, 0.0f, WAFT_IMPLICIT_BACKWARD, false},
        {"1-D, tau 0.01", 1.0, 1.0, 0.1, 4.0, 0.0, 1, fade, WAFT_IMPLICIT_BACKWARD, false},
        {"1-D, tau 0, Cr 10", 1.0, 1.0, 3.2, 0.5, 0.0, 1, 0.0f, WAFT_IMPLICIT_BACKWARD, false},
        {"1-D ring, tau 0.01", 1.0, 1.0, 0.1, 5.0, 0.0, 1, fade, WAFT_IMPLICIT_BACKWARD, true},
        {"2-D, tau 0", 1.0, 1.0, 0.1, 2.0, 3.0, 24, 0.0f, WAFT_IMPLICIT_BACKWARD, false},
        {"2-D, tau 0.01, dx != dz", 0.5, 0.8, 0.1, 2.5, 1.0, 24, fade, WAFT_IMPLICIT_BACKWARD,
            false},
        {"2-D, tau 0, Cr 10", 1.0, 1.0, 3.2, 1.0, 1.0, 24, 0.0f, WAFT_IMPLICIT_BACKWARD, false},
        {"2-D ring, tau 0.01, Cr 3", 1.0, 1.0, 1.0, 3.0, 2.0, 24, fade, WAFT_IMPLICIT_BACKWARD,
            true},
        {"theta 1/2, 1-D, Cr 3", 1.0, 1.0, 1.0, 4.0, 0.0, 1, 0.0f, WAFT_IMPLICIT_CENTERED, false},
        {"theta 1/2, 1-D ring, Cr 1", 1.0, 1.0, 0.3, 4.0, 0.0, 1, 0.0f, WAFT_IMPLICIT_CENTERED,
            true},
    };
    for (size_t n = 0; n < sizeof(cases) / sizeof(cases[0]); ++n) {
        (void)verify_near(&table, cases[n].name, 0.0, mode_error(&cases[n]), 1e-12);
    }
    return verify_close(&table);
}

static double smooth_bed(double x, double z) {
    return -1.0 - 0.5 * sin(2.0 * implicit_pi * x / 64.0) * cos(2.0 * implicit_pi * z / 32.0);
}

static double smooth_level(double x, double z) {
    const double r2 = (x - 28.0) * (x - 28.0) + (z - 36.0) * (z - 36.0);
    return 1e-4 * exp(-r2 / 50.0);
}

// Of the water's motion: 1/2 rho sum (df u^2 + g level^2) S.
static double energy_of(const shallow_fixture* f) {
    double sum = 0.0;
    for (int32_t j = 0; j < f->s.basin.nz; ++j) {
        for (int32_t i = 0; i < f->s.basin.nx; ++i) {
            sum += at_cell(f, i, j) * at_cell(f, i, j);
        }
    }
    const double area = f->s.basin.dx * f->s.basin.dz;
    return f->s.method->kinetic(&f->s) + 0.5 * f->s.density * gravity * sum * area;
}

// centered-energy: theta = 1/2 keeps energy.
static int verify_energy(void) {
    verify_table table = verify_open("centered-energy");
    const double courants[] = {1.0, 3.0};
    for (int n = 0; n < 2; ++n) {
        shallow_case c = {.method = &wafti_implicit_method,
            .nx = 64,
            .nz = 64,
            .dx = 1.0,
            .dz = 1.0,
            .bed = smooth_bed,
            .level = smooth_level,
            .def = shallow_plain()};
        c.def.scheme = WAFT_IMPLICIT_CENTERED;
        shallow_fixture f;
        shallow_open(&f, &c);
        const double start = energy_of(&f);
        double worst = 0.0;
        for (int step = 0; step < 300; ++step) {
            (void)shallow_step(&f, courants[n] / sqrt(gravity * 1.5));
            worst = fmax(worst, fabs(energy_of(&f) / start - 1.0));
        }
        char name[64];
        (void)snprintf(name, sizeof(name), "Cr %g: greatest change of energy", courants[n]);
        (void)verify_near(&table, name, 0.0, worst, 1e-3);
        shallow_close(&f);
    }
    return verify_close(&table);
}

static double deep_bed(double x, double z) {
    return -0.05 - 1.95 * implicit_noise(x, z);
}

static double rough_level(double x, double z) {
    return 0.04 * (2.0 * implicit_noise(x + 200.0, z + 100.0) - 1.0);
}

// backward-stable: backward Euler at Cr 30 over a random bed.
static int verify_stable(void) {
    verify_table table = verify_open("backward-stable");
    const shallow_case c = {.method = &wafti_implicit_method,
        .nx = 64,
        .nz = 64,
        .dx = 1.0,
        .dz = 1.0,
        .bed = deep_bed,
        .level = rough_level,
        .def = shallow_plain()};
    shallow_fixture f;
    shallow_open(&f, &c);
    double highest = 0.0;
    double start = 0.0;
    for (int step = 0; step <= 2000; ++step) {
        double top = 0.0;
        for (int32_t j = 0; j < 64; ++j) {
            for (int32_t i = 0; i < 64; ++i) {
                top = fmax(top, fabs(at_cell(&f, i, j)));
            }
        }
        start = step == 0 ? top : start;
        highest = step == 0 ? 0.0 : fmax(highest, top);
        (void)shallow_step(&f, 30.0 / sqrt(gravity * 2.0));
    }
    (void)verify_most(&table, "Cr 30: greatest level / start", 1.0, highest / start);
    shallow_close(&f);
    return verify_close(&table);
}

// A ridge along z between two basins, and high ground around them.
static double ridge_bed(double x, double z) {
    const double across = cos(2.0 * implicit_pi * x / 24.0);
    return across + (x < 6.0 || x > 42.0 ? 0.5 : 0.0) + 0.1 * cos(implicit_pi * z / 12.0);
}

static double nothing(double x, double z) {
    (void)x;
    (void)z;
    return -10.0;
}

typedef struct basin_levels {
    double low, high;
} basin_levels;

static basin_levels levels_between(const shallow_fixture* f, int32_t first, int32_t end) {
    basin_levels l = {INFINITY, -INFINITY};
    for (int32_t j = 0; j < f->s.basin.nz; ++j) {
        for (int32_t i = first; i < end; ++i) {
            const ptrdiff_t at = wafti_basin_index(&f->s.basin, i, j);
            if (wafti_shallow_depth(&f->s, at) > 0.05) {
                l.low = fmin(l.low, f->s.level[at]);
                l.high = fmax(l.high, f->s.level[at]);
            }
        }
    }
    return l;
}

// spring-on-ridge: a spring on the ridge.
static int verify_spring(void) {
    verify_table table = verify_open("spring-on-ridge");
    shallow_case c = {.method = &wafti_implicit_method,
        .nx = 48,
        .nz = 24,
        .dx = 1.0,
        .dz = 1.0,
        .bed = ridge_bed,
        .level = nothing,
        .def = shallow_plain()};
    c.def.damping_time = 5.0f;
    shallow_fixture f;
    shallow_open(&f, &c);
    f.s.dry = 1e-6;
    double highest = 0.0; // level of the spring
    int uphill = 0;
    for (int n = 0; n < 6000; ++n) {
        for (int32_t i = 23; n < 600 && i < 25; ++i) {
            const ptrdiff_t at = wafti_basin_index(&f.s.basin, i, 8);
            f.s.level[at] += 0.2;
            f.s.ledger.inflow += 0.2;
            highest = fmax(highest, f.s.level[at]);
        }
        (void)shallow_step(&f, 0.1);
        for (ptrdiff_t at = 0; n % 50 == 0 && at < (ptrdiff_t)f.s.basin.size; ++at) {
            uphill += f.s.bed[at] > highest && f.s.level[at] > f.s.bed[at] ? 1 : 0;
        }
    }
    const basin_levels left = levels_between(&f, 0, 24);
    const basin_levels right = levels_between(&f, 24, 48);
    const double volume = shallow_volume(&f);
    (void)verify_near(&table, "left basin: highest - lowest (m)", 0.0, left.high - left.low, 1e-6);
    (void)verify_near(
        &table, "right basin: highest - lowest (m)", 0.0, right.high - right.low, 1e-6);
    (void)verify_near(&table, "volume / inflow", 1.0, volume / f.s.ledger.inflow, 1e-6);
    (void)verify_near(&table, "ledger / inflow", 0.0,
        (volume + f.s.ledger.lost - f.s.ledger.inflow) / f.s.ledger.inflow, 1e-12);
    (void)verify_near(&table, "wet cells above the spring", 0.0, uphill, 0.0);
    (void)verify_told(&table, "level of the left basin (m)", left.high);
    (void)verify_told(&table, "level of the spring (m)", highest);
    shallow_close(&f);
    return verify_close(&table);
}

int main(void) {
    const int failures = implicit_verify_rest("double: depths and velocities unchanged") +
                         verify_load() + verify_modes() + verify_energy() + verify_stable() +
                         verify_spring();
    (void)printf("%d failed\n", failures + atomic_load(&test_failures));
    return failures + atomic_load(&test_failures) == 0 ? 0 : 1;
}
