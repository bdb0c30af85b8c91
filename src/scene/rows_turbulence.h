// SPDX-License-Identifier: MIT
// Rows of masks. For params_table.c.
#ifndef WAFTI_SCENE_ROWS_TURBULENCE_H
#define WAFTI_SCENE_ROWS_TURBULENCE_H

#include "scene/rows.h"
#include "turbulence/bank_params.h"
#include "turbulence/trigger_params.h"

// Of a mask that is a shape.
#define MASK(list_, key_, member_)                                                                 \
    .shown.path = list_ "[].mask." #key_, AT(ITEM, wafti_trigger_values, trigger.mask.shape.member_)
#define MASK_SHAPE_ROW(list_, doc_)                                                                \
    {                                                                                              \
        CHOICE(MASK(list_, shape, kind), "sphere|box", "sphere", doc_),                            \
            VALUES(WAFT_SHAPE_SPHERE, WAFT_SHAPE_BOX)                                              \
    }
#define MASK_SIZE_ROWS(list_)                                                                      \
    {NUMBER(REAL, MASK(list_, radius, radius), "m", ABOVE(0, 1e6), "0.1", "shape=sphere",          \
        "of a sphere")},                                                                           \
    {                                                                                              \
        NUMBER(REAL3, MASK(list_, size, size), "m", ABOVE(0, 1e6), "[0.2, 0.2, 0.2]", "shape=box", \
            "lengths of a box's edges")                                                            \
    }

#endif // WAFTI_SCENE_ROWS_TURBULENCE_H
