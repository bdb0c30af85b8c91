// SPDX-License-Identifier: MIT
#include "run/frames.h"

#include "base/error.h"
#include "base/memory.h"
#include "run/layout.h"
#include "run/part.h"

#include <waft/export.h>

static const char* format_name(waft_output_format format) {
    static const char* const names[] = {"png", "obj", "pc2", "ply", "state", "vdb", "vti", "cache",
        "gltf", "exr", "vtp", "water_vti", "surface_obj", "surface_ply", "surface_glb",
        "particles_vtp", "particles_ply"};
    return names[format];
}

static wafti_file_kind kind_of(waft_output_format format) {
    static const wafti_file_kind kinds[] = {WAFTI_KIND_PNG, WAFTI_KIND_OBJ, WAFTI_KIND_PC2_PART,
        WAFTI_KIND_PLY, WAFTI_KIND_STATE, WAFTI_KIND_VDB, WAFTI_KIND_VTI, WAFTI_KIND_CACHE,
        WAFTI_KIND_GLB_PART, WAFTI_KIND_EXR, WAFTI_KIND_VTP, WAFTI_KIND_WATER_VTI,
        WAFTI_KIND_SURFACE_OBJ, WAFTI_KIND_SURFACE_PLY, WAFTI_KIND_SURFACE_GLB,
        WAFTI_KIND_PARTICLES_VTP, WAFTI_KIND_PARTICLES_PLY};
    return kinds[format];
}

static bool is_of_smoke(waft_output_format format) {
    return format == WAFT_OUTPUT_VDB || format == WAFT_OUTPUT_VTI || format == WAFT_OUTPUT_CACHE;
}

static bool is_of_liquid(waft_output_format format) {
    return format >= WAFT_OUTPUT_SURFACE_OBJ && format <= WAFT_OUTPUT_PARTICLES_PLY;
}

static bool is_of_water(waft_output_format format) {
    return format != WAFT_OUTPUT_STATE && format != WAFT_OUTPUT_GLTF && !is_of_smoke(format) &&
           !is_of_liquid(format);
}

static waft_result check_output(const wafti_frames* frames, const waft_output_def* output,
    const waft_world* world, waft_error* out_error) {
    for (size_t i = 0; i < frames->output_count; ++i) {
        if (frames->outputs[i].format == output->format) {
            return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
                "the scene has two outputs of format %s; their files would be the same",
                format_name(output->format));
        }
    }
    const bool no_water = is_of_water(output->format) && waft_world_water(world) == NULL;
    const bool no_smoke = is_of_smoke(output->format) && waft_world_smoke(world) == NULL;
    const bool no_bodies =
        output->format == WAFT_OUTPUT_GLTF &&
        (waft_world_bodies(world) == NULL || waft_bodies_count(waft_world_bodies(world)) == 0);
    const bool no_liquid = is_of_liquid(output->format) && waft_world_liquid(world) == NULL;
    if (no_water || no_smoke || no_bodies || no_liquid) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "the output %s needs %s, which the scene does not have", format_name(output->format),
            no_water    ? "water"
            : no_smoke  ? "smoke"
            : no_bodies ? "bodies"
                        : "a liquid");
    }
    if (output->format == WAFT_OUTPUT_PNG && !waft_has("png")) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "the scene writes png, but this build of waft has no PNG; install libpng-dev and build "
            "again");
    }
    return WAFT_OK;
}

static waft_result take_points(wafti_frames* frames, const waft_output_def* output,
    const waft_world* world, waft_error* out_error) {
    frames->point_count = waft_water_points(waft_world_water(world), output->stride, NULL, 0);
    frames->points =
        wafti_allocate(&frames->allocator, frames->point_count, 3 * sizeof(*frames->points));
    if (frames->points == NULL) {
        return wafti_fail_memory(out_error,
            wafti_size_mul(frames->point_count, 3 * sizeof(*frames->points)), "the points of PC2");
    }
    return WAFT_OK;
}

static waft_result take_heights(
    wafti_frames* frames, const waft_world* world, waft_error* out_error) {
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

static waft_result take_buffer(wafti_frames* frames, const waft_scene* scene,
    const waft_output_def* output, const waft_world* world, waft_error* out_error) {
    switch (output->format) {
    case WAFT_OUTPUT_PNG:
    case WAFT_OUTPUT_EXR:
        return take_heights(frames, world, out_error);
    case WAFT_OUTPUT_PC2:
        return take_points(frames, output, world, out_error);
    case WAFT_OUTPUT_VDB:
    case WAFT_OUTPUT_VTI:
    case WAFT_OUTPUT_CACHE:
        frames->smoke.allocator = frames->allocator;
        return wafti_smoke_files_reserve(
            &frames->smoke, output, waft_world_shown_smoke(world), out_error);
    case WAFT_OUTPUT_GLTF:
        frames->bodies.allocator = frames->allocator;
        frames->bodies.scene = scene;
        return wafti_body_files_reserve(&frames->bodies, waft_world_bodies(world), out_error);
    case WAFT_OUTPUT_SURFACE_OBJ:
    case WAFT_OUTPUT_SURFACE_PLY:
    case WAFT_OUTPUT_SURFACE_GLB:
    case WAFT_OUTPUT_PARTICLES_VTP:
    case WAFT_OUTPUT_PARTICLES_PLY:
        frames->liquid.allocator = frames->allocator;
        return wafti_liquid_files_reserve(
            &frames->liquid, output->format, scene, waft_world_liquid(world), out_error);
    default:
        return WAFT_OK;
    }
}

waft_result wafti_frames_init(
    wafti_frames* frames, const waft_scene* scene, const waft_world* world, waft_error* out_error) {
    waft_result result = WAFT_OK;
    const waft_scene_time time = waft_scene_get_time(scene);
    frames->frame_seconds = time.step * time.steps_per_frame;
    wafti_manifest_init(&frames->files, &frames->allocator);
    for (size_t i = 0; i < waft_scene_output_count(scene) && result == WAFT_OK; ++i) {
        waft_output_def output = waft_scene_output(scene, i);
        result = check_output(frames, &output, world, out_error);
        if (result != WAFT_OK) {
            break;
        }
        if (output.format == WAFT_OUTPUT_PNG && output.low == 0.0f && output.high == 0.0f) {
            waft_scene_height_range(scene, &output.low, &output.high);
        }
        result = take_buffer(frames, scene, &output, world, out_error);
        frames->outputs[frames->output_count++] = output;
    }
    return result;
}

void wafti_frames_free(wafti_frames* frames) {
    wafti_release(
        &frames->allocator, frames->points, frames->point_count, 3 * sizeof(*frames->points));
    frames->points = NULL;
    wafti_release(
        &frames->allocator, frames->heights, frames->height_count, sizeof(*frames->heights));
    frames->heights = NULL;
    wafti_manifest_free(&frames->files);
    wafti_smoke_files_free(&frames->smoke);
    wafti_body_files_free(&frames->bodies);
    wafti_liquid_files_free(&frames->liquid);
}

waft_result wafti_frames_make_folders(const wafti_frames* frames, waft_error* out_error) {
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < frames->output_count && result == WAFT_OK; ++i) {
        const wafti_file_kind kind = kind_of(frames->outputs[i].format);
        result = wafti_layout_make_folder(frames->directory, kind, out_error);
    }
    return result;
}

static bool is_due(const wafti_frames* frames, const waft_output_def* output, int frame) {
    return frame >= frames->first_frame && frame <= frames->last_frame &&
           frame % output->every == 0;
}

static int first_due(const wafti_frames* frames, const waft_output_def* output) {
    return (frames->first_frame + output->every - 1) / output->every * output->every;
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
    wafti_frames* frames, const waft_water* water, const char* path, waft_error* out_error) {
    waft_field field;
    const waft_result result = make_heights(frames, water, path, &field, out_error);
    return result == WAFT_OK ? waft_exr_write_heights(path, &field, out_error) : result;
}

static waft_result write_heights(wafti_frames* frames, const waft_output_def* output,
    const waft_water* water, const char* path, waft_error* out_error) {
    waft_field field;
    size_t clipped = 0;
    waft_result result = make_heights(frames, water, path, &field, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    result = waft_png_write_heights(path, &field, output->low, output->high, &clipped, out_error);
    if (result == WAFT_OK && clipped > 0 && !frames->clipping_told) {
        frames->clipping_told = true;
        wafti_log(frames->logger, WAFT_LOG_NOTE,
            "%s: %zu heights lie outside the range of the picture and are clipped", path, clipped);
    }
    return result;
}

static waft_result write_part(wafti_frames* frames, const waft_output_def* output,
    const waft_water* water, const char* path, waft_error* out_error) {
    (void)waft_water_points(water, output->stride, frames->points, frames->point_count);
    return wafti_part_write(path, frames->points, 3 * frames->point_count, out_error);
}

static waft_result note_file(wafti_frames* frames, const char* path, waft_error* out_error) {
    return wafti_manifest_add(&frames->files, frames->directory, path, out_error);
}

// The mesh that the point cache moves: the first sample's, since the topology never changes.
static waft_result write_pc2_mesh(wafti_frames* frames, const waft_output_def* output,
    const waft_water* water, waft_error* out_error) {
    wafti_path path;
    const waft_result result =
        wafti_path_format(&path, out_error, "%s/" WAFTI_RUN_PC2_MESH, frames->directory);
    if (result != WAFT_OK) {
        return result;
    }
    const waft_result written = waft_obj_write_water(path.text, water, output->stride, out_error);
    return written == WAFT_OK ? note_file(frames, path.text, out_error) : written;
}

static waft_result write_smoke(wafti_frames* frames, const waft_output_def* output,
    const waft_world* world, const char* path, int frame, waft_error* out_error) {
    const wafti_smoke_frame made = {
        .path = path, .frame = frame, .identity = wafti_run_key_identity(frames->key)};
    return wafti_smoke_files_write(&frames->smoke, output, world, &made, out_error);
}

static waft_result write_output(wafti_frames* frames, const waft_output_def* output,
    const waft_world* world, int frame, const char* path, waft_error* out_error) {
    const waft_water* water = waft_world_water(world);
    waft_result result = WAFT_OK;
    switch (output->format) {
    case WAFT_OUTPUT_PNG:
        return write_heights(frames, output, water, path, out_error);
    case WAFT_OUTPUT_OBJ:
        return waft_obj_write_water(path, water, output->stride, out_error);
    case WAFT_OUTPUT_PC2:
        if (frame == first_due(frames, output)) {
            result = write_pc2_mesh(frames, output, water, out_error);
        }
        return result == WAFT_OK ? write_part(frames, output, water, path, out_error) : result;
    case WAFT_OUTPUT_PLY:
        return waft_ply_write_spray(path, waft_water_spray(water), out_error);
    case WAFT_OUTPUT_STATE: {
        uint64_t hash;
        return wafti_checkpoint_save(path, frames->key, frame, world, &hash, out_error);
    }
    case WAFT_OUTPUT_VDB:
    case WAFT_OUTPUT_VTI:
    case WAFT_OUTPUT_CACHE:
        return write_smoke(frames, output, world, path, frame, out_error);
    case WAFT_OUTPUT_GLTF:
        return wafti_body_files_write_part(
            &frames->bodies, waft_world_bodies(world), path, out_error);
    case WAFT_OUTPUT_EXR:
        return write_exr(frames, water, path, out_error);
    case WAFT_OUTPUT_VTP:
        return waft_vtp_write_spray(
            path, waft_water_spray(water), waft_world_time(world), out_error);
    case WAFT_OUTPUT_WATER_VTI:
        return wafti_water_files_write_vti(world, path, &frames->allocator, out_error);
    case WAFT_OUTPUT_SURFACE_OBJ:
    case WAFT_OUTPUT_SURFACE_PLY:
    case WAFT_OUTPUT_SURFACE_GLB:
    case WAFT_OUTPUT_PARTICLES_VTP:
    case WAFT_OUTPUT_PARTICLES_PLY:
        return wafti_liquid_files_write(&frames->liquid, output->format, world, path, out_error);
    }
    return WAFT_OK;
}

waft_result wafti_frames_write(
    wafti_frames* frames, const waft_world* world, int frame, waft_error* out_error) {
    waft_result result = WAFT_OK;
    wafti_manifest_begin_frame(&frames->files, frame);
    for (size_t i = 0; i < frames->output_count && result == WAFT_OK; ++i) {
        const waft_output_def* output = &frames->outputs[i];
        if (!is_due(frames, output, frame)) {
            continue;
        }
        wafti_path path;
        result = wafti_layout_path(
            &path, frames->directory, kind_of(output->format), (uint64_t)frame, out_error);
        if (result == WAFT_OK) {
            result = write_output(frames, output, world, frame, path.text, out_error);
        }
        if (result == WAFT_OK) {
            result = note_file(frames, path.text, out_error);
        }
    }
    return result;
}

static waft_result check_file(const char* path, waft_error* out_error) {
    wafti_port_status status;
    if (wafti_port_status_path(path, &status) && status.is_file) {
        return WAFT_OK;
    }
    return wafti_fail(out_error, WAFT_ERR_IO, "%s is missing", path);
}

// A part that is damaged is as good as missing: it is made again.
static waft_result check_frame(const wafti_frames* frames, waft_output_format format,
    const char* path, waft_error* out_error) {
    const waft_result result = check_file(path, out_error);
    if (result != WAFT_OK || (format != WAFT_OUTPUT_PC2 && format != WAFT_OUTPUT_GLTF)) {
        return result;
    }
    const size_t count = format == WAFT_OUTPUT_PC2 ? 3 * frames->point_count
                                                   : wafti_body_files_numbers(&frames->bodies);
    return wafti_part_read(path, NULL, count, out_error);
}

static waft_result check_output_files(
    const wafti_frames* frames, const waft_output_def* output, int frame, waft_error* out_error) {
    wafti_path path;
    waft_result result = WAFT_OK;
    const int first = first_due(frames, output);
    if (output->format == WAFT_OUTPUT_PC2 && first <= frame) {
        result = wafti_path_format(&path, out_error, "%s/" WAFTI_RUN_PC2_MESH, frames->directory);
        result = result == WAFT_OK ? check_file(path.text, out_error) : result;
    }
    for (int64_t due = first; due <= frame && result == WAFT_OK; due += output->every) {
        result = wafti_layout_path(
            &path, frames->directory, kind_of(output->format), (uint64_t)due, out_error);
        result =
            result == WAFT_OK ? check_frame(frames, output->format, path.text, out_error) : result;
    }
    return result;
}

waft_result wafti_frames_check(const wafti_frames* frames, int frame, waft_error* out_error) {
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < frames->output_count && result == WAFT_OK; ++i) {
        result = check_output_files(frames, &frames->outputs[i], frame, out_error);
    }
    return result;
}

typedef struct part_names {
    const char* directory;
    wafti_file_kind kind;
    int first, every;
    wafti_path path;
} part_names;

static const char* name_part(void* user, int32_t i) {
    part_names* parts = user;
    const uint64_t frame = (uint64_t)parts->first + (uint64_t)i * (uint64_t)parts->every;
    // A path that is too long is cut, and opening it fails with its name.
    (void)!wafti_layout_path(&parts->path, parts->directory, parts->kind, frame, NULL);
    return parts->path.text;
}

typedef struct point_parts {
    part_names names;
    float* points;
    size_t point_count;
} point_parts;

static waft_result read_points(
    void* user, int32_t sample, const float** out_points, waft_error* out_error) {
    point_parts* parts = user;
    *out_points = parts->points;
    return wafti_part_read(
        name_part(&parts->names, sample), parts->points, 3 * parts->point_count, out_error);
}

static waft_result assemble_pc2(
    wafti_frames* frames, const waft_output_def* output, waft_error* out_error) {
    const int first = first_due(frames, output);
    if (first > frames->last_frame) {
        return WAFT_OK;
    }
    wafti_path path;
    const waft_result result =
        wafti_path_format(&path, out_error, "%s/" WAFTI_RUN_PC2, frames->directory);
    if (result != WAFT_OK) {
        return result;
    }
    point_parts parts = {.names = {.directory = frames->directory,
                             .kind = WAFTI_KIND_PC2_PART,
                             .first = first,
                             .every = output->every},
        .points = frames->points,
        .point_count = frames->point_count};
    const waft_pc2_def def = {.point_count = (int32_t)frames->point_count,
        .sample_count = (frames->last_frame - first) / output->every + 1,
        .start = (float)first,
        .rate = (float)output->every,
        .points = read_points,
        .user = &parts};
    const waft_result made = waft_pc2_write(path.text, &def, out_error);
    return made == WAFT_OK ? note_file(frames, path.text, out_error) : made;
}

static waft_result assemble_glb(
    wafti_frames* frames, const waft_output_def* output, waft_error* out_error) {
    const int first = first_due(frames, output);
    if (first > frames->last_frame) {
        return WAFT_OK;
    }
    const size_t count = (size_t)((frames->last_frame - first) / output->every) + 1;
    part_names names = {.directory = frames->directory,
        .kind = WAFTI_KIND_GLB_PART,
        .first = first,
        .every = output->every};
    wafti_path path;
    waft_result result =
        wafti_path_format(&path, out_error, "%s/" WAFTI_RUN_GLB, frames->directory);
    if (result != WAFT_OK) {
        return result;
    }
    float* times = wafti_allocate(&frames->allocator, count, sizeof(*times));
    if (times == NULL) {
        return wafti_fail_memory(out_error, wafti_size_mul(count, sizeof(*times)), path.text);
    }
    for (size_t i = 0; i < count; ++i) {
        times[i] = (float)(((double)first + (double)i * output->every) * frames->frame_seconds);
    }
    const wafti_body_parts parts = {times, count, name_part, &names};
    result = wafti_body_files_assemble(&frames->bodies, path.text, &parts, out_error);
    wafti_release(&frames->allocator, times, count, sizeof(*times));
    return result == WAFT_OK ? note_file(frames, path.text, out_error) : result;
}

typedef struct file_name {
    char text[WAFTI_LAYOUT_NAME_SIZE];
} file_name;

static waft_result write_pvd(wafti_frames* frames, const waft_output_def* output,
    waft_pvd_entry* entries, file_name* names, size_t count, waft_error* out_error) {
    const int first = first_due(frames, output);
    const char* list = output->format == WAFT_OUTPUT_VTP             ? WAFTI_RUN_SPRAY
                       : output->format == WAFT_OUTPUT_WATER_VTI     ? WAFTI_RUN_WATER
                       : output->format == WAFT_OUTPUT_PARTICLES_VTP ? WAFTI_RUN_LIQUID
                                                                     : WAFTI_RUN_PVD;
    wafti_path path;
    waft_result result = wafti_path_format(&path, out_error, "%s/%s", frames->directory, list);
    for (size_t i = 0; i < count; ++i) {
        const uint64_t frame = (uint64_t)first + i * (uint64_t)output->every;
        wafti_layout_name(names[i].text, kind_of(output->format), frame);
        entries[i] =
            (waft_pvd_entry){.time = (double)frame * frames->frame_seconds, .file = names[i].text};
    }
    if (result == WAFT_OK) {
        result = waft_pvd_write(path.text, entries, count, out_error);
    }
    return result == WAFT_OK ? note_file(frames, path.text, out_error) : result;
}

static waft_result assemble_pvd(
    wafti_frames* frames, const waft_output_def* output, waft_error* out_error) {
    const int first = first_due(frames, output);
    if (first > frames->last_frame) {
        return WAFT_OK;
    }
    const size_t count = (size_t)((frames->last_frame - first) / output->every) + 1;
    waft_pvd_entry* entries = wafti_allocate(&frames->allocator, count, sizeof(*entries));
    file_name* names = wafti_allocate(&frames->allocator, count, sizeof(*names));
    const waft_result result =
        entries != NULL && names != NULL
            ? write_pvd(frames, output, entries, names, count, out_error)
            : wafti_fail_memory(
                  out_error, wafti_size_mul(count, sizeof(*names)), "the list of VTK files");
    wafti_release(&frames->allocator, entries, count, sizeof(*entries));
    wafti_release(&frames->allocator, names, count, sizeof(*names));
    return result;
}

static bool has_list(waft_output_format format) {
    return format == WAFT_OUTPUT_VTI || format == WAFT_OUTPUT_VTP ||
           format == WAFT_OUTPUT_WATER_VTI || format == WAFT_OUTPUT_PARTICLES_VTP;
}

waft_result wafti_frames_assemble(wafti_frames* frames, waft_error* out_error) {
    waft_result result = WAFT_OK;
    wafti_manifest_begin_end(&frames->files);
    for (size_t i = 0; i < frames->output_count && result == WAFT_OK; ++i) {
        if (frames->outputs[i].format == WAFT_OUTPUT_PC2) {
            result = assemble_pc2(frames, &frames->outputs[i], out_error);
        }
        if (has_list(frames->outputs[i].format)) {
            result = assemble_pvd(frames, &frames->outputs[i], out_error);
        }
        if (frames->outputs[i].format == WAFT_OUTPUT_GLTF) {
            result = assemble_glb(frames, &frames->outputs[i], out_error);
        }
    }
    return result;
}

static waft_result drop_kind(
    const wafti_frames* frames, wafti_file_kind kind, waft_error* out_error) {
    waft_result result = wafti_layout_clear_kind(frames->directory, kind, out_error);
    wafti_path folder;
    if (result == WAFT_OK) {
        result = wafti_layout_folder(&folder, frames->directory, kind, out_error);
    }
    if (result == WAFT_OK) {
        // Foreign files keep it.
        (void)wafti_port_remove_directory(folder.text);
    }
    return result;
}

void wafti_frames_forget_parts(wafti_frames* frames) {
    wafti_manifest_drop(&frames->files, wafti_layout_folder_name(WAFTI_KIND_PC2_PART));
    wafti_manifest_drop(&frames->files, wafti_layout_folder_name(WAFTI_KIND_GLB_PART));
}

waft_result wafti_frames_drop_parts(const wafti_frames* frames, waft_error* out_error) {
    const waft_result result = drop_kind(frames, WAFTI_KIND_PC2_PART, out_error);
    return result == WAFT_OK ? drop_kind(frames, WAFTI_KIND_GLB_PART, out_error) : result;
}
