// SPDX-License-Identifier: MIT
#include "run/frames.h"

#include "base/error.h"
#include "run/formats.h"
#include "run/part.h"

waft_result wafti_frames_init(
    wafti_frames* frames, const waft_scene* scene, const waft_world* world, waft_error* out_error) {
    waft_result result = WAFT_OK;
    const waft_scene_time time = waft_scene_get_time(scene);
    frames->frame_seconds = time.step * time.steps_per_frame;
    wafti_text_init(&frames->files.text, &frames->arena.allocator);
    // The scene has at most one output of a format, and what it tells of.
    for (size_t i = 0; i < waft_scene_output_count(scene) && result == WAFT_OK; ++i) {
        waft_output_def* output = &frames->outputs[frames->output_count++];
        *output = waft_scene_output(scene, i);
        const wafti_format* format = &wafti_formats[output->format];
        if (format->take != NULL) {
            result = format->take(&(wafti_output_job){.frames = frames,
                .scene = scene,
                .output = output,
                .world = world,
                .error = out_error});
        }
    }
    return result;
}

void wafti_frames_free(wafti_frames* frames) {
    wafti_arena_free(&frames->arena);
    frames->points = frames->heights = NULL;
    wafti_text_free(&frames->files.text);
    wafti_smoke_files_free(&frames->smoke);
    wafti_body_files_free(&frames->bodies);
    wafti_liquid_files_free(&frames->liquid);
}

waft_result wafti_frames_make_folders(const wafti_frames* frames, waft_error* out_error) {
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < frames->output_count && result == WAFT_OK; ++i) {
        result =
            wafti_layout_make_folder(frames->directory, (int)frames->outputs[i].format, out_error);
    }
    return result;
}

static int first_due(const wafti_frames* frames, const waft_output_def* output) {
    return (frames->first_frame + output->every - 1) / output->every * output->every;
}

static waft_result path_of(
    const wafti_frames* frames, const char* name, wafti_path* out_path, waft_error* out_error) {
    return wafti_path_format(out_path, out_error, "%s/%s", frames->directory, name);
}

// Makes and lists a file of that name, or that of the frame if it is NULL.
static waft_result make_file(
    wafti_output_job job, const char* name, waft_result (*make)(const wafti_output_job* job)) {
    const wafti_frames* frames = job.frames;
    wafti_path path;
    waft_result result = name != NULL
                             ? path_of(frames, name, &path, job.error)
                             : wafti_layout_path(&path, frames->directory, (int)job.output->format,
                                   (uint64_t)job.frame, job.error);
    job.path = path.text;
    result = result == WAFT_OK ? make(&job) : result;
    return result == WAFT_OK
               ? wafti_manifest_add(&job.frames->files, frames->directory, job.path, job.error)
               : result;
}

waft_result wafti_frames_write(
    wafti_frames* frames, const waft_world* world, int frame, waft_error* out_error) {
    waft_result result = WAFT_OK;
    wafti_manifest_begin_frame(&frames->files, frame);
    for (size_t i = 0; i < frames->output_count && result == WAFT_OK; ++i) {
        const wafti_output_job job = {.frames = frames,
            .output = &frames->outputs[i],
            .world = world,
            .frame = frame,
            .error = out_error};
        const wafti_format* format = &wafti_formats[job.output->format];
        if (frame < frames->first_frame || frame > frames->last_frame ||
            frame % job.output->every != 0) {
            continue;
        }
        if (format->once != NULL && frame == first_due(frames, job.output)) {
            result = make_file(job, format->once, format->write_once);
        }
        result = result == WAFT_OK ? make_file(job, NULL, format->write) : result;
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

static waft_result check_output_files(
    const wafti_frames* frames, const waft_output_def* output, int frame, waft_error* out_error) {
    const wafti_format* format = &wafti_formats[output->format];
    wafti_path path;
    waft_result result = WAFT_OK;
    const int first = first_due(frames, output);
    if (format->once != NULL && first <= frame) {
        result = path_of(frames, format->once, &path, out_error);
        result = result == WAFT_OK ? check_file(path.text, out_error) : result;
    }
    for (int64_t due = first; due <= frame && result == WAFT_OK; due += output->every) {
        result = wafti_layout_path(
            &path, frames->directory, (int)output->format, (uint64_t)due, out_error);
        result = result == WAFT_OK ? check_file(path.text, out_error) : result;
        if (result == WAFT_OK && format->part_numbers != NULL) {
            // A part that is damaged is as good as missing: it is made again.
            result = wafti_part_read(path.text, NULL, format->part_numbers(frames), out_error);
        }
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

static waft_result assemble(wafti_frames* frames, waft_output_def* output, waft_error* out_error) {
    const wafti_format* format = &wafti_formats[output->format];
    const int first = first_due(frames, output);
    if (format->assemble == NULL || first > frames->last_frame) {
        return WAFT_OK;
    }
    const wafti_output_job job = {.frames = frames,
        .output = output,
        .error = out_error,
        .first = first,
        .count = (size_t)((frames->last_frame - first) / output->every) + 1};
    return make_file(job, format->whole, format->assemble);
}

waft_result wafti_frames_assemble(wafti_frames* frames, waft_error* out_error) {
    waft_result result = WAFT_OK;
    wafti_manifest_begin_end(&frames->files);
    for (size_t i = 0; i < frames->output_count && result == WAFT_OK; ++i) {
        result = assemble(frames, &frames->outputs[i], out_error);
    }
    return result;
}

void wafti_frames_forget_parts(wafti_frames* frames) {
    for (int kind = 0; kind < WAFT_OUTPUT_FORMAT_COUNT; ++kind) {
        if (wafti_formats[kind].part_numbers != NULL) {
            wafti_manifest_drop(&frames->files, wafti_formats[kind].files.folder);
        }
    }
}

waft_result wafti_frames_drop_parts(const wafti_frames* frames, waft_error* out_error) {
    waft_result result = WAFT_OK;
    for (int kind = 0; kind < WAFT_OUTPUT_FORMAT_COUNT && result == WAFT_OK; ++kind) {
        if (wafti_formats[kind].part_numbers == NULL) {
            continue;
        }
        wafti_path folder;
        result = wafti_layout_clear_kind(frames->directory, kind, out_error);
        result = result == WAFT_OK
                     ? wafti_layout_folder(&folder, frames->directory, kind, out_error)
                     : result;
        if (result == WAFT_OK) {
            // Foreign files keep it.
            (void)wafti_port_remove_directory(folder.text);
        }
    }
    return result;
}
