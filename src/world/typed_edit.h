// SPDX-License-Identifier: MIT
// Edits that wait for a step, and those that are typed calls: these take effect between steps, and their memory
// within the call.
#ifndef WAFTI_WORLD_TYPED_EDIT_H
#define WAFTI_WORLD_TYPED_EDIT_H

#include <waft/world.h>

/// Takes memory for `count` edits that wait. Errors: WAFT_ERR_FULL, WAFT_ERR_NO_MEMORY.
waft_result wafti_world_make_room(waft_world* world, size_t count);

/// Whether an edit is such a call, and does not wait for the next step.
static inline bool wafti_is_change(waft_edit_kind kind) {
    return kind >= WAFT_EDIT_ADD_BODY && kind < WAFT_EDIT_KIND_COUNT;
}

/// Makes the call that an edit stands for. Errors: those of the call, and WAFT_ERR_ARGUMENT (no such
/// solver).
waft_result wafti_world_make_change(waft_world* world, const waft_edit* edit);

/// A wafti_changed whose user is the world: takes a typed call down as an edit.
void wafti_world_changed(void* user, waft_edit_kind kind, uint32_t index, const void* what);

/// Counts an edit that was accepted and tells the recorder.
void wafti_world_accept(waft_world* world, const waft_edit* edit);

#endif // WAFTI_WORLD_TYPED_EDIT_H
