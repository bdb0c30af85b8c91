// SPDX-License-Identifier: MIT
// What a bank holds, for the files that make, keep and read it.
#ifndef WAFTI_TURBULENCE_BANK_PARTS_H
#define WAFTI_TURBULENCE_BANK_PARTS_H

#include <waft/turbulence.h>

#include <stdatomic.h>

#include "base/memory.h"
#include "turbulence/spectrum.h"

enum { WAFTI_BANK_WARNINGS = 4 };

struct waft_bank {
    waft_allocator allocator;
    wafti_arena arena;
    atomic_size_t references;
    waft_bank_info info; ///< its pointers point into the arena
    wafti_spectrum spectrum;
    wafti_shells shells;
    void* values;       ///< halves or floats, fields one after the other; NULL with storage none
    size_t field_count; ///< numbers of one field
    char warnings[WAFTI_BANK_WARNINGS][160];
    size_t warning_count;
};

/// Bytes of one number; 0 with storage none.
size_t wafti_bank_number_size(waft_bank_storage storage);

/// Error: WAFT_ERR_ARGUMENT, with a sentence that begins with the def's name. `warning` (160 bytes)
/// gets what is odd.
waft_result wafti_bank_check(const waft_bank_def* def, char* warning, waft_error* out_error);

/// All of a bank but its values, with room for these; the def has been checked. Error:
/// WAFT_ERR_ARGUMENT (no energy), WAFT_ERR_NO_MEMORY.
waft_result wafti_bank_frame(const waft_bank_def* def, waft_bank** out_bank, waft_error* out_error);

#endif // WAFTI_TURBULENCE_BANK_PARTS_H
