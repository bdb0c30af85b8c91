// SPDX-License-Identifier: MIT
// Cases of the `implicit` method that are run in double and in float.
#ifndef WAFT_VERIFY_IMPLICIT_FIXTURE_H
#define WAFT_VERIFY_IMPLICIT_FIXTURE_H

#include "shallow_fixture.h"
#include "verify/verify.h"

static const double implicit_pi = 3.14159265358979323846;

// Numbers between 0 and 1 that differ from cell to cell, in steps that float32 holds exactly.
static inline double implicit_noise(double x, double z) {
    uint32_t n = (uint32_t)(x * 2.0) * 2654435761u ^ (uint32_t)(z * 2.0) * 2246822519u;
    n = (n ^ (n >> 15)) * 2246822519u;
    n = (n ^ (n >> 13)) * 3266489917u;
    return (double)((n ^ (n >> 16)) & 4095u) / 4096.0;
}

// 0 to 2.5 m high under a level of 2 m.
static inline double implicit_rough_bed(double x, double z) {
    return 2.5 * implicit_noise(x, z) - 2.0;
}

static inline int implicit_verify_rest(const char* name) {
    verify_table table = verify_open("still-lake");
    const shallow_case c = {.method = &wafti_implicit_method,
        .nx = 64,
        .nz = 64,
        .dx = 1.0,
        .dz = 1.0,
        .bed = implicit_rough_bed,
        .def = shallow_plain()};
    shallow_fixture f;
    shallow_open(&f, &c);
    const uint64_t before = shallow_hash(&f);
    int dry = 0;
    for (int32_t j = 0; j < c.nz; ++j) {
        for (int32_t i = 0; i < c.nx; ++i) {
            dry += wafti_shallow_depth(&f.s, wafti_basin_index(&f.s.basin, i, j)) > 0 ? 0 : 1;
        }
    }
    const int steps = verify_slow() ? 10000 : 2000;
    for (int n = 0; n < steps; ++n) {
        (void)shallow_step(&f, 0.1);
    }
    (void)verify_least(&table, "dry cells", 100.0, dry);
    (void)verify_near(&table, name, 1.0, before == shallow_hash(&f) ? 1.0 : 0.0, 0.0);
    (void)verify_near(&table, "lost (m3)", 0.0, f.s.ledger.lost, 0.0);
    shallow_close(&f);
    return verify_close(&table);
}

#endif // WAFT_VERIFY_IMPLICIT_FIXTURE_H
