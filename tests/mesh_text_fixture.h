// SPDX-License-Identifier: MIT
// Meshes from text and bytes in a test.
#ifndef WAFT_TEST_MESH_TEXT_FIXTURE_H
#define WAFT_TEST_MESH_TEXT_FIXTURE_H

#include "mesh_fixture.h"

static inline waft_mesh_options options_for(waft_mesh_format format) {
    waft_mesh_options options = waft_mesh_options_default();
    options.name = "m";
    options.format = format;
    return options;
}

static inline waft_mesh* parse_bytes(
    const void* bytes, size_t size, const waft_mesh_options* options) {
    waft_mesh* mesh = NULL;
    waft_error error = {.sentence = ""};
    if (!CHECK(waft_mesh_parse(bytes, size, options, &mesh, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
    return mesh;
}

static inline void refuse_bytes(const void* bytes, size_t size, const waft_mesh_options* options,
    waft_result want, const char* sentence) {
    waft_mesh* mesh = NULL;
    waft_error error = {.sentence = ""};
    CHECK(waft_mesh_parse(bytes, size, options, &mesh, &error) == want);
    CHECK(mesh == NULL);
    CHECK_TEXT(error.sentence, sentence);
}

// The tetrahedron of mesh_fixture.h, whatever the order of its facets.
static inline void check_tetra(waft_mesh* mesh) {
    const waft_mesh_info info = waft_mesh_get_info(mesh);
    CHECK(info.facet_count == 4);
    CHECK(info.point_count == 4);
    CHECK(info.closed);
    CHECK_NEAR(info.volume, 1.0 / 6.0, 1e-15);
    CHECK_NEAR(info.centroid[0], 0.25, 1e-15);
    waft_mesh_destroy(mesh);
}

#endif // WAFT_TEST_MESH_TEXT_FIXTURE_H
