// SPDX-License-Identifier: MIT
// The rows of waft_camera_def, waft_look and waft_picture_def, in the order of the reference.
#include "scene/view_params.h"

#include <waft/view.h>

#include "param/rows.h"

#define CAMERA_AS(path_, member_)                                                                  \
    .shown.path = "camera." #path_, AT(CAMERA, waft_camera_def, member_)
#define CAMERA(member_)         CAMERA_AS(member_, member_)
#define LOOK_AS(path_, member_) .shown.path = "render." #path_, AT(LOOK, waft_look, member_)
#define LOOK(member_)           LOOK_AS(member_, member_)
#define PICTURE(member_)        .shown.path = "render." #member_, AT(PICTURES, waft_picture_def, member_)

static const wafti_param rows[] = {
    {GROUP("camera", "where pictures are taken from; a flat flow without it is seen from the "
                     "front, orthographic"),
        .view = true},
    {NUMBER(REAL3, CAMERA(from), "m", PLACE, "", "",
         "the eye; without it the camera orbits its target by azimuth, elevation and distance"),
        ANIMATES, .given = offsetof(waft_camera_def, has_from)},
    {NUMBER(REAL3, CAMERA(at), "m", PLACE, "", "",
         "what is in the middle of the picture; without it the middle of what is drawn"),
        ANIMATES, .given = offsetof(waft_camera_def, has_at)},
    {NUMBER(REAL, CAMERA(azimuth), "rad", TURNS, "30 deg", "",
         "where the eye stands: 0 towards +z, 90 deg towards +x; not with from"),
        ANIMATES, .unless = "from"},
    {NUMBER(REAL, CAMERA(elevation), "rad", FROM(DEGREES(-89), DEGREES(89)), "20 deg", "",
         "angle from the horizon up to the eye, seen from its target; not with from"),
        ANIMATES, .unless = "from"},
    {NUMBER(REAL, CAMERA(distance), "m", FROM(0, 1e7), "0", "",
         "from the eye to its target; 0 is far enough for all to fit; not with from"),
        ANIMATES, .unless = "from"},
    {NUMBER(REAL, CAMERA(fov), "rad", FROM(DEGREES(1), DEGREES(150)), "40 deg", "",
         "vertical angle of view"),
        ANIMATES},
    {CHOICE(CAMERA_AS(projection, orthographic), "perspective|orthographic", "perspective",
         "orthographic has parallel rays, so that lengths can be measured in the picture"),
        VALUES(false, true)},
    {NUMBER(REAL, CAMERA(height), "m", FROM(0, 1e7), "0", "projection=orthographic",
         "height of what the picture shows; 0 is as much as it takes for all to fit"),
        ANIMATES},

    {GROUP("render", "which pictures a run makes, and how they look"), .view = true},
    {NUMBER(INT2, LOOK(size), "", FROM(16, 8192), "[1280, 720]", "",
        "width and height of a picture in pixels; a video takes even numbers")},
    {NUMBER(INT, LOOK(samples), "", FROM(1, 4), "2", "",
        "samples of a pixel along each axis; more give smoother edges")},
    {NUMBER(INT, PICTURE(every), "", FROM(1, 1e6), "1", "", "frames between pictures")},
    {SWITCH(PICTURE(pictures), "false", "a run writes its pictures as PNG")},
    {SWITCH(PICTURE(video), "false", "a run joins its pictures to an MP4")},
    {CHOICE(LOOK(background), "sky|plain|dark", "sky",
         "sky with the sun, plain near white for print, dark for smoke and fire"),
        VALUES(WAFT_BACKGROUND_SKY, WAFT_BACKGROUND_PLAIN, WAFT_BACKGROUND_DARK)},
    {CHOICE(LOOK(ground), "auto|none|plain|grid", "auto",
         "floor below what is drawn; auto is plain, and none where water goes on to the horizon"),
        VALUES(WAFT_GROUND_AUTO, WAFT_GROUND_NONE, WAFT_GROUND_PLAIN, WAFT_GROUND_GRID)},
    {SWITCH(LOOK(shadows), "true", "the sun casts shadows")},

    {GROUP("render.sun", "where the light comes from")},
    {NUMBER(REAL, LOOK_AS(sun.azimuth, sun_azimuth), "rad", TURNS, "130 deg", "",
         "where the sun stands: 0 towards +z, 90 deg towards +x"),
        ANIMATES},
    {NUMBER(REAL, LOOK_AS(sun.elevation, sun_elevation), "rad", FROM(DEGREES(1), DEGREES(90)),
         "35 deg", "", "angle of the sun over the horizon"),
        ANIMATES},

    {NUMBER(REAL, LOOK(haze), "", FROM(0, 1), "0.25", "",
         "what the air hides of far things, from 0 (clear) to 1 (white)"),
        ANIMATES},
    {NUMBER(REAL, LOOK(exposure), "", FROM(-10, 10), "0", "",
         "brightness in stops; 1 more is twice the light"),
        ANIMATES},

    {GROUP("render.water", "the look of water")},
    {CHOICE(LOOK_AS(water.edge, water_edge), "auto|cut|horizon|open", "auto",
         "cut ends it as a block, horizon lets it go on, open just ends it; auto is horizon for 30 "
         "m "
         "or more of deep water, flat bed, straight trains, no tracers; else cut"),
        VALUES(WAFT_EDGE_AUTO, WAFT_EDGE_CUT, WAFT_EDGE_HORIZON, WAFT_EDGE_BARE)},
    {NUMBER(REAL, LOOK_AS(water.clarity, water_clarity), "m", ABOVE(0, 1e6), "4", "",
        "way through the water after which a third of the light is left")},
    {NUMBER(REAL3, LOOK_AS(water.color, water_color), "", FROM(0, 1), "[0.03, 0.16, 0.2]", "",
        "red, green and blue (linear) that deep water scatters back")},
    {NUMBER(REAL, LOOK_AS(water.foam, foam), "", FROM(0, 1), "1", "", "how white foam is")},
    {NUMBER(REAL, LOOK_AS(water.ripples, ripples), "", FROM(0, 1), "0.3", "",
        "height of the small waves that are drawn on top of what the cells hold")},

    {GROUP("render.liquid",
        "the look of a liquid of particles; colour and clarity are those of water")},
    {CHOICE(LOOK_AS(liquid.style, liquid), "surface|points|none", "surface",
         "a clear surface, particles coloured by their speed, or nothing"),
        VALUES(WAFT_LIQUID_AS_SURFACE, WAFT_LIQUID_AS_POINTS, WAFT_LIQUID_AS_NOTHING)},

    {GROUP("render.smoke", "the look of smoke")},
    {NUMBER(REAL, LOOK_AS(smoke.density, smoke_density), "1/m", ABOVE(0, 1e6), "20", "",
        "extinction of light in smoke of density 1")},
    {NUMBER(REAL3, LOOK_AS(smoke.color, smoke_color), "", FROM(0, 1), "[0.8, 0.8, 0.8]", "",
        "red, green and blue (linear) of the light that smoke scatters")},
    {NUMBER(REAL, LOOK_AS(smoke.glow, glow), "", FROM(0, 1e6), "1", "",
        "how bright hot smoke shines; 0 means not at all")},
    {NUMBER(REAL, LOOK_AS(smoke.glow_from, glow_from), "K", FROM(0, 1e5), "600", "",
        "temperature over that of the air at which smoke starts to shine")},

    {NUMBER(REAL, LOOK(trails), "s", FROM(0, 1e6), "0", "",
        "time of the past that tracers and bodies draw behind them")},
    {NUMBER(REAL, LOOK(strobe), "s", FROM(0, 1e6), "0", "",
        "time between earlier poses that stay visible; 0 shows none")},
    {NUMBER(REAL, LOOK(tracer_radius), "m", FROM(0, 1e6), "0", "",
        "radius of the balls that tracers are drawn as; 0 goes by the size of the scene")},
    {SWITCH(LOOK(gauges), "false", "poles where gauges stand")},
    {SWITCH(LOOK(labels), "false", "names of gauges and tracers")},
    {SWITCH(LOOK(title), "false", "the scene's title")},
    {SWITCH(LOOK(clock), "false", "the simulated time")},
    {SWITCH(LOOK(axes), "false", "axes with their numbers")},
    {SWITCH(LOOK(scale_bar), "false", "a bar of a round length")},
    {NUMBER(TEXT, LOOK(caption), "", FROM(0, 127), "", "", "text along the lower edge")},
};

const wafti_rows wafti_view_rows = ROWS_OF(rows);
