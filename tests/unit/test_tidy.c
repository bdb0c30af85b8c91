// SPDX-License-Identifier: MIT
#include "mesh/topology.h"

#include "hooks.h"
#include "mesh_fixture.h"

static void bad_facets_are_left_out(void) {
    // A tetrahedron with a collapsed facet first, a twin that winds the other way, and a needle
    // along an edge whose middle is point 4.
    const double points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0, 0};
    uint32_t indices[] = {1, 1, 2, 0, 2, 1, 0, 1, 3, 0, 3, 1, 1, 2, 3, 0, 3, 2, 0, 4, 1};
    size_t count = sizeof(indices) / sizeof(indices[0]) / 3;
    wafti_tidied tidied;
    CHECK(wafti_tidy(points, indices, &count, NULL, &tidied) == WAFT_OK);
    CHECK(count == 4 && tidied.flat_count == 2 && tidied.twin_count == 1);
    CHECK(memcmp(indices, tetra_facets, sizeof(tetra_facets)) == 0);
}

static void sound_facets_stay(void) {
    uint32_t indices[12];
    size_t count = 4;
    wafti_tidied tidied;
    memcpy(indices, tetra_facets, sizeof(indices));
    CHECK(wafti_tidy(tetra_points, indices, &count, NULL, &tidied) == WAFT_OK);
    CHECK(count == 4 && tidied.flat_count == 0 && tidied.twin_count == 0);
    CHECK(memcmp(indices, tetra_facets, sizeof(indices)) == 0);
}

static void the_mesh_tells(void) {
    const uint32_t indices[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2, 0, 0, 1, 2, 0, 3};
    waft_mesh_options options = waft_mesh_options_default();
    options.tidy = true;
    waft_mesh* mesh = mesh_from(tetra_points, 4, indices, 6, &options);
    CHECK(waft_mesh_get_info(mesh).closed && waft_mesh_get_info(mesh).facet_count == 4);
    CHECK(waft_mesh_warning_count(mesh) == 2);
    CHECK_TEXT(waft_mesh_warning(mesh, 0), "facets without area, left out: 1");
    CHECK_TEXT(waft_mesh_warning(mesh, 1), "facets with the points of another, left out: 1");
    waft_mesh_destroy(mesh);

    const waft_mesh_arrays arrays = {tetra_points, 4, &indices[12], 1};
    waft_error error;
    CHECK(waft_mesh_create(&arrays, &options, &mesh, &error) == WAFT_ERR_MESH);
    CHECK_TEXT(error.sentence, "mesh: no facet of the mesh has an area");
}

static const test_case cases[] = {
    {"collapsed facets, needles and twins are left out", bad_facets_are_left_out},
    {"what is sound stays as it is", sound_facets_stay},
    {"the mesh tells what was left out", the_mesh_tells},
};
TEST_MAIN(cases)
