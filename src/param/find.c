// SPDX-License-Identifier: MIT
// Rows by their paths, and whether they count.
#include <string.h>

#include "base/text.h"
#include "param/param.h"

// Reads "[12]" at the start of a text; its length, 0 if it is none.
static size_t read_brackets(const char* text, uint32_t* out_number) {
    const size_t digits = text[0] == '[' ? strspn(text + 1, "0123456789") : 0;
    uint64_t number = 0;
    if (digits == 0 || text[1 + digits] != ']' || !wafti_parse_uint(text + 1, digits, &number) ||
        number > UINT32_MAX) {
        return 0;
    }
    *out_number = (uint32_t)number;
    return digits + 2;
}

// Whether a path is that of a row, with a number in its brackets, and at its end perhaps that of a component.
static bool is_path_of(const wafti_param* row, const char* path, wafti_named* out_named) {
    const char* pattern = row->shown.path;
    *out_named = (wafti_named){.row = row, .component = -1};
    while (*pattern != '\0' && *pattern == *path) {
        if (pattern[0] == '[' && pattern[1] == ']') {
            const size_t length = read_brackets(path, &out_named->index);
            if (length == 0) {
                return false;
            }
            path += length;
            pattern += 2;
        } else {
            ++pattern;
            ++path;
        }
    }
    uint32_t component = 0;
    const size_t length = *pattern == '\0' ? read_brackets(path, &component) : 0;
    if (length > 0 && wafti_param_length(row) > 1 && component < wafti_param_length(row)) {
        out_named->component = (int)component;
        path += length;
    }
    return *pattern == '\0' && *path == '\0';
}

bool wafti_rows_find(
    const wafti_rows* parts, size_t part_count, const char* path, wafti_named* out_named) {
    for (size_t p = 0; p < part_count; ++p) {
        for (size_t i = 0; i < parts[p].count; ++i) {
            if (is_path_of(&parts[p].rows[i], path, out_named)) {
                return true;
            }
        }
    }
    return false;
}

// The choice beside a row that a condition names by its key.
static const wafti_param* find_deciding(const wafti_rows* parts, size_t part_count,
    const wafti_param* row, const char* key, size_t length) {
    const char* dot = strrchr(row->shown.path, '.');
    const size_t group = dot != NULL ? (size_t)(dot - row->shown.path) + 1 : 0;
    for (size_t p = 0; p < part_count; ++p) {
        for (size_t i = 0; i < parts[p].count; ++i) {
            const wafti_param* other = &parts[p].rows[i];
            const char* path = other->shown.path;
            if (other->owner == row->owner && strlen(path) == group + length &&
                memcmp(path, row->shown.path, group) == 0 &&
                memcmp(path + group, key, length) == 0) {
                return other;
            }
        }
    }
    return NULL;
}

bool wafti_row_applies(
    const wafti_rows* parts, size_t part_count, const wafti_param* row, const void* def) {
    static const char joint[] = " and ";
    for (const char* text = row->shown.only_if; text != NULL && *text != '\0';) {
        const size_t key = strcspn(text, "!=");
        const bool excludes = text[key] == '!';
        const char* words = text + key + (excludes ? 2 : 1);
        const size_t words_length = strcspn(words, " ");
        const wafti_param* decides = find_deciding(parts, part_count, row, text, key);
        if (decides != NULL) {
            double value[3];
            wafti_param_get(decides, (const char*)def + decides->offset, value);
            const int place = wafti_param_word_of(decides, (int)value[0]);
            bool listed = false;
            for (size_t at = 0; at < words_length;) {
                const size_t length = strcspn(words + at, "| ");
                listed =
                    listed || wafti_param_word(decides->shown.choices, words + at, length) == place;
                at += length + 1;
            }
            if (listed == excludes) {
                return false;
            }
        }
        text = strstr(text, joint);
        text = text != NULL ? text + strlen(joint) : NULL;
    }
    return true;
}
