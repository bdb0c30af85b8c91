// SPDX-License-Identifier: MIT
// Spray of the water surface as liquid of particles, and liquid that falls back into it, by the rules
// of docs/spec/sph.md#exchange-with-a-water-surface.
#ifndef WAFTI_COUPLE_SPRAY_LIQUID_H
#define WAFTI_COUPLE_SPRAY_LIQUID_H

#include "liquid/liquid.h"
#include "water/water.h"

typedef struct wafti_exchange wafti_exchange;

/// Errors: WAFT_ERR_ARGUMENT (drops without a volume, a flat liquid, particles smaller than drops),
/// WAFT_ERR_NO_MEMORY; sentence in context->error.
waft_result wafti_exchange_create(const wafti_context* context, waft_water* water,
    waft_liquid* liquid, wafti_exchange** out_exchange);
/// NULL is allowed.
void wafti_exchange_destroy(wafti_exchange* exchange);
size_t wafti_exchange_memory(const wafti_exchange* exchange);
uint64_t wafti_exchange_estimate_memory(void);

/// After the water's step and before the liquid's: drops in the liquid's domain become its own.
waft_result wafti_exchange_give(wafti_exchange* exchange);
/// After the liquid's step: particles that sank into the surface become columns.
waft_result wafti_exchange_take(wafti_exchange* exchange);

#endif // WAFTI_COUPLE_SPRAY_LIQUID_H
