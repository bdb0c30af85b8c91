// SPDX-License-Identifier: MIT
#include "hull_fixture.h"

static waft_hull_def def_of(waft_hull_shape shape, double a, double b, double c) {
    waft_hull_def def = waft_hull_def_default();
    def.shape = shape;
    def.size[0] = a;
    def.size[1] = b;
    def.size[2] = c;
    def.density = 1000.0;
    return def;
}

// Every shape at every detail is a hull, and its facets have nearly its exact mass properties.
static void test_all_are_hulls(void) {
    const waft_hull_def defs[] = {
        def_of(WAFT_HULL_SPHERE, 0.5, 0.0, 0.0),
        def_of(WAFT_HULL_ELLIPSOID, 0.1, 0.2, 0.4),
        def_of(WAFT_HULL_BOX, 0.1, 0.2, 0.3),
        def_of(WAFT_HULL_DISC, 0.1, 0.001, 0.0),
        def_of(WAFT_HULL_ELLIPTIC_PLATE, 0.04, 0.01, 1e-4),
        def_of(WAFT_HULL_STRIP, 0.03, 0.001, 0.1),
        def_of(WAFT_HULL_CARD, 0.09, 0.05, 3e-4),
        def_of(WAFT_HULL_FEATHER, 0.08, 0.02, 2e-4),
        def_of(WAFT_HULL_MAPLE_LEAF, 0.1, 2e-4, 0.0),
        def_of(WAFT_HULL_MAPLE_SEED, 0.035, 0.011, 1.5e-4),
        def_of(WAFT_HULL_DART, 0.083, 0.026, 0.015),
        def_of(WAFT_HULL_CAPSULE, 0.1, 0.3, 0.0),
        def_of(WAFT_HULL_CAPSULE, 0.1, 0.01, 0.0),
        def_of(WAFT_HULL_CAPSULE, 0.01, 1.0, 0.0),
    };
    for (size_t i = 0; i < sizeof(defs) / sizeof(defs[0]); ++i) {
        for (int detail = 0; detail <= 5; ++detail) {
            waft_hull_def def = defs[i];
            waft_error error = {.sentence = ""};
            waft_mesh* mesh = NULL;
            def.detail = detail;
            CHECK(wafti_shape_check(&def, &error) == WAFT_OK);
            CHECK(wafti_shape_mesh(&def, false, &mesh, &error) == WAFT_OK);
            if (!CHECK(waft_mesh_check(mesh, WAFT_MESH_HULL, &error) == WAFT_OK)) {
                (void)fprintf(
                    stderr, "  %s: %s\n", waft_hull_shape_word(def.shape), error.sentence);
            }
            CHECK(waft_mesh_get_info(mesh).component_count == 1);
            const waft_mesh_view view = waft_mesh_get_view(mesh);
            wafti_mass got;
            wafti_mass exact;
            CHECK(wafti_mass_measure(&view, 0.0, &got));
            if (detail >= 3 && wafti_shape_mass(&def, &exact)) {
                CHECK_NEAR(got.volume / exact.volume, 1.0, 0.02);
                for (size_t d = 0; d < 3; ++d) {
                    CHECK_NEAR(got.covariance[4 * d] / exact.covariance[4 * d], 1.0, 0.03);
                }
            }
            waft_mesh_destroy(mesh);
        }
    }
}

static void test_planforms(void) {
    double area = 0.0;
    double thickness = 0.0;
    waft_hull_def def = def_of(WAFT_HULL_ELLIPTIC_PLATE, 0.04, 0.01, 1e-4);
    CHECK(wafti_shape_planform(&def, &area, &thickness));
    CHECK_NEAR(area, M_PI * 4e-4, 1e-18);
    CHECK_NEAR(thickness, 1e-4, 0.0);
    def = def_of(WAFT_HULL_STRIP, 0.03, 0.001, 0.1);
    CHECK(wafti_shape_planform(&def, &area, &thickness));
    CHECK_NEAR(area, 0.006, 1e-15);
    CHECK_NEAR(thickness, 0.002, 0.0);
    def = def_of(WAFT_HULL_BOX, 0.03, 0.001, 0.1);
    CHECK(!wafti_shape_planform(&def, &area, &thickness));
}

static void test_words(void) {
    CHECK_TEXT(waft_hull_shape_word(WAFT_HULL_MESH), "mesh");
    CHECK_TEXT(waft_hull_shape_word(WAFT_HULL_DART), "dart");
    CHECK(waft_hull_shape_word(WAFT_HULL_SHAPE_COUNT) == NULL);
}

static void test_sizes(void) {
    waft_error error;
    waft_hull_def def = def_of(WAFT_HULL_SPHERE, 0.0, 0.0, 0.0);
    CHECK(wafti_shape_check(&def, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "hull: size 0 of a sphere is 0; it must be 1e-7 to 1e6 m");
    def = def_of(WAFT_HULL_SPHERE, 1.0, 1.0, 0.0);
    CHECK(wafti_shape_check(&def, &error) == WAFT_ERR_ARGUMENT);
    def = def_of(WAFT_HULL_BOX, 1.0, (double)NAN, 1.0);
    CHECK(wafti_shape_check(&def, &error) == WAFT_ERR_ARGUMENT);
    def = def_of((waft_hull_shape)99, 1.0, 1.0, 1.0);
    CHECK(wafti_shape_check(&def, &error) == WAFT_ERR_ARGUMENT);
    def = def_of(WAFT_HULL_DART, 0.083, 0.05, 0.015); // wings wider than the sheet
    CHECK(wafti_shape_check(&def, &error) == WAFT_ERR_ARGUMENT);
}

static const test_case cases[] = {
    {"all are hulls", test_all_are_hulls},
    {"planforms", test_planforms},
    {"words", test_words},
    {"sizes", test_sizes},
};

TEST_MAIN(cases)
