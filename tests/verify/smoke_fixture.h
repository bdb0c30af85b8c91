// SPDX-License-Identifier: MIT
// A world with smoke in it, for verification through the public API.
#ifndef WAFT_SMOKE_FIXTURE_H
#define WAFT_SMOKE_FIXTURE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <waft/waft.h>

typedef struct smoke_fixture {
    waft_world* world;
    waft_smoke* smoke;
    int32_t n[3];
    double h;
    double dt;
} smoke_fixture;

static inline void smoke_fixture_need(const smoke_fixture* f, waft_result result) {
    if (result != WAFT_OK) {
        (void)fprintf(stderr, "%s: %s\n", waft_result_name(result),
            f->world != NULL ? waft_world_error(f->world) : "no world");
        exit(1);
    }
}

static inline smoke_fixture smoke_fixture_open(
    const waft_smoke_def* def, double dt, float gravity, int threads) {
    smoke_fixture f = {
        .n = {def->cells[0], def->cells[1], def->cells[2]}, .h = (double)def->spacing, .dt = dt};
    waft_world_def world = waft_world_def_default();
    world.step = dt;
    world.gravity[1] = (double)gravity;
    world.threads = threads;
    smoke_fixture_need(&f, waft_world_create(&world, &f.world, NULL));
    smoke_fixture_need(&f, waft_world_create_smoke(f.world, def, &f.smoke));
    return f;
}

static inline void smoke_fixture_close(smoke_fixture* f) {
    waft_world_destroy(f->world);
}

static inline void smoke_fixture_steps(smoke_fixture* f, int count) {
    for (int i = 0; i < count; ++i) {
        smoke_fixture_need(f, waft_world_step(f->world));
    }
}

/// A value at a place in metres from the low corner of the box.
typedef double smoke_function(const double p[3], void* user);

static inline void smoke_fixture_size(const smoke_fixture* f, int axis, int32_t out[3]) {
    for (int a = 0; a < 3; ++a) {
        out[a] = f->n[a] + (a == axis ? 1 : 0);
    }
}

/// Faces along `axis`, or cells if it is -1, from a function.
static inline void smoke_fixture_set(
    smoke_fixture* f, int kind, int axis, smoke_function* function, void* user) {
    int32_t n[3];
    smoke_fixture_size(f, axis, n);
    const size_t count = (size_t)n[0] * (size_t)n[1] * (size_t)n[2];
    float* values = count > 0 ? malloc(count * sizeof(*values)) : NULL;
    if (values == NULL) {
        exit(1);
    }
    size_t at = 0;
    for (int32_t k = 0; k < n[2]; ++k) {
        for (int32_t j = 0; j < n[1]; ++j) {
            for (int32_t i = 0; i < n[0]; ++i) {
                const double p[3] = {f->h * (i + (axis == 0 ? 0.0 : 0.5)),
                    f->h * (j + (axis == 1 ? 0.0 : 0.5)), f->h * (k + (axis == 2 ? 0.0 : 0.5))};
                values[at++] = (float)function(p, user);
            }
        }
    }
    smoke_fixture_need(f, waft_smoke_set_field(f->smoke, kind, values, count));
    free(values);
}

/// Root of the mean squared difference of a field from a function, over samples inside the box (faces
/// on sides are left out).
static inline double smoke_fixture_rms(
    const smoke_fixture* f, int kind, int axis, smoke_function* function, void* user) {
    const waft_field field = waft_smoke_field(f->smoke, kind);
    double sum = 0.0;
    double count = 0.0;
    for (int32_t k = 0; k < f->n[2]; ++k) {
        for (int32_t j = 0; j < f->n[1]; ++j) {
            for (int32_t i = 0; i < f->n[0]; ++i) {
                const int32_t c[3] = {i, j, k};
                if (axis >= 0 && c[axis] == 0) {
                    continue;
                }
                const double p[3] = {f->h * (i + (axis == 0 ? 0.0 : 0.5)),
                    f->h * (j + (axis == 1 ? 0.0 : 0.5)), f->h * (k + (axis == 2 ? 0.0 : 0.5))};
                const double difference =
                    (double)waft_field_at(&field, i, j, k) - function(p, user);
                sum += difference * difference;
                count += 1.0;
            }
        }
    }
    return sqrt(sum / count);
}

/// Sum of squares of the faces of one component, sides included.
static inline double smoke_fixture_energy(const smoke_fixture* f) {
    double sum = 0.0;
    for (int axis = 0; axis < (f->n[2] > 1 ? 3 : 2); ++axis) {
        const waft_field field = waft_smoke_field(f->smoke, WAFT_SMOKE_VELOCITY_X + axis);
        for (int32_t k = 0; k < field.size[2]; ++k) {
            for (int32_t j = 0; j < field.size[1]; ++j) {
                for (int32_t i = 0; i < field.size[0]; ++i) {
                    const double u = (double)waft_field_at(&field, i, j, k);
                    sum += u * u;
                }
            }
        }
    }
    return sum;
}

/// Greatest |value| of a field.
static inline double smoke_fixture_greatest(const smoke_fixture* f, int kind) {
    const waft_field field = waft_smoke_field(f->smoke, kind);
    double greatest = 0.0;
    for (int32_t k = 0; k < field.size[2]; ++k) {
        for (int32_t j = 0; j < field.size[1]; ++j) {
            for (int32_t i = 0; i < field.size[0]; ++i) {
                greatest = fmax(greatest, fabs((double)waft_field_at(&field, i, j, k)));
            }
        }
    }
    return greatest;
}

/// A def of n x n x nz cells; all sides closed, nothing but velocity moves.
static inline waft_smoke_def smoke_fixture_def(int32_t nx, int32_t ny, int32_t nz, double h) {
    waft_smoke_def def = waft_smoke_def_default();
    def.cells[0] = nx;
    def.cells[1] = ny;
    def.cells[2] = nz;
    def.spacing = (float)h;
    for (int side = 0; side < WAFT_SIDE_COUNT; ++side) {
        def.sides[side].kind = WAFT_SIDE_CLOSED;
    }
    return def;
}

#endif // WAFT_SMOKE_FIXTURE_H
