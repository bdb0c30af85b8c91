// SPDX-License-Identifier: MIT
// Spells of turbulence and calm that take turns, their lengths random: the intermittency of Zhao, Yuan &
// Chen 2010, section 6, as specified in docs/spec/turbulence.md#intermittency.
#ifndef WAFTI_TURBULENCE_INTERMITTENT_H
#define WAFTI_TURBULENCE_INTERMITTENT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct wafti_spells_def {
    uint32_t burst, calm; ///< longest spell of each kind, holds; both 0: turbulent always
    uint64_t seed;
} wafti_spells_def;

/// All zero at the start. Padding free, since it is part of a state.
typedef struct wafti_spells {
    uint64_t next;      ///< number of the next spell; even ones are turbulent
    uint64_t left;      ///< holds of the present spell that are still to come
    uint64_t holds;     ///< counted so far
    uint64_t turbulent; ///< of these
} wafti_spells;

/// Goes on to the hold of that number, if it is not there yet; true if it is a turbulent one.
bool wafti_spells_reach(const wafti_spells_def* def, wafti_spells* spells, uint64_t hold);

/// Whether the present hold is turbulent.
bool wafti_spells_turbulent(const wafti_spells_def* def, const wafti_spells* spells);

/// Share of holds that were turbulent, in the long run L_turb / (L_turb + L_non); 0 before the first.
double wafti_spells_gamma(const wafti_spells* spells);

#endif // WAFTI_TURBULENCE_INTERMITTENT_H
