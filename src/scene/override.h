// SPDX-License-Identifier: MIT
// Values put into a tree by path: --set on the command line, and the scene's own preview.
#ifndef WAFTI_SCENE_OVERRIDE_H
#define WAFTI_SCENE_OVERRIDE_H

#include "scene/tree.h"

typedef struct wafti_override {
    const char* path;
    wafti_mark path_mark;
    const wafti_node* value;
} wafti_override;

/// Reads "path=value" of a --set source. Problems are reported; out_override->value is then NULL.
/// Errors: WAFT_ERR_NO_MEMORY.
waft_result wafti_override_read(const wafti_source* source, wafti_arena* arena,
    waft_diagnostics* diagnostics, wafti_override* out_override);

/// Reads a whole source, a mapping, as the value for `path`. Problems as above.
waft_result wafti_override_read_file(const wafti_source* source, const char* path,
    wafti_arena* arena, waft_diagnostics* diagnostics, wafti_override* out_override);

/// Puts the value at its path below `root`; mappings on the way are made, list items must be there.
/// Problems are reported. Errors: WAFT_ERR_NO_MEMORY.
waft_result wafti_override_apply(const wafti_override* override, wafti_node* root,
    wafti_arena* arena, waft_diagnostics* diagnostics);

/// The node that a text names at its start, such as "water.trains[2].length is ...", or the nearest
/// one around it that the tree has.
const wafti_node* wafti_node_named(const wafti_node* root, const char* text);

/// The same; NULL if the tree has no such node.
wafti_node* wafti_node_at(const wafti_node* root, const char* text);

/// Applies every entry of the scene's `preview` mapping, if it has one. Errors: WAFT_ERR_NO_MEMORY.
waft_result wafti_override_apply_preview(
    wafti_node* root, wafti_arena* arena, waft_diagnostics* diagnostics);

#endif // WAFTI_SCENE_OVERRIDE_H
