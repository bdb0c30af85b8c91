// SPDX-License-Identifier: MIT
#include "base/memory.h"

#include <stdlib.h>

#include "test.h"

typedef struct ledger {
    size_t bytes;
    int calls, fail_at; // fails from call number fail_at on, never if negative
} ledger;

static void* ledger_allocate(void* user, size_t size, size_t alignment) {
    ledger* l = user;
    if (l->fail_at >= 0 && l->calls >= l->fail_at) {
        return NULL;
    }
    ++l->calls;
    l->bytes += size;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void ledger_release(void* user, void* memory, size_t size, size_t alignment) {
    (void)alignment;
    ((ledger*)user)->bytes -= size;
    free(memory);
}

static waft_allocator hook(ledger* l) {
    return (waft_allocator){l, ledger_allocate, ledger_release};
}

static bool aligned(const void* p, size_t alignment) {
    return (uintptr_t)p % alignment == 0;
}

static void test_sizes(void) {
    CHECK(wafti_size_mul(6, 7) == 42);
    CHECK(wafti_size_mul(0, SIZE_MAX) == 0);
    CHECK(wafti_size_mul(SIZE_MAX / 2, 3) == SIZE_MAX);
    CHECK(wafti_size_add(40, 2) == 42);
    CHECK(wafti_size_add(SIZE_MAX, 1) == SIZE_MAX);
    CHECK(wafti_size_add(SIZE_MAX - 1, 1) == SIZE_MAX);
}

static void test_absurd_sizes_are_refused(void) {
    CHECK(wafti_allocate(NULL, 0, 8) == NULL);
    CHECK(wafti_allocate(NULL, 8, 0) == NULL);
    CHECK(wafti_allocate(NULL, SIZE_MAX, 8) == NULL);
    CHECK(wafti_allocate(NULL, SIZE_MAX, 1) == NULL);
    CHECK(wafti_allocate_zero(NULL, SIZE_MAX / 4, 4) == NULL);
    wafti_release(NULL, NULL, 8, 8);
}

static void test_allocate(void) {
    ledger l = {.fail_at = -1};
    const waft_allocator hooked = hook(&l);
    const waft_allocator zero = {0};
    const waft_allocator* allocators[] = {NULL, &zero, &hooked};
    for (size_t i = 0; i < 3; ++i) {
        unsigned char* p = wafti_allocate(allocators[i], 3, 7);
        unsigned char* q = wafti_allocate_zero(allocators[i], 3, 7);
        CHECK(aligned(p, 64));
        CHECK(aligned(q, 64));
        for (int k = 0; k < 21; ++k) {
            CHECK(q[k] == 0);
            p[k] = 1;
        }
        wafti_release(allocators[i], p, 3, 7);
        wafti_release(allocators[i], q, 3, 7);
    }
    CHECK(l.calls == 2);
    CHECK(l.bytes == 0);
    l.fail_at = 0;
    CHECK(wafti_allocate_zero(&hooked, 1, 1) == NULL);
}

static size_t count_set(const unsigned char* bytes, size_t count) {
    size_t set = 0;
    for (size_t i = 0; i < count; ++i) {
        set += bytes[i] != 0;
    }
    return set;
}

// Memory that was used before, by one field or by many, and ends anywhere in a page.
static void test_large_memory_is_cleared_too(void) {
    const size_t sizes[] = {(1 << 22) - 1, 1 << 22, (1 << 22) + 4097, (3 << 21) + 77, 1 << 26};
    for (int n = 0; n < 5; ++n) {
        unsigned char* used = wafti_allocate(NULL, 1, sizes[n]);
        memset(used, 0xff, sizes[n]);
        wafti_release(NULL, used, 1, sizes[n]);
        unsigned char* p = wafti_allocate_zero(NULL, 1, sizes[n]);
        CHECK(count_set(p, sizes[n]) == 0);
        memset(p, 0xff, sizes[n]);
        wafti_release(NULL, p, 1, sizes[n]);
        wafti_arena arena;
        wafti_arena_init(&arena, NULL, 1 << 23);
        unsigned char* field[2];
        for (int i = 0; i < 2; ++i) {
            field[i] = wafti_arena_take(&arena, 1, sizes[n]);
            CHECK(count_set(field[i], sizes[n]) == 0);
            memset(field[i], 0xff, sizes[n]);
        }
        CHECK(count_set(field[0], sizes[n]) == sizes[n]);
        wafti_arena_free(&arena);
    }
}

static void test_text_copy(void) {
    ledger l = {.fail_at = -1};
    const waft_allocator hooked = hook(&l);
    char* text = wafti_text_copy(&hooked, "water and air", 5);
    CHECK_TEXT(text, "water");
    CHECK(l.bytes > 5);
    waft_text_free(&hooked, text);
    CHECK(l.bytes == 0);
    char* empty = wafti_text_copy(NULL, NULL, 0);
    CHECK_TEXT(empty, "");
    waft_text_free(NULL, empty);
    waft_text_free(NULL, NULL);
    CHECK(wafti_text_copy(NULL, "x", SIZE_MAX) == NULL);
    l.fail_at = 0;
    CHECK(wafti_text_copy(&hooked, "x", 1) == NULL);
}

static void test_arena(void) {
    ledger l = {.fail_at = -1};
    const waft_allocator hooked = hook(&l);
    wafti_arena arena;
    wafti_arena_init(&arena, &hooked, 1000);
    unsigned char* small[100];
    for (int i = 0; i < 100; ++i) {
        small[i] = wafti_arena_take(&arena, 1, 24);
        CHECK(aligned(small[i], 16));
        CHECK(small[i][0] == 0);
        memset(small[i], i, 24);
    }
    unsigned char* large = wafti_arena_take(&arena, 100, 50); // more than a block
    CHECK(aligned(large, 64));
    memset(large, 0xFF, 5000);
    for (int i = 0; i < 100; ++i) {
        CHECK(small[i][0] == i);
        CHECK(small[i][23] == i);
    }
    CHECK(aligned(wafti_arena_take(&arena, 1, 64), 64));
    CHECK(wafti_arena_take(&arena, 0, 8) != NULL);
    CHECK(wafti_arena_take(&arena, SIZE_MAX, 8) == NULL);
    CHECK_TEXT(wafti_arena_text(&arena, "bed and level", 3), "bed");
    CHECK(arena.total == l.bytes);
    CHECK(l.calls < 10); // blocks, not single pieces
    wafti_arena_free(&arena);
    CHECK(l.bytes == 0);
    CHECK(arena.total == 0);
}

static void test_arena_without_memory(void) {
    ledger l = {.fail_at = 1};
    const waft_allocator hooked = hook(&l);
    wafti_arena arena;
    wafti_arena_init(&arena, &hooked, 256);
    CHECK(wafti_arena_take(&arena, 1, 256) != NULL);
    CHECK(wafti_arena_take(&arena, 1, 1) == NULL);
    CHECK(wafti_arena_text(&arena, "x", 1) == NULL);
    wafti_arena_free(&arena);
    CHECK(l.bytes == 0);
}

static const test_case cases[] = {
    {"sizes", test_sizes},
    {"absurd_sizes_are_refused", test_absurd_sizes_are_refused},
    {"allocate", test_allocate},
    {"large_memory_is_cleared_too", test_large_memory_is_cleared_too},
    {"text_copy", test_text_copy},
    {"arena", test_arena},
    {"arena_without_memory", test_arena_without_memory},
};

TEST_MAIN(cases)
