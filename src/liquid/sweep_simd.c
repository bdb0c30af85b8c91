// SPDX-License-Identifier: MIT
// Sweeps over the candidates of each cell (docs/spec/sph.md#neighbours): density, and all forces between
// pairs. They serve where particles are so crowded that their lists would not fit, and lists are tested
// against them.
#include "liquid/sweep.h"

static inline three place_of(const float* const x[3], uint32_t i) {
    return (three){wafti_wide_set(x[0][i]), wafti_wide_set(x[1][i]), wafti_wide_set(x[2][i])};
}

WAFTI_INLINE three difference(three a, const sweep_buffer* buffer, int from, uint32_t at) {
    return (three){a.x - wafti_wide_load(buffer->values[from] + at),
        a.y - wafti_wide_load(buffer->values[from + 1] + at),
        a.z - wafti_wide_load(buffer->values[from + 2] + at)};
}

// Adds to *found how many are nearer than the reach.
WAFTI_INLINE float density_of(const wafti_pair_job* job, waft_liquid_kernel kernel,
    const sweep_buffer* buffer, uint32_t i, uint32_t* found) {
    const three place = place_of(job->x, i);
    const wafti_wide h2 = wafti_wide_set(job->constants.h2);
    wafti_wide sum = wafti_wide_set(0.0f);
    for (uint32_t at = 0; at < buffer->count; at += WAFTI_LANES) {
        const wafti_wide r2 = three_square(difference(place, buffer, 0, at), wafti_wide_set(0.0f));
        sum = sum + sweep_value(&job->constants, kernel, r2);
        *found += (uint32_t)__builtin_popcount(wafti_wide_lanes(wafti_wide_less(r2, h2)));
    }
    return sweep_value_scale(&job->constants, kernel) * wafti_wide_sum(sum);
}

// Adds what a fill of candidates gives to a particle of their cell; `first`: the sum begins with it.
typedef void add_fill(const wafti_pair_job* job, waft_liquid_kernel kernel,
    const sweep_buffer* buffer, uint32_t i, bool first);

WAFTI_INLINE void sweep_cells(const wafti_pair_job* job, int32_t task, waft_liquid_kernel kernel,
    const float* const* others, int other_count, add_fill* add) {
    const wafti_cells* cells = job->cells;
    sweep_buffer buffer;
    wafti_row rows[WAFTI_LIQUID_ROWS];
    for (uint32_t n = cells->tasks[task]; n < cells->tasks[task + 1]; ++n) {
        const uint32_t cell = cells->filled[n];
        int own = 0;
        const int row_count = wafti_cells_rows(cells, cell, rows, &own);
        sweep_cursor cursor = {0};
        bool first = true;
        while (sweep_fill(&buffer, job, others, other_count, rows, row_count, &cursor)) {
            for (uint32_t i = cells->start[cell]; i < cells->start[cell + 1]; ++i) {
                add(job, kernel, &buffer, i, first);
            }
            first = false;
        }
    }
}

// And how many are nearer than the reach; the particle itself is no neighbour.
WAFTI_INLINE void add_density(const wafti_pair_job* job, waft_liquid_kernel kernel,
    const sweep_buffer* buffer, uint32_t i, bool first) {
    uint32_t found = first ? UINT32_MAX : job->list->found[i];
    const float before = first ? 0.0f : job->fluid[i];
    job->fluid[i] = before + density_of(job, kernel, buffer, i, &found);
    job->list->found[i] = found;
}

WAFTI_INLINE void sweep_density(
    const wafti_pair_job* job, int32_t task, waft_liquid_kernel kernel) {
    sweep_cells(job, task, kernel, NULL, 0, add_density);
}

void WAFTI_KERNEL(wafti_liquid_density)(const wafti_pair_job* job, int32_t task) {
    sweep_by_kernel(sweep_density, job, task);
}

// Buffers of the force sweep after the places: velocity, k, 1/rh.
enum { AT_U = 3, AT_K = 6, AT_INVERSE = 7 };

// Pressure and viscosity, -sum V (k_i + k_j) grad W + nu c_nu sum V/(rh_i rh_j) (u_j - u_i) lapW
// (docs/spec/sph.md#weakly-compressible-solver, docs/spec/sph.md#viscosity).
WAFTI_INLINE void add_force(const wafti_pair_job* job, waft_liquid_kernel kernel,
    const sweep_buffer* buffer, uint32_t i, bool first) {
    const wafti_pair_constants* c = &job->constants;
    const three place = place_of(job->x, i);
    const three velocity = place_of(job->u, i);
    const wafti_wide k = wafti_wide_set(job->k[i]);
    // In units of the slope's scale, which the sum is multiplied with in the end.
    const float scale = sweep_slope_scale(c, kernel);
    const wafti_wide thick =
        wafti_wide_set(-job->viscosity * c->lap * c->h * job->inverse[i] / scale);
    // Keeps 1/r finite for the particle itself, whose distance vector is 0.
    const wafti_wide tiny = wafti_wide_set(1e-12f * c->h2);
    three sum = three_zero();
    for (uint32_t at = 0; at < buffer->count; at += WAFTI_LANES) {
        const three d = difference(place, buffer, 0, at);
        const wafti_wide r2 = three_square(d, tiny);
        const wafti_wide inverse_r = wafti_wide_inverse_sqrt(r2);
        const wafti_wide t = sweep_t(c, r2, inverse_r);
        const wafti_wide both = k + wafti_wide_load(buffer->values[AT_K] + at);
        const wafti_wide push = both * sweep_slope(kernel, t, inverse_r);
        const wafti_wide drag = thick * t * wafti_wide_load(buffer->values[AT_INVERSE] + at);
        const three du = difference(velocity, buffer, AT_U, at);
        sum = three_add_scaled(three_add_scaled(sum, drag, du), push, d);
    }
    const float found[3] = {wafti_wide_sum(sum.x), wafti_wide_sum(sum.y), wafti_wide_sum(sum.z)};
    for (int axis = 0; axis < 3; ++axis) {
        job->out[axis][i] = (first ? 0.0f : job->out[axis][i]) + scale * found[axis];
    }
}

WAFTI_INLINE void sweep_force(const wafti_pair_job* job, int32_t task, waft_liquid_kernel kernel) {
    const float* others[5] = {job->u[0], job->u[1], job->u[2], job->k, job->inverse};
    sweep_cells(job, task, kernel, others, 5, add_force);
}

void WAFTI_KERNEL(wafti_liquid_force)(const wafti_pair_job* job, int32_t task) {
    sweep_by_kernel(sweep_force, job, task);
}
