// SPDX-License-Identifier: MIT
// How a run tells where it is: a bar on a terminal, lines or JSON objects elsewhere.
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

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
    bool bar_visible; ///< a bar stands on the terminal's current line
    double started;   ///< wall time
    double next;      ///< wall time of the next report
} progress_meter;

progress_meter progress_begin(progress_style style, bool quiet);

/// Reports if it is time to.
void progress_update(progress_meter* meter, const waft_run* run);

/// Takes the bar off the terminal.
void progress_clear(progress_meter* meter);

/// The last report: how many frames in how much time.
void progress_finish(progress_meter* meter, const waft_run* run);

/// One line on stderr that does not run into the bar; nothing if quiet.
void progress_note(progress_meter* meter, const char* format, ...) WAFT_PRINTF(2, 3);

#endif // CLI_PROGRESS_H
