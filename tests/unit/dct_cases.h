// SPDX-License-Identifier: MIT
// Against the definitions; the file that includes this chose wafti_real.
#ifndef WAFT_TEST_DCT_CASES_H
#define WAFT_TEST_DCT_CASES_H

#include "math/dct.h"
#include "unit/transform_fixture.h"

static const double tolerance = sizeof(wafti_real) == sizeof(double) ? 5e-15 : 5e-7;
static const double pi = 3.14159265358979323846;

enum { LINES = WAFTI_FFT_LINES, KINDS = WAFTI_ENDS_OPEN_CLOSED + 1 };

// cos and sin of pi m/4n, with m first brought within a turn: beyond, their error grows.
static double cosine(int64_t m, int32_t n) {
    return cos(0.25 * pi * (double)(m % (8 * (int64_t)n)) / n);
}

static double sine(int64_t m, int32_t n) {
    return sin(0.25 * pi * (double)(m % (8 * (int64_t)n)) / n);
}

// Entry (k, j) of the forward matrix, as dct.h has it.
static double forward_entry(wafti_ends ends, int32_t n, int32_t k, int32_t j) {
    const int64_t place = 2 * (int64_t)j + 1;
    switch (ends) {
    case WAFTI_ENDS_CLOSED:
        return cosine(place * 2 * k, n);
    case WAFTI_ENDS_OPEN:
        return sine(place * 2 * (k + 1), n);
    case WAFTI_ENDS_CLOSED_OPEN:
        return cosine(place * (2 * k + 1), n);
    case WAFTI_ENDS_OPEN_CLOSED:
        return sine(place * (2 * k + 1), n);
    default:
        return k <= n / 2 ? cosine(8 * (int64_t)j * k, n) : -sine(8 * (int64_t)j * (n - k), n);
    }
}

static double backward_entry(wafti_ends ends, int32_t n, int32_t j, int32_t k) {
    const double entry = forward_entry(ends, n, k, j);
    if (ends == WAFTI_ENDS_PERIODIC) {
        return k == 0 || 2 * k == n ? entry : 2.0 * entry;
    }
    const bool halved =
        (ends == WAFTI_ENDS_CLOSED && k == 0) || (ends == WAFTI_ENDS_OPEN && k == n - 1);
    return halved ? 0.5 * entry : entry;
}

typedef double entry_function(wafti_ends ends, int32_t n, int32_t row, int32_t column);

typedef void transform_function(const wafti_dct_line* line, const wafti_dct_span* from,
    const wafti_dct_span* to, wafti_real* work);

// Eight random lines with a stride, in place, against the matrix.
static void check_lines(
    const wafti_dct_line* line, transform_function* transform, entry_function* entry) {
    const int32_t n = line->n;
    const ptrdiff_t stride = LINES + 3;
    const size_t count = (size_t)(n * stride);
    wafti_real* data = test_memory(count + wafti_dct_work_size(n), sizeof(wafti_real));
    double* start = random_values(count, 8);
    double* matrix = test_memory((size_t)n * (size_t)n, sizeof(double));
    for (size_t i = 0; i < count; ++i) {
        data[i] = (wafti_real)start[i];
    }
    for (int32_t k = 0; k < n; ++k) {
        for (int32_t j = 0; j < n; ++j) {
            matrix[k * n + j] = entry(line->ends, n, k, j);
        }
    }
    const wafti_dct_span span = {data, stride};
    transform(line, &span, &span, data + count);
    double off = 0.0;
    double all = 0.0;
    for (int32_t k = 0; k < n; ++k) {
        for (int32_t l = 0; l < LINES; ++l) {
            double want = 0.0;
            for (int32_t j = 0; j < n; ++j) {
                want += matrix[k * n + j] * start[j * stride + l];
            }
            const double got = (double)data[k * stride + l];
            off += (got - want) * (got - want);
            all += want * want;
        }
        for (ptrdiff_t l = LINES; l < stride; ++l) {
            CHECK((double)data[k * stride + l] == start[k * stride + l]);
        }
    }
    if (!CHECK_NEAR(sqrt(off / all), 0.0, tolerance)) {
        (void)fprintf(stderr, "  n %d, ends %d\n", (int)n, (int)line->ends);
    }
    free(data);
    free(start);
    free(matrix);
}

static void every_length_and_kind(void) {
    const wafti_dct_kernels* kernels = wafti_dct_kernels_choose(wafti_isa_choose());
    for (int32_t n = 1; n != 0 && n <= 384; n = wafti_fft_length_at_least(n + 1)) {
        for (int ends = 0; ends < KINDS; ++ends) {
            wafti_arena arena;
            wafti_dct_line line;
            wafti_arena_init(&arena, NULL, 65536);
            CHECK(wafti_dct_line_init(&line, (wafti_ends)ends, n, &arena));
            check_lines(&line, kernels->forward, forward_entry);
            check_lines(&line, kernels->backward, backward_entry);
            wafti_arena_free(&arena);
        }
    }
}

// Lengths too great for a matrix within a second: forward and backward give the gain.
static void long_lines_come_back(void) {
    static const int32_t lengths[] = {512, 640, 768, 1024};
    const wafti_dct_kernels* kernels = wafti_dct_kernels_choose(wafti_isa_choose());
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); ++i) {
        for (int ends = 0; ends < KINDS; ++ends) {
            const int32_t n = lengths[i];
            const size_t count = (size_t)n * LINES;
            wafti_arena arena;
            wafti_dct_line line;
            wafti_arena_init(&arena, NULL, 65536);
            CHECK(wafti_dct_line_init(&line, (wafti_ends)ends, n, &arena));
            wafti_real* data = test_memory(count + wafti_dct_work_size(n), sizeof(wafti_real));
            for (size_t j = 0; j < count; ++j) {
                data[j] = (wafti_real)test_random(9, j);
            }
            const wafti_dct_span span = {data, LINES};
            kernels->forward(&line, &span, &span, data + count);
            kernels->backward(&line, &span, &span, data + count);
            const double gain = wafti_ends_gain((wafti_ends)ends, n);
            double worst = 0.0;
            for (size_t j = 0; j < count; ++j) {
                worst = fmax(worst, fabs((double)data[j] / gain - test_random(9, j)));
            }
            CHECK_NEAR(worst, 0.0, 2.0 * tolerance);
            free(data);
            wafti_arena_free(&arena);
        }
    }
}

// The value that the second difference finds beyond the end of a line.
static double beyond(wafti_ends ends, const double* x, int32_t n, bool low) {
    const double end = low ? x[0] : x[n - 1];
    switch (ends) {
    case WAFTI_ENDS_PERIODIC:
        return low ? x[n - 1] : x[0];
    case WAFTI_ENDS_CLOSED:
        return end;
    case WAFTI_ENDS_OPEN:
        return -end;
    case WAFTI_ENDS_CLOSED_OPEN:
        return low ? end : -end;
    default:
        return low ? -end : end;
    }
}

static void second_difference(wafti_ends ends, const double* x, int32_t n, double* out) {
    for (int32_t j = 0; j < n; ++j) {
        const double below = j > 0 ? x[j - 1] : beyond(ends, x, n, true);
        const double above = j < n - 1 ? x[j + 1] : beyond(ends, x, n, false);
        out[j] = 2.0 * x[j] - below - above;
    }
}

// Part k alone, turned back, is an eigenvector: the operator multiplies it, and forward again all of
// it is in part k.
static void check_part(const wafti_dct_line* line, int32_t k, wafti_real* memory) {
    const wafti_dct_kernels* kernels = wafti_dct_kernels_choose(wafti_isa_choose());
    const ptrdiff_t n = line->n;
    const wafti_dct_span span = {memory, LINES};
    wafti_real* work = memory + n * LINES;
    double x[WAFTI_FFT_LENGTH_MAX];
    double image[WAFTI_FFT_LENGTH_MAX];
    memset(memory, 0, (size_t)n * LINES * sizeof(wafti_real));
    memory[(ptrdiff_t)k * LINES] = 1;
    kernels->backward(line, &span, &span, work);
    for (ptrdiff_t j = 0; j < n; ++j) {
        x[j] = (double)memory[j * LINES];
    }
    second_difference(line->ends, x, line->n, image);
    const double eigenvalue = wafti_ends_eigenvalue(line->ends, line->n, k);
    const double gain = wafti_ends_gain(line->ends, line->n);
    for (ptrdiff_t j = 0; j < n; ++j) {
        CHECK_NEAR(image[j], eigenvalue * x[j], 10.0 * tolerance);
        memory[j * LINES] = (wafti_real)image[j];
    }
    kernels->forward(line, &span, &span, work);
    for (ptrdiff_t j = 0; j < n; ++j) {
        const double got = (double)memory[j * LINES] / gain;
        CHECK_NEAR(got, j == k ? eigenvalue : 0.0, 4.0 * tolerance);
    }
}

static void parts_diagonalise_the_second_difference(void) {
    static const int32_t lengths[] = {1, 2, 3, 5, 8, 12, 20, 24};
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); ++i) {
        const int32_t n = lengths[i];
        const size_t count = (size_t)n * LINES + wafti_dct_work_size(n);
        wafti_real* memory = test_memory(count, sizeof(wafti_real));
        for (int ends = 0; ends < KINDS; ++ends) {
            wafti_arena arena;
            wafti_dct_line line;
            wafti_arena_init(&arena, NULL, 65536);
            CHECK(wafti_dct_line_init(&line, (wafti_ends)ends, n, &arena));
            for (int32_t k = 0; k < n; ++k) {
                check_part(&line, k, memory);
            }
            wafti_arena_free(&arena);
        }
        free(memory);
    }
}

static void eigenvalues_by_their_formula(void) {
    CHECK(wafti_ends_eigenvalue(WAFTI_ENDS_CLOSED, 10, 0) == 0.0);
    CHECK(wafti_ends_eigenvalue(WAFTI_ENDS_PERIODIC, 10, 0) == 0.0);
    CHECK_NEAR(wafti_ends_eigenvalue(WAFTI_ENDS_CLOSED, 10, 3), 2.0 - 2.0 * cos(0.3 * pi), 1e-15);
    CHECK_NEAR(wafti_ends_eigenvalue(WAFTI_ENDS_OPEN, 10, 3), 2.0 - 2.0 * cos(0.4 * pi), 1e-15);
    CHECK_NEAR(wafti_ends_eigenvalue(WAFTI_ENDS_OPEN, 10, 9), 4.0, 1e-15);
    CHECK_NEAR(
        wafti_ends_eigenvalue(WAFTI_ENDS_CLOSED_OPEN, 10, 3), 2.0 - 2.0 * cos(0.35 * pi), 1e-15);
    CHECK_NEAR(wafti_ends_eigenvalue(WAFTI_ENDS_PERIODIC, 10, 3), 2.0 - 2.0 * cos(0.6 * pi), 1e-15);
    CHECK(wafti_ends_eigenvalue(WAFTI_ENDS_PERIODIC, 10, 7) ==
          wafti_ends_eigenvalue(WAFTI_ENDS_PERIODIC, 10, 3));
}

static void division_spares_the_zero_mode(void) {
    const wafti_dct_kernels* kernels = wafti_dct_kernels_choose(wafti_isa_choose());
    const wafti_real along[2] = {0, 3};
    const wafti_real across[LINES] = {0, 1, 2, 3, 4, 5, 6, 7};
    wafti_real lines[2 * LINES];
    for (int i = 0; i < 2 * LINES; ++i) {
        lines[i] = 12;
    }
    kernels->divide(lines, 2, along, across, 2);
    CHECK(lines[0] == 0);
    for (int i = 1; i < 2 * LINES; ++i) {
        CHECK_NEAR(lines[i], 24.0 / (i % LINES + (i < LINES ? 0 : 3)), 5e-6);
    }
}

static const test_case cases[] = {
    {"every_length_and_kind", every_length_and_kind},
    {"long_lines_come_back", long_lines_come_back},
    {"parts_diagonalise_the_second_difference", parts_diagonalise_the_second_difference},
    {"eigenvalues_by_their_formula", eigenvalues_by_their_formula},
    {"division_spares_the_zero_mode", division_spares_the_zero_mode},
};

#endif // WAFT_TEST_DCT_CASES_H
