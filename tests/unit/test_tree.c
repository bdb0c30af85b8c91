// SPDX-License-Identifier: MIT
// The tree is fed by hand here, as a reader other than libyaml would.
#include "scene/tree.h"

#include "hooks.h"
#include "scene/diagnostics.h"

typedef struct fixture {
    wafti_source source;
    wafti_arena arena;
    waft_diagnostics* diagnostics;
    wafti_tree tree;
} fixture;

static void open_tree(fixture* f) {
    f->source = (wafti_source){.name = "t", .text = ""};
    wafti_arena_init(&f->arena, NULL, 4096);
    CHECK(waft_diagnostics_create(NULL, &f->diagnostics) == WAFT_OK);
    wafti_diagnostics_begin(f->diagnostics);
    wafti_tree_init(&f->tree, &f->arena, f->diagnostics);
}

static void close_tree(fixture* f) {
    waft_diagnostics_destroy(f->diagnostics);
    wafti_arena_free(&f->arena);
}

static wafti_mark at(const fixture* f, int line, int column) {
    return (wafti_mark){.source = &f->source, .line = line, .column = column, .length = 1};
}

static void key(fixture* f, const char* text, int line, int column) {
    CHECK(wafti_tree_key(&f->tree, at(f, line, column), text, strlen(text)) == WAFT_OK);
}

static void scalar(fixture* f, const char* text, int line, int column) {
    CHECK(wafti_tree_scalar(&f->tree, at(f, line, column), text, strlen(text), false) == WAFT_OK);
}

static void begin(fixture* f, wafti_node_kind kind, int line, int column) {
    CHECK(wafti_tree_begin(&f->tree, at(f, line, column), kind) == WAFT_OK);
}

static const char* message(const fixture* f, size_t index) {
    const waft_diagnostic* d = waft_diagnostics_at(f->diagnostics, index);
    return d != NULL ? d->message : NULL;
}

static void test_build(void) {
    fixture f;
    open_tree(&f);
    CHECK(!wafti_tree_wants_key(&f.tree));
    begin(&f, WAFTI_NODE_MAP, 1, 1);
    CHECK(wafti_tree_wants_key(&f.tree));
    key(&f, "waft", 1, 1);
    CHECK(!wafti_tree_wants_key(&f.tree));
    scalar(&f, "1", 1, 7);
    key(&f, "size", 2, 1);
    begin(&f, WAFTI_NODE_LIST, 2, 7);
    CHECK(!wafti_tree_wants_key(&f.tree));
    scalar(&f, "4", 2, 8);
    scalar(&f, "5", 2, 11);
    wafti_tree_end(&f.tree, at(&f, 2, 13));
    wafti_tree_end(&f.tree, at(&f, 3, 1));
    const wafti_node* root = f.tree.root;
    CHECK(root->kind == WAFTI_NODE_MAP && root->child_count == 2 && root->mark.length == 1);
    const wafti_node* size = wafti_node_child(root, "size");
    CHECK(size->kind == WAFTI_NODE_LIST && size->mark.length == 6 && size->key_mark.line == 2);
    CHECK_TEXT(wafti_node_item(size, 1)->text, "5");
    CHECK(wafti_node_item(size, 2) == NULL && wafti_node_item(root, 0) == NULL);
    CHECK(wafti_node_child(root, "none") == NULL && wafti_node_child(size, "x") == NULL);
    CHECK(wafti_node_child(NULL, "x") == NULL && wafti_node_item(NULL, 0) == NULL);
    CHECK(wafti_diagnostics_end(f.diagnostics) == WAFT_OK);
    close_tree(&f);
}

static void test_duplicate_key(void) {
    fixture f;
    open_tree(&f);
    begin(&f, WAFTI_NODE_MAP, 1, 1);
    key(&f, "a", 1, 1);
    scalar(&f, "first", 1, 4);
    key(&f, "a", 7, 3);
    begin(&f, WAFTI_NODE_MAP, 7, 6);
    key(&f, "inside", 8, 1);
    scalar(&f, "x", 8, 3);
    wafti_tree_end(&f.tree, at(&f, 9, 1));
    key(&f, "b", 9, 1);
    scalar(&f, "last", 9, 4);
    wafti_tree_end(&f.tree, at(&f, 10, 1));
    CHECK(f.tree.root->child_count == 2);
    CHECK_TEXT(wafti_node_child(f.tree.root, "a")->text, "first");
    CHECK_TEXT(wafti_node_child(f.tree.root, "b")->text, "last");
    CHECK_TEXT(message(&f, 0), "the key 'a' is given twice; the first is at line 1, column 1");
    CHECK(waft_diagnostics_at(f.diagnostics, 0)->line == 7);
    CHECK(waft_diagnostics_at(f.diagnostics, 0)->column == 3);
    close_tree(&f);
}

static void test_refused(void) {
    fixture f;
    open_tree(&f);
    begin(&f, WAFTI_NODE_LIST, 1, 1);
    CHECK(wafti_tree_scalar(&f.tree, at(&f, 1, 2), "a\0b", 3, true) == WAFT_OK);
    CHECK(wafti_tree_refused(&f.tree, at(&f, 1, 9)) == WAFT_OK);
    wafti_tree_end(&f.tree, at(&f, 2, 1));
    CHECK(wafti_node_item(f.tree.root, 0)->kind == WAFTI_NODE_REFUSED);
    CHECK(wafti_node_item(f.tree.root, 1)->bad);
    CHECK_TEXT(message(&f, 0), "a text may not hold a zero character");
    close_tree(&f);
}

static void test_depth(void) {
    fixture f;
    open_tree(&f);
    for (int i = 0; i < WAFTI_TREE_DEPTH; ++i) {
        begin(&f, WAFTI_NODE_LIST, 1, i + 1);
    }
    CHECK(wafti_tree_begin(&f.tree, at(&f, 1, 65), WAFTI_NODE_MAP) == WAFT_ERR_PARSE);
    CHECK_TEXT(message(&f, 0), "lists and mappings are nested more than 64 deep");
    close_tree(&f);
}

static void test_many_nodes(void) {
    fixture f;
    open_tree(&f);
    begin(&f, WAFTI_NODE_LIST, 1, 1);
    waft_result result = WAFT_OK;
    int count = 1;
    for (; result == WAFT_OK; ++count) {
        result = wafti_tree_scalar(&f.tree, at(&f, 2, 1), "x", 1, false);
    }
    CHECK(result == WAFT_ERR_PARSE && count == WAFTI_TREE_NODES + 1);
    CHECK_TEXT(message(&f, 0), "the scene has more than 100000 values");
    close_tree(&f);
}

static void test_many_keys(void) {
    fixture f;
    open_tree(&f);
    begin(&f, WAFTI_NODE_MAP, 1, 1);
    char name[16];
    for (int i = 0; i < WAFTI_TREE_KEYS; ++i) {
        (void)snprintf(name, sizeof(name), "k%d", i);
        key(&f, name, i + 1, 1);
        scalar(&f, "x", i + 1, 9);
    }
    CHECK(wafti_tree_key(&f.tree, at(&f, 9999, 1), "more", 4) == WAFT_ERR_PARSE);
    CHECK_TEXT(message(&f, 0), "a mapping may have at most 1024 keys");
    close_tree(&f);
}

static void test_put(void) {
    wafti_node map = {.kind = WAFTI_NODE_MAP};
    wafti_node a = {.key = "a", .text = "1"};
    wafti_node b = {.key = "b", .text = "2"};
    wafti_node other = {.key = "a", .text = "3"};
    wafti_node_put(&map, &a);
    wafti_node_put(&map, &b);
    wafti_node_put(&map, &other);
    CHECK(map.child_count == 2 && map.first == &a && a.next == &b && map.last == &b);
    CHECK_TEXT(wafti_node_child(&map, "a")->text, "3");
}

static void test_remove(void) {
    wafti_node map = {.kind = WAFTI_NODE_MAP};
    wafti_node a = {.key = "a"};
    wafti_node b = {.key = "b"};
    wafti_node c = {.key = "c"};
    wafti_node_put(&map, &a);
    wafti_node_put(&map, &b);
    wafti_node_put(&map, &c);
    wafti_node_remove(&map, &b);
    CHECK(map.child_count == 2 && map.first == &a && a.next == &c && map.last == &c);
    wafti_node_remove(&map, &c);
    CHECK(map.child_count == 1 && a.next == NULL && map.last == &a);
    wafti_node_put(&map, &b);
    wafti_node_remove(&map, &a);
    CHECK(map.child_count == 1 && map.first == &b && wafti_node_child(&map, "a") == NULL);
    wafti_node_remove(&map, &b);
    CHECK(map.child_count == 0 && map.first == NULL && map.last == NULL);
}

static void test_memory(void) {
    counting c = {0};
    const waft_allocator allocator = counting_hook(&c);
    const wafti_mark mark = {.line = 1, .column = 1, .length = 1};
    fixture f;
    open_tree(&f);
    wafti_arena arena;
    wafti_arena_init(&arena, &allocator, 64);
    wafti_tree_init(&f.tree, &arena, f.diagnostics);
    c.fail_at = 1;
    CHECK(wafti_tree_begin(&f.tree, mark, WAFTI_NODE_MAP) == WAFT_ERR_NO_MEMORY);
    CHECK(wafti_tree_begin(&f.tree, mark, WAFTI_NODE_MAP) == WAFT_OK);
    c.fail_at = c.calls + 1;
    char word[200];
    memset(word, 'k', sizeof(word));
    CHECK(wafti_tree_key(&f.tree, mark, word, sizeof(word)) == WAFT_ERR_NO_MEMORY);
    CHECK(wafti_tree_key(&f.tree, mark, word, sizeof(word)) == WAFT_OK);
    c.fail_at = c.calls + 1;
    CHECK(wafti_tree_scalar(&f.tree, mark, word, sizeof(word), false) == WAFT_ERR_NO_MEMORY);
    c.fail_at = c.calls + 2;
    CHECK(wafti_tree_scalar(&f.tree, mark, word, sizeof(word), false) == WAFT_ERR_NO_MEMORY);
    c.fail_at = c.calls + 1;
    CHECK(wafti_tree_refused(&f.tree, mark) == WAFT_ERR_NO_MEMORY);
    wafti_arena_free(&arena);
    CHECK(c.live == 0);
    close_tree(&f);
}

static const test_case cases[] = {
    {"events become nodes with places", test_build},
    {"a duplicate key is reported and left out", test_duplicate_key},
    {"what is refused stays as a place", test_refused},
    {"nesting has a limit", test_depth},
    {"nodes have a limit", test_many_nodes},
    {"keys have a limit", test_many_keys},
    {"a child replaces one of its name", test_put},
    {"a child is taken out", test_remove},
    {"memory", test_memory},
};
TEST_MAIN(cases)
