// SPDX-License-Identifier: MIT
// What columns hold: velocities, energy, flows from velocities, damping and state.
#include "water/columns_parts.h"

// m, the greatest depth of a cell and those around it.
static double depth_around(const wafti_shallow* s, int32_t i, int32_t j) {
    const wafti_basin* b = &s->basin;
    double deepest = 0.0;
    for (int n = 0; n < 9; ++n) {
        const int32_t x = wafti_basin_neighbour(i + n % 3 - 1, b->nx, wafti_shallow_ring(s, 0));
        const int32_t z = wafti_basin_neighbour(j + n / 3 - 1, b->nz, wafti_shallow_ring(s, 1));
        if (x >= 0 && z >= 0) {
            deepest = fmax(deepest, (double)s->depth[wafti_basin_index(b, x, z)]);
        }
    }
    return deepest;
}

// What runs into a column that is nearly dry is much for its depth, and would seem to be as fast as one
// likes. No water is faster than the tip of a dam break, 2 sqrt(g d), over the depth that it comes from.
static void bound_velocity(
    const wafti_shallow* s, int32_t i, int32_t j, double depth, double velocity[2]) {
    const double square = velocity[0] * velocity[0] + velocity[1] * velocity[1];
    const double four_g = 4.0 * s->context->gravity;
    if (!(square > four_g * depth)) {
        return;
    }
    const double most = four_g * depth_around(s, i, j);
    if (square > most) {
        const double share = sqrt(most / square);
        velocity[0] *= share;
        velocity[1] *= share;
    }
}

// Velocity at a column, by the last formulas of docs/spec/water.md#step-of-columns.
void wafti_columns_velocity(const wafti_shallow* s, int32_t i, int32_t j, double out_velocity[2]) {
    const double depth = (double)s->depth[wafti_basin_index(&s->basin, i, j)];
    out_velocity[0] = 0.0;
    out_velocity[1] = 0.0;
    if (!(depth > s->dry)) {
        return;
    }
    const wafti_pipes here = pipes_at(s, j);
    const wafti_pipes below =
        pipes_at(s, j == 0 && wafti_shallow_ring(s, 1) ? s->basin.nz - 1 : j - 1);
    const double east = (double)here.row[WAFTI_PIPE_EAST][i] + here.row[WAFTI_PIPE_EAST][i - 1];
    const double north = (double)here.row[WAFTI_PIPE_NORTH][i] + below.row[WAFTI_PIPE_NORTH][i];
    const double rising =
        (double)here.row[WAFTI_PIPE_NORTH_EAST][i] + below.row[WAFTI_PIPE_NORTH_EAST][i - 1];
    const double falling =
        (double)here.row[WAFTI_PIPE_NORTH_WEST][i] + below.row[WAFTI_PIPE_NORTH_WEST][i + 1];
    const double area = 2.0 * depth * s->basin.dx;
    out_velocity[0] = (east + rising - falling) / area;
    out_velocity[1] = (north + rising + falling) / area;
    bound_velocity(s, i, j, depth, out_velocity);
}

void wafti_columns_velocity_row(
    const wafti_shallow* s, int32_t j, wafti_real* out_vx, wafti_real* out_vz) {
    const wafti_columns_speed job = {.nx = s->basin.nx,
        .here = pipes_at(s, j),
        .below = pipes_at(s, j == 0 && wafti_shallow_ring(s, 1) ? s->basin.nz - 1 : j - 1),
        .depth = s->depth + wafti_basin_index(&s->basin, 0, j),
        .dry = (wafti_real)s->dry,
        .width = (wafti_real)(2.0 * s->basin.dx),
        .vx = out_vx,
        .vz = out_vz};
    columns_of(s)->kernels->speed(&job);
    const wafti_real four_g = (wafti_real)(4.0 * s->context->gravity);
    for (int32_t i = 0; i < s->basin.nx; ++i) {
        if (out_vx[i] * out_vx[i] + out_vz[i] * out_vz[i] > four_g * job.depth[i]) {
            double velocity[2] = {(double)out_vx[i], (double)out_vz[i]};
            bound_velocity(s, i, j, (double)job.depth[i], velocity);
            out_vx[i] = (wafti_real)velocity[0];
            out_vz[i] = (wafti_real)velocity[1];
        }
    }
}

// A pipe's water moves with the part of the velocity along it: Q = c u . t, so Q = (c / l) u . (l t).
void wafti_columns_set_velocity(wafti_shallow* s, const wafti_real* vx, const wafti_real* vz) {
    const wafti_basin* basin = &s->basin;
    const areas depth_areas = {axis_share, diagonal_share};
    for (int32_t j = 0; j < basin->nz; ++j) {
        const wafti_pipes pipes = pipes_at(s, j);
        for (int32_t n = 0; n < basin->nx * WAFTI_PIPE_COUNT; ++n) {
            const int pipe = n % WAFTI_PIPE_COUNT;
            const int32_t i = n / WAFTI_PIPE_COUNT;
            const ptrdiff_t at = wafti_basin_index(basin, i, j);
            int32_t other_i = i;
            int32_t other_j = j;
            if (!along_pipe(s, pipe, 1, &other_i, &other_j)) {
                pipes.row[pipe][i] = 0;
                continue;
            }
            const ptrdiff_t other = wafti_basin_index(basin, other_i, other_j);
            const double speed = 0.5 * (pipe_step[pipe][0] * ((double)vx[at] + vx[other]) +
                                           pipe_step[pipe][1] * ((double)vz[at] + vz[other]));
            pipes.row[pipe][i] =
                (wafti_real)(pipe_factor(s, pipe, i, j, depth_areas) *
                             (double)wafti_shallow_face(s, at, other) * basin->dx * speed);
        }
        close_row(s, &pipes);
    }
}

// l Q^2 / c of a pipe whose area grows with the depth if `grows`; its water at `at` and at `other`.
static inline double pipe_energy(const wafti_shallow* s, ptrdiff_t at, ptrdiff_t other,
    wafti_real flow, double factor, bool grows) {
    const double depth = (double)wafti_shallow_face(s, at, other);
    const double reach = factor * (grows ? depth : 1.0);
    return depth > 0.0 && reach > 0.0 ? (double)flow * (double)flow / reach : 0.0;
}

// Pipes of a kind from the cells of a row that have both neighbours in it.
static double inner_energy(const wafti_shallow* s, int pipe, int32_t j, areas a, bool grows) {
    int32_t other_i = 1;
    int32_t other_j = j;
    if (!along_pipe(s, pipe, 1, &other_i, &other_j)) {
        return 0.0;
    }
    const ptrdiff_t at = wafti_basin_index(&s->basin, 1, j);
    const ptrdiff_t other = wafti_basin_index(&s->basin, other_i, other_j);
    const double factor = pipe_factor(s, pipe, 1, j, a);
    const wafti_real* flow = pipes_at(s, j).row[pipe] + 1;
    double sum = 0.0;
    for (int32_t i = 0; i < s->basin.nx - 2; ++i) {
        sum += pipe_energy(s, at + i, other + i, flow[i], factor, grows);
    }
    return sum;
}

// Half rho l Q^2 / c of every pipe.
static double row_kinetic(const wafti_shallow* s, int32_t j) {
    const bool grows = s->def.area != WAFT_PIPE_FIXED;
    const areas a = areas_of(s);
    const int32_t ends[2] = {0, s->basin.nx - 1};
    double sum = 0.0;
    for (int pipe = 0; pipe < WAFTI_PIPE_COUNT; ++pipe) {
        sum += inner_energy(s, pipe, j, a, grows);
        for (int n = 0; n < 2; ++n) {
            int32_t other_i = ends[n];
            int32_t other_j = j;
            if (along_pipe(s, pipe, 1, &other_i, &other_j)) {
                sum += pipe_energy(s, wafti_basin_index(&s->basin, ends[n], j),
                    wafti_basin_index(&s->basin, other_i, other_j),
                    pipes_at(s, j).row[pipe][ends[n]], pipe_factor(s, pipe, ends[n], j, a), grows);
            }
        }
    }
    return 0.5 * s->density * sum;
}

double wafti_columns_kinetic(const wafti_shallow* s) {
    double sum = 0.0;
    for (int32_t j = 0; j < s->basin.nz; ++j) {
        sum += row_kinetic(s, j);
    }
    return sum;
}

// Only the pipes that the cell owns: each is then damped once, by one cell.
void wafti_columns_damp(wafti_shallow* s, int32_t i, int32_t j, double keep) {
    const wafti_pipes pipes = pipes_at(s, j);
    for (int pipe = 0; pipe < WAFTI_PIPE_COUNT; ++pipe) {
        pipes.row[pipe][i] = (wafti_real)(keep * (double)pipes.row[pipe][i]);
    }
}

// Flows with the row before the first and the cells before and behind each: velocities read them.
void wafti_columns_state(wafti_shallow* s, wafti_stream* stream) {
    const wafti_basin* basin = &s->basin;
    const size_t size = ((size_t)basin->nx + 2) * sizeof(wafti_real);
    for (int pipe = 0; pipe < WAFTI_PIPE_COUNT; ++pipe) {
        for (int32_t j = -1; j < basin->nz; ++j) {
            wafti_stream_bytes(stream, pipes_at(s, j).row[pipe] - 1, size);
        }
    }
}
