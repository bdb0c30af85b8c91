// SPDX-License-Identifier: MIT
// Mode wavelet: the smoke's flow plus noise where that flow has fine structure, carried along with it.
// The method is that of Kim, Thuerey, James & Gross 2008 as in docs/spec/turbulence.md#wavelet-noise,
// without a projection and without feedback.
#include "turbulence/wavelet.h"

#include <math.h>

#include "base/error.h"
#include "detail/parts.h"
#include "grid/blocks.h"
#include "math/whole.h"
#include "turbulence/wavelet_kernel.h"

enum { SETS = 2 };

static const double noise_ns = 250.0;
static const double carry_ns = 60.0;

struct wafti_wavelet {
    float* tile;
    float scale;           // 1 over the rms of its vectors
    float* moved[SETS][3]; // where a cell's coordinates have come from, cells of the smoke
    float* next[3];
    float* amplitude; // m/s, at cells of the smoke
    uint64_t turns[SETS];
    float weight[SETS];
};

// ---- creation

static bool take_fields(waft_detail* detail, wafti_wavelet* wavelet) {
    const wafti_mac* grid = &detail->base->domain.grid;
    wafti_arena* arena = &detail->arena;
    for (int axis = 0; axis < 3; ++axis) {
        for (int set = 0; set < SETS; ++set) {
            wavelet->moved[set][axis] = wafti_mac_take_float(grid, arena);
        }
        wavelet->next[axis] = wafti_mac_take_float(grid, arena);
    }
    wavelet->amplitude = wafti_mac_take_float(grid, arena);
    wavelet->tile = wafti_arena_take(arena, WAFTI_TILE_CELLS, sizeof(float));
    return !arena->failed;
}

waft_result wafti_wavelet_create(waft_detail* detail) {
    wafti_wavelet* wavelet = wafti_arena_take(&detail->arena, 1, sizeof(*wavelet));
    const waft_allocator* allocator = &detail->context->allocator;
    float* copy = wafti_allocate(allocator, WAFTI_TILE_CELLS, sizeof(*copy));
    const bool ok = wavelet != NULL && copy != NULL && take_fields(detail, wavelet);
    if (ok) {
        wafti_wavelet_fill_tile(detail->seed, wavelet->tile, copy);
        wavelet->scale = (float)(1.0 / wafti_wavelet_rms(wavelet->tile));
        detail->wavelet = wavelet;
    }
    wafti_release(allocator, copy, WAFTI_TILE_CELLS, sizeof(*copy));
    return ok ? WAFT_OK
              : wafti_fail_memory(detail->context->error,
                    (size_t)2 * WAFTI_TILE_CELLS * sizeof(float), "wavelet noise");
}

// ---- coordinates that the flow carries

typedef struct carry_job {
    const waft_detail* detail;
    int set;
    float dt;
} carry_job;

static float sample(
    const wafti_mac* grid, const float* field, const int32_t at[3], const float share[3]) {
    float value = 0.0f;
    for (int corner = 0; corner < 8; ++corner) {
        float weight = 1.0f;
        int32_t place[3];
        for (int axis = 0; axis < 3; ++axis) {
            const int high = corner >> axis & 1;
            weight *= high != 0 ? share[axis] : 1.0f - share[axis];
            place[axis] = wafti_lesser(at[axis] + high, grid->n[axis] - 1);
        }
        value += weight * field[wafti_mac_index(grid, place[0], place[1], place[2])];
    }
    return value;
}

// c(x) <- c(x - dt U), as displacements of c against x, so that walls need no case.
static void carry_cell(const carry_job* job, const int32_t cell[3]) {
    const waft_smoke* base = job->detail->base;
    const wafti_wavelet* wavelet = job->detail->wavelet;
    const wafti_mac* grid = &base->domain.grid;
    const ptrdiff_t index = wafti_mac_index(grid, cell[0], cell[1], cell[2]);
    int32_t at[3] = {0, 0, 0};
    float share[3] = {0.0f, 0.0f, 0.0f};
    float way[3] = {0.0f, 0.0f, 0.0f};
    const int axes = grid->axes == 3 ? 3 : 2;
    for (int axis = 0; axis < axes; ++axis) {
        const float* u = base->velocity[axis] + index;
        const float speed = 0.5f * (u[0] + u[wafti_mac_stride(grid, axis)]);
        const float place = (float)cell[axis] - speed * job->dt / (float)grid->h;
        const float last = (float)(grid->n[axis] - 1);
        const float inside = fminf(fmaxf(place, 0.0f), last);
        at[axis] = (int32_t)inside;
        share[axis] = inside - (float)at[axis];
        way[axis] = inside - (float)cell[axis];
    }
    for (int axis = 0; axis < 3; ++axis) {
        wavelet->next[axis][index] =
            way[axis] + sample(grid, wavelet->moved[job->set][axis], at, share);
    }
}

static void carry_block(void* context, int32_t block) {
    const carry_job* job = context;
    const wafti_mac* grid = &job->detail->base->domain.grid;
    for (wafti_walk at = wafti_walk_cells(grid, block); wafti_walk_next(&at);) {
        for (int32_t i = 0; i < grid->n[0]; ++i) {
            carry_cell(job, (const int32_t[3]){i, at.j, at.k});
        }
    }
}

// A set starts anew when its weight is 0: number `set` half a period after the other.
static void renew(waft_detail* detail, int set, uint64_t turn) {
    wafti_wavelet* wavelet = detail->wavelet;
    const wafti_mac* grid = &detail->base->domain.grid;
    if (wavelet->turns[set] == turn) {
        return;
    }
    wavelet->turns[set] = turn;
    for (int axis = 0; axis < 3; ++axis) {
        memset(wavelet->moved[set][axis] - grid->first, 0, grid->size * sizeof(float));
    }
}

void wafti_wavelet_advance(waft_detail* detail, double time, double dt) {
    wafti_wavelet* wavelet = detail->wavelet;
    const wafti_mac* grid = &detail->base->domain.grid;
    const double period = detail->def.hold * detail->def.texture_frames;
    for (int set = 0; set < SETS; ++set) {
        carry_job job = {detail, set, (float)dt};
        wafti_mac_run(grid, detail->context, carry_ns, carry_block, &job);
        for (int axis = 0; axis < 3; ++axis) {
            float* kept = wavelet->moved[set][axis];
            wavelet->moved[set][axis] = wavelet->next[axis];
            wavelet->next[axis] = kept;
        }
        renew(detail, set, (uint64_t)floor((time + dt) / period + 0.5 * set));
    }
    const double turn = (time + dt) / period;
    const double first = 1.0 - fabs(2.0 * (turn - floor(turn)) - 1.0);
    const double length = sqrt(first * first + (1.0 - first) * (1.0 - first));
    wavelet->weight[0] = (float)(first / length);
    wavelet->weight[1] = (float)((1.0 - first) / length);
}

// ---- how strong it is

// What coarser samples cannot hold of one component at cell centres.
static void add_residual(const waft_detail* detail, int axis, float* center, float* soft) {
    const waft_smoke* base = detail->base;
    const wafti_mac* grid = &base->domain.grid;
    float coarse[WAFTI_DETAIL_ROW];
    for (wafti_walk at = wafti_walk_all(grid, -1); wafti_walk_next(&at);) {
        for (ptrdiff_t cell = at.start; cell < at.start + grid->n[0]; ++cell) {
            const float* u = base->velocity[axis] + cell;
            center[cell] = 0.5f * (u[0] + u[wafti_mac_stride(grid, axis)]);
            soft[cell] = center[cell];
        }
    }
    for (int along = 0; along < grid->axes; ++along) {
        const int first = along == 0 ? 1 : 0;
        const int second = along == 2 ? 1 : 2;
        const ptrdiff_t step = wafti_mac_stride(grid, along);
        for (int32_t b = 0; b < grid->n[second]; ++b) {
            for (int32_t a = 0; a < grid->n[first]; ++a) {
                float* line =
                    soft + a * wafti_mac_stride(grid, first) + b * wafti_mac_stride(grid, second);
                wafti_wavelet_down(line, step, grid->n[along], false, coarse);
                wafti_wavelet_up(coarse, grid->n[along], false, line, step);
            }
        }
    }
}

static ptrdiff_t neighbour(const wafti_mac* grid, const int32_t cell[3], int axis, int32_t by) {
    int32_t place[3] = {cell[0], cell[1], cell[2]};
    place[axis] = wafti_inside(cell[axis] + by, grid->n[axis], false);
    return wafti_mac_index(grid, place[0], place[1], place[2]);
}

// A = |R|, then the mean of the neighbours.
static void find_amplitude(waft_detail* detail) {
    const waft_smoke* base = detail->base;
    const wafti_mac* grid = &base->domain.grid;
    float* center = base->scratch[0];
    float* soft = base->scratch[1];
    float* length = base->scratch[2];
    memset(length - grid->first, 0, grid->size * sizeof(*length));
    for (int axis = 0; axis < grid->axes; ++axis) {
        add_residual(detail, axis, center, soft);
        for (wafti_walk at = wafti_walk_all(grid, -1); wafti_walk_next(&at);) {
            for (ptrdiff_t cell = at.start; cell < at.start + grid->n[0]; ++cell) {
                const float more = center[cell] - soft[cell];
                length[cell] += more * more;
            }
        }
    }
    for (wafti_walk at = wafti_walk_all(grid, -1); wafti_walk_next(&at);) {
        for (int32_t i = 0; i < grid->n[0]; ++i) {
            const int32_t cell[3] = {i, at.j, at.k};
            float sum = 0.0f;
            for (int axis = 0; axis < grid->axes; ++axis) {
                sum += sqrtf(length[neighbour(grid, cell, axis, -1)]) +
                       sqrtf(length[neighbour(grid, cell, axis, 1)]);
            }
            detail->wavelet->amplitude[at.start + i] = sum / (float)(2 * grid->axes);
        }
    }
}

// ---- noise on the fine grid

typedef struct noise_job {
    const waft_detail* detail;
    wafti_wavelet_adder* add;
    float* const* out; // at fine cells
} noise_job;

// Points of a row in an octave of the noise, by the coordinates of a set: `finer` cells of the tile to a
// cell of the smoke.
typedef struct noise_points {
    float moved[3][WAFTI_DETAIL_ROW];
    float at[3][WAFTI_DETAIL_ROW];
} noise_points;

static void place_points(
    const waft_detail* detail, float finer, int32_t j, int32_t k, noise_points* p) {
    const wafti_mac* fine = &detail->fine->domain.grid;
    const float refine = (float)detail->def.refine;
    const float y = ((float)j + 0.5f) / refine;
    const float z = fine->axes == 3 ? ((float)k + 0.5f) / refine : 0.0f;
    for (int32_t i = 0; i < fine->n[0]; ++i) {
        p->at[0][i] = finer * (((float)i + 0.5f) / refine + p->moved[0][i]);
        p->at[1][i] = finer * (y + p->moved[1][i]);
        p->at[2][i] = finer * (z + p->moved[2][i]);
    }
}

// Vectors go past the end of a row: as far as that arrays hold numbers.
static void clear_end(float* row, int32_t count) {
    memset(row + count, 0, (WAFTI_DETAIL_ROW - 4096) * sizeof(*row));
}

// Sum over sets and octaves. The first octave has its waves between one and two cells of the smoke, where
// the smoke has none.
static void noise_row(const noise_job* job, int32_t j, int32_t k) {
    const waft_detail* detail = job->detail;
    const wafti_wavelet* wavelet = detail->wavelet;
    const wafti_mac* grid = &detail->base->domain.grid;
    const wafti_mac* fine = &detail->fine->domain.grid;
    const int32_t count = fine->n[0];
    float amplitude[WAFTI_DETAIL_ROW];
    float noise[3][WAFTI_DETAIL_ROW];
    noise_points points;
    wafti_sample_row(grid, wavelet->amplitude, detail->at.cells, j, k, amplitude);
    clear_end(amplitude, count);
    for (int axis = 0; axis < 3; ++axis) {
        memset(noise[axis], 0, ((size_t)count + 16) * sizeof(float));
        // cppcheck-suppress uninitvar ; this sets it
        clear_end(points.at[axis], count);
    }
    for (int set = 0; set < SETS; ++set) {
        for (int axis = 0; axis < 3; ++axis) {
            wafti_sample_row(
                grid, wavelet->moved[set][axis], detail->at.cells, j, k, points.moved[axis]);
        }
        float octave = wavelet->scale * wavelet->weight[set];
        for (int finer = 2; finer <= detail->def.refine; finer *= 2) {
            octave *= exp2f(-5.0f / 6.0f);
            place_points(detail, (float)finer, j, k, &points);
            const wafti_wavelet_points at = {.tile = wavelet->tile,
                .at = {points.at[0], points.at[1], points.at[2]},
                .share = amplitude,
                .factor = octave,
                .count = count};
            job->add(&at, (float* const[3]){noise[0], noise[1], noise[2]});
        }
    }
    const ptrdiff_t start = wafti_mac_index(fine, 0, j, k);
    for (int axis = 0; axis < fine->axes; ++axis) {
        memcpy(job->out[axis] + start, noise[axis], (size_t)count * sizeof(float));
    }
}

static void noise_block(void* context, int32_t block) {
    const noise_job* job = context;
    const wafti_mac* grid = &job->detail->fine->domain.grid;
    for (wafti_walk at = wafti_walk_cells(grid, block); wafti_walk_next(&at);) {
        noise_row(job, at.j, at.k);
    }
}

// Faces between two cells have the mean of both.
static void add_block(void* context, int32_t block) {
    const noise_job* job = context;
    const waft_smoke* fine = job->detail->fine;
    const wafti_mac* grid = &fine->domain.grid;
    for (int axis = 0; axis < grid->axes; ++axis) {
        const ptrdiff_t back = wafti_mac_stride(grid, axis);
        for (wafti_walk at = wafti_walk_cells(grid, block); wafti_walk_next(&at);) {
            const bool outer = (axis == 1 && at.j == 0) || (axis == 2 && at.k == 0);
            const float* noise = job->out[axis] + at.start;
            float* u = fine->velocity[axis] + at.start;
            for (int32_t i = axis == 0 ? 1 : 0; i < grid->n[0] && !outer; ++i) {
                u[i] += 0.5f * (noise[i - back] + noise[i]);
            }
        }
    }
}

void wafti_wavelet_fill(waft_detail* detail) {
    waft_smoke* fine = detail->fine;
    const wafti_mac* grid = &fine->domain.grid;
    find_amplitude(detail);
    wafti_sample_faces(detail->base, &detail->at, grid, fine->velocity);
    // Nothing is solved for on the fine grid, so that its scratch is free.
    noise_job job = {detail, wafti_wavelet_choose(detail->context->isa), fine->scratch};
    wafti_mac_run(grid, detail->context, noise_ns, noise_block, &job);
    wafti_mac_run(grid, detail->context, 3.0, add_block, &job);
    wafti_smoke_set_faces(fine);
    wafti_smoke_edge(fine);
}

// ---- state

void wafti_wavelet_state(waft_detail* detail, wafti_stream* stream) {
    wafti_wavelet* wavelet = detail->wavelet;
    const wafti_mac* grid = &detail->base->domain.grid;
    for (int set = 0; set < SETS; ++set) {
        wafti_stream_bytes(stream, &wavelet->turns[set], sizeof(wavelet->turns[set]));
        for (int axis = 0; axis < 3; ++axis) {
            for (int32_t k = 0; k < grid->n[2]; ++k) {
                wafti_stream_rows(stream, wavelet->moved[set][axis] + k * grid->plane,
                    (size_t)grid->n[0], (size_t)grid->n[1], (size_t)grid->row);
            }
        }
    }
}
