// SPDX-License-Identifier: MIT
// waft/run.h: a scene simulated into an output directory that survives kills and full disks.
#ifndef WAFT_RUN_H
#define WAFT_RUN_H

#include <waft/base.h>
#include <waft/scene.h>
#include <waft/world.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct waft_run waft_run;

typedef enum waft_run_mode {
    WAFT_RUN_NEW,    ///< the directory is empty, new, or holds no run
    WAFT_RUN_RESUME, ///< go on from the newest good checkpoint whose frame files are all there
                     ///< (from the start if there is none)
    WAFT_RUN_FORCE,  ///< remove the files of the run that is there, then as NEW
} waft_run_mode;

typedef struct waft_run_def {
    uint32_t cookie;         ///< set by waft_run_def_default()
    const waft_scene* scene; ///< must outlive the run
    const char* directory;   ///< created if missing
    waft_run_mode mode;
    int first_frame;           ///< frames below it are simulated but not written, default 0
    int last_frame;            ///< -1: the scene's last
    double checkpoint_seconds; ///< wall time between checkpoints, default 5
    const waft_edit* replay;   ///< edits for steps of the run, rising; may be NULL
    size_t replay_count;
    waft_world_def world; ///< from waft_scene_world_def(), with threads and hooks set
} waft_run_def;

WAFT_API waft_run_def waft_run_def_default(const waft_scene* scene, const char* directory);

/// Opens a run; nothing of another run is touched unless the mode says so. One process at a time.
/// Errors: WAFT_ERR_ARGUMENT (holds a run and mode is NEW; resumed with another scene, seed, range,
/// replay, version or instruction set; another process works there; an edit of the replay comes at or
/// after the last step), WAFT_ERR_IO, WAFT_ERR_NO_MEMORY, WAFT_ERR_PARSE.
WAFT_API WAFT_CHECKED waft_result waft_run_open(
    const waft_run_def* def, waft_run** out_run, waft_error* out_error);

/// Takes one step and writes what is due after it: frame files, tables, a checkpoint.
/// Errors: WAFT_ERR_DIVERGED, WAFT_ERR_IO, WAFT_ERR_NO_MEMORY; files of earlier frames stay whole.
WAFT_API WAFT_CHECKED waft_result waft_run_step(waft_run* run);

/// True when the last frame is written.
WAFT_API bool waft_run_done(const waft_run* run);

/// Writes tables and a checkpoint now, as before an orderly interruption.
WAFT_API WAFT_CHECKED waft_result waft_run_checkpoint(waft_run* run);

/// Assembles what is made from all frames, writes tables and run.json. The run is then complete.
WAFT_API WAFT_CHECKED waft_result waft_run_finish(waft_run* run);

/// Closes in any state. What is on disk can be resumed. NULL is allowed.
WAFT_API void waft_run_close(waft_run* run);

WAFT_API const char* waft_run_error(const waft_run* run);
WAFT_API waft_world* waft_run_world(waft_run* run);

typedef struct waft_run_progress {
    int frame, first_frame, last_frame;
    uint64_t step, step_count; ///< steps done and steps of the whole run
    double time;               ///< simulated s
    double step_ms;            ///< wall ms a step, smoothed
    double eta;                ///< wall s to the end
    bool resumed;              ///< went on from a checkpoint
} waft_run_progress;

WAFT_API waft_run_progress waft_run_get_progress(const waft_run* run);

/// What a directory holds, for `waft info`.
typedef struct waft_run_info {
    char title[128];
    char version[32];
    char state[16]; ///< "running", "interrupted", "finished"
    int frames_written, last_frame;
    uint64_t step;
    uint64_t hash; ///< final state hash, 0 until finished
    uint64_t seed;
} waft_run_info;

/// Errors: WAFT_ERR_IO (no run there), WAFT_ERR_PARSE.
WAFT_API WAFT_CHECKED waft_result waft_run_inspect(
    const char* directory, waft_run_info* out_info, waft_error* out_error);

/// What is in a checkpoint file. Errors: WAFT_ERR_IO, WAFT_ERR_PARSE (cut, changed or foreign).
typedef struct waft_checkpoint_info {
    char version[32];
    uint64_t step;
    double time;
    int frame;
    uint64_t hash; ///< state hash
    uint64_t byte_count;
} waft_checkpoint_info;

WAFT_API WAFT_CHECKED waft_result waft_checkpoint_inspect(
    const char* path, waft_checkpoint_info* out_info, waft_error* out_error);

#ifdef __cplusplus
}
#endif

#endif // WAFT_RUN_H
