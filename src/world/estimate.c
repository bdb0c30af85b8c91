// SPDX-License-Identifier: MIT
#include "world/estimate.h"

#include "couple/liquid_bodies.h"
#include "couple/spray_liquid.h"
#include "couple/water_bodies.h"

uint64_t wafti_world_estimate_floating(const waft_water_def* water, const waft_bodies_def* bodies) {
    return wafti_afloat_estimate_memory(water, bodies);
}

uint64_t wafti_world_estimate_immersed(uint32_t capacity) {
    return wafti_immersed_estimate_memory(capacity);
}

uint64_t wafti_world_estimate_exchange(void) {
    return wafti_exchange_estimate_memory();
}
