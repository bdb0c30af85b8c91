// SPDX-License-Identifier: MIT
#include "solid/order.h"

#include <string.h>

#include "test.h"

enum { CAPACITY = 4, BYTES = 64 };

typedef struct lists {
    wafti_arena arena;
    wafti_order there, loaded;
} lists;

// Slots 1 and 0, in this order; slot 0 was taken twice.
static lists open_lists(void) {
    lists l = {0};
    const waft_allocator allocator = {0};
    wafti_arena_init(&l.arena, &allocator, 1024);
    wafti_order_take(&l.there, CAPACITY, &l.arena);
    wafti_order_take(&l.loaded, CAPACITY, &l.arena);
    CHECK(!l.arena.failed);
    CHECK(wafti_order_add(&l.there) == 0);
    CHECK(wafti_order_add(&l.there) == 1);
    wafti_order_remove(&l.there, 0);
    CHECK(wafti_order_add(&l.there) == 0);
    return l;
}

static size_t save(wafti_order* order, unsigned char bytes[BYTES]) {
    wafti_stream stream = wafti_stream_save(bytes, BYTES);
    CHECK(wafti_order_state(order, &stream) == 2);
    for (uint32_t n = 0; n < order->count; ++n) {
        uint32_t number = 10 + n;
        CHECK(wafti_order_slot_state(order, n, &number, &stream));
    }
    CHECK(!stream.failed);
    return stream.position;
}

static void load_brings_back_slots_and_numbers(void) {
    lists l = open_lists();
    unsigned char bytes[BYTES];
    wafti_stream stream = wafti_stream_load(bytes, save(&l.there, bytes));
    CHECK(wafti_order_state(&l.loaded, &stream) == 2);
    for (uint32_t n = 0; n < 2; ++n) {
        uint32_t number = 0;
        CHECK(wafti_order_slot_state(&l.loaded, n, &number, &stream));
        CHECK(number == 10 + n && l.loaded.slots[n] == l.there.slots[n]);
    }
    CHECK(l.loaded.count == 2 && l.loaded.ids.alive == 2 && l.loaded.ids.generation[0] == 3);
    wafti_order copy = l.there;
    wafti_order_copy(&copy, &l.loaded);
    CHECK(copy.count == 2 && wafti_order_add(&copy) == 2);
    wafti_arena_free(&l.arena);
}

static void forged_slots_are_refused(void) {
    lists l = open_lists();
    unsigned char bytes[BYTES];
    const size_t size = save(&l.there, bytes);
    const uint32_t forged[] = {1, 2, 99}; // came before, is not alive, is none
    const size_t second = 3 * sizeof(uint32_t) + (CAPACITY + 2) * sizeof(uint32_t);
    for (int n = 0; n < 3; ++n) {
        uint32_t number = 0;
        memcpy(bytes + second, &forged[n], sizeof(forged[n]));
        wafti_stream stream = wafti_stream_load(bytes, size);
        l.loaded.count = 0;
        CHECK(wafti_order_state(&l.loaded, &stream) == 2);
        CHECK(wafti_order_slot_state(&l.loaded, 0, &number, &stream));
        CHECK(!wafti_order_slot_state(&l.loaded, 1, &number, &stream));
    }
    const uint32_t many[3] = {CAPACITY + 1, CAPACITY + 1, 0};
    memcpy(bytes, many, sizeof(many));
    wafti_stream stream = wafti_stream_load(bytes, size);
    CHECK(wafti_order_state(&l.loaded, &stream) == CAPACITY + 1 && stream.failed);
    wafti_arena_free(&l.arena);
}

static const test_case cases[] = {
    {"load_brings_back_slots_and_numbers", load_brings_back_slots_and_numbers},
    {"forged_slots_are_refused", forged_slots_are_refused},
};

TEST_MAIN(cases)
