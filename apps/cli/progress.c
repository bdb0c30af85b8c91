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
    if (arguments_has(args, OPTION_QUIET)) {
        return PROGRESS_NONE;
    }
    if (arguments_has(args, OPTION_JSON)) {
        return PROGRESS_JSON;
    }
    return terminal_is_live(stderr) ? PROGRESS_BAR : PROGRESS_LINES;
}

progress_meter progress_begin(const arguments* args) {
    const double now = wall_time();
    const progress_style style = choose_style(args);
    return (progress_meter){
        .style = style,
        .quiet = arguments_has(args, OPTION_QUIET),
        .as_json = arguments_has(args, OPTION_JSON),
        .started = now,
        .next = now + interval_of(style),
    };
}

/// One report in the pieces of which a bar takes as many as fit.
typedef struct progress_text {
    char place[64];    ///< "frame 3/60"
    char narrow[32];   ///< "3/60"
    char figures[120]; ///< time and speed, and how much is left
    char left[60];     ///< only that
    double share;      ///< done, 0 to 1
} progress_text;

static double share_of(double done, double whole) {
    const double share = whole > 0.0 ? done / whole : 1.0;
    return share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
}

/// "frame 3/60 [##------] ETA 4 s": as many figures as leave the bar some of the line's `room`.
/// False if not even a bar without figures fits.
static bool format_bar(char* out, size_t size, const progress_text* text, int room) {
    enum { CELLS = 24, CELLS_LEAST = 3 };
    const char* const figures[] = {text->figures, text->left, ""};
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; ++i) {
        const int left = room - (int)(strlen(text->place) + strlen(figures[i]) + strlen(" []"));
        const int cells = left > CELLS ? CELLS : left;
        if (cells >= CELLS_LEAST) {
            char bar[CELLS + 1] = "";
            memset(bar, '-', (size_t)cells);
            memset(bar, '#', (size_t)(text->share * cells));
            (void)snprintf(out, size, "%s [%s]%s", text->place, bar, figures[i]);
            return true;
        }
    }
    return false;
}

/// One line of at most the terminal's width: a line that wraps could not be taken back.
static void draw_bar(progress_meter* meter, const progress_text* text) {
    const int room = terminal_width(stderr) - 1;
    char line[256];
    if (!format_bar(line, sizeof line, text, room) &&
        snprintf(line, sizeof line, "%s", text->narrow) > room) {
        (void)snprintf(line, sizeof line, "%.0f %%", 100.0 * text->share);
    }
    (void)fprintf(stderr, "\r%s\033[K", line);
    meter->bar_visible = true;
}

static void draw_run(progress_meter* meter, const waft_run_progress* at) {
    char eta[UNITS_TEXT];
    progress_text text = {.share = share_of((double)at->step, (double)at->step_count)};
    format_seconds(eta, at->eta);
    (void)snprintf(text.narrow, sizeof text.narrow, "%d/%d", at->frame, at->last_frame);
    (void)snprintf(text.place, sizeof text.place, "frame %s", text.narrow);
    (void)snprintf(text.figures, sizeof text.figures, " %.2f s  %.3g ms/step  ETA %s", at->time,
        at->step_ms, eta);
    (void)snprintf(text.left, sizeof text.left, " ETA %s", eta);
    draw_bar(meter, &text);
}

static void print_run(const waft_run_progress* at) {
    char eta[UNITS_TEXT];
    format_seconds(eta, at->eta);
    (void)fprintf(stderr, "frame %d of %d, %.2f s simulated, %.3g ms a step, %s left\n", at->frame,
        at->last_frame, at->time, at->step_ms, eta);
}

static void print_run_json(const waft_run_progress* at) {
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
    if (meter->style == PROGRESS_BAR) {
        draw_run(meter, at);
    } else if (meter->style == PROGRESS_LINES) {
        print_run(at);
    } else {
        print_run_json(at);
    }
}

static void draw_pictures(progress_meter* meter, const picture_progress* at) {
    char eta[UNITS_TEXT];
    progress_text text = {.share = share_of((double)at->done, (double)at->count)};
    format_seconds(eta, at->eta);
    (void)snprintf(text.narrow, sizeof text.narrow, "%d/%d", at->done, at->count);
    (void)snprintf(text.place, sizeof text.place, "picture %s", text.narrow);
    (void)snprintf(
        text.figures, sizeof text.figures, " %.3g ms/picture  ETA %s", at->picture_ms, eta);
    (void)snprintf(text.left, sizeof text.left, " ETA %s", eta);
    draw_bar(meter, &text);
}

static void print_pictures(const picture_progress* at) {
    char eta[UNITS_TEXT];
    format_seconds(eta, at->eta);
    (void)fprintf(stderr, "picture %d of %d, %.3g ms a picture, %s left\n", at->done, at->count,
        at->picture_ms, eta);
}

static void print_pictures_json(const picture_progress* at) {
    json object = json_begin("progress");
    json_whole(&object, "picture", (uint64_t)at->done);
    json_whole(&object, "pictures", (uint64_t)at->count);
    json_number(&object, "ms_per_picture", at->picture_ms);
    json_number(&object, "eta", at->eta);
    json_end(&object);
}

void progress_update_pictures(progress_meter* meter, const picture_progress* at) {
    if (!is_due(meter)) {
        return;
    }
    if (meter->style == PROGRESS_BAR) {
        draw_pictures(meter, at);
    } else if (meter->style == PROGRESS_LINES) {
        print_pictures(at);
    } else {
        print_pictures_json(at);
    }
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

int progress_fail(progress_meter* meter, const arguments* args, int code, const char* sentence) {
    progress_clear(meter);
    if (meter->as_json) {
        json object = json_begin("failed");
        json_whole(&object, "code", (uint64_t)code);
        json_text(&object, "message", sentence);
        json_end(&object);
    }
    return fail(code, args->command->name, "%s", sentence);
}
