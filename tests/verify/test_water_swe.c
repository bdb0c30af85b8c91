// SPDX-License-Identifier: MIT
// Shallow-water equations in double (docs/spec/water.md#verification): lakes stay at rest
// (still-lake) and loads are balanced (pressed-dip); dams break as Ritter and Stoker have it
// (ritter-dry, stoker-10-to-1, stoker-4-to-1); bores run back from walls and cliffs (bore-at-wall);
// water swings in bowls (swinging-bowl, turning-bowl); steady flow over a bump (steady-bump); waves
// travel (travelling-wave). The name of a row as argument runs that row alone, stoker-10-to-1 with
// both dams over wet ground.
#include "oracle/double.h"

#include "swe_rows.h"
#include "verify.h"

static const double gravity = 9.81;
static const double two_pi = 6.283185307179586;

static shallow_case channel(int32_t n, double length) {
    return (shallow_case){.method = &wafti_swe_method,
        .nx = n,
        .nz = 1,
        .dx = length / n,
        .dz = 1.0,
        .def = shallow_plain()};
}

static void run_to(shallow_fixture* f, double time, double dt) {
    const int steps = (int)lround(time / dt);
    for (int n = 0; n < steps; ++n) {
        CHECK(shallow_step(f, time / steps));
    }
}

static double depth_at(const shallow_fixture* f, int32_t i, int32_t j) {
    return (double)f->s.depth[wafti_basin_index(&f->s.basin, i, j)];
}

static double velocity_at(const shallow_fixture* f, int32_t i, int32_t j, int axis) {
    double u[2];
    f->s.method->velocity(&f->s, i, j, u);
    return u[axis];
}

// still-lake

static int lake_at_rest(void) {
    verify_table t = verify_open("still-lake");
    const int steps = verify_slow() ? 10000 : 2000;
    verify_most(&t, "double: cells that changed", 0.0, swe_lake_changes(steps, false));
    verify_most(&t, "double, with load: cells that changed", 0.0, swe_lake_changes(steps, true));
    return verify_close(&t);
}

// pressed-dip

static int loaded_dip(void) {
    verify_table t = verify_open("pressed-dip");
    shallow_case c = {.method = &wafti_swe_method,
        .nx = 32,
        .nz = 32,
        .dx = 1.0,
        .dz = 1.0,
        .flat = -1.0,
        .def = shallow_plain()};
    shallow_fixture f;
    shallow_open(&f, &c);
    f.s.loaded = true;
    for (int32_t j = 14; j < 18; ++j) {
        for (int32_t i = 14; i < 18; ++i) {
            f.s.load[wafti_basin_index(&f.s.basin, i, j)] = 0.1;
            f.s.depth[wafti_basin_index(&f.s.basin, i, j)] = 0.9;
        }
    }
    const double before = shallow_volume(&f);
    for (int n = 0; n < 1000; ++n) {
        CHECK(shallow_step(&f, 0.1));
    }
    double worst = 0.0;
    for (int32_t j = 0; j < 32; ++j) {
        for (int32_t i = 0; i < 32; ++i) {
            const bool pressed = i >= 14 && i < 18 && j >= 14 && j < 18;
            worst = fmax(worst, fabs(depth_at(&f, i, j) - (pressed ? 0.9 : 1.0)));
        }
    }
    verify_most(&t, "dip of 0.1 m: greatest error of depth, m", 1e-6, worst);
    verify_near(&t, "volume", 1.0, shallow_volume(&f) / before, 1e-14);
    shallow_close(&f);
    return verify_close(&t);
}

// ritter-dry, stoker-10-to-1, stoker-4-to-1: dams at the middle of 10 m.

typedef struct dam {
    double left, right; // m
    double hm, um, shock;
} dam;

static dam dam_now;

static double dam_level(double x, double z) {
    (void)z;
    return x < 5.0 ? dam_now.left : dam_now.right;
}

static double dam_exact(double x, double t) {
    const double xi = (x - 5.0) / t;
    const double cl = sqrt(gravity * dam_now.left);
    if (xi < -cl) {
        return dam_now.left;
    }
    const double fan = (2.0 * cl - xi) * (2.0 * cl - xi) / (9.0 * gravity);
    if (dam_now.right <= 0.0) {
        return xi < 2.0 * cl ? fan : 0.0;
    }
    if (xi < dam_now.um - sqrt(gravity * dam_now.hm)) {
        return fan;
    }
    return xi < dam_now.shock ? dam_now.hm : dam_now.right;
}

// Mean over cells that lie wholly inside of what the exact depth is there on the average.
static double dam_mean(double x, double dx, double t) {
    const int parts = 64;
    double sum = 0.0;
    for (int n = 0; n < parts; ++n) {
        sum += dam_exact(x + dx * ((n + 0.5) / parts - 0.5), t);
    }
    return sum / parts;
}

static void dam_open(int32_t n, shallow_fixture* f) {
    shallow_case c = channel(n, 10.0);
    c.level = dam_level;
    shallow_open(f, &c);
    run_to(f, 0.6, 0.01);
}

static double dam_error(const shallow_fixture* f) {
    const wafti_basin* b = &f->s.basin;
    double sum = 0.0;
    for (int32_t i = 0; i < b->nx; ++i) {
        sum += fabs(depth_at(f, i, 0) - dam_mean((i + 0.5) * b->dx, b->dx, 0.6));
    }
    return sum / b->nx / dam_now.left;
}

static int ritter(void) {
    verify_table t = verify_open("ritter-dry");
    dam_now = (dam){.left = 1.0};
    const int32_t sizes[2] = {100, 400};
    const double limits[2] = {4.5e-3, 1.1e-3};
    for (int n = 0; n < (verify_slow() ? 2 : 1); ++n) {
        shallow_fixture f;
        dam_open(sizes[n], &f);
        char name[64];
        (void)snprintf(name, sizeof(name), "Ritter, %d cells: L1(h)/hl", sizes[n]);
        verify_most(&t, name, limits[n], dam_error(&f));
        shallow_close(&f);
    }
    return verify_close(&t);
}

static void dam_rows(verify_table* t, int32_t n, double most_error) {
    shallow_fixture f;
    dam_open(n, &f);
    const wafti_basin* b = &f.s.basin;
    const double from = 5.0 + 0.6 * (dam_now.um - sqrt(gravity * dam_now.hm));
    const double to = 5.0 + 0.6 * dam_now.shock;
    const int32_t middle = (int32_t)(0.5 * (from + to) / b->dx);
    verify_near(t, "depth behind the shock, m", dam_now.hm, depth_at(&f, middle, 0), 5e-4);
    verify_near(
        t, "velocity behind the shock, m/s", dam_now.um, velocity_at(&f, middle, 0, 0), 5e-4);
    verify_most(t, "L1(h)/hl", most_error, dam_error(&f));
    double most = 0.0;
    double shock = 0.0;
    const double half = 0.5 * (dam_now.hm + dam_now.right);
    for (int32_t i = middle; i + 1 < n; ++i) {
        const double h = depth_at(&f, i, 0);
        const double next = depth_at(&f, i + 1, 0);
        most = fmax(most, h - dam_now.hm);
        if (h >= half && next < half) {
            shock = (i + 0.5 + (h - half) / (h - next)) * b->dx;
        }
    }
    verify_most(t, "overshoot, m", 1e-3, most);
    verify_near(t, "place of the shock, cells", to / b->dx, shock / b->dx, 0.3);
    shallow_close(&f);
}

static int stoker(void) {
    int failures = 0;
    if (verify_slow()) {
        verify_table t = verify_open("stoker-10-to-1");
        dam_now = (dam){1.0, 0.1, 0.3961748, 2.3213550, 3.1051337};
        dam_rows(&t, 400, 1.3e-3);
        failures += verify_close(&t);
    }
    verify_table t = verify_open("stoker-4-to-1");
    dam_now = (dam){2.0, 0.5, 1.1034939, 2.2785368, 4.1663247};
    dam_rows(&t, verify_slow() ? 400 : 200, verify_slow() ? 1.3e-3 : 2.5e-3);
    return failures + verify_close(&t);
}

// bore-at-wall: a stream of 1 m/s runs against a wall.

static double cliff_bed(double x, double z) {
    (void)z;
    return x < 8.0 ? -1.0 : 9.0;
}

static double bore_depth(bool cliff) {
    shallow_case c = channel(cliff ? 100 : 80, cliff ? 10.0 : 8.0);
    c.bed = cliff_bed;
    shallow_fixture f;
    shallow_open(&f, &c);
    const size_t size = f.s.basin.size;
    wafti_real* u = calloc(2 * size, sizeof(wafti_real));
    for (size_t i = 0; i < size; ++i) {
        u[i] = 1;
    }
    f.s.method->set_velocity(&f.s, u, u + size);
    free(u);
    run_to(&f, 1.0, 0.01);
    const double h = 0.5 * (depth_at(&f, 69, 0) + depth_at(&f, 70, 0));
    shallow_close(&f);
    return h;
}

static int bore(void) {
    verify_table t = verify_open("bore-at-wall");
    verify_near(&t, "depth behind the bore, wall, m", 1.3417812, bore_depth(false), 1e-3);
    verify_near(&t, "depth behind the bore, cliff, m", 1.3417812, bore_depth(true), 1e-3);
    return verify_close(&t);
}

// swinging-bowl: water swings in a parabola; x from -2 to 2.

static const double swing_h0 = 0.5;

static double swing_bed(double x, double z) {
    (void)z;
    return swing_h0 * ((x - 2.0) * (x - 2.0) - 1.0);
}

static double swing_exact(double x, double t) {
    const double w = sqrt(2.0 * gravity * swing_h0);
    const double r = (x - 2.0) + 0.5 * cos(w * t);
    return fmax(0.0, swing_h0 * (1.0 - r * r));
}

static double swing_level(double x, double z) {
    return swing_bed(x, z) + swing_exact(x, 0.0);
}

static double swing_error(int32_t n) {
    const double w = sqrt(2.0 * gravity * swing_h0);
    const double period = two_pi / w;
    shallow_case c = channel(n, 4.0);
    c.bed = swing_bed;
    c.level = swing_level;
    shallow_fixture f;
    shallow_open(&f, &c);
    const int steps = 3 * (int)lround(period / 0.45 * n / 4.0 * 4.0);
    double sum = 0.0;
    for (int k = 1; k <= steps; ++k) {
        CHECK(shallow_step(&f, 3.0 * period / steps));
        for (int32_t i = 0; i < n; ++i) {
            sum += fabs(depth_at(&f, i, 0) - swing_exact((i + 0.5) * f.s.basin.dx, f.s.time));
        }
    }
    shallow_close(&f);
    return sum / steps / n / swing_h0;
}

static int swing(void) {
    verify_table t = verify_open("swinging-bowl");
    verify_most(&t, "1-D bowl, 100 cells: mean L1/h0", 3.3e-3, swing_error(100));
    if (verify_slow()) {
        verify_most(&t, "1-D bowl, 400 cells: mean L1/h0", 3.6e-4, swing_error(400));
    }
    return verify_close(&t);
}

// turning-bowl: water goes round in a bowl, 4 m wide.

static const double bowl_h0 = 0.1;
static const double bowl_eta = 0.5;

static double bowl_bed(double x, double z) {
    const double r2 = (x - 2.0) * (x - 2.0) + (z - 2.0) * (z - 2.0);
    return -bowl_h0 * (1.0 - r2);
}

static double bowl_exact(double x, double z, double t) {
    const double w = sqrt(2.0 * gravity * bowl_h0);
    const double turn = 2.0 * (x - 2.0) * cos(w * t) + 2.0 * (z - 2.0) * sin(w * t);
    return fmax(0.0, bowl_eta * bowl_h0 * (turn - bowl_eta) - bowl_bed(x, z));
}

static double bowl_level(double x, double z) {
    return bowl_bed(x, z) + bowl_exact(x, z, 0.0);
}

static double bowl_step_error(const shallow_fixture* f) {
    const wafti_basin* b = &f->s.basin;
    double error = 0.0;
    double sum = 0.0;
    for (int32_t j = 0; j < b->nz; ++j) {
        for (int32_t i = 0; i < b->nx; ++i) {
            const double exact = bowl_exact((i + 0.5) * b->dx, (j + 0.5) * b->dz, f->s.time);
            error += fabs(depth_at(f, i, j) - exact);
            sum += exact;
        }
    }
    return error / sum;
}

static double bowl_error(int32_t n) {
    const double w = sqrt(2.0 * gravity * bowl_h0);
    shallow_case c = {.method = &wafti_swe_method,
        .nx = n,
        .nz = n,
        .dx = 4.0 / n,
        .dz = 4.0 / n,
        .bed = bowl_bed,
        .level = bowl_level,
        .def = shallow_plain(),
        .threads = 2};
    shallow_fixture f;
    shallow_open(&f, &c);
    const size_t size = f.s.basin.size;
    wafti_real* u = calloc(2 * size, sizeof(wafti_real));
    for (size_t i = 0; i < size; ++i) {
        u[size + i] = bowl_eta * w;
    }
    f.s.method->set_velocity(&f.s, u, u + size);
    free(u);
    const double period = two_pi / w;
    const int steps = 3 * (int)lround(period * n / 4.0 * 4.0);
    double sum = 0.0;
    for (int k = 0; k < steps; ++k) {
        CHECK(shallow_step(&f, 3.0 * period / steps));
        sum += bowl_step_error(&f);
    }
    shallow_close(&f);
    return sum / steps;
}

static int bowl(void) {
    if (!verify_slow()) {
        return 0;
    }
    verify_table t = verify_open("turning-bowl");
    verify_most(&t, "2-D bowl, 100^2: mean error", 2.0e-2, bowl_error(100));
    verify_most(&t, "2-D bowl, 200^2: mean error", 6.5e-3, bowl_error(200));
    return verify_close(&t);
}

// steady-bump: steady flow over a bump in 25 m.

static double bump_bed(double x, double z) {
    (void)z;
    return fmax(0.0, 0.2 - 0.05 * (x - 10.0) * (x - 10.0));
}

static double bump_start;

static double bump_level(double x, double z) {
    (void)x;
    (void)z;
    return bump_start;
}

// Root of h^3 + (b - eh) h^2 + q^2 / 2g on the subcritical side, or the other, by bisection.
static double bump_exact(double b, double q, double eh, bool fast) {
    const double critical = cbrt(q * q / gravity);
    double low = fast ? 1e-3 : critical;
    double high = fast ? critical : eh;
    for (int n = 0; n < 100; ++n) {
        const double h = 0.5 * (low + high);
        const double value = h * h * h + (b - eh) * h * h + q * q / (2.0 * gravity);
        const bool down = fast ? value < 0.0 : value > 0.0;
        *(down ? &high : &low) = h;
    }
    return 0.5 * (low + high);
}

static double bump_error(double q, double out, bool critical, double time) {
    bump_start = out;
    shallow_case c = channel(200, 25.0);
    c.bed = bump_bed;
    c.level = bump_level;
    c.edges[0] = (wafti_edge){.kind = WAFT_EDGE_INFLOW, .flow = q};
    c.edges[1] = (wafti_edge){.kind = WAFT_EDGE_LEVEL, .level = out};
    shallow_fixture f;
    shallow_open(&f, &c);
    run_to(&f, time, 0.01);
    const double eh =
        critical ? 0.2 + 1.5 * cbrt(q * q / gravity) : out + q * q / (2.0 * gravity * out * out);
    double sum = 0.0;
    for (int32_t i = 0; i < 200; ++i) {
        const double x = (i + 0.5) * f.s.basin.dx;
        const double exact = bump_exact(bump_bed(x, 0.0), q, eh, critical && x > 10.0);
        sum += fabs(depth_at(&f, i, 0) - exact);
    }
    shallow_close(&f);
    return sum / 200.0;
}

static int bump(void) {
    if (!verify_slow()) {
        return 0;
    }
    verify_table t = verify_open("steady-bump");
    verify_most(&t, "subcritical: L1(h), m", 8e-5, bump_error(4.42, 2.0, false, 200.0));
    verify_most(&t, "transcritical: L1(h), m", 1.8e-4, bump_error(1.53, 0.66, true, 300.0));
    return verify_close(&t);
}

// travelling-wave

static double wave_level(double x, double z) {
    (void)z;
    return 1e-3 * cos(two_pi * x / 10.0);
}

static int travelling_wave(void) {
    verify_table t = verify_open("travelling-wave");
    shallow_case c = channel(32, 10.0);
    c.flat = -1.0;
    c.level = wave_level;
    c.edges[0].kind = c.edges[1].kind = WAFT_EDGE_PERIODIC;
    shallow_fixture f;
    shallow_open(&f, &c);
    const wafti_basin* b = &f.s.basin;
    wafti_real* u = calloc(2 * b->size, sizeof(wafti_real));
    for (int32_t i = 0; i < 32; ++i) {
        u[wafti_basin_index(b, i, 0)] = sqrt(gravity) * wave_level((i + 0.5) * b->dx, 0.0);
    }
    f.s.method->set_velocity(&f.s, u, u + b->size);
    free(u);
    const double period = 10.0 / sqrt(gravity);
    run_to(&f, 5.0 * period, period / 4.0); // cut into parts at the greatest CFL number
    double re = 0.0;
    double im = 0.0;
    for (int32_t i = 0; i < 32; ++i) {
        const double angle = two_pi * (i + 0.5) / 32.0;
        re += depth_at(&f, i, 0) * cos(angle) / 16.0;
        im += depth_at(&f, i, 0) * sin(angle) / 16.0;
    }
    verify_least(&t, "amplitude after 5 periods", 0.94, sqrt(re * re + im * im) / 1e-3);
    verify_near(&t, "phase, rad", 0.0, atan2(im, re), 5e-3);
    shallow_close(&f);
    return verify_close(&t);
}

int main(int argc, char** argv) {
    static const struct {
        const char* name;
        int (*run)(void);
    } rows[] = {{"still-lake", lake_at_rest}, {"pressed-dip", loaded_dip}, {"ritter-dry", ritter},
        {"stoker-10-to-1", stoker}, {"bore-at-wall", bore}, {"swinging-bowl", swing},
        {"turning-bowl", bowl}, {"steady-bump", bump}, {"travelling-wave", travelling_wave}};
    int failures = 0;
    for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); ++n) {
        if (argc < 2 || strcmp(argv[1], rows[n].name) == 0) {
            failures += rows[n].run();
        }
    }
    return failures + atomic_load(&test_failures) > 0 ? 1 : 0;
}
