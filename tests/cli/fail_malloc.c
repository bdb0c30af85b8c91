// SPDX-License-Identifier: MIT
// Preloaded by test_memory.py: lets the n-th allocation fail, or all from the n-th on, and reports at
// exit how many there were and how many blocks are still held. Needs glibc.
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* memory, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
void __libc_free(void* memory);

static atomic_long calls;
static atomic_long live;
static long fail_at = -1; // not yet read
static int fail_all;

static int refuses(void) {
    const long call = atomic_fetch_add(&calls, 1) + 1;
    if (fail_at < 0) {
        const char* at = getenv("FAIL_AT");
        fail_all = getenv("FAIL_ALL") != NULL;
        fail_at = at != NULL ? atol(at) : 0;
    }
    if (fail_at > 0 && (call == fail_at || (fail_all && call > fail_at))) {
        errno = ENOMEM;
        return 1;
    }
    return 0;
}

static void* counted(void* memory) {
    if (memory != NULL) {
        atomic_fetch_add(&live, 1);
    }
    return memory;
}

void* malloc(size_t size) {
    return refuses() ? NULL : counted(__libc_malloc(size));
}

void* calloc(size_t count, size_t size) {
    return refuses() ? NULL : counted(__libc_calloc(count, size));
}

void* realloc(void* memory, size_t size) {
    if (refuses()) {
        return NULL;
    }
    void* moved = __libc_realloc(memory, size);
    if (memory == NULL) {
        return counted(moved);
    }
    if (size == 0 && moved == NULL) {
        atomic_fetch_sub(&live, 1);
    }
    return moved;
}

void* memalign(size_t alignment, size_t size) {
    return refuses() ? NULL : counted(__libc_memalign(alignment, size));
}

void* aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}

int posix_memalign(void** out, size_t alignment, size_t size) {
    void* memory = memalign(alignment, size);
    if (memory == NULL) {
        return ENOMEM;
    }
    *out = memory;
    return 0;
}

void free(void* memory) {
    if (memory != NULL) {
        atomic_fetch_sub(&live, 1);
    }
    __libc_free(memory);
}

__attribute__((destructor)) static void report(void) {
    const char* path = getenv("FAIL_REPORT");
    const long total = atomic_load(&calls);
    const long held = atomic_load(&live);
    if (path == NULL) {
        return;
    }
    char text[64];
    const int length = snprintf(text, sizeof text, "%ld %ld\n", total, held);
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file >= 0) {
        if (write(file, text, (size_t)length) != length) {
            _exit(99);
        }
        (void)close(file);
    }
}
