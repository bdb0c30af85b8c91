// SPDX-License-Identifier: MIT
#ifndef WAFTI_WORLD_EDIT_H
#define WAFTI_WORLD_EDIT_H

#include <waft/world.h>

/// Takes memory for `count` edits that wait. Errors: WAFT_ERR_FULL, WAFT_ERR_NO_MEMORY.
waft_result wafti_world_make_room(waft_world* world, size_t count);

#endif // WAFTI_WORLD_EDIT_H
