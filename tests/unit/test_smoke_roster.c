// SPDX-License-Identifier: MIT
#include "hooks.h"

static waft_world* smoky_world(const waft_allocator* allocator) {
    static const smoke_scene scene = {{10, 12, 10}, WAFT_SCHEME_SPLIT};
    waft_world_def def = waft_world_def_default();
    def.step = 0.02;
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    return make_smoke_world(&def, &scene);
}

static waft_source_def box_source(float x) {
    waft_source_def def = waft_source_def_default();
    def.shape.kind = WAFT_SHAPE_BOX;
    def.shape.size = (waft_vec3){0.2f, 0.2f, 0.2f};
    def.pose.position = (waft_vec3){x, 0.3f, 0.5f};
    def.expansion = 0.1f;
    return def;
}

// Sources that came, changed and went since creation, those of the scene too.
static void sources_come_with_the_state(void) {
    counting c = {.fail_at = 0};
    const waft_allocator allocator = counting_hook(&c);
    waft_world* world = smoky_world(NULL);
    waft_smoke* smoke = waft_world_smoke(world);
    waft_source_id ids[3];
    for (int i = 0; i < 3; ++i) {
        const waft_source_def def = box_source(0.2f + 0.2f * (float)i);
        CHECK(waft_smoke_add_source(smoke, &def, &ids[i]) == WAFT_OK);
    }
    take_steps(world, 2);
    CHECK(waft_smoke_remove_source(smoke, ids[1]) == WAFT_OK);
    const size_t size = waft_world_snapshot_size(world);
    unsigned char* bytes = malloc(size);
    CHECK(waft_world_snapshot(world, bytes, size) == WAFT_OK);
    take_steps(world, 3);

    waft_world* other = smoky_world(&allocator);
    const uint64_t before = waft_world_hash(other);
    // A restore that finds no memory leaves the world as it was.
    waft_result result = WAFT_ERR_NO_MEMORY;
    for (int n = 1; result == WAFT_ERR_NO_MEMORY && n < 64; ++n) {
        c.fail_at = c.calls + n;
        result = waft_world_restore(other, bytes, size);
        CHECK(result == WAFT_OK || waft_world_hash(other) == before);
    }
    c.fail_at = 0;
    CHECK(result == WAFT_OK);
    // The id of what was removed stays stale, and the others name their sources.
    const waft_source_def moved = box_source(0.5f);
    smoke = waft_world_smoke(other);
    CHECK(waft_smoke_set_source(smoke, ids[1], &moved) == WAFT_ERR_STALE_ID);
    take_steps(other, 3);
    CHECK(waft_world_hash(other) == waft_world_hash(world));
    CHECK(waft_smoke_set_source(smoke, ids[2], &moved) == WAFT_OK);
    waft_world_destroy(other);
    CHECK(c.live == 0);
    waft_world_destroy(world);
    free(bytes);
}

static const test_case cases[] = {
    {"sources_come_with_the_state", sources_come_with_the_state},
};

TEST_MAIN(cases)
