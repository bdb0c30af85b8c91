// SPDX-License-Identifier: MIT
// From values to defs, curves and worlds.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "detail/detail.h"
#include "scene/params.h"
#include "scene/scene.h"
#include "smoke/smoke.h"
#include "water/water.h"
#include "world/estimate.h"

static waft_vec2 vec2(const double v[2]) {
    return (waft_vec2){(float)v[0], (float)v[1]};
}

static waft_vec3 vec3(const double v[3]) {
    return (waft_vec3){(float)v[0], (float)v[1], (float)v[2]};
}

static waft_terrain_def make_terrain(const wafti_terrain_values* from, const waft_heightmap* map) {
    return (waft_terrain_def){
        .kind = (waft_terrain_kind)from->kind,
        .low = (float)from->low,
        .high = (float)from->high,
        .middle = (float)from->middle,
        .direction = vec2(from->direction),
        .from = (float)from->from,
        .to = (float)from->to,
        .bend = (float)from->bend,
        .center = vec2(from->center),
        .radius = (float)from->radius,
        .width = (float)from->width,
        .length = (float)from->length,
        .octaves = (int)from->octaves,
        .map = map->samples,
        .map_size = {map->size[0], map->size[1]},
    };
}

static waft_train_def make_train(const wafti_train_values* from) {
    return (waft_train_def){
        .shape = (waft_train_shape)from->shape,
        .direction = vec2(from->direction),
        .center = vec2(from->center),
        .amplitude = (float)from->amplitude.value[0],
        .length = (float)from->length,
        .period = (float)from->period,
        .wavenumber = (float)from->wavenumber,
        .phase = (float)from->phase.value[0],
    };
}

// What a kind of edge or a method has not stays as it is by default.
static void set_edge(waft_edge_def* edge, const wafti_edge_values* from) {
    edge->kind = (waft_edge_kind)from->kind;
    edge->sponge = (int32_t)from->sponge;
    if (edge->kind == WAFT_EDGE_WAVEMAKER) {
        edge->amplitude = (float)from->amplitude;
        edge->period = (float)from->period;
    } else if (edge->kind == WAFT_EDGE_INFLOW) {
        edge->flow = (float)from->flow;
    } else if (edge->kind == WAFT_EDGE_LEVEL) {
        edge->level = (float)from->level;
    }
}

static void set_shallow(waft_shallow_def* def, const wafti_water_values* from) {
    def->substeps = (int32_t)from->substeps;
    if (from->method != WAFT_WATER_SWE && from->has_damping) {
        def->damping_time = (float)from->damping;
    }
    switch ((waft_water_method)from->method) {
    case WAFT_WATER_WAVES:
        break;
    case WAFT_WATER_IMPLICIT:
        def->scheme =
            from->paper.scheme != 0 ? WAFT_IMPLICIT_EXPLICIT : (waft_implicit_scheme)from->scheme;
        def->dry_eps = (float)from->paper.dry_eps;
        break;
    case WAFT_WATER_COLUMNS:
        def->area = (waft_pipe_area)from->paper.area;
        if (def->area == WAFT_PIPE_FIXED) {
            def->fixed_area[0] = (float)from->paper.areas[0];
            def->fixed_area[1] = (float)from->paper.areas[1];
        }
        def->mean_flow = from->paper.mean_flow;
        break;
    case WAFT_WATER_SWE:
        def->manning = (float)from->friction;
        def->drag = (float)from->drag;
        def->limiter = (float)from->limiter;
        break;
    }
}

static void set_grid(
    waft_water_def* def, const wafti_water_values* from, const waft_heightmap* depths) {
    const wafti_edge_values* edges[WAFT_WATER_SIDE_COUNT];
    wafti_water_edges(from, edges);
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT; ++side) {
        set_edge(&def->edges[side], edges[side]);
    }
    set_shallow(&def->shallow, from);
    def->depth_map = depths->samples;
    def->depth_size[0] = depths->size[0];
    def->depth_size[1] = depths->size[1];
    def->rain.rate = (float)from->rain.rate.value[0];
    def->rain.radius = (float)from->rain.radius;
    def->rain.height = (float)from->rain.height;
    def->rain.net = from->rain.net;
}

static waft_water_def make_water(
    const wafti_water_values* from, const waft_heightmap* map, const waft_heightmap* depths) {
    waft_water_def def = waft_water_def_default();
    def.method = (waft_water_method)from->method;
    def.origin = vec2(from->origin);
    def.size = vec2(from->size);
    def.cells[0] = (int32_t)from->cells[0];
    def.cells[1] = (int32_t)from->cells[1];
    def.level = (float)from->level;
    def.depth = (float)from->depth;
    def.density = (float)from->density;
    def.terrain = make_terrain(&from->terrain, map);
    def.mode = (waft_wave_mode)from->mode;
    def.orbit = (waft_wave_orbit)from->orbit;
    def.keep_level = from->keep_level;
    def.refraction_amplitude = from->refraction_amplitude;
    def.offshore_depth = (float)from->offshore_depth;
    def.breaking =
        from->paper.breaking != 0 ? WAFT_BREAKING_SLIDE_LITERAL : (waft_breaking)from->breaking;
    def.foam_life = (float)from->foam_life;
    def.spray.capacity = (int32_t)from->spray.capacity;
    def.spray.amount = (float)from->spray.amount.value[0];
    if (from->spray.has_radius) {
        def.spray.radius = (float)from->spray.radius;
    }
    def.spray.efficiency = (float)from->spray.efficiency;
    def.spray.threshold = (float)from->spray.threshold;
    if (def.method != WAFT_WATER_WAVES) {
        set_grid(&def, from, depths);
    }
    return def;
}

// A place on the far edge stays on it when numbers become floats; others lie inside anyway.
static waft_vec2 place_inside(const waft_water_def* water, double x, double z) {
    return (waft_vec2){fminf((float)x, water->origin.x + water->size.x),
        fminf((float)z, water->origin.y + water->size.y)};
}

static waft_result add_lists(waft_scene* scene) {
    const wafti_water_values* from = &scene->values.water;
    waft_train_def* trains =
        wafti_arena_take(&scene->arena, from->trains.count, sizeof(waft_train_def));
    waft_gauge_def* gauges =
        wafti_arena_take(&scene->arena, from->gauges.count, sizeof(waft_gauge_def));
    waft_tracer_def* tracers =
        wafti_arena_take(&scene->arena, from->tracers.count, sizeof(waft_tracer_def));
    if (trains == NULL || gauges == NULL || tracers == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    const wafti_train_values* train = from->trains.items;
    const wafti_gauge_values* gauge = from->gauges.items;
    const wafti_tracer_values* tracer = from->tracers.items;
    for (size_t i = 0; i < from->trains.count; ++i) {
        trains[i] = make_train(&train[i]);
    }
    for (size_t i = 0; i < from->gauges.count; ++i) {
        const waft_vec2 at = place_inside(&scene->water, gauge[i].at[0], gauge[i].at[1]);
        gauges[i] = (waft_gauge_def){.name = gauge[i].name, .at = at};
    }
    for (size_t i = 0; i < from->tracers.count; ++i) {
        const waft_vec2 at = place_inside(&scene->water, tracer[i].at[0], tracer[i].at[2]);
        tracers[i] =
            (waft_tracer_def){.name = tracer[i].name, .at = {at.x, (float)tracer[i].at[1], at.y}};
    }
    scene->water.trains = trains;
    scene->water.train_count = from->trains.count;
    scene->water.gauges = gauges;
    scene->water.gauge_count = from->gauges.count;
    scene->water.tracers = tracers;
    scene->water.tracer_count = from->tracers.count;
    return WAFT_OK;
}

// Boxes, sources and handles.
static waft_result add_grid_lists(waft_scene* scene) {
    const wafti_water_values* from = &scene->values.water;
    waft_water_def* def = &scene->water;
    waft_water_box_def* boxes =
        wafti_arena_take(&scene->arena, from->boxes.count, sizeof(waft_water_box_def));
    waft_water_source_def* sources =
        wafti_arena_take(&scene->arena, from->sources.count, sizeof(waft_water_source_def));
    waft_handle_def* handles =
        wafti_arena_take(&scene->arena, from->handles.count, sizeof(waft_handle_def));
    waft_stroke_def* strokes =
        wafti_arena_take(&scene->arena, from->strokes.count, sizeof(waft_stroke_def));
    if (boxes == NULL || sources == NULL || handles == NULL || strokes == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    const wafti_water_box_values* box = from->boxes.items;
    const wafti_water_source_values* source = from->sources.items;
    const wafti_handle_values* handle = from->handles.items;
    for (size_t i = 0; i < from->boxes.count; ++i) {
        boxes[i] = (waft_water_box_def){vec2(box[i].low), vec2(box[i].high), (float)box[i].level};
    }
    for (size_t i = 0; i < from->sources.count; ++i) {
        sources[i] = (waft_water_source_def){
            .center = place_inside(def, source[i].center[0], source[i].center[1]),
            .radius = (float)source[i].radius,
            .rate = (float)source[i].rate.value[0],
            .impulse = source[i].impulse,
        };
    }
    for (size_t i = 0; i < from->handles.count; ++i) {
        handles[i] = (waft_handle_def){
            .kind = (waft_handle_kind)handle[i].kind,
            .at = place_inside(def, handle[i].at.value[0], handle[i].at.value[1]),
            .force = (float)handle[i].force.value[0],
            .level = (float)handle[i].level.value[0],
            .most = (float)handle[i].most,
        };
    }
    def->boxes = boxes;
    def->box_count = from->boxes.count;
    def->sources = sources;
    def->source_count = from->sources.count;
    const wafti_stroke_values* stroke = from->strokes.items;
    for (size_t i = 0; i < from->strokes.count; ++i) {
        strokes[i] = (waft_stroke_def){.time = stroke[i].time,
            .brush = {place_inside(def, stroke[i].at[0], stroke[i].at[1]), (float)stroke[i].radius,
                (float)stroke[i].height}};
    }
    def->handles = handles;
    def->handle_count = from->handles.count;
    def->strokes = strokes;
    def->stroke_count = from->strokes.count;
    return WAFT_OK;
}

// One curve a component: a vector's knobs follow one another.
static waft_result add_curves(
    waft_scene* scene, const wafti_param* row, const wafti_animated* from, uint32_t index) {
    for (size_t i = 0; from->key_count > 0 && i < wafti_param_length(row); ++i) {
        waft_key* keys = wafti_arena_take(&scene->arena, from->key_count, sizeof(waft_key));
        if (keys == NULL) {
            return WAFT_ERR_NO_MEMORY;
        }
        for (size_t j = 0; j < from->key_count; ++j) {
            keys[j] = (waft_key){from->keys[j].time, (float)from->keys[j].value[i]};
        }
        scene->curves[scene->curve_count++] = (wafti_scene_curve){
            .knob = (waft_knob)((size_t)row->shown.knob + i),
            .index = index,
            .keys = keys,
            .key_count = from->key_count,
        };
    }
    return WAFT_OK;
}

// The values of a row: one in the scene, or one an item of its list.
typedef struct places {
    const char* first;
    size_t count;
    size_t apart;
} places;

static places find_places(const waft_scene* scene, const wafti_param* row) {
    const char* values = (const char*)&scene->values;
    const wafti_param* parent = wafti_param_parent(row);
    if (parent == NULL || parent->shown.type != WAFT_PARAM_LIST) {
        return (places){.first = values + row->offset, .count = 1};
    }
    const wafti_value_list* list = (const wafti_value_list*)(const void*)(values + parent->offset);
    const char* items = list->items;
    return (places){.first = list->count > 0 ? items + row->offset : NULL,
        .count = list->count,
        .apart = parent->item_size};
}

// Curves of camera and look are no business of the world's: waft/view.h gives their values.
static bool has_knob(const wafti_param* row) {
    return row->shown.knob != WAFT_KNOB_NONE;
}

static waft_result make_curves(waft_scene* scene) {
    size_t most = 0;
    for (size_t i = 0; i < waft_param_count(); ++i) {
        const wafti_param* row = wafti_param_row(i);
        if (has_knob(row)) {
            most += find_places(scene, row).count * wafti_param_length(row);
        }
    }
    scene->curve_count = 0;
    scene->curves = wafti_arena_take(&scene->arena, most, sizeof(wafti_scene_curve));
    waft_result result = scene->curves != NULL ? WAFT_OK : WAFT_ERR_NO_MEMORY;
    for (size_t i = 0; i < waft_param_count() && result == WAFT_OK; ++i) {
        const wafti_param* row = wafti_param_row(i);
        const places found = has_knob(row) ? find_places(scene, row) : (places){0};
        for (size_t j = 0; j < found.count && result == WAFT_OK; ++j) {
            const char* place = found.first + j * found.apart;
            if (wafti_param_applies(row, place - row->offset)) {
                result =
                    add_curves(scene, row, (const wafti_animated*)(const void*)place, (uint32_t)j);
            }
        }
    }
    return result;
}

waft_result wafti_scene_build(waft_scene* scene) {
    scene->water = make_water(&scene->values.water, &scene->map, &scene->depths);
    waft_result result = add_lists(scene);
    result = result == WAFT_OK ? add_grid_lists(scene) : result;
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
        def.gravity = vec3(scene->values.gravity);
        def.step = wafti_scene_cut_time(&scene->values).step;
        def.seed = (uint64_t)scene->values.seed;
        def.air.density = (float)scene->values.air.density;
        def.air.viscosity = (float)scene->values.air.viscosity;
        def.liquid.density = (float)scene->values.medium.density;
        def.liquid.viscosity = (float)scene->values.medium.viscosity;
        def.air.wind = vec3(scene->values.air.wind.value);
    }
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

static waft_result animate(const waft_scene* scene, waft_world* world) {
    for (size_t i = 0; i < scene->curve_count; ++i) {
        const wafti_scene_curve* curve = &scene->curves[i];
        const bool moved = curve->knob >= WAFT_KNOB_LIQUID_OBSTACLE_CENTER_X &&
                           curve->knob <= WAFT_KNOB_LIQUID_OBSTACLE_ANGLE;
        const uint32_t index =
            moved ? wafti_scene_liquid_obstacle(scene, curve->index) : curve->index;
        const waft_result result =
            waft_world_animate(world, curve->knob, index, curve->keys, curve->key_count);
        if (result != WAFT_OK) {
            return result;
        }
    }
    return WAFT_OK;
}

static waft_result fill_world(const waft_scene* scene, const waft_world_def* world_def,
    waft_world* world, waft_error* error) {
    if (scene->values.smoke.given) {
        waft_result result = wafti_scene_fill_smoke(scene, world);
        if (result == WAFT_OK && scene->has_detail) {
            result = wafti_scene_fill_detail(scene, world_def, world, error);
        }
        if (result != WAFT_OK) {
            return result;
        }
    }
    if (scene->values.liquid.given) {
        const waft_result result = wafti_scene_fill_liquid(scene, world, error);
        if (result != WAFT_OK) {
            return result;
        }
    }
    if (scene->values.water.given) {
        waft_water* water = NULL;
        waft_result result = waft_world_create_water(world, &scene->water, &water);
        if (result == WAFT_OK && scene->values.liquid.given && scene->values.liquid.spray) {
            result = waft_world_exchange_spray(world);
        }
        if (result != WAFT_OK) {
            return result;
        }
    }
    // They know the water where they are put.
    if (scene->values.bodies.count > 0) {
        waft_result result = wafti_scene_fill_bodies(scene, world_def, world, error);
        if (result == WAFT_OK && wafti_scene_bodies_meet(&scene->values)) {
            result = wafti_scene_immerse_bodies(scene, &world_def->logger, world);
        }
        if (result != WAFT_OK) {
            return result;
        }
    }
    return animate(scene, world);
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

// Velocities, density and temperature in single, pressure in double precision.
#define SNAPSHOT_BYTES 28.0

// Numbers a cell in a file of smoke.
static double count_numbers(uint32_t fields, const wafti_smoke_values* smoke) {
    const bool heat = (fields & WAFT_OUTPUT_TEMPERATURE) != 0 && smoke->temperature;
    return ((fields & WAFT_OUTPUT_DENSITY) != 0 ? 1.0 : 0.0) + (heat ? 1.0 : 0.0) +
           ((fields & WAFT_OUTPUT_VELOCITY) != 0 ? 3.0 : 0.0) +
           ((fields & WAFT_OUTPUT_VORTICITY) != 0 ? 1.0 : 0.0);
}

// Numbers a cell in a snapshot of water: foam, and of grids bed, level, its change and velocity, or
// depth and flows.
static double count_state(const wafti_water_values* water) {
    static const double numbers[] = {[WAFT_WATER_WAVES] = 1.0,
        [WAFT_WATER_IMPLICIT] = 6.0,
        [WAFT_WATER_COLUMNS] = 7.0,
        [WAFT_WATER_SWE] = 5.0};
    // Control points remember what is less than a drop.
    const bool points = water->method != WAFT_WATER_WAVES && water->spray.capacity > 0;
    return numbers[water->method] + (points ? 1.0 : 0.0);
}

// Bytes of a file of a liquid: half of its particles are near the surface, each with
// about 2 points and 4 facets there.
static double liquid_bytes(waft_output_format format, double particles) {
    switch (format) {
    case WAFT_OUTPUT_SURFACE_OBJ:
        return particles * (55.0 + 2.0 * 24.0);
    case WAFT_OUTPUT_SURFACE_PLY:
        return particles * (36.0 + 2.0 * 13.0);
    case WAFT_OUTPUT_SURFACE_GLB:
        return particles * (36.0 + 2.0 * 12.0);
    case WAFT_OUTPUT_PARTICLES_VTP:
        return particles * (9.0 * 4.0 + 16.0);
    default:
        return particles * 9.0 * 4.0;
    }
}

// Bytes of one file of an output; text is counted with 12 characters a number.
static double file_bytes(const wafti_output_values* output, const waft_scene* scene) {
    const wafti_scene_values* values = &scene->values;
    const wafti_water_values* water = &values->water;
    const wafti_smoke_values* smoke = &values->smoke;
    const double cells =
        (double)smoke->cells[0] * (double)smoke->cells[1] * (double)smoke->cells[2];
    const double stride = (double)output->stride;
    const double points =
        ceil((double)water->cells[0] / stride) * ceil((double)water->cells[1] / stride);
    switch ((waft_output_format)output->format) {
    case WAFT_OUTPUT_PNG:
        return 2.0 * (double)water->cells[0] * (double)water->cells[1];
    case WAFT_OUTPUT_OBJ:
        return 6.0 * 12.0 * points + 2.0 * 12.0 * points;
    case WAFT_OUTPUT_PC2:
        return 3.0 * 4.0 * points;
    case WAFT_OUTPUT_PLY:
        return 6.0 * 4.0 * (double)water->spray.capacity;
    case WAFT_OUTPUT_STATE: // foam, drops and the smoke; what else a snapshot holds is small
        return (water->given ? 4.0 * count_state(water) * (double)water->cells[0] *
                                       (double)water->cells[1] +
                                   6.0 * 4.0 * (double)water->spray.capacity
                             : 0.0) +
               SNAPSHOT_BYTES * cells;
    case WAFT_OUTPUT_VDB:
        return (output->half ? 2.0 : 4.0) * count_numbers(output->fields, smoke) * cells;
    case WAFT_OUTPUT_VTI:
        return 4.0 * (count_numbers(output->fields, smoke) + 1.0) * cells;
    case WAFT_OUTPUT_CACHE:
        return (output->half ? 2.0 : 4.0) * (smoke->temperature ? 5.0 : 4.0) * cells;
    case WAFT_OUTPUT_GLTF: // seven numbers a body and key
        return 7.0 * 4.0 * (double)wafti_scene_body_count(values);
    case WAFT_OUTPUT_EXR:
        return 4.0 * (double)water->cells[0] * (double)water->cells[1];
    case WAFT_OUTPUT_VTP: // place and velocity, and two 64-bit numbers
        return (6.0 * 4.0 + 16.0) * (double)water->spray.capacity;
    case WAFT_OUTPUT_SURFACE_OBJ:
    case WAFT_OUTPUT_SURFACE_PLY:
    case WAFT_OUTPUT_SURFACE_GLB:
    case WAFT_OUTPUT_PARTICLES_VTP:
    case WAFT_OUTPUT_PARTICLES_PLY:
        return liquid_bytes((waft_output_format)output->format,
            (double)wafti_scene_liquid_def(scene).max_particles);
    case WAFT_OUTPUT_WATER_VTI: // level, bed, foam; with a grid depth and velocity
        return 4.0 * (water->method == WAFT_WATER_WAVES ? 3.0 : 7.0) * (double)water->cells[0] *
               (double)water->cells[1];
    }
    return 0.0;
}

// Measured on a 3 GHz AVX2 core: a body's step in a crowd.
static const double body_seconds = 5e-8;
// One that is in the water, and one of about eighty columns that the water feels, in each of its steps.
static const double wet_seconds = 2e-5;
static const double floating_seconds = 1.6e-4;

// Bodies are taken to be in the water all the time.
static double floating_step_seconds(const waft_scene* scene, const waft_bodies_def* bodies) {
    if (!scene->values.water.given || bodies->medium != WAFT_MEDIUM_BOTH) {
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
    if (scene->values.water.given) {
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
            scene->values.water.given ? wafti_world_estimate_floating(&scene->water, &bodies) : 0;
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
    const wafti_output_values* output = scene->values.output.items;
    for (size_t i = 0; i < scene->values.output.count; ++i) {
        const double files = floor(frames / (double)output[i].every) + 1.0;
        bytes += files * file_bytes(&output[i], scene);
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
