// SPDX-License-Identifier: MIT
// The files that a scene asks for: one a frame, or assembled from all frames at the end.
#ifndef WAFTI_RUN_FRAMES_H
#define WAFTI_RUN_FRAMES_H

#include "run/body_files.h"
#include "run/checkpoint.h"
#include "run/liquid_files.h"
#include "run/manifest.h"
#include "run/smoke_files.h"

#include <waft/scene.h>

typedef struct wafti_frames {
    const char* directory;
    const waft_logger* logger;
    const wafti_run_key* key; ///< for states; read when they are written
    wafti_arena arena;
    int first_frame, last_frame;
    double frame_seconds;                              ///< simulated time from frame to frame
    waft_output_def outputs[WAFT_OUTPUT_FORMAT_COUNT]; ///< at most one of each format
    size_t output_count;
    float* points; ///< of one PC2 sample
    size_t point_count;
    float* heights; ///< of one PNG or EXR
    size_t height_count;
    wafti_manifest files; ///< what was written
    wafti_smoke_files smoke;
    wafti_body_files bodies;
    wafti_liquid_files liquid;
    bool clipping_told; ///< the logger knows that heights leave the range
} wafti_frames;

/// Takes the outputs from the scene; `frames` has everything above its outputs set.
/// Errors: WAFT_ERR_ARGUMENT (no bodies to write, no PNG in this build),
/// WAFT_ERR_NO_MEMORY.
waft_result wafti_frames_init(
    wafti_frames* frames, const waft_scene* scene, const waft_world* world, waft_error* out_error);
void wafti_frames_free(wafti_frames* frames);

waft_result wafti_frames_make_folders(const wafti_frames* frames, waft_error* out_error);
/// Writes what is due of frame number `frame`, the world's state now.
waft_result wafti_frames_write(
    wafti_frames* frames, const waft_world* world, int frame, waft_error* out_error);
/// Looks whether the files of all frames up to `frame` are there, and the parts among them whole.
/// Error: WAFT_ERR_IO, with the name of the first that is missing or a damaged part.
waft_result wafti_frames_check(const wafti_frames* frames, int frame, waft_error* out_error);
/// Makes what is made from all frames. May be called again: the parts stay.
waft_result wafti_frames_assemble(wafti_frames* frames, waft_error* out_error);
/// Drops the parts from the list of files.
void wafti_frames_forget_parts(wafti_frames* frames);
/// Removes the parts, once what they were made into is safe.
waft_result wafti_frames_drop_parts(const wafti_frames* frames, waft_error* out_error);

#endif // WAFTI_RUN_FRAMES_H
