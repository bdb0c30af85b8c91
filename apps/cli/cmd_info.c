// SPDX-License-Identifier: MIT
// waft info: recognises what the user points at, and tells what is in it.
#include "album.h"
#include "commands.h"
#include "exit.h"
#include "load.h"
#include "regimes.h"
#include "report.h"
#include "spectrum.h"
#include "tables.h"
#include "terminal.h"

#include <waft/export.h>
#include <waft/hull.h>
#include <waft/run.h>
#include <waft/scene.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool wants_json(const arguments* args) {
    return arguments_has(args, "json");
}

/// What was drawn of a run, if anything was.
static void report_pictures(report* facts, const char* directory) {
    const int count = album_count_pictures(directory);
    char video[ALBUM_PATH];
    struct stat status;
    if (count > 0) {
        report_whole(facts, "pictures", (uint64_t)count);
    }
    if (waft_run_video_path(directory, video, sizeof video) == WAFT_OK &&
        stat(video, &status) == 0) {
        report_text(facts, "video", video);
    }
}

/// Cells and spacing of the smoke that a resolved scene has. `text` is our own, so that words are
/// enough to find them.
static void report_smoke_record(report* facts, const char* text) {
    static const char start[] = "\"smoke\":{\"cells\":[";
    static const char* const keys[] = {"smoke_cells_x", "smoke_cells_y", "smoke_cells_z"};
    const char* found = strstr(text, start);
    if (found == NULL) {
        return;
    }
    const char* at = found + strlen(start);
    for (int axis = 0; axis < 3; ++axis) {
        char* end = NULL;
        report_whole(facts, keys[axis], (uint64_t)strtoul(at, &end, 10));
        at = end + (*end == ',');
    }
    const char* spacing = strstr(at, "\"spacing\":");
    if (spacing != NULL) {
        report_number(facts, "smoke_spacing", strtod(strchr(spacing, ':') + 1, NULL), "m");
    }
}

/// The formats of all outputs, in their order.
static void report_formats(report* facts, const char* text) {
    static const char start[] = "{\"format\":\"";
    char formats[128] = "";
    for (const char* at = strstr(text, start); at != NULL; at = strstr(at, start)) {
        at += strlen(start);
        const size_t used = strlen(formats);
        (void)snprintf(formats + used, sizeof formats - used, "%s%.*s", used > 0 ? ", " : "",
            (int)strcspn(at, "\""), at);
    }
    report_text(facts, "formats", formats[0] != '\0' ? formats : "none");
}

/// Bodies that were set aside, by name: the list in run.json as it stands there.
static void report_set_aside(report* facts, char* text) {
    static const char start[] = "\"bodies_set_aside\": [";
    char* list = strstr(text, start);
    if (list == NULL) {
        return;
    }
    list += strlen(start);
    char* end = strstr(list, "],\n");
    end = end != NULL ? end : list;
    const char cut = *end;
    *end = '\0';
    report_text(facts, "bodies_set_aside", list);
    *end = cut;
}

/// What run.json says of bodies, and its resolved scene of smoke and outputs.
static void report_record(report* facts, const char* directory) {
    const size_t limit = (size_t)1 << 26;
    char path[ALBUM_PATH];
    char* text = NULL;
    size_t size = 0;
    (void)snprintf(path, sizeof path, "%s/run.json", directory);
    if (waft_file_read(path, limit, NULL, &text, &size, NULL) == WAFT_OK) {
        report_set_aside(facts, text);
        report_smoke_record(facts, text);
        report_formats(facts, text);
        waft_text_free(NULL, text);
    }
}

static int info_run(const arguments* args, const char* path) {
    waft_run_info info;
    waft_error error;
    const waft_result result = waft_run_inspect(path, &info, &error);
    if (result != WAFT_OK) {
        return check_input(args, result, &error);
    }
    // A run that goes on replaces its files meanwhile.
    if (strcmp(info.state, "running") != 0) {
        const waft_result whole = waft_run_verify(path, &error);
        if (whole != WAFT_OK) {
            return fail(args, EXIT_USAGE, "%s", error.sentence);
        }
    }
    report facts = report_begin(wants_json(args), "run", path);
    report_text(&facts, "title", info.title);
    report_text(&facts, "state", info.state);
    report_whole(&facts, "frames", (uint64_t)info.frames_written);
    if (info.frames_written > 0 && strcmp(info.state, "finished") == 0) {
        const int first = info.last_frame - info.frames_written + 1;
        report_whole(&facts, "first_frame", (uint64_t)first);
    }
    report_whole(&facts, "last_frame", (uint64_t)info.last_frame);
    report_whole(&facts, "step", info.step);
    report_whole(&facts, "seed", info.seed);
    if (strcmp(info.state, "finished") == 0) {
        report_hash(&facts, "hash", info.hash);
    }
    report_record(&facts, path);
    report_pictures(&facts, path);
    report_text(&facts, "version", info.version);
    report_end(&facts);
    return EXIT_OK;
}

static int info_checkpoint(const arguments* args, const char* path) {
    waft_checkpoint_info info;
    waft_error error;
    const waft_result result = waft_checkpoint_inspect(path, &info, &error);
    if (result != WAFT_OK) {
        return check_input(args, result, &error);
    }
    report facts = report_begin(wants_json(args), "checkpoint", path);
    report_whole(&facts, "step", info.step);
    report_number(&facts, "time", info.time, "s");
    report_whole(&facts, "frame", (uint64_t)info.frame);
    report_hash(&facts, "hash", info.hash);
    report_bytes(&facts, "bytes", info.byte_count);
    report_text(&facts, "version", info.version);
    report_end(&facts);
    return EXIT_OK;
}

static void report_water(report* facts, const waft_water* water) {
    waft_field level;
    if (water != NULL && waft_water_field(water, WAFT_WATER_LEVEL, &level) == WAFT_OK) {
        report_whole(facts, "cells_x", (uint64_t)level.size[0]);
        report_whole(facts, "cells_z", (uint64_t)level.size[2]);
        report_float(facts, "size_x", level.spacing.x * (float)level.size[0], "m");
        report_float(facts, "size_z", level.spacing.z * (float)level.size[2], "m");
        report_whole(facts, "trains", waft_water_train_count(water));
        report_whole(facts, "gauges", waft_water_gauge_count(water));
        report_whole(facts, "tracers", waft_water_tracer_count(water));
    }
}

static void report_smoke(report* facts, const waft_smoke* smoke) {
    if (smoke == NULL) {
        return;
    }
    const waft_smoke_def def = waft_smoke_get_def(smoke);
    report_whole(facts, "smoke_cells_x", (uint64_t)def.cells[0]);
    report_whole(facts, "smoke_cells_y", (uint64_t)def.cells[1]);
    report_whole(facts, "smoke_cells_z", (uint64_t)def.cells[2]);
    report_float(facts, "smoke_spacing", def.spacing, "m");
}

static void report_solids(report* facts, const waft_world* world) {
    const size_t count = waft_world_solid_count(world);
    uint64_t sheets = 0;
    for (size_t i = 0; i < count; ++i) {
        waft_solid_info info;
        sheets += waft_world_solid_at(world, i, &info) == WAFT_OK && info.sheet;
    }
    if (count > 0) {
        report_whole(facts, "solids", count);
        report_whole(facts, "sheets", sheets);
    }
}

/// Grids and inhabitants. The world is made for it, unless it would be huge.
static waft_result report_world(report* facts, const waft_scene* scene, waft_error* error) {
    const uint64_t huge = UINT64_C(1) << 30;
    if (waft_scene_get_estimate(scene).memory > huge) {
        return WAFT_OK;
    }
    const waft_world_def def = waft_scene_world_def(scene);
    waft_world* world = NULL;
    const waft_result result = waft_scene_create_world(scene, &def, &world, error);
    if (result != WAFT_OK) {
        return result;
    }
    report_water(facts, waft_world_water(world));
    report_smoke(facts, waft_world_smoke(world));
    report_solids(facts, world);
    waft_world_destroy(world);
    return WAFT_OK;
}

static int info_scene(const arguments* args, const char* path) {
    waft_scene* scene = NULL;
    const int code = load_scene(args, path, &scene);
    if (code != EXIT_OK) {
        return code;
    }
    const waft_scene_time time = waft_scene_get_time(scene);
    report facts = report_begin(wants_json(args), "scene", path);
    waft_error error;
    report_text(&facts, "title", waft_scene_title(scene));
    report_whole(&facts, "seed", waft_scene_seed(scene));
    report_whole(&facts, "frames", (uint64_t)time.frame_count);
    report_number(&facts, "duration", time.duration, "s");
    report_number(&facts, "fps", time.fps, "");
    report_number(&facts, "step", time.step, "s");
    report_bytes(&facts, "memory", waft_scene_get_estimate(scene).memory);
    const waft_result result = report_world(&facts, scene, &error);
    report_end(&facts);
    waft_scene_destroy(scene);
    return check_input(args, result, &error);
}

static int info_edits(const arguments* args, const char* path) {
    waft_edit* edits = NULL;
    size_t edit_count = 0;
    waft_error error;
    const waft_result result = waft_edits_read(path, NULL, &edits, &edit_count, &error);
    if (result != WAFT_OK) {
        return check_input(args, result, &error);
    }
    uint64_t kinds[WAFT_EDIT_KIND_COUNT] = {0};
    for (size_t i = 0; i < edit_count; ++i) {
        ++kinds[edits[i].kind];
    }
    report facts = report_begin(wants_json(args), "edits", path);
    report_whole(&facts, "edits", edit_count);
    report_whole(&facts, "sets", kinds[WAFT_EDIT_SET]);
    report_whole(&facts, "trains_added", kinds[WAFT_EDIT_ADD_TRAIN]);
    report_whole(&facts, "trains_removed", kinds[WAFT_EDIT_REMOVE_TRAIN]);
    report_whole(&facts, "strokes", kinds[WAFT_EDIT_BRUSH]);
    report_whole(&facts, "ground_strokes", kinds[WAFT_EDIT_TERRAIN]);
    report_whole(&facts, "grips", kinds[WAFT_EDIT_HOLD]);
    report_whole(&facts, "handles_added", kinds[WAFT_EDIT_ADD_HANDLE]);
    report_whole(&facts, "handles_removed", kinds[WAFT_EDIT_REMOVE_HANDLE]);
    if (edit_count > 0) {
        report_whole(&facts, "first_step", edits[0].step);
        report_whole(&facts, "last_step", edits[edit_count - 1].step);
    }
    report_end(&facts);
    waft_edits_free(NULL, edits, edit_count);
    return EXIT_OK;
}

/// Spacing and the range of the samples are a PNG's: an EXR holds the heights themselves.
static void report_heights(
    const arguments* args, const char* path, const waft_heightmap* map, bool png) {
    const size_t sample_count = (size_t)map->size[0] * (size_t)map->size[1];
    float least = INFINITY;
    float greatest = -INFINITY;
    for (size_t i = 0; i < sample_count; ++i) {
        least = fminf(least, map->samples[i]);
        greatest = fmaxf(greatest, map->samples[i]);
    }
    const float range = map->high - map->low;
    report facts = report_begin(wants_json(args), "heights", path);
    report_whole(&facts, "width", (uint64_t)map->size[0]);
    report_whole(&facts, "height", (uint64_t)map->size[1]);
    if (png) {
        report_float(&facts, "spacing_x", map->spacing.x, "m");
        report_float(&facts, "spacing_z", map->spacing.y, "m");
        report_float(&facts, "low", map->low, "m");
        report_float(&facts, "high", map->high, "m");
    }
    report_float(&facts, "least", map->low + range * least, "m");
    report_float(&facts, "greatest", map->low + range * greatest, "m");
    report_end(&facts);
}

static int info_heights(const arguments* args, const char* path, bool png) {
    waft_heightmap map;
    waft_error error;
    const int code = png ? require_feature(args, "png", "libpng-dev") : EXIT_OK;
    if (code != EXIT_OK) {
        return code;
    }
    const waft_result result = png ? waft_png_read_heights(path, NULL, &map, &error)
                                   : waft_exr_read_heights(path, NULL, NULL, &map, &error);
    if (result != WAFT_OK) {
        return check_input(args, result, &error);
    }
    report_heights(args, path, &map, png);
    waft_heightmap_free(NULL, &map);
    return EXIT_OK;
}

static int info_hull(const arguments* args, const char* path) {
    waft_hull* hull = NULL;
    waft_error error;
    const waft_result result = waft_hull_load(path, NULL, &hull, &error);
    if (result != WAFT_OK) {
        return check_input(args, result, &error);
    }
    const waft_hull_info info = waft_hull_get_info(hull);
    report facts = report_begin(wants_json(args), "hull", path);
    report_whole(&facts, "facets", info.facet_count);
    report_number(&facts, "volume", info.volume, "m3");
    report_number(&facts, "mass", info.mass, "kg");
    report_number(&facts, "density", info.density, "kg/m3");
    report_text(&facts, "loads", info.plate ? "plate" : "compact");
    report_text(&facts, "method", waft_added_mass_word(info.method));
    report_number(&facts, "asymmetry", info.asymmetry, "");
    report_whole(&facts, "history", info.history_count);
    if (info.history_count > 0) {
        report_number(&facts, "reynolds", info.reynolds, "");
    }
    report_end(&facts);
    waft_hull_destroy(hull);
    return EXIT_OK;
}

static int info_grid_cache(const arguments* args, const char* path) {
    waft_grid_cache* cache = NULL;
    waft_error error;
    const waft_result result = waft_grid_cache_open(path, NULL, &cache, &error);
    if (result != WAFT_OK) {
        return check_input(args, result, &error);
    }
    const waft_grid_cache_def* header = waft_grid_cache_header(cache);
    char fields[WAFT_GRID_CACHE_FIELDS * (WAFT_GRID_CACHE_NAME_SIZE + 2)] = "";
    for (size_t i = 0; i < header->field_count; ++i) {
        const size_t used = strlen(fields);
        (void)snprintf(fields + used, sizeof fields - used, "%s%.60s", used > 0 ? ", " : "",
            header->fields[i].name);
    }
    report facts = report_begin(wants_json(args), "cache", path);
    report_whole(&facts, "cells_x", (uint64_t)header->cells[0]);
    report_whole(&facts, "cells_y", (uint64_t)header->cells[1]);
    report_whole(&facts, "cells_z", (uint64_t)header->cells[2]);
    report_number(&facts, "spacing", header->spacing, "m");
    report_number(&facts, "time", header->time, "s");
    report_whole(&facts, "frame", (uint64_t)header->frame);
    report_whole(&facts, "step", header->step);
    report_text(&facts, "fields", fields);
    report_hash(&facts, "run", header->identity);
    report_end(&facts);
    waft_grid_cache_close(cache);
    return EXIT_OK;
}

static int info_table(const arguments* args, const char* path) {
    waft_table* table = NULL;
    const int code = table_open(args, path, &table);
    if (code != EXIT_OK) {
        return code;
    }
    report facts = report_begin(wants_json(args), "table", path);
    report_whole(&facts, "rows", waft_table_row_count(table));
    if (facts.as_json) {
        json_open(&facts.object, "columns", '[');
    } else {
        (void)printf("%-24s %14s %14s\n", "column", "least", "greatest");
    }
    for (size_t i = 0; i < waft_table_column_count(table); ++i) {
        const table_range range =
            table_range_of(waft_table_column(table, i), waft_table_row_count(table));
        if (facts.as_json) {
            json_open(&facts.object, NULL, '{');
            json_text(&facts.object, "name", waft_table_column_name(table, i));
            json_number(&facts.object, "least", range.least);
            json_number(&facts.object, "greatest", range.greatest);
            json_close(&facts.object, '}');
        } else {
            print_line(stdout, "%-24s %14.6g %14.6g", waft_table_column_name(table, i), range.least,
                range.greatest);
        }
    }
    if (facts.as_json) {
        json_close(&facts.object, ']');
    }
    report_end(&facts);
    waft_table_destroy(table);
    return EXIT_OK;
}

static bool ends_with(const char* text, const char* end) {
    const size_t length = strlen(text);
    const size_t end_length = strlen(end);
    return length > end_length && strcmp(text + length - end_length, end) == 0;
}

/// True for .../run.json.
static bool is_record(const char* path) {
    return strcmp(path, "run.json") == 0 || ends_with(path, "/run.json");
}

/// The record of a run stands for the run around it.
static int info_record(const arguments* args, const char* path) {
    char directory[ALBUM_PATH];
    const int length = (int)(strlen(path) - strlen("run.json"));
    (void)snprintf(directory, sizeof directory, "%.*s", length > 1 ? length - 1 : length, path);
    return info_run(args, length > 0 ? directory : ".");
}

static int info_png(const arguments* args, const char* path) {
    return info_heights(args, path, true);
}

static int info_exr(const arguments* args, const char* path) {
    return info_heights(args, path, false);
}

/// The first bytes of files that waft itself reads.
static const struct {
    const char* magic;
    int (*info)(const arguments* args, const char* path);
} known_magic[] = {{"\x89PNG", info_png}, {"\x76\x2f\x31\x01", info_exr},
    {"WAFTCKPT", info_checkpoint}, {"WAFTGRID", info_grid_cache}, {"WAFTHULL", info_hull},
    {"WAFTBANK", info_bank}, {"waft-edits", info_edits}};

/// Ends of the names of texts.
static const struct {
    const char* end;
    int (*info)(const arguments* args, const char* path);
} known_ends[] = {{".csv", info_table}, {".yaml", info_scene}, {".yml", info_scene}};

/// Facts as they are told; the first one begins the report.
typedef struct teller {
    const arguments* args;
    const char* path;
    bool begun;
    report facts;
} teller;

static void tell_fact(void* user, const waft_fact* fact) {
    teller* told = user;
    if (!told->begun) {
        told->facts = report_begin(wants_json(told->args), fact->text, told->path);
        told->begun = true;
        return;
    }
    switch (fact->kind) {
    case WAFT_FACT_TEXT:
        report_text(&told->facts, fact->key, fact->text);
        break;
    case WAFT_FACT_COUNT:
        report_whole(&told->facts, fact->key, fact->count);
        break;
    case WAFT_FACT_BYTES:
        report_bytes(&told->facts, fact->key, fact->count);
        break;
    case WAFT_FACT_REAL:
        report_number(&told->facts, fact->key, fact->number, fact->unit);
        break;
    case WAFT_FACT_FLOAT:
        report_float(&told->facts, fact->key, (float)fact->number, fact->unit);
        break;
    }
}

/// A file of another program tells of itself; others are known by their first bytes or their names.
static int info_file(const arguments* args, const char* path) {
    char head[12] = "";
    teller told = {.args = args, .path = path};
    FILE* file = fopen(path, "rb");
    if (file == NULL) {
        return errno == ENOMEM
                   ? fail_memory(args)
                   : fail(args, EXIT_USAGE, "%s cannot be read: %s", path, strerror(errno));
    }
    (void)!fread(head, 1, sizeof head - 1, file);
    (void)fclose(file);
    waft_error error;
    waft_result result = waft_run_verify_file(path, &error);
    result = result == WAFT_OK ? waft_file_inspect(path, tell_fact, &told, &error) : result;
    if (result != WAFT_OK) {
        return check_input(args, result, &error);
    }
    if (told.begun) {
        report_end(&told.facts);
        return EXIT_OK;
    }
    for (size_t i = 0; i < sizeof known_magic / sizeof known_magic[0]; ++i) {
        if (strncmp(head, known_magic[i].magic, strlen(known_magic[i].magic)) == 0) {
            return known_magic[i].info(args, path);
        }
    }
    if (is_record(path)) {
        return info_record(args, path);
    }
    for (size_t i = 0; i < sizeof known_ends / sizeof known_ends[0]; ++i) {
        if (ends_with(path, known_ends[i].end)) {
            return known_ends[i].info(args, path);
        }
    }
    return fail(args, EXIT_USAGE,
        "%s is not a file that waft knows: scene, run.json, checkpoint, edit log, PNG, EXR, CSV, "
        "PC2, OBJ, PLY, GLB, VDB, VTI, VTP, PVD, hull, bank or cache",
        path);
}

int cmd_info(const arguments* args) {
    const char* path = args->operands[0];
    struct stat status;
    if (stat(path, &status) != 0) {
        return fail(args, EXIT_USAGE, "%s cannot be read: %s", path, strerror(errno));
    }
    if (arguments_has(args, "regimes")) {
        return info_regimes(args, path);
    }
    if (arguments_has(args, "spectrum")) {
        return info_spectrum(args, path);
    }
    return S_ISDIR(status.st_mode) ? info_run(args, path) : info_file(args, path);
}
