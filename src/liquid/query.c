// SPDX-License-Identifier: MIT
// What can be read: views, samples for a mesher, figures.
#include <math.h>

#include "liquid/solver.h"

void waft_liquid_read_view(const waft_liquid* liquid, waft_liquid_view* out_view, size_t size) {
    waft_liquid_view view = {0};
    if (liquid != NULL) {
        const wafti_particles* now = &liquid->now;
        const double v = liquid->calibration.volume;
        const double radius = liquid->def.dimension == 3 ? cbrt(0.75 * v / M_PI) : sqrt(v / M_PI);
        view = (waft_liquid_view){
            .count = liquid->count,
            .position = {now->x[0], now->x[1], now->x[2]},
            .velocity = {now->u[0], now->u[1], now->u[2]},
            .density = liquid->rh,
            .fluid = liquid->fluid,
            .pressure = now->k,
            .id = now->id,
            .spacing = (float)liquid->d,
            .radius = (float)radius,
            .reach = (float)liquid->h,
            .volume = (float)v,
            .low = liquid->def.low,
            .high = liquid->def.high,
        };
    }
    waft_struct_read(out_view, size, &view, sizeof(view));
}

// Cells of the last sort may be one sub-step old: what moved less than half a spacing since is still
// found, since a cell is a whole reach and the field's reach two spacings, or less.
static void sample_row(const waft_liquid* liquid, const wafti_row* row, const double point[3],
    waft_liquid_sample* out) {
    const double reach = 2.0 * liquid->d;
    const int dimension = liquid->def.dimension;
    for (uint32_t j = row->first; j < row->end && j < liquid->count; ++j) {
        double off[3];
        double square = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            off[axis] = point[axis] - (double)liquid->now.x[axis][j] - (double)row->shift[axis];
            off[axis] = axis < dimension ? off[axis] : 0.0;
            square += off[axis] * off[axis];
        }
        const double r = sqrt(square);
        if (r >= reach) {
            continue;
        }
        const double fluid = fmax((double)liquid->fluid[j], (double)liquid->constants.self);
        const double weight = liquid->calibration.volume / fluid;
        const double w = weight * wafti_kernel_value(WAFTI_KERNEL_CUBIC, dimension, reach, r);
        const double slope = weight * wafti_kernel_slope(WAFTI_KERNEL_CUBIC, dimension, reach, r);
        const double down = r > 0.0 ? -slope / r : 0.0;
        out->value += (float)w;
        out->gradient.x += (float)(down * off[0]);
        out->gradient.y += (float)(down * off[1]);
        out->gradient.z += (float)(down * off[2]);
        out->velocity.x += (float)w * liquid->now.u[0][j];
        out->velocity.y += (float)w * liquid->now.u[1][j];
        out->velocity.z += (float)w * liquid->now.u[2][j];
    }
}

waft_result waft_liquid_sample_field(const waft_liquid* liquid, const waft_vec3* points,
    size_t count, waft_liquid_sample* out_samples) {
    if (liquid == NULL || (count > 0 && (points == NULL || out_samples == NULL))) {
        return WAFT_ERR_ARGUMENT;
    }
    for (size_t i = 0; i < count; ++i) {
        out_samples[i] = (waft_liquid_sample){0};
        const double point[3] = {(double)points[i].x, (double)points[i].y, (double)points[i].z};
        if (!isfinite(point[0]) || !isfinite(point[1]) || !isfinite(point[2])) {
            continue;
        }
        wafti_row rows[WAFTI_LIQUID_ROWS];
        int own = 0;
        const int row_count =
            wafti_cells_rows(&liquid->cells, wafti_cells_at(&liquid->cells, point), rows, &own);
        for (int row = 0; row < row_count; ++row) {
            sample_row(liquid, &rows[row], point, &out_samples[i]);
        }
        const float scale = out_samples[i].value > 0.0f ? 1.0f / out_samples[i].value : 0.0f;
        out_samples[i].velocity = waft_vec3_scale(out_samples[i].velocity, scale);
    }
    return WAFT_OK;
}

void waft_liquid_read_stats(const waft_liquid* liquid, waft_liquid_stats* out_stats, size_t size) {
    waft_liquid_stats stats = {0};
    if (liquid != NULL) {
        const wafti_liquid_counts* counts = &liquid->counts;
        stats = liquid->stats;
        stats.particles = liquid->count;
        stats.created = counts->created;
        stats.emitted = counts->emitted;
        stats.sunk = counts->sunk;
        stats.escaped = counts->escaped;
        stats.absorbed = counts->absorbed;
        stats.held_back = counts->held_back;
        stats.displaced = counts->displaced;
    }
    waft_struct_read(out_stats, size, &stats, sizeof(stats));
}

size_t wafti_liquid_stats(const waft_liquid* liquid, waft_stat* out_stats, size_t capacity) {
    const waft_liquid_stats s = waft_liquid_get_stats(liquid);
    const waft_stat all[] = {
        {"liquid_particles", "1", (double)s.particles},
        {"liquid_substeps", "1", (double)s.substeps},
        {"liquid_least_step", "s", s.least_step},
        {"liquid_mean_step", "s", s.mean_step},
        {"liquid_divergence_evaluations", "1", s.divergence_evaluations},
        {"liquid_density_evaluations", "1", s.density_evaluations},
        {"liquid_divergence_left", "1", s.divergence_error},
        {"liquid_density_left", "1", s.density_error},
        {"liquid_mean_density", "1", s.mean_density},
        {"liquid_greatest_density", "1", s.greatest_density},
        {"liquid_kinetic_energy", "J", s.kinetic_energy},
        {"liquid_potential_energy", "J", s.potential_energy},
        {"liquid_momentum_x", "kg m/s", s.momentum[0]},
        {"liquid_momentum_y", "kg m/s", s.momentum[1]},
        {"liquid_momentum_z", "kg m/s", s.momentum[2]},
        {"liquid_greatest_speed", "m/s", s.greatest_speed},
        {"liquid_contacts", "1", (double)s.contacts},
        {"liquid_escaped", "1", (double)s.escaped},
        {"liquid_absorbed", "1", (double)s.absorbed},
        {"liquid_sunk", "1", (double)s.sunk},
        {"liquid_emitted", "1", (double)s.emitted},
        {"liquid_held_back", "1", (double)s.held_back},
        {"liquid_created", "1", (double)s.created},
        {"liquid_displaced", "1", (double)s.displaced},
        {"liquid_neighbors", "1", s.mean_neighbors},
        {"liquid_volume", "m3", (double)s.particles * liquid->calibration.volume},
        {"liquid_carried", "m3", waft_liquid_carried(liquid)},
    };
    const size_t count = sizeof(all) / sizeof(all[0]);
    for (size_t i = 0; i < count && i < capacity; ++i) {
        out_stats[i] = all[i];
    }
    return count;
}
