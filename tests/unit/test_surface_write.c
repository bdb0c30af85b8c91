// SPDX-License-Identifier: MIT
#include "scratch.h"
#include "surface_fixture.h"

static cloud c;

static waft_surface* make_drop(void) {
    c.count = 0;
    c.spacing = 0.1f;
    cloud_box(&c, 0.0, 1.0, 0.0, 4, 3, 5);
    c.velocity[0][0] = 2.0f;
    const waft_surface_def def = waft_surface_def_default();
    return cloud_surface(&c, &def);
}

// Our own readers weld, count and measure: what they find is what was written.
static void meshes_read_back(void) {
    scratch s = scratch_make();
    waft_surface* surface = make_drop();
    const waft_surface_view view = waft_surface_get_view(surface);
    const mesh_facts facts = mesh_facts_of(surface);
    static const char* const names[] = {"drop.obj", "drop.ply", "drop.glb"};
    for (int format = 0; format < 3; ++format) {
        waft_error error = {.sentence = ""};
        const char* path = scratch_file(&s, names[format]);
        CHECK(waft_surface_write(path, &view, (waft_surface_format)format, &error) == WAFT_OK);
        waft_mesh* mesh = NULL;
        const waft_mesh_options options = waft_mesh_options_default();
        CHECK(waft_mesh_read(path, &options, &mesh, &error) == WAFT_OK);
        CHECK_TEXT(error.sentence, "");
        if (mesh == NULL) {
            continue;
        }
        const waft_mesh_info info = waft_mesh_get_info(mesh);
        CHECK(info.closed && info.component_count == 1);
        CHECK(info.facet_count == view.facet_count && info.point_count == view.point_count);
        CHECK_NEAR(info.volume, facts.volume, 1e-5 * facts.volume);
        waft_mesh_destroy(mesh);
    }
    waft_surface_destroy(surface);
    scratch_remove(&s);
}

static void ply_has_velocities(void) {
    scratch s = scratch_make();
    waft_surface* surface = make_drop();
    const waft_surface_view view = waft_surface_get_view(surface);
    const char* path = scratch_file(&s, "drop.ply");
    CHECK(waft_surface_write(path, &view, WAFT_SURFACE_PLY, NULL) == WAFT_OK);
    size_t size = 0;
    char* bytes = scratch_read(path, &size);
    const size_t numbers = 36 * view.point_count + 13 * view.facet_count;
    CHECK(size > numbers && memcmp(bytes + size - numbers - 11, "end_header\n", 11) == 0);
    float point[9];
    memcpy(point, bytes + (size - numbers) + (size_t)36 * 7, sizeof(point));
    for (int d = 0; d < 3; ++d) {
        CHECK_NEAR(point[d], view.positions[21 + d], 0.0);
        CHECK_NEAR(point[3 + d], view.normals[21 + d], 0.0);
        CHECK_NEAR(point[6 + d], view.velocities[21 + d], 0.0);
    }
    waft_text_free(NULL, bytes);
    waft_surface_destroy(surface);
    scratch_remove(&s);
}

static void nothing_is_a_file_too(void) {
    scratch s = scratch_make();
    const waft_surface_view none = {0};
    CHECK(waft_surface_write(scratch_file(&s, "a.obj"), &none, WAFT_SURFACE_OBJ, NULL) == WAFT_OK);
    CHECK(waft_surface_write(scratch_file(&s, "a.ply"), &none, WAFT_SURFACE_PLY, NULL) == WAFT_OK);
    CHECK(waft_surface_write(scratch_file(&s, "a.glb"), &none, WAFT_SURFACE_GLB, NULL) == WAFT_OK);
    CHECK(scratch_holds(scratch_file(&s, "a.ply"), "element face 0\n"));
    CHECK(!scratch_holds(scratch_file(&s, "a.obj"), "\nf "));
    scratch_remove(&s);
}

static void refusals(void) {
    const waft_surface_view none = {0};
    const waft_surface_view torn = {.point_count = 3};
    waft_error error;
    CHECK(waft_surface_write(NULL, &none, WAFT_SURFACE_OBJ, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_surface_write("x", NULL, WAFT_SURFACE_OBJ, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_surface_write("x", &torn, WAFT_SURFACE_OBJ, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_surface_write("x", &none, (waft_surface_format)9, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_surface_write("/no/such/place", &none, WAFT_SURFACE_PLY, &error) == WAFT_ERR_IO);
}

static const test_case cases[] = {
    {"meshes_read_back", meshes_read_back},
    {"ply_has_velocities", ply_has_velocities},
    {"nothing_is_a_file_too", nothing_is_a_file_too},
    {"refusals", refusals},
};

TEST_MAIN(cases)
