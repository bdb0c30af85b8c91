// SPDX-License-Identifier: MIT
// The rows. A row is its kind (NUMBER, SWITCH, CHOICE, GROUP, LIST) and what is special about it.
#include "scene/params.h"

#include "scene/units.h"
#include "scene/values.h"

// A key's path and its place in the values are one thing, so they are written once.
#define SCENE(member_) .shown.path = #member_, .offset = offsetof(wafti_scene_values, member_)
#define ITEM(list_, type_, member_)                                                                \
    .shown.path = list_ "[]." #member_, .offset = offsetof(type_, member_)
#define TRAIN(member_)  ITEM("water.trains", wafti_train_values, member_)
#define GAUGE(member_)  ITEM("water.gauges", wafti_gauge_values, member_)
#define TRACER(member_) ITEM("water.tracers", wafti_tracer_values, member_)
#define SOURCE(member_) ITEM("smoke.sources", wafti_emitter_values, member_)
#define OUTPUT(member_) ITEM("output", wafti_output_values, member_)
// What sources and obstacles have in common lies in a struct of its own.
#define SOLID(list_, type_, member_)                                                               \
    .shown.path = list_ "[]." #member_, .offset = offsetof(type_, solid.member_)

// Bounds are there for physics where physics has one, else to keep single precision sound.
#define FROM(low_, high_)  .shown.low = (low_), .shown.high = (high_)
#define ABOVE(low_, high_) FROM(low_, high_), .shown.low_open = true
#define PLACE              FROM(-1e6, 1e6)
#define TURNS              FROM(-1000, 1000)         // rad: a camera may go round many times
#define SEED_TO            9007199254740991.0        // 2^53 - 1: JSON readers hold it exactly
#define DEGREES(angle_)    ((angle_)*WAFTI_PI / 180) // as the unit deg is read, to the last bit

#define ROW(type_, unit_, default_, choices_, only_if_, doc_)                                      \
    .shown.type = WAFT_PARAM_##type_, .shown.unit = (unit_), .shown.default_text = (default_),     \
    .shown.choices = (choices_), .shown.only_if = (only_if_), .shown.doc = (doc_)

// Texts too: their range is that of their bytes.
#define NUMBER(type_, place_, unit_, range_, default_, only_if_, doc_)                             \
    place_, ROW(type_, unit_, default_, "", only_if_, doc_), range_
#define SWITCH(place_, default_, doc_) place_, ROW(BOOL, "", default_, "", "", doc_), FROM(0, 1)
#define SWITCH_IF(place_, default_, only_if_, doc_)                                                \
    place_, ROW(BOOL, "", default_, "", only_if_, doc_), FROM(0, 1)
#define CHOICE(place_, choices_, default_, doc_)                                                   \
    place_, ROW(CHOICE, "", default_, choices_, "", doc_)
#define CHOICE_IF(place_, choices_, default_, only_if_, doc_)                                      \
    place_, ROW(CHOICE, "", default_, choices_, only_if_, doc_)
#define GROUP(path_, doc_)                                                                         \
    ROW(GROUP, "", "", "", "", doc_), .shown.path = (path_), .offset = WAFTI_PARAM_NOWHERE
#define LIST(place_, item_, most_, doc_)                                                           \
    place_, ROW(LIST, "", "[]", "", "", doc_), .shown.high = (most_), .item_size = sizeof(item_)

#define REQUIRED(missing_) .shown.required = true, .missing = (missing_)
#define ANIMATES           .shown.animates = true
#define KNOB(knob_)        ANIMATES, .shown.knob = WAFT_KNOB_##knob_
#define PAPER              .shown.paper = true

// One side of the box of smoke.
#define SIDE_ROWS(side_, knob_, kind_, doc_)                                                       \
    {GROUP("smoke.sides." #side_, doc_ "; a plain word is its kind"), .brief = "kind"},            \
        {CHOICE(SCENE(smoke.sides.side_.kind), "closed|open|inflow|periodic", kind_,               \
            "a wall, still air outside, a wind from outside, or joined to the opposite side")},    \
        {CHOICE_IF(SCENE(smoke.sides.side_.slip), "free|none", "free", "kind=closed",              \
            "free lets the air glide along the wall, none makes it stick")},                       \
        {NUMBER(REAL3, SCENE(smoke.sides.side_.velocity), "m/s", FROM(-1000, 1000), "[0, 0, 0]",   \
            "kind=closed", "of the wall along itself; it takes slip: none")},                      \
        {NUMBER(REAL, SCENE(smoke.sides.side_.speed), "m/s", FROM(-1000, 1000), "", "kind=inflow", \
             "of the air into the box; negative draws it out"),                                    \
            REQUIRED("an inflow needs a speed, such as {kind: inflow, speed: 2}"), KNOB(knob_)},   \
        {NUMBER(REAL, SCENE(smoke.sides.side_.density), "", FROM(0, 1e6), "0", "kind=inflow",      \
            "density of the smoke that blows in")},                                                \
    {                                                                                              \
        NUMBER(REAL, SCENE(smoke.sides.side_.temperature), "K", FROM(-1e5, 1e5), "0",              \
            "kind=inflow", "over that of the air, of what blows in")                               \
    }

// Shape and place of a source or an obstacle.
#define SOLID_ROWS(list_, type_, thing_, knob_)                                                    \
    {CHOICE(SOLID(list_, type_, shape), "sphere|box|capsule|mesh", "",                             \
         "a ball, a box, a rod with round ends along y, or the mesh of a file"),                   \
        REQUIRED(thing_ " needs a shape: sphere, box, capsule or mesh")},                          \
        {NUMBER(REAL3, SOLID(list_, type_, center), "m", PLACE, "", "",                            \
             "where its middle is, or the origin of its mesh; it may move"),                       \
            REQUIRED(thing_ " needs a center, such as center: [0.5, 0.2, 0.5]"), KNOB(knob_)},     \
        {NUMBER(REAL, SOLID(list_, type_, radius), "m", ABOVE(0, 1e6), "", "shape=sphere|capsule", \
             "of a sphere, or of a capsule's ends"),                                               \
            REQUIRED(thing_ " of this shape needs a radius")},                                     \
        {NUMBER(REAL3, SOLID(list_, type_, size), "m", ABOVE(0, 1e6), "", "shape=box",             \
             "lengths of a box's edges"),                                                          \
            REQUIRED(thing_ " of shape box needs a size, such as size: [0.2, 0.1, 0.2]")},         \
        {NUMBER(REAL, SOLID(list_, type_, length), "m", ABOVE(0, 1e6), "", "shape=capsule",        \
             "between the centres of a capsule's round ends"),                                     \
            REQUIRED(thing_ " of shape capsule needs a length, which lies between its ends")},     \
        {NUMBER(FILE, SOLID(list_, type_, file), "", FROM(1, 1000), "", "shape=mesh",              \
             "an OBJ, STL or PLY file, its path relative to the scene"),                           \
            REQUIRED(thing_ " of shape mesh needs a file, the path of an OBJ, STL or PLY mesh")},  \
        {NUMBER(REAL, SOLID(list_, type_, scale), "m", ABOVE(0, 1e6), "1", "shape=mesh",           \
            "length of one unit of the file")},                                                    \
    {                                                                                              \
        SWITCH_IF(SOLID(list_, type_, flip), "false", "shape=mesh",                                \
            "turn every facet over, for a file whose normals point inwards")                       \
    }

// The choices stand in the order of the enums in waft/water.h, waft/smoke.h, waft/scene.h and
// waft/view.h.
const wafti_param wafti_param_table[] = {
    {NUMBER(INT, SCENE(waft), "", FROM(1, 1), "", "",
         "version of the scene format; the first key of every scene"),
        REQUIRED("a scene starts with 'waft: 1', the version of its format")},
    {NUMBER(TEXT, SCENE(title), "", FROM(0, 127), "", "", "what the scene shows")},
    {NUMBER(INT, SCENE(seed), "", FROM(0, SEED_TO), "1", "",
        "root of every random stream; another seed, another spray")},
    {NUMBER(REAL3, SCENE(gravity), "m/s2", FROM(-1000, 1000), "[0, -9.81, 0]", "",
        "acceleration along x, y (up) and z; water needs it straight down")},

    {GROUP("time", "how long, how many frames, how fine")},
    {NUMBER(REAL, SCENE(time.duration), "s", ABOVE(0, 1e6), "4", "", "simulated time")},
    {NUMBER(REAL, SCENE(time.fps), "Hz", ABOVE(0, 1e5), "30", "", "frames a simulated second")},
    {NUMBER(REAL, SCENE(time.step), "s", ABOVE(0, 1000), "0.004", "",
        "longest step; a frame is cut into the fewest equal steps not longer than it")},

    {GROUP("air", "the air over everything")},
    {NUMBER(REAL, SCENE(air.density), "kg/m3", ABOVE(0, 1e5), "1.204", "", "density of the air")},
    {NUMBER(REAL3, SCENE(air.wind), "m/s", FROM(-1000, 1000), "[0, 0, 0]", "",
         "velocity of the air; it carries spray"),
        KNOB(WIND_X)},

    {ROW(GROUP, "", "", "", "", "one water surface over a bed"), .shown.path = "water",
        .offset = offsetof(wafti_scene_values, water.given), .simulated = true},
    {CHOICE(SCENE(water.method), "waves", "waves",
        "how the surface moves: waves is a sum of wave trains")},
    {NUMBER(REAL2, SCENE(water.origin), "m", PLACE, "[0, 0]", "", "x and z of the lowest corner")},
    {NUMBER(REAL2, SCENE(water.size), "m", ABOVE(0, 1e6), "[10, 10]", "", "extent along x and z")},
    {NUMBER(INT2, SCENE(water.cells), "", FROM(1, 4096), "[128, 128]", "",
         "cells along x and z, 4 to 4096; 1 along z gives a strip"),
        .least = WAFTI_LEAST_CELLS},
    {NUMBER(REAL, SCENE(water.level), "m", PLACE, "0", "", "height y of the still surface")},
    {NUMBER(REAL, SCENE(water.depth), "m", ABOVE(0, 1e5), "1", "terrain.kind=flat",
        "depth of the still water over a flat bed")},
    {NUMBER(REAL, SCENE(water.density), "kg/m3", ABOVE(0, 1e5), "998", "", "density of the water")},

    {GROUP("water.terrain", "shape of the bed; heights are world y")},
    {CHOICE(SCENE(water.terrain.kind), "flat|slope|beach|bowl|bump|noise|step|channel|map", "flat",
        "flat lies depth below level; map reads a height map")},
    {NUMBER(FILE, SCENE(water.terrain.file), "", FROM(1, 1000), "", "kind=map",
         "16-bit grey PNG, its path relative to the scene; its first row is the lowest z"),
        REQUIRED("a terrain of kind map needs a file, the path of a 16-bit grey PNG")},
    {NUMBER(REAL, SCENE(water.terrain.low), "m", PLACE, "-1", "kind!=flat",
        "lowest height; black of a map")},
    {NUMBER(REAL, SCENE(water.terrain.high), "m", PLACE, "0", "kind!=flat",
        "highest height; white of a map")},
    {NUMBER(
        REAL, SCENE(water.terrain.middle), "m", PLACE, "-0.5", "kind=beach", "height at the bend")},
    {NUMBER(REAL2, SCENE(water.terrain.direction), "", PLACE, "[1, 0]",
        "kind=slope|beach|step|channel", "x and z of the way up, or along the channel")},
    {NUMBER(REAL, SCENE(water.terrain.from), "m", PLACE, "0", "kind=slope|beach",
        "where the rise starts, from the corner lowest along direction")},
    {NUMBER(
        REAL, SCENE(water.terrain.to), "m", PLACE, "1", "kind=slope|beach", "where the rise ends")},
    {NUMBER(REAL, SCENE(water.terrain.bend), "m", PLACE, "0.5", "kind=beach|step",
        "where a beach changes its slope, or a step stands")},
    {NUMBER(REAL2, SCENE(water.terrain.center), "m", PLACE, "[0, 0]", "kind=bowl|bump|channel",
        "x and z of the middle")},
    {NUMBER(REAL, SCENE(water.terrain.radius), "m", ABOVE(0, 1e6), "1", "kind=bowl|bump",
        "distance from the centre to the rim")},
    {NUMBER(REAL, SCENE(water.terrain.width), "m", ABOVE(0, 1e6), "1", "kind=channel",
        "distance from the middle line to the banks")},
    {NUMBER(REAL, SCENE(water.terrain.length), "m", ABOVE(0, 1e6), "1", "kind=noise",
        "size of the largest bumps")},
    {NUMBER(INT, SCENE(water.terrain.octaves), "", FROM(1, 12), "4", "kind=noise",
        "layers of bumps, each half as large as the one before")},

    {CHOICE(SCENE(water.mode), "normal|height|gerstner", "gerstner",
        "normal moves only normals, height lifts the surface, gerstner moves points on orbits")},
    {CHOICE(SCENE(water.orbit), "airy|deep", "airy",
        "airy orbits widen over shallow water, deep ones stay circles")},
    {SWITCH(SCENE(water.keep_level), "true", "add back the mean level that gerstner orbits take")},
    {SWITCH(SCENE(water.refraction_amplitude), "true",
        "amplitudes also follow how rays spread or gather over the bed")},
    {NUMBER(REAL, SCENE(water.offshore_depth), "m", FROM(0, 1e5), "0", "terrain.kind!=flat",
        "depth at which amplitudes are given; 0 takes the depth at the up-wave corner")},
    {CHOICE(SCENE(water.breaking), "none|slide|miche|mccowan", "slide",
        "rule by which crests break: speed, steepness or depth")},
    {NUMBER(REAL, SCENE(water.foam_life), "s", ABOVE(0, 1e6), "3", "", "time in which foam fades")},

    {GROUP("water.spray", "drops thrown from breaking crests")},
    {NUMBER(INT, SCENE(water.spray.capacity), "", FROM(0, 1e7), "0", "",
        "most drops alive at once; 0 means no spray")},
    {NUMBER(REAL, SCENE(water.spray.amount), "1/m/s", FROM(0, 1e6), "200", "",
         "drops a second and metre of breaking crest"),
        KNOB(SPRAY_AMOUNT)},
    {NUMBER(REAL, SCENE(water.spray.radius), "m", ABOVE(0, 1), "0.002", "", "radius of a drop")},

    {LIST(SCENE(water.trains), wafti_train_values, 256,
         "wave trains; each needs one of length, period and wavenumber"),
        .one_of = "length|period|wavenumber"},
    {CHOICE(TRAIN(shape), "plane|point", "plane", "straight crests, or rings from a point")},
    {NUMBER(REAL2, TRAIN(direction), "", PLACE, "[1, 0]", "shape=plane",
        "x and z of the way the crests travel")},
    {NUMBER(REAL2, TRAIN(center), "m", PLACE, "[0, 0]", "shape=point",
        "x and z of the point the rings come from")},
    {NUMBER(REAL, TRAIN(amplitude), "m", FROM(0, 1000), "0.1", "",
         "height of a crest over the still level"),
        KNOB(TRAIN_AMPLITUDE)},
    {NUMBER(REAL, TRAIN(length), "m", FROM(1e-4, 1e6), "", "",
        "distance from crest to crest, at the depth where amplitudes are given")},
    {NUMBER(REAL, TRAIN(period), "s", FROM(1e-3, 1e5), "", "", "time from crest to crest")},
    {NUMBER(REAL, TRAIN(wavenumber), "rad/m", FROM(1e-6, 6e4), "", "", "2 pi over the length")},
    {NUMBER(REAL, TRAIN(phase), "rad", FROM(-1e4, 1e4), "0", "",
         "phase at the start; a crest stands where it is 0"),
        KNOB(TRAIN_PHASE)},

    {LIST(SCENE(water.gauges), wafti_gauge_values, 1024,
        "points at which gauges.csv records the surface")},
    {NUMBER(TEXT, GAUGE(name), "", FROM(1, 31), "", "", "its column in gauges.csv"),
        REQUIRED("a gauge needs a name, the column it gets in gauges.csv")},
    {NUMBER(REAL2, GAUGE(at), "m", PLACE, "", "", "x and z, inside the domain"),
        REQUIRED("a gauge needs a place, such as at: [1, 2]")},

    {LIST(SCENE(water.tracers), wafti_tracer_values, 1024,
        "water particles whose ways tracers.csv records")},
    {NUMBER(TEXT, TRACER(name), "", FROM(1, 31), "", "", "its column in tracers.csv"),
        REQUIRED("a tracer needs a name, the column it gets in tracers.csv")},
    {NUMBER(
         REAL3, TRACER(at), "m", PLACE, "", "", "x, y and z at rest, between bed and still level"),
        REQUIRED("a tracer needs a place, such as at: [1, -0.5, 2]")},

    {GROUP("water.paper", "the sources' own forms, errors included"), PAPER},
    {CHOICE(SCENE(water.paper.breaking), "standard|literal", "standard",
         "literal takes the slides' mean orbit speed in the slide rule"),
        PAPER},

    {ROW(GROUP, "", "", "", "", "a box of air that carries smoke and heat"), .shown.path = "smoke",
        .offset = offsetof(wafti_scene_values, smoke.given), .simulated = true},
    {NUMBER(INT3, SCENE(smoke.cells), "", FROM(1, 4096), "", "",
         "cells along x, y and z, 4 to 4096; 1 along z gives a flat flow"),
        REQUIRED("smoke needs its cells, such as cells: [64, 128, 64]"),
        .least = WAFTI_LEAST_CELLS},
    {NUMBER(REAL, SCENE(smoke.spacing), "m", ABOVE(0, 1e5), "", "", "edge of a cell"),
        REQUIRED("smoke needs its spacing, the edge of a cell, such as spacing: 2 cm")},
    {NUMBER(REAL3, SCENE(smoke.origin), "m", PLACE, "[0, 0, 0]", "", "lowest corner of the box")},

    {GROUP("smoke.sides", "what the six sides of the box are: left and right along x, bottom and "
                          "top along y, back and front along z")},
    SIDE_ROWS(left, LEFT_SPEED, "closed", "the side at the lowest x"),
    SIDE_ROWS(right, RIGHT_SPEED, "closed", "the side at the highest x"),
    SIDE_ROWS(bottom, BOTTOM_SPEED, "closed", "the side at the lowest y"),
    SIDE_ROWS(top, TOP_SPEED, "open", "the side at the highest y"),
    SIDE_ROWS(back, BACK_SPEED, "closed", "the side at the lowest z"),
    SIDE_ROWS(front, FRONT_SPEED, "closed", "the side at the highest z"),

    {CHOICE(SCENE(smoke.advection), "maccormack|semilagrangian", "maccormack",
        "how the flow carries things: maccormack is sharp, semilagrangian soft")},
    {CHOICE(SCENE(smoke.trace), "auto|euler|rk2", "auto",
        "how a way is traced back; auto is euler for maccormack and rk2 for semilagrangian")},
    {CHOICE(SCENE(smoke.scheme), "split|reflect", "split",
        "split solves for pressure once a step; reflect twice, and keeps eddies alive")},
    {NUMBER(REAL, SCENE(smoke.viscosity), "m2/s", FROM(0, 1e6), "0", "",
        "kinematic viscosity; air has 1.5e-5")},
    {NUMBER(REAL, SCENE(smoke.viscosity_theta), "", FROM(0.5, 1), "1", "",
        "1 takes viscosity by backward Euler, 0.5 by Crank-Nicolson")},

    {GROUP("smoke.buoyancy", "what makes smoke rise or sink, by gravity")},
    {NUMBER(REAL, SCENE(smoke.buoyancy.temperature), "1/K", FROM(0, 1000), "0.00341296928", "",
         "lift of heat; 1/293 K is that of air"),
        KNOB(BUOYANCY_TEMPERATURE)},
    {NUMBER(REAL, SCENE(smoke.buoyancy.density), "", FROM(0, 1000), "0", "",
         "weight of smoke of density 1, as a share of the air's"),
        KNOB(BUOYANCY_DENSITY)},

    {NUMBER(REAL, SCENE(smoke.confinement), "1/s", FROM(0, 1e4), "0", "",
         "strength by which small whirls that the cells lose are given back"),
        KNOB(CONFINEMENT)},
    {GROUP("smoke.dissipation", "how fast things fade")},
    {NUMBER(REAL, SCENE(smoke.dissipation.density), "1/s", FROM(0, 1e4), "0", "",
        "share of the smoke that is lost in a second")},
    {NUMBER(REAL, SCENE(smoke.dissipation.temperature), "1/s", FROM(0, 1e4), "0", "",
        "share of the heat that is lost in a second")},

    {GROUP("smoke.pressure", "how well the flow is kept free of divergence")},
    {NUMBER(REAL, SCENE(smoke.pressure.tolerance), "", FROM(1e-10, 0.1), "1e-4", "",
        "relative residual; where it is not given, --quality preview takes 1e-3, final 1e-5")},
    {NUMBER(INT, SCENE(smoke.pressure.iterations), "", FROM(1, 10000), "100", "",
        "most iterations of a solve")},
    {CHOICE(SCENE(smoke.pressure.solver), "auto|multigrid|dct|cg", "auto",
        "auto is dct for an empty box and a tolerance of 1e-4 or less, else multigrid")},
    {CHOICE(SCENE(smoke.pressure.smoother), "chebyshev|rbgs", "chebyshev",
        "smoother of multigrid: Chebyshev-Jacobi or red-black Gauss-Seidel")},
    {CHOICE(SCENE(smoke.pressure.on_fail), "error|warn", "error",
        "what follows if the iterations do not reach the tolerance")},

    {NUMBER(REAL, SCENE(smoke.cfl), "", ABOVE(0, 20), "3", "",
        "cells that the flow may cross in a sub-step")},
    {NUMBER(INT, SCENE(smoke.max_substeps), "", FROM(1, 256), "16", "",
        "most sub-steps; if more are needed, accuracy suffers and a note says so")},
    {NUMBER(INT, SCENE(smoke.every), "", FROM(1, 1000), "1", "",
        "the smoke moves in every n-th step, n steps far")},
    {SWITCH(SCENE(smoke.fractions), "true",
        "walls of obstacles may cut cells; false makes them of whole cells, to compare")},
    {SWITCH(SCENE(smoke.temperature), "true", "carry heat; without it nothing rises by itself")},

    {LIST(SCENE(smoke.sources), wafti_emitter_values, 1024, "where smoke comes from")},
    SOLID_ROWS("smoke.sources", wafti_emitter_values, "a source", SOURCE_CENTER_X),
    {NUMBER(REAL3, SOLID("smoke.sources", wafti_emitter_values, axis), "", PLACE, "[0, 1, 0]",
        "shape!=sphere", "what it is turned about")},
    {NUMBER(REAL, SOURCE(angle), "rad", TURNS, "0", "shape!=sphere", "how far it is turned")},
    {CHOICE(SOURCE(mode), "hold|add", "hold",
        "hold keeps density and temperature at its values, add adds them every second")},
    {NUMBER(REAL, SOURCE(density), "", FROM(0, 1e6), "1", "",
         "of the smoke inside; with mode add what is added in a second"),
        KNOB(SOURCE_DENSITY)},
    {NUMBER(REAL, SOURCE(temperature), "K", FROM(-1e5, 1e5), "0", "",
         "over that of the air; with mode add what is added in a second"),
        KNOB(SOURCE_TEMPERATURE)},
    {NUMBER(REAL, SOURCE(time), "s", FROM(0, 1e6), "0", "mode=hold",
        "in which the values inside approach those of the source; 0 is at once")},
    {NUMBER(REAL3, SOURCE(velocity), "m/s", FROM(-1000, 1000), "", "",
         "of the air inside; without it the flow goes its own way"),
        .given = offsetof(wafti_emitter_values, has_velocity)},
    {NUMBER(REAL, SOURCE(expansion), "1/s", FROM(-1000, 1000), "0", "",
        "volume of air made there in a second, per volume; an explosion has much")},
    {GROUP("smoke.sources[].noise", "how uneven the source is")},
    {NUMBER(REAL, SOURCE(noise.amount), "", FROM(0, 1), "0", "",
        "share by which its values vary from place to place: from 1 - amount to 1 + amount times "
        "them")},
    {NUMBER(REAL, SOURCE(noise.length), "m", ABOVE(0, 1e6), "0.1", "", "size of the patches")},
    {NUMBER(REAL, SOURCE(noise.speed), "1/s", FROM(0, 1e4), "1", "", "how fast they change")},
    {NUMBER(REAL, SOURCE(start), "s", FROM(0, 1e6), "0", "", "when it begins to work")},
    {NUMBER(REAL, SOURCE(end), "s", ABOVE(0, 1e6), "", "", "when it stops; without it never")},

    {LIST(SCENE(smoke.obstacles), wafti_obstacle_values, 255, "what the flow goes around")},
    SOLID_ROWS("smoke.obstacles", wafti_obstacle_values, "an obstacle", OBSTACLE_CENTER_X),
    {NUMBER(REAL3, SOLID("smoke.obstacles", wafti_obstacle_values, axis), "", PLACE, "[0, 1, 0]",
        "", "what it turns about; in a flat flow always z")},
    {NUMBER(REAL, ITEM("smoke.obstacles", wafti_obstacle_values, angle), "rad", TURNS, "0", "",
         "how far it is turned"),
        KNOB(OBSTACLE_ANGLE)},
    {CHOICE(ITEM("smoke.obstacles", wafti_obstacle_values, slip), "free|none", "free",
        "free lets the air glide along it, none makes it stick")},

    {GROUP("tables", "gauges.csv and tracers.csv")},
    {NUMBER(INT, SCENE(tables.every), "", FROM(1, 1e6), "1", "", "steps between rows")},

    {LIST(SCENE(output), wafti_output_values, 16, "files that a run writes")},
    {CHOICE(OUTPUT(format), "png|obj|pc2|ply|state|vdb|vti|cache", "",
         "of water: png heights, obj meshes, a pc2 point cache, ply spray drops; of smoke: vdb "
         "grids, vti images, a cache of faces and cells; of all: state to replay from"),
        REQUIRED("an output needs a format: png, obj, pc2, ply, state, vdb, vti or cache")},
    {NUMBER(INT, OUTPUT(every), "", FROM(1, 1e6), "1", "", "frames between files")},
    {NUMBER(REAL, OUTPUT(low), "m", PLACE, "0", "format=png",
        "height that is black; with high 0 too: below level by 1.5 x (flat bed) or 2 x the sum of "
        "amplitudes")},
    {NUMBER(REAL, OUTPUT(high), "m", PLACE, "0", "format=png",
        "height that is white; with low 0 too: above level by 1.5 x (flat bed) or 2 x the sum of "
        "amplitudes")},
    {NUMBER(INT, OUTPUT(stride), "", FROM(1, 4096), "1", "format=obj|pc2",
        "every n-th cell along each axis becomes a point")},
    {OUTPUT(fields), ROW(WORDS, "", "[density, temperature, velocity]",
                         "density|temperature|velocity|vorticity", "format=vdb|vti",
                         "what the files hold, at cell centres; vti adds the share of obstacles")},
    {SWITCH_IF(OUTPUT(half), "false", "format=vdb|cache", "16 bits a value in place of 32")},
    {NUMBER(REAL, OUTPUT(active_above), "", FROM(0, 1e6), "1e-4", "format=vdb",
        "density above which a cell is active; others are left out of the file")},
    {SWITCH_IF(OUTPUT(everywhere), "false", "format=vdb",
        "keep velocity, temperature and vorticity where there is no smoke")},

    {GROUP("camera", "where pictures are taken from; a flat flow without it is seen from the "
                     "front, orthographic"),
        .view = true},
    {NUMBER(REAL3, SCENE(camera.from), "m", PLACE, "", "",
         "the eye; without it the camera orbits its target by azimuth, elevation and distance"),
        ANIMATES},
    {NUMBER(REAL3, SCENE(camera.at), "m", PLACE, "", "",
         "what is in the middle of the picture; without it the middle of what is drawn"),
        ANIMATES},
    {NUMBER(REAL, SCENE(camera.azimuth), "rad", TURNS, "30 deg", "",
         "where the eye stands: 0 towards +z, 90 deg towards +x; not with from"),
        ANIMATES, .unless = "from"},
    {NUMBER(REAL, SCENE(camera.elevation), "rad", FROM(DEGREES(-89), DEGREES(89)), "20 deg", "",
         "angle from the horizon up to the eye, seen from its target; not with from"),
        ANIMATES, .unless = "from"},
    {NUMBER(REAL, SCENE(camera.distance), "m", FROM(0, 1e7), "0", "",
         "from the eye to its target; 0 is far enough for all to fit; not with from"),
        ANIMATES, .unless = "from"},
    {NUMBER(REAL, SCENE(camera.fov), "rad", FROM(DEGREES(1), DEGREES(150)), "40 deg", "",
         "vertical angle of view"),
        ANIMATES},
    {CHOICE(SCENE(camera.projection), "perspective|orthographic", "perspective",
        "orthographic has parallel rays, so that lengths can be measured in the picture")},
    {NUMBER(REAL, SCENE(camera.height), "m", FROM(0, 1e7), "0", "projection=orthographic",
         "height of what the picture shows; 0 is as much as it takes for all to fit"),
        ANIMATES},

    {GROUP("render", "which pictures a run makes, and how they look"), .view = true},
    {NUMBER(INT2, SCENE(render.size), "", FROM(16, 8192), "[1280, 720]", "",
        "width and height of a picture in pixels; a video takes even numbers")},
    {NUMBER(INT, SCENE(render.samples), "", FROM(1, 4), "2", "",
        "samples of a pixel along each axis; more give smoother edges")},
    {NUMBER(INT, SCENE(render.every), "", FROM(1, 1e6), "1", "", "frames between pictures")},
    {SWITCH(SCENE(render.pictures), "false", "a run writes its pictures as PNG")},
    {SWITCH(SCENE(render.video), "false", "a run joins its pictures to an MP4")},
    {CHOICE(SCENE(render.background), "sky|plain|dark", "sky",
        "sky with the sun, plain near white for print, dark for smoke and fire")},
    {CHOICE(SCENE(render.ground), "auto|none|plain|grid", "auto",
        "floor below what is drawn; auto is plain, and none where water goes on to the horizon")},
    {SWITCH(SCENE(render.shadows), "true", "the sun casts shadows")},

    {GROUP("render.sun", "where the light comes from")},
    {NUMBER(REAL, SCENE(render.sun.azimuth), "rad", TURNS, "130 deg", "",
         "where the sun stands: 0 towards +z, 90 deg towards +x"),
        ANIMATES},
    {NUMBER(REAL, SCENE(render.sun.elevation), "rad", FROM(DEGREES(1), DEGREES(90)), "35 deg", "",
         "angle of the sun over the horizon"),
        ANIMATES},

    {NUMBER(REAL, SCENE(render.haze), "", FROM(0, 1), "0.25", "",
         "what the air hides of far things, from 0 (clear) to 1 (white)"),
        ANIMATES},
    {NUMBER(REAL, SCENE(render.exposure), "", FROM(-10, 10), "0", "",
         "brightness in stops; 1 more is twice the light"),
        ANIMATES},

    {GROUP("render.water", "the look of water")},
    {CHOICE(SCENE(render.water.edge), "auto|cut|horizon|open", "auto",
        "cut ends it as a block, horizon lets it go on, open just ends it; auto is horizon for 30 "
        "m "
        "or more of deep water, flat bed, straight trains, no tracers; else cut")},
    {NUMBER(REAL, SCENE(render.water.clarity), "m", ABOVE(0, 1e6), "4", "",
        "way through the water after which a third of the light is left")},
    {NUMBER(REAL3, SCENE(render.water.color), "", FROM(0, 1), "[0.03, 0.16, 0.2]", "",
        "red, green and blue (linear) that deep water scatters back")},
    {NUMBER(REAL, SCENE(render.water.foam), "", FROM(0, 1), "1", "", "how white foam is")},
    {NUMBER(REAL, SCENE(render.water.ripples), "", FROM(0, 1), "0.3", "",
        "height of the small waves that are drawn on top of what the cells hold")},

    {GROUP("render.smoke", "the look of smoke")},
    {NUMBER(REAL, SCENE(render.smoke.density), "1/m", ABOVE(0, 1e6), "20", "",
        "extinction of light in smoke of density 1")},
    {NUMBER(REAL3, SCENE(render.smoke.color), "", FROM(0, 1), "[0.8, 0.8, 0.8]", "",
        "red, green and blue (linear) of the light that smoke scatters")},
    {NUMBER(REAL, SCENE(render.smoke.glow), "", FROM(0, 1e6), "1", "",
        "how bright hot smoke shines; 0 means not at all")},
    {NUMBER(REAL, SCENE(render.smoke.glow_from), "K", FROM(0, 1e5), "600", "",
        "temperature over that of the air at which smoke starts to shine")},

    {NUMBER(REAL, SCENE(render.trails), "s", FROM(0, 1e6), "0", "",
        "time of the past that tracers and bodies draw behind them")},
    {NUMBER(REAL, SCENE(render.strobe), "s", FROM(0, 1e6), "0", "",
        "time between earlier poses that stay visible; 0 shows none")},
    {NUMBER(REAL, SCENE(render.tracer_radius), "m", FROM(0, 1e6), "0", "",
        "radius of the balls that tracers are drawn as; 0 goes by the size of the scene")},
    {SWITCH(SCENE(render.gauges), "false", "poles where gauges stand")},
    {SWITCH(SCENE(render.labels), "false", "names of gauges and tracers")},
    {SWITCH(SCENE(render.title), "false", "the scene's title")},
    {SWITCH(SCENE(render.clock), "false", "the simulated time")},
    {SWITCH(SCENE(render.axes), "false", "axes with their numbers")},
    {SWITCH(SCENE(render.scale_bar), "false", "a bar of a round length")},
    {NUMBER(TEXT, SCENE(render.caption), "", FROM(0, 127), "", "", "text along the lower edge")},

    {GROUP("preview", "paths and values for --quality preview, such as water.cells: [64, 64]"),
        .free_keys = true},
};

const size_t wafti_param_table_count = sizeof(wafti_param_table) / sizeof(wafti_param_table[0]);
