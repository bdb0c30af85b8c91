// SPDX-License-Identifier: MIT
#include "base/memory.h"

#include <string.h>

#include "port/port.h"

size_t wafti_size_mul(size_t a, size_t b) {
    size_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

size_t wafti_size_add(size_t a, size_t b) {
    size_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? SIZE_MAX : sum;
}

#define HUGE_PAGE ((size_t)1 << 21)

static size_t round_up(size_t size, size_t alignment) {
    const size_t padded = wafti_size_add(size, alignment - 1);
    return padded == SIZE_MAX ? SIZE_MAX : padded & ~(alignment - 1);
}

// Fields of many pages are asked for in huge ones: lines of cells across a grid touch a page each, and
// there are more of those than the processor keeps addresses for. Only whole huge pages inside are
// named, so that nothing is taken beyond what was asked.
static void* allocate_large(size_t total) {
    void* memory = wafti_pages_take(HUGE_PAGE, round_up(total, HUGE_PAGE));
    if (memory != NULL) {
        wafti_pages_wish_large(memory, total & ~(HUGE_PAGE - 1));
    }
    return memory;
}

static bool is_hooked(const waft_allocator* allocator) {
    return allocator != NULL && allocator->allocate != NULL;
}

static bool is_large(size_t total) {
    return total >= (size_t)1 << 22;
}

void* wafti_allocate(const waft_allocator* allocator, size_t count, size_t size) {
    const size_t total = wafti_size_mul(count, size);
    if (total == 0 || total >= SIZE_MAX / 2) {
        return NULL;
    }
    if (is_hooked(allocator)) {
        return allocator->allocate(allocator->user, total, WAFTI_ALIGNMENT);
    }
    return is_large(total) ? allocate_large(total)
                           : wafti_pages_take(WAFTI_ALIGNMENT, round_up(total, WAFTI_ALIGNMENT));
}

void* wafti_allocate_zero(const waft_allocator* allocator, size_t count, size_t size) {
    unsigned char* memory = wafti_allocate(allocator, count, size);
    if (memory != NULL) {
        const size_t total = count * size;
        // The system clears a page when it is first touched, and those that never are cost nothing.
        const size_t done = !is_hooked(allocator) && is_large(total)
                                ? wafti_pages_clear(memory, total & ~(HUGE_PAGE - 1))
                                : 0;
        memset(memory + done, 0, total - done);
    }
    return memory;
}

void wafti_release(const waft_allocator* allocator, void* memory, size_t count, size_t size) {
    if (memory == NULL) {
        return;
    }
    if (is_hooked(allocator)) {
        allocator->release(allocator->user, memory, wafti_size_mul(count, size), WAFTI_ALIGNMENT);
        return;
    }
    wafti_pages_free(memory);
}

// The length stands before the text, since the allocator hook wants the size back.
typedef struct text_header {
    size_t size;
    size_t padding;
} text_header;

char* wafti_text_copy(const waft_allocator* allocator, const char* text, size_t length) {
    const size_t size = wafti_size_add(length, sizeof(text_header) + 1);
    text_header* header = wafti_allocate(allocator, 1, size);
    if (header == NULL) {
        return NULL;
    }
    header->size = size;
    char* copy = (char*)(header + 1);
    if (length > 0 && text != NULL) {
        memcpy(copy, text, length);
    }
    copy[length] = '\0';
    return copy;
}

void waft_text_free(const waft_allocator* allocator, char* text) {
    if (text != NULL) {
        text_header* header = (text_header*)(void*)text - 1;
        wafti_release(allocator, header, 1, header->size);
    }
}

struct wafti_arena_block {
    wafti_arena_block* older;
    size_t capacity; // bytes after the header
    size_t used;
};

enum { BLOCK_HEADER = WAFTI_ALIGNMENT };

void wafti_arena_init(wafti_arena* arena, const waft_allocator* allocator, size_t block_size) {
    *arena = (wafti_arena){.block_size = round_up(block_size, WAFTI_ALIGNMENT)};
    if (allocator != NULL) {
        arena->allocator = *allocator;
    }
}

void wafti_arena_free(wafti_arena* arena) {
    while (arena->newest != NULL) {
        wafti_arena_block* block = arena->newest;
        arena->newest = block->older;
        wafti_release(&arena->allocator, block, 1, BLOCK_HEADER + block->capacity);
    }
    arena->total = 0;
}

static wafti_arena_block* add_block(wafti_arena* arena, size_t size) {
    const size_t capacity = size > arena->block_size ? size : arena->block_size;
    const size_t total = wafti_size_add(capacity, BLOCK_HEADER);
    wafti_arena_block* block = wafti_allocate_zero(&arena->allocator, 1, total);
    if (block == NULL) {
        return NULL;
    }
    *block = (wafti_arena_block){.older = arena->newest, .capacity = capacity};
    arena->newest = block;
    arena->total += total;
    return block;
}

void* wafti_arena_take(wafti_arena* arena, size_t count, size_t size) {
    const size_t wanted = wafti_size_mul(count, size);
    const size_t alignment = wanted >= WAFTI_ALIGNMENT ? WAFTI_ALIGNMENT : 16;
    wafti_arena_block* block = arena->newest;
    size_t start = block != NULL ? round_up(block->used, alignment) : 0;
    if (block == NULL || start > block->capacity || wanted > block->capacity - start) {
        block = add_block(arena, round_up(wanted, WAFTI_ALIGNMENT));
        if (block == NULL) {
            arena->failed = true;
            return NULL;
        }
        start = 0;
    }
    block->used = start + wanted;
    return (unsigned char*)block + BLOCK_HEADER + start;
}

char* wafti_arena_text(wafti_arena* arena, const char* text, size_t length) {
    char* copy = wafti_arena_take(arena, 1, wafti_size_add(length, 1));
    if (copy != NULL && length > 0) {
        memcpy(copy, text, length);
    }
    return copy;
}
