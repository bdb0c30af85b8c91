// SPDX-License-Identifier: MIT
#include "run/formats.h"

#include "hooks.h"
#include "scratch.h"

#include <math.h>

static waft_world* smoky_world(bool flat, bool heat) {
    waft_world_def world_def = waft_world_def_default();
    waft_world* world = NULL;
    CHECK(waft_world_create(&world_def, &world, NULL) == WAFT_OK);
    waft_smoke_def def = waft_smoke_def_default();
    def.cells[0] = 8;
    def.cells[1] = 12;
    def.cells[2] = flat ? 1 : 10;
    def.spacing = 0.25f;
    def.origin = (waft_vec3){1.0f, 2.0f, 3.0f};
    def.temperature = heat;
    waft_smoke* smoke = NULL;
    CHECK(waft_world_create_smoke(world, &def, &smoke) == WAFT_OK);
    waft_source_def source = waft_source_def_default();
    waft_source_id source_id;
    source.shape = (waft_shape){.kind = WAFT_SHAPE_SPHERE, .radius = 0.5f};
    source.pose.position = (waft_vec3){2.0f, 2.75f, flat ? 3.0f : 4.25f};
    source.temperature = heat ? 30.0f : 0.0f;
    CHECK(waft_smoke_add_source(smoke, &source, &source_id) == WAFT_OK);
    waft_solid_def obstacle = waft_solid_def_default();
    waft_solid_id obstacle_id;
    obstacle.shape = (waft_shape){.kind = WAFT_SHAPE_SPHERE, .radius = 0.4f};
    obstacle.pose.position = (waft_vec3){2.0f, 4.0f, flat ? 3.0f : 4.25f};
    CHECK(waft_world_add_solid(world, &obstacle, &obstacle_id) == WAFT_OK);
    take_steps(world, 3);
    return world;
}

static const wafti_run_key run_key = {.seed = 7};

static waft_result write_one(scratch* s, waft_world* world, waft_output_def output) {
    wafti_frames frames = {.key = &run_key};
    waft_error error = {.sentence = ""};
    const wafti_output_job job = {.frames = &frames,
        .output = &output,
        .world = world,
        .frame = 7,
        .path = scratch_file(s, "file"),
        .error = &error};
    CHECK(wafti_formats[output.format].take(&job) == WAFT_OK);
    const waft_result result = wafti_formats[output.format].write(&job);
    CHECK_TEXT(error.sentence, "");
    wafti_smoke_files_free(&frames.smoke);
    return result;
}

// What a cache gives back are the smoke's own bits.
static void test_cache(void) {
    for (int flat = 0; flat < 2; ++flat) {
        scratch s = scratch_make();
        waft_world* world = smoky_world(flat != 0, flat == 0);
        const waft_output_def output = {.format = WAFT_OUTPUT_CACHE};
        CHECK(write_one(&s, world, output) == WAFT_OK);
        waft_grid_cache* cache = NULL;
        CHECK(waft_grid_cache_open(scratch_file(&s, "file"), NULL, &cache, NULL) == WAFT_OK);
        const waft_grid_cache_def* header = waft_grid_cache_header(cache);
        CHECK(header->frame == 7 && header->step == 3 &&
              header->identity == wafti_run_key_identity(&run_key));
        CHECK(header->spacing == 0.25 && header->origin[2] == 3.0);
        CHECK(header->field_count == (flat != 0 ? 4 : 6));
        CHECK(waft_grid_cache_find(cache, "obstacle") >= 0);
        CHECK((waft_grid_cache_find(cache, "w") < 0) == (flat != 0));
        CHECK((waft_grid_cache_find(cache, "temperature") < 0) == (flat != 0));
        waft_field kept;
        CHECK(
            waft_grid_cache_load(cache, waft_grid_cache_find(cache, "v"), &kept, NULL) == WAFT_OK);
        const waft_field now = waft_smoke_field(waft_world_smoke(world), WAFT_SMOKE_VELOCITY_Y);
        float most = 0.0f;
        for (int32_t k = 0; k < now.size[2]; ++k) {
            for (int32_t j = 0; j < now.size[1]; ++j) {
                for (int32_t i = 0; i < now.size[0]; ++i) {
                    const float value = waft_field_at(&now, i, j, k);
                    CHECK(value == waft_field_at(&kept, i, j, k));
                    most = fmaxf(most, fabsf(value));
                }
            }
        }
        CHECK(flat != 0 || most > 0.0f);
        waft_grid_cache_close(cache);
        waft_world_destroy(world);
        scratch_remove(&s);
    }
}

static void test_vti(void) {
    scratch s = scratch_make();
    waft_world* world = smoky_world(false, true);
    const waft_output_def output = {
        .format = WAFT_OUTPUT_VTI, .fields = WAFT_OUTPUT_DENSITY | WAFT_OUTPUT_VORTICITY};
    CHECK(write_one(&s, world, output) == WAFT_OK);
    const char* file = scratch_file(&s, "file");
    CHECK(scratch_holds(file, "Name=\"density\"") && scratch_holds(file, "Name=\"vorticity\""));
    CHECK(scratch_holds(file, "Name=\"obstacle\""));
    CHECK(!scratch_holds(file, "Name=\"velocity\"") && !scratch_holds(file, "\"temperature\""));
    waft_world_destroy(world);
    scratch_remove(&s);
}

static size_t vdb_size(bool half, bool everywhere, float active_above) {
    scratch s = scratch_make();
    waft_world* world = smoky_world(false, true);
    const waft_output_def output = {.format = WAFT_OUTPUT_VDB,
        .fields = WAFT_OUTPUT_DENSITY | WAFT_OUTPUT_TEMPERATURE | WAFT_OUTPUT_VELOCITY,
        .half = half,
        .everywhere = everywhere,
        .active_above = active_above};
    CHECK(write_one(&s, world, output) == WAFT_OK);
    size_t size = 0;
    char* bytes = scratch_read(scratch_file(&s, "file"), &size);
    CHECK(size > 4 && memcmp(bytes, " BDV", 4) == 0);
    waft_text_free(NULL, bytes);
    waft_world_destroy(world);
    scratch_remove(&s);
    return size;
}

static void test_vdb(void) {
    const size_t plain = vdb_size(false, false, 1e-4f);
    CHECK(vdb_size(true, false, 1e-4f) < plain);
    CHECK(vdb_size(false, true, 1e-4f) > plain);
    CHECK(vdb_size(false, false, 1e6f) < plain);
}

static void test_memory(void) {
    waft_world* world = smoky_world(false, true);
    waft_output_def output = {
        .format = WAFT_OUTPUT_VTI, .fields = WAFT_OUTPUT_VELOCITY | WAFT_OUTPUT_VORTICITY};
    counting c = {0};
    waft_result result = WAFT_ERR_NO_MEMORY;
    long tries = 0;
    while (result == WAFT_ERR_NO_MEMORY && tries < 20) {
        c = (counting){.fail_at = ++tries};
        wafti_frames frames = {.arena = {.allocator = counting_hook(&c)}};
        const wafti_output_job job = {.frames = &frames, .output = &output, .world = world};
        result = wafti_smoke_files_take(&job);
        wafti_smoke_files_free(&frames.smoke);
        CHECK(c.live == 0);
    }
    CHECK(result == WAFT_OK && tries == 6); // five fields
    waft_world_destroy(world);
}

static const test_case cases[] = {
    {"a cache keeps the bits", test_cache},
    {"VTI", test_vti},
    {"VDB", test_vdb},
    {"memory", test_memory},
};
TEST_MAIN(cases)
