// SPDX-License-Identifier: MIT
#include "io/play_frames.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "io/directory.h"
#include "port/port.h"

static const char stem[] = "smoke_";
static const char ending[] = ".wgc";

// Number of a cached frame by its name; -1: it is none.
static int frame_of(const char* name) {
    const size_t start = sizeof(stem) - 1;
    if (strncmp(name, stem, start) != 0) {
        return -1;
    }
    const size_t digits = strspn(name + start, "0123456789");
    const bool named = digits >= 6 && digits <= 9 && strcmp(name + start + digits, ending) == 0;
    return named ? (int)strtol(name + start, NULL, 10) : -1;
}

static int common_divisor(int a, int b) {
    while (b != 0) {
        const int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

typedef struct search {
    int seen; // the frame met first, -1: none
    int first, last;
    int every;
} search;

static waft_result note_frame(
    void* user, const char* directory, const char* name, waft_error* out_error) {
    (void)directory;
    (void)out_error;
    search* found = user;
    const int frame = frame_of(name);
    if (frame >= 0) {
        found->seen = found->seen < 0 ? frame : found->seen;
        found->first = frame < found->first ? frame : found->first;
        found->last = frame > found->last ? frame : found->last;
        found->every = common_divisor(found->every, abs(frame - found->seen));
    }
    return WAFT_OK;
}

waft_result wafti_play_frames_find(
    const char* directory, wafti_play_frames* out_frames, waft_error* out_error) {
    char folder[WAFTI_PLAY_PATH];
    search found = {.seen = -1, .first = INT_MAX, .last = -1};
    *out_frames = (wafti_play_frames){.first = 0, .last = -1, .every = 1};
    const int length = snprintf(folder, sizeof(folder), "%s/cache", directory);
    if (length < 0 || (size_t)length >= sizeof(folder)) {
        return wafti_fail(out_error, WAFT_ERR_IO, "%s: the path is too long", directory);
    }
    const waft_result result = wafti_directory_visit(folder, note_frame, &found, out_error);
    if (result == WAFT_OK && found.seen >= 0) {
        *out_frames = (wafti_play_frames){
            .first = found.first, .last = found.last, .every = found.every > 0 ? found.every : 1};
    }
    return result;
}

bool wafti_play_frames_path(char out_path[WAFTI_PLAY_PATH], const char* directory, int frame) {
    const int length =
        snprintf(out_path, WAFTI_PLAY_PATH, "%s/cache/%s%06d%s", directory, stem, frame, ending);
    return length >= 0 && length < WAFTI_PLAY_PATH;
}

int wafti_play_frames_before(const wafti_play_frames* frames, int frame) {
    return frame - (frame - frames->first) % frames->every;
}

int wafti_play_frames_gap(
    const char* directory, const wafti_play_frames* frames, int first, int last) {
    char path[WAFTI_PLAY_PATH];
    const int from = wafti_play_frames_before(frames, first);
    for (int frame = from; frame <= last + frames->every - 1; frame += frames->every) {
        if (!wafti_play_frames_path(path, directory, frame) || !wafti_port_exists(path)) {
            return frame;
        }
    }
    return -1;
}
