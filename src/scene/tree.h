// SPDX-License-Identifier: MIT
// A scene as a tree of nodes with their places. It is fed by events and knows nothing of where they
// come from: libyaml here, another reader in a web page.
#ifndef WAFTI_SCENE_TREE_H
#define WAFTI_SCENE_TREE_H

#include <waft/scene.h>

#include "base/memory.h"
#include "scene/source.h"

enum {
    WAFTI_TREE_DEPTH = 64,
    WAFTI_TREE_NODES = 100000,
    WAFTI_TREE_KEYS = 1024, ///< of one mapping, so that the search for duplicates stays short
    WAFTI_TREE_BYTES = 1 << 20,
};

typedef enum wafti_node_kind {
    WAFTI_NODE_SCALAR,
    WAFTI_NODE_LIST,
    WAFTI_NODE_MAP,
    WAFTI_NODE_REFUSED, ///< something was there, but the problem is already reported
} wafti_node_kind;

typedef struct wafti_node wafti_node;
struct wafti_node {
    wafti_node_kind kind;
    bool quoted; ///< a scalar in quotes is text, whatever it looks like
    bool bad;    ///< a problem with its value was reported; others should not follow from it
    wafti_mark mark;
    const char* key; ///< NULL unless it stands in a mapping
    wafti_mark key_mark;
    const char* text; ///< of a scalar, without a zero byte inside; "" of others
    wafti_node* first;
    wafti_node* last;
    wafti_node* next; ///< in the same list or mapping
    size_t child_count;
};

typedef struct wafti_tree {
    wafti_arena* arena;
    waft_diagnostics* diagnostics;
    wafti_node* root; ///< NULL until there is one
    wafti_node* open[WAFTI_TREE_DEPTH];
    size_t depth;
    size_t node_count;
    const char* key; ///< read, its value still to come
    wafti_mark key_mark;
    bool key_repeated;
} wafti_tree;

void wafti_tree_init(wafti_tree* tree, wafti_arena* arena, waft_diagnostics* diagnostics);

/// True if the next thing must be a key.
bool wafti_tree_wants_key(const wafti_tree* tree);

/// Events. Errors: WAFT_ERR_PARSE (reported; a size is exceeded, stop feeding), WAFT_ERR_NO_MEMORY. A
/// key that is there already is reported, and its value is left out of the tree.
waft_result wafti_tree_key(wafti_tree* tree, wafti_mark mark, const char* text, size_t length);
waft_result wafti_tree_scalar(
    wafti_tree* tree, wafti_mark mark, const char* text, size_t length, bool quoted);
waft_result wafti_tree_begin(wafti_tree* tree, wafti_mark mark, wafti_node_kind list_or_map);
/// A value that cannot be used, already reported.
waft_result wafti_tree_refused(wafti_tree* tree, wafti_mark mark);
/// Closes the list or mapping opened last; `end` is the place behind it.
void wafti_tree_end(wafti_tree* tree, wafti_mark end);

/// The value of a key, NULL if the node is NULL, no mapping, or has no such key.
wafti_node* wafti_node_child(const wafti_node* node, const char* key);
/// The item of a list, NULL if there is none.
wafti_node* wafti_node_item(const wafti_node* node, size_t index);
/// Adds a child to a list or mapping, or puts it in the place of the child with the same key.
void wafti_node_put(wafti_node* parent, wafti_node* child);

/// True for what --set gave, which has the last word over the file.
bool wafti_node_is_from_command_line(const wafti_node* node);

/// Takes a child out of its list or mapping.
void wafti_node_remove(wafti_node* parent, const wafti_node* child);

#endif // WAFTI_SCENE_TREE_H
