// SPDX-License-Identifier: MIT
#include "scene/params.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "scene/units.h"
#include "scene/values.h"

const wafti_param* wafti_param_row(size_t index) {
    return index < wafti_param_table_count ? &wafti_param_table[index] : NULL;
}

size_t waft_param_count(void) {
    return wafti_param_table_count;
}

const waft_param* waft_param_at(size_t index) {
    return index < wafti_param_table_count ? &wafti_param_table[index].shown : NULL;
}

const waft_param* waft_param_find(const char* path) {
    for (size_t i = 0; path != NULL && i < wafti_param_table_count; ++i) {
        if (strcmp(wafti_param_table[i].shown.path, path) == 0) {
            return &wafti_param_table[i].shown;
        }
    }
    return NULL;
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
    const wafti_param* row = previous != NULL ? previous + 1 : wafti_param_table;
    for (; row < wafti_param_table + wafti_param_table_count; ++row) {
        if (is_inside(row, parent)) {
            return row;
        }
    }
    return NULL;
}

const wafti_param* wafti_param_inside(const wafti_param* parent, const char* key) {
    const wafti_param* row = wafti_param_next(parent, NULL);
    while (row != NULL && strcmp(wafti_param_key(row), key) != 0) {
        row = wafti_param_next(parent, row);
    }
    return row;
}

const wafti_param* wafti_param_parent(const wafti_param* row) {
    for (size_t i = 0; i < wafti_param_table_count; ++i) {
        const waft_param_type type = wafti_param_table[i].shown.type;
        if ((type == WAFT_PARAM_GROUP || type == WAFT_PARAM_LIST) &&
            is_inside(row, &wafti_param_table[i])) {
            return &wafti_param_table[i];
        }
    }
    return NULL;
}

size_t wafti_param_length(const wafti_param* row) {
    switch (row->shown.type) {
    case WAFT_PARAM_INT2:
    case WAFT_PARAM_REAL2:
        return 2;
    case WAFT_PARAM_INT3:
    case WAFT_PARAM_REAL3:
        return 3;
    default:
        return 1;
    }
}

bool wafti_param_degrees(const wafti_param* row, double bound, int* out_degrees) {
    const double degrees = floor(bound * 180 / WAFTI_PI + 0.5);
    if (strcmp(row->shown.unit, "rad") != 0 || degrees * WAFTI_PI / 180 != bound) {
        return false;
    }
    *out_degrees = (int)degrees;
    return true;
}

static const char joint[] = " and ";

// The row that a key of only_if names, seen from the group of `row`.
static const wafti_param* find_deciding(const wafti_param* row, const char* key, size_t length) {
    const size_t start = (size_t)(wafti_param_key(row) - row->shown.path);
    const wafti_param* decides = wafti_param_table;
    while (strlen(decides->shown.path) != start + length ||
           memcmp(decides->shown.path, row->shown.path, start) != 0 ||
           memcmp(decides->shown.path + start, key, length) != 0) {
        ++decides;
        WAFT_ASSERT(decides < wafti_param_table + wafti_param_table_count);
    }
    return decides;
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

bool wafti_condition_holds(const wafti_condition* condition, const void* base) {
    wafti_words words;
    const char* chosen = wafti_param_choice(condition->decides, base, &words);
    return wafti_words_index(&condition->choices, chosen) >= 0;
}

bool wafti_param_failed_condition(
    const wafti_param* row, const void* base, wafti_condition* out_condition) {
    for (size_t i = 0; wafti_param_condition(row, i, out_condition); ++i) {
        if (!wafti_condition_holds(out_condition, base)) {
            return true;
        }
    }
    return false;
}

const char* wafti_param_choice(const wafti_param* row, const void* base, wafti_words* words) {
    int index = 0;
    memcpy(&index, (const char*)base + row->offset, sizeof(index));
    wafti_words_split(words, row->shown.choices);
    return words->list[index];
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
    const char* place = (const char*)base + row->offset;
    if (row->given != 0) {
        return !*(const bool*)((const char*)base + row->given);
    }
    if (row->shown.animates) {
        return !((const wafti_animated*)(const void*)place)->given;
    }
    if (row->shown.type == WAFT_PARAM_REAL) {
        double value = 0.0;
        memcpy(&value, place, sizeof(value));
        return value == 0.0;
    }
    if (row->shown.type == WAFT_PARAM_TEXT || row->shown.type == WAFT_PARAM_FILE) {
        const char* text = NULL;
        memcpy(&text, place, sizeof(text));
        return text == NULL;
    }
    return false;
}
