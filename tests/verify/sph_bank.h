// SPDX-License-Identifier: MIT
// The bank that rows of the liquid are stirred with.
#ifndef WAFT_VERIFY_SPH_BANK_H
#define WAFT_VERIFY_SPH_BANK_H

#include <stdio.h>
#include <stdlib.h>

#include <waft/turbulence.h>

static inline waft_bank* make_bank(void) {
    waft_bank_def def = waft_bank_def_default();
    def.size = 64;
    def.count = 4;
    def.spectrum.bands[0] = (waft_band){.wavenumber = 10.0, .deviation = 0.7, .energy = 1.0};
    waft_bank* bank = NULL;
    waft_error error = {0};
    if (waft_bank_create(&def, &bank, &error) != WAFT_OK) {
        (void)fprintf(stderr, "bank: %s\n", error.sentence);
        exit(1);
    }
    return bank;
}

#endif // WAFT_VERIFY_SPH_BANK_H
