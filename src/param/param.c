// SPDX-License-Identifier: MIT
#include "param/param.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/error.h"
#include "base/text.h"

size_t wafti_param_length(const wafti_param* row) {
    switch (row->shown.type) {
    case WAFT_PARAM_INT2:
    case WAFT_PARAM_REAL2:
        return 2;
    case WAFT_PARAM_INT3:
    case WAFT_PARAM_REAL3:
        return 3;
    default:
        return 1;
    }
}

bool wafti_param_is_number(const wafti_param* row) {
    switch (row->shown.type) {
    case WAFT_PARAM_INT:
    case WAFT_PARAM_INT2:
    case WAFT_PARAM_INT3:
    case WAFT_PARAM_REAL:
    case WAFT_PARAM_REAL2:
    case WAFT_PARAM_REAL3:
        return true;
    default:
        return false;
    }
}

int wafti_param_word(const char* packed, const char* word, size_t length) {
    for (int index = 0; *packed != '\0'; ++index) {
        const size_t own = strcspn(packed, "|");
        if (own == length && memcmp(packed, word, length) == 0) {
            return index;
        }
        packed += own + (packed[own] == '|' ? 1 : 0);
    }
    return -1;
}

// The compiler may not move the rounding out of its mode.
float wafti_nearest_float(double value) {
    fenv_t host;
    (void)feholdexcept(&host);
    (void)fesetround(FE_TONEAREST);
    const volatile double given = value;
    const volatile float nearest = (float)given;
    (void)fesetenv(&host);
    return nearest;
}

static double number_at(wafti_storage storage, const void* place, size_t index) {
    switch (storage) {
    case WAFTI_STORAGE_FLOAT:
        return (double)((const float*)place)[index];
    case WAFTI_STORAGE_DOUBLE:
        return ((const double*)place)[index];
    case WAFTI_STORAGE_INT32:
        return ((const int32_t*)place)[index];
    case WAFTI_STORAGE_UINT32:
        return ((const uint32_t*)place)[index];
    case WAFTI_STORAGE_INT64:
        return (double)((const int64_t*)place)[index];
    case WAFTI_STORAGE_UINT64:
        return (double)((const uint64_t*)place)[index];
    case WAFTI_STORAGE_BOOL:
        return ((const bool*)place)[index] ? 1.0 : 0.0;
    default:
        return 0.0;
    }
}

void wafti_param_get(const wafti_param* row, const void* place, double out_values[3]) {
    const size_t length = wafti_param_length(row);
    for (size_t i = 0; i < 3; ++i) {
        out_values[i] = i < length ? number_at(row->storage, place, i) : 0.0;
    }
}

void wafti_param_set(const wafti_param* row, void* place, const double values[3]) {
    const size_t length = wafti_param_length(row);
    for (size_t i = 0; i < length; ++i) {
        switch (row->storage) {
        case WAFTI_STORAGE_FLOAT:
            ((float*)place)[i] = wafti_nearest_float(values[i]);
            break;
        case WAFTI_STORAGE_DOUBLE:
            ((double*)place)[i] = values[i];
            break;
        case WAFTI_STORAGE_INT32:
            ((int32_t*)place)[i] = (int32_t)values[i];
            break;
        case WAFTI_STORAGE_UINT32:
            ((uint32_t*)place)[i] = (uint32_t)values[i];
            break;
        case WAFTI_STORAGE_INT64:
            ((int64_t*)place)[i] = (int64_t)values[i];
            break;
        case WAFTI_STORAGE_UINT64:
            ((uint64_t*)place)[i] = (uint64_t)values[i];
            break;
        case WAFTI_STORAGE_BOOL:
            ((bool*)place)[i] = values[i] != 0.0;
            break;
        default:
            break;
        }
    }
}

int wafti_param_value_of(const wafti_param* row, int word) {
    return row->values != NULL ? row->values[word] : word;
}

int wafti_param_word_of(const wafti_param* row, int value) {
    if (row->values == NULL) {
        return value;
    }
    for (size_t i = 0; i < row->value_count; ++i) {
        if (row->values[i] == value) {
            return (int)i;
        }
    }
    return -1;
}

bool wafti_param_has_unset(const wafti_param* row, const void* place) {
    if (row->shown.default_text[0] != '\0' || row->shown.required || !wafti_param_is_number(row)) {
        return false;
    }
    double values[3];
    wafti_param_get(row, place, values);
    bool unset = true;
    for (size_t i = 0; i < wafti_param_length(row); ++i) {
        unset = unset && values[i] == row->unset;
    }
    return unset;
}

const char* wafti_param_text(const wafti_param* row, const void* place) {
    const char* text = place;
    if (row->storage == WAFTI_STORAGE_TEXT) {
        memcpy(&text, place, sizeof(text));
        return text;
    }
    return text[0] != '\0' ? text : NULL;
}

void wafti_param_set_text(const wafti_param* row, void* place, const char* text) {
    if (row->storage == WAFTI_STORAGE_TEXT) {
        memcpy(place, &text, sizeof(text));
    } else {
        (void)snprintf(place, (size_t)row->shown.high + 1, "%s", text != NULL ? text : "");
    }
}

// Bits of the words of "smoke, bodies]".
static uint32_t parse_words(const wafti_param* row, const char* text) {
    uint32_t bits = 0;
    while (*text != '\0' && *text != ']') {
        const size_t length = strcspn(text, ",]");
        const int word = wafti_param_word(row->shown.choices, text, length);
        WAFT_ASSERT(word >= 0);
        bits |= UINT32_C(1) << word;
        text += length;
        text += strspn(text, ", ");
    }
    return bits;
}

// "0.1", "30 deg", "[10, 10]", "true", a word of a choice, or a list of words.
static void parse_default(const wafti_param* row, double out_values[3]) {
    const char* text = row->shown.default_text;
    if (row->shown.type == WAFT_PARAM_BOOL) {
        out_values[0] = text[0] == 't' ? 1.0 : 0.0;
        return;
    }
    if (row->shown.type == WAFT_PARAM_CHOICE) {
        const int word = wafti_param_word(row->shown.choices, text, strlen(text));
        WAFT_ASSERT(word >= 0);
        out_values[0] = wafti_param_value_of(row, word);
        return;
    }
    text += text[0] == '[' ? 1 : 0;
    if (row->shown.type == WAFT_PARAM_WORDS) {
        out_values[0] = parse_words(row, text);
        return;
    }
    for (size_t i = 0; i < wafti_param_length(row); ++i) {
        const size_t length = strcspn(text, ",] ");
        const bool sound = wafti_parse_double(text, length, &out_values[i]);
        WAFT_ASSERT(sound);
        (void)sound;
        text += length;
        out_values[i] *= strcmp(text, " deg") == 0 ? M_PI / 180 : 1;
        text += strspn(text, ", ");
    }
}

void wafti_param_set_default(const wafti_param* row, void* place) {
    double values[3] = {row->unset, row->unset, row->unset};
    if (row->storage == WAFTI_STORAGE_TEXT || row->storage == WAFTI_STORAGE_CHARS) {
        wafti_param_set_text(row, place, NULL);
        return;
    }
    if (row->shown.default_text[0] != '\0') {
        parse_default(row, values);
    }
    wafti_param_set(row, place, values);
}

static size_t count_place(const wafti_param* list) {
    return list->count_offset != 0 ? list->count_offset : list->offset + sizeof(void*);
}

wafti_items wafti_param_items(const wafti_param* list, const void* owner) {
    wafti_items items;
    items.first = (const char*)owner + list->offset;
    if (!list->inside) {
        memcpy(&items.first, items.first, sizeof(items.first));
    }
    memcpy(&items.count, (const char*)owner + count_place(list), sizeof(items.count));
    return items;
}

void wafti_param_set_items(const wafti_param* list, void* owner, wafti_items items) {
    if (!list->inside) {
        memcpy((char*)owner + list->offset, &items.first, sizeof(items.first));
    }
    memcpy((char*)owner + count_place(list), &items.count, sizeof(items.count));
}

void wafti_rows_fill(const wafti_rows* parts, size_t part_count, wafti_owner owner, void* out_def) {
    for (size_t p = 0; p < part_count; ++p) {
        for (size_t i = 0; i < parts[p].count; ++i) {
            const wafti_param* row = &parts[p].rows[i];
            if (row->owner == owner && row->storage != WAFTI_STORAGE_NONE) {
                wafti_param_set_default(row, (char*)out_def + row->offset);
            }
        }
    }
}

void wafti_rows_lay(
    const wafti_rows* parts, size_t part_count, wafti_owner owner, const void* from, void* onto) {
    for (size_t p = 0; p < part_count; ++p) {
        for (size_t i = 0; i < parts[p].count; ++i) {
            const wafti_param* row = &parts[p].rows[i];
            const char* place = (const char*)from + row->offset;
            const bool* flag = row->given != 0 ? (const bool*)from + row->given : NULL;
            WAFT_ASSERT(place != NULL);
            if (row->owner != owner || row->storage == WAFTI_STORAGE_NONE ||
                (flag != NULL ? !*flag : wafti_param_has_unset(row, place))) {
                continue;
            }
            memcpy((char*)onto + row->offset, place, row->size);
            if (flag != NULL) {
                *((bool*)onto + row->given) = true;
            }
        }
    }
}

size_t wafti_rows_members(const wafti_rows* parts, size_t part_count, wafti_owner owner,
    wafti_member* out_members, size_t capacity) {
    size_t count = 0;
    for (size_t p = 0; p < part_count; ++p) {
        for (size_t i = 0; i < parts[p].count && count < capacity; ++i) {
            const wafti_param* row = &parts[p].rows[i];
            if (row->owner == owner && row->storage != WAFTI_STORAGE_NONE) {
                out_members[count++] = (wafti_member){.path = row->shown.path,
                    .offset = row->offset,
                    .size = row->size,
                    .live = row->shown.live};
                if (row->given != 0 && count < capacity) {
                    out_members[count] = out_members[count - 1];
                    out_members[count].offset = row->given;
                    out_members[count++].size = sizeof(bool);
                }
            }
        }
    }
    return count;
}

void wafti_rows_state(const wafti_rows* parts, size_t part_count, wafti_owner owner, void* def,
    wafti_stream* stream) {
    for (size_t p = 0; p < part_count; ++p) {
        for (size_t i = 0; i < parts[p].count; ++i) {
            const wafti_param* row = &parts[p].rows[i];
            if (row->owner != owner || row->storage == WAFTI_STORAGE_NONE) {
                continue;
            }
            char* place = (char*)def + row->offset;
            wafti_stream_bytes(stream, place, row->size);
            if (row->storage == WAFTI_STORAGE_BOOL) {
                // A byte of a file may be anything.
                *(bool*)place = *(const unsigned char*)place != 0;
            }
        }
    }
}

enum { PATH_SIZE = 96 };

// What members are checked against, and what sentences call their struct.
typedef struct checker {
    const wafti_rows* parts;
    size_t part_count;
    const char* name; // of the item; NULL: the rows' paths are complete
    waft_error* error;
} checker;

// "water.trains[2].amplitude", or "handle.at[1]" for a component of what is called "handle".
static const char* describe(
    const checker* self, const wafti_param* row, int component, char buffer[PATH_SIZE]) {
    const char* path = row->shown.path;
    const char* inside = self->name != NULL ? strrchr(path, '[') : NULL;
    const int length = snprintf(buffer, PATH_SIZE, "%s%s", inside != NULL ? self->name : "",
        inside != NULL ? inside + 2 : path);
    if (component >= 0 && length > 0 && length < PATH_SIZE) {
        (void)snprintf(buffer + length, PATH_SIZE - (size_t)length, "[%d]", component);
    }
    return buffer;
}

static waft_result refuse_number(
    const checker* self, const wafti_param* row, int component, double value) {
    char path[PATH_SIZE];
    char numbers[3][32];
    const double shown[3] = {value, row->shown.low, row->shown.high};
    for (int i = 0; i < 3; ++i) {
        (void)(row->storage == WAFTI_STORAGE_FLOAT ? wafti_format_float(numbers[i], (float)shown[i])
                                                   : wafti_format_double(numbers[i], shown[i]));
    }
    const bool whole = row->storage != WAFTI_STORAGE_FLOAT && row->storage != WAFTI_STORAGE_DOUBLE;
    return wafti_fail(self->error, WAFT_ERR_ARGUMENT,
        whole ? "%s is %s: allowed are %s%s to %s" : "%s is %s: allowed are values %s %s up to %s",
        describe(self, row, component, path), numbers[0],
        whole                 ? ""
        : row->shown.low_open ? "above"
                              : "from",
        numbers[1], numbers[2]);
}

static waft_result check_numbers(const checker* self, const wafti_param* row, const void* place) {
    // A bound of the table is a decimal, which a float holds as well as it can.
    const bool single = row->storage == WAFTI_STORAGE_FLOAT;
    const double low = single ? (double)wafti_nearest_float(row->shown.low) : row->shown.low;
    const double high = single ? (double)wafti_nearest_float(row->shown.high) : row->shown.high;
    const int length = (int)wafti_param_length(row);
    double values[3];
    wafti_param_get(row, place, values);
    for (int i = 0; i < length; ++i) {
        // Quiet comparisons: NaN is a wrong value here, not a fault.
        const bool low_ok =
            row->shown.low_open ? isgreater(values[i], low) : isgreaterequal(values[i], low);
        const bool high_ok =
            row->shown.high_open ? isless(values[i], high) : islessequal(values[i], high);
        if (!low_ok || !high_ok) {
            return refuse_number(self, row, length > 1 ? i : -1, values[i]);
        }
    }
    return WAFT_OK;
}

static waft_result check_choice(const checker* self, const wafti_param* row, const void* place) {
    double values[3];
    char path[PATH_SIZE];
    wafti_param_get(row, place, values);
    if (values[0] <= INT32_MAX && wafti_param_word_of(row, (int)values[0]) >= 0) {
        return WAFT_OK;
    }
    return wafti_fail(self->error, WAFT_ERR_ARGUMENT, "%s is %u: there is no such choice",
        describe(self, row, -1, path), (unsigned)(int64_t)values[0]);
}

static waft_result check_words(const checker* self, const wafti_param* row, const void* place) {
    unsigned count = 1;
    for (const char* c = row->shown.choices; *c != '\0'; ++c) {
        count += *c == '|';
    }
    double values[3];
    char path[PATH_SIZE];
    wafti_param_get(row, place, values);
    if (values[0] < (double)(UINT64_C(1) << count)) {
        return WAFT_OK;
    }
    return wafti_fail(self->error, WAFT_ERR_ARGUMENT, "%s is %#x: it has bits that mean nothing",
        describe(self, row, -1, path), (unsigned)values[0]);
}

static waft_result check_text(const checker* self, const wafti_param* row, const void* place) {
    const char* text = wafti_param_text(row, place);
    char path[PATH_SIZE];
    if ((text == NULL || text[0] == '\0') && !row->shown.required) {
        return WAFT_OK;
    }
    const size_t most = (size_t)row->shown.high;
    const size_t length = text != NULL ? strnlen(text, most + 1) : 0;
    const bool short_enough = length <= most;
    if (text != NULL && (double)length >= row->shown.low && short_enough) {
        return WAFT_OK;
    }
    return wafti_fail(self->error, WAFT_ERR_ARGUMENT, "%s is %s: give %d to %d bytes",
        describe(self, row, -1, path), short_enough ? "missing" : "too long", (int)row->shown.low,
        (int)most);
}

// What came from a file may be anything.
static waft_result check_flag(const checker* self, const wafti_param* row, const void* place) {
    unsigned char byte;
    char path[PATH_SIZE];
    memcpy(&byte, place, sizeof(byte));
    return byte <= 1
               ? WAFT_OK
               : wafti_fail(self->error, WAFT_ERR_ARGUMENT, "%s is %u: it must be true or false",
                     describe(self, row, -1, path), (unsigned)byte);
}

static waft_result check_value(const checker* self, const wafti_param* row, const void* place) {
    if (row->storage == WAFTI_STORAGE_BOOL) {
        return check_flag(self, row, place);
    }
    switch (row->shown.type) {
    case WAFT_PARAM_CHOICE:
        return check_choice(self, row, place);
    case WAFT_PARAM_WORDS:
        return check_words(self, row, place);
    case WAFT_PARAM_TEXT:
    case WAFT_PARAM_FILE:
        return check_text(self, row, place);
    default:
        return !wafti_param_is_number(row) || wafti_param_has_unset(row, place)
                   ? WAFT_OK
                   : check_numbers(self, row, place);
    }
}

static waft_result check_members(const checker* self, wafti_owner owner, const void* def);

static waft_result check_items(const checker* self, const wafti_param* list, const void* def) {
    const wafti_items items = wafti_param_items(list, def);
    char path[PATH_SIZE];
    (void)describe(self, list, -1, path);
    if ((double)items.count > list->shown.high || (items.count > 0 && items.first == NULL)) {
        return wafti_fail(self->error, WAFT_ERR_ARGUMENT,
            "%s has %zu entries%s: allowed are 0 to %d, with their array", path, items.count,
            items.first == NULL ? " and no array" : "", (int)list->shown.high);
    }
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < items.count && result == WAFT_OK; ++i) {
        char name[PATH_SIZE + 24];
        (void)snprintf(name, sizeof(name), "%s[%zu]", path, i);
        checker inside = *self;
        inside.name = name;
        result = check_members(
            &inside, list->item_owner, (const char*)items.first + i * list->item_size);
    }
    return result;
}

// Recursion ends with the table: lists of items of lists hold no more lists.
static waft_result check_members(const checker* self, wafti_owner owner, const void* def) {
    for (size_t p = 0; p < self->part_count; ++p) {
        for (size_t i = 0; i < self->parts[p].count; ++i) {
            const wafti_param* row = &self->parts[p].rows[i];
            if (row->owner != owner) {
                continue;
            }
            waft_result result = WAFT_OK;
            if (row->shown.type == WAFT_PARAM_LIST) {
                result = check_items(self, row, def);
            } else if (row->storage != WAFTI_STORAGE_NONE) {
                result = check_value(self, row, (const char*)def + row->offset);
            }
            if (result == WAFT_OK && row->given != 0) {
                result = check_flag(self, row, (const char*)def + row->given);
            }
            if (result != WAFT_OK) {
                return result;
            }
        }
    }
    return WAFT_OK;
}

waft_result wafti_rows_check(const wafti_rows* parts, size_t part_count, wafti_owner owner,
    const void* def, waft_error* error) {
    const checker self = {.parts = parts, .part_count = part_count, .error = error};
    return check_members(&self, owner, def);
}

waft_result wafti_rows_check_item(const wafti_rows* parts, size_t part_count, wafti_owner owner,
    const void* item, const char* name, waft_error* error) {
    const checker self = {.parts = parts, .part_count = part_count, .name = name, .error = error};
    return check_members(&self, owner, item);
}

waft_result wafti_row_check(
    const wafti_param* row, const void* owner, const char* name, waft_error* error) {
    const checker self = {.name = name, .error = error};
    return check_value(&self, row, (const char*)owner + row->offset);
}
