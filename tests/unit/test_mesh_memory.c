// SPDX-License-Identifier: MIT
// The memory of meshes is known before it is taken.
#include "hooks.h"
#include "scene_fixture.h"

#if defined(WAFTI_HAVE_YAML)

#define SMOKE_HEAD "waft: 1\nsmoke:\n  cells: [12, 12, 12]\n  spacing: 0.1\n"
#define LIQUID                                                                                     \
    "waft: 1\nliquid:\n  domain: {low: [0, 0, 0], high: [2, 2, 2]}\n  spacing: 0.03\n"             \
    "  blocks: [{shape: {box: [2, 0.06, 2]}, at: [1, 0.03, 1]}]\n"
#define LIQUID_SOLID "solids: [{shape: {mesh: cube.obj, scale: 0.8}, at: [1, 1, 1]}]\n"

// What creation takes at one time, as a share of what the scene said.
static double share_of_estimate(const char* text) {
    static loaded l;
    load(&l, text);
    if (!CHECK_TEXT(l.messages, "")) {
        unload(&l);
        return 0.0;
    }
    counting memory = {0};
    waft_world_def def = waft_scene_world_def(l.scene);
    def.allocator = counting_hook(&memory);
    waft_world* world = NULL;
    waft_error error = {.sentence = ""};
    CHECK(waft_scene_create_world(l.scene, &def, &world, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    waft_world_destroy(world);
    CHECK(memory.live == 0);
    const double share = (double)memory.most / (double)waft_scene_get_estimate(l.scene).memory;
    unload(&l);
    return share;
}

static void estimates_hold_meshes(void) {
    static const char* const scenes[] = {
        SMOKE_HEAD "  sources: [{shape: {sphere: 0.2}, at: [0.3, 0.6, 0.6]}]\n"
                   "solids: [{shape: {mesh: cube.obj, scale: 3}, at: [3.6, 0, 0]}]\n",
        // So large that its nodes are wider than asked for.
        SMOKE_HEAD "  sources: [{shape: {sphere: 0.2}, at: [0.3, 0.6, 0.6]}]\n"
                   "solids: [{shape: {mesh: cube.obj, scale: 40}, at: [40.6, 0, 0]}]\n",
        SMOKE_HEAD "  sources: [{shape: {mesh: cube.obj, scale: 3}, at: [0, 0, 0]}]\n",
        LIQUID LIQUID_SOLID,
    };
    for (size_t i = 0; i < sizeof(scenes) / sizeof(scenes[0]); ++i) {
        CHECK_NEAR(share_of_estimate(scenes[i]), 1.0, 0.2);
    }
}

static void check_refused(const char* text, const char* start, const char* part) {
    static loaded l;
    waft_scene_options options = waft_scene_options_default();
    options.max_memory = UINT64_C(4) << 20;
    load_with(&l, text, &options);
    CHECK(strncmp(l.messages, start, strlen(start)) == 0);
    CHECK(strstr(l.messages, part) != NULL);
    unload(&l);
}

static void limits_name_the_mesh(void) {
    check_refused(SMOKE_HEAD "solids:\n    - {shape: {sphere: 0.1}, at: [0, 0, 0]}\n"
                             "    - {shape: {mesh: cube.obj, scale: 6}, at: [6, 0, 0]}\n",
        "7:7: the scene needs about ",
        "most of it for distances to the mesh of solids[1], but the limit is 4 MiB");
    check_refused(LIQUID LIQUID_SOLID, "6:10: the scene needs about ",
        "most of it for distances to the mesh of solids[0], but the limit is 4 MiB");
}

static const test_case cases[] = {
    {"estimates hold meshes", estimates_hold_meshes},
    {"a limit names the mesh", limits_name_the_mesh},
};

#else

static const test_case cases[] = {{"a build without libyaml says so", test_without_yaml}};

#endif
TEST_MAIN(cases)
