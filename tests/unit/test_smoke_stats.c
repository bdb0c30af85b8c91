// SPDX-License-Identifier: MIT
#include "smoke_fixture.h"

static void figures_have_stable_names(void) {
    static const char* const names[] = {"smoke.substeps", "smoke.cfl", "smoke.iterations",
        "smoke.residual", "smoke.divergence", "smoke.kinetic_energy", "smoke.density_sum",
        "smoke.density_out", "smoke.temperature_max", "smoke.unbalanced_flux"};
    const waft_smoke_def def = small_smoke_def(16, 16, 16);
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    const waft_source_def source = ball_source(0.5f, 0.3f, 0.5f, 0.2f);
    (void)smoke_fixture_source(f, &source);
    smoke_fixture_steps(f, 3);
    waft_stat stats[16];
    const size_t count = wafti_smoke_stats(f->smoke, stats, 16);
    CHECK(count == sizeof(names) / sizeof(names[0]));
    for (size_t i = 0; i < count; ++i) {
        CHECK_TEXT(stats[i].name, names[i]);
        CHECK(isfinite(stats[i].value));
    }
    const waft_smoke_stats figures = waft_smoke_get_stats(f->smoke);
    CHECK(figures.substeps == 1 && stats[0].value == 1.0);
    CHECK(figures.kinetic_energy > 0.0 && stats[5].value == figures.kinetic_energy);
    // The ball and what has left it.
    CHECK(figures.density_sum > 0.0335 && figures.density_sum < 0.05);
    CHECK_NEAR(figures.temperature_max, 60.0, 0.01);
    CHECK(figures.residual <= 1e-4);
    CHECK(figures.advect_ms > 0.0 && figures.pressure_ms > 0.0 && figures.other_ms > 0.0);
    stats[2] = (waft_stat){"untouched", "", 0.0};
    CHECK(wafti_smoke_stats(f->smoke, stats, 2) == count);
    CHECK_TEXT(stats[2].name, "untouched");
    CHECK(waft_smoke_get_stats(NULL).substeps == 0);
    smoke_fixture_close(f);
}

static const test_case cases[] = {{"figures_have_stable_names", figures_have_stable_names}};

TEST_MAIN(cases)
