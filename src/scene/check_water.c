// SPDX-License-Identifier: MIT
// What concerns water: trains, names and places, the bed and its file.
#include <string.h>

#include "base/text.h"
#include "io/exr.h"
#include "scene/override.h"
#include "scene/reader.h"
#include "scene/scene.h"
#include "water/check.h"
#include "water/water.h"

// A train is given by exactly one of three; the water's depth gives the others.
static void check_train_scale(const wafti_check* check, const wafti_node* train, size_t index) {
    const wafti_param* trains = wafti_param_find("water.trains");
    wafti_words keys;
    wafti_words_split(&keys, trains->one_of);
    const wafti_phrase joined = wafti_words_join(&keys, " and ", keys.count);
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
        wafti_refuse(check, "water.trains[%zu] needs one of %s", index, joined.text);
    } else if (second != NULL) {
        wafti_report(check->diagnostics, &second->key_mark,
            "water.trains[%zu] has both %s and %s; give exactly one of %s", index, first->key,
            second->key, joined.text);
    }
}

static void check_trains(const wafti_check* check, const waft_water_def* water) {
    for (size_t i = 0; i < water->train_count; ++i) {
        const wafti_node* node = wafti_given(check, "water.trains[%zu]", i);
        const waft_vec2 direction = water->trains[i].direction;
        if (node != NULL) {
            check_train_scale(check, node, i);
        }
        if (direction.x == 0.0f && direction.y == 0.0f) {
            wafti_refuse(check,
                "water.trains[%zu].direction is [0, 0]; it must point somewhere, such as [1, 0]",
                i);
        }
    }
}

// The number that was written, as a double: 0.8 of 0.8f.
static double as_written(float value) {
    const wafti_phrase text = wafti_phrase_float(value);
    double number = (double)value;
    (void)wafti_parse_double(text.text, strlen(text.text), &number);
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

void wafti_scene_report_outside(const wafti_check* check, const waft_water_def* water,
    const char* path, const wafti_node* node) {
    wafti_report(check->diagnostics, &node->mark,
        "%s lies outside the water, which goes from [%s, %s] to [%s, %s]", path,
        wafti_phrase_float(water->origin.x).text, wafti_phrase_float(water->origin.y).text,
        wafti_phrase_float((float)far_edge(water->origin.x, water->size.x)).text,
        wafti_phrase_float((float)far_edge(water->origin.y, water->size.y)).text);
}

// A place is x and z, or x, y and z.
static bool is_inside(const waft_water_def* water, const wafti_param* row, const double at[3]) {
    return is_between((float)at[0], water->origin.x, water->size.x) &&
           is_between((float)at[wafti_param_length(row) - 1], water->origin.y, water->size.y);
}

void wafti_scene_check_inside(const wafti_check* check, const wafti_scene_values* values,
    const char* list_path, const char* key) {
    const wafti_param* list = wafti_param_find(list_path);
    const wafti_param* row = wafti_param_inside(list, key);
    const wafti_items items = wafti_param_list(list, values);
    const bool known = wafti_is_sound(check, "water.origin") && wafti_is_sound(check, "water.size");
    for (size_t i = 0; i < items.count && known; ++i) {
        double at[3];
        const wafti_phrase path = wafti_phrase_make("%s[%zu].%s", list_path, i, key);
        const wafti_node* node = wafti_given(check, "%s", path.text);
        const wafti_keyed* keyed = wafti_scene_keys(values, row, i);
        wafti_param_get(
            row, wafti_param_look(row, (const char*)items.first + i * list->item_size), at);
        if (node != NULL && !is_inside(&values->water, row, at)) {
            wafti_scene_report_outside(check, &values->water, path.text, node);
        }
        for (size_t k = 1; node != NULL && keyed != NULL && k < keyed->key_count; ++k) {
            if (!is_inside(&values->water, row, keyed->keys[k].value)) {
                wafti_scene_report_outside(
                    check, &values->water, path.text, wafti_node_item(node, k));
            }
        }
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
static void check_columns(
    const wafti_check* check, const char* list_name, const wafti_node* name, size_t index) {
    const bool gauges = strcmp(list_name, "gauges") == 0;
    for (size_t i = 0; i < index; ++i) {
        const wafti_node* taken =
            wafti_node_child(wafti_given(check, "water.%s[%zu]", list_name, i), "name");
        const char* column = taken != NULL && taken->kind == WAFTI_NODE_SCALAR
                                 ? shared_column(gauges, name->text, taken->text)
                                 : NULL;
        if (column == NULL) {
            continue;
        }
        const wafti_phrase quoted = wafti_quote(name->text);
        if (strcmp(name->text, taken->text) == 0) {
            wafti_refuse(check, "water.%s[%zu].name '%s' is already used by water.%s[%zu]",
                list_name, index, quoted.text, list_name, i);
        } else {
            wafti_refuse(check,
                "water.%s[%zu].name '%s' gives the column '%s', which water.%s[%zu] has already",
                list_name, index, quoted.text, wafti_quote(column).text, list_name, i);
        }
        return;
    }
}

static void check_names(const wafti_check* check, const char* list_name, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const wafti_node* name = wafti_given(check, "water.%s[%zu].name", list_name, i);
        if (name == NULL) {
            continue;
        }
        if (strpbrk(name->text, ",;\"'") != NULL) {
            wafti_refuse(check,
                "water.%s[%zu].name heads a column, so it may not hold quotes, ',' or ';'",
                list_name, i);
        }
        if (strcmp(list_name, "gauges") == 0 && strcmp(name->text, "time") == 0) {
            wafti_refuse(check,
                "water.gauges[%zu].name is 'time', which heads the first column of gauges.csv", i);
        }
        check_columns(check, list_name, name, i);
    }
}

static void check_tracer_height(
    const wafti_check* check, const waft_water_def* water, size_t index) {
    const float y = water->tracers[index].at.y;
    if (!wafti_is_sound(check, "water.level") || !wafti_is_sound(check, "water.depth") ||
        wafti_given(check, "water.tracers[%zu].at", index) == NULL) {
        return;
    }
    if (y > water->level) {
        wafti_refuse(
            check, "water.tracers[%zu].at[1] lies above the still level of the water", index);
    } else if (water->terrain.kind == WAFT_TERRAIN_FLAT && wafti_is_sound(check, "water.terrain") &&
               y < (float)(as_written(water->level) - as_written(water->depth))) {
        wafti_refuse(check, "water.tracers[%zu].at[1] lies below the bed", index);
    }
}

static void check_paper(const wafti_check* check, const waft_water_def* water) {
    const wafti_node* rule = wafti_given(check, "water.breaking");
    if (rule != NULL && water->literal_breaking && water->method == WAFT_WATER_WAVES &&
        water->breaking != WAFT_BREAKING_SLIDE) {
        wafti_refuse(check,
            "water.paper.breaking is a form of the rule slide, but water.breaking is '%s'",
            rule->text);
    }
}

void wafti_scene_check_water(const wafti_check* check, const wafti_scene_values* values) {
    const waft_water_def* water = &values->water;
    wafti_check_cells(check, "water", water->cells, 2);
    check_trains(check, water);
    check_names(check, "gauges", water->gauge_count);
    wafti_scene_check_inside(check, values, "water.gauges", "at");
    check_names(check, "tracers", water->tracer_count);
    wafti_scene_check_inside(check, values, "water.tracers", "at");
    for (size_t i = 0; i < water->tracer_count; ++i) {
        check_tracer_height(check, water, i);
    }
    check_paper(check, water);
    wafti_scene_check_shallow(check, values);
}

// `low` must stay below `high`; both are keys of the terrain.
static void check_order(
    const wafti_check* check, const char* low, const char* high, bool in_order) {
    const wafti_node* node = wafti_given(check, "water.terrain.%s", high);
    node = node != NULL ? node : wafti_given(check, "water.terrain.%s", low);
    node = node != NULL ? node : wafti_given(check, "water.terrain");
    if (!in_order && wafti_is_sound(check, "water.terrain.%s", high) &&
        wafti_is_sound(check, "water.terrain.%s", low)) {
        wafti_report(
            check->diagnostics, &node->mark, "water.terrain.%s must be above %s", high, low);
    }
}

static void check_shape(const wafti_check* check, const waft_terrain_def* terrain) {
    if (terrain->kind != WAFT_TERRAIN_FLAT) {
        check_order(check, "low", "high", terrain->low < terrain->high);
    }
    if (terrain->kind == WAFT_TERRAIN_SLOPE || terrain->kind == WAFT_TERRAIN_BEACH) {
        check_order(check, "from", "to", terrain->from < terrain->to);
    }
    if (terrain->kind == WAFT_TERRAIN_BEACH) {
        check_order(check, "from", "bend", terrain->from < terrain->bend);
        check_order(check, "bend", "to", terrain->bend < terrain->to);
    }
    if (terrain->direction.x == 0.0f && terrain->direction.y == 0.0f) {
        wafti_refuse(
            check, "water.terrain.direction is [0, 0]; it must point somewhere, such as [1, 0]");
    }
}

static void to_heights(waft_heightmap* map, float low, float high) {
    const size_t count = (size_t)map->size[0] * (size_t)map->size[1];
    const float range = high - low;
    for (size_t i = 0; i < count; ++i) {
        map->samples[i] = low + range * map->samples[i];
    }
}

// An EXR holds m already.
static waft_result read_map(const char* path, void* user, waft_error* error) {
    const wafti_map_use* use = user;
    const bool exr = !use->shades && wafti_exr_is_named(path);
    const waft_result result =
        exr ? waft_exr_read_heights(path, use->channel, use->allocator, use->map, error)
            : waft_png_read_heights(path, use->allocator, use->map, error);
    if (result != WAFT_OK) {
        *use->map = (waft_heightmap){0};
    } else if (!exr) {
        to_heights(use->map, use->black, use->white);
    }
    return result;
}

waft_result wafti_scene_load_map(
    const wafti_check* check, const wafti_node* node, wafti_map_use* use) {
    use->allocator = check->allocator;
    return wafti_scene_read_file(check, node, use->key, read_map, use);
}

// The picture of a group. An EXR holds m, so that black and white mean nothing; a PNG has one channel.
static waft_result load_heights(
    const wafti_check* check, const char* group, const char* const shades[2], wafti_map_use* use) {
    const wafti_node* file = wafti_given(check, "%s", use->key);
    const bool exr = file != NULL && wafti_exr_is_named(file->text);
    if (file == NULL) {
        return WAFT_OK;
    }
    for (int n = 0; n < 2 && shades[n] != NULL && exr; ++n) {
        wafti_refuse_key(check, "%s.%s is a shade of a PNG; an EXR holds heights in m already",
            group, shades[n]);
    }
    if (!exr) {
        wafti_refuse_key(check, "%s.channel is of EXR files; a grey PNG has but one", group);
    }
    return wafti_scene_load_map(check, file, use);
}

waft_result wafti_scene_check_terrain(const wafti_check* check, waft_scene* scene) {
    static const char* const shades[2] = {"low", "high"};
    if (wafti_given(check, "water.terrain") == NULL ||
        !wafti_is_sound(check, "water.terrain.kind")) {
        return WAFT_OK;
    }
    const waft_terrain_def* values = &scene->values.water.terrain;
    check_shape(check, values);
    if (values->kind != WAFT_TERRAIN_MAP) {
        return WAFT_OK;
    }
    wafti_map_use use = {.key = "water.terrain.file",
        .channel = scene->values.water_files.terrain.channel,
        .black = values->low,
        .white = values->high,
        .map = &scene->map};
    return load_heights(check, "water.terrain", shades, &use);
}

waft_result wafti_scene_check_fill(const wafti_check* check, waft_scene* scene) {
    static const char* const shades[2] = {"deepest", NULL};
    wafti_map_use use = {.key = "water.fill.file",
        .channel = scene->values.water_files.fill.channel,
        .white = scene->values.water_files.fill.deepest,
        .map = &scene->depths};
    return scene->values.water_files.fill.given ? load_heights(check, "water.fill", shades, &use)
                                                : WAFT_OK;
}

void wafti_scene_check_creation(const wafti_check* check, const waft_scene* scene) {
    const waft_water_def* def = &scene->water;
    const waft_world_def world = waft_scene_world_def(scene);
    waft_error error = {.result = WAFT_OK};
    waft_result result = wafti_check_water(def, &error);
    wafti_refuse_result(check, result, &error);
    if (result != WAFT_OK) {
        return;
    }
    for (size_t i = 0; i < def->train_count; ++i) {
        result = wafti_water_check_start(def, -world.gravity[1], world.seed, i, &error);
        wafti_refuse_result(check, result, &error);
    }
    for (size_t i = 0; i < def->tracer_count; ++i) {
        result = wafti_water_check_tracer(def, world.seed, i, &error);
        wafti_refuse_result(check, result, &error);
    }
    wafti_scene_check_step(check, scene);
}
