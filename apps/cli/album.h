// SPDX-License-Identifier: MIT
// The pictures of a run as files. A picture that is there is kept as long as it was drawn from the
// same run with the same look by the same version: look.txt beside the pictures tells. So a drawing
// that was killed goes on where it was.
#ifndef CLI_ALBUM_H
#define CLI_ALBUM_H

#include "artist.h"

#include <waft/run.h>

#include <stdbool.h>

enum { ALBUM_PATH = 4096 };

typedef struct album_def {
    const waft_scene* scene; ///< whose camera and look count; must outlive the album
    uint64_t identity;       ///< of the run: waft_run_identity() or waft_replay_identity()
    const char* directory;   ///< of the run; its folder pictures/ holds the album
    const char* folder;      ///< the album's own folder elsewhere, else NULL
    const char* file;        ///< the one picture, without an album around it, else NULL
    int first, last, every;  ///< frames that are due: multiples of `every` from first to last
    bool part;               ///< these are not all frames that there are
    bool anew;               ///< pictures that are there are drawn again
} album_def;

typedef struct album {
    album_def def;
    artist* hand;          ///< not owned
    int count;             ///< pictures that are due
    int kept;              ///< of those, there before
    int removed;           ///< pictures of another look that were taken out
    int drawn;             ///< in this sitting
    int from, to;          ///< frames that the artist has recorded without a gap; to < from: none
    double draw_ms;        ///< wall ms a picture, smoothed
    char path[ALBUM_PATH]; ///< of the picture asked for last
} album;

/// Makes the folder, compares looks and removes pictures of another one. Errors: WAFT_ERR_ARGUMENT
/// (`folder` holds pictures that waft did not draw; a part would take the place of all pictures of
/// another look; neither if `anew`), WAFT_ERR_IO, WAFT_ERR_NO_MEMORY.
WAFT_CHECKED waft_result album_open(
    album* out_album, const album_def* def, artist* hand, waft_error* out_error);

/// Pictures still to be drawn.
int album_missing(const album* self);

/// Path of a frame's picture, valid until the next call on the album.
const char* album_path(album* self, int frame);

/// Shows the album a frame. It is drawn if it is due, missing, and all it shows of the past was shown
/// before. Frames that follow one another keep the past; any other starts it anew.
WAFT_CHECKED waft_result album_see(
    album* self, int frame, const waft_world* world, waft_error* out_error);

/// Draws what is missing. `watch` is asked before each frame on the way; false stops, and *out_stopped is true.
WAFT_CHECKED waft_result album_fill(album* self, waft_replay* replay, bool (*watch)(void* user),
    void* user, bool* out_stopped, waft_error* out_error);

/// Makes the video of all that is due, at the scene's speed. Ends with WAFT_ERR_IO if stopped.
WAFT_CHECKED waft_result album_video(
    album* self, const char* path, bool (*stop)(void* user), waft_error* out_error);

/// A sentence for why no video can be made of the scene's pictures, false if one can.
bool album_forbids_video(const waft_scene* scene, char* out_sentence, size_t size);

/// Pictures in the folder pictures/ of a run.
int album_count_pictures(const char* directory);

#endif // CLI_ALBUM_H
