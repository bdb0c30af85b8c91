// SPDX-License-Identifier: MIT
// What a stage shows of bodies: their hulls as meshes, an instance a body, with earlier poses and the
// lines they leave behind.
#ifndef WAFTI_RENDER_CROWD_H
#define WAFTI_RENDER_CROWD_H

#include <waft/render.h>

#include "render/sheet.h"
#include "render/support.h"
#include "render/trails.h"

typedef struct wafti_crowd {
    wafti_render_room* room;
    const waft_scene* scene; ///< gives colours; may be NULL
    wafti_trails trails;
    wafti_render_buffer infos, poses, tints, meshes, hulls;
    size_t body_count; ///< in infos
} wafti_crowd;

/// Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_crowd_create(
    wafti_crowd* crowd, wafti_render_room* room, const wafti_past* past, const waft_scene* scene);

/// Takes note of where the bodies are, as wafti_trails_record() does of tracers; without trails only of
/// those poses that stay visible. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_crowd_record(wafti_crowd* crowd, const waft_bodies* bodies, double time);

/// Reads the bodies as they are now. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_crowd_read(wafti_crowd* crowd, const waft_bodies* bodies);

/// Meshes of the bodies read last, behind `more_count` others; earlier poses are instances too, paler
/// the older they are. Valid until the next call. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_crowd_meshes(wafti_crowd* crowd, double time, const waft_draw_mesh* more,
    size_t more_count, const waft_draw_mesh** out_meshes, size_t* out_count);

/// Where a body is.
waft_pose wafti_crowd_pose(const waft_body_state* state);

/// Adds the lines behind the bodies read last, as far as the sheet has room.
void wafti_crowd_trails(
    const wafti_crowd* crowd, double time, const waft_look* look, wafti_sheet* sheet);

/// Points that those lines can have, and lines.
size_t wafti_crowd_line_points(const wafti_past* past, size_t body_count, size_t* out_lines);

/// What the bodies of a scene pass through from its start to its end, guessed from where they start, how
/// fast their hulls fall, and the wind; a ground ends it. The same for every frame, so that a camera
/// that fits itself stands still. False if there are no bodies.
bool wafti_crowd_bounds(
    const waft_bodies* bodies, const waft_scene* scene, waft_bounds* out_bounds);

#endif // WAFTI_RENDER_CROWD_H
