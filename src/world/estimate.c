// SPDX-License-Identifier: MIT
#include "world/estimate.h"

#include "couple/water_bodies.h"

uint64_t wafti_world_estimate_floating(const waft_water_def* water, const waft_bodies_def* bodies) {
    return wafti_afloat_estimate_memory(water, bodies);
}
