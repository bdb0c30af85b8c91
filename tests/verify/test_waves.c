// SPDX-License-Identifier: MIT
// The method waves against analysis (docs/spec/water.md#verification): the Airy relation
// (airy-relation), shoaling and Snell's law (shoaling-snell), phases over a slope (eikonal-phase),
// depths at which waves break (breaking-depths), surface, normals and queries of Gerstner waves
// (gerstner-surface), and the orbits of particles (airy-orbits).
#include <stdint.h>
#include <string.h>

#include "unit/water_fixture.h"
#include "verify/verify.h"
#include "water/orbit.h"
#include "water/shoal.h"

static const double gravity = 9.81;
static const double period = 8.0;

// Relative error, so that one tolerance serves quantities of any size.
static void near_relative(
    verify_table* table, const char* name, double expected, double got, double tolerance) {
    (void)verify_near(table, name, expected, got, tolerance * fabs(expected));
}

static waft_airy airy_at(double depth) {
    waft_airy airy = {0};
    if (waft_airy_from_period(period, depth, gravity, &airy) != WAFT_OK) {
        airy.wavenumber = NAN;
    }
    return airy;
}

static int verify_airy(void) {
    verify_table table = verify_open("airy-relation");
    const waft_airy airy = airy_at(10.0);
    near_relative(&table, "k at T=8 d=10 (rad/m)", 0.0886224446, airy.wavenumber, 1e-8);
    near_relative(&table, "L at T=8 d=10 (m)", 70.8983524, airy.length, 1e-8);
    near_relative(&table, "C at T=8 d=10 (m/s)", 8.8622940, airy.speed, 1e-8);
    near_relative(&table, "Cg at T=8 d=10 (m/s)", 7.1795375, airy.group_speed, 1e-8);
    return verify_close(&table);
}

static double shoaling(double depth) {
    return sqrt(airy_at(INFINITY).group_speed / airy_at(depth).group_speed);
}

static int verify_shoaling(void) {
    verify_table table = verify_open("shoaling-snell");
    const double depths[] = {10.0, 5.0, 2.0, 1.0};
    const double factors[] = {0.932666, 1.022728, 1.225587, 1.434523};
    for (int i = 0; i < 4; ++i) {
        char name[48];
        (void)snprintf(name, sizeof(name), "A/A0 at T=8 d=%g", depths[i]);
        (void)verify_near(&table, name, factors[i], shoaling(depths[i]), 1e-5);
    }
    const double k_ratio = airy_at(INFINITY).wavenumber / airy_at(5.0).wavenumber;
    const double angle = asin(k_ratio * sin(WAFTI_TWO_PI / 12.0));
    (void)verify_near(
        &table, "Snell: 30 deg deep at d=5 (deg)", 15.40320, angle * 360.0 / WAFTI_TWO_PI, 1e-5);
    (void)verify_near(&table, "Snell: amplitude factor", 0.947782,
        sqrt(cos(WAFTI_TWO_PI / 12.0) / cos(angle)), 1e-5);
    return verify_close(&table);
}

// A train over a bed that deepens along x only, prepared as the water does it.
typedef struct bed_case {
    wafti_grid grid;
    size_t cells;
    float* still;
    double* phase;
    uint8_t* awake;
    double* k;
    float* fields; // five of them
    wafti_train train;
} bed_case;

static bed_case bed_open(int32_t nx, int32_t nz, double spacing) {
    const int32_t cells[2] = {nx, nz};
    bed_case c = {.grid = wafti_grid_make(cells, 0.0, 0.0, nx * spacing, nz * spacing)};
    c.cells = wafti_grid_size(&c.grid);
    c.still = calloc(c.cells, sizeof(float));
    c.fields = calloc(c.cells, 5 * sizeof(float));
    c.phase = calloc((size_t)nx * (size_t)nz, sizeof(double));
    c.awake = calloc((size_t)nx * (size_t)nz, sizeof(uint8_t));
    c.k = calloc((size_t)nx * (size_t)nz, sizeof(double));
    float** parts[] = {&c.train.shoal.phase, &c.train.shoal.kx, &c.train.shoal.kz,
        &c.train.shoal.gain, &c.train.shoal.cap};
    for (size_t i = 0; i < 5; ++i) {
        *parts[i] = c.fields + i * c.cells;
    }
    return c;
}

static void bed_close(bed_case* c) {
    free(c->still);
    free(c->phase);
    free(c->awake);
    free(c->k);
    free(c->fields);
}

// `depth` gives the depth at x; the reference depth is `reference`.
static void bed_prepare(
    bed_case* c, double (*depth)(double x), double reference, double angle, waft_breaking rule) {
    for (int32_t j = 0; j < c->grid.nz; ++j) {
        for (int32_t i = 0; i < c->grid.nx; ++i) {
            c->still[wafti_grid_index(&c->grid, i, j)] = (float)depth(wafti_grid_x(&c->grid, i));
        }
    }
    c->train.def = waft_train_def_default();
    c->train.def.direction = (waft_vec2){(float)cos(angle), (float)sin(angle)};
    c->train.ax = cos(angle);
    c->train.az = sin(angle);
    c->train.airy = airy_at(reference);
    c->train.airy.wavenumber = wafti_airy_wavenumber(WAFTI_TWO_PI / period, reference, gravity);
    c->train.depth = reference;
    c->train.floor = airy_at(INFINITY).length / 2000.0;
    const wafti_shoal_job job = {.grid = &c->grid,
        .still = c->still,
        .rules = {.gravity = gravity, .breaking = rule, .refraction_amplitude = true},
        .phase = c->phase,
        .k = c->k,
        .awake = c->awake};
    (void)wafti_shoal_prepare(&job, &c->train);
}

static double slope_20_to_2(double x) {
    return 20.0 - 18.0 * x / 400.0;
}

static double level_10(double x) {
    (void)x;
    return 10.0;
}

// Exact x part of the phase between two places: the integral of sqrt(k^2 - kz^2), by Simpson.
static double exact_phase(double from, double to, double kz) {
    enum { PARTS = 4000 };
    double sum = 0.0;
    const double h = (to - from) / PARTS;
    for (int n = 0; n <= PARTS; ++n) {
        const double k =
            wafti_airy_wavenumber(WAFTI_TWO_PI / period, slope_20_to_2(from + n * h), gravity);
        const double weight = n == 0 || n == PARTS ? 1.0 : (n % 2 == 1 ? 4.0 : 2.0);
        sum += weight * sqrt(k * k - kz * kz);
    }
    return sum * h / 3.0;
}

static int verify_eikonal(void) {
    verify_table table = verify_open("eikonal-phase");
    const double angle = WAFTI_TWO_PI / 12.0;
    bed_case c = bed_open(200, 100, 2.0);
    const double entry_depth = (double)(float)slope_20_to_2(wafti_grid_x(&c.grid, 0));
    bed_prepare(&c, slope_20_to_2, entry_depth, angle, WAFT_BREAKING_NONE);
    const double kz = c.train.airy.wavenumber * c.train.az;
    double worst = 0.0;
    for (int32_t i = 0; i < c.grid.nx; ++i) {
        const double along = exact_phase(wafti_grid_x(&c.grid, 0), wafti_grid_x(&c.grid, i), kz);
        for (int32_t j = 0; j < c.grid.nz; ++j) {
            const double exact = along + kz * (wafti_grid_z(&c.grid, j) - wafti_grid_z(&c.grid, 0));
            const double got = c.phase[i + j * c.grid.nx] - c.phase[0];
            worst = fmax(worst, fabs(got - exact));
        }
    }
    (void)verify_near(&table, "d 20 to 2 over 400 m at 30 deg: phase (rad)", 0.0, worst, 2e-3);

    bed_prepare(&c, level_10, 10.0, angle, WAFT_BREAKING_NONE);
    worst = 0.0;
    for (int32_t j = 0; j < c.grid.nz; ++j) {
        for (int32_t i = 0; i < c.grid.nx; ++i) {
            const double exact =
                c.train.airy.wavenumber *
                (c.train.ax * wafti_grid_x(&c.grid, i) + c.train.az * wafti_grid_z(&c.grid, j));
            worst = fmax(worst, fabs(c.phase[i + j * c.grid.nx] - exact));
        }
    }
    (void)verify_near(&table, "uniform depth: phase (rad)", 0.0, worst, 1e-10);
    bed_close(&c);
    return verify_close(&table);
}

// Depth at which a deep-water wave of 0.5 m amplitude reaches the rule's limit, by bisection.
static double breaking_depth(waft_breaking rule) {
    double low = 0.01;
    double high = 10.0;
    for (int n = 0; n < 100; ++n) {
        const double depth = 0.5 * (low + high);
        const bool breaks =
            0.5 * shoaling(depth) > waft_breaking_limit(rule, airy_at(depth).wavenumber, depth);
        low = breaks ? depth : low;
        high = breaks ? high : depth;
    }
    return high;
}

static double beach(double x) {
    return 4.0 - 4.0 * x / 400.0;
}

// The same from the prepared fields: the deepest cell that caps the train below 0.5 m, moved to the
// exact crossing between it and the last unbroken cell.
static double breaking_depth_on_beach(waft_breaking rule) {
    bed_case c = bed_open(4000, 1, 0.1);
    bed_prepare(&c, beach, 1000.0, 0.0, rule);
    double depth = 0.0;
    for (int32_t i = 1; i < c.grid.nx; ++i) {
        const double before = (double)c.train.shoal.cap[i - 1];
        const double here = (double)c.train.shoal.cap[i];
        if (here < 0.5) {
            depth = (double)c.still[i - 1] + ((double)c.still[i] - (double)c.still[i - 1]) *
                                                 (before - 0.5) / (before - here);
            break;
        }
    }
    bed_close(&c);
    return depth;
}

static int verify_breaking(void) {
    verify_table table = verify_open("breaking-depths");
    const struct {
        const char* name;
        waft_breaking rule;
        double depth;
    } rules[] = {
        {"literal", WAFT_BREAKING_SLIDE_LITERAL, 0.0998},
        {"slide", WAFT_BREAKING_SLIDE, 0.774},
        {"miche", WAFT_BREAKING_MICHE, 1.509},
        {"mccowan", WAFT_BREAKING_MCCOWAN, 1.641},
    };
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); ++i) {
        char name[64];
        (void)snprintf(name, sizeof(name), "%s: breaking depth (m)", rules[i].name);
        (void)verify_near(&table, name, rules[i].depth, breaking_depth(rules[i].rule), 2e-3);
        (void)snprintf(name, sizeof(name), "%s: on a prepared beach (m)", rules[i].name);
        (void)verify_near(
            &table, name, rules[i].depth, breaking_depth_on_beach(rules[i].rule), 2e-3);
    }
    return verify_close(&table);
}

// Four trains over deep water with sum k A = 0.8, on a square that holds whole waves of each.
static water_fixture* open_four(bool keep_level, int32_t cells) {
    waft_train_def trains[4];
    const float direction[4][2] = {{1, 0}, {0, 1}, {3, 4}, {-4, 3}};
    const float k[4] = {1, 2, 5, 5};
    for (int i = 0; i < 4; ++i) {
        trains[i] = waft_train_def_default();
        trains[i].direction = (waft_vec2){direction[i][0], direction[i][1]};
        trains[i].wavenumber = k[i];
        trains[i].amplitude = 0.2f / k[i];
        trains[i].phase = (float)i;
    }
    waft_water_def def = waft_water_def_default();
    def.size = (waft_vec2){(float)WAFTI_TWO_PI, (float)WAFTI_TWO_PI};
    def.cells[0] = cells;
    def.cells[1] = cells;
    def.depth = 100.0f;
    def.keep_level = keep_level;
    def.trains = trains;
    def.train_count = 4;
    water_fixture* f = water_fixture_open(&def, 1);
    if (f->water != NULL) {
        wafti_water_redraw(f->water, 0.37);
    }
    return f;
}

static void point_at(const waft_water* water, double x, double z, double out[3]) {
    wafti_orbit orbit;
    wafti_orbit_at(water, WAFT_WAVE_GERSTNER, x, z, 0.0, &orbit);
    out[0] = x + orbit.shift[0];
    out[1] = orbit.shift[1];
    out[2] = z + orbit.shift[2];
}

// Difference of the analytic normal from that of central differences over 2 h.
static double normal_error(const waft_water* water, double x, double z) {
    const double h = 1e-5;
    double at[4][3];
    point_at(water, x + h, z, at[0]);
    point_at(water, x - h, z, at[1]);
    point_at(water, x, z + h, at[2]);
    point_at(water, x, z - h, at[3]);
    wafti_orbit differences;
    for (int axis = 0; axis < 3; ++axis) {
        differences.tangent_x[axis] = (at[0][axis] - at[1][axis]) / (2.0 * h);
        differences.tangent_z[axis] = (at[2][axis] - at[3][axis]) / (2.0 * h);
    }
    wafti_orbit orbit;
    wafti_orbit_at(water, WAFT_WAVE_GERSTNER, x, z, 0.0, &orbit);
    double want[3];
    double got[3];
    wafti_orbit_normal(&differences, want);
    wafti_orbit_normal(&orbit, got);
    return fmax(fabs(got[0] - want[0]), fmax(fabs(got[1] - want[1]), fabs(got[2] - want[2])));
}

// Mean of y over the drawn surface's horizontal area, which is what "level" means for points that
// move sideways: the sum of y dX dZ over the sum of dX dZ.
static double mean_level(const waft_water* water, int32_t n) {
    double volume = 0.0;
    double area = 0.0;
    for (int32_t j = 0; j < n; ++j) {
        for (int32_t i = 0; i < n; ++i) {
            wafti_orbit orbit;
            wafti_orbit_at(water, WAFT_WAVE_GERSTNER, wafti_grid_x(&water->grid, i),
                wafti_grid_z(&water->grid, j), 0.0, &orbit);
            const double dxdz =
                orbit.tangent_x[0] * orbit.tangent_z[2] - orbit.tangent_x[2] * orbit.tangent_z[0];
            volume += orbit.shift[1] * dxdz;
            area += dxdz;
        }
    }
    return volume / area;
}

static int verify_gerstner(void) {
    verify_table table = verify_open("gerstner-surface");
    water_fixture* f = open_four(false, 256);
    if (f->water == NULL) {
        water_fixture_close(f);
        return 1;
    }
    double normal = 0.0;
    double inverse = 0.0;
    int steps = 0;
    for (int n = 0; n < 400; ++n) {
        const double x0 = fmod(n * 0.61803398875, 1.0) * WAFTI_TWO_PI;
        const double z0 = fmod(n * 0.75487766625, 1.0) * WAFTI_TWO_PI;
        normal = fmax(normal, normal_error(f->water, x0, z0));
        double there[3];
        point_at(f->water, x0, z0, there);
        double rest[2];
        wafti_orbit orbit;
        const int taken = wafti_orbit_find(f->water, there[0], there[2], rest, &orbit);
        steps = taken < 0 ? 99 : (taken > steps ? taken : steps);
        inverse = fmax(inverse, hypot(rest[0] - x0, rest[1] - z0));
    }
    (void)verify_near(&table, "sum kA=0.8: normal against differences", 0.0, normal, 1e-6);
    (void)verify_near(&table, "inverse query: error (m)", 0.0, inverse, 1e-9);
    (void)verify_near(&table, "inverse query: Newton steps (at most 4)", 2.0, steps, 2.0);
    double expected = 0.0;
    for (uint32_t n = 0; n < 4; ++n) {
        const wafti_train* train = wafti_water_live(f->water, n);
        const double a = (double)train->def.amplitude;
        expected -= 0.5 * train->airy.wavenumber * a * a;
    }
    (void)verify_near(&table, "mean level (m)", expected, mean_level(f->water, 256), 1e-6);
    water_fixture_close(f);
    f = open_four(true, 256);
    (void)verify_near(
        &table, "mean level with keep_level (m)", 0.0, mean_level(f->water, 256), 1e-6);
    water_fixture_close(f);
    return verify_close(&table);
}

// Radii, closure and crest speed of one train's orbits at a rest height.
static void verify_orbit(verify_table* table, const char* what, double depth, double height) {
    waft_train_def train = waft_train_def_default();
    train.period = 2.0f;
    train.amplitude = 0.05f;
    waft_water_def def = waft_water_def_default();
    def.depth = (float)depth;
    def.mode = WAFT_WAVE_HEIGHT;
    def.trains = &train;
    def.train_count = 1;
    water_fixture* f = water_fixture_open(&def, 1);
    const waft_airy airy = wafti_water_live(f->water, 0)->airy;
    const double a = (double)train.amplitude;
    const double kd = airy.wavenumber * (double)def.depth;
    const double over_bed = airy.wavenumber * (height + (double)def.depth);
    const bool deep = kd > 15.0;
    const double across = deep ? a * exp(airy.wavenumber * height) : a * cosh(over_bed) / sinh(kd);
    const double up = deep ? across : a * sinh(over_bed) / sinh(kd);
    double widest = 0.0;
    double tallest = 0.0;
    double first[3] = {0};
    double closure = 0.0;
    for (int n = 0; n <= 64; ++n) {
        wafti_water_redraw(f->water, airy.period * n / 64.0);
        wafti_orbit orbit;
        wafti_orbit_at(f->water, WAFT_WAVE_GERSTNER, 0.0, 0.0, height, &orbit);
        widest = fmax(widest, fabs(orbit.shift[0]));
        tallest = fmax(tallest, fabs(orbit.shift[1]));
        for (int axis = 0; axis < 3; ++axis) {
            first[axis] = n == 0 ? orbit.shift[axis] : first[axis];
            closure = n == 64 ? fmax(closure, fabs(orbit.shift[axis] - first[axis])) : closure;
        }
    }
    char name[80];
    (void)snprintf(name, sizeof(name), "%s: horizontal radius (m)", what);
    (void)verify_near(table, name, across, widest, 1e-10);
    (void)snprintf(name, sizeof(name), "%s: vertical radius (m)", what);
    (void)verify_near(table, name, up, tallest, 1e-10);
    (void)snprintf(name, sizeof(name), "%s: closure after T (m)", what);
    (void)verify_near(table, name, 0.0, closure, 1e-10);
    if (height == 0.0) {
        wafti_water_redraw(f->water, 0.0);
        wafti_orbit orbit;
        wafti_orbit_at(f->water, WAFT_WAVE_GERSTNER, 0.0, 0.0, 0.0, &orbit);
        (void)snprintf(name, sizeof(name), "%s: crest speed (m/s)", what);
        (void)verify_near(table, name, a * airy.frequency / tanh(kd), orbit.velocity[0], 1e-10);
    }
    water_fixture_close(f);
}

static int verify_orbits(void) {
    verify_table table = verify_open("airy-orbits");
    verify_orbit(&table, "d=1 at the surface", 1.0, 0.0);
    verify_orbit(&table, "d=1 half way down", 1.0, -0.5);
    verify_orbit(&table, "d=1 at the bed", 1.0, -1.0);
    verify_orbit(&table, "d=50 at the surface", 50.0, 0.0);
    verify_orbit(&table, "d=50 at 1 m down", 50.0, -1.0);
    return verify_close(&table);
}

int main(void) {
    const int failures = verify_airy() + verify_shoaling() + verify_eikonal() + verify_breaking() +
                         verify_gerstner() + verify_orbits();
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
