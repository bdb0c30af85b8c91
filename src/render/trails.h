// SPDX-License-Identifier: MIT
// The past of tracers: one slot a frame, the oldest given up for the newest.
#ifndef WAFTI_RENDER_TRAILS_H
#define WAFTI_RENDER_TRAILS_H

#include <waft/render.h>

/// How much of the past a look asks for.
typedef struct wafti_past {
    double fps;
    float trail;        ///< s that lines reach back, 0: none
    int strobe_frames;  ///< frames between earlier poses, 0: none
    int history_frames; ///< frames of the past that are kept
} wafti_past;

wafti_past wafti_past_of(const waft_look* look, const waft_scene_time* time);

typedef struct wafti_trails {
    wafti_past past;
    waft_vec3* positions; ///< of slot s and tracer i at s * tracer_count + i
    double* times;        ///< one a slot
    size_t tracer_count, capacity;
    size_t first, count; ///< the oldest slot, and how many are filled
} wafti_trails;

/// Error: WAFT_ERR_NO_MEMORY, nothing is taken then.
waft_result wafti_trails_create(wafti_trails* trails, const waft_allocator* allocator,
    const wafti_past* past, size_t tracer_count);
void wafti_trails_destroy(wafti_trails* trails, const waft_allocator* allocator);
void wafti_trails_reset(wafti_trails* trails);

/// Notes where tracers are. A time before the last one starts a new past; one less than half a frame
/// after it adds nothing, so that it does not matter how often a live window draws.
void wafti_trails_record(wafti_trails* trails, const waft_water* water, double time);

/// Slot `age` back from the newest (0). NULL if there is none. *out_time may be NULL.
const waft_vec3* wafti_trails_slot(const wafti_trails* trails, size_t age, double* out_time);

/// True if the pose of that time is one of those that stay visible.
bool wafti_trails_strobes(const wafti_past* past, double time);

#endif // WAFTI_RENDER_TRAILS_H
