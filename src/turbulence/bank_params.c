// SPDX-License-Identifier: MIT
// The rows of a bank by itself.
#include "turbulence/bank_params.h"

static const wafti_param rows[] = {
    WAFTI_SPECTRUM_ROWS("bank[]", BANK, "at vortices of two cells"),
    WAFTI_BANK_SIZE_ROWS("bank[]", BANK, "64", "25"),
    WAFTI_BANK_STORAGE_ROW("bank[]", BANK),
};

const wafti_rows wafti_bank_rows = ROWS_OF(rows);
