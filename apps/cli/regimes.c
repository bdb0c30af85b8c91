// SPDX-License-Identifier: MIT
#include "regimes.h"

#include "cache.h"
#include "exit.h"
#include "json.h"
#include "load.h"
#include "tables.h"

#include <waft/run.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { COLUMN_COUNT = 10 };

/// Columns of bodies.csv that a path needs.
static const char* const column_names[COLUMN_COUNT] = {
    "time_s", "body", "x", "y", "z", "qx", "qy", "qz", "qw", "state"};

/// The path of one body, copied from rows of the table.
typedef struct path_rows {
    double* times; ///< of the same memory as the others
    double* positions;
    double* rotations;
    size_t count;
} path_rows;

static void collect(const double* const columns[COLUMN_COUNT], size_t row_count, size_t first,
    size_t stride, path_rows* rows) {
    rows->count = 0;
    for (size_t row = first; row < row_count; row += stride) {
        if (columns[9][row] == (double)WAFT_BODY_WAITING) {
            continue;
        }
        const size_t n = rows->count++;
        rows->times[n] = columns[0][row];
        for (size_t i = 0; i < 3; ++i) {
            rows->positions[3 * n + i] = columns[2 + i][row];
        }
        for (size_t i = 0; i < 4; ++i) {
            rows->rotations[4 * n + i] = columns[5 + i][row];
        }
    }
}

/// Along all axes alike, as balls and dice are: the normal of such a hull is any direction, and its tilt
/// says nothing of how it falls.
static bool is_round(const waft_hull_info* hull) {
    return hull->extent[2] > 0.95 * hull->extent[0];
}

static void classify(const path_rows* rows, const waft_bodies* bodies, size_t index,
    const double up[3], body_regime* out) {
    waft_body_info body;
    waft_path path = {.times = rows->times,
        .positions = rows->positions,
        .rotations = rows->rotations,
        .count = rows->count,
        .up = {up[0], up[1], up[2]}};
    if (waft_bodies_at(bodies, index, &body) == WAFT_OK) {
        const waft_hull_info hull = waft_hull_get_info(body.hull);
        for (int i = 0; i < 3; ++i) {
            path.normal[i] = is_round(&hull) ? 0.0 : hull.normal[i];
        }
    }
    if (waft_regime_classify(&path, &out->report) != WAFT_OK) {
        out->report = (waft_regime_report){.regime = WAFT_REGIME_UNDECIDED};
    }
}

/// Rows of one time stand together, bodies in creation order, so that those of one body are a fixed
/// number of rows apart.
static int classify_all(const arguments* args, const double* const columns[COLUMN_COUNT],
    size_t row_count, const waft_bodies* bodies, const double up[3], regime_list* list) {
    const size_t count = waft_bodies_count(bodies);
    const size_t capacity = row_count / (count > 0 ? count : 1) + 1;
    double* memory = calloc(8 * capacity, sizeof *memory);
    list->items = calloc(count + 1, sizeof *list->items);
    if (memory == NULL || list->items == NULL) {
        free(memory);
        return fail_memory(args);
    }
    path_rows rows = {
        .times = memory, .positions = memory + capacity, .rotations = memory + 4 * capacity};
    for (size_t i = 0; i < count && i < row_count; ++i) {
        list->items[i].number = (size_t)columns[1][i];
        collect(columns, row_count, i, count, &rows);
        classify(&rows, bodies, i, up, &list->items[i]);
        list->count = i + 1;
    }
    free(memory);
    return EXIT_OK;
}

int regimes_read(const arguments* args, const char* directory, const waft_bodies* bodies,
    const double up[3], regime_list* out_list) {
    char path[4096];
    waft_table* table = NULL;
    *out_list = (regime_list){.count = 0};
    (void)snprintf(path, sizeof path, "%s/bodies.csv", directory);
    int code = table_open(args, path, &table);
    if (code != EXIT_OK) {
        return code;
    }
    const double* columns[COLUMN_COUNT];
    code = table_columns(args, table, path, column_names, COLUMN_COUNT, columns);
    if (code == EXIT_OK) {
        code = classify_all(args, columns, waft_table_row_count(table), bodies, up, out_list);
    }
    waft_table_destroy(table);
    if (code != EXIT_OK) {
        regimes_free(out_list);
    }
    return code;
}

void regimes_up(const waft_scene* scene, double out_up[3]) {
    const waft_world_def world = waft_scene_world_def(scene);
    const double* g = world.gravity;
    const double size = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    for (int i = 0; i < 3; ++i) {
        out_up[i] = size > 0.0 ? -g[i] / size : i == 1;
    }
}

void regimes_free(regime_list* list) {
    free(list->items);
    *list = (regime_list){.count = 0};
}

regime_summary regimes_summarize(const regime_list* list) {
    regime_summary summary = {.descent = 0.0};
    const double weight = list->count > 0 ? 1.0 / (double)list->count : 0.0;
    for (size_t i = 0; i < list->count; ++i) {
        const waft_regime_report* report = &list->items[i].report;
        summary.share[report->regime] += weight;
        summary.descent += weight * report->descent;
        summary.drift += weight * report->drift;
    }
    return summary;
}

static void print_report(const body_regime* item, bool as_json) {
    const waft_regime_report* report = &item->report;
    const char* name = waft_regime_name(report->regime);
    if (!as_json) {
        (void)printf("%6zu  %-12s %5d %8.3f %9.3f %8.3f %9.2f %10.4g %9.2f\n", item->number, name,
            report->flips, report->same_way, report->roundness, report->repeats,
            report->tilt * 180.0 / acos(-1.0), report->descent, report->drift * 180.0 / acos(-1.0));
        return;
    }
    json object = json_begin("regime");
    json_whole(&object, "body", item->number);
    json_text(&object, "regime", name);
    json_whole(&object, "flips", (uint64_t)report->flips);
    json_number(&object, "same_way", report->same_way);
    json_number(&object, "roundness", report->roundness);
    json_number(&object, "repeats", report->repeats);
    json_number(&object, "tilt", report->tilt);
    json_number(&object, "descent", report->descent);
    json_number(&object, "drift", report->drift);
    json_end(&object);
}

static void print_summary(const regime_list* list, bool as_json) {
    const regime_summary summary = regimes_summarize(list);
    if (as_json) {
        json object = json_begin("regimes");
        json_whole(&object, "bodies", list->count);
        for (int i = 0; i < WAFT_REGIME_COUNT; ++i) {
            json_number(&object, waft_regime_name((waft_regime)i), summary.share[i]);
        }
        json_number(&object, "descent", summary.descent);
        json_number(&object, "drift", summary.drift);
        json_end(&object);
        return;
    }
    (void)printf("%zu bodies:", list->count);
    for (int i = 0; i < WAFT_REGIME_COUNT; ++i) {
        if (summary.share[i] > 0.0) {
            (void)printf(" %s %.0f %%", waft_regime_name((waft_regime)i), 100.0 * summary.share[i]);
        }
    }
    (void)putchar('\n');
}

static int print_regimes(const arguments* args, const char* directory, const waft_replay* replay) {
    const waft_bodies* bodies = waft_world_bodies(waft_replay_world(replay));
    double up[3];
    regimes_up(waft_replay_scene(replay), up);
    const bool as_json = arguments_has(args, "json");
    regime_list list;
    if (bodies == NULL) {
        return fail(args, EXIT_USAGE, "%s holds a run without bodies", directory);
    }
    char table[4096];
    (void)snprintf(table, sizeof table, "%s/bodies.csv", directory);
    if (access(table, F_OK) != 0) {
        return fail(args, EXIT_USAGE,
            "%s has no bodies.csv, which regimes are told from; run it with tables.bodies 1",
            directory);
    }
    const int code = regimes_read(args, directory, bodies, up, &list);
    if (code != EXIT_OK) {
        return code;
    }
    if (!as_json) {
        (void)printf("%6s  %-12s %5s %8s %9s %8s %9s %10s %9s\n", "body", "regime", "flips",
            "same way", "roundness", "repeats", "tilt deg", "descent", "drift deg");
    }
    for (size_t i = 0; i < list.count; ++i) {
        print_report(&list.items[i], as_json);
    }
    print_summary(&list, as_json);
    regimes_free(&list);
    return EXIT_OK;
}

int info_regimes(const arguments* args, const char* directory) {
    waft_replay_def def = waft_replay_def_default(directory);
    waft_replay* replay = NULL;
    waft_error error;
    char* cache = cache_folder(args);
    def.cache = cache;
    const waft_result result = waft_replay_open(&def, &replay, &error);
    const int code = result == WAFT_OK ? print_regimes(args, directory, replay)
                                       : check_input(args, result, &error);
    waft_replay_close(replay);
    free(cache);
    return code;
}
