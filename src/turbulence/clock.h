// SPDX-License-Identifier: MIT
// Time of the forcing: holds, within which one random field works, and what share of a hold's effect
// a part of it has, by docs/spec/turbulence.md#strength-in-time.
#ifndef WAFTI_TURBULENCE_CLOCK_H
#define WAFTI_TURBULENCE_CLOCK_H

#include <stdint.h>

/// What a part of a hold does: u <- keep u + take U + kick Psi v.
typedef struct wafti_hold_rate {
    double keep; ///< a = (1 - q)^share
    double take; ///< q' = 1 - a
    double kick; ///< q'/q, or the share itself where q is 0
} wafti_hold_rate;

/// For the feedback q in [0, 1] of a whole hold and a `share` (dt/tau, 0 to 1) of it. Parts of any
/// lengths that make up a hold do together what it would do at once.
wafti_hold_rate wafti_hold_rate_of(double q, double share);

/// Number of the hold of length tau (> 0) that a time (>= 0) lies in.
uint64_t wafti_hold_number(double tau, double time);

/// The first end of a hold between `start` and `end`, or `end`. One that lies within a millionth of
/// the span of either counts as that.
double wafti_hold_cut(double tau, double start, double end);

#endif // WAFTI_TURBULENCE_CLOCK_H
