// SPDX-License-Identifier: MIT
// Checkpoint files: a header, a snapshot of the world, a checksum over both.
#ifndef WAFTI_RUN_CHECKPOINT_H
#define WAFTI_RUN_CHECKPOINT_H

#include <waft/run.h>

/// What must be equal for a run to go on from where another stopped.
typedef struct wafti_run_key {
    char version[32];
    uint64_t scene_hash; ///< of what of the scene decides the run: wafti_record_hash_scene()
    uint64_t replay_hash;
    uint64_t seed;
    int32_t first_frame, last_frame;
} wafti_run_key;

/// The first difference in words ("the seed", ...), NULL if the keys are equal.
const char* wafti_run_key_difference(const wafti_run_key* a, const wafti_run_key* b);

/// Hash of what decides the states of a run's frames: all of the key but the version, and but the
/// range, which only decides how many there are.
uint64_t wafti_run_key_identity(const wafti_run_key* key);

typedef struct wafti_checkpoint {
    wafti_run_key key;
    uint64_t step;
    int32_t frame;
    double time; ///< s
    uint64_t state_hash;
    const void* snapshot;
    size_t snapshot_size;
} wafti_checkpoint;

/// Writes the world's state as a checkpoint of the run that `key` names; *out_hash is its
/// waft_world_hash(). Errors: WAFT_ERR_IO, WAFT_ERR_NO_MEMORY.
waft_result wafti_checkpoint_save(const char* path, const wafti_run_key* key, int frame,
    const waft_world* world, uint64_t* out_hash, waft_error* out_error);

/// Reads a checkpoint from memory; the snapshot points into `bytes`. `name` stands in sentences.
/// Error: WAFT_ERR_PARSE (cut, changed or foreign).
waft_result wafti_checkpoint_decode(const void* bytes, size_t byte_count, const char* name,
    wafti_checkpoint* out_checkpoint, waft_error* out_error);

/// Reads the file of a checkpoint and decodes it; release *out_bytes, which it points into, with
/// waft_text_free() in any case.
waft_result wafti_checkpoint_read(const char* path, const waft_allocator* allocator,
    char** out_bytes, wafti_checkpoint* out_checkpoint, waft_error* out_error);

/// Refuses a checkpoint of another run, and one that is of a `wrong` step, which is called `what`. Error:
/// WAFT_ERR_PARSE.
waft_result wafti_checkpoint_belongs(const wafti_checkpoint* checkpoint, const wafti_run_key* key,
    bool wrong, const char* what, const char* name, waft_error* out_error);

/// Brings a world to its state; `same_machine` says that the state must have its hash. Error: WAFT_ERR_PARSE.
waft_result wafti_checkpoint_restore(const wafti_checkpoint* checkpoint, waft_world* world,
    bool same_machine, const char* name, waft_error* out_error);

/// Steps of the checkpoints in a run directory, highest first; at most `capacity`.
waft_result wafti_checkpoint_list(const char* directory, uint64_t* out_steps, size_t capacity,
    size_t* out_count, waft_error* out_error);
/// Removes those above `newest`, and of the others all but the two highest.
waft_result wafti_checkpoint_prune(const char* directory, uint64_t newest, waft_error* out_error);

#endif // WAFTI_RUN_CHECKPOINT_H
