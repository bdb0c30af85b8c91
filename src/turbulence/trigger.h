// SPDX-License-Identifier: MIT
// Where turbulence is let loose: weights and speed scales as pure functions over rows of cells. Zhao,
// Yuan & Chen 2010, eqs. 11 to 15, with the changes of docs/spec/turbulence.md#triggers.
#ifndef WAFTI_TURBULENCE_TRIGGER_H
#define WAFTI_TURBULENCE_TRIGGER_H

#include <stdbool.h>
#include <stdint.h>

/// 1 at t = 0, 0 from t = 1 on: 1 - 3 t^2 + 2 t^3. The paper's Ramp of eq. 13 is not given.
static inline float wafti_trigger_ramp(float t) {
    const float inside = t > 0.0f ? (t < 1.0f ? t : 1.0f) : 0.0f;
    return 1.0f - inside * inside * (3.0f - 2.0f * inside);
}

/// H(x - x0): 0 up to x0, then 1, by a smoothstep if width > 0.
static inline float wafti_trigger_step(float x, float x0, float width) {
    if (!(x > x0)) {
        return 0.0f;
    }
    return width > 0.0f ? 1.0f - wafti_trigger_ramp((x - x0) / width) : 1.0f;
}

/// weight[i] = Ramp(distance[i] / reach); eq. 13. Inside solids the distance counts as 0.
void wafti_trigger_near(float reach, int32_t count, const float* distance, float* weight);

/// weight[i] = (x[i] / greatest) H(x[i] - threshold), at most 1; eqs. 14 and 15. With greatest 0
/// nothing is let through.
void wafti_trigger_above(float threshold, float width, float greatest, int32_t count,
    const float* quantity, float* weight);

/// Joins a weight into those before it: product, or the greater one.
void wafti_trigger_join(bool greater, int32_t count, const float* weight, float* joined);

/// A greatest value that fades: M <- max(M exp(-dt/T), present), so that one step's outlier does not
/// make the whole field flicker. T = 0.5 s.
double wafti_trigger_greatest(double before, double present, double dt);

#endif // WAFTI_TURBULENCE_TRIGGER_H
