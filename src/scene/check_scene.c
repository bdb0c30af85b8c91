// SPDX-License-Identifier: MIT
// What concerns the scene as a whole: format, time, gravity, outputs, memory.
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "scene/outputs.h"
#include "scene/override.h"
#include "scene/reader.h"
#include "scene/scene.h"
#include "water/water.h"
#include "world/estimate.h"

#define MOST_FRAMES 1e6
#define MOST_STEPS  1e9

static void check_first_key(const wafti_check* check) {
    const wafti_node* version = wafti_node_child(check->root, "waft");
    if (version != NULL && version != check->root->first) {
        wafti_report(check->diagnostics, &version->key_mark, "waft must be the first key");
    }
}

static void check_time(const wafti_check* check, const wafti_scene_values* values) {
    if (!wafti_is_sound(check, "time") || !wafti_is_sound(check, "time.duration") ||
        !wafti_is_sound(check, "time.fps") || !wafti_is_sound(check, "time.step")) {
        return;
    }
    const double frames = floor(values->time.duration * values->time.fps + 0.5);
    const double steps =
        fmax(frames, 1.0) * fmax(ceil(1.0 / values->time.fps / values->time.step), 1.0);
    if (frames > MOST_FRAMES) {
        wafti_report(check->diagnostics, wafti_mark_near(check, "time.duration"),
            "time.duration and time.fps give %s frames; at most 1000000 are allowed",
            wafti_phrase_double(frames).text);
    } else if (steps > MOST_STEPS) {
        wafti_report(check->diagnostics, wafti_mark_near(check, "time.step"),
            "the run would take %s steps; at most 1000000000 are allowed",
            wafti_phrase_double(steps).text);
    }
}

static void check_gravity(const wafti_check* check, const wafti_scene_values* values) {
    const double* gravity = values->world.gravity;
    const bool down = gravity[0] == 0.0 && gravity[2] == 0.0 && (float)gravity[1] < 0.0f;
    if (!down && values->has_water) {
        wafti_refuse(check, "gravity must point straight down for water, such as [0, -9.81, 0]");
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

static void check_smoke_fields(
    const wafti_check* check, const wafti_scene_values* values, size_t index) {
    const wafti_node* fields = wafti_given(check, "output[%zu].fields", index);
    for (size_t i = 0; fields != NULL && i < fields->child_count; ++i) {
        const wafti_node* word = wafti_node_item(fields, i);
        if (strcmp(word->text, "temperature") == 0 && !values->smoke.def.temperature) {
            wafti_report(check->diagnostics, &word->mark,
                "output[%zu].fields has temperature, but smoke.temperature is false", index);
        }
    }
}

static void check_output(const wafti_check* check, const wafti_scene_values* values, size_t index) {
    const waft_output_def* outputs = values->output.items;
    const waft_output_def* output = &outputs[index];
    const wafti_node* format = wafti_given(check, "output[%zu].format", index);
    if (format == NULL) {
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
    check_smoke_fields(check, values, index);
    const bool automatic = output->low == 0.0f && output->high == 0.0f;
    if (output->format == WAFT_OUTPUT_PNG && !automatic && !(output->low < output->high) &&
        wafti_is_sound(check, "output[%zu].low", index) &&
        wafti_is_sound(check, "output[%zu].high", index)) {
        wafti_report(check->diagnostics, &wafti_given(check, "output[%zu]", index)->mark,
            "output[%zu].high must be above its low; leave both out for a range that fits", index);
    }
    if (of == WAFTI_OUTPUT_OF_SPRAY && values->water.spray.capacity == 0 &&
        wafti_is_sound(check, "water.spray") && wafti_is_sound(check, "water.spray.capacity")) {
        wafti_report(check->diagnostics, &format->mark,
            "output[%zu] writes spray drops, but water.spray.capacity is 0", index);
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
    return spray > cells ? "water.spray.capacity" : "water.cells";
}

// "1.5 KiB", "10 MiB"; what is cut off counts as another tenth if `up`.
static wafti_phrase format_bytes(uint64_t bytes, bool up) {
    static const char* const names[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    size_t name = 0;
    uint64_t unit = 1;
    while (name < 4 && bytes / 1024 >= unit) {
        unit *= 1024;
        ++name;
    }
    const uint64_t tenths = bytes / unit * 10 + (bytes % unit * 10 + (up ? unit - 1 : 0)) / unit;
    const int rest = (int)(tenths % 10);
    return rest == 0 ? wafti_phrase_make("%" PRIu64 " %s", tenths / 10, names[name])
                     : wafti_phrase_make("%" PRIu64 ".%d %s", tenths / 10, rest, names[name]);
}

// A thing of the world, the bytes it takes, and the key that decides them.
typedef struct share {
    uint64_t bytes;
    const char* path;
} share;

static void report_memory(const wafti_check* check, const share* largest,
    const wafti_mesh_memory* meshes, uint64_t needed) {
    const wafti_phrase takes = format_bytes(needed, true);
    const wafti_phrase limit = format_bytes(check->max_memory, false);
    if (meshes->largest > largest->bytes) {
        wafti_report(check->diagnostics, &wafti_node_named(check->root, meshes->path)->mark,
            "the scene needs about %s, most of it for distances to the mesh of %s, but the limit "
            "is %s; a smaller scale or a larger spacing takes less",
            takes.text, meshes->path, limit.text);
        return;
    }
    wafti_report(check->diagnostics, wafti_mark_near(check, largest->path),
        "the scene needs about %s, most of it for %s, but the limit is %s", takes.text,
        largest->path, limit.text);
}

static void check_memory(const wafti_check* check, const waft_scene* scene) {
    const wafti_scene_values* values = &scene->values;
    enum { SHARES = 4 };
    share shares[SHARES] = {{.path = "water.cells"}, {.path = "smoke.cells"},
        {.path = "bodies.count"}, {.path = "liquid.spacing"}};
    if (values->has_water) {
        shares[0].bytes = wafti_water_estimate_memory(&scene->water);
        shares[0].path = largest_contributor(&scene->water);
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
    const wafti_mesh_memory meshes = wafti_scene_mesh_memory(scene);
    uint64_t needed = wafti_size_add(meshes.kept, meshes.passing);
    for (int i = 0; i < SHARES; ++i) {
        needed = shares[i].bytes > UINT64_MAX - needed ? UINT64_MAX : needed + shares[i].bytes;
        largest = shares[i].bytes > largest->bytes ? &shares[i] : largest;
    }
    // A smoke of impossible size is refused for that.
    const bool told = shares[1].bytes == SIZE_MAX;
    if (check->max_memory != 0 && needed > check->max_memory && !told) {
        report_memory(check, largest, &meshes, needed);
    }
}

// A scene has water, smoke or bodies; who misspelt one of them is told so already.
static void check_subjects(const wafti_check* check) {
    wafti_words keys;
    wafti_words_init(&keys);
    for (const wafti_param* row = NULL; (row = wafti_param_next(NULL, row)) != NULL;) {
        const char* key = wafti_param_key(row);
        if (row->simulated && (wafti_node_child(check->root, key) != NULL ||
                                  wafti_node_misspells(check->root, NULL, key))) {
            return;
        }
        if (row->simulated) {
            wafti_words_add(&keys, key, strlen(key));
        }
    }
    wafti_report(check->diagnostics, &check->root->mark,
        "nothing to simulate: add %s:", wafti_words_join(&keys, ": or ", keys.count).text);
}

// What follows from all values together, once none is wrong by itself.
static waft_result check_whole(const wafti_check* check, const waft_scene* scene) {
    const wafti_scene_values* values = &scene->values;
    const waft_diagnostics* told = check->diagnostics;
    waft_result result = WAFT_OK;
    check_memory(check, scene);
    wafti_scene_check_immersion(check, values);
    if (values->has_water && wafti_diagnostics_none(told)) {
        wafti_scene_check_creation(check, scene);
    }
    if (wafti_diagnostics_none(told)) {
        result = wafti_scene_check_solids_creation(check, scene);
    }
    if (result == WAFT_OK && values->liquid.given && wafti_diagnostics_none(told)) {
        result = wafti_scene_check_liquid(check, scene);
    }
    if (result == WAFT_OK && values->smoke.given && wafti_diagnostics_none(told)) {
        result = wafti_scene_check_smoke_creation(check, scene);
    }
    if (result == WAFT_OK && scene->has_detail && wafti_diagnostics_none(told)) {
        wafti_scene_check_detail(check, scene);
    }
    if (result == WAFT_OK && values->smoke.given && !check->trial && wafti_diagnostics_none(told)) {
        result = wafti_scene_remark_smoke(check, scene);
    }
    return result;
}

waft_result wafti_scene_check(const wafti_check* check, waft_scene* scene) {
    const wafti_scene_values* values = &scene->values;
    waft_result result = WAFT_OK;
    check_first_key(check);
    check_subjects(check);
    check_time(check, values);
    check_gravity(check, values);
    for (size_t i = 0; i < values->output.count; ++i) {
        check_output(check, values, i);
    }
    wafti_scene_check_view(check, values);
    if (values->has_water) {
        wafti_scene_check_water(check, values);
        result = wafti_scene_check_terrain(check, scene);
        result = result == WAFT_OK ? wafti_scene_check_fill(check, scene) : result;
    }
    result = result == WAFT_OK ? wafti_scene_load_meshes(check, scene) : result;
    if (result == WAFT_OK && values->smoke.given) {
        wafti_scene_check_smoke(check, scene);
        result = wafti_scene_load_detail(check, scene);
        wafti_scene_check_base(check, scene);
    }
    if (result != WAFT_OK) {
        return result;
    }
    wafti_scene_check_solids(check, scene);
    wafti_scene_check_bodies(check, scene);
    result = wafti_scene_build(scene);
    return result == WAFT_OK ? check_whole(check, scene) : result;
}
