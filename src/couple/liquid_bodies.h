// SPDX-License-Identifier: MIT
// Bodies in the liquid of particles: they are its walls, and it carries them, as docs/spec/sph.md#bodies
// has it.
#ifndef WAFTI_COUPLE_LIQUID_BODIES_H
#define WAFTI_COUPLE_LIQUID_BODIES_H

#include "body/bodies.h"
#include "liquid/liquid.h"

/// Bodies that one liquid knows.
typedef struct wafti_immersed wafti_immersed;

/// Nobody yet. Errors: WAFT_ERR_ARGUMENT (bodies in
/// a medium that is water already, a flat liquid), WAFT_ERR_NO_MEMORY; sentence in context->error.
waft_result wafti_immersed_create(const wafti_context* context, waft_liquid* liquid,
    waft_bodies* bodies, wafti_immersed** out_immersed);
/// Bodies feel the walls of the liquid's domain from now on, or no longer.
void wafti_immersed_hold(wafti_immersed* immersed);
void wafti_immersed_release(wafti_immersed* immersed);
/// NULL is allowed.
void wafti_immersed_destroy(wafti_immersed* immersed);

/// The liquid carries a body from now on that is a solid of the world: the one in this slot. Errors:
/// WAFT_ERR_STALE_ID, WAFT_ERR_FULL, WAFT_ERR_ARGUMENT (its added mass has no inverse).
waft_result wafti_immersed_add(wafti_immersed* immersed, waft_body_id id, uint32_t slot);
/// The body is gone, or no solid any more.
void wafti_immersed_drop(wafti_immersed* immersed, uint32_t slot);

/// Before the bodies' step: what the liquid gave them in its last one.
void wafti_immersed_push(wafti_immersed* immersed);
/// Which bodies there are, too.
void wafti_immersed_state(wafti_immersed* immersed, wafti_stream* stream);
size_t wafti_immersed_memory(const wafti_immersed* immersed);
/// What it takes for so many bodies.
uint64_t wafti_immersed_estimate_memory(uint32_t capacity);

#endif // WAFTI_COUPLE_LIQUID_BODIES_H
