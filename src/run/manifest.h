// SPDX-License-Identifier: MIT
// files.sfv: the files of a run by name, with the CRC-32 of each, in the form that sfv tools read. Formats of other
// programs mostly have no checksum of their own; with this list a run notices what was lost or changed. Tables of times
// and the record differ from sitting to sitting, checkpoints and pictures have their own sums: they are not in it.
#ifndef WAFTI_RUN_MANIFEST_H
#define WAFTI_RUN_MANIFEST_H

#include "base/text.h"

/// Lines so far, in the order in which files were written: "; frame N" before those of a frame, "; end" before those
/// that are made of all frames. All zero is empty.
typedef struct wafti_manifest {
    wafti_text text;
} wafti_manifest;

/// Begins the lines of a frame, or of what is made at the end; those that it had before go.
void wafti_manifest_begin_frame(wafti_manifest* manifest, int frame);
void wafti_manifest_begin_end(wafti_manifest* manifest);
/// Adds a file, as it is on disk now; `path` is DIRECTORY/NAME. Error: WAFT_ERR_IO.
waft_result wafti_manifest_add(
    wafti_manifest* manifest, const char* directory, const char* path, waft_error* out_error);
/// Drops the lines of frames above `frame`, and those of the end.
void wafti_manifest_cut(wafti_manifest* manifest, int frame);
/// Drops the lines of files in a folder, "pc2/parts".
void wafti_manifest_drop(wafti_manifest* manifest, const char* folder);

/// Errors: WAFT_ERR_IO, WAFT_ERR_NO_MEMORY (also of an earlier line).
waft_result wafti_manifest_write(
    const wafti_manifest* manifest, const char* directory, waft_error* out_error);
/// Errors: WAFT_ERR_IO (there is none), WAFT_ERR_PARSE (cut or changed), WAFT_ERR_NO_MEMORY; it is then empty.
waft_result wafti_manifest_load(
    wafti_manifest* manifest, const char* directory, waft_error* out_error);

/// Compares one file with its line, if it has one; `name` is without the directory. Error: WAFT_ERR_PARSE, WAFT_ERR_IO.
waft_result wafti_manifest_check_file(
    const wafti_manifest* manifest, const char* directory, const char* name, waft_error* out_error);

/// What a look at all files found.
typedef struct wafti_manifest_state {
    size_t count;     ///< files that are listed
    size_t bad_count; ///< those of them that are missing or not as they were written
    int good_frame; ///< files of frames up to this one are whole; INT32_MAX: all, -1: not even those before frames
} wafti_manifest_state;

/// Reads every file; the sentence in *out_error tells of the first that is bad.
wafti_manifest_state wafti_manifest_check(
    const wafti_manifest* manifest, const char* directory, waft_error* out_error);

#endif // WAFTI_RUN_MANIFEST_H
