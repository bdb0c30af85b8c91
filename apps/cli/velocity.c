// SPDX-License-Identifier: MIT
#include "velocity.h"

#include "exit.h"
#include "load.h"
#include "units.h"

#include <waft/export.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void velocity_free(velocity* v) {
    for (int axis = 0; axis < 3; ++axis) {
        free(v->component[axis]);
    }
    waft_bank_release(v->bank);
    *v = (velocity){0};
}

static bool take_component(velocity* v, int axis) {
    const size_t count =
        (size_t)v->stored[axis][0] * (size_t)v->stored[axis][1] * (size_t)v->stored[axis][2];
    v->component[axis] = malloc(count * sizeof(float));
    return v->component[axis] != NULL;
}

static int open_bank(const arguments* args, const char* path, velocity* v) {
    waft_error error;
    int field = 0;
    waft_result result = waft_bank_load(path, NULL, &v->bank, &error);
    if (result != WAFT_OK) {
        return check_input(args, result, &error);
    }
    const waft_bank_info info = waft_bank_get_info(v->bank);
    const int code = arguments_count(args, "field", 0, info.count - 1, &field);
    if (code != EXIT_OK) {
        return code;
    }
    (void)snprintf(v->name, sizeof v->name, "%.200s, field %d", path, field);
    v->spacing = 1.0;
    v->faces = true;
    for (int axis = 0; axis < 3; ++axis) {
        v->cells[axis] = axis < info.dimensions ? info.size : 1;
        v->periodic[axis] = true;
    }
    for (int axis = 0; axis < info.dimensions; ++axis) {
        memcpy(v->stored[axis], v->cells, sizeof v->cells);
        if (!take_component(v, axis)) {
            return fail_memory(args);
        }
        result = waft_bank_read_field(v->bank, field, axis, v->component[axis], &error);
        if (result != WAFT_OK) {
            return check_input(args, result, &error);
        }
    }
    return EXIT_OK;
}

static int read_cache(
    const arguments* args, const char* path, waft_grid_cache* cache, velocity* v) {
    static const char* const names[] = {"u", "v", "w"};
    const waft_grid_cache_def* header = waft_grid_cache_header(cache);
    memcpy(v->cells, header->cells, sizeof v->cells);
    v->spacing = header->spacing;
    v->faces = true;
    (void)snprintf(v->name, sizeof v->name, "%.200s", path);
    for (int axis = 0; axis < (v->cells[2] > 1 ? 3 : 2); ++axis) {
        const int index = waft_grid_cache_find(cache, names[axis]);
        if (index < 0) {
            return fail(args, EXIT_USAGE,
                "%s has no face velocities; write outputs of format cache with them", path);
        }
        memcpy(v->stored[axis], header->fields[index].view.size, sizeof v->stored[axis]);
        if (!take_component(v, axis)) {
            return fail_memory(args);
        }
        const ptrdiff_t stride[3] = {
            1, v->stored[axis][0], (ptrdiff_t)v->stored[axis][0] * v->stored[axis][1]};
        waft_error error;
        const waft_result result =
            waft_grid_cache_read(cache, index, v->component[axis], stride, &error);
        if (result != WAFT_OK) {
            return check_input(args, result, &error);
        }
    }
    return EXIT_OK;
}

static int open_cache(const arguments* args, const char* path, velocity* v) {
    waft_grid_cache* cache = NULL;
    waft_error error;
    const waft_result result = waft_grid_cache_open(path, NULL, &cache, &error);
    if (result != WAFT_OK) {
        return check_input(args, result, &error);
    }
    const int code = read_cache(args, path, cache, v);
    waft_grid_cache_close(cache);
    return code;
}

static int open_vdb(const arguments* args, const char* path, velocity* v) {
    waft_vdb_vectors vectors;
    waft_error error;
    const waft_result result = waft_vdb_read_vectors(path, NULL, NULL, &vectors, &error);
    if (result != WAFT_OK) {
        return check_input(args, result, &error);
    }
    const size_t count =
        (size_t)vectors.cells[0] * (size_t)vectors.cells[1] * (size_t)vectors.cells[2];
    memcpy(v->cells, vectors.cells, sizeof v->cells);
    v->spacing = vectors.spacing;
    (void)snprintf(v->name, sizeof v->name, "%.200s", path);
    int code = EXIT_OK;
    for (int axis = 0; axis < 3 && code == EXIT_OK; ++axis) {
        memcpy(v->stored[axis], v->cells, sizeof v->cells);
        if (take_component(v, axis)) {
            memcpy(
                v->component[axis], vectors.values + (size_t)axis * count, count * sizeof(float));
        } else {
            code = fail_memory(args);
        }
    }
    waft_vdb_vectors_free(NULL, &vectors);
    return code;
}

static int open_run(const arguments* args, const char* directory, velocity* v) {
    char folder[2048];
    char name[256];
    char path[2400];
    int frame = -1;
    const int code = arguments_count(args, "frame", 0, 999999999, &frame);
    if (code != EXIT_OK) {
        return code;
    }
    (void)snprintf(folder, sizeof folder, "%.2000s/cache", directory);
    if (find_numbered(folder, "smoke_%9d.wgc%n", frame, name, sizeof name) < 0) {
        return fail(args, EXIT_USAGE,
            "%s has no cached frame of smoke%s; the scene needs an output of format cache",
            directory, frame >= 0 ? " of that number" : "");
    }
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return open_cache(args, path, v);
}

/// "xz" and the like.
static int take_periodic(const arguments* args, velocity* v) {
    const char* wish = arguments_value(args, "periodic");
    if (wish == NULL) {
        return EXIT_OK;
    }
    if (strspn(wish, "xyz") != strlen(wish)) {
        return fail(args, EXIT_USAGE, "option '--periodic' takes axes such as xz, not '%s'", wish);
    }
    for (int axis = 0; axis < 3; ++axis) {
        v->periodic[axis] = strchr(wish, "xyz"[axis]) != NULL;
    }
    return EXIT_OK;
}

int velocity_open(const arguments* args, const char* path, velocity* out_velocity) {
    struct stat status;
    char head[8] = {0};
    *out_velocity = (velocity){0};
    if (stat(path, &status) != 0) {
        return fail(args, EXIT_USAGE, "%s cannot be read: %s", path, strerror(errno));
    }
    FILE* file = fopen(path, "rb");
    if (file != NULL) {
        (void)!fread(head, 1, sizeof head, file);
        (void)fclose(file);
    }
    int code = EXIT_OK;
    if (S_ISDIR(status.st_mode)) {
        code = open_run(args, path, out_velocity);
    } else if (memcmp(head, "WAFTBANK", 8) == 0) {
        code = open_bank(args, path, out_velocity);
    } else if (memcmp(head, "WAFTGRID", 8) == 0) {
        code = open_cache(args, path, out_velocity);
    } else if (memcmp(head, " BDV", 4) == 0) {
        code = open_vdb(args, path, out_velocity);
    } else {
        code = fail(args, EXIT_USAGE,
            "%s has no velocities; a bank, a cached frame, a VDB file or a run with some has",
            path);
    }
    return code == EXIT_OK ? take_periodic(args, out_velocity) : code;
}

int velocity_measure(const arguments* args, const velocity* v, waft_spectrum** out_spectrum) {
    const char* window = arguments_value(args, "window");
    waft_spectrum_box box = waft_spectrum_box_default();
    box.cell_size = v->spacing;
    box.threads = usable_cpus();
    box.window = window == NULL || strcmp(window, "none") != 0;
    for (int axis = 0; axis < 3; ++axis) {
        box.cells[axis] = v->cells[axis];
        box.component[axis] = v->component[axis];
        box.row_stride[axis] = (size_t)v->stored[axis][0];
        box.plane_stride[axis] = (size_t)v->stored[axis][0] * (size_t)v->stored[axis][1];
        box.periodic[axis] = v->periodic[axis];
    }
    waft_error error;
    const waft_result result = waft_spectrum_measure(&box, out_spectrum, &error);
    return result == WAFT_OK ? EXIT_OK
                             : fail(args, exit_code_of(result), "%s: %s", v->name, error.sentence);
}

double velocity_prescribed(const velocity* v, const waft_spectrum_info* info, size_t shell) {
    const waft_bank_info bank = waft_bank_get_info(v->bank);
    const bool known = v->bank != NULL && shell < bank.shell_count && !info->cropped;
    return known ? 0.5 * bank.shells[shell].energy : (double)NAN;
}

static float value_at(const velocity* v, int component, const int32_t at[3]) {
    const int32_t* n = v->stored[component];
    return v->component[component][at[0] + (ptrdiff_t)n[0] * (at[1] + (ptrdiff_t)n[1] * at[2])];
}

/// A component at the middle of a cell: of faces the mean of the two.
static float middle_of(const velocity* v, int component, const int32_t cell[3]) {
    const float low = value_at(v, component, cell);
    if (!v->faces) {
        return low;
    }
    int32_t next[3] = {cell[0], cell[1], cell[2]};
    if (cell[component] + 1 < v->stored[component][component]) {
        ++next[component];
    } else if (v->periodic[component]) {
        next[component] = 0;
    }
    return 0.5f * (low + value_at(v, component, next));
}

float* velocity_plane(const velocity* v, int axis, int32_t index, int32_t out_cells[2]) {
    // Up stays up: width and height of the picture are along these.
    static const int across[3] = {2, 0, 0};
    static const int along[3] = {1, 2, 1};
    const int a = across[axis];
    const int b = along[axis];
    out_cells[0] = v->cells[a];
    out_cells[1] = v->cells[b];
    const size_t count = (size_t)out_cells[0] * (size_t)out_cells[1];
    float* plane = malloc(2 * count * sizeof(float));
    for (int32_t j = 0; plane != NULL && j < out_cells[1]; ++j) {
        for (int32_t i = 0; i < out_cells[0]; ++i) {
            int32_t cell[3];
            cell[axis] = index;
            cell[a] = i;
            cell[b] = j;
            const size_t at = (size_t)i + (size_t)j * (size_t)out_cells[0];
            plane[at] = middle_of(v, a, cell);
            plane[count + at] = middle_of(v, b, cell);
        }
    }
    return plane;
}
