// SPDX-License-Identifier: MIT
// What of a world may change while it runs: gravity, air, wind, and the water that bodies feel.
#include "base/error.h"
#include "base/hash.h"
#include "base/members.h"
#include "world/world.h"

#define LIVE(member, path)  WAFTI_LIVE(waft_world_def, member, path)
#define FIXED(member, path) WAFTI_FIXED(waft_world_def, member, path)

static const wafti_member items[] = {
    FIXED(step, "time.step"),
    FIXED(seed, "seed"),
    LIVE(gravity, "gravity"),
    LIVE(air.density, "air.density"),
    LIVE(air.viscosity, "air.viscosity"),
    LIVE(air.wind, "air.wind"),
    LIVE(liquid.density, "medium.density"),
    LIVE(liquid.viscosity, "medium.viscosity"),
};
static const wafti_members members = {items, sizeof(items) / sizeof(items[0])};

waft_world_def wafti_world_def_now(const waft_world* world) {
    waft_world_def def = world->def;
    def.air.wind = world->wind;
    return def;
}

wafti_surroundings wafti_world_surroundings(const waft_world_def* def) {
    return (wafti_surroundings){
        .gravity = {(double)def->gravity.x, (double)def->gravity.y, (double)def->gravity.z},
        .dt = def->step,
        .air = {(double)def->air.density, (double)def->air.viscosity},
        .water = {(double)def->liquid.density, (double)def->liquid.viscosity},
        .wind = def->air.wind,
    };
}

waft_result wafti_world_check_change(
    const waft_world* world, const waft_world_def* wanted, waft_error* out_error) {
    waft_result result = wafti_members_check(members, &world->def, wanted, out_error);
    result = result == WAFT_OK ? wafti_world_check_def(wanted, out_error) : result;
    return result == WAFT_OK && world->water != NULL
               ? wafti_world_check_fall(wanted->gravity, out_error)
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
    wafti_members_adopt(members, &world->def, wanted);
    world->wind = wanted->air.wind;
    const double gravity = -(double)wanted->gravity.y;
    const bool same = gravity == world->context.gravity;
    world->context.gravity = gravity;
    if (world->smoke != NULL) {
        wafti_smoke_set_gravity(world->smoke, wanted->gravity);
    }
    if (world->water != NULL && !loading && !same) {
        wafti_water_follow(world->water);
    }
    if (world->liquid != NULL) {
        wafti_liquid_set_gravity(world->liquid, wanted->gravity);
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
    wafti_members_state(members, &loaded, stream);
    if (stream->mode == WAFTI_STREAM_LOAD) {
        stream->failed = stream->failed ||
                         wafti_world_check_change(world, &loaded, NULL) != WAFT_OK ||
                         hand_over(world, &loaded, true, NULL) != WAFT_OK;
    }
}

uint64_t wafti_world_fixed_hash(const waft_world* world, uint64_t hash) {
    return wafti_members_hash(members, &world->def, hash);
}
