// SPDX-License-Identifier: MIT
#include "run/layout.h"

#include "base/assert.h"
#include "base/error.h"
#include "base/text.h"
#include "io/directory.h"
#include "run/formats.h"

#include <waft/run.h>

#include <stdio.h>
#include <string.h>

static const wafti_numbered* names_of(wafti_file_kind kind) {
    static const wafti_numbered others[] = {
        [WAFTI_KIND_CHECKPOINT - WAFT_OUTPUT_FORMAT_COUNT] = {"checkpoints", "step_", ".waftckpt",
            10},
        [WAFTI_KIND_PICTURE - WAFT_OUTPUT_FORMAT_COUNT] = {"pictures", "frame_", ".png", 6},
        [WAFTI_KIND_HULL - WAFT_OUTPUT_FORMAT_COUNT] = {"hulls", "hull_", ".json", 3},
        [WAFTI_KIND_TURBULENCE - WAFT_OUTPUT_FORMAT_COUNT] = {"hulls", "turbulence_", ".csv", 3},
    };
    WAFT_ASSERT(kind < WAFTI_KIND_COUNT);
    return kind < WAFT_OUTPUT_FORMAT_COUNT ? &wafti_formats[kind].files
                                           : &others[kind - WAFT_OUTPUT_FORMAT_COUNT];
}

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

// Files besides those of outputs, in the order in which a run is taken apart; see wafti_layout_clear().
static const char* const own_files[] = {WAFTI_RUN_RECORD, WAFTI_RUN_FILES, WAFTI_RUN_STATS,
    WAFTI_RUN_TIMING, WAFTI_RUN_GAUGES, WAFTI_RUN_TRACERS, WAFTI_RUN_BODIES, WAFTI_RUN_EDITS,
    WAFTI_RUN_VIDEO, WAFTI_RUN_LOOK};

enum {
    SINGLE_FILES = COUNT_OF(own_files) + (size_t)2 * WAFT_OUTPUT_FORMAT_COUNT,
    FOLDERS = 2 * WAFTI_KIND_COUNT,
};

// File without a number at that place of the list; NULL: there is none at this place.
static const char* single_file(size_t place) {
    if (place < COUNT_OF(own_files)) {
        return own_files[place];
    }
    const wafti_format* format = &wafti_formats[(place - COUNT_OF(own_files)) / 2];
    return (place - COUNT_OF(own_files)) % 2 == 0 ? format->once : format->whole;
}

// The same for folders, with the directory before it. One inside another stands before it.
static bool folder_path(
    const char* directory, size_t place, wafti_path* out_path, waft_error* out_error) {
    const char* folder = names_of((int)place / 2)->folder;
    const size_t length = place % 2 == 0 ? strlen(folder) : wafti_path_directory_length(folder);
    return length > 0 && wafti_path_format(out_path, out_error, "%s/%.*s", directory, (int)length,
                             folder) == WAFT_OK;
}

static const char lock_name[] = ".lock";

void wafti_layout_name(
    char out_name[WAFTI_LAYOUT_NAME_SIZE], wafti_file_kind kind, uint64_t number) {
    const wafti_numbered* n = names_of(kind);
    (void)snprintf(out_name, WAFTI_LAYOUT_NAME_SIZE, "%s%0*llu%s", n->prefix, n->digits,
        (unsigned long long)number, n->suffix);
}

waft_result wafti_layout_path(wafti_path* out_path, const char* directory, wafti_file_kind kind,
    uint64_t number, waft_error* out_error) {
    char name[WAFTI_LAYOUT_NAME_SIZE];
    wafti_layout_name(name, kind, number);
    return wafti_path_format(
        out_path, out_error, "%s/%s/%s", directory, names_of(kind)->folder, name);
}

bool wafti_layout_parse(wafti_file_kind kind, const char* name, uint64_t* out_number) {
    const wafti_numbered* n = names_of(kind);
    const size_t length = strlen(name);
    const size_t prefix = strlen(n->prefix);
    const size_t suffix = strlen(n->suffix);
    if (length < prefix + suffix + (size_t)n->digits || strncmp(name, n->prefix, prefix) != 0 ||
        strcmp(name + length - suffix, n->suffix) != 0) {
        return false;
    }
    return wafti_parse_uint(name + prefix, length - prefix - suffix, out_number);
}

waft_result wafti_layout_folder(
    wafti_path* out_path, const char* directory, wafti_file_kind kind, waft_error* out_error) {
    return wafti_path_format(out_path, out_error, "%s/%s", directory, names_of(kind)->folder);
}

waft_result wafti_layout_make_folder(
    const char* directory, wafti_file_kind kind, waft_error* out_error) {
    wafti_path path;
    const waft_result result = wafti_layout_folder(&path, directory, kind, out_error);
    return result == WAFT_OK ? wafti_directory_make(path.text, out_error) : result;
}

static waft_result give_path(const wafti_path* path, char* out_path, size_t capacity) {
    const size_t size = strlen(path->text) + 1;
    if (size > capacity) {
        return WAFT_ERR_ARGUMENT;
    }
    memcpy(out_path, path->text, size);
    return WAFT_OK;
}

waft_result waft_run_picture_path(
    const char* directory, int frame, char* out_path, size_t capacity) {
    wafti_path path;
    if (directory == NULL || frame < 0 || out_path == NULL ||
        wafti_layout_path(&path, directory, WAFTI_KIND_PICTURE, (uint64_t)frame, NULL) != WAFT_OK) {
        return WAFT_ERR_ARGUMENT;
    }
    return give_path(&path, out_path, capacity);
}

waft_result waft_run_video_path(const char* directory, char* out_path, size_t capacity) {
    wafti_path path;
    if (directory == NULL || out_path == NULL ||
        wafti_path_format(&path, NULL, "%s/" WAFTI_RUN_VIDEO, directory) != WAFT_OK) {
        return WAFT_ERR_ARGUMENT;
    }
    return give_path(&path, out_path, capacity);
}

waft_result waft_run_make_pictures_folder(const char* directory, waft_error* out_error) {
    if (directory == NULL) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "waft_run_make_pictures_folder: directory is NULL");
    }
    return wafti_layout_make_folder(directory, WAFTI_KIND_PICTURE, out_error);
}

static bool exists(const char* path) {
    wafti_port_status status;
    return wafti_port_status_link(path, &status);
}

bool wafti_layout_holds_run(const char* directory) {
    wafti_path path;
    for (size_t i = 0; i < SINGLE_FILES; ++i) {
        const char* name = single_file(i);
        if (name != NULL && wafti_path_format(&path, NULL, "%s/%s", directory, name) == WAFT_OK &&
            exists(path.text)) {
            return true;
        }
    }
    for (size_t i = 0; i < FOLDERS; ++i) {
        if (folder_path(directory, i, &path, NULL) && exists(path.text)) {
            return true;
        }
    }
    return false;
}

static waft_result remove_member(
    void* user, const char* directory, const char* name, waft_error* out_error) {
    const wafti_file_kind* kind = user;
    uint64_t number = 0;
    if (!wafti_layout_parse(*kind, name, &number)) {
        return WAFT_OK;
    }
    return wafti_directory_remove_file(directory, name, out_error);
}

waft_result wafti_layout_clear_kind(
    const char* directory, wafti_file_kind kind, waft_error* out_error) {
    wafti_path folder;
    const waft_result result = wafti_layout_folder(&folder, directory, kind, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    return wafti_directory_visit(folder.text, remove_member, &kind, out_error);
}

static waft_result remove_single_file(
    const char* directory, const char* name, waft_error* out_error) {
    wafti_path folder;
    const waft_result result = wafti_path_format(
        &folder, out_error, "%s/%.*s", directory, (int)wafti_path_directory_length(name), name);
    return result == WAFT_OK && wafti_directory_exists(folder.text)
               ? wafti_directory_remove_file(directory, name, out_error)
               : result;
}

waft_result wafti_layout_clear(const char* directory, waft_error* out_error) {
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < SINGLE_FILES && result == WAFT_OK; ++i) {
        const char* name = single_file(i);
        result = name != NULL ? remove_single_file(directory, name, out_error) : WAFT_OK;
    }
    for (int kind = 0; kind < WAFTI_KIND_COUNT && result == WAFT_OK; ++kind) {
        result = wafti_layout_clear_kind(directory, kind, out_error);
    }
    // A folder that keeps foreign files stays.
    for (size_t i = 0; i < FOLDERS && result == WAFT_OK; ++i) {
        wafti_path path;
        if (folder_path(directory, i, &path, out_error)) {
            (void)wafti_port_remove_directory(path.text);
        }
    }
    return result;
}

waft_result wafti_layout_sweep(const char* directory, waft_error* out_error) {
    waft_result result = wafti_directory_sweep(directory, out_error);
    for (size_t i = 0; i < FOLDERS && result == WAFT_OK; ++i) {
        wafti_path path;
        if (folder_path(directory, i, &path, out_error) && wafti_directory_exists(path.text)) {
            result = wafti_directory_sweep(path.text, out_error);
        }
    }
    return result;
}

// True if the file that is open is still the one of that name.
static bool is_current(int descriptor, const char* path) {
    wafti_port_status open_file;
    wafti_port_status named;
    return wafti_port_status_open(descriptor, &open_file) && wafti_port_status_link(path, &named) &&
           open_file.device == named.device && open_file.number == named.number;
}

// wafti_layout_is_locked() may hold it for a moment.
static wafti_lock take_lock(int descriptor) {
    wafti_lock lock = wafti_port_lock(descriptor, true);
    for (int tries = 1; tries < 5 && lock == WAFTI_LOCK_BUSY; ++tries) {
        wafti_clock_sleep(0.01);
        lock = wafti_port_lock(descriptor, true);
    }
    return lock;
}

waft_result wafti_layout_lock(
    const char* directory, const waft_logger* logger, int* out_descriptor, waft_error* out_error) {
    wafti_path path;
    const waft_result result = wafti_path_format(&path, out_error, "%s/%s", directory, lock_name);
    if (result != WAFT_OK) {
        return result;
    }
    // Who had the lock removes the file: what was opened before that is a lock on nothing.
    enum { MOST_TRIES = 100 };
    for (int tries = 0; tries < MOST_TRIES; ++tries) {
        const int descriptor = wafti_port_open(path.text, WAFTI_OPEN_WRITE);
        if (descriptor < 0) {
            return wafti_fail_errno(out_error, "create", path.text);
        }
        const wafti_lock lock = take_lock(descriptor);
        if (lock != WAFTI_LOCK_BUSY && is_current(descriptor, path.text)) {
            if (lock == WAFTI_LOCK_NONE) {
                wafti_log(logger, WAFT_LOG_WARNING,
                    "%s: the file system has no locks; take care that no other process works there",
                    directory);
            }
            *out_descriptor = descriptor;
            return WAFT_OK;
        }
        wafti_port_leave(descriptor);
        if (lock == WAFTI_LOCK_BUSY) {
            break;
        }
    }
    return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "another process is working in %s", directory);
}

void wafti_layout_unlock(const char* directory, int descriptor) {
    wafti_path path;
    if (wafti_path_format(&path, NULL, "%s/%s", directory, lock_name) == WAFT_OK &&
        is_current(descriptor, path.text)) {
        (void)wafti_port_remove(path.text);
    }
    wafti_port_leave(descriptor);
}

bool wafti_layout_is_locked(const char* directory) {
    wafti_path path;
    if (wafti_path_format(&path, NULL, "%s/%s", directory, lock_name) != WAFT_OK) {
        return false;
    }
    const int descriptor = wafti_port_open(path.text, WAFTI_OPEN_LOOK);
    if (descriptor < 0) {
        return false;
    }
    const bool locked = wafti_port_lock(descriptor, false) == WAFTI_LOCK_BUSY;
    wafti_port_leave(descriptor);
    return locked;
}
