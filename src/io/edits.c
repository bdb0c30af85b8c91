// SPDX-License-Identifier: MIT
// Edits as text. The first line names the format; then one edit a line:
//
//     waft-edits 1
//     120 set air.wind[0] 4.5
//     121 set air.wind 4.5,0,1
//     180 set water.trains[2].amplitude 0.25
//     240 add_train shape=point direction=1,0 center=1,2 amplitude=0.1 length=2 phase=0
//     300 remove_train 0
//     310 brush at=2,3 radius=0.25 height=-0.05
//     320 terrain at=2,3 radius=0.5 height=0.1
//     330 hold 1 at=0,0.1,0 to=2,0.5,3 most=50
//     400 let_go 1
//     410 add_handle kind=hold at=2,3 force=0 level=0.1 most=200
//     500 remove_handle 0
//     510 add_body hull=00f3a1c2b4d5e697 position=0,2,0
//     520 push_body 2 impulse=0,1,0 point=0,2,0
//     600 remove_body 2
//     610 add_solid name=rock shape=mesh mesh=rocks/a%20b.obj mesh_key=8c1f... position=0,1,0
//     620 add_solid shape=sphere radius=0.2 poses=0,0,1,0,0,0,0,1,smooth;2,1,1,0,0,0,0,1,linear
//     630 move_solid 0 position=0,2,0 rotation=0,0,0,1
//     640 remove_solid 1
//
// Keys of bodies, winds, sources and what follows that are not there have their default. A hull is named by
// its key. A mesh is named by its file, as the host gave it, and by the key of what was read from it; without
// a file it is one that a solid of the world has. In texts blanks, '#', '%' and what is no character are
// written as % and two hexadecimal digits. A pose is a time, a place, a rotation and the way to the next.
// Blank lines and what follows '#' are ignored. Numbers are written in their shortest exact form, so
// that a log read back replays the same bits.
#include "io/edits.h"

#include "base/error.h"
#include "base/memory.h"
#include "io/edit_owned.h"
#include "io/edit_rows.h"
#include "io/place.h"
#include "port/port.h"

#include <waft/files.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LARGEST_FILE ((size_t)256 << 20)

static const char first_line[] = WAFTI_EDITS_FIRST_LINE;

typedef struct word {
    const char* text;
    size_t length;
} word;

typedef struct edits_reader {
    wafti_place place;
    const char* next; // in the line
    const char* line_end;
    const waft_allocator* allocator;
    bool reads_meshes; // files that edits name
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

static waft_result read_double(const edits_reader* reader, word w, double* out_value) {
    return wafti_parse_double(w.text, w.length, out_value) && isfinite(*out_value)
               ? WAFT_OK
               : fail_word(reader, w, "a number");
}

static waft_result read_numbers(
    const edits_reader* reader, const wafti_edit_key* key, word value, void* out) {
    static const char* const wanted[] = {"a number", "two numbers with a comma between them",
        "three numbers with commas between them", "four numbers with commas between them"};
    word part = value;
    for (int i = 0; i < key->count; ++i) {
        if (i + 1 < key->count) {
            const char* comma = memchr(part.text, ',', part.length);
            if (comma == NULL) {
                return fail_word(reader, value, wanted[key->count - 1]);
            }
            part.length = (size_t)(comma - part.text);
        }
        float single = 0.0f;
        double number = 0.0;
        const bool narrow = key->type == WAFTI_KEY_FLOAT;
        const waft_result result =
            narrow ? read_float(reader, part, &single) : read_double(reader, part, &number);
        if (result != WAFT_OK) {
            return result;
        }
        const size_t size = wafti_edit_key_size(key);
        const void* from = narrow ? (const void*)&single : (const void*)&number;
        memcpy((char*)out + (size_t)i * size, from, size);
        part.text += part.length + 1;
        part.length = (size_t)(value.text + value.length - part.text);
    }
    return WAFT_OK;
}

static waft_result read_set(edits_reader* reader, waft_edit* edit) {
    waft_setting* setting = &edit->setting;
    const word path = next_word(reader);
    waft_error error = {.sentence = ""};
    if (path.length > 0 && path.length < WAFT_PATH_SIZE) {
        memcpy(setting->path, path.text, path.length);
    }
    setting->value_count = (uint32_t)waft_property_length(setting->path, &error);
    if (setting->value_count == 0) {
        return path.length > 0 ? wafti_place_fail(&reader->place, path.text, "%s", error.sentence)
                               : fail_word(reader, path, "the path of a property");
    }
    const wafti_edit_key key = {.type = WAFTI_KEY_DOUBLE, .count = (int)setting->value_count};
    return read_numbers(reader, &key, next_word(reader), setting->values);
}

static waft_result read_word(
    const edits_reader* reader, const wafti_edit_key* key, word value, void* out) {
    for (uint32_t n = 0; n < key->word_count; ++n) {
        if (is_word(value, key->words[n])) {
            memcpy(out, &n, sizeof(n));
            return WAFT_OK;
        }
    }
    return fail_unknown(reader, value, key->name, key->words, key->word_count);
}

static bool parse_hull(word value, uint64_t* out_key) {
    uint64_t key = 0;
    for (size_t i = 0; i < value.length; ++i) {
        const char* digit = strchr("0123456789abcdef", value.text[i]);
        if (digit == NULL || value.text[i] == '\0') {
            return false;
        }
        key = key << 4 | (uint64_t)(digit - strchr("0123456789abcdef", '0'));
    }
    *out_key = key;
    return value.length == 16;
}

static waft_result read_value(
    const edits_reader* reader, const wafti_edit_key* key, word value, void* out) {
    uint64_t whole = 0;
    switch (key->type) {
    case WAFTI_KEY_FLOAT:
    case WAFTI_KEY_DOUBLE:
        return read_numbers(reader, key, value, out);
    case WAFTI_KEY_WORD:
        return read_word(reader, key, value, out);
    case WAFTI_KEY_WHOLE: {
        if (!wafti_parse_uint(value.text, value.length, &whole) || whole > UINT32_MAX) {
            return fail_word(reader, value, "a whole number from 0 to 4294967295");
        }
        const uint32_t number = (uint32_t)whole;
        memcpy(out, &number, sizeof(number));
        return WAFT_OK;
    }
    case WAFTI_KEY_FLAG: {
        const bool flag = is_word(value, "true");
        if (!flag && !is_word(value, "false")) {
            return fail_word(reader, value, "true or false");
        }
        memcpy(out, &flag, sizeof(flag));
        return WAFT_OK;
    }
    case WAFTI_KEY_HULL:
        if (!parse_hull(value, &whole)) {
            return fail_word(reader, value, "the key of a hull, 16 digits of 0 to 9 and a to f");
        }
        memcpy(out, &whole, sizeof(whole));
        return WAFT_OK;
    case WAFTI_KEY_TEXT:
    case WAFTI_KEY_POSES:
    case WAFTI_KEY_ANGLES: {
        const waft_result result = wafti_edit_take_owned(
            reader->allocator, key, value.text, value.length, out, reader->place.error);
        return result == WAFT_ERR_PARSE ? fail_word(reader, value, wafti_edit_owned_form(key))
                                        : result;
    }
    }
    return WAFT_OK;
}

static waft_result fail_key(const edits_reader* reader, const wafti_edit_row* row, word name) {
    const char* names[WAFTI_MOST_EDIT_KEYS];
    for (int k = 0; k < row->key_count; ++k) {
        names[k] = row->keys[k].name;
    }
    return fail_unknown(reader, name, "key", names, (size_t)row->key_count);
}

static waft_result read_keys(
    edits_reader* reader, const wafti_edit_row* row, wafti_edit_text* edit) {
    uint64_t seen = 0;
    for (word w = next_word(reader); w.length > 0; w = next_word(reader)) {
        const char* equals = memchr(w.text, '=', w.length);
        if (equals == NULL) {
            return fail_word(reader, w, "key=value");
        }
        const word name = {w.text, (size_t)(equals - w.text)};
        const word value = {equals + 1, w.length - name.length - 1};
        int k = 0;
        while (k < row->key_count && !is_word(name, row->keys[k].name)) {
            ++k;
        }
        if (k == row->key_count) {
            return fail_key(reader, row, name);
        }
        if ((seen >> k & 1u) != 0) {
            return wafti_place_fail(
                &reader->place, w.text, "%.*s is given twice", (int)name.length, name.text);
        }
        seen |= (uint64_t)1 << k;
        const waft_result result =
            read_value(reader, &row->keys[k], value, (char*)edit + row->keys[k].offset);
        if (result != WAFT_OK) {
            return result;
        }
    }
    for (int k = 0; k < row->key_count; ++k) {
        if (row->keys[k].need == WAFTI_KEY_MUST && (seen >> k & 1u) == 0) {
            return wafti_place_fail(
                &reader->place, reader->next, "expected %s=", row->keys[k].name);
        }
    }
    return WAFT_OK;
}

// The rest of a line of that row; what the edit owns goes with it.
static waft_result read_row(
    edits_reader* reader, const wafti_edit_row* row, waft_edit_kind kind, waft_edit* edit) {
    wafti_edit_text read;
    wafti_edit_text_init(&read, row);
    read.edit.step = edit->step;
    read.edit.kind = kind;
    waft_result result = row->indexed ? read_index(reader, &read.edit.index) : WAFT_OK;
    if (result == WAFT_OK && row->key_count > 0) {
        result = read_keys(reader, row, &read);
    }
    if (result == WAFT_OK && reader->reads_meshes) {
        result = wafti_edit_read_mesh(reader->allocator, row, &read, reader->place.error);
    }
    wafti_edit_free_names(reader->allocator, &read);
    *edit = read.edit;
    return result;
}

static waft_result read_kind(edits_reader* reader, waft_edit* edit) {
    const char* kinds[WAFT_EDIT_KIND_COUNT] = {"set"};
    const word w = next_word(reader);
    if (is_word(w, kinds[0])) {
        edit->kind = WAFT_EDIT_SET;
        return read_set(reader, edit);
    }
    for (int kind = WAFT_EDIT_SET + 1; kind < WAFT_EDIT_KIND_COUNT; ++kind) {
        const wafti_edit_row* row = wafti_edit_row_of((waft_edit_kind)kind);
        kinds[kind] = row->word;
        if (!is_word(w, row->word)) {
            continue;
        }
        return read_row(reader, row, (waft_edit_kind)kind, edit);
    }
    return fail_unknown(reader, w, "edit", kinds, WAFT_EDIT_KIND_COUNT);
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
static waft_result read_lines(
    const wafti_edits_source* from, waft_edit* edits, size_t* out_count, waft_error* out_error) {
    const char* bytes = from->bytes;
    const char* end = bytes + from->byte_count;
    const char* next_start = bytes;
    edits_reader reader = {.place = {from->name, bytes, 0, out_error},
        .next = bytes,
        .line_end = bytes,
        .allocator = from->allocator,
        .reads_meshes = from->reads_meshes};
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

waft_result wafti_edits_parse(const wafti_edits_source* from, waft_edit** out_edits,
    size_t* out_count, waft_error* out_error) {
    size_t count = 0;
    waft_result result = read_lines(from, NULL, &count, out_error);
    if (result != WAFT_OK || count == 0) {
        return result;
    }
    waft_edit* edits = wafti_allocate_zero(from->allocator, count, sizeof(*edits));
    if (edits == NULL) {
        return wafti_fail_memory(out_error, wafti_size_mul(count, sizeof(*edits)), from->name);
    }
    const size_t all = count;
    result = read_lines(from, edits, &count, out_error);
    if (result != WAFT_OK) {
        waft_edits_free(from->allocator, edits, all);
        return result;
    }
    *out_edits = edits;
    *out_count = count;
    return WAFT_OK;
}

static void release_hulls(waft_edit* edits, size_t edit_count) {
    for (size_t i = 0; edits != NULL && i < edit_count; ++i) {
        const waft_hull* hull = edits[i].kind == WAFT_EDIT_ADD_BODY ? edits[i].body.hull : NULL;
        for (size_t n = i; n < edit_count && hull != NULL; ++n) {
            if (edits[n].kind == WAFT_EDIT_ADD_BODY && edits[n].body.hull == hull) {
                edits[n].body.hull = NULL;
            }
        }
        waft_hull* own = NULL;
        memcpy(&own, &hull, sizeof(void*)); // as it was loaded
        waft_hull_destroy(own);
    }
}

// One hull for all bodies of its key; a key without a file is left to the world.
static waft_result load_hulls(const char* path, const waft_allocator* allocator, waft_edit* edits,
    size_t edit_count, waft_error* out_error) {
    for (size_t i = 0; i < edit_count; ++i) {
        wafti_path folder;
        wafti_path file;
        if (edits[i].kind != WAFT_EDIT_ADD_BODY || edits[i].body.hull != NULL) {
            continue;
        }
        waft_result result = wafti_edit_hull_file(path, edits[i].hull, &folder, &file, out_error);
        if (result != WAFT_OK) {
            return result;
        }
        waft_hull* hull = NULL;
        if (wafti_port_exists(file.text)) {
            result = waft_hull_load(file.text, allocator, &hull, out_error);
        }
        for (size_t n = i; n < edit_count && hull != NULL; ++n) {
            if (edits[n].kind == WAFT_EDIT_ADD_BODY && edits[n].hull == edits[i].hull) {
                edits[n].body.hull = hull;
            }
        }
        if (result != WAFT_OK) {
            return result;
        }
    }
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
        const wafti_edits_source from = {.name = path,
            .bytes = bytes,
            .byte_count = size,
            .allocator = allocator,
            .reads_meshes = true};
        result = wafti_edits_parse(&from, out_edits, out_count, out_error);
    }
    waft_text_free(allocator, bytes);
    if (result == WAFT_OK) {
        result = load_hulls(path, allocator, *out_edits, *out_count, out_error);
    }
    if (result != WAFT_OK) {
        waft_edits_free(allocator, *out_edits, *out_count);
        *out_edits = NULL;
        *out_count = 0;
    }
    return result;
}

void waft_edits_free(const waft_allocator* allocator, waft_edit* edits, size_t edit_count) {
    release_hulls(edits, edit_count);
    for (size_t i = 0; edits != NULL && i < edit_count; ++i) {
        wafti_edit_free_owned(allocator, &edits[i]);
    }
    wafti_release(allocator, edits, edit_count, sizeof(*edits));
}
