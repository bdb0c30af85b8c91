// SPDX-License-Identifier: MIT
// Against sums by definition; the file that includes this chose wafti_real.
#ifndef WAFT_TEST_FFT_CASES_H
#define WAFT_TEST_FFT_CASES_H

#include "hooks.h"
#include "unit/transform_fixture.h"

static const double tolerance = sizeof(wafti_real) == sizeof(double) ? 2e-15 : 5e-7;
static const double round_trip_tolerance = sizeof(wafti_real) == sizeof(double) ? 2e-15 : 1e-6;

// Sums of squares lose more than single parts, even in double.
static const double energy_tolerance = sizeof(wafti_real) == sizeof(double) ? 1e-13 : 1e-6;

static wafti_fft* make_plan(const int32_t n[3], wafti_arena* arena) {
    wafti_fft* plan = NULL;
    waft_error error = {.sentence = ""};
    wafti_arena_init(arena, NULL, 16384);
    const wafti_fft_def def = {.n = {n[0], n[1], n[2]}, .isa = wafti_isa_choose(), .arena = arena};
    if (!CHECK(wafti_fft_create(&def, &plan, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
        exit(1);
    }
    return plan;
}

static void lengths(void) {
    static const int32_t allowed[] = {2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96,
        128, 160, 192, 256, 320, 384, 512, 640, 768, 1024};
    size_t next = 0;
    for (int32_t n = -2; n <= 1100; ++n) {
        const bool in_list = next < sizeof(allowed) / sizeof(allowed[0]) && allowed[next] == n;
        next += in_list ? 1 : 0;
        CHECK(wafti_fft_length_allowed(n) == in_list);
        CHECK(wafti_fft_length_at_most(n) == (next > 0 ? allowed[next - 1] : 0));
    }
    CHECK(wafti_fft_length_at_least(-7) == 2);
    CHECK(wafti_fft_length_at_least(7) == 8);
    CHECK(wafti_fft_length_at_least(48) == 48);
    CHECK(wafti_fft_length_at_least(769) == 1024);
    CHECK(wafti_fft_length_at_least(1025) == 0);
    CHECK(wafti_fft_length_at_least(INT32_MAX) == 0);
    CHECK(wafti_fft_length_at_most(INT32_MAX) == 1024);
}

static void refused_lengths_are_named(void) {
    static const struct {
        int32_t n[3];
        const char* sentence;
    } refused[] = {
        {{7, 8, 8}, "fft: 7 points along x; lengths are 2^a, 3 2^a and 5 2^a from 2 to 1024, the "
                    "nearest are 6 and 8"},
        {{8, 100, 8}, "fft: 100 points along y; lengths are 2^a, 3 2^a and 5 2^a from 2 to 1024, "
                      "the nearest are 96 and 128"},
        {{8, 8, 1025}, "fft: 1025 points along z; lengths are 2^a, 3 2^a and 5 2^a from 2 to "
                       "1024, the nearest are 768 and 1024"},
        {{0, 8, 8}, "fft: 0 points along x; lengths are 2^a, 3 2^a and 5 2^a from 2 to 1024, the "
                    "nearest are 2 and 3"},
    };
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); ++i) {
        const int32_t* n = refused[i].n;
        const wafti_fft_def def = {.n = {n[0], n[1], n[2]}};
        waft_error error = {.sentence = ""};
        wafti_fft* plan = (wafti_fft*)&error; // anything but NULL
        CHECK(wafti_fft_create(&def, &plan, &error) == WAFT_ERR_ARGUMENT);
        CHECK(plan == NULL);
        CHECK_TEXT(error.sentence, refused[i].sentence);
    }
}

static void memory_that_runs_out(void) {
    for (long fail_at = 1;; ++fail_at) {
        counting c = {.fail_at = fail_at};
        const waft_allocator allocator = counting_hook(&c);
        wafti_arena arena;
        wafti_arena_init(&arena, &allocator, 16384);
        const wafti_fft_def def = {.n = {1024, 96, 640}, .arena = &arena};
        wafti_fft* plan = NULL;
        waft_error error = {.sentence = ""};
        const waft_result result = wafti_fft_create(&def, &plan, &error);
        if (result == WAFT_OK) {
            CHECK(fail_at > 2);
        } else {
            CHECK(result == WAFT_ERR_NO_MEMORY);
            CHECK(plan == NULL);
            CHECK(strlen(error.sentence) > 0);
        }
        wafti_arena_free(&arena);
        CHECK(c.live == 0);
        if (result == WAFT_OK) {
            break;
        }
    }
}

// The half of a full spectrum that real transforms keep.
static void keep_half(const int32_t n[3], const double* full, double* out_half) {
    const int32_t parts = n[0] / 2 + 1;
    for (int32_t row = 0; row < n[1] * n[2]; ++row) {
        memcpy(out_half + (ptrdiff_t)row * parts, full + (ptrdiff_t)row * n[0],
            (size_t)parts * sizeof(double));
    }
}

// Energy of the half spectrum, where all parts but the first and the middle stand for two.
static double half_energy(const int32_t n[3], const double* half, size_t part_count) {
    const size_t parts = (size_t)n[0] / 2 + 1;
    double sum = 0.0;
    for (size_t i = 0; i < part_count; ++i) {
        const size_t kx = i % parts;
        const double weight = kx == 0 || 2 * kx == (size_t)n[0] ? 1.0 : 2.0;
        sum += weight * half[i] * half[i];
    }
    return sum;
}

static void check_real(const int32_t n[3]) {
    wafti_arena arena;
    wafti_fft* plan = make_plan(n, &arena);
    const real_boxes boxes = real_boxes_make(n);
    const size_t count = boxes.count;
    const size_t parts = boxes.parts;
    double* start = random_values(count, 2);
    double* full = test_memory(2 * count, sizeof(double));
    double* want = test_memory(2 * parts, sizeof(double));
    double* got = test_memory(2 * parts, sizeof(double));
    memcpy(full, start, count * sizeof(double));
    direct_transform(n, -1, full, full + count);
    keep_half(n, full, want);
    keep_half(n, full + count, want + parts);
    real_boxes_forward(&boxes, plan, start, got);
    CHECK_NEAR(relative_l2(got, want, 2 * parts), 0.0, tolerance);
    double energy = 0.0;
    for (size_t i = 0; i < count; ++i) {
        energy += start[i] * start[i];
    }
    const double parseval = half_energy(n, got, parts) + half_energy(n, got + parts, parts);
    CHECK_NEAR(parseval / ((double)count * energy), 1.0, energy_tolerance);
    box_take(&boxes.real, full);
    CHECK(memcmp(full, start, count * sizeof(double)) == 0); // the input is left as it was
    real_boxes_backward(&boxes, plan, full);
    CHECK_NEAR(relative_l2(full, start, count), 0.0, round_trip_tolerance);
    CHECK(box_padding_untouched(&boxes.real));
    CHECK(box_padding_untouched(&boxes.re));
    CHECK(box_padding_untouched(&boxes.im));
    wafti_arena_free(&arena);
    real_boxes_free(&boxes);
    free(start);
    free(full);
    free(want);
    free(got);
}

static void every_length(void) {
    for (int32_t n = 1; n <= 1024; n = wafti_fft_length_at_least(n + 1)) {
        check_real((const int32_t[3]){n, 1, 1});
        // The same length where lines lie side by side: eight in the first batch, one left over.
        check_real((const int32_t[3]){16, n <= 256 ? n : 4, 1});
        if (n == 1024) {
            break;
        }
    }
}

static void rectangles_and_boxes(void) {
    static const int32_t shapes[][3] = {{16, 16, 1}, {64, 48, 1}, {20, 1, 12}, {1, 8, 6}, {1, 1, 8},
        {2, 2, 2}, {5, 3, 2}, {3, 5, 10}, {24, 20, 3}, {6, 40, 5}, {32, 12, 16}, {40, 24, 32},
        {2, 1, 1}, {1, 1, 1}};
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); ++i) {
        check_real(shapes[i]);
    }
}

// A single wave lands in a single part, with the sign and the place that the convention says.
static void one_wave(void) {
    const int32_t n[3] = {12, 8, 10};
    const box real = box_make(n[0], n[1], n[2]);
    const box re = box_make(n[0] / 2 + 1, n[1], n[2]);
    const box im = box_make(n[0] / 2 + 1, n[1], n[2]);
    wafti_arena arena;
    wafti_fft* plan = make_plan(n, &arena);
    // cos(2 pi (2 x/12 - 3 y/8 + z/10) + 0.5)
    for (int32_t z = 0; z < n[2]; ++z) {
        for (int32_t y = 0; y < n[1]; ++y) {
            for (int32_t x = 0; x < n[0]; ++x) {
                const double turns = 2.0 * x / 12.0 - 3.0 * y / 8.0 + z / 10.0;
                *box_at(&real, x, y, z) = (wafti_real)cos(6.283185307179586 * turns + 0.5);
            }
        }
    }
    wafti_fft_job job = {.plan = plan,
        .kind = WAFTI_FFT_TO_SPECTRUM,
        .real = {real.data, real.strides},
        .spectrum = {re.data, im.data, re.strides}};
    wafti_fft_run(&job);
    const double half = 0.5 * 12 * 8 * 10;
    CHECK_NEAR(*box_at(&re, 2, 8 - 3, 1), half * cos(0.5), 1e3 * tolerance);
    CHECK_NEAR(*box_at(&im, 2, 8 - 3, 1), half * sin(0.5), 1e3 * tolerance);
    *box_at(&re, 2, 5, 1) = 0;
    *box_at(&im, 2, 5, 1) = 0;
    double rest = 0.0;
    for (int32_t z = 0; z < n[2]; ++z) {
        for (int32_t y = 0; y < n[1]; ++y) {
            for (int32_t x = 0; x <= n[0] / 2; ++x) {
                rest = fmax(rest, fabs((double)*box_at(&re, x, y, z)));
                rest = fmax(rest, fabs((double)*box_at(&im, x, y, z)));
            }
        }
    }
    CHECK_NEAR(rest, 0.0, 1e3 * tolerance);
    wafti_arena_free(&arena);
    free(real.data);
    free(re.data);
    free(im.data);
}

// Real rows and both halves of their spectrum in the same memory.
static void in_place(void) {
    const int32_t n[3] = {20, 6, 4};
    const ptrdiff_t parts = 11;
    const wafti_strides strides = {2 * parts, 2 * parts * n[1]};
    const size_t count = (size_t)(strides.plane * n[2]);
    wafti_real* memory = test_memory(count, sizeof(wafti_real));
    wafti_real* start = test_memory(count, sizeof(wafti_real));
    for (size_t i = 0; i < count; ++i) {
        start[i] = (wafti_real)test_random(4, i);
    }
    memcpy(memory, start, count * sizeof(wafti_real));
    wafti_arena arena;
    wafti_fft* plan = make_plan(n, &arena);
    wafti_fft_job job = {.plan = plan,
        .kind = WAFTI_FFT_TO_SPECTRUM,
        .real = {memory, strides},
        .spectrum = {memory, memory + parts, strides}};
    wafti_fft_run(&job);
    job.kind = WAFTI_FFT_FROM_SPECTRUM;
    wafti_fft_run(&job);
    double worst = 0.0;
    for (size_t i = 0; i < count; ++i) {
        if (i % (size_t)strides.row < (size_t)n[0]) {
            worst = fmax(worst, fabs((double)memory[i] / (20 * 6 * 4) - (double)start[i]));
        }
    }
    CHECK_NEAR(worst, 0.0, round_trip_tolerance);
    wafti_arena_free(&arena);
    free(memory);
    free(start);
}

static const test_case cases[] = {
    {"lengths", lengths},
    {"refused_lengths_are_named", refused_lengths_are_named},
    {"memory_that_runs_out", memory_that_runs_out},
    {"every_length", every_length},
    {"rectangles_and_boxes", rectangles_and_boxes},
    {"one_wave", one_wave},
    {"in_place", in_place},
};

#endif // WAFT_TEST_FFT_CASES_H
