// SPDX-License-Identifier: MIT
#include "scene/brief.h"

#include "hooks.h"
#include "scene/params.h"

static wafti_node map_node(const char* key) {
    return (wafti_node){.kind = WAFTI_NODE_MAP, .key = key, .text = ""};
}

static wafti_node word_node(const char* key, const char* text) {
    return (wafti_node){
        .kind = WAFTI_NODE_SCALAR, .key = key, .text = text, .mark = {.line = 3, .column = 9}};
}

typedef struct tree {
    wafti_node root, smoke, sides, side;
} tree;

static void plant(tree* t, wafti_node side) {
    t->root = map_node(NULL);
    t->smoke = map_node("smoke");
    t->sides = map_node("sides");
    t->side = side;
    wafti_node_put(&t->sides, &t->side);
    wafti_node_put(&t->smoke, &t->sides);
    wafti_node_put(&t->root, &t->smoke);
}

static void test_word(void) {
    wafti_arena arena;
    wafti_arena_init(&arena, NULL, 4096);
    tree t;
    plant(&t, word_node("top", "open"));
    for (int again = 0; again < 2; ++again) {
        CHECK(wafti_brief_spell_out(&t.root, &arena) == WAFT_OK);
        CHECK(t.side.kind == WAFTI_NODE_MAP && t.side.child_count == 1);
        const wafti_node* kind = wafti_node_child(&t.side, "kind");
        if (CHECK(kind != NULL)) {
            CHECK_TEXT(kind->text, "open");
            CHECK(kind->kind == WAFTI_NODE_SCALAR && kind->mark.line == 3);
            CHECK(kind->key_mark.column == 9 && kind->next == NULL);
        }
    }
    wafti_arena_free(&arena);
}

// What is empty, a list, a mapping, or no such group stays as it is.
static void test_others(void) {
    wafti_arena arena;
    wafti_arena_init(&arena, NULL, 4096);
    tree t;
    plant(&t, word_node("top", ""));
    CHECK(wafti_brief_spell_out(&t.root, &arena) == WAFT_OK);
    CHECK(t.side.kind == WAFTI_NODE_SCALAR);
    plant(&t, word_node("north", "open"));
    CHECK(wafti_brief_spell_out(&t.root, &arena) == WAFT_OK);
    CHECK(t.side.kind == WAFTI_NODE_SCALAR);
    plant(&t, (wafti_node){.kind = WAFTI_NODE_LIST, .key = "top", .text = ""});
    CHECK(wafti_brief_spell_out(&t.root, &arena) == WAFT_OK);
    CHECK(t.side.kind == WAFTI_NODE_LIST);
    wafti_node word = word_node(NULL, "open");
    CHECK(wafti_brief_spell_out(&word, &arena) == WAFT_OK && word.kind == WAFTI_NODE_SCALAR);
    wafti_arena_free(&arena);
}

static void test_memory(void) {
    counting c = {.fail_at = 1};
    const waft_allocator allocator = counting_hook(&c);
    wafti_arena arena;
    wafti_arena_init(&arena, &allocator, 4096);
    tree t;
    plant(&t, word_node("left", "periodic"));
    CHECK(wafti_brief_spell_out(&t.root, &arena) == WAFT_ERR_NO_MEMORY);
    wafti_arena_free(&arena);
    CHECK(c.live == 0);
}

static const test_case cases[] = {
    {"a word stands for a group", test_word},
    {"all else stays", test_others},
    {"memory", test_memory},
};
TEST_MAIN(cases)
