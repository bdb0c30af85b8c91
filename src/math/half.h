// SPDX-License-Identifier: MIT
// Numbers of 16 bits (IEEE 754 binary16).
#ifndef WAFTI_MATH_HALF_H
#define WAFTI_MATH_HALF_H

#include <stdint.h>

/// The nearest half, ties to even. What is beyond the largest, 65504, infinity included, becomes it,
/// since one infinity in a volume blackens a renderer's whole picture; NaN becomes 0.
uint16_t wafti_half_from_float(float value);

/// Exact.
float wafti_half_to_float(uint16_t half);

#endif // WAFTI_MATH_HALF_H
