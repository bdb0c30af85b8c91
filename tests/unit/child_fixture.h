// SPDX-License-Identifier: MIT
// Programs for tests that start one, and what they must not leave behind.
#ifndef WAFT_TEST_CHILD_FIXTURE_H
#define WAFT_TEST_CHILD_FIXTURE_H

#include "scratch.h"

#include <errno.h>
#include <sys/wait.h>

// Writes a shell script that can be run; returns its path, valid until the next call.
static inline const char* write_program(scratch* s, const char* name, const char* commands) {
    char text[2048];
    (void)snprintf(text, sizeof(text), "#!/bin/sh\n%s\n", commands);
    const char* path = scratch_file(s, name);
    CHECK(waft_file_write(path, text, strlen(text), NULL) == WAFT_OK);
    CHECK(chmod(path, 0755) == 0);
    return path;
}

static inline size_t open_descriptors(void) {
    return scratch_entry_count("/proc/self/fd");
}

static inline bool no_children_left(void) {
    return waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD;
}

#endif // WAFT_TEST_CHILD_FIXTURE_H
