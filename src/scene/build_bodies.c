// SPDX-License-Identifier: MIT
// From the values of bodies, winds and media to their defs, and to bodies in a world.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "body/body_params.h"
#include "hull/hull_params.h"
#include "scene/scene.h"

// The shape that is given, if one is: its kind and lengths.
static bool take_shape(const wafti_shape_values* from, waft_hull_def* def) {
    for (int i = 0; i < WAFT_HULL_SHAPE_COUNT; ++i) {
        if (from->given[i] || (i == WAFT_HULL_MESH && from->mesh != NULL)) {
            def->shape = (waft_hull_shape)i;
            memcpy(def->size, from->size[i], sizeof(def->size));
            return true;
        }
    }
    return false;
}

static double fluid_density(const wafti_scene_values* values) {
    switch (values->bodies_def.medium) {
    case WAFT_MEDIUM_WATER:
        return values->world.liquid.density;
    case WAFT_MEDIUM_VACUUM:
        return 0.0;
    default:
        return values->world.air.density;
    }
}

static double fluid_viscosity(const wafti_scene_values* values) {
    return values->bodies_def.medium == WAFT_MEDIUM_WATER ? values->world.liquid.viscosity
                                                          : values->world.air.viscosity;
}

static double gravity_of(const wafti_scene_values* values) {
    const double* g = values->world.gravity;
    return sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
}

// Shape, size and density decide I*, so a wanted I* decides the thickness: I* is pi rho_s t / (64 rho d)
// for discs and rho_s t / (rho c) for strips and cards of chord c (docs/spec/bodies.md#regimes).
static void set_thickness(double istar, double fluid, waft_hull_def* def) {
    double* size = def->size;
    const double ratio = istar * fluid / def->density;
    switch (def->shape) {
    case WAFT_HULL_DISC:
        size[1] = ratio * 64.0 * 2.0 * size[0] / M_PI;
        break;
    case WAFT_HULL_STRIP:
        size[1] = ratio * size[0];
        break;
    case WAFT_HULL_CARD:
        size[2] = ratio * fmin(size[0], size[1]);
        break;
    default:
        break;
    }
}

bool wafti_body_has_istar(waft_hull_shape shape) {
    return shape == WAFT_HULL_DISC || shape == WAFT_HULL_STRIP || shape == WAFT_HULL_CARD;
}

// Greatest and least extent of those shapes: d and b of their hulls.
static void extents(const waft_hull_def* def, double* out_longest, double* out_shortest) {
    const double* size = def->size;
    const bool disc = def->shape == WAFT_HULL_DISC;
    const bool strip = def->shape == WAFT_HULL_STRIP;
    *out_longest = disc    ? 2.0 * size[0]
                   : strip ? fmax(2.0 * size[0], size[2])
                           : fmax(size[0], size[1]);
    *out_shortest = disc ? size[1] : strip ? 2.0 * size[1] : size[2];
}

// Re = U0 d / nu with U0 = sqrt(|rho_s / rho - 1| g b) decides the viscosity (Xie & Miyata 2013, eq. 1).
static double viscosity_for(
    double reynolds, const wafti_scene_values* values, const waft_hull_def* def) {
    double longest = 0.0;
    double shortest = 0.0;
    extents(def, &longest, &shortest);
    const double speed =
        sqrt(fabs(def->density / fluid_density(values) - 1.0) * gravity_of(values) * shortest);
    return speed * longest / reynolds;
}

waft_result wafti_scene_body_hull(const waft_scene* scene, size_t index, waft_hull_def* out_def) {
    const wafti_body_values* from = (const wafti_body_values*)scene->values.bodies.items + index;
    waft_hull_def def = waft_hull_def_default();
    if (from->preset > 0 &&
        waft_hull_preset(waft_hull_preset_name((size_t)from->preset - 1), &def) != WAFT_OK) {
        return WAFT_ERR_ARGUMENT;
    }
    if (take_shape(&from->shape, &def)) {
        def.plate_count = 0;
        def.has_center = def.has_inertia = false; // those of the preset's own shape
        def.mesh = wafti_scene_mesh_of(scene, &from->shape);
    }
    if (from->hull.density > 0.0 || from->hull.mass > 0.0) {
        def.density = def.mass = 0.0;
    }
    wafti_rows_lay(wafti_hull_rows, WAFTI_HULL_HIDDEN, WAFTI_OWNER_HULL, &from->hull, &def);
    if (from->name != NULL) {
        def.name = from->name;
    }
    if (from->paper.turbulence) {
        def.turbulence.intensity = 1.0;
        def.turbulence.length = 0.0; // a cell
        def.turbulence.feedback = def.turbulence.diffusion = false;
    }
    def.method = from->paper.sources ? WAFT_ADDED_MASS_SOURCES : def.method;
    def.gravity = gravity_of(&scene->values);
    def.fluid_density = fluid_density(&scene->values);
    def.fluid_viscosity = fluid_viscosity(&scene->values);
    if (from->release.istar > 0.0 && def.density > 0.0) {
        set_thickness(from->release.istar, def.fluid_density, &def);
    }
    if (from->release.reynolds > 0.0 && def.density > 0.0) {
        def.fluid_viscosity = viscosity_for(from->release.reynolds, &scene->values, &def);
    }
    def.turbulence.bake = def.turbulence.bake && def.fluid_density > 0.0 && def.gravity > 0.0 &&
                          wafti_body_is_noisy(from) && from->body.gust_rate == 0.0f;
    def.allocator = scene->allocator;
    *out_def = def;
    return WAFT_OK;
}

bool wafti_body_is_noisy(const wafti_body_values* from) {
    const bool model = from->body.model == WAFT_MODEL_LANGEVIN;
    return from->paper.noise ||
           (from->body.noise == WAFT_NOISE_MODEL ? model : from->body.noise != WAFT_NOISE_OFF);
}

waft_body_def wafti_scene_body_def(
    const waft_scene* scene, size_t index, const waft_hull_def* hull_def) {
    const wafti_body_values* from = (const wafti_body_values*)scene->values.bodies.items + index;
    waft_body_def def = waft_body_def_default();
    wafti_rows_lay(
        &wafti_bodies_rows[WAFTI_BODIES_SETTINGS], 2, WAFTI_OWNER_BODY, &from->body, &def);
    def.name = from->name;
    def.loads = from->paper.mujoco ? WAFT_LOADS_MUJOCO : def.loads;
    def.noise = from->paper.noise ? WAFT_NOISE_DIRECT : def.noise;
    if (!hull_def->turbulence.bake && def.gust_rate == 0.0f) {
        def.noise = WAFT_NOISE_OFF;
    }
    def.swirl = def.swirl || from->paper.noise; // eq. 10 is a part of the paper's noise
    def.viscosity = from->release.reynolds > 0.0 ? (float)hull_def->fluid_viscosity : 0.0f;
    return def;
}

size_t wafti_scene_body_count(const wafti_scene_values* values) {
    const wafti_body_values* items = values->bodies.items;
    size_t count = 0;
    for (size_t i = 0; i < values->bodies.count; ++i) {
        count += (size_t)items[i].count;
    }
    return count;
}

waft_bodies_def wafti_scene_bodies_def(const waft_scene* scene) {
    const wafti_scene_values* values = &scene->values;
    waft_bodies_def def = values->bodies_def;
    def.capacity = (uint32_t)wafti_scene_body_count(values);
    def.ground.normal = waft_vec3_normalize(def.ground.normal);
    return def;
}

static waft_result add_winds(const wafti_scene_values* values, waft_bodies* bodies) {
    const waft_wind_def* winds = values->winds.items;
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < values->winds.count && result == WAFT_OK; ++i) {
        waft_wind_def def = winds[i];
        def.struct_size = sizeof(def);
        def.direction = waft_vec3_normalize(def.direction);
        result = waft_bodies_add_wind(bodies, &def, NULL);
    }
    return result;
}

// Hulls that entries of a scene have asked for so far, so that equal ones are baked once.
typedef struct baked {
    uint64_t key;
    const waft_hull* hull;
} baked;

static const waft_hull* known_hull(const baked* known, size_t count, uint64_t key) {
    for (size_t i = 0; i < count; ++i) {
        if (known[i].key == key) {
            return known[i].hull;
        }
    }
    return NULL;
}

// Bakes a hull, or takes it from the cache, tells its warnings and lets the world keep it.
static waft_result bake_hull(const waft_scene* scene, waft_world* world, const waft_logger* logger,
    const waft_hull_def* def, const waft_hull** out_hull, waft_error* error) {
    waft_hull* hull = NULL;
    waft_error told = {.result = WAFT_OK, .sentence = ""};
    const waft_result result = waft_hull_bake_cached(def, scene->cache, &hull, NULL, &told);
    if (result != WAFT_OK) {
        return wafti_fail(error, result, "%s", told.sentence);
    }
    if (told.sentence[0] != '\0') {
        wafti_log(
            logger, WAFT_LOG_WARNING, "%s: its hull is baked again: %s", def->name, told.sentence);
    }
    for (size_t i = 0; i < waft_hull_warning_count(hull); ++i) {
        wafti_log(logger, WAFT_LOG_WARNING, "%s: %s", def->name, waft_hull_warning(hull, i));
    }
    *out_hull = hull;
    return waft_world_keep_hull(world, hull);
}

static waft_result add_entry(const waft_scene* scene, waft_bodies* bodies, size_t index,
    const waft_body_def* def, uint64_t first_number) {
    const wafti_body_values* from = (const wafti_body_values*)scene->values.bodies.items + index;
    const size_t count = (size_t)from->count;
    waft_body_state* states = wafti_allocate(&scene->allocator, count, sizeof(*states));
    if (states == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    for (size_t i = 0; i < count; ++i) {
        wafti_scene_body_state(scene, index, first_number + i, &states[i]);
    }
    const waft_result result = waft_bodies_add_many(bodies, def, states, count, NULL);
    wafti_release(&scene->allocator, states, count, sizeof(*states));
    return result;
}

waft_result wafti_scene_fill_bodies(const waft_scene* scene, const waft_world_def* world_def,
    waft_world* world, waft_error* error) {
    const wafti_scene_values* values = &scene->values;
    const wafti_body_values* entries = values->bodies.items;
    const size_t count = values->bodies.count;
    const waft_bodies_def def = wafti_scene_bodies_def(scene);
    waft_bodies* bodies = NULL;
    waft_result result = waft_world_create_bodies(world, &def, &bodies);
    result = result == WAFT_OK ? add_winds(values, bodies) : result;
    baked* hulls = wafti_allocate_zero(&scene->allocator, count, sizeof(*hulls));
    result = result == WAFT_OK && hulls == NULL ? WAFT_ERR_NO_MEMORY : result;
    uint64_t number = 0;
    for (size_t i = 0; i < count && result == WAFT_OK; ++i) {
        waft_hull_def hull_def;
        const wafti_phrase path = wafti_phrase_make("bodies[%zu]", i);
        result = wafti_scene_body_hull(scene, i, &hull_def);
        if (result == WAFT_OK) {
            hull_def.name = entries[i].name != NULL ? entries[i].name : path.text;
            hull_def.threads = world_def->threads;
            hulls[i].key = waft_hull_key(&hull_def);
            hulls[i].hull = known_hull(hulls, i, hulls[i].key);
            if (hulls[i].hull == NULL) {
                result =
                    bake_hull(scene, world, &world_def->logger, &hull_def, &hulls[i].hull, error);
            }
        }
        if (result == WAFT_OK) {
            waft_body_def body = wafti_scene_body_def(scene, i, &hull_def);
            body.hull = hulls[i].hull;
            // What neither sinks nor rises has no wake, as its hull has warned.
            const bool wake = waft_hull_get_info(body.hull).history_count > 0;
            body.noise = wake || body.gust_rate > 0.0f ? body.noise : WAFT_NOISE_OFF;
            result = add_entry(scene, bodies, i, &body, number);
            number += (uint64_t)entries[i].count;
        }
    }
    wafti_release(&scene->allocator, hulls, count, sizeof(*hulls));
    return result;
}
