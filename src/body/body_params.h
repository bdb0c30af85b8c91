// SPDX-License-Identifier: MIT
// The rows of waft_bodies_def, waft_wind_def and waft_body_def. Scenes put rows of others between the parts.
#ifndef WAFTI_BODY_BODY_PARAMS_H
#define WAFTI_BODY_BODY_PARAMS_H

#include "param/param.h"

enum {
    WAFTI_BODIES_TIME,
    WAFTI_BODIES_AIR,
    WAFTI_BODIES_WIND,
    WAFTI_BODIES_MEDIUM,
    WAFTI_BODIES_GROUND,
    WAFTI_BODIES_SETTINGS,
    WAFTI_BODIES_RELEASE,
    WAFTI_BODIES_HIDDEN, ///< members of a body that scenes do not have
    WAFTI_BODIES_COLLISIONS,
    WAFTI_BODIES_PARTS,
};

extern const wafti_rows wafti_bodies_rows[WAFTI_BODIES_PARTS];

#endif // WAFTI_BODY_BODY_PARAMS_H
