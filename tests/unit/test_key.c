// SPDX-License-Identifier: MIT
#include "hull_fixture.h"

static waft_hull_def good(void) {
    waft_hull_def def = waft_hull_def_default();
    def.shape = WAFT_HULL_BOX;
    def.size[0] = def.size[1] = def.size[2] = 0.1;
    def.density = 1000.0;
    return def;
}

#define DIFFERS(change)                                                                            \
    do {                                                                                           \
        waft_hull_def def = good();                                                                \
        change;                                                                                    \
        CHECK(waft_hull_key(&def) != 0 && waft_hull_key(&def) != base);                            \
    } while (0)

#define SAME(change)                                                                               \
    do {                                                                                           \
        waft_hull_def def = good();                                                                \
        change;                                                                                    \
        CHECK(waft_hull_key(&def) == base);                                                        \
    } while (0)

static void test_fields(void) {
    const waft_hull_def standard = good();
    const uint64_t base = waft_hull_key(&standard);
    CHECK(base != 0);
    SAME((void)def);
    SAME(def.threads = 4);
    SAME(def.name = "other");
    SAME(def.center[0] = 1.0); // not in use
    SAME(def.plates[3].area = 1.0);
    DIFFERS(def.size[1] = 0.11);
    DIFFERS(def.detail = 2);
    DIFFERS(def.density = 1001.0);
    DIFFERS((def.density = 0.0, def.mass = 1.0));
    DIFFERS(def.has_center = true);
    DIFFERS((def.has_normal = true, def.normal[0] = 1.0));
    DIFFERS((def.has_inertia = true, def.inertia[0] = def.inertia[1] = def.inertia[2] = 1.0));
    DIFFERS(def.method = WAFT_ADDED_MASS_SOURCES);
    DIFFERS(def.source_depth = 0.3);
    DIFFERS(def.source_points = true);
    DIFFERS(def.fluid_density = 998.0);
    DIFFERS(def.fluid_viscosity = 1e-6);
    DIFFERS(def.gravity = 1.6);
    DIFFERS(def.layer = 2e-4);
    DIFFERS((def.plate_count = 1, def.plates[0].area = 1.0, def.plates[0].normal[1] = 1.0));
    DIFFERS(def.turbulence.bake = false);
    DIFFERS(def.turbulence.cells[1] = 40);
    DIFFERS(def.hollow = true);
    DIFFERS(def.turbulence.intensity = 0.1);
    DIFFERS(def.turbulence.length = 0.1);
    DIFFERS(def.turbulence.reynolds = 100.0);
    DIFFERS(def.turbulence.has_attitude = true);
    DIFFERS(def.turbulence.feedback = false);
    DIFFERS(def.turbulence.diffusion = false);
    DIFFERS(def.turbulence.cap = false);
    DIFFERS(def.turbulence.euler = true);
}

static void test_meshes(void) {
    waft_mesh* a = mesh_ellipsoid(1, (const double[3]){1, 1, 1}, NULL);
    waft_mesh* b = mesh_ellipsoid(1, (const double[3]){1, 1, 1.0000001}, NULL);
    waft_hull_def def = waft_hull_def_default();
    def.density = 1.0;
    def.mesh = a;
    const uint64_t key = waft_hull_key(&def);
    CHECK(key != 0 && key == waft_hull_key(&def));
    def.mesh = b;
    CHECK(waft_hull_key(&def) != key);
    waft_mesh_destroy(a);
    waft_mesh_destroy(b);
}

static const test_case cases[] = {
    {"fields", test_fields},
    {"meshes", test_meshes},
};

TEST_MAIN(cases)
