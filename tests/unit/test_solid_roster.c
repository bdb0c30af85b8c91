// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "mesh_fixture.h"
#include "solid/placed.h"

static waft_world* smoky_world(const waft_allocator* allocator) {
    static const smoke_scene scene = {{10, 12, 10}, WAFT_SCHEME_SPLIT};
    waft_world_def def = waft_world_def_default();
    def.step = 0.02;
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    return make_smoke_world(&def, &scene);
}

static waft_solid_id put_solid(waft_world* world, const char* name, const waft_mesh* mesh) {
    static const waft_solid_key keys[2] = {
        {0.0, {{0.3f, 0.5f, 0.5f}, {0.0f, 0.0f, 0.0f, 1.0f}}, WAFT_EASE_SMOOTH},
        {0.5, {{0.7f, 0.5f, 0.5f}, {0.0f, 0.6f, 0.0f, 0.8f}}, WAFT_EASE_LINEAR}};
    waft_solid_def def = waft_solid_def_default();
    def.name = name;
    def.shape.radius = 0.15f;
    def.keys = keys;
    def.key_count = 2;
    if (mesh != NULL) {
        def.shape = (waft_shape){.kind = WAFT_SHAPE_MESH, .mesh = mesh};
    }
    waft_solid_id id;
    CHECK(waft_world_add_solid(world, &def, &id) == WAFT_OK);
    return id;
}

static const waft_mesh* give(void* user, uint64_t key) {
    const waft_mesh* mesh = user;
    return waft_mesh_get_info(mesh).key == key ? mesh : NULL;
}

// Solids that came, moved and went since creation, those of the scene too.
static void solids_come_with_the_state(void) {
    counting c = {.fail_at = 0};
    const waft_allocator allocator = counting_hook(&c);
    waft_world* world = smoky_world(NULL);
    waft_mesh* mesh = mesh_sphere(1);
    waft_solid_info scenes;
    CHECK(waft_world_solid_at(world, 0, &scenes) == WAFT_OK);
    const waft_solid_id gone = put_solid(world, NULL, NULL);
    const waft_solid_id ball = put_solid(world, "ball", NULL);
    const waft_solid_id rock = put_solid(world, NULL, mesh);
    take_steps(world, 2);
    CHECK(waft_world_remove_solid(world, gone) == WAFT_OK);
    CHECK(waft_world_remove_solid(world, scenes.id) == WAFT_OK);
    const size_t size = waft_world_snapshot_size(world);
    unsigned char* bytes = malloc(size);
    CHECK(waft_world_snapshot(world, bytes, size) == WAFT_OK);
    take_steps(world, 3);

    waft_world* other = smoky_world(&allocator);
    const uint64_t before = waft_world_hash(other);
    CHECK(waft_world_restore(other, bytes, size) == WAFT_ERR_PARSE);
    CHECK(strstr(waft_world_error(other), "solids[1] of the snapshot is a mesh") != NULL);
    CHECK(waft_world_hash(other) == before && waft_world_solid_count(other) == 1);
    CHECK(waft_world_find_meshes(other, &(waft_mesh_finder){mesh, give}) == WAFT_OK);
    // A restore that finds no memory leaves the world as it was.
    waft_result result = WAFT_ERR_NO_MEMORY;
    for (int n = 1; result == WAFT_ERR_NO_MEMORY && n < 512; ++n) {
        c.fail_at = c.calls + n;
        result = waft_world_restore(other, bytes, size);
        CHECK(result == WAFT_OK || waft_world_hash(other) == before);
    }
    c.fail_at = 0;
    CHECK(result == WAFT_OK);
    waft_solid_info info;
    CHECK(waft_world_get_solid(other, gone, &info) == WAFT_ERR_STALE_ID);
    CHECK(waft_world_find_solid(other, "ball").index1 == ball.index1);
    take_steps(other, 3);
    CHECK(waft_world_hash(other) == waft_world_hash(world));
    // Once more, now with the mesh that the world itself has.
    CHECK(waft_world_find_meshes(other, NULL) == WAFT_OK);
    CHECK(waft_world_restore(other, bytes, size) == WAFT_OK);
    take_steps(other, 3);
    CHECK(waft_world_hash(other) == waft_world_hash(world));
    CHECK(waft_world_remove_solid(other, rock) == WAFT_OK);
    waft_world_destroy(other);
    CHECK(c.live == 0);
    waft_world_destroy(world);
    waft_mesh_destroy(mesh);
    free(bytes);
}

static const waft_mesh* no_mesh(void* user, uint64_t mesh, uint64_t hull) {
    (void)user;
    (void)mesh;
    (void)hull;
    return NULL;
}

// Bytes that are forged or cut are refused without a leak, and nothing changes.
static void forged_bytes_are_refused(void) {
    static wafti_solids solids;
    counting c = {.fail_at = 0};
    waft_error error = {.sentence = ""};
    const wafti_context context = {.allocator = counting_hook(&c), .error = &error, .dt = 0.1};
    wafti_solids_init(&solids, &context);
    waft_solid_def def = waft_solid_def_default();
    const waft_key angles[2] = {{0.0, 0.0, WAFT_EASE_LINEAR}, {1.0, 2.0, WAFT_EASE_LINEAR}};
    def.angles = angles;
    def.angle_count = 2;
    uint32_t slot = 0;
    CHECK(wafti_solids_add(&solids, &def, 0.0, &slot) == WAFT_OK);
    unsigned char bytes[2048];
    wafti_stream save = wafti_stream_save(bytes, sizeof(bytes));
    CHECK(wafti_solids_roster(&solids, &save, no_mesh, NULL) == WAFT_OK && !save.failed);
    for (size_t size = 0; size < save.position; size += 7) {
        wafti_stream load = wafti_stream_load(bytes, size);
        CHECK(wafti_solids_roster(&solids, &load, no_mesh, NULL) == WAFT_ERR_PARSE);
        wafti_solids_drop(&solids);
    }
    for (size_t at = 0; at < save.position; ++at) {
        bytes[at] ^= 0xff;
        wafti_stream load = wafti_stream_load(bytes, save.position);
        (void)!wafti_solids_roster(&solids, &load, no_mesh, NULL); // floats and names may be any
        wafti_solids_drop(&solids);
        bytes[at] ^= 0xff;
    }
    CHECK(solids.order.count == 1 && solids.items[slot]->def.angle_count == 2);
    wafti_solids_free(&solids);
    CHECK(c.live == 0);
}

static const test_case cases[] = {
    {"solids_come_with_the_state", solids_come_with_the_state},
    {"forged_bytes_are_refused", forged_bytes_are_refused},
};

TEST_MAIN(cases)
