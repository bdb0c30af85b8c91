// SPDX-License-Identifier: MIT
// The cached frames of a run that another is made over.
#ifndef WAFTI_IO_PLAY_FRAMES_H
#define WAFTI_IO_PLAY_FRAMES_H

#include <waft/base.h>

#include <stdbool.h>

/// Room for the path of a cached frame.
enum { WAFTI_PLAY_PATH = 1280 };

typedef struct wafti_play_frames {
    int first, last; ///< last < first: there are none
    int every;       ///< frames from one to the next, 1 if there is one only
} wafti_play_frames;

/// Looks through DIR/cache. A directory without one has no frames. Error: WAFT_ERR_IO.
waft_result wafti_play_frames_find(
    const char* directory, wafti_play_frames* out_frames, waft_error* out_error);

/// "DIR/cache/smoke_000012.wgc"; false if it is too long.
bool wafti_play_frames_path(char out_path[WAFTI_PLAY_PATH], const char* directory, int frame);

/// The cached frame at or before a frame that is not before the first.
int wafti_play_frames_before(const wafti_play_frames* frames, int frame);

/// Which of the frames that are needed between two is missing; -1: none.
int wafti_play_frames_gap(
    const char* directory, const wafti_play_frames* frames, int first, int last);

#endif // WAFTI_IO_PLAY_FRAMES_H
