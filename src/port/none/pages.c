// SPDX-License-Identifier: MIT
// A system without advice about pages.
#include "port/port.h"

#include <stdlib.h>

void* wafti_pages_take(size_t alignment, size_t size) {
    return aligned_alloc(alignment, size);
}

void wafti_pages_free(void* memory) {
    free(memory);
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
