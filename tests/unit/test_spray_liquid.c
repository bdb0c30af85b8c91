// SPDX-License-Identifier: MIT
#include "couple/spray_liquid.h"

#include "liquid_fixture.h"
#include "test.h"

typedef struct shore {
    waft_world* world;
    waft_water* water;
    waft_liquid* liquid;
} shore;

// A dam of 2 m in a trough of 4 m that breaks against the far wall.
static waft_water_def trough(waft_water_method method) {
    waft_water_def def = waft_water_def_default();
    def.method = method;
    def.cells[0] = 64;
    def.cells[1] = 8;
    def.size = (waft_vec2){4.0f, 0.5f};
    def.level = 1.5f;
    def.depth = 1.5f;
    def.spray.capacity = 2000;
    def.spray.threshold = 0.5f;
    def.spray.radius = 0.02f;
    def.spray.efficiency = 0.3f;
    return def;
}

static shore make_shore(const waft_water_def* water, float spacing, int threads) {
    shore s = {0};
    waft_world_def world_def = waft_world_def_default();
    world_def.step = 0.01;
    world_def.threads = threads;
    CHECK(waft_world_create(&world_def, &s.world, NULL) == WAFT_OK);
    waft_water_box_def box = {.low = {1.5f, 0.0f}, .high = {4.0f, 0.5f}, .level = 0.3f};
    waft_water_def def = *water;
    def.boxes = &box;
    def.box_count = 1;
    CHECK(waft_world_create_water(s.world, &def, &s.water) == WAFT_OK);
    waft_liquid_def liquid = liquid_box(spacing, 4.0f, 4.0f, 0.5f);
    liquid.method = WAFT_LIQUID_WCSPH;
    liquid.sound_speed = 50.0f;
    liquid.max_particles = 3000;
    CHECK(waft_world_create_liquid(s.world, &liquid, &s.liquid) == WAFT_OK);
    return s;
}

static double stat_of(const waft_world* world, const char* name) {
    waft_stat stats[128];
    const size_t count = waft_world_stats(world, stats, 128);
    for (size_t i = 0; i < count && i < 128; ++i) {
        if (strcmp(stats[i].name, name) == 0) {
            return stats[i].value;
        }
    }
    return NAN;
}

static void what_cannot_be_is_told(void) {
    CHECK(waft_world_exchange_spray(NULL) == WAFT_ERR_ARGUMENT);
    waft_water_def water = trough(WAFT_WATER_SWE);
    shore s = make_shore(&water, 0.025f, 1);
    // Drops of 0.02 m are more than particles of 0.025 m.
    CHECK(waft_world_exchange_spray(s.world) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(waft_world_error(s.world), "more than a particle") != NULL);
    waft_world_destroy(s.world);
    water.spray.capacity = 0;
    s = make_shore(&water, 0.05f, 1);
    CHECK(waft_world_exchange_spray(s.world) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(waft_world_error(s.world), "spray.capacity") != NULL);
    waft_world_destroy(s.world);
    water = trough(WAFT_WATER_SWE);
    s = make_shore(&water, 0.05f, 1);
    CHECK(waft_world_exchange_spray(s.world) == WAFT_OK);
    CHECK(waft_world_exchange_spray(s.world) == WAFT_ERR_ARGUMENT);
    waft_world_destroy(s.world);
}

// All that flies is liquid, all of it is accounted for, and it becomes water again.
static void volume_is_kept(void) {
    static const waft_water_method methods[] = {WAFT_WATER_SWE, WAFT_WATER_COLUMNS};
    for (int n = 0; n < 2; ++n) {
        const waft_water_def water = trough(methods[n]);
        shore s = make_shore(&water, 0.05f, 1);
        CHECK(waft_world_exchange_spray(s.world) == WAFT_OK);
        const double whole = stat_of(s.world, "water.volume");
        double most = 0.0;
        for (int step = 0; step < 300; ++step) {
            CHECK(waft_world_step(s.world) == WAFT_OK);
            const waft_liquid_stats stats = waft_liquid_get_stats(s.liquid);
            const double particle = 0.05 * 0.05 * 0.05;
            const double flying = stat_of(s.world, "liquid_volume") +
                                  particle * (double)stats.escaped +
                                  stat_of(s.world, "liquid_carried");
            CHECK_NEAR(stat_of(s.world, "water.spray_lent"), flying, 1e-6 * whole);
            CHECK_NEAR(stat_of(s.world, "water.volume_error"), 0.0, 1e-6 * whole);
            most = fmax(most, flying);
        }
        CHECK(most > 50.0 * 0.05 * 0.05 * 0.05);
        CHECK(waft_liquid_get_stats(s.liquid).absorbed > 50);
        waft_world_destroy(s.world);
    }
}

static uint64_t hash_after(int threads, int saved_at) {
    const waft_water_def water = trough(WAFT_WATER_SWE);
    shore s = make_shore(&water, 0.05f, threads);
    CHECK(waft_world_exchange_spray(s.world) == WAFT_OK);
    for (int step = 0; step < 110; ++step) {
        if (step == saved_at) {
            const size_t size = waft_world_snapshot_size(s.world);
            void* bytes = malloc(size);
            CHECK(waft_world_snapshot(s.world, bytes, size) == WAFT_OK);
            waft_world_destroy(s.world);
            s = make_shore(&water, 0.05f, 1);
            CHECK(waft_world_exchange_spray(s.world) == WAFT_OK);
            CHECK(waft_world_restore(s.world, bytes, size) == WAFT_OK);
            free(bytes);
        }
        CHECK(waft_world_step(s.world) == WAFT_OK);
    }
    const uint64_t hash = waft_world_hash(s.world);
    CHECK(waft_liquid_get_stats(s.liquid).created > 0);
    waft_world_destroy(s.world);
    return hash;
}

static void bits_are_the_same(void) {
    const uint64_t one = hash_after(1, -1);
    CHECK(hash_after(2, -1) == one);
    CHECK(hash_after(8, -1) == one);
    CHECK(hash_after(2, 80) == one);
}

static const test_case cases[] = {
    {"what_cannot_be_is_told", what_cannot_be_is_told},
    {"volume_is_kept", volume_is_kept},
    {"bits_are_the_same", bits_are_the_same},
};
TEST_MAIN(cases)
