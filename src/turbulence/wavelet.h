// SPDX-License-Identifier: MIT
// Wavelet noise (Cook & DeRose 2005) and its curl (Kim, Thuerey, James & Gross 2008): a periodic tile
// of random numbers that holds one octave alone, as specified in docs/spec/turbulence.md#wavelet-noise.
#ifndef WAFTI_TURBULENCE_WAVELET_H
#define WAFTI_TURBULENCE_WAVELET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WAFTI_TILE_SIZE = 128, WAFTI_TILE_CELLS = 128 * 128 * 128 };

/// Half as many samples of a line, and twice as many again. Samples are `stride` apart; beyond the
/// ends the line goes round if `periodic`, else the last value goes on. `count` is that of the fine
/// line; the coarse one has (count + 1) / 2, close together.
void wafti_wavelet_down(
    const float* fine, ptrdiff_t stride, int32_t count, bool periodic, float* coarse);
void wafti_wavelet_up(
    const float* coarse, int32_t count, bool periodic, float* fine, ptrdiff_t stride);

/// Fills a tile of WAFTI_TILE_CELLS numbers from a seed. `copy` has room for as many.
void wafti_wavelet_fill_tile(uint64_t seed, float* tile, float* copy);

/// Two derivatives each of three noises make a vector without divergence; `point` is in cells of the
/// tile and may lie anywhere.
void wafti_wavelet_vector(const float* tile, const float point[3], float out_vector[3]);

/// rms of that vector over the tile, by a fixed sample.
double wafti_wavelet_rms(const float* tile);

#endif // WAFTI_TURBULENCE_WAVELET_H
