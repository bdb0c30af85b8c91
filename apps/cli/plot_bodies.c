// SPDX-License-Identifier: MIT
#include "plot_bodies.h"

#include "body_rows.h"
#include "exit.h"
#include "plot_series.h"
#include "tables.h"

#include <waft/files.h>
#include <waft/plot.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NAMED_WAYS = 12, NAME_SIZE = 32 };

static const double degrees = 180.0 / M_PI;

/// Of a crowd only some are drawn.
static int tell_left_out(const arguments* args, size_t drawn, size_t there, const char* path) {
    if (drawn == 0) {
        return fail(args, EXIT_USAGE, "there is nothing to draw for %s", path);
    }
    if (drawn < there) {
        (void)fail(args, 0, "%zu of %zu bodies are drawn", drawn, there);
    }
    return EXIT_OK;
}

// Ways.

typedef struct ways {
    double* positions; ///< of all bodies, one after the other
    waft_trajectory items[BODY_ROWS_DRAWN];
    size_t count;
    char names[NAMED_WAYS][NAME_SIZE];
} ways;

static void take_ways(const body_rows* rows, const double* const columns[3], ways* out) {
    for (drawn_body body = {0}; body_rows_next(rows, &body);) {
        for (size_t i = body.first; i < body.end; ++i) {
            for (size_t d = 0; d < 3; ++d) {
                out->positions[3 * i + d] = columns[d][rows->order[i]];
            }
        }
        waft_trajectory* way = &out->items[out->count];
        *way = (waft_trajectory){
            .positions = out->positions + 3 * body.first, .count = body.end - body.first};
        if (out->count < NAMED_WAYS) {
            (void)snprintf(out->names[out->count], NAME_SIZE, "body %zu", body.number);
            way->name = out->names[out->count];
        }
        ++out->count;
    }
}

static int draw_ways(const arguments* args, const waft_table* table, const body_picture* picture,
    const body_rows* rows) {
    static const char* const names[3] = {"x", "y", "z"};
    const double* columns[3];
    int code = table_columns(args, table, picture->table_path, names, 3, columns);
    if (code != EXIT_OK) {
        return code;
    }
    ways found = {.positions = calloc(3 * waft_table_row_count(table) + 1, sizeof(double))};
    if (found.positions == NULL) {
        return fail_memory(args);
    }
    take_ways(rows, columns, &found);
    code = tell_left_out(args, found.count, rows->there, picture->out_path);
    if (code == EXIT_OK) {
        waft_error error;
        const waft_result result = waft_plot_write_trajectories(
            picture->out_path, found.items, found.count, plot_title(args, picture->title), &error);
        code = check_written(args, picture->out_path, result, &error);
    }
    free(found.positions);
    return code;
}

// Attitude.

/// Where the body's x axis points: degrees above the horizontal, and to the left of the world's x.
typedef struct nose {
    double pitch, heading;
} nose;

static nose nose_of(double w, double x, double y, double z) {
    const double along = 1.0 - 2.0 * (y * y + z * z);
    const double up = 2.0 * (x * y + w * z);
    const double aside = 2.0 * (x * z - w * y);
    const double pitch = degrees * asin(fmax(-1.0, fmin(1.0, up)));
    const double heading = degrees * atan2(-aside, along);
    return (nose){pitch, heading};
}

/// Lines of all bodies in one: NaN between bodies ends a line.
typedef struct noses {
    double* time;
    double* pitch;
    double* heading;
    size_t count, bodies;
} noses;

static void add_nose(noses* out, double time, nose at) {
    out->time[out->count] = time;
    out->pitch[out->count] = at.pitch;
    out->heading[out->count++] = at.heading;
}

static void take_noses(const body_rows* rows, const double* const columns[5], noses* out) {
    for (drawn_body body = {0}; body_rows_next(rows, &body); ++out->bodies) {
        double before = 0.0;
        for (size_t i = body.first; i < body.end; ++i) {
            const size_t row = rows->order[i];
            nose at = nose_of(columns[1][row], columns[2][row], columns[3][row], columns[4][row]);
            // Full turns count: a heading goes on from the one before.
            if (i > body.first) {
                at.heading += 360.0 * round((before - at.heading) / 360.0);
            }
            before = at.heading;
            add_nose(out, columns[0][row], at);
        }
        add_nose(out, NAN, (nose){NAN, NAN});
    }
}

static int draw_noses(const arguments* args, const waft_table* table, const body_picture* picture,
    const body_rows* rows) {
    static const char* const names[5] = {"time_s", "qw", "qx", "qy", "qz"};
    const double* columns[5];
    int code = table_columns(args, table, picture->table_path, names, 5, columns);
    if (code != EXIT_OK) {
        return code;
    }
    const size_t room = waft_table_row_count(table) + rows->there;
    double* memory = calloc(3 * room + 1, sizeof(double));
    if (memory == NULL) {
        return fail_memory(args);
    }
    noses found = {.time = memory, .pitch = memory + room, .heading = memory + 2 * room};
    take_noses(rows, columns, &found);
    code = tell_left_out(args, found.bodies, rows->there, picture->out_path);
    if (code == EXIT_OK) {
        const waft_plot_series series[2] = {
            {.name = "pitch", .x = found.time, .y = found.pitch, .count = found.count},
            {.name = "heading", .x = found.time, .y = found.heading, .count = found.count}};
        const waft_plot plot = {.title = plot_title(args, picture->title),
            .x_label = "time (s)",
            .y_label = "of the body's x axis (degrees)",
            .series = series,
            .series_count = 2};
        waft_error error;
        const waft_result result = waft_plot_write(picture->out_path, &plot, &error);
        code = check_written(args, picture->out_path, result, &error);
    }
    free(memory);
    return code;
}

int plot_bodies(const arguments* args, const body_picture* picture) {
    waft_table* table = NULL;
    body_rows rows = {.order = NULL};
    int code = table_open(args, picture->table_path, &table);
    code = code != EXIT_OK ? code : body_rows_sort(args, table, picture->table_path, &rows);
    if (code == EXIT_OK) {
        code = picture->attitude ? draw_noses(args, table, picture, &rows)
                                 : draw_ways(args, table, picture, &rows);
    }
    body_rows_free(&rows);
    waft_table_destroy(table);
    return code;
}
