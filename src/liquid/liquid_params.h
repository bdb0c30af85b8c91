// SPDX-License-Identifier: MIT
// The rows of the liquid's structs. Scenes add rows of their own between the parts.
#ifndef WAFTI_LIQUID_LIQUID_PARAMS_H
#define WAFTI_LIQUID_LIQUID_PARAMS_H

#include <waft/liquid.h>

#include "turbulence/bank_params.h"
#include "turbulence/trigger_params.h"

enum {
    WAFTI_LIQUID_ROOM, ///< not for scenes, which know how much they need
    WAFTI_LIQUID_MATTER,
    WAFTI_LIQUID_DOMAIN,
    WAFTI_LIQUID_BLOCK_PLACE,
    WAFTI_LIQUID_BLOCK_MOTION,
    WAFTI_LIQUID_EMITTER,
    WAFTI_LIQUID_STEPS,
    WAFTI_LIQUID_STIR,
    WAFTI_LIQUID_COMBINE,
    WAFTI_LIQUID_SHIFT,
    WAFTI_LIQUID_TRIGGERS, ///< not for scenes, whose triggers have more between these
    WAFTI_LIQUID_ROW_PARTS,
};

extern const wafti_rows wafti_liquid_rows[WAFTI_LIQUID_ROW_PARTS];

// As of smoke but for density, and masks that are shapes.
#define WAFTI_STIR_TRIGGER_PATH "liquid.turbulence.triggers[]"
#define WAFTI_STIR_KIND_ROWS                                                                       \
    {CHOICE(WAFTI_TRIGGER_AT(WAFTI_STIR_TRIGGER_PATH, kind, STIR_TRIGGER, kind),                   \
         "speed|strain|distance|vorticity|mask", "speed",                                          \
         "by speed, by strain, near solids, where the flow turns, or where a mask is"),            \
        VALUES(WAFT_TRIGGER_SPEED, WAFT_TRIGGER_STRAIN, WAFT_TRIGGER_DISTANCE,                     \
            WAFT_TRIGGER_VORTICITY, WAFT_TRIGGER_MASK)},                                           \
        WAFTI_TRIGGER_REACH_ROW(                                                                   \
            WAFTI_STIR_TRIGGER_PATH, STIR_TRIGGER, "how far from solids and bodies")
#define WAFTI_STIR_WEIGHT_ROWS                                                                     \
    WAFTI_TRIGGER_ROWS(WAFTI_STIR_TRIGGER_PATH, STIR_TRIGGER, "vorticity", "1/s", "vorticity",     \
        "vorticity", "forces")

#endif // WAFTI_LIQUID_LIQUID_PARAMS_H
