// SPDX-License-Identifier: MIT
#include "run/smoke_files.h"

#include "base/error.h"
#include "run/formats.h"

#include <string.h>

// A cell of which less than this is open holds no smoke to show.
#define SOLID_ABOVE 0.999f

// Room for one field of that smoke. Files of the cache have the world's own, others the one that is
// shown, which has at least as many cells.
static waft_result take(const wafti_output_job* job, float** place) {
    if (*place != NULL) {
        return WAFT_OK;
    }
    const waft_smoke_def def = waft_smoke_get_def(waft_world_shown_smoke(job->world));
    const size_t count = (size_t)def.cells[0] * (size_t)def.cells[1] * (size_t)def.cells[2];
    *place = wafti_arena_take(&job->frames->smoke.arena, count, sizeof(float));
    return *place != NULL ? WAFT_OK
                          : wafti_fail_memory(
                                job->error, wafti_size_mul(count, sizeof(float)), "files of smoke");
}

waft_result wafti_smoke_files_take(const wafti_output_job* job) {
    wafti_smoke_files* files = &job->frames->smoke;
    waft_result result = WAFT_OK;
    const uint32_t fields = job->output->format == WAFT_OUTPUT_CACHE ? 0 : job->output->fields;
    files->arena.allocator = job->frames->arena.allocator;
    for (int i = 0; i < 3 && result == WAFT_OK && (fields & WAFT_OUTPUT_VELOCITY) != 0; ++i) {
        result = take(job, &files->velocity[i]);
    }
    if (result == WAFT_OK && (fields & WAFT_OUTPUT_VORTICITY) != 0) {
        result = take(job, &files->vorticity);
    }
    return result == WAFT_OK ? take(job, &files->solid) : result;
}

void wafti_smoke_files_free(wafti_smoke_files* files) {
    wafti_arena_free(&files->arena);
    *files = (wafti_smoke_files){.arena = {.allocator = files->arena.allocator}};
}

// A derived field as a view, computed now.
static waft_result derive(
    const waft_smoke* smoke, waft_smoke_derived kind, float* samples, waft_field* out_field) {
    waft_field field = waft_smoke_field(smoke, WAFT_SMOKE_DENSITY);
    field.data = samples;
    field.stride[1] = field.size[0];
    field.stride[2] = (ptrdiff_t)field.size[0] * field.size[1];
    *out_field = field;
    return waft_smoke_derive(smoke, kind, samples);
}

enum { MOST_ARRAYS = 5 };

// The fields that an output asks for and the smoke has.
typedef struct arrays {
    waft_cells cells[MOST_ARRAYS];
    size_t count;
} arrays;

static void add_scalar(arrays* list, const char* name, waft_field field) {
    if (field.data != NULL) {
        list->cells[list->count++] =
            (waft_cells){.name = name, .component_count = 1, .component = {field}};
    }
}

// Those, and the share of obstacles.
static waft_result collect(const wafti_output_job* job, arrays* out_list, waft_field* out_solid) {
    const waft_smoke* smoke = waft_world_shown_smoke(job->world);
    const wafti_smoke_files* files = &job->frames->smoke;
    const uint32_t fields = job->output->fields;
    waft_result result = derive(smoke, WAFT_SMOKE_SOLID, files->solid, out_solid);
    *out_list = (arrays){.count = 0};
    if ((fields & WAFT_OUTPUT_DENSITY) != 0) {
        add_scalar(out_list, "density", waft_smoke_field(smoke, WAFT_SMOKE_DENSITY));
    }
    if ((fields & WAFT_OUTPUT_TEMPERATURE) != 0) {
        add_scalar(out_list, "temperature", waft_smoke_field(smoke, WAFT_SMOKE_TEMPERATURE));
    }
    if ((fields & WAFT_OUTPUT_VELOCITY) != 0) {
        waft_cells* velocity = &out_list->cells[out_list->count++];
        *velocity = (waft_cells){.name = "velocity", .component_count = 3};
        for (int i = 0; i < 3 && result == WAFT_OK; ++i) {
            result = derive(smoke, (waft_smoke_derived)(WAFT_SMOKE_CENTER_X + i),
                files->velocity[i], &velocity->component[i]);
        }
    }
    if (result == WAFT_OK && (fields & WAFT_OUTPUT_VORTICITY) != 0) {
        waft_field field;
        result = derive(smoke, WAFT_SMOKE_VORTICITY, files->vorticity, &field);
        add_scalar(out_list, "vorticity", field);
    }
    return result == WAFT_OK
               ? WAFT_OK
               : wafti_fail(job->error, result, "%s: the smoke gave no fields", job->path);
}

waft_result wafti_smoke_files_write_vdb(const wafti_output_job* job) {
    const waft_output_def* output = job->output;
    arrays list;
    waft_field solid;
    const waft_result result = collect(job, &list, &solid);
    if (result != WAFT_OK) {
        return result;
    }
    waft_vdb_grid grids[MOST_ARRAYS];
    for (size_t i = 0; i < list.count; ++i) {
        const bool density = strcmp(list.cells[i].name, "density") == 0;
        grids[i] = (waft_vdb_grid){.cells = list.cells[i],
            .half = output->half,
            .everywhere = output->everywhere && !density};
    }
    const waft_field activity =
        waft_smoke_field(waft_world_shown_smoke(job->world), WAFT_SMOKE_DENSITY);
    const waft_vdb_def def = {.grids = grids,
        .grid_count = list.count,
        .activity = &activity,
        .active_above = output->active_above,
        .obstacle = &solid,
        .solid_above = SOLID_ABOVE,
        .allocator = job->frames->arena.allocator};
    return waft_vdb_write(job->path, &def, job->error);
}

waft_result wafti_smoke_files_write_vti(const wafti_output_job* job) {
    arrays list;
    waft_field solid;
    const waft_result result = collect(job, &list, &solid);
    if (result != WAFT_OK) {
        return result;
    }
    add_scalar(&list, "obstacle", solid);
    const waft_vti_def def = {.arrays = list.cells,
        .array_count = list.count,
        .time = waft_world_time(job->world),
        .allocator = job->frames->arena.allocator};
    return waft_vti_write(job->path, &def, job->error);
}

// Faces and cells as they are, so that what is computed from a cache later meets the same flow.
waft_result wafti_smoke_files_write_cache(const wafti_output_job* job) {
    static const struct {
        char name[WAFT_GRID_CACHE_NAME_SIZE];
        int kind;
        waft_grid_place place;
    } known[] = {
        {"u", WAFT_SMOKE_VELOCITY_X, WAFT_GRID_FACES_X},
        {"v", WAFT_SMOKE_VELOCITY_Y, WAFT_GRID_FACES_Y},
        {"w", WAFT_SMOKE_VELOCITY_Z, WAFT_GRID_FACES_Z},
        {"density", WAFT_SMOKE_DENSITY, WAFT_GRID_CELLS},
        {"temperature", WAFT_SMOKE_TEMPERATURE, WAFT_GRID_CELLS},
    };
    enum { KNOWN = sizeof(known) / sizeof(known[0]) };
    const waft_smoke* smoke = waft_world_smoke(job->world);
    const waft_smoke_def smoke_def = waft_smoke_get_def(smoke);
    const bool half = job->output->half;
    waft_grid_cache_field fields[KNOWN + 1];
    size_t count = 0;
    for (size_t i = 0; i < KNOWN; ++i) {
        const waft_field view = waft_smoke_field(smoke, known[i].kind);
        if (view.data != NULL) {
            fields[count] =
                (waft_grid_cache_field){.place = known[i].place, .half = half, .view = view};
            memcpy(fields[count++].name, known[i].name, sizeof(known[i].name));
        }
    }
    fields[count] =
        (waft_grid_cache_field){.name = "obstacle", .place = WAFT_GRID_CELLS, .half = half};
    const waft_result derived =
        derive(smoke, WAFT_SMOKE_SOLID, job->frames->smoke.solid, &fields[count++].view);
    if (derived != WAFT_OK) {
        return wafti_fail(job->error, derived, "%s: the smoke gave no fields", job->path);
    }
    const waft_grid_cache_def def = {
        .cells = {smoke_def.cells[0], smoke_def.cells[1], smoke_def.cells[2]},
        .spacing = (double)smoke_def.spacing,
        .origin = {(double)smoke_def.origin.x, (double)smoke_def.origin.y,
            (double)smoke_def.origin.z},
        .time = waft_world_time(job->world),
        .frame = job->frame,
        .step = waft_world_steps(job->world),
        .identity = wafti_run_key_identity(job->frames->key),
        .fields = fields,
        .field_count = count,
    };
    return waft_grid_cache_write(job->path, &def, job->error);
}
