// SPDX-License-Identifier: MIT
// waft/run.h: a scene simulated into an output directory that survives kills and full disks. In the
// library waft-tools.
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
    WAFT_RUN_RESUME, ///< go on from the newest good checkpoint whose frame files are all whole
                     ///< (from the start if there is none); a complete run too, if files of it are
                     ///< missing or were changed
    WAFT_RUN_FORCE,  ///< remove the files of the run that is there, then as NEW
} waft_run_mode;

typedef struct waft_run_def {
    uint32_t struct_size;    ///< set by waft_run_def_default()
    const waft_scene* scene; ///< must outlive the run
    const char* directory;   ///< created if missing
    waft_run_mode mode;
    int first_frame; ///< frames below it are simulated but not written, default 0
    int last_frame;  ///< -1: the scene's last
    /// Wall time between checkpoints, default 5; longer where they would cost more than a tenth of it.
    double checkpoint_seconds;
    const waft_edit* replay; ///< edits for steps of the run, rising; may be NULL
    size_t replay_count;
    /// waft_scene_world_def(), with threads and hooks set; read while the run is opened only; NULL
    /// (default): as it is
    const waft_world_def* world;
} waft_run_def;

WAFT_API void waft_run_def_fill(waft_run_def* out_def, size_t size);
static inline waft_run_def waft_run_def_default(const waft_scene* scene, const char* directory) {
    waft_run_def def;
    waft_run_def_fill(&def, sizeof(def));
    def.scene = scene;
    def.directory = directory;
    return def;
}

/// Opens a run; nothing of another run is touched unless the mode says so. One process at a time.
/// Errors: WAFT_ERR_ARGUMENT (holds a run and mode is NEW; resumed with another scene, seed, range,
/// replay, version or instruction set; the run it is made over lacks frames or has changed since; another
/// process works there; an edit of the replay comes at or
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

/// Hash of what decides the run: its scene without camera and render, seed and edits to replay. Runs
/// that have it in common pass through the same states. 0 for NULL.
WAFT_API uint64_t waft_run_identity(const waft_run* run);

typedef struct waft_run_progress {
    int frame, first_frame, last_frame;
    uint64_t step, step_count; ///< steps done and steps of the whole run
    double time;               ///< simulated s
    double step_ms;            ///< wall ms a step, smoothed
    double eta;                ///< wall s to the end
    bool resumed;              ///< went on from a checkpoint
    uint64_t hash;             ///< waft_world_hash() of the last state of a complete run, else 0
} waft_run_progress;

WAFT_API void waft_run_read_progress(
    const waft_run* run, waft_run_progress* out_progress, size_t size);
static inline waft_run_progress waft_run_get_progress(const waft_run* run) {
    waft_run_progress progress;
    waft_run_read_progress(run, &progress, sizeof(progress));
    return progress;
}

/// A run read back: its world at any of its frames. The scene comes from run.json, edits from
/// edits.log; the world is the one that was simulated, bit for bit, if version and instruction set
/// are the same.
typedef struct waft_replay waft_replay;

typedef struct waft_replay_def {
    uint32_t struct_size;    ///< set by waft_replay_def_default()
    const char* directory;   ///< of a run, finished or not
    const char* const* sets; ///< overrides "path=value" of camera and render keys
    size_t set_count;
    int threads;                   ///< default 1
    const char* cache;             ///< folder of baked hulls; NULL (default): none
    waft_allocator allocator;      ///< default: the C library
    waft_logger logger;            ///< told when the world may differ from the one that was run
    waft_diagnostics* diagnostics; ///< problems of the scene and the overrides; may be NULL
} waft_replay_def;

WAFT_API void waft_replay_def_fill(waft_replay_def* out_def, size_t size);
static inline waft_replay_def waft_replay_def_default(const char* directory) {
    waft_replay_def def;
    waft_replay_def_fill(&def, sizeof(def));
    def.directory = directory;
    return def;
}

/// Opens; nothing in the directory is touched, a run may be going on there. Errors: WAFT_ERR_IO (no
/// run there, a file that the scene names is gone), WAFT_ERR_PARSE (damaged, such a file has changed
/// since, or an override is wrong: see diagnostics), WAFT_ERR_ARGUMENT (an override of something that would change the run),
/// WAFT_ERR_NO_MEMORY. *out_replay is then NULL.
WAFT_API WAFT_CHECKED waft_result waft_replay_open(
    const waft_replay_def* def, waft_replay** out_replay, waft_error* out_error);
/// NULL is allowed.
WAFT_API void waft_replay_close(waft_replay* replay);

WAFT_API const waft_scene* waft_replay_scene(const waft_replay* replay);
/// First and last frame that the run had written when it was last saved before opening; last < first
/// if none.
WAFT_API void waft_replay_range(const waft_replay* replay, int* out_first, int* out_last);

/// waft_run_identity() of the run that is read back; another one if edits were queued in its world
/// besides those to replay. 0 for NULL.
WAFT_API uint64_t waft_replay_identity(const waft_replay* replay);

/// Brings the world to a frame: from its state file if the run kept states, else from the nearest
/// state or checkpoint before it, or from where the world is, or from the start, by stepping.
/// Frames below the first that was written were simulated too, and can be sought. A state or
/// checkpoint that is damaged is passed over and told to the logger. After an error the world is at
/// frame 0.
/// Errors: WAFT_ERR_ARGUMENT (no such frame), WAFT_ERR_DIVERGED, WAFT_ERR_IO, WAFT_ERR_PARSE,
/// WAFT_ERR_NO_MEMORY; the sentence is in *out_error.
WAFT_API WAFT_CHECKED waft_result waft_replay_seek(
    waft_replay* replay, int frame, waft_error* out_error);
/// The same by one frame's steps at most, for those who want to stop on a long way: to be called with
/// the same frame until *out_there is true. Until then the world is between frames. Errors as above.
WAFT_API WAFT_CHECKED waft_result waft_replay_approach(
    waft_replay* replay, int frame, bool* out_there, waft_error* out_error);
/// The world at the frame last sought; frame 0 after opening.
WAFT_API const waft_world* waft_replay_world(const waft_replay* replay);

/// Loads the scene of a run from its run.json, with the overrides of `options` (may be NULL) and what
/// they change. Files that options.look names are looked up beside it, unless the scene names maps or meshes
/// of its own. Nothing in the directory is touched. Errors: those of waft_scene_load_text(), and
/// WAFT_ERR_IO (no run there, a file that the scene names is gone) with a sentence in *out_error.
WAFT_API WAFT_CHECKED waft_result waft_run_load_scene(const char* directory,
    const waft_scene_options* options, waft_diagnostics* diagnostics, waft_scene** out_scene,
    waft_error* out_error);

/// Whether detail can be laid over the run in a directory (smoke.turbulence.base) from *first_frame to
/// *last_frame; a limit below 0 becomes that of the run. Errors: WAFT_ERR_ARGUMENT, with a sentence that
/// says what to do (no run there, no smoke, itself made over another run, frames that are not cached),
/// WAFT_ERR_PARSE (damaged), WAFT_ERR_NO_MEMORY; the limits are then untouched.
WAFT_API WAFT_CHECKED waft_result waft_run_check_base(
    const char* directory, int* first_frame, int* last_frame, waft_error* out_error);

/// Where the picture of a frame and the video of a run lie, "DIR/pictures/frame_000012.png" and
/// "DIR/video.mp4". Whoever draws them writes them there (and what they were drawn with into
/// "DIR/pictures/look.txt"); they belong to the run: WAFT_RUN_FORCE removes them, WAFT_RUN_RESUME
/// keeps them. Error: WAFT_ERR_ARGUMENT (a NULL, a frame below 0, more than `capacity` bytes with the
/// closing zero); out_path is then untouched.
WAFT_API WAFT_CHECKED waft_result waft_run_picture_path(
    const char* directory, int frame, char* out_path, size_t capacity);
WAFT_API WAFT_CHECKED waft_result waft_run_video_path(
    const char* directory, char* out_path, size_t capacity);
/// Makes the folder of the pictures; one that exists is fine. Errors: WAFT_ERR_IO, WAFT_ERR_ARGUMENT.
WAFT_API WAFT_CHECKED waft_result waft_run_make_pictures_folder(
    const char* directory, waft_error* out_error);

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
WAFT_API WAFT_CHECKED waft_result waft_run_read_info(
    const char* directory, waft_run_info* out_info, size_t size, waft_error* out_error);
static inline WAFT_CHECKED waft_result waft_run_inspect(
    const char* directory, waft_run_info* out_info, waft_error* out_error) {
    return waft_run_read_info(directory, out_info, sizeof(*out_info), out_error);
}

/// Reads every file that a run has listed in its files.sfv, and its last checkpoint, and compares checksums. Errors: WAFT_ERR_PARSE (files are missing or were changed; the sentence
/// counts them, names the first and says how to get them back), WAFT_ERR_IO (no run there), WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_run_verify(const char* directory, waft_error* out_error);

/// The same for one file, if a run lists it: the run is that of its folder, or of one of the two around it. A file that no run
/// lists passes. Errors: WAFT_ERR_PARSE (it was changed), WAFT_ERR_IO, WAFT_ERR_NO_MEMORY, WAFT_ERR_ARGUMENT.
WAFT_API WAFT_CHECKED waft_result waft_run_verify_file(const char* path, waft_error* out_error);

/// What is in a checkpoint file. Errors: WAFT_ERR_IO, WAFT_ERR_PARSE (cut, changed or foreign).
typedef struct waft_checkpoint_info {
    char version[32];
    uint64_t step;
    double time;
    int frame;
    uint64_t hash; ///< state hash
    uint64_t byte_count;
} waft_checkpoint_info;

WAFT_API WAFT_CHECKED waft_result waft_checkpoint_read_info(
    const char* path, waft_checkpoint_info* out_info, size_t size, waft_error* out_error);
static inline WAFT_CHECKED waft_result waft_checkpoint_inspect(
    const char* path, waft_checkpoint_info* out_info, waft_error* out_error) {
    return waft_checkpoint_read_info(path, out_info, sizeof(*out_info), out_error);
}

#ifdef __cplusplus
}
#endif

#endif // WAFT_RUN_H
