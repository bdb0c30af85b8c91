// SPDX-License-Identifier: MIT
// Banks as solvers use them.
#include "turbulence/bank.h"

#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "math/philox.h"
#include "math/whole.h"
#include "turbulence/bank_parts.h"
#include "turbulence/modes.h"
#include "turbulence/synthesis.h"

#include <string.h>

static waft_result open_maker(wafti_bank* bank, waft_error* error) {
    const waft_bank_info* info = &bank->shared->info;
    const waft_allocator* allocator = &bank->shared->allocator;
    const wafti_synthesis_def def = {.size = info->size,
        .dimensions = info->dimensions,
        .seed = info->seed,
        .shells = &bank->shared->shells,
        .isa = wafti_isa_choose(),
        .allocator = allocator};
    const waft_result result = wafti_synthesis_create(&def, &bank->maker, error);
    if (result != WAFT_OK) {
        return result;
    }
    bank->own = wafti_allocate(allocator, bank->shared->field_count, sizeof(float));
    bank->floats = bank->own;
    return bank->own != NULL
               ? WAFT_OK
               : wafti_fail_memory(error, 4 * bank->shared->field_count, "a field of a bank");
}

// A reader without a reference.
static waft_result look_at(const waft_bank* shared, wafti_bank* out_bank, waft_error* out_error) {
    const waft_bank_info* info = &shared->info;
    *out_bank = (wafti_bank){
        .shared = shared,
        .size = info->size,
        .depth = info->dimensions == 3 ? info->size : 1,
        .dimensions = info->dimensions,
        .halves = info->storage == WAFT_BANK_HALF ? shared->values : NULL,
        .floats = info->storage == WAFT_BANK_FLOAT ? shared->values : NULL,
        .ready = -1,
        .kernels = wafti_bank_kernels_choose(wafti_isa_choose()),
        .sample = wafti_sample_choose(wafti_isa_choose()),
    };
    if (info->storage != WAFT_BANK_NONE) {
        return WAFT_OK;
    }
    const waft_result result = open_maker(out_bank, out_error);
    if (result != WAFT_OK) {
        wafti_bank_close(out_bank);
    }
    return result;
}

waft_result wafti_bank_open(waft_bank* shared, wafti_bank* out_bank, waft_error* out_error) {
    const waft_result result = look_at(shared, out_bank, out_error);
    if (result == WAFT_OK) {
        out_bank->held = waft_bank_retain(shared);
    }
    return result;
}

void wafti_bank_close(wafti_bank* bank) {
    if (bank->shared != NULL) {
        wafti_release(
            &bank->shared->allocator, bank->own, bank->shared->field_count, sizeof(float));
        wafti_synthesis_destroy(bank->maker);
        waft_bank_release(bank->held);
    }
    *bank = (wafti_bank){.ready = -1};
}

size_t wafti_bank_size(const wafti_bank* bank) {
    return bank->maker != NULL ? wafti_synthesis_size(bank->maker) + 4 * bank->shared->field_count
                               : 0;
}

// Uniform in 0 .. count - 1; the bias is below count / 2^32.
static int32_t pick(uint32_t word, int32_t count) {
    return (int32_t)((uint64_t)word * (uint64_t)count >> 32);
}

void wafti_bank_draw(const wafti_bank* bank, uint64_t seed, uint32_t stream, uint64_t hold,
    bool shift, int32_t* out_field, int32_t out_offset[3]) {
    const wafti_random4 random = wafti_random(seed, stream, hold, 0);
    *out_field = pick(random.word[0], bank->shared->info.count);
    for (int axis = 0; axis < 3; ++axis) {
        const bool moves = shift && axis < bank->dimensions;
        out_offset[axis] = moves ? pick(random.word[axis + 1], bank->size) : 0;
    }
}

void wafti_bank_use(wafti_bank* bank, int32_t field, wafti_pool* pool) {
    if (bank->maker != NULL && bank->ready != field) {
        wafti_synthesis_run(bank->maker, field, pool, bank->own);
        bank->ready = field;
    }
}

enum { CORNERS = 8 };

// Where row (j, k) of a component begins among all values.
static size_t row_start(const wafti_bank* bank, int32_t field, int axis, int32_t j, int32_t k) {
    const size_t n = (size_t)bank->size;
    const size_t cells = n * n * (size_t)bank->depth;
    const size_t first = bank->maker != NULL ? 0 : (size_t)field * bank->shared->field_count;
    return first + (size_t)axis * cells + ((size_t)k * n + (size_t)j) * n;
}

void wafti_bank_row(const wafti_bank* bank, int32_t field, int axis, const int32_t at[3],
    int32_t count, float* out) {
    WAFT_ASSERT(field >= 0 && field < bank->shared->info.count);
    WAFT_ASSERT(axis >= 0 && axis < bank->dimensions);
    WAFT_ASSERT(bank->maker == NULL || bank->ready == field);
    const int32_t n = bank->size;
    const int32_t k = bank->dimensions == 3 ? wafti_wrap(at[2], n) : 0;
    const size_t row = row_start(bank, field, axis, wafti_wrap(at[1], n), k);
    for (int32_t i = wafti_wrap(at[0], n); count > 0; i = 0) {
        const int32_t part = wafti_lesser(count, n - i);
        if (bank->halves != NULL) {
            bank->kernels->from_half(bank->halves + row + i, (size_t)part, out);
        } else {
            WAFT_ASSERT(bank->floats != NULL);
            memcpy(out, bank->floats + row + i, (size_t)part * sizeof(float));
        }
        out += part;
        count -= part;
    }
}

// The two faces next to a place along one axis, and how far it is from the lower one to the other.
typedef struct between {
    int32_t low, high;
    float part;
} between;

// Among faces at whole numbers, and among those half way between.
static void between_at(int32_t n, double place, between* out_whole, between* out_half) {
    // As floor() has it, which is a call where the base instruction set lacks it.
    const int64_t cut = (int64_t)place;
    const int64_t whole = cut - (place < (double)cut);
    const int32_t rest = (int32_t)(whole % n);
    const int32_t low = rest < 0 ? rest + n : rest;
    const int32_t high = low + 1 < n ? low + 1 : 0;
    const double part = place - (double)whole;
    *out_whole = (between){low, high, (float)part};
    *out_half = part < 0.5 ? (between){low > 0 ? low - 1 : n - 1, low, (float)(part + 0.5)}
                           : (between){low, high, (float)(part - 0.5)};
}

// A component's eight (four) nearest faces: x first, then y, then z. `out` is halves or floats.
static void take_corners(const wafti_bank* bank, size_t component, const between at[3], void* out) {
    const size_t n = (size_t)bank->size;
    for (size_t row = 0; row < CORNERS / 2; ++row) {
        const size_t j = (size_t)((row & 1) != 0 ? at[1].high : at[1].low);
        const size_t k = (size_t)((row & 2) != 0 ? at[2].high : at[2].low);
        const size_t start = component + (k * n + j) * n;
        const size_t low = start + (size_t)at[0].low;
        const size_t high = start + (size_t)at[0].high;
        if (bank->halves != NULL) {
            ((uint16_t*)out)[2 * row] = bank->halves[low];
            ((uint16_t*)out)[2 * row + 1] = bank->halves[high];
        } else {
            ((float*)out)[2 * row] = bank->floats[low];
            ((float*)out)[2 * row + 1] = bank->floats[high];
        }
    }
}

static float mix(float low, float high, float part) {
    return low + part * (high - low);
}

static float mix_corners(const float* values, const between at[3], int dimensions) {
    float rows[CORNERS / 2];
    for (ptrdiff_t row = 0; row < CORNERS / 2; ++row) {
        rows[row] = mix(values[2 * row], values[2 * row + 1], at[0].part);
    }
    const float lower = mix(rows[0], rows[1], at[1].part);
    return dimensions == 3 ? mix(lower, mix(rows[2], rows[3], at[1].part), at[2].part) : lower;
}

void wafti_bank_sample(
    const wafti_bank* bank, int32_t field, const double point[3], float out_vector[3]) {
    WAFT_ASSERT(bank->maker == NULL || bank->ready == field);
    between own[3] = {{0}};
    between other[3] = {{0}};
    for (int axis = 0; axis < bank->dimensions; ++axis) {
        between_at(bank->size, point[axis], &own[axis], &other[axis]);
    }
    uint16_t halves[3 * CORNERS];
    float values[3 * CORNERS];
    between at[3][3];
    for (int axis = 0; axis < bank->dimensions; ++axis) {
        // Faces of component a lie at whole numbers along a, and half way between elsewhere.
        for (int a = 0; a < 3; ++a) {
            at[axis][a] = a == axis ? own[a] : other[a];
        }
        const ptrdiff_t first = (ptrdiff_t)axis * CORNERS;
        void* corners = &values[first];
        if (bank->halves != NULL) {
            corners = &halves[first];
        }
        take_corners(bank, row_start(bank, field, axis, 0, 0), at[axis], corners);
    }
    if (bank->halves != NULL) {
        bank->kernels->from_half(halves, (size_t)bank->dimensions * CORNERS, values);
    }
    for (int axis = 0; axis < 3; ++axis) {
        out_vector[axis] = axis < bank->dimensions ? mix_corners(values + (ptrdiff_t)axis * CORNERS,
                                                         at[axis], bank->dimensions)
                                                   : 0.0f;
    }
}

extern wafti_sample WAFTI_COPIES(wafti_sample);

wafti_sample* wafti_sample_choose(wafti_isa isa) {
    return WAFTI_COPY(isa, wafti_sample);
}

// One point after another: fields of two dimensions are small, and so is what they stir.
static void sample_each(
    const wafti_bank* bank, int32_t field, const wafti_sample_points* points, float* const out[3]) {
    for (uint32_t i = 0; i < points->count; ++i) {
        double point[3];
        float value[3];
        for (int axis = 0; axis < 3; ++axis) {
            point[axis] = (double)points->place[axis][i] * points->scale + points->offset[axis];
        }
        wafti_bank_sample(bank, field, point, value);
        for (int axis = 0; axis < 3; ++axis) {
            out[axis][i] = value[axis];
        }
    }
}

void wafti_bank_sample_many(
    const wafti_bank* bank, int32_t field, const wafti_sample_points* points, float* const out[3]) {
    WAFT_ASSERT(bank->maker == NULL || bank->ready == field);
    if (bank->dimensions == 2) {
        sample_each(bank, field, points, out);
        return;
    }
    wafti_sample_field values = {.n = bank->size};
    for (int axis = 0; axis < 3; ++axis) {
        const size_t first = row_start(bank, field, axis, 0, 0);
        values.halves[axis] = bank->halves != NULL ? bank->halves + first : NULL;
        values.floats[axis] = bank->halves == NULL ? bank->floats + first : NULL;
    }
    bank->sample(&values, points, out);
}

waft_result waft_bank_read_field(
    const waft_bank* bank, int32_t field, int axis, float* out_values, waft_error* out_error) {
    if (bank == NULL || out_values == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_bank_read_field: a pointer is NULL");
    }
    if (field < 0 || field >= bank->info.count || axis < 0 || axis >= bank->info.dimensions) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "bank: component %d of field %d; it has %d fields of %d components", axis, (int)field,
            (int)bank->info.count, bank->info.dimensions);
    }
    wafti_bank use;
    waft_result result = look_at(bank, &use, out_error);
    wafti_pool* pool = NULL;
    if (result == WAFT_OK) {
        const wafti_pool_def def = {.threads = 1, .allocator = &bank->allocator};
        result = wafti_pool_create(&def, &pool, out_error);
    }
    if (result == WAFT_OK) {
        wafti_bank_use(&use, field, pool);
        for (int32_t row = 0; row < use.size * use.depth; ++row) {
            const int32_t at[3] = {0, row % use.size, row / use.size};
            wafti_bank_row(&use, field, axis, at, use.size, out_values + (ptrdiff_t)row * use.size);
        }
    }
    wafti_pool_destroy(pool);
    wafti_bank_close(&use);
    return result;
}
