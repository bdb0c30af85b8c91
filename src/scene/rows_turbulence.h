// SPDX-License-Identifier: MIT
// Rows of masks. For params_table.c.
#ifndef WAFTI_SCENE_ROWS_TURBULENCE_H
#define WAFTI_SCENE_ROWS_TURBULENCE_H

#include "scene/rows.h"
#include "turbulence/bank_params.h"
#include "turbulence/trigger_params.h"

// Of a mask that is a shape.
#define MASK_SIZE_ROWS(list_)                                                                      \
    {NUMBER(REAL, ITEM(list_, wafti_trigger_values, mask.radius), "m", ABOVE(0, 1e6), "0.1",       \
        "shape=sphere", "of a sphere")},                                                           \
    {                                                                                              \
        NUMBER(REAL3, ITEM(list_, wafti_trigger_values, mask.size), "m", ABOVE(0, 1e6),            \
            "[0.2, 0.2, 0.2]", "shape=box", "lengths of a box's edges")                            \
    }

#endif // WAFTI_SCENE_ROWS_TURBULENCE_H
