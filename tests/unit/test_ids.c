// SPDX-License-Identifier: MIT
#include "base/ids.h"

#include "test.h"

static void test_take_and_drop(void) {
    uint32_t generation[3] = {9, 9, 9};
    wafti_ids ids;
    wafti_ids_init(&ids, generation, 3);
    uint32_t slot = 99;
    for (uint32_t i = 0; i < 3; ++i) {
        CHECK(!wafti_ids_alive(&ids, i));
        CHECK(wafti_ids_take(&ids, &slot));
        CHECK(slot == i);
        CHECK(wafti_ids_alive(&ids, i));
    }
    slot = 99;
    CHECK(!wafti_ids_take(&ids, &slot));
    CHECK(slot == 99);
    CHECK(ids.alive == 3);
    wafti_ids_drop(&ids, 1);
    CHECK(ids.alive == 2);
    CHECK(!wafti_ids_alive(&ids, 1));
    CHECK(wafti_ids_take(&ids, &slot));
    CHECK(slot == 1); // the lowest free one
    CHECK(!wafti_ids_alive(&ids, 3));
}

static void test_stale_ids_are_noticed(void) {
    uint32_t generation[2];
    wafti_ids ids;
    wafti_ids_init(&ids, generation, 2);
    uint32_t slot = 0;
    CHECK(wafti_ids_take(&ids, &slot));
    const uint32_t first = generation[slot];
    uint32_t found = 99;
    CHECK(wafti_ids_find(&ids, slot + 1, first, &found));
    CHECK(found == slot);
    wafti_ids_drop(&ids, slot);
    found = 99;
    CHECK(!wafti_ids_find(&ids, slot + 1, first, &found));
    CHECK(!wafti_ids_find(&ids, slot + 1, generation[slot], &found)); // dead, by its own number
    CHECK(wafti_ids_take(&ids, &slot));
    CHECK(!wafti_ids_find(&ids, slot + 1, first, &found)); // the slot lives again, the id does not
    CHECK(!wafti_ids_find(&ids, 0, 0, &found));
    CHECK(!wafti_ids_find(&ids, 0, generation[slot], &found));
    CHECK(!wafti_ids_find(&ids, 3, 1, &found));
    CHECK(!wafti_ids_find(&ids, UINT32_MAX, 1, &found));
    CHECK(found == 99);
}

static void test_no_capacity(void) {
    wafti_ids ids;
    wafti_ids_init(&ids, NULL, 0);
    uint32_t slot = 0;
    CHECK(!wafti_ids_take(&ids, &slot));
    CHECK(!wafti_ids_find(&ids, 1, 1, &slot));
}

static const test_case cases[] = {
    {"take_and_drop", test_take_and_drop},
    {"stale_ids_are_noticed", test_stale_ids_are_noticed},
    {"no_capacity", test_no_capacity},
};

TEST_MAIN(cases)
