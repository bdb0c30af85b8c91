// SPDX-License-Identifier: MIT
// The rows of solids and their keys. Scenes add rows of their own between the parts: shapes, rotations.
#ifndef WAFTI_SOLID_SOLID_PARAMS_H
#define WAFTI_SOLID_SOLID_PARAMS_H

#include <waft/solid.h>

#include "param/rows.h"

enum {
    WAFTI_SOLID_NAME,
    WAFTI_SOLID_KEY,
    WAFTI_SOLID_EASE,
    WAFTI_SOLID_PARTS,
};

extern const wafti_rows wafti_solid_rows[WAFTI_SOLID_PARTS];

#endif // WAFTI_SOLID_SOLID_PARAMS_H
