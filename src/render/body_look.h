// SPDX-License-Identifier: MIT
// What bodies look like: a material by hull, a colour by body.
#ifndef WAFTI_RENDER_BODY_LOOK_H
#define WAFTI_RENDER_BODY_LOOK_H

#include <waft/render.h>

/// The material of a hull. Its colour is white: bodies bring theirs as tints.
waft_material wafti_body_material(const waft_hull_info* hull, bool closed);

/// The colour of body `number` (its creation number) of such a hull: leaves differ from one another,
/// paper hardly does, balls and confetti go through a cycle that colour-blind eyes tell apart.
waft_vec3 wafti_body_color(const waft_hull_info* hull, uint32_t number);

/// The same for a pose of the past; `age` is 0 for the newest and 1 for the oldest that is shown.
waft_vec3 wafti_body_faded(waft_vec3 color, float age);

#endif // WAFTI_RENDER_BODY_LOOK_H
