// SPDX-License-Identifier: MIT
// The bank that rows of the liquid are stirred with.
#ifndef WAFT_VERIFY_SPH_BANK_H
#define WAFT_VERIFY_SPH_BANK_H

#include <stdio.h>
#include <stdlib.h>

#include <waft/turbulence.h>

static inline waft_bank* make_bank_of(int32_t size, int32_t count, waft_band band) {
    waft_bank_def def = waft_bank_def_default();
    def.size = size;
    def.count = count;
    def.spectrum.bands[0] = band;
    waft_bank* bank = NULL;
    waft_error error = {0};
    if (waft_bank_create(&def, &bank, &error) != WAFT_OK) {
        (void)fprintf(stderr, "bank: %s\n", error.sentence);
        exit(1);
    }
    return bank;
}

static inline waft_bank* make_bank(void) {
    return make_bank_of(64, 4, (waft_band){.wavenumber = 10.0, .deviation = 0.7, .energy = 1.0});
}

#endif // WAFT_VERIFY_SPH_BANK_H
