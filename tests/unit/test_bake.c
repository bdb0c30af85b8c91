// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "hull_fixture.h"

// Row ellipsoid-hull of docs/spec/bodies.md#verification: the ellipsoid of Fig. 5 of Xie & Miyata 2013.
static void test_ellipsoid(void) {
    waft_hull_def def = quiet_def(WAFT_HULL_ELLIPSOID, 0.01, 0.02, 0.04);
    def.density = 1100.0;
    waft_hull* hull = hull_of(&def);
    const waft_hull_info info = waft_hull_get_info(hull);
    CHECK_NEAR(info.volume / 3.351032e-5, 1.0, 1e-5);
    CHECK_NEAR(info.mass / 0.0368614, 1.0, 1e-5);
    const double linear[3] = {1.38006, 0.361975, 0.115064};
    const double turning[3] = {0.131982, 0.886023, 0.369271};
    for (size_t d = 0; d < 3; ++d) {
        CHECK_NEAR(1000.0 * info.added_mass[7 * d] / info.mass / linear[d], 1.0, 1e-5);
        CHECK_NEAR(
            1000.0 * info.added_mass[7 * (d + 3)] / info.inertia[4 * d] / turning[d], 1.0, 1e-5);
    }
    CHECK(info.history == NULL && info.reynolds == 0.0);
    CHECK(info.point_count == 642 && info.facet_count == 1280);
    waft_hull_destroy(hull);
}

// The ballast of row mass-properties, below the middle.
static void test_ballast(void) {
    waft_hull_def def = quiet_def(WAFT_HULL_SPHERE, 0.02, 0.0, 0.0);
    def.has_center = true;
    def.center[1] = -0.005;
    waft_hull* hull = hull_of(&def);
    const waft_hull_info info = waft_hull_get_info(hull);
    CHECK_NEAR(info.buoyancy[1], 0.005, 1e-15);
    CHECK_NEAR(info.high[1], 0.025, 1e-12);
    CHECK_NEAR(info.inertia[4], 0.4 * info.mass * 4e-4, 1e-15);
    CHECK_NEAR(info.inertia[0], 0.4 * info.mass * 4e-4 + info.mass * 25e-6, 1e-15);
    // The fluid's momentum about the centre of mass: half the displaced mass, at the middle.
    const double m = info.volume / 2.0;
    CHECK_NEAR(info.added_mass[21], m * 25e-6, 1e-12 * m);
    CHECK_NEAR(fabs(info.added_mass[5]), m * 0.005, 1e-12 * m);
    waft_hull_destroy(hull);
    def.has_inertia = true;
    def.inertia[0] = def.inertia[1] = def.inertia[2] = 1e-5;
    def.inertia[3] = 1e-6;
    hull = hull_of(&def);
    CHECK_NEAR(waft_hull_get_info(hull).inertia[1], 1e-6, 0.0);
    CHECK_NEAR(waft_hull_get_info(hull).inertia[3], 1e-6, 0.0);
    waft_hull_destroy(hull);
}

// A mesh as a file gives it: anywhere, and its hull about the centre.
static void test_mesh(void) {
    waft_mesh* mesh =
        mesh_ellipsoid(2, (const double[3]){1.0, 2.0, 4.0}, (const double[3]){5.0, 6.0, 7.0});
    waft_hull_def def = mesh_def(mesh);
    def.density = 0.0;
    def.mass = 3.0;
    waft_hull* hull = hull_of(&def);
    const waft_hull_info info = waft_hull_get_info(hull);
    CHECK(info.method == WAFT_ADDED_MASS_BEM && info.iterations > 4);
    CHECK_NEAR(info.mass, 3.0, 0.0);
    CHECK_NEAR(info.density * info.volume, 3.0, 1e-12);
    CHECK_NEAR(info.center_of_mass[2], 7.0, 1e-12);
    CHECK_NEAR(waft_mesh_get_info(waft_hull_mesh(hull)).centroid[2], 0.0, 1e-12);
    CHECK(info.asymmetry < 1e-3);
    CHECK_NEAR(info.added_mass[0], 50.870722, 2.5);
    CHECK(waft_hull_warning_count(hull) == 0 && waft_hull_warning(hull, 0) == NULL);
    CHECK(info.key == waft_hull_key(&def));
    waft_hull_destroy(hull);
    waft_mesh_destroy(mesh);
}

static void refuse(const waft_mesh* mesh, const char* part) {
    const waft_hull_def def = mesh_def(mesh);
    waft_hull* hull = NULL;
    waft_error error = {.sentence = ""};
    CHECK(waft_hull_bake(&def, &hull, &error) == WAFT_ERR_MESH);
    CHECK(hull == NULL);
    if (!CHECK(strstr(error.sentence, part) != NULL)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
}

static void test_bad_meshes(void) {
    const uint32_t inwards[] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 0, 2, 3};
    const double five[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
    const uint32_t open[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 4};
    waft_mesh* turned = mesh_from(tetra_points, 4, inwards, 4, NULL);
    waft_mesh* hole = mesh_from(five, 5, open, 4, NULL);
    waft_mesh* fine = mesh_sphere(4);
    refuse(turned, "inwards");
    refuse(hole, "open edges; set shell");
    refuse(fine, "4096");
    waft_mesh_destroy(turned);
    waft_mesh_destroy(hole);
    waft_mesh_destroy(fine);
}

static void test_shell(void) {
    const double points[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 0};
    const uint32_t facets[] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
    waft_mesh* mesh = mesh_from(points, 5, facets, 4, NULL);
    waft_hull_def def = mesh_def(mesh);
    def.shell = 0.001;
    waft_hull* hull = hull_of(&def);
    const waft_hull_info info = waft_hull_get_info(hull);
    CHECK_NEAR(info.mass, 1.0, 1e-12);
    CHECK_NEAR(info.area, 1.0, 1e-12);
    CHECK_NEAR(info.thickness, 0.001, 1e-15);
    CHECK_NEAR(fabs(info.normal[2]), 1.0, 1e-12);
    CHECK(info.method == WAFT_ADDED_MASS_SHEET && info.plate);
    CHECK_NEAR(info.added_mass[14], 0.455, 0.1); // a square plate: 0.579 pi / 4
    waft_hull_destroy(hull);
    waft_mesh_destroy(mesh);
}

// More facets than are cut in four: the added mass is as found, and the hull says so.
static void test_dense_shell(void) {
    enum { SIDE = 23, ACROSS = SIDE + 1, POINTS = ACROSS * ACROSS, FACETS = 2 * SIDE * SIDE };
    double points[3 * POINTS];
    uint32_t facets[3 * FACETS];
    for (size_t i = 0; i < POINTS; ++i) {
        const size_t row = i / ACROSS;
        points[3 * i] = (double)(i % ACROSS) / SIDE;
        points[3 * i + 1] = (double)row / SIDE;
        points[3 * i + 2] = 0.0;
    }
    for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
        const uint32_t low = i / SIDE * ACROSS + i % SIDE;
        const uint32_t high = low + ACROSS;
        const uint32_t two[6] = {low, low + 1, high + 1, low, high + 1, high};
        memcpy(&facets[6 * (size_t)i], two, sizeof(two));
    }
    waft_mesh* mesh = mesh_from(points, POINTS, facets, FACETS, NULL);
    waft_hull_def def = mesh_def(mesh);
    def.shell = 0.001;
    waft_hull* hull = hull_of(&def);
    CHECK(waft_hull_warning_count(hull) == 1);
    CHECK(strstr(waft_hull_warning(hull, 0), "has 1058 facets, too many") != NULL);
    CHECK_NEAR(waft_hull_get_info(hull).added_mass[14] / 0.455, 1.0, 0.1);
    waft_hull_destroy(hull);
    waft_mesh_destroy(mesh);
}

// A ball's mass is in its skin, whatever its size and weight; so is that of any closed shape.
static void test_hollow(void) {
    waft_hull_def def;
    CHECK(waft_hull_preset("ball", &def) == WAFT_OK);
    def.turbulence.bake = false;
    def.size[0] = 0.05;
    def.mass = 0.0;
    def.density = 100.0;
    waft_hull* hull = hull_of(&def);
    const double mass = waft_hull_get_info(hull).mass;
    CHECK_NEAR(mass / (400.0 * M_PI / 3.0 * 1.25e-4), 1.0, 1e-12);
    CHECK_NEAR(waft_hull_get_info(hull).inertia[8] / (2.0 / 3.0 * mass * 0.0025), 1.0, 1e-12);
    waft_hull_destroy(hull);
    // A cube of edge e: 5/18 m e^2.
    def = quiet_def(WAFT_HULL_BOX, 0.2, 0.2, 0.2);
    def.hollow = true;
    hull = hull_of(&def);
    CHECK_NEAR(waft_hull_get_info(hull).inertia[0] / (5.0 / 18.0 * 8.0 * 0.04), 1.0, 1e-12);
    waft_hull_destroy(hull);
    def.has_inertia = true;
    def.inertia[0] = def.inertia[1] = def.inertia[2] = 0.01;
    hull = hull_of(&def);
    CHECK_NEAR(waft_hull_get_info(hull).inertia[0], 0.01, 0.0);
    waft_hull_destroy(hull);
}

// All memory comes from the hook and goes back, also when it runs out.
static void test_memory(void) {
    for (long fail_at = 0; fail_at < 40; ++fail_at) {
        counting memory = {.fail_at = fail_at};
        waft_hull_def def = quiet_def(WAFT_HULL_BOX, 0.1, 0.1, 0.1);
        def.detail = 1;
        def.allocator = counting_hook(&memory);
        waft_hull* hull = NULL;
        const waft_result result = waft_hull_bake(&def, &hull, NULL);
        const bool failed = fail_at > 0 && memory.calls >= fail_at;
        CHECK(result == (failed ? WAFT_ERR_NO_MEMORY : WAFT_OK));
        CHECK((result == WAFT_OK) == (hull != NULL));
        waft_hull_destroy(hull);
        CHECK(memory.live == 0);
    }
}

static void test_threads(void) {
    waft_hull_def def = quiet_def(WAFT_HULL_BOX, 0.1, 0.2, 0.3);
    waft_hull* one = hull_of(&def);
    def.threads = 3;
    waft_hull* three = hull_of(&def);
    CHECK(same_bits(one->info.added_mass, three->info.added_mass, sizeof(one->info.added_mass)));
    CHECK(same_bits(one->potential, three->potential, one->info.facet_count * 48));
    CHECK(one->info.key == three->info.key);
    waft_hull_destroy(one);
    waft_hull_destroy(three);
    waft_hull_destroy(NULL);
}

static const test_case cases[] = {
    {"ellipsoid", test_ellipsoid},
    {"ballast", test_ballast},
    {"mesh", test_mesh},
    {"bad meshes", test_bad_meshes},
    {"shell", test_shell},
    {"dense shell", test_dense_shell},
    {"hollow", test_hollow},
    {"memory", test_memory},
    {"threads", test_threads},
};

TEST_MAIN(cases)
