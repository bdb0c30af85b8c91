// SPDX-License-Identifier: MIT
#include "hull_fixture.h"

static bool crosses(const waft_mesh* mesh, uint32_t facets[2]) {
    hull_bench bench;
    hull_bench_open(&bench, 1, wafti_isa_choose());
    CHECK(wafti_hull_find_crossing(mesh, &bench.context, facets) == WAFT_OK);
    hull_bench_close(&bench);
    return facets[1] != WAFTI_NO_FACET;
}

// Two tetrahedra, the second moved along x.
static waft_mesh* two_parts(double shift) {
    double points[24];
    uint32_t facets[24];
    for (size_t i = 0; i < 12; ++i) {
        points[i] = tetra_points[i];
        points[12 + i] = tetra_points[i] + (i % 3 == 0 ? shift : 0.05);
        facets[i] = tetra_facets[i];
        facets[12 + i] = tetra_facets[i] + 4;
    }
    return mesh_from(points, 8, facets, 8, NULL);
}

static void test_sound(void) {
    uint32_t facets[2];
    waft_mesh* meshes[] = {mesh_sphere(3), mesh_box(1.0f, 2.0f, 0.001f), two_parts(2.0)};
    for (int i = 0; i < 3; ++i) {
        CHECK(!crosses(meshes[i], facets));
        waft_mesh_destroy(meshes[i]);
    }
}

static void test_crossed(void) {
    uint32_t facets[2];
    waft_mesh* mesh = two_parts(0.3);
    CHECK(crosses(mesh, facets));
    CHECK((facets[0] < 4) != (facets[1] < 4));
    waft_mesh_destroy(mesh);
}

// Two balls of which one sticks a little in the other: a hull, with a warning.
static void test_warns(void) {
    waft_mesh* ball = mesh_sphere(2);
    const waft_mesh_view view = waft_mesh_get_view(ball);
    const size_t count = view.point_count;
    double points[6 * 162];
    uint32_t indices[6 * 320];
    for (size_t i = 0; i < 3 * count; ++i) {
        points[i] = view.positions[i];
        points[3 * count + i] = view.positions[i] + (i % 3 == 0 ? 1.97 : 0.01);
    }
    for (size_t i = 0; i < 3 * view.facet_count; ++i) {
        indices[i] = view.indices[i];
        indices[3 * view.facet_count + i] = view.indices[i] + (uint32_t)count;
    }
    waft_mesh* mesh = mesh_from(points, 2 * count, indices, 2 * view.facet_count, NULL);
    const waft_hull_def def = mesh_def(mesh);
    waft_hull* hull = hull_of(&def);
    CHECK(waft_hull_warning_count(hull) == 2);
    CHECK_TEXT(waft_hull_warning(hull, 0), "separate parts: 2; they should not overlap");
    CHECK(hull != NULL && strstr(waft_hull_warning(hull, 1), "through itself: facets") != NULL);
    waft_hull_destroy(hull);
    waft_mesh_destroy(mesh);
    waft_mesh_destroy(ball);
}

// Our own shapes do not.
static void test_shapes(void) {
    for (size_t i = 0; waft_hull_preset_name(i) != NULL; ++i) {
        waft_hull_def def;
        waft_mesh* mesh = NULL;
        uint32_t facets[2];
        CHECK(waft_hull_preset(waft_hull_preset_name(i), &def) == WAFT_OK);
        CHECK(wafti_shape_mesh(&def, false, &mesh, NULL) == WAFT_OK);
        CHECK(!crosses(mesh, facets));
        waft_mesh_destroy(mesh);
    }
}

static const test_case cases[] = {
    {"sound", test_sound},
    {"crossed", test_crossed},
    {"warns", test_warns},
    {"shapes", test_shapes},
};

TEST_MAIN(cases)
