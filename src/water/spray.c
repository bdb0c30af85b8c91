// SPDX-License-Identifier: MIT
#include <math.h>

#include "math/philox.h"
#include "water/orbit.h"

// Random streams: the first tells how many drops a crest cell sends out, those after it belong to
// its first, second, ... drop.
static const uint32_t drop_stream = 0x5A000000u;
enum { STREAM_COUNT = 1 << 20 };

// What one row needs to know to send drops out.
typedef struct emission {
    waft_water* water;
    const wafti_step* step;
    bool counting; // drops are not sent out yet
} emission;

// A drop starts somewhere in its cell with the crest's velocity: C along the train, A w upwards.
static void place_drop(const waft_water* water, uint64_t drop, int32_t i, int32_t row,
    const double velocity[3], wafti_random4 random) {
    const ptrdiff_t cell = wafti_grid_index(&water->grid, i, row);
    const double across = (double)(random.word[0] >> 16) / 65536.0 - 0.5;
    const double along = (double)(random.word[0] & 0xFFFFu) / 65536.0 - 0.5;
    const double jitter = 0.2 * sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1] +
                                     velocity[2] * velocity[2]);
    float* const* position = water->spray.position;
    position[0][drop] = (float)(wafti_grid_x(&water->grid, i) + across * water->grid.dx +
                                (double)water->field[WAFT_WATER_SHIFT_X][cell]);
    position[1][drop] = water->field[WAFT_WATER_LEVEL][cell];
    position[2][drop] = (float)(wafti_grid_z(&water->grid, row) + along * water->grid.dz +
                                (double)water->field[WAFT_WATER_SHIFT_Z][cell]);
    for (int axis = 0; axis < 3; ++axis) {
        const double deviation = 2.0 * (double)wafti_uniform(random.word[axis + 1]) - 1.0;
        water->spray.velocity[axis][drop] = (float)(velocity[axis] + jitter * deviation);
    }
}

// Sends out the drops of one train in one cell, or counts them. Crest zones cover a quarter of each
// wave, so that crest length per area, k / 2 pi on average, is 4 k / 2 pi within them.
static uint64_t emit_cell(const emission* e, uint32_t n, int32_t i, int32_t row, uint64_t first) {
    const waft_water* water = e->water;
    const wafti_train* train = wafti_water_live(water, n);
    const ptrdiff_t place = wafti_grid_index(&water->grid, i, row);
    // Most cells of a shore do not break: no sine for them.
    if (!water->flat && train->def.amplitude <= train->shoal.cap[place]) {
        return 0;
    }
    const wafti_wavelet wave = wafti_wavelet_in_cell(water, train, i, row);
    if (!(wave.share > 0.0) || !(wave.amplitude > 0.0) || wave.cosine < sqrt(0.5)) {
        return 0;
    }
    const double k = hypot(wave.kx, wave.kz);
    const double crest_length = 4.0 * k / WAFTI_TWO_PI * water->grid.dx * water->grid.dz;
    const double expected = (double)water->spray.amount * wave.share * crest_length * e->step->dt;
    const uint64_t index = (uint64_t)place + (uint64_t)n * wafti_grid_size(&water->grid);
    const uint64_t seed = water->context->seed;
    const wafti_random4 draw = wafti_random(seed, drop_stream, e->step->index, index);
    const double wanted = floor(expected + (double)wafti_uniform(draw.word[0]));
    const uint64_t count = (uint64_t)fmin(wanted, STREAM_COUNT - 1);
    if (e->counting) {
        return count;
    }
    const double w = train->airy.frequency;
    const double velocity[3] = {w * wave.kx / (k * k), w * wave.amplitude, w * wave.kz / (k * k)};
    for (uint32_t d = 0; d < count && first + d < water->spray.capacity; ++d) {
        place_drop(water, first + d, i, row, velocity,
            wafti_random(seed, drop_stream + 1 + d, e->step->index, index));
    }
    return count;
}

static uint64_t emit_row(const emission* e, int32_t row, uint64_t first) {
    const waft_water* water = e->water;
    uint64_t count = 0;
    for (uint32_t n = 0; n < water->train_count; ++n) {
        if (!wafti_train_breaks(water, wafti_water_live(water, n))) {
            continue;
        }
        for (int32_t i = 0; i < water->grid.nx; ++i) {
            count += emit_cell(e, n, i, row, first + count);
        }
    }
    return count;
}

static void count_row(void* context, int32_t row) {
    const emission* e = context;
    e->water->spray.row_start[row + 1] = emit_row(e, row, 0);
}

static void fill_row(void* context, int32_t row) {
    const emission* e = context;
    const uint64_t* start = e->water->spray.row_start + row;
    if (start[0] < start[1] && start[0] < e->water->spray.capacity) {
        (void)emit_row(e, row, start[0]);
    }
}

static void emit(waft_water* water, const wafti_step* step) {
    wafti_spray* spray = &water->spray;
    emission e = {.water = water, .step = step, .counting = true};
    const int32_t rows = water->grid.nz;
    const double work_us = 0.02 * (double)water->grid.nx * rows;
    wafti_pool_run(water->context->pool, rows, work_us, count_row, &e);
    spray->row_start[0] = spray->count;
    for (int32_t row = 0; row < rows; ++row) {
        spray->row_start[row + 1] += spray->row_start[row];
    }
    uint64_t next = spray->row_start[rows];
    e.counting = false;
    wafti_pool_run(water->context->pool, rows, work_us, fill_row, &e);
    if (next > spray->capacity) {
        wafti_water_tell(water, step, WAFT_EVENT_SPRAY_FULL, (double)(next - spray->capacity));
        next = spray->capacity;
    }
    spray->count = (uint32_t)next;
}

typedef struct flight {
    waft_water* water;
    wafti_flight air;
} flight;

// Height of the drawn surface at a point, with one step back along the shift. Exact enough to let a
// drop disappear.
static double drawn_level(const waft_water* water, double x, double z) {
    const wafti_grid* grid = &water->grid;
    const wafti_corners here = wafti_grid_corners(grid, x, z);
    const wafti_corners rest = wafti_grid_corners(grid,
        x - wafti_field_sample(grid, water->field[WAFT_WATER_SHIFT_X], &here),
        z - wafti_field_sample(grid, water->field[WAFT_WATER_SHIFT_Z], &here));
    const double level = wafti_field_sample(grid, water->field[WAFT_WATER_LEVEL], &rest);
    return fmax(level, wafti_field_sample(grid, water->field[WAFT_WATER_BED], &here));
}

static bool aloft(const waft_water* water, const double position[3]) {
    return wafti_water_covers(&water->def, position[0], position[2]) &&
           position[1] >= drawn_level(water, position[0], position[2]);
}

static void fly_block(void* context, int32_t block) {
    const flight* f = context;
    const uint32_t end = wafti_drop_task_end(&f->water->spray, (uint32_t)block);
    for (uint32_t drop = (uint32_t)block * WAFTI_DROPS_PER_TASK; drop < end; ++drop) {
        double position[3];
        wafti_drop_fly(&f->water->spray, &f->air, drop, position);
        if (!aloft(f->water, position)) {
            f->water->spray.position[1][drop] = -INFINITY;
        }
    }
}

// Closes the gaps of drops that landed, keeping the order.
static void close_gaps(wafti_spray* spray) {
    uint32_t kept = 0;
    for (uint32_t drop = 0; drop < spray->count; ++drop) {
        if (!isinf(spray->position[1][drop])) {
            wafti_drop_move(spray, kept, drop);
            ++kept;
        }
    }
    spray->count = kept;
}

void wafti_spray_step(waft_water* water, const wafti_step* step) {
    wafti_spray* spray = &water->spray;
    if (spray->capacity == 0) {
        return;
    }
    flight f = {water, wafti_flight_make(step, step->dt, water->context->gravity,
                           (double)water->def.density, (double)spray->radius)};
    wafti_pool_run(water->context->pool, (int32_t)wafti_drop_tasks(spray),
        0.05 * (double)spray->count, fly_block, &f);
    close_gaps(spray);
    if (spray->amount > 0.0f) {
        emit(water, step);
    }
}
