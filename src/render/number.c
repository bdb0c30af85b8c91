// SPDX-License-Identifier: MIT
#include "render/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const int digits[] = {1, 2, 5};

double wafti_round_value(wafti_round round) {
    const double power = pow(10.0, abs(round.tens));
    return round.tens < 0 ? round.digit / power : round.digit * power;
}

wafti_round wafti_round_up(double value) {
    // One power below: the logarithm of 1000 may come out a little too large.
    wafti_round round = {1, (int)floor(log10(value)) - 1};
    const double slack = 1.0 - 1e-9;
    for (int i = 0; wafti_round_value(round) < value * slack; ++i) {
        round.digit = digits[(i + 1) % 3];
        round.tens += round.digit == 1 ? 1 : 0;
    }
    return round;
}

wafti_round wafti_round_down(double value) {
    wafti_round round = wafti_round_up(value);
    if (wafti_round_value(round) > value * (1.0 + 1e-9)) {
        round = round.digit == 1 ? (wafti_round){5, round.tens - 1}
                                 : (wafti_round){round.digit == 5 ? 2 : 1, round.tens};
    }
    return round;
}

static int64_t power_of_ten(int exponent) {
    int64_t power = 1;
    for (int i = 0; i < exponent && i < 18; ++i) {
        power *= 10;
    }
    return power;
}

void wafti_decimal_text(char* out_text, size_t size, int64_t count, int tens) {
    if (tens >= 0 || count == 0) {
        (void)snprintf(out_text, size, "%" PRId64, count * power_of_ten(tens));
        return;
    }
    const int places = -tens < 18 ? -tens : 18;
    const int64_t power = power_of_ten(places);
    const int64_t positive = count < 0 ? -count : count;
    (void)snprintf(out_text, size, "%s%" PRId64 ".%0*" PRId64, count < 0 ? "-" : "",
        positive / power, places, positive % power);
}

void wafti_length_text(char* out_text, size_t size, wafti_round length) {
    static const struct {
        int from, shift;
        const char* name;
    } units[] = {{3, -3, "km"}, {0, 0, "m"}, {-2, 2, "cm"}, {-300, 3, "mm"}};
    size_t unit = 0;
    while (length.tens < units[unit].from) {
        ++unit;
    }
    char number[24];
    wafti_decimal_text(number, sizeof number, length.digit, length.tens + units[unit].shift);
    (void)snprintf(out_text, size, "%s %s", number, units[unit].name);
}
