// SPDX-License-Identifier: MIT
// Rows V3 with spray and V30 of the water specification, in double.
#include "oracle/double.h"

#include "verify/spray_rows.h"

int main(void) {
    int failures = verify_flight(1e-12);
    failures += verify_spray_ledger(1e-12);
    return failures == 0 ? 0 : 1;
}
