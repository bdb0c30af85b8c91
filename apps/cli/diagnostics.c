// SPDX-License-Identifier: MIT
#include "diagnostics.h"

#include "json.h"
#include "terminal.h"

#include <stdio.h>

/// Width of the line number before the bar, of a tab, and of the least part of a line that helps.
enum { GUTTER = 5, TAB = 4, ROOM_LEAST = 10 };

typedef struct palette {
    const char *place, *error, *warning, *note, *caret, *off;
} palette;

static palette choose_palette(void) {
    if (terminal_has_colour(stderr)) {
        return (palette){
            "\033[1m", "\033[1;31m", "\033[1;35m", "\033[1;36m", "\033[1;32m", "\033[0m"};
    }
    return (palette){"", "", "", "", "", ""};
}

static const char* severity_name(waft_severity severity) {
    return severity == WAFT_SEVERITY_ERROR     ? "error"
           : severity == WAFT_SEVERITY_WARNING ? "warning"
                                               : "note";
}

/// Prints the character of so many bytes as it may be shown.
static void put_character(const char* text, size_t length, uint32_t code) {
    const bool shown = character_shown(code) == code;
    (void)fwrite(shown ? text : "?", 1, shown ? length : 1, stderr);
}

static void put_visible(const char* text) {
    for (size_t length = 0; *text != '\0'; text += length) {
        uint32_t code = 0;
        length = utf8_decode(text, &code);
        put_character(text, length, code);
    }
}

/// Columns that the character takes when it starts in `column`.
static int advance_of(uint32_t code, int column) {
    return code == '\t' ? TAB - column % TAB : character_width(character_shown(code));
}

/// Where the underlined characters stand on the screen, and how wide the line is. A column past the
/// end of the line is just behind it.
typedef struct extent {
    int from, to, total;
} extent;

static extent measure(const waft_diagnostic* problem) {
    extent marked = {-1, -1, 0};
    int character = 1;
    for (const char* at = problem->source_line; *at != '\0'; ++character) {
        uint32_t code = 0;
        at += utf8_decode(at, &code);
        if (character == problem->column) {
            marked.from = marked.total;
        }
        marked.total += advance_of(code, marked.total);
        if (marked.from >= 0 && character < problem->column + problem->length) {
            marked.to = marked.total;
        }
    }
    marked.from = marked.from >= 0 ? marked.from : marked.total;
    marked.to = marked.to > marked.from ? marked.to : marked.from + 1;
    return marked;
}

/// Prints the columns [from, to) of a line; tabs become spaces.
static void put_columns(const char* line, int from, int to) {
    int column = 0;
    for (size_t length = 0; *line != '\0' && column < to; line += length) {
        uint32_t code = 0;
        length = utf8_decode(line, &code);
        const int width = advance_of(code, column);
        if (column >= from && column + width <= to) {
            if (code == '\t') {
                (void)fprintf(stderr, "%*s", width, "");
            } else {
                put_character(line, length, code);
            }
        }
        column += width;
    }
}

/// The source line and the caret line. Of a line that does not fit, the part around the caret.
static void put_source(const waft_diagnostic* problem, const palette* colours) {
    const extent marked = measure(problem);
    const int left = terminal_width(stderr) - GUTTER - 12;
    const int room = left > ROOM_LEAST ? left : ROOM_LEAST;
    int from = 0;
    int to = marked.total;
    if (marked.total > room) {
        from = marked.from > room / 2 ? marked.from - room / 2 : 0;
        to = from + room < marked.total ? from + room : marked.total;
    }
    (void)fprintf(stderr, "%*d | %s", GUTTER, problem->line, from > 0 ? "..." : "");
    put_columns(problem->source_line, from, to);
    (void)fprintf(stderr, "%s\n%*s | %*s%s^", to < marked.total ? "..." : "", GUTTER, "",
        marked.from - from + (from > 0 ? 3 : 0), "", colours->caret);
    const int end = marked.to < to ? marked.to : to;
    for (int column = marked.from + 1; column < end; ++column) {
        (void)fputc('~', stderr);
    }
    (void)fprintf(stderr, "%s\n", colours->off);
}

static void put_problem(const waft_diagnostic* problem, const palette* colours) {
    (void)fputs(colours->place, stderr);
    put_visible(problem->file);
    if (problem->line > 0) {
        (void)fprintf(stderr, ":%d:%d", problem->line, problem->column);
    }
    (void)fprintf(stderr, ":%s %s%s:%s ", colours->off,
        problem->severity == WAFT_SEVERITY_ERROR     ? colours->error
        : problem->severity == WAFT_SEVERITY_WARNING ? colours->warning
                                                     : colours->note,
        severity_name(problem->severity), colours->off);
    put_visible(problem->message);
    (void)fputc('\n', stderr);
    if (problem->line > 0 && problem->source_line[0] != '\0') {
        put_source(problem, colours);
    }
}

static void put_json(const waft_diagnostic* problem) {
    json object = json_begin("diagnostic");
    json_text(&object, "severity", severity_name(problem->severity));
    json_text(&object, "file", problem->file);
    json_whole(&object, "line", (uint64_t)problem->line);
    json_whole(&object, "column", (uint64_t)problem->column);
    json_whole(&object, "length", (uint64_t)problem->length);
    json_text(&object, "message", problem->message);
    json_end(&object);
}

static void put_total(const waft_diagnostics* diagnostics) {
    size_t warnings = 0;
    for (size_t i = 0; i < waft_diagnostics_count(diagnostics); ++i) {
        warnings += waft_diagnostics_at(diagnostics, i)->severity == WAFT_SEVERITY_WARNING;
    }
    const size_t errors = waft_diagnostics_error_count(diagnostics);
    if (errors > 0) {
        (void)fprintf(stderr, "%zu error%s", errors, errors == 1 ? "" : "s");
    }
    if (warnings > 0) {
        (void)fprintf(
            stderr, "%s%zu warning%s", errors > 0 ? ", " : "", warnings, warnings == 1 ? "" : "s");
    }
    if (errors + warnings > 0) {
        (void)fputc('\n', stderr);
    }
}

void diagnostics_print(const waft_diagnostics* diagnostics, bool as_json) {
    const palette colours = choose_palette();
    const size_t count = waft_diagnostics_count(diagnostics);
    for (size_t i = 0; i < count; ++i) {
        const waft_diagnostic* problem = waft_diagnostics_at(diagnostics, i);
        if (as_json) {
            put_json(problem);
        } else {
            put_problem(problem, &colours);
            (void)fputc('\n', stderr);
        }
    }
    if (!as_json) {
        put_total(diagnostics);
    }
}
