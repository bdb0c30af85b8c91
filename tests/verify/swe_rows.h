// SPDX-License-Identifier: MIT
// Rows of the shallow-water equations that hold in float and in double. Include oracle/double.h
// before it for the latter.
#ifndef WAFT_TEST_SWE_ROWS_H
#define WAFT_TEST_SWE_ROWS_H

#include "shallow_fixture.h"

// A number between 0 and 1 for each place of a grid of metres, in steps that float keeps exactly.
static inline double swe_noise(double x, double z, uint64_t seed) {
    uint64_t bits = seed * 0x9E3779B97F4A7C15u + (uint64_t)(int64_t)floor(x) * 0xBF58476D1CE4E5B9u +
                    (uint64_t)(int64_t)floor(z) * 0x94D049BB133111EBu;
    bits ^= bits >> 31;
    bits *= 0xD6E8FEB86659FD93u;
    bits ^= bits >> 32;
    bits *= 0xD6E8FEB86659FD93u;
    bits ^= bits >> 32;
    return (double)(bits >> 44) / 1048576.0;
}

// Bed 0 to 2.5 m under a level of 2 m, to multiples of 2^-20.
static inline double swe_rough_bed(double x, double z) {
    return floor((2.5 * swe_noise(x, z, 1) - 2.0) * 1048576.0) / 1048576.0;
}

static inline double swe_rough_load(double x, double z) {
    return floor(0.25 * swe_noise(x, z, 2) * 1048576.0) / 1048576.0;
}

// still-lake: cells whose depth or velocity changed, and the steps after which that was seen.
static inline int swe_lake_changes(int steps, bool loaded) {
    shallow_case c = {.method = &wafti_swe_method,
        .nx = 64,
        .nz = 64,
        .dx = 1.0,
        .dz = 1.0,
        .bed = swe_rough_bed,
        .def = shallow_plain()};
    shallow_fixture f;
    shallow_open(&f, &c);
    const wafti_basin* b = &f.s.basin;
    f.s.loaded = loaded;
    for (int32_t j = 0; loaded && j < b->nz; ++j) {
        for (int32_t i = 0; i < b->nx; ++i) {
            const ptrdiff_t at = wafti_basin_index(b, i, j);
            f.s.load[at] = (wafti_real)swe_rough_load(i + 0.5, j + 0.5);
            const wafti_real depth = -(f.s.bed[at] + f.s.load[at]);
            f.s.depth[at] = depth > 0 ? depth : 0;
        }
    }
    wafti_real* start = calloc(b->size, sizeof(wafti_real));
    memcpy(start, f.s.depth, b->size * sizeof(wafti_real));
    for (int n = 0; n < steps; ++n) {
        CHECK(shallow_step(&f, 0.05));
    }
    int changes = 0;
    for (int32_t j = 0; j < b->nz; ++j) {
        for (int32_t i = 0; i < b->nx; ++i) {
            const ptrdiff_t at = wafti_basin_index(b, i, j);
            double u[2];
            f.s.method->velocity(&f.s, i, j, u);
            changes += start[at] != f.s.depth[at] || u[0] != 0.0 || u[1] != 0.0;
        }
    }
    free(start);
    shallow_close(&f);
    return changes;
}

// The case of equal-bits: noise over dry and wet ground, all kinds of edges; the hash after so many
// steps.
static inline double swe_noisy_level(double x, double z) {
    return 0.25 * swe_noise(x, z, 3);
}

static inline void swe_open_mixed(int threads, shallow_fixture* f) {
    shallow_case c = {.method = &wafti_swe_method,
        .nx = 301,
        .nz = 150,
        .dx = 1.0,
        .dz = 1.1,
        .bed = swe_rough_bed,
        .level = swe_noisy_level,
        .def = shallow_plain(),
        .threads = threads};
    c.edges[0] = (wafti_edge){.kind = WAFT_EDGE_WAVEMAKER, .amplitude = 0.2, .period = 3.0};
    c.edges[1] = (wafti_edge){.kind = WAFT_EDGE_OPEN};
    c.edges[2] = (wafti_edge){.kind = WAFT_EDGE_INFLOW, .flow = 0.3};
    c.edges[3] = (wafti_edge){.kind = WAFT_EDGE_LEVEL, .level = 0.1};
    c.def.manning = 0.02f;
    shallow_open(f, &c);
}

static inline uint64_t swe_hash_after(int threads, int steps) {
    shallow_fixture f;
    swe_open_mixed(threads, &f);
    for (int n = 0; n < steps; ++n) {
        CHECK(shallow_step(&f, 0.1));
    }
    const uint64_t hash = shallow_hash(&f);
    shallow_close(&f);
    return hash;
}

#endif // WAFT_TEST_SWE_ROWS_H
