// SPDX-License-Identifier: MIT
// How rows are written. For files that hold tables of rows.
#ifndef WAFTI_PARAM_ROWS_H
#define WAFTI_PARAM_ROWS_H

#include <stddef.h>

#include "param/param.h"

// Where the value of a row lies.
#define AT(owner_, type_, member_)                                                                 \
    .owner = WAFTI_OWNER_##owner_, .offset = offsetof(type_, member_),                             \
    .size = sizeof(((type_*)0)->member_), .storage = WAFTI_STORAGE_OF(((type_*)0)->member_)
// A list of the owner, and how many items it has.
#define ITEMS_AT(owner_, type_, member_, count_, item_owner_, item_)                               \
    .owner = WAFTI_OWNER_##owner_, .offset = offsetof(type_, member_),                             \
    .count_offset = offsetof(type_, count_), .item_owner = WAFTI_OWNER_##item_owner_,              \
    .item_size = sizeof(item_)

// The same of an array that is part of the owner; it holds as many as the row allows.
#define ITEMS_INSIDE(owner_, type_, member_, count_, item_owner_, item_)                           \
    ITEMS_AT(owner_, type_, member_, count_, item_owner_, item_), .inside = true

// Bounds are there for physics where physics has one, else to keep single precision sound.
#define FROM(low_, high_)  .shown.low = (low_), .shown.high = (high_)
#define ABOVE(low_, high_) FROM(low_, high_), .shown.low_open = true
#define PLACE              FROM(-1e6, 1e6)
#define TURNS              FROM(-1000, 1000)     // rad: a camera may go round many times
#define SEED_TO            9007199254740991.0    // 2^53 - 1: JSON readers hold it exactly
#define DEGREES(angle_)    ((angle_)*M_PI / 180) // as the unit deg is read, to the last bit

#define ROW(type_, unit_, default_, choices_, only_if_, doc_)                                      \
    .shown.type = WAFT_PARAM_##type_, .shown.unit = (unit_), .shown.default_text = (default_),     \
    .shown.choices = (choices_), .shown.only_if = (only_if_), .shown.doc = (doc_)

// Texts too: their range is that of their bytes.
#define NUMBER(type_, place_, unit_, range_, default_, only_if_, doc_)                             \
    place_, ROW(type_, unit_, default_, "", only_if_, doc_), range_
#define SWITCH(place_, default_, doc_) place_, ROW(BOOL, "", default_, "", "", doc_), FROM(0, 1)
#define SWITCH_IF(place_, default_, only_if_, doc_)                                                \
    place_, ROW(BOOL, "", default_, "", only_if_, doc_), FROM(0, 1)
#define CHOICE(place_, choices_, default_, doc_)                                                   \
    place_, ROW(CHOICE, "", default_, choices_, "", doc_)
#define CHOICE_IF(place_, choices_, default_, only_if_, doc_)                                      \
    place_, ROW(CHOICE, "", default_, choices_, only_if_, doc_)
// The enum's values in the order of the words.
#define VALUES(...)                                                                                \
    .values = (const int[]){__VA_ARGS__},                                                          \
    .value_count = sizeof((const int[]){__VA_ARGS__}) / sizeof(int)
#define GROUP(path_, doc_)                                                                         \
    ROW(GROUP, "", "", "", "", doc_), .shown.path = (path_), .offset = WAFTI_PARAM_NOWHERE
#define GROUP_IF(path_, only_if_, doc_)                                                            \
    ROW(GROUP, "", "", "", only_if_, doc_), .shown.path = (path_), .offset = WAFTI_PARAM_NOWHERE
#define ITEMS_IF(place_, most_, only_if_, doc_)                                                    \
    place_, ROW(LIST, "", "[]", "", only_if_, doc_), .shown.high = (most_)
#define ITEMS(place_, most_, doc_) place_, ROW(LIST, "", "[]", "", "", doc_), .shown.high = (most_)

#define REQUIRED(missing_) .shown.required = true, .missing = (missing_)
#define UNSET(value_)      .unset = (value_)
#define LIVE               .shown.live = true
#define ANIMATES           .shown.animates = true
#define KEYED              LIVE, ANIMATES
#define PAPER              .shown.paper = true

#define ROWS_OF(array_)                                                                            \
    { (array_), sizeof(array_) / sizeof((array_)[0]) }

#endif // WAFTI_PARAM_ROWS_H
