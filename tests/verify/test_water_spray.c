// SPDX-License-Identifier: MIT
// Spray in double (docs/spec/water.md#verification): the ledger closes with drops in the air
// (volume-ledger), and drops fly for 2 w / g and bring their water back (spray-flight).
#include "oracle/double.h"

#include "verify/spray_rows.h"

int main(void) {
    int failures = verify_flight(1e-12);
    failures += verify_spray_ledger(1e-12);
    return failures == 0 ? 0 : 1;
}
