// SPDX-License-Identifier: MIT
// waft run: steps a scene to its end, or to the first signal.
#include "commands.h"
#include "exit.h"
#include "interrupt.h"
#include "json.h"
#include "load.h"
#include "pictures.h"
#include "progress.h"
#include "terminal.h"
#include "units.h"

#include <waft/export.h>
#include <waft/run.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Everything a run of the command holds.
typedef struct run_session {
    const arguments* args;
    bool enhances;      ///< a run that is there, not a scene
    int base_frames[2]; ///< of such a run, first and last
    waft_scene* scene;
    waft_edit* edits;
    size_t edit_count;
    char* default_directory;
    const char* directory;
    waft_run* run;
    int threads;
    progress_meter meter;
    bool draws; ///< pictures, and perhaps a video, are made
    picture_job job;
    int seen; ///< frame shown to the job last, -1: none
    uint64_t event_counts[WAFT_EVENT_COUNT];
} run_session;

/// out/NAME for a scene .../NAME.yaml.
static char* directory_for(const char* scene_path) {
    const char* name = base_name(scene_path);
    const char* dot = strrchr(name, '.');
    const size_t length = dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name);
    char* path = NULL;
    return asprintf(&path, "out/%.*s", (int)length, name) >= 0 ? path : NULL;
}

static int choose_directory(run_session* session) {
    session->directory = arguments_value(session->args, "output");
    if (session->directory == NULL) {
        session->default_directory = directory_for(session->args->operands[0]);
        session->directory = session->default_directory;
    }
    if (session->directory == NULL) {
        return fail_memory(session->args);
    }
    if (session->directory[0] == '\0') {
        return fail(session->args, EXIT_USAGE, "option '--output' needs DIR");
    }
    return EXIT_OK;
}

static int read_replay(run_session* session) {
    const char* path = arguments_value(session->args, "replay");
    if (path == NULL) {
        return EXIT_OK;
    }
    waft_error error;
    const waft_result result =
        waft_edits_read(path, NULL, &session->edits, &session->edit_count, &error);
    return check_input(session->args, result, &error);
}

static int choose_frames(const run_session* session, waft_run_def* def) {
    const int last = waft_scene_get_time(session->scene).frame_count - 1;
    int from = -1;
    int to = -1;
    if (session->enhances) {
        def->first_frame = session->base_frames[0];
        def->last_frame = session->base_frames[1];
        return EXIT_OK;
    }
    if (!arguments_has(session->args, "frames")) {
        return EXIT_OK;
    }
    const int code = load_frames(session->args, &from, &to);
    if (code != EXIT_OK) {
        return code;
    }
    from = from < 0 ? 0 : from;
    to = to < 0 ? last : to;
    if (from > last || to > last) {
        return fail(session->args, EXIT_USAGE,
            "option '--frames' asks for %d to %d, but the scene has frames 0 to %d", from, to,
            last);
    }
    def->first_frame = from;
    def->last_frame = to;
    return EXIT_OK;
}

static int choose_checkpoints(const run_session* session, waft_run_def* def) {
    const char* text = arguments_value(session->args, "checkpoint");
    if (text != NULL && !parse_positive(text, &def->checkpoint_seconds)) {
        return fail(
            session->args, EXIT_USAGE, "option '--checkpoint' takes seconds, not '%s'", text);
    }
    return EXIT_OK;
}

/// A failure of the library.
static int fail_result(run_session* session, waft_result result, const char* sentence) {
    return progress_fail(&session->meter, session->args, exit_code_of(result), sentence);
}

static waft_run_mode chosen_mode(const arguments* args) {
    return arguments_has(args, "resume")  ? WAFT_RUN_RESUME
           : arguments_has(args, "force") ? WAFT_RUN_FORCE
                                          : WAFT_RUN_NEW;
}

static int open_run(run_session* session) {
    waft_run_def def = waft_run_def_default(session->scene, session->directory);
    int code = choose_frames(session, &def);
    code = code != EXIT_OK ? code : choose_checkpoints(session, &def);
    if (code != EXIT_OK) {
        return code;
    }
    def.mode = chosen_mode(session->args);
    def.replay = session->edits;
    def.replay_count = session->edit_count;
    waft_world_def world = waft_scene_world_def(session->scene);
    world.threads = session->threads;
    world.logger = (waft_logger){&session->meter, progress_log};
    def.world = &world;
    waft_error error;
    const waft_result result = waft_run_open(&def, &session->run, &error);
    if (result != WAFT_OK) {
        return fail_result(session, result, error.sentence);
    }
    if (session->meter.verbose) {
        char memory[UNITS_TEXT];
        format_bytes(memory, (double)waft_world_memory(waft_run_world(session->run)));
        progress_note(&session->meter, "note: %d thread%s, instruction set %s, %s of memory",
            session->threads, session->threads == 1 ? "" : "s", waft_isa(), memory);
    }
    return EXIT_OK;
}

/// How the user goes on after an interruption; --force and --resume exclude each other.
static const char* way_on(const arguments* args) {
    return arguments_has(args, "force") ? "the same command with --resume for --force goes on"
                                        : "the same command with --resume goes on";
}

/// Whether pictures are drawn, and by whom: settled before an older run is touched. Going without is
/// a failure only if a video was asked for on the command line.
static int find_artist(run_session* session) {
    const arguments* args = session->args;
    const waft_picture_def wish = waft_scene_pictures(session->scene);
    picture_job* job = &session->job;
    char sentence[160];
    *job = (picture_job){.args = args,
        .meter = &session->meter,
        .video_asked = arguments_has(args, "video"),
        .go_on = way_on(args)};
    job->video = wish.video || job->video_asked;
    if ((!wish.pictures && !job->video) || arguments_has(args, "no-pictures")) {
        return EXIT_OK;
    }
    if (job->video && album_forbids_video(session->scene, sentence, sizeof sentence)) {
        return fail(session->args, EXIT_USAGE, "%s", sentence);
    }
    waft_error error;
    const waft_result result = artist_create(session->scene, &job->hand, &error);
    session->draws = result == WAFT_OK;
    if (result == WAFT_ERR_MISSING && !job->video_asked) {
        progress_note(&session->meter, "note: no pictures are drawn: %s", error.sentence);
        return EXIT_OK;
    }
    return result == WAFT_OK ? EXIT_OK : fail_result(session, result, error.sentence);
}

static int open_album(run_session* session) {
    if (!session->draws) {
        return EXIT_OK;
    }
    picture_job* job = &session->job;
    const waft_run_progress at = waft_run_get_progress(session->run);
    const album_def def = {.scene = session->scene,
        .identity = waft_run_identity(session->run),
        .directory = session->directory,
        .first = at.first_frame,
        .last = at.last_frame,
        .every = waft_scene_pictures(session->scene).every};
    if (waft_run_video_path(session->directory, job->video_path, sizeof job->video_path) !=
        WAFT_OK) {
        return fail(session->args, EXIT_USAGE, "the path of the directory is too long");
    }
    return pictures_open(job, &def);
}

static int load_subject(run_session* session) {
    const arguments* args = session->args;
    return session->enhances
               ? load_enhanced(args, args->operands[0], session->base_frames, &session->scene)
               : load_scene(args, args->operands[0], &session->scene);
}

/// Everything before the first step.
static int prepare(run_session* session) {
    const arguments* args = session->args;
    int code = arguments_threads(args, &session->threads);
    code = code != EXIT_OK ? code : choose_directory(session);
    code = code != EXIT_OK ? code : load_subject(session);
    code = code != EXIT_OK ? code : read_replay(session);
    code = code != EXIT_OK ? code : find_artist(session);
    code = code != EXIT_OK ? code : open_run(session);
    return code != EXIT_OK ? code : open_album(session);
}

static void print_event(const waft_event* event, const char* sentence) {
    const char* name = waft_event_name(event->kind);
    json object = json_begin("event");
    json_text(&object, "event", name != NULL ? name : "event");
    json_whole(&object, "step", event->step);
    json_whole(&object, "index", event->index);
    if (event->name[0] != '\0') {
        json_text(&object, "name", event->name);
    }
    json_float(&object, "value", event->value);
    json_text(&object, "message", sentence);
    json_end(&object);
}

static void report_event(run_session* session, const waft_event* event, bool first) {
    char sentence[200];
    if (first) {
        waft_event_summary(event, sentence, sizeof sentence);
        if (session->meter.as_json) {
            print_event(event, sentence);
        } else {
            progress_note(
                &session->meter, "note: %s (from step %" PRIu64 ")", sentence, event->step);
        }
    }
    if (session->meter.verbose) {
        waft_event_sentence(event, sentence, sizeof sentence);
        progress_note(&session->meter, "note: step %" PRIu64 ": %s", event->step, sentence);
    }
}

/// Tells the first event of each kind and every body that is set aside, or every event if verbose; as
/// JSON the end counts them.
static void report_events(run_session* session) {
    size_t count = 0;
    const waft_event* events = waft_world_events(waft_run_world(session->run), &count, NULL);
    for (size_t i = 0; i < count; ++i) {
        const size_t kind = (size_t)events[i].kind;
        if (kind < WAFT_EVENT_COUNT) {
            const bool first = session->event_counts[kind]++ == 0;
            report_event(
                session, &events[i], first || events[i].kind == WAFT_EVENT_BODY_QUARANTINED);
        }
    }
}

static int fail_run(run_session* session, waft_result result) {
    return fail_result(session, result, waft_run_error(session->run));
}

static int interrupt(run_session* session) {
    const waft_result result = waft_run_checkpoint(session->run);
    if (result != WAFT_OK) {
        return fail_run(session, result);
    }
    progress_clear(&session->meter);
    const waft_run_progress at = waft_run_get_progress(session->run);
    if (session->meter.as_json) {
        json object = json_begin("interrupted");
        json_text(&object, "directory", session->directory);
        json_whole(&object, "frame", (uint64_t)at.frame);
        json_whole(&object, "step", at.step);
        json_end(&object);
    }
    return fail(session->args, EXIT_INTERRUPTED,
        "interrupted after step %" PRIu64 " of %" PRIu64 "; %s", at.step, at.step_count,
        way_on(session->args));
}

/// Shows the world to who draws it, at each frame once.
static int show_frame(run_session* session) {
    if (!session->draws) {
        return EXIT_OK;
    }
    const waft_world* world = waft_run_world(session->run);
    const uint64_t stride = (uint64_t)waft_scene_get_time(session->scene).steps_per_frame;
    const uint64_t step = waft_world_steps(world);
    const int frame = (int)(step / stride);
    if (step % stride != 0 || frame == session->seen) {
        return EXIT_OK;
    }
    session->seen = frame;
    waft_error error;
    const waft_result result = album_see(&session->job.book, frame, world, &error);
    return result == WAFT_OK ? EXIT_OK : fail_result(session, result, error.sentence);
}

/// The run's own figures with the time that pictures take.
static waft_run_progress progress_of(const run_session* session) {
    waft_run_progress at = waft_run_get_progress(session->run);
    if (session->draws) {
        at.eta += 1e-3 * session->job.book.draw_ms * album_missing(&session->job.book);
    }
    return at;
}

static int step_to_end(run_session* session) {
    int code = show_frame(session);
    while (code == EXIT_OK && !waft_run_done(session->run)) {
        if (interrupt_came()) {
            return interrupt(session);
        }
        const waft_result result = waft_run_step(session->run);
        if (result != WAFT_OK) {
            return fail_run(session, result);
        }
        report_events(session);
        code = show_frame(session);
        const waft_run_progress at = progress_of(session);
        progress_update(&session->meter, &at);
    }
    if (code != EXIT_OK) {
        return code;
    }
    const waft_result result = waft_run_finish(session->run);
    return result == WAFT_OK ? EXIT_OK : fail_run(session, result);
}

/// Pictures that an interruption left out, then the video.
static int finish_pictures(run_session* session) {
    if (!session->draws) {
        return EXIT_OK;
    }
    const int code = pictures_complete(&session->job, session->directory, session->threads);
    return code != EXIT_OK ? code : pictures_join(&session->job);
}

static void report_end(run_session* session) {
    const waft_run_progress at = waft_run_get_progress(session->run);
    progress_finish(&session->meter, &at);
    if (!session->meter.as_json) {
        print_line(stdout, "directory %s", session->directory);
        if (session->job.video_made) {
            print_line(stdout, "video %s", session->job.video_path);
        }
        (void)printf("hash %016" PRIx64 "\n", at.hash);
        return;
    }
    json object = json_begin("done");
    json_text(&object, "directory", session->directory);
    json_hash(&object, "hash", at.hash);
    json_whole(&object, "frame", (uint64_t)at.frame);
    json_whole(&object, "steps", at.step);
    json_number(&object, "time", at.time);
    json_number(&object, "seconds", wall_time() - session->meter.started);
    if (session->draws) {
        json_whole(&object, "pictures", (uint64_t)session->job.book.count);
    }
    if (session->job.video_made) {
        json_text(&object, "video", session->job.video_path);
    }
    json_open(&object, "events", '{');
    for (int kind = 0; kind < WAFT_EVENT_COUNT; ++kind) {
        if (session->event_counts[kind] > 0) {
            json_whole(
                &object, waft_event_name((waft_event_kind)kind), session->event_counts[kind]);
        }
    }
    json_close(&object, '}');
    json_end(&object);
}

static int run_subject(const arguments* args, bool enhances) {
    run_session session = {
        .args = args,
        .enhances = enhances,
        .seen = -1,
        .meter = progress_begin(args),
    };
    if (!arguments_has(args, "quiet")) {
        note_isa();
    }
    interrupt_catch();
    int code = prepare(&session);
    code = code == EXIT_OK ? step_to_end(&session) : code;
    if (code == EXIT_OK) {
        code = finish_pictures(&session);
        // A video that could not be made for want of a program leaves a run that is complete.
        if (code == EXIT_OK || code == EXIT_HELPER) {
            report_end(&session);
        }
    }
    pictures_close(&session.job);
    waft_run_close(session.run);
    waft_edits_free(NULL, session.edits, session.edit_count);
    waft_scene_destroy(session.scene);
    free(session.default_directory);
    return code;
}

int cmd_run(const arguments* args) {
    return run_subject(args, false);
}

int cmd_enhance(const arguments* args) {
    if (arguments_value(args, "output") == NULL) {
        return fail(args, EXIT_USAGE,
            "option '--output DIR' is missing; it names a directory for the enhanced run");
    }
    return run_subject(args, true);
}
