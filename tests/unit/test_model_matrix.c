// SPDX-License-Identifier: MIT
#include "body/dynamics.h"
#include "test.h"

static void test_inverse(void) {
    // A^T A with some A is positive definite; rows and columns of very different size as in K.
    double k[36];
    for (int i = 0; i < 36; ++i) {
        double sum = 0.0;
        for (int n = 0; n < 6; ++n) {
            const int row = 7 * n + i / 6;
            const int column = 7 * n + i % 6;
            sum += sin(1.0 + (double)row) * sin(1.0 + (double)column);
        }
        const double size = (i / 6 < 3 ? 1.0 : 1e-4) * (i % 6 < 3 ? 1.0 : 1e-4);
        k[i] = size * (sum + (i / 6 == i % 6 ? 1.0 : 0.0));
    }
    double inverse[36];
    CHECK(wafti_matrix_invert6(k, inverse));
    for (int i = 0; i < 36; ++i) {
        double sum = 0.0;
        for (int n = 0; n < 6; ++n) {
            sum += k[6 * (i / 6) + n] * inverse[6 * n + i % 6];
        }
        const double size = (i / 6 < 3 ? 1.0 : 1e-4) / (i % 6 < 3 ? 1.0 : 1e-4);
        CHECK_NEAR(sum, i / 6 == i % 6 ? 1.0 : 0.0, 1e-12 * size);
        CHECK(inverse[i] == inverse[6 * (i % 6) + i / 6]);
    }
    k[14] = -1.0;
    CHECK(!wafti_matrix_invert6(k, inverse));
}

static const test_case cases[] = {
    {"inverse", test_inverse},
};

TEST_MAIN(cases)
