// SPDX-License-Identifier: MIT
#include "scene/brief.h"

#include "scene/override.h"
#include "scene/params.h"
#include "scene/reader.h"

static waft_result spell_out(wafti_node* node, const char* key, wafti_arena* arena) {
    wafti_node* child = wafti_arena_take(arena, 1, sizeof(wafti_node));
    if (child == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    *child = *node;
    child->key = key;
    child->key_mark = node->mark;
    child->next = NULL;
    node->kind = WAFTI_NODE_MAP;
    node->quoted = false;
    node->text = "";
    node->first = node->last = NULL;
    node->child_count = 0;
    wafti_node_put(node, child);
    return WAFT_OK;
}

waft_result wafti_brief_spell_out(wafti_node* root, wafti_arena* arena) {
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < waft_param_count() && result == WAFT_OK; ++i) {
        const wafti_param* row = wafti_param_row(i);
        wafti_node* node = row->brief != NULL ? wafti_node_at(root, row->shown.path) : NULL;
        if (node != NULL && node->kind == WAFTI_NODE_SCALAR && !wafti_node_is_empty(node)) {
            result = spell_out(node, row->brief, arena);
        }
    }
    return result;
}
