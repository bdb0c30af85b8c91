// SPDX-License-Identifier: MIT
#include "world/property.h"

#include "scene/params.h"
#include "scene_fixture.h"
#include "world/world.h"

static waft_world* open_world(loaded* l, const char* text) {
    load(l, text);
    CHECK_TEXT(l->messages, "");
    waft_world_def def = waft_scene_world_def(l->scene);
    waft_world* world = NULL;
    waft_error error = {.sentence = ""};
    CHECK(waft_scene_create_world(l->scene, &def, &world, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    return world;
}

static void close_world(waft_world* world, loaded* l) {
    waft_world_destroy(world);
    unload(l);
}

static void take_steps(waft_world* world, int count) {
    for (int n = 0; n < count; ++n) {
        CHECK(waft_world_step(world) == WAFT_OK);
    }
}

static double get(const waft_world* world, const char* path) {
    double value = (double)NAN;
    CHECK(waft_world_get(world, path, &value, 1) == WAFT_OK);
    return value;
}

static void set(waft_world* world, const char* path, double value) {
    CHECK(waft_world_set(world, path, &value, 1) == WAFT_OK);
}

static void refuse(waft_world* world, const char* path, double value, const char* sentence) {
    CHECK(waft_world_set(world, path, &value, 1) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(world), sentence);
}

// Everything that has live properties but trains, which another method of water has.
#define EVERYTHING                                                                                 \
    "waft: 1\n"                                                                                    \
    "time: {step: 0.01}\n"                                                                         \
    "air: {winds: [{kind: gust}, {kind: sine}]}\n"                                                 \
    "medium: both\n"                                                                               \
    "ground: {height: -3}\n"                                                                       \
    "water:\n"                                                                                     \
    "  method: swe\n"                                                                              \
    "  size: [4, 4]\n"                                                                             \
    "  cells: [16, 16]\n"                                                                          \
    "  depth: 1\n"                                                                                 \
    "  edges: {left: {kind: level, level: 0}, right: {kind: inflow, flow: 0.01}}\n"                \
    "  sources: [{center: [1, 1]}, {center: [2, 2], rate: 0.1}]\n"                                 \
    "  handles: [{at: [2, 2]}, {at: [1, 2], kind: hold, level: 0}]\n"                              \
    "smoke:\n"                                                                                     \
    "  cells: [16, 16, 16]\n"                                                                      \
    "  spacing: 0.1\n"                                                                             \
    "  origin: [0, 2, 0]\n"                                                                        \
    "  sides: {left: {kind: inflow, speed: 0.1}, right: open}\n"                                   \
    "  sources: [{shape: {sphere: 0.2}, at: [0.8, 2.4, 0.8], temperature: 20}]\n"                  \
    "  turbulence: {refine: 2, triggers: [{kind: distance}, {kind: vorticity}],\n"                 \
    "    bank: {size: 16, count: 2}, bands: [{wavenumber: 4}]}\n"                                  \
    "solids: [{shape: {sphere: 0.2}, at: [0.8, 2.8, 0.8]}]\n"                                      \
    "bodies: [{shape: {sphere: 0.05}, density: 400, release: {position: [3, 2, 3]}}]\n"

// A number a little off, within the range of its row.
static double nudge(const waft_param* p, double value) {
    if (p->type == WAFT_PARAM_BOOL) {
        return value == 0.0 ? 1.0 : 0.0;
    }
    const bool whole = p->type == WAFT_PARAM_INT || p->type == WAFT_PARAM_CHOICE;
    const double wanted = whole ? value + 1.0 : value * 1.01 + 0.001;
    return p->type == WAFT_PARAM_CHOICE ? 0.0 : wanted <= p->high ? wanted : value;
}

// Every live row can be read, set and read back, or says why not.
static size_t set_all(waft_world* world) {
    size_t count = 0;
    for (size_t i = 0; i < waft_param_count(); ++i) {
        const wafti_param* row = wafti_param_row(i);
        const char* pattern = row->shown.path;
        const char* hole = strstr(pattern, "[]");
        char path[WAFT_PATH_SIZE];
        (void)snprintf(path, sizeof(path), "%.*s%s%s",
            hole != NULL ? (int)(hole - pattern) : (int)strlen(pattern), pattern,
            hole != NULL ? "[0]" : "", hole != NULL ? hole + 2 : "");
        const size_t length = wafti_param_length(row);
        double values[3] = {0.0};
        if (!row->shown.live || waft_world_get(world, path, values, length) != WAFT_OK) {
            continue;
        }
        for (size_t n = 0; n < length; ++n) {
            values[n] = nudge(&row->shown, values[n]);
        }
        double back[3] = {0.0};
        if (waft_world_set(world, path, values, length) != WAFT_OK) {
            CHECK(strlen(waft_world_error(world)) > 20);
            continue;
        }
        take_steps(world, 1);
        size_t events = 0;
        (void)waft_world_events(world, &events, NULL);
        CHECK(waft_world_get(world, path, back, length) == WAFT_OK);
        for (size_t n = 0; n < length; ++n) {
            CHECK_NEAR(back[n], values[n], 1e-6 * (1.0 + fabs(values[n])));
        }
        ++count;
    }
    return count;
}

static void everything_live_is_set(void) {
    static loaded l;
    waft_world* world = open_world(&l, EVERYTHING);
    const size_t count = set_all(world);
    CHECK(count > 70);
    close_world(world, &l);
}

static void the_liquid_too(void) {
    static loaded l;
    waft_world* world = open_world(&l,
        "waft: 1\ntime: {step: 0.005}\nliquid:\n  spacing: 0.1\n  domain: {high: [1, 1, 1]}\n"
        "  emitters: [{center: [0.5, 0.5, 0.5], radius: 0.2}]\n"
        "  blocks: [{shape: {box: [0.4, 0.4, 0.4]}, at: [0.3, 0.3, 0.3]}]\n");
    CHECK(set_all(world) > 10);
    close_world(world, &l);
}

// One component, a whole vector, a choice by its place among the words, and all of a list.
static void paths_name_what_they_say(void) {
    static loaded l;
    waft_world* world = open_world(&l, EVERYTHING);
    const double wind[3] = {1.0, 2.0, 3.0};
    double back[3];
    CHECK(waft_world_set(world, "air.wind", wind, 3) == WAFT_OK);
    set(world, "air.wind[1]", -5.0);
    set(world, "smoke.advection", 1.0);
    set(world, "water.handles[1].level", 0.05);
    CHECK(get(world, "air.wind[1]") == 0.0);
    take_steps(world, 1);
    CHECK(waft_world_get(world, "air.wind", back, 3) == WAFT_OK);
    CHECK(back[0] == 1.0 && back[1] == -5.0 && back[2] == 3.0);
    CHECK(get(world, "smoke.advection") == 1.0);
    CHECK(waft_world_smoke(world) != NULL);
    CHECK_NEAR(get(world, "water.handles[1].level"), 0.05, 1e-8);
    CHECK(get(world, "water.handles[0].level") == 0.0);
    // What cannot change can be read.
    CHECK_NEAR(get(world, "smoke.spacing"), 0.1, 1e-8);
    CHECK(waft_world_get(world, "air.wind", back, 2) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_get(world, "air.winds[2].speed", back, 1) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_get(NULL, "air.wind", back, 3) == WAFT_ERR_ARGUMENT);
    close_world(world, &l);
}

static void refusals_say_why(void) {
    static loaded l;
    waft_world* world = open_world(&l, EVERYTHING);
    refuse(world, "smoke.confinemnt", 1.0,
        "there is no property 'smoke.confinemnt'; did you mean 'smoke.confinement'?");
    refuse(world, "liquid.emitters[0].speed", 1.0,
        "liquid.emitters[].speed needs a liquid, which the world does not have");
    refuse(world, "smoke.spacing", 1.0, "smoke.spacing cannot change while the world runs");
    refuse(world, "smoke.sides.top.speed", 1.0,
        "smoke.sides.top.speed has no effect here: it counts where kind=inflow");
    refuse(world, "smoke.confinement", -1.0,
        "smoke.confinement is -1: allowed are values from 0 up to 10000");
    refuse(world, "smoke.confinement", (double)NAN, "smoke.confinement must be finite");
    refuse(world, "smoke.sources[3].density", 1.0, "smoke.sources[].density: there is no number 3");
    refuse(world, "smoke.advection", 7.0, "smoke.advection has no such choice");
    refuse(world, "water.edges.left.sponge", 0.5, "water.edges.left.sponge must be a whole number");
    refuse(world, "air.wind", 1.0, "air.wind takes 3 numbers, not 1");
    refuse(world, "water.handles[7].level", 0.0, "water.handles[].level: there is no number 7");
    CHECK(waft_world_set(world, NULL, NULL, 1) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_edit_total(world) == 0);
    close_world(world, &l);
}

// Keys of all three kinds, from a scene; a source that is removed takes its curve along.
static void keys_of_scenes(void) {
    static loaded l;
    waft_world* world = open_world(&l,
        "waft: 1\ntime: {step: 0.1, fps: 10}\n"
        "gravity: [[0, [0, -9.81, 0]], [1, [0, -1.81, 0]]]\n"
        "smoke:\n  cells: [8, 8, 8]\n  spacing: 0.1\n"
        "  confinement: [[0, 1, step], [0.45, 3]]\n"
        "  buoyancy: {density: [[0, 0, smooth], [1, 1]]}\n"
        "  sources:\n"
        "    - {shape: {sphere: 0.1}, at: [0.4, 0.2, 0.4], density: [[0, 0.1], [1, 0.2]]}\n"
        "    - {shape: {sphere: 0.1}, at: [0.4, 0.6, 0.4], density: [[0, 0.5], [1, 1.5]]}\n");
    CHECK_NEAR(get(world, "gravity[1]"), -9.81, 1e-12);
    take_steps(world, 4);
    CHECK(get(world, "smoke.confinement") == 1.0);
    CHECK_NEAR(get(world, "smoke.buoyancy.density"), 0.4 * 0.4 * (3.0 - 0.8), 1e-7);
    CHECK_NEAR(get(world, "gravity[1]"), -9.81 + 0.4 * 8.0, 1e-12);
    CHECK(
        waft_smoke_remove_source(world->smoke, wafti_smoke_source_at(world->smoke, 0)) == WAFT_OK);
    take_steps(world, 1);
    CHECK(get(world, "smoke.confinement") == 3.0);
    CHECK_NEAR(get(world, "smoke.sources[0].density"), 1.0, 1e-7);
    // An edit holds for one step.
    set(world, "smoke.confinement", 7.0);
    take_steps(world, 1);
    CHECK(get(world, "smoke.confinement") == 7.0);
    take_steps(world, 1);
    CHECK(get(world, "smoke.confinement") == 3.0);
    close_world(world, &l);
}

static const test_case cases[] = {
    {"everything_live_is_set", everything_live_is_set},
    {"the_liquid_too", the_liquid_too},
    {"paths_name_what_they_say", paths_name_what_they_say},
    {"refusals_say_why", refusals_say_why},
    {"keys_of_scenes", keys_of_scenes},
};

TEST_MAIN(cases)
