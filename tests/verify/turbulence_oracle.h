// SPDX-License-Identifier: MIT
// A field from its definition (docs/spec/turbulence.md#random-fields), in double and through the full
// complex transform. Slow, and shares only Philox and the resolved spectrum with the library.
#ifndef WAFT_VERIFY_TURBULENCE_ORACLE_H
#define WAFT_VERIFY_TURBULENCE_ORACLE_H

#include <complex.h>
#include <math.h>
#include <stdlib.h>

#include "math/philox.h"
#include "turbulence/spectrum.h"

typedef struct oracle_field {
    int32_t n, depth;
    int dimensions;
    double complex* values[3]; ///< faces; imaginary parts should be 0
} oracle_field;

static inline double oracle_shell_energy(const wafti_spectrum* spectrum, int s) {
    double sum = 0.0;
    for (int i = 0; i < 32; ++i) {
        sum += wafti_spectrum_at(spectrum, s - 0.5 + (i + 0.5) / 32) / 32;
    }
    return sum;
}

static inline double oracle_mode_energy(const wafti_spectrum* spectrum, double k) {
    const double energy = wafti_spectrum_at(spectrum, k);
    return spectrum->dimensions == 3 ? energy / (4 * M_PI * k * k) : energy / (2 * M_PI * k);
}

static inline int oracle_shell(const int32_t k[3]) {
    return (int)floor(sqrt((double)(k[0] * k[0] + k[1] * k[1] + k[2] * k[2])) + 0.5);
}

// Amplitude g_s S at each k, as a table by shell: factor of S^2, or S^2 itself where it is equal.
typedef struct oracle_shell_rule {
    double factor, equal;
} oracle_shell_rule;

static inline void oracle_rules(const wafti_spectrum* spectrum, oracle_shell_rule* rules) {
    const int32_t half = spectrum->size / 2;
    double* sums = calloc((size_t)half, sizeof(double));
    double* counts = calloc((size_t)half, sizeof(double));
    const int32_t high = spectrum->dimensions == 3 ? half - 1 : 0;
    for (int32_t z = -high; z <= high; ++z) {
        for (int32_t y = 1 - half; y < half; ++y) {
            for (int32_t x = 1 - half; x < half; ++x) {
                const int32_t k[3] = {x, y, z};
                const int s = oracle_shell(k);
                if (s >= 1 && s < half) {
                    sums[s] += oracle_mode_energy(spectrum, sqrt((double)(x * x + y * y + z * z)));
                    counts[s] += 1;
                }
            }
        }
    }
    double total = 0.0;
    for (int s = 1; s < half; ++s) {
        total += oracle_shell_energy(spectrum, s);
    }
    for (int s = 1; s < half; ++s) {
        const double energy = oracle_shell_energy(spectrum, s);
        rules[s] = (oracle_shell_rule){0, 0};
        if (energy < 1e-12 * total) {
            continue;
        }
        if (sums[s] < 0.1 * energy) {
            rules[s].equal = 2 * energy / counts[s];
        } else {
            rules[s].factor = 2 * energy / sums[s];
        }
    }
    free(sums);
    free(counts);
}

// V(k) of the half space, before staggering.
static inline void oracle_mode(const wafti_spectrum* spectrum, const oracle_shell_rule* rules,
    uint64_t seed, uint32_t field, const int32_t k[3], double complex v[3]) {
    const int n = spectrum->size;
    v[0] = v[1] = v[2] = 0;
    const int s = oracle_shell(k);
    if (s < 1 || s >= n / 2) {
        return;
    }
    const double size = sqrt((double)(k[0] * k[0] + k[1] * k[1] + k[2] * k[2]));
    const double amplitude =
        sqrt(rules[s].equal + rules[s].factor * oracle_mode_energy(spectrum, size));
    const uint32_t counter[4] = {(uint32_t)k[0], (uint32_t)k[1], (uint32_t)k[2], field};
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    const wafti_random4 random = wafti_philox(counter, key);
    double angle[3];
    double kappa[3];
    for (int i = 0; i < 3; ++i) {
        angle[i] = 2 * M_PI * ((double)random.word[i] + 0.5) / 4294967296.0;
        kappa[i] = 2 * sin(M_PI * k[i] / n);
    }
    const double kh = sqrt(kappa[0] * kappa[0] + kappa[1] * kappa[1]);
    const double kp = sqrt(kh * kh + kappa[2] * kappa[2]);
    if (spectrum->dimensions == 2) {
        v[0] = amplitude * cexp(I * angle[0]) * kappa[1] / kh;
        v[1] = -amplitude * cexp(I * angle[0]) * kappa[0] / kh;
        return;
    }
    double v1[3] = {1, 0, 0};
    double v2[3] = {0, 1, 0};
    if (kh > 0) {
        const double a[3] = {kappa[1] / kh, -kappa[0] / kh, 0};
        const double b[3] = {
            kappa[0] * kappa[2] / (kp * kh), kappa[1] * kappa[2] / (kp * kh), -kh * kh / (kp * kh)};
        for (int i = 0; i < 3; ++i) {
            v1[i] = a[i];
            v2[i] = b[i];
        }
    }
    for (int i = 0; i < 3; ++i) {
        v[i] = amplitude * (cexp(I * angle[0]) * sin(angle[2]) * v1[i] +
                               cexp(I * angle[1]) * cos(angle[2]) * v2[i]);
    }
}

static inline bool oracle_in_half(const int32_t k[3]) {
    return k[0] > 0 || (k[0] == 0 && (k[1] > 0 || (k[1] == 0 && k[2] > 0)));
}

static inline void oracle_transform_axis(double complex* a, int32_t n, int32_t depth, int axis) {
    const int32_t size[3] = {n, n, depth};
    const size_t step[3] = {1, (size_t)n, (size_t)n * (size_t)n};
    double complex* roots = malloc((size_t)n * sizeof(*roots));
    double complex* line = malloc((size_t)n * sizeof(*line));
    for (int32_t i = 0; i < n; ++i) {
        roots[i] = cexp(2 * M_PI * I * i / n);
    }
    const int b = (axis + 1) % 3;
    const int c = (axis + 2) % 3;
    for (int32_t ib = 0; ib < size[b]; ++ib) {
        for (int32_t ic = 0; ic < size[c]; ++ic) {
            double complex* start = a + (size_t)ib * step[b] + (size_t)ic * step[c];
            for (int32_t x = 0; x < n; ++x) {
                line[x] = 0;
                for (int32_t k = 0; k < n; ++k) {
                    line[x] += start[(size_t)k * step[axis]] * roots[(int64_t)k * x % n];
                }
            }
            for (int32_t x = 0; x < n; ++x) {
                start[(size_t)x * step[axis]] = line[x];
            }
        }
    }
    free(roots);
    free(line);
}

/// Not divided by the rms. Free with oracle_field_free().
static inline oracle_field oracle_field_make(
    const wafti_spectrum* spectrum, uint64_t seed, uint32_t field) {
    const int32_t n = spectrum->size;
    const int32_t depth = spectrum->dimensions == 3 ? n : 1;
    oracle_field f = {n, depth, spectrum->dimensions, {NULL, NULL, NULL}};
    const size_t count = (size_t)n * (size_t)n * (size_t)depth;
    for (int axis = 0; axis < f.dimensions; ++axis) {
        f.values[axis] = calloc(count, sizeof(double complex));
    }
    oracle_shell_rule* rules = calloc((size_t)n, sizeof(*rules));
    oracle_rules(spectrum, rules);
    for (size_t at = 0; at < count; ++at) {
        const int32_t index[3] = {(int32_t)at % n, (int32_t)at / n % n, (int32_t)at / n / n};
        int32_t k[3];
        bool nyquist = false;
        for (int a = 0; a < 3; ++a) {
            k[a] = index[a] > n / 2 ? index[a] - n : index[a];
            nyquist = nyquist || k[a] == n / 2;
        }
        if (nyquist) {
            continue;
        }
        const bool own = oracle_in_half(k);
        const int32_t opposite[3] = {-k[0], -k[1], -k[2]};
        double complex v[3];
        oracle_mode(spectrum, rules, seed, field, own ? k : opposite, v);
        for (int a = 0; a < f.dimensions; ++a) {
            const int32_t turn = k[0] + k[1] + k[2] - k[a];
            f.values[a][at] = (own ? v[a] : conj(v[a])) * cexp(I * M_PI * turn / n);
        }
    }
    free(rules);
    for (int a = 0; a < f.dimensions; ++a) {
        for (int axis = 0; axis < f.dimensions; ++axis) {
            oracle_transform_axis(f.values[a], n, depth, axis);
        }
    }
    return f;
}

static inline void oracle_field_free(oracle_field* f) {
    for (int axis = 0; axis < 3; ++axis) {
        free(f->values[axis]);
    }
}

#endif // WAFT_VERIFY_TURBULENCE_ORACLE_H
