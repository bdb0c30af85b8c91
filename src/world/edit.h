// SPDX-License-Identifier: MIT
#ifndef WAFTI_WORLD_EDIT_H
#define WAFTI_WORLD_EDIT_H

#include <waft/world.h>

/// Edits accepted since creation, those before a snapshot that was restored included: how far a replay
/// of the world's edits has come.
uint64_t wafti_world_edit_total(const waft_world* world);

/// Takes memory for `count` edits that wait. Errors: WAFT_ERR_FULL, WAFT_ERR_NO_MEMORY.
waft_result wafti_world_make_room(waft_world* world, size_t count);

#endif // WAFTI_WORLD_EDIT_H
