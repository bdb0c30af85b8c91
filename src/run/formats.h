// SPDX-License-Identifier: MIT
// The formats of output files, one row each: names of files, room they need, who writes and who assembles.
#ifndef WAFTI_RUN_FORMATS_H
#define WAFTI_RUN_FORMATS_H

#include "run/frames.h"
#include "run/layout.h"

/// What a format is to do: take room, write a file of the world's state now, or make one of all frames.
typedef struct wafti_output_job {
    wafti_frames* frames;
    const waft_scene* scene; ///< for room alone
    waft_output_def* output;
    const waft_world* world;
    int frame;
    const char* path;
    waft_error* error;
    int first;    ///< frame of those that one file is made of at the end
    size_t count; ///< of these
} wafti_output_job;

/// What a format does not need is NULL. Paths of single files begin with the folder.
typedef struct wafti_format {
    wafti_numbered files; ///< one a frame
    /// Takes room, and settles what the output leaves open.
    waft_result (*take)(const wafti_output_job* job);
    waft_result (*write)(const wafti_output_job* job);
    const char* once; ///< a file that is written with the first frame only
    waft_result (*write_once)(const wafti_output_job* job);
    const char* whole; ///< a file that is made from all frames
    waft_result (*assemble)(const wafti_output_job* job);
    /// Numbers of a part, if the files of frames are only parts of the whole.
    size_t (*part_numbers)(const wafti_frames* frames);
} wafti_format;

/// By waft_output_format.
extern const wafti_format wafti_formats[WAFT_OUTPUT_FORMAT_COUNT];

#endif // WAFTI_RUN_FORMATS_H
