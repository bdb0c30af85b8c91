// SPDX-License-Identifier: MIT
// Every compiled copy of the kernels against the plain one.
#include "unit/transform_fixture.h"

#include "math/dct.h"

static const wafti_isa sets[] = {WAFTI_ISA_SSE2, WAFTI_ISA_AVX2, WAFTI_ISA_AVX512, WAFTI_ISA_NEON};

enum { SET_COUNT = sizeof(sets) / sizeof(sets[0]), LINES = WAFTI_FFT_LINES };

static double worst_difference(const wafti_real* a, const wafti_real* b, size_t count) {
    double worst = 0.0;
    double greatest = 0.0;
    for (size_t i = 0; i < count; ++i) {
        worst = fmax(worst, fabs((double)a[i] - (double)b[i]));
        greatest = fmax(greatest, fabs((double)b[i]));
    }
    return worst / greatest;
}

static void check_fft(wafti_isa set, int32_t n, wafti_arena* arena) {
    const wafti_fft_kernels* plain = wafti_fft_kernels_choose(WAFTI_ISA_SCALAR);
    const wafti_fft_kernels* wide = wafti_fft_kernels_choose(set);
    wafti_fft_line line;
    CHECK(wafti_fft_line_init(&line, n, arena));
    const size_t count = (size_t)n * LINES;
    wafti_real* memory = test_memory(6 * count + wafti_fft_work_size(n), sizeof(wafti_real));
    for (size_t i = 0; i < 2 * count; ++i) {
        memory[i] = (wafti_real)test_random(6, i);
    }
    const wafti_fft_span in = {memory, memory + count, LINES};
    const wafti_fft_span a = {memory + 2 * count, memory + 3 * count, LINES};
    const wafti_fft_span b = {memory + 4 * count, memory + 5 * count, LINES};
    plain->complex_lines(&line, &in, &a, memory + 6 * count);
    wide->complex_lines(&line, &in, &b, memory + 6 * count);
    CHECK_NEAR(worst_difference(b.re, a.re, 2 * count), 0.0, 1e-6);
    free(memory);
}

static void check_dct(wafti_isa set, int32_t n, wafti_arena* arena) {
    const wafti_dct_kernels* plain = wafti_dct_kernels_choose(WAFTI_ISA_SCALAR);
    const wafti_dct_kernels* wide = wafti_dct_kernels_choose(set);
    const size_t count = (size_t)n * LINES;
    wafti_real* memory = test_memory(3 * count + wafti_dct_work_size(n), sizeof(wafti_real));
    wafti_real* work = memory + 3 * count;
    for (size_t i = 0; i < count; ++i) {
        memory[i] = (wafti_real)test_random(7, i);
    }
    const wafti_dct_span in = {memory, LINES};
    const wafti_dct_span a = {memory + count, LINES};
    const wafti_dct_span b = {memory + 2 * count, LINES};
    for (int ends = WAFTI_ENDS_PERIODIC; ends <= WAFTI_ENDS_OPEN_CLOSED; ++ends) {
        wafti_dct_line line;
        CHECK(wafti_dct_line_init(&line, (wafti_ends)ends, n, arena));
        plain->forward(&line, &in, &a, work);
        wide->forward(&line, &in, &b, work);
        CHECK_NEAR(worst_difference(b.at, a.at, count), 0.0, 1e-6);
        plain->backward(&line, &in, &a, work);
        wide->backward(&line, &in, &b, work);
        CHECK_NEAR(worst_difference(b.at, a.at, count), 0.0, 1e-6);
    }
    free(memory);
}

static void kernels_agree(void) {
    const wafti_isa best = wafti_isa_choose();
    for (size_t s = 0; s < SET_COUNT; ++s) {
        if (sets[s] > best) {
            continue; // only sets that this CPU can run
        }
        for (int32_t n = 1; n != 0; n = wafti_fft_length_at_least(n + 1)) {
            wafti_arena arena;
            wafti_arena_init(&arena, NULL, 65536);
            check_fft(sets[s], n, &arena);
            check_dct(sets[s], n, &arena);
            wafti_arena_free(&arena);
        }
    }
}

// Rows of any length to lines and back, writing no more rows than asked for.
static void check_rows(wafti_isa set, int32_t n, int32_t count) {
    enum { MOST = 40 };
    const wafti_fft_kernels* kernels = wafti_fft_kernels_choose(set);
    wafti_real from[LINES][MOST];
    wafti_real to[LINES][MOST];
    wafti_real lines[MOST * LINES];
    const wafti_real* rows[LINES];
    wafti_real* out_rows[LINES];
    for (int32_t r = 0; r < LINES; ++r) {
        rows[r] = from[r];
        out_rows[r] = to[r];
        for (int32_t j = 0; j < MOST; ++j) {
            from[r][j] = (wafti_real)(100 * r + j);
            to[r][j] = untouched;
        }
    }
    kernels->rows_in(rows, n, lines);
    kernels->rows_out(lines, n, count, out_rows);
    bool right = true;
    for (int32_t r = 0; r < LINES; ++r) {
        for (int32_t j = 0; j < MOST; ++j) {
            right = right && (j >= n || lines[j * LINES + r] == from[r][j]);
            right = right && to[r][j] == (r < count && j < n ? from[r][j] : untouched);
        }
    }
    CHECK(right);
}

static void rows_turn_to_lines_and_back(void) {
    const wafti_isa best = wafti_isa_choose();
    check_rows(WAFTI_ISA_SCALAR, 9, 5);
    for (size_t s = 0; s < SET_COUNT; ++s) {
        for (int32_t n = 1; n <= 33 && sets[s] <= best; ++n) {
            for (int32_t count = 1; count <= LINES; ++count) {
                check_rows(sets[s], n, count);
            }
        }
    }
}

static const test_case cases[] = {
    {"kernels_agree", kernels_agree},
    {"rows_turn_to_lines_and_back", rows_turn_to_lines_and_back},
};
TEST_MAIN(cases)
