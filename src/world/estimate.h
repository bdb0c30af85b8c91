// SPDX-License-Identifier: MIT
// What a world would take besides its solvers, before there is one.
#ifndef WAFTI_WORLD_ESTIMATE_H
#define WAFTI_WORLD_ESTIMATE_H

#include <waft/body.h>
#include <waft/water.h>

/// Bytes with which the water feels its bodies; 0 if it would not.
uint64_t wafti_world_estimate_floating(const waft_water_def* water, const waft_bodies_def* bodies);
/// Bytes with which a liquid and so many bodies feel each other.
uint64_t wafti_world_estimate_immersed(uint32_t capacity);
/// Bytes with which spray turns into liquid.
uint64_t wafti_world_estimate_exchange(void);

#endif // WAFTI_WORLD_ESTIMATE_H
