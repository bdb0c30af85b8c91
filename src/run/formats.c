// SPDX-License-Identifier: MIT
#include "run/formats.h"

#include "base/error.h"
#include "base/memory.h"
#include "run/part.h"

#include <waft/export.h>

static waft_result take_points(wafti_frames* frames, const waft_scene* scene,
    waft_output_def* output, const waft_world* world, waft_error* out_error) {
    (void)scene;
    frames->point_count = waft_water_points(waft_world_water(world), output->stride, NULL, 0);
    frames->points =
        wafti_allocate(&frames->allocator, frames->point_count, 3 * sizeof(*frames->points));
    if (frames->points == NULL) {
        return wafti_fail_memory(out_error,
            wafti_size_mul(frames->point_count, 3 * sizeof(*frames->points)), "the points of PC2");
    }
    return WAFT_OK;
}

static waft_result take_heights(wafti_frames* frames, const waft_scene* scene,
    waft_output_def* output, const waft_world* world, waft_error* out_error) {
    (void)scene;
    (void)output;
    waft_field level;
    const waft_result result = waft_water_field(waft_world_water(world), WAFT_WATER_LEVEL, &level);
    if (result != WAFT_OK) {
        return wafti_fail(out_error, result, "the water has no surface to write as heights");
    }
    if (frames->heights != NULL) {
        return WAFT_OK;
    }
    frames->height_count = wafti_size_mul((size_t)level.size[0], (size_t)level.size[2]);
    frames->heights =
        wafti_allocate(&frames->allocator, frames->height_count, sizeof(*frames->heights));
    if (frames->heights == NULL) {
        return wafti_fail_memory(out_error,
            wafti_size_mul(frames->height_count, sizeof(*frames->heights)),
            "the heights of a picture");
    }
    return WAFT_OK;
}

static waft_result take_picture(wafti_frames* frames, const waft_scene* scene,
    waft_output_def* output, const waft_world* world, waft_error* out_error) {
    if (!waft_has("png")) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "the scene writes png, but this build of waft has no PNG; install libpng-dev and build "
            "again");
    }
    if (output->low == 0.0f && output->high == 0.0f) {
        waft_scene_height_range(scene, &output->low, &output->high);
    }
    return take_heights(frames, scene, output, world, out_error);
}

static waft_result take_smoke(wafti_frames* frames, const waft_scene* scene,
    waft_output_def* output, const waft_world* world, waft_error* out_error) {
    (void)scene;
    frames->smoke.allocator = frames->allocator;
    return wafti_smoke_files_reserve(
        &frames->smoke, output, waft_world_shown_smoke(world), out_error);
}

static waft_result take_bodies(wafti_frames* frames, const waft_scene* scene,
    waft_output_def* output, const waft_world* world, waft_error* out_error) {
    (void)output;
    const waft_bodies* bodies = waft_world_bodies(world);
    if (waft_bodies_count(bodies) == 0) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "the output gltf needs bodies that are there when the run starts");
    }
    frames->bodies.allocator = frames->allocator;
    frames->bodies.scene = scene;
    return wafti_body_files_reserve(&frames->bodies, bodies, out_error);
}

static waft_result take_liquid(wafti_frames* frames, const waft_scene* scene,
    waft_output_def* output, const waft_world* world, waft_error* out_error) {
    frames->liquid.allocator = frames->allocator;
    return wafti_liquid_files_reserve(
        &frames->liquid, output->format, scene, waft_world_liquid(world), out_error);
}

// The surface over cell centres, in the buffer.
static waft_result make_heights(wafti_frames* frames, const waft_water* water, const char* path,
    waft_field* out_field, waft_error* out_error) {
    waft_result result = waft_water_field(water, WAFT_WATER_LEVEL, out_field);
    if (result == WAFT_OK) {
        result = waft_water_heights(water, frames->heights, frames->height_count);
    }
    if (result != WAFT_OK) {
        return wafti_fail(out_error, result, "%s: the water gave no heights", path);
    }
    // The same place and size as the level, but rows lie close.
    out_field->data = frames->heights;
    out_field->stride[1] = out_field->stride[2] = out_field->size[0];
    return WAFT_OK;
}

static waft_result write_exr(
    wafti_frames* frames, const wafti_output_file* file, waft_error* out_error) {
    const waft_water* water = waft_world_water(file->world);
    waft_field field;
    const waft_result result = make_heights(frames, water, file->path, &field, out_error);
    return result == WAFT_OK ? waft_exr_write_heights(file->path, &field, out_error) : result;
}

static waft_result write_picture(
    wafti_frames* frames, const wafti_output_file* file, waft_error* out_error) {
    const waft_water* water = waft_world_water(file->world);
    waft_field field;
    size_t clipped = 0;
    waft_result result = make_heights(frames, water, file->path, &field, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    result = waft_png_write_heights(
        file->path, &field, file->output->low, file->output->high, &clipped, out_error);
    if (result == WAFT_OK && clipped > 0 && !frames->clipping_told) {
        frames->clipping_told = true;
        wafti_log(frames->logger, WAFT_LOG_NOTE,
            "%s: %zu heights lie outside the range of the picture and are clipped", file->path,
            clipped);
    }
    return result;
}

// Also the mesh that a point cache moves: the first sample's, since the topology never changes.
static waft_result write_mesh(
    wafti_frames* frames, const wafti_output_file* file, waft_error* out_error) {
    (void)frames;
    return waft_obj_write_water(
        file->path, waft_world_water(file->world), file->output->stride, out_error);
}

static waft_result write_points(
    wafti_frames* frames, const wafti_output_file* file, waft_error* out_error) {
    (void)waft_water_points(
        waft_world_water(file->world), file->output->stride, frames->points, frames->point_count);
    return wafti_part_write(file->path, frames->points, 3 * frames->point_count, out_error);
}

static size_t count_point_numbers(const wafti_frames* frames) {
    return 3 * frames->point_count;
}

static waft_result write_spray_ply(
    wafti_frames* frames, const wafti_output_file* file, waft_error* out_error) {
    (void)frames;
    return waft_ply_write_spray(
        file->path, waft_water_spray(waft_world_water(file->world)), out_error);
}

static waft_result write_spray_vtp(
    wafti_frames* frames, const wafti_output_file* file, waft_error* out_error) {
    (void)frames;
    return waft_vtp_write_spray(file->path, waft_water_spray(waft_world_water(file->world)),
        waft_world_time(file->world), out_error);
}

static waft_result write_water_vti(
    wafti_frames* frames, const wafti_output_file* file, waft_error* out_error) {
    return wafti_water_files_write_vti(file->world, file->path, &frames->allocator, out_error);
}

static waft_result write_state(
    wafti_frames* frames, const wafti_output_file* file, waft_error* out_error) {
    uint64_t hash;
    return wafti_checkpoint_save(
        file->path, frames->key, file->frame, file->world, &hash, out_error);
}

static waft_result write_smoke(
    wafti_frames* frames, const wafti_output_file* file, waft_error* out_error) {
    const wafti_smoke_frame made = {
        .path = file->path, .frame = file->frame, .identity = wafti_run_key_identity(frames->key)};
    return wafti_smoke_files_write(&frames->smoke, file->output, file->world, &made, out_error);
}

static waft_result write_bodies(
    wafti_frames* frames, const wafti_output_file* file, waft_error* out_error) {
    return wafti_body_files_write_part(
        &frames->bodies, waft_world_bodies(file->world), file->path, out_error);
}

static size_t count_pose_numbers(const wafti_frames* frames) {
    return wafti_body_files_numbers(&frames->bodies);
}

static waft_result write_liquid(
    wafti_frames* frames, const wafti_output_file* file, waft_error* out_error) {
    return wafti_liquid_files_write(
        &frames->liquid, file->output->format, file->world, file->path, out_error);
}

static uint64_t frame_of(const wafti_output_span* span, size_t index) {
    return (uint64_t)span->first + index * (uint64_t)span->every;
}

// Parts as assemblers ask for them.
typedef struct parts {
    wafti_frames* frames;
    const wafti_output_span* span;
    wafti_path path;
} parts;

static const char* name_part(void* user, int32_t i) {
    parts* from = user;
    // A path that is too long is cut, and opening it fails with its name.
    (void)!wafti_layout_path(&from->path, from->frames->directory, (int)from->span->format,
        frame_of(from->span, (size_t)i), NULL);
    return from->path.text;
}

static waft_result read_points(
    void* user, int32_t sample, const float** out_points, waft_error* out_error) {
    const wafti_frames* frames = ((parts*)user)->frames;
    *out_points = frames->points;
    return wafti_part_read(
        name_part(user, sample), frames->points, 3 * frames->point_count, out_error);
}

static waft_result assemble_pc2(
    wafti_frames* frames, const wafti_output_span* span, const char* path, waft_error* out_error) {
    parts from = {.frames = frames, .span = span};
    const waft_pc2_def def = {.point_count = (int32_t)frames->point_count,
        .sample_count = (int32_t)span->count,
        .start = (float)span->first,
        .rate = (float)span->every,
        .points = read_points,
        .user = &from};
    return waft_pc2_write(path, &def, out_error);
}

static waft_result assemble_glb(
    wafti_frames* frames, const wafti_output_span* span, const char* path, waft_error* out_error) {
    float* times = wafti_allocate(&frames->allocator, span->count, sizeof(*times));
    if (times == NULL) {
        return wafti_fail_memory(out_error, wafti_size_mul(span->count, sizeof(*times)), path);
    }
    for (size_t i = 0; i < span->count; ++i) {
        times[i] = (float)((double)frame_of(span, i) * frames->frame_seconds);
    }
    parts from = {.frames = frames, .span = span};
    const wafti_body_parts poses = {times, span->count, name_part, &from};
    const waft_result result = wafti_body_files_assemble(&frames->bodies, path, &poses, out_error);
    wafti_release(&frames->allocator, times, span->count, sizeof(*times));
    return result;
}

typedef struct file_name {
    char text[WAFTI_LAYOUT_NAME_SIZE];
} file_name;

// The list of files that VTK's readers take for one that changes in time.
static waft_result assemble_pvd(
    wafti_frames* frames, const wafti_output_span* span, const char* path, waft_error* out_error) {
    const size_t count = span->count;
    waft_pvd_entry* entries = wafti_allocate(&frames->allocator, count, sizeof(*entries));
    file_name* names = wafti_allocate(&frames->allocator, count, sizeof(*names));
    const bool whole = entries != NULL && names != NULL;
    for (size_t i = 0; i < count && whole; ++i) {
        const uint64_t frame = frame_of(span, i);
        wafti_layout_name(names[i].text, (int)span->format, frame);
        entries[i] =
            (waft_pvd_entry){.time = (double)frame * frames->frame_seconds, .file = names[i].text};
    }
    const waft_result result =
        whole ? waft_pvd_write(path, entries, count, out_error)
              : wafti_fail_memory(
                    out_error, wafti_size_mul(count, sizeof(*names)), "the list of VTK files");
    wafti_release(&frames->allocator, entries, count, sizeof(*entries));
    wafti_release(&frames->allocator, names, count, sizeof(*names));
    return result;
}

#define FILES(folder_, prefix_, suffix_) .files = {folder_, prefix_, suffix_, 6}
#define LISTED(path_)                    .whole = (path_), .assemble = assemble_pvd

const wafti_format wafti_formats[] = {
    [WAFT_OUTPUT_PNG] = {FILES("png", "height_", ".png"), take_picture, write_picture},
    [WAFT_OUTPUT_OBJ] = {FILES("obj", "surface_", ".obj"), NULL, write_mesh},
    [WAFT_OUTPUT_PC2] = {FILES("pc2/parts", "points_", ".f32"), take_points, write_points,
        "pc2/surface.obj", write_mesh, "pc2/surface.pc2", assemble_pc2, count_point_numbers},
    [WAFT_OUTPUT_PLY] = {FILES("ply", "spray_", ".ply"), NULL, write_spray_ply},
    [WAFT_OUTPUT_STATE] = {FILES("state", "frame_", ".waftckpt"), NULL, write_state},
    [WAFT_OUTPUT_VDB] = {FILES("vdb", "smoke_", ".vdb"), take_smoke, write_smoke},
    [WAFT_OUTPUT_VTI] = {FILES("vti", "smoke_", ".vti"), take_smoke, write_smoke,
        LISTED("vti/smoke.pvd")},
    [WAFT_OUTPUT_CACHE] = {FILES("cache", "smoke_", ".wgc"), take_smoke, write_smoke},
    [WAFT_OUTPUT_GLTF] = {FILES("gltf/parts", "poses_", ".f32"), take_bodies, write_bodies,
        .whole = "gltf/bodies.glb", .assemble = assemble_glb, .part_numbers = count_pose_numbers},
    [WAFT_OUTPUT_EXR] = {FILES("exr", "height_", ".exr"), take_heights, write_exr},
    [WAFT_OUTPUT_VTP] = {FILES("vtp", "spray_", ".vtp"), NULL, write_spray_vtp,
        LISTED("vtp/spray.pvd")},
    [WAFT_OUTPUT_WATER_VTI] = {FILES("water_vti", "water_", ".vti"), NULL, write_water_vti,
        LISTED("water_vti/water.pvd")},
    [WAFT_OUTPUT_SURFACE_OBJ] = {FILES("surface_obj", "liquid_", ".obj"), take_liquid,
        write_liquid},
    [WAFT_OUTPUT_SURFACE_PLY] = {FILES("surface_ply", "liquid_", ".ply"), take_liquid,
        write_liquid},
    [WAFT_OUTPUT_SURFACE_GLB] = {FILES("surface_glb", "liquid_", ".glb"), take_liquid,
        write_liquid},
    [WAFT_OUTPUT_PARTICLES_VTP] = {FILES("particles_vtp", "liquid_", ".vtp"), take_liquid,
        write_liquid, LISTED("particles_vtp/liquid.pvd")},
    [WAFT_OUTPUT_PARTICLES_PLY] = {FILES("particles_ply", "liquid_", ".ply"), take_liquid,
        write_liquid},
};

_Static_assert(sizeof(wafti_formats) / sizeof(wafti_formats[0]) == WAFT_OUTPUT_FORMAT_COUNT,
    "a format has one row");
