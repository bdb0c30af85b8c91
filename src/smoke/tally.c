// SPDX-License-Identifier: MIT
// One look at every value a step: whether all are finite, how great they get, what they sum up to.
// docs/spec/smoke.md#statistics and docs/spec/smoke.md#failure say what comes of it.
#include <math.h>

#include "base/error.h"
#include "grid/blocks.h"
#include "grid/halo.h"
#include "simd/clones.h"
#include "smoke/solver.h"

static const double faces_ns = 3.0;
static const double scalars_ns = 1.5;
enum { LANES = 8 };

typedef struct tally_job {
    waft_smoke* smoke;
    float* const* from;         // advected faces
    const wafti_forces* forces; // NULL: none are added to them
    double dt;
    wafti_halo halo[WAFTI_SCALAR_COUNT > 3 ? WAFTI_SCALAR_COUNT : 3]; // of scalars, or of axes
    bool edges[WAFTI_SCALAR_COUNT]; // scalars whose halo is filled
    float factor[WAFTI_SCALAR_COUNT];
} tally_job;

static double sum_lanes(const double lane[LANES]) {
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) +
           ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

// Adds up in fixed lanes, which a compiler may keep in registers.
static double sum_row(const float* row, int32_t count) {
    double lane[LANES] = {0.0};
    int32_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        for (int n = 0; n < LANES; ++n) {
            lane[n] += (double)row[i + n];
        }
    }
    for (; i < count; ++i) {
        lane[i % LANES] += (double)row[i];
    }
    return sum_lanes(lane);
}

static double square(float value) {
    return (double)value * (double)value;
}

static double squares_row(const float* row, int32_t count) {
    double lane[LANES] = {0.0};
    int32_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        for (int n = 0; n < LANES; ++n) {
            lane[n] += square(row[i + n]);
        }
    }
    for (; i < count; ++i) {
        lane[i % LANES] += square(row[i]);
    }
    return sum_lanes(lane);
}

static float hottest_row(const float* row, int32_t count) {
    float hottest = row[0];
    for (int32_t i = 1; i < count; ++i) {
        hottest = row[i] > hottest ? row[i] : hottest;
    }
    return hottest;
}

static void scale_row(float* row, int32_t count, float factor) {
    for (int32_t i = 0; i < count; ++i) {
        row[i] *= factor;
    }
}

// ---- faces

static int32_t greatest_of_axis(const waft_smoke* smoke, int axis, int32_t block) {
    const wafti_mac* grid = &smoke->domain.grid;
    const wafti_mac_block rows = wafti_mac_faces_of(grid, axis, block);
    int32_t greatest = 0;
    for (int32_t k = rows.low[1]; k < rows.high[1]; ++k) {
        for (int32_t j = rows.low[0]; j < rows.high[0]; ++j) {
            const float* row = smoke->velocity[axis] + wafti_mac_index(grid, 0, j, k);
            const int32_t found = wafti_row_greatest_bits(row, wafti_mac_row_faces(grid, axis));
            greatest = found > greatest ? found : greatest;
        }
    }
    return greatest;
}

static void take_axis(const tally_job* work, int axis, int32_t block) {
    const wafti_mac* grid = &work->smoke->domain.grid;
    const wafti_mac_block rows = wafti_mac_faces_of(grid, axis, block);
    const size_t bytes = (size_t)wafti_mac_row_faces(grid, axis) * sizeof(float);
    for (int32_t k = rows.low[1]; k < rows.high[1]; ++k) {
        for (int32_t j = rows.low[0]; j < rows.high[0]; ++j) {
            const ptrdiff_t start = wafti_mac_index(grid, 0, j, k);
            memcpy(work->smoke->velocity[axis] + start, work->from[axis] + start, bytes);
        }
    }
}

WAFTI_CLONES static void take_block(void* context, int32_t block) {
    const tally_job* work = context;
    const waft_smoke* smoke = work->smoke;
    for (int axis = 0; axis < smoke->domain.grid.axes; ++axis) {
        take_axis(work, axis, block);
        if (work->forces != NULL) {
            wafti_forces_add(work->forces, work->dt, axis, block, smoke->velocity);
        }
        smoke->tallies[block].speed[axis] = greatest_of_axis(smoke, axis, block);
    }
}

void wafti_tally_take_faces(
    waft_smoke* smoke, float* const from[3], const wafti_forces* forces, double dt) {
    tally_job work = {.smoke = smoke, .from = from, .forces = forces, .dt = dt};
    wafti_mac_run(&smoke->domain.grid, smoke->context, faces_ns, take_block, &work);
    smoke->edged = false;
}

// A cell's velocity squared is the mean of its two faces' squares along each axis, so a face counts
// by half for each fluid cell that it bounds.
static double fluid_squares_row(const waft_smoke* smoke, int axis, int32_t j, int32_t k) {
    const wafti_mac* grid = &smoke->domain.grid;
    const ptrdiff_t start = wafti_mac_index(grid, 0, j, k);
    const float* row = smoke->velocity[axis] + start;
    const uint8_t* above = smoke->domain.clearance + start;
    const uint8_t* below = above - wafti_mac_stride(grid, axis);
    double sum = 0.0;
    for (int32_t i = 0; i < wafti_mac_row_faces(grid, axis); ++i) {
        const int32_t place = axis == 0 ? i : (axis == 1 ? j : k);
        const bool low = place > 0 && below[i] > 0;
        const bool high = place < grid->n[axis] && above[i] > 0;
        sum += 0.5 * (low + high) * square(row[i]);
    }
    return sum;
}

// Without solids all count in full but those on sides.
static double energy_row(const waft_smoke* smoke, int axis, int32_t j, int32_t k) {
    const wafti_domain* domain = &smoke->domain;
    const int32_t* n = domain->grid.n;
    const wafti_box* solid = &domain->solid_cells;
    if (j >= solid->low[1] && j <= solid->high[1] && k >= solid->low[2] && k <= solid->high[2]) {
        return fluid_squares_row(smoke, axis, j, k);
    }
    const float* row = smoke->velocity[axis] + wafti_mac_index(&domain->grid, 0, j, k);
    if (axis == 0) {
        return squares_row(row, n[0] + 1) - 0.5 * (square(row[0]) + square(row[n[0]]));
    }
    const int32_t place = axis == 1 ? j : k;
    return (place == 0 || place == n[axis] ? 0.5 : 1.0) * squares_row(row, n[0]);
}

static double energy_of_axis(const waft_smoke* smoke, int axis, int32_t block) {
    const wafti_mac_block rows = wafti_mac_faces_of(&smoke->domain.grid, axis, block);
    double sum = 0.0;
    for (int32_t k = rows.low[1]; k < rows.high[1]; ++k) {
        for (int32_t j = rows.low[0]; j < rows.high[0]; ++j) {
            sum += energy_row(smoke, axis, j, k);
        }
    }
    return sum;
}

WAFTI_CLONES static void faces_block(void* context, int32_t block) {
    const tally_job* work = context;
    const waft_smoke* smoke = work->smoke;
    wafti_tally* tally = &smoke->tallies[block];
    tally->energy = 0.0;
    for (int axis = 0; axis < smoke->domain.grid.axes; ++axis) {
        tally->speed[axis] = greatest_of_axis(smoke, axis, block);
        // Squares of what is not finite would trap; the check comes before the sum is read.
        if (tally->speed[axis] < WAFTI_BITS_INFINITE) {
            tally->energy += energy_of_axis(smoke, axis, block);
            wafti_halo_block(&work->halo[axis], axis, block, smoke->velocity[axis]);
        }
    }
}

void wafti_tally_faces(waft_smoke* smoke) {
    const wafti_mac* grid = &smoke->domain.grid;
    tally_job work = {.smoke = smoke};
    for (int axis = 0; axis < grid->axes; ++axis) {
        work.halo[axis] = wafti_halo_of_faces(&smoke->domain, axis);
    }
    wafti_mac_run(grid, smoke->context, faces_ns, faces_block, &work);
    for (int axis = 0; axis < grid->axes; ++axis) {
        wafti_halo_rest(&work.halo[axis], smoke->velocity[axis]);
    }
    smoke->edged = true;
}

void wafti_tally_read_faces(waft_smoke* smoke) {
    const wafti_mac* grid = &smoke->domain.grid;
    double energy = 0.0;
    int32_t greatest = 0;
    for (int32_t block = 0; block < wafti_mac_block_count(grid); ++block) {
        const wafti_tally* tally = &smoke->tallies[block];
        energy += tally->energy;
        for (int axis = 0; axis < grid->axes; ++axis) {
            greatest = tally->speed[axis] > greatest ? tally->speed[axis] : greatest;
        }
    }
    const double volume = grid->h * grid->h * grid->h;
    smoke->speed = (double)wafti_float_of_bits(greatest);
    smoke->stats.kinetic_energy = 0.5 * (double)smoke->air_density * volume * energy;
}

// ---- scalars

static void scalar_row(const tally_job* work, int n, float* row, wafti_tally* tally) {
    const int32_t count = work->smoke->domain.grid.n[0];
    if (work->factor[n] != 1.0f) {
        scale_row(row, count, work->factor[n]);
    }
    const int32_t found = wafti_row_greatest_bits(row, count);
    tally->scalar[n] = found > tally->scalar[n] ? found : tally->scalar[n];
    if (found >= WAFTI_BITS_INFINITE) {
        return;
    }
    if (n == WAFTI_SCALAR_DENSITY) {
        tally->density += sum_row(row, count);
    } else if (n == WAFTI_SCALAR_TEMPERATURE) {
        tally->hottest = fmaxf(tally->hottest, hottest_row(row, count));
    }
}

WAFTI_CLONES static void scalars_block(void* context, int32_t block) {
    const tally_job* work = context;
    const waft_smoke* smoke = work->smoke;
    const wafti_mac* grid = &smoke->domain.grid;
    const wafti_mac_block rows = wafti_mac_block_at(grid, block);
    wafti_tally tally = smoke->tallies[block];
    tally.density = 0.0;
    tally.hottest = -INFINITY;
    for (int n = 0; n < WAFTI_SCALAR_COUNT; ++n) {
        tally.scalar[n] = 0;
        for (int32_t k = rows.low[1]; k < rows.high[1] && smoke->scalar[n] != NULL; ++k) {
            for (int32_t j = rows.low[0]; j < rows.high[0]; ++j) {
                scalar_row(work, n, smoke->scalar[n] + wafti_mac_index(grid, 0, j, k), &tally);
            }
        }
        if (work->edges[n] && tally.scalar[n] < WAFTI_BITS_INFINITE) {
            wafti_halo_block(&work->halo[n], -1, block, smoke->scalar[n]);
        }
    }
    smoke->tallies[block] = tally;
}

void wafti_tally_scalars(waft_smoke* smoke, double dt) {
    tally_job work = {.smoke = smoke};
    work.factor[WAFTI_SCALAR_DENSITY] = (float)exp(-(double)smoke->def.dissipation.density * dt);
    work.factor[WAFTI_SCALAR_TEMPERATURE] =
        (float)exp(-(double)smoke->def.dissipation.temperature * dt);
    for (int n = 0; n < WAFTI_SCALAR_LIMIT; ++n) {
        work.factor[WAFTI_SCALAR_EXTRA + n] =
            (float)exp(-(double)smoke->def.dissipation.scalars[n] * dt);
    }
    for (int n = 0; n < WAFTI_SCALAR_EXTRA; ++n) {
        work.edges[n] = wafti_smoke_is_lifted(smoke, n);
        work.halo[n] = wafti_halo_of_cells(&smoke->domain, smoke->outside[n]);
    }
    wafti_mac_run(&smoke->domain.grid, smoke->context, scalars_ns, scalars_block, &work);
    for (int n = 0; n < WAFTI_SCALAR_EXTRA; ++n) {
        if (work.edges[n]) {
            wafti_halo_rest(&work.halo[n], smoke->scalar[n]);
        }
    }
}

void wafti_tally_read_scalars(waft_smoke* smoke) {
    const wafti_mac* grid = &smoke->domain.grid;
    double density = 0.0;
    float hottest = -INFINITY;
    for (int32_t block = 0; block < wafti_mac_block_count(grid); ++block) {
        density += smoke->tallies[block].density;
        hottest = fmaxf(hottest, smoke->tallies[block].hottest);
    }
    smoke->stats.density_sum = density * grid->h * grid->h * grid->h;
    smoke->stats.temperature_max =
        smoke->scalar[WAFTI_SCALAR_TEMPERATURE] != NULL ? (double)hottest : 0.0;
}

float wafti_tally_greatest(const waft_smoke* smoke, int scalar) {
    int32_t greatest = 0;
    for (int32_t block = 0; block < wafti_mac_block_count(&smoke->domain.grid); ++block) {
        const int32_t found = smoke->tallies[block].scalar[scalar];
        greatest = found > greatest ? found : greatest;
    }
    return wafti_float_of_bits(greatest);
}

// ---- failures

// The first value of a block that is not finite.
static waft_result report(const waft_smoke* smoke, const float* field, int axis, int32_t block,
    const char* name, uint64_t step) {
    const wafti_mac* grid = &smoke->domain.grid;
    const wafti_mac_block rows = wafti_mac_faces_of(grid, axis, block);
    const int32_t count = axis < 0 ? grid->n[0] : wafti_mac_row_faces(grid, axis);
    for (int32_t k = rows.low[1]; k < rows.high[1]; ++k) {
        for (int32_t j = rows.low[0]; j < rows.high[0]; ++j) {
            for (int32_t i = 0; i < count; ++i) {
                if (!isfinite(field[wafti_mac_index(grid, i, j, k)])) {
                    return wafti_fail(smoke->context->error, WAFT_ERR_DIVERGED,
                        "smoke: %s became non-finite at cell (%d, %d, %d), step %llu", name, i, j,
                        k, (unsigned long long)step);
                }
            }
        }
    }
    return WAFT_OK;
}

waft_result wafti_tally_check_faces(const waft_smoke* smoke, uint64_t step) {
    static const char* const names[3] = {"u", "v", "w"};
    const wafti_mac* grid = &smoke->domain.grid;
    for (int32_t block = 0; block < wafti_mac_block_count(grid); ++block) {
        for (int axis = 0; axis < 3; ++axis) {
            if (smoke->tallies[block].speed[axis] >= WAFTI_BITS_INFINITE) {
                return report(smoke, smoke->velocity[axis], axis, block, names[axis], step);
            }
        }
    }
    return WAFT_OK;
}

waft_result wafti_tally_check_scalars(const waft_smoke* smoke, uint64_t step) {
    static const char* const names[3] = {"density", "temperature", "scalar"};
    for (int32_t block = 0; block < wafti_mac_block_count(&smoke->domain.grid); ++block) {
        for (int n = 0; n < WAFTI_SCALAR_COUNT; ++n) {
            if (smoke->tallies[block].scalar[n] >= WAFTI_BITS_INFINITE) {
                return report(smoke, smoke->scalar[n], -1, block, names[n < 2 ? n : 2], step);
            }
        }
    }
    return WAFT_OK;
}

// ---- what leaves

static double cell_outflow(const waft_smoke* smoke, int side, const int32_t place[3]) {
    const wafti_domain* domain = &smoke->domain;
    const int axis = side / 2;
    const bool high = side % 2 != 0;
    const ptrdiff_t cell = wafti_mac_index(&domain->grid, place[0], place[1], place[2]);
    const ptrdiff_t face = cell + (high ? wafti_mac_stride(&domain->grid, axis) : 0);
    const double sign = high ? 1.0 : -1.0;
    if (domain->sides[side].kind == WAFTI_SIDE_OPEN) {
        // Half the weight is the open share; ambient air comes in.
        const double out = sign * (double)smoke->velocity[axis][face];
        const double share = 0.5 * (double)domain->weight[axis][face];
        return out > 0.0 ? out * share * (double)smoke->scalar[WAFTI_SCALAR_DENSITY][cell] : 0.0;
    }
    // Solids may cover some of an inflow, and what they move by is no air.
    const double share = (double)wafti_domain_inflow_share(domain, side, place);
    const double out = sign * share * (double)domain->sides[side].velocity[axis];
    const float density = out > 0.0 ? smoke->scalar[WAFTI_SCALAR_DENSITY][cell]
                                    : smoke->outside[WAFTI_SCALAR_DENSITY][side];
    return out * (double)density;
}

double wafti_tally_outflow(const waft_smoke* smoke, double dt) {
    const wafti_mac* grid = &smoke->domain.grid;
    double sum = 0.0;
    for (int side = 0; side < 2 * grid->axes; ++side) {
        const wafti_side_kind kind = smoke->domain.sides[side].kind;
        if (kind != WAFTI_SIDE_OPEN && kind != WAFTI_SIDE_INFLOW) {
            continue;
        }
        int32_t low[3] = {0, 0, 0};
        int32_t high[3] = {grid->n[0], grid->n[1], grid->n[2]};
        const int axis = side / 2;
        low[axis] = side % 2 != 0 ? grid->n[axis] - 1 : 0;
        high[axis] = low[axis] + 1;
        for (int32_t k = low[2]; k < high[2]; ++k) {
            for (int32_t j = low[1]; j < high[1]; ++j) {
                for (int32_t i = low[0]; i < high[0]; ++i) {
                    sum += cell_outflow(smoke, side, (const int32_t[3]){i, j, k});
                }
            }
        }
    }
    return sum * grid->h * grid->h * dt;
}
