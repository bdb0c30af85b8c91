// SPDX-License-Identifier: MIT
// Live slots in the order of their creation.
#ifndef WAFTI_SOLID_ORDER_H
#define WAFTI_SOLID_ORDER_H

#include "base/ids.h"

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

#endif // WAFTI_SOLID_ORDER_H
