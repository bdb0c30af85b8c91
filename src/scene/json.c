// SPDX-License-Identifier: MIT
// A scene with every default filled in, as JSON. It is itself a scene: read back, it gives the same text.
#include "scene/json.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "scene/params.h"
#include "scene/scene.h"

static void write_reals(wafti_text* text, const double* values, size_t count) {
    wafti_text_add(text, count > 1 ? "[" : "");
    for (size_t i = 0; i < count; ++i) {
        wafti_text_add(text, i > 0 ? "," : "");
        wafti_text_add_double(text, values[i]);
    }
    wafti_text_add(text, count > 1 ? "]" : "");
}

static void write_curve(wafti_text* text, const wafti_param* row, const wafti_animated* curve) {
    const size_t length = wafti_param_length(row);
    if (curve->key_count == 0) {
        write_reals(text, curve->value, length);
        return;
    }
    wafti_text_add(text, "[");
    for (size_t i = 0; i < curve->key_count; ++i) {
        wafti_text_add(text, i > 0 ? ",[" : "[");
        wafti_text_add_double(text, curve->keys[i].time);
        wafti_text_add(text, ",");
        write_reals(text, curve->keys[i].value, length);
        wafti_text_add(text, "]");
    }
    wafti_text_add(text, "]");
}

static void write_ints(wafti_text* text, const int64_t* values, size_t count) {
    wafti_text_add(text, count > 1 ? "[" : "");
    for (size_t i = 0; i < count; ++i) {
        wafti_text_format(text, "%s%" PRId64, i > 0 ? "," : "", values[i]);
    }
    wafti_text_add(text, count > 1 ? "]" : "");
}

static void write_words(wafti_text* text, const wafti_param* row, uint32_t chosen) {
    wafti_words words;
    const char* joint = "";
    wafti_words_split(&words, row->shown.choices);
    wafti_text_add(text, "[");
    for (size_t i = 0; i < words.count; ++i) {
        if ((chosen >> i & 1u) != 0) {
            wafti_text_add(text, joint);
            wafti_text_add_json(text, words.list[i]);
            joint = ",";
        }
    }
    wafti_text_add(text, "]");
}

static void write_value(wafti_text* text, const wafti_param* row, const void* base) {
    const void* place = (const char*)base + row->offset;
    wafti_words words;
    switch (row->shown.type) {
    case WAFT_PARAM_BOOL:
        wafti_text_add(text, *(const bool*)place ? "true" : "false");
        break;
    case WAFT_PARAM_INT:
    case WAFT_PARAM_INT2:
    case WAFT_PARAM_INT3:
        write_ints(text, place, wafti_param_length(row));
        break;
    case WAFT_PARAM_TEXT:
    case WAFT_PARAM_FILE:
        wafti_text_add_json(text, *(const char* const*)place);
        break;
    case WAFT_PARAM_CHOICE:
        wafti_text_add_json(text, wafti_param_choice(row, base, &words));
        break;
    case WAFT_PARAM_WORDS:
        write_words(text, row, *(const uint32_t*)place);
        break;
    default:
        if (row->shown.animates) {
            write_curve(text, row, place);
        } else {
            write_reals(text, place, wafti_param_length(row));
        }
        break;
    }
}

static void write_group(wafti_text* text, const wafti_param* group, const void* base, bool views);

static void write_list(wafti_text* text, const wafti_param* row, const void* base) {
    const wafti_value_list* list =
        (const wafti_value_list*)(const void*)((const char*)base + row->offset);
    const char* items = list->items;
    wafti_text_add(text, "[");
    for (size_t i = 0; i < list->count; ++i) {
        wafti_text_add(text, i > 0 ? "," : "");
        write_group(text, row, items + i * row->item_size, true);
    }
    wafti_text_add(text, "]");
}

static bool is_written(const wafti_param* row, const void* base) {
    if (!wafti_param_applies(row, base)) {
        return false;
    }
    if (row->shown.type == WAFT_PARAM_GROUP) {
        const bool given = row->offset == WAFTI_PARAM_NOWHERE ||
                           *(const bool*)(const void*)((const char*)base + row->offset);
        return given && !row->free_keys;
    }
    return row->shown.type == WAFT_PARAM_LIST || !wafti_param_is_unset(row, base);
}

static void write_group(wafti_text* text, const wafti_param* group, const void* base, bool views) {
    bool first = true;
    wafti_text_add(text, "{");
    const wafti_param* row = wafti_param_next(group, NULL);
    for (; row != NULL; row = wafti_param_next(group, row)) {
        if (!is_written(row, base) || (row->view && !views)) {
            continue;
        }
        wafti_text_format(text, "%s\"%s\":", first ? "" : ",", wafti_param_key(row));
        first = false;
        if (row->shown.type == WAFT_PARAM_GROUP) {
            write_group(text, row, base, views);
        } else if (row->shown.type == WAFT_PARAM_LIST) {
            write_list(text, row, base);
        } else {
            write_value(text, row, base);
        }
    }
    wafti_text_add(text, "}");
}

static waft_result write_scene(
    const waft_scene* scene, const waft_allocator* allocator, bool views, char** out_text) {
    if (out_text != NULL) {
        *out_text = NULL;
    }
    if (scene == NULL || out_text == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    wafti_text text;
    wafti_text_init(&text, allocator);
    write_group(&text, NULL, &scene->values, views);
    *out_text = wafti_text_give(&text);
    return *out_text != NULL ? WAFT_OK : WAFT_ERR_NO_MEMORY;
}

waft_result waft_scene_json(
    const waft_scene* scene, const waft_allocator* allocator, char** out_text) {
    return write_scene(scene, allocator, true, out_text);
}

waft_result wafti_scene_physics_json(
    const waft_scene* scene, const waft_allocator* allocator, char** out_text) {
    return write_scene(scene, allocator, false, out_text);
}
