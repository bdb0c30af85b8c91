// SPDX-License-Identifier: MIT
#include "run/formats.h"

#include "base/error.h"
#include "base/memory.h"
#include "run/part.h"

#include <waft/export.h>

static waft_result take_points(const wafti_output_job* job) {
    wafti_frames* frames = job->frames;
    frames->point_count =
        waft_water_points(waft_world_water(job->world), job->output->stride, NULL, 0);
    frames->points =
        wafti_arena_take(&frames->arena, frames->point_count, 3 * sizeof(*frames->points));
    if (frames->points == NULL) {
        return wafti_fail_memory(job->error,
            wafti_size_mul(frames->point_count, 3 * sizeof(*frames->points)), "the points of PC2");
    }
    return WAFT_OK;
}

static waft_result take_heights(const wafti_output_job* job) {
    wafti_frames* frames = job->frames;
    waft_field level;
    const waft_result result =
        waft_water_field(waft_world_water(job->world), WAFT_WATER_LEVEL, &level);
    if (result != WAFT_OK) {
        return wafti_fail(job->error, result, "the water has no surface to write as heights");
    }
    if (frames->heights != NULL) {
        return WAFT_OK;
    }
    frames->height_count = wafti_size_mul((size_t)level.size[0], (size_t)level.size[2]);
    frames->heights =
        wafti_arena_take(&frames->arena, frames->height_count, sizeof(*frames->heights));
    if (frames->heights == NULL) {
        return wafti_fail_memory(job->error,
            wafti_size_mul(frames->height_count, sizeof(*frames->heights)),
            "the heights of a picture");
    }
    return WAFT_OK;
}

static waft_result take_picture(const wafti_output_job* job) {
    if (!waft_has("png")) {
        return wafti_fail(job->error, WAFT_ERR_ARGUMENT,
            "the scene writes png, but this build of waft has no PNG; install libpng-dev and build "
            "again");
    }
    if (job->output->low == 0.0f && job->output->high == 0.0f) {
        waft_scene_height_range(job->scene, &job->output->low, &job->output->high);
    }
    return take_heights(job);
}

static waft_result take_bodies(const wafti_output_job* job) {
    wafti_frames* frames = job->frames;
    const waft_bodies* bodies = waft_world_bodies(job->world);
    if (waft_bodies_count(bodies) == 0) {
        return wafti_fail(job->error, WAFT_ERR_ARGUMENT,
            "the output gltf needs bodies that are there when the run starts");
    }
    frames->bodies.arena.allocator = frames->arena.allocator;
    frames->bodies.scene = job->scene;
    return wafti_body_files_reserve(&frames->bodies, bodies, job->error);
}

// The surface over cell centres, in the buffer.
static waft_result make_heights(const wafti_output_job* job, waft_field* out_field) {
    const waft_water* water = waft_world_water(job->world);
    const wafti_frames* frames = job->frames;
    waft_result result = waft_water_field(water, WAFT_WATER_LEVEL, out_field);
    result = result == WAFT_OK ? waft_water_heights(water, frames->heights, frames->height_count)
                               : result;
    if (result != WAFT_OK) {
        return wafti_fail(job->error, result, "%s: the water gave no heights", job->path);
    }
    // The same place and size as the level, but rows lie close.
    out_field->data = frames->heights;
    out_field->stride[1] = out_field->stride[2] = out_field->size[0];
    return WAFT_OK;
}

static waft_result write_exr(const wafti_output_job* job) {
    waft_field field;
    const waft_result result = make_heights(job, &field);
    return result == WAFT_OK ? waft_exr_write_heights(job->path, &field, job->error) : result;
}

static waft_result write_picture(const wafti_output_job* job) {
    waft_field field;
    size_t clipped = 0;
    waft_result result = make_heights(job, &field);
    if (result != WAFT_OK) {
        return result;
    }
    result = waft_png_write_heights(
        job->path, &field, job->output->low, job->output->high, &clipped, job->error);
    if (result == WAFT_OK && clipped > 0 && !job->frames->clipping_told) {
        job->frames->clipping_told = true;
        wafti_log(job->frames->logger, WAFT_LOG_NOTE,
            "%s: %zu heights lie outside the range of the picture and are clipped", job->path,
            clipped);
    }
    return result;
}

// Also the mesh that a point cache moves: the first sample's, since the topology never changes.
static waft_result write_mesh(const wafti_output_job* job) {
    return waft_obj_write_water(
        job->path, waft_world_water(job->world), job->output->stride, job->error);
}

static waft_result write_points(const wafti_output_job* job) {
    (void)waft_water_points(waft_world_water(job->world), job->output->stride, job->frames->points,
        job->frames->point_count);
    return wafti_part_write(
        job->path, job->frames->points, 3 * job->frames->point_count, job->error);
}

static size_t count_point_numbers(const wafti_frames* frames) {
    return 3 * frames->point_count;
}

static waft_result write_spray_ply(const wafti_output_job* job) {
    return waft_ply_write_spray(
        job->path, waft_water_spray(waft_world_water(job->world)), job->error);
}

static waft_result write_spray_vtp(const wafti_output_job* job) {
    return waft_vtp_write_spray(job->path, waft_water_spray(waft_world_water(job->world)),
        waft_world_time(job->world), job->error);
}

enum { MOST_ARRAYS = 5 };

typedef struct arrays {
    waft_cells cells[MOST_ARRAYS];
    size_t count;
} arrays;

// The layer is as thick as a cell is long; a height above nothing would not be a cell.
static bool get(const waft_water* water, waft_water_field_kind kind, waft_field* out_field) {
    if (waft_water_field(water, kind, out_field) != WAFT_OK) {
        return false;
    }
    out_field->spacing.y = out_field->spacing.x;
    return true;
}

static void add_scalar(arrays* list, const waft_water* water, waft_water_field_kind kind) {
    waft_field field;
    if (get(water, kind, &field)) {
        list->cells[list->count++] = (waft_cells){
            .name = waft_water_field_name(kind), .component_count = 1, .component = {field}};
    }
}

// The mean over the depth has no part upwards: `zeros` is a row that stands for all.
static void add_velocity(arrays* list, const waft_water* water, const float* zeros) {
    waft_field x;
    waft_field z;
    if (!get(water, WAFT_WATER_VELOCITY_X, &x) || !get(water, WAFT_WATER_VELOCITY_Z, &z)) {
        return;
    }
    waft_field up = x;
    up.data = zeros;
    up.stride[1] = up.stride[2] = 0;
    list->cells[list->count++] =
        (waft_cells){.name = "velocity", .component_count = 3, .component = {x, up, z}};
}

// Level, bed and foam, and depth and velocity where the method has them, as one layer of cells.
static waft_result write_water_vti(const wafti_output_job* job) {
    const waft_allocator* allocator = &job->frames->arena.allocator;
    const waft_water* water = waft_world_water(job->world);
    waft_field level;
    if (!get(water, WAFT_WATER_LEVEL, &level)) {
        return wafti_fail(job->error, WAFT_ERR_ARGUMENT, "%s: the water gave no level", job->path);
    }
    const size_t width = (size_t)level.size[0];
    float* zeros = wafti_allocate_zero(allocator, width, sizeof(*zeros));
    if (zeros == NULL) {
        return wafti_fail_memory(job->error, wafti_size_mul(width, sizeof(*zeros)), job->path);
    }
    arrays list = {.count = 0};
    add_scalar(&list, water, WAFT_WATER_LEVEL);
    add_scalar(&list, water, WAFT_WATER_BED);
    add_scalar(&list, water, WAFT_WATER_DEPTH);
    add_velocity(&list, water, zeros);
    add_scalar(&list, water, WAFT_WATER_FOAM);
    const waft_vti_def def = {.arrays = list.cells,
        .array_count = list.count,
        .time = waft_world_time(job->world),
        .allocator = *allocator};
    const waft_result result = waft_vti_write(job->path, &def, job->error);
    wafti_release(allocator, zeros, width, sizeof(*zeros));
    return result;
}

static waft_result write_state(const wafti_output_job* job) {
    uint64_t hash;
    return wafti_checkpoint_save(
        job->path, job->frames->key, job->frame, job->world, &hash, job->error);
}

static waft_result write_bodies(const wafti_output_job* job) {
    return wafti_body_files_write_part(
        &job->frames->bodies, waft_world_bodies(job->world), job->path, job->error);
}

static size_t count_pose_numbers(const wafti_frames* frames) {
    return wafti_body_files_numbers(&frames->bodies);
}

static uint64_t frame_of(const wafti_output_job* job, size_t index) {
    return (uint64_t)job->first + index * (uint64_t)job->output->every;
}

// Parts as assemblers ask for them.
typedef struct parts {
    const wafti_output_job* job;
    wafti_path path;
} parts;

static const char* name_part(void* user, int32_t i) {
    parts* from = user;
    // A path that is too long is cut, and opening it fails with its name.
    const wafti_output_job* job = from->job;
    (void)!wafti_layout_path(&from->path, job->frames->directory, (int)job->output->format,
        frame_of(job, (size_t)i), NULL);
    return from->path.text;
}

static waft_result read_points(
    void* user, int32_t sample, const float** out_points, waft_error* out_error) {
    const wafti_frames* frames = ((parts*)user)->job->frames;
    *out_points = frames->points;
    return wafti_part_read(
        name_part(user, sample), frames->points, 3 * frames->point_count, out_error);
}

static waft_result assemble_pc2(const wafti_output_job* job) {
    wafti_frames* frames = job->frames;
    parts from = {.job = job};
    const waft_pc2_def def = {.point_count = (int32_t)frames->point_count,
        .sample_count = (int32_t)job->count,
        .start = (float)job->first,
        .rate = (float)job->output->every,
        .points = read_points,
        .user = &from};
    return waft_pc2_write(job->path, &def, job->error);
}

static waft_result assemble_glb(const wafti_output_job* job) {
    wafti_frames* frames = job->frames;
    float* times = wafti_allocate(&frames->arena.allocator, job->count, sizeof(*times));
    if (times == NULL) {
        return wafti_fail_memory(job->error, wafti_size_mul(job->count, sizeof(*times)), job->path);
    }
    for (size_t i = 0; i < job->count; ++i) {
        times[i] = (float)((double)frame_of(job, i) * frames->frame_seconds);
    }
    parts from = {.job = job};
    const wafti_body_parts poses = {times, job->count, name_part, &from};
    const waft_result result =
        wafti_body_files_assemble(&frames->bodies, job->path, &poses, job->error);
    wafti_release(&frames->arena.allocator, times, job->count, sizeof(*times));
    return result;
}

typedef struct file_name {
    char text[WAFTI_LAYOUT_NAME_SIZE];
} file_name;

// The list of files that VTK's readers take for one that changes in time.
static waft_result assemble_pvd(const wafti_output_job* job) {
    wafti_frames* frames = job->frames;
    const size_t count = job->count;
    waft_pvd_entry* entries = wafti_allocate(&frames->arena.allocator, count, sizeof(*entries));
    file_name* names = wafti_allocate(&frames->arena.allocator, count, sizeof(*names));
    const bool whole = entries != NULL && names != NULL;
    for (size_t i = 0; i < count && whole; ++i) {
        const uint64_t frame = frame_of(job, i);
        wafti_layout_name(names[i].text, (int)job->output->format, frame);
        entries[i] =
            (waft_pvd_entry){.time = (double)frame * frames->frame_seconds, .file = names[i].text};
    }
    const waft_result result =
        whole ? waft_pvd_write(job->path, entries, count, job->error)
              : wafti_fail_memory(
                    job->error, wafti_size_mul(count, sizeof(*names)), "the list of VTK files");
    wafti_release(&frames->arena.allocator, entries, count, sizeof(*entries));
    wafti_release(&frames->arena.allocator, names, count, sizeof(*names));
    return result;
}

#define FILES(folder_, prefix_, suffix_) .files = {folder_, prefix_, suffix_, 6}
#define LIQUID(what_)                    wafti_liquid_files_take_##what_, wafti_liquid_files_write_##what_
#define LISTED(path_)                    .whole = (path_), .assemble = assemble_pvd

const wafti_format wafti_formats[] = {
    [WAFT_OUTPUT_PNG] = {FILES("png", "height_", ".png"), take_picture, write_picture},
    [WAFT_OUTPUT_OBJ] = {FILES("obj", "surface_", ".obj"), NULL, write_mesh},
    [WAFT_OUTPUT_PC2] = {FILES("pc2/parts", "points_", ".f32"), take_points, write_points,
        "pc2/surface.obj", write_mesh, "pc2/surface.pc2", assemble_pc2, count_point_numbers},
    [WAFT_OUTPUT_PLY] = {FILES("ply", "spray_", ".ply"), NULL, write_spray_ply},
    [WAFT_OUTPUT_STATE] = {FILES("state", "frame_", ".waftckpt"), NULL, write_state},
    [WAFT_OUTPUT_VDB] = {FILES("vdb", "smoke_", ".vdb"), wafti_smoke_files_take,
        wafti_smoke_files_write_vdb},
    [WAFT_OUTPUT_VTI] = {FILES("vti", "smoke_", ".vti"), wafti_smoke_files_take,
        wafti_smoke_files_write_vti, LISTED("vti/smoke.pvd")},
    [WAFT_OUTPUT_CACHE] = {FILES("cache", "smoke_", ".wgc"), wafti_smoke_files_take,
        wafti_smoke_files_write_cache},
    [WAFT_OUTPUT_GLTF] = {FILES("gltf/parts", "poses_", ".f32"), take_bodies, write_bodies,
        .whole = "gltf/bodies.glb", .assemble = assemble_glb, .part_numbers = count_pose_numbers},
    [WAFT_OUTPUT_EXR] = {FILES("exr", "height_", ".exr"), take_heights, write_exr},
    [WAFT_OUTPUT_VTP] = {FILES("vtp", "spray_", ".vtp"), NULL, write_spray_vtp,
        LISTED("vtp/spray.pvd")},
    [WAFT_OUTPUT_WATER_VTI] = {FILES("water_vti", "water_", ".vti"), NULL, write_water_vti,
        LISTED("water_vti/water.pvd")},
    [WAFT_OUTPUT_SURFACE_OBJ] = {FILES("surface_obj", "liquid_", ".obj"), LIQUID(surface)},
    [WAFT_OUTPUT_SURFACE_PLY] = {FILES("surface_ply", "liquid_", ".ply"), LIQUID(surface)},
    [WAFT_OUTPUT_SURFACE_GLB] = {FILES("surface_glb", "liquid_", ".glb"), LIQUID(surface)},
    [WAFT_OUTPUT_PARTICLES_VTP] = {FILES("particles_vtp", "liquid_", ".vtp"), LIQUID(particles),
        LISTED("particles_vtp/liquid.pvd")},
    [WAFT_OUTPUT_PARTICLES_PLY] = {FILES("particles_ply", "liquid_", ".ply"), LIQUID(particles)},
};

_Static_assert(sizeof(wafti_formats) / sizeof(wafti_formats[0]) == WAFT_OUTPUT_FORMAT_COUNT,
    "a format has one row");
