// SPDX-License-Identifier: MIT
#include "mesh/radix.h"

#include "test.h"

enum { COUNT = 5000 };

static wafti_keyed items[COUNT];
static wafti_keyed spare[COUNT];

static void sorts(int bits) {
    uint64_t state = 7;
    for (uint32_t i = 0; i < COUNT; ++i) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        items[i] = (wafti_keyed){state >> 1 & ((UINT64_C(1) << bits) - 1), i};
    }
    const wafti_keyed* sorted = wafti_radix_sort(items, spare, COUNT, bits);
    uint64_t sum = 0;
    int wrong = 0;
    for (uint32_t i = 0; i < COUNT; ++i) {
        sum += sorted[i].item;
        wrong += i > 0 &&
                 (sorted[i].key < sorted[i - 1].key ||
                     (sorted[i].key == sorted[i - 1].key && sorted[i].item <= sorted[i - 1].item));
    }
    CHECK(wrong == 0);
    CHECK(sum == (uint64_t)COUNT * (COUNT - 1) / 2);
}

static void keys_of_any_width(void) {
    sorts(3);
    sorts(11);
    sorts(12);
    sorts(40);
    sorts(63);
}

static void nothing_is_sorted(void) {
    CHECK(wafti_radix_sort(items, spare, 0, 20) != NULL);
}

static const test_case cases[] = {
    {"keys_of_any_width", keys_of_any_width},
    {"nothing_is_sorted", nothing_is_sorted},
};

TEST_MAIN(cases)
