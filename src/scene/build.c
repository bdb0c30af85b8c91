// SPDX-License-Identifier: MIT
// From values to defs, curves and worlds.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "detail/detail.h"
#include "scene/outputs.h"
#include "scene/params.h"
#include "scene/scene.h"
#include "smoke/smoke.h"
#include "water/water.h"
#include "world/estimate.h"

// A place on the far edge stays on it when numbers become floats; others lie inside anyway.
static waft_result keep_inside(waft_scene* scene, const char* list_path, const char* key) {
    waft_water_def* water = &scene->water;
    const wafti_param* list = wafti_param_find(list_path);
    const wafti_param* row = wafti_param_inside(list, key);
    wafti_items items = wafti_param_items(list, water);
    char* copy = wafti_arena_take(&scene->arena, items.count, list->item_size);
    if (copy == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    for (size_t i = 0; i < items.count; ++i) {
        char* item = copy + i * list->item_size;
        memcpy(item, (const char*)items.first + i * list->item_size, list->item_size);
        float* place = wafti_param_place(row, item);
        float* z = &place[wafti_param_length(row) - 1];
        *place = fminf(*place, water->origin.x + water->size.x);
        *z = fminf(*z, water->origin.y + water->size.y);
    }
    items.first = copy;
    wafti_param_set_items(list, water, items);
    return WAFT_OK;
}

// The def as the scene says it, with maps, and with what stands on its far edges inside.
static waft_result build_water(waft_scene* scene) {
    static const char* const places[][2] = {{"water.gauges", "at"}, {"water.tracers", "at"},
        {"water.sources", "center"}, {"water.handles", "at"}, {"water.strokes", "at"}};
    waft_water_def* def = &scene->water;
    *def = scene->values.water;
    def->terrain.map = scene->map.samples;
    memcpy(def->terrain.map_size, scene->map.size, sizeof(def->terrain.map_size));
    def->depth_map = scene->depths.samples;
    memcpy(def->depth_size, scene->depths.size, sizeof(def->depth_size));
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]) && result == WAFT_OK; ++i) {
        result = keep_inside(scene, places[i][0], places[i][1]);
    }
    return result;
}

// "water.trains[2].amplitude", "air.wind[0]".
static wafti_phrase name_curve(const wafti_param* row, size_t index, size_t component) {
    const char* hole = strstr(row->shown.path, "[]");
    const int head = hole != NULL ? (int)(hole - row->shown.path) : (int)strlen(row->shown.path);
    return wafti_phrase_make("%.*s%s%s", head, row->shown.path,
        hole != NULL ? wafti_phrase_make("[%zu]%s", index, hole + strlen("[]")).text : "",
        wafti_param_length(row) > 1 ? wafti_phrase_make("[%zu]", component).text : "");
}

// One curve a component, if the row has keys.
static waft_result add_curves(waft_scene* scene, const wafti_param* row, size_t index) {
    const wafti_keyed* keyed = wafti_scene_keys(&scene->values, row, index);
    const size_t key_count = keyed != NULL ? keyed->key_count : 0;
    for (size_t i = 0; key_count > 0 && i < wafti_param_length(row); ++i) {
        const wafti_scene_key* from = keyed->keys;
        waft_key* keys = wafti_arena_take(&scene->arena, key_count, sizeof(waft_key));
        if (keys == NULL) {
            return WAFT_ERR_NO_MEMORY;
        }
        for (size_t j = 0; j < key_count; ++j) {
            // Values between keys follow from what the struct can hold.
            const double value = row->storage == WAFTI_STORAGE_FLOAT
                                     ? (double)wafti_nearest_float(from[j].value[i])
                                     : from[j].value[i];
            keys[j] = (waft_key){from[j].time, value, from[j].ease};
        }
        wafti_scene_curve* curve = &scene->curves[scene->curve_count++];
        *curve = (wafti_scene_curve){.row = row,
            .index = (uint32_t)index,
            .path = name_curve(row, index, i),
            .keys = keys,
            .key_count = key_count};
    }
    return WAFT_OK;
}

// What a row's conditions look at: the scene's values, or the items of its list.
typedef struct places {
    const char* first;
    size_t count;
    size_t apart;
} places;

static places find_places(const waft_scene* scene, const wafti_param* row) {
    const wafti_param* parent = wafti_param_parent(row);
    if (parent == NULL || parent->shown.type != WAFT_PARAM_LIST) {
        return (places){.first = (const char*)&scene->values, .count = 1};
    }
    const wafti_items list = wafti_param_list(parent, &scene->values);
    return (places){.first = list.first, .count = list.count, .apart = parent->item_size};
}

// Curves of camera and look are no business of the world's: waft/view.h gives their values.
static bool has_curve(const wafti_param* row) {
    return row->shown.live && row->shown.animates;
}

static waft_result make_curves(waft_scene* scene) {
    size_t most = 0;
    for (const wafti_keyed* keyed = scene->values.keyed; keyed != NULL; keyed = keyed->next) {
        most += wafti_param_length(keyed->row);
    }
    scene->curve_count = 0;
    scene->curves = wafti_arena_take(&scene->arena, most, sizeof(wafti_scene_curve));
    waft_result result = scene->curves != NULL ? WAFT_OK : WAFT_ERR_NO_MEMORY;
    for (size_t i = 0; i < waft_param_count() && result == WAFT_OK; ++i) {
        const wafti_param* row = wafti_param_row(i);
        const places found = has_curve(row) ? find_places(scene, row) : (places){0};
        for (size_t j = 0; j < found.count && result == WAFT_OK; ++j) {
            const char* base = found.first + j * found.apart;
            if (wafti_param_applies(row, base)) {
                result = add_curves(scene, row, j);
            }
        }
    }
    return result;
}

waft_result wafti_scene_build(waft_scene* scene) {
    waft_result result = build_water(scene);
    result = result == WAFT_OK ? wafti_scene_build_solids(scene) : result;
    if (result == WAFT_OK && scene->values.smoke.given) {
        result = wafti_scene_build_smoke(scene);
        wafti_scene_build_detail(scene);
    }
    return result == WAFT_OK ? make_curves(scene) : result;
}

waft_scene_time wafti_scene_cut_time(const wafti_scene_values* values) {
    const double frame = 1.0 / values->time.fps;
    // A quotient that is whole but for rounding must not cost a step more.
    const int steps = (int)ceil(frame / values->time.step - 1e-9);
    const int steps_per_frame = steps < 1 ? 1 : steps;
    return (waft_scene_time){
        .duration = values->time.duration,
        .fps = values->time.fps,
        .step = frame / steps_per_frame,
        .steps_per_frame = steps_per_frame,
        .frame_count = (int)floor(values->time.duration * values->time.fps + 0.5) + 1,
    };
}

void waft_scene_read_world_def(const waft_scene* scene, waft_world_def* out_def, size_t size) {
    waft_world_def def = waft_world_def_default();
    if (scene != NULL) {
        def = scene->values.world;
        def.step = wafti_scene_cut_time(&scene->values).step;
    }
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

static waft_result animate(const waft_scene* scene, waft_world* world) {
    for (size_t i = 0; i < scene->curve_count; ++i) {
        const wafti_scene_curve* curve = &scene->curves[i];
        const waft_result result =
            waft_world_animate(world, curve->path.text, curve->keys, curve->key_count);
        if (result != WAFT_OK) {
            return result;
        }
    }
    return WAFT_OK;
}

static waft_result fill_world(const waft_scene* scene, const waft_world_def* world_def,
    waft_world* world, waft_error* error) {
    const wafti_scene_values* values = &scene->values;
    waft_result made = values->smoke.given ? wafti_scene_fill_smoke(scene, world) : WAFT_OK;
    if (made == WAFT_OK && values->liquid.given) {
        made = wafti_scene_fill_liquid(scene, world, error);
    } else if (made == WAFT_OK) {
        made = wafti_scene_add_solids(scene, world, false);
        made = made == WAFT_OK ? wafti_scene_add_solids(scene, world, true) : made;
    }
    if (made == WAFT_OK && scene->has_detail) {
        made = wafti_scene_fill_detail(scene, world_def, world, error);
    }
    if (made == WAFT_OK && values->has_water) {
        waft_water* water = NULL;
        made = waft_world_create_water(world, &scene->water, &water);
        const bool sprayed = values->liquid.given && values->liquid.spray;
        made = made == WAFT_OK && sprayed ? waft_world_exchange_spray(world) : made;
    }
    // They know the water where they are put.
    if (made == WAFT_OK && values->bodies.count > 0) {
        made = wafti_scene_fill_bodies(scene, world_def, world, error);
    }
    if (made == WAFT_OK && wafti_scene_bodies_meet(values)) {
        made = wafti_scene_immerse_bodies(scene, &world_def->logger, world);
    }
    if (made == WAFT_OK && values->smoke.given) {
        made = wafti_scene_solidify_bodies(scene, world);
    }
    return made == WAFT_OK ? animate(scene, world) : made;
}

waft_result waft_scene_create_world(const waft_scene* scene, const waft_world_def* world_def,
    waft_world** out_world, waft_error* out_error) {
    if (out_world != NULL) {
        *out_world = NULL;
    }
    if (scene == NULL || out_world == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "the scene or out_world is NULL");
    }
    waft_world_def wide = waft_world_def_default();
    waft_result result =
        waft_struct_take(&wide, sizeof(wide), world_def, "waft_world_def", out_error);
    waft_world* world = NULL;
    result = result == WAFT_OK ? waft_world_create(&wide, &world, out_error) : result;
    if (result != WAFT_OK) {
        return result;
    }
    waft_error error = {.result = WAFT_OK};
    result = fill_world(scene, &wide, world, &error);
    if (result != WAFT_OK) {
        const bool baking = error.result != WAFT_OK;
        (void)wafti_fail(
            out_error, result, "%s", baking ? error.sentence : waft_world_error(world));
        waft_world_destroy(world);
        return result;
    }
    *out_world = world;
    return WAFT_OK;
}

// Measured on a 3 GHz AVX2 core: a body's step in a crowd.
static const double body_seconds = 5e-8;
// One that is in the water, and one of about eighty columns that the water feels, in each of its steps.
static const double wet_seconds = 2e-5;
static const double floating_seconds = 1.6e-4;

// Bodies are taken to be in the water all the time.
static double floating_step_seconds(const waft_scene* scene, const waft_bodies_def* bodies) {
    if (!scene->values.has_water || bodies->medium != WAFT_MEDIUM_BOTH) {
        return 0.0;
    }
    const bool felt =
        scene->water.method == WAFT_WATER_COLUMNS && bodies->reaction != WAFT_REACTION_OFF;
    const double a_body = felt ? floating_seconds * scene->water.shallow.substeps : wet_seconds;
    return a_body * (double)bodies->capacity;
}

static waft_scene_estimate collect_estimate(const waft_scene* scene) {
    waft_scene_estimate estimate = {0};
    if (scene == NULL) {
        return estimate;
    }
    const waft_scene_time time = wafti_scene_cut_time(&scene->values);
    const double frames = (double)(time.frame_count - 1);
    if (scene->values.has_water) {
        estimate.memory = wafti_water_estimate_memory(&scene->water);
        estimate.step_seconds = wafti_water_estimate_seconds(&scene->water);
        estimate.total_seconds = wafti_water_estimate_start(&scene->water);
    }
    if (scene->values.smoke.given) {
        estimate.memory += waft_smoke_memory_needed(&scene->smoke);
        estimate.step_seconds +=
            wafti_smoke_estimate_seconds(&scene->smoke, 1) / scene->smoke.every;
    }
    if (scene->has_detail) {
        estimate.memory = wafti_size_add(estimate.memory, wafti_scene_detail_memory(scene));
        estimate.step_seconds +=
            wafti_detail_estimate_seconds(&scene->smoke, &scene->detail) / scene->smoke.every;
    }
    if (scene->values.bodies.count > 0) {
        const waft_bodies_def bodies = wafti_scene_bodies_def(scene);
        estimate.memory += waft_bodies_memory_needed(&bodies);
        estimate.memory +=
            scene->values.has_water ? wafti_world_estimate_floating(&scene->water, &bodies) : 0;
        estimate.step_seconds += body_seconds * bodies.substeps * (double)bodies.capacity;
        estimate.step_seconds += floating_step_seconds(scene, &bodies);
    }
    if (scene->values.liquid.given) {
        estimate.memory += wafti_scene_liquid_memory(scene);
        estimate.step_seconds += wafti_scene_liquid_seconds(scene, time.step);
    }
    const wafti_mesh_memory meshes = wafti_scene_mesh_memory(scene);
    estimate.memory = wafti_size_add(estimate.memory, wafti_size_add(meshes.kept, meshes.passing));
    double bytes = 0.0;
    const waft_output_def* output = scene->values.output.items;
    for (size_t i = 0; i < scene->values.output.count; ++i) {
        const double files = floor(frames / (double)output[i].every) + 1.0;
        bytes += files * wafti_output_bytes(&output[i], scene);
    }
    estimate.output = (uint64_t)bytes;
    estimate.total_seconds += estimate.step_seconds * frames * time.steps_per_frame;
    return estimate;
}

void waft_scene_read_estimate(
    const waft_scene* scene, waft_scene_estimate* out_estimate, size_t size) {
    const waft_scene_estimate estimate = collect_estimate(scene);
    waft_struct_read(out_estimate, size, &estimate, sizeof(estimate));
}
