// SPDX-License-Identifier: MIT
#include "io/json_read.h"

#include "base/text.h"

#include <string.h>

typedef struct scanner {
    const char* next;
    const char* end;
} scanner;

static void skip_space(scanner* s) {
    while (s->next < s->end && memchr(" \t\n\r", *s->next, 4) != NULL) {
        ++s->next;
    }
}

static bool take(scanner* s, char c) {
    skip_space(s);
    if (s->next == s->end || *s->next != c) {
        return false;
    }
    ++s->next;
    return true;
}

// From the opening quote past the closing one.
static bool skip_string(scanner* s) {
    if (s->next == s->end || *s->next != '"') {
        return false;
    }
    for (++s->next; s->next < s->end; ++s->next) {
        const char c = *s->next;
        if (c == '"') {
            ++s->next;
            return true;
        }
        if (c == '\\') {
            ++s->next;
        }
        if ((unsigned char)c < 0x20 || s->next == s->end) {
            return false;
        }
    }
    return false;
}

// Nested values are only counted through: brackets outside strings must balance.
static bool skip_nested(scanner* s) {
    size_t depth = 0;
    while (s->next < s->end) {
        const char c = *s->next;
        if (c == '"') {
            if (!skip_string(s)) {
                return false;
            }
            continue;
        }
        ++s->next;
        if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            if (--depth == 0) {
                return true;
            }
        }
    }
    return false;
}

static bool skip_value(scanner* s) {
    if (s->next == s->end) {
        return false;
    }
    if (*s->next == '"') {
        return skip_string(s);
    }
    if (*s->next == '{' || *s->next == '[') {
        return skip_nested(s);
    }
    const char* start = s->next;
    while (s->next < s->end && strchr(",}] \t\r\n", *s->next) == NULL) {
        ++s->next;
    }
    return s->next > start;
}

bool wafti_json_next_member(
    wafti_json_list* object, wafti_json_value* out_key, wafti_json_value* out_value) {
    scanner s = {object->next, object->end};
    if (!take(&s, object->begun ? ',' : '{')) {
        return false;
    }
    skip_space(&s);
    out_key->text = s.next + 1;
    if (!skip_string(&s)) {
        return false;
    }
    out_key->length = (size_t)(s.next - out_key->text) - 1;
    if (!take(&s, ':')) {
        return false;
    }
    skip_space(&s);
    out_value->text = s.next;
    if (!skip_value(&s)) {
        return false;
    }
    out_value->length = (size_t)(s.next - out_value->text);
    object->next = s.next;
    object->begun = true;
    return true;
}

// Walks all members; with `wanted`, notes the value of the first so called. True if the text is whole.
static bool walk(
    wafti_json_value object, const char* wanted, wafti_json_value* out_value, bool* found) {
    wafti_json_list members = wafti_json_walk(object);
    wafti_json_value key;
    wafti_json_value value;
    while (wafti_json_next_member(&members, &key, &value)) {
        if (wanted != NULL && !*found && key.length == strlen(wanted) &&
            memcmp(key.text, wanted, key.length) == 0) {
            *out_value = value;
            *found = true;
        }
    }
    scanner s = {members.next, members.end};
    const bool closed = (members.begun || take(&s, '{')) && take(&s, '}');
    skip_space(&s);
    return closed && s.next == s.end;
}

bool wafti_json_is_object(wafti_json_value value) {
    bool found = false;
    return walk(value, NULL, NULL, &found);
}

bool wafti_json_member(wafti_json_value object, const char* key, wafti_json_value* out_value) {
    bool found = false;
    return walk(object, key, out_value, &found) && found;
}

bool wafti_json_next(wafti_json_list* list, wafti_json_value* out_value) {
    scanner s = {list->next, list->end};
    if (!take(&s, list->begun ? ',' : '[')) {
        return false;
    }
    skip_space(&s);
    *out_value = (wafti_json_value){s.next, 0};
    if (!skip_value(&s)) {
        return false;
    }
    out_value->length = (size_t)(s.next - out_value->text);
    list->next = s.next;
    list->begun = true;
    return true;
}

wafti_json_list wafti_json_walk(wafti_json_value list) {
    return (wafti_json_list){list.text, list.text + list.length, false};
}

bool wafti_json_item(wafti_json_value list, size_t index, wafti_json_value* out_value) {
    wafti_json_list walking = wafti_json_walk(list);
    for (size_t i = 0; wafti_json_next(&walking, out_value); ++i) {
        if (i == index) {
            return true;
        }
    }
    return false;
}

// One character of a string, escapes undone, as UTF-8; our own writer escapes only quotes,
// backslashes and control characters.
static size_t read_character(scanner* s, char out[8]) {
    memset(out, 0, 8);
    if (*s->next != '\\') {
        const size_t length = wafti_utf8_length(s->next);
        const size_t taken = length > 0 ? length : 1;
        memcpy(out, s->next, taken);
        s->next += taken;
        return taken;
    }
    const char kind = s->next[1];
    s->next += 2;
    if (kind == 'u') {
        uint64_t code = 0;
        s->next += s->end - s->next >= 4 && wafti_parse_hex(s->next, 4, &code) ? 4 : 0;
        out[0] = code > 0 && code < 0x80 ? (char)code : '?';
        return 1;
    }
    static const char escapes[] = "b\bf\fn\nr\rt\t";
    const char* found = strchr(escapes, kind);
    out[0] = found != NULL && kind > '\r' ? found[1] : kind;
    return 1;
}

bool wafti_json_string(wafti_json_value object, const char* key, char* buffer, size_t buffer_size) {
    wafti_json_value value;
    if (!wafti_json_member(object, key, &value) || value.text[0] != '"') {
        return false;
    }
    scanner s = {value.text + 1, value.text + value.length - 1};
    size_t used = 0;
    while (s.next < s.end) {
        char character[8];
        const size_t count = read_character(&s, character);
        if (used + count >= buffer_size) {
            break;
        }
        memcpy(buffer + used, character, count);
        used += count;
    }
    buffer[used] = '\0';
    return true;
}

bool wafti_json_uint(wafti_json_value object, const char* key, uint64_t* out_value) {
    wafti_json_value value;
    return wafti_json_member(object, key, &value) &&
           wafti_parse_uint(value.text, value.length, out_value);
}

bool wafti_json_int(wafti_json_value object, const char* key, int64_t* out_value) {
    wafti_json_value value;
    return wafti_json_member(object, key, &value) &&
           wafti_parse_int(value.text, value.length, out_value);
}

bool wafti_json_double(wafti_json_value object, const char* key, double* out_value) {
    wafti_json_value value;
    return wafti_json_member(object, key, &value) &&
           wafti_parse_double(value.text, value.length, out_value);
}

bool wafti_json_hash(wafti_json_value object, const char* key, uint64_t* out_value) {
    wafti_json_value value;
    return wafti_json_member(object, key, &value) && value.length == 18 && value.text[0] == '"' &&
           wafti_parse_hex(value.text + 1, 16, out_value);
}
