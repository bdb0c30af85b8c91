// SPDX-License-Identifier: MIT
// What concerns the scene as a whole: format, time, gravity, outputs, memory.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "scene/outputs.h"
#include "scene/override.h"
#include "scene/reader.h"
#include "scene/scene.h"
#include "water/water.h"
#include "world/estimate.h"

enum { NUMBER_SIZE = 40 };

#define MOST_FRAMES 1e6
#define MOST_STEPS  1e9

// The value if it is given, else its group's key, else the scene's start.
static wafti_mark mark_of(const wafti_check* check, const wafti_node* group, const char* key) {
    const wafti_node* node = wafti_node_child(group, key);
    if (node != NULL) {
        return node->mark;
    }
    return group != NULL && group->key != NULL ? group->key_mark : check->root->mark;
}

static void check_first_key(const wafti_check* check) {
    const wafti_node* version = wafti_node_child(check->root, "waft");
    if (version != NULL && version != check->root->first) {
        wafti_report(check->diagnostics, &version->key_mark, "waft must be the first key");
    }
}

static void check_time(const wafti_check* check, const wafti_scene_values* values) {
    const wafti_node* time = wafti_node_child(check->root, "time");
    if (!wafti_is_sound(time) || !wafti_is_sound(wafti_node_child(time, "duration")) ||
        !wafti_is_sound(wafti_node_child(time, "fps")) ||
        !wafti_is_sound(wafti_node_child(time, "step"))) {
        return;
    }
    char count[NUMBER_SIZE];
    const double frames = floor(values->time.duration * values->time.fps + 0.5);
    const double steps =
        fmax(frames, 1.0) * fmax(ceil(1.0 / values->time.fps / values->time.step), 1.0);
    if (frames > MOST_FRAMES) {
        const wafti_mark mark = mark_of(check, time, "duration");
        (void)wafti_format_double(count, frames);
        wafti_report(check->diagnostics, &mark,
            "time.duration and time.fps give %s frames; at most 1000000 are allowed", count);
    } else if (steps > MOST_STEPS) {
        const wafti_mark mark = mark_of(check, time, "step");
        (void)wafti_format_double(count, steps);
        wafti_report(check->diagnostics, &mark,
            "the run would take %s steps; at most 1000000000 are allowed", count);
    }
}

static void check_gravity(const wafti_check* check, const wafti_scene_values* values) {
    const wafti_node* node = wafti_node_child(check->root, "gravity");
    const double* gravity = values->world.gravity;
    const bool down = gravity[0] == 0.0 && gravity[2] == 0.0 && (float)gravity[1] < 0.0f;
    if (node != NULL && !node->bad && !down && values->has_water) {
        wafti_report(check->diagnostics, &node->mark,
            "gravity must point straight down for water, such as [0, -9.81, 0]");
    }
}

// False if what the format tells of is not there.
static bool check_subject(const wafti_check* check, const wafti_scene_values* values,
    const wafti_node* format, wafti_output_subject of, size_t index) {
    const struct {
        const char* key;
        bool given;
    } subjects[] = {
        [WAFTI_OUTPUT_OF_WATER] = {"water", values->has_water},
        [WAFTI_OUTPUT_OF_SPRAY] = {"water", values->has_water},
        [WAFTI_OUTPUT_OF_SMOKE] = {"smoke", values->smoke.given},
        [WAFTI_OUTPUT_OF_BODIES] = {"bodies", values->bodies.count > 0},
        [WAFTI_OUTPUT_OF_LIQUID] = {"liquid", values->liquid.given},
        [WAFTI_OUTPUT_OF_ALL] = {"", true},
    };
    // Nothing is said of a thing that is there but could not be read.
    if (!subjects[of].given && wafti_node_child(check->root, subjects[of].key) == NULL) {
        wafti_report(check->diagnostics, &format->mark,
            "output[%zu] writes %s as %s, but the scene has no %s", index, subjects[of].key,
            format->text, subjects[of].key);
    }
    return subjects[of].given;
}

static void check_smoke_fields(const wafti_check* check, const wafti_scene_values* values,
    const wafti_node* node, size_t index) {
    const wafti_node* fields = wafti_node_child(node, "fields");
    for (size_t i = 0; fields != NULL && !fields->bad && i < fields->child_count; ++i) {
        const wafti_node* word = wafti_node_item(fields, i);
        if (strcmp(word->text, "temperature") == 0 && !values->smoke.def.temperature) {
            wafti_report(check->diagnostics, &word->mark,
                "output[%zu].fields has temperature, but smoke.temperature is false", index);
        }
    }
}

static void check_output(const wafti_check* check, const wafti_scene_values* values, size_t index) {
    const wafti_node* node = wafti_node_item(wafti_node_child(check->root, "output"), index);
    const waft_output_def* outputs = values->output.items;
    const waft_output_def* output = &outputs[index];
    const wafti_node* format = wafti_node_child(node, "format");
    if (node->bad || format == NULL || format->bad) {
        return;
    }
    for (size_t i = 0; i < index; ++i) {
        if (outputs[i].format == output->format) {
            wafti_report(check->diagnostics, &format->mark,
                "output[%zu] has the format of output[%zu]; their files would be the same", index,
                i);
            return;
        }
    }
    const wafti_output_subject of = wafti_output_of(output->format);
    if (!check_subject(check, values, format, of, index)) {
        return;
    }
    check_smoke_fields(check, values, node, index);
    const bool automatic = output->low == 0.0f && output->high == 0.0f;
    if (output->format == WAFT_OUTPUT_PNG && !automatic && !(output->low < output->high) &&
        wafti_is_sound(wafti_node_child(node, "low")) &&
        wafti_is_sound(wafti_node_child(node, "high"))) {
        wafti_report(check->diagnostics, &node->mark,
            "output[%zu].high must be above its low; leave both out for a range that fits", index);
    }
    const wafti_node* spray = wafti_node_child(wafti_node_child(check->root, "water"), "spray");
    if (of == WAFTI_OUTPUT_OF_SPRAY && values->water.spray.capacity == 0 && wafti_is_sound(spray) &&
        wafti_is_sound(wafti_node_child(spray, "capacity"))) {
        wafti_report(check->diagnostics, &format->mark,
            "output[%zu] writes spray drops, but water.spray.capacity is 0", index);
    }
}

static void check_outputs(const wafti_check* check, const wafti_scene_values* values) {
    for (size_t i = 0; i < values->output.count; ++i) {
        check_output(check, values, i);
    }
}

// The key whose smallest setting saves most.
static const char* largest_contributor(const waft_water_def* def) {
    waft_water_def without = *def;
    without.spray.capacity = 0;
    const uint64_t spray = wafti_water_estimate_memory(def) - wafti_water_estimate_memory(&without);
    without = *def;
    without.cells[0] = 4;
    without.cells[1] = 4;
    const uint64_t cells = wafti_water_estimate_memory(def) - wafti_water_estimate_memory(&without);
    return spray > cells ? "spray.capacity" : "cells";
}

// "1.5 KiB", "10 MiB"; what is cut off counts as another tenth if `up`.
static const char* format_bytes(uint64_t bytes, bool up, char buffer[NUMBER_SIZE]) {
    static const char* const names[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    size_t name = 0;
    uint64_t unit = 1;
    while (name < 4 && bytes / 1024 >= unit) {
        unit *= 1024;
        ++name;
    }
    const uint64_t tenths = bytes / unit * 10 + (bytes % unit * 10 + (up ? unit - 1 : 0)) / unit;
    int length = snprintf(buffer, NUMBER_SIZE, "%" PRIu64, tenths / 10);
    if (tenths % 10 != 0) {
        length +=
            snprintf(buffer + length, NUMBER_SIZE - (size_t)length, ".%d", (int)(tenths % 10));
    }
    (void)snprintf(buffer + length, NUMBER_SIZE - (size_t)length, " %s", names[name]);
    return buffer;
}

// A thing of the world, the bytes it takes, and the key that decides them.
typedef struct share {
    uint64_t bytes;
    const char* group;
    const char* key;
} share;

static void report_meshes(
    const wafti_check* check, const wafti_mesh_memory* meshes, uint64_t needed) {
    char numbers[2][NUMBER_SIZE];
    wafti_report(check->diagnostics, &wafti_node_named(check->root, meshes->path)->mark,
        "the scene needs about %s, most of it for distances to the mesh of %s, but the limit is "
        "%s; a smaller scale or a larger spacing takes less",
        format_bytes(needed, true, numbers[0]), meshes->path,
        format_bytes(check->max_memory, false, numbers[1]));
}

static void report_memory(const wafti_check* check, const share* largest, uint64_t needed) {
    const wafti_node* group = wafti_node_child(check->root, largest->group);
    const bool spray = strcmp(largest->key, "spray.capacity") == 0;
    const wafti_mark mark = spray ? mark_of(check, wafti_node_child(group, "spray"), "capacity")
                                  : mark_of(check, group, largest->key);
    char numbers[2][NUMBER_SIZE];
    wafti_report(check->diagnostics, &mark,
        "the scene needs about %s, most of it for %s.%s, but the limit is %s",
        format_bytes(needed, true, numbers[0]), largest->group, largest->key,
        format_bytes(check->max_memory, false, numbers[1]));
}

static void check_memory(const wafti_check* check, const waft_scene* scene) {
    const wafti_scene_values* values = &scene->values;
    enum { SHARES = 4 };
    share shares[SHARES] = {{.group = "water"}, {.group = "smoke", .key = "cells"},
        {.group = "bodies", .key = "count"}, {.group = "liquid", .key = "spacing"}};
    if (values->has_water) {
        shares[0].bytes = wafti_water_estimate_memory(&scene->water);
        shares[0].key = largest_contributor(&scene->water);
    }
    if (values->smoke.given) {
        shares[1].bytes = waft_smoke_memory_needed(&scene->smoke);
    }
    if (scene->has_detail) {
        shares[1].bytes = wafti_size_add(shares[1].bytes, wafti_scene_detail_memory(scene));
    }
    if (values->bodies.count > 0) {
        const waft_bodies_def bodies = wafti_scene_bodies_def(scene);
        shares[2].bytes = waft_bodies_memory_needed(&bodies);
        shares[0].bytes +=
            values->has_water ? wafti_world_estimate_floating(&scene->water, &bodies) : 0;
    }
    if (values->liquid.given) {
        shares[3].bytes = wafti_scene_liquid_memory(scene);
    }
    const share* largest = &shares[0];
    uint64_t needed = 0;
    for (int i = 0; i < SHARES; ++i) {
        needed = shares[i].bytes > UINT64_MAX - needed ? UINT64_MAX : needed + shares[i].bytes;
        largest = shares[i].bytes > largest->bytes ? &shares[i] : largest;
    }
    const wafti_mesh_memory meshes = wafti_scene_mesh_memory(scene);
    needed = wafti_size_add(needed, wafti_size_add(meshes.kept, meshes.passing));
    // A smoke of impossible size is refused for that.
    const bool told = shares[1].bytes == SIZE_MAX;
    if (check->max_memory == 0 || needed <= check->max_memory || told) {
        return;
    }
    if (meshes.largest > largest->bytes) {
        report_meshes(check, &meshes, needed);
    } else {
        report_memory(check, largest, needed);
    }
}

// A scene has water, smoke or bodies; who misspelt one of them is told so already.
static void check_subjects(const wafti_check* check) {
    wafti_words keys;
    wafti_words_init(&keys);
    const wafti_param* row = wafti_param_next(NULL, NULL);
    for (; row != NULL; row = wafti_param_next(NULL, row)) {
        const char* key = wafti_param_key(row);
        if (row->simulated && (wafti_node_child(check->root, key) != NULL ||
                                  wafti_node_misspells(check->root, NULL, key))) {
            return;
        }
        if (row->simulated) {
            wafti_words_add(&keys, key, strlen(key));
        }
    }
    char joined[NUMBER_SIZE];
    wafti_report(check->diagnostics, &check->root->mark, "nothing to simulate: add %s:",
        wafti_words_join(&keys, ": or ", keys.count, joined, sizeof(joined)));
}

// What follows from all values together, once none is wrong by itself.
static waft_result check_whole(const wafti_check* check, const waft_scene* scene) {
    check_memory(check, scene);
    wafti_scene_check_immersion(check, &scene->values);
    if (scene->values.has_water && wafti_diagnostics_none(check->diagnostics)) {
        wafti_scene_check_creation(check, scene);
    }
    if (scene->solid_count > 0 && wafti_diagnostics_none(check->diagnostics)) {
        const waft_result result = wafti_scene_check_solids_creation(check, scene);
        if (result != WAFT_OK) {
            return result;
        }
    }
    if (scene->values.liquid.given && wafti_diagnostics_none(check->diagnostics)) {
        const waft_result result = wafti_scene_check_liquid(check, scene);
        if (result != WAFT_OK) {
            return result;
        }
    }
    if (scene->values.smoke.given && wafti_diagnostics_none(check->diagnostics)) {
        const waft_result result = wafti_scene_check_smoke_creation(check, scene);
        if (result == WAFT_OK && scene->has_detail && wafti_diagnostics_none(check->diagnostics)) {
            wafti_scene_check_detail(check, scene);
        }
        return result == WAFT_OK && !check->trial && wafti_diagnostics_none(check->diagnostics)
                   ? wafti_scene_remark_smoke(check, scene)
                   : result;
    }
    return WAFT_OK;
}

waft_result wafti_scene_check(const wafti_check* check, waft_scene* scene) {
    const wafti_scene_values* values = &scene->values;
    check_first_key(check);
    check_subjects(check);
    check_time(check, values);
    check_gravity(check, values);
    check_outputs(check, values);
    wafti_scene_check_view(check, values);
    if (values->has_water) {
        wafti_scene_check_water(check, values);
        waft_result result = wafti_scene_check_terrain(check, scene);
        result = result == WAFT_OK ? wafti_scene_check_fill(check, scene) : result;
        if (result != WAFT_OK) {
            return result;
        }
    }
    const waft_result loaded = wafti_scene_load_meshes(check, scene);
    if (loaded != WAFT_OK) {
        return loaded;
    }
    if (values->smoke.given) {
        wafti_scene_check_smoke(check, scene);
        const waft_result given = wafti_scene_load_detail(check, scene);
        if (given != WAFT_OK) {
            return given;
        }
        wafti_scene_check_base(check, scene);
    }
    wafti_scene_check_solids(check, scene);
    wafti_scene_check_liquid_shapes(check, values);
    wafti_scene_check_bodies(check, scene);
    const waft_result result = wafti_scene_build(scene);
    return result == WAFT_OK ? check_whole(check, scene) : result;
}
