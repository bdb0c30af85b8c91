// SPDX-License-Identifier: MIT
// Bodies of a run as one animated glTF: their poses go into a part a frame, from which the file is made
// at the end.
#ifndef WAFTI_RUN_BODY_FILES_H
#define WAFTI_RUN_BODY_FILES_H

#include "base/memory.h"

#include <waft/export.h>
#include <waft/scene.h>
#include <waft/world.h>

/// The bodies that the file tells of: those that are there when the run starts. All zero is empty.
typedef struct wafti_body_files {
    wafti_arena arena;
    const waft_scene* scene; ///< gives colours, NULL: those of the hulls; must outlive this
    size_t body_count;
    uint32_t* numbers; ///< creation numbers, rising
    char (*names)[WAFT_BODY_NAME_SIZE];
    size_t* hull_of;         ///< place in hulls of each body
    float* poses;            ///< of one frame, seven numbers a body
    const waft_hull** hulls; ///< in the order in which bodies first have them
    size_t hull_count;
} wafti_body_files;

/// Error: WAFT_ERR_NO_MEMORY; nothing is taken then.
waft_result wafti_body_files_reserve(
    wafti_body_files* files, const waft_bodies* bodies, waft_error* out_error);
void wafti_body_files_free(wafti_body_files* files);

/// How many numbers a part has.
size_t wafti_body_files_numbers(const wafti_body_files* files);

/// Writes where the bodies are now as a part; one that is gone stays where it was.
waft_result wafti_body_files_write_part(
    wafti_body_files* files, const waft_bodies* bodies, const char* path, waft_error* out_error);

/// What a file is made of.
typedef struct wafti_body_parts {
    const float* times; ///< s, one a part
    size_t count;
    const char* (*path)(void* user, int32_t i);
    void* user;
} wafti_body_parts;

/// Makes the .glb file. Errors besides those of waft_glb_write(): WAFT_ERR_IO (a part is missing or
/// damaged).
waft_result wafti_body_files_assemble(wafti_body_files* files, const char* path,
    const wafti_body_parts* parts, waft_error* out_error);

#endif // WAFTI_RUN_BODY_FILES_H
