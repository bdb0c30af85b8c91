// SPDX-License-Identifier: MIT
// Hot smoke rises past a ball, and a renderer that knows nothing of waft draws its density.
//
// The picture goes to the file that the first argument names, as a PGM; without one it is printed.
#include <stdio.h>
#include <stdlib.h>
#include <waft/waft.h>

enum { WIDTH = 32, HEIGHT = 56, DEPTH = 32 }; // cells along x, y and z

// Ends the program with the sentence of a call that failed, as in hello_pond.c.
static void need(const waft_world* world, waft_result result) {
    if (result != WAFT_OK) {
        fprintf(stderr, "%s\n", waft_world_error(world));
        exit(1);
    }
}

// A shaft of air, 0.96 x 1.68 x 0.96 m. By default its top is open and its other sides are walls.
// Something hot smokes on its floor, and a ball hangs above, a little to the left.
static waft_smoke* light_fire(waft_world* world) {
    waft_smoke_def def = waft_smoke_def_default();
    def.cells[0] = WIDTH;
    def.cells[1] = HEIGHT;
    def.cells[2] = DEPTH;
    def.spacing = 0.03f; // m
    waft_smoke* smoke = NULL;
    need(world, waft_world_create_smoke(world, &def, &smoke));
    waft_source_def fire = waft_source_def_default(); // a sphere
    fire.shape.radius = 0.12f;
    fire.pose.position = (waft_vec3){0.48f, 0.05f, 0.48f};
    fire.temperature = 100.0f; // K above the air around it; warm air rises
    fire.noise.amount = 0.5f;  // the fire flickers, or else the plume would be too even
    waft_source_id fire_id;    // a game keeps it, to move the fire or put it out
    need(world, waft_smoke_add_source(smoke, &fire, &fire_id));

    waft_solid_def ball = waft_solid_def_default(); // a sphere, too
    ball.shape.radius = 0.12f;
    ball.pose.position = (waft_vec3){0.43f, 0.7f, 0.48f};
    waft_solid_id ball_id;
    need(world, waft_world_add_solid(world, &ball, &ball_id));
    return smoke;
}

// All that a renderer needs is in the view of the field: samples at the centres of cells, x first.
// Rows and planes are padded, so go on by the strides. OpenGL takes a plane from that memory as it
// is, with GL_UNPACK_ROW_LENGTH = stride[1]; the next one begins stride[2] floats later.
static float sum_along_z(const waft_field* density, int i, int j) {
    float sum = 0.0f;
    for (int k = 0; k < density->size[2]; ++k) {
        sum += density->data[i + j * density->stride[1] + k * density->stride[2]];
    }
    return sum * density->spacing.z;
}

// Brightness, 0 to 1, of the smoke at a place in units of cells, between the four nearest rays. Of
// the light behind it smoke lets exp(-8 sum) through (Beer and Lambert), and the rest is scattered.
static float brightness(const waft_field* density, float x, float y) {
    x = fminf(fmaxf(x - 0.5f, 0.0f), (float)WIDTH - 1.001f);
    y = fminf(fmaxf(y - 0.5f, 0.0f), (float)HEIGHT - 1.001f);
    const int i = (int)x;
    const int j = (int)y;
    const float s = x - (float)i;
    const float t = y - (float)j;
    const float low = (1.0f - s) * sum_along_z(density, i, j) + s * sum_along_z(density, i + 1, j);
    const float high =
        (1.0f - s) * sum_along_z(density, i, j + 1) + s * sum_along_z(density, i + 1, j + 1);
    return 1.0f - expf(-8.0f * ((1.0f - t) * low + t * high));
}

// Draws 8 x 8 pixels for a cell, or characters, which are about twice as high as wide. Rows of a
// picture go from the top down, those of the world from the floor up.
static bool draw(const waft_field* density, FILE* file, bool characters) {
    const int width = characters ? WIDTH : 8 * WIDTH;
    const int height = characters ? HEIGHT / 2 : 8 * HEIGHT;
    if (!characters) {
        fprintf(file, "P5\n%d %d\n255\n", width, height);
    }
    for (int row = height - 1; row >= 0; --row) {
        for (int column = 0; column < width; ++column) {
            const float x = ((float)column + 0.5f) * WIDTH / (float)width;
            const float y = ((float)row + 0.5f) * HEIGHT / (float)height;
            const float bright = brightness(density, x, y);
            fputc(characters ? " .:-=+*#%@"[(int)(9.99f * bright)] : (int)(255.0f * bright), file);
        }
        if (characters) {
            fputc('\n', file);
        }
    }
    return ferror(file) == 0;
}

int main(int argument_count, char** arguments) {
    waft_world_def world_def = waft_world_def_default();
    world_def.step = 1.0 / 30.0; // s: the smoke cuts a step itself where it is too fast for it
    waft_world* world = NULL;
    waft_error error;
    if (waft_world_create(&world_def, &world, &error) != WAFT_OK) {
        fprintf(stderr, "%s\n", error.sentence);
        return 1;
    }
    waft_smoke* smoke = light_fire(world);
    for (int step = 0; step < 75; ++step) {
        need(world, waft_world_step(world));
    }
    const waft_field density = waft_smoke_field(smoke, WAFT_SMOKE_DENSITY);
    const bool characters = argument_count < 2;
    const char* path = characters ? "the terminal" : arguments[1];
    FILE* file = characters ? stdout : fopen(path, "wb");
    if (file == NULL || !draw(&density, file, characters) || (!characters && fclose(file) != 0)) {
        fprintf(stderr, "The picture cannot be written to %s.\n", path);
        return 1;
    }
    const waft_vec3 above = {0.48f, 0.4f, 0.48f};
    printf("After %.1f s the smoke rises at %.1f m/s above the fire.\n", waft_world_time(world),
        (double)waft_smoke_sample_velocity(smoke, above).y);
    waft_world_destroy(world);
    return 0;
}
