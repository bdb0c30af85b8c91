// SPDX-License-Identifier: MIT
// Every public function called with zeros, as scripts/null_calls.py finds them in the headers. What a call
// returns is its own business; that it returns is not.
#ifndef WAFT_TEST_NULL_FIXTURE_H
#define WAFT_TEST_NULL_FIXTURE_H

#include "scratch.h"

#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>

struct null_objects; // one pointer a kind of object, written by the script

typedef struct null_call {
    const char* name;
    void (*call)(const struct null_objects* objects, int kind);
    bool alters; // what others may need
} null_call;

enum { NULL_STRUCTS = 1, NULL_OBJECTS = 2 }; // bits of a kind: what is given in place of NULL

// Makes calls from number `first` on in another process, up to one that alters objects. Returns the number of the
// call after the last that returned, or that did not.
static inline size_t null_make_calls(const null_call* calls, size_t count, size_t first,
    const struct null_objects* objects, int kind, bool* out_returned) {
    enum { MOST_SECONDS = 60 };
    atomic_size_t* at =
        mmap(NULL, sizeof(*at), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    atomic_store(at, first);
    (void)fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        (void)alarm(MOST_SECONDS);
        bool altered = false;
        for (size_t i = first; i < count && !altered; ++i) {
            atomic_store(at, i + 1);
            calls[i].call(objects, kind);
            altered = calls[i].alters && (kind & NULL_OBJECTS) != 0;
        }
        _exit(0);
    }
    int status = 1;
    *out_returned = child > 0 && waitpid(child, &status, 0) == child && status == 0;
    const size_t next = atomic_load(at);
    (void)munmap(at, sizeof(*at));
    return next > first ? next : first + 1;
}

static inline void check_null_calls(
    const null_call* calls, size_t count, const struct null_objects* objects, int kind) {
    for (size_t i = 0; i < count;) {
        bool returned = false;
        i = null_make_calls(calls, count, i, objects, kind, &returned);
        if (!CHECK(returned)) {
            (void)fprintf(stderr, "  %s%s%s\n", calls[i - 1].name,
                (kind & NULL_STRUCTS) != 0 ? ", with zeroed structs" : "",
                (kind & NULL_OBJECTS) != 0 ? ", with objects" : "");
        }
    }
}

// The script must have understood every declaration: `list` holds one exported name a line.
static inline void check_all_called(const null_call* calls, size_t count, const char* list) {
    char* text = scratch_read(list, NULL);
    char* rest = text;
    for (char* name = strtok_r(text, "\n", &rest); name != NULL;
         name = strtok_r(NULL, "\n", &rest)) {
        bool found = false;
        for (size_t i = 0; i < count && !found; ++i) {
            found = strcmp(calls[i].name, name) == 0;
        }
        if (!CHECK(found)) {
            (void)fprintf(stderr, "  %s\n", name);
        }
    }
    waft_text_free(NULL, text);
}

#endif // WAFT_TEST_NULL_FIXTURE_H
