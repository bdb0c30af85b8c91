// SPDX-License-Identifier: MIT
// A game is saved in the middle and goes on in a fresh world, to the same bits.
#include <stdio.h>
#include <stdlib.h>
#include <waft/waft.h>

enum { STEPS = 250 }; // to the save and again after it: 1 s each

// Ends the program with the sentence of a call that failed, as in hello_pond.c.
static void need(const waft_world* world, waft_result result) {
    if (result != WAFT_OK) {
        fprintf(stderr, "%s\n", waft_world_error(world));
        exit(1);
    }
}

// What does not change is not in a snapshot: the defs of world, water and bodies, and the hulls that
// bodies may have. A game makes them in the same way before it plays and before it loads.
static waft_world* make_world(const waft_hull** out_hull) {
    const waft_world_def world_def = waft_world_def_default();
    waft_world* world = NULL;
    waft_error error;
    if (waft_world_create(&world_def, &world, &error) != WAFT_OK) {
        fprintf(stderr, "%s\n", error.sentence);
        exit(1);
    }
    waft_water_def water_def = waft_water_def_default();
    water_def.method = WAFT_WATER_COLUMNS;
    water_def.rain.rate = 10.0f; // drops a second, at random: chance is saved, too
    waft_water* water = NULL;
    need(world, waft_world_create_water(world, &water_def, &water));
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.medium = WAFT_MEDIUM_BOTH;
    waft_bodies* bodies = NULL;
    need(world, waft_world_create_bodies(world, &bodies_def, &bodies));

    waft_hull_def hull_def = waft_hull_def_default();
    hull_def.shape = WAFT_HULL_SPHERE;
    hull_def.size[0] = 0.3; // m
    hull_def.density = 300.0;
    hull_def.turbulence.bake = false;
    waft_hull* hull = NULL;
    if (waft_hull_bake(&hull_def, &hull, &error) != WAFT_OK) {
        fprintf(stderr, "%s\n", error.sentence);
        exit(1);
    }
    need(world, waft_world_keep_hull(world, hull));
    *out_hull = hull;
    return world;
}

static void play(waft_world* world) {
    for (int step = 0; step < STEPS; ++step) {
        need(world, waft_world_step(world));
    }
}

int main(void) {
    // We play: a ball is thrown into the rain.
    const waft_hull* hull = NULL;
    waft_world* first = make_world(&hull);
    waft_body_def ball = waft_body_def_default();
    ball.hull = hull;
    ball.noise = WAFT_NOISE_OFF;
    ball.name = "ball";
    ball.state.position[0] = 3.0;
    ball.state.position[1] = 1.0;
    ball.state.position[2] = 5.0;
    ball.state.velocity[0] = 2.0;
    waft_body_id id;
    need(first, waft_bodies_add(waft_world_bodies(first), &ball, &id));
    play(first);

    // We save. The bytes are ours, to be written to a file or sent to another player.
    const size_t size = waft_world_snapshot_size(first);
    unsigned char* bytes = malloc(size);
    if (bytes == NULL) {
        return 1;
    }
    need(first, waft_world_snapshot(first, bytes, size));
    printf("Saved %zu bytes after %.1f s.\n", size, waft_world_time(first));
    play(first);

    // We load into a fresh world. It has no ball yet; that comes with the snapshot, and so does the
    // time. Bytes that are damaged are refused, and the world stays as it was.
    waft_world* second = make_world(&hull);
    bytes[size / 2] ^= 1;
    if (waft_world_restore(second, bytes, size) == WAFT_OK) {
        return 1;
    }
    printf("With one bit turned over: %s\n", waft_world_error(second));
    bytes[size / 2] ^= 1;
    need(second, waft_world_restore(second, bytes, size));
    free(bytes);
    printf("Loaded; the time is %.1f s and there is %zu ball.\n", waft_world_time(second),
        waft_bodies_count(waft_world_bodies(second)));
    play(second);

    // An id that was given before the save names the same ball now.
    waft_body_info info;
    need(second, waft_bodies_get(waft_world_bodies(second), id, &info));
    printf("The %s is at x = %.3f m after %.1f s.\n", info.name, info.state.position[0],
        waft_world_time(second));
    const bool equal = waft_world_hash(first) == waft_world_hash(second);
    printf("The hashes of the two worlds are %s.\n", equal ? "equal" : "different");
    waft_world_destroy(first);
    waft_world_destroy(second);
    return equal ? 0 : 1;
}
