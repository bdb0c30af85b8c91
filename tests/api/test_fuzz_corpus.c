// SPDX-License-Identifier: MIT
// Scenes: the fuzz target's corpus, pseudo-random bytes and changed starters through the target.
#include "../fuzz/fuzz_scene.c" // NOLINT: the target as it is
#include "fuzz_fixture.h"

#include <waft/starter.h>

static void test_corpus(void) {
    fuzz_replay_folder(WAFT_SOURCE_DIR "/tests/fuzz/corpus/scene", 51);
}

static void test_random_bytes(void) {
    fuzz_random_bytes(2000);
}

// Starters with a few bytes changed: most are still YAML, and go deeper than noise does.
static void test_changed_starters(void) {
    static const char letters[] = " :,[]{}'\"-#\n0123456789aemst\x1E";
    uint32_t state = 11;
    for (int i = 0; i < 1000; ++i) {
        static uint8_t bytes[8192];
        const char* text = waft_starter_at((size_t)i % waft_starter_count())->text;
        const size_t size = strlen(text);
        memcpy(bytes, text, size);
        for (int j = 0; j <= i % 4; ++j) {
            bytes[fuzz_random(&state) % size] =
                (uint8_t)letters[fuzz_random(&state) % (sizeof(letters) - 1)];
        }
        CHECK(LLVMFuzzerTestOneInput(bytes, size) == 0);
    }
}

static const test_case cases[] = {
    {"the corpus", test_corpus},
    {"random bytes", test_random_bytes},
    {"changed starters", test_changed_starters},
};

FUZZ_TEST_MAIN(cases)
