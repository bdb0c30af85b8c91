// SPDX-License-Identifier: MIT
#include "grid/noise.h"

#include <math.h>

#include "base/hash.h"

// Contribution of the lattice point (i, j) at offset (x, z) from it. Its gradient is a unit vector
// in a direction drawn from the hash.
static double lattice_term(uint64_t seed, int64_t i, int64_t j, double x, double z) {
    const uint64_t bits = wafti_hash_u64(wafti_hash_u64(seed, (uint64_t)i), (uint64_t)j);
    const double angle = (double)(bits >> 11) * 0x1p-53 * 6.283185307179586;
    return cos(angle) * x + sin(angle) * z;
}

static double blend(double t) {
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

double wafti_noise_gradient(uint64_t seed, double x, double z) {
    // From 2^52 on doubles have no fraction: all are lattice points, where noise is 0.
    if (!(fabs(x) < 0x1p52) || !(fabs(z) < 0x1p52)) {
        return 0.0;
    }
    const double floor_x = floor(x);
    const double floor_z = floor(z);
    const int64_t i = (int64_t)floor_x;
    const int64_t j = (int64_t)floor_z;
    const double u = x - floor_x;
    const double v = z - floor_z;
    const double low = lattice_term(seed, i, j, u, v) * (1.0 - blend(u)) +
                       lattice_term(seed, i + 1, j, u - 1.0, v) * blend(u);
    const double high = lattice_term(seed, i, j + 1, u, v - 1.0) * (1.0 - blend(u)) +
                        lattice_term(seed, i + 1, j + 1, u - 1.0, v - 1.0) * blend(u);
    // Unit gradients reach at most sqrt(1/2) in the middle of a square.
    return (low * (1.0 - blend(v)) + high * blend(v)) * 1.4142135623730951;
}

double wafti_noise_fractal(uint64_t seed, double x, double z, int octaves) {
    double sum = 0.0;
    double strength = 1.0;
    double total = 0.0;
    double scale = 1.0;
    for (int octave = 0; octave < octaves; ++octave) {
        const uint64_t layer = wafti_hash_u64(seed, (uint64_t)octave);
        sum += strength * wafti_noise_gradient(layer, x * scale, z * scale);
        total += strength;
        strength *= 0.5;
        scale *= 2.0;
    }
    return total > 0.0 ? sum / total : 0.0;
}
