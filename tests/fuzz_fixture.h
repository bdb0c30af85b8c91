// SPDX-License-Identifier: MIT
// A fuzz target fed in every build: with its corpus, so that what the fuzzer found once stays found,
// and with bytes made up here. Include the target before this.
#ifndef WAFT_TEST_FUZZ_FIXTURE_H
#define WAFT_TEST_FUZZ_FIXTURE_H

#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>

#include "test.h"

static inline void fuzz_replay(const char* path) {
    static uint8_t bytes[1 << 21];
    FILE* file = fopen(path, "rb");
    if (CHECK(file != NULL)) {
        const size_t size = fread(bytes, 1, sizeof(bytes), file);
        (void)fclose(file);
        CHECK(LLVMFuzzerTestOneInput(bytes, size) == 0);
    }
}

static inline int fuzz_is_file(const struct dirent* entry) {
    return entry->d_name[0] != '.';
}

// Every file of the folder, of which there must be `least`.
static inline void fuzz_replay_folder(const char* folder, int least) {
    struct dirent** entries = NULL;
    const int count = scandir(folder, &entries, fuzz_is_file, alphasort);
    CHECK(count >= least);
    for (int i = 0; i < count; ++i) {
        char path[512];
        (void)snprintf(path, sizeof(path), "%s/%s", folder, entries[i]->d_name);
        fuzz_replay(path);
        free(entries[i]);
    }
    free(entries);
}

static inline uint32_t fuzz_random(uint32_t* state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static inline void fuzz_random_bytes(int rounds) {
    uint32_t state = 7;
    for (int i = 0; i < rounds; ++i) {
        uint8_t bytes[200];
        const size_t size = fuzz_random(&state) % sizeof(bytes);
        for (size_t j = 0; j < size; ++j) {
            bytes[j] = (uint8_t)fuzz_random(&state);
        }
        CHECK(LLVMFuzzerTestOneInput(bytes, size) == 0);
    }
}

// Files named as arguments are replayed in place of the tests.
#define FUZZ_TEST_MAIN(cases)                                                                      \
    int main(int argc, char** argv) {                                                              \
        for (int i = 1; argc > 2 && i < argc; ++i) {                                               \
            fuzz_replay(argv[i]);                                                                  \
        }                                                                                          \
        return argc > 2 ? 0 : test_main(argc, argv, cases, sizeof(cases) / sizeof((cases)[0]));    \
    }

#endif // WAFT_TEST_FUZZ_FIXTURE_H
