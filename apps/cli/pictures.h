// SPDX-License-Identifier: MIT
// Pictures and video of a run with their progress, notes and exit codes, as `waft render` and
// `waft run` share them.
#ifndef CLI_PICTURES_H
#define CLI_PICTURES_H

#include "album.h"
#include "options.h"
#include "progress.h"

#include <waft/run.h>

#include <stdbool.h>

typedef struct picture_job {
    const arguments* args;
    progress_meter* meter;
    artist* hand;
    album book;
    bool video;        ///< is to be made
    bool video_asked;  ///< on the command line, so that going without is a failure
    bool video_made;   ///< and lies at video_path
    const char* go_on; ///< how the user goes on after an interruption
    char video_path[ALBUM_PATH];
} picture_job;

/// Opens the album; notes what is removed. Returns EXIT_OK, or prints a line and returns the code.
int pictures_open(picture_job* job, const album_def* def);

/// Draws what is missing from a run that is read back. EXIT_INTERRUPTED if the user wished so.
int pictures_fill(picture_job* job, waft_replay* replay);

/// Makes the video if it is to be made and the pictures are there. Where ffmpeg is missing a note
/// says so, and the code is EXIT_OK unless the video was asked for.
int pictures_join(picture_job* job);

/// Draws what is missing of a run that has just been simulated, reading it back.
int pictures_complete(picture_job* job, const char* directory, int threads);

/// Opens a run to read it back; problems of overrides are printed.
int pictures_replay(picture_job* job, waft_replay_def* def, waft_replay** out_replay);

void pictures_close(picture_job* job);

#endif // CLI_PICTURES_H
