// SPDX-License-Identifier: MIT
#include "turbulence/clock.h"

#include <math.h>

wafti_hold_rate wafti_hold_rate_of(double q, double share) {
    if (!(q > 0.0)) {
        return (wafti_hold_rate){.keep = 1.0, .take = 0.0, .kick = share};
    }
    if (share >= 1.0) {
        return (wafti_hold_rate){.keep = 1.0 - q, .take = q, .kick = 1.0};
    }
    const double keep = pow(1.0 - q, share);
    return (wafti_hold_rate){.keep = keep, .take = 1.0 - keep, .kick = (1.0 - keep) / q};
}

uint64_t wafti_hold_number(double tau, double time) {
    const double number = floor(time / tau);
    return number > 0.0 ? (uint64_t)number : 0;
}

double wafti_hold_cut(double tau, double start, double end) {
    const double close = 1e-6 * (end - start);
    const double next = tau * (floor((start + close) / tau) + 1.0);
    return next < end - close ? next : end;
}
