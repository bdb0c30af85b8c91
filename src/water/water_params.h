// SPDX-License-Identifier: MIT
// The rows of the water's structs. Scenes add rows of their own between the parts.
#ifndef WAFTI_WATER_WATER_PARAMS_H
#define WAFTI_WATER_WATER_PARAMS_H

#include <waft/water.h>

#include "param/rows.h"

enum {
    WAFTI_WATER_DOMAIN,
    WAFTI_WATER_SURFACE,
    WAFTI_WATER_FLOW,
    WAFTI_WATER_CHANGES,
    WAFTI_WATER_PARTS,
};

extern const wafti_rows wafti_water_rows[WAFTI_WATER_PARTS];

/// One edge, which lies in `place_` of a struct; `live_` says whether it may change while the water runs.
// NOLINTBEGIN(bugprone-macro-parentheses): a place is no expression
#define WAFTI_EDGE_KEYED(live_) .shown.live = (live_), .shown.animates = (live_)
#define WAFTI_EDGE_AT(side_, key_, owner_, type_, place_)                                          \
    .shown.path = "water.edges." side_ "." #key_, AT(owner_, type_, place_.key_)
#define WAFTI_EDGE_ROWS(side_, owner_, type_, place_, doc_, live_)                                 \
    {GROUP("water.edges." side_, doc_ "; a plain word is its kind"), .brief = "kind"},             \
        {CHOICE(WAFTI_EDGE_AT(side_, kind, owner_, type_, place_),                                 \
             "wall|open|periodic|wavemaker|inflow|level", "wall",                                  \
             "a wall; open: waves leave; joined to the opposite edge; a wave maker, which lets "   \
             "others out; a given inflow or level (both swe)"),                                    \
            VALUES(WAFT_EDGE_WALL, WAFT_EDGE_OPEN, WAFT_EDGE_PERIODIC, WAFT_EDGE_WAVEMAKER,        \
                WAFT_EDGE_INFLOW, WAFT_EDGE_LEVEL)},                                               \
        {NUMBER(INT, WAFTI_EDGE_AT(side_, sponge, owner_, type_, place_), "", FROM(0, 4096), "0",  \
             "kind!=periodic", "cells before the edge in which waves fade"),                       \
            .shown.live = (live_)},                                                                \
        {NUMBER(REAL, WAFTI_EDGE_AT(side_, amplitude, owner_, type_, place_), "m", ABOVE(0, 1000), \
             "0.1", "kind=wavemaker", "height of its crests over the still level"),                \
            WAFTI_EDGE_KEYED(live_)},                                                              \
        {NUMBER(REAL, WAFTI_EDGE_AT(side_, period, owner_, type_, place_), "s", ABOVE(0, 1e5),     \
             "2", "kind=wavemaker", "time from crest to crest"),                                   \
            WAFTI_EDGE_KEYED(live_)},                                                              \
        {NUMBER(REAL, WAFTI_EDGE_AT(side_, flow, owner_, type_, place_), "m3/s/m",                 \
             FROM(-1e4, 1e4), "1", "kind=inflow",                                                  \
             "volume that comes in, in a second and metre of edge; negative goes out"),            \
            WAFTI_EDGE_KEYED(live_)},                                                              \
    {                                                                                              \
        NUMBER(REAL, WAFTI_EDGE_AT(side_, level, owner_, type_, place_), "m", PLACE, "",           \
            "kind=level", "height y of the surface outside"),                                      \
            REQUIRED("an edge of kind level needs a level, such as {kind: level, level: 0.5}"),    \
            WAFTI_EDGE_KEYED(live_)                                                                \
    }
// NOLINTEND(bugprone-macro-parentheses)

#endif // WAFTI_WATER_WATER_PARAMS_H
