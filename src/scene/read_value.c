// SPDX-License-Identifier: MIT
// One value of any type, and the defaults.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "scene/reader.h"

bool wafti_read_refuse(
    const wafti_reader* reader, const wafti_node* node, const char* format, ...) {
    char rest[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(rest, sizeof(rest), format, arguments);
    va_end(arguments);
    if (node->kind != WAFTI_NODE_REFUSED) {
        wafti_report(reader->diagnostics, &node->mark, "%s %s", reader->path, rest);
    }
    return false;
}

bool wafti_node_is_empty(const wafti_node* node) {
    return node->kind == WAFTI_NODE_SCALAR && !node->quoted &&
           (node->text[0] == '\0' || strcmp(node->text, "~") == 0 ||
               strcmp(node->text, "null") == 0);
}

wafti_phrase wafti_node_instead(const wafti_node* node) {
    if (node->kind == WAFTI_NODE_LIST) {
        return wafti_phrase_make(", not a list");
    }
    if (node->kind == WAFTI_NODE_MAP) {
        return wafti_phrase_make(", not a mapping");
    }
    if (wafti_node_is_empty(node)) {
        return wafti_phrase_make(", but it is empty");
    }
    return wafti_phrase_make(
        node->quoted ? ", not the text '%s'" : ", not '%s'", wafti_quote(node->text).text);
}

static bool read_bool(wafti_reader* reader, const wafti_node* node, bool* out_value) {
    const bool plain = node->kind == WAFTI_NODE_SCALAR && !node->quoted;
    if (plain && wafti_words_hold(node->text, "true|false")) {
        *out_value = node->text[0] == 't';
        return true;
    }
    const char* hint = "";
    if (node->kind == WAFTI_NODE_SCALAR) {
        hint = wafti_words_hold(node->text, "yes|Yes|YES|y|on|On|ON|1|True|TRUE|true")
                   ? "; write true"
               : wafti_words_hold(node->text, "no|No|NO|n|off|Off|OFF|0|False|FALSE|false")
                   ? "; write false"
                   : "";
    }
    return wafti_read_refuse(
        reader, node, "must be true or false%s%s", wafti_node_instead(node).text, hint);
}

static bool read_choice(
    wafti_reader* reader, const wafti_param* row, const wafti_node* node, int* out_value) {
    wafti_words choices;
    wafti_words_split(&choices, row->shown.choices);
    const wafti_phrase joined = wafti_words_join(&choices, " or ", choices.count);
    if (node->kind != WAFTI_NODE_SCALAR || wafti_node_is_empty(node)) {
        return wafti_read_refuse(
            reader, node, "must be %s%s", joined.text, wafti_node_instead(node).text);
    }
    *out_value = wafti_words_index(&choices, node->text);
    if (*out_value >= 0) {
        return true;
    }
    const char* near = waft_nearest_word(node->text, choices.list, choices.count);
    wafti_report(reader->diagnostics, &node->mark, "unknown %s '%s'; %s%s%s", reader->path,
        wafti_quote(node->text).text, near != NULL ? "did you mean '" : "it must be ",
        near != NULL ? near : joined.text, near != NULL ? "'?" : "");
    return false;
}

static bool check_words(wafti_reader* reader, const wafti_param* row, const wafti_node* node) {
    wafti_words choices;
    wafti_words_split(&choices, row->shown.choices);
    if (node->kind != WAFTI_NODE_LIST) {
        return wafti_read_refuse(reader, node, "must be a list of words such as [%s, %s]%s",
            choices.list[0], choices.list[1], wafti_node_instead(node).text);
    }
    return node->child_count > 0 ||
           wafti_read_refuse(
               reader, node, "is empty; give at least one word, such as [%s]", choices.list[0]);
}

// Words become bits, in the order in which the row has them.
static bool read_words(
    wafti_reader* reader, const wafti_param* row, const wafti_node* node, uint32_t* out_value) {
    if (!check_words(reader, row, node)) {
        return false;
    }
    uint32_t chosen = 0;
    bool sound = true;
    size_t i = 0;
    for (const wafti_node* item = node->first; item != NULL; item = item->next, ++i) {
        const size_t before = wafti_reader_enter_item(reader, i);
        int index = 0;
        const bool known = read_choice(reader, row, item, &index);
        const uint32_t bit = known ? UINT32_C(1) << index : 0;
        const bool fresh =
            (chosen & bit) == 0 ||
            wafti_read_refuse(reader, item, "is '%s', which is in the list already", item->text);
        sound = sound && known && fresh;
        chosen |= bit;
        wafti_reader_leave(reader, before);
    }
    if (sound) {
        *out_value = chosen;
    }
    return sound;
}

// What may stand inside one line of YAML: controls, line breaks and the byte order mark may not.
static bool is_one_line(const char* text) {
    static const char* const refused[] = {
        "\xE2\x80\xA8", "\xE2\x80\xA9", "\xEF\xBB\xBF", "\xEF\xBF\xBE", "\xEF\xBF\xBF"};
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); ++i) {
        if (strstr(text, refused[i]) != NULL) {
            return false;
        }
    }
    for (const unsigned char* c = (const unsigned char*)text; *c != '\0'; ++c) {
        if (*c < 0x20 || *c == 0x7F || (c[0] == 0xC2 && c[1] < 0xA0)) {
            return false;
        }
    }
    return true;
}

static bool read_text(
    wafti_reader* reader, const wafti_param* row, const wafti_node* node, void* place) {
    if (node->kind != WAFTI_NODE_SCALAR || wafti_node_is_empty(node)) {
        return wafti_read_refuse(reader, node, "must be a text%s", wafti_node_instead(node).text);
    }
    const size_t length = strlen(node->text);
    if ((double)length > row->shown.high) {
        return wafti_read_refuse(reader, node, "is %zu bytes long; at most %d are allowed", length,
            (int)row->shown.high);
    }
    if ((double)length < row->shown.low) {
        return wafti_read_refuse(reader, node, "must not be empty");
    }
    if (!is_one_line(node->text)) {
        return wafti_read_refuse(reader, node, "must be one line without control characters");
    }
    const char* copy = wafti_arena_text(reader->arena, node->text, length);
    reader->no_memory = reader->no_memory || copy == NULL;
    if (copy != NULL) {
        wafti_param_set_text(row, place, copy);
    }
    return copy != NULL;
}

bool wafti_read_value(wafti_reader* reader, const wafti_param* row, wafti_node* node, void* base) {
    char* place = wafti_param_place(row, base);
    bool sound = false;
    int word = 0;
    switch (row->shown.type) {
    case WAFT_PARAM_BOOL:
        sound = read_bool(reader, node, (bool*)place);
        break;
    case WAFT_PARAM_CHOICE:
        sound = read_choice(reader, row, node, &word);
        if (sound) {
            wafti_param_set(row, place, (const double[3]){wafti_param_value_of(row, word)});
        }
        break;
    case WAFT_PARAM_WORDS:
        sound = read_words(reader, row, node, (uint32_t*)(void*)place);
        break;
    case WAFT_PARAM_TEXT:
    case WAFT_PARAM_FILE:
        sound = read_text(reader, row, node, place);
        break;
    default:
        sound = wafti_read_number(reader, row, node, place);
        break;
    }
    if (sound && row->given != 0) {
        *(bool*)(place - row->offset + row->given) = true;
    }
    node->bad = node->bad || !sound;
    return sound;
}
