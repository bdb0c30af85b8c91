// SPDX-License-Identifier: MIT
#include "info_grid.h"

#include "exit.h"
#include "report.h"

#include <waft/export.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void append(char* list, size_t size, const char* word) {
    const size_t used = strlen(list);
    (void)snprintf(list + used, size - used, "%s%.60s", used > 0 ? ", " : "", word);
}

int info_grid_cache(const arguments* args, const char* path) {
    waft_grid_cache* cache = NULL;
    waft_error error;
    const waft_result result = waft_grid_cache_open(path, NULL, &cache, &error);
    if (result != WAFT_OK) {
        return fail(exit_code_of_input(result), args->command->name, "%s", error.sentence);
    }
    const waft_grid_cache_def* header = waft_grid_cache_header(cache);
    char fields[WAFT_GRID_CACHE_FIELDS * (WAFT_GRID_CACHE_NAME_SIZE + 2)] = "";
    for (size_t i = 0; i < header->field_count; ++i) {
        append(fields, sizeof fields, header->fields[i].name);
    }
    report facts = report_begin(arguments_has(args, OPTION_JSON), "cache", path);
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

/// Reads little-endian numbers and strings; `good` stays false after the first that is not there.
typedef struct vdb_reader {
    FILE* file;
    bool good;
} vdb_reader;

static uint64_t read_number(vdb_reader* reader, size_t size) {
    unsigned char bytes[8] = {0};
    uint64_t value = 0;
    reader->good = reader->good && fread(bytes, 1, size, reader->file) == size;
    for (size_t i = size; reader->good && i > 0; --i) {
        value = value << 8 | bytes[i - 1];
    }
    return value;
}

static void skip(vdb_reader* reader, uint64_t size) {
    reader->good =
        reader->good && size <= INT32_MAX && fseek(reader->file, (long)size, SEEK_CUR) == 0;
}

/// A string with its length before it; one that does not fit is no name that we look for.
static void read_string(vdb_reader* reader, char* out, size_t size) {
    const uint64_t length = read_number(reader, 4);
    out[0] = '\0';
    reader->good = reader->good && length < size;
    if (reader->good) {
        reader->good = fread(out, 1, (size_t)length, reader->file) == length;
        out[length] = '\0';
    }
}

enum { VDB_NAME = 256, VDB_MOST_GRIDS = 64 };

/// What stands before the grids: versions, a unique id, and the file's own properties.
static uint32_t read_vdb_head(vdb_reader* reader) {
    char name[VDB_NAME];
    (void)read_number(reader, 8);
    const uint32_t version = (uint32_t)read_number(reader, 4);
    skip(reader, 4 + 4 + 1 + 36); // version of the library, whether offsets follow, the id
    const uint64_t properties = read_number(reader, 4);
    for (uint64_t i = 0; i < properties && reader->good; ++i) {
        read_string(reader, name, sizeof name);
        read_string(reader, name, sizeof name);
        skip(reader, read_number(reader, 4));
    }
    return version;
}

typedef struct vdb_grid {
    char name[VDB_NAME];
    bool half;
    uint64_t voxels;         ///< that are active
    int32_t low[3], high[3]; ///< cells of the corners of what is active
    double spacing;          ///< 0: the map is not one of even scale
} vdb_grid;

static void read_corner(vdb_reader* reader, int32_t corner[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        corner[axis] = (int32_t)(uint32_t)read_number(reader, 4);
    }
}

static void read_vdb_property(vdb_reader* reader, vdb_grid* grid) {
    char key[VDB_NAME];
    char type[VDB_NAME];
    read_string(reader, key, sizeof key);
    read_string(reader, type, sizeof type);
    const uint64_t size = read_number(reader, 4);
    if (strcmp(key, "file_voxel_count") == 0 && size == 8) {
        grid->voxels = read_number(reader, 8);
    } else if (strcmp(key, "is_saved_as_half_float") == 0 && size == 1) {
        grid->half = read_number(reader, 1) != 0;
    } else if (strcmp(key, "file_bbox_min") == 0 && size == 12) {
        read_corner(reader, grid->low);
    } else if (strcmp(key, "file_bbox_max") == 0 && size == 12) {
        read_corner(reader, grid->high);
    } else {
        skip(reader, size);
    }
}

/// Properties and the map from cells to metres.
static void read_vdb_grid(vdb_reader* reader, vdb_grid* grid) {
    char map[VDB_NAME];
    (void)read_number(reader, 4); // how values are packed
    const uint64_t properties = read_number(reader, 4);
    for (uint64_t i = 0; i < properties && reader->good; ++i) {
        read_vdb_property(reader, grid);
    }
    read_string(reader, map, sizeof map);
    if (strcmp(map, "UniformScaleTranslateMap") == 0) {
        skip(reader, 24); // three doubles: where cell 0 is
        const uint64_t bits = read_number(reader, 8);
        memcpy(&grid->spacing, &bits, sizeof grid->spacing);
    }
}

/// What is known of each grid without its values; each tells where the next one stands.
static uint64_t read_vdb_grids(vdb_reader* reader, vdb_grid grids[VDB_MOST_GRIDS]) {
    const uint64_t count = read_number(reader, 4);
    char type[VDB_NAME];
    reader->good = reader->good && count <= VDB_MOST_GRIDS;
    for (uint64_t i = 0; i < count && reader->good; ++i) {
        grids[i] = (vdb_grid){.voxels = 0};
        read_string(reader, grids[i].name, sizeof grids[i].name);
        read_string(reader, type, sizeof type);
        read_string(reader, type, sizeof type);
        (void)read_number(reader, 8);
        (void)read_number(reader, 8);
        const uint64_t end = read_number(reader, 8);
        read_vdb_grid(reader, &grids[i]);
        reader->good =
            reader->good && end <= INT64_MAX / 2 && fseek(reader->file, (long)end, SEEK_SET) == 0;
    }
    return count;
}

static void report_vdb_grid(report* facts, const vdb_grid* grid) {
    char text[160];
    (void)snprintf(text, sizeof text,
        "%s, %" PRIu64 " active voxels, cells [%d, %d, %d] to [%d, %d, %d]",
        grid->half ? "half" : "float", grid->voxels, (int)grid->low[0], (int)grid->low[1],
        (int)grid->low[2], (int)grid->high[0], (int)grid->high[1], (int)grid->high[2]);
    char key[VDB_NAME + 8];
    (void)snprintf(key, sizeof key, "grid.%.60s", grid->name);
    report_text(facts, key, grid->voxels > 0 ? text : "no active voxels");
}

static void report_vdb(const arguments* args, const char* path, const vdb_grid* grids,
    uint64_t count, uint32_t version, uint64_t byte_count) {
    char names[1024] = "";
    for (uint64_t i = 0; i < count; ++i) {
        append(names, sizeof names, grids[i].name);
    }
    report facts = report_begin(arguments_has(args, OPTION_JSON), "vdb", path);
    report_whole(&facts, "version", version);
    report_whole(&facts, "grids", count);
    report_text(&facts, "names", names);
    if (count > 0 && grids[0].spacing > 0.0) {
        report_number(&facts, "voxel_size", grids[0].spacing, "m");
    }
    for (uint64_t i = 0; i < count; ++i) {
        report_vdb_grid(&facts, &grids[i]);
    }
    report_bytes(&facts, "bytes", byte_count);
    report_end(&facts);
}

int info_vdb(const arguments* args, const char* path, uint64_t byte_count) {
    vdb_reader reader = {.file = fopen(path, "rb"), .good = true};
    if (reader.file == NULL) {
        return fail(EXIT_USAGE, args->command->name, "%s cannot be read", path);
    }
    vdb_grid grids[VDB_MOST_GRIDS];
    const uint32_t version = read_vdb_head(&reader);
    const uint64_t count = read_vdb_grids(&reader, grids);
    (void)fclose(reader.file);
    if (!reader.good) {
        return fail(EXIT_USAGE, args->command->name,
            "%s: the header of the VDB file is cut or of a kind that is not known", path);
    }
    report_vdb(args, path, grids, count, version, byte_count);
    return EXIT_OK;
}
