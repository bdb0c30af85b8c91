// SPDX-License-Identifier: MIT
#include "crowd_fixture.h"

#include "body/crowd.h"

static const wafti_body* record_of(const body_world* in, waft_body_id id) {
    return &in->bodies->records[id.index1 - 1];
}

static void seats_are_reused_lowest_first(void) {
    waft_hull* leaf = bake_leaf();
    const waft_world_def world_def = waft_world_def_default();
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.capacity = 40;
    const body_world in = make_body_world(&world_def, &bodies_def);
    const waft_body_def def = leaf_def(leaf);
    waft_body_id ids[40];
    for (int n = 0; n < 40; ++n) {
        ids[n] = add_body(&in, &def);
        CHECK(record_of(&in, ids[n])->group == (uint32_t)n / 8);
        CHECK(record_of(&in, ids[n])->lane == (uint32_t)n % 8);
    }
    CHECK(in.bodies->group_capacity == 5);
    CHECK(waft_bodies_remove(in.bodies, ids[30]) == WAFT_OK);
    CHECK(waft_bodies_remove(in.bodies, ids[11]) == WAFT_OK);
    CHECK(waft_bodies_remove(in.bodies, ids[13]) == WAFT_OK);
    const uint32_t want[3][2] = {{1, 3}, {1, 5}, {3, 6}};
    for (int n = 0; n < 3; ++n) {
        const waft_body_id id = add_body(&in, &def);
        CHECK(record_of(&in, id)->group == want[n][0]);
        CHECK(record_of(&in, id)->lane == want[n][1]);
    }
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
}

static void empty_groups_serve_other_kinds(void) {
    waft_hull* leaf = bake_leaf();
    const waft_world_def world_def = waft_world_def_default();
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.capacity = 16;
    const body_world in = make_body_world(&world_def, &bodies_def);
    waft_body_def def = leaf_def(leaf);
    waft_body_id ids[16];
    for (int n = 0; n < 16; ++n) {
        ids[n] = add_body(&in, &def);
    }
    for (int n = 0; n < 8; ++n) {
        CHECK(waft_bodies_remove(in.bodies, ids[n]) == WAFT_OK);
    }
    CHECK(in.bodies->groups[0].kind == WAFTI_NONE);
    def.precise = true;
    const waft_body_id precise = add_body(&in, &def);
    CHECK(record_of(&in, precise)->group == 0);
    CHECK(in.bodies->bench_count == 1);
    // Three kinds in two groups' worth of bodies take a third group.
    def.friction = 0.9f;
    const waft_body_id third = add_body(&in, &def);
    CHECK(record_of(&in, third)->group == 2);
    step_bodies(&in, 3);
    CHECK(body_info(&in, third).age > 0.0);
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
}

// What bodies left on a bench shows in no hash: a snapshot does not have it.
static void benches_are_cleared(void) {
    waft_hull* leaf = bake_leaf();
    const waft_world_def world_def = waft_world_def_default();
    const waft_bodies_def bodies_def = waft_bodies_def_default();
    waft_body_def def = leaf_def(leaf);
    def.precise = true;
    body_world in[2];
    for (int n = 0; n < 2; ++n) {
        in[n] = make_body_world(&world_def, &bodies_def);
        const waft_body_id first = add_body(&in[n], &def);
        const waft_body_id second = add_body(&in[n], &def);
        step_bodies(&in[n], 1 + n);
        CHECK(waft_bodies_remove(in[n].bodies, first) == WAFT_OK);
        CHECK(waft_bodies_remove(in[n].bodies, second) == WAFT_OK);
    }
    const size_t size = waft_world_snapshot_size(in[0].world);
    void* bytes = malloc(size);
    CHECK(bytes != NULL && waft_world_snapshot(in[0].world, bytes, size) == WAFT_OK);
    CHECK(waft_world_restore(in[1].world, bytes, size) == WAFT_OK);
    (void)add_body(&in[0], &def);
    (void)add_body(&in[1], &def);
    CHECK(waft_world_hash(in[0].world) == waft_world_hash(in[1].world));
    free(bytes);
    waft_world_destroy(in[0].world);
    waft_world_destroy(in[1].world);
    waft_hull_destroy(leaf);
}

static const test_case cases[] = {
    {"seats_are_reused_lowest_first", seats_are_reused_lowest_first},
    {"empty_groups_serve_other_kinds", empty_groups_serve_other_kinds},
    {"benches_are_cleared", benches_are_cleared},
};

TEST_MAIN(cases)
