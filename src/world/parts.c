// SPDX-License-Identifier: MIT
#include "world/parts.h"

#include "world/world.h"

// The same functions for every part, whose member of the world is called as its module calls it.
#define PART_FUNCTIONS(part)                                                                       \
    static bool part##_there(const waft_world* world) {                                            \
        return world->part != NULL;                                                                \
    }                                                                                              \
    static void part##_destroy(waft_world* world) {                                                \
        wafti_##part##_destroy(world->part);                                                       \
        world->part = NULL;                                                                        \
    }                                                                                              \
    static size_t part##_memory(const waft_world* world) {                                         \
        return wafti_##part##_memory(world->part);                                                 \
    }

#define STATE_FUNCTION(part)                                                                       \
    static void part##_state(waft_world* world, wafti_stream* stream) {                            \
        wafti_##part##_state(world->part, stream);                                                 \
    }

#define SOLVER_FUNCTIONS(part)                                                                     \
    PART_FUNCTIONS(part)                                                                           \
    STATE_FUNCTION(part)                                                                           \
    static uint64_t part##_fingerprint(const waft_world* world) {                                  \
        return wafti_##part##_fingerprint(world->part);                                            \
    }                                                                                              \
    static size_t part##_stats(const waft_world* world, waft_stat* out_stats, size_t capacity) {   \
        return wafti_##part##_stats(world->part, out_stats, capacity);                             \
    }

SOLVER_FUNCTIONS(smoke)
SOLVER_FUNCTIONS(detail)
SOLVER_FUNCTIONS(bodies)
SOLVER_FUNCTIONS(water)
SOLVER_FUNCTIONS(liquid)
PART_FUNCTIONS(afloat)
PART_FUNCTIONS(immersed)
STATE_FUNCTION(immersed)
PART_FUNCTIONS(exchange)

static void smoke_get_extras(const waft_world* world, uint64_t out_extras[WAFTI_PART_EXTRAS]) {
    out_extras[0] = wafti_smoke_extras(world->smoke);
}

static waft_result smoke_take_extras(waft_world* world, const uint64_t extras[WAFTI_PART_EXTRAS]) {
    return wafti_smoke_take_extras(world->smoke, (uint32_t)extras[0]);
}

static void smoke_refresh(waft_world* world) {
    wafti_smoke_refresh(world->smoke);
}

static void detail_refresh(waft_world* world) {
    wafti_detail_refresh(world->detail);
}

static void bodies_get_extras(const waft_world* world, uint64_t out_extras[WAFTI_PART_EXTRAS]) {
    const wafti_bodies_extras extras = wafti_bodies_get_extras(world->bodies);
    out_extras[0] = extras.groups;
    out_extras[1] = extras.benches;
    out_extras[2] = extras.kinds;
    out_extras[3] = extras.signature;
}

static waft_result bodies_take_extras(waft_world* world, const uint64_t extras[WAFTI_PART_EXTRAS]) {
    return wafti_bodies_take_extras(world->bodies,
        &(wafti_bodies_extras){
            .groups = extras[0], .benches = extras[1], .kinds = extras[2], .signature = extras[3]});
}

static void water_refresh(waft_world* world) {
    wafti_water_redraw(world->water, waft_world_time(world));
}

static uint64_t immersed_fingerprint(const waft_world* world) {
    return wafti_immersed_count(world->immersed);
}

// What has no def of its own differs by being there or not.
static uint64_t plain_fingerprint(const waft_world* world) {
    (void)world;
    return 1;
}

const wafti_part wafti_parts[WAFTI_PART_COUNT] = {
    [WAFTI_PART_SMOKE] = {"smoke", "smoke", smoke_there, smoke_destroy, smoke_memory,
        smoke_fingerprint, smoke_state, smoke_get_extras, smoke_take_extras, smoke_refresh,
        smoke_stats},
    [WAFTI_PART_DETAIL] = {"detail", "detail", detail_there, detail_destroy, detail_memory,
        detail_fingerprint, detail_state, NULL, NULL, detail_refresh, detail_stats},
    [WAFTI_PART_BODIES] = {"bodies", "bodies", bodies_there, bodies_destroy, bodies_memory,
        bodies_fingerprint, bodies_state, bodies_get_extras, bodies_take_extras, NULL,
        bodies_stats},
    [WAFTI_PART_WATER] = {"water", "a water surface", water_there, water_destroy, water_memory,
        water_fingerprint, water_state, NULL, NULL, water_refresh, water_stats},
    [WAFTI_PART_LIQUID] = {"liquid", "a liquid", liquid_there, liquid_destroy, liquid_memory,
        liquid_fingerprint, liquid_state, NULL, NULL, NULL, liquid_stats},
    [WAFTI_PART_AFLOAT] = {"afloat", "bodies that float", afloat_there, afloat_destroy,
        afloat_memory, plain_fingerprint, NULL, NULL, NULL, NULL, NULL},
    [WAFTI_PART_IMMERSED] = {"immersed", "bodies in the liquid", immersed_there, immersed_destroy,
        immersed_memory, immersed_fingerprint, immersed_state, NULL, NULL, NULL, NULL},
    [WAFTI_PART_EXCHANGE] = {"exchange", "spray that becomes liquid", exchange_there,
        exchange_destroy, exchange_memory, plain_fingerprint, NULL, NULL, NULL, NULL, NULL},
};
