// SPDX-License-Identifier: MIT
#include "math/tridiagonal.h"

#include <string.h>

#include "base/assert.h"

static void substitute_back(int32_t count, const wafti_real* ratio, wafti_real* x) {
    for (int32_t i = count - 2; i >= 0; --i) {
        x[i] -= ratio[i] * x[i + 1];
    }
}

// Thomas's elimination. The first and last diagonal are given apart, since the periodic solver
// changes them.
static void solve(const wafti_tridiagonal* system, wafti_real first, wafti_real last, wafti_real* x,
    wafti_real* ratio) {
    const int32_t n = system->count;
    wafti_real scale = 1 / first;
    x[0] *= scale;
    for (int32_t i = 1; i < n; ++i) {
        ratio[i - 1] = system->upper[i - 1] * scale;
        const wafti_real diagonal = i < n - 1 ? system->diagonal[i] : last;
        scale = 1 / (diagonal - system->lower[i] * ratio[i - 1]);
        x[i] = (x[i] - system->lower[i] * x[i - 1]) * scale;
    }
    substitute_back(n, ratio, x);
}

void wafti_tridiagonal_solve(const wafti_tridiagonal* system, wafti_real* x, wafti_real* work) {
    WAFT_ASSERT(system->count >= 1);
    solve(system, system->diagonal[0], system->diagonal[system->count - 1], x, work);
}

void wafti_tridiagonal_solve_periodic(
    const wafti_tridiagonal* system, wafti_real* x, wafti_real* work) {
    const int32_t n = system->count;
    WAFT_ASSERT(n >= 3);
    const wafti_real left_corner = system->lower[0];
    const wafti_real right_corner = system->upper[n - 1];
    // Sherman and Morrison 1950: A = T + u v^T with u = (g, 0, ..., right corner) and
    // v = (1, 0, ..., left corner / g). g = -diagonal[0] keeps T's first pivot from cancelling.
    const wafti_real g = -system->diagonal[0];
    const wafti_real first = system->diagonal[0] - g;
    const wafti_real last = system->diagonal[n - 1] - left_corner * right_corner / g;
    wafti_real* u = work + n;
    memset(u, 0, (size_t)n * sizeof(*u));
    u[0] = g;
    u[n - 1] = right_corner;
    solve(system, first, last, x, work);
    solve(system, first, last, u, work);
    const wafti_real along_x = x[0] + left_corner * x[n - 1] / g;
    const wafti_real along_u = u[0] + left_corner * u[n - 1] / g;
    const wafti_real factor = along_x / (1 + along_u);
    for (int32_t i = 0; i < n; ++i) {
        x[i] -= factor * u[i];
    }
}

// Thomas's elimination with the matrix made on the way.
void wafti_tridiagonal_solve_faces(
    const wafti_real* face, int32_t count, wafti_real* x, wafti_real* work) {
    WAFT_ASSERT(count >= 1);
    wafti_real before = 0;
    wafti_real ratio = 0;
    wafti_real previous = 0;
    for (int32_t i = 0; i < count; ++i) {
        const wafti_real after = i < count - 1 ? face[i] : 0;
        const wafti_real scale = 1 / (1 - before - after - before * ratio);
        ratio = after * scale;
        work[i] = ratio;
        previous = (x[i] - before * previous) * scale;
        x[i] = previous;
        before = after;
    }
    substitute_back(count, work, x);
}
