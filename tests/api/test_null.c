// SPDX-License-Identifier: MIT
#include "null_fixture.h"
#include "run_fixture.h"

#include <waft/bench.h>
#include <waft/tools.h>

#include "null_calls.h"

enum { CALL_COUNT = sizeof(null_calls) / sizeof(null_calls[0]) };

static void test_all_called(void) {
    check_all_called(null_calls, CALL_COUNT, WAFT_SOURCE_DIR "/tests/abi/symbols.txt");
}

static void test_null(void) {
    const null_objects none = {0};
    check_null_calls(null_calls, CALL_COUNT, &none, 0);
    check_null_calls(null_calls, CALL_COUNT, &none, NULL_STRUCTS);
}

static void make_shapes(null_objects* objects) {
    const waft_surface_def surface = waft_surface_def_default();
    CHECK(waft_surface_create(&surface, &objects->waft_surface, NULL) == WAFT_OK);
    waft_bank_def bank = waft_bank_def_default();
    bank.size = 32;
    bank.count = 1;
    CHECK(waft_bank_create(&bank, &objects->waft_bank, NULL) == WAFT_OK);
}

static void take_from_world(null_objects* objects, waft_world* world) {
    waft_body_info body;
    CHECK(waft_bodies_at(waft_world_bodies(world), 0, &body) == WAFT_OK);
    objects->waft_world = world;
    objects->waft_water = (waft_water*)waft_world_water(world);
    objects->waft_smoke = (waft_smoke*)waft_world_smoke(world);
    objects->waft_bodies = (waft_bodies*)waft_world_bodies(world);
    objects->waft_liquid = (waft_liquid*)waft_world_liquid(world);
    objects->waft_detail = (waft_detail*)waft_world_detail(world);
    objects->waft_hull = (waft_hull*)body.hull;
    objects->waft_mesh = (waft_mesh*)waft_hull_mesh(body.hull);
}

// A run with everything in it, so that every kind of object is there.
static void test_objects(void) {
    scratch directory = scratch_make();
    waft_scene* scene =
        load_scene("waft: 1\n"
                   "time: {duration: 0.4, fps: 10, step: 0.05}\n"
                   "water: {method: swe, size: [4, 4], cells: [16, 16]}\n"
                   "smoke: {cells: [16, 16, 16], spacing: 0.1, turbulence: {refine: 2, bands: "
                   "[{wavenumber: 4}], bank: {size: 32, count: 1}}}\n"
                   "medium: both\n"
                   "bodies: [{preset: ball, release: {position: [1, 2, 1]}}]\n"
                   "liquid: {spacing: 0.1, domain: {low: [0, 0, 0], high: [1, 1, 1]}, blocks: "
                   "[{shape: {box: [0.4, 0.4, 0.4]}, at: [0.2, 0.2, 0.2]}]}\n"
                   "output: [{format: cache}]\n");
    null_objects objects = {.waft_scene = scene};
    make_shapes(&objects);
    const waft_run_def def = waft_run_def_default(scene, directory.path);
    objects.waft_run = open_run(&def);
    take_from_world(&objects, waft_run_world(objects.waft_run));
    CHECK(waft_diagnostics_create(NULL, &objects.waft_diagnostics) == WAFT_OK);
    CHECK(waft_grid_cache_open(scratch_file(&directory, "cache/smoke_000000.wgc"), NULL,
              &objects.waft_grid_cache, NULL) == WAFT_OK);
    check_null_calls(null_calls, CALL_COUNT, &objects, NULL_OBJECTS);
    check_null_calls(null_calls, CALL_COUNT, &objects, NULL_OBJECTS | NULL_STRUCTS);
    waft_grid_cache_close(objects.waft_grid_cache);
    waft_diagnostics_destroy(objects.waft_diagnostics);
    waft_run_close(objects.waft_run);
    waft_bank_release(objects.waft_bank);
    waft_surface_destroy(objects.waft_surface);
    waft_scene_destroy(scene);
    scratch_remove(&directory);
}

static const test_case cases[] = {
    {"every function is called", test_all_called},
    {"without objects", test_null},
#if defined(WAFTI_HAVE_YAML)
    {"with objects", test_objects},
#endif
};

TEST_MAIN(cases)
