// SPDX-License-Identifier: MIT
// How rows of the parameter table are written. For params_table.c.
#ifndef WAFTI_SCENE_ROWS_H
#define WAFTI_SCENE_ROWS_H

#include "param/rows.h"
#include "scene/units.h"
#include "scene/values.h"

// A key's path and its place in the values are one thing, so they are written once.
#define SCENE(member_)              .shown.path = #member_, AT(SCENE, wafti_scene_values, member_)
#define ITEM(list_, type_, member_) .shown.path = list_ "[]." #member_, AT(ITEM, type_, member_)
#define SOURCE(member_)             ITEM("smoke.sources", wafti_emitter_values, member_)
#define LIQUID_BLOCK(member_)       ITEM("liquid.blocks", wafti_liquid_block_values, member_)
#define LIQUID_EMITTER(member_)     ITEM("liquid.emitters", wafti_liquid_emitter_values, member_)
#define LIQUID_SINK(member_)        ITEM("liquid.sinks", wafti_liquid_sink_values, member_)
#define LIQUID_SIDES                "wall|open|periodic"
#define SOLID(member_)              ITEM("solids", wafti_solid_values, member_)
#define BODY(member_)               ITEM("bodies", wafti_body_values, member_)
#define WIND(member_)               ITEM("air.winds", wafti_wind_values, member_)
#define OUTPUT(member_)             ITEM("output", wafti_output_values, member_)
// Lists that no public struct has.
#define LIST_IF(place_, item_, most_, only_if_, doc_)                                              \
    place_, ROW(LIST, "", "[]", "", only_if_, doc_),                                               \
        .shown.high = (most_), .item_owner = WAFTI_OWNER_ITEM, .item_size = sizeof(item_)
#define LIST(place_, item_, most_, doc_)                                                           \
    place_, ROW(LIST, "", "[]", "", "", doc_),                                                     \
        .shown.high = (most_), .item_owner = WAFTI_OWNER_ITEM, .item_size = sizeof(item_)

// A spectrum and its bank; `place_` has a wafti_spectrum_values named spectrum. The choices stand in the
// order of the enums in waft/turbulence.h.
// NOLINTBEGIN(bugprone-macro-parentheses): a place is no expression
#define SPECTRUM(place_, member_)                                                                  \
    .shown.path = #place_ "." #member_, AT(SCENE, wafti_scene_values, place_.spectrum.member_)
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

// The shape of a solid, a source, a block or a sink: the grammar of bodies.
#define SHAPE_ROWS(list_, type_)                                                                   \
    {GROUP(list_ "[].shape", "exactly one shape, such as {sphere: 10 cm}")},                       \
        {NUMBER(REAL, ITEM(list_, type_, shape.sphere), "m", ABOVE(0, 1e6), "", "", "radius"),     \
            .given = offsetof(type_, shape.has_sphere)},                                           \
        {NUMBER(REAL3, ITEM(list_, type_, shape.box), "m", ABOVE(0, 1e6), "", "",                  \
             "edges along x, y, z"),                                                               \
            .given = offsetof(type_, shape.has_box)},                                              \
        {NUMBER(REAL2, ITEM(list_, type_, shape.capsule), "m", ABOVE(0, 1e6), "", "",              \
             "a rod with round ends along y: radius, and length between the ends' centres"),       \
            .given = offsetof(type_, shape.has_capsule)},                                          \
        {NUMBER(FILE, ITEM(list_, type_, shape.mesh), "", FROM(1, 1000), "", "",                   \
            "an OBJ, STL, PLY, glTF or GLB file, its path relative to the scene")},                \
        {NUMBER(REAL, ITEM(list_, type_, shape.scale), "m", ABOVE(0, 1e6), "1", "",                \
            "length of one unit of the file")},                                                    \
        {SWITCH(ITEM(list_, type_, shape.flip), "false",                                           \
            "turn every facet over, for a file whose normals point inwards")},                     \
    {                                                                                              \
        NUMBER(TEXT, ITEM(list_, type_, shape.object), "", FROM(1, 127), "", "",                   \
            "only this object or mesh of the file")                                                \
    }

// How it is turned; a solid adds ANIMATES to its angle.
#define ROTATION_ROWS(list_, type_, axis_doc_)                                                     \
    {GROUP(list_ "[].rotation", "how it is turned, such as {axis: [0, 0, 1], angle: 30 deg}")},    \
    {                                                                                              \
        NUMBER(REAL3, ITEM(list_, type_, rotation.axis), "", PLACE, "[0, 1, 0]", "", axis_doc_)    \
    }
#define ANGLE_ROW(list_, type_)                                                                    \
    NUMBER(REAL, ITEM(list_, type_, rotation.angle), "rad", TURNS, "0", "", "how far it is turned")

#endif // WAFTI_SCENE_ROWS_H
