// SPDX-License-Identifier: MIT
// Rows that describe the members of public structs: where a value lies, what it may be, what it is by
// default. Scenes, the reference, the JSON Schema, default functions and checks all read them.
#ifndef WAFTI_PARAM_PARAM_H
#define WAFTI_PARAM_PARAM_H

#include <waft/math.h>
#include <waft/param.h>

#include "base/members.h"

/// Structs that rows point into. The scene says where each of them lies in what it has read.
typedef enum wafti_owner {
    WAFTI_OWNER_SCENE, ///< what no public struct has, such as names of files
    WAFTI_OWNER_ITEM,  ///< an item of a list that only the scene knows
    WAFTI_OWNER_WATER,
    WAFTI_OWNER_TRAIN,
    WAFTI_OWNER_GAUGE,
    WAFTI_OWNER_TRACER,
    WAFTI_OWNER_WATER_BOX,
    WAFTI_OWNER_WATER_SOURCE,
    WAFTI_OWNER_HANDLE,
    WAFTI_OWNER_STROKE,
    WAFTI_OWNER_CAMERA,
    WAFTI_OWNER_LOOK,
    WAFTI_OWNER_PICTURES,
    WAFTI_OWNER_WORLD,
    WAFTI_OWNER_BODIES,
    WAFTI_OWNER_WIND,
    WAFTI_OWNER_HULL,
    WAFTI_OWNER_BODY,
    WAFTI_OWNER_SMOKE,
    WAFTI_OWNER_SMOKE_SOURCE,
    WAFTI_OWNER_DETAIL,
    WAFTI_OWNER_DETAIL_TRIGGER,
    WAFTI_OWNER_DETAIL_REGION,
    WAFTI_OWNER_BANK,
    WAFTI_OWNER_BAND,
    WAFTI_OWNER_SPECTRUM_POINT,
    WAFTI_OWNER_LIQUID,
    WAFTI_OWNER_LIQUID_BLOCK,
    WAFTI_OWNER_LIQUID_EMITTER,
    WAFTI_OWNER_LIQUID_STIR,
    WAFTI_OWNER_STIR_TRIGGER,
    WAFTI_OWNER_STIR_BANK,
    WAFTI_OWNER_SOLID,
    WAFTI_OWNER_SOLID_KEY,
    WAFTI_OWNER_OUTPUT,
    WAFTI_OWNER_COUNT,
} wafti_owner;

/// How a member holds its numbers. Vectors hold them one after another.
typedef enum wafti_storage {
    WAFTI_STORAGE_NONE, ///< a group or list, or what the scene keeps in its own way
    WAFTI_STORAGE_FLOAT,
    WAFTI_STORAGE_DOUBLE,
    WAFTI_STORAGE_INT32,
    WAFTI_STORAGE_UINT32, ///< enums too
    WAFTI_STORAGE_INT64,
    WAFTI_STORAGE_UINT64,
    WAFTI_STORAGE_BOOL,
    WAFTI_STORAGE_TEXT,  ///< const char*
    WAFTI_STORAGE_CHARS, ///< an array that holds the longest text of the row; "": none
} wafti_storage;

#define WAFTI_STORAGE_LONG (sizeof(long) == 8 ? WAFTI_STORAGE_INT64 : WAFTI_STORAGE_INT32)
#define WAFTI_STORAGE_ULONG                                                                        \
    (sizeof(unsigned long) == 8 ? WAFTI_STORAGE_UINT64 : WAFTI_STORAGE_UINT32)

/// Storage of a member by its type; an array counts as what it holds.
#define WAFTI_STORAGE_OF(member_)                                                                  \
    _Generic((member_), float                                                                      \
             : WAFTI_STORAGE_FLOAT, float*                                                         \
             : WAFTI_STORAGE_FLOAT, waft_vec2                                                      \
             : WAFTI_STORAGE_FLOAT, waft_vec3                                                      \
             : WAFTI_STORAGE_FLOAT, waft_quat                                                      \
             : WAFTI_STORAGE_FLOAT, double                                                         \
             : WAFTI_STORAGE_DOUBLE, double*                                                       \
             : WAFTI_STORAGE_DOUBLE, int                                                           \
             : WAFTI_STORAGE_INT32, int*                                                           \
             : WAFTI_STORAGE_INT32, unsigned                                                       \
             : WAFTI_STORAGE_UINT32, long                                                          \
             : WAFTI_STORAGE_LONG, long*                                                           \
             : WAFTI_STORAGE_LONG, long long                                                       \
             : WAFTI_STORAGE_INT64, long long*                                                     \
             : WAFTI_STORAGE_INT64, unsigned long                                                  \
             : WAFTI_STORAGE_ULONG, unsigned long long                                             \
             : WAFTI_STORAGE_UINT64, bool                                                          \
             : WAFTI_STORAGE_BOOL, const char*                                                     \
             : WAFTI_STORAGE_TEXT, char*                                              \
             : WAFTI_STORAGE_CHARS, default                                                         \
             : WAFTI_STORAGE_NONE)

typedef struct wafti_param {
    waft_param shown;
    wafti_owner owner;
    wafti_storage storage;
    size_t offset;       ///< in the owner: of the value, or of the pointer to a list's items
    size_t size;         ///< bytes of the value
    size_t count_offset; ///< in the owner: of a list's number of items, a size_t; 0: it stands
                         ///< behind the pointer
    size_t item_size;    ///< of a list's items
    const int* values;   ///< of choices, in their order, then those that only the API has;
                         ///< NULL: 0, 1, 2 ...
    size_t value_count;  ///< of those
    double unset;        ///< what a number without a default is while it is not given
    const char* missing; ///< what to say if a required key is not there; NULL otherwise
    const char* least;   ///< what a value below its range must be at least; NULL: the range's low
    const char* one_of;  ///< keys of which each item of a list has exactly one, "a|b"; NULL if none
    const char* unless;  ///< the key beside it that stands in its place if given; NULL if none
    const char* instead; ///< "a|b=what;c=what": what choices for which it does not apply have
    const char* brief;   ///< key of a group that a plain word in its place means; NULL if none
    const char* word;    ///< that may stand in place of a number; NULL if none
    double word_value;   ///< what it reads as, outside the range
    size_t given;        ///< offset of the bool that tells whether it was given; 0 if none
    wafti_owner item_owner; ///< of a list: what its items are
    bool inside;            ///< a list's items stand in the owner itself, which has room for all
    bool free_keys;         ///< a group whose keys are paths, not rows
    bool simulated;         ///< a group of the top level of which a scene needs one
    bool view; ///< a group of the top level that changes pictures, not what is simulated
} wafti_param;

/// Rows that stand together, in the order of the reference; a group or list stands before what it holds.
typedef struct wafti_rows {
    const wafti_param* rows;
    size_t count;
} wafti_rows;

/// How few cells a grid may have along each axis, as messages say it.
#define WAFTI_LEAST_CELLS "4, or 1 along z"

/// Offset of a group that has no `given` flag of its own.
#define WAFTI_PARAM_NOWHERE SIZE_MAX

/// The nearest float, whatever way the host rounds: numbers of tables are the same in every host.
float wafti_nearest_float(double value);

/// Numbers of a vector: 2 or 3, else 1.
size_t wafti_param_length(const wafti_param* row);

/// True for whole and other numbers and vectors of them.
bool wafti_param_is_number(const wafti_param* row);

/// Index of a word of "a|b|c", or -1.
int wafti_param_word(const char* packed, const char* word, size_t length);

/// The numbers at a place, a bool as 0 or 1, a choice as the value of its enum; the rest of
/// `out_values` stays 0. A double holds every number that the table allows.
void wafti_param_get(const wafti_param* row, const void* place, double out_values[3]);
/// Writes them; they are within the row's range.
void wafti_param_set(const wafti_param* row, void* place, const double values[3]);

/// The value of a choice's word, and the word of a value (-1: there is none), by its number.
int wafti_param_value_of(const wafti_param* row, int word);
int wafti_param_word_of(const wafti_param* row, int value);

/// True if a number without a default was not given.
bool wafti_param_has_unset(const wafti_param* row, const void* place);

/// The text at a place, NULL if there is none; and writes one, which must live as long as the struct if
/// that holds a pointer.
const char* wafti_param_text(const wafti_param* row, const void* place);
void wafti_param_set_text(const wafti_param* row, void* place, const char* text);

/// Writes the default, or what stands for a number that is not given.
void wafti_param_set_default(const wafti_param* row, void* place);

/// The items of a list, and how many there are.
typedef struct wafti_items {
    const void* first;
    size_t count;
} wafti_items;

wafti_items wafti_param_items(const wafti_param* list, const void* owner);
void wafti_param_set_items(const wafti_param* list, void* owner, wafti_items items);

/// Fills the members that rows of `owner` describe. Others stay as they are.
void wafti_rows_fill(const wafti_rows* parts, size_t part_count, wafti_owner owner, void* out_def);

/// Copies the members that rows of `owner` describe and that are given in `from`; a flag that tells so
/// goes along.
void wafti_rows_lay(
    const wafti_rows* parts, size_t part_count, wafti_owner owner, const void* from, void* onto);

/// Whether all members of a struct, and of the items of its lists, are within their ranges.
/// Error: WAFT_ERR_ARGUMENT; the sentence names the path, the value and what is allowed.
waft_result wafti_rows_check(const wafti_rows* parts, size_t part_count, wafti_owner owner,
    const void* def, waft_error* error);

/// The same for one item of a list; sentences call it `name` ("handle", "water.trains[2]").
waft_result wafti_rows_check_item(const wafti_rows* parts, size_t part_count, wafti_owner owner,
    const void* item, const char* name, waft_error* error);

/// Passes all members of a struct that rows describe through, whether live or not.
void wafti_rows_state(
    const wafti_rows* parts, size_t part_count, wafti_owner owner, void* def, wafti_stream* stream);

/// Members of a struct that rows describe, with flags that tell whether they are given, as
/// wafti_members_check() and others take them. Returns how
/// many there are, at most `capacity`.
size_t wafti_rows_members(const wafti_rows* parts, size_t part_count, wafti_owner owner,
    wafti_member* out_members, size_t capacity);

/// What a path such as "water.edges.left.level", "water.trains[2].amplitude" or "air.wind[1]" names.
typedef struct wafti_named {
    const wafti_param* row;
    uint32_t index; ///< of the item, 0 for what stands in no list
    int component;  ///< of a vector; -1: all of it
} wafti_named;

/// Finds it; false if no row has that path.
bool wafti_rows_find(
    const wafti_rows* parts, size_t part_count, const char* path, wafti_named* out_named);

/// Whether the value of one row of a struct is within its range. Sentences call the struct `name`, or by
/// the row's path if that is NULL. Error: WAFT_ERR_ARGUMENT.
waft_result wafti_row_check(
    const wafti_param* row, const void* owner, const char* name, waft_error* error);

/// Whether a row counts where its owner is as `def` says: choices beside it that `only_if` names. What
/// other structs say is not looked at.
bool wafti_row_applies(
    const wafti_rows* parts, size_t part_count, const wafti_param* row, const void* def);

#endif // WAFTI_PARAM_PARAM_H
