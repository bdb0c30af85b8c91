// SPDX-License-Identifier: MIT
// Worlds with columns of water and bodies in them, for tests of floating.
#ifndef WAFT_TEST_FLOAT_FIXTURE_H
#define WAFT_TEST_FLOAT_FIXTURE_H

#include "crowd_fixture.h"

typedef struct pond {
    body_world in;
    waft_water* water;
} pond;

typedef struct pond_def {
    int32_t cells;
    double dx, depth, dt;
    waft_water_method method;
    waft_reaction reaction;
    uint32_t capacity;
    int threads;
    int substeps;   // of the water
    double damping; // s, of the flow; 0: the usual
    bool collisions;
    int body_substeps;
    waft_logger logger;
} pond_def;

static inline pond_def pond_of(int32_t cells, double dx, double depth, double dt) {
    return (pond_def){.cells = cells,
        .dx = dx,
        .depth = depth,
        .dt = dt,
        .method = WAFT_WATER_COLUMNS,
        .capacity = 64,
        .threads = 1,
        .substeps = 1};
}

// A square pond round the origin with its still level at y = 0, as in docs/spec/water.md#verification.
static inline pond make_pond(const pond_def* def) {
    pond made = {.water = NULL};
    waft_world_def world = waft_world_def_default();
    world.step = def->dt;
    world.threads = def->threads;
    world.air.density = 1e-6f; // water alone carries
    world.liquid.density = 1000.0f;
    world.liquid.viscosity = 1e-6f;
    world.logger = def->logger;
    waft_error error = {.sentence = ""};
    CHECK(waft_world_create(&world, &made.in.world, &error) == WAFT_OK);
    waft_water_def water = waft_water_def_default();
    const float size = (float)(def->cells * def->dx);
    water.method = def->method;
    water.origin = (waft_vec2){-0.5f * size, -0.5f * size};
    water.size = (waft_vec2){size, size};
    water.cells[0] = water.cells[1] = def->cells;
    water.depth = (float)def->depth;
    water.density = 1000.0f;
    water.shallow.substeps = def->substeps;
    if (def->damping > 0.0) {
        water.shallow.damping_time = (float)def->damping;
    }
    if (!CHECK(waft_world_create_water(made.in.world, &water, &made.water) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", waft_world_error(made.in.world));
    }
    waft_bodies_def bodies = waft_bodies_def_default();
    bodies.medium = WAFT_MEDIUM_BOTH;
    bodies.capacity = def->capacity;
    bodies.reaction = def->reaction;
    bodies.collisions = def->collisions;
    bodies.substeps = def->body_substeps > 0 ? def->body_substeps : 1;
    if (!CHECK(waft_world_create_bodies(made.in.world, &bodies, &made.in.bodies) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", waft_world_error(made.in.world));
    }
    return made;
}

static inline waft_body_def float_def(const waft_hull* hull, double x, double y, double z) {
    waft_body_def def = waft_body_def_default();
    def.hull = hull;
    def.noise = WAFT_NOISE_OFF;
    def.state.position[0] = x;
    def.state.position[1] = y;
    def.state.position[2] = z;
    return def;
}

static inline double pond_stat(const pond* p, const char* name) {
    waft_stat stats[64];
    const size_t count = waft_world_stats(p->in.world, stats, 64);
    for (size_t n = 0; n < count && n < 64; ++n) {
        if (strcmp(stats[n].name, name) == 0) {
            return stats[n].value;
        }
    }
    return NAN;
}

// Mean of the surface as it is seen, m.
static inline double mean_level(const pond* p) {
    waft_field level;
    CHECK(waft_water_field(p->water, WAFT_WATER_LEVEL, &level) == WAFT_OK);
    double sum = 0.0;
    for (int32_t k = 0; k < level.size[2]; ++k) {
        for (int32_t i = 0; i < level.size[0]; ++i) {
            sum += (double)level.data[i + k * level.stride[2]];
        }
    }
    return sum / ((double)level.size[0] * level.size[2]);
}

#endif // WAFT_TEST_FLOAT_FIXTURE_H
