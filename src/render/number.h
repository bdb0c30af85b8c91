// SPDX-License-Identifier: MIT
// Round numbers and their texts, the same in every locale.
#ifndef WAFTI_RENDER_NUMBER_H
#define WAFTI_RENDER_NUMBER_H

#include <stddef.h>
#include <stdint.h>

/// digit x 10^tens, the digit being 1, 2 or 5.
typedef struct wafti_round {
    int digit, tens;
} wafti_round;

/// The least round number not below `value`, the greatest not above it. `value` is > 0 and finite.
wafti_round wafti_round_up(double value);
wafti_round wafti_round_down(double value);
double wafti_round_value(wafti_round round);

/// Writes count x 10^tens as a decimal number with -tens places, and plain 0. `size` counts the end.
void wafti_decimal_text(char* out_text, size_t size, int64_t count, int tens);

/// Writes a round length in km, m, cm or mm.
void wafti_length_text(char* out_text, size_t size, wafti_round length);

#endif // WAFTI_RENDER_NUMBER_H
