// SPDX-License-Identifier: MIT
// The files of a run directory by name, and whose they are.
#ifndef WAFTI_RUN_LAYOUT_H
#define WAFTI_RUN_LAYOUT_H

#include "io/file.h"

#include <waft/scene.h>

#define WAFTI_RUN_RECORD  "run.json"
#define WAFTI_RUN_FILES   "files.sfv"
#define WAFTI_RUN_STATS   "stats.csv"
#define WAFTI_RUN_TIMING  "timing.csv"
#define WAFTI_RUN_GAUGES  "gauges.csv"
#define WAFTI_RUN_TRACERS "tracers.csv"
#define WAFTI_RUN_BODIES  "bodies.csv"
#define WAFTI_RUN_EDITS   "edits.log"
#define WAFTI_RUN_VIDEO   "video.mp4"
/// What the pictures were drawn with; whoever draws them writes it.
#define WAFTI_RUN_LOOK "pictures/look.txt"

/// Numbered files: by frame where nothing else is said, checkpoints by step.
typedef struct wafti_numbered {
    const char* folder;
    const char* prefix;
    const char* suffix;
    int digits; ///< at least
} wafti_numbered;

/// A kind of numbered files: a waft_output_format, or one of these.
typedef int wafti_file_kind;
enum {
    WAFTI_KIND_CHECKPOINT = WAFT_OUTPUT_FORMAT_COUNT,
    WAFTI_KIND_PICTURE,
    WAFTI_KIND_HULL,       ///< by hull, from 1
    WAFTI_KIND_TURBULENCE, ///< by hull
    WAFTI_KIND_COUNT,
};

/// "DIR/png/height_000012.png" and the like.
waft_result wafti_layout_path(wafti_path* out_path, const char* directory, wafti_file_kind kind,
    uint64_t number, waft_error* out_error);
/// The part behind the last slash, "height_000012.png".
enum { WAFTI_LAYOUT_NAME_SIZE = 48 };
void wafti_layout_name(
    char out_name[WAFTI_LAYOUT_NAME_SIZE], wafti_file_kind kind, uint64_t number);
/// True if `name` is a file of that kind.
bool wafti_layout_parse(wafti_file_kind kind, const char* name, uint64_t* out_number);
/// "DIR/png" and the like; also makes it.
waft_result wafti_layout_make_folder(
    const char* directory, wafti_file_kind kind, waft_error* out_error);
waft_result wafti_layout_folder(
    wafti_path* out_path, const char* directory, wafti_file_kind kind, waft_error* out_error);

/// True if the directory holds run.json, a file that a run would replace, or one of our folders.
bool wafti_layout_holds_run(const char* directory);
/// Removes what a run wrote, and nothing else. run.json goes first: killed midway, what is left is
/// not taken for a run, finished or not.
waft_result wafti_layout_clear(const char* directory, waft_error* out_error);
/// Removes the files of one kind.
waft_result wafti_layout_clear_kind(
    const char* directory, wafti_file_kind kind, waft_error* out_error);
/// Removes temporaries that nobody is writing, here and in our folders.
waft_result wafti_layout_sweep(const char* directory, waft_error* out_error);

/// Takes the directory for this process until the descriptor is closed or the process ends.
/// Errors: WAFT_ERR_ARGUMENT (another process has it), WAFT_ERR_IO.
waft_result wafti_layout_lock(
    const char* directory, const waft_logger* logger, int* out_descriptor, waft_error* out_error);
/// Gives the directory back: removes the lock's file while it is still held, then closes.
void wafti_layout_unlock(const char* directory, int descriptor);
/// True if a process works in the directory now.
bool wafti_layout_is_locked(const char* directory);

#endif // WAFTI_RUN_LAYOUT_H
