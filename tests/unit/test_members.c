// SPDX-License-Identifier: MIT
#include "base/members.h"

#include <string.h>

#include "test.h"

typedef struct thing_def {
    float speed;
    int32_t cells[2];
    bool open;
    double weight;
} thing_def;

static const wafti_member items[] = {
    WAFTI_LIVE(thing_def, speed, "thing.speed"),
    WAFTI_FIXED(thing_def, cells, "thing.cells"),
    WAFTI_LIVE(thing_def, open, "thing.open"),
    WAFTI_FIXED(thing_def, weight, "thing.weight"),
};
static const wafti_members members = {items, 4};

static void fixed_members_are_named(void) {
    const thing_def now = {.speed = 1.0f, .cells = {4, 5}, .weight = 2.0};
    thing_def wanted = now;
    waft_error error = {0};
    wanted.speed = 3.0f;
    wanted.open = true;
    CHECK(wafti_members_check(members, &now, &wanted, &error) == WAFT_OK);
    wanted.cells[1] = 6;
    CHECK(wafti_members_check(members, &now, &wanted, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "thing.cells cannot change while the world runs");
    wanted.cells[1] = 5;
    wanted.weight = 0.0;
    CHECK(wafti_members_check(members, &now, &wanted, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "thing.weight cannot change while the world runs");
}

static void live_members_are_adopted_and_are_state(void) {
    thing_def now = {.speed = 1.0f, .cells = {4, 5}, .weight = 2.0};
    const thing_def wanted = {.speed = 3.0f, .cells = {1, 1}, .open = true, .weight = 7.0};
    const uint64_t before = wafti_members_hash(members, &now, 1);
    wafti_members_adopt(members, &now, &wanted);
    CHECK(now.speed == 3.0f && now.open && now.cells[1] == 5 && now.weight == 2.0);
    CHECK(wafti_members_hash(members, &now, 1) == before);
    CHECK(wafti_members_hash(members, &wanted, 1) != before);
    unsigned char bytes[64];
    wafti_stream save = wafti_stream_save(bytes, sizeof(bytes));
    wafti_members_state(members, &now, &save);
    CHECK(save.position == sizeof(float) + sizeof(bool));
    thing_def other = {.weight = 9.0};
    wafti_stream load = wafti_stream_load(bytes, save.position);
    wafti_members_state(members, &other, &load);
    CHECK(!load.failed && other.speed == 3.0f && other.open && other.weight == 9.0);
}

// Pointers of four bytes make counts of four: a world there has the same hash.
static void counts_of_any_width_hash_alike(void) {
    typedef struct both {
        uint32_t narrow;
        uint64_t wide;
    } both;
    static const wafti_member narrow = WAFTI_FIXED(both, narrow, "narrow");
    static const wafti_member wide = WAFTI_FIXED(both, wide, "wide");
    const both counts = {7, 7};
    const both others = {7, 8};
    const uint64_t hash = wafti_members_hash((wafti_members){&narrow, 1}, &counts, 1);
    CHECK(wafti_members_hash((wafti_members){&wide, 1}, &counts, 1) == hash);
    CHECK(wafti_members_hash((wafti_members){&wide, 1}, &others, 1) != hash);
}

static const test_case cases[] = {
    {"fixed_members_are_named", fixed_members_are_named},
    {"counts_of_any_width_hash_alike", counts_of_any_width_hash_alike},
    {"live_members_are_adopted_and_are_state", live_members_are_adopted_and_are_state},
};

TEST_MAIN(cases)
