// SPDX-License-Identifier: MIT
// One look at every value a step: whether all are finite, how great they get, what they sum up to.
// Sections 12 and 13.
#include <math.h>

#include "base/error.h"
#include "grid/blocks.h"
#include "smoke/solver.h"

static const double faces_ns = 3.0;
static const double scalars_ns = 1.5;
enum { LANES = 8 };

typedef struct tally_job {
    waft_smoke* smoke;
    float* const* from; // NULL: faces stay where they are
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

static double squares(float low, float high) {
    return (double)low * (double)low + (double)high * (double)high;
}

// Mean square of the two faces of each cell along an axis.
static double squares_row(const float* low, const float* high, int32_t count) {
    double lane[LANES] = {0.0};
    int32_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        for (int n = 0; n < LANES; ++n) {
            lane[n] += squares(low[i + n], high[i + n]);
        }
    }
    for (; i < count; ++i) {
        lane[i % LANES] += squares(low[i], high[i]);
    }
    return 0.5 * sum_lanes(lane);
}

// The same without solid cells, for the few rows that have some.
static double fluid_squares_row(
    const float* low, const float* high, const uint8_t* clearance, int32_t count) {
    double sum = 0.0;
    for (int32_t i = 0; i < count; ++i) {
        sum += clearance[i] > 0 ? squares(low[i], high[i]) : 0.0;
    }
    return 0.5 * sum;
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

static int32_t faces_of_axis(const tally_job* work, int axis, int32_t block) {
    const wafti_mac* grid = &work->smoke->domain.grid;
    const wafti_mac_block rows = wafti_mac_faces_of(grid, axis, block);
    const int32_t count = wafti_mac_row_faces(grid, axis);
    int32_t greatest = 0;
    for (int32_t k = rows.low[1]; k < rows.high[1]; ++k) {
        for (int32_t j = rows.low[0]; j < rows.high[0]; ++j) {
            const ptrdiff_t start = wafti_mac_index(grid, 0, j, k);
            float* row = work->smoke->velocity[axis] + start;
            if (work->from != NULL) {
                memcpy(row, work->from[axis] + start, (size_t)count * sizeof(*row));
            }
            const int32_t found = wafti_row_greatest_bits(row, count);
            greatest = found > greatest ? found : greatest;
        }
    }
    return greatest;
}

static double energy_of(const waft_smoke* smoke, int axis, int32_t block) {
    const wafti_mac* grid = &smoke->domain.grid;
    const wafti_mac_block rows = wafti_mac_block_at(grid, block);
    const ptrdiff_t stride = wafti_mac_stride(grid, axis);
    double sum = 0.0;
    for (int32_t k = rows.low[1]; k < rows.high[1]; ++k) {
        for (int32_t j = rows.low[0]; j < rows.high[0]; ++j) {
            const ptrdiff_t start = wafti_mac_index(grid, 0, j, k);
            const float* row = smoke->velocity[axis] + start;
            const uint8_t* clearance = smoke->domain.clearance + start;
            const bool solid = memchr(clearance, 0, (size_t)grid->n[0]) != NULL;
            sum += solid ? fluid_squares_row(row, row + stride, clearance, grid->n[0])
                         : squares_row(row, row + stride, grid->n[0]);
        }
    }
    return sum;
}

static void faces_block(void* context, int32_t block) {
    const tally_job* work = context;
    wafti_tally* tally = &work->smoke->tallies[block];
    for (int axis = 0; axis < work->smoke->domain.grid.axes; ++axis) {
        tally->speed[axis] = faces_of_axis(work, axis, block);
    }
}

static void energy_block(void* context, int32_t block) {
    const tally_job* work = context;
    wafti_tally* tally = &work->smoke->tallies[block];
    faces_block(context, block);
    tally->energy = 0.0;
    for (int axis = 0; axis < work->smoke->domain.grid.axes; ++axis) {
        // Squares of what is not finite would trap; the check comes before the sum is read.
        if (tally->speed[axis] < WAFTI_BITS_INFINITE) {
            tally->energy += energy_of(work->smoke, axis, block);
        }
    }
}

void wafti_tally_faces(waft_smoke* smoke, float* const from[3]) {
    tally_job work = {.smoke = smoke, .from = from};
    wafti_mac_run(&smoke->domain.grid, smoke->context, faces_ns,
        from != NULL ? faces_block : energy_block, &work);
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

static void scalars_block(void* context, int32_t block) {
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
                float* row = smoke->scalar[n] + wafti_mac_index(grid, 0, j, k);
                if (work->factor[n] != 1.0f) {
                    scale_row(row, grid->n[0], work->factor[n]);
                }
                const int32_t found = wafti_row_greatest_bits(row, grid->n[0]);
                tally.scalar[n] = found > tally.scalar[n] ? found : tally.scalar[n];
                if (found >= WAFTI_BITS_INFINITE) {
                    continue;
                }
                if (n == WAFTI_SCALAR_DENSITY) {
                    tally.density += sum_row(row, grid->n[0]);
                } else if (n == WAFTI_SCALAR_TEMPERATURE) {
                    tally.hottest = fmaxf(tally.hottest, hottest_row(row, grid->n[0]));
                }
            }
        }
    }
    smoke->tallies[block] = tally;
}

void wafti_tally_scalars(waft_smoke* smoke, double dt) {
    tally_job work = {.smoke = smoke};
    for (int n = 0; n < WAFTI_SCALAR_COUNT; ++n) {
        work.factor[n] = 1.0f;
    }
    work.factor[WAFTI_SCALAR_DENSITY] = (float)exp(-(double)smoke->def.dissipation_density * dt);
    work.factor[WAFTI_SCALAR_TEMPERATURE] =
        (float)exp(-(double)smoke->def.dissipation_temperature * dt);
    wafti_mac_run(&smoke->domain.grid, smoke->context, scalars_ns, scalars_block, &work);
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
