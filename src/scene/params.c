// SPDX-License-Identifier: MIT
#include "scene/params.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/assert.h"
#include "scene/values.h"

// Where the struct of each owner begins in what rows are read into: the scene's values, or an item of a
// list, which may hold more than one public struct.
static const size_t owner_offsets[WAFTI_OWNER_COUNT] = {
    [WAFTI_OWNER_WORLD] = offsetof(wafti_scene_values, world),
    [WAFTI_OWNER_BODIES] = offsetof(wafti_scene_values, bodies_def),
    [WAFTI_OWNER_WATER] = offsetof(wafti_scene_values, water),
    [WAFTI_OWNER_SOLID] = offsetof(wafti_solid_values, def),
    [WAFTI_OWNER_SOLID_KEY] = offsetof(wafti_solid_pose_values, key),
    [WAFTI_OWNER_HULL] = offsetof(wafti_body_values, hull),
    [WAFTI_OWNER_BODY] = offsetof(wafti_body_values, body),
    [WAFTI_OWNER_SMOKE] = offsetof(wafti_scene_values, smoke.def),
    [WAFTI_OWNER_SMOKE_SOURCE] = offsetof(wafti_emitter_values, def),
    [WAFTI_OWNER_DETAIL] = offsetof(wafti_scene_values, smoke.detail),
    [WAFTI_OWNER_DETAIL_REGION] = offsetof(wafti_region_values, region),
    [WAFTI_OWNER_BANK] = offsetof(wafti_scene_values, smoke_bank),
    [WAFTI_OWNER_STIR_BANK] = offsetof(wafti_scene_values, liquid_bank),
    [WAFTI_OWNER_DETAIL_TRIGGER] = offsetof(wafti_trigger_values, trigger),
    [WAFTI_OWNER_STIR_TRIGGER] = offsetof(wafti_trigger_values, trigger),
    [WAFTI_OWNER_LIQUID] = offsetof(wafti_scene_values, liquid.def),
    [WAFTI_OWNER_LIQUID_BLOCK] = offsetof(wafti_block_values, def),
    [WAFTI_OWNER_LIQUID_STIR] = offsetof(wafti_scene_values, liquid.stir),
    [WAFTI_OWNER_CAMERA] = offsetof(wafti_scene_values, camera),
    [WAFTI_OWNER_LOOK] = offsetof(wafti_scene_values, look),
    [WAFTI_OWNER_PICTURES] = offsetof(wafti_scene_values, pictures),
};

const void* wafti_param_look(const wafti_param* row, const void* base) {
    return (const char*)base + owner_offsets[row->owner] + row->offset;
}

void* wafti_param_place(const wafti_param* row, void* base) {
    return (char*)base + owner_offsets[row->owner] + row->offset;
}

wafti_items wafti_param_list(const wafti_param* list, const void* base) {
    return wafti_param_items(list, (const char*)base + owner_offsets[list->owner]);
}

// Where a row stands in the table.
typedef struct cursor {
    size_t part, row;
} cursor;

static const wafti_param* row_at(cursor at) {
    return at.part < wafti_param_part_count ? &wafti_param_parts[at.part]->rows[at.row] : NULL;
}

static cursor step(cursor at) {
    const bool inside = at.row + 1 < wafti_param_parts[at.part]->count;
    return inside ? (cursor){at.part, at.row + 1} : (cursor){at.part + 1, 0};
}

static cursor find_cursor(const wafti_param* row) {
    cursor at = {0, 0};
    for (; at.part < wafti_param_part_count; ++at.part) {
        const wafti_rows* part = wafti_param_parts[at.part];
        // Rows of other parts lie anywhere, so that their addresses compare as numbers.
        const uintptr_t apart = (uintptr_t)row - (uintptr_t)part->rows;
        if (apart < part->count * sizeof(wafti_param)) {
            at.row = apart / sizeof(wafti_param);
            return at;
        }
    }
    return at;
}

const wafti_param* wafti_param_row(size_t index) {
    for (size_t part = 0; part < wafti_param_part_count; ++part) {
        if (index < wafti_param_parts[part]->count) {
            return &wafti_param_parts[part]->rows[index];
        }
        index -= wafti_param_parts[part]->count;
    }
    return NULL;
}

size_t waft_param_count(void) {
    size_t count = 0;
    for (size_t part = 0; part < wafti_param_part_count; ++part) {
        count += wafti_param_parts[part]->count;
    }
    return count;
}

const waft_param* waft_param_at(size_t index) {
    const wafti_param* row = wafti_param_row(index);
    return row != NULL ? &row->shown : NULL;
}

const wafti_param* wafti_param_find(const char* path) {
    for (cursor at = {0, 0}; path != NULL && row_at(at) != NULL; at = step(at)) {
        if (strcmp(row_at(at)->shown.path, path) == 0) {
            return row_at(at);
        }
    }
    return NULL;
}

const waft_param* waft_param_find(const char* path) {
    const wafti_param* row = wafti_param_find(path);
    return row != NULL ? &row->shown : NULL;
}

const char* waft_param_type_name(waft_param_type type) {
    static const char* const names[] = {"bool", "int", "real", "text", "file", "choice", "words",
        "int2", "int3", "real2", "real3", "group", "list"};
    return (size_t)type < sizeof(names) / sizeof(names[0]) ? names[type] : NULL;
}

// Bytes of the path up to the key; 0 at the top level.
static size_t parent_length(const char* path) {
    const char* dot = strrchr(path, '.');
    return dot != NULL ? (size_t)(dot - path) : 0;
}

const char* wafti_param_key(const wafti_param* row) {
    const size_t length = parent_length(row->shown.path);
    return row->shown.path + (length > 0 ? length + 1 : 0);
}

static bool is_inside(const wafti_param* row, const wafti_param* parent) {
    const size_t length = parent_length(row->shown.path);
    if (parent == NULL) {
        return length == 0;
    }
    const char* path = parent->shown.path;
    const size_t own = strlen(path);
    const size_t brackets = parent->shown.type == WAFT_PARAM_LIST ? 2 : 0;
    return length == own + brackets && memcmp(row->shown.path, path, own) == 0;
}

const wafti_param* wafti_param_next(const wafti_param* parent, const wafti_param* previous) {
    cursor at = previous != NULL ? step(find_cursor(previous)) : (cursor){0, 0};
    while (row_at(at) != NULL && !is_inside(row_at(at), parent)) {
        at = step(at);
    }
    return row_at(at);
}

const wafti_param* wafti_param_inside(const wafti_param* parent, const char* key) {
    const wafti_param* row = wafti_param_next(parent, NULL);
    while (row != NULL && strcmp(wafti_param_key(row), key) != 0) {
        row = wafti_param_next(parent, row);
    }
    return row;
}

const wafti_param* wafti_param_parent(const wafti_param* row) {
    for (cursor at = {0, 0}; row_at(at) != NULL; at = step(at)) {
        const waft_param_type type = row_at(at)->shown.type;
        if ((type == WAFT_PARAM_GROUP || type == WAFT_PARAM_LIST) && is_inside(row, row_at(at))) {
            return row_at(at);
        }
    }
    return NULL;
}

bool wafti_param_degrees(const wafti_param* row, double bound, int* out_degrees) {
    const double degrees = floor(bound * 180 / M_PI + 0.5);
    if (strcmp(row->shown.unit, "rad") != 0 || degrees * M_PI / 180 != bound) {
        return false;
    }
    *out_degrees = (int)degrees;
    return true;
}

static const char joint[] = " and ";

// The row that a key of only_if names, seen from the group of `row`.
static const wafti_param* find_deciding(const wafti_param* row, const char* key, size_t length) {
    const size_t start = (size_t)(wafti_param_key(row) - row->shown.path);
    cursor at = {0, 0};
    while (strlen(row_at(at)->shown.path) != start + length ||
           memcmp(row_at(at)->shown.path, row->shown.path, start) != 0 ||
           memcmp(row_at(at)->shown.path + start, key, length) != 0) {
        at = step(at);
        WAFT_ASSERT(row_at(at) != NULL);
    }
    return row_at(at);
}

bool wafti_param_condition(const wafti_param* row, size_t index, wafti_condition* out_condition) {
    const char* text = row->shown.only_if;
    for (size_t i = 0; text != NULL && i < index; ++i) {
        text = strstr(text, joint);
        text = text != NULL ? text + strlen(joint) : NULL;
    }
    if (text == NULL || *text == '\0') {
        return false;
    }
    const size_t length = strcspn(text, "!=");
    const bool excludes = text[length] == '!';
    const char* listed_text = text + length + (excludes ? 2 : 1);
    const size_t listed_length = strcspn(listed_text, " ");
    out_condition->text = text;
    out_condition->key_length = length;
    out_condition->decides = find_deciding(row, text, length);
    wafti_words listed;
    wafti_words_init(&listed);
    for (size_t i = 0; i < listed_length;) {
        const size_t word_length = strcspn(listed_text + i, "| ");
        wafti_words_add(&listed, listed_text + i, word_length);
        i += word_length + 1;
    }
    wafti_words_split(&out_condition->choices, out_condition->decides->shown.choices);
    wafti_words_filter(&out_condition->choices, &listed, !excludes);
    return true;
}

void wafti_condition_keys(const wafti_condition* condition, wafti_words* out_keys) {
    wafti_words_init(out_keys);
    for (size_t i = 0; i < condition->key_length;) {
        const size_t key_length = strcspn(condition->text + i, ".!=");
        wafti_words_add(out_keys, condition->text + i, key_length);
        i += key_length + 1;
    }
}

bool wafti_param_failed_condition(
    const wafti_param* row, const void* base, wafti_condition* out_condition) {
    for (size_t i = 0; wafti_param_condition(row, i, out_condition); ++i) {
        wafti_words words;
        const char* chosen = wafti_param_choice(out_condition->decides, base, &words);
        if (wafti_words_index(&out_condition->choices, chosen) < 0) {
            return true;
        }
    }
    return false;
}

const char* wafti_param_choice(const wafti_param* row, const void* base, wafti_words* words) {
    double values[3];
    wafti_param_get(row, wafti_param_look(row, base), values);
    wafti_words_split(words, row->shown.choices);
    return words->list[wafti_param_word_of(row, (int)values[0])];
}

bool wafti_param_applies(const wafti_param* row, const void* base) {
    if (row->unless != NULL &&
        !wafti_param_is_unset(wafti_param_inside(wafti_param_parent(row), row->unless), base)) {
        return false;
    }
    wafti_condition failed;
    return !wafti_param_failed_condition(row, base, &failed);
}

bool wafti_param_is_unset(const wafti_param* row, const void* base) {
    if (row->shown.default_text[0] != '\0') {
        return false;
    }
    const char* place = wafti_param_look(row, base);
    if (row->given != 0) {
        return !*(const bool*)(place - row->offset + row->given);
    }
    if (row->storage == WAFTI_STORAGE_TEXT || row->storage == WAFTI_STORAGE_CHARS) {
        return wafti_param_text(row, place) == NULL;
    }
    return wafti_param_has_unset(row, place);
}

const wafti_keyed* wafti_scene_keys(
    const wafti_scene_values* values, const wafti_param* row, size_t index) {
    const wafti_keyed* keyed = values->keyed;
    while (keyed != NULL && (keyed->row != row || keyed->index != index)) {
        keyed = keyed->next;
    }
    return keyed;
}

const wafti_keyed* wafti_scene_keys_of(
    const wafti_scene_values* values, const char* path, size_t index) {
    return wafti_scene_keys(values, wafti_param_find(path), index);
}
