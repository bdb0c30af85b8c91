// SPDX-License-Identifier: MIT
// Numbers, vectors and curves: text to SI, with a sentence for everything that may be wrong.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "scene/reader.h"
#include "scene/units.h"

enum { NUMBER_SIZE = 40 };

static bool refuse_text(wafti_reader* reader, const wafti_param* row, const wafti_node* node) {
    const wafti_phrase end = wafti_node_instead(node);
    if (row->word != NULL) {
        return wafti_read_refuse(
            reader, node, "must be a number or the word %s%s", row->word, end.text);
    }
    if (row->shown.unit[0] == '\0') {
        return wafti_read_refuse(reader, node, "must be a number%s", end.text);
    }
    return wafti_read_refuse(reader, node, "must be a number or a quantity such as '%s'%s",
        wafti_unit_example(row->shown.unit), end.text);
}

// True if `text` without the characters `odd`, or with them replaced by `instead`, is a number that
// we read; the repaired text goes to `repaired`.
static bool repair(const char* text, char odd, const char* instead, char repaired[NUMBER_SIZE]) {
    size_t used = 0;
    for (const char* c = text; *c != '\0'; ++c) {
        const size_t room = NUMBER_SIZE - 1 - used;
        const char* piece = *c == odd ? instead : c;
        const size_t length = *c == odd ? strlen(instead) : 1;
        if (length > room) {
            return false;
        }
        memcpy(repaired + used, piece, length);
        used += length;
    }
    repaired[used] = '\0';
    wafti_quantity quantity;
    const wafti_quantity_status status = wafti_quantity_read(repaired, "", &quantity);
    return strchr(text, odd) != NULL && status == WAFTI_QUANTITY_OK && !quantity.has_unit;
}

// 0x10, 0b101 and 0o17 are numbers to some readers of YAML and text to others.
static bool is_based(const char* text) {
    return text[0] == '0' && strchr("xXbBoO", text[1]) != NULL && text[1] != '\0' &&
           strspn(text + 2, "0123456789abcdefABCDEF") == strlen(text + 2) && text[2] != '\0';
}

static bool has_leading_zero(const char* text) {
    const char* digits = text + (*text == '+' || *text == '-' ? 1 : 0);
    return digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9';
}

// What is not a number but was meant as one: each gets its own hint. True if one was reported.
static bool report_odd_number(wafti_reader* reader, const wafti_node* node) {
    char repaired[NUMBER_SIZE];
    const char* hint = NULL;
    const char* number = "";
    if (wafti_words_hold(
            node->text, ".nan|nan|NaN|.NaN|.NAN|.inf|-.inf|inf|-inf|.Inf|-.Inf|Infinity")) {
        hint = "it must be a finite number";
    } else if (repair(node->text, ',', ".", repaired)) {
        hint = "write the decimal point as '.': ";
        number = repaired;
    } else if (repair(node->text, '_', "", repaired)) {
        hint = "write it without '_': ";
        number = repaired;
    } else if (is_based(node->text)) {
        hint = "write it as a decimal number";
    } else if (has_leading_zero(node->text)) {
        hint = "write it without the leading zero";
    }
    return hint != NULL && !wafti_read_refuse(reader, node, "is '%s'; %s%s",
                               wafti_quote(node->text).text, hint, number);
}

static bool refuse_unit(wafti_reader* reader, const wafti_param* row, const wafti_node* node,
    const wafti_quantity* quantity) {
    const size_t length = quantity->bad_length < NUMBER_SIZE ? quantity->bad_length : NUMBER_SIZE;
    const wafti_phrase part = wafti_phrase_make("%.*s", (int)length, quantity->bad);
    // "4 5" and "2*3" are not quantities in a wrong unit.
    const char first = part.text[0];
    const bool word = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
    if (row->shown.unit[0] == '\0' || !word) {
        return refuse_text(reader, row, node);
    }
    const bool celsius = strcmp(row->shown.unit, "K") == 0;
    wafti_report(reader->diagnostics, &node->mark, "unknown unit '%s' in %s; %s takes %s%s",
        wafti_quote(part.text).text, reader->path, wafti_unit_kind_of(row->shown.unit),
        wafti_unit_names(row->shown.unit).text,
        celsius ? "; temperatures are K over that of the air" : "");
    return false;
}

static bool refuse_kind(wafti_reader* reader, const wafti_param* row, const wafti_node* node,
    const wafti_quantity* quantity) {
    const char* given = wafti_unit_kind(&quantity->unit);
    const bool plain = row->shown.unit[0] == '\0';
    return wafti_read_refuse(reader, node, "is %s%s%s%s, but '%s' is %s",
        wafti_unit_kind_of(row->shown.unit), plain ? "" : " (", row->shown.unit, plain ? "" : ")",
        wafti_quote(node->text).text, given != NULL ? given : "not");
}

// "at least 4", "above 0 m": the bound that was broken.
static bool refuse_range(
    wafti_reader* reader, const wafti_param* row, const wafti_node* node, bool too_low) {
    const waft_param* shown = &row->shown;
    const double bound = too_low ? shown->low : shown->high;
    int degrees = 0;
    const bool angle = wafti_param_degrees(row, bound, &degrees);
    const wafti_phrase number = too_low && row->least != NULL ? wafti_phrase_make("%s", row->least)
                                : angle                       ? wafti_phrase_make("%d deg", degrees)
                                                              : wafti_phrase_double(bound);
    const bool plain = strspn(node->text, "+-.0123456789eE") == strlen(node->text);
    // "-1 1/m/s" would not read well.
    const char* unit = shown->unit[0] == '1' ? "" : shown->unit;
    const bool open = too_low ? shown->low_open : shown->high_open;
    const char* relation = shown->low == shown->high ? ""
                           : too_low                 ? (open ? "above " : "at least ")
                                                     : (open ? "below " : "at most ");
    const bool unit_after = bound != 0.0 && unit[0] != '\0' && !angle;
    return wafti_read_refuse(reader, node, "is %s%s%s; it must be %s%s%s%s",
        wafti_quote(node->text).text, plain && unit[0] != '\0' ? " " : "", plain ? unit : "",
        relation, number.text, unit_after ? " " : "", unit_after ? unit : "");
}

static bool check_range(
    wafti_reader* reader, const wafti_param* row, const wafti_node* node, double value) {
    const waft_param* shown = &row->shown;
    // Where a float holds it, it is in range if that float is. What rounds to a bound that is not
    // allowed is out as well.
    const bool single = row->storage == WAFTI_STORAGE_FLOAT;
    const double rounded = (double)(float)value;
    const double low = single ? (double)(float)shown->low : shown->low;
    const double high = single ? (double)(float)shown->high : shown->high;
    const double held = single ? rounded : value;
    const bool too_low = shown->low_open ? !(value > shown->low) || !(rounded > low) : held < low;
    const bool too_high = shown->high_open ? !(held < high) : held > high;
    if (too_low && value > shown->low) {
        return wafti_read_refuse(
            reader, node, "is %s, which is too small a number", wafti_quote(node->text).text);
    }
    return (!too_low && !too_high) || refuse_range(reader, row, node, too_low);
}

static bool read_real(
    wafti_reader* reader, const wafti_param* row, const wafti_node* node, double* out_value) {
    if (node->kind != WAFTI_NODE_SCALAR || wafti_node_is_empty(node)) {
        return refuse_text(reader, row, node);
    }
    wafti_quantity quantity;
    const wafti_quantity_status status =
        wafti_quantity_read(node->text, row->shown.unit, &quantity);
    const bool odd = (status != WAFTI_QUANTITY_OK || has_leading_zero(node->text)) &&
                     report_odd_number(reader, node);
    if (odd) {
        return false;
    }
    switch (status) {
    case WAFTI_QUANTITY_NO_NUMBER:
        return refuse_text(reader, row, node);
    case WAFTI_QUANTITY_TOO_LARGE:
        return wafti_read_refuse(
            reader, node, "is %s, which is too large a number", wafti_quote(node->text).text);
    case WAFTI_QUANTITY_UNKNOWN_UNIT:
        return refuse_unit(reader, row, node, &quantity);
    case WAFTI_QUANTITY_WRONG_KIND:
        return refuse_kind(reader, row, node, &quantity);
    case WAFTI_QUANTITY_OK:
        break;
    }
    if (node->quoted && !quantity.has_unit) {
        return wafti_read_refuse(
            reader, node, "is the text '%s'; remove the quotes", wafti_quote(node->text).text);
    }
    *out_value = quantity.value;
    return check_range(reader, row, node, quantity.value);
}

static bool read_int(
    wafti_reader* reader, const wafti_param* row, const wafti_node* node, double* out_value) {
    wafti_quantity quantity = {0};
    const bool plain = node->kind == WAFTI_NODE_SCALAR && !node->quoted;
    const bool number = plain &&
                        wafti_quantity_read(node->text, "", &quantity) == WAFTI_QUANTITY_OK &&
                        !quantity.has_unit && !has_leading_zero(node->text);
    if (!number && plain && report_odd_number(reader, node)) {
        return false;
    }
    const double value = quantity.value;
    if (!number || strpbrk(node->text, ".eE") != NULL) {
        const bool whole = number && fabs(value) < 1e15 && value == floor(value);
        return wafti_read_refuse(reader, node, "must be a whole number%s%s",
            wafti_node_instead(node).text,
            whole ? wafti_phrase_make("; write %lld", (long long)value).text : "");
    }
    *out_value = value;
    return check_range(reader, row, node, value);
}

static bool has_lists_inside(const wafti_node* node) {
    return node->kind == WAFTI_NODE_LIST && node->first != NULL &&
           node->first->kind == WAFTI_NODE_LIST;
}

static bool check_vector(wafti_reader* reader, const wafti_param* row, const wafti_node* node) {
    const size_t length = wafti_param_length(row);
    if (node->kind != WAFTI_NODE_LIST) {
        return wafti_read_refuse(reader, node, "must be a list of %zu numbers such as %s%s", length,
            length == 2 ? "[1, 2]" : "[1, 2, 3]", wafti_node_instead(node).text);
    }
    return node->child_count == length ||
           wafti_read_refuse(
               reader, node, "must have %zu numbers, not %zu", length, node->child_count);
}

static bool read_number(
    wafti_reader* reader, const wafti_param* row, const wafti_node* node, double* out_value) {
    const waft_param_type type = row->shown.type;
    const bool whole = type == WAFT_PARAM_INT || type == WAFT_PARAM_INT2 || type == WAFT_PARAM_INT3;
    return whole ? read_int(reader, row, node, out_value) : read_real(reader, row, node, out_value);
}

static bool read_numbers(
    wafti_reader* reader, const wafti_param* row, const wafti_node* node, double out_values[3]) {
    if (wafti_param_length(row) == 1) {
        return read_number(reader, row, node, out_values);
    }
    if (!check_vector(reader, row, node)) {
        return false;
    }
    bool sound = true;
    size_t i = 0;
    for (const wafti_node* item = node->first; item != NULL; item = item->next, ++i) {
        const size_t before = wafti_reader_enter_item(reader, i);
        sound = read_number(reader, row, item, &out_values[i]) && sound;
        wafti_reader_leave(reader, before);
    }
    return sound;
}

// Times of keys, as a row of their own.
static const wafti_param key_time = {.shown = {.type = WAFT_PARAM_REAL,
                                         .unit = "s",
                                         .high = 1e9,
                                         .default_text = "",
                                         .choices = "",
                                         .only_if = ""}};

// The word behind a key, which says how the value goes to the next.
static bool read_ease(wafti_reader* reader, const wafti_node* node, waft_ease* out_ease) {
    const int word = node->kind == WAFTI_NODE_SCALAR
                         ? wafti_param_word("linear|step|smooth", node->text, strlen(node->text))
                         : -1;
    if (word < 0) {
        return wafti_read_refuse(
            reader, node, "must be linear, step or smooth%s", wafti_node_instead(node).text);
    }
    *out_ease = (waft_ease)word;
    return true;
}

static bool read_key(wafti_reader* reader, const wafti_param* row, const wafti_node* node,
    wafti_scene_key* out_key) {
    if (node->kind != WAFTI_NODE_LIST) {
        return wafti_read_refuse(
            reader, node, "must be a pair [time, value]%s", wafti_node_instead(node).text);
    }
    if (node->child_count < 2 || node->child_count > 3) {
        return wafti_read_refuse(reader, node,
            "must be a pair [time, value], perhaps with linear, step or smooth, not %zu things",
            node->child_count);
    }
    const size_t before = wafti_reader_enter_item(reader, 0);
    bool sound = read_real(reader, &key_time, node->first, &out_key->time);
    wafti_reader_leave(reader, before);
    (void)wafti_reader_enter_item(reader, 1);
    wafti_param number = *row;
    number.word = NULL; // it stands for all of the time
    sound = read_numbers(reader, &number, node->first->next, out_key->value) && sound;
    wafti_reader_leave(reader, before);
    out_key->ease = WAFT_EASE_LINEAR;
    if (node->child_count == 3) {
        (void)wafti_reader_enter_item(reader, 2);
        sound = read_ease(reader, node->first->next->next, &out_key->ease) && sound;
        wafti_reader_leave(reader, before);
    }
    return sound;
}

static bool check_rising(wafti_reader* reader, const wafti_node* node, const wafti_scene_key* key) {
    return key[0].time > key[-1].time ||
           wafti_read_refuse(reader, node,
               "is at %s s, but the key before it is at %s s; times must rise",
               wafti_phrase_double(key[0].time).text, wafti_phrase_double(key[-1].time).text);
}

// A number or vector as it is read; with keys, `value` is that of the first.
typedef struct curve {
    double value[3];
    wafti_scene_key* keys;
    size_t key_count;
} curve;

static bool read_keys(
    wafti_reader* reader, const wafti_param* row, const wafti_node* node, curve* out_curve) {
    wafti_scene_key* keys =
        wafti_arena_take(reader->arena, node->child_count, sizeof(wafti_scene_key));
    if (keys == NULL) {
        reader->no_memory = true;
        return false;
    }
    if (node->child_count == 0) {
        return wafti_read_refuse(reader, node, "has no keys; give a value or pairs [time, value]");
    }
    bool sound = true;
    size_t i = 0;
    for (const wafti_node* item = node->first; item != NULL; item = item->next, ++i) {
        const size_t before = wafti_reader_enter_item(reader, i);
        sound = read_key(reader, row, item, &keys[i]) && sound;
        sound = sound && (i == 0 || check_rising(reader, item, &keys[i]));
        wafti_reader_leave(reader, before);
        if (item->kind != WAFTI_NODE_LIST) {
            break; // a flat list; once said is enough
        }
    }
    if (sound) {
        *out_curve = (curve){.keys = keys, .key_count = node->child_count};
        memcpy(out_curve->value, keys[0].value, sizeof(keys[0].value));
    }
    return sound;
}

// One value; it may be a word.
static bool read_steady(
    wafti_reader* reader, const wafti_param* row, const wafti_node* node, curve* out_curve) {
    *out_curve = (curve){.value = {row->word_value}};
    const bool word =
        row->word != NULL && node->kind == WAFTI_NODE_SCALAR && strcmp(node->text, row->word) == 0;
    return word || read_numbers(reader, row, node, out_curve->value);
}

// Keys stand beside the struct that has the value.
static bool keep_keys(wafti_reader* reader, const wafti_param* row, const curve* read) {
    wafti_keyed* keyed = wafti_arena_take(reader->arena, 1, sizeof(wafti_keyed));
    if (keyed == NULL) {
        reader->no_memory = true;
        return false;
    }
    *keyed = (wafti_keyed){.row = row,
        .index = reader->index,
        .keys = read->keys,
        .key_count = read->key_count,
        .next = *reader->keyed};
    *reader->keyed = keyed;
    return true;
}

bool wafti_read_number(
    wafti_reader* reader, const wafti_param* row, const wafti_node* node, void* place) {
    const bool vector = wafti_param_length(row) > 1;
    const bool keys = vector ? has_lists_inside(node) : node->kind == WAFTI_NODE_LIST;
    curve read;
    if (keys && row->shown.animates) {
        if (!read_keys(reader, row, node, &read)) {
            return false;
        }
    } else if (has_lists_inside(node)) {
        return wafti_read_refuse(reader, node, "cannot change over time; give one value");
    } else if (!read_steady(reader, row, node, &read)) {
        return false;
    }
    wafti_param_set(row, place, read.value);
    return read.key_count == 0 || keep_keys(reader, row, &read);
}
