// SPDX-License-Identifier: MIT
// Slots that are named by index and generation, so that a stale id is noticed.
#ifndef WAFTI_BASE_IDS_H
#define WAFTI_BASE_IDS_H

#include <stdbool.h>
#include <stdint.h>

/// The caller owns both arrays of `capacity`. Slot i is alive while its generation is odd.
typedef struct wafti_ids {
    uint32_t* generation;
    uint32_t capacity;
    uint32_t alive;
    uint32_t lowest; ///< no slot before it is free
} wafti_ids;

void wafti_ids_init(wafti_ids* ids, uint32_t* generation, uint32_t capacity);
/// Takes the lowest free slot; false if all are alive.
bool wafti_ids_take(wafti_ids* ids, uint32_t* out_slot);
void wafti_ids_drop(wafti_ids* ids, uint32_t slot);
bool wafti_ids_alive(const wafti_ids* ids, uint32_t slot);
/// Slot of the id {index1, generation}; false if it is null, out of range or stale.
bool wafti_ids_find(const wafti_ids* ids, uint32_t index1, uint32_t generation, uint32_t* out_slot);

#endif // WAFTI_BASE_IDS_H
