// SPDX-License-Identifier: MIT
#include "math/dct.h"

#include <math.h>

#include "base/assert.h"

double wafti_ends_eigenvalue(wafti_ends ends, int32_t n, int32_t k) {
    double half_waves = 0.0; // in the length of the line
    switch (ends) {
    case WAFTI_ENDS_PERIODIC:
        half_waves = 2.0 * (k <= n / 2 ? k : n - k);
        break;
    case WAFTI_ENDS_CLOSED:
        half_waves = k;
        break;
    case WAFTI_ENDS_OPEN:
        half_waves = k + 1.0;
        break;
    case WAFTI_ENDS_CLOSED_OPEN:
    case WAFTI_ENDS_OPEN_CLOSED:
        half_waves = k + 0.5;
        break;
    }
    // 2 - 2 cos a, without its cancellation
    const double sine = sin(0.5 * M_PI * half_waves / n);
    return 4.0 * sine * sine;
}

double wafti_ends_gain(wafti_ends ends, int32_t n) {
    return ends == WAFTI_ENDS_PERIODIC ? n : 0.5 * n;
}

static bool is_sine(wafti_ends ends) {
    return ends == WAFTI_ENDS_OPEN || ends == WAFTI_ENDS_OPEN_CLOSED;
}

static bool is_type_4(wafti_ends ends) {
    return ends == WAFTI_ENDS_CLOSED_OPEN || ends == WAFTI_ENDS_OPEN_CLOSED;
}

// Entry (k, j) of the forward matrix.
static wafti_real entry(wafti_ends ends, int32_t n, int32_t k, int32_t j) {
    const int64_t twice_k = is_type_4(ends)           ? 2 * k + 1
                            : ends == WAFTI_ENDS_OPEN ? 2 * k + 2
                                                      : 2 * k;
    double root[2];
    wafti_fft_root((2 * j + 1) * twice_k, 8 * (int64_t)n, root);
    return (wafti_real)root[is_sine(ends) ? 1 : 0];
}

static wafti_real halved(wafti_ends ends, int32_t n, int32_t k) {
    const bool at_end =
        (ends == WAFTI_ENDS_CLOSED && k == 0) || (ends == WAFTI_ENDS_OPEN && k == n - 1);
    return at_end ? (wafti_real)0.5 : 1;
}

static bool make_matrices(wafti_dct_line* line, wafti_arena* arena) {
    const int32_t n = line->n;
    wafti_real* forward = wafti_arena_take(arena, 2 * (size_t)n * (size_t)n, sizeof(wafti_real));
    if (forward == NULL) {
        return false;
    }
    wafti_real* backward = forward + (ptrdiff_t)n * n;
    for (int32_t k = 0; k < n; ++k) {
        for (int32_t j = 0; j < n; ++j) {
            forward[k * n + j] = entry(line->ends, n, k, j);
            backward[j * n + k] = halved(line->ends, n, k) * forward[k * n + j];
        }
    }
    line->forward = forward;
    line->backward = backward;
    return true;
}

static bool make_turns(wafti_dct_line* line, wafti_arena* arena) {
    const int32_t n = line->n;
    const bool type_4 = is_type_4(line->ends);
    wafti_real* turn = wafti_arena_take(arena, (size_t)n + 2, sizeof(wafti_real));
    if (turn == NULL) {
        return false;
    }
    for (int32_t k = 0; k <= n / 2; ++k) {
        double root[2];
        wafti_fft_root(type_4 ? -(8 * k + 1) : -4 * k, 16 * (int64_t)n, root);
        wafti_real* at = turn + 2 * (ptrdiff_t)k;
        at[0] = (wafti_real)root[0];
        at[1] = (wafti_real)root[1];
    }
    line->turn = turn;
    return true;
}

bool wafti_dct_line_init(wafti_dct_line* line, wafti_ends ends, int32_t n, wafti_arena* arena) {
    WAFT_ASSERT(n >= 1);
    *line = (wafti_dct_line){.n = n, .ends = ends};
    if (ends == WAFTI_ENDS_PERIODIC) {
        return wafti_fft_real_line_init(&line->real, n, arena);
    }
    if (n % 2 != 0) {
        return make_matrices(line, arena);
    }
    return wafti_fft_real_line_init(&line->real, n, arena) && make_turns(line, arena);
}

const wafti_dct_kernels* wafti_dct_kernels_choose(wafti_isa isa) {
    return WAFTI_COPY(isa, &wafti_dct_kernels);
}
