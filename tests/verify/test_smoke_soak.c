// SPDX-License-Identifier: MIT
// A long run of a plume: row plume-soak of docs/spec/smoke.md#verification. Built with traps (preset
// fptrap), a NaN stops it.
#include <math.h>
#include <stdio.h>

#if defined(WAFT_TEST_TRAP)
#include <fenv.h>
#endif

#include "smoke_fixture.h"
#include "verify.h"

int main(void) {
#if defined(WAFT_TEST_TRAP)
    (void)feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
#endif
    enum { N = 32 };
    const int steps = verify_slow() ? 100000 : 500;
    verify_table table = verify_open("plume-soak");
    waft_smoke_def def = smoke_fixture_def(N, N, N, 1.0 / N);
    def.sides[WAFT_SIDE_TOP].kind = WAFT_SIDE_OPEN;
    def.confinement = 3.0f;
    def.pressure.tolerance = 1e-3f;
    smoke_fixture f = smoke_fixture_open(&def, 0.02, -9.81f, 2);
    waft_source_def source = waft_source_def_default();
    source.shape = (waft_shape){.kind = WAFT_SHAPE_SPHERE, .radius = 0.12f};
    source.pose.position = waft_vec3_make(0.5f, 0.15f, 0.5f);
    source.temperature = 80.0f;
    source.noise.amount = 0.3f;
    waft_source_id id;
    smoke_fixture_need(&f, waft_smoke_add_source(f.smoke, &source, &id));
    // A plume flickers: its greatest energy over a fifth of the run says what is usual.
    const int settled = verify_slow() ? steps / 5 : 400;
    double early = 0.0;
    double late = 0.0;
    double densest = 0.0;
    bool finite = true;
    for (int step = 0; step < steps; ++step) {
        smoke_fixture_steps(&f, 1);
        const waft_smoke_stats stats = waft_smoke_get_stats(f.smoke);
        finite = finite && isfinite(stats.kinetic_energy) && isfinite(stats.density_sum);
        if (step < settled) {
            early = fmax(early, stats.kinetic_energy);
        } else {
            late = fmax(late, stats.kinetic_energy);
        }
    }
    densest = smoke_fixture_greatest(&f, WAFT_SMOKE_DENSITY);
    char name[64];
    (void)snprintf(name, sizeof(name), "%d steps: not finite", steps);
    (void)verify_near(&table, name, 0.0, finite ? 0.0 : 1.0, 0.0);
    (void)verify_most(&table, "greatest energy later over that at first", 2.0, late / early);
    (void)verify_most(&table, "greatest density", 1.3 + 1e-6, densest);
    smoke_fixture_close(&f);
    const int failures = verify_close(&table);
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
