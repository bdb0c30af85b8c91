// SPDX-License-Identifier: MIT
// How a run starts or goes on. Everything that can refuse does so before anything is changed.
#include "base/error.h"
#include "io/directory.h"
#include "port/port.h"
#include "run/base.h"
#include "run/difference.h"
#include "run/hull_files.h"
#include "run/layout.h"
#include "run/run.h"

#include <waft/export.h>

#include <stdio.h>
#include <string.h>

enum { MOST_TRIED = 8 };

static waft_result enter_directory(waft_run* run) {
    const char* directory = run->directory.text;
    run->made_directory = !wafti_directory_exists(directory);
    waft_result result = wafti_directory_make(directory, &run->error);
    result = result == WAFT_OK ? wafti_layout_lock(directory, &run->logger, &run->lock, &run->error)
                               : result;
    if (result == WAFT_OK) {
        wafti_record_locate_files(&run->record, run->def.scene, directory);
        // With the lock in hand, temporaries are those of processes that are gone.
        result = wafti_layout_sweep(directory, &run->error);
    }
    return result;
}

// Kernels of another instruction set round in another way, so that the rest of the run would not be
// what the beginning promised. Another processor or C library does so in few cases.
static waft_result refuse_other_machine(waft_run* run, const wafti_run_record* old) {
    const wafti_run_record* now = &run->record;
    const char* directory = run->directory.text;
    if (strcmp(old->isa, now->isa) != 0) {
        return wafti_fail(&run->error, WAFT_ERR_ARGUMENT,
            "%s: the run was made with %s kernels, but this process uses %s; set WAFT_ISA=%s, or "
            "use --force to start anew",
            directory, old->isa, now->isa, old->isa);
    }
    if (strcmp(old->cpu, now->cpu) != 0 || strcmp(old->libc, now->libc) != 0) {
        wafti_log(&run->logger, WAFT_LOG_WARNING,
            "%s: the run began on %s, %s; last bits may differ from there on", directory, old->cpu,
            old->libc);
    }
    return WAFT_OK;
}

// Says in what the run differs; of scenes the first key that does, where that can be told.
static waft_result fail_difference(waft_run* run, const char* difference) {
    const char* directory = run->directory.text;
    wafti_run_record unused;
    char* json = NULL;
    char detail[160];
    char text[200] = "";
    if (strcmp(difference, "the scene") == 0 &&
        wafti_record_read(directory, &run->allocator, &unused, &json, NULL) == WAFT_OK &&
        wafti_scene_difference(json, run->scene_json, detail, sizeof(detail))) {
        (void)snprintf(text, sizeof(text), " (%s)", detail);
    }
    waft_text_free(&run->allocator, json);
    return wafti_fail(&run->error, WAFT_ERR_ARGUMENT,
        "%s holds a run that differs in %s%s; use --force to replace it, or another directory",
        directory, difference, text);
}

// Compares with what the directory holds; *out_found is false if that is no run at all.
static waft_result refuse_other(waft_run* run, wafti_run_record* out_old, bool* out_found) {
    const char* directory = run->directory.text;
    wafti_path path;
    wafti_port_status status;
    waft_result result = wafti_path_format(&path, &run->error, "%s/" WAFTI_RUN_RECORD, directory);
    *out_found = result == WAFT_OK && wafti_port_status_link(path.text, &status);
    if (!*out_found) {
        return result;
    }
    result = wafti_record_read(directory, &run->allocator, out_old, NULL, &run->error);
    if (result == WAFT_ERR_PARSE) {
        return wafti_fail(&run->error, WAFT_ERR_PARSE,
            "%s: this is not the record of a waft run; use --force to start again", path.text);
    }
    if (result != WAFT_OK) {
        return result;
    }
    const char* difference = wafti_run_key_difference(&out_old->key, &run->record.key);
    if (difference != NULL) {
        return fail_difference(run, difference);
    }
    result = wafti_base_compare(
        run->def.scene, directory, out_old->base_digest, run->record.base_digest, &run->error);
    if (result != WAFT_OK) {
        return result;
    }
    return refuse_other_machine(run, out_old);
}

static waft_result prepare(waft_run* run) {
    waft_world_destroy(run->world);
    run->world = NULL;
    waft_result result =
        waft_scene_create_world(run->def.scene, &run->world_def, &run->world, &run->error);
    result = result == WAFT_OK ? wafti_edit_log_attach(&run->log, run->world, run->directory.text)
                               : result;
    if (result == WAFT_OK) {
        result = wafti_frames_init(&run->frames, run->def.scene, run->world, &run->error);
    }
    if (result != WAFT_OK) {
        return result;
    }
    if (wafti_tables_init(&run->tables, &run->allocator, run->world,
            waft_scene_body_table(run->def.scene)) != WAFT_OK) {
        return wafti_fail_memory(&run->error, 0, "the first lines of the tables");
    }
    return WAFT_OK;
}

static waft_result make_folders(waft_run* run) {
    const waft_result result =
        wafti_layout_make_folder(run->directory.text, WAFTI_KIND_CHECKPOINT, &run->error);
    return result == WAFT_OK ? wafti_frames_make_folders(&run->frames, &run->error) : result;
}

// run.json comes first: whatever else is there then belongs to a run that can be named. Hulls are told of
// before anything moves.
static waft_result write_start(waft_run* run) {
    waft_result result = wafti_run_write_record(run, WAFTI_STATE_RUNNING);
    result = result == WAFT_OK ? make_folders(run) : result;
    if (result == WAFT_OK) {
        result = wafti_hull_files_write(
            run->directory.text, run->world, &run->allocator, &run->frames.files, &run->error);
    }
    return result == WAFT_OK ? wafti_run_output(run) : result;
}

static waft_result use_checkpoint(
    waft_run* run, const wafti_checkpoint* checkpoint, const char* name) {
    const wafti_table_extent extent = wafti_run_extent(run, checkpoint->step);
    const char* directory = run->directory.text;
    waft_result result = wafti_checkpoint_belongs(checkpoint, &run->record.key,
        checkpoint->step > run->step_count, "the number of steps", name, &run->error);
    result = result == WAFT_OK ? wafti_tables_load(&run->tables, directory, &extent, &run->error)
                               : result;
    if (result == WAFT_OK) {
        result = wafti_checkpoint_restore(checkpoint, run->world, true, name, &run->error);
    }
    return result == WAFT_OK && !run->finished
               ? wafti_edit_log_read(&run->log, directory, run->world, &run->error)
               : result;
}

static waft_result try_checkpoint(waft_run* run, uint64_t step) {
    wafti_path path = {.text = ""};
    waft_result result =
        wafti_layout_path(&path, run->directory.text, WAFTI_KIND_CHECKPOINT, step, &run->error);
    const int frame = wafti_run_extent(run, step).frame;
    if (result == WAFT_OK && frame > run->good_frame) {
        result = wafti_fail(&run->error, WAFT_ERR_IO, "%s", run->files_error.sentence);
    }
    // A finished run has no parts any more.
    if (result == WAFT_OK && !run->finished) {
        result = wafti_frames_check(&run->frames, frame, &run->error);
    }
    char* bytes = NULL;
    wafti_checkpoint checkpoint;
    if (result == WAFT_OK) {
        result =
            wafti_checkpoint_read(path.text, &run->allocator, &bytes, &checkpoint, &run->error);
    }
    result = result == WAFT_OK ? use_checkpoint(run, &checkpoint, path.text) : result;
    waft_text_free(&run->allocator, bytes);
    return result;
}

// The newest checkpoint that is whole; *out_restored is false if there is none.
static waft_result restore(waft_run* run, bool* out_restored) {
    uint64_t steps[MOST_TRIED];
    size_t count = 0;
    waft_result result =
        wafti_checkpoint_list(run->directory.text, steps, MOST_TRIED, &count, &run->error);
    *out_restored = false;
    for (size_t i = 0; i < count && result == WAFT_OK && !*out_restored; ++i) {
        result = try_checkpoint(run, steps[i]);
        *out_restored = result == WAFT_OK;
        if (result == WAFT_ERR_PARSE || result == WAFT_ERR_IO) {
            wafti_log(&run->logger, WAFT_LOG_WARNING, "%s; going back to %s", run->error.sentence,
                i + 1 < count ? "the checkpoint before it" : "the start");
            result = WAFT_OK;
        }
    }
    return result;
}

static waft_result go_on(waft_run* run, const wafti_run_record* old) {
    const uint64_t step = waft_world_steps(run->world);
    run->resumed = true;
    run->earlier_seconds = old->wall_seconds;
    while (
        run->replay_next < run->def.replay_count && run->def.replay[run->replay_next].step < step) {
        ++run->replay_next;
    }
    wafti_manifest_cut(&run->frames.files, wafti_run_frame(run));
    // Checkpoints ahead of this one are damaged, and must not be counted among the two kept.
    waft_result result = wafti_checkpoint_prune(run->directory.text, step, &run->error);
    result = result == WAFT_OK ? make_folders(run) : result;
    return result == WAFT_OK ? wafti_run_write_record(run, WAFTI_STATE_RUNNING) : result;
}

// The same run once more. Its files stay until each is replaced by the same bytes.
static waft_result start_afresh(waft_run* run) {
    wafti_tables_free(&run->tables);
    wafti_frames_free(&run->frames);
    run->frames.output_count = 0;
    waft_result result = prepare(run);
    result =
        result == WAFT_OK ? wafti_checkpoint_prune(run->directory.text, 0, &run->error) : result;
    return result == WAFT_OK ? write_start(run) : result;
}

// Reads all files that the run has written. What is wrong with them decides which checkpoints serve.
static waft_result look_at_files(waft_run* run) {
    const char* directory = run->directory.text;
    const waft_result result =
        wafti_manifest_load(&run->frames.files, directory, &run->files_error);
    if (result == WAFT_ERR_NO_MEMORY) {
        return wafti_fail(&run->error, result, "%s", run->files_error.sentence);
    }
    wafti_manifest_state state = {.bad_count = 1, .good_frame = -1};
    if (result == WAFT_OK) {
        state = wafti_manifest_check(&run->frames.files, directory, &run->files_error);
    }
    run->good_frame = state.good_frame;
    run->bad_files = state.bad_count;
    return WAFT_OK;
}

// A finished run may be looked at in another way than before: its record then holds the new scene.
static waft_result note_other_look(waft_run* run, const wafti_run_record* old) {
    wafti_run_record unused;
    char* json = NULL;
    waft_result result =
        wafti_record_read(run->directory.text, &run->allocator, &unused, &json, &run->error);
    if (result == WAFT_OK && strcmp(json, run->scene_json) != 0) {
        run->earlier_seconds = old->wall_seconds;
        result = wafti_run_write_record(run, WAFTI_STATE_FINISHED);
    }
    waft_text_free(&run->allocator, json);
    return result;
}

// A complete run needs nothing but its last state, for whoever asks; parts may be left over from a
// kill right after the end. *out_shown is false if files or that state are not what they were.
static waft_result show_finished(waft_run* run, const wafti_run_record* old, bool* out_shown) {
    waft_result result = WAFT_ERR_IO;
    run->finished = true;
    run->resumed = true;
    if (run->bad_files > 0) {
        run->error = run->files_error;
    } else {
        result = try_checkpoint(run, run->step_count);
    }
    if (result == WAFT_OK && waft_world_hash(run->world) != old->hash) {
        result = wafti_fail(&run->error, WAFT_ERR_PARSE,
            "%s: the last state is not that of the run", run->directory.text);
    }
    *out_shown = result == WAFT_OK;
    if (result == WAFT_ERR_IO || result == WAFT_ERR_PARSE) {
        wafti_log(&run->logger, WAFT_LOG_WARNING,
            "%s; the run is computed again as far as it must be", run->error.sentence);
        run->finished = false;
        run->resumed = false;
        return WAFT_OK;
    }
    if (result == WAFT_OK) {
        run->record = *old;
        result = note_other_look(run, old);
    }
    return result == WAFT_OK ? wafti_frames_drop_parts(&run->frames, &run->error) : result;
}

static waft_result resume(waft_run* run, const wafti_run_record* old) {
    bool shown = false;
    bool restored = false;
    waft_result result = look_at_files(run);
    if (result == WAFT_OK && strcmp(old->state, WAFTI_STATE_FINISHED) == 0) {
        result = show_finished(run, old, &shown);
    }
    if (result != WAFT_OK || shown) {
        return result;
    }
    result = restore(run, &restored);
    if (result != WAFT_OK) {
        return result;
    }
    return restored ? go_on(run, old) : start_afresh(run);
}

waft_result wafti_run_begin(waft_run* run) {
    wafti_run_record old;
    bool found = false;
    waft_result result = enter_directory(run);
    if (result == WAFT_OK && run->def.mode == WAFT_RUN_NEW &&
        wafti_layout_holds_run(run->directory.text)) {
        result = wafti_fail(&run->error, WAFT_ERR_ARGUMENT,
            "%s already holds a run; use --resume to continue it or --force to replace it",
            run->directory.text);
    }
    if (result == WAFT_OK && run->def.mode == WAFT_RUN_RESUME) {
        result = refuse_other(run, &old, &found);
    }
    result = result == WAFT_OK ? prepare(run) : result;
    if (result != WAFT_OK) {
        return result;
    }
    if (found) {
        return resume(run, &old);
    }
    if (run->def.mode == WAFT_RUN_RESUME) {
        wafti_log(&run->logger, WAFT_LOG_NOTE, "nothing to resume in %s: starting a new run",
            run->directory.text);
    }
    result = wafti_layout_clear(run->directory.text, &run->error);
    return result == WAFT_OK ? write_start(run) : result;
}
