// SPDX-License-Identifier: MIT
#include "mesh/winding.h"

#include "mesh_fixture.h"

static double at(const waft_mesh* mesh, double x, double y, double z) {
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    const double point[3] = {x, y, z};
    return wafti_winding(&view, point);
}

static void inside_is_one_and_outside_zero(void) {
    waft_mesh* mesh = mesh_box(1.0f, 2.0f, 3.0f);
    CHECK_NEAR(at(mesh, 0.0, 0.0, 0.0), 1.0, 1e-14);
    CHECK_NEAR(at(mesh, 0.49, 0.99, 1.49), 1.0, 1e-12);
    CHECK_NEAR(at(mesh, 0.51, 0.0, 0.0), 0.0, 1e-14);
    CHECK_NEAR(at(mesh, 100.0, 50.0, 0.0), 0.0, 1e-14);
    waft_mesh_destroy(mesh);
}

static void an_open_mesh_shows_its_solid_angle(void) {
    waft_mesh* mesh = mesh_from(tetra_points, 4, &tetra_facets[6], 1, NULL);
    CHECK_NEAR(at(mesh, 0.0, 0.0, 0.0), 0.125, 1e-15);
    waft_mesh_destroy(mesh);
}

static void a_mesh_turned_over_counts_down(void) {
    waft_mesh_options options = waft_mesh_options_default();
    options.flip = true;
    waft_mesh* mesh = mesh_from(tetra_points, 4, tetra_facets, 4, &options);
    CHECK_NEAR(at(mesh, 0.1, 0.1, 0.1), -1.0, 1e-14);
    waft_mesh_destroy(mesh);
}

static const test_case cases[] = {
    {"inside_is_one_and_outside_zero", inside_is_one_and_outside_zero},
    {"an_open_mesh_shows_its_solid_angle", an_open_mesh_shows_its_solid_angle},
    {"a_mesh_turned_over_counts_down", a_mesh_turned_over_counts_down},
};

TEST_MAIN(cases)
