// SPDX-License-Identifier: MIT
#include "solid/order.h"

#include <string.h>

void wafti_order_take(wafti_order* order, uint32_t capacity, wafti_arena* arena) {
    uint32_t* generation = wafti_arena_take(arena, capacity, sizeof(*generation));
    order->slots = wafti_arena_take(arena, capacity, sizeof(*order->slots));
    if (!arena->failed) {
        wafti_ids_init(&order->ids, generation, capacity);
    }
}

void wafti_order_copy(wafti_order* order, const wafti_order* from) {
    const wafti_ids* ids = &from->ids;
    memcpy(order->ids.generation, ids->generation, ids->capacity * sizeof(*ids->generation));
    memcpy(order->slots, from->slots, from->count * sizeof(*from->slots));
    order->ids.alive = ids->alive;
    order->ids.lowest = ids->lowest;
    order->count = from->count;
}

uint32_t wafti_order_state(wafti_order* order, wafti_stream* stream) {
    wafti_ids* ids = &order->ids;
    uint32_t sizes[3] = {order->count, ids->alive, ids->lowest};
    wafti_stream_bytes(stream, sizes, sizeof(sizes));
    if (stream->failed || sizes[0] > ids->capacity || sizes[1] != sizes[0] ||
        sizes[2] > ids->capacity) {
        stream->failed = true;
        return sizes[0];
    }
    wafti_stream_bytes(stream, ids->generation, ids->capacity * sizeof(*ids->generation));
    ids->alive = sizes[1];
    ids->lowest = sizes[2];
    return sizes[0];
}

bool wafti_order_slot_state(
    wafti_order* order, uint32_t place, uint32_t* number, wafti_stream* stream) {
    uint32_t pair[2] = {
        place < order->count ? order->slots[place] : 0, number != NULL ? *number : 0};
    wafti_stream_bytes(stream, pair, (number != NULL ? 2 : 1) * sizeof(*pair));
    if (stream->mode == WAFTI_STREAM_LOAD) {
        if (stream->failed || !wafti_ids_alive(&order->ids, pair[0]) ||
            wafti_order_place(order, pair[0]) < order->count) {
            return false;
        }
        order->slots[order->count++] = pair[0];
        if (number != NULL) {
            *number = pair[1];
        }
    }
    return true;
}
