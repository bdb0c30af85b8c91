// SPDX-License-Identifier: MIT
#include "run/difference.h"

#include <stdio.h>
#include <string.h>

enum { DEEPEST = 8, LONGEST_VALUE = 40 };

// Where in a JSON text one is: a level for each mapping or list around.
typedef struct level {
    bool list;
    size_t index;    // of a list
    const char* key; // of a mapping, NULL before its first
    int key_length;
} level;

typedef struct place {
    level levels[DEEPEST];
    size_t depth;
    const char* value; // start of the value one is in, NULL in a key
} place;

static const char* string_end(const char* quote) {
    const char* at = quote + 1;
    while (*at != '\0' && *at != '"') {
        at += *at == '\\' && at[1] != '\0' ? 2 : 1;
    }
    return at;
}

static bool open_level(place* self, const char* at) {
    if (self->depth == DEEPEST) {
        return false;
    }
    self->levels[self->depth++] = (level){.list = *at == '['};
    self->value = *at == '[' ? at + 1 : NULL;
    return true;
}

// Steps over a string, which may be the next key; returns its last byte before `end`.
static const char* pass_string(place* self, level* top, const char* at, const char* end) {
    const char* last = string_end(at);
    if (self->value == NULL && top != NULL && last < end) {
        top->key = at + 1;
        top->key_length = (int)(last - at - 1);
    }
    return last < end ? last : end - 1;
}

// Follows the text up to `end`; false if it is nested too deep to be a scene.
static bool find_place(const char* text, const char* end, place* out_place) {
    *out_place = (place){.value = text};
    for (const char* at = text; at < end; ++at) {
        level* top = out_place->depth > 0 ? &out_place->levels[out_place->depth - 1] : NULL;
        if (*at == '{' || *at == '[') {
            if (!open_level(out_place, at)) {
                return false;
            }
        } else if (top != NULL && (*at == '}' || *at == ']')) {
            --out_place->depth;
        } else if (top != NULL && *at == ',') {
            top->index += top->list;
            out_place->value = top->list ? at + 1 : NULL;
        } else if (*at == '"') {
            at = pass_string(out_place, top, at, end);
        } else if (*at == ':') {
            out_place->value = at + 1;
        }
    }
    return true;
}

static size_t write_path(const place* at, char* out_text, size_t size) {
    size_t used = 0;
    out_text[0] = '\0';
    // The key of a mapping that one is about to leave or has just entered says nothing yet.
    const size_t depth = at->value == NULL && at->depth > 0 ? at->depth - 1 : at->depth;
    for (size_t i = 0; i < depth && used < size; ++i) {
        const level* l = &at->levels[i];
        const int added = l->list ? snprintf(out_text + used, size - used, "[%zu]", l->index)
                                  : snprintf(out_text + used, size - used, "%s%.*s",
                                        used > 0 ? "." : "", l->key_length, l->key);
        used += added > 0 ? (size_t)added : 0;
    }
    return used;
}

// A number, word or text; 0 for anything longer or of several values.
static int value_length(const char* value) {
    const size_t length =
        *value == '"' ? (size_t)(string_end(value) - value) + 1 : strcspn(value, ",]}[{");
    return length <= LONGEST_VALUE ? (int)length : 0;
}

bool wafti_scene_difference(const char* old, const char* now, char* out_text, size_t size) {
    size_t same = 0;
    while (old[same] == now[same] && old[same] != '\0') {
        ++same;
    }
    place at;
    if (old[same] == now[same] || !find_place(now, now + same, &at)) {
        return false;
    }
    const size_t used = write_path(&at, out_text, size);
    const bool view = strncmp(out_text, "camera", 6) == 0 || strncmp(out_text, "render", 6) == 0;
    if (used == 0 || used >= size || view) {
        return false;
    }
    if (at.value != NULL) {
        const char* before = old + (at.value - now);
        const int lengths[2] = {value_length(before), value_length(at.value)};
        const bool equal =
            lengths[0] == lengths[1] && memcmp(before, at.value, (size_t)lengths[0]) == 0;
        if (lengths[0] > 0 && lengths[1] > 0 && !equal) {
            (void)snprintf(out_text + used, size - used, ": %.*s, now %.*s", lengths[0], before,
                lengths[1], at.value);
        }
    }
    return true;
}
