// SPDX-License-Identifier: MIT
// Water as a stage draws it: what does not move of it, and its fields. Cameras that fit themselves go by
// what does not move, so that they do not tremble with the waves.
#ifndef WAFTI_RENDER_STILL_H
#define WAFTI_RENDER_STILL_H

#include <waft/render.h>

typedef struct wafti_still {
    waft_bounds domain;        ///< x and z: the sides; y: lowest and highest bed
    float level;               ///< of the still water
    float wave_low, wave_high; ///< heights that waves stay between
    float foot;                ///< y at which the ground under the bed ends
    float pole_top;            ///< y of gauges
    bool flat;                 ///< the bed is
    bool tracers;              ///< there are some
} wafti_still;

/// Reads scene and bed. Error: WAFT_ERR_ARGUMENT.
waft_result wafti_still_read(
    wafti_still* still, const waft_scene* scene, const waft_water* water, waft_error* out_error);

/// The fields of a water as they are now; those that it does not have are left empty.
void wafti_still_fields(const waft_water* water, waft_draw_water* drawn);

/// Where the water ends, with WAFT_EDGE_AUTO decided: a sea goes on to the horizon if it is wide, so
/// deep that no wave feels the bed, and holds no tracer. `waves` are those of waft_water_sea().
/// Error: WAFT_ERR_ARGUMENT (asked for a horizon, and `sea` is false).
waft_result wafti_still_edge(const wafti_still* still, waft_water_edge asked, bool sea,
    const waft_sea_wave* waves, size_t wave_count, waft_water_edge* out_edge,
    waft_error* out_error);

/// What is drawn: water, ground and, if asked for, gauges.
waft_bounds wafti_still_bounds(const wafti_still* still, waft_water_edge edge, bool gauges);

#endif // WAFTI_RENDER_STILL_H
