// SPDX-License-Identifier: MIT
// The corpus of the mesh fuzz target, changed files and noise through the target, in every build.
// Files named as arguments are replayed instead.
#include <dirent.h>
#include <stdlib.h>

#include "../fuzz/fuzz_mesh.c" // NOLINT: the target as it is
#include "test.h"

#define FOLDER WAFT_SOURCE_DIR "/tests/fuzz/corpus/mesh/"

enum { LARGEST = 1 << 20 };

static size_t read_input(const char* path, uint8_t* out_bytes) {
    FILE* file = fopen(path, "rb");
    size_t size = 0;
    if (CHECK(file != NULL)) {
        size = fread(out_bytes, 1, LARGEST, file);
        (void)fclose(file);
    }
    return size;
}

static uint32_t next_random(uint32_t* state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

// The file as it is, then with bytes changed, then cut.
static void replay(const char* path, int changes) {
    static uint8_t original[LARGEST];
    static uint8_t changed[LARGEST];
    static const char letters[] = " \n\\/#-.,0123456789efgovnx\xFF\x01";
    const size_t size = read_input(path, original);
    CHECK(LLVMFuzzerTestOneInput(original, size) == 0);
    uint32_t state = (uint32_t)size;
    for (int i = 0; i < changes && size > 0; ++i) {
        memcpy(changed, original, size);
        for (int j = 0; j <= i % 3; ++j) {
            changed[next_random(&state) % size] =
                (uint8_t)letters[next_random(&state) % sizeof(letters)];
        }
        const size_t kept = i % 4 == 0 ? next_random(&state) % size : size;
        CHECK(LLVMFuzzerTestOneInput(changed, kept) == 0);
    }
}

static int is_file(const struct dirent* entry) {
    return entry->d_name[0] != '.';
}

static void test_corpus(void) {
    struct dirent** entries = NULL;
    const int count = scandir(FOLDER, &entries, is_file, alphasort);
    CHECK(count > 30);
    for (int i = 0; i < count; ++i) {
        char path[512];
        (void)snprintf(path, sizeof(path), FOLDER "%s", entries[i]->d_name);
        replay(path, 200);
        free(entries[i]);
    }
    free(entries);
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

static const test_case cases[] = {
    {"the corpus", test_corpus},
    {"random bytes", test_random_bytes},
};

int main(int argc, char** argv) {
    if (argc > 2) {
        for (int i = 1; i < argc; ++i) {
            replay(argv[i], 0);
        }
        return 0;
    }
    return test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
