// SPDX-License-Identifier: MIT
#include "world/property.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "body/body_params.h"
#include "detail/detail_params.h"
#include "liquid/liquid_params.h"
#include "smoke/smoke_params.h"
#include "water/water_params.h"
#include "world/world.h"
#include "world/world_params.h"

// A struct that rows point into, whoever has it.
typedef union anyone {
    waft_world_def world;
    waft_water_def water;
    waft_train_def train;
    waft_water_source_def water_source;
    waft_handle_def handle;
    waft_smoke_def smoke;
    waft_source_def source;
    waft_detail_def detail;
    waft_bodies_def bodies;
    waft_wind_def wind;
    waft_liquid_def liquid;
    waft_liquid_emitter_def emitter;
    waft_liquid_turbulence_def stir;
} anyone;

// Who has the structs of an owner: how they are read, judged and changed. An item is named by its index.
typedef struct wafti_holder {
    wafti_owner owner;
    wafti_part_kind part; // WAFTI_PART_COUNT: the world itself
    const wafti_rows* rows;
    size_t row_count;
    bool (*now)(const waft_world* world, uint32_t index, anyone* out); // false: there is none
    // Judges only, unless `apply` is set.
    waft_result (*change)(
        waft_world* world, uint32_t index, const anyone* wanted, bool apply, waft_error* error);
    // Numbers that stay with items; NULL: their indices do.
    uint64_t (*item)(const waft_world* world, uint32_t index);
    // Where the items are in the struct, for lists that are part of it; 0: the struct is the item.
    size_t inside, item_size;
} wafti_holder;

// ---- the world

static bool world_now(const waft_world* world, uint32_t index, anyone* out) {
    out->world = wafti_world_def_now(world);
    return index == 0;
}

static waft_result change_world(
    waft_world* world, uint32_t index, const anyone* wanted, bool apply, waft_error* error) {
    (void)index;
    return apply ? wafti_world_change(world, &wanted->world, error)
                 : wafti_world_check_change(world, &wanted->world, error);
}

// ---- solvers as a whole

#define SOLVER(member_)                                                                            \
    static bool member_##_now(const waft_world* world, uint32_t index, anyone* out) {              \
        out->member_ = *wafti_##member_##_def_now(world->member_);                                 \
        return index == 0;                                                                         \
    }                                                                                              \
    static waft_result change_##member_(                                                           \
        waft_world* world, uint32_t index, const anyone* wanted, bool apply, waft_error* error) {  \
        (void)index;                                                                               \
        return apply ? wafti_##member_##_change(world->member_, &wanted->member_, error)           \
                     : wafti_##member_##_check_change(world->member_, &wanted->member_, error);    \
    }

SOLVER(water)
SOLVER(smoke)
SOLVER(detail)
SOLVER(bodies)
SOLVER(liquid)

// ---- items

#define ITEM(member_, solver_, item_)                                                              \
    static waft_result change_##member_(                                                           \
        waft_world* world, uint32_t index, const anyone* wanted, bool apply, waft_error* error) {  \
        return apply ? wafti_##solver_##_change_##item_(                                           \
                           world->solver_, index, &wanted->member_, error)                         \
                     : wafti_##solver_##_check_##item_##_change(                                   \
                           world->solver_, index, &wanted->member_, error);                        \
    }

ITEM(train, water, train)
ITEM(water_source, water, source)
ITEM(handle, water, handle)
ITEM(source, smoke, source)
ITEM(emitter, liquid, emitter)

static bool train_now(const waft_world* world, uint32_t index, anyone* out) {
    const waft_train_id id = waft_water_train_id(world->water, index);
    return waft_water_train(world->water, id, &out->train, NULL) == WAFT_OK;
}

static uint64_t train_item(const waft_world* world, uint32_t index) {
    const waft_train_id id = waft_water_train_id(world->water, index);
    return (uint64_t)id.generation << 32 | id.index1;
}

static bool water_source_now(const waft_world* world, uint32_t index, anyone* out) {
    return wafti_water_source_now(world->water, index, &out->water_source);
}

static bool handle_now(const waft_world* world, uint32_t index, anyone* out) {
    return waft_water_handle(world->water, index, &out->handle) == WAFT_OK;
}

static bool source_now(const waft_world* world, uint32_t index, anyone* out) {
    waft_source_id id;
    return wafti_smoke_source_now(world->smoke, index, &id, &out->source);
}

static uint64_t source_item(const waft_world* world, uint32_t index) {
    const waft_source_id id = wafti_smoke_source_at(world->smoke, index);
    return (uint64_t)id.generation << 32 | id.index1;
}

static bool wind_now(const waft_world* world, uint32_t index, anyone* out) {
    return wafti_bodies_wind_now(world->bodies, index, &out->wind);
}

static waft_result change_wind(
    waft_world* world, uint32_t index, const anyone* wanted, bool apply, waft_error* error) {
    return apply ? wafti_bodies_change_wind(world->bodies, index, &wanted->wind, error)
                 : wafti_check_wind(&wanted->wind, error);
}

static bool emitter_now(const waft_world* world, uint32_t index, anyone* out) {
    return wafti_liquid_emitter_now(world->liquid, index, &out->emitter);
}

static uint64_t emitter_item(const waft_world* world, uint32_t index) {
    return waft_liquid_emitter_at(world->liquid, index).number;
}

static bool stir_now(const waft_world* world, uint32_t index, anyone* out) {
    return wafti_liquid_turbulence_def_now(world->liquid, &out->stir) && index == 0;
}

static waft_result change_stir(
    waft_world* world, uint32_t index, const anyone* wanted, bool apply, waft_error* error) {
    (void)index;
    return apply ? wafti_liquid_change_turbulence(world->liquid, &wanted->stir, error)
                 : wafti_liquid_check_turbulence_change(world->liquid, &wanted->stir, error);
}

static bool detail_trigger_now(const waft_world* world, uint32_t index, anyone* out) {
    return detail_now(world, 0, out) && index < (uint32_t)out->detail.trigger_count;
}

static bool stir_trigger_now(const waft_world* world, uint32_t index, anyone* out) {
    return stir_now(world, 0, out) && index < (uint32_t)out->stir.trigger_count;
}

#define ROWS(table_, count_) .rows = (table_), .row_count = (count_)
#define WATER_ROWS           .part = WAFTI_PART_WATER, ROWS(wafti_water_rows, WAFTI_WATER_PARTS)
#define SMOKE_ROWS           .part = WAFTI_PART_SMOKE, ROWS(wafti_smoke_rows, WAFTI_SMOKE_PARTS)
#define DETAIL_ROWS          .part = WAFTI_PART_DETAIL, ROWS(wafti_detail_rows, WAFTI_DETAIL_PARTS)
#define BODIES_ROWS          .part = WAFTI_PART_BODIES, ROWS(wafti_bodies_rows, WAFTI_BODIES_PARTS)
#define LIQUID_ROWS          .part = WAFTI_PART_LIQUID, ROWS(wafti_liquid_rows, WAFTI_LIQUID_ROW_PARTS)

static const wafti_holder holders[] = {
    {WAFTI_OWNER_WORLD, .part = WAFTI_PART_COUNT, ROWS(wafti_world_rows, WAFTI_WORLD_PARTS),
        .now = world_now, .change = change_world},
    {WAFTI_OWNER_WATER, WATER_ROWS, .now = water_now, .change = change_water},
    {WAFTI_OWNER_TRAIN, WATER_ROWS, .now = train_now, .change = change_train, .item = train_item},
    {WAFTI_OWNER_WATER_SOURCE, WATER_ROWS, .now = water_source_now, .change = change_water_source},
    {WAFTI_OWNER_HANDLE, WATER_ROWS, .now = handle_now, .change = change_handle},
    {WAFTI_OWNER_SMOKE, SMOKE_ROWS, .now = smoke_now, .change = change_smoke},
    {WAFTI_OWNER_SMOKE_SOURCE, SMOKE_ROWS, .now = source_now, .change = change_source,
        .item = source_item},
    {WAFTI_OWNER_DETAIL, DETAIL_ROWS, .now = detail_now, .change = change_detail},
    {WAFTI_OWNER_DETAIL_TRIGGER, DETAIL_ROWS, .now = detail_trigger_now, .change = change_detail,
        .inside = offsetof(waft_detail_def, triggers), .item_size = sizeof(waft_trigger)},
    {WAFTI_OWNER_BODIES, BODIES_ROWS, .now = bodies_now, .change = change_bodies},
    {WAFTI_OWNER_WIND, BODIES_ROWS, .now = wind_now, .change = change_wind},
    {WAFTI_OWNER_LIQUID, LIQUID_ROWS, .now = liquid_now, .change = change_liquid},
    {WAFTI_OWNER_LIQUID_EMITTER, LIQUID_ROWS, .now = emitter_now, .change = change_emitter,
        .item = emitter_item},
    {WAFTI_OWNER_LIQUID_STIR, LIQUID_ROWS, .now = stir_now, .change = change_stir},
    {WAFTI_OWNER_STIR_TRIGGER, LIQUID_ROWS, .now = stir_trigger_now, .change = change_stir,
        .inside = offsetof(waft_liquid_turbulence_def, triggers),
        .item_size = sizeof(waft_trigger)},
};

enum { HOLDERS = sizeof(holders) / sizeof(holders[0]) };

// ---- paths

// A path as rows have it: numbers in brackets left out, and those of a component with their brackets.
static void generalise(const char* path, char out[WAFT_PATH_SIZE]) {
    size_t used = 0;
    for (const char* c = path; *c != '\0' && used + 1 < WAFT_PATH_SIZE; ++c) {
        out[used++] = *c;
        c += *c == '[' ? strspn(c + 1, "0123456789") : 0;
    }
    used -= used > 2 && memcmp(out + used - 2, "[]", 2) == 0 ? 2 : 0;
    out[used] = '\0';
}

// The row whose path is nearest to one that names nothing, among properties that can be set.
static const wafti_param* find_nearest(const char* path) {
    char general[WAFT_PATH_SIZE];
    generalise(path, general);
    const wafti_param* nearest = NULL;
    size_t best = 2 + strlen(general) / 6;
    for (size_t h = 0; h < HOLDERS; ++h) {
        for (size_t p = 0; p < holders[h].row_count; ++p) {
            const wafti_rows* part = &holders[h].rows[p];
            for (const wafti_param* row = part->rows; row < part->rows + part->count; ++row) {
                const bool own = row->owner == holders[h].owner && row->shown.live;
                const size_t distance =
                    own ? wafti_word_distance(general, row->shown.path) : SIZE_MAX;
                nearest = distance < best || (distance == best && nearest == NULL) ? row : nearest;
                best = distance < best ? distance : best;
            }
        }
    }
    return nearest;
}

static waft_result fail_path(const char* path, waft_error* error) {
    char shown[48];
    (void)wafti_text_quote(shown, sizeof(shown), path, strlen(path));
    const wafti_param* nearest = find_nearest(path);
    if (nearest == NULL) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "there is no property '%s'; waft params lists what there is", shown);
    }
    const char* hole = strstr(nearest->shown.path, "[]");
    const int head =
        (int)(hole != NULL ? hole - nearest->shown.path : (ptrdiff_t)strlen(nearest->shown.path));
    return wafti_fail(error, WAFT_ERR_ARGUMENT,
        "there is no property '%s'; did you mean '%.*s%s%s'?", shown, head, nearest->shown.path,
        hole != NULL ? "[0]" : "", hole != NULL ? hole + 2 : "");
}

// Numbers, switches and choices are properties; groups, lists and texts are not.
static bool is_value(const wafti_param* row) {
    return row->storage != WAFTI_STORAGE_NONE && row->storage != WAFTI_STORAGE_TEXT &&
           row->storage != WAFTI_STORAGE_CHARS;
}

waft_result wafti_property_find(
    const char* path, wafti_property* out_property, waft_error* out_error) {
    wafti_named named = {.row = NULL};
    for (size_t h = 0; h < HOLDERS; ++h) {
        // Holders of one solver share its rows.
        const bool seen = h > 0 && holders[h].rows == holders[h - 1].rows;
        if (!seen && !wafti_rows_find(holders[h].rows, holders[h].row_count, path, &named)) {
            named.row = NULL;
        }
        if (named.row != NULL && named.row->owner == holders[h].owner && is_value(named.row)) {
            *out_property = (wafti_property){named, &holders[h]};
            return WAFT_OK;
        }
    }
    return fail_path(path, out_error);
}

size_t wafti_property_length(const wafti_property* property) {
    return property->named.component >= 0 ? 1 : wafti_param_length(property->named.row);
}

// ---- values

// Where the members of a row's owner are.
static char* place_of(const wafti_property* property, anyone* def) {
    return (char*)def + property->holder->inside +
           property->named.index * property->holder->item_size;
}

static waft_result read_now(
    const waft_world* world, const wafti_property* property, anyone* out, waft_error* error) {
    const char* path = property->named.row->shown.path;
    const wafti_part_kind part = property->holder->part;
    if (part != WAFTI_PART_COUNT && !wafti_part_is_there(world, &wafti_parts[part])) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s needs %s, which the world does not have",
            path, wafti_parts[part].title);
    }
    return property->holder->now(world, property->named.index, out)
               ? WAFT_OK
               : wafti_fail(error, WAFT_ERR_ARGUMENT, "%s: there is no number %u", path,
                     (unsigned)property->named.index);
}

// A choice is told by its place among the words, and may be one that no word stands for.
static void get_values(const wafti_param* row, const char* owner, double out_values[3]) {
    wafti_param_get(row, owner + row->offset, out_values);
    if (row->shown.type == WAFT_PARAM_CHOICE) {
        out_values[0] = wafti_param_word_of(row, (int)out_values[0]);
    }
}

waft_result wafti_property_get(const waft_world* world, const wafti_property* property,
    double out_values[3], waft_error* out_error) {
    anyone def;
    double values[3] = {0.0, 0.0, 0.0};
    const waft_result result = read_now(world, property, &def, out_error);
    if (result == WAFT_OK) {
        get_values(property->named.row, place_of(property, &def), values);
        const int component = property->named.component;
        const size_t first = component >= 0 ? (size_t)component : 0;
        memcpy(out_values, values + first, wafti_property_length(property) * sizeof(*values));
    }
    return result;
}

static bool is_whole(const wafti_param* row) {
    return row->storage != WAFTI_STORAGE_FLOAT && row->storage != WAFTI_STORAGE_DOUBLE;
}

static waft_result fail_value(const wafti_param* row, const char* what, waft_error* error) {
    return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s %s", row->shown.path, what);
}

// Puts numbers into a struct. They are judged here as far as what holds them could not tell any more.
static waft_result put_values(
    const wafti_property* property, const double* values, anyone* def, waft_error* error) {
    const wafti_param* row = property->named.row;
    const waft_param_type type = row->shown.type;
    char* owner = place_of(property, def);
    double all[3] = {0.0, 0.0, 0.0};
    wafti_param_get(row, owner + row->offset, all);
    const int component = property->named.component;
    for (size_t i = 0; i < wafti_property_length(property); ++i) {
        if (!isfinite(values[i]) || (is_whole(row) && values[i] != floor(values[i]))) {
            return fail_value(
                row, is_whole(row) ? "must be a whole number" : "must be finite", error);
        }
        all[component >= 0 ? (size_t)component : i] = values[i];
    }
    if (is_whole(row) && type != WAFT_PARAM_CHOICE &&
        !(all[0] >= row->shown.low && all[0] <= row->shown.high)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s is %.17g: allowed are %.17g to %.17g",
            row->shown.path, all[0], row->shown.low, row->shown.high);
    }
    if (type == WAFT_PARAM_CHOICE) {
        size_t words = 1;
        for (const char* c = row->shown.choices; *c != '\0'; ++c) {
            words += *c == '|';
        }
        if (!(all[0] >= 0.0 && all[0] < (double)words)) {
            return fail_value(row, "has no such choice", error);
        }
        all[0] = wafti_param_value_of(row, (int)all[0]);
    }
    wafti_param_set(row, owner + row->offset, all);
    if (row->given != 0) {
        *((bool*)owner + row->given) = true;
    }
    return WAFT_OK;
}

waft_result wafti_property_check(waft_world* world, const wafti_property* property,
    const double* values, bool coming, waft_error* out_error) {
    const wafti_param* row = property->named.row;
    const wafti_holder* holder = property->holder;
    if (!row->shown.live) {
        return fail_value(row, "cannot change while the world runs", out_error);
    }
    anyone def;
    memset(&def, 0, sizeof(def));
    waft_result result = coming ? WAFT_OK : read_now(world, property, &def, out_error);
    result = result == WAFT_OK ? put_values(property, values, &def, out_error) : result;
    if (result != WAFT_OK || coming) {
        return result == WAFT_OK ? wafti_row_check(row, &def, NULL, out_error) : result;
    }
    const char* owner = place_of(property, &def);
    if (!wafti_row_applies(holder->rows, holder->row_count, row, owner)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s has no effect here: it counts where %s",
            row->shown.path, row->shown.only_if);
    }
    result = wafti_row_check(row, owner, NULL, out_error);
    return result == WAFT_OK ? holder->change(world, property->named.index, &def, false, out_error)
                             : result;
}

waft_result wafti_property_set(waft_world* world, const wafti_property* property,
    const double* values, waft_error* out_error) {
    anyone def;
    waft_result result = read_now(world, property, &def, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const wafti_param* row = property->named.row;
    double before[3] = {0.0, 0.0, 0.0};
    double after[3] = {0.0, 0.0, 0.0};
    const char* owner = place_of(property, &def);
    const bool given = row->given == 0 || *((const bool*)owner + row->given);
    get_values(row, owner, before);
    result = put_values(property, values, &def, out_error);
    get_values(row, owner, after);
    // A curve that rests costs no more than this.
    const bool same =
        given && before[0] == after[0] && before[1] == after[1] && before[2] == after[2];
    return result != WAFT_OK || same
               ? result
               : property->holder->change(world, property->named.index, &def, true, out_error);
}

uint64_t wafti_property_item(const waft_world* world, const wafti_property* property) {
    anyone def;
    if (read_now(world, property, &def, NULL) != WAFT_OK) {
        return 0;
    }
    return property->holder->item != NULL ? property->holder->item(world, property->named.index)
                                          : (uint64_t)property->named.index + 1;
}

bool wafti_property_find_item(
    const waft_world* world, const wafti_property* property, uint64_t item, uint32_t* out_index) {
    if (property->holder->item == NULL) {
        *out_index = (uint32_t)item - 1;
        anyone def;
        return property->holder->now(world, *out_index, &def);
    }
    uint32_t index = 0;
    uint64_t found = 0;
    while ((found = property->holder->item(world, index)) != 0 && found != item) {
        ++index;
    }
    *out_index = index;
    return found == item;
}

// ---- public

size_t waft_property_length(const char* path, waft_error* out_error) {
    wafti_property property;
    return wafti_property_find(path != NULL ? path : "", &property, out_error) == WAFT_OK
               ? wafti_property_length(&property)
               : 0;
}

waft_result waft_world_get(
    const waft_world* world, const char* path, double* out_values, size_t value_count) {
    wafti_property property;
    if (world == NULL || path == NULL || out_values == NULL ||
        wafti_property_find(path, &property, NULL) != WAFT_OK ||
        value_count != wafti_property_length(&property)) {
        return WAFT_ERR_ARGUMENT;
    }
    double values[3];
    const waft_result result = wafti_property_get(world, &property, values, NULL);
    if (result == WAFT_OK) {
        memcpy(out_values, values, value_count * sizeof(*values));
    }
    return result;
}

waft_result waft_world_set(
    waft_world* world, const char* path, const double* values, size_t value_count) {
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (path == NULL || values == NULL || value_count == 0 || value_count > 3 ||
        strnlen(path, WAFT_PATH_SIZE) == WAFT_PATH_SIZE) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT,
            "a property is set by a path of at most %d bytes and 1 to 3 numbers",
            WAFT_PATH_SIZE - 1);
    }
    waft_edit edit = {.kind = WAFT_EDIT_SET, .setting = {.value_count = (uint32_t)value_count}};
    memcpy(edit.setting.path, path, strlen(path));
    memcpy(edit.setting.values, values, value_count * sizeof(*values));
    return waft_world_queue(world, &edit);
}
