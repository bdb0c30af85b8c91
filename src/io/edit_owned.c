// SPDX-License-Identifier: MIT
#include "io/edit_owned.h"

#include "base/error.h"
#include "base/memory.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const char* const ease_words[] = {"linear", "step", "smooth"};

// ---- write

// Characters that end a word or begin a comment, and what else is no plain character.
static void add_text(wafti_text* text, const char* value) {
    for (const char* c = value; *c != '\0'; ++c) {
        const unsigned char byte = (unsigned char)*c;
        if (byte <= ' ' || byte == '#' || byte == '%' || byte == 0x7f) {
            wafti_text_format(text, "%%%02x", (unsigned)byte);
        } else {
            wafti_text_add_bytes(text, c, 1);
        }
    }
}

// The pointer and the number of a list follow one another.
typedef struct item_list {
    void* items;
    size_t count;
} item_list;

// What a waft_solid_key and a waft_key have in common.
typedef struct item {
    double time;
    double numbers[7]; // a pose, or one value
    waft_ease ease;
} item;

static bool is_pose(const wafti_param* row) {
    return row->item_size == sizeof(waft_solid_key);
}

static int number_count(const wafti_param* row) {
    return is_pose(row) ? 7 : 1;
}

static item take_item(const wafti_param* row, const void* from) {
    if (!is_pose(row)) {
        const waft_key* key = from;
        return (item){key->time, {key->value}, key->ease};
    }
    const waft_solid_key* key = from;
    const waft_vec3 p = key->pose.position;
    const waft_quat q = key->pose.rotation;
    return (item){key->time, {p.x, p.y, p.z, q.x, q.y, q.z, q.w}, key->ease};
}

static void put_item(const wafti_param* row, const item* from, void* out) {
    const double* n = from->numbers;
    const waft_key angle = {from->time, n[0], from->ease};
    const waft_solid_key pose = {.time = from->time,
        .pose = {{(float)n[0], (float)n[1], (float)n[2]},
            {(float)n[3], (float)n[4], (float)n[5], (float)n[6]}},
        .ease = from->ease};
    memcpy(out, is_pose(row) ? (const void*)&pose : (const void*)&angle, row->item_size);
}

static waft_result add_list(
    wafti_text* text, const wafti_edit_key* key, const item_list* list, waft_error* error) {
    for (size_t i = 0; i < list->count; ++i) {
        const item it = take_item(key->row, (const char*)list->items + i * key->row->item_size);
        bool fits = isfinite(it.time) && (unsigned)it.ease <= WAFT_EASE_SMOOTH;
        wafti_text_add(text, i > 0 ? ";" : "");
        wafti_text_add_double(text, it.time);
        for (int n = 0; n < number_count(key->row); ++n) {
            fits = fits && isfinite(it.numbers[n]);
            wafti_text_add(text, ",");
            if (is_pose(key->row)) {
                wafti_text_add_float(text, (float)it.numbers[n]);
            } else {
                wafti_text_add_double(text, it.numbers[n]);
            }
        }
        if (!fits) {
            return wafti_fail(
                error, WAFT_ERR_ARGUMENT, "an edit's %s is not a finite number", key->name);
        }
        if (it.ease != WAFT_EASE_LINEAR) {
            wafti_text_format(text, ",%s", ease_words[it.ease]);
        }
    }
    return WAFT_OK;
}

waft_result wafti_edit_add_owned(
    wafti_text* text, const wafti_edit_key* key, const void* at, waft_error* out_error) {
    if (key->row->item_size > 0) {
        item_list list;
        memcpy(&list, at, sizeof(list));
        return add_list(text, key, &list, out_error);
    }
    const char* value = NULL;
    memcpy(&value, at, sizeof(value));
    add_text(text, value != NULL ? value : "");
    return WAFT_OK;
}

// ---- read

const char* wafti_edit_owned_form(const wafti_param* row) {
    return row->item_size == 0 ? "a text"
           : is_pose(row)
               ? "poses with ';' between them, each a time, three numbers of a place and four of a "
                 "rotation with commas, perhaps step or smooth"
               : "angles with ';' between them, each a time and a number with a comma, perhaps "
                 "step or smooth";
}

// Writes the text that a value stands for, unless `out` is NULL; its length, SIZE_MAX if it is no text.
static size_t unescape(const char* value, size_t length, char* out) {
    size_t used = 0;
    for (size_t i = 0; i < length; ++i) {
        char c = value[i];
        if (c == '%') {
            uint64_t byte = 0;
            if (length - i < 3 || !wafti_parse_hex(value + i + 1, 2, &byte) || byte == 0) {
                return SIZE_MAX;
            }
            c = (char)byte;
            i += 2;
        }
        if (out != NULL) {
            out[used] = c;
        }
        ++used;
    }
    return used;
}

static void free_text(const waft_allocator* allocator, const char* text) {
    char* own = NULL;
    memcpy(&own, &text, sizeof(text)); // as it was taken
    wafti_release(allocator, own, text != NULL ? strlen(text) + 1 : 0, 1);
}

static waft_result take_text(const waft_allocator* allocator, const char* value, size_t length,
    void* out, waft_error* error) {
    const size_t size = unescape(value, length, NULL);
    if (size == SIZE_MAX) {
        return WAFT_ERR_PARSE;
    }
    char* text = wafti_allocate(allocator, size + 1, 1);
    if (text == NULL) {
        return wafti_fail_memory(error, size + 1, "a text of an edit");
    }
    (void)unescape(value, length, text);
    text[size] = '\0';
    memcpy(out, &text, sizeof(text));
    return WAFT_OK;
}

// Cuts a piece off up to a separator, or all that is left.
static bool next_piece(
    const char** text, size_t* left, char separator, const char** out_piece, size_t* out_length) {
    if (*left == 0) {
        return false;
    }
    const char* end = memchr(*text, separator, *left);
    *out_piece = *text;
    *out_length = end != NULL ? (size_t)(end - *text) : *left;
    const size_t passed = *out_length + (end != NULL ? 1 : 0);
    *text += passed;
    *left -= passed;
    return true;
}

static bool parse_ease(const char* text, size_t length, waft_ease* out_ease) {
    for (int n = 0; n <= WAFT_EASE_SMOOTH; ++n) {
        if (length == strlen(ease_words[n]) && memcmp(text, ease_words[n], length) == 0) {
            *out_ease = (waft_ease)n;
            return true;
        }
    }
    return false;
}

static bool parse_item(const wafti_param* row, const char* text, size_t length, item* out) {
    const double most = is_pose(row) ? (double)FLT_MAX : DBL_MAX;
    const int count = number_count(row);
    *out = (item){.time = 0.0};
    for (int n = -1; n < count; ++n) {
        const char* piece = NULL;
        size_t size = 0;
        double* number = n < 0 ? &out->time : &out->numbers[n];
        if (!next_piece(&text, &length, ',', &piece, &size) ||
            !wafti_parse_double(piece, size, number) || (n >= 0 && fabs(*number) > most)) {
            return false;
        }
    }
    return length == 0 || parse_ease(text, length, &out->ease);
}

static size_t count_items(const char* value, size_t length) {
    size_t count = length > 0 ? 1 : 0;
    for (size_t i = 0; i < length; ++i) {
        count += value[i] == ';';
    }
    return count;
}

static waft_result take_list(const waft_allocator* allocator, const wafti_param* row,
    const char* value, size_t length, void* out, waft_error* error) {
    const size_t count = count_items(value, length);
    char* items = count > 0 ? wafti_allocate_zero(allocator, count, row->item_size) : NULL;
    if (count > 0 && items == NULL) {
        return wafti_fail_memory(
            error, wafti_size_mul(count, row->item_size), "the keys of a solid");
    }
    for (size_t n = 0; n < count; ++n) {
        const char* piece = NULL;
        size_t size = 0;
        item it;
        if (!next_piece(&value, &length, ';', &piece, &size) ||
            !parse_item(row, piece, size, &it)) {
            wafti_release(allocator, items, count, row->item_size);
            return WAFT_ERR_PARSE;
        }
        put_item(row, &it, items + n * row->item_size);
    }
    const item_list list = {items, count};
    memcpy(out, &list, sizeof(list));
    return WAFT_OK;
}

waft_result wafti_edit_take_owned(const waft_allocator* allocator, const wafti_param* row,
    const char* value, size_t length, void* out, waft_error* out_error) {
    return row->item_size > 0 ? take_list(allocator, row, value, length, out, out_error)
                              : take_text(allocator, value, length, out, out_error);
}

// ---- meshes

static waft_shape* shape_of(waft_edit* edit, const wafti_edit_row* row) {
    return row->shape != 0 ? (waft_shape*)(void*)((char*)edit + row->shape) : NULL;
}

waft_result wafti_edit_name_mesh(
    wafti_edit_text* edit, const wafti_edit_row* row, waft_error* out_error) {
    const waft_shape* shape = shape_of(&edit->edit, row);
    if (shape == NULL || shape->kind != WAFT_SHAPE_MESH) {
        edit->edit.mesh = 0;
        return WAFT_OK;
    }
    // A mesh that a solid of the world has needs no file.
    const bool known = edit->edit.mesh != 0;
    if (!waft_mesh_get_source(shape->mesh, &edit->mesh)) {
        return known ? WAFT_OK
                     : wafti_fail(out_error, WAFT_ERR_ARGUMENT,
                           "an edit has a mesh that was not read from a file, which no file of "
                           "edits can hold; "
                           "read it with waft_mesh_read()");
    }
    edit->edit.mesh = waft_mesh_get_info(shape->mesh).key;
    return WAFT_OK;
}

waft_result wafti_edit_read_mesh(const waft_allocator* allocator, const wafti_edit_row* row,
    wafti_edit_text* edit, waft_error* out_error) {
    waft_shape* shape = shape_of(&edit->edit, row);
    if (shape == NULL || shape->kind != WAFT_SHAPE_MESH || edit->mesh.name == NULL) {
        return WAFT_OK;
    }
    waft_mesh_options options = edit->mesh;
    waft_mesh* mesh = NULL;
    options.allocator = allocator != NULL ? *allocator : options.allocator;
    const waft_result result = waft_mesh_read(edit->mesh.name, &options, &mesh, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const uint64_t key = waft_mesh_get_info(mesh).key;
    if (edit->edit.mesh != 0 && key != edit->edit.mesh) {
        waft_mesh_destroy(mesh);
        return wafti_fail(out_error, WAFT_ERR_MESH,
            "%s: its mesh has key %016llx, but the edit was made with %016llx: the file has "
            "changed since",
            edit->mesh.name, (unsigned long long)key, (unsigned long long)edit->edit.mesh);
    }
    edit->edit.mesh = key;
    shape->mesh = mesh;
    return WAFT_OK;
}

// ---- free

void wafti_edit_free_names(const waft_allocator* allocator, wafti_edit_text* edit) {
    free_text(allocator, edit->mesh.name);
    free_text(allocator, edit->mesh.object);
    edit->mesh.name = NULL;
    edit->mesh.object = NULL;
}

void wafti_edit_free_owned(const waft_allocator* allocator, waft_edit* edit) {
    const wafti_edit_row* row = wafti_edit_row_of(edit->kind);
    waft_shape* shape = row != NULL ? shape_of(edit, row) : NULL;
    if (shape != NULL) {
        waft_mesh* mesh = NULL;
        memcpy(&mesh, &shape->mesh, sizeof(void*)); // as it was read
        waft_mesh_destroy(mesh);
        shape->mesh = NULL;
    }
    if (edit->kind == WAFT_EDIT_ADD_SOLID) {
        waft_solid_def* def = &edit->solid;
        void* keys = NULL;
        void* angles = NULL;
        memcpy(&keys, &def->keys, sizeof(keys));
        memcpy(&angles, &def->angles, sizeof(angles));
        free_text(allocator, def->name);
        wafti_release(allocator, keys, def->key_count, sizeof(*def->keys));
        wafti_release(allocator, angles, def->angle_count, sizeof(*def->angles));
        def->name = NULL;
        def->keys = NULL;
        def->angles = NULL;
    }
}
