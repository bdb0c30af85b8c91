// SPDX-License-Identifier: MIT
// Worlds with a liquid, in few words.
#ifndef WAFT_LIQUID_FIXTURE_H
#define WAFT_LIQUID_FIXTURE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <waft/world.h>

typedef struct liquid_fixture {
    waft_world* world;
    waft_liquid* liquid;
} liquid_fixture;

/// A def of spacing d in a box from 0 to (x, y, z).
static inline waft_liquid_def liquid_box(float d, float x, float y, float z) {
    waft_liquid_def def = waft_liquid_def_default();
    def.spacing = d;
    def.high = (waft_vec3){x, y, z};
    def.max_particles = 20000;
    return def;
}

static inline liquid_fixture liquid_open_logged(
    const waft_liquid_def* def, double step, float gravity, int threads, waft_logger logger) {
    liquid_fixture f = {0};
    waft_world_def world = waft_world_def_default();
    world.logger = logger;
    world.step = step;
    world.gravity[1] = -(double)gravity;
    world.threads = threads;
    waft_error error = {0};
    if (waft_world_create(&world, &f.world, &error) != WAFT_OK ||
        waft_world_create_liquid(f.world, def, &f.liquid) != WAFT_OK) {
        (void)fprintf(stderr, "fixture: %s%s\n", error.sentence, waft_world_error(f.world));
        exit(1);
    }
    return f;
}

static inline liquid_fixture liquid_open(
    const waft_liquid_def* def, double step, float gravity, int threads) {
    return liquid_open_logged(def, step, gravity, threads, (waft_logger){0});
}

static inline void liquid_close(liquid_fixture* f) {
    waft_world_destroy(f->world);
    *f = (liquid_fixture){0};
}

static inline waft_shape liquid_box_shape(
    float x0, float y0, float z0, float x1, float y1, float z1) {
    return (waft_shape){.kind = WAFT_SHAPE_BOX, .size = {x1 - x0, y1 - y0, z1 - z0}};
}

static inline waft_pose liquid_box_pose(
    float x0, float y0, float z0, float x1, float y1, float z1) {
    return (waft_pose){.position = {0.5f * (x0 + x1), 0.5f * (y0 + y1), 0.5f * (z0 + z1)},
        .rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
}

/// Makes a block or a solid a box from corner to corner.
#define liquid_put_box(thing, ...)                                                                 \
    ((thing)->shape = liquid_box_shape(__VA_ARGS__), (thing)->pose = liquid_box_pose(__VA_ARGS__))

/// A ball as a solid.
static inline waft_solid_def liquid_ball(float radius, float x, float y, float z) {
    waft_solid_def ball = waft_solid_def_default();
    ball.shape.kind = WAFT_SHAPE_SPHERE;
    ball.shape.radius = radius;
    ball.pose.position = (waft_vec3){x, y, z};
    return ball;
}

/// A block from corner to corner; returns its particles.
static inline uint32_t liquid_block(
    liquid_fixture* f, float x0, float y0, float z0, float x1, float y1, float z1) {
    waft_liquid_block_def block = waft_liquid_block_def_default();
    liquid_put_box(&block, x0, y0, z0, x1, y1, z1);
    uint32_t count = 0;
    if (waft_liquid_add_block(f->liquid, &block, &count) != WAFT_OK) {
        (void)fprintf(stderr, "fixture: %s\n", waft_world_error(f->world));
        exit(1);
    }
    return count;
}

static inline void liquid_step(liquid_fixture* f) {
    if (waft_world_step(f->world) != WAFT_OK) {
        (void)fprintf(stderr, "fixture: %s\n", waft_world_error(f->world));
        exit(1);
    }
}

/// Events of a kind in the last step, and the value of the last of them.
static inline int liquid_told(const liquid_fixture* f, waft_event_kind kind, double* out_value) {
    size_t count = 0;
    int told = 0;
    const waft_event* events = waft_world_events(f->world, &count, NULL);
    for (size_t i = 0; i < count; ++i) {
        if (events[i].kind == kind) {
            ++told;
            *out_value = (double)events[i].value;
        }
    }
    return told;
}

static inline double liquid_energy(const liquid_fixture* f) {
    const waft_liquid_stats stats = waft_liquid_get_stats(f->liquid);
    return stats.kinetic_energy + stats.potential_energy;
}

/// Mean x of the foremost hundredth of the particles, domain up to 8 m.
static inline double liquid_front(const liquid_fixture* f) {
    const waft_liquid_view view = waft_liquid_get_view(f->liquid);
    double low = 0.0;
    double high = 8.0;
    for (int n = 0; n < 40; ++n) {
        const double middle = 0.5 * (low + high);
        uint32_t beyond = 0;
        for (uint32_t i = 0; i < view.count; ++i) {
            beyond += (double)view.position[0][i] > middle;
        }
        low = beyond > view.count / 100 ? middle : low;
        high = beyond > view.count / 100 ? high : middle;
    }
    double sum = 0.0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < view.count; ++i) {
        const double x = (double)view.position[0][i];
        sum += x > low ? x : 0.0;
        count += x > low;
    }
    return count > 0 ? sum / count : 0.0;
}

#endif // WAFT_LIQUID_FIXTURE_H
