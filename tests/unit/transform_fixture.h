// SPDX-License-Identifier: MIT
// Arrays with padding that must stay untouched, and Fourier sums by their definition. The file that
// includes this chose wafti_real.
#ifndef WAFT_TEST_TRANSFORM_FIXTURE_H
#define WAFT_TEST_TRANSFORM_FIXTURE_H

#include <stdlib.h>

#include "math/fft.h"
#include "math/fft_line.h"
#include "math/philox.h"
#include "math/spectral.h"
#include "test.h"

static const wafti_real untouched = (wafti_real)12345.0;

/// nx x ny x nz numbers in padded rows and planes.
typedef struct box {
    int32_t n[3];
    wafti_strides strides;
    size_t size;
    wafti_real* data;
} box;

static inline void* test_memory(size_t count, size_t size) {
    void* memory = calloc(count, size);
    if (memory == NULL) {
        (void)fputs("out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static inline box box_make(int32_t nx, int32_t ny, int32_t nz) {
    box b = {.n = {nx, ny, nz}, .strides = {nx + 3, (ptrdiff_t)(nx + 3) * ny + 5}};
    b.size = (size_t)(b.strides.plane * nz);
    b.data = test_memory(b.size, sizeof(wafti_real));
    for (size_t i = 0; i < b.size; ++i) {
        b.data[i] = untouched;
    }
    return b;
}

static inline wafti_real* box_at(const box* b, int32_t x, int32_t y, int32_t z) {
    return b->data + x + y * b->strides.row + z * b->strides.plane;
}

static inline size_t box_count(const box* b) {
    return (size_t)b->n[0] * (size_t)b->n[1] * (size_t)b->n[2];
}

static inline double test_random(uint64_t stream, uint64_t index) {
    return (double)wafti_uniform(wafti_random(3, (uint32_t)stream, 0, index).word[0]) - 0.5;
}

/// Puts numbers without padding into the box, or takes them out.
static inline void box_put(const box* b, const double* values) {
    for (int32_t z = 0; z < b->n[2]; ++z) {
        for (int32_t y = 0; y < b->n[1]; ++y) {
            for (int32_t x = 0; x < b->n[0]; ++x) {
                *box_at(b, x, y, z) = (wafti_real)*values++;
            }
        }
    }
}

static inline void box_take(const box* b, double* out_values) {
    for (int32_t z = 0; z < b->n[2]; ++z) {
        for (int32_t y = 0; y < b->n[1]; ++y) {
            for (int32_t x = 0; x < b->n[0]; ++x) {
                *out_values++ = (double)*box_at(b, x, y, z);
            }
        }
    }
}

static inline bool box_padding_untouched(const box* b) {
    bool same = true;
    for (int32_t z = 0; z < b->n[2]; ++z) {
        const wafti_real* plane = b->data + z * b->strides.plane;
        for (ptrdiff_t i = 0; i < b->strides.plane; ++i) {
            const bool inside = i < b->n[1] * b->strides.row && i % b->strides.row < b->n[0];
            same = same && (inside || plane[i] == untouched);
        }
    }
    return same;
}

/// Random numbers that are exact as floats, so that float and double start from the same.
static inline double* random_values(size_t count, uint64_t stream) {
    double* values = test_memory(count, sizeof(double));
    for (size_t i = 0; i < count; ++i) {
        values[i] = test_random(stream, i);
    }
    return values;
}

static inline double relative_l2(const double* got, const double* want, size_t count) {
    double off = 0.0;
    double all = 0.0;
    for (size_t i = 0; i < count; ++i) {
        off += (got[i] - want[i]) * (got[i] - want[i]);
        all += want[i] * want[i];
    }
    return all > 0.0 ? sqrt(off / all) : sqrt(off);
}

/// Solves Poisson's equation in place, on this thread.
static inline void spectral_run(wafti_spectral* plan, wafti_real* data, wafti_strides strides) {
    wafti_spectral_job job = {.plan = plan, .array = {data, strides}};
    for (job.pass = 0; job.pass < wafti_spectral_pass_count(&job); ++job.pass) {
        for (int32_t block = 0; block < wafti_spectral_block_count(&job); ++block) {
            wafti_spectral_run_block(&job, block);
        }
    }
}

/// A box of real numbers and the two of its half spectrum.
typedef struct real_boxes {
    box real, re, im;
    size_t count; ///< numbers
    size_t parts; ///< of the spectrum
} real_boxes;

static inline real_boxes real_boxes_make(const int32_t n[3]) {
    real_boxes b = {.real = box_make(n[0], n[1], n[2]),
        .re = box_make(n[0] / 2 + 1, n[1], n[2]),
        .im = box_make(n[0] / 2 + 1, n[1], n[2])};
    b.count = box_count(&b.real);
    b.parts = box_count(&b.re);
    return b;
}

static inline void real_boxes_free(const real_boxes* b) {
    free(b->real.data);
    free(b->re.data);
    free(b->im.data);
}

/// The spectrum of `values`; the real and then the imaginary parts.
static inline void real_boxes_forward(
    const real_boxes* b, wafti_fft* plan, const double* values, double* out_spectrum) {
    wafti_fft_job job = {.plan = plan,
        .kind = WAFTI_FFT_TO_SPECTRUM,
        .real = {b->real.data, b->real.strides},
        .spectrum = {b->re.data, b->im.data, b->re.strides}};
    box_put(&b->real, values);
    wafti_fft_run(&job);
    box_take(&b->re, out_spectrum);
    box_take(&b->im, out_spectrum + b->parts);
}

/// Back from the spectrum that the boxes hold, to the scale of the start.
static inline void real_boxes_backward(const real_boxes* b, wafti_fft* plan, double* out_values) {
    wafti_fft_job job = {.plan = plan,
        .kind = WAFTI_FFT_FROM_SPECTRUM,
        .real = {b->real.data, b->real.strides},
        .spectrum = {b->re.data, b->im.data, b->re.strides}};
    wafti_fft_run(&job);
    box_take(&b->real, out_values);
    for (size_t i = 0; i < b->count; ++i) {
        out_values[i] /= (double)b->count;
    }
}

/// sum x[j] exp(-+2 pi i j k/n) along one axis of numbers without padding, by definition.
static inline void direct_axis(const int32_t n[3], int axis, int sign, double* re, double* im) {
    const size_t step = axis == 0 ? 1 : axis == 1 ? (size_t)n[0] : (size_t)n[0] * (size_t)n[1];
    const size_t total = (size_t)n[0] * (size_t)n[1] * (size_t)n[2];
    const int32_t length = n[axis];
    double roots[WAFTI_FFT_LENGTH_MAX][2];
    double line[WAFTI_FFT_LENGTH_MAX][2];
    for (int32_t k = 0; k < length; ++k) {
        const double angle = 6.283185307179586 * k / length;
        roots[k][0] = cos(angle);
        roots[k][1] = sign * sin(angle);
    }
    for (size_t first = 0; first < total; ++first) {
        if (first / step % (size_t)length != 0) {
            continue;
        }
        for (int32_t j = 0; j < length; ++j) {
            line[j][0] = re[first + (size_t)j * step];
            line[j][1] = im[first + (size_t)j * step];
        }
        for (int32_t k = 0; k < length; ++k) {
            double sum[2] = {0.0, 0.0};
            for (int32_t j = 0; j < length; ++j) {
                const double* w = roots[(int64_t)j * k % length];
                sum[0] += line[j][0] * w[0] - line[j][1] * w[1];
                sum[1] += line[j][0] * w[1] + line[j][1] * w[0];
            }
            re[first + (size_t)k * step] = sum[0];
            im[first + (size_t)k * step] = sum[1];
        }
    }
}

static inline void direct_transform(const int32_t n[3], int sign, double* re, double* im) {
    for (int axis = 0; axis < 3; ++axis) {
        direct_axis(n, axis, sign, re, im);
    }
}

#endif // WAFT_TEST_TRANSFORM_FIXTURE_H
