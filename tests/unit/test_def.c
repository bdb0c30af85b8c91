// SPDX-License-Identifier: MIT
// What a bake refuses by docs/spec/bodies.md#rejected-input, and with which sentence.
#include "hull_fixture.h"

static waft_hull_def good(void) {
    waft_hull_def def = waft_hull_def_default();
    def.shape = WAFT_HULL_SPHERE;
    def.size[0] = 0.1;
    def.density = 1000.0;
    return def;
}

static void refuse(const waft_hull_def* def, const char* part) {
    waft_error error = {.sentence = ""};
    CHECK(wafti_hull_check(def, &error) == WAFT_ERR_ARGUMENT);
    if (!CHECK(strstr(error.sentence, part) != NULL)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
    waft_hull* hull = (waft_hull*)&error;
    CHECK(waft_hull_bake(def, &hull, &error) == WAFT_ERR_ARGUMENT);
    CHECK(hull == NULL);
    CHECK(waft_hull_key(def) == 0);
}

#define REFUSE(change, part)                                                                       \
    do {                                                                                           \
        waft_hull_def def = good();                                                                \
        change;                                                                                    \
        refuse(&def, (part));                                                                      \
    } while (0)

static void test_masses(void) {
    const waft_hull_def def_good = good();
    CHECK(wafti_hull_check(&def_good, NULL) == WAFT_OK);
    REFUSE(def.density = 0.0, "exactly one");
    REFUSE(def.mass = 1.0, "exactly one");
    REFUSE(def.density = -1.0, "hull.density is -1: allowed are values above 0 up to 100000");
    REFUSE(def.density = (double)NAN, "hull.density is nan");
    REFUSE((def.has_center = true, def.center[1] = (double)INFINITY), "hull.center[1] is inf");
    REFUSE(def.has_inertia = true, "inertia");
    REFUSE(
        (def.has_inertia = true, def.inertia[0] = 1.0, def.inertia[1] = 1.0, def.inertia[2] = 2.1),
        "inertia");
    REFUSE((def.has_inertia = true, def.inertia[0] = 1.0, def.inertia[1] = 1.0,
               def.inertia[2] = 1.0, def.inertia[3] = 1.5),
        "inertia");
    REFUSE((def.has_inertia = true, def.inertia[4] = (double)NAN), "inertia");
}

static void test_the_rest(void) {
    REFUSE(def.name = NULL, "name");
    REFUSE(def.detail = 6, "hull.shape.detail is 6: allowed are 0 to 5");
    REFUSE(def.detail = -1, "detail");
    REFUSE(def.threads = 0, "threads");
    REFUSE(def.threads = 257, "threads");
    REFUSE(def.method = (waft_added_mass)9, "hull.added_mass is 9: there is no such choice");
    REFUSE(def.fluid_density = -1.0, "fluid_density");
    REFUSE(def.fluid_viscosity = (double)NAN, "fluid_viscosity");
    REFUSE(def.gravity = -9.81, "gravity");
    REFUSE(def.shell = 0.1, "shell");
    REFUSE(def.source_depth = 2.0, "source_depth");
    REFUSE(def.shape = WAFT_HULL_MESH, "size 0");
    REFUSE((def.shape = WAFT_HULL_MESH, def.size[0] = 0.0), "there is none");
    REFUSE(def.plate_count = 9, "plate_count");
    REFUSE(def.plate_count = 1, "plate 0");
    REFUSE((def.has_normal = true, def.normal[2] = (double)NAN), "normal");
}

static void test_methods(void) {
    REFUSE((def.shape = WAFT_HULL_BOX, def.size[1] = def.size[2] = 0.1,
               def.method = WAFT_ADDED_MASS_CLOSED),
        "no closed form of the added mass of a box");
    REFUSE(def.method = WAFT_ADDED_MASS_SHEET, "a sphere has no middle surface");
    waft_mesh* mesh = mesh_sphere(0);
    REFUSE((def = mesh_def(mesh), def.shell = 0.1, def.method = WAFT_ADDED_MASS_BEM),
        "bem and sources is for closed meshes");
    waft_mesh_destroy(mesh);
    CHECK_TEXT(waft_added_mass_word(WAFT_ADDED_MASS_SHEET), "sheet");
    CHECK(waft_added_mass_word((waft_added_mass)5) == NULL);
    waft_hull_def def = good();
    def.method = WAFT_ADDED_MASS_CLOSED;
    CHECK(wafti_hull_check(&def, NULL) == WAFT_OK);
}

static void test_turbulence(void) {
    REFUSE(def.turbulence.cells[0] = 15, "the first must be at least 16");
    REFUSE(def.turbulence.cells[0] = 257, "hull.turbulence.grid[0] is 257: allowed are 8 to 256");
    REFUSE(def.turbulence.cells[1] = 15, "grid is [32, 15, 16]");
    REFUSE(def.turbulence.cells[2] = 7, "grid[2] is 7");
    REFUSE(def.turbulence.intensity = 1.01, "intensity");
    REFUSE(def.turbulence.intensity = -0.01, "intensity");
    REFUSE(def.turbulence.length = -1.0, "length");
    REFUSE(def.turbulence.reynolds = -1.0, "reynolds");
    REFUSE((def.turbulence.has_attitude = true, def.turbulence.attitude[3] = 0.9), "attitude");
    waft_hull_def off = good();
    off.turbulence.bake = false;
    off.turbulence.cells[0] = 8;
    CHECK(wafti_hull_check(&off, NULL) == WAFT_OK);
}

static void test_presets(void) {
    static const char* const want[] = {"leaf", "paper", "card", "coin", "feather", "maple_leaf",
        "maple_seed", "airplane", "ball", "ellipsoid"};
    waft_hull_def def;
    for (size_t i = 0; i < 10; ++i) {
        CHECK_TEXT(waft_hull_preset_name(i), want[i]);
        CHECK(waft_hull_preset(want[i], &def) == WAFT_OK);
        CHECK(wafti_hull_check(&def, NULL) == WAFT_OK);
    }
    CHECK(waft_hull_preset_name(10) == NULL);
    CHECK(waft_hull_preset("stone", &def) == WAFT_ERR_ARGUMENT);
    CHECK(waft_hull_preset(NULL, &def) == WAFT_ERR_ARGUMENT);
    CHECK(waft_hull_preset("leaf", NULL) == WAFT_ERR_ARGUMENT);
}

static const test_case cases[] = {
    {"masses", test_masses},
    {"the rest", test_the_rest},
    {"methods", test_methods},
    {"turbulence", test_turbulence},
    {"presets", test_presets},
};

TEST_MAIN(cases)
