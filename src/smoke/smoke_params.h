// SPDX-License-Identifier: MIT
// The rows of the smoke's structs. Scenes add rows of their own between the parts.
#ifndef WAFTI_SMOKE_SMOKE_PARAMS_H
#define WAFTI_SMOKE_SMOKE_PARAMS_H

#include <waft/smoke.h>

#include "param/rows.h"

enum {
    WAFTI_SMOKE_BOX,
    WAFTI_SMOKE_SOURCE_PLACE,
    WAFTI_SMOKE_SOURCE,
    WAFTI_SMOKE_ROOM, ///< not for scenes, which know how much they need
    WAFTI_SMOKE_PARTS,
};

extern const wafti_rows wafti_smoke_rows[WAFTI_SMOKE_PARTS];

#endif // WAFTI_SMOKE_SMOKE_PARAMS_H
