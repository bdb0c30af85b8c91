// SPDX-License-Identifier: MIT
// A game that runs for hours: frames that come early and late, one poke, one dropped and one removed body
// a second. WAFT_GAME_SECONDS in the environment makes it longer than the 100 s that are enough for
// every day; 10000 is what a release runs.
#include "hooks.h"

#include <stdlib.h>

enum { SWIMMERS = 3, CAPACITY = 8 };

typedef struct game {
    waft_world* world;
    waft_bodies* bodies;
    waft_hull* hull;
    waft_body_id swimmers[SWIMMERS]; ///< the next to go is at `dropped` % SWIMMERS
    int dropped;
} game;

static void open_game(game* g, counting* count) {
    waft_world_def def = waft_world_def_default();
    def.allocator = counting_hook(count);
    def.step = 1.0 / 60.0;
    waft_water_def water = waft_water_def_default();
    water.method = WAFT_WATER_COLUMNS;
    water.size = (waft_vec2){4.0f, 4.0f};
    water.cells[0] = water.cells[1] = 16;
    water.depth = 1.0f;
    waft_bodies_def bodies = waft_bodies_def_default();
    bodies.capacity = CAPACITY;
    bodies.medium = WAFT_MEDIUM_BOTH;
    g->world = make_world(&def, &water);
    CHECK(waft_world_create_bodies(g->world, &bodies, &g->bodies) == WAFT_OK);
    waft_hull_def hull = waft_hull_def_default();
    hull.shape = WAFT_HULL_BOX;
    hull.size[0] = hull.size[1] = hull.size[2] = 0.3;
    hull.density = 500.0;
    hull.turbulence.bake = false;
    CHECK(waft_hull_bake(&hull, &g->hull, NULL) == WAFT_OK);
}

static void poke(const game* g, int second) {
    const waft_edit edit = {.kind = WAFT_EDIT_BRUSH,
        .brush = {{1.0f + 0.2f * (float)(second % 10), 2.0f}, 0.3f, 0.02f}};
    CHECK(waft_world_queue(g->world, &edit) == WAFT_OK);
}

static void drop(game* g, int second) {
    waft_body_id* place = &g->swimmers[g->dropped++ % SWIMMERS];
    if (place->index1 != 0) {
        CHECK(waft_bodies_remove(g->bodies, *place) == WAFT_OK);
    }
    waft_body_def def = waft_body_def_default();
    def.hull = g->hull;
    def.noise = WAFT_NOISE_OFF;
    def.name = "crate";
    def.friction = 0.1f * (float)(second % 3); // bodies that are not stepped together
    def.state.position[0] = 0.8 + 0.3 * (second % 8);
    def.state.position[1] = 0.4;
    def.state.position[2] = 1.0 + 0.25 * (second * 3 % 8);
    CHECK(waft_bodies_add(g->bodies, &def, place) == WAFT_OK);
}

static void play_second(game* g, int second) {
    waft_pose poses[CAPACITY];
    poke(g, second);
    drop(g, second);
    for (int frame = 0; frame < 60; ++frame) {
        const double seconds = (1.0 + 0.2 * (frame % 3 - 1)) / 60.0;
        float alpha = 0.0f;
        size_t dropped = 0;
        CHECK(waft_world_advance(g->world, seconds, &alpha) == WAFT_OK);
        CHECK(waft_bodies_blend(g->bodies, alpha, poses, CAPACITY) <= SWIMMERS);
        (void)waft_world_events(g->world, NULL, &dropped);
        CHECK(dropped == 0);
    }
}

static int wanted_seconds(void) {
    const char* asked = getenv("WAFT_GAME_SECONDS"); // NOLINT(concurrency-mt-unsafe)
    const long seconds = asked != NULL ? strtol(asked, NULL, 10) : 0;
    return seconds > 30 ? (int)seconds : 100;
}

static void a_game_keeps_its_memory(void) {
    counting count = {0};
    game g = {.dropped = 0};
    open_game(&g, &count);
    const int seconds = wanted_seconds();
    size_t memory = 0;
    size_t bytes = 0;
    for (int second = 0; second < seconds; ++second) {
        play_second(&g, second);
        if (second == 20) {
            memory = waft_world_memory(g.world);
            bytes = count.bytes;
        }
    }
    CHECK(waft_world_memory(g.world) == memory && count.bytes == bytes);
    CHECK_NEAR(waft_world_time(g.world), seconds, 1.01 / 60.0);
    CHECK(waft_bodies_count(g.bodies) == SWIMMERS);
    const waft_bodies_stats stats = waft_bodies_get_stats(g.bodies);
    CHECK(stats.quarantined == 0 && stats.greatest_speed < 10.0);
    waft_world_destroy(g.world);
    waft_hull_destroy(g.hull);
    CHECK(count.live == 0 && count.bytes == 0);
}

static const test_case cases[] = {
    {"a_game_keeps_its_memory", a_game_keeps_its_memory},
};

TEST_MAIN(cases)
