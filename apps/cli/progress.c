// SPDX-License-Identifier: MIT
#include "progress.h"

#include "json.h"
#include "terminal.h"
#include "units.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// Seconds between reports.
static double interval_of(progress_style style) {
    return style == PROGRESS_BAR ? 0.1 : style == PROGRESS_JSON ? 1.0 : 5.0;
}

progress_meter progress_begin(progress_style style, bool quiet) {
    const double now = wall_time();
    return (progress_meter){style, quiet, false, now, now + interval_of(style)};
}

static double share_done(const waft_run_progress* at) {
    const double share = at->step_count > 0 ? (double)at->step / (double)at->step_count : 1.0;
    return share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
}

/// "frame 3/60 [##------] ETA 4 s": as many figures as leave the bar some of the line's `room`.
/// False if not even a bar without figures fits.
static bool format_bar(char* out, size_t size, const waft_run_progress* at, int room) {
    enum { CELLS = 24, CELLS_LEAST = 3 };
    char eta[UNITS_TEXT];
    char frame[64];
    char all[120];
    char some[60];
    format_seconds(eta, at->eta);
    (void)snprintf(frame, sizeof frame, "frame %d/%d", at->frame, at->last_frame);
    (void)snprintf(all, sizeof all, " %.2f s  %.3g ms/step  ETA %s", at->time, at->step_ms, eta);
    (void)snprintf(some, sizeof some, " ETA %s", eta);
    const char* const figures[] = {all, some, ""};
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; ++i) {
        const int left = room - (int)(strlen(frame) + strlen(figures[i]) + strlen(" []"));
        const int cells = left > CELLS ? CELLS : left;
        if (cells >= CELLS_LEAST) {
            char bar[CELLS + 1] = "";
            memset(bar, '-', (size_t)cells);
            memset(bar, '#', (size_t)(share_done(at) * cells));
            (void)snprintf(out, size, "%s [%s]%s", frame, bar, figures[i]);
            return true;
        }
    }
    return false;
}

/// One line of at most the terminal's width: a line that wraps could not be taken back.
static void draw_bar(const waft_run_progress* at) {
    const int room = terminal_width(stderr) - 1;
    char line[256];
    if (!format_bar(line, sizeof line, at, room) &&
        snprintf(line, sizeof line, "%d/%d", at->frame, at->last_frame) > room) {
        (void)snprintf(line, sizeof line, "%.0f %%", 100.0 * share_done(at));
    }
    (void)fprintf(stderr, "\r%s\033[K", line);
}

static void print_state(const waft_run_progress* at) {
    char eta[UNITS_TEXT];
    format_seconds(eta, at->eta);
    (void)fprintf(stderr, "frame %d of %d, %.2f s simulated, %.3g ms a step, %s left\n", at->frame,
        at->last_frame, at->time, at->step_ms, eta);
}

static void print_json(const waft_run_progress* at) {
    json object = json_begin("progress");
    json_whole(&object, "frame", (uint64_t)at->frame);
    json_whole(&object, "last_frame", (uint64_t)at->last_frame);
    json_whole(&object, "step", at->step);
    json_whole(&object, "steps", at->step_count);
    json_number(&object, "time", at->time);
    json_number(&object, "ms_per_step", at->step_ms);
    json_number(&object, "eta", at->eta);
    json_end(&object);
}

void progress_update(progress_meter* meter, const waft_run* run) {
    if (meter->style == PROGRESS_NONE) {
        return;
    }
    const double now = wall_time();
    if (now < meter->next) {
        return;
    }
    meter->next = now + interval_of(meter->style);
    const waft_run_progress at = waft_run_get_progress(run);
    if (meter->style == PROGRESS_BAR) {
        draw_bar(&at);
        meter->bar_visible = true;
    } else if (meter->style == PROGRESS_LINES) {
        print_state(&at);
    } else {
        print_json(&at);
    }
}

void progress_clear(progress_meter* meter) {
    if (meter->bar_visible) {
        (void)fputs("\r\033[K", stderr);
        meter->bar_visible = false;
    }
}

void progress_finish(progress_meter* meter, const waft_run* run) {
    progress_clear(meter);
    if (meter->style == PROGRESS_BAR || meter->style == PROGRESS_LINES) {
        const waft_run_progress at = waft_run_get_progress(run);
        char elapsed[UNITS_TEXT];
        format_seconds(elapsed, wall_time() - meter->started);
        (void)fprintf(stderr, "frame %d of %d, %.2f s simulated, done in %s\n", at.frame,
            at.last_frame, at.time, elapsed);
    }
}

void progress_note(progress_meter* meter, const char* format, ...) {
    if (meter->quiet) {
        return;
    }
    va_list values;
    va_start(values, format);
    progress_clear(meter);
    print_line_values(stderr, format, values);
    va_end(values);
}
