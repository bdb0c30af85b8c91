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

static waft_result format_numbers(
    wafti_text* text, const char* name, const wafti_param* row, const char* at, waft_error* error) {
    const wafti_param single = wafti_edit_single(row);
    const size_t count = wafti_edit_number_count(row);
    for (size_t i = 0; i < count; ++i) {
        double number[3];
        wafti_param_get(&single, at + i * single.size, number);
        if (!isfinite(number[0])) {
            return wafti_fail(
                error, WAFT_ERR_ARGUMENT, "an edit's %s is not a finite number", name);
        }
        wafti_text_add(text, i > 0 ? "," : "");
        if (row->storage == WAFTI_STORAGE_FLOAT) {
            wafti_text_add_float(text, (float)number[0]);
        } else {
            wafti_text_add_double(text, number[0]);
        }
    }
    return WAFT_OK;
}

// The word at a place of "a|b|c"; its length is 0 if there are not so many.
static const char* word_at(const char* packed, int place, size_t* out_length) {
    for (; place > 0 && *packed != '\0'; --place) {
        packed += strcspn(packed, "|");
        packed += *packed == '|';
    }
    *out_length = strcspn(packed, "|");
    return packed;
}

static waft_result format_choice(
    wafti_text* text, const wafti_edit_key* key, const char* at, waft_error* error) {
    double number[3];
    wafti_param_get(key->row, at, number);
    const int place = wafti_param_word_of(key->row, (int)number[0]);
    size_t length = 0;
    const char* word = word_at(key->row->shown.choices, place, &length);
    if (length > 0 && place >= 0) {
        wafti_text_add_bytes(text, word, length);
    } else if (place >= 0 && (size_t)place < key->row->value_count) {
        wafti_text_format(text, "%d", place);
    } else {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "an edit's %s is %u, which no file can hold",
            key->name, (unsigned)number[0]);
    }
    return WAFT_OK;
}

static waft_result format_value(
    wafti_text* text, const wafti_edit_key* key, const char* at, waft_error* error) {
    const wafti_param* row = key->row;
    if (row->shown.type == WAFT_PARAM_CHOICE) {
        return format_choice(text, key, at, error);
    }
    if (row->storage == WAFTI_STORAGE_TEXT || row->item_size > 0) {
        return wafti_edit_add_owned(text, key, at, error);
    }
    if (row->storage == WAFTI_STORAGE_UINT64) {
        uint64_t hash = 0;
        memcpy(&hash, at, sizeof(hash));
        wafti_text_format(text, "%016llx", (unsigned long long)hash);
    } else if (row->shown.type == WAFT_PARAM_BOOL) {
        wafti_text_add(text, *(const bool*)at ? "true" : "false");
    } else {
        return format_numbers(text, key->name, row, at, error);
    }
    return WAFT_OK;
}

// Whether a key says nothing that a reader would not know.
static bool is_left_out(
    const wafti_edit_key* key, const wafti_edit_text* edit, const wafti_edit_text* plain) {
    const char* bytes = (const char*)edit;
    return key->given != 0 ? !*((const bool*)edit + key->given)
                           : !key->row->shown.required &&
                                 memcmp(bytes + key->offset, (const char*)plain + key->offset,
                                     key->row->size) == 0;
}

static waft_result format_keys(
    wafti_text* text, const wafti_edit_text* edit, const wafti_edit_row* row, waft_error* error) {
    wafti_edit_key keys[WAFTI_MOST_EDIT_KEYS];
    const size_t count = wafti_edit_keys(row, keys);
    wafti_edit_text plain;
    wafti_edit_text_init(&plain, row);
    waft_result result = WAFT_OK;
    for (size_t k = 0; k < count && result == WAFT_OK; ++k) {
        if (!is_left_out(&keys[k], edit, &plain)) {
            wafti_text_format(text, " %s=", keys[k].name);
            result = format_value(text, &keys[k], (const char*)edit + keys[k].offset, error);
        }
    }
    return result;
}

static waft_result format_set(wafti_text* text, const waft_setting* setting, waft_error* error) {
    const size_t length = waft_property_length(setting->path, error);
    if (length == 0) {
        return WAFT_ERR_ARGUMENT;
    }
    if (setting->value_count != length) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "an edit gives %s another number of values", setting->path);
    }
    const wafti_param row = {.storage = WAFTI_STORAGE_DOUBLE, .size = length * sizeof(double)};
    wafti_text_format(text, " set %s ", setting->path);
    return format_numbers(text, setting->path, &row, (const char*)setting->values, error);
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
    const bool wind = edit->kind == WAFT_EDIT_ADD_WIND || edit->kind == WAFT_EDIT_SET_WIND;
    if (wind && edit->wind.kind == WAFT_WIND_GRID) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "an edit has a wind that is a grid, which no file can hold");
    }
    const waft_result result = wafti_edit_name_mesh(&own, row, error);
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
    result = result == WAFT_OK ? waft_file_write(path, text.bytes, text.length, out_error) : result;
    wafti_text_free(&text);
    return result;
}
