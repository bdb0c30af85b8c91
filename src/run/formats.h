// SPDX-License-Identifier: MIT
// The formats of output files, one row each: names of files, room they need, who writes and who assembles.
#ifndef WAFTI_RUN_FORMATS_H
#define WAFTI_RUN_FORMATS_H

#include "run/frames.h"
#include "run/layout.h"

/// One file of an output, of the world's state now.
typedef struct wafti_output_file {
    const waft_output_def* output;
    const waft_world* world;
    int frame;
    const char* path;
} wafti_output_file;

/// Frames of an output from which one file is made at the end.
typedef struct wafti_output_span {
    waft_output_format format;
    int first, every;
    size_t count;
} wafti_output_span;

/// What a format does not need is NULL. Paths of single files begin with the folder.
typedef struct wafti_format {
    wafti_numbered files; ///< one a frame
    /// Takes room, and settles what the output leaves open.
    waft_result (*take)(wafti_frames* frames, const waft_scene* scene, waft_output_def* output,
        const waft_world* world, waft_error* out_error);
    waft_result (*write)(
        wafti_frames* frames, const wafti_output_file* file, waft_error* out_error);
    const char* once; ///< a file that is written with the first frame only
    waft_result (*write_once)(
        wafti_frames* frames, const wafti_output_file* file, waft_error* out_error);
    const char* whole; ///< a file that is made from all frames
    waft_result (*assemble)(wafti_frames* frames, const wafti_output_span* span, const char* path,
        waft_error* out_error);
    /// Numbers of a part, if the files of frames are only parts of the whole.
    size_t (*part_numbers)(const wafti_frames* frames);
} wafti_format;

/// By waft_output_format.
extern const wafti_format wafti_formats[WAFT_OUTPUT_FORMAT_COUNT];

#endif // WAFTI_RUN_FORMATS_H
