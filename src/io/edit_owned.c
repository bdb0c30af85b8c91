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

static waft_result fail_number(const wafti_edit_key* key, waft_error* error) {
    return wafti_fail(error, WAFT_ERR_ARGUMENT, "an edit's %s is not a finite number", key->name);
}

static waft_result add_poses(wafti_text* text, const wafti_edit_key* key,
    const waft_solid_key* poses, size_t count, waft_error* error) {
    for (size_t i = 0; i < count; ++i) {
        const waft_pose* pose = &poses[i].pose;
        const float numbers[7] = {pose->position.x, pose->position.y, pose->position.z,
            pose->rotation.x, pose->rotation.y, pose->rotation.z, pose->rotation.w};
        wafti_text_add(text, i > 0 ? ";" : "");
        wafti_text_add_double(text, poses[i].time);
        bool fits = isfinite(poses[i].time) && (unsigned)poses[i].ease <= WAFT_EASE_SMOOTH;
        for (int n = 0; n < 7; ++n) {
            fits = fits && isfinite(numbers[n]);
            wafti_text_add(text, ",");
            wafti_text_add_float(text, numbers[n]);
        }
        if (!fits) {
            return fail_number(key, error);
        }
        wafti_text_format(text, ",%s", ease_words[poses[i].ease]);
    }
    return WAFT_OK;
}

static waft_result add_angles(wafti_text* text, const wafti_edit_key* key, const waft_key* angles,
    size_t count, waft_error* error) {
    for (size_t i = 0; i < count; ++i) {
        if (!isfinite(angles[i].time) || !isfinite(angles[i].value) ||
            (unsigned)angles[i].ease > WAFT_EASE_SMOOTH) {
            return fail_number(key, error);
        }
        wafti_text_add(text, i > 0 ? ";" : "");
        wafti_text_add_double(text, angles[i].time);
        wafti_text_add(text, ",");
        wafti_text_add_double(text, angles[i].value);
        if (angles[i].ease != WAFT_EASE_LINEAR) {
            wafti_text_format(text, ",%s", ease_words[angles[i].ease]);
        }
    }
    return WAFT_OK;
}

// A pointer to keys and their number follow one another in waft_solid_def.
typedef struct pose_list {
    const waft_solid_key* items;
    size_t count;
} pose_list;

typedef struct angle_list {
    const waft_key* items;
    size_t count;
} angle_list;

waft_result wafti_edit_add_owned(
    wafti_text* text, const wafti_edit_key* key, const void* at, waft_error* out_error) {
    if (key->type == WAFTI_KEY_POSES) {
        pose_list poses;
        memcpy(&poses, at, sizeof(poses));
        return add_poses(text, key, poses.items, poses.count, out_error);
    }
    if (key->type == WAFTI_KEY_ANGLES) {
        angle_list angles;
        memcpy(&angles, at, sizeof(angles));
        return add_angles(text, key, angles.items, angles.count, out_error);
    }
    const char* value = NULL;
    memcpy(&value, at, sizeof(value));
    add_text(text, value != NULL ? value : "");
    return WAFT_OK;
}

// ---- read

const char* wafti_edit_owned_form(const wafti_edit_key* key) {
    return key->type == WAFTI_KEY_POSES
               ? "poses with ';' between them, each a time, three numbers of a place, four of a "
                 "rotation and linear, step or smooth, with commas"
           : key->type == WAFTI_KEY_ANGLES ? "angles with ';' between them, each a time and a "
                                             "number with a comma, perhaps step or smooth"
                                           : "a text";
}

static int hex_digit(char c) {
    const char* digits = "0123456789abcdef";
    const char* found = c != '\0' ? strchr(digits, c) : NULL;
    return found != NULL ? (int)(found - digits) : -1;
}

// Writes the text that a value stands for, unless `out` is NULL; its length, SIZE_MAX if it is no text.
static size_t unescape(const char* value, size_t length, char* out) {
    size_t used = 0;
    for (size_t i = 0; i < length; ++i) {
        char c = value[i];
        if (c == '%') {
            const int high = i + 2 < length ? hex_digit(value[i + 1]) : -1;
            const int low = i + 2 < length ? hex_digit(value[i + 2]) : -1;
            if (high < 0 || low < 0 || high + low == 0) {
                return SIZE_MAX;
            }
            c = (char)(16 * high + low);
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

static bool parse_pose(const char* text, size_t length, waft_solid_key* out) {
    double numbers[8] = {0.0};
    const char* piece = NULL;
    size_t size = 0;
    for (int n = 0; n < 8; ++n) {
        if (!next_piece(&text, &length, ',', &piece, &size) ||
            !wafti_parse_double(piece, size, &numbers[n]) ||
            (n > 0 && !(fabs(numbers[n]) <= (double)FLT_MAX))) {
            return false;
        }
    }
    out->time = numbers[0];
    out->pose = (waft_pose){.position = {(float)numbers[1], (float)numbers[2], (float)numbers[3]},
        .rotation = {(float)numbers[4], (float)numbers[5], (float)numbers[6], (float)numbers[7]}};
    return parse_ease(text, length, &out->ease);
}

static bool parse_angle(const char* text, size_t length, waft_key* out) {
    const char* piece = NULL;
    size_t size = 0;
    return next_piece(&text, &length, ',', &piece, &size) &&
           wafti_parse_double(piece, size, &out->time) &&
           next_piece(&text, &length, ',', &piece, &size) &&
           wafti_parse_double(piece, size, &out->value) &&
           (length == 0 || parse_ease(text, length, &out->ease));
}

static size_t count_items(const char* value, size_t length) {
    size_t count = length > 0 ? 1 : 0;
    for (size_t i = 0; i < length; ++i) {
        count += value[i] == ';';
    }
    return count;
}

static waft_result take_keys(const waft_allocator* allocator, const wafti_edit_key* key,
    const char* value, size_t length, void* out, waft_error* error) {
    const bool poses = key->type == WAFTI_KEY_POSES;
    const size_t count = count_items(value, length);
    const size_t each = poses ? sizeof(waft_solid_key) : sizeof(waft_key);
    char* items = count > 0 ? wafti_allocate_zero(allocator, count, each) : NULL;
    if (count > 0 && items == NULL) {
        return wafti_fail_memory(error, wafti_size_mul(count, each), "the keys of a solid");
    }
    bool fits = true;
    for (size_t n = 0; n < count && fits; ++n) {
        const char* piece = NULL;
        size_t size = 0;
        waft_solid_key pose = {.time = 0.0};
        waft_key angle = {.time = 0.0};
        fits = next_piece(&value, &length, ';', &piece, &size) &&
               (poses ? parse_pose(piece, size, &pose) : parse_angle(piece, size, &angle));
        memcpy(items + n * each, poses ? (const void*)&pose : (const void*)&angle, each);
    }
    if (!fits) {
        wafti_release(allocator, items, count, each);
        return WAFT_ERR_PARSE;
    }
    const angle_list list = {(const waft_key*)(const void*)items, count};
    memcpy(out, &list, sizeof(list)); // both lists begin with a pointer
    return WAFT_OK;
}

waft_result wafti_edit_take_owned(const waft_allocator* allocator, const wafti_edit_key* key,
    const char* value, size_t length, void* out, waft_error* out_error) {
    return key->type == WAFTI_KEY_TEXT ? take_text(allocator, value, length, out, out_error)
                                       : take_keys(allocator, key, value, length, out, out_error);
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
