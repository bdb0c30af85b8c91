// SPDX-License-Identifier: MIT
// The rows of waft_hull_def. Scenes put rows of others between the parts.
#ifndef WAFTI_HULL_HULL_PARAMS_H
#define WAFTI_HULL_HULL_PARAMS_H

#include "param/param.h"

enum {
    WAFTI_HULL_FACETS,
    WAFTI_HULL_MATTER,
    WAFTI_HULL_HIDDEN, ///< what scenes do not have
    WAFTI_HULL_PARTS,
};

extern const wafti_rows wafti_hull_rows[WAFTI_HULL_PARTS];

#endif // WAFTI_HULL_HULL_PARAMS_H
