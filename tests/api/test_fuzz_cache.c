// SPDX-License-Identifier: MIT
// Cached frames: the fuzz target's corpus and pseudo-random bytes through the target.
#include "../fuzz/fuzz_cache.c" // NOLINT: the target as it is
#include "fuzz_fixture.h"

static void test_corpus(void) {
    fuzz_replay_folder(WAFT_SOURCE_DIR "/tests/fuzz/corpus/cache", 50);
}

static void test_random_bytes(void) {
    fuzz_random_bytes(2000);
}

static const test_case cases[] = {
    {"the corpus", test_corpus},
    {"random bytes", test_random_bytes},
};

FUZZ_TEST_MAIN(cases)
