// SPDX-License-Identifier: MIT
#include "turbulence/intermittent.h"

#include "math/philox.h"

static const uint32_t spell_stream = 0x7B500000u;

static bool is_always(const wafti_spells_def* def) {
    return def->calm == 0;
}

static bool is_never(const wafti_spells_def* def) {
    return def->burst == 0 && def->calm > 0;
}

// Uniform in the integers 0 .. longest.
static uint64_t length_of(const wafti_spells_def* def, uint64_t spell) {
    const uint64_t longest = spell % 2 == 0 ? def->burst : def->calm;
    const wafti_random4 random = wafti_random(def->seed, spell_stream, spell, 0);
    return ((longest + 1) * (uint64_t)random.word[0]) >> 32;
}

// Spells of length 0 are passed over, so that their neighbours become one.
static void next_hold(const wafti_spells_def* def, wafti_spells* spells) {
    while (spells->left == 0) {
        spells->left = length_of(def, spells->next);
        ++spells->next;
    }
    --spells->left;
}

bool wafti_spells_turbulent(const wafti_spells_def* def, const wafti_spells* spells) {
    return is_always(def) || (!is_never(def) && spells->next % 2 == 1);
}

bool wafti_spells_reach(const wafti_spells_def* def, wafti_spells* spells, uint64_t hold) {
    for (; spells->holds <= hold; ++spells->holds) {
        if (!is_always(def) && !is_never(def)) {
            next_hold(def, spells);
        }
        spells->turbulent += wafti_spells_turbulent(def, spells) ? 1 : 0;
    }
    return wafti_spells_turbulent(def, spells);
}

double wafti_spells_gamma(const wafti_spells* spells) {
    return spells->holds > 0 ? (double)spells->turbulent / (double)spells->holds : 0.0;
}
