// SPDX-License-Identifier: MIT
// Figures of the surface for tables.
#include "water/basin.h"

size_t wafti_water_stats(const waft_water* water, waft_stat* out_stats, size_t capacity) {
    if (water->lake != NULL) {
        return wafti_lake_stats(water, out_stats, capacity);
    }
    const double area = water->grid.dx * water->grid.dz;
    const double wet_cells = water->wet_area / area;
    const bool any = wet_cells > 0.0;
    const double level = (double)water->def.level;
    // Linear waves hold rho g A^2 / 4 of each kind per area; trains of different frequency add up.
    const double energy =
        0.25 * (double)water->def.density * water->context->gravity * area * water->total.squares;
    const waft_stat stats[] = {
        {"water.level_mean", "m", level + (any ? water->total.level / wet_cells : 0.0)},
        {"water.level_min", "m", level + (any ? (double)water->total.lowest : 0.0)},
        {"water.level_max", "m", level + (any ? (double)water->total.highest : 0.0)},
        {"water.kinetic_energy", "J", energy},
        {"water.potential_energy", "J", energy},
        {"water.steepness", "1", (double)water->total.steepest},
        {"water.breaking_share", "1", any ? water->total.breaking / wet_cells : 0.0},
        {"water.foam_area", "m2", water->total.foam * area},
        {"water.spray_count", "1", (double)water->spray.count},
        {"water.train_count", "1", (double)water->train_count},
    };
    return wafti_stats_give(stats, sizeof(stats) / sizeof(stats[0]), out_stats, capacity);
}
