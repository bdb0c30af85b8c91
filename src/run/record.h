// SPDX-License-Identifier: MIT
// run.json: what a directory holds and what it was made with.
#ifndef WAFTI_RUN_RECORD_H
#define WAFTI_RUN_RECORD_H

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
} wafti_run_record;

/// Writes DIR/run.json; `scene_json` is one JSON object.
waft_result wafti_record_write(const char* directory, const wafti_run_record* record,
    const char* scene_json, const waft_allocator* allocator, waft_error* out_error);

/// Reads it back. Errors: WAFT_ERR_IO (there is none), WAFT_ERR_PARSE, WAFT_ERR_NO_MEMORY.
waft_result wafti_record_read(const char* directory, const waft_allocator* allocator,
    wafti_run_record* out_record, waft_error* out_error);

#endif // WAFTI_RUN_RECORD_H
