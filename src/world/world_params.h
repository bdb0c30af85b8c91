// SPDX-License-Identifier: MIT
// The rows of waft_world_def. Scenes put rows of others between the parts.
#ifndef WAFTI_WORLD_WORLD_PARAMS_H
#define WAFTI_WORLD_WORLD_PARAMS_H

#include "param/param.h"

enum {
    WAFTI_WORLD_ROOT,
    WAFTI_WORLD_AIR,
    WAFTI_WORLD_WATER,
    WAFTI_WORLD_PARTS,
};

extern const wafti_rows wafti_world_rows[WAFTI_WORLD_PARTS];

#endif // WAFTI_WORLD_WORLD_PARAMS_H
