// SPDX-License-Identifier: MIT
#ifndef WAFTI_WORLD_SNAPSHOT_H
#define WAFTI_WORLD_SNAPSHOT_H

#include "base/stream.h"

#include <waft/world.h>

/// Gives the bytes that waft_world_snapshot() would write to `take`, a piece after the other: a snapshot
/// is as large as the fields, and a file of it needs no copy in memory. Errors: WAFT_ERR_NO_MEMORY,
/// WAFT_ERR_ARGUMENT (the state contradicts itself); nothing is given then.
waft_result wafti_world_send_snapshot(const waft_world* world, wafti_take_bytes* take, void* user);

#endif // WAFTI_WORLD_SNAPSHOT_H
