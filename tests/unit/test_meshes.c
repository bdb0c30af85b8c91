// SPDX-License-Identifier: MIT
#include "scene/scene.h"

#include "hooks.h"
#include "scene_fixture.h"

#if defined(WAFTI_HAVE_YAML)

#define SMOKE "waft: 1\nsmoke:\n  cells: [16, 32, 16]\n  spacing: 0.25\n"
#define CUBE  "{at: [2, 4, 2], shape: {mesh: cube.obj"

// A file is read once for each scale and side out.
static void test_shared(void) {
    static loaded l;
    load(&l, SMOKE "  sources: [" CUBE "}}]\nsolids: [" CUBE "}}, " CUBE ", scale: 2}}, "
                   "{shape: {sphere: 1}, at: [2, 4, 2]}, " CUBE ", scale: 2}}]\n");
    CHECK_TEXT(l.messages, "5:13: smoke.sources[0] lies inside solids: no smoke comes from it\n");
    if (CHECK(l.scene != NULL && l.scene->mesh_count == 2)) {
        const waft_solid_def* solids = l.scene->solids;
        CHECK(l.scene->sources[0].shape.mesh == solids[0].shape.mesh);
        CHECK(solids[1].shape.mesh == solids[3].shape.mesh);
        CHECK(solids[0].shape.mesh != solids[1].shape.mesh);
        CHECK(solids[2].shape.mesh == NULL);
        CHECK(waft_mesh_get_info(solids[0].shape.mesh).high[1] == 1.0);
        CHECK(waft_mesh_get_info(solids[1].shape.mesh).high[1] == 2.0);
    }
    unload(&l);
}

static void test_flip(void) {
    check_messages(SMOKE "solids: [" CUBE "}}, " CUBE ", flip: true}}]\n",
        "5:82: solids[1].shape.mesh 'cube.obj': normals point inwards; set flip = true\n");
    check_messages(SMOKE "solids:\n    - {at: [2, 4, 2], shape: {flip: true, "
                         "mesh: ../meshes/broken/inside_out.obj}}\n",
        "");
    // A tetrahedron with a facet given twice does as a solid.
    check_messages(SMOKE "solids:\n    - {at: [2, 4, 2], shape: {"
                         "mesh: ../meshes/broken/twins.obj}}\n",
        "6:37: solids[0].shape.mesh '../meshes/broken/twins.obj': facets with the points of "
        "another, left out: 1\n");
}

static uint64_t hash_of(const char* text) {
    static loaded l;
    load(&l, text);
    const uint64_t hash = waft_scene_files_hash(l.scene);
    unload(&l);
    return hash;
}

static void test_hash(void) {
    const uint64_t one = hash_of(SMOKE "solids: [" CUBE "}}]\n");
    CHECK(one != 0 && one == hash_of(SMOKE "solids: [" CUBE "}}, " CUBE "}}]\n"));
    CHECK(one != hash_of(SMOKE "solids: [" CUBE ", scale: 2}}]\n"));
    CHECK(hash_of(SMOKE) == 0);
}

static void test_memory(void) {
    static const char text[] = SMOKE "solids: [" CUBE "}}]\n";
    counting c = {0};
    waft_result result = WAFT_ERR_NO_MEMORY;
    long tries = 0;
    while (result == WAFT_ERR_NO_MEMORY && tries < 1000) {
        c = (counting){.fail_at = ++tries};
        waft_scene_options options = waft_scene_options_default();
        options.allocator = counting_hook(&c);
        waft_diagnostics* diagnostics = NULL;
        waft_scene* scene = NULL;
        CHECK(waft_diagnostics_create(NULL, &diagnostics) == WAFT_OK);
        result = waft_scene_load_text(WAFT_SOURCE_DIR "/tests/scenes/test.yaml", text,
            sizeof(text) - 1, &options, diagnostics, &scene);
        waft_scene_destroy(scene);
        waft_diagnostics_destroy(diagnostics);
        CHECK(c.live == 0);
    }
    CHECK(result == WAFT_OK && tries > 5);
}

static const test_case cases[] = {
    {"files are read once", test_shared},
    {"a file turned over, and one tidied", test_flip},
    {"what they hold is hashed", test_hash},
    {"memory", test_memory},
};

#else

static const test_case cases[] = {{"a build without libyaml says so", test_without_yaml}};

#endif
TEST_MAIN(cases)
