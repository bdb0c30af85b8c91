// SPDX-License-Identifier: MIT
#include "run/liquid_files.h"

#include "base/error.h"
#include "run/formats.h"

#include <waft/export.h>

enum { ID_BITS = 32 };

waft_result wafti_liquid_files_take_surface(const wafti_output_job* job) {
    wafti_liquid_files* files = &job->frames->liquid;
    if (files->surface != NULL) {
        return WAFT_OK;
    }
    waft_surface_def def = waft_scene_surface(job->scene);
    def.allocator = job->frames->arena.allocator;
    files->made_at = -1.0;
    return waft_surface_create(&def, &files->surface, job->error);
}

waft_result wafti_liquid_files_take_particles(const wafti_output_job* job) {
    wafti_liquid_files* files = &job->frames->liquid;
    if (files->numbers != NULL) {
        return WAFT_OK;
    }
    const size_t count = waft_liquid_get_def(waft_world_liquid(job->world)).max_particles;
    files->arena.allocator = job->frames->arena.allocator;
    files->capacity = count;
    files->numbers = wafti_arena_take(&files->arena, count, WAFTI_PARTICLE_NUMBERS * sizeof(float));
    files->ids = wafti_arena_take(&files->arena, count, sizeof(uint32_t));
    files->keyed = wafti_arena_take(&files->arena, count, 2 * sizeof(wafti_keyed));
    if (files->arena.failed) {
        wafti_liquid_files_free(files);
        return wafti_fail_memory(job->error,
            wafti_size_mul(count, WAFTI_PARTICLE_NUMBERS * sizeof(float)),
            "the particles of a file");
    }
    return WAFT_OK;
}

void wafti_liquid_files_free(wafti_liquid_files* files) {
    waft_surface_destroy(files->surface);
    wafti_arena_free(&files->arena);
    *files = (wafti_liquid_files){.arena = {.allocator = files->arena.allocator}};
}

// Two outputs of one frame share the mesh.
waft_result wafti_liquid_files_write_surface(const wafti_output_job* job) {
    wafti_liquid_files* files = &job->frames->liquid;
    const waft_liquid_view liquid = waft_liquid_get_view(waft_world_liquid(job->world));
    const double time = waft_world_time(job->world);
    if (files->made_at != time) {
        const waft_surface_particles particles = {.count = liquid.count,
            .position = {liquid.position[0], liquid.position[1], liquid.position[2]},
            .velocity = {liquid.velocity[0], liquid.velocity[1], liquid.velocity[2]},
            .spacing = liquid.spacing};
        files->made_at = -1.0;
        const waft_result result = waft_surface_update(files->surface, &particles, job->error);
        if (result != WAFT_OK) {
            return result;
        }
        files->made_at = time;
    }
    const waft_surface_view surface = waft_surface_get_view(files->surface);
    const waft_surface_format as = job->output->format == WAFT_OUTPUT_SURFACE_OBJ ? WAFT_SURFACE_OBJ
                                   : job->output->format == WAFT_OUTPUT_SURFACE_PLY
                                       ? WAFT_SURFACE_PLY
                                       : WAFT_SURFACE_GLB;
    return waft_surface_write(job->path, &surface, as, job->error);
}

// In the order of ids. The solver's density is a ratio and its pressure k: p = rho0 rh^2 k.
waft_result wafti_liquid_files_write_particles(const wafti_output_job* job) {
    const wafti_liquid_files* files = &job->frames->liquid;
    const waft_liquid* solver = waft_world_liquid(job->world);
    const waft_liquid_view liquid = waft_liquid_get_view(solver);
    const double rest_density = (double)waft_liquid_get_def(solver).density;
    for (uint32_t i = 0; i < liquid.count; ++i) {
        files->keyed[i] = (wafti_keyed){liquid.id[i], i};
    }
    const wafti_keyed* sorted =
        wafti_radix_sort(files->keyed, files->keyed + files->capacity, liquid.count, ID_BITS);
    float* array[WAFTI_PARTICLE_NUMBERS];
    for (int n = 0; n < WAFTI_PARTICLE_NUMBERS; ++n) {
        array[n] = files->numbers + (size_t)n * files->capacity;
    }
    for (uint32_t i = 0; i < liquid.count; ++i) {
        const uint32_t from = sorted[i].item;
        const double ratio = (double)liquid.density[from];
        for (int d = 0; d < 3; ++d) {
            array[d][i] = liquid.position[d][from];
            array[3 + d][i] = liquid.velocity[d][from];
        }
        array[6][i] = (float)(rest_density * ratio);
        array[7][i] = (float)(rest_density * ratio * ratio * (double)liquid.pressure[from]);
        files->ids[i] = liquid.id[from];
    }
    const waft_points points = {.count = liquid.count,
        .position = {array[0], array[1], array[2]},
        .velocity = {array[3], array[4], array[5]},
        .density = array[6],
        .pressure = array[7],
        .id = files->ids};
    return job->output->format == WAFT_OUTPUT_PARTICLES_VTP
               ? waft_vtp_write_points(job->path, &points, waft_world_time(job->world), job->error)
               : waft_ply_write_points(job->path, &points, job->error);
}
