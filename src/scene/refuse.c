// SPDX-License-Identifier: MIT
// Problems by path: a sentence starts with the path of what is wrong, and so finds its place in the file.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "scene/diagnostics.h"
#include "scene/override.h"
#include "scene/scene.h"

enum { SENTENCE_SIZE = 768 };

// The node at a path, or the one that a sentence starts with; NULL if the scene does not have it.
static const wafti_node* find(
    const wafti_check* check, const char* format, va_list arguments, char text[SENTENCE_SIZE]) {
    (void)vsnprintf(text, SENTENCE_SIZE, format, arguments);
    return wafti_node_at(check->root, text);
}

const wafti_node* wafti_given(const wafti_check* check, const char* format, ...) {
    char path[SENTENCE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    const wafti_node* node = find(check, format, arguments, path);
    va_end(arguments);
    return node != NULL && !node->bad ? node : NULL;
}

bool wafti_is_sound(const wafti_check* check, const char* format, ...) {
    char path[SENTENCE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    const wafti_node* node = find(check, format, arguments, path);
    va_end(arguments);
    return node == NULL || !node->bad;
}

static void tell(const wafti_check* check, waft_severity severity, bool at_key, const char* format,
    va_list arguments) {
    char sentence[SENTENCE_SIZE];
    const wafti_node* node = find(check, format, arguments, sentence);
    if (node == NULL || node->bad) {
        return;
    }
    const wafti_mark* mark = at_key ? &node->key_mark : &node->mark;
    if (severity == WAFT_SEVERITY_ERROR) {
        wafti_report(check->diagnostics, mark, "%s", sentence);
    } else if (!check->trial) {
        wafti_remark(check->diagnostics, severity, mark, "%s", sentence);
    }
}

void wafti_refuse(const wafti_check* check, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(check, WAFT_SEVERITY_ERROR, false, format, arguments);
    va_end(arguments);
}

void wafti_refuse_key(const wafti_check* check, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(check, WAFT_SEVERITY_ERROR, true, format, arguments);
    va_end(arguments);
}

void wafti_remark_on(const wafti_check* check, waft_severity severity, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(check, severity, false, format, arguments);
    va_end(arguments);
}

const wafti_mark* wafti_mark_near(const wafti_check* check, const char* path) {
    const wafti_node* value = wafti_node_at(check->root, path);
    const wafti_node* near = wafti_node_named(check->root, path);
    return value != NULL ? &value->mark : near->key != NULL ? &near->key_mark : &near->mark;
}

void wafti_refuse_result(const wafti_check* check, waft_result result, const waft_error* error) {
    if (result != WAFT_OK && result != WAFT_ERR_NO_MEMORY) {
        const wafti_node* node = wafti_node_named(check->root, error->sentence);
        wafti_report(check->diagnostics, &node->mark, "%s", error->sentence);
    }
}

waft_result wafti_scene_read_file(const wafti_check* check, const wafti_node* node, const char* key,
    wafti_file_reader* read, void* user) {
    if (node->text[0] == '/') {
        wafti_report(check->diagnostics, &node->mark,
            "%s must be relative to the scene, so that both can move together", key);
        return WAFT_OK;
    }
    const char* slash = strrchr(check->scene_name, '/');
    wafti_text path;
    wafti_text_init(&path, check->allocator);
    wafti_text_add_bytes(
        &path, check->scene_name, slash != NULL ? (size_t)(slash - check->scene_name) + 1 : 0);
    wafti_text_add(&path, node->text);
    waft_error error = {.result = WAFT_OK};
    const waft_result result = path.failed ? WAFT_ERR_NO_MEMORY : read(path.bytes, user, &error);
    if (result != WAFT_OK && result != WAFT_ERR_NO_MEMORY) {
        wafti_report(check->diagnostics, &node->mark, "%s '%s': %s", key,
            wafti_quote(node->text).text, wafti_without_name(error.sentence, path.bytes));
    }
    wafti_text_free(&path);
    return result == WAFT_ERR_NO_MEMORY ? result : WAFT_OK;
}

void wafti_check_cells(
    const wafti_check* check, const char* group, const int* cells, int axis_count) {
    if (wafti_given(check, "%s.cells", group) == NULL) {
        return;
    }
    for (int axis = 0; axis < axis_count; ++axis) {
        if (cells[axis] < 4 && !(axis == axis_count - 1 && cells[axis] == 1)) {
            wafti_refuse(check, "%s.cells[%d] is %d; it must be at least " WAFTI_LEAST_CELLS, group,
                axis, cells[axis]);
        }
    }
}
