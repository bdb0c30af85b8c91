// SPDX-License-Identifier: MIT
#include "run/formats.h"

#include "scratch.h"
#include "tank_fixture.h"

#include <waft/mesh.h>

static waft_world* world;
static waft_liquid* liquid;

static void make_tank(void) {
    world = tank_make(2.0f, (waft_vec3){0.0f, 0.0f, 0.0f}, &liquid);
    for (int i = 0; i < 3; ++i) {
        CHECK(waft_world_step(world) == WAFT_OK);
    }
}

static waft_result write_one(wafti_frames* frames, waft_output_format format, const char* path) {
    waft_output_def output = {.format = format};
    const wafti_output_job job = {
        .frames = frames, .output = &output, .world = world, .path = path};
    const waft_result taken = wafti_formats[format].take(&job);
    return taken == WAFT_OK ? wafti_formats[format].write(&job) : taken;
}

static void surfaces(void) {
    scratch s = scratch_make();
    make_tank();
    wafti_frames frames = {.directory = NULL};
    const char* path = scratch_file(&s, "l.obj");
    CHECK(write_one(&frames, WAFT_OUTPUT_SURFACE_OBJ, path) == WAFT_OK);
    CHECK(frames.liquid.surface != NULL && frames.liquid.numbers == NULL);
    waft_mesh* mesh = NULL;
    const waft_mesh_options options = waft_mesh_options_default();
    CHECK(waft_mesh_read(path, &options, &mesh, NULL) == WAFT_OK);
    const waft_mesh_info info = waft_mesh_get_info(mesh);
    CHECK(info.closed);
    CHECK_NEAR(info.volume, 0.25, 0.05);
    waft_mesh_destroy(mesh);
    wafti_liquid_files_free(&frames.liquid);
    waft_world_destroy(world);
    scratch_remove(&s);
}

static float float_at(const char* bytes, size_t offset) {
    float value = 0.0f;
    memcpy(&value, bytes + offset, sizeof(value));
    return value;
}

static void particles_are_in_the_order_of_ids(void) {
    scratch s = scratch_make();
    make_tank();
    wafti_frames frames = {.directory = NULL};
    const char* path = scratch_file(&s, "l.ply");
    CHECK(write_one(&frames, WAFT_OUTPUT_PARTICLES_PLY, path) == WAFT_OK);
    const waft_liquid_view view = waft_liquid_get_view(liquid);
    size_t size = 0;
    char* bytes = scratch_read(path, &size);
    const size_t each = 9 * sizeof(float);
    const size_t start = size - each * view.count;
    CHECK(view.count == 250 && memcmp(bytes + start - 11, "end_header\n", 11) == 0);
    for (uint32_t i = 0; i < view.count; ++i) {
        uint32_t id = 0;
        memcpy(&id, bytes + start + each * i + 32, sizeof(id));
        CHECK(id == i);
    }
    for (uint32_t i = 0; i < view.count; ++i) {
        const size_t at = start + each * view.id[i];
        const double ratio = (double)view.density[i];
        CHECK_NEAR(float_at(bytes, at), view.position[0][i], 0.0);
        CHECK_NEAR(float_at(bytes, at + 16), view.velocity[1][i], 0.0);
        CHECK_NEAR(float_at(bytes, at + 24), 1000.0 * ratio, 1e-3);
        const double p = 1000.0 * ratio * ratio * (double)view.pressure[i];
        CHECK_NEAR(float_at(bytes, at + 28), p, 1e-5 * p + 1e-6);
    }
    waft_text_free(NULL, bytes);
    CHECK(write_one(&frames, WAFT_OUTPUT_PARTICLES_VTP, scratch_file(&s, "l.vtp")) == WAFT_OK);
    CHECK(scratch_holds(scratch_file(&s, "l.vtp"), "Name=\"pressure\""));
    wafti_liquid_files_free(&frames.liquid);
    waft_world_destroy(world);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"surfaces", surfaces},
    {"particles_are_in_the_order_of_ids", particles_are_in_the_order_of_ids},
};

TEST_MAIN(cases)
