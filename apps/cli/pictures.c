// SPDX-License-Identifier: MIT
#include "pictures.h"

#include "cache.h"
#include "diagnostics.h"
#include "exit.h"
#include "interrupt.h"
#include "json.h"

#include <stdlib.h>

static int fail_with(picture_job* job, waft_result result, const char* sentence) {
    return progress_fail(job->meter, job->args, exit_code_of(result), sentence);
}

int pictures_open(picture_job* job, const album_def* def) {
    waft_error error;
    const waft_result result = album_open(&job->book, def, job->hand, &error);
    if (result != WAFT_OK) {
        return fail_with(job, result, error.sentence);
    }
    if (job->book.removed > 0) {
        const bool one = job->book.removed == 1;
        progress_note(job->meter,
            "note: %d picture%s of another look or version %s removed; all are drawn anew",
            job->book.removed, one ? "" : "s", one ? "is" : "are");
    }
    if (job->meter->verbose) {
        progress_note(job->meter, "note: %s draws", artist_name(job->hand));
    }
    return EXIT_OK;
}

static picture_progress progress_of(const album* book) {
    return (picture_progress){
        .done = book->kept + book->drawn,
        .count = book->count,
        .picture_ms = book->draw_ms,
        .eta = 1e-3 * book->draw_ms * album_missing(book),
    };
}

/// Asked before each frame, drawn or passed.
static bool watch(void* user) {
    picture_job* job = user;
    const picture_progress at = progress_of(&job->book);
    progress_update_pictures(job->meter, &at);
    return !interrupt_came();
}

static int tell_interruption(picture_job* job) {
    const album* book = &job->book;
    const int there = book->kept + book->drawn;
    progress_clear(job->meter);
    if (job->meter->as_json) {
        json object = json_begin("interrupted");
        json_text(&object, "directory", book->def.directory);
        json_whole(&object, "pictures", (uint64_t)there);
        json_whole(&object, "missing", (uint64_t)album_missing(book));
        json_end(&object);
    }
    return fail(job->args, EXIT_INTERRUPTED, "interrupted after %d of %d pictures; %s", there,
        book->count, job->go_on);
}

int pictures_fill(picture_job* job, waft_replay* replay) {
    waft_error error;
    bool stopped = false;
    const waft_result result = album_fill(&job->book, replay, watch, job, &stopped, &error);
    if (result != WAFT_OK) {
        return fail_with(job, result, error.sentence);
    }
    return stopped ? tell_interruption(job) : EXIT_OK;
}

static bool is_stopped(void* user) {
    (void)user;
    return interrupt_came();
}

int pictures_join(picture_job* job) {
    if (!job->video || job->book.count == 0) {
        return EXIT_OK;
    }
    waft_error error;
    const waft_result result = album_video(&job->book, job->video_path, is_stopped, &error);
    job->video_made = result == WAFT_OK;
    if (result != WAFT_OK && interrupt_came()) {
        return tell_interruption(job);
    }
    if (result == WAFT_ERR_MISSING && !job->video_asked) {
        progress_note(job->meter, "note: the pictures are kept; %s", error.sentence);
        return EXIT_OK;
    }
    return result == WAFT_OK ? EXIT_OK : fail_with(job, result, error.sentence);
}

/// A failure that is not the overrides' leaves no diagnostic behind.
static int fail_open(picture_job* job, const waft_diagnostics* problems, const waft_error* error) {
    const bool told = problems != NULL && waft_diagnostics_error_count(problems) > 0;
    if (told) {
        return exit_code_of_input(error->result);
    }
    return progress_fail(job->meter, job->args, exit_code_of_input(error->result), error->sentence);
}

int pictures_replay(picture_job* job, waft_replay_def* def, waft_replay** out_replay) {
    waft_error error;
    waft_diagnostics* problems = NULL;
    waft_result result = waft_diagnostics_create(NULL, &problems);
    if (result != WAFT_OK) {
        return fail_memory(job->args);
    }
    char* cache = cache_folder(job->args);
    def->diagnostics = problems;
    def->cache = cache;
    result = waft_replay_open(def, out_replay, &error);
    free(cache);
    diagnostics_print(problems, job->meter->as_json);
    const int code = result == WAFT_OK ? EXIT_OK : fail_open(job, problems, &error);
    waft_diagnostics_destroy(problems);
    return code;
}

int pictures_complete(picture_job* job, const char* directory, int threads) {
    if (album_missing(&job->book) == 0) {
        return EXIT_OK;
    }
    waft_replay_def def = waft_replay_def_default(directory);
    waft_replay* replay = NULL;
    def.threads = threads;
    int code = pictures_replay(job, &def, &replay);
    code = code == EXIT_OK ? pictures_fill(job, replay) : code;
    waft_replay_close(replay);
    return code;
}

void pictures_close(picture_job* job) {
    artist_destroy(job->hand);
    job->hand = NULL;
}
