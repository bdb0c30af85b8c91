// SPDX-License-Identifier: MIT
#include "hull/hull.h"
#include "hull_fixture.h"

static waft_mesh* make(waft_hull_shape shape, const double size[3], bool sheet) {
    waft_hull_def def = waft_hull_def_default();
    waft_mesh* mesh = NULL;
    def.shape = shape;
    memcpy(def.size, size, sizeof(def.size));
    CHECK(wafti_shape_mesh(&def, sheet, &mesh, NULL) == WAFT_OK);
    return mesh;
}

// As long and as wide as asked for.
static void test_extents(void) {
    const struct {
        waft_hull_shape shape;
        double size[3], want[3], tolerance;
    } rows[] = {
        {WAFT_HULL_DISC, {1.0, 0.1, 0.0}, {2.0, 0.1, 2.0}, 1e-12},
        {WAFT_HULL_ELLIPTIC_PLATE, {2.0, 1.0, 0.1}, {4.0, 0.1, 2.0}, 1e-12},
        {WAFT_HULL_FEATHER, {8.0, 2.0, 0.1}, {8.0, 0.1, 2.0}, 0.02},
        {WAFT_HULL_MAPLE_LEAF, {10.0, 0.1, 0.0}, {8.6, 0.1, 10.0}, 0.4},
        {WAFT_HULL_MAPLE_SEED, {7.0, 2.0, 0.05}, {7.0, 0.89, 2.0}, 0.1},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
        waft_mesh* mesh = make(rows[i].shape, rows[i].size, false);
        const waft_mesh_info info = waft_mesh_get_info(mesh);
        CHECK(info.facet_count == 864);
        for (int d = 0; d < 3; ++d) {
            CHECK_NEAR(info.high[d] - info.low[d], rows[i].want[d], rows[i].tolerance);
        }
        waft_mesh_destroy(mesh);
    }
}

static void test_sheet(void) {
    waft_mesh* mesh = make(WAFT_HULL_DISC, (const double[3]){1.0, 0.1, 0.0}, true);
    const waft_mesh_info info = waft_mesh_get_info(mesh);
    CHECK(info.facet_count == 384 && !info.closed);
    CHECK(info.high[1] == 0.0 && info.low[1] == 0.0);
    CHECK_NEAR(info.area, M_PI, 1e-12);
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    for (size_t i = 0; i < view.point_count; ++i) {
        CHECK_NEAR(view.normals[3 * i + 1], 1.0, 1e-12);
    }
    waft_mesh_destroy(mesh);
}

// The nut holds most of the mass, at the low end.
static void test_seed(void) {
    waft_mesh* mesh = make(WAFT_HULL_MAPLE_SEED, (const double[3]){0.035, 0.011, 1.5e-4}, false);
    const waft_mesh_info info = waft_mesh_get_info(mesh);
    CHECK(info.centroid[0] < -0.006 && info.centroid[0] > -0.014);
    waft_mesh_destroy(mesh);
}

static const test_case cases[] = {
    {"extents", test_extents},
    {"sheet", test_sheet},
    {"seed", test_seed},
};

TEST_MAIN(cases)
