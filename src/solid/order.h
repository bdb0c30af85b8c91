// SPDX-License-Identifier: MIT
// Live slots in the order of their creation.
#ifndef WAFTI_SOLID_ORDER_H
#define WAFTI_SOLID_ORDER_H

#include "base/ids.h"
#include "base/memory.h"
#include "base/stream.h"

/// The caller owns both arrays of the capacity.
typedef struct wafti_order {
    wafti_ids ids;
    uint32_t* slots; ///< oldest first
    uint32_t count;
} wafti_order;

/// Takes a slot; there must be one.
static inline uint32_t wafti_order_add(wafti_order* order) {
    uint32_t slot = 0;
    if (wafti_ids_take(&order->ids, &slot)) {
        order->slots[order->count++] = slot;
    }
    return slot;
}

/// Place of a live slot; the count if it is not there.
static inline uint32_t wafti_order_place(const wafti_order* order, uint32_t slot) {
    uint32_t place = 0;
    while (place < order->count && order->slots[place] != slot) {
        ++place;
    }
    return place;
}

static inline void wafti_order_remove(wafti_order* order, uint32_t slot) {
    const uint32_t place = wafti_order_place(order, slot);
    if (place == order->count) {
        return;
    }
    --order->count;
    for (uint32_t n = place; n < order->count; ++n) {
        order->slots[n] = order->slots[n + 1];
    }
    wafti_ids_drop(&order->ids, slot);
}

/// An empty order with arrays of an arena, whose `failed` tells whether there was memory.
void wafti_order_take(wafti_order* order, uint32_t capacity, wafti_arena* arena);
/// Makes an order equal to another one of the same capacity.
void wafti_order_copy(wafti_order* order, const wafti_order* from);

/// How many slots there are, and all generations. LOAD does so into an empty order; the count, which it
/// returns, is then that of slots to come, and fails the stream if there is no room for it.
uint32_t wafti_order_state(wafti_order* order, wafti_stream* stream);
/// The slot at a place, and a number that goes with it, if not NULL. LOAD adds it; false if the stream
/// failed, or if the slot is not alive or came before.
bool wafti_order_slot_state(
    wafti_order* order, uint32_t place, uint32_t* number, wafti_stream* stream);

#endif // WAFTI_SOLID_ORDER_H
