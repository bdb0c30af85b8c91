// SPDX-License-Identifier: MIT
#include "progress.h"

#include "exit.h"
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

static progress_style choose_style(const arguments* args) {
    if (arguments_has(args, "quiet")) {
        return PROGRESS_NONE;
    }
    if (arguments_has(args, "json")) {
        return PROGRESS_JSON;
    }
    return terminal_is_live(stderr) ? PROGRESS_BAR : PROGRESS_LINES;
}

progress_meter progress_begin(const arguments* args) {
    const double now = wall_time();
    const progress_style style = choose_style(args);
    return (progress_meter){
        .style = style,
        .quiet = arguments_has(args, "quiet"),
        .as_json = arguments_has(args, "json"),
        .verbose = arguments_has(args, "verbose"),
        .started = now,
        .next = now + interval_of(style),
    };
}

/// One report, of which a bar shows as much as fits.
typedef struct progress_report {
    const char* what; ///< "frame"
    int done, count;
    double share;     ///< done, 0 to 1
    double eta;       ///< wall s to the end
    char figures[80]; ///< time and speed, short, behind a space
    char text[80];    ///< the same in words
} progress_report;

static double share_of(double done, double whole) {
    const double share = whole > 0.0 ? done / whole : 1.0;
    return share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
}

/// "frame 3/60 [##------] ETA 4 s": as many figures as leave the bar some of the line's `room`; without room for
/// a bar "3/60", or "5 %".
static void format_bar(char* out, size_t size, const progress_report* at, int room) {
    enum { CELLS = 24, CELLS_LEAST = 3, FORMS = 3 };
    char place[64];
    char all[160];
    char left_only[60];
    const char* const figures[FORMS] = {all, left_only, ""};
    char eta[UNITS_TEXT];
    format_seconds(eta, at->eta);
    (void)snprintf(place, sizeof place, "%s %d/%d", at->what, at->done, at->count);
    (void)snprintf(all, sizeof all, "%s  ETA %s", at->figures, eta);
    (void)snprintf(left_only, sizeof left_only, " ETA %s", eta);
    for (int i = 0; i < FORMS; ++i) {
        const int left = room - (int)(strlen(place) + strlen(figures[i]) + strlen(" []"));
        const int cells = left > CELLS ? CELLS : left;
        if (cells >= CELLS_LEAST) {
            char bar[CELLS + 1] = "";
            memset(bar, '-', (size_t)cells);
            memset(bar, '#', (size_t)(at->share * cells));
            (void)snprintf(out, size, "%s [%s]%s", place, bar, figures[i]);
            return;
        }
    }
    if (snprintf(out, size, "%d/%d", at->done, at->count) > room) {
        (void)snprintf(out, size, "%.0f %%", 100.0 * at->share);
    }
}

/// Shows a report to people: a bar of at most the terminal's width, since one that wraps could not be taken
/// back, or a line.
static void show(progress_meter* meter, const progress_report* at) {
    char line[256];
    char eta[UNITS_TEXT];
    if (meter->style == PROGRESS_BAR) {
        format_bar(line, sizeof line, at, terminal_width(stderr) - 1);
        (void)fprintf(stderr, "\r%s\033[K", line);
        meter->bar_visible = true;
    } else {
        format_seconds(eta, at->eta);
        (void)fprintf(
            stderr, "%s %d of %d, %s, %s left\n", at->what, at->done, at->count, at->text, eta);
    }
}

/// True if a report is due, which is then taken as made.
static bool is_due(progress_meter* meter) {
    const double now = wall_time();
    if (meter->style == PROGRESS_NONE || now < meter->next) {
        return false;
    }
    meter->next = now + interval_of(meter->style);
    return true;
}

void progress_update(progress_meter* meter, const waft_run_progress* at) {
    if (!is_due(meter)) {
        return;
    }
    if (meter->style == PROGRESS_JSON) {
        json object = json_begin("progress");
        json_whole(&object, "frame", (uint64_t)at->frame);
        json_whole(&object, "last_frame", (uint64_t)at->last_frame);
        json_whole(&object, "step", at->step);
        json_whole(&object, "steps", at->step_count);
        json_number(&object, "time", at->time);
        json_number(&object, "ms_per_step", at->step_ms);
        json_number(&object, "eta", at->eta);
        json_end(&object);
        return;
    }
    progress_report report = {"frame", at->frame, at->last_frame,
        share_of((double)at->step, (double)at->step_count), at->eta, "", ""};
    (void)snprintf(
        report.figures, sizeof report.figures, " %.2f s  %.3g ms/step", at->time, at->step_ms);
    (void)snprintf(
        report.text, sizeof report.text, "%.2f s simulated, %.3g ms a step", at->time, at->step_ms);
    show(meter, &report);
}

void progress_update_pictures(progress_meter* meter, const picture_progress* at) {
    if (!is_due(meter)) {
        return;
    }
    if (meter->style == PROGRESS_JSON) {
        json object = json_begin("progress");
        json_whole(&object, "picture", (uint64_t)at->done);
        json_whole(&object, "pictures", (uint64_t)at->count);
        json_number(&object, "ms_per_picture", at->picture_ms);
        json_number(&object, "eta", at->eta);
        json_end(&object);
        return;
    }
    progress_report report = {"picture", at->done, at->count,
        share_of((double)at->done, (double)at->count), at->eta, "", ""};
    (void)snprintf(report.figures, sizeof report.figures, " %.3g ms/picture", at->picture_ms);
    (void)snprintf(report.text, sizeof report.text, "%.3g ms a picture", at->picture_ms);
    show(meter, &report);
}

void progress_clear(progress_meter* meter) {
    if (meter->bar_visible) {
        (void)fputs("\r\033[K", stderr);
        meter->bar_visible = false;
    }
}

/// True if people read the end; `elapsed` is then the time since the beginning.
static bool begin_end(progress_meter* meter, char elapsed[UNITS_TEXT]) {
    progress_clear(meter);
    format_seconds(elapsed, wall_time() - meter->started);
    return meter->style == PROGRESS_BAR || meter->style == PROGRESS_LINES;
}

void progress_finish(progress_meter* meter, const waft_run_progress* at) {
    char elapsed[UNITS_TEXT];
    if (begin_end(meter, elapsed)) {
        (void)fprintf(stderr, "frame %d of %d, %.2f s simulated, done in %s\n", at->frame,
            at->last_frame, at->time, elapsed);
    }
}

void progress_finish_pictures(progress_meter* meter, int drawn, int kept) {
    char elapsed[UNITS_TEXT];
    if (begin_end(meter, elapsed)) {
        (void)fprintf(stderr, "%d picture%s drawn, %d kept, done in %s\n", drawn,
            drawn == 1 ? "" : "s", kept, elapsed);
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

void progress_log(void* meter, waft_log_level level, const char* sentence) {
    progress_meter* self = meter;
    if (level != WAFT_LOG_DEBUG || self->verbose) {
        progress_note(self, "%s: %s", level == WAFT_LOG_WARNING ? "warning" : "note", sentence);
    }
}

int progress_fail(progress_meter* meter, const arguments* args, int code, const char* sentence) {
    progress_clear(meter);
    if (meter->as_json) {
        json object = json_begin("failed");
        json_whole(&object, "code", (uint64_t)code);
        json_text(&object, "message", sentence);
        json_end(&object);
    }
    return fail(args, code, "%s", sentence);
}
