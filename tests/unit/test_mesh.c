// SPDX-License-Identifier: MIT
// Creation, what is measured on the way, normals, and every way it is refused.
#include "mesh_fixture.h"

#include "hooks.h"

static void a_tetrahedron_is_measured(void) {
    waft_mesh* mesh = mesh_tetra();
    const waft_mesh_info info = waft_mesh_get_info(mesh);
    CHECK(info.facet_count == 4);
    CHECK(info.point_count == 4);
    CHECK(info.closed);
    CHECK(info.component_count == 1);
    CHECK(info.open_edge_count == 0);
    CHECK_NEAR(info.volume, 1.0 / 6.0, 1e-15);
    CHECK_NEAR(info.area, 1.5 + sqrt(3.0) / 2.0, 1e-14);
    for (int k = 0; k < 3; ++k) {
        CHECK_NEAR(info.low[k], 0.0, 0.0);
        CHECK_NEAR(info.high[k], 1.0, 0.0);
        CHECK_NEAR(info.centroid[k], 0.25, 1e-15);
    }
    CHECK(waft_mesh_warning_count(mesh) == 0);
    CHECK(waft_mesh_warning(mesh, 0) == NULL);
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    CHECK(view.point_count == 4);
    CHECK(view.facet_count == 4);
    for (size_t i = 0; i < 12; ++i) {
        CHECK_NEAR(view.positions[i], tetra_points[i], 0.0);
    }
    CHECK(memcmp(view.indices, tetra_facets, sizeof(tetra_facets)) == 0);
    CHECK(view.draw_positions[3] == 1.0f);
    // Three faces meet at the origin at right angles: their mean is the diagonal.
    for (int k = 0; k < 3; ++k) {
        CHECK_NEAR(view.normals[k], -1.0 / sqrt(3.0), 1e-15);
    }
    waft_mesh_destroy(mesh);
}

static void nothing_is_known_of_no_mesh(void) {
    CHECK(waft_mesh_get_view(NULL).positions == NULL);
    CHECK(waft_mesh_get_info(NULL).facet_count == 0);
    CHECK(waft_mesh_warning_count(NULL) == 0);
    CHECK(waft_mesh_warning(NULL, 0) == NULL);
    waft_mesh_destroy(NULL);
}

static void an_open_mesh_has_no_volume(void) {
    waft_mesh* mesh = mesh_from(tetra_points, 4, tetra_facets, 1, NULL);
    const waft_mesh_info info = waft_mesh_get_info(mesh);
    CHECK(!info.closed);
    CHECK(info.open_edge_count == 3);
    CHECK_NEAR(info.volume, 0.0, 0.0);
    CHECK_NEAR(info.area, 0.5, 1e-15);
    CHECK_NEAR(info.centroid[0], 1.0 / 3.0, 1e-15);
    CHECK_NEAR(info.centroid[2], 0.0, 0.0);
    waft_mesh_destroy(mesh);
}

static void scale_and_flip(void) {
    waft_mesh_options options = waft_mesh_options_default();
    options.scale = 0.01;
    options.flip = true;
    waft_mesh* mesh = mesh_from(tetra_points, 4, tetra_facets, 4, &options);
    const waft_mesh_info info = waft_mesh_get_info(mesh);
    CHECK_NEAR(info.volume, -1e-6 / 6.0, 1e-21);
    CHECK_NEAR(info.centroid[1], 0.0025, 1e-17);
    CHECK_NEAR(info.high[0], 0.01, 0.0);
    waft_mesh_destroy(mesh);
}

// Each facet with points of its own, as STL has them.
static waft_mesh* soup_of_tetra(double shift, double weld) {
    double points[36];
    uint32_t indices[12];
    for (size_t i = 0; i < 12; ++i) {
        memcpy(&points[3 * i], &tetra_points[3 * (size_t)tetra_facets[i]], 3 * sizeof(double));
        points[3 * i] += shift * (double)(i % 3);
        indices[i] = (uint32_t)i;
    }
    waft_mesh_options options = waft_mesh_options_default();
    options.weld = weld;
    return mesh_from(points, 12, indices, 4, &options);
}

static void equal_points_are_welded(void) {
    waft_mesh* mesh = soup_of_tetra(0.0, 0.0);
    CHECK(waft_mesh_get_info(mesh).point_count == 4);
    CHECK(waft_mesh_get_info(mesh).closed);
    waft_mesh_destroy(mesh);
    mesh = soup_of_tetra(1e-5, 0.0);
    CHECK(waft_mesh_get_info(mesh).point_count > 4);
    CHECK(!waft_mesh_get_info(mesh).closed);
    waft_mesh_destroy(mesh);
    mesh = soup_of_tetra(1e-5, 1e-4);
    CHECK(waft_mesh_get_info(mesh).point_count == 4);
    CHECK(waft_mesh_get_info(mesh).closed);
    waft_mesh_destroy(mesh);
}

static void minus_zero_is_zero(void) {
    const double points[] = {-0.0, 0, 0, 1, 0, 0, 0, 1, 0, 0.0, -0.0, 0, 1, 1, 0};
    const uint32_t indices[] = {0, 1, 2, 3, 4, 1};
    waft_mesh* mesh = mesh_from(points, 5, indices, 2, NULL);
    CHECK(waft_mesh_get_info(mesh).point_count == 4);
    CHECK(!signbit(waft_mesh_get_view(mesh).positions[0]));
    waft_mesh_destroy(mesh);
}

static void what_is_left_out_is_told(void) {
    const double points[] = {
        9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 7, 7, 7, 1, 0, 1e-4, 1, 1e-4, 0};
    const uint32_t indices[] = {1, 3, 2, 1, 2, 4, 2, 3, 4, 1, 4, 3, 2, 6, 7};
    waft_mesh_options options = waft_mesh_options_default();
    options.weld = 1e-3;
    waft_mesh* mesh = mesh_from(points, 8, indices, 5, &options);
    CHECK(waft_mesh_get_info(mesh).facet_count == 4);
    CHECK(waft_mesh_get_info(mesh).point_count == 4);
    CHECK(waft_mesh_get_info(mesh).closed);
    CHECK_NEAR(waft_mesh_get_info(mesh).high[0], 1.0, 0.0);
    CHECK(waft_mesh_warning_count(mesh) == 2);
    CHECK_TEXT(waft_mesh_warning(mesh, 0), "points of no facet, left out: 2");
    CHECK_TEXT(
        waft_mesh_warning(mesh, 1), "facets that collapsed when points were welded, left out: 1");
    waft_mesh_destroy(mesh);
}

// Two tetrahedra that share the point 0: one part, but no normal there would serve both.
static void fans_that_touch_have_no_normal(void) {
    const double points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0, 0, -1, 0, 0, 0, -1, 5, 5,
        5, 6, 5, 5, 5, 6, 5, 5, 5, 6};
    const uint32_t indices[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2, 0, 4, 5, 0, 6, 4, 4, 6, 5, 0, 5,
        6, 7, 9, 8, 7, 8, 10, 8, 9, 10, 7, 10, 9};
    waft_mesh* mesh = mesh_from(points, 11, indices, 12, NULL);
    CHECK(waft_mesh_get_info(mesh).closed);
    CHECK(waft_mesh_get_info(mesh).component_count == 2);
    CHECK_NEAR(waft_mesh_get_info(mesh).volume, 0.5, 1e-14);
    CHECK_TEXT(waft_mesh_warning(mesh, 0), "separate parts: 2; they should not overlap");
    const double* normals = waft_mesh_get_view(mesh).normals;
    for (size_t p = 0; p < 11; ++p) {
        const double* n = &normals[3 * p];
        CHECK_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], p == 0 ? 0.0 : 1.0, 1e-14);
    }
    waft_mesh_destroy(mesh);
}

static void refuse(const waft_mesh_arrays* arrays, const waft_mesh_options* options,
    waft_result want, const char* sentence) {
    waft_mesh* mesh = (waft_mesh*)(void*)&want;
    waft_error error = {.sentence = ""};
    CHECK(waft_mesh_create(arrays, options, &mesh, &error) == want);
    CHECK(mesh == NULL);
    CHECK_TEXT(error.sentence, sentence);
}

static void broken_arrays_are_refused(void) {
    waft_mesh_options options = waft_mesh_options_default();
    options.name = "m";
    double points[12];
    memcpy(points, tetra_points, sizeof(points));
    uint32_t indices[12];
    memcpy(indices, tetra_facets, sizeof(indices));
    waft_mesh_arrays arrays = {points, 4, indices, 0};
    refuse(&arrays, &options, WAFT_ERR_MESH, "m: the mesh has no facet");
    arrays.facet_count = 4;
    options.most_facets = 3;
    refuse(&arrays, &options, WAFT_ERR_MESH, "m: 4 facets; at most 3 are allowed");
    options.most_facets = 4;
    arrays.point_count = (1 << 24) + 1;
    refuse(&arrays, &options, WAFT_ERR_MESH, "m: 16777217 points; at most 16777216 are allowed");
    arrays.point_count = 4;
    points[4] = (double)NAN;
    refuse(&arrays, &options, WAFT_ERR_MESH,
        "m: coordinate y of point 1, counted from 0, is not a finite number");
    points[4] = -2e9;
    refuse(&arrays, &options, WAFT_ERR_MESH,
        "m: coordinate y of point 1, counted from 0, is beyond 1e9 m; is scale right?");
    points[4] = 0.0;
    indices[8] = 4;
    refuse(&arrays, &options, WAFT_ERR_MESH,
        "m: facet 2 has point 4, but there are 4 points; counted from 0");
    indices[8] = 3;
    options.weld = 2.0;
    refuse(
        &arrays, &options, WAFT_ERR_MESH, "m: weld is larger than every facet; no facet is left");
}

static void broken_options_are_refused(void) {
    const waft_mesh_arrays arrays = {tetra_points, 4, tetra_facets, 4};
    const waft_mesh_options sound = waft_mesh_options_default();
    waft_mesh_options options = {0};
    refuse(&arrays, &options, WAFT_ERR_ARGUMENT,
        "the waft_mesh_options was not initialised: start from waft_mesh_options_default()");
    refuse(&arrays, NULL, WAFT_ERR_ARGUMENT, "waft_mesh_create: a pointer is NULL");
    refuse(NULL, &sound, WAFT_ERR_ARGUMENT, "waft_mesh_create: a pointer is NULL");
    const waft_mesh_arrays none = {NULL, 4, tetra_facets, 4};
    refuse(&none, &sound, WAFT_ERR_ARGUMENT, "waft_mesh_create: an array is NULL");
    static const double scales[] = {0.0, -1.0, 2e9, (double)INFINITY, (double)NAN};
    for (size_t i = 0; i < 5; ++i) {
        options = sound;
        options.scale = scales[i];
        refuse(&arrays, &options, WAFT_ERR_ARGUMENT,
            "waft_mesh_create: scale must be above 0 and at most 1e9");
    }
    static const double welds[] = {-1.0, 1e-10, 2e9, (double)INFINITY, (double)NAN};
    for (size_t i = 0; i < 5; ++i) {
        options = sound;
        options.weld = welds[i];
        refuse(&arrays, &options, WAFT_ERR_ARGUMENT,
            "waft_mesh_create: weld must be 0 or 1e-9 to 1e9 m");
    }
    options = sound;
    options.most_facets = 0;
    refuse(
        &arrays, &options, WAFT_ERR_ARGUMENT, "waft_mesh_create: most_facets must be 1 to 4000000");
    options = sound;
    options.name = NULL;
    refuse(&arrays, &options, WAFT_ERR_ARGUMENT, "waft_mesh_create: the name is NULL");
    options = sound;
    options.format = (waft_mesh_format)9;
    refuse(&arrays, &options, WAFT_ERR_ARGUMENT, "waft_mesh_create: there is no mesh format 9");
    CHECK(waft_mesh_create(&arrays, &sound, NULL, NULL) == WAFT_ERR_ARGUMENT);
}

static void every_failing_allocation_is_survived(void) {
    const waft_mesh_arrays arrays = {tetra_points, 4, tetra_facets, 4};
    waft_result result = WAFT_ERR_NO_MEMORY;
    long fail_at = 0;
    while (result != WAFT_OK && fail_at < 100) {
        counting count = {.fail_at = ++fail_at};
        waft_mesh_options options = waft_mesh_options_default();
        options.allocator = counting_hook(&count);
        waft_mesh* mesh = NULL;
        waft_error error = {.sentence = ""};
        result = waft_mesh_create(&arrays, &options, &mesh, &error);
        CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
        CHECK((result == WAFT_OK) == (mesh != NULL));
        CHECK((error.sentence[0] == '\0') == (result == WAFT_OK));
        waft_mesh_destroy(mesh);
        CHECK(count.live == 0);
    }
    CHECK(result == WAFT_OK);
    CHECK(fail_at > 8);
}

static const test_case cases[] = {
    {"a_tetrahedron_is_measured", a_tetrahedron_is_measured},
    {"nothing_is_known_of_no_mesh", nothing_is_known_of_no_mesh},
    {"an_open_mesh_has_no_volume", an_open_mesh_has_no_volume},
    {"scale_and_flip", scale_and_flip},
    {"equal_points_are_welded", equal_points_are_welded},
    {"minus_zero_is_zero", minus_zero_is_zero},
    {"what_is_left_out_is_told", what_is_left_out_is_told},
    {"fans_that_touch_have_no_normal", fans_that_touch_have_no_normal},
    {"broken_arrays_are_refused", broken_arrays_are_refused},
    {"broken_options_are_refused", broken_options_are_refused},
    {"every_failing_allocation_is_survived", every_failing_allocation_is_survived},
};

TEST_MAIN(cases)
