// SPDX-License-Identifier: MIT
// How rows of the parameter table are written. For params_table.c.
#ifndef WAFTI_SCENE_ROWS_H
#define WAFTI_SCENE_ROWS_H

#include "scene/units.h"
#include "scene/values.h"

// A key's path and its place in the values are one thing, so they are written once.
#define SCENE(member_) .shown.path = #member_, .offset = offsetof(wafti_scene_values, member_)
#define ITEM(list_, type_, member_)                                                                \
    .shown.path = list_ "[]." #member_, .offset = offsetof(type_, member_)
#define TRAIN(member_)          ITEM("water.trains", wafti_train_values, member_)
#define GAUGE(member_)          ITEM("water.gauges", wafti_gauge_values, member_)
#define TRACER(member_)         ITEM("water.tracers", wafti_tracer_values, member_)
#define POND_BOX(member_)       ITEM("water.boxes", wafti_water_box_values, member_)
#define SPRING(member_)         ITEM("water.sources", wafti_water_source_values, member_)
#define HANDLE(member_)         ITEM("water.handles", wafti_handle_values, member_)
#define STROKE(member_)         ITEM("water.strokes", wafti_stroke_values, member_)
#define SOURCE(member_)         ITEM("smoke.sources", wafti_emitter_values, member_)
#define LIQUID_BLOCK(member_)   ITEM("liquid.blocks", wafti_liquid_block_values, member_)
#define LIQUID_EMITTER(member_) ITEM("liquid.emitters", wafti_liquid_emitter_values, member_)
#define LIQUID_SINK(member_)    ITEM("liquid.sinks", wafti_liquid_sink_values, member_)
#define LIQUID_SIDES            "wall|open|periodic"
#define BODY(member_)           ITEM("bodies", wafti_body_values, member_)
#define WIND(member_)           ITEM("air.winds", wafti_wind_values, member_)
#define OUTPUT(member_)         ITEM("output", wafti_output_values, member_)
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
#define GROUP_IF(path_, only_if_, doc_)                                                            \
    ROW(GROUP, "", "", "", only_if_, doc_), .shown.path = (path_), .offset = WAFTI_PARAM_NOWHERE
#define LIST_IF(place_, item_, most_, only_if_, doc_)                                              \
    place_, ROW(LIST, "", "[]", "", only_if_, doc_), .shown.high = (most_),                        \
                                                     .item_size = sizeof(item_)
#define LIST(place_, item_, most_, doc_)                                                           \
    place_, ROW(LIST, "", "[]", "", "", doc_), .shown.high = (most_), .item_size = sizeof(item_)

#define REQUIRED(missing_) .shown.required = true, .missing = (missing_)
#define ANIMATES           .shown.animates = true
#define KNOB(knob_)        ANIMATES, .shown.knob = WAFT_KNOB_##knob_
#define PAPER              .shown.paper = true

// One edge of the water; `others` stands for those that are not given.
#define EDGE_ROWS(side_, doc_)                                                                     \
    {GROUP("water.edges." #side_, doc_ "; a plain word is its kind"), .brief = "kind"},            \
        {CHOICE(SCENE(water.edges.side_.kind), "wall|open|periodic|wavemaker|inflow|level",        \
            "wall",                                                                                \
            "a wall; open: waves leave; joined to the opposite edge; a wave maker, which lets "    \
            "others out; a given inflow or level (both swe)")},                                    \
        {NUMBER(INT, SCENE(water.edges.side_.sponge), "", FROM(0, 4096), "0", "kind!=periodic",    \
            "cells before the edge in which waves fade")},                                         \
        {NUMBER(REAL, SCENE(water.edges.side_.amplitude), "m", ABOVE(0, 1000), "0.1",              \
            "kind=wavemaker", "height of its crests over the still level")},                       \
        {NUMBER(REAL, SCENE(water.edges.side_.period), "s", ABOVE(0, 1e5), "2", "kind=wavemaker",  \
            "time from crest to crest")},                                                          \
        {NUMBER(REAL, SCENE(water.edges.side_.flow), "m3/s/m", FROM(-1e4, 1e4), "1",               \
            "kind=inflow",                                                                         \
            "volume that comes in, in a second and metre of edge; negative goes out")},            \
    {                                                                                              \
        NUMBER(REAL, SCENE(water.edges.side_.level), "m", PLACE, "", "kind=level",                 \
            "height y of the surface outside"),                                                    \
            REQUIRED("an edge of kind level needs a level, such as {kind: level, level: 0.5}"),    \
            .given = offsetof(wafti_scene_values, water.edges.side_.has_level)                     \
    }

// A spectrum and its bank; `place_` has a wafti_spectrum_values named spectrum. The choices stand in the
// order of the enums in waft/turbulence.h.
// NOLINTBEGIN(bugprone-macro-parentheses): a place is no expression
#define SPECTRUM(place_, member_)                                                                  \
    .shown.path = #place_ "." #member_,                                                            \
    .offset = offsetof(wafti_scene_values, place_.spectrum.member_)
#define SPECTRUM_ROWS(place_, usual_)                                                              \
    {CHOICE(SPECTRUM(place_, law), "given|kolmogorov|equal|power|table", "given",                  \
        "energies of bands: as given, mu^(-5/3) or equal; or a power of k, or a table")},          \
        {LIST_IF(SPECTRUM(place_, bands), wafti_band_values, 16, "law=given|kolmogorov|equal",     \
             "Gaussian bands of wave numbers; none: one of deviation 0.7 " usual_),                \
            .one_of = "wavenumber|scale"},                                                         \
        {NUMBER(REAL, ITEM(#place_ ".bands", wafti_band_values, wavenumber), "", ABOVE(0, 256),    \
            "", "", "where the band is, cycles across the bank")},                                 \
        {NUMBER(REAL, ITEM(#place_ ".bands", wafti_band_values, scale), "", ABOVE(0, 1e4), "", "", \
            "size of its vortices in cells instead")},                                             \
        {NUMBER(REAL, ITEM(#place_ ".bands", wafti_band_values, deviation), "", FROM(0.05, 256),   \
            "0.7", "", "standard deviation of its wave numbers")},                                 \
        {NUMBER(REAL, ITEM(#place_ ".bands", wafti_band_values, energy), "", ABOVE(0, 1e30), "1",  \
            "", "height of the band, of law given; only ratios matter")},                          \
        {NUMBER(REAL2, SPECTRUM(place_, range), "", FROM(0, 256), "[0, 0]", "law=power",           \
            "least and greatest wave number; 0 means 3 and 0.3 of the bank's size")},              \
        {NUMBER(REAL, SPECTRUM(place_, exponent), "", FROM(-20, 20), "-1.6666666666666667",        \
            "law=power", "of the wave number")},                                                   \
        {LIST_IF(SPECTRUM(place_, points), wafti_point_values, 64, "law=table",                    \
            "straight lines in the logarithms through these; nothing outside")},                   \
        {NUMBER(REAL, ITEM(#place_ ".points", wafti_point_values, wavenumber), "", ABOVE(0, 256),  \
             "", "", "cycles across the bank; they rise"),                                         \
            REQUIRED("a point needs a wavenumber")},                                               \
    {                                                                                              \
        NUMBER(REAL, ITEM(#place_ ".points", wafti_point_values, energy), "", ABOVE(0, 1e30), "",  \
            "", "E there; only ratios matter"),                                                    \
            REQUIRED("a point needs an energy")                                                    \
    }
#define SPECTRUM_FILE_ROW(place_)                                                                  \
    {                                                                                              \
        NUMBER(FILE, SPECTRUM(place_, file), "", FROM(1, 1000), "", "law=table",                   \
            "a CSV file with the columns wavenumber and energy in place of points")                \
    }
#define BANK_ROWS(place_, size_, count_)                                                           \
    {GROUP(#place_ ".bank", "random fields that are made once and used again and again")},         \
        {NUMBER(INT, SPECTRUM(place_, bank.size), "", FROM(8, 512), size_, "",                     \
            "cells a side: 2^a, 3 2^a or 5 2^a")},                                                 \
        {NUMBER(INT, SPECTRUM(place_, bank.count), "", FROM(1, 1000), count_, "", "fields")},      \
        {NUMBER(INT, SPECTRUM(place_, bank.seed), "", FROM(0, SEED_TO), "", "",                    \
             "another seed, other fields; without it that of the scene"),                          \
            .given = offsetof(wafti_scene_values, place_.spectrum.bank.has_seed)},                 \
        {CHOICE(SPECTRUM(place_, bank.storage), "half|float|none", "half",                         \
            "16 or 32 bits a number, or made anew whenever one is needed")},                       \
    {                                                                                              \
        SWITCH(SPECTRUM(place_, bank.shift), "true",                                               \
            "move each field by a random number of cells, which hides that it comes again")        \
    }
// NOLINTEND(bugprone-macro-parentheses)

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

#endif // WAFTI_SCENE_ROWS_H
