// SPDX-License-Identifier: MIT
// waft render: pictures and a video of a run that is there.
#include "commands.h"
#include "exit.h"
#include "interrupt.h"
#include "json.h"
#include "load.h"
#include "pictures.h"
#include "terminal.h"
#include "units.h"

#include <waft/run.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SIDE_LEAST = 16, SIDE_MOST = 8192 };

/// Everything a call of the command holds.
typedef struct render_session {
    const arguments* args;
    const char* directory;
    progress_meter meter;
    waft_replay* replay;
    album_def album;
    picture_job job;
    bool one; ///< a single frame was asked for
    const char** sets;
    size_t set_count;
    char size_set[48];
    char samples_set[32];
} render_session;

/// "640x360" as an override.
static int read_size(render_session* session) {
    const char* text = arguments_value(session->args, "size");
    if (text == NULL) {
        return EXIT_OK;
    }
    int width = 0;
    int height = 0;
    int length = 0;
    if (strspn(text, "0123456789xX") != strlen(text) ||
        sscanf(text, "%7d%*1[xX]%7d%n", &width, &height, &length) != 2 || text[length] != '\0' ||
        width < SIDE_LEAST || width > SIDE_MOST || height < SIDE_LEAST || height > SIDE_MOST) {
        return fail(session->args, EXIT_USAGE,
            "option '--size' takes WIDTHxHEIGHT in pixels, each %d to %d, such as 640x360, not "
            "'%s'",
            SIDE_LEAST, SIDE_MOST, text);
    }
    (void)snprintf(
        session->size_set, sizeof session->size_set, "render.size=[%d,%d]", width, height);
    session->sets[session->set_count++] = session->size_set;
    return EXIT_OK;
}

static int read_samples(render_session* session) {
    int samples = 0;
    const int code = arguments_count(session->args, "samples", 1, 4, &samples);
    if (code == EXIT_OK && samples > 0) {
        (void)snprintf(
            session->samples_set, sizeof session->samples_set, "render.samples=%d", samples);
        session->sets[session->set_count++] = session->samples_set;
    }
    return code;
}

static int collect_sets(render_session* session) {
    const arguments* args = session->args;
    session->sets = calloc(args->use_count + 2, sizeof *session->sets);
    if (session->sets == NULL) {
        return fail_memory(session->args);
    }
    const option_use* use = NULL;
    for (size_t i = 0; (use = arguments_next(args, "set", &i)) != NULL;) {
        session->sets[session->set_count++] = use->value;
    }
    const int code = read_size(session);
    return code != EXIT_OK ? code : read_samples(session);
}

static int open_replay(render_session* session) {
    waft_replay_def def = waft_replay_def_default(session->directory);
    int code = arguments_threads(session->args, &def.threads);
    code = code != EXIT_OK ? code : collect_sets(session);
    if (code != EXIT_OK) {
        return code;
    }
    def.sets = session->sets;
    def.set_count = session->set_count;
    def.logger = (waft_logger){&session->meter, progress_log};
    return pictures_replay(&session->job, &def, &session->replay);
}

static int check_frames(const render_session* session, int first, int last) {
    const album_def* due = &session->album;
    if (due->first > due->last) {
        return fail(session->args, EXIT_USAGE,
            "frame %d comes after frame %d; give the lower one first", due->first, due->last);
    }
    if (due->first >= first && due->last <= last) {
        const bool some = due->last / due->every * due->every >= due->first;
        return some ? EXIT_OK
                    : fail(session->args, EXIT_USAGE,
                          "no frame from %d to %d is a multiple of render.every, %d; "
                          "--set render.every=1 takes them all",
                          due->first, due->last, due->every);
    }
    const int wrong = due->first < first ? due->first : due->last;
    waft_run_info run = {.state = ""};
    const bool going = waft_run_inspect(session->directory, &run, NULL) == WAFT_OK &&
                       strcmp(run.state, "running") == 0;
    return fail(session->args, EXIT_USAGE, "there is no frame %d; the run in %s %s frames %d to %d",
        wrong, session->directory, going ? "goes on and has saved" : "has", first, last);
}

static int choose_frames(render_session* session) {
    album_def* due = &session->album;
    int first = 0;
    int last = -1;
    int one = -1;
    waft_replay_range(session->replay, &first, &last);
    if (last < first) {
        return fail(session->args, EXIT_USAGE, "the run in %s has not written a frame yet",
            session->directory);
    }
    *due = (album_def){.scene = waft_replay_scene(session->replay),
        .identity = waft_replay_identity(session->replay),
        .directory = session->directory,
        .first = first,
        .last = last,
        .anew = arguments_has(session->args, "force")};
    due->every = waft_scene_pictures(due->scene).every;
    const int code = arguments_count(session->args, "frame", 0, INT32_MAX, &one);
    if (code != EXIT_OK) {
        return code;
    }
    const char* range = arguments_value(session->args, "frames");
    if (one >= 0) {
        session->one = true;
        due->first = due->last = one;
        due->every = 1;
    } else if (range != NULL) {
        int from = -1;
        int to = -1;
        if (!parse_frames(range, &from, &to)) {
            return fail(session->args, EXIT_USAGE,
                "option '--frames' takes two frame numbers A:B, not '%s'", range);
        }
        due->first = from < 0 ? first : from;
        due->last = to < 0 ? last : to;
    }
    due->part = due->first > first || due->last < last;
    return check_frames(session, first, last);
}

static bool ends_with(const char* text, const char* end) {
    const size_t length = strlen(text);
    return length > strlen(end) && strcasecmp(text + length - strlen(end), end) == 0;
}

/// --output: a folder for any number of pictures, a file for one.
static int choose_output(render_session* session) {
    const char* path = arguments_value(session->args, "output");
    if (path == NULL) {
        return EXIT_OK;
    }
    if (path[0] == '\0') {
        return fail(session->args, EXIT_USAGE, "option '--output' needs PATH");
    }
    if (path[strlen(path) - 1] == '/' || is_directory(path) ||
        (!session->one && !ends_with(path, ".png"))) {
        session->album.folder = path;
        return EXIT_OK;
    }
    if (!session->one) {
        return fail(session->args, EXIT_USAGE,
            "%s would be one file for many pictures; give a directory, or one frame with --frame N",
            path);
    }
    if (!ends_with(path, ".png")) {
        return fail(session->args, EXIT_USAGE,
            "%s does not end in .png, which is what a picture is written as", path);
    }
    session->album.file = path;
    return EXIT_OK;
}

/// video.mp4 in the run, or beside the pictures if those are elsewhere.
static int place_video(render_session* session, const char* file) {
    picture_job* job = &session->job;
    const char* folder = session->album.folder;
    int length = 0;
    if (file != NULL) {
        length = snprintf(job->video_path, sizeof job->video_path, "%s", file);
    } else if (folder != NULL) {
        length = snprintf(job->video_path, sizeof job->video_path, "%s/video.mp4", folder);
    } else if (waft_run_video_path(session->directory, job->video_path, sizeof job->video_path) !=
               WAFT_OK) {
        length = (int)sizeof job->video_path;
    }
    return length < (int)sizeof job->video_path
               ? EXIT_OK
               : fail(session->args, EXIT_USAGE, "the path of the video is too long");
}

/// The scene's wish is for a video of the whole run, and a part must not take its place.
static int choose_video(render_session* session) {
    picture_job* job = &session->job;
    const char* file = arguments_value(session->args, "video");
    char sentence[160];
    job->video_asked = arguments_has(session->args, "video");
    const bool wished = waft_scene_pictures(session->album.scene).video;
    const bool part = session->one || session->album.part;
    job->video = job->video_asked || (wished && !part);
    if (!job->video) {
        if (wished && session->meter.verbose) {
            progress_note(
                &session->meter, "note: no video of a part of the frames without --video");
        }
        return EXIT_OK;
    }
    if (session->one) {
        return fail(session->args, EXIT_USAGE,
            "'--frame' gives one picture, but a video needs several; take '--frames A:B'");
    }
    if (file != NULL && !ends_with(file, ".mp4")) {
        return fail(session->args, EXIT_USAGE,
            "option '--video' takes a file that ends in .mp4, not '%s'", file);
    }
    if (album_forbids_video(session->album.scene, sentence, sizeof sentence)) {
        return fail(session->args, EXIT_USAGE, "%s", sentence);
    }
    return place_video(session, file);
}

static int find_artist(render_session* session) {
    waft_error error;
    const waft_result result = artist_create(session->album.scene, &session->job.hand, &error);
    return result == WAFT_OK ? EXIT_OK
                             : progress_fail(&session->meter, session->args, exit_code_of(result),
                                   error.sentence);
}

/// What this build can do, before anything is read.
static int check_build(const arguments* args) {
    if (!artist_exists()) {
        artist* nobody = NULL;
        waft_error error;
        return check_output(args, artist_create(NULL, &nobody, &error), &error);
    }
    const int code = require_feature(args, "yaml", "libyaml-dev");
    return code != EXIT_OK ? code : require_feature(args, "png", "libpng-dev");
}

static int prepare(render_session* session) {
    int code = check_build(session->args);
    code = code != EXIT_OK ? code : open_replay(session);
    code = code != EXIT_OK ? code : choose_frames(session);
    code = code != EXIT_OK ? code : choose_output(session);
    code = code != EXIT_OK ? code : choose_video(session);
    code = code != EXIT_OK ? code : find_artist(session);
    return code != EXIT_OK ? code : pictures_open(&session->job, &session->album);
}

static void report_end(render_session* session) {
    picture_job* job = &session->job;
    album* book = &job->book;
    progress_finish_pictures(&session->meter, book->drawn, book->kept);
    char place[ALBUM_PATH];
    (void)snprintf(place, sizeof place, "%s", album_path(book, book->def.first));
    if (!session->one) {
        cut_file_name(place);
    }
    const char* key = session->one ? "picture" : "pictures";
    if (!session->meter.as_json) {
        print_line(stdout, "%s %s", key, place);
        if (job->video_made) {
            print_line(stdout, "video %s", job->video_path);
        }
        return;
    }
    json object = json_begin("done");
    json_text(&object, key, place);
    json_whole(&object, "drawn", (uint64_t)book->drawn);
    json_whole(&object, "kept", (uint64_t)book->kept);
    if (job->video_made) {
        json_text(&object, "video", job->video_path);
    }
    json_number(&object, "seconds", wall_time() - session->meter.started);
    json_end(&object);
}

int cmd_render(const arguments* args) {
    render_session session = {
        .args = args, .directory = args->operands[0], .meter = progress_begin(args)};
    session.job = (picture_job){.args = args,
        .meter = &session.meter,
        .go_on = arguments_has(args, "force") ? "the same command without --force goes on"
                                              : "the same command goes on"};
    interrupt_catch();
    int code = prepare(&session);
    code = code == EXIT_OK ? pictures_fill(&session.job, session.replay) : code;
    if (code == EXIT_OK) {
        code = pictures_join(&session.job);
        if (code == EXIT_OK || code == EXIT_HELPER) {
            report_end(&session);
        }
    }
    pictures_close(&session.job);
    waft_replay_close(session.replay);
    free(session.sets);
    return code;
}
