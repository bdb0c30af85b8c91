// SPDX-License-Identifier: MIT
// From the values of smoke to its defs.
#include <math.h>

#include "scene/scene.h"

static waft_vec3 vec3(const double v[3]) {
    return (waft_vec3){(float)v[0], (float)v[1], (float)v[2]};
}

void wafti_smoke_sides(
    const wafti_smoke_values* smoke, const wafti_side_values* out_sides[WAFT_SIDE_COUNT]) {
    out_sides[WAFT_SIDE_LEFT] = &smoke->sides.left;
    out_sides[WAFT_SIDE_RIGHT] = &smoke->sides.right;
    out_sides[WAFT_SIDE_BOTTOM] = &smoke->sides.bottom;
    out_sides[WAFT_SIDE_TOP] = &smoke->sides.top;
    out_sides[WAFT_SIDE_BACK] = &smoke->sides.back;
    out_sides[WAFT_SIDE_FRONT] = &smoke->sides.front;
}

static waft_smoke_side make_side(const wafti_side_values* from) {
    return (waft_smoke_side){
        .kind = (waft_side_kind)from->kind,
        .no_slip = from->slip != 0,
        .velocity = vec3(from->velocity),
        .speed = (float)from->speed.value[0],
        .density = (float)from->density,
        .temperature = (float)from->temperature,
    };
}

// A flat flow has no sides along z, whatever was said of them.
static void make_sides(const wafti_smoke_values* from, waft_smoke_def* def) {
    const wafti_side_values* sides[WAFT_SIDE_COUNT];
    wafti_smoke_sides(from, sides);
    for (int i = 0; i < WAFT_SIDE_COUNT; ++i) {
        const bool absent = i >= WAFT_SIDE_BACK && from->cells[2] == 1;
        const waft_smoke_side closed = {.kind = WAFT_SIDE_CLOSED};
        def->sides[i] = absent ? closed : make_side(sides[i]);
    }
}

static waft_smoke_def make_smoke(const waft_scene* scene) {
    const wafti_smoke_values* from = &scene->values.smoke;
    waft_smoke_def def = waft_smoke_def_default();
    for (int i = 0; i < 3; ++i) {
        def.cells[i] = (int32_t)from->cells[i];
    }
    def.spacing = (float)from->spacing;
    def.origin = vec3(from->origin);
    make_sides(from, &def);
    def.advection = (waft_smoke_advection)from->advection;
    def.trace = (waft_smoke_trace)from->trace;
    def.scheme = (waft_smoke_scheme)from->scheme;
    def.viscosity = (float)from->viscosity;
    def.viscosity_theta = (float)from->viscosity_theta;
    def.velocity = vec3(from->velocity);
    def.has_gravity = from->has_gravity;
    def.gravity = vec3(from->gravity);
    def.buoyancy_temperature = (float)from->buoyancy.temperature.value[0];
    def.buoyancy_density = (float)from->buoyancy.density.value[0];
    def.confinement = (float)from->confinement.value[0];
    def.dissipation_density = (float)from->dissipation.density;
    def.dissipation_temperature = (float)from->dissipation.temperature;
    def.pressure_tolerance = (float)from->pressure.tolerance;
    def.pressure_iterations = (int)from->pressure.iterations;
    def.pressure_solver = (waft_pressure_solver)from->pressure.solver;
    def.pressure_smoother = (waft_pressure_smoother)from->pressure.smoother;
    def.pressure_warns = from->pressure.on_fail != 0;
    def.cfl = (float)from->cfl;
    def.max_substeps = (int)from->max_substeps;
    def.every = (int)from->every;
    def.fractions = from->fractions;
    def.temperature = from->temperature;
    const size_t sources = from->sources.count;
    size_t solids = scene->values.solids.count;
    const wafti_body_values* bodies = scene->values.bodies.items;
    for (size_t i = 0; i < scene->values.bodies.count; ++i) {
        solids += bodies[i].solid ? (size_t)bodies[i].count : 0;
    }
    def.source_capacity = sources > def.source_capacity ? (uint32_t)sources : def.source_capacity;
    if (solids > def.solid_capacity) {
        def.solid_capacity =
            solids < 255 ? (uint32_t)solids : 255; // more do not fit, as adding tells
    }
    return def;
}

static waft_source_def make_source(const waft_scene* scene, const wafti_emitter_values* from) {
    waft_source_def def = waft_source_def_default();
    def.shape = wafti_scene_shape(scene, &from->shape);
    def.pose = wafti_scene_pose(scene, from->at.value, from->rotation.axis, from->rotation.angle);
    def.mode = (waft_source_mode)from->mode;
    def.density = (float)from->density.value[0];
    def.temperature = (float)from->temperature.value[0];
    def.time = (float)from->time;
    def.has_velocity = from->has_velocity;
    def.velocity = vec3(from->velocity);
    def.expansion = (float)from->expansion;
    def.noise = (float)from->noise.amount;
    def.noise_length = (float)from->noise.length;
    def.noise_speed = (float)from->noise.speed;
    def.start = from->start;
    def.end = from->end > 0.0 ? from->end : INFINITY;
    return def;
}

waft_result wafti_scene_build_smoke(waft_scene* scene) {
    const wafti_smoke_values* from = &scene->values.smoke;
    scene->smoke = make_smoke(scene);
    scene->source_count = from->sources.count;
    scene->sources = wafti_arena_take(&scene->arena, scene->source_count, sizeof(waft_source_def));
    if (scene->sources == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    const wafti_emitter_values* sources = from->sources.items;
    for (size_t i = 0; i < scene->source_count; ++i) {
        scene->sources[i] = make_source(scene, &sources[i]);
    }
    return WAFT_OK;
}

waft_result wafti_scene_fill_smoke(const waft_scene* scene, waft_world* world) {
    waft_smoke* smoke = NULL;
    waft_result result = waft_world_create_smoke(world, &scene->smoke, &smoke);
    for (size_t i = 0; i < scene->source_count && result == WAFT_OK; ++i) {
        waft_source_id id;
        result = waft_smoke_add_source(smoke, &scene->sources[i], &id);
    }
    return result;
}
