// SPDX-License-Identifier: MIT
#include "body/dynamics.h"

#include <math.h>

// K = L L^T; the factors of a matrix whose entries differ by length squared are as good as those of a
// scaled one, since Cholesky's method does not mind the scale of rows.
static bool factor6(const double k[36], double l[6][6]) {
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j <= i; ++j) {
            double sum = k[6 * i + j];
            for (int n = 0; n < j; ++n) {
                sum -= l[i][n] * l[j][n];
            }
            if (i != j) {
                l[i][j] = sum / l[j][j];
            } else if (isfinite(sum) && sum > 0.0) {
                l[i][i] = sqrt(sum);
            } else {
                return false;
            }
        }
    }
    return true;
}

bool wafti_matrix_invert6(const double k[36], double out_inverse[36]) {
    double l[6][6] = {{0}};
    if (!factor6(k, l)) {
        return false;
    }
    for (int column = 0; column < 6; ++column) {
        double x[6] = {0};
        for (int i = 0; i < 6; ++i) {
            double sum = i == column ? 1.0 : 0.0;
            for (int n = 0; n < i; ++n) {
                sum -= l[i][n] * x[n];
            }
            x[i] = sum / l[i][i];
        }
        for (int i = 5; i >= 0; --i) {
            for (int n = i + 1; n < 6; ++n) {
                x[i] -= l[n][i] * x[n];
            }
            x[i] /= l[i][i];
            out_inverse[6 * i + column] = x[i];
        }
    }
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < i; ++j) {
            const double mean = 0.5 * (out_inverse[6 * i + j] + out_inverse[6 * j + i]);
            out_inverse[6 * i + j] = mean;
            out_inverse[6 * j + i] = mean;
        }
    }
    return true;
}
