// SPDX-License-Identifier: MIT
// The wave tank of docs/spec/sph.md#experiment-4 for a million sub-steps: nothing becomes NaN, no
// particle is lost. The fast set takes some thousand.
#include "liquid_fixture.h"
#include "verify/sph_bank.h"
#include "verify/verify.h"

static bool all_finite(const waft_liquid* liquid) {
    const waft_liquid_view view = waft_liquid_get_view(liquid);
    bool fine = true;
    for (uint32_t i = 0; i < view.count; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            fine = fine && isfinite(view.position[axis][i]) && isfinite(view.velocity[axis][i]);
        }
        fine = fine && isfinite(view.density[i]) && isfinite(view.pressure[i]);
    }
    return fine;
}

int main(void) {
    const uint64_t wanted = verify_slow() ? 1000000 : 3000;
    waft_liquid_def def = liquid_box(0.0625f, 4.0f, 4.0f, 1.0f);
    def.method = WAFT_LIQUID_WCSPH;
    def.sound_speed = 20.0f;
    def.kinematic_viscosity = 0.005f;
    def.artificial_viscosity = 0.0f;
    def.max_particles = 4096;
    liquid_fixture f = liquid_open(&def, 1.0 / 60.0, 9.81f, 1);
    const uint32_t start = liquid_block(&f, 0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f);
    waft_bank* bank = make_bank();
    waft_liquid_turbulence_def stir = waft_liquid_turbulence_def_default();
    stir.period = 4.0f;
    if (waft_liquid_set_turbulence(f.liquid, bank, &stir) != WAFT_OK) {
        return 1;
    }
    uint64_t substeps = 0;
    uint64_t contacts = 0;
    uint64_t told = 0;
    double greatest = 0.0;
    bool fine = true;
    while (substeps < wanted && fine) {
        fine = waft_world_step(f.world) == WAFT_OK;
        const waft_liquid_stats stats = waft_liquid_get_stats(f.liquid);
        substeps += stats.substeps;
        contacts += stats.contacts;
        greatest = verify_worse(greatest, stats.greatest_density);
        if (substeps / 20000 > told) {
            told = substeps / 20000;
            fine = fine && all_finite(f.liquid);
            (void)fprintf(stderr, "soak: %llu sub-steps\n", (unsigned long long)substeps);
        }
    }
    const waft_liquid_stats stats = waft_liquid_get_stats(f.liquid);
    verify_table table = verify_open("soak");
    (void)verify_least(&table, "sub-steps", (double)wanted, (double)substeps);
    (void)verify_near(&table, "all numbers finite", 1.0, fine && all_finite(f.liquid), 0.0);
    (void)verify_near(&table, "particles", start, stats.particles, 0.0);
    (void)verify_near(&table, "particles that escaped", 0.0, (double)stats.escaped, 0.0);
    verify_told(&table, "greatest density ratio", greatest);
    verify_told(&table, "contacts", (double)contacts);
    verify_told(&table, "kinetic energy at the end, J", stats.kinetic_energy);
    const int failures = verify_close(&table);
    liquid_close(&f);
    waft_bank_release(bank);
    return failures == 0 ? 0 : 1;
}
