// SPDX-License-Identifier: MIT
#include "math/fft_line.h"

#include "unit/transform_fixture.h"

static void roots_are_exact_mirror_images(void) {
    double root[2];
    wafti_fft_root(256, 1024, root);
    CHECK(root[0] == 0.0);
    CHECK(root[1] == 1.0);
    wafti_fft_root(-512, 1024, root);
    CHECK(root[0] == -1.0);
    CHECK(root[1] == 0.0);
    for (int64_t n = 1; n <= 60; ++n) {
        for (int64_t k = -2 * n; k <= 2 * n; ++k) {
            double mirror[2];
            wafti_fft_root(k, n, root);
            wafti_fft_root(-k, n, mirror);
            CHECK(root[0] == mirror[0]);
            CHECK(root[1] == -mirror[1]);
            const double angle = 6.283185307179586477 * (double)(k % n) / (double)n;
            CHECK_NEAR(root[0], cos(angle), 2e-15);
            CHECK_NEAR(root[1], sin(angle), 2e-15);
        }
    }
}

// The product of the radices is the length, and each stage starts where the one before ended.
static void stages_make_up_the_length(void) {
    wafti_arena arena;
    wafti_arena_init(&arena, NULL, 65536);
    for (int32_t n = 1; n != 0; n = wafti_fft_length_at_least(n + 1)) {
        wafti_fft_line line;
        if (!CHECK(wafti_fft_line_init(&line, n, &arena))) {
            break;
        }
        int32_t inner = 1;
        for (int32_t i = 0; i < line.stage_count; ++i) {
            const wafti_fft_stage* stage = &line.stages[i];
            CHECK(stage->inner == inner);
            CHECK(stage->inner * stage->outer * stage->radix == n);
            inner *= stage->radix;
        }
        CHECK(inner == n);
    }
    wafti_arena_free(&arena);
}

static void half_points_are_halved_lengths(void) {
    wafti_arena arena;
    wafti_arena_init(&arena, NULL, 65536);
    wafti_fft_real_line even;
    wafti_fft_real_line odd;
    CHECK(wafti_fft_real_line_init(&even, 48, &arena));
    CHECK(even.half.n == 24);
    CHECK(wafti_fft_real_line_init(&odd, 5, &arena));
    // Backward times forward is n times the unit matrix.
    for (int i = 0; i < 5; ++i) {
        for (int j = 0; j < 5; ++j) {
            double sum = 0.0;
            for (int k = 0; k < 5; ++k) {
                sum += (double)odd.backward[i * 5 + k] * (double)odd.forward[k * 5 + j];
            }
            CHECK_NEAR(sum, i == j ? 5.0 : 0.0, 1e-6);
        }
    }
    wafti_arena_free(&arena);
}

static const test_case cases[] = {
    {"roots_are_exact_mirror_images", roots_are_exact_mirror_images},
    {"stages_make_up_the_length", stages_make_up_the_length},
    {"half_points_are_halved_lengths", half_points_are_halved_lengths},
};
TEST_MAIN(cases)
