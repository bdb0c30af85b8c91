// SPDX-License-Identifier: MIT
// The spectrum of a velocity field: mean off, window where the field does not join up, transform,
// energies summed over shells. Counted by modes, never by 4 pi s^2.
#include <waft/turbulence.h>

#include "base/error.h"
#include "base/memory.h"
#include "math/fft.h"
#include "task/pool.h"
#include "task/reduce.h"

#include <math.h>
#include <string.h>

enum { BLOCKS = 32 };

struct waft_spectrum {
    waft_allocator allocator;
    wafti_arena arena;
    waft_spectrum_info info;
};

void waft_spectrum_box_fill(waft_spectrum_box* out_box, size_t size) {
    const waft_spectrum_box box = {
        .cell_size = 1.0,
        .periodic = {true, true, true},
        .window = true,
        .threads = 1,
    };
    waft_struct_fill(out_box, size, &box, sizeof(box));
}

// One measurement. Blocks are ranges of planes; each has slots of its own.
typedef struct measuring {
    const waft_spectrum_box* box;
    waft_spectrum_info* info;
    int32_t n[3];
    int32_t first[3]; // cell of the box that the first one used is
    int32_t longest;  // of n
    int components;
    int axis; // component at work
    int32_t blocks;
    int32_t shell_count;   // 0 and those of the table
    double* window[3];     // factor by cell, 1 where there is none
    double slots[BLOCKS];  // sums of a pass
    double* energy;        // blocks x shells
    int64_t* modes;        // blocks x shells, counted with the first component
    float* real;           // the component, n[0] floats a row
    float *re, *im;        // its spectrum
    wafti_strides strides; // of the spectrum
    wafti_fft* plan;
    wafti_pool* pool;
    double mean;
} measuring;

static int32_t plane_begin(const measuring* m, int32_t block) {
    return (int32_t)((int64_t)m->n[2] * block / m->blocks);
}

static const float* box_row(const measuring* m, int32_t j, int32_t k) {
    const waft_spectrum_box* box = m->box;
    return box->component[m->axis] + m->first[0] +
           (size_t)(m->first[1] + j) * box->row_stride[m->axis] +
           (size_t)(m->first[2] + k) * box->plane_stride[m->axis];
}

static void add_up_block(void* context, int32_t block) {
    measuring* m = context;
    double sum = 0.0;
    for (int32_t k = plane_begin(m, block); k < plane_begin(m, block + 1); ++k) {
        for (int32_t j = 0; j < m->n[1]; ++j) {
            sum += wafti_sum_row(box_row(m, j, k), (size_t)m->n[0]);
        }
    }
    m->slots[block] = sum;
}

// Takes the mean off and adds up squares; `energy` gets those of what is transformed.
static void prepare_block(void* context, int32_t block) {
    measuring* m = context;
    double plain = 0.0;
    double windowed = 0.0;
    for (int32_t k = plane_begin(m, block); k < plane_begin(m, block + 1); ++k) {
        for (int32_t j = 0; j < m->n[1]; ++j) {
            const float* from = box_row(m, j, k);
            float* to = m->real + ((ptrdiff_t)k * m->n[1] + j) * m->n[0];
            const double weight = m->window[1][j] * m->window[2][k];
            for (int32_t i = 0; i < m->n[0]; ++i) {
                const double value = (double)from[i] - m->mean;
                plain += value * value;
                to[i] = (float)(value * weight * m->window[0][i]);
                windowed += (double)to[i] * (double)to[i];
            }
        }
    }
    m->slots[block] = plain;
    m->energy[(ptrdiff_t)block * m->shell_count] = windowed; // its own slot until the transform
}

static double square_along(const measuring* m, int32_t index, int axis) {
    const int32_t k = index > m->n[axis] / 2 ? index - m->n[axis] : index;
    const double shells = (double)k * m->longest / m->n[axis];
    return shells * shells;
}

static void sort_row(measuring* m, int32_t j, int32_t k, double* energy, int64_t* modes) {
    const ptrdiff_t at = j * m->strides.row + k * m->strides.plane;
    const double rest = square_along(m, j, 1) + square_along(m, k, 2);
    for (int32_t i = 0; i <= m->n[0] / 2; ++i) {
        const int32_t s = (int32_t)floor(sqrt(rest + square_along(m, i, 0)) + 0.5);
        const double re = (double)m->re[at + i];
        const double im = (double)m->im[at + i];
        const int twins = i > 0 && 2 * i < m->n[0] ? 2 : 1; // k and -k
        energy[s] += twins * (re * re + im * im);
        modes[s] += twins;
    }
}

static void sort_block(void* context, int32_t block) {
    measuring* m = context;
    double* energy = m->energy + (ptrdiff_t)block * m->shell_count;
    int64_t* modes = m->modes + (ptrdiff_t)block * m->shell_count;
    memset(energy, 0, (size_t)m->shell_count * sizeof(*energy));
    memset(modes, 0, (size_t)m->shell_count * sizeof(*modes));
    for (int32_t k = plane_begin(m, block); k < plane_begin(m, block + 1); ++k) {
        for (int32_t j = 0; j < m->n[1]; ++j) {
            sort_row(m, j, k, energy, modes);
        }
    }
}

static void transform(measuring* m) {
    wafti_fft_job job = {
        .plan = m->plan,
        .kind = WAFTI_FFT_TO_SPECTRUM,
        .real = {m->real, {m->n[0], (ptrdiff_t)m->n[0] * m->n[1]}},
        .spectrum = {m->re, m->im, m->strides},
    };
    for (job.pass = 0; job.pass < wafti_fft_pass_count(m->plan); ++job.pass) {
        wafti_pool_run(m->pool, wafti_fft_block_count(&job), wafti_fft_work_us(&job),
            wafti_fft_run_block, &job);
    }
}

// One component; false if a value is not finite.
static bool measure_component(measuring* m, waft_spectrum_shell* shells) {
    const double cells = (double)m->n[0] * m->n[1] * m->n[2];
    const double work_us = 2e-3 * cells;
    wafti_pool_run(m->pool, m->blocks, work_us, add_up_block, m);
    m->mean = wafti_sum_slots(m->slots, (size_t)m->blocks) / cells;
    if (!isfinite(m->mean)) {
        return false;
    }
    m->info->mean[m->axis] = m->mean;
    wafti_pool_run(m->pool, m->blocks, work_us, prepare_block, m);
    m->info->energy += 0.5 * wafti_sum_slots(m->slots, (size_t)m->blocks) / cells;
    for (int32_t block = 0; block < m->blocks; ++block) {
        m->info->in_space += 0.5 * m->energy[(ptrdiff_t)block * m->shell_count] / cells;
    }
    if (!isfinite(m->info->in_space)) {
        return false;
    }
    transform(m);
    wafti_pool_run(m->pool, m->blocks, 4.0 * work_us, sort_block, m);
    for (int32_t block = 0; block < m->blocks; ++block) {
        for (int32_t s = 0; s < m->shell_count; ++s) {
            const ptrdiff_t at = (ptrdiff_t)block * m->shell_count + s;
            const double energy = 0.5 * m->energy[at] / (cells * cells);
            m->info->in_modes += energy;
            if (s == 0) {
                m->info->below += energy;
                continue;
            }
            shells[s - 1].energy += energy;
            shells[s - 1].modes += m->axis == 0 ? m->modes[at] : 0;
        }
    }
    return true;
}

// ---- before and after

static waft_result check_box(const waft_spectrum_box* box, waft_error* error) {
    for (int axis = 0; axis < 3; ++axis) {
        const int32_t n = box->cells[axis];
        if (n < (axis == 2 ? 1 : 2) || n > 65536) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "spectrum: %d cells along %c; 2 to 65536, or 1 along z", (int)n, "xyz"[axis]);
        }
        if (box->component[axis] == NULL && !(axis == 2 && box->cells[2] == 1)) {
            return wafti_fail(
                error, WAFT_ERR_ARGUMENT, "spectrum: component %c is NULL", "xyz"[axis]);
        }
    }
    if (!(box->cell_size > 0.0 && box->cell_size <= 1e9)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "spectrum: cell_size must be above 0");
    }
    if (box->threads < 1 || box->threads > 256) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "spectrum: threads are %d; 1 to 256", box->threads);
    }
    return WAFT_OK;
}

static void choose_cells(measuring* m) {
    for (int axis = 0; axis < 3; ++axis) {
        const int32_t cells = m->box->cells[axis];
        m->n[axis] = cells > 1 ? wafti_fft_length_at_most(cells) : 1;
        m->first[axis] = (cells - m->n[axis]) / 2;
        m->longest = m->n[axis] > m->longest ? m->n[axis] : m->longest;
        m->info->cells[axis] = m->n[axis];
        m->info->cropped = m->info->cropped || m->n[axis] < cells;
    }
    m->components = m->box->component[2] != NULL ? 3 : 2;
    m->blocks = m->n[2] < BLOCKS ? m->n[2] : BLOCKS;
    double greatest = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        greatest += square_along(m, m->n[axis] / 2, axis);
    }
    m->shell_count = (int32_t)floor(sqrt(greatest) + 0.5) + 1;
}

static void fill_windows(measuring* m) {
    for (int axis = 0; axis < 3; ++axis) {
        const int32_t n = m->n[axis];
        // What was cropped does not join up any more.
        const bool joins = m->box->periodic[axis] && n == m->box->cells[axis];
        m->info->windowed[axis] = m->box->window && !joins && n > 1;
        for (int32_t i = 0; i < n; ++i) {
            // Hann; its square has the mean 3/8.
            const double hann = sqrt(8.0 / 3.0) * 0.5 * (1.0 - cos(2.0 * M_PI * (i + 0.5) / n));
            m->window[axis][i] = m->info->windowed[axis] ? hann : 1.0;
        }
    }
}

static waft_result take_memory(measuring* m, wafti_arena* arena, waft_error* error) {
    const size_t cells = (size_t)m->n[0] * (size_t)m->n[1] * (size_t)m->n[2];
    m->strides.row = (ptrdiff_t)8 * ((m->n[0] / 2 + 1 + 7) / 8);
    m->strides.plane = m->strides.row * m->n[1] + 16;
    const size_t parts = (size_t)m->strides.plane * (size_t)m->n[2];
    const size_t slots = (size_t)m->blocks * (size_t)m->shell_count;
    m->real = wafti_arena_take(arena, cells, sizeof(float));
    m->re = wafti_arena_take(arena, parts, sizeof(float));
    m->im = wafti_arena_take(arena, parts, sizeof(float));
    m->energy = wafti_arena_take(arena, slots, sizeof(double));
    m->modes = wafti_arena_take(arena, slots, sizeof(int64_t));
    for (int axis = 0; axis < 3; ++axis) {
        m->window[axis] = wafti_arena_take(arena, (size_t)m->n[axis], sizeof(double));
    }
    if (arena->failed) {
        return wafti_fail_memory(error, 8 * cells, "the spectrum of a field");
    }
    fill_windows(m);
    const wafti_fft_def fft = {
        .n = {m->n[0], m->n[1], m->n[2]}, .isa = wafti_isa_choose(), .arena = arena};
    const waft_result result = wafti_fft_create(&fft, &m->plan, error);
    const wafti_pool_def pool = {.threads = m->box->threads, .allocator = &arena->allocator};
    return result == WAFT_OK ? wafti_pool_create(&pool, &m->pool, error) : result;
}

static waft_result make_table(
    measuring* m, waft_spectrum* spectrum, waft_spectrum_shell** out_shells, waft_error* error) {
    const size_t count = (size_t)(m->shell_count - 1);
    waft_spectrum_shell* shells = wafti_arena_take(&spectrum->arena, count, sizeof(*shells));
    if (shells == NULL) {
        return wafti_fail_memory(error, count * sizeof(*shells), "the spectrum of a field");
    }
    for (size_t i = 0; i < count; ++i) {
        shells[i].shell = (int32_t)i + 1;
        shells[i].wavenumber = (double)(i + 1) * 2.0 * M_PI / (m->longest * m->box->cell_size);
    }
    m->info->shells = shells;
    m->info->shell_count = count;
    *out_shells = shells;
    return WAFT_OK;
}

static waft_result measure(waft_spectrum* spectrum, measuring* m, waft_error* error) {
    wafti_arena scratch;
    wafti_arena_init(&scratch, &spectrum->allocator, 65536);
    waft_spectrum_shell* shells = NULL;
    waft_result result = make_table(m, spectrum, &shells, error);
    result = result == WAFT_OK ? take_memory(m, &scratch, error) : result;
    if (result == WAFT_OK && shells != NULL) {
        wafti_pool_begin(m->pool);
        for (m->axis = 0; result == WAFT_OK && m->axis < m->components; ++m->axis) {
            if (!measure_component(m, shells)) {
                result = wafti_fail(error, WAFT_ERR_DIVERGED,
                    "spectrum: a value of component %c is not finite", "xyz"[m->axis]);
            }
        }
        wafti_pool_end(m->pool);
    }
    wafti_pool_destroy(m->pool);
    wafti_arena_free(&scratch);
    return result;
}

waft_result waft_spectrum_measure(
    const waft_spectrum_box* box, waft_spectrum** out_spectrum, waft_error* out_error) {
    if (out_spectrum == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_spectrum_measure: a pointer is NULL");
    }
    *out_spectrum = NULL;
    waft_spectrum_box wide = waft_spectrum_box_default();
    waft_result result = waft_struct_take(&wide, sizeof(wide), box, "waft_spectrum_box", out_error);
    if (result != WAFT_OK) {
        return result;
    }
    result = check_box(&wide, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    waft_spectrum* spectrum = wafti_allocate_zero(&wide.allocator, 1, sizeof(*spectrum));
    if (spectrum == NULL) {
        return wafti_fail_memory(out_error, sizeof(*spectrum), "the spectrum of a field");
    }
    spectrum->allocator = wide.allocator;
    wafti_arena_init(&spectrum->arena, &spectrum->allocator, 16384);
    measuring m = {.box = &wide, .info = &spectrum->info};
    choose_cells(&m);
    result = measure(spectrum, &m, out_error);
    if (result != WAFT_OK) {
        waft_spectrum_destroy(spectrum);
        return result;
    }
    *out_spectrum = spectrum;
    return WAFT_OK;
}

void waft_spectrum_read_info(
    const waft_spectrum* spectrum, waft_spectrum_info* out_info, size_t size) {
    const waft_spectrum_info info = spectrum != NULL ? spectrum->info : (waft_spectrum_info){0};
    waft_struct_read(out_info, size, &info, sizeof(info));
}

void waft_spectrum_destroy(waft_spectrum* spectrum) {
    if (spectrum != NULL) {
        wafti_arena_free(&spectrum->arena);
        const waft_allocator allocator = spectrum->allocator;
        wafti_release(&allocator, spectrum, 1, sizeof(*spectrum));
    }
}

waft_result waft_spectrum_fit(const waft_spectrum* spectrum, double low, double high,
    waft_slope* out_slope, waft_error* out_error) {
    if (spectrum == NULL || out_slope == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_spectrum_fit: a pointer is NULL");
    }
    double sum[5] = {0.0}; // x, y, x x, x y, y y
    size_t count = 0;
    for (size_t i = 0; i < spectrum->info.shell_count; ++i) {
        const waft_spectrum_shell* shell = &spectrum->info.shells[i];
        if (shell->wavenumber >= low && shell->wavenumber <= high && shell->energy > 0.0) {
            const double x = log(shell->wavenumber);
            const double y = log(shell->energy);
            const double terms[5] = {x, y, x * x, x * y, y * y};
            for (int t = 0; t < 5; ++t) {
                sum[t] += terms[t];
            }
            ++count;
        }
    }
    if (count < 3) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "spectrum: %zu shells with energy in the band; a slope needs 3 or more", count);
    }
    const double n = (double)count;
    const double xx = sum[2] - sum[0] * sum[0] / n;
    const double xy = sum[3] - sum[0] * sum[1] / n;
    const double yy = sum[4] - sum[1] * sum[1] / n;
    const double slope = xy / xx;
    const double left = fmax(0.0, yy - slope * xy);
    *out_slope = (waft_slope){
        .exponent = slope,
        .standard_error = sqrt(left / ((n - 2.0) * xx)),
        .factor = exp((sum[1] - slope * sum[0]) / n),
        .shell_count = count,
    };
    return WAFT_OK;
}
