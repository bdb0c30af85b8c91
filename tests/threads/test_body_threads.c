// SPDX-License-Identifier: MIT
// Row same-bits of docs/spec/bodies.md#verification: a body's bits depend on nothing but itself and its
// stream.
#include "crowd_rows.h"

static void every_way_gives_the_same_bits(void) {
    static uint64_t want[CROWD_LEAVES];
    static uint64_t got[CROWD_LEAVES];
    static const int counts[] = {2, 3, 4, 8};
    waft_hull* leaf = bake_leaf();
    crowd_same_bits(leaf, 1, false, want);
    for (int n = 0; n < 4; ++n) {
        crowd_same_bits(leaf, counts[n], n % 2 == 0, got);
        CHECK(memcmp(want, got, sizeof(want)) == 0);
    }
    // Any lesser instruction set gives the same; one that the CPU has not is passed over.
    static const char* const sets[] = {"scalar", "sse2", "avx2"};
    for (int n = 0; n < 3; ++n) {
        CHECK(setenv("WAFT_ISA", sets[n], 1) == 0);
        crowd_same_bits(leaf, 2, false, got);
        CHECK(memcmp(want, got, sizeof(want)) == 0);
    }
    CHECK(unsetenv("WAFT_ISA") == 0);
    waft_hull_destroy(leaf);
}

static const test_case cases[] = {
    {"every_way_gives_the_same_bits", every_way_gives_the_same_bits},
};

TEST_MAIN(cases)
