// SPDX-License-Identifier: MIT
#include "hull/eigen.h"
#include "test.h"

static void test_known_values(void) {
    // Eigenvalues 1, 2, 4; vectors (1,-1,0), (0,0,1), (1,1,0).
    const double m[9] = {2.5, 1.5, 0.0, 1.5, 2.5, 0.0, 0.0, 0.0, 2.0};
    double values[3];
    double vectors[9];
    wafti_eigen(3, m, values, vectors);
    CHECK_NEAR(values[0], 1.0, 1e-14);
    CHECK_NEAR(values[1], 2.0, 1e-14);
    CHECK_NEAR(values[2], 4.0, 1e-14);
    CHECK_NEAR(fabs(vectors[0] - vectors[1]), sqrt(2.0), 1e-14);
    CHECK_NEAR(fabs(vectors[5]), 1.0, 1e-14);
    CHECK_NEAR(fabs(vectors[6] + vectors[7]), sqrt(2.0), 1e-14);
}

// A full matrix is put together again from its parts, whatever its scale.
static void test_any_matrix(void) {
    for (int power = -20; power <= 20; power += 10) {
        double m[36];
        double values[6];
        double vectors[36];
        const double scale = pow(10.0, power);
        for (int i = 0; i < 36; ++i) {
            const int low = i / 6 < i % 6 ? i / 6 : i % 6;
            const int high = i / 6 + i % 6 - low;
            m[i] = scale * sin(3.0 * low + 7.0 * high);
        }
        wafti_eigen(6, m, values, vectors);
        for (int i = 0; i < 36; ++i) {
            double sum = 0.0;
            for (int n = 0; n < 6; ++n) {
                sum += values[n] * vectors[6 * n + i / 6] * vectors[6 * n + i % 6];
            }
            CHECK_NEAR(sum / scale, m[i] / scale, 1e-13);
        }
        for (int n = 1; n < 6; ++n) {
            CHECK(values[n] >= values[n - 1]);
        }
    }
}

static void test_zero(void) {
    const double m[9] = {0.0};
    double values[3] = {1.0, 1.0, 1.0};
    wafti_eigen(3, m, values, NULL);
    CHECK(values[0] == 0.0 && values[2] == 0.0);
}

static const test_case cases[] = {
    {"known values", test_known_values},
    {"any matrix", test_any_matrix},
    {"zero", test_zero},
};

TEST_MAIN(cases)
