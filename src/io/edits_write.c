// SPDX-License-Identifier: MIT
// Edits written as text; edits.c describes the format.
#include "base/error.h"
#include "io/directory.h"
#include "io/edit_owned.h"
#include "io/edit_rows.h"
#include "io/edits.h"
#include "port/port.h"

#include <waft/files.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

waft_result wafti_edit_hull_file(const char* path, uint64_t key, wafti_path* out_folder,
    wafti_path* out_file, waft_error* out_error) {
    const char* slash = strrchr(path, '/');
    const int length = slash != NULL ? (int)(slash - path) + 1 : 0;
    const waft_result result = wafti_path_format(out_folder, out_error, "%.*shulls", length, path);
    return result == WAFT_OK ? wafti_path_format(out_file, out_error, "%s/%016llx.whull",
                                   out_folder->text, (unsigned long long)key)
                             : result;
}

static bool is_finite_key(const void* at, const wafti_edit_key* key) {
    bool finite = true;
    for (int i = 0; i < key->count; ++i) {
        float single = 0.0f;
        double number = 0.0;
        if (key->type == WAFTI_KEY_FLOAT) {
            memcpy(&single, (const char*)at + (size_t)i * sizeof(single), sizeof(single));
            number = (double)single;
        } else if (key->type == WAFTI_KEY_DOUBLE) {
            memcpy(&number, (const char*)at + (size_t)i * sizeof(number), sizeof(number));
        }
        finite = finite && isfinite(number);
    }
    return finite;
}

static void format_numbers(wafti_text* text, const void* at, const wafti_edit_key* key) {
    for (int i = 0; i < key->count; ++i) {
        wafti_text_add(text, i > 0 ? "," : "");
        const char* place = (const char*)at + (size_t)i * wafti_edit_key_size(key);
        if (key->type == WAFTI_KEY_FLOAT) {
            float value = 0.0f;
            memcpy(&value, place, sizeof(value));
            wafti_text_add_float(text, value);
        } else {
            double value = 0.0;
            memcpy(&value, place, sizeof(value));
            wafti_text_add_double(text, value);
        }
    }
}

static waft_result format_value(
    wafti_text* text, const void* at, const wafti_edit_key* key, waft_error* error) {
    uint32_t number = 0;
    uint64_t hull = 0;
    bool flag = false;
    switch (key->type) {
    case WAFTI_KEY_FLOAT:
    case WAFTI_KEY_DOUBLE:
        if (!is_finite_key(at, key)) {
            return wafti_fail(
                error, WAFT_ERR_ARGUMENT, "an edit's %s is not a finite number", key->name);
        }
        format_numbers(text, at, key);
        return WAFT_OK;
    case WAFTI_KEY_WHOLE:
        memcpy(&number, at, sizeof(number));
        wafti_text_format(text, "%u", (unsigned)number);
        return WAFT_OK;
    case WAFTI_KEY_FLAG:
        memcpy(&flag, at, sizeof(flag));
        wafti_text_add(text, flag ? "true" : "false");
        return WAFT_OK;
    case WAFTI_KEY_HULL:
        memcpy(&hull, at, sizeof(hull));
        wafti_text_format(text, "%016llx", (unsigned long long)hull);
        return WAFT_OK;
    case WAFTI_KEY_TEXT:
    case WAFTI_KEY_POSES:
    case WAFTI_KEY_ANGLES:
        return wafti_edit_add_owned(text, key, at, error);
    case WAFTI_KEY_WORD:
        break;
    }
    memcpy(&number, at, sizeof(number));
    if (number >= key->word_count) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "an edit's %s is %u, which no file can hold",
            key->name, (unsigned)number);
    }
    wafti_text_add(text, key->words[number]);
    return WAFT_OK;
}

static bool is_zero(const void* at, size_t size) {
    static const char zeros[32];
    return memcmp(at, zeros, size) == 0;
}

// Whether a key says nothing that a reader would not know.
static bool is_left_out(const wafti_edit_key* key, const void* at, const void* plain) {
    const size_t size = (size_t)key->count * wafti_edit_key_size(key);
    return key->need == WAFTI_KEY_NOT_ZERO
               ? is_zero(at, wafti_edit_key_size(key))
               : key->need == WAFTI_KEY_CHANGED && memcmp(at, plain, size) == 0;
}

static waft_result format_keys(
    wafti_text* text, const wafti_edit_text* edit, const wafti_edit_row* row, waft_error* error) {
    wafti_edit_text plain;
    wafti_edit_text_init(&plain, row);
    waft_result result = WAFT_OK;
    for (int k = 0; k < row->key_count && result == WAFT_OK; ++k) {
        const wafti_edit_key* key = &row->keys[k];
        const char* at = (const char*)edit + key->offset;
        if (!is_left_out(key, at, (const char*)&plain + key->offset)) {
            wafti_text_format(text, " %s=", key->name);
            result = format_value(text, at, key, error);
        }
    }
    return result;
}

static waft_result format_set(wafti_text* text, const waft_setting* setting, waft_error* error) {
    const wafti_edit_key key = {
        .name = setting->path, .type = WAFTI_KEY_DOUBLE, .count = (int)setting->value_count};
    const size_t length = waft_property_length(setting->path, error);
    if (length == 0) {
        return WAFT_ERR_ARGUMENT;
    }
    wafti_text_format(text, " set %s ", setting->path);
    return setting->value_count == length
               ? format_value(text, setting->values, &key, error)
               : wafti_fail(error, WAFT_ERR_ARGUMENT, "an edit gives %s another number of values",
                     setting->path);
}

// What the host owns has no name in a file.
static waft_result check_owned(const waft_edit* edit, waft_error* error) {
    const bool wind = edit->kind == WAFT_EDIT_ADD_WIND || edit->kind == WAFT_EDIT_SET_WIND;
    if (wind && edit->wind.kind == WAFT_WIND_GRID) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "an edit has a wind that is a grid, which no file can hold");
    }
    return WAFT_OK;
}

static waft_result format_edit(wafti_text* text, const waft_edit* edit, waft_error* error) {
    wafti_text_format(text, "%llu", (unsigned long long)edit->step);
    if (edit->kind == WAFT_EDIT_SET) {
        return format_set(text, &edit->setting, error);
    }
    const wafti_edit_row* row = wafti_edit_row_of(edit->kind);
    if (row == NULL) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "an edit has kind %d", (int)edit->kind);
    }
    wafti_edit_text own;
    wafti_edit_text_init(&own, row);
    own.edit = *edit;
    if (edit->kind == WAFT_EDIT_ADD_BODY && edit->hull == 0 && edit->body.hull != NULL) {
        own.edit.hull = waft_hull_get_info(edit->body.hull).key;
    }
    wafti_text_format(text, " %s", row->word);
    if (row->indexed) {
        wafti_text_format(text, " %u", (unsigned)edit->index);
    }
    waft_result result = check_owned(edit, error);
    result = result == WAFT_OK ? wafti_edit_name_mesh(&own, row, error) : result;
    return result == WAFT_OK ? format_keys(text, &own, row, error) : result;
}

const char* wafti_edits_name(char* buffer, size_t buffer_size, const waft_edit* edit) {
    const wafti_edit_row* row = wafti_edit_row_of(edit->kind);
    if (edit->kind == WAFT_EDIT_SET) {
        (void)snprintf(buffer, buffer_size, "set %s", edit->setting.path);
    } else if (row == NULL) {
        (void)snprintf(buffer, buffer_size, "kind %d", (int)edit->kind);
    } else if (row->indexed) {
        (void)snprintf(buffer, buffer_size, "%s %u", row->word, (unsigned)edit->index);
    } else {
        (void)snprintf(buffer, buffer_size, "%s", row->word);
    }
    return buffer;
}

waft_result wafti_edits_format_line(
    wafti_text* text, const waft_edit* edit, waft_error* out_error) {
    const waft_result result = format_edit(text, edit, out_error);
    wafti_text_add(text, "\n");
    return result;
}

waft_result wafti_edits_format(
    wafti_text* text, const waft_edit* edits, size_t edit_count, waft_error* out_error) {
    wafti_text_add(text, WAFTI_EDITS_FIRST_LINE "\n");
    for (size_t i = 0; i < edit_count; ++i) {
        if (i > 0 && edits[i].step < edits[i - 1].step) {
            return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
                "edit %zu comes at step %llu, but the one before it at step %llu", i + 1,
                (unsigned long long)edits[i].step, (unsigned long long)edits[i - 1].step);
        }
        const waft_result result = wafti_edits_format_line(text, &edits[i], out_error);
        if (result != WAFT_OK) {
            return result;
        }
    }
    return WAFT_OK;
}

waft_result wafti_edits_save_hull(const char* path, const waft_edit* edit, waft_error* out_error) {
    const bool own = edit->kind == WAFT_EDIT_ADD_BODY && edit->hull == 0 && edit->body.hull != NULL;
    wafti_path folder;
    wafti_path file;
    if (!own) {
        return WAFT_OK;
    }
    waft_result result = wafti_edit_hull_file(
        path, waft_hull_get_info(edit->body.hull).key, &folder, &file, out_error);
    if (result != WAFT_OK || wafti_port_exists(file.text)) {
        return result;
    }
    result = wafti_directory_make(folder.text, out_error);
    return result == WAFT_OK ? waft_hull_save(edit->body.hull, file.text, out_error) : result;
}

waft_result waft_edits_write(
    const char* path, const waft_edit* edits, size_t edit_count, waft_error* out_error) {
    if (path == NULL || (edits == NULL && edit_count > 0)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_edits_write: a pointer is NULL");
    }
    wafti_text text;
    wafti_text_init(&text, NULL);
    waft_result result = wafti_edits_format(&text, edits, edit_count, out_error);
    if (result == WAFT_OK && text.failed) {
        result = wafti_fail_memory(out_error, text.length, path);
    }
    for (size_t i = 0; i < edit_count && result == WAFT_OK; ++i) {
        result = wafti_edits_save_hull(path, &edits[i], out_error);
    }
    if (result == WAFT_OK) {
        result = waft_file_write(path, text.bytes, text.length, out_error);
    }
    wafti_text_free(&text);
    return result;
}
