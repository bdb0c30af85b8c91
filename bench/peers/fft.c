// SPDX-License-Identifier: MIT
// Our real transforms beside FFTW's in the same run: one thread, float, FFTW_MEASURE, rows padded as
// ours are. Built by ./dev peers alone; FFTW is GPL and nothing that is installed links it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fftw3.h>

#include "base/memory.h"
#include "math/fft.h"
#include "math/philox.h"
#include "port/port.h"

typedef struct bench {
    int32_t n;
    size_t parts_x;
    size_t points, parts;
    float* field;          // of both, unpadded
    float* ours;           // padded rows
    float* spectrum[2];    // padded rows
    fftwf_complex* theirs; // spectrum
    float* theirs_field;
    wafti_strides points_at, parts_at;
    wafti_fft* plan;
    fftwf_plan forward, backward;
} bench;

// Rows and planes as our fields have them: whole cache lines, and no power of two from one to the
// next. FFTW gets arrays without padding, which are what its users have.
static wafti_strides padded(ptrdiff_t width, ptrdiff_t height) {
    ptrdiff_t row = (width + 15) / 16 * 16;
    row += (row & (row - 1)) == 0 ? 16 : 0;
    return (wafti_strides){row, row * height + 16};
}

static void* take(size_t count, size_t size) {
    void* memory = wafti_allocate_zero(NULL, count, size);
    if (memory == NULL) {
        (void)fputs("fft peer: out of memory\n", stderr);
        exit(4);
    }
    return memory;
}

static wafti_fft_job job_of(const bench* b, wafti_fft_kind kind) {
    return (wafti_fft_job){.plan = b->plan,
        .kind = kind,
        .real = {b->ours, b->points_at},
        .spectrum = {b->spectrum[0], b->spectrum[1], b->parts_at}};
}

static void open_bench(bench* b, int32_t n) {
    const size_t side = (size_t)n;
    *b = (bench){.n = n, .parts_x = side / 2 + 1, .points = side * side * side};
    b->parts = b->parts_x * side * side;
    b->points_at = padded(n, n);
    b->parts_at = padded(n / 2 + 1, n);
    b->field = take(b->points, sizeof(float));
    b->ours = take((size_t)b->points_at.plane * side, sizeof(float));
    for (int i = 0; i < 2; ++i) {
        b->spectrum[i] = take((size_t)b->parts_at.plane * side, sizeof(float));
    }
    b->theirs = take(b->parts, sizeof(fftwf_complex));
    b->theirs_field = take(b->points, sizeof(float));
    b->forward = fftwf_plan_dft_r2c_3d(n, n, n, b->theirs_field, b->theirs, FFTW_MEASURE);
    b->backward = fftwf_plan_dft_c2r_3d(n, n, n, b->theirs, b->theirs_field, FFTW_MEASURE);
    waft_error error = {0};
    const wafti_fft_def def = {.n = {n, n, n}, .isa = wafti_isa_choose()};
    if (wafti_fft_create(&def, &b->plan, &error) != WAFT_OK) {
        (void)fprintf(stderr, "fft peer: %s\n", error.sentence);
        exit(4);
    }
    for (size_t i = 0; i < b->points; ++i) {
        b->field[i] = wafti_uniform(wafti_random(1, 0, 0, i).word[0]) - 0.5f;
    }
}

static void close_bench(bench* b) {
    const size_t side = (size_t)b->n;
    wafti_release(NULL, b->field, b->points, sizeof(float));
    wafti_release(NULL, b->ours, (size_t)b->points_at.plane * side, sizeof(float));
    for (int i = 0; i < 2; ++i) {
        wafti_release(NULL, b->spectrum[i], (size_t)b->parts_at.plane * side, sizeof(float));
    }
    wafti_release(NULL, b->theirs, b->parts, sizeof(fftwf_complex));
    wafti_release(NULL, b->theirs_field, b->points, sizeof(float));
    fftwf_destroy_plan(b->forward);
    fftwf_destroy_plan(b->backward);
    wafti_fft_destroy(b->plan);
}

static size_t row_offset(wafti_strides strides, size_t row, size_t side) {
    return row % side * (size_t)strides.row + row / side * (size_t)strides.plane;
}

// The same numbers to both sides, so that no time is spent on overflow.
static void fill(const bench* b) {
    const size_t side = (size_t)b->n;
    memcpy(b->theirs_field, b->field, b->points * sizeof(float));
    for (size_t row = 0; row < side * side; ++row) {
        memcpy(b->ours + row_offset(b->points_at, row, side), b->field + row * side,
            side * sizeof(float));
    }
}

// Relative L2 distance of the two spectra.
static double distance(const bench* b) {
    const size_t side = (size_t)b->n;
    double off = 0.0;
    double all = 0.0;
    for (size_t row = 0; row < side * side; ++row) {
        for (size_t x = 0; x < b->parts_x; ++x) {
            const float* want = b->theirs[row * b->parts_x + x];
            for (int i = 0; i < 2; ++i) {
                const double got = (double)b->spectrum[i][row_offset(b->parts_at, row, side) + x];
                off += (got - (double)want[i]) * (got - (double)want[i]);
                all += (double)want[i] * (double)want[i];
            }
        }
    }
    return sqrt(off / all);
}

// Least time of several, s; the two sides take turns.
static void measure(const bench* b, wafti_fft_kind kind, double out_least[2]) {
    wafti_fft_job job = job_of(b, kind);
    const int rounds = b->n <= 64 ? 200 : 40;
    out_least[0] = INFINITY;
    out_least[1] = INFINITY;
    for (int i = 0; i < rounds; ++i) {
        fill(b);
        double start = wafti_clock_cpu();
        wafti_fft_run(&job);
        out_least[0] = fmin(out_least[0], wafti_clock_cpu() - start);
        start = wafti_clock_cpu();
        fftwf_execute(kind == WAFTI_FFT_TO_SPECTRUM ? b->forward : b->backward);
        out_least[1] = fmin(out_least[1], wafti_clock_cpu() - start);
        if (kind == WAFTI_FFT_FROM_SPECTRUM) {
            // The input was used up: a new one, unmeasured.
            wafti_fft_job again = job_of(b, WAFTI_FFT_TO_SPECTRUM);
            fill(b);
            wafti_fft_run(&again);
            fftwf_execute(b->forward);
        }
    }
}

int main(void) {
    static const int32_t sizes[] = {64, 128};
    static const char* const names[2] = {"real to complex", "complex to real"};
    static const wafti_fft_kind kinds[2] = {WAFTI_FFT_TO_SPECTRUM, WAFTI_FFT_FROM_SPECTRUM};
    bool within = true;
    (void)printf("FFT, one thread, float; waft %s, %s measured\n",
        wafti_isa_name(wafti_isa_choose()), fftwf_version);
    (void)printf("%-6s %-16s %10s %10s %7s %10s\n", "size", "transform", "waft ms", "FFTW ms",
        "ratio", "rel. L2");
    for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); ++s) {
        bench b;
        open_bench(&b, sizes[s]);
        double off = 0.0;
        for (int k = 0; k < 2; ++k) {
            double least[2];
            measure(&b, kinds[k], least);
            off = k == 0 ? distance(&b) : off;
            (void)printf("%4d^3 %-16s %10.3f %10.3f %7.2f %10.1e\n", (int)sizes[s], names[k],
                1e3 * least[0], 1e3 * least[1], least[0] / least[1], off);
            within = within && least[0] <= 2.0 * least[1] && off <= 5e-7;
        }
        close_bench(&b);
    }
    (void)printf("%s\n", within ? "within 2 x FFTW" : "NOT within 2 x FFTW");
    return within ? 0 : 1;
}
