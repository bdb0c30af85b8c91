// SPDX-License-Identifier: MIT
#include "turbulence/synthesis.h"

#include "base/error.h"
#include "base/memory.h"
#include "math/fft.h"
#include "turbulence/modes.h"

#include <math.h>

struct wafti_synthesis {
    waft_allocator allocator;
    wafti_arena arena;
    wafti_fft* plan;
    const wafti_bank_kernels* kernels;
    int32_t depth; // planes: N, or 1
    wafti_modes modes;
};

extern const wafti_bank_kernels WAFTI_COPIES(wafti_bank_kernels);

const wafti_bank_kernels* wafti_bank_kernels_choose(wafti_isa isa) {
    return WAFTI_COPY(isa, &wafti_bank_kernels);
}

// kappa, cos and sin by signed k; the arrays begin at -N/2.
static void make_tables(wafti_synthesis* maker, int32_t n) {
    const size_t count = (size_t)n + 1 + WAFTI_MODES_PAD;
    float* tables = wafti_arena_take(&maker->arena, 3 * count, sizeof(float));
    if (tables == NULL) {
        return;
    }
    for (size_t at = 0; at <= (size_t)n; ++at) {
        const int32_t k = (int32_t)at - n / 2;
        tables[at] = (float)(2.0 * sin(M_PI * k / n));
        tables[count + at] = (float)cos(M_PI * k / n);
        tables[2 * count + at] = (float)sin(M_PI * k / n);
    }
    maker->modes.kappa = tables + n / 2;
    maker->modes.half_cos = tables + count + n / 2;
    maker->modes.half_sin = tables + 2 * count + n / 2;
}

static void make_spectra(wafti_synthesis* maker, int32_t n, int dimensions) {
    wafti_modes* m = &maker->modes;
    m->row = (ptrdiff_t)8 * ((n / 2 + 1 + 7) / 8);
    m->plane = m->row * n + 16; // planes that are 4096 bytes apart would share cache sets
    const size_t count = wafti_size_mul((size_t)m->plane, (size_t)maker->depth);
    for (int axis = 0; axis < dimensions; ++axis) {
        m->re[axis] = wafti_arena_take(&maker->arena, count, sizeof(float));
        m->im[axis] = wafti_arena_take(&maker->arena, count, sizeof(float));
    }
}

waft_result wafti_synthesis_create(
    const wafti_synthesis_def* def, wafti_synthesis** out_maker, waft_error* out_error) {
    *out_maker = NULL;
    const size_t cells =
        (size_t)def->size * (size_t)def->size * (def->dimensions == 3 ? (size_t)def->size : 1);
    wafti_synthesis* maker = wafti_allocate_zero(def->allocator, 1, sizeof(*maker));
    if (maker == NULL) {
        return wafti_fail_memory(out_error, sizeof(*maker), "the synthesis of fields");
    }
    if (def->allocator != NULL) {
        maker->allocator = *def->allocator;
    }
    wafti_arena_init(&maker->arena, &maker->allocator, 65536);
    maker->kernels = wafti_bank_kernels_choose(def->isa);
    maker->depth = def->dimensions == 3 ? def->size : 1;
    maker->modes = (wafti_modes){
        .n = def->size,
        .dimensions = def->dimensions,
        .key = {(uint32_t)def->seed, (uint32_t)(def->seed >> 32)},
        .amplitude = def->shells->amplitude,
        .amplitude_last = def->shells->amplitude_count - 1,
        .low = def->shells->low,
        .high = def->shells->high,
    };
    const wafti_fft_def fft = {
        .n = {def->size, def->size, maker->depth}, .isa = def->isa, .arena = &maker->arena};
    waft_result result = wafti_fft_create(&fft, &maker->plan, out_error);
    make_tables(maker, def->size);
    make_spectra(maker, def->size, def->dimensions);
    if (result == WAFT_OK && maker->arena.failed) {
        result = wafti_fail_memory(out_error, 12 * cells, "the synthesis of fields");
    }
    if (result != WAFT_OK) {
        wafti_synthesis_destroy(maker);
        return result;
    }
    *out_maker = maker;
    return WAFT_OK;
}

void wafti_synthesis_destroy(wafti_synthesis* maker) {
    if (maker == NULL) {
        return;
    }
    wafti_arena_free(&maker->arena);
    const waft_allocator allocator = maker->allocator;
    wafti_release(&allocator, maker, 1, sizeof(*maker));
}

size_t wafti_synthesis_size(const wafti_synthesis* maker) {
    return sizeof(*maker) + maker->arena.total;
}

static void fill_block(void* context, int32_t block) {
    const wafti_synthesis* maker = context;
    maker->kernels->modes(&maker->modes, block);
}

void wafti_synthesis_fill(wafti_synthesis* maker, int32_t field, wafti_pool* pool) {
    maker->modes.field = (uint32_t)field;
    // Measured with all shells of 128^3 in use, AVX2: 9 ms.
    const double modes = 0.5 * maker->modes.n * maker->modes.n * maker->depth;
    wafti_pool_run(pool, maker->depth, 0.01 * modes, fill_block, maker);
}

void wafti_synthesis_transform(wafti_synthesis* maker, int axis, wafti_pool* pool,
    float* out_values) { // NOLINT(readability-non-const-parameter): the job writes it
    const wafti_modes* m = &maker->modes;
    wafti_fft_job job = {
        .plan = maker->plan,
        .kind = WAFTI_FFT_FROM_SPECTRUM,
        .real = {out_values, {m->n, (ptrdiff_t)m->n * m->n}},
        .spectrum = {m->re[axis], m->im[axis], {m->row, m->plane}},
    };
    for (job.pass = 0; job.pass < wafti_fft_pass_count(maker->plan); ++job.pass) {
        wafti_pool_run(
            pool, wafti_fft_block_count(&job), wafti_fft_work_us(&job), wafti_fft_run_block, &job);
    }
}

void wafti_synthesis_run(
    wafti_synthesis* maker, int32_t field, wafti_pool* pool, float* out_values) {
    const wafti_modes* m = &maker->modes;
    const size_t cells = (size_t)m->n * (size_t)m->n * (size_t)maker->depth;
    wafti_synthesis_fill(maker, field, pool);
    for (int axis = 0; axis < m->dimensions; ++axis) {
        wafti_synthesis_transform(maker, axis, pool, out_values + (size_t)axis * cells);
    }
}
