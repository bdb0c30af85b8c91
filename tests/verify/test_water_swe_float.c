// SPDX-License-Identifier: MIT
// Shallow-water equations in float, as the library computes them (docs/spec/water.md#verification):
// lakes stay at rest (still-lake), rough ground does not speed up films (rough-ground), and threads
// give the same bits (equal-bits).
#include "swe_rows.h"
#include "verify.h"

static int lake_at_rest(void) {
    verify_table t = verify_open("still-lake");
    const int steps = verify_slow() ? 10000 : 2000;
    verify_most(&t, "float: cells that changed", 0.0, swe_lake_changes(steps, false));
    verify_most(&t, "float, with load: cells that changed", 0.0, swe_lake_changes(steps, true));
    return verify_close(&t);
}

// rough-ground: rough ground, partly dry, no friction.

static double hills(double x, double z) {
    return 4.0 * swe_noise(x, z, 5) - 0.5;
}

static double ripples(double x, double z) {
    return 0.5 * swe_noise(x, z, 6) - 0.25;
}

static double fastest(const shallow_fixture* f) {
    double most = 0.0;
    for (int32_t j = 0; j < f->s.basin.nz; ++j) {
        for (int32_t i = 0; i < f->s.basin.nx; ++i) {
            double u[2];
            f->s.method->velocity(&f->s, i, j, u);
            most = fmax(most, sqrt(u[0] * u[0] + u[1] * u[1]));
        }
    }
    return most;
}

static int rough_ground(void) {
    verify_table t = verify_open("rough-ground");
    shallow_case c = {.method = &wafti_swe_method,
        .nx = 64,
        .nz = 64,
        .dx = 1.0,
        .dz = 1.0,
        .bed = hills,
        .level = ripples,
        .def = shallow_plain()};
    shallow_fixture f;
    shallow_open(&f, &c);
    const double before = shallow_volume(&f);
    const int steps = verify_slow() ? 20000 : 2000;
    double most = 0.0;
    for (int n = 0; n < steps; ++n) {
        CHECK(shallow_step(&f, 0.05));
        most = fmax(most, fastest(&f));
    }
    const double area = 64.0 * 64.0;
    verify_most(&t, "greatest velocity of all steps, m/s", 5.0, most);
    if (verify_slow()) {
        verify_most(&t, "kinetic energy/(rho area), m3/s2", 1e-4,
            f.s.method->kinetic(&f.s) / (f.s.density * area));
    }
    verify_near(&t, "volume", 1.0, shallow_volume(&f) / before, 5e-5);
    shallow_close(&f);
    return verify_close(&t);
}

static int threads(void) {
    verify_table t = verify_open("equal-bits");
    const uint64_t one = swe_hash_after(1, 100);
    const int counts[3] = {2, 3, 4};
    for (int n = 0; n < 3; ++n) {
        char name[64];
        (void)snprintf(name, sizeof(name), "hash on %d threads equals that on 1", counts[n]);
        verify_near(&t, name, 1.0, swe_hash_after(counts[n], 100) == one ? 1.0 : 0.0, 0.0);
    }
    return verify_close(&t);
}

int main(void) {
    const int failures = lake_at_rest() + rough_ground() + threads();
    return failures + atomic_load(&test_failures) > 0 ? 1 : 0;
}
