// SPDX-License-Identifier: MIT
// A directory of its own for a test that writes files, made where the test runs.
#ifndef WAFT_TEST_SCRATCH_H
#define WAFT_TEST_SCRATCH_H

#include <dirent.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <waft/export.h>

#include "test.h"

typedef struct scratch {
    char path[64];
    char name[512]; // of the file asked for last
} scratch;

static inline scratch scratch_make(void) {
    scratch s = {.path = "waft_test_XXXXXX"};
    CHECK(mkdtemp(s.path) != NULL);
    return s;
}

// The path of a file in the directory; valid until the next call.
static inline const char* scratch_file(scratch* s, const char* name) {
    (void)snprintf(s->name, sizeof(s->name), "%s/%s", s->path, name);
    return s->name;
}

static inline int scratch_remove_entry(
    const char* path, const struct stat* status, int kind, struct FTW* place) {
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

static inline void scratch_remove(scratch* s) {
    (void)nftw(s->path, scratch_remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static inline size_t scratch_entry_count(const char* path) {
    size_t count = 0;
    DIR* stream = opendir(path);
    if (stream == NULL) {
        return 0;
    }
    for (struct dirent* entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    (void)closedir(stream);
    return count;
}

// The file's bytes with a zero after them; free with waft_text_free(NULL, ...). Inlined, gcc 12 takes
// what strstr() finds in the bytes for a pointer into this frame.
__attribute__((noinline, unused)) static char* scratch_read(const char* path, size_t* out_size) {
    char* bytes = NULL;
    size_t size = 0;
    waft_error error = {.sentence = ""};
    if (!CHECK(waft_file_read(path, (size_t)1 << 30, NULL, &bytes, &size, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
    if (out_size != NULL) {
        *out_size = size;
    }
    return bytes;
}

static inline bool scratch_holds(const char* path, const char* text) {
    char* bytes = scratch_read(path, NULL);
    const bool holds = bytes != NULL && strstr(bytes, text) != NULL;
    waft_text_free(NULL, bytes);
    return holds;
}

#endif // WAFT_TEST_SCRATCH_H
