// SPDX-License-Identifier: MIT
// What steps and transport make of the forced flow: plume-half-step and power-law-kept
// (docs/spec/turbulence.md#verification).
#include "detail_fixture.h"
#include "verify.h"

// ---- plume-half-step: a plume with steps half as long

static const double hold = 1.0 / 30.0; // a frame

static detail_fixture open_plume(double dt) {
    waft_smoke_def smoke = smoke_fixture_def(24, 32, 24, 1.0 / 24.0);
    smoke.sides[WAFT_SIDE_TOP].kind = WAFT_SIDE_OPEN;
    detail_fixture d = {.f = smoke_fixture_open(&smoke, dt, -9.81f, 2)};
    waft_source_def source = waft_source_def_default();
    source.shape = (waft_shape){.kind = WAFT_SHAPE_SPHERE, .radius = 0.15f};
    source.pose.position = waft_vec3_make(0.5f, 0.2f, 0.5f);
    source.temperature = 60.0f;
    waft_source_id id;
    smoke_fixture_need(&d.f, waft_smoke_add_source(d.f.smoke, &source, &id));
    waft_detail_def def = waft_detail_def_default();
    def.refine = 2;
    def.hold = hold;
    detail_fixture_join(&d, &def, detail_fixture_bank(64, 20.78, 0.7));
    return d;
}

// Mean over the second half of the time of |u - U|^2 / 2.
static double plume_energy(int steps_a_hold, int holds) {
    detail_fixture d = open_plume(hold / steps_a_hold);
    double sum = 0.0;
    for (int n = 0; n < holds; ++n) {
        smoke_fixture_steps(&d.f, steps_a_hold);
        const double rms = waft_detail_get_stats(d.detail).fluctuation_rms;
        sum += n >= holds / 2 ? 0.5 * rms * rms : 0.0;
    }
    detail_fixture_close(&d);
    const int kept = holds - holds / 2;
    return sum / kept;
}

static int verify_steps(void) {
    verify_table table = verify_open("plume-half-step");
    const int holds = 120;
    const double whole = plume_energy(1, holds);
    const double halves = plume_energy(2, holds);
    (void)verify_least(&table, "plume, r 2: fluctuation energy, m2/s2", 1e-4, whole);
    (void)verify_near(&table, "the same with dt halved, over it", 1.0, halves / whole, 0.1);
    return verify_close(&table);
}

// ---- power-law-kept: a power law is kept by transport

enum { N = 48, SHELLS = N };

static void add_spectrum(const detail_fixture* d, double energy[SHELLS]) {
    const waft_smoke* fine = waft_detail_smoke(d->detail);
    waft_spectrum_box box = waft_spectrum_box_default();
    for (int axis = 0; axis < 3; ++axis) {
        const waft_field field = waft_smoke_field(fine, WAFT_SMOKE_VELOCITY_X + axis);
        box.component[axis] = field.data;
        box.row_stride[axis] = (size_t)field.stride[1];
        box.plane_stride[axis] = (size_t)field.stride[2];
        box.cells[axis] = N;
    }
    waft_spectrum* spectrum = NULL;
    smoke_fixture_need(&d->f, waft_spectrum_measure(&box, &spectrum, NULL));
    const waft_spectrum_info info = waft_spectrum_get_info(spectrum);
    for (size_t n = 0; n < info.shell_count; ++n) {
        const int shell = (int)info.shells[n].shell;
        energy[shell < SHELLS ? shell : SHELLS - 1] += info.shells[n].energy;
    }
    waft_spectrum_destroy(spectrum);
}

// Least squares of log E on log k over the shells low to high.
static double slope_of(const double energy[SHELLS], int low, int high) {
    double x = 0.0;
    double y = 0.0;
    double xx = 0.0;
    double xy = 0.0;
    const double count = high - low + 1;
    for (int k = low; k <= high; ++k) {
        const double a = log((double)k);
        const double b = log(energy[k]);
        x += a / count;
        y += b / count;
        xx += a * a / count;
        xy += a * b / count;
    }
    return (xy - x * y) / (xx - x * x);
}

static int verify_cascade(void) {
    verify_table table = verify_open("power-law-kept");
    const double speed = 2.0;
    const double dt = 1.0 / N / speed; // CFL 1
    const int holds = verify_slow() ? 120 : 40;
    const waft_smoke_def smoke = detail_fixture_box(N, 1.0 / N);
    waft_bank_def bank_def = waft_bank_def_default();
    bank_def.size = N;
    bank_def.seed = 7;
    bank_def.storage = WAFT_BANK_FLOAT;
    bank_def.spectrum.law = WAFT_SPECTRUM_POWER;
    bank_def.spectrum.exponent = -5.0 / 3.0;
    bank_def.spectrum.range[0] = 3.0;
    bank_def.spectrum.range[1] = 0.3 * N;
    waft_bank* bank = NULL;
    if (waft_bank_create(&bank_def, &bank, NULL) != WAFT_OK) {
        return 1;
    }
    waft_detail_def def = waft_detail_def_default();
    def.follow = 0.1f;
    def.strength = 0.2f;
    def.hold = dt;
    detail_fixture d = detail_fixture_open(&smoke, dt, &def, bank, 2);
    detail_fixture_stream(&d, speed);
    double energy[SHELLS] = {0.0};
    for (int n = 0; n < holds; ++n) {
        smoke_fixture_steps(&d.f, 1);
        if (n >= holds / 2) {
            add_spectrum(&d, energy);
        }
    }
    (void)verify_near(&table, "slope over k 4..N/5", -5.0 / 3.0, slope_of(energy, 4, N / 5), 0.2);
    detail_fixture_close(&d);
    return verify_close(&table);
}

int main(void) {
    const int failures = (verify_slow() ? verify_steps() : 0) + verify_cascade();
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
