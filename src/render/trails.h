// SPDX-License-Identifier: MIT
// The past of tracers and bodies: one slot a frame, the oldest given up for the newest.
#ifndef WAFTI_RENDER_TRAILS_H
#define WAFTI_RENDER_TRAILS_H

#include <waft/render.h>

#include "render/sheet.h"
#include "render/support.h"

/// How much of the past a look asks for.
typedef struct wafti_past {
    double fps;
    float trail;        ///< s that lines reach back, 0: none
    int strobe_frames;  ///< frames between earlier poses, 0: none
    int history_frames; ///< frames of the past that are kept
} wafti_past;

wafti_past wafti_past_of(const waft_look* look, const waft_scene_time* time);

/// Where something was. A slot is sorted by `number`: the index of a tracer, the creation number of a body.
typedef struct wafti_past_pose {
    uint32_t number;
    waft_pose pose;
} wafti_past_pose;

typedef struct wafti_slot {
    double time;
    size_t count;
    wafti_render_buffer poses;
} wafti_slot;

typedef struct wafti_trails {
    wafti_render_room* room;
    wafti_past past;
    wafti_render_buffer memory;
    wafti_slot* slots; ///< a ring
    size_t capacity;
    size_t first, count; ///< the oldest slot, and how many are filled
} wafti_trails;

/// Takes `capacity` slots, each with room for `count` poses. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_trails_create(wafti_trails* trails, wafti_render_room* room,
    const wafti_past* past, size_t capacity, size_t count);
void wafti_trails_reset(wafti_trails* trails);

/// Whether a time is to be noted. One before the last starts a new past; one less than half a frame
/// after it adds nothing, so that it does not matter how often a live window draws.
bool wafti_trails_wants(wafti_trails* trails, double time);
/// The next slot, with `count` poses to fill in; NULL if memory is out.
wafti_past_pose* wafti_trails_add(wafti_trails* trails, double time, size_t count);
/// Notes where tracers are. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_trails_record(wafti_trails* trails, const waft_water* water, double time);

/// Slot `age` back from the newest (0). NULL if there is none.
const wafti_slot* wafti_trails_slot(const wafti_trails* trails, size_t age);
/// Where that one was then; NULL if it was not there.
const waft_pose* wafti_trails_find(const wafti_slot* slot, uint32_t number);
/// How old the slot is in a picture of `time` that shows its poses, 1 for the oldest there can be; below 0 if
/// it does not show them.
float wafti_trails_age(const wafti_trails* trails, const wafti_slot* slot, double time);

/// Adds a line from the oldest place to the present one, fading backwards, if the sheet has room.
void wafti_trails_draw(const wafti_trails* trails, double time, uint32_t number, waft_vec3 now,
    const wafti_pen* pen, wafti_sheet* sheet);

/// True if the pose of that time is one of those that stay visible.
bool wafti_trails_strobes(const wafti_past* past, double time);

#endif // WAFTI_RENDER_TRAILS_H
