// SPDX-License-Identifier: MIT
// YAML text into a tree.
#ifndef WAFTI_SCENE_YAML_READER_H
#define WAFTI_SCENE_YAML_READER_H

#include "scene/tree.h"

/// Reads the one document that starts at byte `start` of the source. Problems are reported; after
/// WAFT_OK tree->root is NULL if there is nothing but comments. Errors: WAFT_ERR_PARSE (the rest
/// cannot be read), WAFT_ERR_NO_MEMORY.
waft_result wafti_yaml_read(const wafti_source* source, size_t start, wafti_tree* tree);

/// Reads a whole source that is a mapping. If there is nothing, `empty` is reported, if it is something
/// else, `other` and what it is instead; *out_map is then NULL. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_yaml_read_map(const wafti_source* source, const char* empty, const char* other,
    wafti_arena* arena, waft_diagnostics* diagnostics, wafti_node** out_map);

#endif // WAFTI_SCENE_YAML_READER_H
