// SPDX-License-Identifier: MIT
// Bodies and the water surface: bodies see it where they are, and where the water's method can, it
// feels them. Both ways are specified in docs/spec/water.md#floating-bodies.
#ifndef WAFTI_COUPLE_WATER_BODIES_H
#define WAFTI_COUPLE_WATER_BODIES_H

#include "body/bodies.h"
#include "water/water.h"

/// The two way coupling of one water and its bodies.
typedef struct wafti_afloat wafti_afloat;

/// Lets bodies see the water for as long as both live. Waters differ from the still level only for
/// bodies in both media; outside the water's domain there is the still level, and no bed.
void wafti_couple_water(const waft_water* water, waft_bodies* bodies);

/// Makes ready for the bodies' step, in which they look at the surface.
void wafti_couple_water_ready(const waft_water* water, const waft_bodies* bodies);

/// Lets the water feel its bodies, if the bodies' def asks for it and the water's method can:
/// *out_afloat is NULL if not. Errors: WAFT_ERR_ARGUMENT (asked for, but the method cannot),
/// WAFT_ERR_NO_MEMORY; sentence in context->error.
waft_result wafti_afloat_create(const wafti_context* context, waft_water* water,
    waft_bodies* bodies, wafti_afloat** out_afloat);
/// Before its bodies and its water are destroyed. NULL is allowed.
void wafti_afloat_destroy(wafti_afloat* afloat);
size_t wafti_afloat_memory(const wafti_afloat* afloat);
/// What creating it would take; 0 if the water would not feel its bodies.
uint64_t wafti_afloat_estimate_memory(const waft_water_def* water, const waft_bodies_def* bodies);

/// Before the water's step: foresees where bodies go and what they cover.
void wafti_afloat_begin(wafti_afloat* afloat, const wafti_step* step);
/// After the bodies' step: throws up water where bodies went in.
void wafti_afloat_splash(wafti_afloat* afloat);

#endif // WAFTI_COUPLE_WATER_BODIES_H
