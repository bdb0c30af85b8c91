// SPDX-License-Identifier: MIT
// Weakly compressible SPH: pressure follows density (docs/spec/sph.md#weakly-compressible-solver).

#include "liquid/solver.h"

// k = max(0, c^2 (rh - 1))/rh^2, or Tait's law in place of the linear one.
static void press_block(void* context, uint32_t first, uint32_t end) {
    const waft_liquid* liquid = context;
    const float square = (float)(liquid->sound * liquid->sound);
    const bool tait = liquid->def.eos == WAFT_LIQUID_TAIT;
    for (uint32_t i = first; i < end; ++i) {
        const float rh = liquid->rh[i];
        const float cube = rh * rh * rh;
        const float law = tait ? (cube * cube * rh - 1.0f) * (1.0f / 7.0f) : rh - 1.0f;
        const float k = square * law * liquid->inverse[i] * liquid->inverse[i];
        liquid->now.k[i] = k > 0.0f ? k : 0.0f;
        liquid->total[i] = liquid->now.k[i];
    }
}

// The walls' part of the pressure.
static void wall_block(void* context, uint32_t first, uint32_t end) {
    const waft_liquid* liquid = context;
    for (int axis = 0; axis < liquid->def.dimension; ++axis) {
        float* a = liquid->a[axis];
        const float* wall = liquid->wall[axis];
        for (uint32_t i = first; i < end; ++i) {
            a[i] -= liquid->now.k[i] * wall[i];
        }
    }
}

waft_result wafti_liquid_wcsph(waft_liquid* liquid, double time, double dt) {
    wafti_liquid_sweep_density(liquid);
    wafti_liquid_blocks(liquid, 0.003, press_block, liquid);
    wafti_liquid_sweep_force(liquid);
    wafti_liquid_blocks(liquid, 0.003, wall_block, liquid);
    wafti_liquid_drag_walls(liquid, liquid->a);
    wafti_liquid_kick_outer(liquid, time, dt, liquid->a);
    wafti_liquid_push_walls(liquid, dt);
    return WAFT_OK;
}
