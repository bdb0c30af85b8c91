// SPDX-License-Identifier: MIT
#include "run/run.h"

#include "base/error.h"
#include "base/memory.h"
#include "io/edits.h"
#include "port/port.h"
#include "run/base.h"
#include "run/layout.h"
#include "run/machine.h"

#include <waft/export.h>

#include <stdio.h>
#include <string.h>

// ---- what a run puts on disk as it goes

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

// Tables, list of files, edits, checkpoint, run.json, in this order: a checkpoint never lies ahead of its tables.
static waft_result save(waft_run* run, const char* state) {
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

// The list of all files of a run at its end; parts are not in it.
static waft_result write_list(waft_run* run) {
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

// ---- start and end

void waft_run_def_fill(waft_run_def* out_def, size_t size) {
    const waft_run_def def = {
        .mode = WAFT_RUN_NEW, .first_frame = 0, .last_frame = -1, .checkpoint_seconds = 5.0};
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

static waft_result check_def(const waft_run_def* def, waft_error* out_error) {
    if (def->scene == NULL || def->directory == NULL || def->directory[0] == '\0' ||
        (def->replay == NULL && def->replay_count > 0)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "a run needs a scene, a directory, and the edits it counts");
    }
    if (def->mode != WAFT_RUN_NEW && def->mode != WAFT_RUN_RESUME && def->mode != WAFT_RUN_FORCE) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "there is no run mode %d", (int)def->mode);
    }
    const int frame_count = waft_scene_get_time(def->scene).frame_count;
    const int last = def->last_frame < 0 ? frame_count - 1 : def->last_frame;
    if (last >= frame_count) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "the last frame is to be %d, but the scene ends with frame %d", last, frame_count - 1);
    }
    if (def->first_frame < 0 || def->first_frame > last) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "the first frame is to be %d; it must lie between 0 and the last, %d", def->first_frame,
            last);
    }
    return WAFT_OK;
}

static waft_result copy_replay(waft_run* run) {
    const waft_edit* edits = run->def.replay;
    const size_t count = run->def.replay_count;
    run->def.replay = NULL;
    run->def.replay_count = 0;
    if (count == 0) {
        return WAFT_OK;
    }
    run->replay = wafti_allocate(&run->allocator, count, sizeof(*edits));
    if (run->replay == NULL) {
        return wafti_fail_memory(
            &run->error, wafti_size_mul(count, sizeof(*edits)), "the edits to replay");
    }
    memcpy(run->replay, edits, count * sizeof(*edits));
    run->def.replay = run->replay;
    run->def.replay_count = count;
    return WAFT_OK;
}

// An edit that no step would reach must not be dropped in silence.
static waft_result check_replay(waft_run* run) {
    for (size_t i = 0; i < run->def.replay_count; ++i) {
        const waft_edit* edit = &run->def.replay[i];
        if (edit->step >= run->step_count) {
            char name[96];
            return wafti_fail(&run->error, WAFT_ERR_ARGUMENT,
                "edit %zu of the replay (%s) comes at step %llu, but the run has %llu step%s, "
                "counted from 0",
                i + 1, wafti_edits_name(name, sizeof(name), edit), (unsigned long long)edit->step,
                (unsigned long long)run->step_count, run->step_count == 1 ? "" : "s");
        }
    }
    return WAFT_OK;
}

static waft_result fill_record(waft_run* run) {
    wafti_run_record* record = &run->record;
    waft_result result = waft_scene_json(run->def.scene, &run->allocator, &run->scene_json);
    if (result != WAFT_OK) {
        return wafti_fail(
            &run->error, result, "the scene gave no JSON: %s", waft_result_sentence(result));
    }
    result = wafti_record_hash_edits(run->def.replay, run->def.replay_count, &run->allocator,
        &record->key.replay_hash, &run->error);
    if (result == WAFT_OK) {
        result = wafti_record_hash_scene(
            run->def.scene, &run->allocator, &record->key.scene_hash, &run->error);
    }
    if (result == WAFT_OK) {
        result = wafti_base_keep_out(run->def.scene, run->directory.text, &run->error);
    }
    if (result == WAFT_OK) {
        result = wafti_base_digest(run->def.scene, run->def.first_frame, run->def.last_frame,
            &run->allocator, &record->base_digest, &run->error);
    }
    if (result != WAFT_OK) {
        return result;
    }
    (void)snprintf(record->key.version, sizeof(record->key.version), "%s", waft_version());
    record->key.seed = run->world_def.seed;
    record->key.first_frame = run->def.first_frame;
    record->key.last_frame = run->def.last_frame;
    record->step_count = run->step_count;
    record->step_length = run->time.step;
    record->threads = run->world_def.threads;
    (void)snprintf(record->isa, sizeof(record->isa), "%s", waft_isa());
    wafti_machine_cpu(record->cpu, sizeof(record->cpu));
    wafti_machine_libc(record->libc, sizeof(record->libc));
    const char* title = waft_scene_title(run->def.scene);
    (void)snprintf(record->title, sizeof(record->title), "%s", title != NULL ? title : "");
    return WAFT_OK;
}

static waft_result set_up(waft_run* run) {
    run->time = waft_scene_get_time(run->def.scene);
    if (run->def.last_frame < 0) {
        run->def.last_frame = run->time.frame_count - 1;
    }
    run->step_count = (uint64_t)run->def.last_frame * (uint64_t)run->time.steps_per_frame;
    run->table_interval = (uint64_t)waft_scene_table_interval(run->def.scene);
    run->started = wafti_clock_wall();
    run->last_checkpoint = run->started;
    waft_result result = wafti_path_format(&run->directory, &run->error, "%s", run->def.directory);
    run->def.directory = run->directory.text;
    run->frames = (wafti_frames){.directory = run->directory.text,
        .logger = &run->logger,
        .key = &run->record.key,
        .arena = {.allocator = run->allocator},
        .first_frame = run->def.first_frame,
        .last_frame = run->def.last_frame};
    result = result == WAFT_OK ? copy_replay(run) : result;
    result = result == WAFT_OK ? fill_record(run) : result;
    return result == WAFT_OK ? check_replay(run) : result;
}

waft_result waft_run_open(const waft_run_def* def, waft_run** out_run, waft_error* out_error) {
    if (out_run == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_run_open: out_run is NULL");
    }
    *out_run = NULL;
    waft_run_def wide = waft_run_def_default(NULL, NULL);
    waft_result result = waft_struct_take(&wide, sizeof(wide), def, "waft_run_def", out_error);
    if (result != WAFT_OK) {
        return result;
    }
    def = &wide;
    result = check_def(def, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    waft_world_def world = waft_scene_world_def(def->scene);
    if (def->world != NULL) {
        result = waft_struct_take(&world, sizeof(world), def->world, "waft_world_def", out_error);
        if (result != WAFT_OK) {
            return result;
        }
    }
    waft_run* run = wafti_allocate_zero(&world.allocator, 1, sizeof(*run));
    if (run == NULL) {
        return wafti_fail_memory(out_error, sizeof(*run), "a run");
    }
    run->def = *def;
    run->world_def = world;
    run->def.world = &run->world_def;
    run->allocator = world.allocator;
    run->logger = world.logger;
    run->log.allocator = run->allocator;
    run->lock = -1;
    result = set_up(run);
    result = result == WAFT_OK ? wafti_run_begin(run) : result;
    if (result != WAFT_OK) {
        (void)wafti_fail(out_error, result, "%s", run->error.sentence);
        const bool made_directory = run->made_directory;
        const wafti_path directory = run->directory;
        waft_run_close(run);
        if (made_directory) {
            // Stays if anything is in it, be it ours or another's.
            (void)wafti_port_remove_directory(directory.text);
        }
        return result;
    }
    // Damaged checkpoints that were stepped over have been told to the logger.
    run->error.sentence[0] = '\0';
    *out_run = run;
    return WAFT_OK;
}

void waft_run_close(waft_run* run) {
    if (run == NULL) {
        return;
    }
    const waft_allocator allocator = run->allocator;
    waft_world_destroy(run->world);
    wafti_edit_log_free(&run->log);
    wafti_tables_free(&run->tables);
    wafti_frames_free(&run->frames);
    waft_text_free(&allocator, run->scene_json);
    wafti_release(&allocator, run->replay, run->def.replay_count, sizeof(*run->replay));
    if (run->lock >= 0) {
        wafti_layout_unlock(run->directory.text, run->lock);
    }
    wafti_release(&allocator, run, 1, sizeof(*run));
}

static waft_result queue_replayed(waft_run* run) {
    const uint64_t step = waft_world_steps(run->world);
    for (; run->replay_next < run->def.replay_count; ++run->replay_next) {
        const waft_edit* edit = &run->def.replay[run->replay_next];
        if (edit->step > step) {
            break;
        }
        const waft_result result = waft_world_queue(run->world, edit);
        if (result != WAFT_OK) {
            char name[96];
            return wafti_fail(&run->error, result, "edit %zu of the replay (%s at step %llu): %s",
                run->replay_next + 1, wafti_edits_name(name, sizeof(name), edit),
                (unsigned long long)edit->step, waft_world_error(run->world));
        }
    }
    return WAFT_OK;
}

static waft_result advance(waft_run* run) {
    waft_result result = queue_replayed(run);
    if (result != WAFT_OK) {
        return result;
    }
    result = waft_world_step(run->world);
    if (result != WAFT_OK) {
        return wafti_fail(&run->error, result, "%s", waft_world_error(run->world));
    }
    const double before_files = wafti_clock_wall();
    result = wafti_run_output(run);
    // Checkpoints of large worlds take seconds: they may cost a tenth of a run, not most of it.
    const double asked = run->def.checkpoint_seconds;
    const double since = wafti_clock_wall() - run->last_checkpoint;
    const bool due = asked <= 0.0 || since >= fmax(asked, 10.0 * run->checkpoint_took);
    if (result == WAFT_OK && due) {
        result = save(run, WAFTI_STATE_RUNNING);
    }
    run->files_seconds += wafti_clock_wall() - before_files;
    return result;
}

waft_result waft_run_step(waft_run* run) {
    if (run == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (run->failed != WAFT_OK) {
        return run->failed;
    }
    if (waft_run_done(run)) {
        return wafti_fail(&run->error, WAFT_ERR_ARGUMENT, "the run has no steps left");
    }
    const double start = wafti_clock_wall();
    run->failed = advance(run);
    const double seconds = wafti_clock_wall() - start;
    // Over about two frames, so that the files of one do not make the estimate jump.
    const double share =
        run->step_seconds <= 0.0 ? 1.0 : 1.0 / (2.0 * run->time.steps_per_frame + 8.0);
    run->step_seconds += share * (seconds - run->step_seconds);
    return run->failed;
}

bool waft_run_done(const waft_run* run) {
    return run != NULL && (run->finished || waft_world_steps(run->world) >= run->step_count);
}

waft_result waft_run_checkpoint(waft_run* run) {
    if (run == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (run->failed != WAFT_OK || run->finished) {
        return run->failed;
    }
    run->failed = save(run, WAFTI_STATE_INTERRUPTED);
    return run->failed;
}

// Parts go last: killed before run.json says "finished", the run is continued and assembles again;
// killed after it, the next opening removes what parts are left.
static waft_result finish(waft_run* run) {
    waft_result result = save(run, WAFTI_STATE_RUNNING);
    result = result == WAFT_OK ? wafti_frames_assemble(&run->frames, &run->error) : result;
    result = result == WAFT_OK ? write_list(run) : result;
    if (result == WAFT_OK) {
        run->record.hash = run->saved_hash;
        result = wafti_run_write_record(run, WAFTI_STATE_FINISHED);
    }
    run->finished = result == WAFT_OK;
    return result == WAFT_OK ? wafti_frames_drop_parts(&run->frames, &run->error) : result;
}

waft_result waft_run_finish(waft_run* run) {
    if (run == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (run->failed != WAFT_OK || run->finished) {
        return run->failed;
    }
    if (!waft_run_done(run)) {
        return wafti_fail(&run->error, WAFT_ERR_ARGUMENT, "the run has not reached its last frame");
    }
    run->failed = finish(run);
    return run->failed;
}

const char* waft_run_error(const waft_run* run) {
    return run != NULL ? run->error.sentence : "";
}

uint64_t waft_run_identity(const waft_run* run) {
    return run != NULL ? wafti_run_key_identity(&run->record.key) : 0;
}

waft_world* waft_run_world(waft_run* run) {
    return run != NULL ? run->world : NULL;
}

void waft_run_read_progress(const waft_run* run, waft_run_progress* out_progress, size_t size) {
    waft_run_progress progress = {0};
    if (run != NULL) {
        const uint64_t step = waft_world_steps(run->world);
        progress = (waft_run_progress){
            .frame = wafti_run_frame(run),
            .first_frame = run->def.first_frame,
            .last_frame = run->def.last_frame,
            .step = step,
            .step_count = run->step_count,
            .time = waft_world_time(run->world),
            .step_ms = 1e3 * run->step_seconds,
            .eta = run->finished ? 0.0 : (double)(run->step_count - step) * run->step_seconds,
            .resumed = run->resumed,
            .hash = run->finished ? run->record.hash : 0,
        };
    }
    waft_struct_read(out_progress, size, &progress, sizeof(progress));
}
