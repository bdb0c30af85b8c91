// SPDX-License-Identifier: MIT
#include "scene_fixture.h"

#include "liquid/solver.h"

#include <waft/world.h>

#if defined(WAFTI_HAVE_YAML)

#define TANK                                                                                       \
    "waft: 1\ntime: {duration: 1, fps: 30, step: 0.01}\n"                                          \
    "liquid: {spacing: 0.1, domain: {high: [1, 2, 1]}, blocks: [{shape: {box: [1, 0.4, 1]}, "      \
    "at: [0.5, 0.2, 0.5]}]%s}\n"                                                                   \
    "%s"                                                                                           \
    "bodies: [{shape: {box: [0.3, 0.3, 0.3]}, density: 500, model: kirchhoff, count: %d, "         \
    "release: "                                                                                    \
    "{position: [0.5, %g, 0.5]}}]\n"

static void load_tank(loaded* l, const char* keys, const char* more, int count, double height) {
    char text[1024];
    (void)snprintf(text, sizeof(text), TANK, keys, more, count, height);
    load(l, text);
}

static uint32_t solids_of(const loaded* l) {
    const waft_world_def def = waft_scene_world_def(l->scene);
    waft_world* world = NULL;
    waft_error error = {0};
    uint32_t count = UINT32_MAX;
    if (CHECK(waft_scene_create_world(l->scene, &def, &world, &error) == WAFT_OK)) {
        count = (uint32_t)waft_world_solid_count(world);
    }
    waft_world_destroy(world);
    return count;
}

static void bodies_in_air_meet_the_liquid(void) {
    loaded l;
    load_tank(&l, "", "", 1, 1.0);
    CHECK_TEXT(l.messages, "");
    CHECK(solids_of(&l) == 1);
    const uint64_t joined = waft_scene_get_estimate(l.scene).memory;
    unload(&l);
    load_tank(&l, ", bodies: {meet: off}", "", 1, 1.0);
    CHECK(solids_of(&l) == 0);
    CHECK(waft_scene_get_estimate(l.scene).memory < joined);
    unload(&l);
    load_tank(&l, "", "medium: {kind: water}\n", 1, 1.0);
    CHECK(solids_of(&l) == 0);
    unload(&l);
}

#define STIRRED                                                                                    \
    "waft: 1\ntime: {duration: 1, fps: 30, step: 0.01}\n"                                          \
    "liquid: {spacing: 0.1, domain: {high: [1, 2, 1]}, blocks: [{shape: {box: [1, 0.4, 1]}, "      \
    "at: [0.5, 0.2, 0.5]}], turbulence: {period: 4, %s}}\n"

static void load_stirred(loaded* l, const char* keys) {
    char text[1024];
    (void)snprintf(text, sizeof(text), STIRRED, keys);
    load(l, text);
}

// What fails with the world is told before, and the bank's fields are counted.
static void turbulence_is_checked(void) {
    loaded l;
    load_stirred(&l, "bank: {size: 32}, bands: [{wavenumber: 60}]");
    CHECK(strstr(l.messages, "liquid.turbulence") != NULL && l.result != WAFT_OK);
    unload(&l);
    load_stirred(&l, "bank: {size: 32}, bands: [{wavenumber: 4}], hold: 0.001");
    CHECK(strstr(l.messages, "liquid.turbulence.hold") != NULL && l.result != WAFT_OK);
    unload(&l);
    load_stirred(&l, "bank: {size: 32}, bands: [{wavenumber: 4}], "
                     "intermittent: {burst: 0, calm: 10}");
    CHECK(strstr(l.messages, "there will be no turbulence") != NULL && l.result == WAFT_OK);
    unload(&l);
    load_stirred(&l, "bank: {size: 32, count: 2}, bands: [{wavenumber: 4}]");
    CHECK_TEXT(l.messages, "");
    const uint64_t small = waft_scene_get_estimate(l.scene).memory;
    unload(&l);
    load_stirred(&l, "bank: {size: 128, count: 2}, bands: [{wavenumber: 4}]");
    const uint64_t large = waft_scene_get_estimate(l.scene).memory;
    CHECK_NEAR((double)(large - small), 2.0 * 3.0 * 2.0 * (2097152.0 - 32768.0), 4096.0);
    unload(&l);
}

static void what_is_in_the_way_is_told(void) {
    loaded l;
    load_tank(&l, ", bodies: {meet: on}", "medium: {kind: water}\n", 1, 1.0);
    CHECK(strstr(l.messages, "air or vacuum") != NULL);
    unload(&l);
    load_tank(&l, "", "", 300, 1.0);
    CHECK(strstr(l.messages, "at most 256") != NULL);
    unload(&l);
    load_tank(&l, "", "", 1, 0.2);
    const waft_world_def def = waft_scene_world_def(l.scene);
    waft_world* world = NULL;
    waft_error error = {0};
    CHECK(waft_scene_create_world(l.scene, &def, &world, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "covers") != NULL);
    unload(&l);
    load_tank(&l, ", bodies: {displace: true, slip: none}", "", 1, 0.2);
    CHECK(solids_of(&l) == 1);
    unload(&l);
}

static void count_warnings(void* user, waft_log_level level, const char* sentence) {
    int* count = user;
    *count +=
        level == WAFT_LOG_WARNING && strstr(sentence, "displace 192 of the liquid's 400") != NULL;
}

// A body of 0.8 m takes 192 of 400 particles along, one of 1.4 m all of them.
static void what_bodies_displace_is_told(void) {
    static const char* const sizes[] = {"0.3", "0.8", "1.4"};
    static const waft_result results[] = {WAFT_OK, WAFT_OK, WAFT_ERR_ARGUMENT};
    for (int i = 0; i < 3; ++i) {
        loaded l;
        char text[1024];
        (void)snprintf(text, sizeof(text),
            "waft: 1\nliquid: {spacing: 0.1, domain: {high: [1, 2, 1]}, blocks: [{shape: {box: [1, "
            "0.4, "
            "1]}, at: [0.5, 0.2, 0.5]}], bodies: {displace: true}}\nbodies: [{shape: {box: [%s, "
            "%s, %s]}, "
            "density: 500, model: kirchhoff, release: {position: [0.5, 0.5, 0.5]}}]\n",
            sizes[i], sizes[i], sizes[i]);
        load(&l, text);
        CHECK_TEXT(l.messages, "");
        int count = 0;
        waft_world_def def = waft_scene_world_def(l.scene);
        def.logger = (waft_logger){&count, count_warnings};
        waft_world* world = NULL;
        waft_error error = {.sentence = ""};
        CHECK(waft_scene_create_world(l.scene, &def, &world, &error) == results[i]);
        CHECK(count == (i == 1 ? 1 : 0));
        CHECK((strstr(error.sentence, "displace all of its 400 particles") != NULL) == (i == 2));
        waft_world_destroy(world);
        unload(&l);
    }
}

// Those that displace come last in the liquid; keyframes and triggers find them all the same.
static void solids_keep_their_numbers(void) {
    loaded l;
    load(&l,
        "waft: 1\ntime: {duration: 1, fps: 100, step: 0.01}\n"
        "liquid: {spacing: 0.1, domain: {high: [2, 2, 2]}, blocks: [{shape: {box: [2, 0.4, 2]}, "
        "at: [1, 0.2, 1]}], "
        "turbulence: {period: 4, bank: {size: 32, count: 1}, bands: [{wavenumber: 3}], triggers: "
        "[{kind: distance, solid: 0}]}}\n"
        "solids: [{shape: {sphere: 0.2}, displace: true, at: [[0, [0.5, 0.3, 1]], [1, [0.6, 0.3, "
        "1]]]}, {shape: {sphere: 0.2}, at: [1.5, 1, 1]}]\n");
    CHECK_TEXT(l.messages, "");
    const waft_world_def def = waft_scene_world_def(l.scene);
    waft_world* world = NULL;
    waft_error error = {0};
    if (CHECK(waft_scene_create_world(l.scene, &def, &world, &error) == WAFT_OK)) {
        const waft_liquid* liquid = waft_world_liquid(world);
        CHECK(waft_world_step(world) == WAFT_OK);
        waft_solid_info moved;
        waft_solid_info still;
        CHECK(waft_world_solid_at(world, 0, &still) == WAFT_OK);
        CHECK(waft_world_solid_at(world, 1, &moved) == WAFT_OK);
        CHECK_NEAR(still.pose.position.x, 1.5, 1e-6);
        CHECK_NEAR(still.velocity.x, 0.0, 1e-6);
        CHECK_NEAR(moved.velocity.x, 0.1, 1e-4);
        CHECK(liquid->stir.def.triggers[0].solids[0] == 1);
    }
    waft_world_destroy(world);
    unload(&l);
}

static const test_case cases[] = {
    {"solids_keep_their_numbers", solids_keep_their_numbers},
    {"bodies_in_air_meet_the_liquid", bodies_in_air_meet_the_liquid},
    {"turbulence_is_checked", turbulence_is_checked},
    {"what_is_in_the_way_is_told", what_is_in_the_way_is_told},
    {"what_bodies_displace_is_told", what_bodies_displace_is_told},
};

#else

static const test_case cases[] = {{"without yaml", test_without_yaml}};

#endif
TEST_MAIN(cases)
