// SPDX-License-Identifier: MIT
// Many points of a field of a bank at once.
#ifndef WAFTI_TURBULENCE_SAMPLE_H
#define WAFTI_TURBULENCE_SAMPLE_H

#include <stdint.h>

#include "simd/cpu.h"

enum {
    /// Arrays that get values have room up to a multiple of this.
    WAFTI_SAMPLE_PAD = 8,
};

/// Points in cells: place * scale + offset; the corner of cell (0, 0, 0) is the origin.
typedef struct wafti_sample_points {
    uint32_t count;
    const float* place[3];
    double scale;
    double offset[3];
} wafti_sample_points;

/// A field of three dimensions: its components by faces, x fastest, as halves or as floats.
typedef struct wafti_sample_field {
    int32_t n;
    const uint16_t* halves[3]; ///< NULL if it has floats
    const float* floats[3];
} wafti_sample_field;

/// Each component linear between its own faces, round the period. Points that are no numbers get
/// any value.
typedef void wafti_sample(
    const wafti_sample_field* field, const wafti_sample_points* points, float* const out[3]);

wafti_sample* wafti_sample_choose(wafti_isa isa);

#endif // WAFTI_TURBULENCE_SAMPLE_H
