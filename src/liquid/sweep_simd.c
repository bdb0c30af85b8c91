// SPDX-License-Identifier: MIT
// Sweeps over the candidates of each cell (docs/spec/sph.md#neighbours): density, and all forces between
// pairs. They serve where particles are so crowded that their lists would not fit, and lists are tested
// against them.
#include "liquid/sweep.h"

typedef struct three {
    wafti_wide x, y, z;
} three;

static inline three place_of(const float* const x[3], uint32_t i) {
    return (three){wafti_wide_set(x[0][i]), wafti_wide_set(x[1][i]), wafti_wide_set(x[2][i])};
}

WAFTI_INLINE three difference(three a, const sweep_buffer* buffer, int from, uint32_t at) {
    return (three){a.x - wafti_wide_load(buffer->values[from] + at),
        a.y - wafti_wide_load(buffer->values[from + 1] + at),
        a.z - wafti_wide_load(buffer->values[from + 2] + at)};
}

static inline wafti_wide square(three d, wafti_wide more) {
    return wafti_wide_fma(d.x, d.x, wafti_wide_fma(d.y, d.y, wafti_wide_fma(d.z, d.z, more)));
}

// Adds to *found how many are nearer than the reach.
WAFTI_INLINE float density_of(const wafti_pair_job* job, waft_liquid_kernel kernel,
    const sweep_buffer* buffer, uint32_t i, uint32_t* found) {
    const three place = place_of(job->x, i);
    const wafti_wide h2 = wafti_wide_set(job->constants.h2);
    wafti_wide sum = wafti_wide_set(0.0f);
    for (uint32_t at = 0; at < buffer->count; at += WAFTI_LANES) {
        const wafti_wide r2 = square(difference(place, buffer, 0, at), wafti_wide_set(0.0f));
        sum = sum + sweep_value(&job->constants, kernel, r2);
        *found += (uint32_t)__builtin_popcount(wafti_wide_lanes(wafti_wide_less(r2, h2)));
    }
    return sweep_value_scale(&job->constants, kernel) * wafti_wide_sum(sum);
}

WAFTI_INLINE void sweep_density(
    const wafti_pair_job* job, int32_t task, waft_liquid_kernel kernel) {
    const wafti_cells* cells = job->cells;
    sweep_buffer buffer;
    wafti_row rows[WAFTI_LIQUID_ROWS];
    for (uint32_t n = cells->tasks[task]; n < cells->tasks[task + 1]; ++n) {
        const uint32_t cell = cells->filled[n];
        int own = 0;
        const int row_count = wafti_cells_rows(cells, cell, rows, &own);
        sweep_cursor cursor = {0};
        bool first = true;
        while (sweep_fill(&buffer, job, NULL, 0, rows, row_count, &cursor)) {
            for (uint32_t i = cells->start[cell]; i < cells->start[cell + 1]; ++i) {
                const float before = first ? 0.0f : job->fluid[i];
                // The particle itself is no neighbour.
                uint32_t found = first ? UINT32_MAX : job->list->found[i];
                job->fluid[i] = before + density_of(job, kernel, &buffer, i, &found);
                job->list->found[i] = found;
            }
            first = false;
        }
    }
}

void WAFTI_KERNEL(wafti_liquid_density)(const wafti_pair_job* job, int32_t task) {
    switch (job->constants.kernel) {
    case WAFT_LIQUID_CUBIC:
        sweep_density(job, task, WAFT_LIQUID_CUBIC);
        break;
    case WAFT_LIQUID_WENDLAND:
        sweep_density(job, task, WAFT_LIQUID_WENDLAND);
        break;
    case WAFT_LIQUID_MUELLER:
        sweep_density(job, task, WAFT_LIQUID_MUELLER);
        break;
    }
}

// Buffers of the force sweep after the places: velocity, k, 1/rh.
enum { AT_U = 3, AT_K = 6, AT_INVERSE = 7 };

// Pressure and viscosity, -sum V (k_i + k_j) grad W + nu c_nu sum V/(rh_i rh_j) (u_j - u_i) lapW
// (docs/spec/sph.md#weakly-compressible-solver, docs/spec/sph.md#viscosity).
typedef struct push_sum {
    float x, y, z;
} push_sum;

WAFTI_INLINE push_sum force_on(
    const wafti_pair_job* job, waft_liquid_kernel kernel, const sweep_buffer* buffer, uint32_t i) {
    const wafti_pair_constants* c = &job->constants;
    const three place = place_of(job->x, i);
    const three velocity = place_of(job->u, i);
    const wafti_wide k = wafti_wide_set(job->k[i]);
    // In units of the slope's scale, which the sum is multiplied with in the end.
    const float scale = sweep_slope_scale(c, kernel);
    const wafti_wide thick =
        wafti_wide_set(-job->viscosity * c->lap * c->h * job->inverse[i] / scale);
    const wafti_wide one = wafti_wide_set(1.0f);
    const wafti_wide zero = wafti_wide_set(0.0f);
    // Keeps 1/r finite for the particle itself, whose distance vector is 0.
    const wafti_wide tiny = wafti_wide_set(1e-12f * c->h2);
    const wafti_wide inverse_h = wafti_wide_set(-c->inverse_h);
    three sum = {zero, zero, zero};
    for (uint32_t at = 0; at < buffer->count; at += WAFTI_LANES) {
        const three d = difference(place, buffer, 0, at);
        const wafti_wide r2 = square(d, tiny);
        const wafti_wide inverse_r = wafti_wide_inverse_sqrt(r2);
        const wafti_wide t = wafti_wide_max(zero, wafti_wide_fma(r2 * inverse_r, inverse_h, one));
        const wafti_wide both = k + wafti_wide_load(buffer->values[AT_K] + at);
        const wafti_wide push = both * sweep_slope(kernel, t, inverse_r);
        const wafti_wide drag = thick * t * wafti_wide_load(buffer->values[AT_INVERSE] + at);
        const three du = difference(velocity, buffer, AT_U, at);
        sum.x = wafti_wide_fma(push, d.x, wafti_wide_fma(drag, du.x, sum.x));
        sum.y = wafti_wide_fma(push, d.y, wafti_wide_fma(drag, du.y, sum.y));
        sum.z = wafti_wide_fma(push, d.z, wafti_wide_fma(drag, du.z, sum.z));
    }
    return (push_sum){scale * wafti_wide_sum(sum.x), scale * wafti_wide_sum(sum.y),
        scale * wafti_wide_sum(sum.z)};
}

WAFTI_INLINE void sweep_force(const wafti_pair_job* job, int32_t task, waft_liquid_kernel kernel) {
    const wafti_cells* cells = job->cells;
    const float* others[5] = {job->u[0], job->u[1], job->u[2], job->k, job->inverse};
    sweep_buffer buffer;
    wafti_row rows[WAFTI_LIQUID_ROWS];
    for (uint32_t n = cells->tasks[task]; n < cells->tasks[task + 1]; ++n) {
        const uint32_t cell = cells->filled[n];
        int own = 0;
        const int row_count = wafti_cells_rows(cells, cell, rows, &own);
        sweep_cursor cursor = {0};
        bool first = true;
        while (sweep_fill(&buffer, job, others, 5, rows, row_count, &cursor)) {
            for (uint32_t i = cells->start[cell]; i < cells->start[cell + 1]; ++i) {
                const push_sum sum = force_on(job, kernel, &buffer, i);
                job->out[0][i] = (first ? 0.0f : job->out[0][i]) + sum.x;
                job->out[1][i] = (first ? 0.0f : job->out[1][i]) + sum.y;
                job->out[2][i] = (first ? 0.0f : job->out[2][i]) + sum.z;
            }
            first = false;
        }
    }
}

void WAFTI_KERNEL(wafti_liquid_force)(const wafti_pair_job* job, int32_t task) {
    switch (job->constants.kernel) {
    case WAFT_LIQUID_CUBIC:
        sweep_force(job, task, WAFT_LIQUID_CUBIC);
        break;
    case WAFT_LIQUID_WENDLAND:
        sweep_force(job, task, WAFT_LIQUID_WENDLAND);
        break;
    case WAFT_LIQUID_MUELLER:
        sweep_force(job, task, WAFT_LIQUID_MUELLER);
        break;
    }
}
