// SPDX-License-Identifier: MIT
#include "hull/hull.h"
#include "hull_fixture.h"

static waft_hull_def dart(void) {
    waft_hull_def def;
    CHECK(waft_hull_preset("airplane", &def) == WAFT_OK);
    return def;
}

// All of a sheet of 8.3 x 8.3 x 0.01 cm: two layers on the wings, the rest in the keel.
static void test_volume(void) {
    const waft_hull_def def = dart();
    CHECK_NEAR(wafti_dart_keel(&def) / 1e-4, 4.0, 0.2);
    waft_mesh* mesh = NULL;
    CHECK(wafti_shape_mesh(&def, false, &mesh, NULL) == WAFT_OK);
    const waft_mesh_info info = waft_mesh_get_info(mesh);
    CHECK(info.closed && info.facet_count == 284);
    CHECK_NEAR(info.volume / 0.6889e-6, 1.0, 0.02);
    CHECK_NEAR(info.high[0] - info.low[0], 0.083, 1e-12);
    CHECK_NEAR(info.high[2], 0.026, 1e-12);
    CHECK_NEAR(info.low[2], -0.026, 1e-12);
    CHECK_NEAR(info.low[1], -0.015, 1e-12);
    waft_mesh_destroy(mesh);
}

static void test_sheet_and_plates(void) {
    const waft_hull_def def = dart();
    waft_mesh* sheet = NULL;
    waft_plate plates[WAFT_PLATE_CAPACITY];
    CHECK(wafti_shape_mesh(&def, true, &sheet, NULL) == WAFT_OK);
    CHECK(wafti_shape_plates(&def, sheet, plates) == 3);
    double area = 0.0;
    for (int i = 0; i < 3; ++i) {
        area += plates[i].area;
        double square = 0.0;
        for (int d = 0; d < 3; ++d) {
            square += plates[i].normal[d] * plates[i].normal[d];
        }
        CHECK_NEAR(square, 1.0, 1e-12);
    }
    CHECK_NEAR(waft_mesh_get_info(sheet).area / area, 1.0, 1e-12);
    // Wings mirror each other; both rise outwards.
    CHECK_NEAR(plates[0].center[2], -plates[1].center[2], 1e-18);
    CHECK(plates[0].center[1] > 0.0 && plates[0].normal[2] * plates[0].center[2] < 0.0);
    CHECK(plates[2].center[1] < 0.0 && plates[2].normal[2] == 1.0);
    waft_mesh_destroy(sheet);
}

static const test_case cases[] = {
    {"volume", test_volume},
    {"sheet and plates", test_sheet_and_plates},
};

TEST_MAIN(cases)
