// SPDX-License-Identifier: MIT
// Figures of the smoke for tables, as defined in docs/spec/smoke.md#statistics.
#include "smoke/solver.h"

void waft_smoke_read_stats(const waft_smoke* smoke, waft_smoke_stats* out_stats, size_t size) {
    const waft_smoke_stats stats = smoke != NULL ? smoke->stats : (waft_smoke_stats){0};
    waft_struct_read(out_stats, size, &stats, sizeof(stats));
}

size_t wafti_smoke_stats(const waft_smoke* smoke, waft_stat* out_stats, size_t capacity) {
    const waft_smoke_stats* figures = &smoke->stats;
    const waft_stat stats[] = {
        {"smoke.substeps", "1", (double)figures->substeps},
        {"smoke.cfl", "1", figures->cfl},
        {"smoke.iterations", "1", (double)figures->iterations},
        {"smoke.residual", "1", figures->residual},
        {"smoke.divergence", "1", figures->divergence},
        {"smoke.kinetic_energy", "J", figures->kinetic_energy},
        {"smoke.density_sum", "m3", figures->density_sum},
        {"smoke.density_out", "m3", figures->density_out},
        {"smoke.temperature_max", "K", figures->temperature_max},
        {"smoke.unbalanced_flux", "m3/s", figures->unbalanced_flux},
    };
    return wafti_stats_give(stats, sizeof(stats) / sizeof(stats[0]), out_stats, capacity);
}
