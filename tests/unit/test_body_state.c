// SPDX-License-Identifier: MIT
#include "body/bodies.h"

#include "crowd_fixture.h"

static body_world busy_world(void) {
    waft_world_def world_def = waft_world_def_default();
    world_def.step = 2e-3;
    waft_bodies_def def = waft_bodies_def_default();
    def.capacity = 64;
    def.medium = WAFT_MEDIUM_BOTH;
    def.level = 1.95f;
    def.ground.exists = true;
    def.ground.height = 1.7f;
    def.collisions = true;
    const body_world in = make_body_world(&world_def, &def);
    waft_wind_def wind = waft_wind_def_default();
    wind.kind = WAFT_WIND_GUST;
    wind.speed = 0.5f;
    CHECK(waft_bodies_add_wind(in.bodies, &wind, NULL) == WAFT_OK);
    return in;
}

static void fill(const body_world* in, const waft_hull* leaf, uint32_t first, uint32_t count) {
    for (uint32_t n = first; n < first + count; ++n) {
        waft_body_def def = leaf_def(leaf);
        def.precise = n % 3 == 0;
        def.state = scattered_state(n);
        (void)add_body(in, &def);
    }
}

static void* snapshot_of(const body_world* in, size_t* out_size) {
    *out_size = waft_world_snapshot_size(in->world);
    void* bytes = malloc(*out_size);
    CHECK(bytes != NULL && waft_world_snapshot(in->world, bytes, *out_size) == WAFT_OK);
    return bytes;
}

static void resumed_worlds_have_the_same_bits(void) {
    waft_hull* leaf = bake_leaf();
    const body_world a = busy_world();
    const body_world b = busy_world();
    fill(&a, leaf, 0, 30);
    fill(&b, leaf, 0, 30);
    step_bodies(&a, 60);
    size_t size = 0;
    void* bytes = snapshot_of(&a, &size);
    step_bodies(&a, 60);
    CHECK(waft_world_hash(a.world) != waft_world_hash(b.world));
    CHECK(waft_world_restore(b.world, bytes, size) == WAFT_OK);
    step_bodies(&b, 60);
    CHECK(waft_world_hash(a.world) == waft_world_hash(b.world));
    free(bytes);
    waft_world_destroy(a.world);
    waft_world_destroy(b.world);
    waft_hull_destroy(leaf);
}

// A host may rewind over bodies that came and went since.
static void rewinding_brings_bodies_back(void) {
    waft_hull* leaf = bake_leaf();
    const body_world in = busy_world();
    fill(&in, leaf, 0, 20);
    step_bodies(&in, 10);
    size_t size = 0;
    void* bytes = snapshot_of(&in, &size);
    const uint64_t want = waft_world_hash(in.world);
    waft_body_info gone;
    CHECK(waft_bodies_at(in.bodies, 4, &gone) == WAFT_OK);
    CHECK(waft_bodies_remove(in.bodies, gone.id) == WAFT_OK);
    fill(&in, leaf, 40, 30);
    waft_body_def other = leaf_def(leaf);
    other.friction = 0.123f; // a kind that the snapshot does not know
    (void)add_body(&in, &other);
    step_bodies(&in, 10);
    CHECK(waft_world_restore(in.world, bytes, size) == WAFT_OK);
    CHECK(waft_world_hash(in.world) == want);
    CHECK(waft_bodies_count(in.bodies) == 20);
    const waft_body_info back = body_info(&in, gone.id);
    CHECK(body_bits(&back) == body_bits(&gone));
    step_bodies(&in, 5);
    fill(&in, leaf, 40, 30);
    step_bodies(&in, 5);
    free(bytes);
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
}

static void foreign_snapshots_are_refused(void) {
    waft_hull* leaf = bake_leaf();
    const body_world a = busy_world();
    const body_world b = busy_world();
    fill(&a, leaf, 0, 10);
    size_t size = 0;
    void* bytes = snapshot_of(&a, &size);
    const uint64_t before = waft_world_hash(b.world);
    CHECK(waft_world_restore(b.world, bytes, size) == WAFT_ERR_PARSE); // it has no such bodies
    CHECK(strstr(waft_world_error(b.world), "which this world does not know") != NULL);
    CHECK(waft_world_hash(b.world) == before);
    CHECK(waft_world_restore(a.world, bytes, size - 1) == WAFT_ERR_PARSE);
    ((unsigned char*)bytes)[size / 2] ^= 1u;
    CHECK(waft_world_restore(a.world, bytes, size) == WAFT_ERR_PARSE);
    free(bytes);
    waft_world_destroy(a.world);
    waft_world_destroy(b.world);
    waft_hull_destroy(leaf);
}

// Bytes changed behind the checksum: nothing may be reached that is not there. Streams are what
// the world passes through; each byte of the bodies' part is turned over once.
static void forged_states_do_no_harm(void) {
    waft_hull* leaf = bake_leaf();
    const body_world in = busy_world();
    fill(&in, leaf, 0, 9);
    step_bodies(&in, 2);
    wafti_stream measure = wafti_stream_measure();
    CHECK(wafti_bodies_roster(in.bodies, &measure, NULL, NULL) == WAFT_OK); // ranks the kinds
    measure = wafti_stream_measure();
    wafti_bodies_state(in.bodies, &measure);
    const size_t size = measure.position;
    unsigned char* bytes = malloc(size);
    wafti_stream save = wafti_stream_save(bytes, size);
    wafti_bodies_state(in.bodies, &save);
    CHECK(!save.failed && save.position == size);
    int refused = 0;
    for (size_t n = 0; n < size; ++n) {
        bytes[n] ^= 0x81u;
        wafti_stream load = wafti_stream_load(bytes, size);
        wafti_bodies_state(in.bodies, &load);
        refused += load.failed;
        CHECK(waft_bodies_count(in.bodies) == (load.failed ? 0 : 9));
        bytes[n] ^= 0x81u;
    }
    CHECK(refused > 100);
    wafti_stream load = wafti_stream_load(bytes, size);
    wafti_bodies_state(in.bodies, &load);
    CHECK(!load.failed);
    step_bodies(&in, 2);
    free(bytes);
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
}

static void other_settings_are_another_world(void) {
    waft_world_def world_def = waft_world_def_default();
    waft_bodies_def def = waft_bodies_def_default();
    const body_world a = make_body_world(&world_def, &def);
    def.ground.sleep = false;
    const body_world b = make_body_world(&world_def, &def);
    world_def.liquid.viscosity = 2e-6f;
    const body_world c = make_body_world(&world_def, &def);
    CHECK(waft_world_hash(a.world) != waft_world_hash(b.world));
    CHECK(waft_world_hash(b.world) != waft_world_hash(c.world));
    waft_world_destroy(a.world);
    waft_world_destroy(b.world);
    waft_world_destroy(c.world);
}

static const test_case cases[] = {
    {"resumed_worlds_have_the_same_bits", resumed_worlds_have_the_same_bits},
    {"rewinding_brings_bodies_back", rewinding_brings_bodies_back},
    {"foreign_snapshots_are_refused", foreign_snapshots_are_refused},
    {"forged_states_do_no_harm", forged_states_do_no_harm},
    {"other_settings_are_another_world", other_settings_are_another_world},
};

TEST_MAIN(cases)
