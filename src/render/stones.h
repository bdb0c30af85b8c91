// SPDX-License-Identifier: MIT
// The world's solids as meshes.
#ifndef WAFTI_RENDER_STONES_H
#define WAFTI_RENDER_STONES_H

#include <waft/render.h>
#include <waft/world.h>

enum { WAFTI_MOST_STONES = 255 };

typedef struct wafti_stones {
    waft_draw_mesh meshes[WAFTI_MOST_STONES];
    waft_pose poses[WAFTI_MOST_STONES];
    size_t mesh_count;
} wafti_stones;

/// Views of the solids as they are now; those that are bodies are drawn as such.
void wafti_stones_read(wafti_stones* stones, const waft_world* world);

#endif // WAFTI_RENDER_STONES_H
