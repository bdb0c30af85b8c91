// SPDX-License-Identifier: MIT
#include "port/port.h"

#include <stdlib.h>
#include <sys/mman.h>

// It takes pages that nobody wrote to for undefined, whatever the system promises.
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define MEMORY_SANITIZER
#endif
#endif

void* wafti_pages_take(size_t alignment, size_t size) {
    return aligned_alloc(alignment, size);
}

void wafti_pages_free(void* memory) {
    free(memory);
}

void wafti_pages_wish_large(void* memory, size_t size) {
    (void)madvise(memory, size, MADV_HUGEPAGE);
}

size_t wafti_pages_clear(void* memory, size_t size) {
#if defined(MEMORY_SANITIZER)
    (void)memory;
    (void)size;
    return 0;
#else
    return madvise(memory, size, MADV_DONTNEED) == 0 ? size : 0;
#endif
}
