// SPDX-License-Identifier: MIT
// Kernels of every instruction set against the plain ones, and halves against math/half.c.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "math/half.h"
#include "test.h"
#include "turbulence/modes.h"

enum { N = 24, ROW = 16, PLANE = ROW * N + 16, NUMBERS = PLANE * N };

typedef struct spectra {
    float values[6][NUMBERS];
} spectra;

static void fill(wafti_isa isa, int dimensions, spectra* out) {
    static float tables[3][N + 1 + WAFTI_MODES_PAD];
    static float amplitude[N * N / 4 + 1];
    for (int32_t k = -N / 2; k <= N / 2; ++k) {
        tables[0][k + N / 2] = (float)(2.0 * sin(M_PI * k / N));
        tables[1][k + N / 2] = (float)cos(M_PI * k / N);
        tables[2][k + N / 2] = (float)sin(M_PI * k / N);
    }
    for (int32_t i = 4; i < 100; ++i) {
        amplitude[i] = 1.0f + 0.01f * (float)i;
    }
    wafti_modes m = {.n = N,
        .dimensions = dimensions,
        .key = {1, 2},
        .field = 3,
        .amplitude = amplitude,
        .amplitude_last = N * N / 4,
        .low = 4,
        .high = 99,
        .kappa = tables[0] + N / 2,
        .half_cos = tables[1] + N / 2,
        .half_sin = tables[2] + N / 2,
        .row = ROW,
        .plane = PLANE};
    for (size_t axis = 0; axis < 3; ++axis) {
        m.re[axis] = out->values[2 * axis];
        m.im[axis] = out->values[2 * axis + 1];
    }
    for (int32_t plane = 0; plane < (dimensions == 3 ? N : 1); ++plane) {
        wafti_bank_kernels_choose(isa)->modes(&m, plane);
    }
}

static void test_sets_agree(void) {
    spectra* plain = calloc(1, sizeof(*plain));
    spectra* best = calloc(1, sizeof(*best));
    if (!CHECK(plain != NULL && best != NULL)) {
        free(plain);
        free(best);
        return;
    }
    for (int dimensions = 2; dimensions <= 3; ++dimensions) {
        fill(WAFTI_ISA_SCALAR, dimensions, plain);
        static const wafti_isa sets[] = {
            WAFTI_ISA_SSE2, WAFTI_ISA_AVX2, WAFTI_ISA_AVX512, WAFTI_ISA_NEON};
        for (size_t s = 0; s < sizeof(sets) / sizeof(sets[0]); ++s) {
            if (sets[s] > wafti_isa_choose()) {
                continue;
            }
            fill(sets[s], dimensions, best);
            double off = 0.0;
            double all = 0.0;
            for (int c = 0; c < 2 * dimensions; ++c) {
                for (size_t i = 0; i < NUMBERS; ++i) {
                    off = fmax(off, fabs((double)plain->values[c][i] - (double)best->values[c][i]));
                    all = fmax(all, fabs((double)plain->values[c][i]));
                }
            }
            CHECK(all > 1.0);
            CHECK(off < 2e-6);
        }
    }
    free(plain);
    free(best);
}

// kappa . V = 0 with the phases of faces taken off, and V(-k) = conj V(k) where kx = 0.
static void test_across_and_conjugate(void) {
    spectra* s = calloc(1, sizeof(*s));
    if (!CHECK(s != NULL)) {
        return;
    }
    fill(wafti_isa_choose(), 3, s);
    double opposite = 0.0;
    double divergence = 0.0;
    for (int32_t z = 0; z < N; ++z) {
        for (int32_t y = 0; y < N; ++y) {
            const size_t here = (size_t)z * PLANE + (size_t)y * ROW;
            const size_t there = (size_t)((N - z) % N) * PLANE + (size_t)((N - y) % N) * ROW;
            for (size_t axis = 0; axis < 3; ++axis) {
                opposite = fmax(opposite,
                    fabs((double)s->values[2 * axis][here] - (double)s->values[2 * axis][there]));
                opposite = fmax(opposite, fabs((double)s->values[2 * axis + 1][here] +
                                               (double)s->values[2 * axis + 1][there]));
            }
            for (int32_t x = 0; x < N / 2; ++x) {
                const int32_t k[3] = {x, y > N / 2 ? y - N : y, z > N / 2 ? z - N : z};
                double re = 0.0;
                double im = 0.0;
                for (size_t axis = 0; axis < 3; ++axis) {
                    // exp(2 pi i k/N) - 1 of the difference over a cell.
                    const double angle = 2.0 * M_PI * k[axis] / N;
                    const double a = cos(angle) - 1.0;
                    const double b = sin(angle);
                    const double vr = (double)s->values[2 * axis][here + (size_t)x];
                    const double vi = (double)s->values[2 * axis + 1][here + (size_t)x];
                    re += a * vr - b * vi;
                    im += a * vi + b * vr;
                }
                divergence = fmax(divergence, hypot(re, im));
            }
        }
    }
    CHECK(opposite < 1e-6);
    CHECK(divergence < 3e-6);
    free(s);
}

static void test_halves(void) {
    static uint16_t halves[65536];
    static float floats[65536];
    static uint16_t back[65536];
    static const wafti_isa sets[] = {
        WAFTI_ISA_SCALAR, WAFTI_ISA_SSE2, WAFTI_ISA_AVX2, WAFTI_ISA_AVX512, WAFTI_ISA_NEON};
    size_t count = 0;
    for (uint32_t i = 0; i < 65536; ++i) {
        if ((i & 0x7C00u) != 0x7C00u) {
            halves[count++] = (uint16_t)i;
        }
    }
    for (size_t s = 0; s < sizeof(sets) / sizeof(sets[0]); ++s) {
        if (sets[s] > wafti_isa_choose()) {
            continue;
        }
        const wafti_bank_kernels* kernels = wafti_bank_kernels_choose(sets[s]);
        kernels->from_half(halves, count, floats);
        kernels->to_half(floats, count, back);
        for (size_t i = 0; i < count; ++i) {
            CHECK(floats[i] == wafti_half_to_float(halves[i]) && back[i] == halves[i]);
        }
        for (size_t i = 0; i < count; ++i) {
            floats[i] = (float)ldexp(sin((double)i), (int)(i % 40) - 26);
        }
        kernels->to_half(floats, count, back);
        for (size_t i = 0; i < count; ++i) {
            CHECK(back[i] == wafti_half_from_float(floats[i]));
        }
    }
}

static const test_case cases[] = {
    {"instruction sets agree", test_sets_agree},
    {"across and conjugate", test_across_and_conjugate},
    {"halves", test_halves},
};

TEST_MAIN(cases)
