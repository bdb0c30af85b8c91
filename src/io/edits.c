// SPDX-License-Identifier: MIT
// Edits as text. The first line names the format; then one edit a line:
//
//     waft-edits 1
//     120 set air.wind[0] 4.5
//     180 set water.trains[2].amplitude 0.25
//     240 add_train shape=point direction=1,0 center=1,2 amplitude=0.1 length=2 phase=0
//     300 remove_train 0
//     310 brush at=2,3 radius=0.25 height=-0.05
//     320 terrain at=2,3 radius=0.5 height=0.1
//     330 hold 1 at=0,0.1,0 to=2,0.5,3 most=50
//     400 let_go 1
//     410 add_handle kind=hold at=2,3 force=0 level=0.1 most=200
//     500 remove_handle 0
//
// Blank lines and what follows '#' are ignored. Numbers are written in their shortest exact form, so
// that a log read back replays the same bits.
#include "io/edits.h"

#include "base/error.h"
#include "base/memory.h"
#include "io/place.h"

#include <waft/export.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LARGEST_FILE ((size_t)256 << 20)

static const char first_line[] = "waft-edits 1";

// Keys of edits with a list of them; several numbers have commas between them.
typedef struct edit_key {
    const char* name;
    size_t offset;
    int count;
    bool optional; ///< not written when 0, which means "not given"
} edit_key;

static const edit_key train_keys[] = {
    {"direction", offsetof(waft_train_def, direction), 2, false},
    {"center", offsetof(waft_train_def, center), 2, false},
    {"amplitude", offsetof(waft_train_def, amplitude), 1, false},
    {"length", offsetof(waft_train_def, length), 1, true},
    {"period", offsetof(waft_train_def, period), 1, true},
    {"wavenumber", offsetof(waft_train_def, wavenumber), 1, true},
    {"phase", offsetof(waft_train_def, phase), 1, false},
};

static const edit_key brush_keys[] = {
    {"at", offsetof(waft_brush, at), 2, false},
    {"radius", offsetof(waft_brush, radius), 1, false},
    {"height", offsetof(waft_brush, height), 1, false},
};

static const edit_key grip_keys[] = {
    {"at", offsetof(waft_grip, at), 3, false},
    {"to", offsetof(waft_grip, to), 3, false},
    {"most", offsetof(waft_grip, most), 1, false},
};

static const edit_key handle_keys[] = {
    {"at", offsetof(waft_handle_def, at), 2, false},
    {"force", offsetof(waft_handle_def, force), 1, false},
    {"level", offsetof(waft_handle_def, level), 1, false},
    {"most", offsetof(waft_handle_def, most), 1, false},
};

enum {
    MOST_NUMBERS = 3, // of a key
    TRAIN_KEY_COUNT = sizeof(train_keys) / sizeof(train_keys[0]),
    BRUSH_KEY_COUNT = sizeof(brush_keys) / sizeof(brush_keys[0]),
    GRIP_KEY_COUNT = sizeof(grip_keys) / sizeof(grip_keys[0]),
    HANDLE_KEY_COUNT = sizeof(handle_keys) / sizeof(handle_keys[0]),
    MOST_KEYS = TRAIN_KEY_COUNT,
};

static const char* const shape_names[] = {"plane", "point"};
static const char* const handle_names[] = {"force", "hold"};

static void get_floats(const void* owner, const edit_key* key, float out_values[MOST_NUMBERS]) {
    memcpy(out_values, (const char*)owner + key->offset, (size_t)key->count * sizeof(float));
}

static waft_result format_keys(
    wafti_text* text, const void* owner, const edit_key* keys, int key_count, waft_error* error) {
    for (int k = 0; k < key_count; ++k) {
        const edit_key* key = &keys[k];
        float values[MOST_NUMBERS] = {0.0f};
        get_floats(owner, key, values);
        if (!isfinite(values[0]) || !isfinite(values[1]) || !isfinite(values[2])) {
            return wafti_fail(
                error, WAFT_ERR_ARGUMENT, "an edit's %s is not a finite number", key->name);
        }
        if (key->optional && values[0] == 0.0f) {
            continue;
        }
        wafti_text_format(text, " %s=", key->name);
        for (int i = 0; i < key->count; ++i) {
            wafti_text_add(text, i > 0 ? "," : "");
            wafti_text_add_float(text, values[i]);
        }
    }
    return WAFT_OK;
}

static waft_result format_train(wafti_text* text, const waft_train_def* train, waft_error* error) {
    if (train->shape != WAFT_TRAIN_PLANE && train->shape != WAFT_TRAIN_POINT) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "an edit adds a train of shape %d", (int)train->shape);
    }
    wafti_text_format(text, " add_train shape=%s", shape_names[train->shape]);
    return format_keys(text, train, train_keys, TRAIN_KEY_COUNT, error);
}

static waft_result format_handle(
    wafti_text* text, const waft_handle_def* handle, waft_error* error) {
    if (handle->kind != WAFT_HANDLE_FORCE && handle->kind != WAFT_HANDLE_HOLD) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "an edit adds a handle of kind %d", (int)handle->kind);
    }
    wafti_text_format(text, " add_handle kind=%s", handle_names[handle->kind]);
    return format_keys(text, handle, handle_keys, HANDLE_KEY_COUNT, error);
}

enum { LONGEST_KNOB = 64 };

// A knob's path with the index in its empty brackets, if it has any.
static const char* format_knob(char* buffer, size_t buffer_size, waft_knob knob, uint32_t index) {
    const char* path = waft_knob_path(knob);
    path = path != NULL ? path : "";
    const char* hole = strstr(path, "[]");
    if (hole == NULL) {
        (void)snprintf(buffer, buffer_size, "%s", path);
    } else {
        const int head = (int)(hole - path);
        (void)snprintf(
            buffer, buffer_size, "%.*s[%u]%s", head, path, (unsigned)index, hole + strlen("[]"));
    }
    return buffer;
}

static waft_result format_set(wafti_text* text, const waft_edit* edit, waft_error* error) {
    const char* path = waft_knob_path(edit->knob);
    if (path == NULL || path[0] == '\0' || !isfinite(edit->value)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "an edit sets knob %d, which does not exist or gets no finite number", (int)edit->knob);
    }
    char knob[LONGEST_KNOB];
    wafti_text_format(text, " set %s ", format_knob(knob, sizeof(knob), edit->knob, edit->index));
    wafti_text_add_float(text, edit->value);
    return WAFT_OK;
}

static waft_result format_edit(wafti_text* text, const waft_edit* edit, waft_error* error) {
    wafti_text_format(text, "%llu", (unsigned long long)edit->step);
    switch (edit->kind) {
    case WAFT_EDIT_SET:
        return format_set(text, edit, error);
    case WAFT_EDIT_ADD_TRAIN:
        return format_train(text, &edit->train, error);
    case WAFT_EDIT_REMOVE_TRAIN:
        wafti_text_format(text, " remove_train %u", (unsigned)edit->index);
        return WAFT_OK;
    case WAFT_EDIT_BRUSH:
    case WAFT_EDIT_TERRAIN:
        wafti_text_add(text, edit->kind == WAFT_EDIT_BRUSH ? " brush" : " terrain");
        return format_keys(text, &edit->brush, brush_keys, BRUSH_KEY_COUNT, error);
    case WAFT_EDIT_HOLD:
        wafti_text_format(text, " hold %u", (unsigned)edit->index);
        return format_keys(text, &edit->grip, grip_keys, GRIP_KEY_COUNT, error);
    case WAFT_EDIT_LET_GO:
        wafti_text_format(text, " let_go %u", (unsigned)edit->index);
        return WAFT_OK;
    case WAFT_EDIT_ADD_HANDLE:
        return format_handle(text, &edit->handle, error);
    case WAFT_EDIT_REMOVE_HANDLE:
        wafti_text_format(text, " remove_handle %u", (unsigned)edit->index);
        return WAFT_OK;
    default:
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "an edit has kind %d", (int)edit->kind);
    }
}

const char* wafti_edits_name(char* buffer, size_t buffer_size, const waft_edit* edit) {
    char knob[LONGEST_KNOB];
    switch (edit->kind) {
    case WAFT_EDIT_SET:
        (void)snprintf(buffer, buffer_size, "set %s",
            format_knob(knob, sizeof(knob), edit->knob, edit->index));
        return buffer;
    case WAFT_EDIT_ADD_TRAIN:
        (void)snprintf(buffer, buffer_size, "add_train");
        return buffer;
    case WAFT_EDIT_REMOVE_TRAIN:
        (void)snprintf(buffer, buffer_size, "remove_train %u", (unsigned)edit->index);
        return buffer;
    case WAFT_EDIT_BRUSH:
        (void)snprintf(buffer, buffer_size, "brush");
        return buffer;
    case WAFT_EDIT_TERRAIN:
        (void)snprintf(buffer, buffer_size, "terrain");
        return buffer;
    case WAFT_EDIT_HOLD:
    case WAFT_EDIT_LET_GO:
        (void)snprintf(buffer, buffer_size, "%s %u",
            edit->kind == WAFT_EDIT_HOLD ? "hold" : "let_go", (unsigned)edit->index);
        return buffer;
    case WAFT_EDIT_ADD_HANDLE:
        (void)snprintf(buffer, buffer_size, "add_handle");
        return buffer;
    case WAFT_EDIT_REMOVE_HANDLE:
        (void)snprintf(buffer, buffer_size, "remove_handle %u", (unsigned)edit->index);
        return buffer;
    default:
        (void)snprintf(buffer, buffer_size, "kind %d", (int)edit->kind);
        return buffer;
    }
}

waft_result wafti_edits_format(
    wafti_text* text, const waft_edit* edits, size_t edit_count, waft_error* out_error) {
    wafti_text_format(text, "%s\n", first_line);
    for (size_t i = 0; i < edit_count; ++i) {
        if (i > 0 && edits[i].step < edits[i - 1].step) {
            return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
                "edit %zu comes at step %llu, but the one before it at step %llu", i + 1,
                (unsigned long long)edits[i].step, (unsigned long long)edits[i - 1].step);
        }
        const waft_result result = format_edit(text, &edits[i], out_error);
        if (result != WAFT_OK) {
            return result;
        }
        wafti_text_add(text, "\n");
    }
    return WAFT_OK;
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
    if (result == WAFT_OK) {
        result = waft_file_write(path, text.bytes, text.length, out_error);
    }
    wafti_text_free(&text);
    return result;
}

typedef struct word {
    const char* text;
    size_t length;
} word;

typedef struct edits_reader {
    wafti_place place;
    const char* next; // in the line
    const char* line_end;
} edits_reader;

static bool is_word(word w, const char* text) {
    return w.length == strlen(text) && memcmp(w.text, text, w.length) == 0;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

// The next word of the line; of length 0 at its end.
static word next_word(edits_reader* reader) {
    while (reader->next < reader->line_end && is_blank(*reader->next)) {
        ++reader->next;
    }
    word found = {reader->next, 0};
    while (reader->next < reader->line_end && !is_blank(*reader->next)) {
        ++reader->next;
    }
    found.length = (size_t)(reader->next - found.text);
    return found;
}

enum { LONGEST_SHOWN = 48 };

static waft_result fail_word(const edits_reader* reader, word w, const char* wanted) {
    if (w.length == 0) {
        return wafti_place_fail(&reader->place, w.text, "expected %s", wanted);
    }
    char shown[LONGEST_SHOWN];
    return wafti_place_fail(&reader->place, w.text, "expected %s, not '%s'", wanted,
        wafti_text_quote(shown, sizeof(shown), w.text, w.length));
}

static const char* find_nearest(const char* shown, const char* const* known, size_t count) {
    const char* nearest = NULL;
    size_t best = 1 + strlen(shown) / 3;
    for (size_t i = 0; i < count; ++i) {
        const size_t distance = wafti_word_distance(shown, known[i]);
        if (distance < best || (distance == best && nearest == NULL)) {
            best = distance;
            nearest = known[i];
        }
    }
    return nearest;
}

// "a, b, c"; if there is no room for all of them "a, b and others".
static void join_words(char* buffer, size_t buffer_size, const char* const* words, size_t count) {
    static const char rest[] = " and others";
    size_t used = 0;
    for (size_t i = 0; i < count; ++i) {
        const size_t length = strlen(words[i]) + 2;
        if (used + length + sizeof(rest) > buffer_size) {
            memcpy(buffer + used, rest, sizeof(rest));
            return;
        }
        const int added =
            snprintf(buffer + used, buffer_size - used, "%s%s", i > 0 ? ", " : "", words[i]);
        used += added > 0 ? (size_t)added : 0;
    }
}

// "unknown WHAT 'word'", with the nearest of the known ones if one is near, else with many.
static waft_result fail_unknown(
    const edits_reader* reader, word w, const char* what, const char* const* known, size_t count) {
    char list[160] = "";
    join_words(list, sizeof(list), known, count);
    if (w.length == 0) {
        return wafti_place_fail(&reader->place, w.text, "expected the %s: %s", what, list);
    }
    char shown[LONGEST_SHOWN];
    (void)wafti_text_quote(shown, sizeof(shown), w.text, w.length);
    const char* nearest = find_nearest(shown, known, count);
    if (nearest == NULL) {
        return wafti_place_fail(
            &reader->place, w.text, "unknown %s '%s'; there are %s", what, shown, list);
    }
    return wafti_place_fail(
        &reader->place, w.text, "unknown %s '%s'; did you mean '%s'?", what, shown, nearest);
}

static waft_result read_index(edits_reader* reader, uint32_t* out_index) {
    const word w = next_word(reader);
    uint64_t value = 0;
    if (!wafti_parse_uint(w.text, w.length, &value) || value > UINT32_MAX) {
        return fail_word(reader, w, "an index from 0 to 4294967295");
    }
    *out_index = (uint32_t)value;
    return WAFT_OK;
}

static waft_result read_float(const edits_reader* reader, word w, float* out_value) {
    double value = 0.0;
    if (!wafti_parse_double(w.text, w.length, &value) || fabs(value) > (double)FLT_MAX) {
        return fail_word(reader, w, "a number");
    }
    *out_value = (float)value;
    return WAFT_OK;
}

// True if `w` is the path with an index where the path has empty brackets.
static bool is_knob(word w, const char* path, uint32_t* out_index) {
    const char* hole = strstr(path, "[]");
    if (hole == NULL) {
        return is_word(w, path);
    }
    const size_t head = (size_t)(hole - path) + 1;
    const size_t tail = strlen(path) - head;
    uint64_t index = 0;
    if (w.length <= head + tail || memcmp(w.text, path, head) != 0 ||
        memcmp(w.text + w.length - tail, path + head, tail) != 0 ||
        !wafti_parse_uint(w.text + head, w.length - head - tail, &index) || index > UINT32_MAX) {
        return false;
    }
    *out_index = (uint32_t)index;
    return true;
}

static waft_result fail_knob(const edits_reader* reader, word w) {
    char names[WAFT_KNOB_COUNT - 1][LONGEST_KNOB];
    const char* known[WAFT_KNOB_COUNT - 1];
    for (int i = 0; i < WAFT_KNOB_COUNT - 1; ++i) {
        known[i] = format_knob(names[i], sizeof(names[i]), (waft_knob)(WAFT_KNOB_NONE + 1 + i), 0);
    }
    return fail_unknown(reader, w, "knob", known, WAFT_KNOB_COUNT - 1);
}

static waft_result read_set(edits_reader* reader, waft_edit* edit) {
    const word w = next_word(reader);
    for (int knob = WAFT_KNOB_NONE + 1; knob < WAFT_KNOB_COUNT; ++knob) {
        if (is_knob(w, waft_knob_path((waft_knob)knob), &edit->index)) {
            edit->knob = (waft_knob)knob;
            return read_float(reader, next_word(reader), &edit->value);
        }
    }
    return fail_knob(reader, w);
}

// A key whose value is one of two words.
typedef struct choice_key {
    const char* name; // NULL: there is none
    const char* const* words;
    int chosen;
} choice_key;

static waft_result read_choice(const edits_reader* reader, word value, choice_key* choice) {
    for (int n = 0; n < 2; ++n) {
        if (is_word(value, choice->words[n])) {
            choice->chosen = n;
            return WAFT_OK;
        }
    }
    return fail_unknown(reader, value, choice->name, choice->words, 2);
}

static waft_result read_key_value(
    const edits_reader* reader, const edit_key* key, word value, void* owner) {
    float values[MOST_NUMBERS] = {0.0f};
    word part = value;
    for (int i = 0; i < key->count; ++i) {
        if (i + 1 < key->count) {
            const char* comma = memchr(part.text, ',', part.length);
            if (comma == NULL) {
                return fail_word(reader, value,
                    key->count == 2 ? "two numbers with a comma between them"
                                    : "three numbers with commas between them");
            }
            part.length = (size_t)(comma - part.text);
        }
        const waft_result result = read_float(reader, part, &values[i]);
        if (result != WAFT_OK) {
            return result;
        }
        part.text += part.length + 1;
        part.length = (size_t)(value.text + value.length - part.text);
    }
    memcpy((char*)owner + key->offset, values, (size_t)key->count * sizeof(float));
    return WAFT_OK;
}

// What an edit with a list of keys is read into. A train has one key more, its shape, a handle its kind.
typedef struct key_list {
    const edit_key* keys;
    int key_count;
    void* owner;
    choice_key choice;
} key_list;

// The place of a key; key_count for the choice, -1 if it is not known.
static int find_key(const key_list* list, word name) {
    for (int k = 0; k < list->key_count; ++k) {
        if (is_word(name, list->keys[k].name)) {
            return k;
        }
    }
    return list->choice.name != NULL && is_word(name, list->choice.name) ? list->key_count : -1;
}

static waft_result fail_key(const edits_reader* reader, const key_list* list, word name) {
    const char* names[MOST_KEYS + 1] = {list->choice.name};
    size_t count = list->choice.name != NULL ? 1 : 0;
    for (int k = 0; k < list->key_count; ++k) {
        names[count++] = list->keys[k].name;
    }
    return fail_unknown(reader, name, "key", names, count);
}

static waft_result read_keys(edits_reader* reader, key_list* list, unsigned* out_seen) {
    unsigned seen = 0;
    for (word w = next_word(reader); w.length > 0; w = next_word(reader)) {
        const char* equals = memchr(w.text, '=', w.length);
        if (equals == NULL) {
            return fail_word(reader, w, "key=value");
        }
        const word name = {w.text, (size_t)(equals - w.text)};
        const word value = {equals + 1, w.length - name.length - 1};
        const int k = find_key(list, name);
        if (k < 0) {
            return fail_key(reader, list, name);
        }
        if ((seen & 1u << k) != 0) {
            return wafti_place_fail(
                &reader->place, w.text, "%.*s is given twice", (int)name.length, name.text);
        }
        seen |= 1u << k;
        const waft_result result = k == list->key_count && list->choice.words != NULL
                                       ? read_choice(reader, value, &list->choice)
                                       : read_key_value(reader, &list->keys[k], value, list->owner);
        if (result != WAFT_OK) {
            return result;
        }
    }
    *out_seen = seen;
    return WAFT_OK;
}

static waft_result read_train(edits_reader* reader, waft_train_def* train) {
    unsigned seen = 0;
    *train = waft_train_def_default();
    key_list list = {train_keys, TRAIN_KEY_COUNT, train, {"shape", shape_names, 0}};
    const waft_result result = read_keys(reader, &list, &seen);
    train->shape = (waft_train_shape)list.choice.chosen;
    return result;
}

// A handle must say where it is.
static waft_result read_handle(edits_reader* reader, waft_handle_def* handle) {
    unsigned seen = 0;
    *handle = waft_handle_def_default();
    key_list list = {handle_keys, HANDLE_KEY_COUNT, handle, {"kind", handle_names, 0}};
    const waft_result result = read_keys(reader, &list, &seen);
    handle->kind = (waft_handle_kind)list.choice.chosen;
    if (result == WAFT_OK && (seen & 1u) == 0) {
        return wafti_place_fail(&reader->place, reader->next, "expected at=");
    }
    return result;
}

// A brush or a grip has no default place or size: all keys must be there.
static waft_result read_all_keys(
    edits_reader* reader, const edit_key* keys, int key_count, void* owner) {
    unsigned seen = 0;
    key_list list = {keys, key_count, owner, {NULL, NULL, 0}};
    const waft_result result = read_keys(reader, &list, &seen);
    for (int k = 0; k < key_count && result == WAFT_OK; ++k) {
        if ((seen & 1u << k) == 0) {
            return wafti_place_fail(&reader->place, reader->next, "expected %s=", keys[k].name);
        }
    }
    return result;
}

static waft_result read_hold(edits_reader* reader, waft_edit* edit) {
    const waft_result result = read_index(reader, &edit->index);
    if (result != WAFT_OK || edit->kind == WAFT_EDIT_LET_GO) {
        return result;
    }
    return read_all_keys(reader, grip_keys, GRIP_KEY_COUNT, &edit->grip);
}

static waft_result read_kind(edits_reader* reader, waft_edit* edit) {
    static const char* const kinds[] = {"set", "add_train", "remove_train", "brush", "terrain",
        "hold", "let_go", "add_handle", "remove_handle"};
    const word w = next_word(reader);
    if (is_word(w, kinds[0])) {
        edit->kind = WAFT_EDIT_SET;
        return read_set(reader, edit);
    }
    if (is_word(w, kinds[1])) {
        edit->kind = WAFT_EDIT_ADD_TRAIN;
        return read_train(reader, &edit->train);
    }
    if (is_word(w, kinds[2])) {
        edit->kind = WAFT_EDIT_REMOVE_TRAIN;
        return read_index(reader, &edit->index);
    }
    if (is_word(w, kinds[3]) || is_word(w, kinds[4])) {
        edit->kind = is_word(w, kinds[3]) ? WAFT_EDIT_BRUSH : WAFT_EDIT_TERRAIN;
        return read_all_keys(reader, brush_keys, BRUSH_KEY_COUNT, &edit->brush);
    }
    if (is_word(w, kinds[5]) || is_word(w, kinds[6])) {
        edit->kind = is_word(w, kinds[5]) ? WAFT_EDIT_HOLD : WAFT_EDIT_LET_GO;
        return read_hold(reader, edit);
    }
    if (is_word(w, kinds[7])) {
        edit->kind = WAFT_EDIT_ADD_HANDLE;
        return read_handle(reader, &edit->handle);
    }
    if (is_word(w, kinds[8])) {
        edit->kind = WAFT_EDIT_REMOVE_HANDLE;
        return read_index(reader, &edit->index);
    }
    return fail_unknown(reader, w, "edit", kinds, sizeof(kinds) / sizeof(kinds[0]));
}

static waft_result read_edit(edits_reader* reader, uint64_t earliest, waft_edit* edit) {
    memset(edit, 0, sizeof(*edit));
    const word step = next_word(reader);
    if (!wafti_parse_uint(step.text, step.length, &edit->step)) {
        return fail_word(reader, step, "the number of a step");
    }
    if (edit->step < earliest) {
        return wafti_place_fail(&reader->place, step.text,
            "step %llu comes after step %llu; steps must not fall", (unsigned long long)edit->step,
            (unsigned long long)earliest);
    }
    const waft_result result = read_kind(reader, edit);
    if (result != WAFT_OK) {
        return result;
    }
    const word rest = next_word(reader);
    return rest.length == 0 ? WAFT_OK : fail_word(reader, rest, "the end of the line");
}

// Goes to the next line that holds anything but a comment; false at the end of the file.
static bool next_line(edits_reader* reader, const char* end, const char** next_start) {
    while (*next_start < end) {
        const char* start = *next_start;
        const char* newline = memchr(start, '\n', (size_t)(end - start));
        const char* line_end = newline != NULL ? newline : end;
        *next_start = newline != NULL ? newline + 1 : end;
        ++reader->place.line;
        reader->place.line_start = start;
        reader->next = start;
        const char* comment = memchr(start, '#', (size_t)(line_end - start));
        reader->line_end = comment != NULL ? comment : line_end;
        while (reader->line_end > start && is_blank(reader->line_end[-1])) {
            --reader->line_end;
        }
        while (reader->next < reader->line_end && is_blank(*reader->next)) {
            ++reader->next;
        }
        if (reader->next < reader->line_end) {
            return true;
        }
    }
    return false;
}

// Reads all lines; with `edits` NULL it only counts them.
static waft_result read_lines(const char* name, const char* bytes, size_t byte_count,
    waft_edit* edits, size_t* out_count, waft_error* out_error) {
    const char* end = bytes + byte_count;
    const char* next_start = bytes;
    edits_reader reader = {.place = {name, bytes, 0, out_error}, .next = bytes, .line_end = bytes};
    size_t count = 0;
    const bool any = next_line(&reader, end, &next_start);
    reader.place.line = any ? reader.place.line : 1;
    const word rest = {reader.next, (size_t)(reader.line_end - reader.next)};
    if (!any || !is_word(rest, first_line)) {
        return wafti_place_fail(
            &reader.place, reader.next, "expected '%s', the first line of an edit log", first_line);
    }
    while (next_line(&reader, end, &next_start)) {
        if (edits != NULL) {
            const uint64_t earliest = count > 0 ? edits[count - 1].step : 0;
            const waft_result result = read_edit(&reader, earliest, &edits[count]);
            if (result != WAFT_OK) {
                return result;
            }
        }
        ++count;
    }
    *out_count = count;
    return WAFT_OK;
}

waft_result wafti_edits_parse(const char* name, const char* bytes, size_t byte_count,
    const waft_allocator* allocator, waft_edit** out_edits, size_t* out_count,
    waft_error* out_error) {
    size_t count = 0;
    waft_result result = read_lines(name, bytes, byte_count, NULL, &count, out_error);
    if (result != WAFT_OK || count == 0) {
        return result;
    }
    waft_edit* edits = wafti_allocate(allocator, count, sizeof(*edits));
    if (edits == NULL) {
        return wafti_fail_memory(out_error, wafti_size_mul(count, sizeof(*edits)), name);
    }
    result = read_lines(name, bytes, byte_count, edits, &count, out_error);
    if (result != WAFT_OK) {
        waft_edits_free(allocator, edits, count);
        return result;
    }
    *out_edits = edits;
    *out_count = count;
    return WAFT_OK;
}

waft_result waft_edits_read(const char* path, const waft_allocator* allocator,
    waft_edit** out_edits, size_t* out_count, waft_error* out_error) {
    if (path == NULL || out_edits == NULL || out_count == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_edits_read: a pointer is NULL");
    }
    *out_edits = NULL;
    *out_count = 0;
    char* bytes = NULL;
    size_t size = 0;
    waft_result result = waft_file_read(path, LARGEST_FILE, allocator, &bytes, &size, out_error);
    if (result == WAFT_OK) {
        result = wafti_edits_parse(path, bytes, size, allocator, out_edits, out_count, out_error);
    }
    waft_text_free(allocator, bytes);
    return result;
}

void waft_edits_free(const waft_allocator* allocator, waft_edit* edits, size_t edit_count) {
    wafti_release(allocator, edits, edit_count, sizeof(*edits));
}
