// SPDX-License-Identifier: MIT
// waft run: steps a scene to its end, or to the first signal.
#include "commands.h"
#include "exit.h"
#include "json.h"
#include "load.h"
#include "progress.h"
#include "terminal.h"
#include "units.h"

#include <waft/export.h>
#include <waft/run.h>

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
    (void)number;
    interrupted = 1;
    // The user's second wish is stronger than the checkpoint. SIGHUP is no wish: a dropped
    // connection sends it twice, from the shell and from the kernel.
    (void)signal(SIGINT, SIG_DFL);
    (void)signal(SIGTERM, SIG_DFL);
}

static void catch_signal(int number) {
    struct sigaction old;
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    (void)sigemptyset(&action.sa_mask);
    // A shell that starts us in the background ignores SIGINT on our behalf; that stays so.
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN) {
        (void)sigaction(number, &action, NULL);
    }
}

enum { EVENT_KINDS = WAFT_EVENT_EDIT_REFUSED + 1 };

/// Everything a run of the command holds.
typedef struct run_session {
    const arguments* args;
    waft_scene* scene;
    waft_edit* edits;
    size_t edit_count;
    char* default_directory;
    const char* directory;
    waft_run* run;
    progress_meter meter;
    bool as_json;
    bool verbose;
    uint64_t event_counts[EVENT_KINDS];
} run_session;

static const char* command_name(const run_session* session) {
    return session->args->command->name;
}

/// out/NAME for a scene .../NAME.yaml.
static char* directory_for(const char* scene_path) {
    const char* slash = strrchr(scene_path, '/');
    const char* name = slash != NULL ? slash + 1 : scene_path;
    const char* dot = strrchr(name, '.');
    const size_t length = dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name);
    static const char folder[] = "out/";
    char* path = malloc(sizeof folder + length);
    if (path != NULL) {
        memcpy(path, folder, sizeof folder - 1);
        memcpy(path + sizeof folder - 1, name, length);
        path[sizeof folder - 1 + length] = '\0';
    }
    return path;
}

static int choose_directory(run_session* session) {
    session->directory = arguments_value(session->args, OPTION_OUTPUT);
    if (session->directory == NULL) {
        session->default_directory = directory_for(session->args->operands[0]);
        session->directory = session->default_directory;
    }
    if (session->directory == NULL) {
        return fail_memory(command_name(session));
    }
    if (session->directory[0] == '\0') {
        return fail(EXIT_USAGE, command_name(session), "option '--output' needs DIR");
    }
    return EXIT_OK;
}

static int read_replay(run_session* session) {
    const char* path = arguments_value(session->args, OPTION_REPLAY);
    if (path == NULL) {
        return EXIT_OK;
    }
    waft_error error;
    const waft_result result =
        waft_edits_read(path, NULL, &session->edits, &session->edit_count, &error);
    return result == WAFT_OK
               ? EXIT_OK
               : fail(exit_code_of_input(result), command_name(session), "%s", error.sentence);
}

static int choose_frames(const run_session* session, waft_run_def* def) {
    const char* text = arguments_value(session->args, OPTION_FRAMES);
    const int last = waft_scene_get_time(session->scene).frame_count - 1;
    int from = -1;
    int to = -1;
    if (text == NULL) {
        return EXIT_OK;
    }
    if (!parse_frames(text, &from, &to)) {
        return fail(EXIT_USAGE, command_name(session),
            "option '--frames' takes two frame numbers A:B, not '%s'", text);
    }
    if (to >= 0 && from > to) {
        return fail(EXIT_USAGE, command_name(session),
            "option '--frames' takes A:B, but the first frame, %d, comes after the last, %d", from,
            to);
    }
    from = from < 0 ? 0 : from;
    to = to < 0 ? last : to;
    if (from > last || to > last) {
        return fail(EXIT_USAGE, command_name(session),
            "option '--frames' asks for %d to %d, but the scene has frames 0 to %d", from, to,
            last);
    }
    def->first_frame = from;
    def->last_frame = to;
    return EXIT_OK;
}

static void write_log(void* user, waft_log_level level, const char* sentence) {
    run_session* session = user;
    if (level != WAFT_LOG_DEBUG || session->verbose) {
        progress_note(
            &session->meter, "%s: %s", level == WAFT_LOG_WARNING ? "warning" : "note", sentence);
    }
}

static int choose_checkpoints(const run_session* session, waft_run_def* def) {
    const char* text = arguments_value(session->args, OPTION_CHECKPOINT);
    if (text != NULL && !parse_positive(text, &def->checkpoint_seconds)) {
        return fail(EXIT_USAGE, command_name(session),
            "option '--checkpoint' takes seconds, not '%s'", text);
    }
    return EXIT_OK;
}

/// A failure of the library: a line on stderr, and for programs an object too.
static int fail_result(run_session* session, waft_result result, const char* sentence) {
    const int code = exit_code_of(result);
    progress_clear(&session->meter);
    if (session->as_json) {
        json object = json_begin("failed");
        json_whole(&object, "code", (uint64_t)code);
        json_text(&object, "message", sentence);
        json_end(&object);
    }
    return fail(code, command_name(session), "%s", sentence);
}

static waft_run_mode chosen_mode(const arguments* args) {
    return arguments_has(args, OPTION_RESUME)  ? WAFT_RUN_RESUME
           : arguments_has(args, OPTION_FORCE) ? WAFT_RUN_FORCE
                                               : WAFT_RUN_NEW;
}

static int open_run(run_session* session, int threads) {
    waft_run_def def = waft_run_def_default(session->scene, session->directory);
    int code = choose_frames(session, &def);
    code = code != EXIT_OK ? code : choose_checkpoints(session, &def);
    if (code != EXIT_OK) {
        return code;
    }
    def.mode = chosen_mode(session->args);
    def.replay = session->edits;
    def.replay_count = session->edit_count;
    def.world.threads = threads;
    def.world.logger = (waft_logger){session, write_log};
    waft_error error;
    const waft_result result = waft_run_open(&def, &session->run, &error);
    if (result != WAFT_OK) {
        return fail_result(session, result, error.sentence);
    }
    if (session->verbose) {
        char memory[UNITS_TEXT];
        format_bytes(memory, (double)waft_world_memory(waft_run_world(session->run)));
        progress_note(&session->meter, "note: %d thread%s, instruction set %s, %s of memory",
            threads, threads == 1 ? "" : "s", waft_isa(), memory);
    }
    return EXIT_OK;
}

/// Everything before the first step.
static int prepare(run_session* session) {
    const arguments* args = session->args;
    int threads = usable_cpus();
    int code = arguments_count(args, OPTION_THREADS, 1, 256, &threads);
    code = code != EXIT_OK ? code : choose_directory(session);
    code = code != EXIT_OK ? code : load_scene(args, args->operands[0], &session->scene);
    code = code != EXIT_OK ? code : read_replay(session);
    return code != EXIT_OK ? code : open_run(session, threads);
}

/// What began, for people who watch a run: it is the physics at work, not a failure.
static void describe_kind(const waft_event* event, char* out, size_t size) {
    switch (event->kind) {
    case WAFT_EVENT_SLOW_MOTION:
        (void)snprintf(out, size, "the simulation falls behind the clock");
        return;
    case WAFT_EVENT_STEEPNESS_CLAMPED:
        (void)snprintf(out, size,
            "crests too steep for smooth waves are lowered, at the steepest place to %.0f %%",
            100.0 * (double)event->value);
        return;
    case WAFT_EVENT_BREAKING:
        (void)snprintf(out, size, "waves break, first those of train %" PRIu32, event->index);
        return;
    case WAFT_EVENT_SPRAY_FULL:
        (void)snprintf(out, size, "spray is left out where its capacity is used up");
        return;
    case WAFT_EVENT_EDIT_REFUSED:
        (void)snprintf(out, size, "edit %" PRIu32 " of the log cannot be applied", event->index);
        return;
    }
    (void)snprintf(out, size, "an event of a kind that this command does not know");
}

/// One event with its figures.
static void describe_event(const waft_event* event, char* out, size_t size) {
    const double value = (double)event->value;
    switch (event->kind) {
    case WAFT_EVENT_SLOW_MOTION:
        (void)snprintf(out, size, "%g s of host time are dropped", value);
        return;
    case WAFT_EVENT_STEEPNESS_CLAMPED:
        (void)snprintf(out, size, "amplitudes are scaled by %.3g at the steepest place", value);
        return;
    case WAFT_EVENT_BREAKING:
        (void)snprintf(out, size,
            "train %" PRIu32 " begins to break; near x = %.4g m, z = %.4g m it loses most, %.3g %% "
            "of its energy",
            event->index, (double)event->position.x, (double)event->position.z, 100.0 * value);
        return;
    case WAFT_EVENT_SPRAY_FULL:
        (void)snprintf(out, size, "%g drops are not thrown", value);
        return;
    case WAFT_EVENT_EDIT_REFUSED:
        (void)snprintf(out, size, "edit %" PRIu32 " of the log is refused", event->index);
        return;
    }
    (void)snprintf(out, size, "value %g", value);
}

static void print_event(const waft_event* event, const char* sentence) {
    const char* name = waft_event_name(event->kind);
    json object = json_begin("event");
    json_text(&object, "event", name != NULL ? name : "event");
    json_whole(&object, "step", event->step);
    json_whole(&object, "index", event->index);
    json_float(&object, "value", event->value);
    json_text(&object, "message", sentence);
    json_end(&object);
}

static void report_event(run_session* session, const waft_event* event, bool first) {
    char sentence[200];
    if (first) {
        describe_kind(event, sentence, sizeof sentence);
        if (session->as_json) {
            print_event(event, sentence);
        } else {
            progress_note(
                &session->meter, "note: %s (from step %" PRIu64 ")", sentence, event->step);
        }
    }
    if (session->verbose) {
        describe_event(event, sentence, sizeof sentence);
        progress_note(&session->meter, "note: step %" PRIu64 ": %s", event->step, sentence);
    }
}

/// Tells the first event of each kind, or every one if verbose; as JSON the end counts them.
static void report_events(run_session* session) {
    size_t count = 0;
    const waft_event* events = waft_world_events(waft_run_world(session->run), &count, NULL);
    for (size_t i = 0; i < count; ++i) {
        const size_t kind = (size_t)events[i].kind;
        if (kind < EVENT_KINDS) {
            report_event(session, &events[i], session->event_counts[kind]++ == 0);
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
    if (session->as_json) {
        json object = json_begin("interrupted");
        json_text(&object, "directory", session->directory);
        json_whole(&object, "frame", (uint64_t)at.frame);
        json_whole(&object, "step", at.step);
        json_end(&object);
    }
    return fail(EXIT_INTERRUPTED, command_name(session),
        "interrupted after step %" PRIu64 " of %" PRIu64 "; the same command with --resume goes on",
        at.step, at.step_count);
}

static int step_to_end(run_session* session) {
    while (!waft_run_done(session->run)) {
        if (interrupted) {
            return interrupt(session);
        }
        const waft_result result = waft_run_step(session->run);
        if (result != WAFT_OK) {
            return fail_run(session, result);
        }
        report_events(session);
        progress_update(&session->meter, session->run);
    }
    const waft_result result = waft_run_finish(session->run);
    return result == WAFT_OK ? EXIT_OK : fail_run(session, result);
}

static void report_end(run_session* session) {
    const uint64_t hash = waft_world_hash(waft_run_world(session->run));
    const waft_run_progress at = waft_run_get_progress(session->run);
    progress_finish(&session->meter, session->run);
    if (!session->as_json) {
        print_line(stdout, "directory %s", session->directory);
        (void)printf("hash %016" PRIx64 "\n", hash);
        return;
    }
    json object = json_begin("done");
    json_text(&object, "directory", session->directory);
    json_hash(&object, "hash", hash);
    json_whole(&object, "frame", (uint64_t)at.frame);
    json_whole(&object, "steps", at.step);
    json_number(&object, "time", at.time);
    json_number(&object, "seconds", wall_time() - session->meter.started);
    json_open(&object, "events", '{');
    for (int kind = 0; kind < EVENT_KINDS; ++kind) {
        if (session->event_counts[kind] > 0) {
            json_whole(
                &object, waft_event_name((waft_event_kind)kind), session->event_counts[kind]);
        }
    }
    json_close(&object, '}');
    json_end(&object);
}

static progress_style choose_style(const arguments* args) {
    if (arguments_has(args, OPTION_QUIET)) {
        return PROGRESS_NONE;
    }
    if (arguments_has(args, OPTION_JSON)) {
        return PROGRESS_JSON;
    }
    return terminal_is_live(stderr) ? PROGRESS_BAR : PROGRESS_LINES;
}

int cmd_run(const arguments* args) {
    run_session session = {
        .args = args,
        .as_json = arguments_has(args, OPTION_JSON),
        .verbose = arguments_has(args, OPTION_VERBOSE),
        .meter = progress_begin(choose_style(args), arguments_has(args, OPTION_QUIET)),
    };
    if (!arguments_has(args, OPTION_QUIET)) {
        note_isa();
    }
    catch_signal(SIGINT);
    catch_signal(SIGTERM);
    catch_signal(SIGHUP);
    int code = prepare(&session);
    if (code == EXIT_OK) {
        code = step_to_end(&session);
    }
    if (code == EXIT_OK) {
        report_end(&session);
    }
    waft_run_close(session.run);
    waft_edits_free(NULL, session.edits, session.edit_count);
    waft_scene_destroy(session.scene);
    free(session.default_directory);
    return code;
}
