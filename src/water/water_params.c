// SPDX-License-Identifier: MIT
// The rows of waft_water_def and of what it lists, in the order of the reference.
#include "water/water_params.h"

#define WATER_AS(path_, member_) .shown.path = "water." #path_, AT(WATER, waft_water_def, member_)
#define WATER(member_)           WATER_AS(member_, member_)
#define WATER_LIST(member_, count_, item_owner_, item_)                                            \
    .shown.path = "water." #member_,                                                               \
    ITEMS_AT(WATER, waft_water_def, member_, count_, item_owner_, item_)
#define TRAIN(member_) .shown.path = "water.trains[]." #member_, AT(TRAIN, waft_train_def, member_)
#define GAUGE(member_) .shown.path = "water.gauges[]." #member_, AT(GAUGE, waft_gauge_def, member_)
#define TRACER(member_)                                                                            \
    .shown.path = "water.tracers[]." #member_, AT(TRACER, waft_tracer_def, member_)
#define BOX(member_)                                                                               \
    .shown.path = "water.boxes[]." #member_, AT(WATER_BOX, waft_water_box_def, member_)
#define SPRING(member_)                                                                            \
    .shown.path = "water.sources[]." #member_, AT(WATER_SOURCE, waft_water_source_def, member_)
#define HANDLE(member_)                                                                            \
    .shown.path = "water.handles[]." #member_, AT(HANDLE, waft_handle_def, member_)
#define STROKE_AS(path_, member_)                                                                  \
    .shown.path = "water.strokes[]." #path_, AT(STROKE, waft_stroke_def, member_)
#define STROKE(member_) STROKE_AS(member_, member_)

// Up to the kind of the bed; files of beds are the scene's.
static const wafti_param domain[] = {
    {CHOICE(WATER(method), "waves|implicit|columns|swe", "waves",
         "how the surface moves: waves is a sum of wave trains, implicit is calm at any step, "
         "columns is lively, swe has dam breaks and breakers"),
        VALUES(WAFT_WATER_WAVES, WAFT_WATER_IMPLICIT, WAFT_WATER_COLUMNS, WAFT_WATER_SWE)},
    {NUMBER(REAL2, WATER(origin), "m", PLACE, "[0, 0]", "", "x and z of the lowest corner")},
    {NUMBER(REAL2, WATER(size), "m", ABOVE(0, 1e6), "[10, 10]", "", "extent along x and z")},
    {NUMBER(INT2, WATER(cells), "", FROM(1, 4096), "[128, 128]", "",
         "cells along x and z, 4 to 4096; 1 along z gives a strip"),
        .least = WAFTI_LEAST_CELLS},
    {NUMBER(REAL, WATER(level), "m", PLACE, "0", "", "height y of the still surface")},
    {NUMBER(REAL, WATER(depth), "m", ABOVE(0, 1e5), "1", "terrain.kind=flat",
        "depth of the still water over a flat bed")},
    {NUMBER(REAL, WATER(density), "kg/m3", ABOVE(0, 1e5), "998", "", "density of the water"),
        KEYED},

    {GROUP("water.terrain", "shape of the bed; heights are world y")},
    {CHOICE(WATER(terrain.kind), "flat|slope|beach|bowl|bump|noise|step|channel|map", "flat",
         "flat lies depth below level; map reads a height map"),
        VALUES(WAFT_TERRAIN_FLAT, WAFT_TERRAIN_SLOPE, WAFT_TERRAIN_BEACH, WAFT_TERRAIN_BOWL,
            WAFT_TERRAIN_BUMP, WAFT_TERRAIN_NOISE, WAFT_TERRAIN_STEP, WAFT_TERRAIN_CHANNEL,
            WAFT_TERRAIN_MAP)},
};

// The bed, waves, spray and edges; what stands for edges that are not named is the scene's.
static const wafti_param surface[] = {
    {NUMBER(
        REAL, WATER(terrain.low), "m", PLACE, "-1", "kind!=flat", "lowest height; black of a PNG")},
    {NUMBER(REAL, WATER(terrain.high), "m", PLACE, "0", "kind!=flat",
        "highest height; white of a PNG")},
    {NUMBER(REAL, WATER(terrain.middle), "m", PLACE, "-0.5", "kind=beach", "height at the bend")},
    {NUMBER(REAL2, WATER(terrain.direction), "", PLACE, "[1, 0]", "kind=slope|beach|step|channel",
        "x and z of the way up, or along the channel")},
    {NUMBER(REAL, WATER(terrain.from), "m", PLACE, "0", "kind=slope|beach",
        "where the rise starts, from the corner lowest along direction")},
    {NUMBER(REAL, WATER(terrain.to), "m", PLACE, "1", "kind=slope|beach", "where the rise ends")},
    {NUMBER(REAL, WATER(terrain.bend), "m", PLACE, "0.5", "kind=beach|step",
        "where a beach changes its slope, or a step stands")},
    {NUMBER(REAL2, WATER(terrain.center), "m", PLACE, "[0, 0]", "kind=bowl|bump|channel",
        "x and z of the middle")},
    {NUMBER(REAL, WATER(terrain.radius), "m", ABOVE(0, 1e6), "1", "kind=bowl|bump",
        "distance from the centre to the rim")},
    {NUMBER(REAL, WATER(terrain.width), "m", ABOVE(0, 1e6), "1", "kind=channel",
        "distance from the middle line to the banks")},
    {NUMBER(REAL, WATER(terrain.length), "m", ABOVE(0, 1e6), "1", "kind=noise",
        "size of the largest bumps")},
    {NUMBER(INT, WATER(terrain.octaves), "", FROM(1, 12), "4", "kind=noise",
        "layers of bumps, each half as large as the one before")},

    {CHOICE_IF(WATER(mode), "normal|height|gerstner", "gerstner", "method=waves",
         "normal moves only normals, height lifts the surface, gerstner moves points on orbits"),
        VALUES(WAFT_WAVE_NORMAL, WAFT_WAVE_HEIGHT, WAFT_WAVE_GERSTNER),
        .instead = "implicit|columns|swe=heights alone", LIVE},
    {CHOICE_IF(WATER(orbit), "airy|deep", "airy", "method=waves",
         "airy orbits widen over shallow water, deep ones stay circles"),
        VALUES(WAFT_ORBIT_AIRY, WAFT_ORBIT_DEEP),
        .instead = "implicit|columns|swe=flow that is even over the depth", LIVE},
    {SWITCH_IF(WATER(keep_level), "true", "method=waves",
         "add back the mean level that gerstner orbits take"),
        .instead = "implicit|columns|swe=a volume that stays by itself", LIVE},
    {SWITCH_IF(WATER(refraction_amplitude), "true", "method=waves",
         "amplitudes also follow how rays spread or gather over the bed"),
        .instead = "implicit|columns|swe=waves that the bed bends by itself", LIVE},
    {NUMBER(REAL, WATER(offshore_depth), "m", FROM(0, 1e5), "0",
         "method=waves and terrain.kind!=flat",
         "depth at which amplitudes are given; 0 takes the depth at the up-wave corner"),
        .instead = "implicit|columns|swe=edges of kind wavemaker, with the amplitude there"},
    {CHOICE_IF(WATER(breaking), "none|slide|miche|mccowan", "slide", "method=waves",
         "rule by which crests break: speed, steepness or depth"),
        VALUES(WAFT_BREAKING_NONE, WAFT_BREAKING_SLIDE, WAFT_BREAKING_MICHE, WAFT_BREAKING_MCCOWAN),
        .instead = "implicit=no breaking;columns=spray;swe=bores that break by themselves", LIVE},
    {NUMBER(REAL, WATER(foam_life), "s", ABOVE(0, 1e6), "3", "", "time in which foam fades"),
        KEYED},

    {GROUP_IF("water.spray", "method!=implicit",
         "drops thrown from breaking crests, or from a surface that rises fast"),
        .instead = "implicit=foam alone"},
    {NUMBER(INT, WATER(spray.capacity), "", FROM(0, 1e7), "0", "",
        "most drops alive at once; 0 means no spray")},
    {NUMBER(REAL, WATER(spray.amount), "1/m/s", FROM(0, 1e6), "200", "",
         "with waves: drops a second and metre of breaking crest"),
        KEYED},
    {NUMBER(REAL, WATER(spray.radius), "m", ABOVE(0, 1), "", "",
        "radius of a drop; without it 0.002 with waves, else that of a drop of an eighth of a "
        "cell cubed")},
    {NUMBER(REAL, WATER(spray.efficiency), "", FROM(0, 1), "0.5", "",
         "with columns and swe: share of the water above the threshold that is thrown"),
        KEYED},
    {NUMBER(REAL, WATER(spray.threshold), "m/s", FROM(0, 1000), "1", "",
         "with columns and swe: a surface that rises more slowly throws no drops"),
        KEYED},

    {ITEMS_IF(WATER_LIST(trains, train_count, TRAIN, waft_train_def), 256, "method=waves",
         "wave trains; each needs one of length, period and wavenumber"),
        .one_of = "length|period|wavenumber",
        .instead = "implicit|columns|swe=edges of kind wavemaker"},
    {CHOICE(TRAIN(shape), "plane|point", "plane", "straight crests, or rings from a point"),
        VALUES(WAFT_TRAIN_PLANE, WAFT_TRAIN_POINT)},
    {NUMBER(REAL2, TRAIN(direction), "", PLACE, "[1, 0]", "shape=plane",
        "x and z of the way the crests travel")},
    {NUMBER(REAL2, TRAIN(center), "m", PLACE, "[0, 0]", "shape=point",
        "x and z of the point the rings come from")},
    {NUMBER(REAL, TRAIN(amplitude), "m", FROM(0, 1000), "0.1", "",
         "height of a crest over the still level"),
        KEYED},
    {NUMBER(REAL, TRAIN(length), "m", FROM(1e-4, 1e6), "", "",
        "distance from crest to crest, at the depth where amplitudes are given")},
    {NUMBER(REAL, TRAIN(period), "s", FROM(1e-3, 1e5), "", "", "time from crest to crest")},
    {NUMBER(REAL, TRAIN(wavenumber), "rad/m", FROM(1e-6, 6e4), "", "", "2 pi over the length")},
    {NUMBER(REAL, TRAIN(phase), "rad", FROM(-1e4, 1e4), "0", "",
         "phase at the start; a crest stands where it is 0"),
        KEYED},

    {ITEMS(WATER_LIST(gauges, gauge_count, GAUGE, waft_gauge_def), 1024,
        "points at which gauges.csv records the surface")},
    {NUMBER(TEXT, GAUGE(name), "", FROM(1, 31), "", "", "its column in gauges.csv"),
        REQUIRED("a gauge needs a name, the column it gets in gauges.csv")},
    {NUMBER(REAL2, GAUGE(at), "m", PLACE, "", "", "x and z, inside the domain"),
        REQUIRED("a gauge needs a place, such as at: [1, 2]")},

    {ITEMS_IF(WATER_LIST(tracers, tracer_count, TRACER, waft_tracer_def), 1024, "method=waves",
         "water particles whose ways tracers.csv records"),
        .instead = "implicit|columns|swe=gauges"},
    {NUMBER(TEXT, TRACER(name), "", FROM(1, 31), "", "", "its column in tracers.csv"),
        REQUIRED("a tracer needs a name, the column it gets in tracers.csv")},
    {NUMBER(
         REAL3, TRACER(at), "m", PLACE, "", "", "x, y and z at rest, between bed and still level"),
        REQUIRED("a tracer needs a place, such as at: [1, -0.5, 2]")},

    {GROUP_IF("water.edges", "method!=waves",
         "what the four edges are: left and right along x, back and front along z"),
        .instead = "waves=trains, which come from anywhere"},
    WAFTI_EDGE_ROWS(
        "left", WATER, waft_water_def, edges[WAFT_WATER_LEFT], "the edge at the lowest x", true),
    WAFTI_EDGE_ROWS(
        "right", WATER, waft_water_def, edges[WAFT_WATER_RIGHT], "the edge at the highest x", true),
    WAFTI_EDGE_ROWS(
        "back", WATER, waft_water_def, edges[WAFT_WATER_BACK], "the edge at the lowest z", true),
    WAFTI_EDGE_ROWS(
        "front", WATER, waft_water_def, edges[WAFT_WATER_FRONT], "the edge at the highest z", true),
};

// Flow and boxes; a picture of depths is the scene's.
static const wafti_param flow[] = {
    {NUMBER(INT, WATER_AS(substeps, shallow.substeps), "", FROM(1, 64), "1", "method!=waves",
         "steps of the water in each step of the scene; columns need them over deep water"),
        .instead = "waves=a surface that is right at any step", LIVE},
    {NUMBER(REAL, WATER_AS(damping, shallow.damping_time), "s", FROM(0, 1e6), "",
         "method=implicit|columns",
         "time in which flow fades to a third; 0 is never; without it 20 for columns, never for "
         "implicit"),
        UNSET(-1),
        .instead = "swe=friction and drag;waves=amplitudes of trains, which take keyframes", KEYED},
    {CHOICE_IF(WATER_AS(scheme, shallow.scheme), "backward|centered", "backward", "method=implicit",
         "backward is stable at any step and damps; centered keeps energy, up to 4 cells a step"),
        VALUES(WAFT_IMPLICIT_BACKWARD, WAFT_IMPLICIT_CENTERED),
        .instead = "waves=a surface that is right at any step;columns=substeps;swe=limiter"},
    {NUMBER(REAL, WATER_AS(friction, shallow.manning), "", FROM(0, 1), "0.02", "method=swe",
         "Manning's n of the bed, in s/m^(1/3): 0.01 smooth, 0.03 gravel, 0.1 plants"),
        .instead = "implicit|columns=damping;waves=amplitudes of trains, which take keyframes",
        KEYED},
    {NUMBER(REAL, WATER_AS(drag, shallow.drag), "1/s", FROM(0, 1000), "0", "method=swe",
         "share of the flow that is lost in a second"),
        .instead = "implicit|columns=damping;waves=amplitudes of trains, which take keyframes",
        KEYED},
    {NUMBER(REAL, WATER_AS(limiter, shallow.limiter), "", FROM(1, 2), "1.3", "method=swe",
         "how steep slopes between cells may be: 1 is soft, 2 sharp and rough"),
        .instead = "implicit=scheme;columns=damping;waves=mode", KEYED},

    {NUMBER(REAL2, WATER(velocity), "m/s", FROM(-1000, 1000), "[0, 0]", "method!=waves",
         "of the water at the start along x and z, outside of boxes"),
        .instead = "waves=trains, with which its water moves"},
    {ITEMS_IF(WATER_LIST(boxes, box_count, WATER_BOX, waft_water_box_def), 256, "method!=waves",
         "rectangles in which the water starts at a level of its own; later ones cover earlier "
         "ones"),
        .instead = "waves=trains of shape point"},
    {NUMBER(REAL2, BOX(low), "m", PLACE, "", "", "x and z of its lowest corner"),
        REQUIRED("a box needs its low corner, such as low: [0, 0]")},
    {NUMBER(REAL2, BOX(high), "m", PLACE, "", "", "x and z of its highest corner"),
        REQUIRED("a box needs its high corner, such as high: [5, 10]")},
    {NUMBER(REAL, BOX(level), "m", PLACE, "", "",
         "height y of the water in it; below the bed it is dry"),
        REQUIRED("a box needs a level, the height of the water in it")},
    {NUMBER(REAL2, BOX(velocity), "m/s", FROM(-1000, 1000), "[0, 0]", "",
        "of its water at the start along x and z")},
};

// What comes and goes.
static const wafti_param changes[] = {
    {ITEMS_IF(WATER_LIST(sources, source_count, WATER_SOURCE, waft_water_source_def), 256,
         "method!=waves", "discs over which water comes or goes"),
        .instead = "waves=trains of shape point"},
    {NUMBER(REAL2, SPRING(center), "m", PLACE, "", "", "x and z of its middle"),
        REQUIRED("a source needs a center, such as center: [1, 2]"), KEYED},
    {NUMBER(REAL, SPRING(radius), "m", ABOVE(0, 1e6), "0.2", "", "of the disc"), KEYED},
    {NUMBER(REAL, SPRING(rate), "m3/s", FROM(-1e6, 1e6), "0", "",
         "volume that comes in a second; negative drains"),
        KEYED},
    {SWITCH(SPRING(impulse), "false", "with implicit: the water comes rising, not at rest")},
    {NUMBER(REAL, SPRING(start), "s", FROM(0, 1e6), "0", "", "when it begins to work"), LIVE},
    {NUMBER(REAL, SPRING(end), "s", ABOVE(0, 1e6), "", "", "when it stops; without it never"),
        LIVE},

    {GROUP_IF("water.rain", "method!=waves", "drops that fall anywhere, by chance"),
        .instead = "waves=trains of shape point"},
    {NUMBER(REAL, WATER(rain.rate), "1/s", FROM(0, 1e6), "0", "", "drops a second"), KEYED},
    {NUMBER(REAL, WATER(rain.radius), "m", ABOVE(0, 1000), "0.05", "",
         "of the dent that a drop makes, at least half a cell"),
        KEYED},
    {NUMBER(REAL, WATER(rain.height), "m", ABOVE(0, 1000), "0.01", "", "depth of that dent"),
        KEYED},
    {SWITCH(WATER(rain.net), "false",
         "drops bring their volume; without it the water stays as much as it is"),
        LIVE},

    {ITEMS_IF(WATER_LIST(handles, handle_count, HANDLE, waft_handle_def), 256, "method!=waves",
         "hands that push, lift or hold the surface"),
        .instead = "waves=trains of shape point"},
    {CHOICE(HANDLE(kind), "force|hold", "force",
         "a given force, or as much as keeps the surface at a level"),
        VALUES(WAFT_HANDLE_FORCE, WAFT_HANDLE_HOLD)},
    {NUMBER(REAL2, HANDLE(at), "m", PLACE, "", "", "x and z, inside the domain"),
        REQUIRED("a handle needs a place, such as at: [1, 2]"), KEYED},
    {NUMBER(REAL, HANDLE(force), "N", FROM(-1e6, 1e6), "0", "kind=force", "upwards"), KEYED},
    {NUMBER(REAL, HANDLE(level), "m", PLACE, "", "kind=hold", "height y that it holds"),
        REQUIRED("a handle of kind hold needs a level"), KEYED},
    {NUMBER(REAL, HANDLE(most), "N", ABOVE(0, 1e6), "1e4", "kind=hold", "greatest force it takes"),
        KEYED},

    {ITEMS_IF(WATER_LIST(strokes, stroke_count, STROKE, waft_stroke_def), 4096, "method!=waves",
         "bumps that the surface gets at given times; the volume stays"),
        .instead = "waves=trains of shape point"},
    {NUMBER(REAL, STROKE(time), "s", FROM(0, 1e6), "0", "", "when it comes")},
    {NUMBER(REAL2, STROKE_AS(at, brush.at), "m", PLACE, "", "", "x and z, inside the domain"),
        REQUIRED("a stroke needs a place, such as at: [1, 2]")},
    {NUMBER(REAL, STROKE_AS(radius, brush.radius), "m", ABOVE(0, 1e5), "0.2", "",
        "s of its Gaussian, at least half a cell")},
    {NUMBER(REAL, STROKE_AS(height, brush.height), "m", FROM(-1000, 1000), "0.05", "",
        "up, or down if below 0")},

    {GROUP("water.paper", "the sources' own forms, errors included"), PAPER},
    {CHOICE(WATER_AS(paper.breaking, literal_breaking), "standard|literal", "standard",
         "literal takes the slides' mean orbit speed in the slide rule (waves)"),
        VALUES(false, true), PAPER, LIVE},
    {CHOICE(WATER_AS(paper.scheme, shallow.explicit_scheme), "standard|explicit", "standard",
         "explicit is forward Euler, which diverges (implicit)"),
        VALUES(false, true), PAPER},
    {CHOICE(WATER_AS(paper.area, shallow.area), "depth|fixed", "depth",
         "fixed pipes give one wave speed over any depth (columns)"),
        VALUES(WAFT_PIPE_DEPTH, WAFT_PIPE_FIXED), PAPER},
    {NUMBER(REAL2, WATER_AS(paper.areas, shallow.fixed_area), "m2", FROM(0, 1e6), "", "area=fixed",
         "of pipes along axes and along diagonals; 0 diagonals leave four neighbours"),
        REQUIRED("area fixed needs the areas of axes and diagonals, such as areas: [0.1, 0.1]"),
        PAPER},
    {SWITCH(WATER_AS(paper.mean_flow, shallow.mean_flow), "false",
         "moves the mean of old and new flow, which makes waves grow (columns)"),
        PAPER},
    {NUMBER(REAL, WATER_AS(paper.dry_eps, shallow.dry_eps), "m", FROM(0, 1), "0", "",
         "how far below the bed dry cells are set (implicit)"),
        PAPER, KEYED},
};

const wafti_rows wafti_water_rows[WAFTI_WATER_PARTS] = {
    [WAFTI_WATER_DOMAIN] = ROWS_OF(domain),
    [WAFTI_WATER_SURFACE] = ROWS_OF(surface),
    [WAFTI_WATER_FLOW] = ROWS_OF(flow),
    [WAFTI_WATER_CHANGES] = ROWS_OF(changes),
};
