// SPDX-License-Identifier: MIT
// The surface mesh of 50 thousand particles, a block as the liquid's own cases have it.
#include "bench/bench.h"

#include <waft/surface.h>

#include "base/error.h"
#include "base/memory.h"
#include "math/philox.h"

enum { NX = 36, NY = 38, NZ = 36, COUNT = NX * NY * NZ, REPETITIONS = 20 };

typedef struct block {
    waft_surface* surface;
    waft_surface_particles particles;
    waft_error* error;
} block;

static waft_result mesh_once(void* context) {
    block* b = context;
    return waft_surface_update(b->surface, &b->particles, b->error);
}

// A lattice that was shaken, as liquid is: the mesh of a perfect one is too plain.
static void fill(float* numbers) {
    for (int i = 0; i < COUNT; ++i) {
        const int place[3] = {i % NX, i / NX % NY, i / (NX * NY)};
        for (uint32_t axis = 0; axis < 3; ++axis) {
            const float shift = wafti_uniform(wafti_random(1, axis, 0, (uint64_t)i).word[0]);
            numbers[axis * COUNT + (uint32_t)i] = 0.02f * ((float)place[axis] + 0.3f * shift);
            numbers[(3 + axis) * COUNT + (uint32_t)i] = shift;
        }
    }
}

static waft_result run(const waft_bench_def* def, const void* setup, wafti_bench_result* out_result,
    waft_error* out_error) {
    (void)setup;
    float* numbers = wafti_allocate(NULL, 6 * (size_t)COUNT, sizeof(float));
    if (numbers == NULL) {
        return wafti_fail_memory(out_error, 6 * (size_t)COUNT * sizeof(float), "the particles");
    }
    fill(numbers);
    block b = {.particles = {.count = COUNT, .spacing = 0.02f}, .error = out_error};
    for (int axis = 0; axis < 3; ++axis) {
        b.particles.position[axis] = numbers + (ptrdiff_t)axis * COUNT;
        b.particles.velocity[axis] = numbers + (ptrdiff_t)(3 + axis) * COUNT;
    }
    waft_surface_def surface = waft_surface_def_default();
    surface.threads = def->threads;
    waft_result result = waft_surface_create(&surface, &b.surface, out_error);
    if (result == WAFT_OK) {
        out_result->items = COUNT;
        result = wafti_bench_time(def, REPETITIONS, mesh_once, &b, out_result);
    }
    waft_surface_destroy(b.surface);
    wafti_release(NULL, numbers, 6 * (size_t)COUNT, sizeof(float));
    return result;
}

static const wafti_bench_case cases[] = {
    {"sph/surface/50k", "the surface mesh of a block of 49,248 particles, with velocities",
        "particles", run, NULL},
};
const wafti_bench_list wafti_bench_surface = WAFTI_BENCH_LIST(cases);
