// SPDX-License-Identifier: MIT
// dk/dt = G - eps, deps/dt = (C1 G - C2 eps) eps / k with G = Pr k^2 / eps (Xie & Miyata, eqs. 18-19).
#include <math.h>

#include "grid/keps.h"
#include "grid/keps_kernel.h"

static const double c1 = 1.44;
static const double c2 = 1.92;
static const double least = 1e-12;
// Keeps exp() finite where nothing else limits k.
static const double most_growth = 600.0;

// For frozen Pr, chi = eps / k obeys a Riccati equation of its own: dchi/dt = (c1 - 1) Pr - (c2 - 1)
// chi^2. With xi its fixed point, chi(t) / chi = A / B for A = cosh a + (xi / chi) sinh a and B = cosh a +
// (chi / xi) sinh a, and ln k follows by integration: A^(1/(c1-1)) B^(-1/(c2-1)).
void wafti_keps_update(double production, double dt, double* k, double* eps) {
    const double chi = *eps / *k;
    const double a = sqrt((c1 - 1.0) * (c2 - 1.0) * production) * dt;
    double log_growth = 0.0;
    double turn = 1.0; // of chi
    if (a < 1e-6) {
        const double loss = 1.0 + (c2 - 1.0) * chi * dt;
        log_growth = -log(loss) / (c2 - 1.0);
        turn = 1.0 / loss;
    } else {
        // sqrt((c1 - 1) Pr / (c2 - 1)), by the root at hand.
        const double xi = a / ((c2 - 1.0) * dt);
        // cosh and sinh over exp(a) / 2, which cannot overflow.
        const double decayed = exp(-2.0 * a);
        const double cosh_a = 1.0 + decayed;
        const double sinh_a = 1.0 - decayed;
        const double gain = cosh_a + xi / chi * sinh_a;
        const double loss = cosh_a + chi / xi * sinh_a;
        const double common = a - log(2.0);
        log_growth = (common + log(gain)) / (c1 - 1.0) - (common + log(loss)) / (c2 - 1.0);
        turn = gain / loss;
    }
    *k *= exp(log_growth < most_growth ? log_growth : most_growth);
    *eps = chi * turn * *k;
}

void wafti_keps_update_euler(double production, double dt, double* k, double* eps) {
    const double chi = *eps / *k;
    const double gain = production * *k / chi;
    const double k_next = *k + dt * (gain - *eps);
    const double eps_next = *eps + dt * (c1 * gain - c2 * *eps) * chi;
    *k = fmax(k_next, least);
    *eps = fmax(eps_next, least);
}

wafti_keps_many* wafti_keps_choose(wafti_isa isa) {
    return WAFTI_COPY(isa, wafti_keps_many);
}
