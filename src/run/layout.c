// SPDX-License-Identifier: MIT
#include "run/layout.h"

#include "base/assert.h"
#include "base/error.h"
#include "base/text.h"
#include "io/directory.h"

#include <waft/run.h>

#include <stdio.h>
#include <string.h>

typedef struct kind_names {
    const char* folder;
    const char* prefix;
    const char* suffix;
    int digits; // at least
} kind_names;

static const kind_names names[WAFTI_KIND_COUNT] = {
    [WAFTI_KIND_CHECKPOINT] = {"checkpoints", "step_", ".waftckpt", 10},
    [WAFTI_KIND_PNG] = {"png", "height_", ".png", 6},
    [WAFTI_KIND_OBJ] = {"obj", "surface_", ".obj", 6},
    [WAFTI_KIND_PC2_PART] = {"pc2/parts", "points_", ".f32", 6},
    [WAFTI_KIND_PLY] = {"ply", "spray_", ".ply", 6},
    [WAFTI_KIND_STATE] = {"state", "frame_", ".waftckpt", 6},
    [WAFTI_KIND_PICTURE] = {"pictures", "frame_", ".png", 6},
    [WAFTI_KIND_VDB] = {"vdb", "smoke_", ".vdb", 6},
    [WAFTI_KIND_VTI] = {"vti", "smoke_", ".vti", 6},
    [WAFTI_KIND_CACHE] = {"cache", "smoke_", ".wgc", 6},
    [WAFTI_KIND_GLB_PART] = {"gltf/parts", "poses_", ".f32", 6},
    [WAFTI_KIND_EXR] = {"exr", "height_", ".exr", 6},
    [WAFTI_KIND_VTP] = {"vtp", "spray_", ".vtp", 6},
    [WAFTI_KIND_WATER_VTI] = {"water_vti", "water_", ".vti", 6},
    [WAFTI_KIND_SURFACE_OBJ] = {"surface_obj", "liquid_", ".obj", 6},
    [WAFTI_KIND_SURFACE_PLY] = {"surface_ply", "liquid_", ".ply", 6},
    [WAFTI_KIND_SURFACE_GLB] = {"surface_glb", "liquid_", ".glb", 6},
    [WAFTI_KIND_PARTICLES_VTP] = {"particles_vtp", "liquid_", ".vtp", 6},
    [WAFTI_KIND_PARTICLES_PLY] = {"particles_ply", "liquid_", ".ply", 6},
    [WAFTI_KIND_HULL] = {"hulls", "hull_", ".json", 3},
    [WAFTI_KIND_TURBULENCE] = {"hulls", "turbulence_", ".csv", 3},
};

// In the order in which a run is taken apart; see wafti_layout_clear().
static const char* const single_files[] = {
    WAFTI_RUN_RECORD,
    WAFTI_RUN_FILES,
    WAFTI_RUN_STATS,
    WAFTI_RUN_TIMING,
    WAFTI_RUN_GAUGES,
    WAFTI_RUN_TRACERS,
    WAFTI_RUN_BODIES,
    WAFTI_RUN_EDITS,
    WAFTI_RUN_PC2_MESH,
    WAFTI_RUN_PC2,
    WAFTI_RUN_PVD,
    WAFTI_RUN_WATER,
    WAFTI_RUN_SPRAY,
    WAFTI_RUN_LIQUID,
    WAFTI_RUN_GLB,
    WAFTI_RUN_VIDEO,
    WAFTI_RUN_LOOK,
};

// A folder inside another stands before it.
static const char* const folders[] = {"checkpoints", "png", "obj", "pc2/parts", "pc2", "ply",
    "state", "pictures", "vdb", "vti", "cache", "gltf/parts", "gltf", "exr", "vtp", "water_vti",
    "surface_obj", "surface_ply", "surface_glb", "particles_vtp", "particles_ply", "hulls"};

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static const char lock_name[] = ".lock";

void wafti_layout_name(
    char out_name[WAFTI_LAYOUT_NAME_SIZE], wafti_file_kind kind, uint64_t number) {
    const kind_names* n = &names[kind];
    (void)snprintf(out_name, WAFTI_LAYOUT_NAME_SIZE, "%s%0*llu%s", n->prefix, n->digits,
        (unsigned long long)number, n->suffix);
}

waft_result wafti_layout_path(wafti_path* out_path, const char* directory, wafti_file_kind kind,
    uint64_t number, waft_error* out_error) {
    WAFT_ASSERT(kind < WAFTI_KIND_COUNT);
    char name[WAFTI_LAYOUT_NAME_SIZE];
    wafti_layout_name(name, kind, number);
    return wafti_path_format(out_path, out_error, "%s/%s/%s", directory, names[kind].folder, name);
}

bool wafti_layout_parse(wafti_file_kind kind, const char* name, uint64_t* out_number) {
    const kind_names* n = &names[kind];
    const size_t length = strlen(name);
    const size_t prefix = strlen(n->prefix);
    const size_t suffix = strlen(n->suffix);
    if (length < prefix + suffix + (size_t)n->digits || strncmp(name, n->prefix, prefix) != 0 ||
        strcmp(name + length - suffix, n->suffix) != 0) {
        return false;
    }
    return wafti_parse_uint(name + prefix, length - prefix - suffix, out_number);
}

const char* wafti_layout_folder_name(wafti_file_kind kind) {
    return names[kind].folder;
}

waft_result wafti_layout_folder(
    wafti_path* out_path, const char* directory, wafti_file_kind kind, waft_error* out_error) {
    return wafti_path_format(out_path, out_error, "%s/%s", directory, names[kind].folder);
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

static bool exists(const char* directory, const char* name) {
    wafti_path path;
    wafti_port_status status;
    return wafti_path_format(&path, NULL, "%s/%s", directory, name) == WAFT_OK &&
           wafti_port_status_link(path.text, &status);
}

bool wafti_layout_holds_run(const char* directory) {
    for (size_t i = 0; i < COUNT_OF(single_files); ++i) {
        if (exists(directory, single_files[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < COUNT_OF(folders); ++i) {
        if (exists(directory, folders[i])) {
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

static bool is_folder(const char* directory, const char* name, size_t name_length) {
    wafti_path path;
    wafti_port_status status;
    return wafti_path_format(&path, NULL, "%s/%.*s", directory, (int)name_length, name) ==
               WAFT_OK &&
           wafti_port_status_path(path.text, &status) && status.is_directory;
}

waft_result wafti_layout_clear(const char* directory, waft_error* out_error) {
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < COUNT_OF(single_files) && result == WAFT_OK; ++i) {
        const size_t folder = wafti_path_directory_length(single_files[i]);
        if (folder == 0 || is_folder(directory, single_files[i], folder)) {
            result = wafti_directory_remove_file(directory, single_files[i], out_error);
        }
    }
    for (int kind = 0; kind < WAFTI_KIND_COUNT && result == WAFT_OK; ++kind) {
        result = wafti_layout_clear_kind(directory, (wafti_file_kind)kind, out_error);
    }
    // A folder that keeps foreign files stays.
    for (size_t i = 0; i < COUNT_OF(folders) && result == WAFT_OK; ++i) {
        wafti_path path;
        result = wafti_path_format(&path, out_error, "%s/%s", directory, folders[i]);
        if (result == WAFT_OK) {
            (void)wafti_port_remove_directory(path.text);
        }
    }
    return result;
}

waft_result wafti_layout_sweep(const char* directory, waft_error* out_error) {
    waft_result result = wafti_directory_sweep(directory, out_error);
    for (size_t i = 0; i < COUNT_OF(folders) && result == WAFT_OK; ++i) {
        wafti_path path;
        result = wafti_path_format(&path, out_error, "%s/%s", directory, folders[i]);
        if (result == WAFT_OK && is_folder(directory, folders[i], strlen(folders[i]))) {
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
