// SPDX-License-Identifier: MIT
// Formats of output files as scenes know them: their words, what they tell of, how large they become.
#ifndef WAFTI_SCENE_OUTPUTS_H
#define WAFTI_SCENE_OUTPUTS_H

#include <waft/scene.h>

#include "param/param.h"

/// What the files of a format tell of.
typedef enum wafti_output_subject {
    WAFTI_OUTPUT_OF_WATER,
    WAFTI_OUTPUT_OF_SPRAY, ///< drops of the water
    WAFTI_OUTPUT_OF_SMOKE,
    WAFTI_OUTPUT_OF_BODIES,
    WAFTI_OUTPUT_OF_LIQUID,
    WAFTI_OUTPUT_OF_ALL, ///< whatever the scene has
} wafti_output_subject;

extern const wafti_rows wafti_output_rows;

wafti_output_subject wafti_output_of(waft_output_format format);

/// Bytes of one file of an output, about; text is counted with 12 characters a number.
double wafti_output_bytes(const waft_output_def* output, const waft_scene* scene);

#endif // WAFTI_SCENE_OUTPUTS_H
