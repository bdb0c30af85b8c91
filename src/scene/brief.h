// SPDX-License-Identifier: MIT
// Groups given by one word: `top: open` for `top: {kind: open}`.
#ifndef WAFTI_SCENE_BRIEF_H
#define WAFTI_SCENE_BRIEF_H

#include "scene/tree.h"

/// Puts a mapping of one key in the place of each word that stands for a group, so that overrides and
/// the reader find only mappings. May be called again. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_brief_spell_out(wafti_node* root, wafti_arena* arena);

#endif // WAFTI_SCENE_BRIEF_H
