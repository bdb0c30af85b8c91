// SPDX-License-Identifier: MIT
// Detail over a cached run: a step takes no memory, and every failing allocation is survived.
#include "hooks.h"
#include "scratch.h"

#include <waft/run.h>

#include <string.h>

static const char base_text[] = "waft: 1\n"
                                "time: {duration: 0.4, fps: 20, step: 0.025}\n"
                                "smoke:\n"
                                "  cells: [8, 10, 8]\n"
                                "  spacing: 0.1\n"
                                "  sources: [{shape: {sphere: 0.2}, at: [0.4, 0.2, 0.4]}]\n"
                                "output: [{format: cache}]\n";

static const char look_text[] =
    "smoke.turbulence={refine: 2, bands: [{wavenumber: 5, deviation: 0.7}], "
    "bank: {size: 16, count: 2}}";

// A scratch directory with a cached run in it.
typedef struct fixture {
    scratch s;
    char directory[128];
} fixture;

static fixture make_base(void) {
    fixture f = {.s = scratch_make()};
    (void)snprintf(f.directory, sizeof(f.directory), "%s/base", f.s.path);
    waft_diagnostics* diagnostics = NULL;
    waft_scene* scene = NULL;
    waft_run* run = NULL;
    waft_error error = {.sentence = ""};
    CHECK(waft_diagnostics_create(NULL, &diagnostics) == WAFT_OK);
    CHECK(waft_scene_load_text(
              "base.yaml", base_text, strlen(base_text), NULL, diagnostics, &scene) == WAFT_OK);
    const waft_run_def def = waft_run_def_default(scene, f.directory);
    CHECK(waft_run_open(&def, &run, &error) == WAFT_OK);
    while (run != NULL && !waft_run_done(run)) {
        CHECK(waft_run_step(run) == WAFT_OK);
    }
    CHECK(waft_run_finish(run) == WAFT_OK);
    waft_run_close(run);
    waft_scene_destroy(scene);
    waft_diagnostics_destroy(diagnostics);
    return f;
}

// The world of an enhanced run from frame 2 on, all of its memory counted.
static waft_result make_world_over(const char* directory, counting* count, waft_scene** out_scene,
    waft_world** out_world, waft_error* error) {
    char base[256];
    (void)snprintf(base, sizeof(base), "smoke.turbulence.base=\"%s\"", directory);
    const char* const sets[] = {look_text, base, "smoke.turbulence.start=2"};
    waft_scene_options options = waft_scene_options_default();
    options.sets = sets;
    options.set_count = 3;
    options.allocator = counting_hook(count);
    waft_diagnostics* diagnostics = NULL;
    *out_scene = NULL;
    *out_world = NULL;
    waft_result result = waft_diagnostics_create(NULL, &diagnostics);
    if (result == WAFT_OK) {
        result = waft_run_load_scene(directory, &options, diagnostics, out_scene, error);
    }
    waft_diagnostics_destroy(diagnostics);
    if (result == WAFT_OK) {
        waft_world_def def = waft_scene_world_def(*out_scene);
        def.allocator = counting_hook(count);
        def.threads = 2;
        result = waft_scene_create_world(*out_scene, &def, out_world, error);
    }
    return result;
}

static void steps_take_no_memory(void) {
    fixture f = make_base();
    counting count = {0};
    waft_scene* scene = NULL;
    waft_world* world = NULL;
    waft_error error = {.sentence = ""};
    CHECK(make_world_over(f.directory, &count, &scene, &world, &error) == WAFT_OK);
    const long before = count.calls;
    for (int step = 0; step < 16 && world != NULL; ++step) {
        CHECK(waft_world_step(world) == WAFT_OK);
    }
    CHECK(count.calls == before);
    CHECK(waft_smoke_get_stats(waft_world_shown_smoke(world)).density_sum > 0.0);
    // There is no flow past the last cached frame.
    CHECK(waft_world_step(world) == WAFT_ERR_PARSE);
    CHECK(strstr(waft_world_error(world), "smoke_000009.wgc") != NULL);
    CHECK(count.calls == before);
    waft_world_destroy(world);
    waft_scene_destroy(scene);
    CHECK(count.live == 0 && count.bytes == 0);
    scratch_remove(&f.s);
}

static void every_failing_call_is_survived(void) {
    fixture f = make_base();
    waft_result result = WAFT_ERR_NO_MEMORY;
    long fail_at = 0;
    while (result != WAFT_OK && fail_at < 1000) {
        counting count = {.fail_at = ++fail_at};
        waft_scene* scene = NULL;
        waft_world* world = NULL;
        waft_error error = {.sentence = ""};
        result = make_world_over(f.directory, &count, &scene, &world, &error);
        CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
        waft_world_destroy(world);
        waft_scene_destroy(scene);
        CHECK(count.live == 0);
    }
    CHECK(result == WAFT_OK);
    CHECK(fail_at > 10);
    scratch_remove(&f.s);
}

static void limits_are_checked(void) {
    fixture f = make_base();
    waft_error error = {.sentence = ""};
    int first = -1;
    int last = -1;
    CHECK(waft_run_check_base(f.directory, &first, &last, &error) == WAFT_OK);
    CHECK(first == 0 && last == 8);
    last = 9;
    CHECK(waft_run_check_base(f.directory, &first, &last, &error) == WAFT_ERR_ARGUMENT);
    CHECK(first == 0 && last == 9);
    CHECK(strstr(error.sentence, "--frames 0:8") != NULL);
    CHECK(waft_run_check_base(NULL, &first, &last, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_run_check_base(f.directory, NULL, &last, NULL) == WAFT_ERR_ARGUMENT);
    scratch_remove(&f.s);
}

static const test_case cases[] = {
    {"steps_take_no_memory", steps_take_no_memory},
    {"every_failing_call_is_survived", every_failing_call_is_survived},
    {"limits_are_checked", limits_are_checked},
};

TEST_MAIN(cases)
