// SPDX-License-Identifier: MIT
// What concerns water: trains, names and places, the bed and its file.
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "io/exr.h"
#include "scene/override.h"
#include "scene/reader.h"
#include "scene/scene.h"
#include "water/check.h"
#include "water/water.h"

static const wafti_node* water_node(const wafti_check* check) {
    return wafti_node_child(check->root, "water");
}

static void check_cells(const wafti_check* check, const waft_water_def* water) {
    const wafti_node* node = wafti_node_child(water_node(check), "cells");
    if (node == NULL || node->bad) {
        return;
    }
    for (size_t axis = 0; axis < 2; ++axis) {
        if (water->cells[axis] < 4 && !(axis == 1 && water->cells[axis] == 1)) {
            wafti_report(check->diagnostics, &wafti_node_item(node, axis)->mark,
                "water.cells[%zu] is %d; it must be at least " WAFTI_LEAST_CELLS, axis,
                water->cells[axis]);
        }
    }
}

static void check_direction(
    const wafti_check* check, const wafti_node* group, const char* path, waft_vec2 direction) {
    const wafti_node* node = wafti_node_child(group, "direction");
    if (node != NULL && !node->bad && direction.x == 0.0f && direction.y == 0.0f) {
        wafti_report(check->diagnostics, &node->mark,
            "%s.direction is [0, 0]; it must point somewhere, such as [1, 0]", path);
    }
}

// A train is given by exactly one of three; the water's depth gives the others.
static void check_train_scale(const wafti_check* check, const wafti_node* train, size_t index) {
    const wafti_param* trains = wafti_param_inside(wafti_param_inside(NULL, "water"), "trains");
    wafti_words keys;
    char joined[64];
    wafti_words_split(&keys, trains->one_of);
    (void)wafti_words_join(&keys, " and ", keys.count, joined, sizeof(joined));
    const wafti_node* first = NULL;
    const wafti_node* second = NULL;
    for (const wafti_node* child = train->first; child != NULL && second == NULL;
         child = child->next) {
        if (wafti_words_index(&keys, child->key) >= 0) {
            second = first != NULL ? child : NULL;
            first = first != NULL ? first : child;
        }
    }
    bool misspelt = false;
    for (size_t i = 0; i < keys.count; ++i) {
        misspelt = misspelt || wafti_node_misspells(train, trains, keys.list[i]);
    }
    if (first == NULL && !misspelt) {
        wafti_report(
            check->diagnostics, &train->mark, "water.trains[%zu] needs one of %s", index, joined);
    } else if (second != NULL) {
        wafti_report(check->diagnostics, &second->key_mark,
            "water.trains[%zu] has both %s and %s; give exactly one of %s", index, first->key,
            second->key, joined);
    }
}

static void check_trains(const wafti_check* check, const waft_water_def* water) {
    const wafti_node* list = wafti_node_child(water_node(check), "trains");
    const waft_train_def* trains = water->trains;
    const wafti_node* node = water->train_count > 0 ? list->first : NULL;
    for (size_t i = 0; i < water->train_count; ++i, node = node->next) {
        char path[40];
        if (node->kind == WAFTI_NODE_MAP) {
            (void)snprintf(path, sizeof(path), "water.trains[%zu]", i);
            check_train_scale(check, node, i);
            check_direction(check, node, path, trains[i].direction);
        }
    }
}

// The number that was written, as a double: 0.8 of 0.8f.
static double as_written(float value) {
    char text[32];
    double number = (double)value;
    (void)wafti_parse_double(text, wafti_format_float(text, value), &number);
    return number;
}

// The far edge is where double or float finds it: 0.7 + 0.1 is below 0.8 in double, 3.1 + 5.2 is below
// 8.3 in float, and who writes 0.8 or 8.3 means the edge.
static double far_edge(float low, float size) {
    return as_written(low) + as_written(size);
}

static bool is_between(float at, float low, float size) {
    return at >= low && (at <= low + size || as_written(at) <= far_edge(low, size));
}

static bool domain_is_sound(const wafti_check* check) {
    return wafti_is_sound(wafti_node_child(water_node(check), "origin")) &&
           wafti_is_sound(wafti_node_child(water_node(check), "size"));
}

void wafti_scene_report_outside(const wafti_check* check, const waft_water_def* water,
    const char* path, const wafti_node* node) {
    char edges[4][32];
    (void)wafti_format_float(edges[0], water->origin.x);
    (void)wafti_format_float(edges[1], water->origin.y);
    (void)wafti_format_float(edges[2], (float)far_edge(water->origin.x, water->size.x));
    (void)wafti_format_float(edges[3], (float)far_edge(water->origin.y, water->size.y));
    wafti_report(check->diagnostics, &node->mark,
        "%s lies outside the water, which goes from [%s, %s] to [%s, %s]", path, edges[0], edges[1],
        edges[2], edges[3]);
}

void wafti_scene_check_inside(const wafti_check* check, const waft_water_def* water,
    const wafti_node* node, const char* path, float x, float z) {
    const bool inside = is_between(x, water->origin.x, water->size.x) &&
                        is_between(z, water->origin.y, water->size.y);
    if (node != NULL && !node->bad && domain_is_sound(check) && !inside) {
        wafti_scene_report_outside(check, water, path, node);
    }
}

// The longer of two names if both would head a column with it, else NULL. A gauge has columns behind
// its own, NAME.depth and others; those of a tracer, NAME.x, NAME.y and NAME.z, clash only if the names
// are equal.
static const char* shared_column(bool gauges, const char* name, const char* other) {
    const size_t length = strlen(name);
    const size_t other_length = strlen(other);
    const char* longer = length > other_length ? name : other;
    const size_t shorter_length = length > other_length ? other_length : length;
    const char* rest = longer + shorter_length;
    const bool clash = *rest == '\0' || (gauges && wafti_words_hold(rest, ".depth|.vx|.vz|.max"));
    return clash && memcmp(name, other, shorter_length) == 0 ? longer : NULL;
}

// A name that gives a column which an earlier item of the list has.
static void check_columns(const wafti_check* check, const char* list_name, const wafti_node* list,
    const wafti_node* name, size_t index) {
    char quoted[WAFTI_QUOTE_SIZE];
    char column_quoted[WAFTI_QUOTE_SIZE];
    const bool gauges = strcmp(list_name, "gauges") == 0;
    const wafti_node* other = list->first;
    for (size_t i = 0; i < index; ++i, other = other->next) {
        const wafti_node* taken = wafti_node_child(other, "name");
        const char* column = taken != NULL && taken->kind == WAFTI_NODE_SCALAR
                                 ? shared_column(gauges, name->text, taken->text)
                                 : NULL;
        if (column == NULL) {
            continue;
        }
        (void)wafti_quote(quoted, name->text);
        if (strcmp(name->text, taken->text) == 0) {
            wafti_report(check->diagnostics, &name->mark,
                "water.%s[%zu].name '%s' is already used by water.%s[%zu]", list_name, index,
                quoted, list_name, i);
        } else {
            wafti_report(check->diagnostics, &name->mark,
                "water.%s[%zu].name '%s' gives the column '%s', which water.%s[%zu] has already",
                list_name, index, quoted, wafti_quote(column_quoted, column), list_name, i);
        }
        return;
    }
}

static void check_name(const wafti_check* check, const char* list_name, const wafti_node* list,
    const wafti_node* item, size_t index) {
    const wafti_node* name = wafti_node_child(item, "name");
    if (name == NULL || name->bad) {
        return;
    }
    if (strpbrk(name->text, ",;\"'") != NULL) {
        wafti_report(check->diagnostics, &name->mark,
            "water.%s[%zu].name heads a column, so it may not hold quotes, ',' or ';'", list_name,
            index);
    }
    if (strcmp(list_name, "gauges") == 0 && strcmp(name->text, "time") == 0) {
        wafti_report(check->diagnostics, &name->mark,
            "water.gauges[%zu].name is 'time', which heads the first column of gauges.csv", index);
    }
    check_columns(check, list_name, list, name, index);
}

static void check_gauges(const wafti_check* check, const waft_water_def* water) {
    const wafti_node* list = wafti_node_child(water_node(check), "gauges");
    const waft_gauge_def* gauges = water->gauges;
    const wafti_node* node = water->gauge_count > 0 ? list->first : NULL;
    for (size_t i = 0; i < water->gauge_count; ++i, node = node->next) {
        char path[40];
        (void)snprintf(path, sizeof(path), "water.gauges[%zu].at", i);
        check_name(check, "gauges", list, node, i);
        wafti_scene_check_inside(
            check, water, wafti_node_child(node, "at"), path, gauges[i].at.x, gauges[i].at.y);
    }
}

static void check_tracer_height(
    const wafti_check* check, const waft_water_def* water, size_t index, const wafti_node* at) {
    const wafti_node* node = water_node(check);
    const float y = water->tracers[index].at.y;
    if (!wafti_is_sound(wafti_node_child(node, "level")) ||
        !wafti_is_sound(wafti_node_child(node, "depth"))) {
        return;
    }
    const wafti_node* item = wafti_node_item(at, 1);
    if (y > water->level) {
        wafti_report(check->diagnostics, &item->mark,
            "water.tracers[%zu].at[1] lies above the still level of the water", index);
    } else if (water->terrain.kind == WAFT_TERRAIN_FLAT &&
               wafti_is_sound(wafti_node_child(node, "terrain")) &&
               y < (float)(as_written(water->level) - as_written(water->depth))) {
        wafti_report(
            check->diagnostics, &item->mark, "water.tracers[%zu].at[1] lies below the bed", index);
    }
}

static void check_tracers(const wafti_check* check, const waft_water_def* water) {
    const wafti_node* list = wafti_node_child(water_node(check), "tracers");
    const waft_tracer_def* tracers = water->tracers;
    const wafti_node* node = water->tracer_count > 0 ? list->first : NULL;
    for (size_t i = 0; i < water->tracer_count; ++i, node = node->next) {
        const wafti_node* at = wafti_node_child(node, "at");
        char path[40];
        (void)snprintf(path, sizeof(path), "water.tracers[%zu].at", i);
        check_name(check, "tracers", list, node, i);
        wafti_scene_check_inside(check, water, at, path, tracers[i].at.x, tracers[i].at.z);
        if (at != NULL && !at->bad) {
            check_tracer_height(check, water, i, at);
        }
    }
}

static void check_paper(const wafti_check* check, const waft_water_def* water) {
    const wafti_node* paper = wafti_node_child(water_node(check), "paper");
    const wafti_node* breaking = wafti_node_child(paper, "breaking");
    const wafti_node* rule = wafti_node_child(water_node(check), "breaking");
    if (breaking != NULL && water->literal_breaking && wafti_is_sound(rule) &&
        water->method == WAFT_WATER_WAVES && water->breaking != WAFT_BREAKING_SLIDE) {
        wafti_report(check->diagnostics, &breaking->mark,
            "water.paper.breaking is a form of the rule slide, but water.breaking is '%s'",
            rule->text);
    }
}

void wafti_scene_check_water(const wafti_check* check, const wafti_scene_values* values) {
    const waft_water_def* water = &values->water;
    check_cells(check, water);
    check_trains(check, water);
    check_gauges(check, water);
    check_tracers(check, water);
    check_paper(check, water);
    wafti_scene_check_shallow(check, values);
}

// `low` must stay below `high`; both are keys of the terrain.
static void check_order(const wafti_check* check, const wafti_node* terrain, const char* low,
    const char* high, bool in_order) {
    const wafti_node* node = wafti_node_child(terrain, high);
    if (!in_order && wafti_is_sound(node) && wafti_is_sound(wafti_node_child(terrain, low))) {
        const wafti_node* other = wafti_node_child(terrain, low);
        const wafti_mark* mark = node != NULL    ? &node->mark
                                 : other != NULL ? &other->mark
                                                 : &terrain->mark;
        wafti_report(check->diagnostics, mark, "water.terrain.%s must be above %s", high, low);
    }
}

static void check_shape(
    const wafti_check* check, const wafti_node* node, const waft_terrain_def* terrain) {
    if (terrain->kind != WAFT_TERRAIN_FLAT) {
        check_order(check, node, "low", "high", terrain->low < terrain->high);
    }
    if (terrain->kind == WAFT_TERRAIN_SLOPE || terrain->kind == WAFT_TERRAIN_BEACH) {
        check_order(check, node, "from", "to", terrain->from < terrain->to);
    }
    if (terrain->kind == WAFT_TERRAIN_BEACH) {
        check_order(check, node, "from", "bend", terrain->from < terrain->bend);
        check_order(check, node, "bend", "to", terrain->bend < terrain->to);
    }
    check_direction(check, node, "water.terrain", terrain->direction);
}

static void to_heights(waft_heightmap* map, float low, float high) {
    const size_t count = (size_t)map->size[0] * (size_t)map->size[1];
    const float range = high - low;
    for (size_t i = 0; i < count; ++i) {
        map->samples[i] = low + range * map->samples[i];
    }
}

// An EXR holds m already.
static waft_result read_map(const char* path, const wafti_map_use* use,
    const waft_allocator* allocator, waft_heightmap* out_map, waft_error* error) {
    if (!use->shades && wafti_exr_is_named(path)) {
        return waft_exr_read_heights(path, use->channel, allocator, out_map, error);
    }
    const waft_result result = waft_png_read_heights(path, allocator, out_map, error);
    if (result == WAFT_OK) {
        to_heights(out_map, use->black, use->white);
    }
    return result;
}

waft_result wafti_scene_load_map(const wafti_check* check, waft_scene* scene,
    const wafti_node* node, const wafti_map_use* use, waft_heightmap* out_map) {
    if (node->text[0] == '/') {
        wafti_report(check->diagnostics, &node->mark,
            "%s must be relative to the scene, so that both can move together", use->key);
        return WAFT_OK;
    }
    char quoted[WAFTI_QUOTE_SIZE];
    wafti_text path;
    wafti_scene_file_path(&path, check->scene_name, node->text, &scene->allocator);
    if (path.failed) {
        wafti_text_free(&path);
        return WAFT_ERR_NO_MEMORY;
    }
    waft_error error = {.result = WAFT_OK};
    const waft_result result = read_map(path.bytes, use, &scene->allocator, out_map, &error);
    if (result != WAFT_OK && result != WAFT_ERR_NO_MEMORY) {
        *out_map = (waft_heightmap){0};
        wafti_report(check->diagnostics, &node->mark, "%s '%s': %s", use->key,
            wafti_quote(quoted, node->text), wafti_without_name(error.sentence, path.bytes));
    }
    wafti_text_free(&path);
    return result == WAFT_ERR_NO_MEMORY ? result : WAFT_OK;
}

// An EXR holds m, so that black and white mean nothing; a PNG has one channel.
static void check_map_keys(const wafti_check* check, const wafti_node* group, const char* path,
    const wafti_node* file, const char* const shades[2]) {
    const bool exr = wafti_exr_is_named(file->text);
    for (int n = 0; n < 2 && shades[n] != NULL; ++n) {
        const wafti_node* shade = wafti_node_child(group, shades[n]);
        if (exr && shade != NULL) {
            wafti_report(check->diagnostics, &shade->key_mark,
                "%s.%s is a shade of a PNG; an EXR holds heights in m already", path, shades[n]);
        }
    }
    const wafti_node* channel = wafti_node_child(group, "channel");
    if (!exr && channel != NULL) {
        wafti_report(check->diagnostics, &channel->key_mark,
            "%s.channel is of EXR files; a grey PNG has but one", path);
    }
}

waft_result wafti_scene_check_terrain(const wafti_check* check, waft_scene* scene) {
    static const char* const shades[2] = {"low", "high"};
    const wafti_node* terrain = wafti_node_child(water_node(check), "terrain");
    const wafti_node* kind = wafti_node_child(terrain, "kind");
    const wafti_node* file = wafti_node_child(terrain, "file");
    if (terrain == NULL || terrain->bad || !wafti_is_sound(kind)) {
        return WAFT_OK;
    }
    const waft_terrain_def* values = &scene->values.water.terrain;
    check_shape(check, terrain, values);
    if (values->kind != WAFT_TERRAIN_MAP || file == NULL || file->bad) {
        return WAFT_OK;
    }
    check_map_keys(check, terrain, "water.terrain", file, shades);
    const wafti_map_use use = {.key = "water.terrain.file",
        .channel = scene->values.water_files.terrain.channel,
        .black = values->low,
        .white = values->high};
    return wafti_scene_load_map(check, scene, file, &use, &scene->map);
}

waft_result wafti_scene_check_fill(const wafti_check* check, waft_scene* scene) {
    static const char* const shades[2] = {"deepest", NULL};
    const wafti_node* fill = wafti_node_child(water_node(check), "fill");
    const wafti_node* file = wafti_node_child(fill, "file");
    if (!scene->values.water_files.fill.given || file == NULL || file->bad) {
        return WAFT_OK;
    }
    check_map_keys(check, fill, "water.fill", file, shades);
    const wafti_map_use use = {.key = "water.fill.file",
        .channel = scene->values.water_files.fill.channel,
        .white = scene->values.water_files.fill.deepest};
    return wafti_scene_load_map(check, scene, file, &use, &scene->depths);
}

static void report_refusal(const wafti_check* check, waft_result result, const waft_error* error) {
    if (result != WAFT_OK) {
        const wafti_node* node = wafti_node_named(check->root, error->sentence);
        wafti_report(check->diagnostics, &node->mark, "%s", error->sentence);
    }
}

void wafti_scene_check_creation(const wafti_check* check, const waft_scene* scene) {
    const waft_water_def* def = &scene->water;
    const waft_world_def world = waft_scene_world_def(scene);
    waft_error error = {.result = WAFT_OK};
    const waft_result result = wafti_check_water(def, &error);
    report_refusal(check, result, &error);
    for (size_t i = 0; result == WAFT_OK && i < def->train_count; ++i) {
        const waft_result start =
            wafti_water_check_start(def, -world.gravity[1], world.seed, i, &error);
        report_refusal(check, start, &error);
    }
    for (size_t i = 0; result == WAFT_OK && i < def->tracer_count; ++i) {
        report_refusal(check, wafti_water_check_tracer(def, world.seed, i, &error), &error);
    }
    if (result == WAFT_OK) {
        wafti_scene_check_step(check, scene);
    }
}
