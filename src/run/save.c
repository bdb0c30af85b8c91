// SPDX-License-Identifier: MIT
// What a run puts on disk as it goes.
#include "port/port.h"
#include "run/layout.h"
#include "run/run.h"

#include <waft/export.h>

#include <stdio.h>

int wafti_run_frame(const waft_run* run) {
    return (int)(waft_world_steps(run->world) / (uint64_t)run->time.steps_per_frame);
}

wafti_table_extent wafti_run_extent(const waft_run* run, uint64_t step) {
    const uint64_t steps_per_frame = (uint64_t)run->time.steps_per_frame;
    const int first_frame = run->record.key.first_frame;
    const waft_bodies* bodies = run->world != NULL ? waft_world_bodies(run->world) : NULL;
    return (wafti_table_extent){
        .first_frame = first_frame,
        .frame = (int)(step / steps_per_frame),
        .first_step = (uint64_t)first_frame * steps_per_frame,
        .step = step,
        .interval = run->table_interval,
        .step_length = run->time.step,
        .frame_length = run->time.step * run->time.steps_per_frame,
        .body_count = bodies != NULL ? waft_bodies_count(bodies) : 0,
        .body_interval = run->tables.body_table.every > 0 ? run->tables.body_table.every : 1,
    };
}

waft_result wafti_run_write_record(waft_run* run, const char* state) {
    wafti_run_record* record = &run->record;
    const int frames = wafti_run_frame(run) - record->key.first_frame + 1;
    (void)snprintf(record->state, sizeof(record->state), "%s", state);
    record->step = waft_world_steps(run->world);
    record->frames_written = frames > 0 ? frames : 0;
    record->numerical_viscosity =
        waft_liquid_get_stats(waft_world_liquid(run->world)).numerical_viscosity;
    record->bodies = waft_world_bodies(run->world);
    record->wall_seconds = run->earlier_seconds + wafti_clock_wall() - run->started;
    return wafti_record_write(
        run->directory.text, record, run->scene_json, &run->allocator, &run->error);
}

static waft_result write_checkpoint(waft_run* run) {
    const uint64_t step = waft_world_steps(run->world);
    const char* directory = run->directory.text;
    wafti_path path;
    waft_result result =
        wafti_layout_path(&path, directory, WAFTI_KIND_CHECKPOINT, step, &run->error);
    if (result == WAFT_OK) {
        result = wafti_checkpoint_save(path.text, &run->record.key, wafti_run_frame(run),
            run->world, &run->saved_hash, &run->error);
    }
    return result == WAFT_OK ? wafti_checkpoint_prune(directory, step, &run->error) : result;
}

waft_result wafti_run_save(waft_run* run, const char* state) {
    const double start = wafti_clock_wall();
    waft_result result = wafti_tables_write(&run->tables, run->directory.text, &run->error);
    if (result == WAFT_OK) {
        result = wafti_manifest_write(&run->frames.files, run->directory.text, &run->error);
    }
    result = result == WAFT_OK ? wafti_edit_log_write(&run->log, run->directory.text, &run->error)
                               : result;
    result = result == WAFT_OK ? write_checkpoint(run) : result;
    result = result == WAFT_OK ? wafti_run_write_record(run, state) : result;
    run->last_checkpoint = wafti_clock_wall();
    run->checkpoint_took = run->last_checkpoint - start;
    return result;
}

waft_result wafti_run_write_list(waft_run* run) {
    wafti_manifest* list = &run->frames.files;
    const char* directory = run->directory.text;
    waft_result result = wafti_tables_list(&run->tables, directory, list, &run->error);
    if (result == WAFT_OK) {
        wafti_frames_forget_parts(&run->frames);
        result = wafti_manifest_write(list, directory, &run->error);
    }
    return result;
}

waft_result wafti_run_output(waft_run* run) {
    const uint64_t step = waft_world_steps(run->world);
    const wafti_table_extent extent = wafti_run_extent(run, step);
    if (step >= extent.first_step && step % extent.interval == 0) {
        wafti_tables_add_step(&run->tables, run->world);
    }
    if (step % (uint64_t)run->time.steps_per_frame != 0 || extent.frame < extent.first_frame) {
        return WAFT_OK;
    }
    wafti_tables_add_frame(&run->tables, run->world, extent.frame, 1e3 * run->files_seconds);
    run->files_seconds = 0.0;
    return wafti_frames_write(&run->frames, run->world, extent.frame, &run->error);
}
