// SPDX-License-Identifier: MIT
#include "world/parts.h"

#include "couple/smoke_air.h"
#include "world/world.h"
#include "world/world_solids.h"

// The same functions for every part, whose member of the world is called as its module calls it.
#define PART_FUNCTIONS(part)                                                                       \
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

// A roster looks for meshes in the world.
#define ROSTER_FUNCTIONS(part)                                                                     \
    static waft_result part##_roster(waft_world* world, wafti_stream* stream) {                    \
        return wafti_##part##_roster(world->part, stream, wafti_world_find_mesh, world);           \
    }                                                                                              \
    static void part##_adopt(waft_world* world) {                                                  \
        wafti_##part##_adopt_roster(world->part);                                                  \
    }                                                                                              \
    static void part##_drop(waft_world* world) {                                                   \
        wafti_##part##_drop_roster(world->part);                                                   \
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
ROSTER_FUNCTIONS(smoke)
ROSTER_FUNCTIONS(liquid)

static void solids_destroy(waft_world* world) {
    wafti_solids_free(&world->solids);
}

static size_t solids_memory(const waft_world* world) {
    return wafti_solids_memory(&world->solids);
}

static void solids_state(waft_world* world, wafti_stream* stream) {
    wafti_solids_state(&world->solids, stream);
}

static void smoke_refresh(waft_world* world) {
    wafti_smoke_refresh(world->smoke);
}

static void detail_refresh(waft_world* world) {
    wafti_detail_refresh(world->detail);
}

static const waft_hull* find_hull(void* user, uint64_t key) {
    return wafti_world_find_hull(user, key);
}

static waft_result bodies_roster(waft_world* world, wafti_stream* stream) {
    return wafti_bodies_roster(world->bodies, stream, find_hull, world);
}

static void bodies_adopt(waft_world* world) {
    wafti_bodies_adopt(world->bodies);
}

// A body that is added before the next step feels the air that there was.
static void bodies_refresh(waft_world* world) {
    if (world->steps > 0) {
        wafti_couple_air(world->smoke, world->bodies);
    }
}

static void water_refresh(waft_world* world) {
    wafti_water_redraw(world->water, waft_world_time(world));
}

// What has no def of its own differs by being there or not.
static uint64_t plain_fingerprint(const waft_world* world) {
    (void)world;
    return 1;
}

const wafti_part wafti_parts[WAFTI_PART_COUNT] = {
    [WAFTI_PART_SOLIDS] = {"solids", "solids", 0, solids_destroy, solids_memory, NULL, solids_state,
        wafti_world_solid_roster, wafti_world_adopt_solids, wafti_world_drop_solids, NULL, NULL},
    [WAFTI_PART_SMOKE] = {"smoke", "smoke", offsetof(waft_world, smoke), smoke_destroy,
        smoke_memory, smoke_fingerprint, smoke_state, smoke_roster, smoke_adopt, smoke_drop,
        smoke_refresh, smoke_stats},
    [WAFTI_PART_DETAIL] = {"detail", "detail", offsetof(waft_world, detail), detail_destroy,
        detail_memory, detail_fingerprint, detail_state, NULL, NULL, NULL, detail_refresh,
        detail_stats},
    [WAFTI_PART_BODIES] = {"bodies", "bodies", offsetof(waft_world, bodies), bodies_destroy,
        bodies_memory, bodies_fingerprint, bodies_state, bodies_roster, bodies_adopt, NULL,
        bodies_refresh, bodies_stats},
    [WAFTI_PART_WATER] = {"water", "a water surface", offsetof(waft_world, water), water_destroy,
        water_memory, water_fingerprint, water_state, NULL, NULL, NULL, water_refresh, water_stats},
    [WAFTI_PART_LIQUID] = {"liquid", "a liquid", offsetof(waft_world, liquid), liquid_destroy,
        liquid_memory, liquid_fingerprint, liquid_state, liquid_roster, liquid_adopt, liquid_drop,
        NULL, liquid_stats},
    [WAFTI_PART_AFLOAT] = {"afloat", "bodies that float", offsetof(waft_world, afloat),
        afloat_destroy, afloat_memory, plain_fingerprint, NULL, NULL, NULL, NULL, NULL, NULL},
    [WAFTI_PART_IMMERSED] = {"immersed", "bodies in the liquid", offsetof(waft_world, immersed),
        immersed_destroy, immersed_memory, NULL, immersed_state, NULL, NULL, NULL, NULL, NULL},
    [WAFTI_PART_EXCHANGE] = {"exchange", "spray that becomes liquid",
        offsetof(waft_world, exchange), exchange_destroy, exchange_memory, plain_fingerprint, NULL,
        NULL, NULL, NULL, NULL, NULL},
};
