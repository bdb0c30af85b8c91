// SPDX-License-Identifier: MIT
#include "scene/params.h"

#include <string.h>

#include "base/assert.h"
#include "scene/values.h"

#define SCENE(member)  offsetof(wafti_scene_values, member)
#define TRAIN(member)  offsetof(wafti_train_values, member)
#define GAUGE(member)  offsetof(wafti_gauge_values, member)
#define TRACER(member) offsetof(wafti_tracer_values, member)
#define OUTPUT(member) offsetof(wafti_output_values, member)

// Bounds are there for physics where physics has one, else to keep single precision sound.
#define FROM(low_, high_)  .low = (low_), .high = (high_)
#define ABOVE(low_, high_) .low = (low_), .high = (high_), .low_open = true

#define NUMBER(type_, path_, offset_, unit_, range_, default_, only_if_, doc_)                     \
    {                                                                                              \
        .shown = {.path = (path_),                                                                 \
            .type = WAFT_PARAM_##type_,                                                            \
            .unit = (unit_),                                                                       \
            range_,                                                                                \
            .default_text = (default_),                                                            \
            .doc = (doc_),                                                                         \
            .choices = "",                                                                         \
            .only_if = (only_if_)},                                                                \
        .offset = (offset_)                                                                        \
    }

#define CURVE(type_, path_, offset_, unit_, range_, default_, knob_, doc_)                         \
    {                                                                                              \
        .shown = {.path = (path_),                                                                 \
            .type = WAFT_PARAM_##type_,                                                            \
            .unit = (unit_),                                                                       \
            range_,                                                                                \
            .default_text = (default_),                                                            \
            .doc = (doc_),                                                                         \
            .choices = "",                                                                         \
            .only_if = "",                                                                         \
            .animates = true,                                                                      \
            .knob = WAFT_KNOB_##knob_},                                                            \
        .offset = (offset_)                                                                        \
    }

#define NEEDED(type_, path_, offset_, unit_, range_, only_if_, missing_, doc_)                     \
    {                                                                                              \
        .shown = {.path = (path_),                                                                 \
            .type = WAFT_PARAM_##type_,                                                            \
            .unit = (unit_),                                                                       \
            range_,                                                                                \
            .required = true,                                                                      \
            .default_text = "",                                                                    \
            .doc = (doc_),                                                                         \
            .choices = "",                                                                         \
            .only_if = (only_if_)},                                                                \
        .offset = (offset_), .missing = (missing_)                                                 \
    }

#define SWITCH(path_, offset_, default_, doc_)                                                     \
    NUMBER(BOOL, path_, offset_, "", FROM(0, 1), default_, "", doc_)

#define CHOICE(path_, offset_, choices_, default_, paper_, doc_)                                   \
    {                                                                                              \
        .shown = {.path = (path_),                                                                 \
            .type = WAFT_PARAM_CHOICE,                                                             \
            .unit = "",                                                                            \
            .default_text = (default_),                                                            \
            .doc = (doc_),                                                                         \
            .choices = (choices_),                                                                 \
            .only_if = "",                                                                         \
            .paper = (paper_)},                                                                    \
        .offset = (offset_)                                                                        \
    }

#define GROUP(path_, offset_, paper_, doc_)                                                        \
    {                                                                                              \
        .shown = {.path = (path_),                                                                 \
            .type = WAFT_PARAM_GROUP,                                                              \
            .unit = "",                                                                            \
            .default_text = "",                                                                    \
            .doc = (doc_),                                                                         \
            .choices = "",                                                                         \
            .only_if = "",                                                                         \
            .paper = (paper_)},                                                                    \
        .offset = (offset_)                                                                        \
    }

#define LIST(path_, offset_, item_, most_, one_of_, doc_)                                          \
    {                                                                                              \
        .shown = {.path = (path_),                                                                 \
            .type = WAFT_PARAM_LIST,                                                               \
            .unit = "",                                                                            \
            .high = (most_),                                                                       \
            .default_text = "[]",                                                                  \
            .doc = (doc_),                                                                         \
            .choices = "",                                                                         \
            .only_if = ""},                                                                        \
        .offset = (offset_), .item_size = sizeof(item_), .one_of = (one_of_)                       \
    }

#define PLACE   FROM(-1e6, 1e6)
#define SEED_TO 9007199254740991.0 // 2^53 - 1: JSON readers hold it exactly

// The choices stand in the order of the enums in waft/water.h and waft/scene.h.
static const wafti_param table[] = {
    NEEDED(INT, "waft", SCENE(version), "", FROM(1, 1), "",
        "a scene starts with 'waft: 1', the version of its format",
        "version of the scene format; the first key of every scene"),
    NUMBER(TEXT, "title", SCENE(title), "", FROM(0, 127), "", "", "what the scene shows"),
    NUMBER(INT, "seed", SCENE(seed), "", FROM(0, SEED_TO), "1", "",
        "root of every random stream; another seed, another spray"),
    NUMBER(REAL3, "gravity", SCENE(gravity), "m/s2", FROM(-1000, 1000), "[0, -9.81, 0]", "",
        "acceleration along x, y (up) and z; water needs it straight down"),

    GROUP("time", WAFTI_PARAM_NOWHERE, false, "how long, how many frames, how fine"),
    NUMBER(
        REAL, "time.duration", SCENE(time.duration), "s", ABOVE(0, 1e6), "4", "", "simulated time"),
    NUMBER(REAL, "time.fps", SCENE(time.fps), "Hz", ABOVE(0, 1e5), "30", "",
        "frames a simulated second"),
    NUMBER(REAL, "time.step", SCENE(time.step), "s", ABOVE(0, 1000), "0.004", "",
        "longest step; a frame is cut into the fewest equal steps not longer than it"),

    GROUP("air", WAFTI_PARAM_NOWHERE, false, "the air over everything"),
    NUMBER(REAL, "air.density", SCENE(air.density), "kg/m3", ABOVE(0, 1e5), "1.204", "",
        "density of the air"),
    CURVE(REAL3, "air.wind", SCENE(air.wind), "m/s", FROM(-1000, 1000), "[0, 0, 0]", WIND_X,
        "velocity of the air; it carries spray"),

    {.shown = {.path = "water",
         .type = WAFT_PARAM_GROUP,
         .unit = "",
         .required = true,
         .default_text = "",
         .doc = "one water surface over a bed",
         .choices = "",
         .only_if = ""},
        .offset = SCENE(water.given),
        .missing = "nothing to simulate: add water:"},
    CHOICE("water.method", SCENE(water.method), "waves", "waves", false,
        "how the surface moves: waves is a sum of wave trains"),
    NUMBER(REAL2, "water.origin", SCENE(water.origin), "m", PLACE, "[0, 0]", "",
        "x and z of the lowest corner"),
    NUMBER(REAL2, "water.size", SCENE(water.size), "m", ABOVE(0, 1e6), "[10, 10]", "",
        "extent along x and z"),
    NUMBER(INT2, "water.cells", SCENE(water.cells), "", FROM(1, 4096), "[128, 128]", "",
        "cells along x and z, 4 to 4096; 1 along z gives a strip"),
    NUMBER(REAL, "water.level", SCENE(water.level), "m", PLACE, "0", "",
        "height y of the still surface"),
    NUMBER(REAL, "water.depth", SCENE(water.depth), "m", ABOVE(0, 1e5), "1", "terrain.kind=flat",
        "depth of the still water over a flat bed"),
    NUMBER(REAL, "water.density", SCENE(water.density), "kg/m3", ABOVE(0, 1e5), "998", "",
        "density of the water"),

    GROUP("water.terrain", WAFTI_PARAM_NOWHERE, false, "shape of the bed; heights are world y"),
    CHOICE("water.terrain.kind", SCENE(water.terrain.kind),
        "flat|slope|beach|bowl|bump|noise|step|channel|map", "flat", false,
        "flat lies depth below level; map reads a height map"),
    NEEDED(FILE, "water.terrain.file", SCENE(water.terrain.file), "", FROM(1, 1000), "kind=map",
        "a terrain of kind map needs a file, the path of a 16-bit grey PNG",
        "16-bit grey PNG, its path relative to the scene; its first row is the lowest z"),
    NUMBER(REAL, "water.terrain.low", SCENE(water.terrain.low), "m", PLACE, "-1", "kind!=flat",
        "lowest height; black of a map"),
    NUMBER(REAL, "water.terrain.high", SCENE(water.terrain.high), "m", PLACE, "0", "kind!=flat",
        "highest height; white of a map"),
    NUMBER(REAL, "water.terrain.middle", SCENE(water.terrain.middle), "m", PLACE, "-0.5",
        "kind=beach", "height at the bend"),
    NUMBER(REAL2, "water.terrain.direction", SCENE(water.terrain.direction), "", PLACE, "[1, 0]",
        "kind=slope|beach|step|channel", "x and z of the way up, or along the channel"),
    NUMBER(REAL, "water.terrain.from", SCENE(water.terrain.from), "m", PLACE, "0",
        "kind=slope|beach", "where the rise starts, from the corner lowest along direction"),
    NUMBER(REAL, "water.terrain.to", SCENE(water.terrain.to), "m", PLACE, "1", "kind=slope|beach",
        "where the rise ends"),
    NUMBER(REAL, "water.terrain.bend", SCENE(water.terrain.bend), "m", PLACE, "0.5",
        "kind=beach|step", "where a beach changes its slope, or a step stands"),
    NUMBER(REAL2, "water.terrain.center", SCENE(water.terrain.center), "m", PLACE, "[0, 0]",
        "kind=bowl|bump|channel", "x and z of the middle"),
    NUMBER(REAL, "water.terrain.radius", SCENE(water.terrain.radius), "m", ABOVE(0, 1e6), "1",
        "kind=bowl|bump", "distance from the centre to the rim"),
    NUMBER(REAL, "water.terrain.width", SCENE(water.terrain.width), "m", ABOVE(0, 1e6), "1",
        "kind=channel", "distance from the middle line to the banks"),
    NUMBER(REAL, "water.terrain.length", SCENE(water.terrain.length), "m", ABOVE(0, 1e6), "1",
        "kind=noise", "size of the largest bumps"),
    NUMBER(INT, "water.terrain.octaves", SCENE(water.terrain.octaves), "", FROM(1, 12), "4",
        "kind=noise", "layers of bumps, each half as large as the one before"),

    CHOICE("water.mode", SCENE(water.mode), "normal|height|gerstner", "gerstner", false,
        "normal moves only normals, height lifts the surface, gerstner moves points on orbits"),
    CHOICE("water.orbit", SCENE(water.orbit), "airy|deep", "airy", false,
        "airy orbits widen over shallow water, deep ones stay circles"),
    SWITCH("water.keep_level", SCENE(water.keep_level), "true",
        "add back the mean level that gerstner orbits take"),
    SWITCH("water.refraction_amplitude", SCENE(water.refraction_amplitude), "true",
        "amplitudes also follow how rays spread or gather over the bed"),
    NUMBER(REAL, "water.offshore_depth", SCENE(water.offshore_depth), "m", FROM(0, 1e5), "0",
        "terrain.kind!=flat",
        "depth at which amplitudes are given; 0 takes the depth at the up-wave corner"),
    CHOICE("water.breaking", SCENE(water.breaking), "none|slide|miche|mccowan", "slide", false,
        "rule by which crests break: speed, steepness or depth"),
    NUMBER(REAL, "water.foam_life", SCENE(water.foam_life), "s", ABOVE(0, 1e6), "3", "",
        "time in which foam fades"),

    GROUP("water.spray", WAFTI_PARAM_NOWHERE, false, "drops thrown from breaking crests"),
    NUMBER(INT, "water.spray.capacity", SCENE(water.spray.capacity), "", FROM(0, 1e7), "0", "",
        "most drops alive at once; 0 means no spray"),
    CURVE(REAL, "water.spray.amount", SCENE(water.spray.amount), "1/m/s", FROM(0, 1e6), "200",
        SPRAY_AMOUNT, "drops a second and metre of breaking crest"),
    NUMBER(REAL, "water.spray.radius", SCENE(water.spray.radius), "m", ABOVE(0, 1), "0.002", "",
        "radius of a drop"),

    LIST("water.trains", SCENE(water.trains), wafti_train_values, 256, "length|period|wavenumber",
        "wave trains; each needs one of length, period and wavenumber"),
    CHOICE("water.trains[].shape", TRAIN(shape), "plane|point", "plane", false,
        "straight crests, or rings from a point"),
    NUMBER(REAL2, "water.trains[].direction", TRAIN(direction), "", PLACE, "[1, 0]", "shape=plane",
        "x and z of the way the crests travel"),
    NUMBER(REAL2, "water.trains[].center", TRAIN(center), "m", PLACE, "[0, 0]", "shape=point",
        "x and z of the point the rings come from"),
    CURVE(REAL, "water.trains[].amplitude", TRAIN(amplitude), "m", FROM(0, 1000), "0.1",
        TRAIN_AMPLITUDE, "height of a crest over the still level"),
    NUMBER(REAL, "water.trains[].length", TRAIN(length), "m", FROM(1e-4, 1e6), "", "",
        "distance from crest to crest, at the depth where amplitudes are given"),
    NUMBER(REAL, "water.trains[].period", TRAIN(period), "s", FROM(1e-3, 1e5), "", "",
        "time from crest to crest"),
    NUMBER(REAL, "water.trains[].wavenumber", TRAIN(wavenumber), "rad/m", FROM(1e-6, 6e4), "", "",
        "2 pi over the length"),
    CURVE(REAL, "water.trains[].phase", TRAIN(phase), "rad", FROM(-1e4, 1e4), "0", TRAIN_PHASE,
        "phase at the start; a crest stands where it is 0"),

    LIST("water.gauges", SCENE(water.gauges), wafti_gauge_values, 1024, NULL,
        "points at which gauges.csv records the surface"),
    NEEDED(TEXT, "water.gauges[].name", GAUGE(name), "", FROM(1, 31), "",
        "a gauge needs a name, the column it gets in gauges.csv", "its column in gauges.csv"),
    NEEDED(REAL2, "water.gauges[].at", GAUGE(at), "m", PLACE, "",
        "a gauge needs a place, such as at: [1, 2]", "x and z, inside the domain"),

    LIST("water.tracers", SCENE(water.tracers), wafti_tracer_values, 1024, NULL,
        "water particles whose ways tracers.csv records"),
    NEEDED(TEXT, "water.tracers[].name", TRACER(name), "", FROM(1, 31), "",
        "a tracer needs a name, the column it gets in tracers.csv", "its column in tracers.csv"),
    NEEDED(REAL3, "water.tracers[].at", TRACER(at), "m", PLACE, "",
        "a tracer needs a place, such as at: [1, -0.5, 2]",
        "x, y and z at rest, between bed and still level"),

    GROUP("water.paper", WAFTI_PARAM_NOWHERE, true, "the sources' own forms, errors included"),
    CHOICE("water.paper.breaking", SCENE(water.paper.breaking), "standard|literal", "standard",
        true, "literal takes the slides' mean orbit speed in the slide rule"),

    GROUP("tables", WAFTI_PARAM_NOWHERE, false, "gauges.csv and tracers.csv"),
    NUMBER(
        INT, "tables.every", SCENE(tables.every), "", FROM(1, 1e6), "1", "", "steps between rows"),

    LIST("output", SCENE(output), wafti_output_values, 16, NULL, "files that a run writes"),
    {.shown = {.path = "output[].format",
         .type = WAFT_PARAM_CHOICE,
         .unit = "",
         .required = true,
         .default_text = "",
         .doc = "png heights, obj meshes, a pc2 point cache, ply spray drops",
         .choices = "png|obj|pc2|ply",
         .only_if = ""},
        .offset = OUTPUT(format),
        .missing = "an output needs a format: png, obj, pc2 or ply"},
    NUMBER(INT, "output[].every", OUTPUT(every), "", FROM(1, 1e6), "1", "", "frames between files"),
    NUMBER(REAL, "output[].low", OUTPUT(low), "m", PLACE, "0", "format=png",
        "height that is black; with high 0 too: below level by 1.5 x (flat bed) or 2 x the sum of "
        "amplitudes"),
    NUMBER(REAL, "output[].high", OUTPUT(high), "m", PLACE, "0", "format=png",
        "height that is white; with low 0 too: above level by 1.5 x (flat bed) or 2 x the sum of "
        "amplitudes"),
    NUMBER(INT, "output[].stride", OUTPUT(stride), "", FROM(1, 4096), "1", "format=obj|pc2",
        "every n-th cell along each axis becomes a point"),

    {.shown = {.path = "preview",
         .type = WAFT_PARAM_GROUP,
         .unit = "",
         .default_text = "",
         .doc = "paths and values for --quality preview, such as water.cells: [64, 64]",
         .choices = "",
         .only_if = ""},
        .offset = WAFTI_PARAM_NOWHERE,
        .free_keys = true},
};

static const size_t table_count = sizeof(table) / sizeof(table[0]);

const wafti_param* wafti_param_row(size_t index) {
    return index < table_count ? &table[index] : NULL;
}

size_t waft_param_count(void) {
    return table_count;
}

const waft_param* waft_param_at(size_t index) {
    return index < table_count ? &table[index].shown : NULL;
}

const waft_param* waft_param_find(const char* path) {
    for (size_t i = 0; path != NULL && i < table_count; ++i) {
        if (strcmp(table[i].shown.path, path) == 0) {
            return &table[i].shown;
        }
    }
    return NULL;
}

const char* waft_param_type_name(waft_param_type type) {
    static const char* const names[] = {
        "bool", "int", "real", "text", "file", "choice", "int2", "real2", "real3", "group", "list"};
    return (size_t)type < sizeof(names) / sizeof(names[0]) ? names[type] : NULL;
}

// Bytes of the path up to the key; 0 at the top level.
static size_t parent_length(const char* path) {
    const char* dot = strrchr(path, '.');
    return dot != NULL ? (size_t)(dot - path) : 0;
}

const char* wafti_param_key(const wafti_param* row) {
    const size_t length = parent_length(row->shown.path);
    return row->shown.path + (length > 0 ? length + 1 : 0);
}

static bool is_inside(const wafti_param* row, const wafti_param* parent) {
    const size_t length = parent_length(row->shown.path);
    if (parent == NULL) {
        return length == 0;
    }
    const char* path = parent->shown.path;
    const size_t own = strlen(path);
    const size_t brackets = parent->shown.type == WAFT_PARAM_LIST ? 2 : 0;
    return length == own + brackets && memcmp(row->shown.path, path, own) == 0;
}

const wafti_param* wafti_param_next(const wafti_param* parent, const wafti_param* previous) {
    const wafti_param* row = previous != NULL ? previous + 1 : table;
    for (; row < table + table_count; ++row) {
        if (is_inside(row, parent)) {
            return row;
        }
    }
    return NULL;
}

const wafti_param* wafti_param_inside(const wafti_param* parent, const char* key) {
    const wafti_param* row = wafti_param_next(parent, NULL);
    while (row != NULL && strcmp(wafti_param_key(row), key) != 0) {
        row = wafti_param_next(parent, row);
    }
    return row;
}

const wafti_param* wafti_param_parent(const wafti_param* row) {
    for (size_t i = 0; i < table_count; ++i) {
        const waft_param_type type = table[i].shown.type;
        if ((type == WAFT_PARAM_GROUP || type == WAFT_PARAM_LIST) && is_inside(row, &table[i])) {
            return &table[i];
        }
    }
    return NULL;
}

size_t wafti_param_length(const wafti_param* row) {
    switch (row->shown.type) {
    case WAFT_PARAM_INT2:
    case WAFT_PARAM_REAL2:
        return 2;
    case WAFT_PARAM_REAL3:
        return 3;
    default:
        return 1;
    }
}

size_t wafti_param_condition_length(const wafti_param* row) {
    return strcspn(row->shown.only_if, "!=");
}

void wafti_param_condition_keys(const wafti_param* row, wafti_words* out_keys) {
    wafti_words_init(out_keys);
    const size_t length = wafti_param_condition_length(row);
    for (size_t i = 0; i < length;) {
        const size_t key_length = strcspn(row->shown.only_if + i, ".!=");
        wafti_words_add(out_keys, row->shown.only_if + i, key_length);
        i += key_length + 1;
    }
}

const wafti_param* wafti_param_condition(const wafti_param* row, wafti_words* out_choices) {
    const size_t length = wafti_param_condition_length(row);
    if (length == 0) {
        return NULL;
    }
    const size_t start = (size_t)(wafti_param_key(row) - row->shown.path);
    const wafti_param* decides = table;
    while (strlen(decides->shown.path) != start + length ||
           memcmp(decides->shown.path, row->shown.path, start) != 0 ||
           memcmp(decides->shown.path + start, row->shown.only_if, length) != 0) {
        ++decides;
        WAFT_ASSERT(decides < table + table_count);
    }
    const char* relation = row->shown.only_if + length;
    wafti_words listed;
    wafti_words_split(&listed, strchr(relation, '=') + 1);
    wafti_words_split(out_choices, decides->shown.choices);
    wafti_words_filter(out_choices, &listed, *relation != '!');
    return decides;
}

const char* wafti_param_choice(const wafti_param* row, const void* base, wafti_words* words) {
    int index = 0;
    memcpy(&index, (const char*)base + row->offset, sizeof(index));
    wafti_words_split(words, row->shown.choices);
    return words->list[index];
}

bool wafti_param_applies(const wafti_param* row, const void* base) {
    wafti_words wanted;
    const wafti_param* sibling = wafti_param_condition(row, &wanted);
    if (sibling == NULL) {
        return true;
    }
    wafti_words choices;
    return wafti_words_index(&wanted, wafti_param_choice(sibling, base, &choices)) >= 0;
}

bool wafti_param_is_unset(const wafti_param* row, const void* base) {
    if (row->shown.default_text[0] != '\0') {
        return false;
    }
    const char* place = (const char*)base + row->offset;
    if (row->shown.type == WAFT_PARAM_REAL) {
        double value = 0.0;
        memcpy(&value, place, sizeof(value));
        return value == 0.0;
    }
    if (row->shown.type == WAFT_PARAM_TEXT || row->shown.type == WAFT_PARAM_FILE) {
        const char* text = NULL;
        memcpy(&text, place, sizeof(text));
        return text == NULL;
    }
    return false;
}
