// SPDX-License-Identifier: MIT
// Leaves fall in a loop of 60 frames a second, as in a game, and come to rest on the ground.
//
// The steps of a world all have the same length, since other steps would give another fall. The
// frames of a game do not. waft_world_advance() stands between the two: it takes as many steps as
// fit into a frame and keeps the rest of the time for the next frame.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <waft/waft.h>

enum { LEAVES = 20, DRAWN = 3, ROWS = 22, COLUMNS = 76, SECONDS = 5 };

// Ends the program with the sentence of a call that failed, as in hello_pond.c.
static void need(const waft_world* world, waft_result result) {
    if (result != WAFT_OK) {
        fprintf(stderr, "%s\n", waft_world_error(world));
        exit(1);
    }
}

// A hull is what is known of a shape before it moves: its mass, the air that it drags along and the
// eddies in its wake. It is computed once, here in a tenth of a second, and any number of bodies
// may share it. A hull belongs to you until you hand it to a world.
static const waft_hull* bake_leaf(waft_world* world) {
    waft_hull_def def;
    waft_hull* hull = NULL;
    waft_error error;
    if (waft_hull_preset("leaf", &def) != WAFT_OK) {
        fprintf(stderr, "There is no hull of that name.\n");
        exit(1);
    }
    if (waft_hull_bake(&def, &hull, &error) != WAFT_OK) {
        fprintf(stderr, "%s\n", error.sentence);
        exit(1);
    }
    need(world, waft_world_keep_hull(world, hull));
    return hull;
}

// The leaves hang 2 m above the ground, each at an angle of its own, and let go one after the other.
static void hang_leaves(waft_bodies* bodies, waft_world* world) {
    waft_body_def leaf = waft_body_def_default();
    leaf.hull = bake_leaf(world);
    leaf.name = "leaf";
    leaf.state.position[1] = 2.0;
    for (int i = 0; i < LEAVES; ++i) {
        const double angle = 0.1 * i - 1.0; // rad, about z
        leaf.state.position[0] = 0.08 * i;
        leaf.state.rotation[2] = sin(0.5 * angle);
        leaf.state.rotation[3] = cos(0.5 * angle);
        leaf.start = 0.05 * i; // s
        waft_body_id id;       // a game keeps it, to find this very leaf again
        need(world, waft_bodies_add(bodies, &leaf, &id));
    }
}

// Marks where a leaf is, seen from the side: 22 columns or 11 rows are a metre.
static void mark(char picture[ROWS][COLUMNS + 1], waft_vec3 position, char letter) {
    const int column = (int)(22.0f * position.x + 0.2f * COLUMNS);
    const int row = (int)(11.0f * (2.0f - position.y));
    if (column >= 0 && column < COLUMNS && row >= 0 && row < ROWS) {
        picture[row][column] = letter;
    }
}

int main(void) {
    waft_world_def world_def = waft_world_def_default();
    world_def.air.wind.x = 0.3f; // m/s
    waft_world* world = NULL;
    waft_error error;
    if (waft_world_create(&world_def, &world, &error) != WAFT_OK) {
        fprintf(stderr, "%s\n", error.sentence);
        return 1;
    }
    waft_bodies_def bodies_def = waft_bodies_def_default(); // bodies in air
    bodies_def.ground.exists = true;                        // a floor at y = 0
    waft_bodies* bodies = NULL;
    need(world, waft_world_create_bodies(world, &bodies_def, &bodies));
    hang_leaves(bodies, world);

    char picture[ROWS][COLUMNS + 1] = {{'\0'}};
    for (int row = 0; row < ROWS; ++row) {
        memset(picture[row], ' ', COLUMNS);
    }
    int landed = 0;
    double first = 0.0; // s, when a leaf touches the ground
    for (int frame = 0; frame < 60 * SECONDS; ++frame) {
        // A game reads its clock. Here two frames are early and the third one is late.
        const double seconds = frame % 3 < 2 ? 0.015 : 0.020;
        float alpha = 0.0f;
        need(world, waft_world_advance(world, seconds, &alpha));

        // The time of the frame lies between two steps, `alpha` of the way. Poses that are blended
        // like that move smoothly, however steps and frames fall.
        waft_pose poses[LEAVES];
        const size_t count = waft_bodies_blend(bodies, alpha, poses, LEAVES);
        for (size_t i = 0; i < DRAWN && i < count; ++i) {
            mark(picture, poses[9 * i].position, (char)('a' + i));
        }

        // Events tell what has happened since the last frame, so that you can play a sound.
        size_t event_count = 0;
        const waft_event* events = waft_world_events(world, &event_count, NULL);
        for (size_t i = 0; i < event_count; ++i) {
            if (events[i].kind == WAFT_EVENT_BODY_LANDED && ++landed == 1) {
                first = waft_world_time(world);
            }
        }
    }

    for (int row = 0; row < ROWS; ++row) {
        printf("%s\n", picture[row]);
    }
    printf("%d of %d leaves have landed, the first after %.1f s; a stone takes %.1f s.\n", landed,
        LEAVES, first, sqrt(2.0 * 2.0 / 9.81));
    waft_world_destroy(world);
    return landed == LEAVES ? 0 : 1;
}
