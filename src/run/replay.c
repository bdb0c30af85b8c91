// SPDX-License-Identifier: MIT
// A run read back. Its world is made again from run.json and edits.log; states and checkpoints are
// short cuts, and every one of them may be missing or damaged.
#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "io/directory.h"
#include "io/edits.h"
#include "run/base.h"
#include "run/layout.h"
#include "run/machine.h"
#include "run/record.h"

#include <waft/export.h>
#include <waft/run.h>

#include <string.h>

struct waft_replay {
    waft_allocator allocator;
    waft_logger logger;
    wafti_path directory;
    wafti_run_record record;
    waft_scene* scene;
    waft_scene_time time;
    waft_world* world;
    waft_edit* edits;
    size_t edit_count;
    uint64_t identity;
    void* start; ///< snapshot of frame 0
    size_t start_size;
    uint64_t goal;     ///< step that short cuts were last looked for; UINT64_MAX: none
    bool same_version; ///< snapshots fit
    bool same_machine; ///< and give the hashes they were taken with
};

void waft_replay_def_fill(waft_replay_def* out_def, size_t size) {
    const waft_replay_def def = {.threads = 1};
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

// Only how a run is looked at can change afterwards.
static bool is_of_view(const char* set) {
    static const char* const groups[] = {"camera", "render"};
    for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); ++i) {
        const size_t length = strlen(groups[i]);
        if (strncmp(set, groups[i], length) == 0 && strchr(".[=", set[length]) != NULL) {
            return true;
        }
    }
    return false;
}

static waft_result check_def(const waft_replay_def* def, waft_error* out_error) {
    if (def->directory == NULL || def->directory[0] == '\0' ||
        (def->sets == NULL && def->set_count > 0)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "a replay needs a directory, and the overrides it counts");
    }
    for (size_t i = 0; i < def->set_count; ++i) {
        const char* set = def->sets[i];
        if (set == NULL) {
            return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "override %zu is NULL", i + 1);
        }
        if (!is_of_view(set)) {
            char shown[64];
            return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
                "'%s' cannot be changed when a run is read back, it would be another run; only "
                "camera and render can",
                wafti_text_quote(shown, sizeof(shown), set, strcspn(set, "=")));
        }
    }
    return WAFT_OK;
}

static waft_result fail_load(
    waft_result result, const char* name, const waft_diagnostics* list, waft_error* out_error) {
    for (size_t i = 0; i < waft_diagnostics_count(list); ++i) {
        const waft_diagnostic* problem = waft_diagnostics_at(list, i);
        if (problem->severity == WAFT_SEVERITY_ERROR) {
            return wafti_fail(out_error, result, "%s: %s", problem->file, problem->message);
        }
    }
    return wafti_fail(out_error, result, "%s: %s", name, waft_result_sentence(result));
}

static waft_result load_scene(waft_replay* replay, const waft_replay_def* def,
    const char* scene_json, waft_error* out_error) {
    wafti_path name;
    waft_result result = wafti_record_name_scene(
        replay->directory.text, &replay->record, scene_json, &name, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    waft_scene_options options = waft_scene_options_default();
    options.sets = def->sets;
    options.set_count = def->set_count;
    options.cache = def->cache;
    options.allocator = replay->allocator;
    // Whether a video is made of what is drawn is not known here.
    options.odd_sides = true;
    waft_diagnostics* own = NULL;
    if (def->diagnostics == NULL) {
        result = waft_diagnostics_create(&replay->allocator, &own);
        if (result != WAFT_OK) {
            return wafti_fail(out_error, result, "%s", waft_result_sentence(result));
        }
    }
    waft_diagnostics* list = own != NULL ? own : def->diagnostics;
    result = waft_scene_load_text(
        name.text, scene_json, strlen(scene_json), &options, list, &replay->scene);
    if (result != WAFT_OK) {
        result = fail_load(result, name.text, list, out_error);
    }
    waft_diagnostics_destroy(own);
    return result;
}

// The scene must be the one that was run. Between versions its text may differ and mean the same.
static waft_result check_scene(const waft_replay* replay, waft_error* out_error) {
    const wafti_run_record* record = &replay->record;
    const char* directory = replay->directory.text;
    if (waft_scene_files_hash(replay->scene) != record->files_hash) {
        return wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s: a file that the scene of the run names has changed since; put the old one back, "
            "or "
            "run the scene again",
            directory);
    }
    uint64_t hash = 0;
    waft_result result =
        wafti_record_hash_scene(replay->scene, &replay->allocator, &hash, out_error);
    if (result == WAFT_OK && replay->same_version && hash != record->key.scene_hash) {
        return wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s/" WAFTI_RUN_RECORD ": the scene in it is not the one that was run", directory);
    }
    uint64_t digest = 0;
    if (result == WAFT_OK) {
        result = wafti_base_digest(replay->scene, record->key.first_frame, record->key.last_frame,
            &replay->allocator, &digest, out_error);
    }
    return result == WAFT_OK ? wafti_base_compare(
                                   replay->scene, directory, record->base_digest, digest, out_error)
                             : result;
}

static void compare_machines(waft_replay* replay) {
    const wafti_run_record* record = &replay->record;
    const char* directory = replay->directory.text;
    char cpu[sizeof(record->cpu)];
    char libc[sizeof(record->libc)];
    wafti_machine_cpu(cpu, sizeof(cpu));
    wafti_machine_libc(libc, sizeof(libc));
    const bool same_kernels = strcmp(record->isa, waft_isa()) == 0;
    const bool same_host = strcmp(record->cpu, cpu) == 0 && strcmp(record->libc, libc) == 0;
    replay->same_version = strcmp(record->key.version, waft_version()) == 0;
    replay->same_machine = same_kernels && same_host;
    if (!replay->same_version) {
        wafti_log(&replay->logger, WAFT_LOG_WARNING,
            "%s: the run was made with waft %s, this is %s; what it shows may differ", directory,
            record->key.version, waft_version());
    }
    if (!same_kernels) {
        wafti_log(&replay->logger, WAFT_LOG_WARNING,
            "%s: the run was made with %s kernels, this process uses %s; last bits may differ",
            directory, record->isa, waft_isa());
    } else if (!same_host) {
        wafti_log(&replay->logger, WAFT_LOG_NOTE,
            "%s: the run was made on %s, %s; last bits may differ", directory, record->cpu,
            record->libc);
    }
}

static waft_result read_edits(waft_replay* replay, waft_error* out_error) {
    wafti_path path;
    const waft_result result =
        wafti_path_format(&path, out_error, "%s/" WAFTI_RUN_EDITS, replay->directory.text);
    if (result != WAFT_OK || !wafti_port_exists(path.text)) {
        return result;
    }
    return waft_edits_read(
        path.text, &replay->allocator, &replay->edits, &replay->edit_count, out_error);
}

// The key knows the edits that were planned, edits.log those that took effect. They may differ where
// edits are still to come, so only without a plan or at the end does a difference tell of others.
static waft_result identify(waft_replay* replay, waft_error* out_error) {
    const wafti_run_record* record = &replay->record;
    uint64_t none = 0;
    uint64_t had = 0;
    waft_result result = wafti_record_hash_edits(NULL, 0, &replay->allocator, &none, out_error);
    if (result == WAFT_OK) {
        result = wafti_record_hash_edits(
            replay->edits, replay->edit_count, &replay->allocator, &had, out_error);
    }
    const bool settled = record->key.replay_hash == none || record->step == record->step_count;
    replay->identity = wafti_run_key_identity(&record->key);
    if (settled && had != record->key.replay_hash) {
        replay->identity = wafti_hash_u64(replay->identity, had);
    }
    return result;
}

// With a snapshot of its start.
static waft_result create_world(
    waft_replay* replay, const waft_replay_def* def, waft_error* out_error) {
    waft_world_def world_def = waft_scene_world_def(replay->scene);
    world_def.seed = replay->record.key.seed;
    world_def.threads = def->threads;
    world_def.allocator = replay->allocator;
    world_def.logger = replay->logger;
    const waft_result result =
        waft_scene_create_world(replay->scene, &world_def, &replay->world, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const size_t size = waft_world_snapshot_size(replay->world);
    replay->start = wafti_allocate(&replay->allocator, 1, size);
    if (replay->start == NULL) {
        return wafti_fail_memory(out_error, size, "a snapshot of the world");
    }
    replay->start_size = size;
    return waft_world_snapshot(replay->world, replay->start, size) == WAFT_OK
               ? WAFT_OK
               : wafti_fail(out_error, WAFT_ERR_ARGUMENT, "the world gave no snapshot: %s",
                     waft_world_error(replay->world));
}

// run.json comes before edits.log: a run that goes on meanwhile writes them in the other order, so
// that the edits are at least those of the frames that run.json tells of.
static waft_result open_replay(
    waft_replay* replay, const waft_replay_def* def, waft_error* out_error) {
    char* scene_json = NULL;
    waft_result result = wafti_path_format(&replay->directory, out_error, "%s", def->directory);
    if (result == WAFT_OK) {
        result = wafti_record_read(
            replay->directory.text, &replay->allocator, &replay->record, &scene_json, out_error);
    }
    if (result == WAFT_OK) {
        compare_machines(replay);
        result = load_scene(replay, def, scene_json, out_error);
    }
    waft_text_free(&replay->allocator, scene_json);
    result = result == WAFT_OK ? check_scene(replay, out_error) : result;
    result = result == WAFT_OK ? read_edits(replay, out_error) : result;
    result = result == WAFT_OK ? identify(replay, out_error) : result;
    if (result == WAFT_OK) {
        replay->time = waft_scene_get_time(replay->scene);
        result = create_world(replay, def, out_error);
    }
    return result;
}

waft_result waft_replay_open(
    const waft_replay_def* def, waft_replay** out_replay, waft_error* out_error) {
    if (out_replay == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_replay_open: out_replay is NULL");
    }
    *out_replay = NULL;
    waft_replay_def wide = waft_replay_def_default(NULL);
    waft_result result = waft_struct_take(&wide, sizeof(wide), def, "waft_replay_def", out_error);
    if (result != WAFT_OK) {
        return result;
    }
    def = &wide;
    result = check_def(def, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    waft_replay* replay = wafti_allocate_zero(&def->allocator, 1, sizeof(*replay));
    if (replay == NULL) {
        return wafti_fail_memory(out_error, sizeof(*replay), "a replay");
    }
    replay->allocator = def->allocator;
    replay->logger = def->logger;
    replay->goal = UINT64_MAX;
    result = open_replay(replay, def, out_error);
    if (result != WAFT_OK) {
        waft_replay_close(replay);
        return result;
    }
    *out_replay = replay;
    return WAFT_OK;
}

void waft_replay_close(waft_replay* replay) {
    if (replay == NULL) {
        return;
    }
    const waft_allocator allocator = replay->allocator;
    waft_world_destroy(replay->world);
    waft_scene_destroy(replay->scene);
    waft_edits_free(&allocator, replay->edits, replay->edit_count);
    wafti_release(&allocator, replay->start, 1, replay->start_size);
    wafti_release(&allocator, replay, 1, sizeof(*replay));
}

const waft_scene* waft_replay_scene(const waft_replay* replay) {
    return replay != NULL ? replay->scene : NULL;
}

void waft_replay_range(const waft_replay* replay, int* out_first, int* out_last) {
    const int first = replay != NULL ? replay->record.key.first_frame : 0;
    const int count = replay != NULL ? replay->record.frames_written : 0;
    if (out_first != NULL) {
        *out_first = first;
    }
    if (out_last != NULL) {
        *out_last = first + count - 1;
    }
}

uint64_t waft_replay_identity(const waft_replay* replay) {
    return replay != NULL ? replay->identity : 0;
}

const waft_world* waft_replay_world(const waft_replay* replay) {
    return replay != NULL ? replay->world : NULL;
}

static waft_result go_to_start(waft_replay* replay, waft_error* out_error) {
    const waft_result result = waft_world_restore(replay->world, replay->start, replay->start_size);
    return result == WAFT_OK ? WAFT_OK
                             : wafti_fail(out_error, result, "%s", waft_world_error(replay->world));
}

// A folder with snapshots, and the highest step of them that is not above the limit.
typedef struct shelf {
    wafti_file_kind kind;
    uint64_t steps_per_number; // files of states are numbered by frame
    uint64_t limit;
    uint64_t step;
    uint64_t number;
    bool found;
} shelf;

static waft_result note_snapshot(
    void* user, const char* directory, const char* name, waft_error* out_error) {
    (void)directory;
    (void)out_error;
    shelf* s = user;
    uint64_t number = 0;
    if (wafti_layout_parse(s->kind, name, &number) && number <= s->limit / s->steps_per_number &&
        (!s->found || number > s->number)) {
        s->found = true;
        s->number = number;
        s->step = number * s->steps_per_number;
    }
    return WAFT_OK;
}

static void look_through(const waft_replay* replay, shelf* s) {
    wafti_path folder;
    waft_error error = {.sentence = ""};
    s->found = false;
    waft_result result = wafti_layout_folder(&folder, replay->directory.text, s->kind, &error);
    result =
        result == WAFT_OK ? wafti_directory_visit(folder.text, note_snapshot, s, &error) : result;
    if (result != WAFT_OK) {
        wafti_log(&replay->logger, WAFT_LOG_WARNING, "%s", error.sentence);
    }
}

// On an error the world is as before, or at the start if the state turned out to be wrong.
static waft_result read_snapshot(waft_replay* replay, const shelf* s, waft_error* out_error) {
    wafti_path path;
    char* bytes = NULL;
    wafti_checkpoint checkpoint;
    waft_result result =
        wafti_layout_path(&path, replay->directory.text, s->kind, s->number, out_error);
    if (result == WAFT_OK) {
        result =
            wafti_checkpoint_read(path.text, &replay->allocator, &bytes, &checkpoint, out_error);
    }
    if (result == WAFT_OK) {
        result = wafti_checkpoint_belongs(&checkpoint, &replay->record.key,
            checkpoint.step != s->step, "the step", path.text, out_error);
    }
    if (result == WAFT_OK) {
        result = wafti_checkpoint_restore(
            &checkpoint, replay->world, replay->same_machine, path.text, out_error);
        if (result != WAFT_OK && go_to_start(replay, NULL) != WAFT_OK) {
            result =
                wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s", waft_world_error(replay->world));
        }
    }
    waft_text_free(&replay->allocator, bytes);
    return result;
}

// Takes the nearest snapshot up to `target` that is further on than the world. One that fails is
// passed over for the next.
static waft_result take_short_cut(waft_replay* replay, uint64_t target, waft_error* out_error) {
    const uint64_t steps_per_frame = (uint64_t)replay->time.steps_per_frame;
    shelf shelves[] = {
        {.kind = WAFT_OUTPUT_STATE, .steps_per_number = steps_per_frame, .limit = target},
        {.kind = WAFTI_KIND_CHECKPOINT, .steps_per_number = 1, .limit = target},
    };
    for (;;) {
        shelf* best = NULL;
        for (int i = 0; i < 2; ++i) {
            look_through(replay, &shelves[i]);
            if (shelves[i].found && (best == NULL || shelves[i].step > best->step)) {
                best = &shelves[i];
            }
        }
        if (best == NULL || best->step <= waft_world_steps(replay->world)) {
            return WAFT_OK;
        }
        waft_error error = {.sentence = ""};
        const waft_result result = read_snapshot(replay, best, &error);
        if (result != WAFT_ERR_PARSE && result != WAFT_ERR_IO) {
            return result == WAFT_OK ? result : wafti_fail(out_error, result, "%s", error.sentence);
        }
        wafti_log(&replay->logger, WAFT_LOG_WARNING, "%s; going on without it", error.sentence);
        best->limit = best->step - 1;
    }
}

// Edits of the run take effect before the same step again. The world says how many it has had, be it
// from us or out of a snapshot.
static waft_result queue_edits(waft_replay* replay, waft_error* out_error) {
    for (uint64_t next = waft_world_edit_total(replay->world); next < replay->edit_count; ++next) {
        const waft_edit* edit = &replay->edits[next];
        if (edit->step > waft_world_steps(replay->world)) {
            break;
        }
        const waft_result result = waft_world_queue(replay->world, edit);
        if (result != WAFT_OK) {
            char name[96];
            return wafti_fail(out_error, result, "%s: edit %llu of the run (%s at step %llu): %s",
                replay->directory.text, (unsigned long long)next + 1,
                wafti_edits_name(name, sizeof(name), edit), (unsigned long long)edit->step,
                waft_world_error(replay->world));
        }
    }
    return WAFT_OK;
}

static waft_result step_to(waft_replay* replay, uint64_t target, waft_error* out_error) {
    waft_result result = WAFT_OK;
    while (result == WAFT_OK && waft_world_steps(replay->world) < target) {
        result = queue_edits(replay, out_error);
        if (result == WAFT_OK && waft_world_step(replay->world) != WAFT_OK) {
            result =
                wafti_fail(out_error, WAFT_ERR_DIVERGED, "%s", waft_world_error(replay->world));
        }
    }
    return result;
}

// Short cuts are looked for once on the way to a step, so that damaged ones are told of once.
static waft_result head_for(waft_replay* replay, uint64_t target, waft_error* out_error) {
    waft_result result = WAFT_OK;
    if (replay->goal == target) {
        return result;
    }
    replay->goal = target;
    if (waft_world_steps(replay->world) > target) {
        result = go_to_start(replay, out_error);
    }
    if (result == WAFT_OK && replay->same_version) {
        result = take_short_cut(replay, target, out_error);
    }
    return result;
}

waft_result waft_replay_approach(
    waft_replay* replay, int frame, bool* out_there, waft_error* out_error) {
    if (replay == NULL || out_there == NULL) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "a replay that is sought, or out_there, is NULL");
    }
    *out_there = false;
    const uint64_t steps_per_frame = (uint64_t)replay->time.steps_per_frame;
    const uint64_t reached = replay->record.step / steps_per_frame;
    if (frame < 0 || (uint64_t)frame > reached) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: there is no frame %d; the run has come to frame %llu", replay->directory.text,
            frame, (unsigned long long)reached);
    }
    const uint64_t target = (uint64_t)frame * steps_per_frame;
    waft_result result = head_for(replay, target, out_error);
    if (result == WAFT_OK) {
        const uint64_t next = waft_world_steps(replay->world) + steps_per_frame;
        result = step_to(replay, next < target ? next : target, out_error);
    }
    if (result != WAFT_OK) {
        // A world that diverged or stands between frames is no place to go on from.
        (void)go_to_start(replay, NULL);
        replay->goal = UINT64_MAX;
    }
    *out_there = result == WAFT_OK && waft_world_steps(replay->world) == target;
    return result;
}

waft_result waft_replay_seek(waft_replay* replay, int frame, waft_error* out_error) {
    waft_result result = WAFT_OK;
    for (bool there = false; result == WAFT_OK && !there;) {
        result = waft_replay_approach(replay, frame, &there, out_error);
    }
    return result;
}
