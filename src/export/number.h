// SPDX-License-Identifier: MIT
// Decimals for meshes and pictures, where millions are written and a fixed resolution is enough.
#ifndef WAFTI_EXPORT_NUMBER_H
#define WAFTI_EXPORT_NUMBER_H

#include <stddef.h>

/// Writes `value` rounded to so many digits after the point (0 to 9), without trailing zeros and
/// without "-0", into at least 32 bytes; returns the length. Values beyond 1e9 in size and those
/// that are not finite are written in their shortest exact form.
size_t wafti_number_fixed(char* buffer, double value, int digits);

#endif // WAFTI_EXPORT_NUMBER_H
