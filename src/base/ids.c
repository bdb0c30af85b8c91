// SPDX-License-Identifier: MIT
#include "base/ids.h"

#include <string.h>

#include "base/assert.h"

void wafti_ids_init(wafti_ids* ids, uint32_t* generation, uint32_t capacity) {
    *ids = (wafti_ids){.generation = generation, .capacity = capacity};
    if (capacity > 0) {
        memset(generation, 0, capacity * sizeof(*generation));
    }
}

bool wafti_ids_alive(const wafti_ids* ids, uint32_t slot) {
    return slot < ids->capacity && (ids->generation[slot] & 1u) != 0;
}

bool wafti_ids_take(wafti_ids* ids, uint32_t* out_slot) {
    for (uint32_t slot = ids->lowest; slot < ids->capacity; ++slot) {
        if (!wafti_ids_alive(ids, slot)) {
            ++ids->generation[slot];
            ++ids->alive;
            ids->lowest = slot + 1;
            *out_slot = slot;
            return true;
        }
    }
    return false;
}

void wafti_ids_drop(wafti_ids* ids, uint32_t slot) {
    WAFT_ASSERT(wafti_ids_alive(ids, slot));
    ++ids->generation[slot];
    --ids->alive;
    ids->lowest = slot < ids->lowest ? slot : ids->lowest;
}

bool wafti_ids_find(
    const wafti_ids* ids, uint32_t index1, uint32_t generation, uint32_t* out_slot) {
    if (index1 == 0 || index1 > ids->capacity || ids->generation[index1 - 1] != generation ||
        (generation & 1u) == 0) {
        return false;
    }
    *out_slot = index1 - 1;
    return true;
}
