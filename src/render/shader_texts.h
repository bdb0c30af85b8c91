// SPDX-License-Identifier: MIT
// The files of src/render/shaders, embedded by cmake/Render.cmake.
#ifndef WAFTI_RENDER_SHADER_TEXTS_H
#define WAFTI_RENDER_SHADER_TEXTS_H

typedef struct wafti_shader_text {
    const char* name; ///< "water.frag"; NULL ends the list
    const char* text;
} wafti_shader_text;

extern const wafti_shader_text wafti_shader_texts[];

#endif // WAFTI_RENDER_SHADER_TEXTS_H
