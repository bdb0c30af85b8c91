// SPDX-License-Identifier: MIT
// The method columns in float, as the library computes it (docs/spec/water.md#verification): rows
// still-lake, volume-ledger and equal-bits.
#include "math/philox.h"
#include "shallow_fixture.h"
#include "verify/columns_rows.h"
#include "verify/verify.h"

int main(void) {
    int failures = verify_rest();
    failures += verify_ledger(1e-6);
    failures += verify_threads();
    return failures == 0 ? 0 : 1;
}
