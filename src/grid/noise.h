// SPDX-License-Identifier: MIT
// Seeded gradient noise in the plane, for terrain.
#ifndef WAFTI_GRID_NOISE_H
#define WAFTI_GRID_NOISE_H

#include <stdint.h>

/// Perlin's gradient noise (Improving Noise, 2002: quintic blend) with lattice spacing 1;
/// about -1 to 1, zero at lattice points, twice differentiable.
double wafti_noise_gradient(uint64_t seed, double x, double z);

/// Sum of `octaves` layers, each of half the size and half the strength of the one before; scaled
/// so that it stays within -1 and 1.
double wafti_noise_fractal(uint64_t seed, double x, double z, int octaves);

#endif // WAFTI_GRID_NOISE_H
