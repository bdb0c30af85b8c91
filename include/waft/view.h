// SPDX-License-Identifier: MIT
// waft/view.h: how a scene is looked at: the camera and the look of a picture. Plain data; the
// renderer that takes it is declared in waft/render.h and lives in a library of its own.
#ifndef WAFT_VIEW_H
#define WAFT_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include <waft/base.h>
#include <waft/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Where a camera stands and what it looks at. Without `from` it orbits its target; without `at`
/// the target is the middle of what is drawn.
typedef struct waft_camera_def {
    waft_vec3 from; ///< the eye, m
    waft_vec3 at;   ///< what is in the middle of the picture, m
    bool has_from, has_at;
    float azimuth;     ///< rad; 0: the eye stands towards +z, 90 deg: towards +x; default 30 deg
    float elevation;   ///< rad over the horizon, -89 to 89 deg, default 20 deg
    float distance;    ///< m from the target; 0: far enough for all to fit
    float fov;         ///< rad, vertical, 1 to 150 deg, default 40 deg
    bool orthographic; ///< parallel rays: lengths can be measured in the picture, default false
    float height;      ///< m, height of an orthographic picture; 0: all fits
} waft_camera_def;

WAFT_API void waft_camera_def_fill(waft_camera_def* out_def, size_t size);
static inline waft_camera_def waft_camera_def_default(void) {
    waft_camera_def def;
    waft_camera_def_fill(&def, sizeof(def));
    return def;
}

typedef enum waft_background {
    WAFT_BACKGROUND_SKY,   ///< sky and sun
    WAFT_BACKGROUND_PLAIN, ///< near white, for lessons and print
    WAFT_BACKGROUND_DARK,  ///< near black, for smoke and fire
} waft_background;

typedef enum waft_ground {
    WAFT_GROUND_AUTO,  ///< plain below what is drawn, none where the water goes on to the horizon
    WAFT_GROUND_NONE,  ///< nothing
    WAFT_GROUND_PLAIN, ///< an endless floor that fades into the background
    WAFT_GROUND_GRID,  ///< with lines at round distances
} waft_ground;

typedef enum waft_water_edge {
    WAFT_EDGE_AUTO, ///< horizon for open sea: 30 m or more both ways, a flat bed deeper than half the
                    ///< longest wave, straight trains, no tracers; else cut
    WAFT_EDGE_CUT,     ///< a block of water; its sides show what is inside
    WAFT_EDGE_HORIZON, ///< the sea goes on to the horizon; flat bed and straight trains only
    WAFT_EDGE_BARE,    ///< the surface just ends, over its bed
} waft_water_edge;

typedef enum waft_liquid_style {
    WAFT_LIQUID_AS_SURFACE, ///< clear, with the look of water
    WAFT_LIQUID_AS_POINTS,  ///< particles, coloured by speed
    WAFT_LIQUID_AS_NOTHING,
} waft_liquid_style;

/// The look of a picture. Angles in rad, colours linear from 0 to 1.
typedef struct waft_look {
    int32_t size[2]; ///< pixels, 16 to 8192, default {1280, 720}
    int32_t samples; ///< supersampling along each axis, 1 to 4, default 2
    waft_background background;
    waft_ground ground;
    float sun_azimuth;   ///< where the sun stands, as waft_camera_def.azimuth, default 130 deg
    float sun_elevation; ///< over the horizon, default 35 deg
    float haze;          ///< 0 (clear) to 1 (white), default 0.25
    float exposure;      ///< stops, -10 to 10, default 0
    bool shadows;        ///< default true

    waft_water_edge water_edge;
    float water_clarity;   ///< m after which a third of the light is left, > 0, default 4
    waft_vec3 water_color; ///< what deep water scatters back, default {0.03, 0.16, 0.2}
    float foam;            ///< how white foam is, 0 to 1, default 1
    float ripples;         ///< small waves that the grid does not hold, 0 to 1, default 0.3

    waft_liquid_style liquid; ///< default: as a surface

    float smoke_density;   ///< extinction of smoke of density 1, 1/m, default 20
    waft_vec3 smoke_color; ///< albedo of smoke, default {0.8, 0.8, 0.8}
    float glow;            ///< how bright hot smoke shines, >= 0, default 1
    float glow_from;       ///< K over ambient at which smoke starts to shine, default 600

    float trails;        ///< s of the past that tracers and bodies draw behind them, default 0
    float strobe;        ///< s between earlier poses that stay visible, 0: none, default 0
    float tracer_radius; ///< m, 0: by the size of the scene
    bool gauges;         ///< poles where gauges stand, default false
    bool labels;         ///< names of gauges and tracers, default false

    bool title;        ///< the scene's title, default false
    bool clock;        ///< simulated time, default false
    bool axes;         ///< default false
    bool scale_bar;    ///< default false
    char caption[128]; ///< text along the lower edge, "" for none
} waft_look;

WAFT_API void waft_look_fill(waft_look* out_look, size_t size);
static inline waft_look waft_look_default(void) {
    waft_look look;
    waft_look_fill(&look, sizeof(look));
    return look;
}

/// Which pictures a run makes of itself.
typedef struct waft_picture_def {
    bool pictures; ///< a PNG a frame, default false
    bool video;    ///< an MP4 of them, default false
    int every;     ///< frames between pictures, >= 1, default 1
} waft_picture_def;

#ifdef __cplusplus
}
#endif

#endif // WAFT_VIEW_H
