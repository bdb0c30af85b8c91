// SPDX-License-Identifier: MIT
// A box falls into a pond, sends out a ring and floats; then a poke sends a ring to the box. The
// water moves the box and the box moves the water.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <waft/waft.h>

// Ends the program with the sentence of a call that failed, as in hello_pond.c.
static void need(const waft_world* world, waft_result result) {
    if (result != WAFT_OK) {
        fprintf(stderr, "%s\n", waft_world_error(world));
        exit(1);
    }
}

// A pond of 6 x 6 m that is 1 m deep. Waves leave through its four edges and do not come back; the
// default would be walls.
static waft_water* make_pond(waft_world* world) {
    waft_water_def def = waft_water_def_default();
    def.method = WAFT_WATER_COLUMNS; // the method whose water feels bodies
    def.size = (waft_vec2){6.0f, 6.0f};
    def.cells[0] = def.cells[1] = 96;
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT; ++side) {
        def.edges[side].kind = WAFT_EDGE_OPEN;
    }
    waft_water* water = NULL;
    need(world, waft_world_create_water(world, &def, &water));
    return water;
}

// A box of light wood, 0.8 x 0.3 x 0.6 m, that hangs half a metre above the middle of the pond.
static waft_body_id drop_box(waft_world* world, waft_bodies* bodies) {
    waft_hull_def hull_def = waft_hull_def_default();
    hull_def.shape = WAFT_HULL_BOX;
    hull_def.size[0] = 0.8;
    hull_def.size[1] = 0.3;
    hull_def.size[2] = 0.6;
    hull_def.density = 400.0;         // kg/m3; water has 998
    hull_def.turbulence.bake = false; // eddies of the air do not move a heavy box
    waft_hull* hull = NULL;
    waft_error error;
    if (waft_hull_bake(&hull_def, &hull, &error) != WAFT_OK) {
        fprintf(stderr, "%s\n", error.sentence);
        exit(1);
    }
    need(world, waft_world_keep_hull(world, hull)); // the world destroys it
    waft_body_def box = waft_body_def_default();
    box.hull = hull;
    box.noise = WAFT_NOISE_OFF; // a hull without eddies has none to offer
    box.name = "box";
    box.state.position[0] = 3.0;
    box.state.position[1] = 0.5;
    box.state.position[2] = 3.0;
    waft_body_id id;
    need(world, waft_bodies_add(bodies, &box, &id));
    return id;
}

// Draws one moment as a line, a metre as 100 characters: '|' is the still level, '~' the water 1 m
// to the left of the box and '#' the middle of the box.
static void draw(const waft_world* world, const waft_water* water, double box_height) {
    const waft_vec3 left = {2.0f, 0.0f, 3.0f};
    waft_water_sample sample;
    need(world, waft_water_query(water, &left, 1, &sample));
    char line[61];
    memset(line, ' ', 60);
    line[60] = '\0';
    const double heights[3] = {0.0, (double)sample.level, box_height};
    for (int i = 0; i < 3; ++i) {
        const long place = 25 + lround(100.0 * heights[i]);
        if (place >= 0 && place < 60) {
            line[place] = "|~#"[i];
        }
    }
    printf("%3.1f s %s\n", waft_world_time(world), line);
}

int main(void) {
    const waft_world_def world_def = waft_world_def_default();
    waft_world* world = NULL;
    waft_error error;
    if (waft_world_create(&world_def, &world, &error) != WAFT_OK) {
        fprintf(stderr, "%s\n", error.sentence);
        return 1;
    }
    waft_water* water = make_pond(world);
    // Bodies feel one fluid or, as here, two: the water of the world below its surface, air above.
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.medium = WAFT_MEDIUM_BOTH;
    waft_bodies* bodies = NULL;
    need(world, waft_world_create_bodies(world, &bodies_def, &bodies));
    const waft_body_id box = drop_box(world, bodies);

    // We poke the pond after 3 s, draw the first 5 s and let the rings die away until 8 s.
    waft_body_info info;
    for (int step = 1; step <= 2000; ++step) {
        if (step == 750) {
            const waft_edit poke = {.kind = WAFT_EDIT_BRUSH,
                .brush = {.at = {1.5f, 3.0f}, .radius = 0.4f, .height = -0.5f}};
            need(world, waft_world_queue(world, &poke));
        }
        need(world, waft_world_step(world));
        need(world, waft_bodies_get(bodies, box, &info));
        if (step % 50 == 0 && step <= 1250) {
            draw(world, water, info.state.position[1]);
        }
    }

    // A thing that floats displaces its own mass of water.
    printf("The box floats %.1f cm deep; Archimedes says %.1f cm.\n", 30.0 * info.submerged,
        30.0 * 400.0 / 998.0);
    waft_world_destroy(world);
    return 0;
}
