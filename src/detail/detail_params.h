// SPDX-License-Identifier: MIT
// The rows of the detail's structs. Scenes add rows of their own between the parts.
#ifndef WAFTI_DETAIL_DETAIL_PARAMS_H
#define WAFTI_DETAIL_DETAIL_PARAMS_H

#include <waft/detail.h>

#include "turbulence/bank_params.h"
#include "turbulence/trigger_params.h"

enum {
    WAFTI_DETAIL_RULES,
    WAFTI_DETAIL_COMBINE,
    WAFTI_DETAIL_CORNERS,
    WAFTI_DETAIL_SPELLS,
    WAFTI_DETAIL_SHIFT,
    WAFTI_DETAIL_TRIGGERS, ///< not for scenes, whose triggers have more between these
    WAFTI_DETAIL_PARTS,
};

extern const wafti_rows wafti_detail_rows[WAFTI_DETAIL_PARTS];

/// What the word cascade reads as until refine is known.
#define WAFTI_STRENGTH_CASCADE (-1.0)

#define WAFTI_DETAIL_TRIGGER_PATH "smoke.turbulence.triggers[]"
#define WAFTI_DETAIL_KIND_ROWS                                                                     \
    {CHOICE(WAFTI_TRIGGER_AT(WAFTI_DETAIL_TRIGGER_PATH, kind, DETAIL_TRIGGER, kind),               \
         "speed|strain|distance|vorticity|density|mask", "speed",                                  \
         "by speed, by strain, near solids, where the flow turns, where there is smoke, or "       \
         "where a mask is"),                                                                       \
        VALUES(WAFT_TRIGGER_SPEED, WAFT_TRIGGER_STRAIN, WAFT_TRIGGER_DISTANCE,                     \
            WAFT_TRIGGER_VORTICITY, WAFT_TRIGGER_DENSITY, WAFT_TRIGGER_MASK)},                     \
        WAFTI_TRIGGER_REACH_ROW(WAFTI_DETAIL_TRIGGER_PATH, DETAIL_TRIGGER, "how far from solids")
#define WAFTI_DETAIL_WEIGHT_ROWS                                                                   \
    WAFTI_TRIGGER_ROWS(WAFTI_DETAIL_TRIGGER_PATH, DETAIL_TRIGGER, "vorticity|density", "",         \
        "vorticity (1/s) or density", "vorticity or density", "kicks")

#endif // WAFTI_DETAIL_DETAIL_PARAMS_H
