// SPDX-License-Identifier: MIT
// The method columns in double (docs/spec/water.md#verification): lakes stay at rest (still-lake),
// a load presses a dip of its own height (pressed-dip), no volume is lost (volume-ledger), waves
// follow the discrete dispersion (column-modes), edges send and absorb them (channel-waves), and
// threads give the same bits (equal-bits).
#include "oracle/double.h"

#include "math/philox.h"
#include "shallow_fixture.h"
#include "verify/columns_rows.h"
#include "verify/verify.h"

// Against the still depth of 1 m: a sum of a thousand metres would round by more than the tolerance.
static double volume_change(const shallow_fixture* f) {
    double sum = 0.0;
    for (int32_t n = 0; n < 32 * 32; ++n) {
        sum += f->s.depth[wafti_basin_index(&f->s.basin, n % 32, n / 32)] - 1.0;
    }
    return sum / (32.0 * 32.0);
}

// pressed-dip: a load presses a dip of its own height.
static int verify_dip(void) {
    shallow_case c = {.method = &wafti_columns_method,
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
    for (int n = 0; n < 16; ++n) {
        f.s.load[wafti_basin_index(&f.s.basin, 14 + n % 4, 14 + n / 4)] = 0.1;
    }
    for (int n = 0; n < 6000; ++n) {
        (void)shallow_step(&f, 0.15);
    }
    verify_table table = verify_open("pressed-dip");
    const double outside = f.s.depth[wafti_basin_index(&f.s.basin, 0, 0)];
    double worst = 0.1;
    for (int32_t n = 0; n < 32 * 32; ++n) {
        const ptrdiff_t at = wafti_basin_index(&f.s.basin, n % 32, n / 32);
        const double dip = outside - f.s.depth[at] + (f.s.load[at] > 0.0 ? 0.0 : 0.1);
        worst = fabs(dip - 0.1) > fabs(worst - 0.1) ? dip : worst;
    }
    (void)verify_near(&table, "dip under a load of 0.1 m, worst cell", 0.1, worst, 1e-6);
    (void)verify_near(&table, "volume, relative", 0.0, volume_change(&f), 1e-14);
    shallow_close(&f);
    return verify_close(&table);
}

// column-modes: standing waves follow the discrete dispersion (docs/spec/water.md#pipe-areas).
static int mode_x, mode_z;

static double mode_level(double x, double z) {
    return 1e-7 * cos(mode_x * M_PI * x / 32.0) * cos(mode_z * M_PI * z / 32.0);
}

static double mode_frequency(double dt) {
    const double a = mode_x * M_PI / 32.0;
    const double e = mode_z * M_PI / 32.0;
    const double lam = 2.0 / 3.0 * ((2.0 - 2.0 * cos(a)) + (2.0 - 2.0 * cos(e))) +
                       1.0 / 6.0 * ((2.0 - 2.0 * cos(a + e)) + (2.0 - 2.0 * cos(a - e)));
    return 2.0 / dt * asin(0.5 * sqrt(9.81) * dt * sqrt(lam));
}

// What there is of the mode, over its start. The areas grow with the waves, so that other modes come
// up to (A / d) times the number of periods; they are not this one's.
static double mode_amplitude(const shallow_fixture* f) {
    double product = 0.0;
    double square = 0.0;
    for (int32_t n = 0; n < 32 * 32; ++n) {
        const int32_t i = n % 32;
        const int32_t j = n / 32;
        const double shape = mode_level(i + 0.5, j + 0.5);
        product += shape * (f->s.depth[wafti_basin_index(&f->s.basin, i, j)] - 1.0);
        square += shape * shape;
    }
    return product / square;
}

static void verify_mode(verify_table* table, int mx, int mz) {
    mode_x = mx;
    mode_z = mz;
    const shallow_case c = {.method = &wafti_columns_method,
        .nx = 32,
        .nz = 32,
        .dx = 1.0,
        .dz = 1.0,
        .flat = -1.0,
        .level = mode_level,
        .def = shallow_plain()};
    shallow_fixture f;
    shallow_open(&f, &c);
    const double dt = 0.1;
    const double w = mode_frequency(dt);
    double worst = 0.0;
    for (int n = 1; n <= 400; ++n) {
        (void)shallow_step(&f, dt);
        const double want = cos(w * (n + 0.5) * dt) / cos(w * dt / 2.0);
        const double off = fabs(mode_amplitude(&f) - want);
        worst = off <= worst ? worst : off;
    }
    char name[64];
    (void)snprintf(name, sizeof(name), "mode (%d,%d), amplitude / A, worst of 400", mx, mz);
    (void)verify_near(table, name, 0.0, worst, 1e-7);
    shallow_close(&f);
}

static int verify_modes(void) {
    verify_table table = verify_open("column-modes");
    verify_mode(&table, 4, 0);
    verify_mode(&table, 4, 4);
    verify_mode(&table, 0, 3);
    return verify_close(&table);
}

// channel-waves: a channel ten waves long, a wave maker on the left, open on the right.
static void verify_channel(verify_table* table, int32_t nz) {
    enum { NX = 250 };
    const double period = 1.0;
    const double dx = sqrt(9.81) * period / 25.0;
    shallow_case c = {.method = &wafti_columns_method,
        .nx = NX,
        .nz = nz,
        .dx = dx,
        .dz = dx,
        .flat = -1.0,
        .def = shallow_plain()};
    c.edges[0] = (wafti_edge){.kind = WAFT_EDGE_WAVEMAKER, .amplitude = 1e-3, .period = period};
    c.edges[1].kind = WAFT_EDGE_OPEN;
    shallow_fixture f;
    shallow_open(&f, &c);
    double high[NX] = {0.0};
    for (int n = 0; n < 50 * 40; ++n) {
        (void)shallow_step(&f, period / 50.0);
        for (int32_t i = 0; n >= 50 * 38 && i < NX; ++i) {
            high[i] = fmax(high[i], f.s.depth[wafti_basin_index(&f.s.basin, i, nz / 2)] - 1.0);
        }
    }
    double most = 0.0;
    double least = 1.0;
    for (int32_t i = 0; i < NX; ++i) {
        most = fmax(most, high[i]);
        least = fmin(least, high[i]);
    }
    char name[64];
    (void)snprintf(name, sizeof(name), "%d rows: amplitude / A", nz);
    (void)verify_near(table, name, 1.0, 0.5 * (most + least) / 1e-3, 0.02);
    (void)snprintf(name, sizeof(name), "%d rows: reflection", nz);
    (void)verify_most(table, name, 0.04, (most - least) / (most + least));
    shallow_close(&f);
}

static int verify_channels(void) {
    verify_table table = verify_open("channel-waves");
    verify_channel(&table, 1);
    verify_channel(&table, 8);
    return verify_close(&table);
}

int main(void) {
    int failures = verify_rest();
    failures += verify_dip();
    failures += verify_ledger(1e-12);
    failures += verify_modes();
    failures += verify_channels();
    failures += verify_threads();
    return failures == 0 ? 0 : 1;
}
