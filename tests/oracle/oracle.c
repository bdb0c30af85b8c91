// SPDX-License-Identifier: MIT
#include "oracle/double.h"

#include "oracle/oracle.h"

#include "unit/transform_fixture.h"

bool oracle_to_spectrum(const int32_t n[3], const double* real, double* re, double* im) {
    wafti_fft* plan = NULL;
    wafti_arena arena;
    wafti_arena_init(&arena, NULL, 16384);
    const wafti_fft_def def = {.n = {n[0], n[1], n[2]}, .arena = &arena};
    if (wafti_fft_create(&def, &plan, NULL) != WAFT_OK) {
        return false;
    }
    const ptrdiff_t parts = n[0] / 2 + 1;
    wafti_fft_job job = {.plan = plan,
        .kind = WAFTI_FFT_TO_SPECTRUM,
        .real = {(double*)real, {n[0], (ptrdiff_t)n[0] * n[1]}}, // only read
        .spectrum.strides = {parts, parts * n[1]}};
    job.spectrum.re = re;
    job.spectrum.im = im;
    wafti_fft_run(&job);
    wafti_arena_free(&arena);
    return true;
}

bool oracle_solve_poisson(const int32_t n[3], const wafti_ends ends[3], double* array) {
    wafti_spectral* plan = NULL;
    wafti_arena arena;
    wafti_arena_init(&arena, NULL, 16384);
    const wafti_spectral_def def = {
        .n = {n[0], n[1], n[2]}, .ends = {ends[0], ends[1], ends[2]}, .arena = &arena};
    if (wafti_spectral_create(&def, &plan, NULL) != WAFT_OK) {
        return false;
    }
    spectral_run(plan, array, (wafti_strides){n[0], (ptrdiff_t)n[0] * n[1]});
    wafti_arena_free(&arena);
    return true;
}
