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
//     410 add_handle kind=hold at=2,3 level=0.1 most=200
//     500 remove_handle 0
//     510 add_body hull=00f3a1c2b4d5e697 release.position=0,2,0
//     520 push_body 2 impulse=0,1,0 point=0,2,0
//     600 remove_body 2
//     610 add_solid name=rock shape=mesh mesh=rocks/a%20b.obj mesh_key=8c1f... at=0,1,0
//     620 add_solid radius=0.2 poses=0,0,1,0,0,0,0,1,smooth;2,1,1,0,0,0,0,1
//     630 move_solid 0 at=0,2,0 rotation=0,0,0,1
//     640 remove_solid 1
//
// Keys are called as in scenes; those that are not there have their default. A choice is a word, or its
// number if only the API has it. A hull is named by its key. A mesh is named by its file, as the host gave it,
// and by the key of what was read from it; without a file it is one that a solid of the world has. In texts
// blanks, '#', '%' and what is no character are written as % and two hexadecimal digits. A pose is a time, a
// place, a rotation and perhaps the way to the next. Blank lines and what follows '#' are ignored. Numbers are
// written in their shortest exact form, so that a log read back replays the same bits.
#include "io/edits.h"

#include "base/error.h"
#include "base/memory.h"
#include "io/edit_owned.h"
#include "io/edit_rows.h"
#include "io/mesh_words.h"
#include "port/port.h"

#include <waft/files.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LARGEST_FILE ((size_t)256 << 20)

typedef struct edits_reader {
    wafti_words words; // up to the end of the line, without a comment
    const waft_allocator* allocator;
} edits_reader;

static wafti_word next_word(edits_reader* reader) {
    return wafti_words_in_line(&reader->words);
}

static waft_result fail_word(const edits_reader* reader, wafti_word word, const char* wanted) {
    return word.length > 0
               ? wafti_words_expected(&reader->words, word, wanted)
               : wafti_place_fail(&reader->words.place, word.text, "expected %s", wanted);
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
static waft_result fail_unknown(const edits_reader* reader, wafti_word w, const char* what,
    const char* const* known, size_t count) {
    const wafti_place* place = &reader->words.place;
    char list[160] = "";
    join_words(list, sizeof(list), known, count);
    if (w.length == 0) {
        return wafti_place_fail(place, w.text, "expected the %s: %s", what, list);
    }
    char shown[48];
    (void)wafti_text_quote(shown, sizeof(shown), w.text, w.length);
    const char* nearest = find_nearest(shown, known, count);
    return nearest == NULL
               ? wafti_place_fail(place, w.text, "unknown %s '%s'; there are %s", what, shown, list)
               : wafti_place_fail(
                     place, w.text, "unknown %s '%s'; did you mean '%s'?", what, shown, nearest);
}

static waft_result read_numbers(
    const edits_reader* reader, const wafti_param* row, wafti_word value, void* out) {
    static const char* const wanted[] = {"a number", "two numbers with a comma between them",
        "three numbers with commas between them",
        "four numbers with commas between them", [7] = "eight numbers with commas between them"};
    const wafti_param single = wafti_edit_single(row);
    const size_t count = wafti_edit_number_count(row);
    const bool narrow = row->storage == WAFTI_STORAGE_FLOAT;
    wafti_word part = value;
    for (size_t i = 0; i < count; ++i) {
        const char* comma = memchr(part.text, ',', part.length);
        if (i + 1 < count) {
            if (comma == NULL) {
                return fail_word(reader, value, wanted[count - 1]);
            }
            part.length = (size_t)(comma - part.text);
        }
        double number[3] = {0.0};
        const bool read = wafti_parse_double(part.text, part.length, number);
        if (row->storage == WAFTI_STORAGE_UINT32 &&
            !(read && *number >= 0.0 && *number <= UINT32_MAX && *number == floor(*number))) {
            return fail_word(reader, part, "a whole number from 0 to 4294967295");
        }
        if (!read || (narrow && fabs(*number) > (double)FLT_MAX)) {
            return fail_word(reader, part, "a number");
        }
        wafti_param_set(&single, (char*)out + i * single.size, number);
        part.text += part.length + 1;
        part.length = (size_t)(value.text + value.length - part.text);
    }
    return WAFT_OK;
}

static waft_result read_set(edits_reader* reader, waft_edit* edit) {
    waft_setting* setting = &edit->setting;
    const wafti_word path = next_word(reader);
    waft_error error = {.sentence = ""};
    if (path.length > 0 && path.length < WAFT_PATH_SIZE) {
        memcpy(setting->path, path.text, path.length);
    }
    setting->value_count = (uint32_t)waft_property_length(setting->path, &error);
    if (setting->value_count == 0) {
        return path.length > 0
                   ? wafti_place_fail(&reader->words.place, path.text, "%s", error.sentence)
                   : fail_word(reader, path, "the path of a property");
    }
    const wafti_param row = {
        .storage = WAFTI_STORAGE_DOUBLE, .size = setting->value_count * sizeof(double)};
    return read_numbers(reader, &row, next_word(reader), setting->values);
}

static waft_result fail_choice(
    const edits_reader* reader, const wafti_edit_key* key, wafti_word value) {
    char words[256];
    const char* known[16] = {words};
    size_t count = 1;
    (void)snprintf(words, sizeof(words), "%s", key->row->shown.choices);
    for (char* end = strchr(words, '|'); end != NULL; end = strchr(end + 1, '|')) {
        *end = '\0';
        known[count++] = end + 1;
    }
    return fail_unknown(reader, value, key->name, known, count);
}

// A word, or the number of a choice that has none.
static waft_result read_choice(
    const edits_reader* reader, const wafti_edit_key* key, wafti_word value, void* out) {
    const wafti_param* row = key->row;
    uint64_t number = 0;
    int place = wafti_param_word(row->shown.choices, value.text, value.length);
    if (place < 0 && wafti_parse_uint(value.text, value.length, &number) &&
        number < row->value_count) {
        place = (int)number;
    }
    if (place < 0) {
        return fail_choice(reader, key, value);
    }
    const double chosen[3] = {wafti_param_value_of(row, place)};
    wafti_param_set(row, out, chosen);
    return WAFT_OK;
}

static waft_result read_value(
    const edits_reader* reader, const wafti_edit_key* key, wafti_word value, void* out) {
    const wafti_param* row = key->row;
    if (row->shown.type == WAFT_PARAM_CHOICE) {
        return read_choice(reader, key, value, out);
    }
    if (row->shown.type == WAFT_PARAM_BOOL) {
        const bool flag = wafti_word_is(value, "true");
        memcpy(out, &flag, sizeof(flag));
        return flag || wafti_word_is(value, "false") ? WAFT_OK
                                                     : fail_word(reader, value, "true or false");
    }
    if (row->storage == WAFTI_STORAGE_UINT64) {
        uint64_t hash = 0;
        const bool read = value.length == 16 && wafti_parse_hex(value.text, 16, &hash);
        memcpy(out, &hash, sizeof(hash));
        return read ? WAFT_OK
                    : fail_word(reader, value, "the key of a hull, 16 digits of 0 to 9 and a to f");
    }
    if (row->storage == WAFTI_STORAGE_TEXT || row->item_size > 0) {
        const waft_result result = wafti_edit_take_owned(
            reader->allocator, row, value.text, value.length, out, reader->words.place.error);
        return result == WAFT_ERR_PARSE ? fail_word(reader, value, wafti_edit_owned_form(row))
                                        : result;
    }
    return read_numbers(reader, row, value, out);
}

typedef struct edit_keys {
    wafti_edit_key keys[WAFTI_MOST_EDIT_KEYS];
    size_t count;
    uint64_t seen; // bits of those that were given
} edit_keys;

static waft_result read_key(
    const edits_reader* reader, edit_keys* known, wafti_word w, wafti_edit_text* edit) {
    const char* equals = memchr(w.text, '=', w.length);
    if (equals == NULL) {
        return fail_word(reader, w, "key=value");
    }
    const wafti_word name = {w.text, (size_t)(equals - w.text), true};
    const wafti_word value = {equals + 1, w.length - name.length - 1, true};
    size_t k = 0;
    while (k < known->count && !wafti_word_is(name, known->keys[k].name)) {
        ++k;
    }
    if (k == known->count) {
        const char* names[WAFTI_MOST_EDIT_KEYS];
        for (k = 0; k < known->count; ++k) {
            names[k] = known->keys[k].name;
        }
        return fail_unknown(reader, name, "key", names, known->count);
    }
    if ((known->seen >> k & 1u) != 0) {
        return wafti_place_fail(
            &reader->words.place, w.text, "%.*s is given twice", (int)name.length, name.text);
    }
    known->seen |= (uint64_t)1 << k;
    if (known->keys[k].given != 0) {
        *((bool*)edit + known->keys[k].given) = true;
    }
    return read_value(reader, &known->keys[k], value, (char*)edit + known->keys[k].offset);
}

// Whether a key must be there, as the others of the edit are.
static bool is_needed(
    const wafti_edit_row* row, const wafti_edit_key* key, const wafti_edit_text* edit) {
    return key->row->shown.required &&
           (row->def == NULL || wafti_row_applies(row->def->parts, row->def->part_count, key->row,
                                    &edit->edit.train));
}

static waft_result read_keys(
    edits_reader* reader, const wafti_edit_row* row, wafti_edit_text* edit) {
    edit_keys known = {.seen = 0};
    known.count = wafti_edit_keys(row, known.keys);
    waft_result result = WAFT_OK;
    for (wafti_word w = next_word(reader); w.length > 0 && result == WAFT_OK;
         w = next_word(reader)) {
        result = read_key(reader, &known, w, edit);
    }
    for (size_t k = 0; k < known.count && result == WAFT_OK; ++k) {
        if ((known.seen >> k & 1u) == 0 && is_needed(row, &known.keys[k], edit)) {
            result = wafti_place_fail(
                &reader->words.place, reader->words.next, "expected %s=", known.keys[k].name);
        }
    }
    return result;
}

// The rest of a line of that row; what the edit owns goes with it.
static waft_result read_row(
    edits_reader* reader, const wafti_edit_row* row, waft_edit_kind kind, waft_edit* edit) {
    waft_error* error = reader->words.place.error;
    wafti_edit_text read;
    wafti_edit_text_init(&read, row);
    read.edit.step = edit->step;
    read.edit.kind = kind;
    waft_result result = WAFT_OK;
    if (row->indexed) {
        const wafti_word w = next_word(reader);
        uint64_t index = 0;
        if (!wafti_parse_uint(w.text, w.length, &index) || index > UINT32_MAX) {
            return fail_word(reader, w, "an index from 0 to 4294967295");
        }
        read.edit.index = (uint32_t)index;
    }
    if (row->own.count > 0 || row->def != NULL) {
        result = read_keys(reader, row, &read);
    }
    if (result == WAFT_OK) {
        result = wafti_edit_read_mesh(reader->allocator, row, &read, error);
    }
    wafti_edit_free_names(reader->allocator, &read);
    *edit = read.edit;
    return result;
}

static waft_result read_kind(edits_reader* reader, waft_edit* edit) {
    const char* kinds[WAFT_EDIT_KIND_COUNT] = {"set"};
    const wafti_word w = next_word(reader);
    if (wafti_word_is(w, kinds[0])) {
        edit->kind = WAFT_EDIT_SET;
        return read_set(reader, edit);
    }
    for (int kind = WAFT_EDIT_SET + 1; kind < WAFT_EDIT_KIND_COUNT; ++kind) {
        const wafti_edit_row* row = wafti_edit_row_of((waft_edit_kind)kind);
        kinds[kind] = row->word;
        if (wafti_word_is(w, row->word)) {
            return read_row(reader, row, (waft_edit_kind)kind, edit);
        }
    }
    return fail_unknown(reader, w, "edit", kinds, WAFT_EDIT_KIND_COUNT);
}

static waft_result read_edit(edits_reader* reader, uint64_t earliest, waft_edit* edit) {
    memset(edit, 0, sizeof(*edit));
    const wafti_word step = next_word(reader);
    if (!wafti_parse_uint(step.text, step.length, &edit->step)) {
        return fail_word(reader, step, "the number of a step");
    }
    if (edit->step < earliest) {
        return wafti_place_fail(&reader->words.place, step.text,
            "step %llu comes after step %llu; steps must not fall", (unsigned long long)edit->step,
            (unsigned long long)earliest);
    }
    const waft_result result = read_kind(reader, edit);
    if (result != WAFT_OK) {
        return result;
    }
    const wafti_word rest = next_word(reader);
    return rest.length == 0 ? WAFT_OK : fail_word(reader, rest, "the end of the line");
}

// Goes to the next line that holds anything but a comment, which starts at *next; false at the end of the file.
static bool next_line(edits_reader* reader, const char* end, const char** next) {
    wafti_words* words = &reader->words;
    while (*next < end) {
        const char* start = *next;
        const char* newline = memchr(start, '\n', (size_t)(end - start));
        *next = newline != NULL ? newline + 1 : end;
        words->end = newline != NULL ? newline : end;
        ++words->place.line;
        words->place.line_start = start;
        const char* comment = memchr(start, '#', (size_t)(words->end - start));
        words->end = comment != NULL ? comment : words->end;
        words->next = start;
        while (words->end > start && memchr(" \t\r", words->end[-1], 3) != NULL) {
            --words->end;
        }
        if (words->end > start) {
            return true;
        }
    }
    return false;
}

// Reads all lines; with `edits` NULL it only counts them.
static waft_result read_lines(
    const wafti_edits_source* from, waft_edit* edits, size_t* out_count, waft_error* out_error) {
    const char* end = from->bytes + from->byte_count;
    const char* next = from->bytes;
    edits_reader reader = {.words = {{from->name, from->bytes, 0, out_error}, next, next, true},
        .allocator = from->allocator};
    wafti_words* words = &reader.words;
    size_t count = 0;
    words->place.line = next_line(&reader, end, &next) ? words->place.line : 1;
    wafti_word first = next_word(&reader);
    first.length = (size_t)(words->end - first.text);
    if (!wafti_word_is(first, WAFTI_EDITS_FIRST_LINE)) {
        return wafti_place_fail(&words->place, first.text,
            "expected '" WAFTI_EDITS_FIRST_LINE "', the first line of an edit log");
    }
    while (next_line(&reader, end, &next)) {
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
        const wafti_edits_source from = {
            .name = path, .bytes = bytes, .byte_count = size, .allocator = allocator};
        result = wafti_edits_parse(&from, out_edits, out_count, out_error);
    }
    waft_text_free(allocator, bytes);
    result =
        result == WAFT_OK ? load_hulls(path, allocator, *out_edits, *out_count, out_error) : result;
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
