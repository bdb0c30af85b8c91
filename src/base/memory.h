// SPDX-License-Identifier: MIT
// Memory: checked sizes, the allocator hook, an arena for what lives long, a stack for what a step
// needs.
#ifndef WAFTI_BASE_MEMORY_H
#define WAFTI_BASE_MEMORY_H

#include <waft/base.h>

/// Alignment of every field and block: one cache line, and any vector we use.
#define WAFTI_ALIGNMENT 64

/// a * b, or SIZE_MAX if it does not fit (which every allocation refuses).
size_t wafti_size_mul(size_t a, size_t b);
size_t wafti_size_add(size_t a, size_t b);

/// Storage for count * size bytes, 64-byte aligned, not cleared; NULL if it cannot be had. A zero
/// size gives NULL. `allocator` NULL or all zero means the C library.
void* wafti_allocate(const waft_allocator* allocator, size_t count, size_t size);

/// The same, cleared.
void* wafti_allocate_zero(const waft_allocator* allocator, size_t count, size_t size);

/// Releases what wafti_allocate() gave for the same count and size. NULL is allowed.
void wafti_release(const waft_allocator* allocator, void* memory, size_t count, size_t size);

/// A copy of `text` as waft_text_free() releases it; NULL if memory is out.
char* wafti_text_copy(const waft_allocator* allocator, const char* text, size_t length);

/// An arena: many allocations, released at once. Blocks come from the allocator as needed, so it is
/// for creation and loading, never for a step.
typedef struct wafti_arena_block wafti_arena_block;

typedef struct wafti_arena {
    waft_allocator allocator;
    wafti_arena_block* newest;
    size_t block_size; ///< usual size of a block; larger requests get their own
    size_t total;      ///< bytes taken from the allocator
    bool failed;       ///< memory was out at least once: one check serves after many takes
} wafti_arena;

void wafti_arena_init(wafti_arena* arena, const waft_allocator* allocator, size_t block_size);
void wafti_arena_free(wafti_arena* arena);
/// count * size bytes, 64-byte aligned if at least 64 bytes, else 16-byte; cleared. NULL if memory
/// is out; a zero size gives a valid pointer that must not be read.
void* wafti_arena_take(wafti_arena* arena, size_t count, size_t size);
char* wafti_arena_text(wafti_arena* arena, const char* text, size_t length);

#endif // WAFTI_BASE_MEMORY_H
