// SPDX-License-Identifier: MIT
// Rows V1, V3 and V32 of the water specification for columns, as the library computes them.
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
