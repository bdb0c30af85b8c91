// SPDX-License-Identifier: MIT
// Meshes and contexts that tests of hulls share.
#ifndef WAFT_TEST_HULL_FIXTURE_H
#define WAFT_TEST_HULL_FIXTURE_H

#include "hull/hull.h"
#include "mesh_fixture.h"

#include <stdlib.h>

typedef struct hull_bench {
    wafti_context context;
    waft_error error;
    wafti_pool* pool;
} hull_bench;

static inline void hull_bench_open(hull_bench* bench, int threads, wafti_isa isa) {
    *bench = (hull_bench){.error.sentence = ""};
    const wafti_pool_def def = {.threads = threads};
    CHECK(wafti_pool_create(&def, &bench->pool, NULL) == WAFT_OK);
    bench->context =
        (wafti_context){.pool = bench->pool, .isa = isa, .error = &bench->error, .gravity = 9.81};
}

static inline void hull_bench_close(hull_bench* bench) {
    wafti_pool_destroy(bench->pool);
}

// An icosphere of 20 * 4^detail facets, stretched and moved.
static inline waft_mesh* mesh_ellipsoid(int detail, const double axes[3], const double shift[3]) {
    waft_mesh* sphere = mesh_sphere(detail);
    const waft_mesh_view view = waft_mesh_get_view(sphere);
    double* points = malloc(view.point_count * 3 * sizeof(double));
    for (size_t i = 0; i < 3 * view.point_count; ++i) {
        points[i] = view.positions[i] * axes[i % 3] + (shift != NULL ? shift[i % 3] : 0.0);
    }
    waft_mesh* mesh = mesh_from(points, view.point_count, view.indices, view.facet_count, NULL);
    free(points);
    waft_mesh_destroy(sphere);
    return mesh;
}

static inline double exact_volume(const double axes[3]) {
    return 4.0 / 3.0 * M_PI * axes[0] * axes[1] * axes[2];
}

// Worst relative error of the diagonal against the closed form, in percent; K is scaled by the volumes
// so that only the method's error remains (docs/spec/bodies.md#accuracy).
static inline double worst_error(const double k[36], const double axes[3], double volume) {
    double exact[36];
    CHECK(wafti_added_mass_closed(WAFT_HULL_ELLIPSOID, axes, exact));
    const double ratio = exact_volume(axes) / volume;
    double worst = 0.0;
    for (size_t i = 0; i < 6; ++i) {
        const double scale = i < 3 ? ratio : pow(ratio, 5.0 / 3.0);
        if (exact[7 * i] > 1e-9) {
            worst = fmax(worst, fabs(k[7 * i] * scale / exact[7 * i] - 1.0));
        }
    }
    return 100.0 * worst;
}

static inline bool same_bits(const void* a, const void* b, size_t size) {
    return memcmp(a, b, size) == 0;
}

// A def without turbulence, which takes time.
static inline waft_hull_def quiet_def(waft_hull_shape shape, double a, double b, double c) {
    waft_hull_def def = waft_hull_def_default();
    def.shape = shape;
    def.size[0] = a;
    def.size[1] = b;
    def.size[2] = c;
    def.density = 1000.0;
    def.turbulence.bake = false;
    return def;
}

static inline waft_hull* hull_of(const waft_hull_def* def) {
    waft_hull* hull = NULL;
    waft_error error = {.sentence = ""};
    if (!CHECK(waft_hull_bake(def, &hull, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
    return hull;
}

static inline waft_hull_def mesh_def(const waft_mesh* mesh) {
    waft_hull_def def = quiet_def(WAFT_HULL_MESH, 0.0, 0.0, 0.0);
    def.mesh = mesh;
    return def;
}

#endif // WAFT_TEST_HULL_FIXTURE_H
