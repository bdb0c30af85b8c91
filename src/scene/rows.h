// SPDX-License-Identifier: MIT
// How rows of the parameter table are written. For params_table.c.
#ifndef WAFTI_SCENE_ROWS_H
#define WAFTI_SCENE_ROWS_H

#include "param/rows.h"
#include "scene/units.h"
#include "scene/values.h"

// A key's path and its place in the values are one thing, so they are written once.
#define SCENE(member_)              .shown.path = #member_, AT(SCENE, wafti_scene_values, member_)
#define SCENE_AS(path_, member_)    .shown.path = #path_, AT(SCENE, wafti_scene_values, member_)
#define ITEM(list_, type_, member_) .shown.path = list_ "[]." #member_, AT(ITEM, type_, member_)
#define BODY(member_)               ITEM("bodies", wafti_body_values, member_)
// Lists that only the scene has: their items are its own, or public structs.
#define LIST_AS(owner_, item_, most_, doc_)                                                        \
    ROW(LIST, "", "[]", "", "", doc_), .shown.high = (most_), .item_owner = WAFTI_OWNER_##owner_,  \
                                       .item_size = sizeof(item_)
#define LIST(place_, item_, most_, doc_)            place_, LIST_AS(ITEM, item_, most_, doc_)
#define LIST_OF(place_, owner_, item_, most_, doc_) place_, LIST_AS(owner_, item_, most_, doc_)

// The seed of a bank, `place_` of the scene's values: without it that of the scene.
// NOLINTBEGIN(bugprone-macro-parentheses): a place is no expression
#define BANK_SEED_ROW(place_)                                                                      \
    {                                                                                              \
        NUMBER(INT, SCENE(place_.bank.seed), "", FROM(0, SEED_TO), "", "",                         \
            "another seed, other fields; without it that of the scene"),                           \
            .given = offsetof(wafti_scene_values, place_.bank.has_seed)                            \
    }
// NOLINTEND(bugprone-macro-parentheses)
#define BANK_GROUP_ROW(path_)                                                                      \
    { GROUP(path_ ".bank", "random fields that are made once and used again and again") }

// The lengths of a shape, and the flag that tells whether they are given.
#define SHAPE_SIZE(list_, type_, key_, shape_)                                                     \
    .shown.path = list_ "[].shape." #key_, AT(ITEM, type_, shape.size[WAFT_HULL_##shape_]),        \
    .given = offsetof(type_, shape.given[WAFT_HULL_##shape_])

// The shape of a solid, a source, a block or a sink; bodies have more shapes besides.
#define SHAPE_ROWS(list_, type_)                                                                   \
    {GROUP(list_ "[].shape", "exactly one shape, such as {sphere: 10 cm}")},                       \
        SHAPE_KEY_ROWS(list_, type_)
#define SHAPE_KEY_ROWS(list_, type_)                                                               \
    {NUMBER(                                                                                       \
        REAL, SHAPE_SIZE(list_, type_, sphere, SPHERE), "m", ABOVE(0, 1e6), "", "", "radius")},    \
        {NUMBER(REAL3, SHAPE_SIZE(list_, type_, box, BOX), "m", ABOVE(0, 1e6), "", "",             \
            "edges along x, y, z")},                                                               \
        {NUMBER(REAL2, SHAPE_SIZE(list_, type_, capsule, CAPSULE), "m", ABOVE(0, 1e6), "", "",     \
            "a rod with round ends along y: radius, and length between the ends' centres")},       \
        {NUMBER(FILE, ITEM(list_, type_, shape.mesh), "", FROM(1, 1000), "", "",                   \
            "an OBJ, STL, PLY, glTF or GLB file, its path relative to the scene")},                \
        {NUMBER(REAL, ITEM(list_, type_, shape.scale), "m", ABOVE(0, 1e6), "1", "",                \
            "length of one unit of the file")},                                                    \
        {SWITCH(ITEM(list_, type_, shape.flip), "false",                                           \
            "turn every facet over, for a file whose normals point inwards")},                     \
    {                                                                                              \
        NUMBER(TEXT, ITEM(list_, type_, shape.object), "", FROM(1, 127), "", "",                   \
            "only this object or mesh of the file")                                                \
    }

// How it is turned; a solid adds ANIMATES to its angle.
#define ROTATION_ROWS(list_, type_, axis_doc_)                                                     \
    {GROUP(list_ "[].rotation", "how it is turned, such as {axis: [0, 0, 1], angle: 30 deg}")}, {  \
        NUMBER(REAL3, ITEM(list_, type_, rotation.axis), "", PLACE, "[0, 1, 0]", "", axis_doc_)    \
    }
#define ANGLE_ROW(list_, type_)                                                                    \
    NUMBER(REAL, ITEM(list_, type_, rotation.angle), "rad", TURNS, "0", "", "how far it is turned")

#endif // WAFTI_SCENE_ROWS_H
