// SPDX-License-Identifier: MIT
// Tracers with their past, gauges and spray as spheres and lines.
#ifndef WAFTI_RENDER_MARKERS_H
#define WAFTI_RENDER_MARKERS_H

#include "render/screen.h"
#include "render/sheet.h"
#include "render/still.h"
#include "render/trails.h"

/// Spheres, their room taken once.
typedef struct wafti_balls {
    wafti_render_buffer memory;
    float* numbers; ///< x, y, z and radii, each `capacity` long
    waft_vec3* colors;
    size_t count, capacity;
} wafti_balls;

/// Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_balls_create(wafti_balls* balls, wafti_render_room* room, size_t capacity);
waft_draw_particles wafti_balls_drawn(const wafti_balls* balls);

/// Colour of a tracer, from a cycle that colour-blind eyes tell apart.
waft_vec3 wafti_tracer_color(size_t index);

/// What markers of one picture are made of.
typedef struct wafti_markers {
    const waft_look* look;
    const waft_water* water;
    const wafti_still* still;
    const wafti_trails* trails;
    double time;
    float radius; ///< of a tracer, m
    wafti_balls* balls;
    wafti_sheet* sheet;
} wafti_markers;

void wafti_markers_add_tracers(const wafti_markers* markers);
void wafti_markers_add_gauges(const wafti_markers* markers);
/// Names beside tracers and over gauges, as far as there is room.
void wafti_markers_add_labels(const wafti_markers* markers, wafti_screen* screen);

#endif // WAFTI_RENDER_MARKERS_H
