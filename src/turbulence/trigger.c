// SPDX-License-Identifier: MIT
#include "turbulence/trigger.h"

#include <math.h>

void wafti_trigger_near(float reach, int32_t count, const float* distance, float* weight) {
    const float share = 1.0f / reach;
    for (int32_t i = 0; i < count; ++i) {
        weight[i] = distance[i] < reach ? wafti_trigger_ramp(distance[i] * share) : 0.0f;
    }
}

void wafti_trigger_above(float threshold, float width, float greatest, int32_t count,
    const float* quantity, float* weight) {
    const float share = greatest > 0.0f ? 1.0f / greatest : 0.0f;
    for (int32_t i = 0; i < count; ++i) {
        const float part = quantity[i] * share;
        weight[i] = (part < 1.0f ? part : 1.0f) * wafti_trigger_step(quantity[i], threshold, width);
    }
}

void wafti_trigger_join(bool greater, int32_t count, const float* weight, float* joined) {
    if (greater) {
        for (int32_t i = 0; i < count; ++i) {
            joined[i] = joined[i] > weight[i] ? joined[i] : weight[i];
        }
        return;
    }
    for (int32_t i = 0; i < count; ++i) {
        joined[i] *= weight[i];
    }
}

double wafti_trigger_greatest(double before, double present, double dt) {
    const double fade = 0.5; // s
    return fmax(before * exp(-dt / fade), present);
}
