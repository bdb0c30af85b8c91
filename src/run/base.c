// SPDX-License-Identifier: MIT
#include "run/base.h"

#include "base/error.h"
#include "base/hash.h"
#include "io/grid_cache.h"
#include "io/json_read.h"
#include "io/play_frames.h"
#include "run/layout.h"
#include "run/record.h"

#include <waft/export.h>

#include <stdio.h>
#include <string.h>

typedef struct range {
    int first, last;
} range;

// ---- what is there

// A run of smoke that has its own flow.
static waft_result check_scene(const char* directory, const char* scene_json, waft_error* error) {
    wafti_json_value value = {scene_json, strlen(scene_json)};
    wafti_path base;
    if (!wafti_json_member(value, "smoke", &value)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s holds a run without smoke; there is no flow to lay detail over", directory);
    }
    if (wafti_json_member(value, "turbulence", &value) &&
        wafti_json_string(value, "base", base.text, sizeof(base.text))) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s is itself made over the run in %s; enhance that one, with a look that has both",
            directory, base.text);
    }
    return WAFT_OK;
}

// What there is to do about frames that are not there.
static waft_result fail_range(const char* directory, const wafti_run_record* record,
    const wafti_play_frames* frames, range asked, waft_error* error) {
    const bool finished = strcmp(record->state, WAFTI_STATE_FINISHED) == 0;
    const bool going_on = !finished && wafti_layout_is_locked(directory);
    const range there = {asked.first > frames->first ? asked.first : frames->first,
        asked.last < frames->last ? asked.last : frames->last};
    char rest[64] = "";
    if (there.first <= there.last) {
        (void)snprintf(rest, sizeof(rest), ", or take --frames %d:%d", there.first, there.last);
    }
    if (going_on) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s is still being computed: its cached frames are %d to %d so far, and %d to %d are "
            "asked for; wait for it%s",
            directory, frames->first, frames->last, asked.first, asked.last, rest);
    }
    return wafti_fail(error, WAFT_ERR_ARGUMENT,
        "%s %s cached frames %d to %d only, but %d to %d are asked for; %s with waft run SCENE -o "
        "%s %s%s",
        directory, finished ? "has" : "was interrupted and has", frames->first, frames->last,
        asked.first, asked.last, finished ? "compute them" : "go on", directory,
        finished ? "--force" : "--resume", rest);
}

static waft_result check_frames(const char* directory, const wafti_run_record* record, range asked,
    wafti_play_frames* out_frames, waft_error* error) {
    wafti_play_frames frames;
    const waft_result result = wafti_play_frames_find(directory, &frames, error);
    if (result != WAFT_OK) {
        return result;
    }
    *out_frames = frames;
    if (frames.last < frames.first) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s has no cached frames, whose flow detail is laid over; run it again with --set "
            "'output=[{format: cache}]' --force",
            directory);
    }
    if (asked.first < frames.first || asked.last > frames.last) {
        return fail_range(directory, record, &frames, asked, error);
    }
    if (wafti_play_frames_before(&frames, asked.first) != asked.first) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s has one cached frame in %d, none of them %d; start at frame %d", directory,
            frames.every, asked.first, wafti_play_frames_before(&frames, asked.first));
    }
    const int gap = wafti_play_frames_gap(directory, &frames, asked.first, asked.last);
    if (gap >= 0) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s has no cached frame %d between those it has; compute it with waft run SCENE -o %s "
            "--force, or take --frames without it",
            directory, gap, directory);
    }
    return WAFT_OK;
}

// Whether detail can be laid over the run; a limit below 0 becomes that of the run.
static waft_result check_base(const char* directory, const waft_allocator* allocator, range* asked,
    wafti_play_frames* out_frames, waft_error* error) {
    wafti_run_record record;
    char* scene_json = NULL;
    waft_result result = wafti_record_read(directory, allocator, &record, &scene_json, error);
    result = result == WAFT_OK ? check_scene(directory, scene_json, error) : result;
    waft_text_free(allocator, scene_json);
    if (result == WAFT_OK) {
        asked->first = asked->first < 0 ? record.key.first_frame : asked->first;
        asked->last = asked->last < 0 ? record.key.last_frame : asked->last;
        result = check_frames(directory, &record, *asked, out_frames, error);
    }
    // It is input: what cannot be read is the caller's to mend.
    if (result == WAFT_ERR_IO && error != NULL) {
        error->result = WAFT_ERR_ARGUMENT;
    }
    return result == WAFT_ERR_IO ? WAFT_ERR_ARGUMENT : result;
}

waft_result waft_run_check_base(
    const char* directory, int* first_frame, int* last_frame, waft_error* out_error) {
    if (directory == NULL || first_frame == NULL || last_frame == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_run_check_base: a pointer is NULL");
    }
    const waft_allocator none = {0};
    wafti_play_frames frames;
    range asked = {*first_frame, *last_frame};
    const waft_result result = check_base(directory, &none, &asked, &frames, out_error);
    if (result == WAFT_OK) {
        *first_frame = asked.first;
        *last_frame = asked.last;
    }
    return result;
}

// ---- its digest

static waft_result hash_frames(const char* directory, const wafti_play_frames* frames, range read,
    const waft_allocator* allocator, uint64_t* out_digest, waft_error* error) {
    char path[WAFTI_PLAY_PATH];
    waft_grid_cache* reader = NULL;
    uint64_t digest = WAFTI_HASH_START;
    waft_result result = wafti_grid_cache_make(allocator, sizeof(path), &reader, error);
    for (int frame = read.first; frame < read.last + frames->every && result == WAFT_OK;
         frame += frames->every) {
        if (!wafti_play_frames_path(path, directory, frame)) {
            result = wafti_fail(error, WAFT_ERR_PARSE, "%s: the path is too long", directory);
        }
        result = result == WAFT_OK ? wafti_grid_cache_turn_to(reader, path, error) : result;
        result = result == WAFT_OK ? wafti_grid_cache_digest(reader, &digest, error) : result;
    }
    waft_grid_cache_close(reader);
    *out_digest = digest;
    return result;
}

waft_result wafti_base_digest(const waft_scene* scene, int first, int last,
    const waft_allocator* allocator, uint64_t* out_digest, waft_error* out_error) {
    int start = 0;
    const char* base = waft_scene_base(scene, &start);
    *out_digest = 0;
    if (base == NULL) {
        return WAFT_OK;
    }
    if (first < start) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "the first frame is to be %d, but smoke.turbulence.start lets the detail begin at "
            "frame %d",
            first, start);
    }
    wafti_play_frames frames;
    range read = {start, last};
    const waft_result result = check_base(base, allocator, &read, &frames, out_error);
    return result == WAFT_OK ? hash_frames(base, &frames, read, allocator, out_digest, out_error)
                             : result;
}

// The real path of the part of it that is there.
static bool find_real(const char* directory, wafti_path* out_real) {
    wafti_path part;
    if (wafti_path_format(&part, NULL, "%s", directory) != WAFT_OK) {
        return false;
    }
    while (!wafti_port_real_path(part.text, out_real->text)) {
        char* slash = strrchr(part.text, '/');
        if (slash == NULL || slash == part.text) {
            return wafti_port_real_path(slash == NULL ? "." : "/", out_real->text);
        }
        *slash = '\0';
    }
    return true;
}

waft_result wafti_base_keep_out(
    const waft_scene* scene, const char* directory, waft_error* out_error) {
    const char* base = waft_scene_base(scene, NULL);
    wafti_path inside;
    wafti_path real;
    if (base == NULL || !wafti_port_real_path(base, real.text) || !find_real(directory, &inside)) {
        return WAFT_OK;
    }
    const size_t length = strlen(real.text);
    if (strncmp(inside.text, real.text, length) != 0 ||
        (inside.text[length] != '/' && inside.text[length] != '\0')) {
        return WAFT_OK;
    }
    return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
        "%s lies in %s, the run that detail is laid over, which is never written to; take another "
        "directory",
        directory, base);
}

waft_result wafti_base_compare(
    const waft_scene* scene, const char* directory, uint64_t old, uint64_t now, waft_error* error) {
    if (old == now) {
        return WAFT_OK;
    }
    return wafti_fail(error, WAFT_ERR_ARGUMENT,
        "%s was made over %s, which has changed since (digest %016llx, now %016llx); put the old "
        "frames back, or use --force to start anew",
        directory, waft_scene_base(scene, NULL), (unsigned long long)old, (unsigned long long)now);
}
