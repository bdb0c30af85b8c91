// SPDX-License-Identifier: MIT
#include "scene/tree.h"

#include <string.h>

#include "base/assert.h"
#include "scene/diagnostics.h"

void wafti_tree_init(wafti_tree* tree, wafti_arena* arena, waft_diagnostics* diagnostics) {
    *tree = (wafti_tree){.arena = arena, .diagnostics = diagnostics};
}

static wafti_node* innermost(const wafti_tree* tree) {
    return tree->depth > 0 ? tree->open[tree->depth - 1] : NULL;
}

bool wafti_tree_wants_key(const wafti_tree* tree) {
    const wafti_node* parent = innermost(tree);
    return parent != NULL && parent->kind == WAFTI_NODE_MAP && tree->key == NULL;
}

wafti_node* wafti_node_child(const wafti_node* node, const char* key) {
    if (node == NULL || node->kind != WAFTI_NODE_MAP) {
        return NULL;
    }
    wafti_node* child = node->first;
    while (child != NULL && strcmp(child->key, key) != 0) {
        child = child->next;
    }
    return child;
}

wafti_node* wafti_node_item(const wafti_node* node, size_t index) {
    if (node == NULL || node->kind != WAFTI_NODE_LIST || index >= node->child_count) {
        return NULL;
    }
    wafti_node* child = node->first;
    for (size_t i = 0; i < index; ++i) {
        child = child->next;
    }
    return child;
}

static void append(wafti_node* parent, wafti_node* child) {
    child->next = NULL;
    if (parent->last != NULL) {
        parent->last->next = child;
    } else {
        parent->first = child;
    }
    parent->last = child;
    ++parent->child_count;
}

void wafti_node_put(wafti_node* parent, wafti_node* child) {
    wafti_node* old = child->key != NULL ? wafti_node_child(parent, child->key) : NULL;
    if (old == NULL) {
        append(parent, child);
        return;
    }
    wafti_node* next = old->next;
    *old = *child;
    old->next = next;
}

waft_result wafti_tree_key(wafti_tree* tree, wafti_mark mark, const char* text, size_t length) {
    WAFT_ASSERT(wafti_tree_wants_key(tree));
    const wafti_node* parent = innermost(tree);
    if (parent->child_count >= WAFTI_TREE_KEYS) {
        wafti_report(
            tree->diagnostics, &mark, "a mapping may have at most %d keys", (int)WAFTI_TREE_KEYS);
        return WAFT_ERR_PARSE;
    }
    const char* key = wafti_arena_text(tree->arena, text, length);
    if (key == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    const wafti_node* before = wafti_node_child(parent, key);
    if (before != NULL) {
        wafti_report(tree->diagnostics, &mark,
            "the key '%s' is given twice; the first is at line %d, column %d",
            wafti_quote(key).text, before->key_mark.line, before->key_mark.column);
    }
    tree->key = key;
    tree->key_mark = mark;
    tree->key_repeated = before != NULL;
    return WAFT_OK;
}

// A node in its place in the tree. A repeated key's value hangs nowhere, but takes its children.
static waft_result add_node(
    wafti_tree* tree, wafti_mark mark, wafti_node_kind kind, wafti_node** out_node) {
    if (tree->node_count >= WAFTI_TREE_NODES) {
        wafti_report(
            tree->diagnostics, &mark, "the scene has more than %d values", (int)WAFTI_TREE_NODES);
        return WAFT_ERR_PARSE;
    }
    wafti_node* node = wafti_arena_take(tree->arena, 1, sizeof(wafti_node));
    if (node == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    ++tree->node_count;
    *node = (wafti_node){.kind = kind,
        .bad = kind == WAFTI_NODE_REFUSED,
        .mark = mark,
        .key = tree->key,
        .key_mark = tree->key_mark,
        .text = ""};
    wafti_node* parent = innermost(tree);
    if (parent == NULL) {
        tree->root = node;
    } else if (!tree->key_repeated) {
        append(parent, node);
    }
    tree->key = NULL;
    tree->key_repeated = false;
    *out_node = node;
    return WAFT_OK;
}

waft_result wafti_tree_scalar(
    wafti_tree* tree, wafti_mark mark, const char* text, size_t length, bool quoted) {
    if (memchr(text, '\0', length) != NULL) {
        wafti_report(tree->diagnostics, &mark, "a text may not hold a zero character");
        return wafti_tree_refused(tree, mark);
    }
    const char* copy = wafti_arena_text(tree->arena, text, length);
    if (copy == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    wafti_node* node = NULL;
    const waft_result result = add_node(tree, mark, WAFTI_NODE_SCALAR, &node);
    if (result == WAFT_OK) {
        node->text = copy;
        node->quoted = quoted;
    }
    return result;
}

waft_result wafti_tree_refused(wafti_tree* tree, wafti_mark mark) {
    wafti_node* node = NULL;
    return add_node(tree, mark, WAFTI_NODE_REFUSED, &node);
}

waft_result wafti_tree_begin(wafti_tree* tree, wafti_mark mark, wafti_node_kind list_or_map) {
    if (tree->depth >= WAFTI_TREE_DEPTH) {
        wafti_report(tree->diagnostics, &mark, "lists and mappings are nested more than %d deep",
            (int)WAFTI_TREE_DEPTH);
        return WAFT_ERR_PARSE;
    }
    wafti_node* node = NULL;
    const waft_result result = add_node(tree, mark, list_or_map, &node);
    if (result == WAFT_OK) {
        tree->open[tree->depth++] = node;
    }
    return result;
}

void wafti_tree_end(wafti_tree* tree, wafti_mark end) {
    WAFT_ASSERT(tree->depth > 0);
    wafti_mark* mark = &tree->open[--tree->depth]->mark;
    if (end.line == mark->line && end.column > mark->column) {
        mark->length = end.column - mark->column;
    }
}

bool wafti_node_is_from_command_line(const wafti_node* node) {
    return node->key_mark.source != NULL && node->key_mark.source->order > 0;
}

void wafti_node_remove(wafti_node* parent, const wafti_node* child) {
    wafti_node* before = NULL;
    wafti_node* node = parent->first;
    for (; node != child; node = node->next) {
        WAFT_ASSERT(node != NULL);
        before = node;
    }
    if (before != NULL) {
        before->next = child->next;
    } else {
        parent->first = child->next;
    }
    parent->last = parent->last == child ? before : parent->last;
    --parent->child_count;
}
