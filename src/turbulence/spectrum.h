// SPDX-License-Identifier: MIT
// A prescribed spectrum once N is known: E(k), its shells and the amplitude of every mode. Wave numbers
// are cycles per box.
#ifndef WAFTI_TURBULENCE_SPECTRUM_H
#define WAFTI_TURBULENCE_SPECTRUM_H

#include <waft/turbulence.h>

#include "base/memory.h"
#include "base/text.h"

/// A def of which every number is found.
typedef struct wafti_spectrum {
    int32_t size; ///< N
    int dimensions;
    waft_spectrum_def def; ///< bands have wave numbers and energies, the range is given
} wafti_spectrum;

/// Default bands, wave numbers from scales, energies by law. The def has been checked.
wafti_spectrum wafti_spectrum_resolve(const waft_spectrum_def* def, int32_t size, int dimensions);

/// E(k).
double wafti_spectrum_at(const wafti_spectrum* spectrum, double k);

/// The shares of the integral of E that no shell has.
typedef struct wafti_spectrum_loss {
    double below, above;
    int below_band; ///< of bands: the one with the greatest share below, else -1
    double below_worst;
    int above_band; ///< of bands: the one with the most energy above, else -1
} wafti_spectrum_loss;

wafti_spectrum_loss wafti_spectrum_find_loss(const wafti_spectrum* spectrum);

/// What is wrong with a def, whose numbers are in their ranges, for a box of `size`; sentences begin with `name`. A loss above that is
/// allowed but odd makes a sentence in `warning` (160 bytes), else it is "". Error:
/// WAFT_ERR_ARGUMENT.
waft_result wafti_spectrum_check(const waft_spectrum_def* def, const char* name, int32_t size,
    int dimensions, char* warning, waft_error* out_error);

/// As text on one line: "band 20.8 0.7 1", "power 3 19.2 -1.6667", "table 1:2 3:4".
void wafti_spectrum_describe(const wafti_spectrum* spectrum, wafti_text* text);
/// A def that resolves to the same; false if the text is not one. Its numbers are not checked.
bool wafti_spectrum_parse(const char* text, waft_spectrum_def* out_def);

/// What a field of it is made from.
typedef struct wafti_shells {
    waft_bank_shell* shells; ///< N/2 - 1 of them
    /// Of a mode by |k|^2, for unit rms of the field; (N/2)^2 + 1 numbers, the last 0. Shells with
    /// less than 1e-12 of the energy have 0.
    float* amplitude;
    int32_t amplitude_count;
    int32_t low, high; ///< least and greatest |k|^2 with an amplitude; low > high: none
    double rms;        ///< sqrt(2 sum E_s)
    double mean_wavenumber;
} wafti_shells;

/// Error: WAFT_ERR_NO_MEMORY. The memory is the arena's.
waft_result wafti_shells_make(const wafti_spectrum* spectrum, wafti_arena* arena,
    wafti_shells* out_shells, waft_error* out_error);

#endif // WAFTI_TURBULENCE_SPECTRUM_H
