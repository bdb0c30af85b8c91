// SPDX-License-Identifier: MIT
// The liquid of a scene: its def, its parts, and a trial of them.
#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "liquid/liquid.h"
#include "scene/diagnostics.h"
#include "scene/scene.h"
#include "turbulence/bank_parts.h"
#include "world/world.h"

static const double most_particles = 4e6;

// m3, or m2 of a flat liquid, and some to spare for what is round.
static double volume_of(const waft_scene* scene, const wafti_shape_values* from, int dimension) {
    const bool flat = dimension == 2;
    const double* box = from->size[WAFT_HULL_BOX];
    if (from->given[WAFT_HULL_BOX]) {
        return box[0] * box[1] * (flat ? 1.0 : box[2]);
    }
    const bool round = from->given[WAFT_HULL_SPHERE];
    const double r = from->size[round ? WAFT_HULL_SPHERE : WAFT_HULL_CAPSULE][0];
    const double length = round ? 0.0 : from->size[WAFT_HULL_CAPSULE][1];
    const double ball = flat ? M_PI * r * r : 4.0 / 3.0 * M_PI * r * r * r;
    const double rod = flat ? 2.0 * r * length : M_PI * r * r * length;
    const waft_mesh* mesh = wafti_scene_mesh_of(scene, from);
    const double side = flat ? 2.0 * wafti_scene_reach(scene, from) : 0.0;
    const double solid = mesh == NULL ? 0.0 : flat ? side * side : waft_mesh_get_info(mesh).volume;
    return 1.1 * (mesh != NULL ? solid : ball + rod);
}

// Amounts of `each` in a volume or an area; enough if it is more than any liquid has, since the check
// of the spacing is still to come.
static double parts_of(double whole, double each) {
    return whole < most_particles * each ? whole / each : most_particles;
}

// The greatest speed that an emitter has, by its keys too.
static double fastest(const wafti_scene_values* values, size_t index, double speed) {
    const wafti_keyed* keyed = wafti_scene_keys_of(values, "liquid.emitters[].speed", index);
    for (size_t key = 0; keyed != NULL && key < keyed->key_count; ++key) {
        speed = fmax(speed, keyed->keys[key].value[0]);
    }
    return speed;
}

// Particles that an emitter can give within the scene's time.
static double count_emitted(const wafti_scene_values* values, size_t index) {
    const wafti_liquid_values* from = &values->liquid;
    const waft_liquid_emitter_def* emitter =
        &((const waft_liquid_emitter_def*)from->emitters.items)[index];
    const double d = (double)from->def.spacing;
    const double speed = fastest(values, index, (double)emitter->speed);
    const double time = fmax(0.0, fmin(emitter->end, values->time.duration) - emitter->start);
    const bool round = emitter->radius > 0.0f;
    const double width = round ? 2.0 * (double)emitter->radius : (double)emitter->size.x;
    const double height = round ? 2.0 * (double)emitter->radius : (double)emitter->size.y;
    const double layer =
        from->def.dimension == 3 ? parts_of(width * height, d * d) : parts_of(width, d);
    return fmin((double)emitter->limit, layer * (parts_of(speed * time, d) + 2.0));
}

// Particles that blocks and emitters can give, and some to spare.
static double count_particles(const waft_scene* scene) {
    const wafti_scene_values* values = &scene->values;
    const wafti_liquid_values* from = &values->liquid;
    const wafti_block_values* blocks = from->blocks.items;
    const int dimension = from->def.dimension;
    const double d = (double)from->def.spacing;
    const double particle = dimension == 3 ? d * d * d : d * d;
    double count = 0.0;
    for (size_t i = 0; i < from->blocks.count; ++i) {
        const double volume = volume_of(scene, &blocks[i].shape, dimension);
        count += parts_of(1.02 * volume, particle) + 64.0;
    }
    for (size_t i = 0; i < from->emitters.count; ++i) {
        count += count_emitted(values, i);
    }
    // A drop is a particle at most.
    count += from->spray ? (double)values->water.spray.capacity : 0.0;
    return fmin(most_particles, fmax(64.0, ceil(count)));
}

waft_liquid_def wafti_scene_liquid_def(const waft_scene* scene) {
    const wafti_liquid_values* from = &scene->values.liquid;
    waft_liquid_def def = from->def;
    if (from->has_dynamic) {
        def.kinematic_viscosity = (float)(from->dynamic_viscosity / (double)def.density);
    }
    if (def.max_particles == 0) {
        def.max_particles = (uint32_t)count_particles(scene);
    }
    def.emitter_capacity = (uint32_t)from->emitters.count;
    def.sink_capacity = (uint32_t)from->sinks.count;
    const uint64_t bodies = wafti_scene_bodies_meet(&scene->values)
                                ? (uint64_t)wafti_scene_body_count(&scene->values)
                                : 0;
    // Some to spare for what a host adds while it runs.
    const uint64_t solids = scene->values.solids.count + bodies;
    const uint64_t places = solids < 240 ? solids + 16 : solids;
    def.solid_capacity = places < UINT32_MAX ? (uint32_t)places : UINT32_MAX;
    return def;
}

double wafti_scene_liquid_seconds(const waft_scene* scene, double dt) {
    const waft_liquid_def def = wafti_scene_liquid_def(scene);
    const bool weak = def.method == WAFT_LIQUID_WCSPH ||
                      (def.method == WAFT_LIQUID_AUTO && def.max_particles <= 10000);
    // A fall through the domain sets the speed, and ten times that the speed of sound.
    const double height = fmax(1e-3, (double)(def.high.y - def.low.y));
    const double fall = sqrt(2.0 * fabs(scene->values.world.gravity[1]) * height);
    const double sound = def.sound_speed > 0.0f ? (double)def.sound_speed : 10.0 * fall;
    const double d = (double)def.spacing;
    const double step = weak ? 0.3 * d * (double)def.support / fmax(sound + fall, 1e-6)
                             : fmin((double)def.max_step, 0.4 * d / fmax(0.5 * fall, 1e-6));
    const double each = weak ? 0.4e-6 : 1.6e-6;
    return each * (double)def.max_particles * ceil(dt / step);
}

bool wafti_scene_is_stirred(const waft_scene* scene) {
    return scene->values.liquid.turbulence.given &&
           scene->values.liquid.turbulence.mode != WAFTI_STIR_OFF;
}

waft_bank_def wafti_scene_liquid_bank(const waft_scene* scene) {
    const wafti_liquid_values* values = &scene->values.liquid;
    const waft_band usual = {.wavenumber = 20.0, .deviation = 0.7, .energy = 1.0};
    waft_bank_def def = wafti_scene_bank_def(&scene->values.liquid_bank, &values->turbulence.bank,
        scene->values.world.seed, &usual, values->def.dimension);
    def.name = "liquid.turbulence";
    return def;
}

static waft_liquid_turbulence_def make_stirring(const waft_scene* scene) {
    const wafti_liquid_values* values = &scene->values.liquid;
    const wafti_trigger_values* triggers = values->turbulence.triggers.items;
    waft_liquid_turbulence_def def = values->stir;
    def.paper = values->turbulence.mode == WAFTI_STIR_PAPER;
    def.trigger_count = (int)values->turbulence.triggers.count;
    for (int n = 0; n < def.trigger_count && n < WAFT_TRIGGER_CAPACITY; ++n) {
        def.triggers[n] = wafti_scene_trigger(scene, &triggers[n]);
    }
    return def;
}

static waft_result fill_stirring(
    const waft_scene* scene, const waft_world* world, waft_liquid* liquid, waft_error* out_error) {
    const waft_bank_def bank_def = wafti_scene_liquid_bank(scene);
    waft_bank* bank = NULL;
    waft_result result = wafti_scene_make_bank(scene, &bank_def, &world->def, &bank, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const waft_liquid_turbulence_def def = make_stirring(scene);
    result = waft_liquid_set_turbulence(liquid, bank, &def);
    waft_bank_release(bank);
    return result;
}

static void warn(const wafti_check* check, const char* group, const char* sentence) {
    if (sentence[0] != '\0' && !check->trial) {
        wafti_remark(check->diagnostics, WAFT_SEVERITY_WARNING,
            &wafti_given(check, "%s", group)->key_mark, "%s", sentence);
    }
}

// Whether bank and forcing can be made; fields are made with the world.
static waft_result check_stirring(const wafti_check* check, const waft_scene* scene,
    const waft_world* world, const waft_liquid* liquid, waft_error* error) {
    const waft_bank_def bank = wafti_scene_liquid_bank(scene);
    const waft_liquid_turbulence_def def = make_stirring(scene);
    char warning[160] = "";
    waft_result result = wafti_bank_check(&bank, warning, error);
    if (result != WAFT_OK) {
        return result;
    }
    result = wafti_liquid_check_turbulence(liquid, bank.dimensions, bank.storage, &def);
    if (result != WAFT_OK) {
        return wafti_fail(error, result, "%s", waft_world_error(world));
    }
    warn(check, "liquid.turbulence", warning);
    if (def.burst == 0 && def.calm > 0) {
        warn(check, "liquid.turbulence",
            "liquid.turbulence.intermittent.burst is 0; there will be no turbulence");
    }
    return WAFT_OK;
}

// `out_added` gets the particles of each block at the time it comes; it may be NULL.
static waft_result fill_blocks(const waft_scene* scene, waft_liquid* liquid, uint32_t* out_added) {
    const wafti_value_list* list = &scene->values.liquid.blocks;
    const wafti_block_values* blocks = list->items;
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < list->count && result == WAFT_OK; ++i) {
        waft_liquid_block_def def = blocks[i].def;
        def.struct_size = sizeof(def);
        def.shape = wafti_scene_shape(scene, &blocks[i].shape);
        def.pose.rotation = wafti_scene_rotation(scene, &blocks[i].rotation);
        result = waft_liquid_add_block(liquid, &def, out_added != NULL ? &out_added[i] : NULL);
    }
    return result;
}

// Solids that take the liquid's place come after it, the others before, so that blocks go around.
static waft_result fill_parts(
    const waft_scene* scene, waft_world* world, waft_liquid* liquid, uint32_t* out_added) {
    const wafti_liquid_values* from = &scene->values.liquid;
    const waft_liquid_emitter_def* emitters = from->emitters.items;
    const wafti_sink_values* sinks = from->sinks.items;
    waft_result result = wafti_scene_add_solids(scene, world, false);
    result = result == WAFT_OK ? fill_blocks(scene, liquid, out_added) : result;
    result = result == WAFT_OK ? wafti_scene_add_solids(scene, world, true) : result;
    for (size_t i = 0; i < from->emitters.count && result == WAFT_OK; ++i) {
        waft_liquid_emitter_def def = emitters[i];
        def.struct_size = sizeof(def);
        def.direction = waft_vec3_normalize(def.direction);
        result = waft_liquid_add_emitter(liquid, &def, NULL);
    }
    for (size_t i = 0; i < from->sinks.count && result == WAFT_OK; ++i) {
        const waft_shape shape = wafti_scene_shape(scene, &sinks[i].shape);
        const waft_pose pose = {sinks[i].at, wafti_scene_rotation(scene, &sinks[i].rotation)};
        result = waft_liquid_add_sink(liquid, &shape, &pose, NULL);
    }
    return result;
}

waft_result wafti_scene_fill_liquid(
    const waft_scene* scene, waft_world* world, waft_error* out_error) {
    const waft_liquid_def def = wafti_scene_liquid_def(scene);
    waft_liquid* liquid = NULL;
    waft_result result = waft_world_create_liquid(world, &def, &liquid);
    if (result == WAFT_OK) {
        result = fill_parts(scene, world, liquid, NULL);
    }
    return result == WAFT_OK && wafti_scene_is_stirred(scene)
               ? fill_stirring(scene, world, liquid, out_error)
               : result;
}

// What starts as a crowd bursts apart; lattices in each other's gaps are no closer than is allowed.
static waft_result check_crowd(
    const wafti_check* check, waft_liquid* liquid, const waft_world* world) {
    double ratio = 0.0;
    double place[3];
    wafti_pool_begin(world->pool);
    const waft_result result = wafti_liquid_find_crowd(liquid, &ratio, place);
    wafti_pool_end(world->pool);
    if (result == WAFT_OK && ratio > WAFTI_LIQUID_CROWDED) {
        const wafti_phrase warning = wafti_phrase_make(
            "the liquid starts at %.2f of its density at rest near (%g, %g, %g); do blocks "
            "overlap?",
            ratio, place[0], place[1], place[2]);
        warn(check, "liquid", warning.text);
    }
    return result;
}

// What is left of the parts when all are there.
static void check_parts(const wafti_check* check, const waft_scene* scene, const waft_world* world,
    const uint32_t* added) {
    const waft_liquid* liquid = waft_world_liquid(world);
    const wafti_liquid_values* from = &scene->values.liquid;
    wafti_scene_check_blocks(check, from, liquid, added);
    wafti_scene_check_emitters(check, from, liquid);
    if (!check->trial) {
        wafti_scene_remark_empty_liquid(check, from);
        wafti_scene_remark_liquid_solids(check, scene, world);
    }
}

static waft_result fill_and_check(
    const wafti_check* check, const waft_scene* scene, waft_world* world, waft_liquid* liquid) {
    const waft_allocator* allocator = &scene->allocator;
    const size_t count = scene->values.liquid.blocks.count;
    uint32_t* added = wafti_allocate_zero(allocator, count + 1, sizeof(*added));
    if (added == NULL) {
        return wafti_fail_memory(&world->error, count * sizeof(*added), "a list of blocks");
    }
    const waft_result result = fill_parts(scene, world, liquid, added);
    if (result == WAFT_OK) {
        check_parts(check, scene, world, added);
    }
    wafti_release(allocator, added, count + 1, sizeof(*added));
    return result;
}

static waft_result try_liquid(
    const wafti_check* check, const waft_scene* scene, waft_world* world, waft_error* error) {
    const waft_liquid_def def = wafti_scene_liquid_def(scene);
    waft_liquid* liquid = NULL;
    waft_result result = waft_world_create_liquid(world, &def, &liquid);
    result = result == WAFT_OK ? fill_and_check(check, scene, world, liquid) : result;
    result = result == WAFT_OK ? check_crowd(check, liquid, world) : result;
    if (result != WAFT_OK) {
        return wafti_fail(error, result, "%s", waft_world_error(world));
    }
    return wafti_scene_is_stirred(scene) ? check_stirring(check, scene, world, liquid, error)
                                         : WAFT_OK;
}

waft_result wafti_scene_check_liquid(const wafti_check* check, const waft_scene* scene) {
    const wafti_node* node = wafti_given(check, "liquid.dynamic_viscosity");
    if (node != NULL && wafti_given(check, "liquid.kinematic_viscosity") != NULL) {
        wafti_report(check->diagnostics, &node->mark,
            "liquid has both kinematic_viscosity and dynamic_viscosity; give one");
        return WAFT_OK;
    }
    const waft_world_def world_def = waft_scene_world_def(scene);
    waft_world* world = NULL;
    waft_error error = {.result = WAFT_OK};
    waft_result result = waft_world_create(&world_def, &world, &error);
    result = result == WAFT_OK ? try_liquid(check, scene, world, &error) : result;
    waft_world_destroy(world);
    wafti_refuse_result(check, result, &error);
    return result == WAFT_ERR_NO_MEMORY ? result : WAFT_OK;
}
