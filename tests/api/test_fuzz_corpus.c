// SPDX-License-Identifier: MIT
// The fuzz target's corpus and pseudo-random bytes through the target, in every build: what the fuzzer
// found once stays found, and sanitizers see it. Files named as arguments are replayed instead.
#include <dirent.h>
#include <stdlib.h>

#include "../fuzz/fuzz_scene.c" // NOLINT: the target as it is
#include "test.h"

#define FOLDER WAFT_SOURCE_DIR "/tests/fuzz/corpus/scene/"

static void replay(const char* path) {
    static uint8_t bytes[1 << 21];
    FILE* file = fopen(path, "rb");
    if (CHECK(file != NULL)) {
        const size_t size = fread(bytes, 1, sizeof(bytes), file);
        (void)fclose(file);
        CHECK(LLVMFuzzerTestOneInput(bytes, size) == 0);
    }
}

static int is_file(const struct dirent* entry) {
    return entry->d_name[0] != '.';
}

static void test_corpus(void) {
    struct dirent** entries = NULL;
    const int count = scandir(FOLDER, &entries, is_file, alphasort);
    CHECK(count > 50);
    for (int i = 0; i < count; ++i) {
        char path[512];
        (void)snprintf(path, sizeof(path), FOLDER "%s", entries[i]->d_name);
        replay(path);
        free(entries[i]);
    }
    free(entries);
}

static uint32_t next_random(uint32_t* state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void test_random_bytes(void) {
    uint32_t state = 7;
    for (int i = 0; i < 2000; ++i) {
        uint8_t bytes[200];
        const size_t size = next_random(&state) % sizeof(bytes);
        for (size_t j = 0; j < size; ++j) {
            bytes[j] = (uint8_t)next_random(&state);
        }
        CHECK(LLVMFuzzerTestOneInput(bytes, size) == 0);
    }
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
            bytes[next_random(&state) % size] =
                (uint8_t)letters[next_random(&state) % (sizeof(letters) - 1)];
        }
        CHECK(LLVMFuzzerTestOneInput(bytes, size) == 0);
    }
}

static const test_case cases[] = {
    {"the corpus", test_corpus},
    {"random bytes", test_random_bytes},
    {"changed starters", test_changed_starters},
};

int main(int argc, char** argv) {
    if (argc > 2) {
        for (int i = 1; i < argc; ++i) {
            replay(argv[i]);
        }
        return 0;
    }
    return test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
