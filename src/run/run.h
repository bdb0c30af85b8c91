// SPDX-License-Identifier: MIT
// The inside of a run, shared by the files of this folder.
#ifndef WAFTI_RUN_RUN_H
#define WAFTI_RUN_RUN_H

#include "io/file.h"
#include "run/checkpoint.h"
#include "run/edit_log.h"
#include "run/frames.h"
#include "run/record.h"
#include "run/tables.h"

#include <waft/run.h>

struct waft_run {
    waft_run_def def;
    waft_world_def world_def; ///< which def.world points to
    waft_edit* replay;        ///< our copy, which def.replay points to
    wafti_path directory;
    waft_allocator allocator;
    waft_logger logger;
    waft_error error;
    waft_result failed; ///< a failed step, checkpoint or finish; the run can only be closed then
    int lock;           ///< descriptor, -1 if not held
    bool made_directory;

    waft_scene_time time;
    uint64_t step_count;
    uint64_t table_interval; ///< steps
    char* scene_json;
    wafti_run_record record; ///< with the key
    bool finished;
    bool resumed;
    size_t bad_files;       ///< of those that a run to be resumed had listed
    int good_frame;         ///< files of frames up to this one are whole
    waft_error files_error; ///< tells of the first that is not

    waft_world* world;
    wafti_edit_log log;
    wafti_run_tables tables;
    wafti_frames frames;
    size_t replay_next;
    uint64_t saved_hash; ///< waft_world_hash() of the last checkpoint

    double started;         ///< wall s at which this sitting began
    double earlier_seconds; ///< wall s of sittings before
    double last_checkpoint; ///< wall s, when it was done
    double checkpoint_took; ///< s, the last one
    double step_seconds;    ///< a step with its files, smoothed; 0 before the first
    double files_seconds;   ///< on files since the last row of timing.csv
};

/// Takes the lock, decides between start and continuation, and brings world, tables and files to
/// that point. On an error the caller closes the run.
waft_result wafti_run_begin(waft_run* run);

/// Frame that the world has reached.
int wafti_run_frame(const waft_run* run);
wafti_table_extent wafti_run_extent(const waft_run* run, uint64_t step);

/// run.json alone.
waft_result wafti_run_write_record(waft_run* run, const char* state);
/// Rows and files of the state the world is in, where they are due.
waft_result wafti_run_output(waft_run* run);

#endif // WAFTI_RUN_RUN_H
