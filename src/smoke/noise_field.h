// SPDX-License-Identifier: MIT
// Blobs that come and go: random numbers on a lattice in space and time, blended smoothly.
#ifndef WAFTI_SMOKE_NOISE_FIELD_H
#define WAFTI_SMOKE_NOISE_FIELD_H

#include <stdbool.h>
#include <stdint.h>

typedef struct wafti_noise_field {
    uint64_t seed;
    uint32_t stream; ///< tells users apart
    double length;   ///< m between lattice points, > 0
    double when;     ///< time in lattice steps, >= 0
    // The lattice cell that was asked for last.
    bool known;
    int64_t cell[3];
    float corners[8]; ///< at `when`
} wafti_noise_field;

/// 0 to 1 at a place; continuous, and the same for the same seed, stream, place and time. Neighbours
/// asked for one after another are cheap.
float wafti_noise_field_at(wafti_noise_field* field, const double point[3]);

#endif // WAFTI_SMOKE_NOISE_FIELD_H
