// SPDX-License-Identifier: MIT
#include "hooks.h"

typedef struct snapshot {
    unsigned char* bytes;
    size_t size;
} snapshot;

static snapshot take(const waft_world* world) {
    snapshot s = {.size = waft_world_snapshot_size(world)};
    s.bytes = malloc(s.size);
    CHECK(s.bytes != NULL);
    CHECK(waft_world_snapshot(world, s.bytes, s.size) == WAFT_OK);
    return s;
}

static waft_world* shore_world(uint64_t seed) {
    waft_world_def def = waft_world_def_default();
    def.step = 0.02;
    def.seed = seed;
    const waft_water_def water = shore_water_def();
    return make_world(&def, &water);
}

static void resume_gives_the_same_bits(void) {
    waft_world* straight = shore_world(3);
    take_steps(straight, 60);
    waft_world* half = shore_world(3);
    take_steps(half, 30);
    const snapshot s = take(half);
    waft_world* other = shore_world(3);
    take_steps(other, 11);
    CHECK(waft_world_restore(other, s.bytes, s.size) == WAFT_OK);
    CHECK(waft_world_steps(other) == 30);
    CHECK(waft_world_hash(other) == waft_world_hash(half));
    take_steps(other, 30);
    CHECK(waft_world_hash(other) == waft_world_hash(straight));
    free(s.bytes);
    waft_world_destroy(straight);
    waft_world_destroy(half);
    waft_world_destroy(other);
}

static void waiting_edits_are_state(void) {
    waft_world* world = shore_world(3);
    take_steps(world, 5);
    const uint64_t before = waft_world_hash(world);
    const waft_edit edit = {
        .kind = WAFT_EDIT_SET, .setting = {"water.trains[0].amplitude", {0.02f}, 1}};
    CHECK(waft_world_queue(world, &edit) == WAFT_OK);
    CHECK(waft_world_hash(world) != before);
    const snapshot s = take(world);
    take_steps(world, 5);
    waft_world* other = shore_world(3);
    CHECK(waft_world_restore(other, s.bytes, s.size) == WAFT_OK);
    take_steps(other, 5);
    CHECK(waft_world_hash(other) == waft_world_hash(world));
    free(s.bytes);
    waft_world_destroy(world);
    waft_world_destroy(other);
}

static void the_hash_sees_state(void) {
    waft_world* a = shore_world(3);
    waft_world* b = shore_world(3);
    CHECK(waft_world_hash(a) == waft_world_hash(b));
    take_steps(a, 1);
    CHECK(waft_world_hash(a) != waft_world_hash(b));
    take_steps(b, 1);
    CHECK(waft_world_hash(a) == waft_world_hash(b));
    waft_world_destroy(a);
    waft_world_destroy(b);
}

// Cut at every length of the header and at many beyond, and with bytes flipped all along.
static void damage_is_refused(void) {
    waft_world* world = shore_world(3);
    take_steps(world, 20);
    const uint64_t hash = waft_world_hash(world);
    const snapshot s = take(world);
    for (size_t size = 0; size < s.size; size += size < 256 ? 1 : s.size / 97 + 1) {
        CHECK(waft_world_restore(world, s.bytes, size) == WAFT_ERR_PARSE);
    }
    for (size_t i = 0; i < s.size; i += i < 256 ? 1 : s.size / 97 + 1) {
        s.bytes[i] ^= 0x10;
        CHECK(waft_world_restore(world, s.bytes, s.size) == WAFT_ERR_PARSE);
        s.bytes[i] ^= 0x10;
    }
    CHECK(waft_world_hash(world) == hash);
    waft_world* foreign = shore_world(4);
    CHECK(waft_world_restore(foreign, s.bytes, s.size) == WAFT_ERR_PARSE);
    CHECK(waft_world_restore(NULL, s.bytes, s.size) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_restore(world, NULL, 0) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_snapshot(world, s.bytes, s.size - 1) == WAFT_ERR_ARGUMENT);
    free(s.bytes);
    waft_world_destroy(world);
    waft_world_destroy(foreign);
}

// A world with a source that may expand; the allocator counts.
static waft_world* smoke_world(counting* count, float expansion, waft_source_id* out_id) {
    waft_world_def def = waft_world_def_default();
    def.allocator = counting_hook(count);
    waft_world* world = NULL;
    CHECK(waft_world_create(&def, &world, NULL) == WAFT_OK);
    waft_smoke_def smoke_def = waft_smoke_def_default();
    smoke_def.cells[0] = smoke_def.cells[1] = smoke_def.cells[2] = 8;
    smoke_def.spacing = 0.1f;
    waft_smoke* smoke = NULL;
    CHECK(waft_world_create_smoke(world, &smoke_def, &smoke) == WAFT_OK);
    waft_source_def source = waft_source_def_default();
    source.shape.radius = 0.2f;
    source.pose.position = (waft_vec3){0.4f, 0.4f, 0.4f};
    source.expansion = expansion;
    CHECK(waft_smoke_add_source(smoke, &source, out_id) == WAFT_OK);
    return world;
}

static void memory_for_a_state_is_taken_first(void) {
    counting counts[2] = {{0}, {0}};
    waft_source_id id;
    waft_world* world = smoke_world(&counts[0], 2.0f, &id);
    take_steps(world, 2);
    const snapshot s = take(world);
    take_steps(world, 2);
    waft_world* other = smoke_world(&counts[1], 0.0f, &id);
    take_steps(other, 1);
    const uint64_t before = waft_world_hash(other);
    counts[1].fail_at = counts[1].calls + 1;
    CHECK(waft_world_restore(other, s.bytes, s.size) == WAFT_ERR_NO_MEMORY);
    CHECK(waft_world_error(other)[0] != '\0');
    CHECK(waft_world_hash(other) == before);
    take_steps(other, 1);
    CHECK(waft_world_restore(other, s.bytes, s.size) == WAFT_OK);
    take_steps(other, 2);
    CHECK(waft_world_hash(other) == waft_world_hash(world));
    free(s.bytes);
    waft_world_destroy(world);
    waft_world_destroy(other);
    CHECK(counts[0].live == 0 && counts[1].live == 0);
}

typedef struct comparison {
    snapshot want;
    size_t position;
    bool same;
} comparison;

static void compare_piece(void* user, const void* bytes, size_t byte_count) {
    comparison* c = user;
    c->same = c->same && c->position + byte_count <= c->want.size &&
              memcmp(c->want.bytes + c->position, bytes, byte_count) == 0;
    c->position += byte_count;
}

static void pieces_are_the_whole(void) {
    waft_world* world = shore_world(3);
    take_steps(world, 3);
    comparison c = {.want = take(world), .same = true};
    CHECK(waft_world_send_snapshot(world, compare_piece, &c) == WAFT_OK);
    CHECK(c.same && c.position == c.want.size);
    CHECK(waft_world_send_snapshot(world, NULL, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_send_snapshot(NULL, compare_piece, &c) == WAFT_ERR_ARGUMENT);
    free(c.want.bytes);
    waft_world_destroy(world);
}

static const test_case cases[] = {
    {"pieces_are_the_whole", pieces_are_the_whole},
    {"resume_gives_the_same_bits", resume_gives_the_same_bits},
    {"waiting_edits_are_state", waiting_edits_are_state},
    {"the_hash_sees_state", the_hash_sees_state},
    {"damage_is_refused", damage_is_refused},
    {"memory_for_a_state_is_taken_first", memory_for_a_state_is_taken_first},
};

TEST_MAIN(cases)
