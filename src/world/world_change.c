// SPDX-License-Identifier: MIT
// What of a world may change while it runs: gravity, air, wind, and the water that bodies feel.
#include "world/world.h"
#include "world/world_params.h"

enum { MEMBERS = 16 };

// What rows describe, and the step, which a scene cuts out of its frames.
static wafti_members members_of(wafti_member items[MEMBERS]) {
    const size_t count = wafti_rows_members(
        wafti_world_rows, WAFTI_WORLD_PARTS, WAFTI_OWNER_WORLD, items, MEMBERS - 1);
    items[count] = (wafti_member)WAFTI_FIXED(waft_world_def, step, "time.step");
    return (wafti_members){items, count + 1};
}

waft_vec3 wafti_world_gravity(const waft_world_def* def) {
    const double* g = def->gravity;
    return (waft_vec3){
        wafti_nearest_float(g[0]), wafti_nearest_float(g[1]), wafti_nearest_float(g[2])};
}

// Bodies know fluids in single precision. A call, since gcc 12 takes pairs of casts to float and back
// for nothing where it makes vectors of them.
static wafti_fluid single(double density, double viscosity) {
    return (wafti_fluid){
        (double)wafti_nearest_float(density), (double)wafti_nearest_float(viscosity)};
}

waft_world_def wafti_world_def_now(const waft_world* world) {
    waft_world_def def = world->def;
    def.air.wind = world->wind;
    return def;
}

wafti_surroundings wafti_world_surroundings(const waft_world_def* def) {
    const waft_vec3 gravity = wafti_world_gravity(def);
    return (wafti_surroundings){
        .gravity = {(double)gravity.x, (double)gravity.y, (double)gravity.z},
        .dt = def->step,
        .air = single(def->air.density, def->air.viscosity),
        .water = single(def->liquid.density, def->liquid.viscosity),
        .wind = def->air.wind,
    };
}

waft_result wafti_world_check_change(
    const waft_world* world, const waft_world_def* wanted, waft_error* out_error) {
    wafti_member items[MEMBERS];
    waft_result result = wafti_members_check(members_of(items), &world->def, wanted, out_error);
    result = result == WAFT_OK ? wafti_world_check_def(wanted, out_error) : result;
    return result == WAFT_OK && world->water != NULL ? wafti_world_check_fall(wanted, out_error)
                                                     : result;
}

// Each solver gets what it keeps of it. The state of water is loaded later, if it is.
static waft_result hand_over(
    waft_world* world, const waft_world_def* wanted, bool loading, waft_error* error) {
    if (world->bodies != NULL) {
        // They alone may refuse, so that they come first.
        const wafti_surroundings around = wafti_world_surroundings(wanted);
        const waft_result result = wafti_bodies_surround(world->bodies, &around, error);
        if (result != WAFT_OK) {
            return result;
        }
    }
    wafti_member items[MEMBERS];
    wafti_members_adopt(members_of(items), &world->def, wanted);
    world->wind = wanted->air.wind;
    const waft_vec3 gravity = wafti_world_gravity(wanted);
    const bool same = -(double)gravity.y == world->context.gravity;
    world->context.gravity = -(double)gravity.y;
    if (world->smoke != NULL) {
        wafti_smoke_set_gravity(world->smoke, gravity);
    }
    if (world->water != NULL && !loading && !same) {
        wafti_water_follow(world->water);
    }
    if (world->liquid != NULL) {
        wafti_liquid_set_gravity(world->liquid, gravity);
    }
    return WAFT_OK;
}

waft_result wafti_world_change(
    waft_world* world, const waft_world_def* wanted, waft_error* out_error) {
    const waft_result result = wafti_world_check_change(world, wanted, out_error);
    return result == WAFT_OK ? hand_over(world, wanted, false, out_error) : result;
}

void wafti_world_live_state(waft_world* world, wafti_stream* stream) {
    waft_world_def loaded = wafti_world_def_now(world);
    wafti_member items[MEMBERS];
    wafti_members_state(members_of(items), &loaded, stream);
    if (stream->mode == WAFTI_STREAM_LOAD) {
        stream->failed = stream->failed ||
                         wafti_world_check_change(world, &loaded, NULL) != WAFT_OK ||
                         hand_over(world, &loaded, true, NULL) != WAFT_OK;
    }
}

uint64_t wafti_world_fixed_hash(const waft_world* world, uint64_t hash) {
    wafti_member items[MEMBERS];
    return wafti_members_hash(members_of(items), &world->def, hash);
}
