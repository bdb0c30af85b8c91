// SPDX-License-Identifier: MIT
#include "run/liquid_files.h"

#include "base/error.h"

#include <waft/export.h>

enum { ID_BITS = 32 };

static bool is_surface(waft_output_format format) {
    return format == WAFT_OUTPUT_SURFACE_OBJ || format == WAFT_OUTPUT_SURFACE_PLY ||
           format == WAFT_OUTPUT_SURFACE_GLB;
}

static waft_result take_surface(
    wafti_liquid_files* files, const waft_scene* scene, waft_error* out_error) {
    waft_surface_def def = waft_scene_surface(scene);
    def.allocator = files->arena.allocator;
    files->made_at = -1.0;
    return waft_surface_create(&def, &files->surface, out_error);
}

static waft_result take_particles(
    wafti_liquid_files* files, const waft_liquid* liquid, waft_error* out_error) {
    const size_t count = waft_liquid_get_def(liquid).max_particles;
    files->capacity = count;
    files->numbers = wafti_arena_take(&files->arena, count, WAFTI_PARTICLE_NUMBERS * sizeof(float));
    files->ids = wafti_arena_take(&files->arena, count, sizeof(uint32_t));
    files->keyed = wafti_arena_take(&files->arena, count, 2 * sizeof(wafti_keyed));
    if (files->arena.failed) {
        wafti_liquid_files_free(files);
        return wafti_fail_memory(out_error,
            wafti_size_mul(count, WAFTI_PARTICLE_NUMBERS * sizeof(float)),
            "the particles of a file");
    }
    return WAFT_OK;
}

waft_result wafti_liquid_files_reserve(wafti_liquid_files* files, waft_output_format format,
    const waft_scene* scene, const waft_liquid* liquid, waft_error* out_error) {
    if (is_surface(format)) {
        return files->surface == NULL ? take_surface(files, scene, out_error) : WAFT_OK;
    }
    return files->numbers == NULL ? take_particles(files, liquid, out_error) : WAFT_OK;
}

void wafti_liquid_files_free(wafti_liquid_files* files) {
    waft_surface_destroy(files->surface);
    wafti_arena_free(&files->arena);
    *files = (wafti_liquid_files){.arena = {.allocator = files->arena.allocator}};
}

// Two outputs of one frame share the mesh.
static waft_result write_surface(wafti_liquid_files* files, waft_output_format format,
    const waft_world* world, const char* path, waft_error* out_error) {
    const waft_liquid_view liquid = waft_liquid_get_view(waft_world_liquid(world));
    const double time = waft_world_time(world);
    if (files->made_at != time) {
        const waft_surface_particles particles = {.count = liquid.count,
            .position = {liquid.position[0], liquid.position[1], liquid.position[2]},
            .velocity = {liquid.velocity[0], liquid.velocity[1], liquid.velocity[2]},
            .spacing = liquid.spacing};
        files->made_at = -1.0;
        const waft_result result = waft_surface_update(files->surface, &particles, out_error);
        if (result != WAFT_OK) {
            return result;
        }
        files->made_at = time;
    }
    const waft_surface_view surface = waft_surface_get_view(files->surface);
    const waft_surface_format as = format == WAFT_OUTPUT_SURFACE_OBJ   ? WAFT_SURFACE_OBJ
                                   : format == WAFT_OUTPUT_SURFACE_PLY ? WAFT_SURFACE_PLY
                                                                       : WAFT_SURFACE_GLB;
    return waft_surface_write(path, &surface, as, out_error);
}

static const wafti_keyed* sort_by_id(wafti_liquid_files* files, const waft_liquid_view* liquid) {
    for (uint32_t i = 0; i < liquid->count; ++i) {
        files->keyed[i] = (wafti_keyed){liquid->id[i], i};
    }
    return wafti_radix_sort(files->keyed, files->keyed + files->capacity, liquid->count, ID_BITS);
}

// The solver's density is a ratio and its pressure k: p = rho0 rh^2 k.
static waft_points collect(
    wafti_liquid_files* files, const waft_liquid_view* liquid, double rest_density) {
    const wafti_keyed* sorted = sort_by_id(files, liquid);
    float* array[WAFTI_PARTICLE_NUMBERS];
    for (int n = 0; n < WAFTI_PARTICLE_NUMBERS; ++n) {
        array[n] = files->numbers + (size_t)n * files->capacity;
    }
    for (uint32_t i = 0; i < liquid->count; ++i) {
        const uint32_t from = sorted[i].item;
        const double ratio = (double)liquid->density[from];
        for (int d = 0; d < 3; ++d) {
            array[d][i] = liquid->position[d][from];
            array[3 + d][i] = liquid->velocity[d][from];
        }
        array[6][i] = (float)(rest_density * ratio);
        array[7][i] = (float)(rest_density * ratio * ratio * (double)liquid->pressure[from]);
        files->ids[i] = liquid->id[from];
    }
    return (waft_points){.count = liquid->count,
        .position = {array[0], array[1], array[2]},
        .velocity = {array[3], array[4], array[5]},
        .density = array[6],
        .pressure = array[7],
        .id = files->ids};
}

waft_result wafti_liquid_files_write(wafti_liquid_files* files, waft_output_format format,
    const waft_world* world, const char* path, waft_error* out_error) {
    if (is_surface(format)) {
        return write_surface(files, format, world, path, out_error);
    }
    const waft_liquid* liquid = waft_world_liquid(world);
    const waft_liquid_view view = waft_liquid_get_view(liquid);
    const waft_points points = collect(files, &view, (double)waft_liquid_get_def(liquid).density);
    return format == WAFT_OUTPUT_PARTICLES_VTP
               ? waft_vtp_write_points(path, &points, waft_world_time(world), out_error)
               : waft_ply_write_points(path, &points, out_error);
}
