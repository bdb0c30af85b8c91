// SPDX-License-Identifier: MIT
// Meshes from arbitrary bytes. The first byte holds the options, the rest is the file. What is read
// must keep the promises of waft/mesh.h, and a tree over it must answer.
#include <math.h>
#include <stdint.h>
#include <string.h>

#include <waft/mesh.h>

#include "mesh/bvh.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size); // NOLINT: libFuzzer names it

static void demand(bool condition) {
    if (!condition) {
        __builtin_trap();
    }
}

static void check_arrays(const waft_mesh* mesh) {
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    demand(view.facet_count > 0 && view.point_count > 0);
    for (size_t i = 0; i < 3 * view.point_count; ++i) {
        demand(isfinite(view.positions[i]) && isfinite(view.draw_positions[i]));
        demand(isfinite(view.normals[i]));
    }
    for (size_t i = 0; i < 3 * view.facet_count; ++i) {
        demand(view.indices[i] < view.point_count);
        demand(view.neighbors[i] < view.facet_count || view.neighbors[i] == UINT32_MAX);
    }
}

// A hull is a solid, and a solid would do as a sheet.
static void check_uses(const waft_mesh* mesh) {
    waft_error error = {.sentence = ""};
    const bool sheet = waft_mesh_check(mesh, WAFT_MESH_SHEET, &error) == WAFT_OK;
    demand(sheet == (error.sentence[0] == '\0'));
    const bool solid = waft_mesh_check(mesh, WAFT_MESH_SOLID, NULL) == WAFT_OK;
    const bool hull = waft_mesh_check(mesh, WAFT_MESH_HULL, NULL) == WAFT_OK;
    demand(!hull || solid);
    demand(!solid || sheet);
    const waft_mesh_info info = waft_mesh_get_info(mesh);
    demand(!solid || (info.closed && info.volume > 0.0));
}

static void check_tree(const waft_mesh* mesh) {
    wafti_bvh bvh;
    if (wafti_bvh_init(&bvh, mesh, NULL, NULL) != WAFT_OK) {
        return;
    }
    const double* low = bvh.low;
    const double* high = bvh.high;
    const double* corner = &bvh.mesh.positions[3 * (size_t)bvh.mesh.indices[0]];
    demand(wafti_bvh_nearest(&bvh, corner, (double)INFINITY).square == 0.0);
    demand(isfinite(wafti_bvh_distance(&bvh, low)));
    demand(wafti_bvh_meets(&bvh, corner, high));
    wafti_bvh_free(&bvh);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) { // NOLINT
    if (size == 0) {
        return 0;
    }
    waft_mesh_options options = waft_mesh_options_default();
    options.format = (waft_mesh_format)(data[0] & 3);
    options.weld = data[0] & 4 ? 0.01 : 0.0;
    options.flip = (data[0] & 8) != 0;
    options.object = data[0] & 16 ? "a" : NULL;
    options.scale = data[0] & 32 ? 1e-3 : 1.0;
    options.most_facets = 100000;
    waft_mesh* mesh = NULL;
    waft_error error = {.sentence = ""};
    const waft_result result = waft_mesh_parse(data + 1, size - 1, &options, &mesh, &error);
    demand((result == WAFT_OK) == (mesh != NULL));
    demand((result == WAFT_OK) == (error.sentence[0] == '\0'));
    if (mesh != NULL) {
        check_arrays(mesh);
        check_uses(mesh);
        check_tree(mesh);
    }
    waft_mesh_destroy(mesh);
    return 0;
}
