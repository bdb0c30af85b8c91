// SPDX-License-Identifier: MIT
// How long work tells where it is: a bar on a terminal, lines or JSON objects elsewhere.
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "options.h"

#include <waft/run.h>

#include <stdbool.h>

typedef enum progress_style {
    PROGRESS_NONE,
    PROGRESS_BAR,
    PROGRESS_LINES,
    PROGRESS_JSON,
} progress_style;

typedef struct progress_meter {
    progress_style style;
    bool quiet;       ///< notes are left out
    bool as_json;     ///< programs read stdout, quiet or not
    bool verbose;     ///< details are told too
    bool bar_visible; ///< a bar stands on the terminal's current line
    double started;   ///< wall time
    double next;      ///< wall time of the next report
} progress_meter;

/// The style that --quiet, --json and the terminal ask for.
progress_meter progress_begin(const arguments* args);

/// Reports if it is time to.
void progress_update(progress_meter* meter, const waft_run_progress* at);

/// Where drawing is.
typedef struct picture_progress {
    int done, count;   ///< pictures that are there, and of the whole
    double picture_ms; ///< wall ms a picture, smoothed
    double eta;        ///< wall s to the end
} picture_progress;

/// The same for pictures.
void progress_update_pictures(progress_meter* meter, const picture_progress* at);

/// Takes the bar off the terminal.
void progress_clear(progress_meter* meter);

/// The last report: how many frames in how much time.
void progress_finish(progress_meter* meter, const waft_run_progress* at);
/// The same for pictures, of which `kept` were there before.
void progress_finish_pictures(progress_meter* meter, int drawn, int kept);

/// One line on stderr that does not run into the bar; nothing if quiet.
void progress_note(progress_meter* meter, const char* format, ...) WAFT_PRINTF(2, 3);

/// The same for what a library tells; details only if verbose. `meter` is a progress_meter.
void progress_log(void* meter, waft_log_level level, const char* sentence);

/// A failure: a line on stderr, and for programs an object too. Returns `code`.
int progress_fail(progress_meter* meter, const arguments* args, int code, const char* sentence);

#endif // CLI_PROGRESS_H
