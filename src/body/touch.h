// SPDX-License-Identifier: MIT
// Bodies that meet one another: each is a few balls; a grid over space finds those that are close.
// The balls and impulses are those of docs/spec/bodies.md#contacts-between-bodies.
#ifndef WAFTI_BODY_TOUCH_H
#define WAFTI_BODY_TOUCH_H

#include "body/crowd.h"

/// Balls that stand for a hull: one for a sphere, a row along slender bodies, a ring with a middle
/// for broad ones. Returns how many; balls are centre (body axes) and radius.
int wafti_balls_make(const waft_hull_info* hull, bool round, double out_balls[WAFTI_BALLS][4]);

/// Room for meetings among `capacity` bodies; NULL if memory is out.
wafti_meeting* wafti_meeting_create(wafti_arena* arena, uint32_t capacity);
size_t wafti_meeting_memory(uint32_t capacity);

/// Finds bodies that touch and lets them bounce off and rub, pair by pair in the order of their
/// random streams, then numbers.
void wafti_meeting_run(waft_bodies* bodies);

#endif // WAFTI_BODY_TOUCH_H
