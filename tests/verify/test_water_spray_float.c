// SPDX-License-Identifier: MIT
// Rows volume-ledger with spray and spray-flight (docs/spec/water.md#verification) in float, as the
// library computes them.
#include "verify/spray_rows.h"

int main(void) {
    // A column of 1 m holds its depth to 6e-8 m: that much of a drop may be carried.
    int failures = verify_flight(1e-6);
    failures += verify_spray_ledger(1e-6);
    return failures == 0 ? 0 : 1;
}
