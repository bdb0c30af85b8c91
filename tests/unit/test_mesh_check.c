// SPDX-License-Identifier: MIT
// Every sentence of the checks, and that they come in the order of docs/spec/bodies.md#mesh-checks.
#include "mesh_fixture.h"

static const waft_mesh_use uses[] = {WAFT_MESH_SHEET, WAFT_MESH_SOLID, WAFT_MESH_HULL};

// Sentences for a sheet, a solid and a hull; "" where the mesh serves.
static void check_mesh(waft_mesh* mesh, const char* const sentences[3]) {
    for (int i = 0; i < 3; ++i) {
        waft_error error = {.sentence = ""};
        const waft_result result = waft_mesh_check(mesh, uses[i], &error);
        CHECK(result == (sentences[i][0] == '\0' ? WAFT_OK : WAFT_ERR_MESH));
        CHECK_TEXT(error.sentence, sentences[i]);
    }
    waft_mesh_destroy(mesh);
}

static waft_mesh* part_of_tetra(size_t facet_count) {
    return mesh_from(tetra_points, 4, tetra_facets, facet_count, NULL);
}

static void a_sound_mesh_serves_all(void) {
    const char* const sentences[] = {"", "", ""};
    check_mesh(part_of_tetra(4), sentences);
    check_mesh(mesh_sphere(3), sentences);
}

static void the_number_of_facets(void) {
    const char* open = "mesh: 3 open edges; close the mesh or make it a sheet; the first runs from "
                       "point 0 (0, 0, 0) to 2 (0, 1, 0), counted from 0";
    const char* const few[] = {"", open, "mesh: 3 facets; a hull has at least 4"};
    check_mesh(part_of_tetra(3), few);
    const char* const many[] = {
        "", "", "sphere: 5120 facets; a hull has at most 4096: make the mesh coarser"};
    check_mesh(mesh_sphere(4), many);
}

static void facets_without_area(void) {
    const double points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0.5, 1e-14, 0.5, 0.25, 0};
    const uint32_t thin[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2, 1, 4, 2};
    const char* want = "mesh: facet 4 (points 1, 4, 2) at (1, 0, 0) has no area; counted from 0";
    const char* const sentences[] = {want, want, want};
    check_mesh(mesh_from(points, 5, thin, 5, NULL), sentences);
    const uint32_t repeated[] = {0, 2, 1, 0, 1, 3, 1, 1, 3, 0, 3, 2, 0, 2, 1};
    const char* other = "mesh: facet 2 (points 1, 1, 3) at (1, 0, 0) has no area; counted from 0";
    const char* const others[] = {other, other, other};
    check_mesh(mesh_from(points, 4, repeated, 5, NULL), others);
}

static void two_facets_with_the_same_points(void) {
    const uint32_t indices[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2, 2, 1, 3};
    const char* want =
        "mesh: facets 2 and 4 at (1, 0, 0) have the same points 1, 2, 3; counted from 0";
    const char* const sentences[] = {want, want, want};
    check_mesh(mesh_from(tetra_points, 4, indices, 5, NULL), sentences);
}

static void open_edges(void) {
    const double points[] = {0, 0, 0, 1.5, 0, 0, 0, 1, 0, 0, 0, 1, -1, -1, -1};
    const uint32_t indices[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 4, 0, 4, 2};
    const char* solid =
        "mesh: 3 open edges; close the mesh or make it a sheet; the first runs from "
        "point 2 (0, 1, 0) to 3 (0, 0, 1), counted from 0";
    const char* hull =
        "mesh: 3 open edges; set shell to the sheet's thickness or close the mesh; the "
        "first runs from point 2 (0, 1, 0) to 3 (0, 0, 1), counted from 0";
    const char* const sentences[] = {"", solid, hull};
    check_mesh(mesh_from(points, 5, indices, 5, NULL), sentences);
}

static void facets_that_wind_against_each_other(void) {
    const uint32_t indices[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 2, 3};
    const char* want =
        "mesh: 3 edges between facets that wind against each other; turn one side over; the first "
        "runs from point 0 (0, 0, 0) to 2 (0, 1, 0), counted from 0";
    const char* const sentences[] = {"", want, want};
    check_mesh(mesh_from(tetra_points, 4, indices, 4, NULL), sentences);
}

static void edges_of_many_facets(void) {
    const double points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1};
    // Two tetrahedra that share the edge from 0 to 1.
    const uint32_t indices[] = {
        0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2, 0, 4, 1, 0, 1, 5, 1, 4, 5, 0, 5, 4};
    const char* want =
        "mesh: 1 edges with more than two facets; separate the parts that share them; the first "
        "runs from point 0 (0, 0, 0) to 1 (1, 0, 0), counted from 0";
    const char* const sentences[] = {"", want, want};
    check_mesh(mesh_from(points, 6, indices, 8, NULL), sentences);
}

static void the_inside_out(void) {
    waft_mesh_options options = waft_mesh_options_default();
    options.name = "ball.stl";
    options.flip = true;
    const char* want = "ball.stl: normals point inwards; set flip = true";
    const char* const sentences[] = {"", want, want};
    check_mesh(mesh_from(tetra_points, 4, tetra_facets, 4, &options), sentences);
}

// A square folded onto itself: four sound edges around, and the diagonals differ.
static void no_inside_at_all(void) {
    const double points[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    const uint32_t indices[] = {0, 1, 2, 0, 2, 3, 1, 0, 3, 1, 3, 2};
    const char* want = "mesh: the mesh encloses no volume";
    const char* const sentences[] = {"", want, want};
    check_mesh(mesh_from(points, 4, indices, 4, NULL), sentences);
}

static void misuse(void) {
    waft_mesh* mesh = mesh_tetra();
    CHECK(waft_mesh_check(NULL, WAFT_MESH_SOLID, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_mesh_check(mesh, (waft_mesh_use)3, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_mesh_check(mesh, WAFT_MESH_HULL, NULL) == WAFT_OK);
    waft_mesh_destroy(mesh);
}

static const test_case cases[] = {
    {"a_sound_mesh_serves_all", a_sound_mesh_serves_all},
    {"the_number_of_facets", the_number_of_facets},
    {"facets_without_area", facets_without_area},
    {"two_facets_with_the_same_points", two_facets_with_the_same_points},
    {"open_edges", open_edges},
    {"facets_that_wind_against_each_other", facets_that_wind_against_each_other},
    {"edges_of_many_facets", edges_of_many_facets},
    {"the_inside_out", the_inside_out},
    {"no_inside_at_all", no_inside_at_all},
    {"misuse", misuse},
};

TEST_MAIN(cases)
