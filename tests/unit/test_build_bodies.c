// SPDX-License-Identifier: MIT
#include "scene_fixture.h"
#include "scratch.h"

#include <math.h>

#if defined(WAFTI_HAVE_YAML)

#include <waft/body.h>

// Greatest spin (rad/s) of a ball after ten steps in turbulence of given strength.
static double spin_with(const char* more) {
    static loaded l;
    char text[400];
    (void)snprintf(text, sizeof(text),
        "waft: 1\ntime: {step: 5 ms}\nbodies:\n  - {shape: {sphere: 1 cm}, density: 100, "
        "loads: none, gust: {rate: 10, speed: 0.1%s\n",
        more);
    load(&l, text);
    CHECK_TEXT(l.messages, "");
    const waft_world_def def = waft_scene_world_def(l.scene);
    waft_world* world = NULL;
    CHECK(waft_scene_create_world(l.scene, &def, &world, NULL) == WAFT_OK);
    for (int i = 0; i < 10; ++i) {
        CHECK(waft_world_step(world) == WAFT_OK);
    }
    waft_body_info body;
    CHECK(waft_bodies_at(waft_world_bodies(world), 0, &body) == WAFT_OK);
    CHECK(body.state.velocity[0] != 0.0);
    const double* w = body.state.spin;
    waft_world_destroy(world);
    unload(&l);
    return fmax(fmax(fabs(w[0]), fabs(w[1])), fabs(w[2]));
}

// The paper's noise is on the spin too (eq. 10); the other kinds turn a body if they are asked to.
// The deviation is sigma sqrt(2 alpha t) / l_b, 10 rad/s here.
static void noise_that_turns(void) {
    const double paper = spin_with("}, paper: {noise: true}}");
    CHECK(paper > 1.0 && paper < 50.0);
    // A ball's moment from the flow around it is nothing but rounding.
    CHECK_NEAR(spin_with("}, langevin: mass}"), 0.0, 1e-5);
    CHECK_NEAR(spin_with("}}"), 0.0, 1e-5);
}

// The last warning of a world.
static void take_warning(void* user, waft_log_level level, const char* sentence) {
    if (level == WAFT_LOG_WARNING) {
        (void)snprintf(user, 512, "%s", sentence);
    }
}

static void make_with_cache(const char* folder, char out_warning[512]) {
    static loaded l;
    waft_scene_options options = waft_scene_options_default();
    options.cache = folder;
    load_with(&l,
        "waft: 1\nbodies:\n  - {name: brick, shape: {box: [1, 2, 3]}, density: 100, "
        "langevin: off}\n",
        &options);
    waft_world_def def = waft_scene_world_def(l.scene);
    out_warning[0] = '\0';
    def.logger = (waft_logger){.user = out_warning, .write = take_warning};
    waft_world* world = NULL;
    CHECK(waft_scene_create_world(l.scene, &def, &world, NULL) == WAFT_OK);
    waft_world_destroy(world);
    unload(&l);
}

// A cached hull that is cut is baked again, and the log says so.
static void broken_caches_are_told(void) {
    scratch s = scratch_make();
    char warning[512];
    make_with_cache(s.path, warning);
    CHECK_TEXT(warning, "");
    DIR* stream = opendir(s.path);
    if (!CHECK(stream != NULL)) {
        return;
    }
    for (struct dirent* entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        if (entry->d_name[0] != '.') {
            CHECK(truncate(scratch_file(&s, entry->d_name), 100) == 0);
        }
    }
    (void)closedir(stream);
    make_with_cache(s.path, warning);
    CHECK(strncmp(warning, "brick: its hull is baked again: ", 32) == 0);
    CHECK(strstr(warning, "it is cut") != NULL);
    make_with_cache(s.path, warning);
    CHECK_TEXT(warning, "");
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"broken caches are told", broken_caches_are_told},
    {"noise that turns", noise_that_turns},
};

#else

static const test_case cases[] = {{"without libyaml", test_without_yaml}};

#endif
TEST_MAIN(cases)
