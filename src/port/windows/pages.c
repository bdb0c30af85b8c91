// SPDX-License-Identifier: MIT
#include "port/port.h"

#include <malloc.h>

void* wafti_pages_take(size_t alignment, size_t size) {
    return _aligned_malloc(size, alignment);
}

void wafti_pages_free(void* memory) {
    _aligned_free(memory);
}

void wafti_pages_wish_large(void* memory, size_t size) {
    (void)memory;
    (void)size;
}

size_t wafti_pages_clear(void* memory, size_t size) {
    (void)memory;
    (void)size;
    return 0;
}
