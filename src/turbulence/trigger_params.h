// SPDX-License-Identifier: MIT
// Rows of waft_trigger, for tables that include waft/detail.h; a table gives the path and the owner.
#ifndef WAFTI_TURBULENCE_TRIGGER_PARAMS_H
#define WAFTI_TURBULENCE_TRIGGER_PARAMS_H

#include "param/rows.h"

// NOLINTBEGIN(bugprone-macro-parentheses): a place is no expression
#define WAFTI_TRIGGER_AT(path_, key_, owner_, member_)                                             \
    .shown.path = path_ "." #key_, AT(owner_, waft_trigger, member_)

/// A trigger's distance, and its numbers for `kinds_` that compare a quantity of the flow with a
/// threshold.
#define WAFTI_TRIGGER_REACH_ROW(path_, owner_, doc_)                                               \
    {                                                                                              \
        NUMBER(REAL, WAFTI_TRIGGER_AT(path_, reach, owner_, reach), "m", ABOVE(0, 1e6), "0.1",     \
            "kind=distance", doc_),                                                                \
            KEYED                                                                                  \
    }
#define WAFTI_TRIGGER_ROWS(path_, owner_, kinds_, unit_, quantity_, value_, pushes_)               \
    {NUMBER(REAL, WAFTI_TRIGGER_AT(path_, threshold, owner_, threshold), unit_, FROM(0, 1e9), "0", \
         "kind=" kinds_, quantity_ " below which there is none"),                                  \
        KEYED},                                                                                    \
        {NUMBER(REAL, WAFTI_TRIGGER_AT(path_, width, owner_, width), unit_, FROM(0, 1e9), "0",     \
             "kind=" kinds_,                                                                       \
             "how far above it turbulence is at its full weight; 0 is a sharp step"),              \
            KEYED},                                                                                \
        {NUMBER(REAL, WAFTI_TRIGGER_AT(path_, reference, owner_, reference), unit_, FROM(0, 1e9),  \
             "0", "kind=" kinds_,                                                                  \
             value_ " of weight 1; 0 is the greatest of the last half second"),                    \
            KEYED},                                                                                \
        {NUMBER(REAL, WAFTI_TRIGGER_AT(path_, limit, owner_, limit), "", FROM(0, 1e9), "0",        \
             "kind=strain",                                                                        \
             "most that strain may count for, as a share of the greatest speed; 0 is no limit"),   \
            KEYED},                                                                                \
    {                                                                                              \
        NUMBER(REAL, WAFTI_TRIGGER_AT(path_, speed, owner_, speed), "m/s", FROM(0, 1e6), "0",      \
            "kind=vorticity|mask", "speed that " pushes_ " go by, in place of the flow's"),        \
            KEYED                                                                                  \
    }

/// Where the mask of a trigger is.
#define WAFTI_MASK_CENTER_ROW(path_, owner_)                                                       \
    {                                                                                              \
        NUMBER(REAL3, WAFTI_TRIGGER_AT(path_, mask.center, owner_, mask.pose.position), "m",       \
            PLACE, "[0, 0, 0]", "", "its middle")                                                  \
    }
#define WAFTI_MASK_SOFT_ROW(path_, owner_, live_)                                                  \
    {                                                                                              \
        NUMBER(REAL, WAFTI_TRIGGER_AT(path_, mask.soft, owner_, mask.soft), "m", FROM(0, 1e6),     \
            "0", "", "width of its edge"),                                                         \
            .shown.live = (live_), .shown.animates = (live_)                                       \
    }
// NOLINTEND(bugprone-macro-parentheses)

#endif // WAFTI_TURBULENCE_TRIGGER_PARAMS_H
