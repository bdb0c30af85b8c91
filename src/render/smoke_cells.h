// SPDX-License-Identifier: MIT
// From fields of smoke to the bytes of its 3D texture: four a cell, x fastest, packed.
#ifndef WAFTI_RENDER_SMOKE_CELLS_H
#define WAFTI_RENDER_SMOKE_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <waft/field.h>

enum { WAFTI_SMOKE_CHANNELS = 4 };

/// A density as smoke can have it: what is negative, infinite or not a number counts as none.
static inline float wafti_smoke_value(float value) {
    return value > 0.0f && value < 1e30f ? value : 0.0f;
}

/// The largest value.
float wafti_smoke_most(const waft_field* field);

/// Writes 255 times (value - from) / (full - from), or its root, 0 to 255, to every fourth byte from
/// `out` on.
void wafti_smoke_put(const waft_field* field, float from, float full, bool roots, uint8_t* out);

/// Values of a field that has one sample in place of `step` along each axis. Zero: too many.
size_t wafti_smoke_thin_count(const waft_field* field, int step);
/// That field, of means, in `out`.
waft_field wafti_smoke_thin(const waft_field* field, int step, float* out);

#endif // WAFTI_RENDER_SMOKE_CELLS_H
