// SPDX-License-Identifier: MIT
// Floating bodies: same bits for any number of threads, and across snapshot and restore.
#include <stdlib.h>

#include "float_fixture.h"

static pond busy_pond(int threads, const waft_hull* hulls[3]) {
    pond_def def = pond_of(96, 0.2, 1.5, 0.02);
    def.threads = threads;
    pond p = make_pond(&def);
    for (int n = 0; n < 40; ++n) {
        waft_body_def body = float_def(hulls[n % 3], 0.0, 0.0, 0.0);
        body.state = scattered_state((uint32_t)n + 1);
        for (int k = 0; k < 3; ++k) {
            body.state.position[k] *= k == 1 ? 0.4 : 14.0;
        }
        (void)add_body(&p.in, &body);
    }
    return p;
}

static void hulls_make(waft_hull* hulls[3]) {
    hulls[0] = bake_hull(WAFT_HULL_BOX, 0.8, 0.4, 0.6, 400.0);
    hulls[1] = bake_hull(WAFT_HULL_SPHERE, 0.15, 0.0, 0.0, 11340.0);
    hulls[2] = bake_hull(WAFT_HULL_ELLIPSOID, 0.5, 0.2, 0.3, 100.0);
}

static void threads_agree(void) {
    waft_hull* hulls[3];
    hulls_make(hulls);
    const waft_hull* shared[3] = {hulls[0], hulls[1], hulls[2]};
    uint64_t want = 0;
    static const int counts[] = {1, 2, 3, 8};
    for (size_t n = 0; n < sizeof(counts) / sizeof(counts[0]); ++n) {
        pond p = busy_pond(counts[n], shared);
        step_bodies(&p.in, 150);
        const uint64_t hash = waft_world_hash(p.in.world);
        want = n == 0 ? hash : want;
        CHECK(hash == want);
        waft_world_destroy(p.in.world);
    }
    for (int n = 0; n < 3; ++n) {
        waft_hull_destroy(hulls[n]);
    }
}

static void restored_goes_on(void) {
    waft_hull* hulls[3];
    hulls_make(hulls);
    const waft_hull* shared[3] = {hulls[0], hulls[1], hulls[2]};
    pond p = busy_pond(2, shared);
    const waft_edit edit = {
        .kind = WAFT_EDIT_HOLD, .index = 1, .grip = {.to = {0.0f, 1.0f, 0.0f}, .most = 1e3f}};
    CHECK(waft_world_queue(p.in.world, &edit) == WAFT_OK);
    step_bodies(&p.in, 60);
    const size_t size = waft_world_snapshot_size(p.in.world);
    void* kept = malloc(size);
    CHECK(waft_world_snapshot(p.in.world, kept, size) == WAFT_OK);
    step_bodies(&p.in, 60);
    const uint64_t want = waft_world_hash(p.in.world);
    pond other = busy_pond(1, shared);
    CHECK(waft_world_restore(other.in.world, kept, size) == WAFT_OK);
    step_bodies(&other.in, 60);
    CHECK(waft_world_hash(other.in.world) == want);
    free(kept);
    waft_world_destroy(p.in.world);
    waft_world_destroy(other.in.world);
    for (int n = 0; n < 3; ++n) {
        waft_hull_destroy(hulls[n]);
    }
}

static const test_case cases[] = {
    {"threads agree", threads_agree},
    {"restored goes on", restored_goes_on},
};

TEST_MAIN(cases)
