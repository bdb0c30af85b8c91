// SPDX-License-Identifier: MIT
// run.json: what a directory holds and what it was made with.
#ifndef WAFTI_RUN_RECORD_H
#define WAFTI_RUN_RECORD_H

#include "io/file.h"
#include "run/checkpoint.h"

#define WAFTI_STATE_RUNNING     "running"
#define WAFTI_STATE_INTERRUPTED "interrupted"
#define WAFTI_STATE_FINISHED    "finished"

typedef struct wafti_run_record {
    wafti_run_key key;
    char title[128];
    char state[16];
    char isa[16];
    char cpu[96];
    char libc[32];
    int threads;
    int frames_written;
    uint64_t step, step_count;
    double step_length;  ///< s
    double wall_seconds; ///< over all sittings
    uint64_t hash;       ///< of the final state, 0 until finished
    /// Of the files that the scene names; 0 if it names none, and then they have no places.
    uint64_t files_hash;
    wafti_path files_from_run;  ///< their directory, relative to the run's; "" if there is no way
    wafti_path files_absolute;  ///< the same from the root
    double numerical_viscosity; ///< m2/s that wcsph adds to the liquid's own; 0: none, or not yet
    uint64_t base_digest;       ///< of the cached frames that it is made over; 0: none
    const waft_bodies* bodies;  ///< to write which of them are set aside; not read back
} wafti_run_record;

/// Hash of what of a scene, its files included, decides a run: all but camera and render.
/// Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_record_hash_scene(const waft_scene* scene, const waft_allocator* allocator,
    uint64_t* out_hash, waft_error* out_error);

/// Hash of edits, of none too. Errors: WAFT_ERR_ARGUMENT (an edit that no file can hold),
/// WAFT_ERR_NO_MEMORY.
waft_result wafti_record_hash_edits(const waft_edit* edits, size_t edit_count,
    const waft_allocator* allocator, uint64_t* out_hash, waft_error* out_error);

/// Notes where the scene's files lie, if it names any; the run's directory is there.
void wafti_record_locate_files(
    wafti_run_record* record, const waft_scene* scene, const char* directory);

/// Writes DIR/run.json; `scene_json` is one JSON object.
waft_result wafti_record_write(const char* directory, const wafti_run_record* record,
    const char* scene_json, const waft_allocator* allocator, waft_error* out_error);

/// Reads it back, with the scene in it as JSON text (NULL: without); release that with waft_text_free(). Errors:
/// WAFT_ERR_IO (there is none), WAFT_ERR_PARSE, WAFT_ERR_NO_MEMORY.
waft_result wafti_record_read(const char* directory, const waft_allocator* allocator,
    wafti_run_record* out_record, char** out_scene_json, waft_error* out_error);

/// A file that a scene names, of those of smoke.turbulence only if asked; false if it names none.
bool wafti_record_names_file(const char* scene_json, bool turbulence, wafti_path* out_file);

/// What to call the scene of a run so that the files it names are found beside it. Error: WAFT_ERR_IO
/// (they are gone).
waft_result wafti_record_name_scene(const char* directory, const wafti_run_record* record,
    const char* scene_json, wafti_path* out_name, waft_error* out_error);

#endif // WAFTI_RUN_RECORD_H
