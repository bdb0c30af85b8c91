// SPDX-License-Identifier: MIT
// The exact update of k and eps, see grid/keps_update.c, a few cells at once.
#include "grid/keps_kernel.h"

#include "grid/keps.h"
#include "simd/wide_double_math.h"

#if defined(WAFTI_KERNEL_SET_SCALAR)

void WAFTI_KERNEL(wafti_keps_many)(
    double dt, int count, const double* production, double* k, double* eps) {
    for (int i = 0; i < count; ++i) {
        wafti_keps_update(production[i], dt, &k[i], &eps[i]);
    }
}

#else

static const double c1 = 1.44;
static const double c2 = 1.92;

typedef wafti_wide_double wide;

static inline wide least_of(wide a, wide b) {
    return wafti_double_select((wafti_wide_long)(a < b), a, b);
}

// e^x within 1e-14 of itself, x between -700 and 700.
static inline wide exponential(wide x) {
    static const double series[] = {1.0, 1.0, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720,
        1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800};
    // x = n ln 2 + r; 1.5 * 2^52 leaves n in the low bits. ln 2 in two parts, the first exact in
    // products with |n| <= 1023.
    const wide rounder = wafti_double_set(0x1.8p52);
    const wide shifted = x * wafti_double_set(1.4426950408889634) + rounder;
    const wide n = shifted - rounder;
    const wide r = (x - n * wafti_double_set(0x1.62e42fee00000p-1)) -
                   n * wafti_double_set(0x1.a39ef35793c76p-33);
    const wafti_wide_ulong power = ((wafti_wide_ulong)shifted + 1023u) << 52;
    return wafti_double_series(r, series, 12) * (wide)power;
}

static inline wide logarithm(wide x) {
    return wafti_double_log_ratio(x, wafti_double_set(1.0));
}

void WAFTI_KERNEL(wafti_keps_many)(
    double dt, int count, const double* production, double* k, double* eps) {
    const wide one = wafti_double_set(1.0);
    const wide scale = wafti_double_set((c1 - 1.0) * (c2 - 1.0) * dt * dt);
    const wide per_rate = wafti_double_set(1.0 / ((c2 - 1.0) * dt));
    // So small an a is none, and spares a branch; from 350 on its exponential adds nothing.
    const wide least = wafti_double_set(1e-8);
    const wide most = wafti_double_set(350.0);
    const wide growth_bound = wafti_double_set(600.0);
    for (int i = 0; i < count; i += WAFTI_DOUBLE_LANES) {
        const wide old_k = wafti_double_load(k + i);
        const wide chi = wafti_double_load(eps + i) / old_k;
        const wide a =
            wafti_double_max(wafti_double_sqrt(scale * wafti_double_load(production + i)), least);
        const wide ratio = chi / (a * per_rate); // chi / xi
        const wide decayed = exponential(wafti_double_set(-2.0) * least_of(a, most));
        const wide cosh_a = one + decayed;
        const wide sinh_a = one - decayed;
        const wide gain = cosh_a + sinh_a / ratio;
        const wide loss = cosh_a + sinh_a * ratio;
        const wide common = a - wafti_double_set(M_LN2);
        const wide up = (common + logarithm(gain)) * wafti_double_set(1.0 / (c1 - 1.0));
        const wide down = (common + logarithm(loss)) * wafti_double_set(1.0 / (c2 - 1.0));
        const wide growth = least_of(wafti_double_max(up - down, -growth_bound), growth_bound);
        const wide new_k = old_k * exponential(growth);
        wafti_double_store(k + i, new_k);
        wafti_double_store(eps + i, chi * (gain / loss) * new_k);
    }
}

#endif
