// SPDX-License-Identifier: MIT
// A scene with every default filled in, as JSON. It is itself a scene: read back, it gives the same text.
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "scene/params.h"
#include "scene/scene.h"

// What is being written.
typedef struct writer {
    wafti_text* text;
    const wafti_scene_values* values;
    size_t index; // of the item, 0 outside of lists
    bool views;
} writer;

static void write_number(wafti_text* text, wafti_storage storage, double value) {
    if (storage == WAFTI_STORAGE_FLOAT) {
        wafti_text_add_float(text, (float)value);
    } else if (storage == WAFTI_STORAGE_DOUBLE) {
        wafti_text_add_double(text, value);
    } else {
        wafti_text_format(text, "%" PRId64, (int64_t)value);
    }
}

static void write_numbers(wafti_text* text, const wafti_param* row, const double* values) {
    const size_t count = wafti_param_length(row);
    wafti_text_add(text, count > 1 ? "[" : "");
    for (size_t i = 0; i < count; ++i) {
        wafti_text_add(text, i > 0 ? "," : "");
        write_number(text, row->storage, values[i]);
    }
    wafti_text_add(text, count > 1 ? "]" : "");
}

static void write_keys(
    wafti_text* text, const wafti_param* row, const wafti_scene_key* keys, size_t count) {
    wafti_text_add(text, "[");
    for (size_t i = 0; i < count; ++i) {
        wafti_text_add(text, i > 0 ? ",[" : "[");
        wafti_text_add_double(text, keys[i].time);
        wafti_text_add(text, ",");
        write_numbers(text, row, keys[i].value);
        wafti_text_add(text, "]");
    }
    wafti_text_add(text, "]");
}

static void write_curve(const writer* self, const wafti_param* row, const void* place) {
    double values[3];
    const wafti_keyed* keyed = wafti_scene_keys(self->values, row, self->index);
    if (keyed != NULL) {
        write_keys(self->text, row, keyed->keys, keyed->key_count);
    } else {
        wafti_param_get(row, place, values);
        write_numbers(self->text, row, values);
    }
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

static void write_value(const writer* self, const wafti_param* row, const void* base) {
    const void* place = wafti_param_look(row, base);
    wafti_words words;
    switch (row->shown.type) {
    case WAFT_PARAM_BOOL:
        wafti_text_add(self->text, *(const bool*)place ? "true" : "false");
        break;
    case WAFT_PARAM_TEXT:
    case WAFT_PARAM_FILE:
        wafti_text_add_json(self->text, wafti_param_text(row, place));
        break;
    case WAFT_PARAM_CHOICE:
        wafti_text_add_json(self->text, wafti_param_choice(row, base, &words));
        break;
    case WAFT_PARAM_WORDS:
        write_words(self->text, row, *(const uint32_t*)place);
        break;
    default:
        write_curve(self, row, place);
        break;
    }
}

static void write_group(const writer* self, const wafti_param* group, const void* base);

static void write_list(const writer* self, const wafti_param* row, const void* base) {
    const wafti_items list = wafti_param_list(row, base);
    writer inside = *self;
    inside.views = true;
    wafti_text_add(self->text, "[");
    for (size_t i = 0; i < list.count; ++i) {
        wafti_text_add(self->text, i > 0 ? "," : "");
        inside.index = i;
        write_group(&inside, row, (const char*)list.first + i * row->item_size);
    }
    wafti_text_add(self->text, "]");
}

static bool is_written(const wafti_param* row, const void* base) {
    if (!wafti_param_applies(row, base)) {
        return false;
    }
    if (row->shown.type == WAFT_PARAM_GROUP) {
        const bool given =
            row->offset == WAFTI_PARAM_NOWHERE || *(const bool*)wafti_param_look(row, base);
        return given && !row->free_keys;
    }
    return row->shown.type == WAFT_PARAM_LIST || !wafti_param_is_unset(row, base);
}

static void write_group(const writer* self, const wafti_param* group, const void* base) {
    bool first = true;
    wafti_text_add(self->text, "{");
    for (const wafti_param* row = NULL; (row = wafti_param_next(group, row)) != NULL;) {
        if (!is_written(row, base) || (row->view && !self->views)) {
            continue;
        }
        wafti_text_format(self->text, "%s\"%s\":", first ? "" : ",", wafti_param_key(row));
        first = false;
        if (row->shown.type == WAFT_PARAM_GROUP) {
            write_group(self, row, base);
        } else if (row->shown.type == WAFT_PARAM_LIST) {
            write_list(self, row, base);
        } else {
            write_value(self, row, base);
        }
    }
    wafti_text_add(self->text, "}");
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
    const writer self = {.text = &text, .values = &scene->values, .views = views};
    write_group(&self, NULL, &scene->values);
    *out_text = wafti_text_give(&text);
    return *out_text != NULL ? WAFT_OK : WAFT_ERR_NO_MEMORY;
}

waft_result waft_scene_json(
    const waft_scene* scene, const waft_allocator* allocator, char** out_text) {
    return write_scene(scene, allocator, true, out_text);
}

waft_result waft_scene_physics_json(
    const waft_scene* scene, const waft_allocator* allocator, char** out_text) {
    return write_scene(scene, allocator, false, out_text);
}
