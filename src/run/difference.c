// SPDX-License-Identifier: MIT
#include "run/difference.h"

#include "io/json_read.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_VALUE = 40 };

static bool is_same(wafti_json_value a, wafti_json_value b) {
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

static bool is_nested(wafti_json_value value) {
    return *value.text == '{' || *value.text == '[';
}

// The next member of a mapping or item of a list, which has no key.
static bool next_of(
    wafti_json_list* values, bool list, wafti_json_value* out_key, wafti_json_value* out_value) {
    *out_key = (wafti_json_value){"", 0};
    return list ? wafti_json_next(values, out_value)
                : wafti_json_next_member(values, out_key, out_value);
}

// Goes to the first value inside that differs and writes its name; false if keys or counts differ before.
static bool step_in(wafti_json_value at[2], const char* dot, char* out_name, size_t size) {
    const bool list = *at[1].text == '[';
    wafti_json_list walks[2] = {wafti_json_walk(at[0]), wafti_json_walk(at[1])};
    wafti_json_value keys[2];
    wafti_json_value values[2];
    for (size_t index = 0;
         next_of(&walks[0], list, &keys[0], &values[0]) &&
         next_of(&walks[1], list, &keys[1], &values[1]) && is_same(keys[0], keys[1]);
         ++index) {
        if (!is_same(values[0], values[1])) {
            const int length =
                list ? snprintf(out_name, size, "[%zu]", index)
                     : snprintf(out_name, size, "%s%.*s", dot, (int)keys[1].length, keys[1].text);
            memcpy(at, values, sizeof(values));
            return length > 0 && (size_t)length < size;
        }
    }
    return false;
}

bool wafti_scene_difference(const char* old, const char* now, char* out_text, size_t size) {
    wafti_json_value at[2] = {{old, strlen(old)}, {now, strlen(now)}};
    size_t used = 0;
    while (is_nested(at[1]) && *at[0].text == *at[1].text &&
           step_in(at, used > 0 ? "." : "", out_text + used, size - used)) {
        used += strlen(out_text + used);
    }
    out_text[used] = '\0';
    if (used == 0 || strncmp(out_text, "camera", 6) == 0 || strncmp(out_text, "render", 6) == 0) {
        return false;
    }
    if (!is_nested(at[0]) && !is_nested(at[1]) && at[0].length <= LONGEST_VALUE &&
        at[1].length <= LONGEST_VALUE) {
        (void)snprintf(out_text + used, size - used, ": %.*s, now %.*s", (int)at[0].length,
            at[0].text, (int)at[1].length, at[1].text);
    }
    return true;
}
