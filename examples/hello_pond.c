// SPDX-License-Identifier: MIT
// The shortest useful program: we poke a pond and watch the ring run out.
//
// waft is a library of fluids for animation. You make a world, put water, smoke or bodies into it,
// and let the world take steps of time. Lengths are metres, times are seconds, and y points up.
#include <stdio.h>
#include <stdlib.h>
#include <waft/waft.h>

// Nearly every call returns a waft_result. If a call fails, the world has a sentence that says why.
// This program then ends; a game would rather go on without its pond.
static void need(const waft_world* world, waft_result result) {
    if (result != WAFT_OK) {
        fprintf(stderr, "%s\n", waft_world_error(world));
        exit(1);
    }
}

// The surface is a grid of heights over x and z. The library does not copy it: a waft_field points
// into the memory of the water and is valid until the next step. We print one character for a few
// cells: 'O' is a high crest, 'o' a low one, '.' a trough and a blank is still water.
static void draw(const waft_water* water, const waft_world* world) {
    waft_field level;
    need(world, waft_water_field(water, WAFT_WATER_LEVEL, &level));
    for (int row = 0; row < 20; ++row) {
        for (int column = 0; column < 40; ++column) {
            const int i = level.size[0] * (2 * column + 1) / 80;
            const int k = level.size[2] * (2 * row + 1) / 40;
            const float height = waft_field_at(&level, i, 0, k); // m; the pond was still at 0
            putchar(height > 0.01f ? 'O' : height > 0.003f ? 'o' : height < -0.003f ? '.' : ' ');
        }
        putchar('\n');
    }
}

// A query answers at any points, for boats and cameras. We ask for the level along a line to the
// right of the poke, every centimetre, and return the distance of the highest point.
static double crest_distance(const waft_water* water, const waft_world* world) {
    enum { COUNT = 450 };
    waft_vec3 points[COUNT];
    waft_water_sample samples[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        points[i] = (waft_vec3){5.0f + 0.01f * (float)i, 0.0f, 5.0f};
    }
    need(world, waft_water_query(water, points, COUNT, samples));
    int highest = 0;
    for (int i = 0; i < COUNT; ++i) {
        highest = samples[i].level > samples[highest].level ? i : highest;
    }
    return 0.01 * highest;
}

int main(void) {
    // Things are made from a `def`, a struct of options. A function fills it with defaults, and you
    // change what you want to be different. A world that is not there yet has no place for a
    // sentence, so this one call takes a waft_error.
    const waft_world_def world_def = waft_world_def_default();
    waft_world* world = NULL;
    waft_error error;
    if (waft_world_create(&world_def, &world, &error) != WAFT_OK) {
        fprintf(stderr, "%s\n", error.sentence);
        return 1;
    }

    // The default method of the water is a sea of given waves. A pond that answers to touch is made
    // of columns of water that push one another. By default it is 10 m wide and 1 m deep.
    waft_water_def water_def = waft_water_def_default();
    water_def.method = WAFT_WATER_COLUMNS;
    waft_water* water = NULL;
    need(world, waft_world_create_water(world, &water_def, &water));

    // What a user does to a world is an edit, which waits for the next step. A brush presses a dent
    // into the water and raises a rim around the dent, so that no water is lost.
    const waft_edit poke = {
        .kind = WAFT_EDIT_BRUSH, .brush = {.at = {5.0f, 5.0f}, .radius = 0.4f, .height = -0.2f}};
    need(world, waft_world_queue(world, &poke));

    // A step lasts 4 ms by default, so 100 of them are 0.4 s. We look at the pond three times.
    double distances[3];
    for (int look = 0; look < 3; ++look) {
        for (int step = 0; step < 100; ++step) {
            need(world, waft_world_step(world));
        }
        distances[look] = crest_distance(water, world);
        printf("After %.1f s the crest is %.2f m from the poke.\n", waft_world_time(world),
            distances[look]);
        draw(water, world);
    }

    // A long wave over the depth d runs at the speed sqrt(g d), which is 3.13 m/s here. We know where
    // the crests were to about a cell, which is 8 cm.
    printf("The ring ran at %.2f m/s; theory says %.2f m/s.\n", (distances[2] - distances[0]) / 0.8,
        sqrt(9.81 * (double)water_def.depth));

    // A world destroys all that is in it.
    waft_world_destroy(world);
    return 0;
}
