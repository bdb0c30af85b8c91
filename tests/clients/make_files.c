// SPDX-License-Identifier: MIT
// Writes what other programs are asked to read: a puff of smoke that rises, as the directory of a run,
// and beside it the values that must come back, as plain floats.
//
//     make_files FOLDER        the files
//     make_files FOLDER time   one of 150 x 150 x 145 cells, and how long it took
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <waft/tools.h>

enum { FRAMES = 5, QUANTITIES = 6 };

typedef struct puff {
    int32_t size[3];
    ptrdiff_t stride[3];
    float* values[QUANTITIES]; // density, temperature, velocity x y z, obstacle
} puff;

static float value_of(int quantity, int frame, float x, float y, float z) {
    const float cx = 0.9f;
    const float cy = 0.8f + 0.15f * (float)frame;
    const float cz = 0.7f;
    const float r2 = (x - cx) * (x - cx) + (y - cy) * (y - cy) + (z - cz) * (z - cz);
    switch (quantity) {
    case 0:
        return r2 < 0.25f ? 1.0f - r2 / 0.25f : 0.0f;
    case 1:
        return 300.0f + 900.0f * expf(-4.0f * r2);
    case 2:
        return 0.25f * (z - cz) + 1.0f;
    case 3:
        return 2.0f - y;
    case 4:
        return 0.5f * (cx - x);
    default:
        return x < 0.7f && y < 0.9f ? 1.0f : 0.0f;
    }
}

static bool make_puff(puff* p, const int32_t size[3], float h, int frame) {
    const ptrdiff_t row = size[0] + 5;
    const ptrdiff_t layer = row * size[1];
    for (int q = 0; q < QUANTITIES; ++q) {
        p->values[q] = malloc((size_t)(layer * size[2]) * sizeof(float));
        if (p->values[q] == NULL) {
            return false;
        }
        for (int32_t k = 0; k < size[2]; ++k) {
            for (int32_t j = 0; j < size[1]; ++j) {
                for (int32_t i = 0; i < size[0]; ++i) {
                    p->values[q][i + j * row + k * layer] = value_of(q, frame,
                        ((float)i + 0.5f) * h, ((float)j + 0.5f) * h, ((float)k + 0.5f) * h);
                }
            }
        }
    }
    memcpy(p->size, size, sizeof(p->size));
    p->stride[0] = 1;
    p->stride[1] = row;
    p->stride[2] = layer;
    return true;
}

static void free_puff(puff* p) {
    for (int q = 0; q < QUANTITIES; ++q) {
        free(p->values[q]);
        p->values[q] = NULL;
    }
}

// Moved off the world's origin, so that a forgotten translation shows.
static waft_field view(const puff* p, int quantity, float h) {
    waft_field field = {.data = p->values[quantity],
        .origin = {1.0f + 0.5f * h, 0.5f * h, -2.0f + 0.5f * h},
        .spacing = {h, h, h}};
    memcpy(field.size, p->size, sizeof(field.size));
    memcpy(field.stride, p->stride, sizeof(field.stride));
    return field;
}

static bool tell(waft_result result, const waft_error* error) {
    if (result != WAFT_OK) {
        (void)fprintf(stderr, "make_files: %s\n", error->sentence);
    }
    return result == WAFT_OK;
}

static bool write_vdb(const char* path, const puff* p, float h, bool half, bool uncompressed) {
    const waft_field density = view(p, 0, h);
    const waft_field obstacle = view(p, 5, h);
    const waft_vdb_grid grids[] = {
        {.cells = {"density", 1, {density}}, .half = half},
        {.cells = {"temperature", 1, {view(p, 1, h)}}, .half = half},
        {.cells = {"velocity", 3, {view(p, 2, h), view(p, 3, h), view(p, 4, h)}},
            .half = half,
            .everywhere = true},
    };
    const waft_vdb_def def = {.grids = grids,
        .grid_count = 3,
        .activity = &density,
        .active_above = 1e-4f,
        .obstacle = &obstacle,
        .solid_above = 0.5f,
        .uncompressed = uncompressed};
    waft_error error;
    return tell(waft_vdb_write(path, &def, &error), &error);
}

static bool write_vti(const char* path, const puff* p, float h, double when, bool uncompressed) {
    const waft_cells arrays[] = {
        {"density", 1, {view(p, 0, h)}},
        {"temperature", 1, {view(p, 1, h)}},
        {"velocity", 3, {view(p, 2, h), view(p, 3, h), view(p, 4, h)}},
        {"obstacle", 1, {view(p, 5, h)}},
    };
    const waft_vti_def def = {
        .arrays = arrays, .array_count = 4, .time = when, .uncompressed = uncompressed};
    waft_error error;
    return tell(waft_vti_write(path, &def, &error), &error);
}

static const char* in(const char* folder, const char* format, int frame) {
    static char path[4096];
    char name[64];
    (void)snprintf(name, sizeof(name), format, frame); // NOLINT: formats are this file's own
    (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

// All quantities one after the other, x fastest.
static bool write_expected(const char* path, const puff* p) {
    FILE* file = fopen(path, "wb");
    if (file == NULL) {
        return false;
    }
    const size_t width = (size_t)p->size[0];
    bool ok = true;
    for (int q = 0; q < QUANTITIES; ++q) {
        for (int32_t k = 0; k < p->size[2]; ++k) {
            for (int32_t j = 0; j < p->size[1]; ++j) {
                const float* row = p->values[q] + j * p->stride[1] + k * p->stride[2];
                ok = ok && fwrite(row, sizeof(float), width, file) == width;
            }
        }
    }
    return fclose(file) == 0 && ok;
}

static bool write_record(const char* folder) {
    FILE* file = fopen(in(folder, "run.json", 0), "wb");
    if (file == NULL) {
        return false;
    }
    const int length = fprintf(file,
        "{\"title\": \"Puff\", \"first_frame\": 0, \"last_frame\": %d, "
        "\"scene\": {\"time\": {\"fps\": 24}, \"smoke\": {\"cells\": [20, 37, 13], \"spacing\": "
        "0.1, "
        "\"origin\": [1, 0, -2]}, \"camera\": {\"azimuth\": 0.5, \"elevation\": 0.2}, "
        "\"render\": {\"size\": [160, 120], \"smoke\": {\"density\": 20, "
        "\"color\": [0.8, 0.8, 0.8], \"glow\": 1}}}}\n",
        FRAMES - 1);
    return fclose(file) == 0 && length > 0;
}

static bool write_frame(const char* folder, int frame, float h) {
    const int32_t size[3] = {20, 37, 13};
    puff p = {.values = {NULL}};
    const double when = frame / 24.0;
    bool ok = make_puff(&p, size, h, frame) &&
              write_vdb(in(folder, "vdb/smoke_%06d.vdb", frame), &p, h, false, false) &&
              write_vti(in(folder, "vti/smoke_%06d.vti", frame), &p, h, when, false) &&
              write_expected(in(folder, "expected_%06d.f32", frame), &p);
    if (frame == 0) {
        ok = ok && write_vdb(in(folder, "half.vdb", 0), &p, h, true, false) &&
             write_vdb(in(folder, "raw.vdb", 0), &p, h, false, true) &&
             write_vdb(in(folder, "raw_half.vdb", 0), &p, h, true, true) &&
             write_vti(in(folder, "raw.vti", 0), &p, h, when, true);
    }
    free_puff(&p);
    return ok;
}

static bool write_empty(const char* folder) {
    static const float nothing[8];
    const waft_field field = {nothing, {2, 2, 2}, {1, 2, 4}, {0, 0, 0}, {1, 1, 1}};
    const waft_vdb_grid grids[] = {
        {.cells = {"density", 1, {field}}}, {.cells = {"velocity", 3, {field, field, field}}}};
    const waft_vdb_def def = {.grids = grids, .grid_count = 2, .activity = &field};
    waft_error error;
    return tell(waft_vdb_write(in(folder, "empty.vdb", 0), &def, &error), &error);
}

// A row of cells as long as a file can hold, with smoke at both ends.
static bool write_long(const char* folder) {
    static float row[4096];
    row[0] = 1.0f;
    row[1000] = 65504.0f;
    row[4095] = 2.0f;
    const waft_field field = {row, {4096, 1, 1}, {1, 4096, 4096}, {0, 0, 0}, {1, 1, 1}};
    const waft_vdb_grid grid = {.cells = {"density", 1, {field}}, .half = true};
    const waft_vdb_def def = {.grids = &grid, .grid_count = 1, .activity = &field};
    waft_error error;
    return tell(waft_vdb_write(in(folder, "long.vdb", 0), &def, &error), &error);
}

static bool write_collection(const char* folder) {
    char names[FRAMES][64];
    waft_pvd_entry entries[FRAMES];
    for (int i = 0; i < FRAMES; ++i) {
        (void)snprintf(names[i], sizeof(names[i]), "vti/smoke_%06d.vti", i);
        entries[i] = (waft_pvd_entry){i / 24.0, names[i]};
    }
    waft_error error;
    return tell(waft_pvd_write(in(folder, "smoke.pvd", 0), entries, FRAMES, &error), &error);
}

static bool time_large(const char* folder) {
    const int32_t size[3] = {150, 150, 145};
    puff p = {.values = {NULL}};
    bool ok = make_puff(&p, size, 0.012f, 0);
    static const struct {
        const char* name;
        bool half, uncompressed;
    } kinds[] = {
        {"float, zip", false, false}, {"half, zip", true, false}, {"float, plain", false, true}};
    for (size_t i = 0; ok && i < sizeof(kinds) / sizeof(kinds[0]); ++i) {
        struct timespec before;
        struct timespec after;
        struct stat status;
        (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
        const char* path = in(folder, "large.vdb", 0);
        ok = write_vdb(path, &p, 0.012f, kinds[i].half, kinds[i].uncompressed);
        (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
        const double seconds = (double)(after.tv_sec - before.tv_sec) +
                               1e-9 * (double)(after.tv_nsec - before.tv_nsec);
        if (ok && stat(path, &status) == 0) {
            (void)printf("150 x 150 x 145, 3 grids, %s: %.3f s, %.2f MB\n", kinds[i].name, seconds,
                (double)status.st_size / 1e6);
        }
    }
    free_puff(&p);
    return ok;
}

int main(int argc, char** argv) {
    if (argc < 2) {
        (void)fprintf(stderr, "usage: make_files FOLDER [time]\n");
        return 2;
    }
    if (argc > 2 && strcmp(argv[2], "time") == 0) {
        return time_large(argv[1]) ? 0 : 1;
    }
    (void)mkdir(in(argv[1], "vdb", 0), 0777);
    (void)mkdir(in(argv[1], "vti", 0), 0777);
    bool ok = write_empty(argv[1]) && write_long(argv[1]) && write_collection(argv[1]) &&
              write_record(argv[1]);
    for (int frame = 0; frame < FRAMES && ok; ++frame) {
        ok = write_frame(argv[1], frame, 0.1f);
    }
    return ok ? 0 : 1;
}
